"""«Achiziționarea proprietăților»: buy at the price on the board, or the Bank auctions at once."""

import pytest

from magnate.actions import Bid, DeclareBankruptcy, EndTurn, Pass, RefuseDeed
from magnate.events import (
    AuctionOpened,
    AuctionWon,
    BidMade,
    DebtOwed,
    DeedRefused,
    Passed,
)
from magnate.testing import Position
from rules.europolis.kit import BRITAIN, europolis
from rules.kit import built, own, purses


def at_atena(seats: int = 3, **position: object) -> Position:
    """Seat 0 stands on free Atena (4,800)."""
    game = europolis(seats, at={0: "București"}, **position)
    game.rolls(2, 3)
    return game


@pytest.mark.proves("EUR-34", "EUR-36", "AMB-87", "DP-13")
def test_after_the_opening_bid_the_refuser_may_bid_too_and_the_highest_wins() -> None:
    game = at_atena()
    game.does(0, RefuseDeed())
    game.does(1, Bid(1000)).one(BidMade, seat=1, amount=1000)
    assert game.must == [0, 2]
    game.does(2, Pass()).one(Passed, seat=2)
    assert game.must == [0]
    game.does(0, Bid(1050))
    assert game.must == [1]
    told = game.does(1, Pass())
    told.one(AuctionWon, seat=0, other=None, amount=1050, deed=game.deed("Atena"), building=None)
    assert game.owner("Atena") == 0
    assert purses(game) == [48_950, 50_000, 50_000]
    assert game.can(0, EndTurn())


@pytest.mark.proves("AMB-15", "DP-13")
def test_the_limits_of_a_bid_are_offered() -> None:
    game = at_atena(cash={2: 3000})
    game.does(0, RefuseDeed())
    game.does(1, Bid(1000))
    [option] = [option for option in game.options(2) if option.type == "Bid"]
    assert (option.low, option.high, option.step) == (1050, 3000, 50)


@pytest.mark.proves("AMB-15")
def test_nobody_is_asked_for_a_bid_beyond_all_they_could_raise() -> None:
    game = at_atena(cash={2: 1000}, owners={"Varna": 2})  # 1,000 + 900
    game.does(0, RefuseDeed())
    told = game.does(1, Bid(1850))
    assert told.none(Passed)
    assert game.must == [0, 2]  # 1,900 can still be raised
    told = game.does(0, Bid(1900))
    told.one(Passed, seat=2)
    assert game.must == [1]


@pytest.mark.proves("EUR-33", "AMB-87")
def test_whoever_refuses_the_others_open() -> None:
    game = europolis(3, turn=2, at={2: 9})
    game.rolls(2, 3)
    game.does(2, RefuseDeed())
    assert game.must == [0, 1]
    game.does(0, Bid(50))
    assert game.must == [1, 2]


@pytest.mark.proves("EUR-32", "EUR-33", "AMB-16", "AMB-141")
def test_a_buyer_ruined_by_a_rent_of_an_earlier_roll_has_not_bought_and_the_others_bid() -> None:
    # A double led to Londra with its hotel, the roll after it to free Varna; only then the rent is asked for.
    game = europolis(3, at={0: 37}, cash={0: 500}, owners=own(1, *BRITAIN), levels=built(BRITAIN, 5, 5))
    game.rolls(1, 1)
    game.rolls(1, 1)
    game.claims(1).one(DebtOwed, seat=0, other=1, amount=60_000)
    told = game.does(0, DeclareBankruptcy())
    told.one(DeedRefused, seat=0, deed=game.deed("Varna"))
    told.one(AuctionOpened, deed=game.deed("Varna"))
    assert game.must == [1, 2]
    game.does(1, Bid(50))
    game.does(2, Pass()).one(AuctionWon, seat=1, amount=50)
    assert game.owner("Varna") == 1
