"""Positions with their outcome as NumPy arrays: what a network is trained on. Reading them needs no compiler."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from magnate.value.fields import CODING

Array = npt.NDArray[Any]


class Positions(NamedTuple):
    """Positions with their outcome. Holdings of all positions follow one another; `held` says how many each has."""

    standing: Array  # int16 [position, seat, figure]
    left: Array  # bool [position, seat]: still in
    share: Array  # float32 [position, seat]: its part of the win
    holding: Array  # int16 [holding, figure]
    holder: Array  # int8 [holding]: its seat
    held: Array  # int16 [position]
    game: Array  # int32 [position]

    @property
    def size(self) -> int:
        """How many positions."""
        return len(self.held)

    def save(self, path: Path, **about: Any) -> None:
        """Write them to an .npz file, with the coding they are in."""
        np.savez(path, coding=CODING, **self._asdict(), **about)

    @classmethod
    def load(cls, path: Path) -> Positions:
        """Read them from a file of this coding."""
        with np.load(path) as found:
            if int(found["coding"]) != CODING:
                raise ValueError(f"{path} has coding {int(found['coding'])}; expected {CODING}")
            return cls(**{name: found[name] for name in cls._fields})
