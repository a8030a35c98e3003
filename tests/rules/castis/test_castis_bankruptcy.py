"""Bankruptcy: to a player, to the Bank, the mortgaged deeds, the auctions, the last player."""

from typing import Any

import pytest

from magnate.actions import Acknowledge, Bid, DeclareBankruptcy, EndTurn, Mortgage, Pass
from magnate.events import (
    AuctionFailed,
    AuctionOpened,
    AuctionWon,
    BuildingsReturned,
    BuildingsSold,
    CardMoved,
    CashSurrendered,
    CreditorPaid,
    DebtOwed,
    DeedMoved,
    GameWon,
    PaidBank,
    PaidPlayer,
    TurnBegan,
    WentBankrupt,
)
from magnate.testing import EventList, Position
from rules.castis.kit import PALENCIA, draws, lands
from rules.kit import own, stock

# Worth 4 houses × 50 + 70 + 70 + 80 + 100 = 520 beside the cash; the mortgaged service and the card count nothing.
OWNED = {**own(0, *PALENCIA), 5: 0, 12: 0}
LEVELS = {11: 2, 13: 1, 14: 1}


def owing_player(cash: int = 30, seats: int = 3, **position: Any) -> Position:
    """Seat 0 stands on the Plaza Mayor de Salamanca with a hotel: 2 × 1,000 to seat 1."""
    game, told = lands(
        39,
        seats,
        cash={0: cash},
        owners={**OWNED, 37: 1, 39: 1, **position.pop("owners", {})},
        levels={**LEVELS, 39: 4, 37: 1},
        mortgages=[12],
        held={"S10": 0},
        **position,
    )
    told.one(DebtOwed, seat=0, other=1, amount=2000, why="rent")
    return game


def owing_bank(cash: int, seats: int = 3, **position: Any) -> Position:
    """Seat 0 owes the municipal tax of 200 and owns two cheap lots (30 + 30), and a mortgaged service."""
    owners = {1: 0, 3: 0, 12: 0, **position.pop("owners", {})}
    game, told = lands(4, seats, cash={0: cash}, owners=owners, mortgages=[12], **position)
    told.one(DebtOwed, seat=0, other=None, amount=200, why="tax")
    return game


def nobody_bids(game: Position) -> EventList:
    """Every auction of the estate fails."""
    told = EventList()
    while (asked := game.view().question) is not None and asked.type == "auction":
        told += game.does(game.must[0], Pass())
    return told


# When.


@pytest.mark.proves("CAS-47", "AMB-38", "AMB-39", "DP-24", "DP-19")
def test_who_can_still_pay_is_not_bankrupt() -> None:
    game = owing_bank(140)  # 140 + 60
    assert game.refusal(0, DeclareBankruptcy()) == "CAN_STILL_PAY"
    assert not game.can(0, EndTurn())
    game.does(0, Mortgage(game.deed(1)))
    game.does(0, Mortgage(game.deed(3))).one(PaidBank, seat=0, amount=200)
    assert game.cash(0) == 0
    assert game.can(0, EndTurn())
    owing_bank(139).does(0, DeclareBankruptcy()).one(WentBankrupt, seat=0, other=None, amount=200, clause="CAS-47")


# To a player.


@pytest.mark.proves("CAS-48", "CAS-49", "AMB-131", "AMB-132", "AMB-42")
def test_a_creditor_receives_cash_unmortgaged_deeds_cards_and_the_money_for_all_buildings() -> None:
    game = owing_player()
    assert stock(game) == (27, 11)
    told = game.does(0, DeclareBankruptcy())
    told.one(WentBankrupt, seat=0, other=1, amount=2000)
    assert sum(event.amount for event in told.of(BuildingsSold, seat=0, clause="CAS-49")) == 200
    told.one(CashSurrendered, seat=0, other=1, amount=230, clause="CAS-48")
    told.one(CardMoved, seat=0, other=1, card=game.kept("S10"))
    assert told.none(CreditorPaid)
    assert [event.deed for event in told.of(DeedMoved, seat=0, other=1)] == [game.deed(s) for s in (5, 11, 13, 14)]
    assert [game.owner(space) for space in (5, 11, 13, 14)] == [1, 1, 1, 1]
    assert [game.level(space) for space in (11, 13, 14)] == [0, 0, 0]
    assert game.level(39) == 4  # the creditor's own buildings stand
    assert [game.cash(seat) for seat in range(3)] == [0, 1730, 1500]
    assert game.holds(1, "S10")
    assert stock(game) == (31, 11)


@pytest.mark.proves("CAS-50", "AMB-132", "AMB-133", "DP-27")
def test_the_mortgaged_deeds_go_to_the_bank_which_auctions_them_free_of_mortgage() -> None:
    game = owing_player()
    told = game.does(0, DeclareBankruptcy())
    told.one(DeedMoved, seat=0, other=None, deed=game.deed(12))
    told.one(AuctionOpened, deed=game.deed(12), amount=1)
    assert not game.is_mortgaged(12)
    assert game.must == [1, 2]
    assert game.refusal(0, Bid(5)) == "SEAT_IS_OUT"
    game.does(2, Bid(80))
    told = game.does(1, Pass())
    told.one(AuctionWon, seat=2, other=None, amount=80, deed=game.deed(12))
    assert game.owner(12) == 2
    assert not game.is_mortgaged(12)
    assert game.cash(2) == 1420
    told.one(TurnBegan, seat=1)


@pytest.mark.proves("AMB-40", "DP-19")
def test_a_debtor_who_raises_the_money_goes_on_paying_the_others() -> None:
    game, _ = draws("S13", 4, cash={0: 70}, owners={5: 0})
    assert game.must == [0]
    told = game.does(0, Mortgage(game.deed(5)))  # 20 + 100
    assert [(event.other, event.amount) for event in told.of(PaidPlayer, seat=0)] == [(2, 50), (3, 50)]
    assert [game.cash(seat) for seat in range(4)] == [20, 1550, 1550, 1550]
    assert game.can(0, EndTurn())


# To the Bank.


@pytest.mark.proves("AMB-132", "AMB-133", "AMB-43", "DP-27")
def test_a_bankrupt_to_the_bank_loses_everything_to_it_and_each_deed_is_auctioned() -> None:
    game, _ = draws(
        "B13", 3, cash={0: 0}, owners={1: 0, 3: 0, 12: 0}, levels={1: 4, 3: 4}, held={"S10": 0}, mortgages=[12]
    )
    # Two hotels: 2 × 115 = 230 due; 2 × 100 for the hotels + 30 + 30 = 260 can be raised.
    assert game.refusal(0, DeclareBankruptcy()) == "CAN_STILL_PAY"
    game = owing_bank(0, levels={1: 1, 3: 1}, held={"S10": 0})  # 25 + 25 + 30 + 30 < 200
    assert stock(game) == (30, 12)
    told = game.does(0, DeclareBankruptcy())
    assert [event.deed for event in told.of(BuildingsReturned, seat=0)] == [game.deed(1), game.deed(3)]
    assert told.none(BuildingsSold)
    assert stock(game) == (32, 12)
    told.one(CardMoved, seat=0, other=None, card=game.kept("S10"))
    assert [event.deed for event in told.of(DeedMoved, seat=0, other=None)] == [game.deed(s) for s in (1, 3, 12)]
    told.one(AuctionOpened, deed=game.deed(1), clause="AMB-133")
    game.does(1, Bid(7))
    told = game.does(2, Pass())
    told.one(AuctionWon, seat=1, deed=game.deed(1), amount=7)
    told.one(AuctionOpened, deed=game.deed(3))
    told = nobody_bids(game)
    assert [event.deed for event in told.of(AuctionFailed)] == [game.deed(3), game.deed(12)]
    assert [game.owner(1), game.owner(3), game.owner(12)] == [1, None, None]
    assert [game.level(1), game.level(3)] == [0, 0]
    assert [game.cash(seat) for seat in range(3)] == [0, 1493, 1500]
    assert game.must == [1]


@pytest.mark.proves("CAS-47", "AMB-38")
@pytest.mark.parametrize(("cash", "refusal"), [(0, None), (314, None), (315, "CAN_STILL_PAY")])
def test_hotels_count_half_of_themselves_and_of_three_houses(cash: int, refusal: str | None) -> None:
    # Due: 2 × 250. A hotel (25 + 3 × 25) and a house (25) on the two lots of Soria (30 + 30): 185.
    game, _ = lands(37, 3, cash={0: cash}, owners={1: 0, 3: 0, 37: 1, 39: 1}, levels={1: 4, 3: 1, 37: 2, 39: 1})
    assert game.refusal(0, DeclareBankruptcy()) == refusal


# The end.


@pytest.mark.proves("CAS-52", "AMB-50")
def test_the_last_player_left_wins_at_once() -> None:
    game = owing_player(seats=2)
    told = game.does(0, DeclareBankruptcy())
    told.one(GameWon, seat=1, clause="CAS-52")
    assert told.none(AuctionOpened)  # nobody is left to bid
    assert game.is_over
    assert game.must == []
    assert game.refusal(1, Acknowledge()) == "WRONG_MOMENT"  # no prize window in this book
    assert [game.cash(0), game.cash(1)] == [0, 1730]  # the transfers are booked
    assert [game.owner(space) for space in (5, 11, 12)] == [1, 1, None]
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.ranking) == ([1], [1, 0])
