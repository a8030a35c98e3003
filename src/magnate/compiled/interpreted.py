"""The same games as `batch`, played by the interpreter: slow, plain, and what the compiled ones must match."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from magnate import objects
from magnate.bots.house import play_house
from magnate.bots.wanderer import play_wanderer
from magnate.compiled import records
from magnate.compiled.records import Records
from magnate.rules.play import new_game


def play_out(
    table: dict[str, Any], keys: npt.NDArray[np.int64], most: int, policy: str = "house"
) -> tuple[Records, Records]:
    """The final states and chances of fresh games, as records."""
    e = objects.table(table)
    p = objects.Wander()
    strays = records.fresh_wanders(keys)
    states = records.fresh_states(len(keys))
    chances = np.zeros(len(keys), records.CHANCE)
    for i, key in enumerate(keys.tolist()):
        g, c, a = objects.State(), objects.chance(key), objects.fresh_move()
        new_game(g, e, c)
        if policy == "house":
            play_house(g, e, c, a, most)
        else:
            p.state = int(strays["state"][i])
            play_wanderer(g, e, c, a, objects.Choices(), p, most)
        records.write(states[i], g)
        records.write(chances[i], c)
    return states, chances
