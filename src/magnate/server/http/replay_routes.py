"""HTTP, the past of a game: any position by the number of its entry, and the wealth of each seat from start to end."""

from __future__ import annotations

import asyncio

from litestar import Response, get
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from magnate.bots.explain import Explanation
from magnate.errors import GameError
from magnate.game import Game
from magnate.protocol.errors import Refusal
from magnate.server.live.node import Node
from magnate.server.people.callers import address_of
from magnate.server.tables.levels import bot_of, offered
from magnate.server.tables.replay import Fortune, Replay, with_all_cash
from magnate.server.tables.table_setup import Diverged
from magnate.view import View

from .record_routes import FOR_EVER, WITH_NAMES
from .requests import HttpRequest, answer, node_of, operation

LONGEST_TEXT = 8192  # characters of a position; the longest of a real game has about 1,500
NAMES_REMOVED = b'{"type":"NamesRemoved"'  # so begins the entry
PREPARING = "preparing"  # the note of a bot that is not yet what it will be: ask again


class Position(Struct, frozen=True):
    """The game as it was after entry `number`, as a watcher sees it; `text` is that position as one line."""

    number: int
    view: View
    text: str


class Described(Struct, frozen=True):
    """The position that a text describes, as a watcher sees it."""

    text: str
    view: View


class Fortunes(Struct, frozen=True):
    """Wealth as timed endings count it: each entry at which it changed, with the wealth of each seat."""

    fortunes: list[Fortune]


async def replay_of(request: HttpRequest, table: str) -> Replay:
    """The replay of a table, up to the last stored entry."""
    node = node_of(request)
    live = await node.live_table(table)
    address = address_of(request, node.settings)
    replay = node.replay_cache.of(live.table.id, live.table.secret)
    if not await node.see_through(grow(node, address, live.table.id, replay)):
        node.replay_cache.forget(live.table.id)
        replay = node.replay_cache.of(live.table.id, live.table.secret)
        await node.see_through(grow(node, address, live.table.id, replay))
    if replay.game is None:
        raise Refusal("not_started", "there is no past before the game has started")
    return replay


async def grow(node: Node, address: str, table: str, replay: Replay) -> bool:
    """Take in what was kept since. False: names were removed from what was taken in before."""
    async with replay.lock:
        rows = await node.store.rows(table, replay.number)
        if replay.number and any(row.body.startswith(NAMES_REMOVED) for row in rows):
            return False
        if not rows:
            return True
        async with node.replaying(address):
            try:
                await asyncio.to_thread(replay.take_in, rows)
            except Diverged as error:
                node.replay_cache.forget(table)
                raise Refusal("unplayable", "this table was played by other rules than this server has") from error
        return True


def for_good(replay: Replay) -> dict[str, str]:
    """The answer about a game that is over never changes."""
    return FOR_EVER if replay.game is not None and replay.game.is_over else {}


@get(
    "/api/tables/{table:str}/moves/{number:int}",
    opt=operation(
        tag="records",
        gives=Position,
        refuses=["no_such_table", "not_started", "no_such_page", "unplayable", "busy"],
    ),
)
async def show_position(request: HttpRequest, table: FromPath[str], number: FromPath[int]) -> Response[bytes]:
    """The game as it was after an entry of the log, as a watcher sees it; cash only where it is public now."""
    replay = await replay_of(request, table)
    if number > replay.number:
        raise Refusal("no_such_page", f"there is no entry {number} yet; the last is {replay.number}")
    game = replay.at(number)
    if game is None:
        raise Refusal("no_such_page", f"the game began with entry {replay.numbers[0]}; {number} is before it")
    view = with_all_cash(game) if replay.is_open else game.view()
    return answer(Position(number, view, replay.text_of(game)), headers=WITH_NAMES if for_good(replay) else None)


@get("/api/position", opt=operation(tag="records", gives=Described, refuses=["malformed", "too_long", "busy"]))
async def read_position(request: HttpRequest, text: FromQuery[str]) -> Response[bytes]:
    """The position that a text describes, of an edition that comes with the game."""
    if len(text) > LONGEST_TEXT:
        raise Refusal("too_long", f"the text has {len(text)} characters; at most {LONGEST_TEXT} are read")
    node = node_of(request)
    return answer(await node.see_through(describe(node, address_of(request, node.settings), text)))


async def describe(node: Node, address: str, text: str) -> Described:
    """Read a text, in turn with those who replay."""
    async with node.replaying(address):
        try:
            game = await asyncio.to_thread(Game.from_text, text, 0)
        except GameError as error:
            raise Refusal("malformed", str(error)) from error
        return Described(game.to_text(), with_all_cash(game))


@get(
    "/api/tables/{table:str}/worth",
    opt=operation(
        tag="records", gives=Fortunes, refuses=["no_such_table", "not_started", "forbidden", "unplayable", "busy"]
    ),
)
async def show_worth(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    """The wealth of each seat from the start on. Where cash is private, only once the game is over."""
    replay = await replay_of(request, table)
    if not replay.is_open:
        raise Refusal("forbidden", "cash is private at this table; ask again when the game is over")
    return answer(Fortunes(replay.fortunes), headers=for_good(replay))


@get(
    "/api/tables/{table:str}/moves/{number:int}/why",
    opt=operation(
        tag="records",
        gives=Explanation,
        refuses=["no_such_table", "not_started", "forbidden", "no_such_page", "no_such_level", "unplayable", "busy"],
    ),
)
async def show_why(
    request: HttpRequest, table: FromPath[str], number: FromPath[int], bot: FromQuery[str] = "trader"
) -> Response[bytes]:
    """What a bot thinks of a move once the game is over: the options there were, what speaks for each, its own choice.

    `bot` is the level asked; the one that sat there gives the reasons of its own move.
    """
    if bot not in offered():
        raise Refusal("no_such_level", f"no bot plays at level {bot!r}; known: {', '.join(offered())}")
    replay = await replay_of(request, table)
    if replay.game is None or not replay.game.is_over:
        raise Refusal("forbidden", "bots explain themselves when the game is over")
    if number not in replay.numbers[1:]:
        raise Refusal("no_such_page", f"entry {number} is no move of the game")
    node = node_of(request)
    told = await node.see_through(think(node, address_of(request, node.settings), replay, number, bot))
    is_whole = told.note is None or told.note.key != PREPARING
    return answer(told, headers=for_good(replay) if is_whole else {})


async def think(node: Node, address: str, replay: Replay, number: int, level: str) -> Explanation:
    """Ask a bot, in turn with those who replay: it may play many games for its answer."""
    async with node.replaying(address):
        return await asyncio.to_thread(explain, replay, number, level)


def explain(replay: Replay, number: int, level: str) -> Explanation:
    """What a bot would do where the move was made."""
    move = replay.numbers.index(number)
    game = replay.at(replay.numbers[move - 1])
    seat = replay.moves[move - 1][0]
    if game is None or seat < 0:
        raise Refusal("no_such_page", f"entry {number} was made by no seat")
    return bot_of(level).explain(game.view(seat))
