"""The public auction of a property its visitor did not buy: open, ascending, for cash in hand."""

from typing import Any

import pytest

from magnate.actions import Bid, BuyDeed, EndTurn, Mortgage, Pass, RefuseDeed, Roll
from magnate.events import AuctionFailed, AuctionOpened, AuctionWon, BidMade, Passed
from magnate.testing import Position
from rules.clasico.kit import BROWN, all_pass, build, built, own, purses, sell, table


def at_auction(seats: int = 3, **position: Any) -> Position:
    """Seat 0 has refused Glorieta Cuatro Caminos (100)."""
    game = table(seats, **position)
    game.rolls(2, 4)
    game.does(0, RefuseDeed())
    return game


@pytest.mark.proves("CLA-29", "CLA-30", "CLA-31", "CLA-16", "DP-13", "AMB-15")
def test_everybody_bids_from_any_price_the_refuser_too_and_the_best_bidder_pays_the_bank() -> None:
    game = at_auction()
    assert game.must == [0, 1, 2]
    game.does(2, Bid(1)).one(BidMade, seat=2, amount=1)  # any price will do to start
    game.does(0, Bid(30))
    game.does(1, Pass())
    told = game.does(2, Pass())
    told.one(AuctionWon, seat=0, other=None, amount=30, deed=game.deed("Glorieta Cuatro Caminos"))
    assert game.owner("Glorieta Cuatro Caminos") == 0
    assert purses(game) == [1470, 1500, 1500]
    assert game.can(0, EndTurn())


@pytest.mark.proves("CLA-30", "AMB-15")
@pytest.mark.parametrize("opening", [1, 100, 250])
def test_the_first_bid_may_be_below_or_above_the_printed_price(opening: int) -> None:
    game = at_auction()
    game.does(1, Bid(opening))
    game.does(0, Pass())
    game.does(2, Pass()).one(AuctionWon, seat=1, amount=opening)
    assert game.cash(1) == 1500 - opening


@pytest.mark.proves("AMB-15")
def test_the_first_bid_is_at_least_one_note_and_each_bid_one_note_more() -> None:
    game = at_auction()
    opened = [event for event in game.events if isinstance(event, AuctionOpened)]
    assert [event.amount for event in opened] == [1]
    assert game.refusal(1, Bid(0)) == "BID_TOO_LOW"
    game.does(1, Bid(40))
    assert game.refusal(0, Bid(40)) == "BID_TOO_LOW"
    assert game.can(0, Bid(41))


@pytest.mark.proves("AMB-15")
def test_nobody_bids_against_oneself_or_after_passing() -> None:
    game = at_auction()
    game.does(1, Bid(10))
    assert game.must == [0, 2]
    assert game.refusal(1, Bid(11)) == "NOT_ASKED"
    assert game.refusal(1, Pass()) == "NOT_ASKED"
    game.does(2, Pass())
    assert game.must == [0]
    assert game.refusal(2, Bid(50)) == "NOT_ASKED"
    game.does(0, Bid(11))
    assert game.must == [1]


@pytest.mark.proves("AMB-15")
def test_a_bid_may_not_exceed_the_bidder_s_cash() -> None:
    game = at_auction(cash={1: 60})
    assert game.refusal(1, Bid(61)) == "NOT_ENOUGH_CASH"
    assert game.can(1, Bid(60))


@pytest.mark.proves("AMB-15", "AMB-17")
def test_a_bidder_may_first_mortgage_or_sell_buildings() -> None:
    game = at_auction(cash={1: 0}, owners=own(1, *BROWN, "Estación del Norte"), levels=built(BROWN, 1, 0))
    assert game.must == [0, 1, 2]  # without cash, but with 25 + 100 to raise
    assert game.refusal(1, Bid(1)) == "NOT_ENOUGH_CASH"
    game.does(1, sell(game, BROWN, 0, 0))
    game.does(1, Mortgage(game.deed("Estación del Norte")))
    assert game.can(1, Bid(125))
    assert not game.can(1, Bid(126))
    assert game.refusal(1, build(game, BROWN, 1, 0)) == "WRONG_MOMENT"


@pytest.mark.proves("AMB-15")
def test_who_can_raise_nothing_is_not_asked() -> None:
    game = at_auction(cash={1: 0})
    assert game.must == [0, 2]
    game.does(0, Bid(1500))
    assert game.owner("Glorieta Cuatro Caminos") == 0  # nobody can go higher: the hammer falls
    assert game.cash(0) == 0


@pytest.mark.proves("AMB-15")
def test_one_sol_more_than_the_highest_bid_keeps_a_bidder_in() -> None:
    game = at_auction(cash={0: 100, 1: 101, 2: 0})
    game.does(0, Bid(100))
    assert game.must == [1]
    game = at_auction(cash={0: 100, 1: 100, 2: 0})
    game.does(0, Bid(100)).one(Passed, seat=1)
    assert game.owner("Glorieta Cuatro Caminos") == 0


@pytest.mark.proves("AMB-15")
def test_a_prisoner_may_bid_and_a_bankrupt_may_not() -> None:
    game = at_auction(4, jail={1: 0}, out=[3])
    assert game.must == [0, 1, 2]
    game.does(1, Bid(5))
    game.does(0, Pass())
    game.does(2, Pass())
    assert game.owner("Glorieta Cuatro Caminos") == 1
    assert game.in_jail(1)


@pytest.mark.proves("AMB-15")
def test_with_no_bid_the_deed_stays_with_the_bank() -> None:
    game = at_auction()
    told = all_pass(game)
    told.one(AuctionFailed, deed=game.deed("Glorieta Cuatro Caminos"))
    assert game.owner("Glorieta Cuatro Caminos") is None
    assert purses(game) == [1500] * 3
    game.ends_turn()
    game.rolls(2, 4)
    assert game.can(1, BuyDeed())  # available to the next who lands there


@pytest.mark.proves("CLA-32", "CLA-33")
@pytest.mark.parametrize(
    ("start", "roll", "place"), [("SALIDA", (2, 3), 5), ("Cárcel", (1, 1), 12), ("Parking gratuito", (3, 5), 28)]
)
def test_stations_and_utilities_are_auctioned_alike_and_the_refuser_may_bid(
    start: str, roll: tuple[int, int], place: int
) -> None:
    game = table(2, at={0: start})
    game.rolls(*roll)
    game.does(0, RefuseDeed())
    assert game.must == [0, 1]
    game.does(0, Bid(7))
    game.does(1, Pass()).one(AuctionWon, seat=0, amount=7, deed=game.deed(place))
    assert game.owner(place) == 0


@pytest.mark.proves("CLA-29")
def test_no_other_business_until_the_hammer_falls() -> None:
    game = at_auction()
    for action in (Roll(), EndTurn(), BuyDeed(), RefuseDeed()):
        assert not game.can(0, action)
    all_pass(game)
    assert game.can(0, EndTurn())


@pytest.mark.proves("AMB-15")
def test_the_highest_bidder_raises_no_money_until_outbid() -> None:
    game = at_auction(owners={**own(0, "Estación de Goya"), **own(1, *BROWN)}, levels=built(BROWN, 1, 1))
    station, houses = Mortgage(game.deed("Estación de Goya")), sell(game, BROWN, 0, 0)
    assert game.can(0, station)
    assert game.can(1, houses)
    game.does(0, Bid(10))
    assert game.refusal(0, station) == "WRONG_MOMENT"
    assert game.can(1, houses)
    game.does(1, Bid(11))
    assert game.refusal(1, houses) == "WRONG_MOMENT"
    game.does(0, station, Bid(1600))  # 1,500 and the 100 just lent
