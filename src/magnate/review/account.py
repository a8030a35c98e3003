"""The account of a game: every change of a seat's chance belongs to luck or to decisions.

A move leads from the value before it over the value expected of it, the mean over all that chance could give, to the
value after it. The second part is luck. The first belongs to the seat that decided. Where a move was no choice it is a
correction: the value of the position was wrong by this amount, and what led there was everybody's play. So it belongs
to the decisions of all seats that still had a chance, in equal parts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from magnate.events import AuctionWon, CardMoved, CashMoved, DealDone, DeedMoved
from magnate.review.chance_tree import ChanceTree, UnseenCards
from magnate.review.moves import PlayedMove
from magnate.review.position_value import PositionValue
from magnate.review.units import Chances, less, shared
from magnate.rules.codes import BANK, FRAME_OPENING
from magnate.rules.stack import top_kind

NO_CHOICE = frozenset(
    {"SetUp", "Roll", "EndTurn", "FollowCard", "Acknowledge", "TimeUp", "ClaimRent", "DeclareBankruptcy", "PayTax"}
)


class ReviewStep(NamedTuple):
    """A move's change of all chances."""

    move: int
    seat: int  # -1 the Bank
    action: str
    before: Chances
    expected: Chances  # after the decision, before chance
    after: Chances
    spread: tuple[float, ...]  # standard deviation of what chance could give
    deciders: tuple[int, ...]  # whose decision it was: both sides of a deal; empty where there was no choice
    is_luck: bool

    @property
    def luck(self) -> Chances:
        """What chance gave each seat, or took."""
        return less(self.after, self.expected)

    @property
    def decided(self) -> Chances:
        """What the decision gave each seat, or took."""
        return less(self.expected, self.before)


class SeatAccount(Struct):
    """A seat's chance from the start to the result, in parts of WHOLE: the four parts add up to the result."""

    seat: int
    start: int
    luck: int = 0
    own: int = 0  # own decisions
    others: int = 0  # decisions of others
    result: int = 0
    luck_spread: float = 0.0  # standard deviation of luck in such a game, in parts of WHOLE
    unusual: float = 0.0  # luck in standard deviations

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return self.start + self.luck + self.own + self.others


def deciders_of(move: PlayedMove) -> tuple[int, ...]:
    """Whose decision a move was."""
    if move.seat == BANK or move.name in NO_CHOICE:
        return ()
    if any(isinstance(event, DealDone) for event in move.events):
        sides = {event.seat for event in move.events if isinstance(event, CashMoved)}
        for event in move.events:
            if isinstance(event, DeedMoved | CardMoved) and event.other is not None:
                sides |= {event.seat, event.other}
        return tuple(sorted(sides | {move.seat}))
    won = [event.seat for event in move.events if isinstance(event, AuctionWon)]
    if won:
        return (won[0],)  # the last to pass did not set the price
    return (move.seat,)


def curve_of(moves: Sequence[PlayedMove], position_value: PositionValue) -> list[Chances]:
    """The chances after every move. This alone takes a fraction of the time."""
    return [position_value.value(move.after) for move in moves]


def steps_of(
    moves: Sequence[PlayedMove], position_value: PositionValue, curve: Sequence[Chances], is_from_start: bool = True
) -> list[ReviewStep]:
    """Every move's change, taken apart. Before the set-up all seats are equal; a game may begin in a position."""
    unseen = UnseenCards(position_value.table)
    tree = ChanceTree(position_value, unseen)
    seats = moves[0].after.seats
    is_by_lot = bool(moves[0].told) or top_kind(moves[0].after) == FRAME_OPENING
    before = shared(range(seats), seats) if is_from_start and is_by_lot else curve[0]
    found = []
    for move, after in zip(moves, curve, strict=True):
        expected, spread = after, (0.0,) * seats
        if move.told and move.action is not None:
            tried = tree.expected(move.before, move.chance, move.seat, move.move, move.told)
            if tried is None:  # an opening roll: all seats are equal before it, taken together
                expected = before
                spread = tuple(float(abs(one)) for one in less(after, before))
            else:
                expected, spread = tried
        elif move.told:
            expected = before
        for deck, card in move.drawn:
            unseen.see(deck, card)
        found.append(
            ReviewStep(
                move.number, move.seat, move.name, before, expected, after, spread, deciders_of(move), bool(move.told)
            )
        )
        before = after
    return found


def own_part(step: ReviewStep, seat: int) -> int:
    """What of the change of a seat's chance that was no luck belongs to its own decisions."""
    change = step.decided[seat]
    if step.deciders:
        return change if seat in step.deciders else 0
    return change // max(1, sum(one > 0 for one in step.before))


def accounts_of(steps: Sequence[ReviewStep]) -> list[SeatAccount]:
    """The account of every seat."""
    found = []
    results = steps[-1].after
    for seat, result in enumerate(results):
        one = SeatAccount(seat, steps[0].before[seat], result=result)
        square = 0.0
        for step in steps:
            one.luck += step.luck[seat]
            square += step.spread[seat] ** 2
            own = own_part(step, seat)
            one.own += own
            one.others += step.decided[seat] - own
        one.luck_spread = math.sqrt(square)
        one.unusual = one.luck / one.luck_spread if square else 0.0
        found.append(one)
    return found
