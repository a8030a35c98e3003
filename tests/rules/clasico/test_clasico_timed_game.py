"""The timed game: two deeds dealt and paid, then the original game until the agreed time; the richest wins."""

import pytest

from magnate.actions import BuyDeed, EndTurn, Pass, RefuseDeed, Roll, TimeUp
from magnate.editions import load
from magnate.events import (
    DeedDealt,
    GameWon,
    PaidPlayer,
    RentLapsed,
    TimeCalled,
    WealthCounted,
)
from magnate.testing import EventList, Position
from rules.clasico.kit import (
    BLUE,
    GREEN,
    HOTEL,
    PINK,
    build,
    built,
    gives_up,
    own,
    purses,
    stock,
    table,
    timed,
    wins_at,
)


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


@pytest.mark.proves("CLA-126", "AMB-46", "CLA-125")
def test_when_time_is_up_the_turn_is_finished_and_the_richest_wins() -> None:
    game = timed(3, cash={0: 100, 1: 300, 2: 100}, owners=own(2, 5))
    game.rolls(4, 6)
    EventList(game.time_up()).one(TimeCalled)
    assert not game.is_over
    assert game.must == [0]
    told = game.ends_turn()
    assert [(event.seat, event.amount) for event in told.of(WealthCounted)] == [(0, 100), (1, 300), (2, 300)]
    assert [event.seat for event in told.of(GameWon)] == [1, 2]  # AMB-48: together
    assert game.is_over
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == [1, 2]


@pytest.mark.proves("AMB-46")
def test_the_extra_rolls_of_the_turn_are_still_made() -> None:
    game = timed(2)
    game.rolls(5, 5)
    game.time_up()
    assert not game.can(0, EndTurn())
    game.rolls(4, 6)
    assert not game.is_over
    game.ends_turn()
    assert game.is_over


@pytest.mark.proves("AMB-46")
def test_an_auction_under_way_is_finished() -> None:
    game = timed(2)
    game.rolls(2, 4)
    game.does(0, RefuseDeed())
    game.time_up()
    assert game.must == [0, 1]
    game.does(0, Pass())
    game.does(1, Pass())
    assert not game.is_over
    game.ends_turn()
    assert game.is_over


@pytest.mark.proves("AMB-46")
def test_a_rent_claimed_and_a_debt_owed_in_the_last_turn_are_paid_first() -> None:
    game = timed(2, at={0: "Calle Alcalá"}, owners=own(1, BLUE[1]))
    game.rolls(3, 4)
    game.time_up()
    game.claims(1).one(PaidPlayer, amount=50)
    told = game.ends_turn()
    told.one(WealthCounted, seat=0, amount=1450)
    told.one(WealthCounted, seat=1, amount=1950)


@pytest.mark.proves("AMB-47", "AMB-46")
def test_an_unclaimed_rent_and_a_jail_card_count_nothing() -> None:
    game = timed(2, at={0: "Calle Alcalá"}, owners=own(1, BLUE[1]), held={"CA8": 0})
    game.rolls(3, 4)
    game.time_up()
    game.ends_turn()
    told = game.does(1, EndTurn())  # the owner has the dice, and asks for nothing
    told.one(RentLapsed, owner=1, debtor=0, amount=50)
    told.one(WealthCounted, seat=0, amount=1500)
    told.one(WealthCounted, seat=1, amount=1900)


@pytest.mark.proves("AMB-46")
def test_going_to_jail_ends_the_last_turn_too() -> None:
    game = timed(2, at={0: 10})
    game.rolls(5, 5)  # the free space, and again
    game.time_up()
    assert game.rolls(4, 6).of(GameWon)
    assert game.is_over


@pytest.mark.proves("AMB-46")
def test_time_is_called_once_and_only_by_the_table() -> None:
    game = timed(2)
    assert game.refusal(0, TimeUp()) == "WRONG_MOMENT"
    game.time_up()
    assert game.refusal(-1, TimeUp()) == "GAME_IS_OVER"


@pytest.mark.proves("CLA-126", "CLA-01")
def test_without_an_agreed_time_no_clock_ends_the_game() -> None:
    game = table(2)
    assert game.refusal(-1, TimeUp()) is not None


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


@pytest.mark.proves("CLA-126")
def test_a_bankrupt_is_not_counted() -> None:
    game = timed(3, out=[1], cash={0: 0, 2: 5})
    game.rolls(4, 6)
    game.time_up()
    told = game.ends_turn()
    assert [event.seat for event in told.of(WealthCounted)] == [0, 2]
    told.one(GameWon, seat=2)


@pytest.mark.proves("CLA-128", "CLA-111")
def test_the_last_player_may_win_before_the_time() -> None:
    game = timed(2, cash={0: 0})
    game.rolls(1, 3)
    gives_up(game, 0).one(GameWon, seat=1)


@pytest.mark.proves("AMB-46")
def test_a_purchase_of_the_last_turn_still_counts() -> None:
    game = timed(2)
    game.rolls(2, 4)
    game.time_up()
    game.does(0, BuyDeed())
    told = game.ends_turn()
    told.one(WealthCounted, seat=0, amount=1500)  # 1400 and the street at 100
    assert game.refusal(1, Roll()) == "GAME_IS_OVER"


@pytest.mark.proves("AMB-46", "CLA-101")
def test_a_bankruptcy_of_the_last_turn_is_settled_first() -> None:
    game = timed(3, cash={0: 0}, owners=own(0, 39), mortgages=[39])
    game.rolls(1, 3)
    game.time_up()
    gives_up(game, 0)
    assert game.must == [1, 2]  # the estate is still auctioned
    told = wins_at(game, 2, 50)
    told.one(WealthCounted, seat=1, amount=1500)
    told.one(WealthCounted, seat=2, amount=1500 - 50 + 400)
    told.one(GameWon, seat=2)
