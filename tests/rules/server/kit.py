"""Shorthand for the tests of the networked Italian game."""

from functools import cache, partial
from typing import Any

from magnate import Game
from magnate.events import Event
from magnate.testing import Position
from rules.kit import SRV, landed

ORANGE = ("Via Accademia", "Corso Ateneo", "Piazza Università")  # houses and hotels at 100, mortgages 70 / 70 / 80

lands = partial(landed, SRV)


def server(seats: int = 2, **position: Any) -> Position:
    """A position of the networked game."""
    return Position(SRV, seats, **position)


@cache
def long_game(seats: int, steps: int = 6000) -> tuple[Event, ...]:
    """Everything told in a game in which nobody ever answers in time."""
    game = Game(SRV, seats=seats, seed=11)
    for _ in range(steps):
        seat = game.must[0]
        game.play(seat, game.default_action(seat))
    assert not game.is_over
    return tuple(game.events)
