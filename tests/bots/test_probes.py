"""Nobody's fool: whoever tries a trick instead of honest offers wins no more games than without it."""

from __future__ import annotations

import functools

import pytest

from bots.probes import TRICKS, among_oracles, among_traders
from magnate.editions import names
from magnate.search.rollouts import Depth

GAMES = 2_000
ONE = "monopoli-server"  # the quickest edition: `make test` plays every trick there, and one against oracles
QUICK = Depth(4, 5)
honest_among_traders = functools.cache(lambda edition: among_traders(edition, 0, GAMES)[0])
honest_among_oracles = functools.cache(lambda edition: among_oracles(edition, 0, 500, QUICK)[0])


@pytest.mark.parametrize(
    "edition", [pytest.param(name, marks=() if name == ONE else pytest.mark.thorough) for name in names()]
)
@pytest.mark.parametrize("trick", TRICKS)
def test_a_trick_wins_no_more_against_traders(edition: str, trick: str) -> None:
    share, error = among_traders(edition, TRICKS[trick], GAMES)
    assert share <= honest_among_traders(edition) + 2 * error


@pytest.mark.parametrize(
    "trick", [pytest.param(one, marks=pytest.mark.thorough if place else ()) for place, one in enumerate(TRICKS)]
)
def test_a_trick_wins_no_more_against_oracles(trick: str) -> None:
    """One edition here; `benchmarks/fools.py` plays them all."""
    share, error = among_oracles(ONE, TRICKS[trick], 500, QUICK)
    assert share <= honest_among_oracles(ONE) + 2 * error
