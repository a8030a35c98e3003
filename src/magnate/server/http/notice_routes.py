"""HTTP, notices: the key to subscribe a browser with, and the browsers that get a notice when I am asked."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, delete, get, put
from msgspec import Meta, Struct

from magnate.protocol.errors import Refusal
from magnate.server.operations.clock import now_ms
from magnate.server.people.callers import BOT
from magnate.server.push.service import LONGEST, BadEndpoint, check_endpoint
from magnate.server.store.columns import Subscription

from .requests import HttpRequest, answer, node_of, operation, read, who

Endpoint = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
Code = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,120}$")]
Language = Annotated[str, Meta(pattern="^[a-z]{2,3}$")]


class PushOffer(Struct, frozen=True):
    """The public key with which browsers subscribe to this server's notices; null where it sends none."""

    key: str | None


class Subscribe(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that wants notices: what its `PushSubscription` says, and the language of its person."""

    endpoint: Endpoint
    p256dh: Code
    auth: Code
    language: Language = "en"


class Unsubscribe(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that wants no more notices."""

    endpoint: Endpoint


class Subscribed(Struct, frozen=True):
    """How many of my browsers get notices."""

    browsers: int


@get("/api/push", opt=operation(tag="people", gives=PushOffer))
async def show_push(request: HttpRequest) -> Response[bytes]:
    """Whether this server sends notices, and the key to subscribe with."""
    push = node_of(request).push
    return answer(PushOffer(push.public_key if push else None))


@put("/api/me/push", opt=operation(tag="people", asks=Subscribe, gives=Subscribed, refuses=["no_push", "forbidden"]))
async def subscribe(request: HttpRequest) -> Response[bytes]:
    """Send notices to this browser: when I am asked at a table I am away from, and when a game is over.

    A person has at most eight: the one that was not renewed for the longest is forgotten.
    """
    node = node_of(request)
    caller = await who(request)
    asked = await read(request, Subscribe)
    if node.push is None:
        raise Refusal("no_push", "this server sends no notices: its operator has set no push_key")
    if caller.person.kind == BOT:
        raise Refusal("forbidden", "notices are for people; a bot stays connected")
    node.limits.allow_subscription(caller.address)
    found = checked(asked, node.settings.push_anywhere)
    async with node.trouble():
        browsers = await node.store.keep_subscription(caller.person.id, found, now_ms())
    return answer(Subscribed(browsers))


def checked(asked: Subscribe, anywhere: bool) -> Subscription:
    """A subscription to which notices can be sent, or a refusal."""
    from magnate.server.push.encryption import Keys, check_keys, decoded

    try:
        check_endpoint(asked.endpoint, anywhere)
        keys = Keys(decoded(asked.p256dh), decoded(asked.auth))
        check_keys(keys)
    except BadEndpoint as error:
        raise Refusal("malformed", str(error)) from error
    except ValueError as error:
        raise Refusal("malformed", "p256dh and auth are no keys of a browser") from error
    return Subscription(asked.endpoint, keys.p256dh, keys.auth, asked.language)


@delete("/api/me/push", status_code=200, opt=operation(tag="people", asks=Unsubscribe, gives=Subscribed))
async def unsubscribe(request: HttpRequest) -> Response[bytes]:
    """Send no more notices to this browser."""
    node = node_of(request)
    caller = await who(request)
    asked = await read(request, Unsubscribe)
    async with node.trouble():
        await node.store.drop_subscription(asked.endpoint, caller.person.id)
        return answer(Subscribed(len(await node.store.subscriptions(caller.person.id))))
