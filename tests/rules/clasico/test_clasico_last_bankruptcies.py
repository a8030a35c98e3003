"""Bankruptcies that end the game, and bankruptcies inside others."""

import pytest

from magnate.actions import EndTurn, KeepMortgage, Mortgage
from magnate.events import (
    AuctionOpened,
    DebtOwed,
    GameWon,
    PaidBank,
    PaidPlayer,
    WentBankrupt,
)
from magnate.testing import Position
from rules.clasico.kit import all_pass, gives_up, table, wins_at
from rules.kit import own, purses

# One bankruptcy inside another.


def penniless_birthday(seats: int) -> Position:
    """Seat 0 has no cash and a birthday; seat 1 owns two mortgaged deeds and cannot pay its ten."""
    game = table(seats, cash={0: 0, 1: 0}, at={0: "Cárcel"}, owners=own(1, 5, 34), mortgages=[5, 34])
    game.draws("AC1", 3, 4).one(DebtOwed, seat=1, other=0, amount=10)
    return game


@pytest.mark.proves("CLA-105", "CLA-100", "CLA-101", "AMB-49", "AMB-41")
def test_a_creditor_ruined_by_the_ten_percent_goes_bankrupt_to_the_bank() -> None:
    game = penniless_birthday(4)
    told = gives_up(game, 1)
    told.one(DebtOwed, seat=0, other=None, amount=26, why="interest", deed=None)  # 10 and 16
    assert (game.must, game.cash(0)) == ([0], 20)  # AMB-142: after all guests have paid
    told = gives_up(game, 0)
    told.one(WentBankrupt, seat=0, other=None, amount=26)
    told.one(AuctionOpened, deed=game.deed(5))
    assert game.must == [2, 3]
    told = wins_at(game, 3, 20)
    told.one(AuctionOpened, deed=game.deed(34))
    told = all_pass(game)
    assert told.none(AuctionOpened)  # each deed once
    assert [game.owner(place) for place in (5, 34)] == [3, None]
    assert not any(deed.mortgaged for deed in game.view().deeds)
    assert purses(game) == [0, 0, 1490, 1470]  # ten for the child, twenty for the station
    assert game.must == [2]  # the turn passes on from seat 0
    assert [player.out for player in game.view().seats] == [2, 1, 0, 0]


@pytest.mark.proves("CLA-105", "AMB-44", "AMB-142")
def test_all_guests_pay_before_the_ten_percent_on_what_one_of_them_leaves_is_asked_for() -> None:
    game = table(4, cash={0: 0, 1: 0}, at={0: "Cárcel"}, owners=own(1, 5), mortgages=[5])
    game.draws("AC1", 3, 4).one(DebtOwed, seat=1, other=0, amount=10)
    told = gives_up(game, 1)
    gifts = told.of(PaidPlayer, other=0, amount=10)
    assert [event.seat for event in gifts] == [2, 3]
    interest = told.one(PaidBank, seat=0, amount=10, why="interest")  # out of the 20
    assert told.index(gifts[-1]) < told.index(interest)
    assert told.none(WentBankrupt, seat=0)
    assert purses(game) == [10, 0, 1490, 1490]
    assert game.legal_actions(0) == [KeepMortgage(game.deed(5))]  # 100 to lift it
    game.does(0, KeepMortgage(game.deed(5)))
    assert game.can(0, EndTurn())


@pytest.mark.proves("CLA-105", "AMB-142")
def test_guests_who_must_raise_their_ten_do_so_before_the_interest_too() -> None:
    game = table(4, cash={0: 0, 1: 0, 2: 0}, at={0: "Cárcel"}, owners=own(1, 5) | own(2, 15), mortgages=[5])
    game.draws("AC1", 3, 4)
    gives_up(game, 1).one(DebtOwed, seat=2, other=0, amount=10)
    assert game.must == [2]
    told = game.does(2, Mortgage(game.deed(15)))
    told.one(PaidBank, seat=0, amount=10, why="interest")
    assert purses(game) == [10, 0, 90, 1490]


@pytest.mark.proves("CLA-105", "AMB-50", "CLA-111")
def test_two_bankruptcies_in_a_row_at_a_table_of_three_end_the_game() -> None:
    game = penniless_birthday(3)
    gives_up(game, 1)
    told = gives_up(game, 0)
    told.one(GameWon, seat=2)
    assert told.none(AuctionOpened)
    assert game.is_over
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.ranking == [2, 0, 1]
