"""«Achiziționarea proprietăților»: buy at the price on the board, or the Bank auctions at once."""

import pytest

from magnate.actions import Bid, Build, BuyDeed, DeclareBankruptcy, EndTurn, Mortgage, Pass, RefuseDeed, SellBuildings
from magnate.events import (
    AuctionFailed,
    AuctionOpened,
    AuctionWon,
    BidMade,
    DebtOwed,
    DeedBought,
    DeedRefused,
    Passed,
)
from magnate.testing import Position
from rules.europolis.kit import BRITAIN, BULGARIA, built, deal, europolis, owned, purses, trade


def at_atena(seats: int = 3, **position: object) -> Position:
    """Seat 0 stands on free Atena (4,800)."""
    game = europolis(seats, at={0: "București"}, **position)
    game.rolls(2, 3)
    return game


@pytest.mark.parametrize(("seat", "other"), [(0, 1), (1, 0)])
@pytest.mark.parametrize(
    ("start", "place", "price"),
    [(9, "Atena", 4800), (10, "Linia Aeriană Sud", 6000), (7, "Compania de Electricitate", 4500)],
)
@pytest.mark.proves("EUR-30", "EUR-31", "EUR-35", "DP-11")
def test_free_property_may_be_bought_at_the_price_on_the_board(
    seat: int, other: int, start: int, place: str, price: int
) -> None:
    game = europolis(2, turn=seat, at={seat: start})
    game.rolls(2, 3)
    assert game.must == [seat]
    assert game.owner(place) is None
    assert not game.can(other, BuyDeed())
    game.does(seat, BuyDeed()).one(DeedBought, seat=seat, deed=game.deed(place), amount=price)
    assert game.owner(place) == seat
    assert (game.cash(seat), game.cash(other)) == (50_000 - price, 50_000)


@pytest.mark.parametrize(("cash", "refusal"), [(4800, None), (4750, "NOT_ENOUGH_CASH")])
@pytest.mark.proves("EUR-30")
def test_the_price_is_paid_in_cash(cash: int, refusal: str | None) -> None:
    assert at_atena(cash={0: cash}).refusal(0, BuyDeed()) == refusal


@pytest.mark.proves("AMB-16", "DP-11")
def test_the_price_may_first_be_raised_in_any_way() -> None:
    game = at_atena(cash={0: 0}, owners=owned(0, BULGARIA) | {"Paris": 0}, levels={"Varna": 1, "Sofia": 1})
    assert not game.can(0, Build(game.group("Varna"), [2, 1]))
    game.does(0, SellBuildings(game.group("Varna"), [0, 0]))  # 2 × 750
    game.does(0, Mortgage(game.deed("Varna")))  # 900
    trade(game, 0, 1, deal(game, {0: 2400, 1: -2400}, {"Paris": 1}))
    game.does(0, BuyDeed())
    assert (game.owner("Atena"), game.cash(0)) == (0, 0)


@pytest.mark.proves("EUR-32", "EUR-33", "AMB-87", "DP-12")
def test_what_is_refused_is_auctioned_at_once_and_another_opens() -> None:
    game = at_atena()
    told = game.does(0, RefuseDeed())
    told.one(DeedRefused, seat=0, deed=game.deed("Atena"))
    told.one(AuctionOpened, deed=game.deed("Atena"), building=None, amount=50)
    assert game.must == [1, 2]
    assert game.refusal(0, Bid(50)) == "NOT_ASKED"
    assert game.refusal(0, Pass()) == "NOT_ASKED"
    assert game.refusal(1, Bid(0)) == "BID_TOO_LOW"
    assert game.can(2, Bid(50))


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


@pytest.mark.proves("EUR-33", "AMB-87")
def test_the_start_price_is_whatever_the_other_offers_even_above_the_board() -> None:
    game = at_atena()
    game.does(0, RefuseDeed())
    game.does(2, Bid(9000))
    assert game.refusal(1, Bid(9000)) == "BID_TOO_LOW"
    told = game.does(1, Pass())
    assert told.none(AuctionWon)
    game.does(0, Pass()).one(AuctionWon, seat=2, amount=9000)
    assert purses(game) == [50_000, 50_000, 41_000]


@pytest.mark.proves("AMB-87", "DP-12")
def test_without_an_opening_bid_the_deed_stays_with_the_bank() -> None:
    game = at_atena()
    game.does(0, RefuseDeed())
    assert game.does(2, Pass()).none(AuctionFailed)
    game.does(1, Pass()).one(AuctionFailed, deed=game.deed("Atena"), building=None)
    assert game.owner("Atena") is None
    assert purses(game) == [50_000] * 3


@pytest.mark.proves("AMB-15")
def test_a_deed_nobody_bid_for_is_offered_to_the_next_who_lands_there() -> None:
    game = europolis(2, at={0: 11, 1: 11})
    game.rolls(1, 2)
    game.does(0, RefuseDeed())
    game.does(1, Pass())
    game.does(0, EndTurn())
    game.rolls(1, 2)
    assert game.can(1, BuyDeed())


@pytest.mark.parametrize(
    ("bid", "refusal"),
    [
        (1000, "BID_TOO_LOW"),
        (1049, "BID_TOO_LOW"),
        (1050, None),
        (1075, "NOT_A_ROUND_SUM"),
        (3000, None),
        (3050, "NOT_ENOUGH_CASH"),
    ],
)
@pytest.mark.proves("EUR-34", "AMB-15", "DP-13")
def test_a_bid_rises_by_whole_notes_of_50_and_never_above_the_purse(bid: int, refusal: str | None) -> None:
    game = at_atena(cash={2: 3000})
    game.does(0, RefuseDeed())
    game.does(1, Bid(1000))
    assert game.refusal(2, Bid(bid)) == refusal
    assert game.refusal(1, Bid(2000)) == "NOT_ASKED"  # not against oneself


@pytest.mark.proves("AMB-15", "DP-13")
def test_the_limits_of_a_bid_are_offered() -> None:
    game = at_atena(cash={2: 3020})
    game.does(0, RefuseDeed())
    game.does(1, Bid(1000))
    [option] = [option for option in game.options(2) if option.type == "Bid"]
    assert (option.low, option.high, option.step) == (1050, 3000, 50)


@pytest.mark.proves("AMB-15")
def test_a_bidder_may_first_mortgage_for_the_cash_of_a_bid() -> None:
    game = at_atena(cash={2: 0}, owners={"Paris": 2})
    game.does(0, RefuseDeed())
    game.does(1, Bid(1000))
    assert game.refusal(2, Bid(1050)) == "NOT_ENOUGH_CASH"
    game.does(2, Mortgage(game.deed("Paris")))
    assert game.can(2, Bid(4200))
    assert game.refusal(2, Bid(4250)) == "NOT_ENOUGH_CASH"


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


@pytest.mark.proves("EUR-34", "AMB-91", "AMB-15")
def test_a_prisoner_bids_like_everybody() -> None:
    game = at_atena(jail={1: 0})
    game.does(0, RefuseDeed())
    game.does(1, Bid(50))
    game.does(0, Pass())
    game.does(2, Pass()).one(AuctionWon, seat=1, amount=50)
    assert game.owner("Atena") == 1
    assert game.in_jail(1)


@pytest.mark.proves("EUR-34")
def test_who_has_passed_is_out_of_the_auction_and_bankrupts_are_not_in_it() -> None:
    game = at_atena(4, out=[3])
    game.does(0, RefuseDeed())
    assert game.must == [1, 2]
    game.does(1, Pass())
    game.does(2, Bid(500))
    assert game.must == [0]
    assert game.refusal(1, Bid(1000)) == "NOT_ASKED"


@pytest.mark.proves("EUR-35", "EUR-32")
def test_airlines_and_utilities_are_auctioned_in_the_same_way() -> None:
    for start, place in ((7, "Compania de Electricitate"), (10, "Linia Aeriană Sud")):
        game = europolis(2, at={0: start})
        game.rolls(2, 3)
        game.does(0, RefuseDeed())
        assert game.must == [1]
        game.does(1, Bid(50))
        game.does(0, Pass())
        assert game.owner(place) == 1


@pytest.mark.proves("EUR-32", "EUR-36")
def test_play_goes_on_with_the_refuser_after_the_auction() -> None:
    game = europolis(2, at={0: 10})
    game.rolls(2, 2)  # Atena, by a double
    game.does(0, RefuseDeed())
    game.does(1, Pass())
    assert game.must == [0]
    assert not game.can(0, EndTurn())  # the double is still to be followed by a roll


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
    game = europolis(3, at={0: 37}, cash={0: 500}, owners=owned(1, BRITAIN), levels=built(BRITAIN, 5, 5))
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
