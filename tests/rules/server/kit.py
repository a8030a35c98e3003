"""Shorthand for the tests of the networked Italian game."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from magnate import Game
from magnate.actions import Build, SellBuildings
from magnate.events import Event
from magnate.testing import EventList, Position

ORANGE = ("Via Accademia", "Corso Ateneo", "Piazza Università")  # houses and hotels at 100, mortgages 70 / 70 / 80
BROWN = ("Via Verdi", "Corso Raffaello", "Piazza Dante")  # houses and hotels at 100, mortgages 90 / 90 / 100
STATIONS = ("Stazione Sud", "Stazione Ovest", "Stazione Nord", "Stazione Est")
COMPANIES = ("Soc. Elettrica", "Soc. Acqua Potabile")


def server(seats: int = 2, **position: Any) -> Position:
    """A position of the networked game."""
    return Position("monopoli-server", seats, **position)


def all_of(places: Sequence[str], seat: int) -> dict[str | int, int]:
    """These deeds, owned by one seat."""
    return dict.fromkeys(places, seat)


def before(space: int) -> int:
    """The space from which a roll of 1 and 2 leads to this one."""
    return space - 3


def lands(space: int, seats: int = 2, **position: Any) -> tuple[Position, EventList]:
    """Seat 0 has just rolled 1 and 2 onto this space."""
    game = server(seats, at={0: before(space), **position.pop("at", {})}, **position)
    return game, game.rolls(1, 2)


def build(game: Position, place: str, *levels: int) -> Build:
    """An order for the group of this lot."""
    return Build(game.group(place), list(levels))


def sell(game: Position, place: str, *levels: int) -> SellBuildings:
    """A sale down to these levels of the group of this lot."""
    return SellBuildings(game.group(place), list(levels))


def stock(game: Position) -> tuple[int, int]:
    """Houses and hotels left in the Bank."""
    seen = game.view()
    return seen.houses, seen.hotels


@cache
def long_game(seats: int, steps: int = 6000) -> tuple[Event, ...]:
    """Everything told in a game in which nobody ever answers in time."""
    game = Game("monopoli-server", seats=seats, seed=11)
    for _ in range(steps):
        seat = game.must[0]
        game.play(seat, game.default_action(seat))
    assert not game.is_over
    return tuple(game.events)
