"""Nobody's fool: whoever tries a trick instead of honest offers wins no more games than without it."""

from __future__ import annotations

import functools

import pytest

from bots.probes import TRICKS, among_oracles, among_traders
from magnate.editions import names
from magnate.search.rollouts import Depth

pytestmark = pytest.mark.thorough  # swindlers are a program of their own, which takes long to compile
GAMES = 2_000
ONE = "monopoli-server"  # the quickest edition
QUICK = Depth(4, 5)
honest_among_traders = functools.cache(lambda edition: among_traders(edition, 0, GAMES)[0])
honest_among_oracles = functools.cache(lambda edition: among_oracles(edition, 0, 500, QUICK)[0])


@pytest.mark.parametrize("edition", names())
@pytest.mark.parametrize("trick", TRICKS)
def test_a_trick_wins_no_more_against_traders(edition: str, trick: str) -> None:
    share, error = among_traders(edition, TRICKS[trick], GAMES)
    assert share <= honest_among_traders(edition) + 2 * error


@pytest.mark.parametrize("trick", TRICKS)
def test_a_trick_wins_no_more_against_oracles(trick: str) -> None:
    """One edition here; `tools/fools.py` plays them all."""
    share, error = among_oracles(ONE, TRICKS[trick], 500, QUICK)
    assert share <= honest_among_oracles(ONE) + 2 * error
