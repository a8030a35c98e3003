"""The server's Bank, and the wallets everybody sees."""

import pytest

from magnate.actions import BuyDeed, EndTurn, Mortgage
from magnate.editions import EditionError, load
from magnate.events import Collected, DeedBought, DeedMortgaged, PaidBank
from rules.kit import build, own
from rules.server.kit import ORANGE, lands, server


@pytest.mark.proves("SRV-12", "AMB-79")
def test_everybody_sees_every_wallet_as_a_number_at_all_times() -> None:
    game = server(3, cash={0: 17, 1: 1234, 2: 0}, at={0: 20})
    for viewer in (None, 0, 1, 2):
        assert [seat.cash for seat in game.view(viewer).seats] == [17, 1234, 0]
    game.rolls(1, 2)  # in the middle of a landing too
    for viewer in (None, 0, 1, 2):
        assert [seat.cash for seat in game.view(viewer).seats] == [17, 1234, 0]


@pytest.mark.proves("AMB-79", "AMB-52")
def test_private_wallets_are_not_offered_here() -> None:
    assert load("clasico", options={"table.private_cash": True}).rules.table.private_cash
    with pytest.raises(EditionError):
        load("monopoli-server", options={"table.private_cash": True})


@pytest.mark.proves("SRV-39")
def test_the_server_carries_out_every_transaction_of_the_bank() -> None:
    tax, told = lands(4)
    told.one(PaidBank, seat=0, amount=200)
    assert tax.must == [0]
    assert tax.can(0, EndTurn())  # nobody has to take the money
    pay = server(at={0: 37})
    pay.rolls(1, 2).one(Collected, seat=0, amount=200)
    sale, _ = lands(11)
    sale.does(0, BuyDeed()).one(DeedBought, amount=140)
    assert sale.owner(11) == 0
    loan = server(owners={11: 0})
    loan.does(0, Mortgage(loan.deed(11))).one(DeedMortgaged, amount=70)
    works = server(owners=own(0, *ORANGE))
    works.does(0, build(works, "Via Accademia", 1, 0, 0))
    for game in (pay, sale, loan, works):
        assert game.must == [0]  # and nobody else is asked for anything


@pytest.mark.proves("SRV-40")
def test_the_bank_never_runs_dry() -> None:
    game = server(at={0: 37, 1: 37}, cash={0: 0, 1: 0}, owners={3: 0})
    for lap in range(1, 101):
        for seat in (0, 1):
            game.rolls(1, 2).one(Collected, seat=seat, amount=200)
            game.ends_turn()
            game.state.at[seat] = 37
        assert [game.cash(0), game.cash(1)] == [200 * lap, 200 * lap]
