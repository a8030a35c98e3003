"""Short words for the EuroPolis tests: its countries, deals by the names of deeds and cards, decks in order."""

from importlib.resources import files
from pathlib import Path
from typing import Any

from magnate.actions import DeclareBankruptcy
from magnate.editions import Edition, load
from magnate.events import DebtOwed
from magnate.testing import EventList, Place, Position
from rules.kit import built, own

BULGARIA = ("Varna", "Sofia")
ROMANIA = ("Constanța", "Timișoara", "București")
GREECE = ("Patras", "Salonic", "Atena")
BRITAIN = ("Edinburgh", "Londra")
AIRLINES = ("Linia Aeriană Est", "Linia Aeriană Sud", "Linia Aeriană Vest", "Linia Aeriană Nord")
UTILITIES = ("Compania de Electricitate", "Compania de Apă")

START = 0


def europolis(seats: int = 2, **position: Any) -> Position:
    """A position of EuroPolis."""
    return Position("europolis", seats, **position)


def pile(game: Position, card: str) -> list[str]:
    """The deck a card belongs to, from the top down."""
    return game.deck(game.card(card)[0])


def altered(folder: Path, old: str, new: str) -> Edition:
    """EuroPolis with something else printed on its Titles."""
    text = files("magnate.editions").joinpath("europolis.toml").read_text(encoding="utf-8")
    assert old in text
    path = folder / "altered.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return load(path)


def owes_the_bank(seats: int = 3, **position: Any) -> Position:
    """Seat 0 stands before the 6,000 of Impozit pe Venit."""
    game = europolis(seats, at={0: 1}, **position)
    game.rolls(1, 2).one(DebtOwed, seat=0, other=None, amount=6000, why="tax")
    return game


def owes_a_player(
    seats: int = 3,
    owners: dict[Place, int] | None = None,
    levels: dict[Place, int] | None = None,
    **position: Any,
) -> Position:
    """Seat 0 stands before the 60,000 of the hotel in Londra, which seat 1 has asked for."""
    game = europolis(
        seats,
        at={0: 36},
        owners=own(1, *BRITAIN) | (owners or {}),
        levels=built(BRITAIN, 5, 5) | (levels or {}),
        **position,
    )
    game.rolls(1, 2)
    game.claims(1).one(DebtOwed, seat=0, other=1, amount=60_000, why="rent")
    return game


def goes_bankrupt(game: Position, seat: int = 0) -> EventList:
    return game.does(seat, DeclareBankruptcy())
