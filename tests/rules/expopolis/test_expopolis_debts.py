"""Expòpoli(s), «Varie»: paying a creditor partly in property, at the creditor's price or by the debtor's auction."""

from typing import Any

import pytest

from magnate.actions import (
    AcceptValue,
    AuctionProperty,
    Bid,
    Build,
    Concede,
    DeclareBankruptcy,
    EndTurn,
    LiftMortgage,
    Mortgage,
    NameValue,
    OfferProperty,
    Pass,
    ProposeDeal,
    RefuseProperty,
    Roll,
    SellBuildings,
)
from magnate.events import (
    AuctionFailed,
    AuctionOpened,
    AuctionWon,
    DebtOwed,
    PaidBank,
    PaidPlayer,
    Passed,
)
from magnate.rules.codes import BANK, FRAME_DEBT, NOTHING, WHY_TAX
from magnate.rules.stack import push
from magnate.rules.tell import RULE_TAX
from magnate.testing import Position
from rules.expopolis.milan import FUCHSIA, indebted, milan
from rules.kit import built, own


def offering(cash: int = 12_000, place: str = "Fiera", **position: Any) -> Position:
    """Seat 0 owes seat 1 20,000 and offers a property in part payment."""
    game = indebted(cash, owners={place: 0}, **position)
    game.does(0, OfferProperty(game.deed(place)))
    return game


def valued(amount: int, cash: int = 12_000) -> Position:
    """Seat 1 has named its price for Fiera."""
    game = offering(cash)
    game.does(1, NameValue(amount))
    return game


# The debt.


@pytest.mark.proves("DP-19", "AMB-38", "AMB-17")
def test_what_a_debtor_may_do() -> None:
    game = indebted(0, owners=own(0, *FUCHSIA) | {"MM": 0, "A2A": 0, "Fiera": 2}, levels=built(FUCHSIA, 1, 1),
                    mortgages=["A2A"], held={"P14": 0})  # fmt: skip
    assert game.can(0, SellBuildings(game.group("Parco Lambro"), [0, 1]))
    assert game.can(0, Mortgage(game.deed("MM")))
    assert game.can(0, OfferProperty(game.deed("MM")))
    assert game.can(0, ProposeDeal(cash={0: 500, 2: -500}, cards={game.kept("P14"): 2}))
    # Worth 18,500 of 20,000: it may sell MM for its mortgage value of 7,500, but for no less.
    assert game.can(0, ProposeDeal(cash={0: 7_500, 2: -7_500}, deeds={game.deed("MM"): 2}))
    cheap = ProposeDeal(cash={0: 7_400, 2: -7_400}, deeds={game.deed("MM"): 2})
    assert game.refusal(0, cheap) == "COULD_NOT_PAY_THEN"
    assert not game.can(0, Build(game.group("Parco Lambro"), [1, 2]))
    assert not game.can(0, LiftMortgage(game.deed("A2A")))
    assert not game.can(2, Mortgage(game.deed("Fiera")))  # the others wait
    assert not game.can(2, Roll())


# The offer.


@pytest.mark.proves("EXP-96", "AMB-63", "DP-22", "DP-23")
def test_a_debtor_may_auction_what_the_creditor_refused() -> None:
    game = offering()
    game.does(1, RefuseProperty())
    game.does(0, AuctionProperty()).one(AuctionOpened, deed=game.deed("Fiera"), building=None, amount=100)
    assert game.must == [1, 2]
    game.does(2, Bid(8_000))
    told = game.does(1, Pass())
    told.one(AuctionWon, seat=2, other=0, amount=8_000)
    told.one(PaidPlayer, seat=0, other=1, amount=20_000)
    assert [game.cash(seat) for seat in range(3)] == [0, 120_000, 92_000]


# What may be offered, and to whom.


@pytest.mark.proves("AMB-62")
def test_any_debt_to_a_player_not_only_rent() -> None:
    game = milan(3, at={0: 10}, cash={1: 0}, owners={"Fiera": 1})
    game.draws("P9", 3, 4).one(DebtOwed, seat=1, other=0, amount=1_000, why="gift")
    game.does(1, OfferProperty(game.deed("Fiera")))
    game.does(0, NameValue(1_000))
    game.does(1, AcceptValue())
    assert game.owner("Fiera") == 0
    # The next guest pays, then the turn goes on.
    assert [game.cash(seat) for seat in range(3)] == [101_000, 0, 99_000]


# The debtor's auction.


@pytest.mark.proves("AMB-63", "DP-23")
def test_the_creditor_may_win_the_auction() -> None:
    game = valued(5_000)
    game.does(0, AuctionProperty())
    game.does(2, Pass())
    game.does(1, Bid(100)).one(AuctionWon, seat=1, other=0, amount=100)
    assert game.owner("Fiera") == 1
    assert (game.cash(0), game.cash(1)) == (12_100, 99_900)
    assert game.must == [0]  # 7,900 are still missing
    assert game.can(0, DeclareBankruptcy())


@pytest.mark.proves("EXP-96", "AMB-63")
def test_without_a_bid_the_property_stays_with_the_debtor() -> None:
    game = valued(5_000)
    game.does(0, AuctionProperty())
    game.does(1, Pass())
    game.does(2, Pass()).one(AuctionFailed, deed=game.deed("Fiera"))
    assert game.owner("Fiera") == 0
    assert [game.cash(seat) for seat in range(3)] == [12_000, 100_000, 100_000]
    assert game.must == [0]
    assert game.can(0, Mortgage(game.deed("Fiera")))


@pytest.mark.proves("EXP-96", "AMB-62", "EXP-80", "DP-38")
def test_the_winner_of_mortgaged_property_pays_ten_per_cent() -> None:
    game = offering(mortgages=["Fiera"])
    game.does(1, NameValue(100))
    game.does(0, AuctionProperty())
    game.does(2, Bid(9_000))
    told = game.does(1, Pass())
    told.one(PaidBank, seat=2, amount=900, why="interest", deed=game.deed("Fiera"))
    assert game.must == [2]
    told = game.does(2, LiftMortgage(game.deed("Fiera")))
    told.one(PaidPlayer, seat=0, other=1, amount=20_000)
    assert [game.cash(seat) for seat in range(3)] == [1_000, 120_000, 100_000 - 9_000 - 900 - 9_000]
    assert not game.is_mortgaged("Fiera")


@pytest.mark.proves("AMB-15", "EXP-96", "EXP-80")
def test_a_bid_for_mortgaged_property_leaves_the_ten_per_cent_in_the_purse() -> None:
    game = offering(mortgages=["Fiera"], purses={2: 5_000})
    game.does(1, NameValue(100))
    game.does(0, AuctionProperty())
    bid = next(option for option in game.options(2) if option.type == "Bid")
    assert (bid.low, bid.high) == (100, 4_100)  # 5,000 - 900
    assert game.refusal(2, Bid(4_200)) == "NOT_ENOUGH_CASH"
    game.does(2, Bid(4_100))
    told = game.does(1, Pass())
    told.one(AuctionWon, seat=2, other=0, amount=4_100)
    told.one(PaidBank, seat=2, amount=900, why="interest")
    assert told.none(DebtOwed)
    assert game.cash(2) == 0
    game = offering(purses={2: 5_000})  # not mortgaged: all of it
    game.does(1, NameValue(100))
    game.does(0, AuctionProperty())
    assert game.refusal(2, Bid(5_100)) == "NOT_ENOUGH_CASH"
    assert game.can(2, Bid(5_000))


@pytest.mark.proves("AMB-15", "EXP-80", "DP-23")
@pytest.mark.parametrize(
    ("cash", "owners", "asked"),
    [(1_000, {}, [1, 2]), (900, {}, [1]), (0, {"MM": 2}, [1, 2])],
)
def test_who_cannot_raise_the_lowest_bid_and_the_ten_per_cent_has_passed(
    cash: int, owners: dict[str, int], asked: list[int]
) -> None:
    game = indebted(12_000, owners={"Fiera": 0} | owners, mortgages=["Fiera"], purses={2: cash})
    game.does(0, OfferProperty(game.deed("Fiera")))
    game.does(1, NameValue(100))
    told = game.does(0, AuctionProperty())  # from 100, and 900 to the Bank
    assert [event.seat for event in told.of(Passed)] == ([] if 2 in asked else [2])
    assert game.must == asked


@pytest.mark.proves("EXP-96")
def test_the_debtor_raises_no_money_while_the_auction_runs() -> None:
    game = indebted(0, owners={"Fiera": 0, "MM": 0})
    game.does(0, OfferProperty(game.deed("Fiera")))
    game.does(1, NameValue(100))
    game.does(0, AuctionProperty())
    assert game.refusal(0, Mortgage(game.deed("MM"))) == "WRONG_MOMENT"
    assert game.refusal(0, Mortgage(game.deed("Fiera"))) == "WRONG_MOMENT"


@pytest.mark.proves("EXP-96", "EXP-94")
def test_a_debtor_may_auction_one_property_after_another_until_the_debt_is_paid() -> None:
    places = ["Fiera", "Isola", "Brera", "MM", "A2A"]
    game = indebted(0, owners=dict.fromkeys(places, 0))
    for place in places:
        assert game.refusal(0, OfferProperty(game.deed(place))) is None, place
        game.does(0, OfferProperty(game.deed(place)))
        game.does(1, NameValue(100))
        game.does(0, AuctionProperty())
        game.does(2, Bid(4_000))
        game.does(1, Pass())
    assert (game.cash(0), game.cash(1), game.cash(2)) == (0, 120_000, 80_000)
    assert game.can(0, EndTurn())


@pytest.mark.proves("AMB-38")
def test_nobody_leaves_the_table_over_a_debt_to_the_bank_while_an_older_one_is_owed_to_a_player() -> None:
    game = indebted(0)
    push(game.state, FRAME_DEBT, 0, BANK, WHY_TAX, 10_000, NOTHING, RULE_TAX)  # a tax on top of the rent
    question = game.view(0).question
    assert question is not None
    assert (question.type, question.amount, question.other) == ("debt", 10_000, None)
    assert game.refusal(0, Concede()) == "OWES_A_PLAYER"
    game = indebted(0)
    push(game.state, FRAME_DEBT, 2, BANK, WHY_TAX, 10_000, NOTHING, RULE_TAX)
    assert game.refusal(2, Concede()) is None  # another's debt to a player does not hold who owes the Bank
