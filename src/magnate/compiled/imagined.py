"""Many copies of one position, each with chance that could be: nobody who plays them on knows the dice to come."""

from __future__ import annotations

from typing import Any

import numpy as np

from magnate.bots.choices import imagine_chance
from magnate.compiled import batch, records
from magnate.compiled.batch import Tell, tell_on_stderr
from magnate.compiled.records import Records


def imagine_all(g, e, c, seed, first):  # type: ignore[no-untyped-def]
    """Chance for every copy, from the seed and the number of its trial."""
    for i in range(g.shape[0]):
        imagine_chance(g[i], e[0], c[i], seed, first + i)


def copies(
    state: bytes, table: dict[str, Any], games: int, seed: int, first: int = 0, on_compile: Tell = tell_on_stderr
) -> tuple[Records, Records]:
    """So many counted copies of a state, as trials number `first` and on, and their chances."""
    one = np.frombuffer(state, records.STATE)
    g = np.zeros(games, records.COUNTED)
    for name in records.STATE.names or ():
        g[name] = one[name]
    c = np.zeros(games, records.CHANCE)
    e = records.edition_record(table)
    run = batch.compiled(imagine_all, [g, e, c, 0, 0], on_compile, counted=True)
    run(g, e, c, seed, first)
    return g, c
