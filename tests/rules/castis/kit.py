"""Shorthand for the tests of Castis."""

from collections.abc import Sequence
from typing import Any

from magnate import Game
from magnate.actions import Build, SellBuildings
from magnate.events import CardDrawn
from magnate.testing import EventList, Position

PALENCIA = ("Calle Don Sancho", "Plaza de la Inmaculada", "Calle Mayor Principal")  # 11, 13, 14: building at 100
ZAMORA = ("Calle Balborraz", "Plaza de Viriato", "Calle de Santa Clara")  # 6, 8, 9: building at 50
MONUMENTS = ("Murallas de Ávila", "Catedral de León", "Acueducto de Segovia", "Catedral de Burgos")
SERVICES = ("Luz del Duero", "Aguas del Pisuerga")


def castis(seats: int = 2, **position: Any) -> Position:
    """A position of Castis."""
    return Position("castis", seats, **position)


def all_of(places: Sequence[str], seat: int) -> dict[str | int, int]:
    """These deeds, owned by one seat."""
    return dict.fromkeys(places, seat)


def before(space: int) -> int:
    """The space from which a roll of 1 and 2 leads to this one."""
    return space - 3


def lands(space: int, seats: int = 2, **position: Any) -> tuple[Position, EventList]:
    """Seat 0 has just rolled 1 and 2 onto this space."""
    game = castis(seats, at={0: before(space), **position.pop("at", {})}, **position)
    return game, game.rolls(1, 2)


def draws(card: str, seats: int = 2, **position: Any) -> tuple[Position, EventList]:
    """Seat 0 has just drawn this card and followed it: Sorpresa on square 22, Banco on 17."""
    space = 22 if card.startswith("S") else 17
    game = castis(seats, at={0: before(space), **position.pop("at", {})}, **position)
    return game, game.draws(card, 1, 2)


def palencia(*levels: int, cash: int = 5000, **position: Any) -> Position:
    """Seat 0 owns the group of Palencia, built like this."""
    owners = {**all_of(PALENCIA, 0), **position.pop("owners", {})}
    levels_of = {**dict(zip(PALENCIA, levels, strict=True)), **position.pop("levels", {})}
    purses = {0: cash, **position.pop("purses", {})}
    return castis(position.pop("seats", 2), owners=owners, levels=levels_of, cash=purses, **position)


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


def drawn_next(game: Game, deck: int, count: int) -> list[int]:
    """The next so many cards of a deck, while nobody answers in time."""
    cards: list[int] = []
    while len(cards) < count:
        seat = game.must[0]
        for event in game.play(seat, game.default_action(seat)):
            if isinstance(event, CardDrawn) and event.deck == deck:
                cards.append(event.card)
    return cards
