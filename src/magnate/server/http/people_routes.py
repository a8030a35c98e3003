"""HTTP, people: who am I, what am I called, which games are mine, and tokens for bots that others wrote."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post, put
from msgspec import Struct

from magnate.protocol.config import Name
from magnate.protocol.errors import Refusal
from magnate.server.live.node import Node
from magnate.server.operations.clock import now_ms
from magnate.server.people.callers import BOT, Caller, fresh_person, known, token_of
from magnate.server.people.sanitise import NAME, cleaned
from magnate.server.store.columns import Head
from magnate.server.tables.summary import summary
from magnate.server.tables.table import PLAYING

from .requests import HttpRequest, answer, id_of_caller, node_of, operation, query, read, remember, who
from .table_routes import Awaits, Listing, Paging, Summary, listed, summary_of

DAY = 24 * 3_600_000  # once in it, that somebody was here is noted


class Me(Struct, frozen=True):
    """A person as the server knows them. `kind` is guest or bot."""

    id: str
    name: str
    kind: str


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """A name: plain text, up to 24 letters."""

    name: Name


class MyGames(Paging, frozen=True, forbid_unknown_fields=True):
    """Which part of the list of my games: perhaps only those that are open or playing."""

    running: bool = False


class BotMade(Struct, frozen=True):
    """A bot and its token, good for a year. Keep it secret: a program with this token acts as the bot."""

    person: str
    token: str


@get("/api/me", opt=operation(tag="people", gives=Me))
async def show_me(request: HttpRequest) -> Response[bytes]:
    """Who I am. A guest is known by a cookie, which is given or renewed here.

    A cookie that this server did not write is replaced.
    """
    node = node_of(request)
    try:
        caller = await who(request)
    except Refusal as refusal:
        if refusal.error != "bad_token" or "authorization" in request.headers:
            raise
        node.metrics.refused(refusal.error)
        caller = Caller(fresh_person("guest"), "", is_fresh=True)
    if not caller.is_fresh:
        async with node.trouble():
            await node.store.deletion.touch_person(caller.person.id, now_ms(), DAY)
    remember(request, caller)
    return answer(Me(*caller.person))


@put("/api/me", opt=operation(tag="people", asks=Named, gives=Me))
async def rename_me(request: HttpRequest) -> Response[bytes]:
    """Take a name."""
    node = node_of(request)
    caller = await who(request)
    name = cleaned((await read(request, Named)).name, "name", NAME)
    person = caller.person
    async with node.trouble():
        await node.store.keep_person(person.id, name, person.kind, now_ms())
        return answer(Me(*await known(node.store, person.id, person.kind)))


@get("/api/me/games", opt=operation(tag="people", query=MyGames, gives=Listing))
async def list_my_games(request: HttpRequest) -> Response[bytes]:
    """Tables at which I have or had a seat, the newest first; `awaits` says where play waits for me.

    `running` leaves out those that are over or closed.
    """
    node, page = node_of(request), query(request, MyGames)
    person = id_of_caller(request)
    async with node.trouble():
        heads = await node.store.of_person(person, page.limit, page.place, page.running)
        waiting = {head.id: found for head in heads if (found := await awaits(node, person, head)) is not None}
        return answer(listed(heads, page.limit, waiting))


async def awaits(node: Node, person: str, head: Head) -> Awaits | None:
    """Where play waits for the asker at a table; of several seats, the one with the least time."""
    if head.status != PLAYING:
        return None
    at, about = head.at, summary_of(head)
    if about.awaited is None:  # stored by a version before 0.2
        try:
            table = (await node.registry.live_table(head.id)).table
        except Refusal:  # this version cannot play it
            return None
        at, about = table.at, msgspec.json.decode(summary(table), type=Summary)
    given_back = node.registry.away_since(at)  # the table gets it when it is next in memory
    mine = [one for one in about.awaited or () if one.person == person]
    if not mine:
        return None
    first = min(mine, key=lambda one: (one.until is None, one.until or one.since))
    return Awaits(first.seat, first.since, None if first.until is None else first.until + given_back)


@post("/api/bots", opt=operation(tag="people", asks=Named, gives=BotMade, status=201))
async def make_bot(request: HttpRequest) -> Response[bytes]:
    """A token for a program that plays: sent as `Authorization: Bearer …` over HTTP and when a socket is opened.

    A bot may do what a guest may, but not as fast.
    """
    node = node_of(request)
    caller = await who(request)
    name = cleaned((await read(request, Named)).name, "name", NAME)
    node.limits.allow_bot(caller.address)
    bot = fresh_person(BOT)
    async with node.trouble():
        await node.store.keep_person(bot.id, name, BOT, now_ms())
    return answer(BotMade(bot.id, token_of(node.signer, bot)), 201)
