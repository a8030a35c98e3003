"""HTTP, people: who am I, what am I called, which games are mine, and tokens for bots that others wrote."""

from __future__ import annotations

from litestar import Response, get, post, put
from msgspec import Struct

from .callers import BOT, Caller, fresh_person, known, token_of
from .config import Name
from .http import Asked, answer, edge_of, operation, query, read, remember, who
from .http_tables import Listing, Paging, listed
from .keeping import now_ms
from .plain import NAME, cleaned
from .wire import Refusal


class Me(Struct, frozen=True):
    """A person as the server knows them. `kind` is guest or bot."""

    id: str
    name: str
    kind: str


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """A name: plain text, up to 24 letters."""

    name: Name


class BotMade(Struct, frozen=True):
    """A bot and its token, good for a year. Whoever has the token is the bot: keep it to yourself."""

    person: str
    token: str


@get("/api/me", opt=operation(tag="people", gives=Me))
async def show_me(request: Asked) -> Response[bytes]:
    """Who I am. A guest is known by a cookie, which is given or renewed here.

    A cookie that this server did not write is replaced.
    """
    edge = edge_of(request)
    try:
        caller = await who(request)
    except Refusal as refusal:
        if refusal.error != "bad_token" or "authorization" in request.headers:
            raise
        edge.metrics.refused(refusal.error)
        caller = Caller(fresh_person("guest"), "", is_fresh=True)
    remember(request, caller)
    return answer(Me(*caller.person))


@put("/api/me", opt=operation(tag="people", asks=Named, gives=Me))
async def rename_me(request: Asked) -> Response[bytes]:
    """Take a name."""
    edge = edge_of(request)
    caller = await who(request)
    name = cleaned((await read(request, Named)).name, "name", NAME)
    person = caller.person
    async with edge.trouble():
        await edge.store.keep_person(person.id, name, person.kind, now_ms())
        return answer(Me(*await known(edge.store, person.id, person.kind)))


@get("/api/me/games", opt=operation(tag="people", query=Paging, gives=Listing))
async def list_my_games(request: Asked) -> Response[bytes]:
    """Tables at which I have or had a seat, the newest first."""
    edge, page = edge_of(request), query(request, Paging)
    caller = await who(request)
    async with edge.trouble():
        return answer(listed(await edge.store.of_person(caller.person.id, page.limit, page.place), page.limit))


@post("/api/bots", opt=operation(tag="people", asks=Named, gives=BotMade, status=201))
async def make_bot(request: Asked) -> Response[bytes]:
    """A token for a program that plays: sent as `Authorization: Bearer …` over HTTP and when a socket is opened.

    A bot may do what a guest may, but not as fast.
    """
    edge = edge_of(request)
    caller = await who(request)
    name = cleaned((await read(request, Named)).name, "name", NAME)
    edge.limits.allow_bot(caller.address)
    bot = fresh_person(BOT)
    async with edge.trouble():
        await edge.store.keep_person(bot.id, name, BOT, now_ms())
    return answer(BotMade(bot.id, token_of(edge.signer, bot)), 201)
