"""The seats nobody sits at: the house bot decides, and never holds up the game."""

from __future__ import annotations

from collections.abc import Container

from magnate import actions, objects
from magnate.actions import Action, MalformedAction
from magnate.bots.house import house_decides
from magnate.game import Game
from magnate.rules.moments import is_resting

PATIENCE = 200  # actions of bots without a roll after which the table answers for them


class HouseBots:
    """House bots on some seats of a game."""

    def __init__(self, game: Game, people: Container[int]) -> None:
        self.game = game
        self.people = people
        self._a = objects.fresh_move()
        self._rolls = -1
        self._since = 0

    def claimant(self) -> int | None:
        """A bot that has a rent to claim, while play rests."""
        g = self.game.state
        if g.over or not g.claims or not is_resting(g):
            return None
        owners = [int(g.claim_owner[i]) for i in range(g.claims)]
        return next((owner for owner in owners if owner not in self.people), None)

    def decide(self, seat: int) -> Action:
        """A legal action for this bot: its own choice, or the table's where it has none or dawdles."""
        game = self.game
        if game.state.rolls != self._rolls:
            self._rolls, self._since = int(game.state.rolls), 0
        self._since += 1
        if self._since <= PATIENCE or not game.state.must >> seat & 1:
            try:
                house_decides(game.state, game.table, seat, self._a)
                action = actions.decode(self._a, game._group_size)
                if game.refusal(seat, action) is None:
                    return action
            except MalformedAction:
                pass
        return game.default_action(seat)
