"""The same games as `batch`, played by the interpreter: slow, plain, and what the compiled ones must match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from magnate import objects
from magnate.bots.lineup import line_up
from magnate.bots.table import play_bots
from magnate.compiled import records
from magnate.compiled.clone import counting_tell
from magnate.compiled.records import Records
from magnate.compiled.wanderer import RandomMove, wander
from magnate.rules.play import new_game

Tally = objects.plain("Tally", records.TALLY)


def play_out(
    table: dict[str, Any], keys: npt.NDArray[np.int64], most: int, lines: Sequence[Sequence[str]] | None = None
) -> tuple[Records, Records]:
    """The final states and chances of fresh games, as records. Lines of bots take turns; if none, wanderers play."""
    e = objects.table(table)
    lined_up = [line_up(e, line) for line in lines or [["house"] * e.seats]]
    states = records.fresh_states(len(keys))
    chances = np.zeros(len(keys), records.CHANCE)
    for i, key in enumerate(keys.tolist()):
        g, c = objects.State(), objects.chance(key)
        b = lined_up[i % len(lined_up)]
        new_game(g, e, c)
        if lines is None:
            wander(g, e, c, RandomMove(), b, most)
        else:
            play_bots(g, e, c, objects.fresh_move(), b, most)
        tally = Tally()
        for fact in g.events:
            counting_tell(tally, *fact)
        for part in (g, tally):
            records.write(states[i], part)
        records.write(chances[i], c)
    return states, chances
