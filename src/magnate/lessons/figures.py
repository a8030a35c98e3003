"""The numbers in a lesson's texts, from the edition and the game: a script names them, a client words them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

from magnate.game import Game

from .matching import group_at
from .script import LEARNER

Kind = Literal["money", "deed", "space", "group", "seat", "count"]


class LessonFigure(Struct, frozen=True):
    """A number and what it is, so that it can be put into words: an amount, or the number of a deed, a space, a group,
    a seat.
    """

    kind: Kind
    value: int


def _deed(game: Game, space: int) -> Any:
    return game.view(LEARNER).deeds[game.edition.deeds.index(space)]


def _price(game: Game, space: int) -> int:
    return int(getattr(game.edition.spaces[space], "price", 0))


# By the word a script uses: what the number is, and how it is found. `space` is the number after the word.
FIGURES: dict[str, tuple[Kind, Callable[[Game, int], int]]] = {
    "deed": ("deed", lambda game, space: game.edition.deeds.index(space)),
    "group": ("group", lambda game, space: group_at(game.edition, space)),
    "space": ("space", lambda game, space: space),
    "seat": ("seat", lambda game, seat: seat),
    "price": ("money", _price),
    "rent": ("money", lambda game, space: _deed(game, space).rent or 0),
    "build": ("money", lambda game, space: (_deed(game, space).build or [0])[0]),
    "cash": ("money", lambda game, seat: int(game.state.cash[seat])),
    "salary": ("money", lambda game, _: game.edition.rules.start.salary),
    "bail": ("money", lambda game, _: game.edition.rules.jail.fine),
    "jail_turns": ("count", lambda game, _: game.edition.rules.jail.turns),
    "doubles": ("count", lambda game, _: game.edition.rules.turn.doubles_to_jail),
    "mortgage": ("money", lambda game, space: int(getattr(game.edition.spaces[space], "mortgage", 0))),
}


def figure(game: Game, named: str) -> LessonFigure:
    """The number a script names: "price 3", "salary"."""
    word, _, place = named.partition(" ")
    kind, find = FIGURES[word]
    return LessonFigure(kind, find(game, int(place or 0)))
