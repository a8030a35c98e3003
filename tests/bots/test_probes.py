"""Nobody's fool: whoever tries a trick instead of honest offers wins no more games than without it."""

from __future__ import annotations

import functools

import pytest

from bots.probes import TRICKS, among_oracles, among_traders
from magnate.compiled.oracle import Depth
from magnate.editions import names

GAMES = 2_000
honest_among_traders = functools.cache(lambda edition: among_traders(edition, 0, GAMES)[0])


@pytest.mark.parametrize("edition", names())
@pytest.mark.parametrize("trick", TRICKS)
def test_a_trick_wins_no_more_against_traders(edition: str, trick: str) -> None:
    share, error = among_traders(edition, TRICKS[trick], GAMES)
    assert share <= honest_among_traders(edition) + 2 * error


@pytest.mark.parametrize("trick", TRICKS)
def test_a_trick_wins_no_more_against_oracles(trick: str) -> None:
    """The quickest edition here; `benchmarks/fools.py` plays them all."""
    depth = Depth(8, 5)
    honest, _ = among_oracles("monopoli-server", 0, 500, depth)
    share, error = among_oracles("monopoli-server", TRICKS[trick], 500, depth)
    assert share <= honest + 2 * error
