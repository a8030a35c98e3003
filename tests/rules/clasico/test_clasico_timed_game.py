"""The timed game: two deeds dealt and paid, then the original game until the agreed time; the richest wins."""

import pytest

from magnate.editions import load
from magnate.events import (
    DeedDealt,
    WealthCounted,
)
from magnate.testing import Position
from rules.clasico.kit import GREEN, HOTEL, PINK, gives_up, timed
from rules.kit import build, built, own, purses, stock


@pytest.mark.proves("CLA-127", "CLA-128")
def test_two_deeds_are_dealt_to_each_and_paid_for() -> None:
    dealt = [5, 1, 39, 3]
    game = Position("clasico", 2, variant="timed", dealt=dealt, opening=True)
    assert [(event.seat, event.deed) for event in game.events if isinstance(event, DeedDealt)] == [
        (seat, game.deed(place)) for seat, place in zip((0, 1, 0, 1), dealt, strict=True)
    ]
    assert purses(game) == [1500 - 200 - 400, 1500 - 60 - 60]


@pytest.mark.proves("CLA-126", "AMB-46", "DP-01")
def test_the_time_is_agreed_before_the_start() -> None:
    assert load("clasico", variant="timed").rules.ending.minutes > 0
    assert load("clasico", variant="timed", options={"ending.minutes": 90}).rules.ending.minutes == 90
    assert load("clasico").rules.ending.minutes == 0
    assert load("clasico", variant="fast").rules.ending.minutes == 0


@pytest.mark.proves("CLA-128")
def test_hotels_need_four_houses_as_in_the_original_game() -> None:
    game = timed(owners=own(0, *PINK), levels=built(PINK, 3, 3, 3))
    assert not game.can(0, build(game, PINK, HOTEL, 3, 3))
    game = timed(owners=own(0, *PINK), levels=built(PINK, 4, 4, 4))
    game.does(0, build(game, PINK, HOTEL, 4, 4))
    assert stock(game) == (24, 11)


@pytest.mark.proves("CLA-128")
def test_the_second_bankruptcy_does_not_end_it() -> None:
    game = timed(4, out=[3], cash={0: 0})
    game.rolls(1, 3)
    gives_up(game, 0)
    assert not game.is_over
    assert game.must == [1]


@pytest.mark.proves("AMB-113")
def test_the_valuation_is_that_of_the_fast_game_with_hotels_of_four_houses() -> None:
    game = timed(
        2,
        cash={0: 300},
        owners=own(0, *PINK, *GREEN, 5),
        levels={**built(PINK, HOTEL, 4, 4)},
        mortgages=[GREEN[2], 5],
    )
    # 300 + 440 for the pinks + (100 + 4 × 100) + 8 × 100 + 300 + 300 + 160 + 100
    assert game.wealth(0) == 300 + 440 + 500 + 800 + 760 + 100
    game.rolls(4, 6)
    game.time_up()
    game.ends_turn().one(WealthCounted, seat=0, amount=2900)
