"""HTTP, the bar of chances: each seat's chance to win after an entry, for those who watch, never for those who play."""

from __future__ import annotations

import asyncio
import threading
from functools import cache

from litestar import Response, get
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from magnate.game import Game
from magnate.protocol.errors import Refusal
from magnate.review.position_value import PositionValue
from magnate.review.units import MILLIONTH
from magnate.server.live.node import Node
from magnate.server.tables.replay import Replay
from magnate.value.master_bot import Master

from .replay_routes import for_good, replay_of
from .requests import HttpRequest, answer, node_of, operation, who

LOCK = threading.Lock()  # the network has one scratch


class SeatChances(Struct, frozen=True):
    """Each seat's chance to win after entry `number`, in millionths, as the value network sees it."""

    number: int
    chances: list[int]


@cache
def master() -> Master:
    """The network, loaded once."""
    return Master()


def chances_of(game: Game) -> list[int]:
    """The chance of each seat, in millionths."""
    with LOCK:
        return [one // MILLIONTH for one in PositionValue(game.edition, game.table, master()).value(game.state)]


def check_watching(replay: Replay, person: str) -> None:
    """Refuse players of a running game, and all viewers if the host turned it off or cash is private."""
    if replay.is_finished:
        return
    table = replay.table
    if any(holder.person == person for holder in table.holders):
        raise Refusal("forbidden", "chances are for those who watch; yours are in the review when the game is over")
    if not table.config.chances:
        raise Refusal("forbidden", "the host does not show chances at this table")
    if not replay.is_open:
        raise Refusal("forbidden", "cash is private at this table, so chances are shown when the game is over")


@get(
    "/api/tables/{table:str}/chances",
    opt=operation(
        tag="records",
        gives=SeatChances,
        refuses=["no_such_table", "not_started", "forbidden", "no_such_page", "unplayable", "busy"],
    ),
)
async def show_chances(
    request: HttpRequest, table: FromPath[str], number: FromQuery[int | None] = None
) -> Response[bytes]:
    """Each seat's chance to win after an entry, or now. Not for people who have a seat in a game that is on."""
    caller = await who(request)
    replay = await replay_of(request, table)
    check_watching(replay, caller.person.id)
    at = replay.number if number is None else number
    if at > replay.number:  # no answer that a browser would keep for good
        raise Refusal("no_such_page", f"there is no entry {at} yet; the last is {replay.number}")
    game = replay.at(at)
    if game is None:
        raise Refusal("not_started", "there are no chances before the game has started")
    found = await node_of(request).see_through(weigh(node_of(request), caller.address, game))
    return answer(SeatChances(at, found), headers=for_good(replay))


async def weigh(node: Node, address: str, game: Game) -> list[int]:
    """Ask the network, in turn with those who replay."""
    async with node.replaying(address):
        return await asyncio.to_thread(chances_of, game)
