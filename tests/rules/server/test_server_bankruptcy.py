"""Debts, bankruptcy, the Bank that takes all and pays all, and the prize."""

from typing import Any

import pytest

from magnate.actions import (
    Acknowledge,
    BuyDeed,
    Concede,
    DeclareBankruptcy,
    Roll,
)
from magnate.events import (
    AuctionOpened,
    BuildingsReturned,
    CardDrawn,
    CardMoved,
    CashSurrendered,
    CreditorPaid,
    DebtOwed,
    DeedBought,
    DeedMoved,
    GameWon,
    PrizeSeen,
    WentBankrupt,
)
from magnate.testing import Position
from rules.kit import stock
from rules.server.kit import lands, server

# Worth 30 + 25 + 30 + 75 = 160 beside the cash: two lots, a house on one, a company; the mortgaged station and the
# prison card count nothing.
ESTATE = {
    "owners": {1: 0, 3: 0, 12: 0, 15: 0},
    "levels": {1: 1},
    "mortgages": [15],
    "held": {"P14": 0},
}


def taxed(cash: int, seats: int = 3, **position: Any) -> Position:
    """Seat 0 owes the wealth tax of 200."""
    game, told = lands(4, seats, cash={0: cash}, **ESTATE, **position)
    told.one(DebtOwed, seat=0, other=None, amount=200, why="tax")
    return game


# To the Bank.


@pytest.mark.proves("SRV-63", "AMB-43", "AMB-78", "AMB-42")
def test_everything_passes_to_the_bank_and_the_property_becomes_unowned() -> None:
    game = taxed(39)
    assert stock(game) == (31, 12)
    told = game.does(0, DeclareBankruptcy())
    told.one(WentBankrupt, seat=0, other=None, amount=200, clause="SRV-62")
    told.one(CashSurrendered, seat=0, other=None, amount=39)
    told.one(BuildingsReturned, seat=0, deed=game.deed(1))
    told.one(CardMoved, seat=0, other=None, card=game.kept("P14"))
    assert [event.deed for event in told.of(DeedMoved, seat=0, other=None)] == [
        game.deed(space) for space in (1, 3, 12, 15)
    ]
    assert told.none(AuctionOpened)
    for space in (1, 3, 12, 15):
        assert game.owner(space) is None
        assert not game.is_mortgaged(space)
    assert game.level(1) == 0
    assert stock(game) == (32, 12)
    assert [game.cash(seat) for seat in range(3)] == [0, 610, 610]
    assert not game.holds(0, "P14")


@pytest.mark.proves("AMB-78")
def test_it_is_bought_again_by_landing_there() -> None:
    game = taxed(39, at={1: 12}, next_seats=[1])
    game.does(0, DeclareBankruptcy())
    game.rolls(1, 2)  # the station that was mortgaged
    game.does(1, BuyDeed()).one(DeedBought, seat=1, deed=game.deed(15), amount=200)


@pytest.mark.proves("AMB-42", "SRV-36")
def test_the_bankrupts_prison_card_goes_back_into_its_deck() -> None:
    game = taxed(39, at={1: 14}, next_seats=[1])
    game.does(0, DeclareBankruptcy())
    game.script(cards=["P14"])
    game.rolls(1, 2).one(CardDrawn, seat=1, card=game.card("P14")[1])


# To a player.


@pytest.mark.proves("AMB-77", "SRV-63", "SRV-40")
def test_the_bank_pays_the_creditor_in_full_and_takes_everything_itself() -> None:
    game, told = lands(19, 3, cash={0: 100}, owners={19: 1, 11: 0}, levels={19: 5}, held={"I12": 0})
    told.one(DebtOwed, seat=0, other=1, amount=1000, why="rent")
    told = game.does(0, DeclareBankruptcy())
    told.one(WentBankrupt, seat=0, other=1, amount=1000)
    told.one(CreditorPaid, seat=1, other=0, amount=1000, clause="AMB-77")
    told.one(CashSurrendered, seat=0, other=None, amount=100)
    assert [game.cash(seat) for seat in range(3)] == [0, 1610, 610]
    assert game.owner(11) is None
    assert not game.holds(1, "I12")


# The end.


def won() -> tuple[Position, list[object]]:
    """Seat 0 has just gone bankrupt over a rent of 1,000 to seat 1."""
    game, _ = lands(19, cash={0: 100}, owners={19: 1, 11: 0}, levels={19: 5})
    return game, game.does(0, DeclareBankruptcy())


@pytest.mark.proves("SRV-65", "AMB-50")
def test_the_last_but_one_bankruptcy_makes_the_last_player_the_winner() -> None:
    game, told = won()
    assert GameWon(seat=1, clause="SRV-65") in told
    assert game.is_over
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.ranking) == ([1], [1, 0])
    assert [game.cash(0), game.cash(1)] == [0, 1610]  # the transfers are booked
    assert game.owner(11) is None
    assert game.refusal(1, Roll()) == "GAME_IS_OVER"


@pytest.mark.proves("SRV-65")
def test_an_earlier_bankruptcy_ends_nothing() -> None:
    game = taxed(39, seats=4)
    assert game.does(0, DeclareBankruptcy()).none(GameWon)
    assert not game.is_over
    assert game.outcome() is None
    game.does(1, Concede())
    assert not game.is_over
    game.does(2, Concede()).one(GameWon, seat=3)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.ranking == [3, 2, 1, 0]


@pytest.mark.proves("SRV-66", "DP-41")
def test_the_winner_is_shown_the_prize_and_acknowledges_it() -> None:
    game, _ = won()
    assert game.must == [1]
    asked = game.view(1).question
    assert asked is not None
    assert asked.type == "result"
    assert game.legal_actions(1) == [Acknowledge()]
    assert game.refusal(0, Acknowledge()) == "WRONG_MOMENT"
    game.does(1, Acknowledge()).one(PrizeSeen, seat=1, clause="SRV-66")
    assert game.must == []
    assert game.refusal(1, Acknowledge()) == "WRONG_MOMENT"
    assert game.view(1).question is None
    assert game.is_over


@pytest.mark.proves("SRV-66")
def test_there_is_no_prize_before_the_end() -> None:
    assert server().refusal(0, Acknowledge()) == "WRONG_MOMENT"
