"""Who calls, and from where: the address behind a proxy, a browser's page, the guest's cookie, the bot's token."""

from __future__ import annotations

import re
import secrets
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from magnate.protocol.errors import Refusal
from magnate.server.operations.clock import now_ms
from magnate.server.operations.rate_limits import share_of
from magnate.server.operations.settings import Settings
from magnate.server.store.store import Store

from .person import Person
from .signing import BadToken, ExpiredToken, Signer

COOKIE = "magnate"
GUEST, BOT = "guest", "bot"  # purposes of tokens, and kinds of persons
YEAR = 365 * 86_400
HOST = re.compile(r"[A-Za-z0-9_.:\[\]-]{1,260}")  # a name or an address, and perhaps a port

Connection = ASGIConnection[Any, Any, Any, Any]


class Caller(NamedTuple):
    """Somebody who asks: the person, the address whose share it is, and whether the person is new here."""

    person: Person
    address: str
    is_fresh: bool = False


def address_of(connection: Connection, settings: Settings) -> str:
    """The address a call counts to. Behind a proxy it is the last one the proxy has written down."""
    client = connection.client
    found = client.host if client else "unknown"
    if settings.behind_proxy and (told := connection.headers.get("x-forwarded-for")):
        found = told.split(",")[-1].strip() or found
    return share_of(found)


def is_https(connection: Connection, settings: Settings) -> bool:
    """Whether the client's own connection is encrypted."""
    if settings.url:
        return settings.url.startswith("https:")
    scheme = str(connection.scope.get("scheme", "http"))
    if settings.behind_proxy:
        scheme = connection.headers.get("x-forwarded-proto", scheme).split(",")[-1].strip()
    return scheme in ("https", "wss")


def own_address(connection: Connection, settings: Settings) -> str:
    """The address of this server as its clients know it, for links."""
    if settings.url:
        return settings.url
    scheme = "https" if is_https(connection, settings) else "http"
    return f"{scheme}://{connection.headers.get('host', f'{settings.host}:{settings.port}')}"


def link_to(connection: Connection, settings: Settings, table: str) -> str:
    """The link of a table."""
    return f"{own_address(connection, settings)}/t/{table}"


def check_host(connection: Connection, settings: Settings) -> None:
    """The name a client calls this server by: that of the setting `url`, or one that can stand in links."""
    host = connection.headers.get("host")
    if host is None:
        return
    expected = host_and_port(settings.url)[0]  # the port does not matter: many proxies leave it out
    if expected and host_and_port(f"//{host}")[0] != expected:
        raise Refusal("malformed", f"the header Host is {host[:40]!r}; expected {expected}, as in the setting url")
    if not HOST.fullmatch(host):
        raise Refusal("malformed", f"the header Host is {host[:40]!r}; expected the name of this server")


def check_origin(connection: Connection, settings: Settings) -> None:
    """A browser says which page asks: ours, or one the operator has named. Programs send no origin and may pass."""
    origin = connection.headers.get("origin")
    if origin is None or origin in settings.origins or (settings.url and origin == settings.url):
        return
    own = "" if settings.url else connection.headers.get("host", "")  # where the address is known, it alone counts
    if host_and_port(origin) == host_and_port(f"//{own}") != ("", None):
        return
    raise Refusal("wrong_origin", "a page of another site may not do that; its operator can be asked to allow it")


def host_and_port(origin: str) -> tuple[str, int | None]:
    """Host and port of an origin; a port that goes without saying is none."""
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:
        return "", None
    return (parts.hostname or "").lower(), None if port in (80, 443) else port


async def who_calls(connection: Connection, settings: Settings, signer: Signer, store: Store) -> Caller:
    """The person behind a call: by a bot's token, by a guest's cookie, or somebody new."""
    caller = identified(connection, settings, signer)
    if caller.is_fresh:
        return caller
    return caller._replace(person=await known(store, caller.person.id, caller.person.kind))


def identified(connection: Connection, settings: Settings, signer: Signer) -> Caller:
    """The same, without looking a name up: somebody known is called as one who never gave a name."""
    address = address_of(connection, settings)
    if (authorization := connection.headers.get("authorization")) is not None:
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer":
            raise Refusal("bad_token", "expected `Authorization: Bearer` and the token of a bot")
        return Caller(unnamed(read_token(signer, BOT, token.strip()), BOT), address)
    if cookie := connection.cookies.get(COOKIE):
        return Caller(unnamed(read_token(signer, GUEST, cookie), GUEST), address)
    return Caller(fresh_person(GUEST), address, is_fresh=True)


def read_token(signer: Signer, purpose: str, token: str) -> str:
    """The id in a token, or a refusal."""
    try:
        (id,) = signer.read(purpose, token, now_ms())
    except ExpiredToken as error:
        what = "the cookie has" if purpose == GUEST else "the token has"
        raise Refusal("bad_token", f"{what} expired; ask for a new one") from error
    except (BadToken, ValueError) as error:
        where = "GET /api/me gives a new cookie" if purpose == GUEST else "POST /api/bots gives a new token"
        raise Refusal("bad_token", f"this server did not write that; {where}") from error
    return id


async def known(store: Store, id: str, kind: str) -> Person:
    """A person by id. One who never gave a name is known by a few letters of the id."""
    found = await store.person(id)
    return Person(id, found[0], kind) if found else unnamed(id, kind)


def fresh_person(kind: str) -> Person:
    """A new person: an id of 128 bits that cannot be guessed."""
    return unnamed(secrets.token_urlsafe(16), kind)


def unnamed(id: str, kind: str) -> Person:
    """Somebody without a name: called by a few letters of the id."""
    letters = "".join(letter for letter in id if letter.isalnum())
    return Person(id, f"{kind.capitalize()} {letters[:4].upper()}", kind)


def token_of(signer: Signer, person: Person) -> str:
    """The token by which a person is known for a year."""
    return signer.sign(BOT if person.kind == BOT else GUEST, person.id, until=now_ms() + YEAR * 1000)


def cookie_of(token: str, https: bool) -> str:
    """The header that gives a guest the cookie."""
    secure = "; Secure" if https else ""
    return f"{COOKIE}={token}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}"
