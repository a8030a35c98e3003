"""What the tests of the rules share: the five editions, figures of their books, positions and plans in short words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import magnate.editions
from magnate.actions import Build, SellBuildings
from magnate.testing import EventList, Place, Position

EXP, SRV, EUR, CLA, CAS = "expopolis", "monopoli-server", "europolis", "clasico", "castis"
FIVE = (EXP, SRV, EUR, CLA, CAS)
CLAIMING = (EXP, EUR, CLA)  # rent is asked for; elsewhere it is paid by itself
AUCTIONING = (EXP, EUR, CLA, CAS)

# Everywhere the spaces are those of the family: 0 start, 10 jail, 20 parking, 30 go to jail, 5/15/25/35 transports,
# 12/28 utilities, 7/22/36 deck A, 2/17/33 deck B, 4/38 taxes; lots 1 3, 6 8 9, 11 13 14, 16 18 19, ... 37 39.


class Figures(NamedTuple):
    """Figures every test needs, from the table of the editions."""

    unit: int  # what one is worth on this board: the first lot costs 60 of it
    note: int  # the smallest
    salary: int
    fine: int


FIGURES = {
    EXP: Figures(100, 100, 20_000, 5_000),
    SRV: Figures(1, 1, 200, 250),
    EUR: Figures(30, 50, 5_000, 1_500),
    CLA: Figures(1, 1, 200, 50),
    CAS: Figures(1, 1, 200, 50),
}

# Cards by what they do.
TO_START = {EXP: "I15", SRV: "I15", EUR: "S1", CLA: "CA9", CAS: "S1"}  # deck A
TO_24 = {EXP: "I7", SRV: "I7", EUR: "S3", CLA: "CA2", CAS: "S3"}  # deck A
TO_11 = {EXP: "I8", SRV: "I8", EUR: "S4", CLA: "CA15", CAS: "S4"}  # deck A
TO_JAIL = {EXP: "I14", SRV: "I14", EUR: "S11", CLA: "CA13", CAS: "S9"}  # deck A
KEPT_A = {EXP: "I12", SRV: "I12", EUR: "S9", CLA: "CA8", CAS: "S10"}
KEPT_B = {EXP: "P14", SRV: "P14", EUR: "B5", CLA: "AC5", CAS: "B15"}
FROM_EACH = {EXP: "P9", SRV: "P9", EUR: "B7", CLA: "AC1", CAS: "B8"}  # deck B
SMALL_PAY = {EXP: ("P2", 5_000), SRV: ("P2", 50), EUR: ("B3", 1_500), CLA: ("AC4", 50), CAS: ("B9", 50)}  # deck B


def editions(*names: str) -> pytest.MarkDecorator:
    """Run a test in these editions, or in all five."""
    return pytest.mark.parametrize("name", names or FIVE)


def book(arguments: str, *rows: tuple[Any, ...]) -> pytest.MarkDecorator:
    """Run a test with the figures of each book. A row has the edition, the clauses it proves, and the arguments."""
    cases = [pytest.param(name, *values, marks=pytest.mark.proves(*cited.split())) for name, cited, *values in rows]
    return pytest.mark.parametrize(("name", *arguments.replace(",", " ").split()), cases)


def table(name: str | Path, seats: int = 3, *, next_seats: Sequence[int] = (), **position: Any) -> Position:
    """A position. `next_seats` are those to whom the turn passes where the edition draws them by lot."""
    game = Position(name, seats, **position)
    if game.edition.rules.turn.order == "random":
        game.script(seats=next_seats)
    return game


def offered(game: Position, seat: int) -> list[str]:
    """The kinds of action a seat is offered, in their order."""
    return [option.type for option in game.options(seat)]


def asked(game: Position) -> str:
    """The kind of question play waits on."""
    question = game.view().question
    assert question is not None
    return question.type


def with_card(name: str, folder: Path, card: str, effect: str) -> Path:
    """The edition with another effect on one of its cards: `effect = "pay_each", amount = 10`."""
    text = (Path(magnate.editions.__file__).parent / f"{name}.toml").read_text(encoding="utf-8")
    found = rf'\{{id = "{card}", effect = .*?, text = '
    changed, count = re.subn(found, f'{{id = "{card}", {effect}, text = ', text, count=1)  # a look may repeat the ids
    assert count == 1
    path = folder / f"{name}.toml"
    path.write_text(changed, encoding="utf-8")
    return path


# Places and plans in short words.


def own(seat: int, *places: Place) -> dict[Place, int]:
    """These deeds belong to this seat."""
    return dict.fromkeys(places, seat)


def built(places: Sequence[Place], *levels: int) -> dict[Place, int]:
    """These lots stand at these levels."""
    return dict(zip(places, levels, strict=True))


def build(game: Position, place: Place | Sequence[Place], *levels: int) -> Build:
    """The order that brings the group of a lot to these levels."""
    return Build(game.group(place if isinstance(place, str | int) else place[0]), list(levels))


def sell(game: Position, place: Place | Sequence[Place], *levels: int) -> SellBuildings:
    """The sale that brings the group of a lot down to these levels."""
    return SellBuildings(game.group(place if isinstance(place, str | int) else place[0]), list(levels))


def heights(game: Position, places: Sequence[Place]) -> list[int]:
    """How high the lots stand."""
    return [game.level(place) for place in places]


def purses(game: Position) -> list[int]:
    """Everybody's cash."""
    return [game.cash(seat) for seat in range(game.seats)]


def stock(game: Position) -> tuple[int, int]:
    """The houses and hotels the Bank has left."""
    view = game.view()
    return view.houses, view.hotels


def landed(name: str, space: int, seats: int = 2, **position: Any) -> tuple[Position, EventList]:
    """Seat 0 has just rolled 1 and 2 onto this space."""
    game = Position(name, seats, at={0: space - 3, **position.pop("at", {})}, **position)
    return game, game.rolls(1, 2)
