"""HTTP, try it again: from a moment of a finished game a table starts, the asker in a seat and bots in the others."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Response, post
from litestar.params import FromPath
from msgspec import Meta, Struct

from magnate.protocol.commands import Entropy, Level, Number
from magnate.protocol.config import Name
from magnate.protocol.errors import Refusal
from magnate.rules.codes import MAX_SEATS
from magnate.server.live.live_table import LiveTable
from magnate.server.live.node import Node
from magnate.server.live.timeouts import PATIENCE
from magnate.server.people.callers import link_to
from magnate.server.people.sanitise import NAME, cleaned
from magnate.server.tables.levels import offered
from magnate.server.tables.trying_again import Attempt, FirstGame

from .requests import HttpRequest, answer, node_of, operation, read, who
from .table_routes import QuickMade


class TryAgain(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The moment after entry `number` of a finished game, tried again in a seat.

    With the `same` dice all later dice and cards are those of the first game, as far as play calls for them; `fresh`
    dice get a new commitment, and `entropy` goes into them.
    """

    number: Number
    seat: Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
    dice: Literal["same", "fresh"] = "same"
    level: Level = "trader"
    name: Name | None = None
    entropy: Entropy = ""


@post(
    "/api/tables/{table:str}/tries",
    opt=operation(
        tag="records",
        asks=TryAgain,
        gives=QuickMade,
        status=201,
        refuses=[
            "no_such_table", "no_such_seat", "no_such_level", "not_started", "is_over", "forbidden", "too_long",
            "too_many", "busy", "unavailable",
        ],
    ),
)  # fmt: skip
async def try_again(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    """Try a moment of a finished game again, against bots: creates a table that continues from there."""
    node = node_of(request)
    caller = await who(request)
    asked = await read(request, TryAgain)
    name = cleaned(asked.name or caller.person.name, "name", NAME)
    if asked.level not in offered():
        raise Refusal("no_such_level", f"there is no bot of the level {asked.level!r}")
    first = await finished(node, table)
    node.limits.allow_table(caller.person.id, caller.address)
    wish = Attempt(caller.person.id, name, asked.number, asked.seat, asked.dice, asked.level, asked.entropy)
    made = await node.see_through(begin(node, caller.address, first, wish), 4 * PATIENCE)
    token = made.tokens.give(made.table, asked.seat)
    link = link_to(request, node.settings, made.table.id)
    return answer(QuickMade(made.table.id, asked.seat, token, link), 201)


async def finished(node: Node, table: str) -> LiveTable:
    """A table whose game is over, or came as a record: no player may look ahead."""
    live = await node.live_table(table)
    async with node.trouble():
        game, is_record = await live.read(lambda: (live.table.game, live.table.is_record))
    if game is None:
        raise Refusal("not_started", "there is nothing to try again before the game has started")
    if not game.is_over and not is_record:
        raise Refusal("forbidden", "a game can be tried again when it is over")
    return live


async def begin(node: Node, address: str, first: LiveTable, wish: Attempt) -> LiveTable:
    """Make the table, in turn with those who replay."""
    async with node.replaying(address):
        rows = await node.store.rows(first.table.id, 0)
        return await node.registry.try_again(FirstGame(first.table.id, first.table.secret, rows), wish)
