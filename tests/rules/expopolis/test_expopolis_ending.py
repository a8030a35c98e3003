"""Expòpoli(s), «Conclusione del gioco»: the last player left, or the richest at the agreed time."""

from typing import Any

import pytest

from magnate.actions import Bid, BuyDeed, DeclareBankruptcy, EndTurn, Mortgage, Pass, RefuseDeed, Roll, TimeUp
from magnate.editions import load
from magnate.events import (
    AuctionOpened,
    AuctionWon,
    CreditorPaid,
    DeedMoved,
    GameWon,
    PaidPlayer,
    TimeCalled,
    TurnBegan,
    WealthCounted,
)
from magnate.rules.codes import BANK
from magnate.testing import EventList, Position
from rules.expopolis.milan import BROWN, STATIONS, all_of, built, indebted, milan


def timed(seats: int = 3, **position: Any) -> Position:
    return milan(seats, "timed", **position)


# The last player.


@pytest.mark.proves("EXP-91", "AMB-50", "EXP-88", "AMB-60")
def test_when_the_last_but_one_goes_bankrupt_the_last_wins_at_once_and_is_still_paid() -> None:
    game = indebted(12_000, seats=2, owners={"MM": 0}, mortgages=["MM"])
    told = game.does(0, DeclareBankruptcy())
    told.one(CreditorPaid, seat=1, other=0, amount=20_000)
    told.one(DeedMoved, seat=0, other=None, deed=game.deed("MM"))
    told.one(GameWon, seat=1)
    assert told.none(AuctionOpened)
    assert told.none(TurnBegan)
    assert game.is_over
    assert game.must == []
    assert (game.cash(0), game.cash(1)) == (0, 120_000)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.ranking) == ([1], [1, 0])


@pytest.mark.proves("EXP-91")
def test_while_two_are_left_the_game_goes_on() -> None:
    game = indebted(0, seats=3)
    told = game.does(0, DeclareBankruptcy())
    assert told.none(GameWon)
    assert not game.is_over
    assert game.outcome() is None
    told.one(TurnBegan, seat=1)


@pytest.mark.proves("EXP-91")
def test_the_last_of_many_wins() -> None:
    game = indebted(0, seats=4, out=[3, 2])
    game.does(0, DeclareBankruptcy()).one(GameWon, seat=1)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.ranking == [1, 0, 2, 3]
    assert game.refusal(1, Roll()) == "GAME_IS_OVER"
    assert game.options(1) == []


# The agreed time.


@pytest.mark.proves("EXP-92", "DP-01", "AMB-46")
def test_a_time_may_be_agreed_before_the_start() -> None:
    assert load("expopolis").rules.ending.minutes == 0
    assert load("expopolis", variant="timed").rules.ending.minutes == 60
    assert load("expopolis", variant="timed", options={"ending.minutes": 90}).rules.ending.minutes == 90


@pytest.mark.proves("EXP-92", "EXP-93", "AMB-46")
def test_at_the_agreed_time_the_turn_is_completed_and_then_the_richest_wins() -> None:
    game = timed(cash=[50_000, 60_000, 10_000], owners={"Montenapoleone": 2, "Fiera": 2})
    game.rolls(4, 6)
    told = EventList(game.time_up())
    assert told.none(GameWon)
    assert not game.is_over
    told = game.ends_turn()
    assert [(event.seat, event.amount) for event in told.of(WealthCounted)] == [(0, 50_000), (1, 60_000), (2, 68_000)]
    told.one(GameWon, seat=2)
    assert told.none(TurnBegan)
    assert game.is_over
    assert game.must == []


@pytest.mark.proves("EXP-92")
def test_only_the_clock_calls_the_time_and_only_once() -> None:
    game = timed()
    assert game.refusal(0, TimeUp()) == "WRONG_MOMENT"
    EventList(game.time_up()).one(TimeCalled)
    assert game.refusal(BANK, TimeUp()) == "GAME_IS_OVER"


@pytest.mark.proves("EXP-92", "AMB-46")
def test_without_an_agreed_time_no_clock_ends_the_game() -> None:
    assert milan().refusal(BANK, TimeUp()) == "WRONG_MOMENT"
    assert timed().refusal(BANK, TimeUp()) is None


@pytest.mark.proves("AMB-46")
def test_extra_rolls_of_the_turn_are_still_made() -> None:
    game = timed(at={0: 4})
    game.rolls(3, 3)  # visiting, after a double
    game.time_up()
    assert game.refusal(0, EndTurn()) == "WRONG_MOMENT"
    game.rolls(4, 6)
    assert not game.is_over
    game.ends_turn().one(GameWon, seat=0)


@pytest.mark.proves("AMB-46")
def test_an_auction_under_way_is_completed() -> None:
    game = timed(cash=[100_000, 100_000, 99_900], at={0: 9})
    game.rolls(3, 4)
    game.does(0, RefuseDeed())
    game.time_up()
    game.does(2, Bid(200))
    game.does(0, Pass())
    told = game.does(1, Pass())
    told.one(AuctionWon, seat=2)
    assert not game.is_over
    told = game.ends_turn()
    told.one(WealthCounted, seat=2, amount=99_700 + 18_000)
    told.one(GameWon, seat=2)


@pytest.mark.proves("AMB-46")
def test_a_purchase_and_a_debt_under_way_are_completed() -> None:
    game = timed(at={0: 9})
    game.rolls(3, 4)
    game.time_up()
    game.does(0, BuyDeed())
    assert not game.is_over
    game = timed(cash={0: 0}, owners=all_of(STATIONS, 1) | {"Montenapoleone": 0})
    game.rolls(2, 3)
    game.claims(1)
    game.time_up()
    game.does(0, Mortgage(game.deed("Montenapoleone"))).one(PaidPlayer, seat=0, other=1, amount=20_000)
    assert not game.is_over
    told = game.ends_turn()
    told.one(WealthCounted, seat=0, amount=20_000)
    told.one(WealthCounted, seat=1, amount=100_000 + 20_000 + 80_000)


@pytest.mark.proves("AMB-46")
def test_rent_claimed_before_the_turn_ends_counts() -> None:
    game = timed(owners={"Stazione Rogoredo": 1})
    game.rolls(2, 3)
    game.time_up()
    game.claims(1).one(PaidPlayer, seat=0, other=1, amount=2_500)
    game.ends_turn().one(WealthCounted, seat=1, amount=102_500 + 20_000)


@pytest.mark.proves("AMB-46", "AMB-06")
def test_an_arrest_ends_the_last_turn() -> None:
    game = timed(at={0: 10})
    game.rolls(5, 5)  # the free parking, and again
    game.time_up()
    game.rolls(4, 6)
    assert game.is_over


@pytest.mark.proves("AMB-46", "EXP-90")
def test_an_estate_is_auctioned_before_wealth_is_counted() -> None:
    game = timed(cash={0: 0}, owners=all_of(STATIONS, 1) | {"MM": 0}, mortgages=["MM"])
    game.rolls(2, 3)
    game.claims(1)
    game.time_up()
    game.does(0, DeclareBankruptcy())
    game.does(2, Bid(100))
    told = game.does(1, Pass())
    told.one(WealthCounted, seat=2, amount=99_900 + 15_000)
    assert told.none(WealthCounted, seat=0)
    told.one(GameWon, seat=1)
    assert game.is_over


# Wealth.


@pytest.mark.proves("EXP-93", "AMB-64", "EXP-70")
def test_wealth_is_cash_property_and_buildings_with_mortgaged_property_at_half() -> None:
    owners = all_of(BROWN, 0) | {"Scalo Farini": 0, "MM": 0, "Galleria Vittorio Emanuele": 0, "A2A": 1}
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


@pytest.mark.proves("AMB-47")
def test_cards_and_unclaimed_rents_count_nothing() -> None:
    game = timed(held={"P14": 1, "I12": 1}, owners={"Stazione Rogoredo": 1})
    game.rolls(2, 3)
    game.time_up()
    game.ends_turn()
    told = game.does(1, EndTurn())
    told.one(WealthCounted, seat=1, amount=120_000)
    told.one(WealthCounted, seat=0, amount=100_000)


@pytest.mark.proves("AMB-48")
@pytest.mark.parametrize(("third", "winners"), [(118_000, [0, 1, 2]), (117_900, [0, 1]), (118_100, [2])])
def test_equal_wealth_wins_together(third: int, winners: list[int]) -> None:
    game = timed(4, cash=[100_000, 118_000, third, 5], owners={"Fiera": 0}, rolled=True)
    game.time_up()
    told = game.ends_turn()
    assert [event.seat for event in told.of(GameWon)] == winners
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == winners
    assert outcome.ranking[-1] == 3


@pytest.mark.proves("EXP-92", "EXP-89")
def test_the_bankrupt_are_not_counted() -> None:
    game = timed(out=[1], rolled=True)
    game.time_up()
    told = game.ends_turn()
    assert [event.seat for event in told.of(WealthCounted)] == [0, 2]


@pytest.mark.proves("EXP-91")
def test_the_last_player_left_wins_before_the_time_too() -> None:
    game = timed(2, cash={0: 0}, owners=all_of(STATIONS, 1))
    game.rolls(2, 3)
    game.claims(1)
    told = game.does(0, DeclareBankruptcy())
    told.one(GameWon, seat=1)
    assert told.none(WealthCounted)
