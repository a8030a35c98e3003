"""HTTP, puzzles: those of an edition, the one of the day, and each with its position."""

from __future__ import annotations

import asyncio
from functools import lru_cache

from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct

from magnate.game import Game
from magnate.protocol.errors import Refusal
from magnate.review.judging import Kind
from magnate.review.puzzles import Puzzle, of_the_day, shipped
from magnate.server.tables.replay import with_all_cash
from magnate.view import View

from .record_routes import WHILE, known
from .requests import HttpRequest, answer, node_of, operation

DAY = 24 * 3_600_000
KEPT = 64  # positions in memory


class PuzzleListed(Struct, frozen=True):
    """A puzzle of an edition, and what is decided in it."""

    puzzle: str
    kind: Kind


class Puzzles(Struct, frozen=True):
    """The puzzles of an edition. `today` is the one of this day, by UTC; null where there are none."""

    edition: str
    today: str | None
    puzzles: list[PuzzleListed]


class PuzzleShown(Struct, frozen=True):
    """A puzzle with its answer, and its position as everybody sees it."""

    puzzle: Puzzle
    view: View


@get("/api/puzzles/{edition:str}", opt=operation(tag="editions", gives=Puzzles, refuses=["no_such_edition"]))
async def list_puzzles(request: HttpRequest, edition: FromPath[str]) -> Response[bytes]:
    """The puzzles of an edition."""
    found = shipped(known(edition)).puzzles
    now = node_of(request).registry.clock.now()
    today = of_the_day(found, now // DAY).id if found else None
    return answer(Puzzles(edition, today, [PuzzleListed(one.id, one.kind) for one in found]))


@get(
    "/api/puzzles/{edition:str}/{puzzle:str}",
    opt=operation(tag="editions", gives=PuzzleShown, refuses=["no_such_edition", "no_such_page"]),
)
async def show_puzzle(request: HttpRequest, edition: FromPath[str], puzzle: FromPath[str]) -> Response[bytes]:
    """A puzzle: the position, the options with what playing them out said, the best first."""
    return answer(await asyncio.to_thread(shown, known(edition), puzzle), headers=WHILE)


@lru_cache(maxsize=KEPT)
def shown(edition: str, puzzle: str) -> PuzzleShown:
    """A puzzle with its position."""
    found = next((one for one in shipped(edition).puzzles if one.id == puzzle), None)
    if found is None:
        raise Refusal("no_such_page", f"there is no puzzle {puzzle[:40]!r} of {edition}")
    game = Game.from_text(found.position, 0)
    game.names = [""] * game.seats  # clients call them by number, in the reader's language
    return PuzzleShown(found, with_all_cash(game))
