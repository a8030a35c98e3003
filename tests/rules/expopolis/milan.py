"""Expòpoli(s) with nothing dealt: a position holds only what its test puts there."""

from functools import cache
from typing import Any

from magnate.editions import Edition, load
from magnate.editions.schema import DeedSpace
from magnate.game import Game
from magnate.testing import Position
from rules.kit import own

FUCHSIA = ("Parco Lambro", "Quarto Oggiaro")
AZURE = ("Maciachini", "Giambellino", "Corvetto")
BROWN = ("Fiera", "Cascina Merlata", "Area Expo")
VIOLET = ("Galleria Vittorio Emanuele", "Montenapoleone")
STATIONS = ("Stazione Rogoredo", "Stazione Porta Genova", "Scalo Farini", "Stazione Lambrate")


@cache
def edition(variant: str | None = None) -> Edition:
    """The edition, without the deal at the start."""
    return load("expopolis", variant=variant, options={"setup.dealt": 0})


def milan(seats: int = 2, variant: str | None = None, **position: Any) -> Position:
    """A position on the board of Milan; every purse holds 100,000 unless told otherwise."""
    if position.get("opening"):
        return Position(edition(variant), seats, **position)
    cash = {seat: 100_000 for seat in range(seats) if seat not in position.get("out", ())}
    given = position.pop("cash", {})
    cash |= given if isinstance(given, dict) else dict(enumerate(given))
    return Position(edition(variant), seats, cash=cash, **position)


def price(game: Game, deed: int) -> int:
    """The price printed on a contract."""
    space = game.edition.spaces[game.edition.deeds[deed]]
    assert isinstance(space, DeedSpace)
    return space.price


def indebted(cash: int = 0, seats: int = 3, **position: Any) -> Position:
    """Seat 0 has just been asked by seat 1, who owns the four stations, for a rent of 20,000."""
    owners = own(1, *STATIONS) | position.pop("owners", {})
    purses = {0: cash} | position.pop("purses", {})
    game = milan(seats, cash=purses, owners=owners, **position)
    game.rolls(2, 3)
    game.claims(1)
    return game
