"""A table as the coding knows it: the edition, the numbers of its catalogue, the scales and figures of observations."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from magnate import objects
from magnate.coding import fields, layout, places
from magnate.coding.catalogue import FAMILIES, number_actions
from magnate.editions import Edition, load

TURNS_A_MINUTE = 3  # of a game that a clock ends

Numbers = objects.plain("Numbers", fields.NUMBERS)


def numbers_of(e: Any, stops: list[int]) -> Any:
    """The catalogue of a table: the first number of each family, and the prices of its deals."""
    k = Numbers()
    number_actions(e, k)
    k.stops = list(stops)
    return k


class TableSpec:
    """A table to play at: the edition, its catalogue of actions and the layout of its observations."""

    def __init__(
        self,
        edition: str | Path | Edition,
        seats: int | None = None,
        *,
        variant: str | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        if not isinstance(edition, Edition):
            edition = load(edition, variant=variant, options=options)
        self.edition = edition
        self.seats = min(4, edition.seats[-1]) if seats is None else seats
        self.table = dict(edition.table(self.seats))
        if self.table["ending_minutes"] and not self.table["ending_turns"]:
            self.table["ending_turns"] = TURNS_A_MINUTE * self.table["ending_minutes"]  # there is no clock here
        self.numbers = numbers_of(self.edition_object(), layout.often(self.table))
        self.actions: int = self.numbers.first[FAMILIES]
        self.places: int = places.PLACES
        self.is_private = bool(edition.rules.table.private_cash)

    def __reduce__(self) -> tuple[Any, ...]:
        return TableSpec, (self.edition, self.seats)

    def edition_object(self) -> Any:
        """The table as the rules read it."""
        return objects.table(self.table)

    def scale(self) -> npt.NDArray[np.float32]:
        """What each place of the observation is multiplied by."""
        return (1.0 / np.asarray(layout.divisors(self.table))).astype(np.float32)

    def blank(self) -> npt.NDArray[np.float32]:
        """An observation with the figures of the edition alone."""
        out = np.zeros(places.PLACES, np.float32)
        out[places.FIGURES :] = layout.figures(self.table)
        return out * self.scale()

    def live(self) -> npt.NDArray[np.bool_]:
        """Which places change during a game at this table; the others are padding, or the same in every position."""
        return np.asarray(layout.is_live(self.table))
