"""The moves of a record, each with the position and the decks before it and the position after it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from magnate.actions import Action, encode
from magnate.events import CardDrawn, Event
from magnate.game import Game
from magnate.move import Chance
from magnate.objects import fresh_move
from magnate.record import Reader, open_game, play_moves


class PlayedMove(NamedTuple):
    """A move as it was made. The set-up, move 0, has neither an action nor a position before it."""

    number: int
    seat: int
    action: Action | None
    move: Any  # the action as the core reads it
    told: Chance  # what chance gave
    before: Any
    chance: Any  # decks before it
    after: Any
    events: list[Event]

    @property
    def name(self) -> str:
        """The name of its action."""
        return type(self.action).__name__ if self.action is not None else "SetUp"

    @property
    def drawn(self) -> list[tuple[int, int]]:
        """The cards drawn in it: deck and number."""
        return [(event.deck, event.card) for event in self.events if isinstance(event, CardDrawn)]


def played_moves(text: str, edition: str | Path | None = None) -> tuple[Game, list[PlayedMove]]:
    """The game of a record, and its moves. A record that does not replay raises CorruptRecord."""
    reader = Reader(text)
    game = open_game(Game, reader, None, edition)
    return game, list(watched(game, play_moves(reader, game)))


def watched(game: Game, played: Iterator[Chance]) -> Iterator[PlayedMove]:
    """Every move as it is played."""
    while True:
        before, chance, told = game.state.copy(), game.chance.copy(), len(game.events)
        if next(played, None) is None:
            return
        made = game.moves[-1]
        move = fresh_move()
        if made.action is not None:
            encode(made.action, move, game._group_size)
        yield PlayedMove(
            len(game.moves) - 1,
            made.seat,
            made.action,
            move,
            made.chance,
            before,
            chance,
            game.state.copy(),
            game.events[told:],
        )
