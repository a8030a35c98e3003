"""Bankruptcy: when, to the Bank, to a player, and what becomes of everything."""

import pytest

from magnate.actions import (
    AcceptDeal,
    Bid,
    Concede,
    CounterDeal,
    DeclareBankruptcy,
    EndTurn,
    KeepMortgage,
    LiftMortgage,
    Mortgage,
    Pass,
    ProposeDeal,
    RefuseDeal,
    Roll,
)
from magnate.events import (
    AuctionFailed,
    AuctionOpened,
    AuctionWon,
    BuildingsReturned,
    BuildingsSold,
    CardMoved,
    CashSurrendered,
    DebtOwed,
    DeedMoved,
    PaidBank,
    TurnBegan,
    WentBankrupt,
)
from rules.clasico.kit import (
    BLUE,
    BROWN,
    PINK,
    all_pass,
    built,
    deck_order,
    gives_up,
    kinds,
    owing_bank,
    owing_rent,
    own,
    purses,
    sell,
    stock,
    table,
    trade,
    wins_at,
)


@pytest.mark.proves("CLA-99", "AMB-38", "DP-24")
def test_bankruptcy_is_for_those_who_cannot_raise_the_debt_and_for_nobody_else() -> None:
    # Half of two houses is 2 × 25, the two mortgages are 30 each.
    position = {"owners": own(0, *BROWN), "levels": built(BROWN, 1, 1)}
    game = owing_bank(90, **position)
    assert game.refusal(0, DeclareBankruptcy()) == "CAN_STILL_PAY"  # 90 + 50 + 60 = 200
    game = owing_bank(89, **position)
    assert game.can(0, DeclareBankruptcy())
    assert game.refusal(1, DeclareBankruptcy()) == "NOT_ASKED"


@pytest.mark.proves("AMB-38")
def test_mortgaged_deeds_and_jail_cards_count_nothing_in_the_formula() -> None:
    game = owing_bank(199, owners=own(0, "Gran Vía"), mortgages=["Gran Vía"], held={"CA8": 0})
    assert game.can(0, DeclareBankruptcy())
    game = owing_bank(99, owners=own(0, "Estación de Goya"))
    assert game.can(0, DeclareBankruptcy())
    game = owing_bank(100, owners=own(0, "Estación de Goya"))
    assert not game.can(0, DeclareBankruptcy())


@pytest.mark.proves("AMB-38")
def test_nobody_goes_bankrupt_of_free_will() -> None:
    game = table(2, cash={0: 0})
    assert game.refusal(0, DeclareBankruptcy()) == "NOT_ASKED"


@pytest.mark.proves("AMB-38", "DP-19")
def test_a_debtor_may_sell_buildings_mortgage_and_trade_but_not_play_on() -> None:
    game = owing_bank(0, owners=own(0, *PINK, "Estación de Goya"), levels=built(PINK, 1, 1, 1), held={"CA8": 0})
    for action in (Roll(), EndTurn()):
        assert not game.can(0, action)
    assert game.can(0, sell(game, PINK, 1, 1, 0))
    assert game.can(0, Mortgage(game.deed("Estación de Goya")))
    assert game.can(0, ProposeDeal(cash={0: 5, 1: -5}, cards={game.kept("CA8"): 1}))
    told = trade(game, 0, [2], cash={0: 250, 2: -250}, deeds={game.deed("Estación de Goya"): 2})
    told.one(PaidBank, seat=0, amount=200, why="tax")  # paid as soon as the money is there
    assert game.cash(0) == 50
    assert "EndTurn" in kinds(game, 0)


@pytest.mark.proves("AMB-38")
def test_a_trade_may_save_who_the_formula_condemns() -> None:
    game = owing_bank(150, held={"CA8": 0})
    assert game.can(0, DeclareBankruptcy())
    told = trade(game, 0, [1], cash={0: 50, 1: -50}, cards={game.kept("CA8"): 1})
    told.one(PaidBank, seat=0, amount=200)
    assert game.cash(0) == 0


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
    assert [deck_order(game, deck)[-1] for deck in (0, 1)] == ["CA8", "AC5"]  # under their decks
    assert len(told.of(CardMoved, seat=0, other=None)) == 2
    assert purses(game) == [0, 1500, 1500]
    assert game.view().seats[0].out == 1


@pytest.mark.proves("CLA-101", "AMB-41", "DP-27", "AMB-43")
def test_the_bank_auctions_each_property_bare_and_free_of_mortgage() -> None:
    game = owing_bank(0, owners=own(0, *BROWN, "Gran Vía"), levels={BROWN[0]: 1}, mortgages=["Gran Vía"])
    told = gives_up(game, 0)
    told.one(AuctionOpened, deed=game.deed(BROWN[0]), amount=1)
    assert game.must == [1, 2]  # the bankrupt does not bid
    game.does(1, Bid(10))
    told = game.does(2, Pass())
    told.one(AuctionWon, seat=1, other=None, amount=10, deed=game.deed(BROWN[0]))
    told.one(AuctionOpened, deed=game.deed(BROWN[1]))  # one after another
    all_pass(game)
    told = wins_at(game, 2, 300)
    told.one(AuctionWon, seat=2, amount=300, deed=game.deed("Gran Vía"))
    assert told.none(PaidBank)  # nothing inherited
    assert not game.is_mortgaged("Gran Vía")
    assert game.level(BROWN[0]) == 0
    assert [game.owner(place) for place in (*BROWN, "Gran Vía")] == [1, None, 2]
    assert purses(game) == [0, 1490, 1200]


@pytest.mark.proves("AMB-41", "AMB-15")
def test_what_nobody_bids_for_stays_with_the_bank_and_is_for_sale_again() -> None:
    game = owing_bank(0, owners=own(0, "Estación de Goya"), mortgages=["Estación de Goya"])
    gives_up(game, 0)
    all_pass(game).one(AuctionFailed, deed=game.deed("Estación de Goya"))
    assert game.owner("Estación de Goya") is None
    assert not game.is_mortgaged("Estación de Goya")
    game.rolls(2, 3)
    assert "BuyDeed" in kinds(game, 1)


@pytest.mark.proves("AMB-49", "CLA-99")
def test_the_turn_passes_on_from_a_bankrupt() -> None:
    game = owing_bank(0, seats=4, out=[1])
    told = gives_up(game, 0)
    told.one(TurnBegan, seat=2)
    assert game.must == [2]
    assert kinds(game, 0) == []
    assert game.refusal(0, Roll()) == "SEAT_IS_OUT"
    game.rolls(4, 6)
    game.ends_turn()
    assert game.must == [3]
    game.rolls(4, 6)
    game.ends_turn()
    assert game.must == [2]  # round the table, past both who are out


@pytest.mark.proves("AMB-49")
def test_a_double_gives_a_bankrupt_no_second_roll() -> None:
    game = table(3, cash={0: 0}, at={0: "SALIDA"})
    game.rolls(2, 2)
    gives_up(game, 0).one(TurnBegan, seat=1)
    assert game.must == [1]


# To a player.


@pytest.mark.proves("CLA-103", "CLA-104", "AMB-43")
def test_a_creditor_receives_the_cash_the_deeds_and_the_cards_and_half_of_the_buildings() -> None:
    game = owing_rent(30, owners=own(0, *PINK), levels=built(PINK, 1, 2, 2), held={"CA8": 0, "AC5": 2})
    told = gives_up(game, 0)
    told.one(WentBankrupt, seat=0, other=1, amount=2000)
    assert [event.amount for event in told.of(BuildingsSold, seat=0)] == [50, 100, 100]
    told.one(CashSurrendered, seat=0, other=1, amount=280)  # 30 + 250
    assert [game.owner(place) for place in PINK] == [1, 1, 1]
    assert [game.level(place) for place in PINK] == [0, 0, 0]
    assert game.holds(1, "CA8")
    assert game.holds(2, "AC5")
    assert purses(game) == [0, 1780, 1500]
    assert told.none(AuctionOpened)
    assert stock(game) == (32, 11)  # the creditor's own hotel still stands
    assert game.level(BLUE[1]) == 5


@pytest.mark.proves("CLA-105", "AMB-44", "DP-25")
def test_a_creditor_pays_ten_percent_on_each_inherited_mortgage_and_then_keeps_or_lifts_it() -> None:
    game = owing_rent(0, owners=own(0, 1, 12, 34), mortgages=[12, 34])
    assert game.refusal(0, DeclareBankruptcy()) is None
    told = gives_up(game, 0)
    told.one(PaidBank, seat=1, amount=7, why="interest", deed=game.deed(12))
    told.one(PaidBank, seat=1, amount=16, why="interest", deed=game.deed(34))  # on all of them, before any question
    assert told.none(DebtOwed)
    assert game.cash(1) == 1500 - 7 - 16
    assert game.must == [1]
    assert kinds(game, 1) == ["LiftMortgage", "KeepMortgage"]
    assert not game.can(1, KeepMortgage(game.deed(34)))  # deed by deed
    told = game.does(1, LiftMortgage(game.deed(12)))  # the value alone: its 10% is paid
    assert told.none(PaidBank)
    assert game.cash(1) == 1500 - 7 - 16 - 75
    game.does(1, KeepMortgage(game.deed(34)))
    assert game.is_mortgaged(34)
    assert not game.is_mortgaged(12)
    assert not game.is_mortgaged(1)
    assert game.must == [1]  # and it is the creditor's turn, as the next in order
    game.does(1, LiftMortgage(game.deed(34)))  # later: value and 10% again
    assert game.cash(1) == 1402 - 176


@pytest.mark.proves("CLA-105", "AMB-44")
def test_a_creditor_without_cash_must_raise_the_ten_percent() -> None:
    game = owing_rent(0, owners=own(0, 34), mortgages=[34], cash={1: 3})
    told = gives_up(game, 0)
    told.one(DebtOwed, seat=1, other=None, amount=16, why="interest", deed=None)
    assert game.must == [1]
    assert game.refusal(1, DeclareBankruptcy()) == "CAN_STILL_PAY"  # the hotel and its street
    told = game.does(1, sell(game, BLUE, 0, 4))
    told.one(PaidBank, seat=1, amount=16, why="interest", deed=None)
    assert game.cash(1) == 3 + 100 - 16
    assert kinds(game, 1) == ["KeepMortgage"]  # 87 is not enough to lift 160


@pytest.mark.proves("CLA-105", "AMB-44", "DP-25")
def test_the_ten_percent_on_several_deeds_is_one_debt_for_a_creditor_who_is_short_of_the_sum() -> None:
    # 10% of 100 and of 160: 26. With 25 the first could be paid, but they are due together.
    game = owing_rent(0, owners=own(0, 5, 34), mortgages=[5, 34], cash={1: 25})
    told = gives_up(game, 0)
    told.one(DebtOwed, seat=1, other=None, amount=26, why="interest", deed=None)
    assert told.none(PaidBank)
    assert game.cash(1) == 25
    assert game.must == [1]
    for deed in (game.deed(5), game.deed(34)):  # nothing is kept or lifted before it is paid
        assert game.refusal(1, KeepMortgage(deed)) == "NOT_MORTGAGED"
        assert game.refusal(1, LiftMortgage(deed)) == "WRONG_MOMENT"
    told = game.does(1, sell(game, BLUE, 0, 4))
    told.one(PaidBank, seat=1, amount=26, why="interest", deed=None)
    assert game.cash(1) == 25 + 100 - 26
    assert game.legal_actions(1) == [KeepMortgage(game.deed(5))]  # 99 does not lift 100
    told = game.does(1, KeepMortgage(game.deed(5)))
    assert game.legal_actions(1) == [KeepMortgage(game.deed(34))]
    told += game.does(1, KeepMortgage(game.deed(34)))
    assert told.none(PaidBank)
    assert game.cash(1) == 99


@pytest.mark.proves("CLA-105", "AMB-44", "AMB-38", "DP-25")
def test_an_inherited_deed_sold_to_raise_the_ten_percent_is_its_buyer_s_to_keep_or_lift() -> None:
    # 10% of 100 and of 160: 26. The station goes to seat 2 for 50, who owes 10 on it.
    game = owing_rent(0, owners=own(0, 5, 34), mortgages=[5, 34], cash={1: 25})
    gives_up(game, 0)
    told = trade(game, 1, [2], cash={1: 50, 2: -50}, deeds={game.deed(5): 2})
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


@pytest.mark.proves("CLA-105", "AMB-44", "AMB-45")
def test_a_creditor_with_exactly_the_sum_of_the_ten_percents_pays_deed_by_deed() -> None:
    game = owing_rent(0, owners=own(0, 5, 34), mortgages=[5, 34], cash={1: 26})
    told = gives_up(game, 0)
    paid = told.of(PaidBank, seat=1, why="interest")
    assert [(event.deed, event.amount) for event in paid] == [(game.deed(5), 10), (game.deed(34), 16)]
    assert told.none(DebtOwed)
    assert game.cash(1) == 0
    assert game.legal_actions(1) == [KeepMortgage(game.deed(5))]


@pytest.mark.proves("AMB-49")
def test_when_another_is_bankrupted_the_turn_in_progress_continues() -> None:
    game = table(3, cash={0: 20}, at={0: "Calle Alcalá"}, owners=own(1, BLUE[1]))
    game.rolls(3, 4)
    game.ends_turn()
    game.claims(1).one(DebtOwed, seat=0, other=1, amount=50)  # on seat 1's turn
    told = gives_up(game, 0)
    assert told.none(TurnBegan)
    assert game.must == [1]
    assert game.can(1, Roll())


@pytest.mark.proves("CLA-99", "AMB-38")
def test_a_debtor_to_a_player_cannot_simply_leave() -> None:
    assert owing_rent(0).refusal(0, Concede()) == "OWES_A_PLAYER"
    game = owing_bank(0, owners=own(0, 5))
    told = game.does(0, Concede())
    told.one(AuctionOpened, deed=game.deed(5))  # settled as a bankruptcy to the Bank
    game = table(3, owners=own(2, 5), held={"CA8": 2})
    game.does(2, Concede())
    assert game.cash(2) == 0
    assert deck_order(game, 0)[-1] == "CA8"
    all_pass(game)
    assert game.must == [0]
    assert game.owner(5) is None
