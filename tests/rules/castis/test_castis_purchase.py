"""Buying at the printed price, and the auction of what nobody wanted."""

from typing import Any

import pytest

from magnate.actions import Bid, BuyDeed, EndTurn, Mortgage, Pass, RefuseDeed
from magnate.events import AuctionFailed, AuctionOpened, AuctionWon, BidMade, DeedBought, Passed
from magnate.testing import Position
from rules.castis.kit import castis, lands

SANCHO = 11  # 140 Castis


def refused(seats: int = 3, **position: Any) -> Position:
    """Seat 0 stands on Calle Don Sancho and has just refused it."""
    game, _ = lands(SANCHO, seats, **position)
    told = game.does(0, RefuseDeed())
    told.one(AuctionOpened, deed=game.deed(SANCHO), building=None, amount=1)
    return game


@pytest.mark.proves("CAS-11", "CAS-12", "DP-11", "CAS-05")
@pytest.mark.parametrize(("space", "price"), [(11, 140), (39, 400), (12, 150), (15, 200)])
def test_a_free_property_is_bought_at_its_printed_price(space: int, price: int) -> None:
    game, _ = lands(space)
    assert game.must == [0]
    assert game.refusal(1, BuyDeed()) == "NOT_ASKED"
    assert not game.can(0, EndTurn())
    game.does(0, BuyDeed()).one(DeedBought, seat=0, deed=game.deed(space), amount=price)
    assert game.owner(space) == 0
    assert [game.cash(0), game.cash(1)] == [1500 - price, 1500]


@pytest.mark.proves("CAS-11", "AMB-16")
def test_the_price_must_be_there_and_may_first_be_raised() -> None:
    enough, _ = lands(SANCHO, cash={0: 140})
    enough.does(0, BuyDeed())
    assert enough.cash(0) == 0
    short, _ = lands(SANCHO, cash={0: 139}, owners={6: 0})
    assert short.refusal(0, BuyDeed()) == "NOT_ENOUGH_CASH"
    assert RefuseDeed() in short.legal_actions(0)
    short.does(0, Mortgage(short.deed(6)))
    short.does(0, BuyDeed())
    assert short.cash(0) == 49


@pytest.mark.proves("CAS-13", "CAS-14", "DP-13")
def test_any_player_may_bid_for_a_refused_property_the_refuser_too() -> None:
    game = refused()
    assert game.must == [0, 1, 2]
    game.does(2, Bid(10)).one(BidMade, seat=2, amount=10)
    assert game.must == [0, 1]
    game.does(0, Bid(11)).one(BidMade, seat=0, amount=11)
    assert game.must == [1, 2]
    assert game.refusal(0, Bid(20)) == "NOT_ASKED"  # the highest bidder waits
    game.does(1, Pass()).one(Passed, seat=1)
    assert game.refusal(1, Bid(50)) == "NOT_ASKED"  # passed for good
    assert game.owner(SANCHO) is None
    told = game.does(2, Pass())
    told.one(AuctionWon, seat=0, other=None, amount=11, deed=game.deed(SANCHO))
    assert game.owner(SANCHO) == 0
    assert [game.cash(seat) for seat in range(3)] == [1489, 1500, 1500]
    assert game.must == [0]
    assert game.can(0, EndTurn())


@pytest.mark.proves("CAS-13", "CAS-05")
def test_the_best_bidder_pays_the_bank_at_once() -> None:
    game = refused()
    game.does(1, Bid(300))  # above the printed price too
    game.does(0, Pass())
    game.does(2, Pass()).one(AuctionWon, seat=1, other=None, amount=300)
    assert game.owner(SANCHO) == 1
    assert [game.cash(seat) for seat in range(3)] == [1500, 1200, 1500]


@pytest.mark.proves("CAS-15", "AMB-15")
def test_bidding_may_start_at_any_price_and_rises_by_at_least_1() -> None:
    game = refused()
    assert game.refusal(1, Bid(0)) == "BID_TOO_LOW"
    assert game.can(1, Bid(1))
    assert game.can(1, Bid(777))
    game.does(1, Bid(1))
    assert game.refusal(0, Bid(1)) == "BID_TOO_LOW"
    assert game.can(0, Bid(2))
    option = next(option for option in game.options(2) if option.type == "Bid")
    assert (option.low, option.high, option.step) == (2, 1500, 1)


@pytest.mark.proves("AMB-15")
def test_a_bid_may_not_exceed_the_cash_which_may_first_be_raised() -> None:
    game = refused(cash={1: 20}, owners={6: 1, 8: 0})
    assert game.can(1, Bid(20))
    assert game.refusal(1, Bid(21)) == "NOT_ENOUGH_CASH"
    game.does(1, Mortgage(game.deed(6)))
    assert game.can(1, Bid(70))
    assert not game.can(1, Bid(71))
    game.does(0, Pass())
    assert not game.can(0, Mortgage(game.deed(8)))  # out of the auction


@pytest.mark.proves("AMB-15")
def test_who_could_not_raise_the_next_bid_is_not_asked() -> None:
    game = refused(cash={1: 0, 2: 4}, owners={6: 2})
    assert game.must == [0, 2]
    game.does(0, Bid(54))  # 4 + 50
    assert game.owner(SANCHO) == 0
    other = refused(cash={1: 0, 2: 4}, owners={6: 2})
    other.does(0, Bid(53))
    assert other.must == [2]


@pytest.mark.proves("AMB-15")
def test_without_a_bid_the_deed_stays_with_the_bank_for_the_next_who_lands() -> None:
    game = refused(2, at={1: 8})
    game.does(0, Pass())
    game.does(1, Pass()).one(AuctionFailed, deed=game.deed(SANCHO))
    assert game.owner(SANCHO) is None
    assert [game.cash(0), game.cash(1)] == [1500, 1500]
    game.ends_turn()
    game.rolls(1, 2)
    assert game.can(1, BuyDeed())


@pytest.mark.proves("AMB-15", "CAS-32")
def test_prisoners_bid_and_the_bankrupt_do_not() -> None:
    game = refused(4, jail={1: 0}, out=[2])
    assert game.must == [0, 1, 3]
    game.does(1, Bid(5))
    game.does(0, Pass())
    game.does(3, Pass())
    assert game.owner(SANCHO) == 1
    assert game.in_jail(1)


@pytest.mark.proves("AMB-15")
def test_the_last_one_left_still_has_to_bid() -> None:
    game = refused(2)
    game.does(1, Pass())
    assert game.owner(SANCHO) is None
    assert game.must == [0]
    game.does(0, Bid(1)).one(AuctionWon, seat=0, amount=1)


@pytest.mark.proves("CAS-09")
def test_after_the_auction_of_a_doubles_square_the_choice_comes_back() -> None:
    game = castis(at={0: 9})
    game.rolls(1, 1)
    game.does(0, RefuseDeed(), Pass())
    game.does(1, Bid(3))
    assert game.owner(SANCHO) == 1
    assert game.legal_actions(0)[:2] == [game.default_action(0), EndTurn()]
