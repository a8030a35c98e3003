"""Taking back: the moves since dice or cards last showed something new, and the wish to undo the last own one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from magnate.actions import Action
from magnate.game import Game

from .holder import MaxBid


class OrdersThen(NamedTuple):
    """Of a seat's orders, those that a move may end: its proxy bid, and that it declines deals."""

    max_bid: MaxBid | None = None
    refuse_deals: bool = False


class RecentMove(Struct, frozen=True):
    """A move that showed no dice or card, under its number; where it ended orders, those of all seats before it."""

    number: int
    seat: int
    action: Action
    by: str
    orders: list[OrdersThen] = []


class TakeBackWish(Struct, frozen=True):
    """A seat wants to take back the move of this number. It waits for the people who have not agreed."""

    seat: int
    number: int
    at: int
    agreed: list[int] = []


class RecentMoves:
    """The game as chance last showed something, and every move since. From these any of them can be undone.

    Nothing random lies between: the dice and cards to come are the same afterwards, and the promise of the dice holds.
    Neither the game nor the list is ever changed.
    """

    def __init__(self, base: Game, steps: Sequence[RecentMove] = ()) -> None:
        self.base = base
        self.steps = list(steps)

    def last_of(self, seat: int) -> int | None:
        """The number of the last move that the person of a seat made; None if chance has shown something since."""
        return next((one.number for one in reversed(self.steps) if one.seat == seat and one.by == "person"), None)

    def since(self, number: int) -> list[RecentMove]:
        """A move and those after it."""
        return [one for one in self.steps if one.number >= number]

    def with_move(self, move: RecentMove) -> RecentMoves:
        """These moves and one more."""
        return RecentMoves(self.base, [*self.steps, move])

    def without_person(self, seat: int) -> RecentMoves:
        """The person of a seat has left: the next one there cannot take back a move of theirs, and has no orders."""
        steps = [
            replace(
                one,
                by="bot" if one.seat == seat else one.by,
                orders=[OrdersThen() if other == seat else then for other, then in enumerate(one.orders)],
            )
            for one in self.steps
        ]
        return RecentMoves(self.base, steps)

    def before(self, number: int) -> RecentMoves:
        """The moves before this one."""
        return RecentMoves(self.base, [one for one in self.steps if one.number < number])

    def game(self, rules: str) -> Game:
        """The game after these moves, written with the rules of this version."""
        game = self.base.copy()
        for one in self.steps:
            game.play_stored(one.seat, one.action, rules)
        game.events.clear()
        game.moves.clear()
        return game
