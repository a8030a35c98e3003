"""Taking back: the moves since dice or cards last showed something new, and the wish to undo the last own one."""

from __future__ import annotations

from msgspec import Struct

from magnate.actions import Action
from magnate.game import Game


class RecentMove(Struct, frozen=True):
    """A move that showed no dice or card, under its number."""

    number: int
    seat: int
    action: Action
    by: str


class TakeBackWish(Struct):
    """A seat wants to take back the move of this number. It waits for the people who have not agreed."""

    seat: int
    number: int
    at: int
    agreed: list[int] = []


class RecentMoves:
    """The game as chance last showed something, and every move since. From these any of them can be undone.

    Nothing random lies between: the dice and cards to come are the same afterwards, and the promise of the dice holds.
    """

    def __init__(self, base: Game, steps: list[RecentMove] | None = None) -> None:
        self.base = base
        self.steps = steps or []

    def last_of(self, seat: int) -> int | None:
        """The number of the last move that the person of a seat made; None if chance has shown something since."""
        return next((one.number for one in reversed(self.steps) if one.seat == seat and one.by == "person"), None)

    def before(self, number: int) -> Game:
        """The game as it was before a move; that move and those after it are forgotten."""
        self.steps = [one for one in self.steps if one.number < number]
        game = self.base.copy()
        for one in self.steps:
            game.play_stored(one.seat, one.action)
        game.events.clear()
        game.moves.clear()
        return game
