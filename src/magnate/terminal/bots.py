"""The seats without a person: a bot decides, and never holds up the game."""

from __future__ import annotations

from collections.abc import Container

from magnate.actions import Action
from magnate.bots.explain import Explanation
from magnate.bots.player import allowed
from magnate.game import Game
from magnate.search import named
from magnate.view import SeatPosition, View

PATIENCE = 200  # actions of bots without a roll after which the table answers for them


class TableBots:
    """Bots of one level on some seats of a game."""

    def __init__(self, game: Game, people: Container[int], level: str = "house") -> None:
        self.game = game
        self.people = people
        self.level = level
        self.bot = named(level)
        self.last: tuple[int, View] | None = None  # who moved last, and what it saw
        self._rolls = -1
        self._since = 0

    def claimant(self) -> int | None:
        """A bot that has a rent to claim, while play rests."""
        seats = (seat for seat in range(self.game.seats) if seat not in self.people)
        return next((seat for seat in seats if self.bot.notices(self.game.state, seat)), None)

    def decide(self, seat: int) -> Action:
        """A legal action for this bot: its own choice, or the table's where it dawdles."""
        game = self.game
        if game.state.rolls != self._rolls:
            self._rolls, self._since = int(game.state.rolls), 0
        self._since += 1
        if self._since > PATIENCE and game.state.must >> seat & 1:
            return game.default_action(seat)
        self.last = (seat, game.view(seat))
        return allowed(game, seat, self.bot.decide(SeatPosition.seen(game, seat), seat))

    def explain_last(self) -> tuple[int, Explanation] | None:
        """Who moved last, and why it did what it did."""
        return None if self.last is None else (self.last[0], self.bot.explain(self.last[1]))

    def advise(self, seat: int) -> Explanation:
        """What a bot would do in somebody's place."""
        return self.bot.explain(self.game.view(seat))
