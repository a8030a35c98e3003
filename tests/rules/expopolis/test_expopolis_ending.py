"""Expòpoli(s), «Conclusione del gioco»: the last player left, or the richest at the agreed time."""

from typing import Any

import pytest

from magnate.editions import load
from magnate.testing import Position
from rules.expopolis.milan import BROWN, milan
from rules.kit import built, own


def timed(seats: int = 3, **position: Any) -> Position:
    return milan(seats, "timed", **position)


# The agreed time.


@pytest.mark.proves("EXP-92", "DP-01", "AMB-46")
def test_a_time_may_be_agreed_before_the_start() -> None:
    assert load("expopolis").rules.ending.minutes == 0
    assert load("expopolis", variant="timed").rules.ending.minutes == 60
    assert load("expopolis", variant="timed", options={"ending.minutes": 90}).rules.ending.minutes == 90


# Wealth.


@pytest.mark.proves("EXP-93", "AMB-64", "EXP-70")
def test_wealth_is_cash_property_and_buildings_with_mortgaged_property_at_half() -> None:
    owners = own(0, *BROWN) | {"Scalo Farini": 0, "MM": 0, "Galleria Vittorio Emanuele": 0, "A2A": 1}
    game = timed(
        cash={0: 10_000},
        owners=owners,
        levels=built(BROWN, 5, 4, 4),
        mortgages=["MM", "Galleria Vittorio Emanuele"],
    )
    # Cash 10,000; 18,000 + 18,000 + 20,000; a hotel at five houses of 10,000 and eight houses; a station 20,000;
    # half of 15,000 and half of 35,000.
    assert game.wealth(0) == 10_000 + 56_000 + 50_000 + 80_000 + 20_000 + 7_500 + 17_500


@pytest.mark.proves("AMB-64")
@pytest.mark.parametrize(
    ("place", "half"), [("Parco Lambro", 3_000), ("Scalo Farini", 10_000), ("A2A", 7_500), ("Montenapoleone", 20_000)]
)
def test_mortgaged_property_of_any_kind_counts_half_its_price(place: str, half: int) -> None:
    assert timed(owners={place: 0}, mortgages=[place]).wealth(0) == 100_000 + half
    assert timed(owners={place: 0}).wealth(0) == 100_000 + 2 * half
