"""What the lab keeps of games: a short line a game, and sums over all of them.

Everything is whole numbers, so that adding up the parts of a run gives the same in any order and on any machine.
Sums are over decided games: a game that never ends collects rents, deals and landings until it is stopped, and a few of
them would outweigh all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from magnate.compiled.records import EVENTS, Records
from magnate.rules.codes import BANK, MAX_DEEDS, MAX_GROUPS, MAX_SEATS, MAX_SPACES

GAME = np.dtype(
    [
        ("over", "i1"),
        ("winners", "u1"),  # mask of seats
        ("turns", "i4"),
        ("rolls", "i4"),
        ("actions", "i4"),
        ("out_count", "i1"),
        ("order", "i1", (MAX_SEATS,)),  # seats in order of play
        ("out", "i1", (MAX_SEATS,)),  # 0, else the number of the exit
    ]
)
SUMS = {
    "told": EVENTS,
    "landed": MAX_SPACES,
    "income": MAX_DEEDS,
    "invested": MAX_DEEDS,
    "owned": MAX_DEEDS,
    "group_income": MAX_GROUPS,
    "group_invested": MAX_GROUPS,
}

Sums = dict[str, npt.NDArray[np.int64]]


@dataclass(frozen=True)
class Tally:
    """A run of games: their lines, and for each count its sum over decided games and the sum of its squares."""

    games: Records
    sums: Sums
    squares: Sums

    def __len__(self) -> int:
        return len(self.games)

    @property
    def is_decided(self) -> npt.NDArray[np.bool_]:
        """Which games were decided."""
        return np.asarray(self.games["over"] == 1)

    @property
    def decided(self) -> int:
        """How many games were decided."""
        return int(self.is_decided.sum())


def count(states: Records, table: dict[str, Any]) -> Tally:
    """Count final states."""
    games = np.zeros(len(states), GAME)
    for name in GAME.names or ():
        games[name] = states[name]
    states = states[states["over"] == 1]
    counted: dict[str, npt.NDArray[np.int64]] = {
        name: states[name].astype(np.int64) for name in ("told", "landed", "income", "invested")
    }
    counted["owned"] = ((states["owner"] != BANK) | (states["income"] > 0) | (states["invested"] > 0)).astype(
        np.int64
    )  # by anybody, at any time of the game
    belongs = np.zeros((MAX_DEEDS, MAX_GROUPS), np.int64)
    for deed in range(table["deeds"]):
        belongs[deed, table["deed_group"][deed]] = 1
    counted["owned"][:, table["deeds"] :] = 0
    for name in ("income", "invested"):
        counted[f"group_{name}"] = counted[name] @ belongs
    sums = {name: values.sum(axis=0) for name, values in counted.items()}
    squares = {name: (values * values).sum(axis=0) for name, values in counted.items()}
    return Tally(games, sums, squares)


def joined(parts: Sequence[Tally]) -> Tally:
    """Parts of a run, in the order of their games, as one."""
    return Tally(
        np.concatenate([part.games for part in parts]) if parts else np.zeros(0, GAME),
        {name: sum_of([part.sums[name] for part in parts], size) for name, size in SUMS.items()},
        {name: sum_of([part.squares[name] for part in parts], size) for name, size in SUMS.items()},
    )


def sum_of(arrays: list[npt.NDArray[np.int64]], size: int) -> npt.NDArray[np.int64]:
    """The sum of arrays, of which there may be none."""
    total = np.zeros(size, np.int64)
    for one in arrays:
        total += one
    return total


def wins(games: Records, players: int) -> npt.NDArray[np.float64]:
    """Each seat's part of each game's win: a shared win is shared out. No winner, no part."""
    won = (games["winners"][:, None] >> np.arange(players)) & 1
    many = np.maximum(1, won.sum(axis=1, keepdims=True))
    return np.asarray(won / many * (games["over"][:, None] == 1), np.float64)


def by_place(games: Records, per_seat: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """What belongs to seats, in order of play instead."""
    order = games["order"][:, : per_seat.shape[1]].astype(np.int64)
    return np.take_along_axis(per_seat, order, axis=1)
