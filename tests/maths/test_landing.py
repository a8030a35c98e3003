"""Where rolls end: our dice, board, decks and jail against the exactly solved chain of the international board.

The published figures are percentages of all rolls, solved for decks drawn with replacement and jail cards that are not
kept. Short: pay and leave jail at once. Long: roll for a double up to three times; a double that frees gives no second
roll.
"""

from typing import Any

import numpy as np
import pytest

from magnate.compiled import batch, program, records
from magnate.editions import load
from magnate.lab.walker import IN_JAIL, WALK, play_walker
from magnate.rules.play import new_game

SHORT = [
    3.0961, 2.1314, 1.8849, 2.1624, 2.3285, 2.9631, 2.2621, 0.8650, 2.3210, 2.3003,
    2.2695, 2.7017, 2.6040, 2.3721, 2.4649, 2.9200, 2.7924, 2.5945, 2.9356, 3.0852,
    2.8836, 2.8358, 1.0480, 2.7357, 3.1858, 3.0659, 2.7072, 2.6789, 2.8074, 2.5860,
    0.0000, 2.6774, 2.6252, 2.3661, 2.5006, 2.4326, 0.8669, 2.1864, 2.1799, 2.6260,
    3.9500,
]  # fmt: skip
LONG = [
    2.9183, 2.0100, 1.7775, 2.0398, 2.1966, 2.8050, 2.1346, 0.8164, 2.1903, 2.1712,
    2.1422, 2.5596, 2.6155, 2.1760, 2.4253, 2.6366, 2.6789, 2.2951, 2.8197, 2.8116,
    2.8248, 2.6142, 1.0450, 2.5673, 2.9955, 2.8928, 2.5401, 2.5192, 2.6548, 2.4387,
    0.0000, 2.5249, 2.4769, 2.2292, 2.3576, 2.2925, 0.8174, 2.0616, 2.0558, 2.4861,
    9.3855,
]  # fmt: skip
GAMES = 128  # each is one batch for the standard error
ACTIONS = 250_000  # of a game: ten million rolls of all
OPTIONS = {
    "cards.draw": "random",
    "cards.kept": False,
    "purchase.refused": "stays",
    "setup.cash": 50_000_000,
}


def walker_games(g: Any, e: Any, c: Any, a: Any, w: Any, first: int, last: int, most: int) -> None:
    for i in range(first, last):
        new_game(g[i], e[0], c[i])
        play_walker(g[i], e[0], c[i], a[0], w[i], most)


def walk(stays: int, most: int, games: int = GAMES) -> Any:
    """The walkers' counts after so many games of two seats each."""
    e = records.edition_record(dict(load("clasico", skin="internacional", options=OPTIONS).table(2)))
    g = records.fresh_states(games)
    c = records.fresh_chances(records.seeded_keys(41, games))
    w = np.zeros(games, records.record_type(WALK))
    w["stays"] = stays
    run = program.compiled(walker_games, [g, e, c, records.fresh_actions(1), w, 0, 0, 0])
    batch.over_threads(
        games,
        None,
        lambda a, first, last: run(g, e, c, a, w, first, last, most),
        lambda: records.fresh_actions(1),
    )
    assert g["over"].sum() == 0
    assert (g["cash"][:, :2] > 0).all()
    return w


def shares(w: Any) -> Any:
    """The share of every state, a row for each game: the 40 spaces, then jail."""
    ended = w["ended"][:, [*range(40), IN_JAIL]]
    assert ended.sum() == w["rolls"].sum() == w["ended"].sum()
    return ended / w["rolls"][:, None]


@pytest.mark.thorough
@pytest.mark.parametrize(("stays", "published"), [(0, SHORT), (1, LONG)], ids=["short", "long"])
def test_millions_of_rolls_end_where_the_solved_chain_says(stays: int, published: list[float]) -> None:
    w = walk(stays, ACTIONS)
    found = shares(w)
    assert w["rolls"].sum() >= 10_000_000
    mean = found.mean(axis=0)
    error = found.std(axis=0, ddof=1) / np.sqrt(len(found))
    rounding = 0.00005 / 100
    off = np.abs(mean - np.array(published) / 100) - rounding
    worst = np.argsort(-(off / np.maximum(error, 1e-12)))[:5]
    report = [f"{s}: {100 * mean[s]:.4f} instead of {published[s]:.4f} ± {100 * error[s]:.4f}" for s in worst]
    assert (off <= 4 * error).all(), report


def test_the_published_columns_are_whole() -> None:
    assert sum(SHORT) == pytest.approx(100, abs=0.003)
    assert sum(LONG) == pytest.approx(100, abs=0.003)
