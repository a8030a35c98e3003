"""«Falimentul»: a debt beyond all one holds, to the Bank or to a player."""

import pytest

from magnate.actions import (
    DeclareBankruptcy,
    KeepMortgage,
    Roll,
)
from magnate.events import (
    BuildingsSold,
    CardMoved,
    CashSurrendered,
    DebtOwed,
    PaidBank,
    PaidPlayer,
    TurnBegan,
    WentBankrupt,
)
from rules.europolis.kit import BULGARIA, europolis, goes_bankrupt, owes_a_player, pile
from rules.kit import built, own, purses, stock


@pytest.mark.proves("EUR-102", "EUR-79")
def test_bankrupted_by_a_player_one_sells_all_buildings_at_half_and_hands_over_everything() -> None:
    game = owes_a_player(
        cash={0: 1000}, owners=own(0, *BULGARIA) | {"Lyon": 0}, levels=built(BULGARIA, 5, 4), mortgages=["Lyon"]
    )
    told = goes_bankrupt(game)
    told.one(WentBankrupt, seat=0, other=1, amount=60_000)
    told.one(BuildingsSold, seat=0, deed=game.deed("Varna"), level=0, amount=3750)  # 5 × 750
    told.one(BuildingsSold, seat=0, deed=game.deed("Sofia"), level=0, amount=3000)  # 4 × 750
    told.one(CashSurrendered, seat=0, other=1, amount=7750)
    assert [game.owner(place) for place in (*BULGARIA, "Lyon")] == [1] * 3
    assert [game.level(place) for place in BULGARIA] == [0, 0]
    assert stock(game) == (34, 8)  # the hotels of Britain still stand
    assert game.cash(0) == 0
    assert game.cash(2) == 50_000


@pytest.mark.proves("AMB-99", "EUR-101")
def test_the_creditor_gets_the_surprise_card_and_the_other_goes_back() -> None:
    game = owes_a_player(cash={0: 0}, held={"S9": 0, "B5": 0})
    told = goes_bankrupt(game)
    told.one(CardMoved, seat=0, other=1, card=game.kept("S9"))
    told.one(CardMoved, seat=0, other=None, card=game.kept("B5"))
    assert game.holds(1, "S9")
    assert "S9" not in pile(game, "S9")
    assert pile(game, "B5")[-1] == "B5"


@pytest.mark.proves("AMB-40")
def test_several_creditors_are_paid_in_the_order_of_play_and_the_first_unpaid_inherits() -> None:
    game = europolis(4, opening=True)
    for seat, dice in enumerate([(6, 6), (1, 2), (4, 4), (2, 3)]):  # the order is 0, 2, 3, 1
        game.script(dice=[dice])
        game.does(seat, Roll())
    game.state.cash[0] = 2000
    told = game.draws("S14", 3, 4)
    told.one(PaidPlayer, seat=0, other=2, amount=1500)
    told.one(DebtOwed, seat=0, other=3, amount=1500)
    told = goes_bankrupt(game)
    told.one(CashSurrendered, seat=0, other=3, amount=500)
    told.one(TurnBegan, seat=2)
    assert purses(game) == [0, 50_000, 51_500, 50_500]


@pytest.mark.proves("EUR-103", "AMB-44", "AMB-142")
def test_a_card_collects_from_everybody_before_interest_on_an_inheritance_is_asked_for() -> None:
    # Marsilia brings 350 of interest; seat 1 leaves 100, the two other guests bring 300 each.
    game = europolis(4, at={0: 14}, cash={0: 0, 1: 100}, owners={"Marsilia": 1}, mortgages=["Marsilia"])
    game.draws("B7", 1, 2)
    told = game.does(1, DeclareBankruptcy())
    paid = [event.seat for event in told if isinstance(event, PaidPlayer | PaidBank)]
    assert paid == [2, 3, 0]
    told.one(PaidBank, seat=0, amount=350, why="interest")
    assert purses(game) == [100 + 300 + 300 - 350, 0, 49_700, 49_700]
    assert game.legal_actions(0) == [KeepMortgage(game.deed("Marsilia"))]
