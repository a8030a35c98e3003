"""A swindler among honest bots: its share of the wins, with a trick and without."""

from __future__ import annotations

import numpy as np

from bots import swindler
from bots.swindler import SWINDLER, SWINDLING
from magnate.compiled import batch, records
from magnate.compiled.records import Records
from magnate.editions import load
from magnate.search import oracle_games
from magnate.search.rollouts import Depth

TRICKS = {name[6:].lower(): getattr(swindler, name) for name in dir(swindler) if name.startswith("TRICK_")}
SEATS = 4
ALONE = [[int(seat == own) for seat in range(SEATS)] for own in range(SEATS)]
SEED = 31


def share_of(states: Records, lines: list[list[int]]) -> tuple[float, float]:
    """The share of wins of the seats marked in each line, and its standard error."""
    marked = np.array(lines)[np.arange(len(states)) % len(lines)]
    won = states["winners"][:, None] >> np.arange(SEATS) & 1
    decided = won.sum(1) > 0
    each = (won * marked).sum(1)[decided] / won.sum(1)[decided]
    return float(each.mean()), float(each.std() / len(each) ** 0.5)


def with_trick(table: dict[str, object], lines: list[list[int]], trick: int, others: str = "trader") -> Records:
    """Honest bots, with a swindler of this trick on the marked seats (trick 0: a trader there)."""
    b = batch.lines_record(table, [["trader" if mark else others for mark in marks] for marks in lines])
    for n, marks in enumerate(lines):
        for seat, mark in enumerate(marks):
            if mark and trick:
                b[n]["bot"][seat] = SWINDLER + trick
    return b


def among_traders(edition: str, trick: int, games: int) -> tuple[float, float]:
    """One seat with this trick, three traders."""
    return played(edition, trick, games, "trader", Depth())


def among_oracles(edition: str, trick: int, games: int, depth: Depth) -> tuple[float, float]:
    """One seat with this trick, three oracles."""
    return played(edition, trick, games, "oracle", depth)


def played(edition: str, trick: int, games: int, others: str, depth: Depth) -> tuple[float, float]:
    """One seat with this trick, three others of a kind, in the program with swindlers."""
    table = load(edition).table(SEATS)
    g = records.fresh_states(games)
    c = records.fresh_chances(records.seeded_keys(SEED, games))
    oracle_games.play_on(g, table, c, with_trick(table, ALONE, trick, others), range(games), depth, instead=SWINDLING)
    return share_of(g, ALONE)
