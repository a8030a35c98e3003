"""Expòpoli(s), «Fermata su proprietà libera»: the option to buy, and the auction of what is not bought."""

from typing import Any

import pytest

from magnate.actions import Bid, BuyDeed, EndTurn, Mortgage, Pass, ProposeDeal, RefuseDeed, SellBuildings
from magnate.events import AuctionFailed, AuctionOpened, AuctionWon, BidMade, DeedBought, DeedRefused, Passed
from magnate.testing import Position
from rules.expopolis.milan import FUCHSIA, all_of, built, milan, trade


def at_auction(seats: int = 3, **position: Any) -> Position:
    """Seat 0 has refused Fiera (18,000)."""
    game = milan(seats, at={0: 9}, **position)
    game.rolls(3, 4)
    game.does(0, RefuseDeed())
    return game


@pytest.mark.proves("EXP-30", "EXP-34", "EXP-52", "DP-11")
@pytest.mark.parametrize(
    ("place", "price"), [("Fiera", 18_000), ("Scalo Farini", 20_000), ("A2A", 15_000), ("Montenapoleone", 40_000)]
)
def test_whoever_lands_on_free_property_may_buy_it_at_the_printed_price(place: str, price: int) -> None:
    game = milan(3)
    game.state.at[0] = game.edition.find_space(place) - 7
    game.rolls(3, 4)
    assert game.must == [0]
    assert not game.can(1, BuyDeed())
    assert game.owner(place) is None
    told = game.does(0, BuyDeed())
    told.one(DeedBought, seat=0, deed=game.deed(place), amount=price)
    assert game.owner(place) == 0
    assert [game.cash(seat) for seat in range(3)] == [100_000 - price, 100_000, 100_000]
    assert game.can(0, EndTurn())


@pytest.mark.proves("EXP-30", "AMB-16")
@pytest.mark.parametrize(("cash", "refusal"), [(18_000, None), (17_900, "NOT_ENOUGH_CASH")])
def test_the_price_must_be_there_in_cash(cash: int, refusal: str | None) -> None:
    game = milan(at={0: 9}, cash={0: cash})
    game.rolls(3, 4)
    assert game.refusal(0, BuyDeed()) == refusal
    assert game.can(0, RefuseDeed())


@pytest.mark.proves("AMB-16", "AMB-17", "DP-11")
def test_a_buyer_short_of_cash_may_first_mortgage_sell_buildings_or_trade() -> None:
    owners = {"MM": 0, **all_of(FUCHSIA, 0), "A2A": 1}
    game = milan(at={0: 9}, cash={0: 0}, owners=owners, levels=built(FUCHSIA, 1, 1))
    game.rolls(3, 4)
    game.does(0, SellBuildings(game.group("Parco Lambro"), [0, 0]))  # 2 × 2,500
    game.does(0, Mortgage(game.deed("MM")))  # 7,500
    assert game.refusal(0, BuyDeed()) == "NOT_ENOUGH_CASH"
    sale = ProposeDeal(cash={0: 5_500, 1: -5_500}, deeds={game.deed("Parco Lambro"): 1})
    trade(game, 0, 1, sale)
    assert game.cash(0) == 18_000
    game.does(0, BuyDeed())
    assert game.owner("Fiera") == 0
    assert game.cash(0) == 0


@pytest.mark.proves("EXP-31", "EXP-32", "DP-11", "DP-13")
def test_what_is_refused_is_auctioned_at_once_among_everybody_the_refuser_included() -> None:
    game = milan(4, at={0: 9}, jail={2: 1}, out=[3])
    game.rolls(3, 4)
    told = game.does(0, RefuseDeed())
    told.one(DeedRefused, seat=0, deed=game.deed("Fiera"))
    told.one(AuctionOpened, deed=game.deed("Fiera"), building=None)
    assert game.must == [0, 1, 2]  # the prisoner too, the bankrupt not


@pytest.mark.proves("EXP-31", "EXP-34", "DP-13")
def test_the_best_bidder_pays_the_bid_and_receives_the_contract() -> None:
    game = at_auction()
    game.does(1, Bid(5_000))
    assert game.must == [0, 2]
    game.does(2, Bid(5_100))
    assert game.must == [0, 1]
    game.does(0, Pass())
    told = game.does(1, Pass())
    told.one(AuctionWon, seat=2, other=None, amount=5_100, deed=game.deed("Fiera"), building=None)
    assert game.owner("Fiera") == 2
    assert [game.cash(seat) for seat in range(3)] == [100_000, 100_000, 94_900]
    assert game.must == [0]
    assert game.can(0, EndTurn())


@pytest.mark.proves("EXP-32")
def test_the_refuser_may_open_and_win_below_the_price() -> None:
    game = at_auction()
    game.does(0, Bid(100))
    game.does(1, Pass())
    game.does(2, Pass()).one(AuctionWon, seat=0, amount=100)
    assert game.owner("Fiera") == 0
    assert game.cash(0) == 99_900


@pytest.mark.proves("EXP-33", "AMB-15")
@pytest.mark.parametrize(
    ("amount", "refusal"),
    [
        (0, "BID_TOO_LOW"),
        (99, "BID_TOO_LOW"),
        (100, None),
        (150, "NOT_A_ROUND_SUM"),
        (60_000, None),
        (100_000, None),
        (100_100, "NOT_ENOUGH_CASH"),
    ],
)
def test_an_auction_opens_at_any_price_in_whole_notes_up_to_the_cash_at_hand(amount: int, refusal: str | None) -> None:
    assert at_auction().refusal(1, Bid(amount)) == refusal


@pytest.mark.proves("AMB-15")
@pytest.mark.parametrize(("amount", "refusal"), [(6_900, "BID_TOO_LOW"), (7_000, "BID_TOO_LOW"), (7_100, None)])
def test_a_bid_must_be_higher_by_a_note(amount: int, refusal: str | None) -> None:
    game = at_auction()
    game.does(1, Bid(7_000)).one(BidMade, seat=1, amount=7_000)
    assert game.refusal(2, Bid(amount)) == refusal


@pytest.mark.proves("AMB-15")
def test_nobody_bids_against_oneself_nor_after_passing() -> None:
    game = at_auction()
    game.does(1, Bid(7_000))
    assert game.refusal(1, Bid(8_000)) == "NOT_ASKED"
    assert game.refusal(1, Pass()) == "NOT_ASKED"
    game.does(2, Pass())
    assert game.refusal(2, Bid(8_000)) == "NOT_ASKED"
    assert game.must == [0]


@pytest.mark.proves("AMB-15")
def test_without_a_bid_the_deed_stays_with_the_bank_for_the_next_who_lands() -> None:
    game = at_auction()
    game.does(0, Pass())
    game.does(1, Pass())
    assert game.must == [2]
    told = game.does(2, Pass())
    told.one(AuctionFailed, deed=game.deed("Fiera"))
    assert game.owner("Fiera") is None
    game.ends_turn()
    game.state.at[1] = 9
    game.rolls(3, 4)
    assert game.can(1, BuyDeed())


@pytest.mark.proves("AMB-15")
def test_the_last_one_left_may_still_open_the_bidding() -> None:
    game = at_auction()
    game.does(0, Pass())
    game.does(1, Pass())
    game.does(2, Bid(100)).one(AuctionWon, seat=2, amount=100)


@pytest.mark.proves("AMB-15", "AMB-17")
def test_a_bidder_may_raise_cash_during_the_auction() -> None:
    game = at_auction(cash={1: 0}, owners={"Scalo Farini": 1})
    assert 1 in game.must
    assert game.refusal(1, Bid(100)) == "NOT_ENOUGH_CASH"
    game.does(1, Mortgage(game.deed("Scalo Farini")))
    assert game.refusal(1, Bid(10_000)) is None
    assert game.refusal(1, Bid(10_100)) == "NOT_ENOUGH_CASH"


@pytest.mark.proves("AMB-15")
def test_whoever_cannot_raise_the_next_bid_is_passed_over() -> None:
    game = at_auction(cash={1: 0, 2: 400}, owners={"Scalo Farini": 2})
    assert game.must == [0, 2]
    told = game.does(0, Bid(10_300))  # seat 2 can raise 400 + 10,000
    assert told.none(Passed, seat=2)
    game = at_auction(cash={1: 0, 2: 400}, owners={"Scalo Farini": 2})
    told = game.does(0, Bid(10_400))
    told.one(Passed, seat=2)
    told.one(AuctionWon, seat=0, amount=10_400)


@pytest.mark.proves("AMB-17")
def test_whoever_has_passed_does_not_raise_cash_during_the_auction() -> None:
    game = at_auction(owners={"Scalo Farini": 1})
    game.does(1, Pass())
    assert game.refusal(1, Mortgage(game.deed("Scalo Farini"))) == "WRONG_MOMENT"


@pytest.mark.proves("EXP-35", "AMB-52")
def test_contracts_lie_visible_to_everybody_in_front_of_their_owner() -> None:
    game = milan(3, owners={"Fiera": 2, "MM": 0}, mortgages=["MM"])
    for viewer in (None, 0, 1, 2):
        view = game.view(viewer)
        assert view.deeds[game.deed("Fiera")].owner == 2
        assert view.deeds[game.deed("Fiera")].mortgaged is False
        assert view.deeds[game.deed("MM")].owner == 0
        assert view.deeds[game.deed("MM")].mortgaged is True
        assert view.deeds[game.deed("A2A")].owner is None
        assert [seat.cash for seat in view.seats] == [100_000] * 3
