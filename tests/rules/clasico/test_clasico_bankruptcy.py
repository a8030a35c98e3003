"""Bankruptcy: when, to the Bank, to a player, and what becomes of everything."""

import pytest

from magnate.actions import (
    AcceptDeal,
    CounterDeal,
    DeclareBankruptcy,
    KeepMortgage,
    ProposeDeal,
    RefuseDeal,
)
from magnate.events import (
    BuildingsReturned,
    BuildingsSold,
    CardMoved,
    CashSurrendered,
    DeedMoved,
    PaidBank,
    TurnBegan,
    WentBankrupt,
)
from rules.clasico.kit import BROWN, gives_up, owing_bank, owing_rent, table
from rules.kit import built, own, purses, stock


@pytest.mark.proves("AMB-38")
def test_a_solvent_debtor_may_not_trade_its_means_away() -> None:
    # 100 in cash and 100 on the station cover the tax of 200 exactly.
    game = owing_bank(100, owners=own(0, "Estación de Goya"))
    station = game.deed("Estación de Goya")
    assert game.refusal(0, ProposeDeal(deeds={station: 1})) == "COULD_NOT_PAY_THEN"
    assert game.refusal(0, ProposeDeal(cash={0: 99, 1: -99}, deeds={station: 1})) == "COULD_NOT_PAY_THEN"
    assert game.refusal(0, ProposeDeal(cash={0: -1, 1: 1})) == "COULD_NOT_PAY_THEN"
    game.does(0, ProposeDeal(cash={0: 150, 1: -150}, deeds={station: 1}))
    ruin = CounterDeal(0, 1, cash={0: 99, 1: -99}, deeds={station: 1})
    game.does(1, ruin)  # anybody may write such terms: what is in the debtor's purse is not for them to find out
    assert game.refusal(0, AcceptDeal(0, 2)) == "COULD_NOT_PAY_THEN"
    enough = CounterDeal(0, 2, cash={0: 100, 1: -100}, deeds={station: 1})
    game.does(0, enough)
    game.does(1, AcceptDeal(0, 3)).one(PaidBank, seat=0, amount=200, why="tax")
    assert purses(game) == [0, 1400, 1500]


@pytest.mark.proves("AMB-38")
def test_what_a_debtor_gets_in_a_trade_counts_among_its_means() -> None:
    # Gran Vía (160) for the station (100) and 60: as much as before. A mortgaged one brings nothing and costs 16.
    owners = {**own(0, "Estación de Goya"), **own(1, "Gran Vía")}
    game = owing_bank(100, owners=owners)
    swap = {game.deed("Estación de Goya"): 1, game.deed("Gran Vía"): 0}
    assert game.can(0, ProposeDeal(cash={0: -60, 1: 60}, deeds=swap))
    assert game.refusal(0, ProposeDeal(cash={0: -61, 1: 61}, deeds=swap)) == "COULD_NOT_PAY_THEN"
    game = owing_bank(100, owners=owners, mortgages=["Gran Vía"])
    assert game.refusal(0, ProposeDeal(cash={0: 115, 1: -115}, deeds=swap)) == "COULD_NOT_PAY_THEN"
    assert game.can(0, ProposeDeal(cash={0: 116, 1: -116}, deeds=swap))


@pytest.mark.proves("AMB-38")
def test_a_debtor_the_formula_condemns_may_not_squander_its_means_either() -> None:
    game = owing_bank(50, owners=own(0, "Estación de Goya"), held={"CA8": 0})  # 150 of 200
    sale = {game.deed("Estación de Goya"): 1}
    assert game.can(0, DeclareBankruptcy())
    assert game.refusal(0, ProposeDeal(cash={0: 99, 1: -99}, deeds=sale)) == "COULD_NOT_PAY_THEN"
    assert game.can(0, ProposeDeal(cash={0: 100, 1: -100}, deeds=sale))  # no worse than before
    assert game.can(0, ProposeDeal(cash={0: 1, 1: -1}, cards={game.kept("CA8"): 1}))
    assert game.can(0, ProposeDeal(cards={game.kept("CA8"): 1}))  # a card counts nothing
    game = table(2, cash={0: 50}, owners=own(0, "Estación de Goya"))  # who owes nothing sells at any price
    assert game.can(0, ProposeDeal(cash={0: 1, 1: -1}, deeds=sale))


@pytest.mark.proves("AMB-38")
def test_a_debtor_may_sell_below_value_what_the_debt_does_not_need() -> None:
    game = owing_bank(150, owners=own(0, "Estación de Goya", 1))  # 150 + 100 + 30
    assert game.can(0, ProposeDeal(cash={0: 50, 1: -50}, deeds={game.deed("Estación de Goya"): 1}))
    assert game.can(0, ProposeDeal(cash={0: 20, 1: -20}, deeds={game.deed("Estación de Goya"): 1}))  # 200 are left
    refused = ProposeDeal(cash={0: 19, 1: -19}, deeds={game.deed("Estación de Goya"): 1})
    assert game.refusal(0, refused) == "COULD_NOT_PAY_THEN"


@pytest.mark.proves("AMB-38", "AMB-146", "DP-19")
def test_a_debtor_lowers_the_price_as_often_as_it_takes() -> None:
    game = owing_bank(0, owners=own(0, "Estación de Goya"))

    def offer(price: int) -> ProposeDeal:
        return ProposeDeal(cash={0: price, 1: -price}, deeds={game.deed("Estación de Goya"): 1})

    for revision in range(1, 16):
        game.does(0, offer(220 - revision))
        game.does(1, RefuseDeal(0, revision))
    assert game.refusal(0, offer(205)) == "TOO_MANY_REFUSALS"
    game.does(0, offer(200))
    game.does(1, AcceptDeal(0, 16)).one(PaidBank, seat=0, amount=200)
    assert purses(game) == [0, 1300, 1500]


# To the Bank.


@pytest.mark.proves("CLA-99", "CLA-100", "CLA-102", "AMB-43")
def test_a_debt_to_the_bank_gives_it_everything() -> None:
    game = owing_bank(50, owners=own(0, *BROWN), levels=built(BROWN, 1, 1), held={"CA8": 0, "AC5": 0})
    told = gives_up(game, 0)
    told.one(WentBankrupt, seat=0, other=None, amount=200)
    told.one(CashSurrendered, seat=0, other=None, amount=50)
    assert [event.deed for event in told.of(DeedMoved, seat=0, other=None)] == [0, 1]
    assert len(told.of(BuildingsReturned, seat=0)) == 2
    assert told.none(BuildingsSold)  # the Bank pays itself nothing
    assert stock(game) == (32, 12)
    assert [game.deck(deck)[-1] for deck in (0, 1)] == ["CA8", "AC5"]  # under their decks
    assert len(told.of(CardMoved, seat=0, other=None)) == 2
    assert purses(game) == [0, 1500, 1500]
    assert game.view().seats[0].out == 1


# To a player.


@pytest.mark.proves("CLA-105", "AMB-44", "AMB-38", "DP-25")
def test_an_inherited_deed_sold_to_raise_the_ten_percent_is_its_buyer_s_to_keep_or_lift() -> None:
    # 10% of 100 and of 160: 26. The station goes to seat 2 for 50, who owes 10 on it.
    game = owing_rent(0, owners=own(0, 5, 34), mortgages=[5, 34], cash={1: 25})
    gives_up(game, 0)
    told = game.trades(1, cash={1: 50, 2: -50}, deeds={5: 2})
    told.one(PaidBank, seat=2, amount=10, why="interest", deed=game.deed(5))
    assert game.must == [2]
    told = game.does(2, KeepMortgage(game.deed(5)))
    told.one(PaidBank, seat=1, amount=26, why="interest", deed=None)
    assert purses(game) == [0, 25 + 50 - 26, 1500 - 50 - 10]
    assert game.must == [1]
    assert game.legal_actions(1) == [KeepMortgage(game.deed(34))]  # the station is no longer asked about
    game.does(1, KeepMortgage(game.deed(34))).one(TurnBegan, seat=1)
    assert game.owner(5) == 2
    assert game.is_mortgaged(5)
