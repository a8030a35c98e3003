"""Shorthand for the tests of Castis."""

from functools import partial
from typing import Any

from magnate.testing import EventList, Position
from rules.kit import CAS, built, landed, own

PALENCIA = ("Calle Don Sancho", "Plaza de la Inmaculada", "Calle Mayor Principal")  # 11, 13, 14: building at 100
ZAMORA = ("Calle Balborraz", "Plaza de Viriato", "Calle de Santa Clara")  # 6, 8, 9: building at 50
MONUMENTS = ("Murallas de Ávila", "Catedral de León", "Acueducto de Segovia", "Catedral de Burgos")

lands = partial(landed, CAS)


def castis(seats: int = 2, **position: Any) -> Position:
    """A position of Castis."""
    return Position(CAS, seats, **position)


def draws(card: str, seats: int = 2, **position: Any) -> tuple[Position, EventList]:
    """Seat 0 has just drawn this card and followed it: Sorpresa on square 22, Banco on 17."""
    space = 22 if card.startswith("S") else 17
    game = castis(seats, at={0: space - 3, **position.pop("at", {})}, **position)
    return game, game.draws(card, 1, 2)


def palencia(*levels: int, cash: int = 5000, **position: Any) -> Position:
    """Seat 0 owns the group of Palencia, built like this."""
    owners = {**own(0, *PALENCIA), **position.pop("owners", {})}
    levels_of = {**built(PALENCIA, *levels), **position.pop("levels", {})}
    purses = {0: cash, **position.pop("purses", {})}
    return castis(position.pop("seats", 2), owners=owners, levels=levels_of, cash=purses, **position)
