"""Nobody's fool: whoever tries a trick instead of honest offers wins no more games than without it."""

from __future__ import annotations

import numpy as np
import pytest

from magnate.bots import swindler
from magnate.bots.table import SWINDLER_BOT
from magnate.compiled import match, records
from magnate.compiled.records import Records
from magnate.editions import load, names

TRICKS = {name[6:].lower(): getattr(swindler, name) for name in dir(swindler) if name.startswith("TRICK_")}
GAMES = 2_000
SEATS = 4


def share_of(states: Records, lines: list[list[int]]) -> tuple[float, float]:
    """The share of wins of the seats marked in each line, and its standard error."""
    marked = np.array(lines)[np.arange(len(states)) % len(lines)]
    won = states["winners"][:, None] >> np.arange(SEATS) & 1
    decided = won.sum(1) > 0
    each = (won * marked).sum(1)[decided] / won.sum(1)[decided]
    return float(each.mean()), float(each.std() / len(each) ** 0.5)


def with_trick(table: dict[str, object], lines: list[list[int]], trick: int) -> Records:
    """Traders, with a swindler of this trick on the marked seats (trick 0: a trader there, too)."""
    b = match.lines_record(table, [["trader"] * SEATS] * len(lines))
    for n, marks in enumerate(lines):
        for seat, mark in enumerate(marks):
            if mark and trick:
                b[n]["bot"][seat], b[n]["trick"][seat] = SWINDLER_BOT, trick
    return b


def play(edition: str, lines: list[list[int]], trick: int) -> tuple[float, float]:
    table = load(edition).table(SEATS)
    g = match.fresh_counted(GAMES)
    c = records.fresh_chances(records.seeded_keys(31, GAMES))
    match.play_on(g, records.edition_record(table), c, with_trick(table, lines, trick), fresh=True)
    return share_of(g, lines)


ALONE = [[int(seat == own) for seat in range(SEATS)] for own in range(SEATS)]


@pytest.mark.parametrize("edition", names())
@pytest.mark.parametrize("trick", TRICKS)
def test_a_trick_wins_no_more_against_traders(edition: str, trick: str) -> None:
    honest, _ = play(edition, ALONE, 0)
    share, error = play(edition, ALONE, TRICKS[trick])
    assert share <= honest + 2 * error
