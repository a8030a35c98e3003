"""«Pregătirea de joc», «Banca», «Împărțirea banilor»: the table before the first roll, and the Bank."""

import pytest

from magnate.actions import BuyDeed, EndTurn, LiftMortgage, Mortgage
from magnate.events import AuctionOpened, Collected, DeedBought, DeedMortgaged, PaidBank
from rules.europolis.kit import START, europolis
from rules.kit import purses


@pytest.mark.proves("EUR-12", "AMB-03")
def test_every_pawn_stands_on_start_and_is_paid_nothing_for_it() -> None:
    game = europolis(6, opening=True)
    assert [game.space(seat) for seat in range(6)] == [START] * 6
    assert purses(game) == [45_000] * 6


@pytest.mark.proves("EUR-10", "EUR-14")
def test_villas_hotels_and_titles_lie_with_the_bank_in_plain_view() -> None:
    game = europolis(4, opening=True)
    for seat in (None, 0, 3):
        view = game.view(seat)
        assert (view.houses, view.hotels) == (34, 10)
        assert [(deed.owner, deed.level, deed.mortgaged) for deed in view.deeds] == [(None, 0, False)] * 28


@pytest.mark.proves("EUR-11")
def test_nobody_sees_the_cards_of_a_deck() -> None:
    first, second = europolis(seed=1, opening=True), europolis(seed=2, opening=True)
    assert first.view(0) == second.view(0)


@pytest.mark.parametrize(("seats", "cash"), [(2, 50_000), (3, 50_000), (4, 50_000), (5, 45_000), (6, 45_000)])
@pytest.mark.proves("EUR-18", "EUR-19", "AMB-85", "W-10")
def test_up_to_four_start_with_50000_and_five_or_six_with_45000(seats: int, cash: int) -> None:
    assert purses(europolis(seats, opening=True)) == [cash] * seats


@pytest.mark.proves("EUR-13", "EUR-14", "AMB-51")
def test_nobody_at_the_table_is_the_bank() -> None:
    game = europolis(2, at={0: "Atena"})
    game.rolls(1, 4)  # Madrid
    told = game.does(0, BuyDeed())
    told.one(DeedBought, seat=0, amount=6000)
    assert purses(game) == [44_000, 50_000]


@pytest.mark.proves("EUR-15")
def test_the_bank_collects_taxes_pays_bonuses_lends_and_auctions() -> None:
    game = europolis(2, at={0: 37, 1: 37}, owners={"Paris": 0})
    game.does(0, Mortgage(game.deed("Paris"))).one(DeedMortgaged, amount=4200)
    game.rolls(1, 3).one(Collected, seat=0, amount=5000, why="salary")  # to Varna
    game.does(0, game.default_action(0)).one(AuctionOpened, deed=game.deed("Varna"))
    game.does(1, game.default_action(1))
    game.does(0, EndTurn())
    game.rolls(3, 4).one(PaidBank, seat=1, amount=6000, why="tax")  # passes START to Impozit pe Venit
    assert purses(game) == [50_000 + 4200 + 5000, 50_000 + 5000 - 6000]


@pytest.mark.proves("EUR-16")
def test_the_bank_never_runs_out_of_money() -> None:
    game = europolis(2, cash=[500_000_000, 500_000_000], at={0: 0}, owners={"Paris": 0})
    told = game.draws("B2", 1, 1)
    told.one(Collected, seat=0, amount=6000, why="card")
    game.does(0, Mortgage(game.deed("Paris")))
    assert game.cash(0) == 500_000_000 + 6000 + 4200
    game.does(0, LiftMortgage(game.deed("Paris")))
    assert not game.is_over
