"""Figures of a game that need no network: dice beside what was due, and what each deed brought and cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from magnate.events import PaidPlayer, Rolled
from magnate.review.moves import PlayedMove


class DiceFigures(Struct):
    """The throws of a seat: their number, sum and doubles, beside what was due."""

    seat: int
    throws: int
    total: int
    total_due: int  # seven a throw
    doubles: int
    doubles_due: float  # one throw in six


class DeedFigures(Struct):
    """The deed that brought a seat most rent, and the deed of another that cost it most; None where there is none."""

    seat: int
    earned_deed: int | None
    earned: int
    cost_deed: int | None
    cost: int


def dice_figures(moves: Sequence[PlayedMove], seats: int) -> list[DiceFigures]:
    """The dice of every seat."""
    found = []
    for seat in range(seats):
        throws = [e.dice for move in moves for e in move.events if isinstance(e, Rolled) and e.seat == seat]
        doubles = sum(one[0] == one[1] for one in throws)
        total = sum(sum(one) for one in throws)
        found.append(DiceFigures(seat, len(throws), total, 7 * len(throws), doubles, round(len(throws) / 6, 1)))
    return found


def deed_figures(moves: Sequence[PlayedMove], seats: int) -> list[DeedFigures]:
    """Rents by deed, for every seat."""
    earned: list[Counter[int]] = [Counter() for _ in range(seats)]
    paid: list[Counter[int]] = [Counter() for _ in range(seats)]
    for move in moves:
        for event in move.events:
            if isinstance(event, PaidPlayer) and event.deed is not None and event.why == "rent":
                earned[event.other][event.deed] += event.amount
                paid[event.seat][event.deed] += event.amount
    found = []
    for seat in range(seats):
        (best, most), (worst, cost) = (
            counter.most_common(1)[0] if counter else (None, 0) for counter in (earned[seat], paid[seat])
        )
        found.append(DeedFigures(seat, best, most, worst, cost))
    return found
