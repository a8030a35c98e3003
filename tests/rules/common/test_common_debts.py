"""Debts in all five editions: raising money, paying in property, when one may give up, and leaving the table."""

from pathlib import Path

import pytest

from magnate.actions import (
    AcceptDeal,
    AcceptValue,
    AuctionProperty,
    Bid,
    Build,
    ClaimRent,
    Concede,
    DeclareBankruptcy,
    EndTurn,
    KeepMortgage,
    LiftMortgage,
    Mortgage,
    NameValue,
    OfferProperty,
    Pass,
    PayTax,
    ProposeDeal,
    RefuseProperty,
    SellBuildings,
    WithdrawProperty,
)
from magnate.events import (
    AuctionOpened,
    AuctionWon,
    CardMoved,
    CashSurrendered,
    Conceded,
    CreditorPaid,
    DebtOwed,
    DeedMoved,
    GameWon,
    PaidBank,
    PaidPlayer,
    PropertyOffered,
    PropertyRefused,
    PropertySettled,
    PropertyValued,
    PropertyWithdrawn,
    TurnBegan,
    WentBankrupt,
)
from magnate.testing import Position
from rules.kit import (
    CAS,
    CLA,
    CLAIMING,
    EUR,
    EXP,
    FIGURES,
    FROM_EACH,
    KEPT_A,
    KEPT_B,
    SRV,
    asked,
    editions,
    offered,
    table,
    with_card,
)


def in_tax_debt(name: str, **position: object) -> Position:
    """Seat 0 owes the Bank 100 of the unit, the second tax."""
    game = table(name, at={0: 31}, **position)  # type: ignore[arg-type]
    game.rolls(3, 4)
    if asked(game) == "tax":  # a lucky card could cancel it
        game.does(0, PayTax())
    return game


def turn_down(game: Position, place: int) -> None:
    """Seat 0 offers a deed, seat 1 refuses it."""
    game.does(0, OfferProperty(game.deed(place)))
    game.does(1, RefuseProperty())
    if asked(game) == "settlement":  # EXP-96: it might still be auctioned
        game.does(0, WithdrawProperty())


def in_rent_debt(name: str, **position: object) -> Position:
    """Seat 0 owes seat 1 200 of the unit: four transports."""
    owners = {5: 1, 15: 1, 25: 1, 35: 1, **position.pop("owners", {})}  # type: ignore[dict-item]
    game = table(name, at={0: 0}, owners=owners, **position)  # type: ignore[arg-type]
    game.rolls(2, 3)
    if name in CLAIMING:
        game.claims(1)
    return game


# Raising money: DP-19, DP-24, AMB-38, AMB-39.


@editions()
@pytest.mark.proves("DP-19", "DP-24", "AMB-38")
def test_a_debtor_short_of_cash_sells_mortgages_and_trades_until_paid(name: str) -> None:
    unit = FIGURES[name].unit
    game = in_tax_debt(name, cash={0: 10 * unit}, owners={1: 0, 3: 0, 6: 0, 12: 0}, levels={1: 1, 3: 1})
    assert asked(game) == "debt"
    question = game.view().question
    assert question is not None
    assert (question.seat, question.other, question.amount) == (0, None, 100 * unit)
    assert game.must == [0]
    kinds = offered(game, 0)
    assert set(kinds) == {"SellBuildings", "Mortgage", "ProposeDeal", "Concede"}
    assert kinds.count("Mortgage") == 2  # not the two built on
    assert [offered(game, seat) for seat in (1, 2)] == [[], []]
    assert game.refusal(0, DeclareBankruptcy()) == "CAN_STILL_PAY"
    assert game.refusal(0, EndTurn()) == "NOT_ASKED"
    assert game.refusal(1, DeclareBankruptcy()) == "NOT_ASKED"
    assert table(name, cash={0: 0}).refusal(0, DeclareBankruptcy()) == "NOT_ASKED"  # without a debt
    assert not game.can(0, Build(game.group(1), [2, 1]))
    game.does(0, SellBuildings(game.group(1), [0, 0]))  # 10 + 50
    assert asked(game) == "debt"
    told = game.does(0, Mortgage(game.deed(6)))  # + 50
    paid = told.one(PaidBank)
    assert (paid.amount, paid.why) == (100 * unit, "tax")
    assert game.cash(0) == 10 * unit
    assert asked(game) == "turn"


@editions()
@pytest.mark.proves("AMB-38", "DP-19")
def test_a_debtor_may_pay_with_the_proceeds_of_a_trade(name: str) -> None:
    unit = FIGURES[name].unit
    game = in_tax_debt(name, cash={0: 0}, held={KEPT_A[name]: 0})
    card = game.kept(KEPT_A[name])
    game.does(0, ProposeDeal(cash={0: 100 * unit, 1: -100 * unit}, cards={card: 1}))
    told = game.does(1, AcceptDeal(0, 1))
    assert told.one(PaidBank).amount == 100 * unit
    assert game.cash(0) == 0
    assert asked(game) == "turn"


@editions()
@pytest.mark.proves("DP-24", "AMB-38", "AMB-39", "EXP-86", "SRV-62")
def test_bankruptcy_is_open_only_to_whoever_could_not_raise_the_debt(name: str) -> None:
    unit, note = FIGURES[name].unit, FIGURES[name].note
    # Cash 25, a utility at 75, a mortgaged transport and a card at nothing: exactly the tax of 100.
    held = {} if name == EUR else {KEPT_A[name]: 0}  # AMB-140: there the card would pay the tax
    holdings = {"owners": {12: 0, 5: 0}, "mortgages": [5], "held": held}
    game = in_tax_debt(name, cash={0: 25 * unit}, **holdings)
    assert game.refusal(0, DeclareBankruptcy()) == "CAN_STILL_PAY"
    assert "DeclareBankruptcy" not in offered(game, 0)
    game = in_tax_debt(name, cash={0: 25 * unit - note}, **holdings)
    assert "DeclareBankruptcy" in offered(game, 0)
    told = game.does(0, DeclareBankruptcy())
    bankrupt = told.one(WentBankrupt)
    assert (bankrupt.seat, bankrupt.other, bankrupt.amount) == (0, None, 100 * unit)


@editions()
@pytest.mark.proves("AMB-38", "EXP-86", "SRV-62", "DP-24")
def test_buildings_count_half_in_the_formula(name: str) -> None:
    unit, note = FIGURES[name].unit, FIGURES[name].note
    # Two lots at 30 and two houses at 25: 110.
    for amount, may in ((110 * unit, False), (110 * unit + note, True)):
        game = table(name, at={0: 31}, owners={1: 0, 3: 0}, levels={1: 1, 3: 1}, cash={0: 0})
        game.table.space_amount[38] = amount
        game.rolls(3, 4)
        assert game.can(0, DeclareBankruptcy()) is may


@pytest.mark.parametrize(("amount", "may"), [(14_000, False), (14_100, True)])
@pytest.mark.proves("W-05", "EXP-86")
def test_a_player_worth_14000_pays_14000_and_fails_at_14100(amount: int, may: bool, tmp_path: Path) -> None:
    path = with_card(EXP, tmp_path, "P2", f'effect = "pay", amount = {amount}')
    game = table(path, at={0: 10}, cash={0: 3_000}, owners={1: 0, 3: 0}, levels={1: 1, 3: 1})
    game.draws("P2", 3, 4)
    assert game.can(0, DeclareBankruptcy()) is may
    if not may:
        game.does(0, SellBuildings(game.group(1), [0, 0]), Mortgage(game.deed(1)))
        assert game.does(0, Mortgage(game.deed(3))).one(PaidBank).amount == 14_000
        assert game.cash(0) == 0


# Paying in property: DP-20 to DP-23.


@editions(EXP, CLA)
@pytest.mark.proves("DP-20", "DP-21", "DP-22", "EXP-94", "EXP-95", "CLA-106", "CLA-107", "AMB-62")
def test_a_debtor_pays_a_rent_partly_in_property_at_the_creditors_price(name: str) -> None:
    unit, note = FIGURES[name].unit, FIGURES[name].note
    game = in_rent_debt(name, cash={0: 50 * unit}, owners={12: 0, 6: 0})
    assert [kind for kind in offered(game, 0) if kind == "OfferProperty"] == ["OfferProperty"] * 2
    told = game.does(0, OfferProperty(game.deed(12)))
    offer = told.one(PropertyOffered)
    assert (offer.debtor, offer.creditor, offer.deed) == (0, 1, game.deed(12))
    assert asked(game) == "settlement"
    assert game.must == [1]
    assert [offered(game, seat) for seat in range(3)] == [[], ["NameValue", "RefuseProperty"], []]
    option = game.options(1)[0]
    assert (option.low, option.high, option.step) == (note, 200 * unit, note)
    assert game.refusal(1, NameValue(200 * unit + note)) == "TOO_HIGH"
    assert game.refusal(1, NameValue(0)) == "NOT_A_ROUND_SUM"
    told = game.does(1, NameValue(160 * unit))  # above the printed price of 150
    valued = told.one(PropertyValued)
    assert (valued.debtor, valued.creditor, valued.deed, valued.amount) == (0, 1, game.deed(12), 160 * unit)
    assert game.must == [0]
    may_auction = ["AuctionProperty"] if name == EXP else []
    assert offered(game, 0) == ["AcceptValue", "WithdrawProperty", *may_auction]
    told = game.does(0, AcceptValue())
    settled = told.one(PropertySettled)
    assert (settled.debtor, settled.creditor, settled.deed, settled.amount) == (0, 1, game.deed(12), 160 * unit)
    assert told.one(PaidPlayer).amount == 40 * unit  # the rest, in cash
    assert (game.owner(12), game.cash(0)) == (1, 10 * unit)
    assert asked(game) == "turn"


@editions(EXP, CLA)
@pytest.mark.proves("DP-20", "DP-21", "DP-22")
def test_a_property_that_covers_the_whole_debt_ends_it(name: str) -> None:
    unit = FIGURES[name].unit
    game = in_rent_debt(name, cash={0: 0}, owners={12: 0})
    game.does(0, OfferProperty(game.deed(12)))
    game.does(1, NameValue(200 * unit))
    told = game.does(0, AcceptValue())
    assert told.none(PaidPlayer)
    assert asked(game) == "turn"
    assert (game.cash(0), game.owner(12)) == (0, 1)


@editions(EXP, CLA)
@pytest.mark.proves("DP-20", "DP-21", "DP-22", "EXP-94", "EXP-95", "CLA-106")
def test_what_is_still_owed_after_a_settlement_must_still_be_found(name: str) -> None:
    unit = FIGURES[name].unit
    game = in_rent_debt(name, cash={0: 0}, owners={6: 0, 8: 0, 39: 0})
    for place, value, rest in ((6, 50, 150), (8, 60, 90)):
        game.does(0, OfferProperty(game.deed(place)))
        for seat, action in ((0, NameValue(10 * unit)), (2, NameValue(10 * unit)), (0, WithdrawProperty())):
            assert game.refusal(seat, action) == "NOT_ASKED"
        if FIGURES[name].note > 1:
            assert game.refusal(1, NameValue(value * unit + 1)) == "NOT_A_ROUND_SUM"
        game.does(1, NameValue(value * unit))
        for action in (NameValue(20 * unit), RefuseProperty(), AcceptValue()):
            assert game.refusal(1, action) == "NOT_ASKED"
        assert game.does(0, AcceptValue()).none(PaidPlayer)
        question = game.view().question
        assert question is not None
        assert (question.type, question.amount, question.other) == ("debt", rest * unit, 1)
    told = game.does(0, Mortgage(game.deed(39)))  # 200
    assert told.one(PaidPlayer).amount == 90 * unit
    assert game.cash(0) == 110 * unit
    assert game.refusal(0, OfferProperty(game.deed(39))) == "NOT_ASKED"  # no debt, nothing to settle


@editions(EXP, CLA)
@pytest.mark.proves("AMB-38", "AMB-62", "DP-38", "EXP-81", "CLA-106", "CLA-107")
def test_a_settlement_can_save_from_bankruptcy_and_its_mortgage_be_lifted_at_once(name: str) -> None:
    unit, tenth = FIGURES[name].unit, {EXP: 700, CLA: 7}[name]
    game = in_rent_debt(name, cash={0: 0}, owners={12: 0}, mortgages=[12])
    purse = game.cash(1)
    assert game.can(0, DeclareBankruptcy())
    game.does(0, OfferProperty(game.deed(12)))
    game.does(1, NameValue(200 * unit))
    game.does(0, AcceptValue())
    game.does(1, LiftMortgage(game.deed(12)))
    assert (game.is_mortgaged(12), game.cash(1)) == (False, purse - tenth - 75 * unit)
    assert (asked(game), game.must) == ("turn", [0])


@editions(EXP, CLA)
@pytest.mark.proves("DP-21", "DP-22")
def test_the_creditor_may_refuse_and_the_debtor_withdraw(name: str) -> None:
    unit = FIGURES[name].unit
    game = in_rent_debt(name, cash={0: 50 * unit}, owners={12: 0, 6: 0})
    game.does(0, OfferProperty(game.deed(12)))
    assert game.refusal(0, RefuseProperty()) == "NOT_ASKED"
    assert game.refusal(0, AcceptValue()) == "NOT_ASKED"
    told = game.does(1, RefuseProperty())
    refused = told.one(PropertyRefused)
    assert (refused.debtor, refused.creditor, refused.deed) == (0, 1, game.deed(12))
    if name == EXP:  # EXP-96: refused outright, it may still be auctioned; here it is withdrawn
        assert (asked(game), game.must) == ("settlement", [0])
        assert game.refusal(0, AcceptValue()) == "NOT_ASKED"
        assert game.can(0, AuctionProperty())
        game.does(0, WithdrawProperty())
    assert (asked(game), game.owner(12)) == ("debt", 0)
    game.does(0, OfferProperty(game.deed(6)))
    game.does(1, NameValue(10 * unit))
    assert game.refusal(1, WithdrawProperty()) == "NOT_ASKED"
    told = game.does(0, WithdrawProperty())
    withdrawn = told.one(PropertyWithdrawn)
    assert (withdrawn.debtor, withdrawn.creditor, withdrawn.deed) == (0, 1, game.deed(6))
    assert (asked(game), game.owner(6), game.cash(0)) == ("debt", 0, 50 * unit)
    assert [game.refusal(0, OfferProperty(game.deed(place))) for place in (6, 12)] == ["ALREADY_OFFERED"] * 2


@editions(EXP, CLA)
@pytest.mark.proves("AMB-144", "DP-20")
def test_a_deed_is_offered_again_only_when_less_is_lacking(name: str) -> None:
    unit = FIGURES[name].unit
    game = in_rent_debt(name, cash={0: 50 * unit}, owners={12: 0, 6: 0, 8: 0, 9: 0})
    offer = OfferProperty(game.deed(12))
    turn_down(game, 12)  # 150 were lacking
    assert game.refusal(0, offer) == "ALREADY_OFFERED"
    assert offer not in game.legal_actions(0)
    game.does(0, Mortgage(game.deed(6)))  # 50: 100 are lacking now
    turn_down(game, 12)
    assert game.refusal(0, offer) == "ALREADY_OFFERED"
    game.does(0, OfferProperty(game.deed(8)))
    game.does(1, NameValue(20 * unit))
    game.does(0, AcceptValue())  # 80 are lacking now
    game.does(0, offer)
    game.does(1, NameValue(80 * unit))
    game.does(0, AcceptValue())
    assert asked(game) == "turn"


@editions(EXP, CLA)
@pytest.mark.proves("AMB-144")
def test_a_stored_game_in_which_a_deed_was_offered_again_is_replayed(name: str) -> None:
    """Version 0.1.0 allowed it."""
    game = in_rent_debt(name, cash={0: 50 * FIGURES[name].unit}, owners={12: 0})
    turn_down(game, 12)
    offer = OfferProperty(game.deed(12))
    game.play_stored(0, offer)
    game.does(1, RefuseProperty())
    if asked(game) == "settlement":
        game.does(0, WithdrawProperty())
    assert game.refusal(0, offer) == "ALREADY_OFFERED"


@editions(EXP, CLA)
@pytest.mark.proves("AMB-144", "AMB-30")
def test_a_deal_over_a_deed_offered_in_vain_stays_possible(name: str) -> None:
    unit = FIGURES[name].unit
    game = in_rent_debt(name, cash={0: 50 * unit}, owners={12: 0})
    turn_down(game, 12)
    terms = ProposeDeal(cash={0: 150 * unit, 1: -150 * unit}, deeds={game.deed(12): 1})
    game.does(0, terms)
    told = game.does(1, AcceptDeal(0, 1))
    assert told.one(PaidPlayer).amount == 200 * unit


@editions(EXP, CLA)
@pytest.mark.proves("AMB-144")
def test_money_given_away_does_not_open_the_question_again(name: str) -> None:
    unit = FIGURES[name].unit
    game = in_rent_debt(name, cash={0: 150 * unit}, owners={6: 0, 12: 0, 8: 1})
    turn_down(game, 12)
    terms = ProposeDeal(cash={0: -50 * unit, 1: 50 * unit}, deeds={game.deed(8): 0})
    game.does(0, terms)
    game.does(1, AcceptDeal(0, 1))  # 100 are lacking, no longer 50
    assert game.refusal(0, OfferProperty(game.deed(12))) == "ALREADY_OFFERED"
    game.does(0, Mortgage(game.deed(8)))  # and 50 once more
    assert game.refusal(0, OfferProperty(game.deed(12))) == "ALREADY_OFFERED"


@editions(EXP, CLA)
@pytest.mark.proves("AMB-144")
def test_another_debt_is_another_question(name: str) -> None:
    unit = FIGURES[name].unit
    game = in_rent_debt(name, cash={0: 50 * unit}, owners={12: 0, 39: 0})
    turn_down(game, 12)
    game.does(0, Mortgage(game.deed(39)))  # 200: paid, 50 are left
    assert asked(game) == "turn"
    game.state.at[0] = 10
    game.state.again = 1
    game.rolls(2, 3)  # to another station
    game.claims(1)
    assert game.can(0, OfferProperty(game.deed(12)))


@editions(EXP, CLA)
@pytest.mark.proves("AMB-144")
def test_offers_that_bring_nothing_come_to_an_end(name: str) -> None:
    game = in_rent_debt(name, cash={0: 0}, owners={6: 0, 8: 0, 12: 0})
    for count in range(4):
        offers = [action for action in game.legal_actions(0) if isinstance(action, OfferProperty)]
        assert len(offers) == 3 - count
        if offers:
            game.does(0, offers[0])
            game.does(1, NameValue(FIGURES[name].note))
            game.does(0, WithdrawProperty())


@editions(EXP, CLA)
@pytest.mark.proves("DP-20", "AMB-62")
def test_only_ones_own_property_free_of_buildings_is_offered(name: str) -> None:
    game = in_rent_debt(name, cash={0: 0}, owners={1: 0, 3: 0, 12: 0}, levels={3: 1}, mortgages=[12])
    assert game.refusal(0, OfferProperty(game.deed(1))) == "BUILDINGS_IN_THE_WAY"
    assert game.refusal(0, OfferProperty(game.deed(3))) == "BUILDINGS_IN_THE_WAY"
    assert game.refusal(0, OfferProperty(game.deed(5))) == "NOT_YOURS"
    assert game.refusal(1, OfferProperty(game.deed(5))) == "NOT_ASKED"
    assert game.can(0, OfferProperty(game.deed(12)))  # mortgaged property too


@editions(EXP, CLA)
@pytest.mark.proves("AMB-62")
def test_property_offered_needs_a_bare_group_whoever_built_there(name: str) -> None:
    house_rule = {"building.whole_group": False}  # so that a group can be built on and shared
    game = in_rent_debt(name, cash={0: 0}, owners={6: 0, 8: 2, 11: 0, 13: 2}, levels={8: 1}, options=house_rule)
    assert game.refusal(0, OfferProperty(game.deed(6))) == "BUILDINGS_IN_THE_WAY"
    assert game.can(0, OfferProperty(game.deed(11)))


@editions(EXP, CLA)
@pytest.mark.proves("DP-38", "AMB-62", "CLA-107")
def test_a_creditor_who_takes_a_mortgaged_property_pays_the_tenth(name: str) -> None:
    unit = FIGURES[name].unit
    game = in_rent_debt(name, cash={0: 100 * unit, 1: 0}, owners={15 - 3: 0}, mortgages=[12])
    game.does(0, OfferProperty(game.deed(12)))
    game.does(1, NameValue(100 * unit))
    told = game.does(0, AcceptValue())
    tenth = {EXP: 700, CLA: 7}[name]
    assert told.none(DebtOwed)  # the rest of the rent comes first and pays it
    rest, paid = told.one(PaidPlayer), told.one(PaidBank)
    assert told.index(rest) < told.index(paid)
    assert (rest.seat, rest.other, rest.amount) == (0, 1, 100 * unit)
    assert (paid.seat, paid.amount, paid.why, paid.deed) == (1, tenth, "interest", game.deed(12))
    assert asked(game) == "mortgage"
    assert offered(game, 1) == ["LiftMortgage", "KeepMortgage"]
    assert (game.cash(0), game.cash(1)) == (0, 100 * unit - tenth)
    game.does(1, KeepMortgage(game.deed(12)))
    assert asked(game) == "turn"


@editions(EXP, CLA)
@pytest.mark.proves("DP-38", "AMB-62", "CLA-107")
def test_where_the_rest_is_not_there_the_creditor_pays_the_tenth_out_of_its_own_purse(name: str) -> None:
    unit, note = FIGURES[name].unit, FIGURES[name].note
    game = in_rent_debt(name, cash={0: 100 * unit - note}, owners={12: 0}, mortgages=[12])
    purse = game.cash(1)
    game.does(0, OfferProperty(game.deed(12)))
    game.does(1, NameValue(100 * unit))
    told = game.does(0, AcceptValue())
    tenth = {EXP: 700, CLA: 7}[name]
    assert told.none(PaidPlayer)
    assert (told.one(PaidBank).seat, told.one(PaidBank).amount) == (1, tenth)
    assert asked(game) == "mortgage"
    assert offered(game, 1) == ["LiftMortgage", "KeepMortgage"]
    assert (game.cash(0), game.cash(1)) == (100 * unit - note, purse - tenth)
    game.does(1, KeepMortgage(game.deed(12)))
    question = game.view().question
    assert question is not None
    assert (question.type, question.seat, question.other, question.amount) == ("debt", 0, 1, 100 * unit)


@editions(SRV, EUR, CAS)
@pytest.mark.proves("DP-20", "DP-21", "DP-22", "DP-23")
def test_elsewhere_no_debt_is_paid_in_property(name: str) -> None:
    game = in_rent_debt(name, cash={0: 0}, owners={12: 0})
    assert asked(game) == "debt"
    assert "OfferProperty" not in offered(game, 0)
    assert game.refusal(0, OfferProperty(game.deed(12))) == "WRONG_MOMENT"


@editions()
@pytest.mark.proves("DP-20", "AMB-62")
def test_no_debt_to_the_bank_is_paid_in_property(name: str) -> None:
    game = in_tax_debt(name, cash={0: 0}, owners={12: 0})
    assert "OfferProperty" not in offered(game, 0)
    assert game.refusal(0, OfferProperty(game.deed(12))) == "WRONG_MOMENT"


@editions(EXP, CLA)
@pytest.mark.proves("DP-20", "AMB-62")
def test_a_debt_to_a_player_that_is_no_rent_is_paid_in_property_in_expopolis_only(name: str) -> None:
    game = table(name, at={0: 10}, owners={12: 1}, cash={1: 0})
    told = game.draws(FROM_EACH[name], 3, 4)
    assert (told.one(DebtOwed).seat, told.one(DebtOwed).why) == (1, "gift")
    assert game.must == [1]
    assert game.can(1, OfferProperty(game.deed(12))) is (name == EXP)


@pytest.mark.proves("DP-22", "DP-23", "EXP-96", "AMB-63")
def test_in_expopolis_a_debtor_who_finds_the_price_unfair_auctions_the_property_among_the_others() -> None:
    game = in_rent_debt(EXP, seats=4, cash={0: 5_000}, owners={12: 0})
    game.does(0, OfferProperty(game.deed(12)))
    game.does(1, NameValue(100))
    told = game.does(0, AuctionProperty())
    assert told.one(AuctionOpened).amount == 100
    assert game.must == [1, 2, 3]  # the creditor too, not the debtor
    assert offered(game, 2) == ["Bid", "Pass"]
    assert not game.can(0, Bid(100))
    purse = game.cash(1)
    game.does(2, Bid(14_900))
    game.does(1, Bid(15_000))
    game.does(3, Pass())
    told = game.does(2, Pass())
    won = told.one(AuctionWon)
    assert (won.seat, won.other, won.amount) == (1, 0, 15_000)
    assert told.one(PaidPlayer).amount == 20_000  # 5,000 and 15,000 just cover the rent
    assert (game.cash(0), game.cash(1), game.owner(12)) == (0, purse - 15_000 + 20_000, 1)


@pytest.mark.proves("DP-22")
def test_in_clasico_the_debtor_may_not_auction_the_property() -> None:
    game = in_rent_debt(CLA, cash={0: 0}, owners={12: 0})
    game.does(0, OfferProperty(game.deed(12)))
    game.does(1, NameValue(1))
    assert game.refusal(0, AuctionProperty()) == "NOT_OFFERED"


# Leaving the table for good: AMB-38.


@editions()
@pytest.mark.proves("AMB-38", "AMB-49", "AMB-43", "AMB-42")
def test_a_conceded_seat_is_settled_as_a_bankruptcy_to_the_bank(name: str) -> None:
    game = table(
        name, 4, owners={1: 1, 3: 1, 12: 1}, levels={1: 1, 3: 1}, mortgages=[12], held={KEPT_A[name]: 1}, jail={1: 0}
    )
    houses, purse = game.view().houses, game.cash(1)
    told = game.does(1, Concede())
    assert told.one(Conceded).seat == 1
    assert told.none(CreditorPaid)
    assert (told.one(CashSurrendered).other, told.one(CashSurrendered).amount) == (None, purse)
    assert [moved.other for moved in told.of(DeedMoved)] == [None] * 3
    assert told.one(CardMoved).other is None
    assert game.view().houses == houses + 2
    assert game.cash(1) == 0
    assert [game.owner(space) for space in (1, 3, 12)] == [None] * 3
    assert not game.is_mortgaged(12)
    assert game.view().seats[1].out == 1
    assert not game.in_jail(1)
    assert asked(game) == {EXP: "auction", SRV: "turn", EUR: "estate", CLA: "auction", CAS: "auction"}[name]
    assert offered(game, 1) == []
    assert game.refusal(1, Concede()) == "SEAT_IS_OUT"


@editions()
@pytest.mark.proves("AMB-38", "AMB-49")
def test_when_the_seat_on_turn_concedes_the_turn_passes_on_and_otherwise_goes_on(name: str) -> None:
    game = table(name, 4, next_seats=[2])
    assert game.does(0, Concede()).one(TurnBegan).seat == (2 if name == SRV else 1)
    game = table(name, 4)
    assert game.does(1, Concede()).none(TurnBegan)
    assert game.must == [0]


@editions()
@pytest.mark.proves("AMB-38")
def test_nobody_concedes_while_owing_a_player_but_one_may_while_owing_the_bank(name: str) -> None:
    game = in_rent_debt(name, cash={0: 0})
    assert game.refusal(0, Concede()) == "OWES_A_PLAYER"
    assert "Concede" not in offered(game, 0)
    assert game.refusal(1, Concede()) == "WRONG_MOMENT"
    game = in_tax_debt(name, cash={0: 0}, owners={5: 0})  # it could pay, and leaves instead
    assert game.refusal(0, DeclareBankruptcy()) == "CAN_STILL_PAY"
    told = game.does(0, Concede())
    assert told.none(PaidBank)
    assert game.view().seats[0].out == 1


@editions()
@pytest.mark.proves("AMB-38", "AMB-50")
def test_a_concession_that_leaves_one_player_ends_the_game(name: str) -> None:
    game = table(name, 2, owners={5: 1})
    told = game.does(1, Concede())
    assert told.one(GameWon).seat == 0
    assert told.none(AuctionOpened)
    assert game.is_over


@editions()
@pytest.mark.proves("AMB-38")
def test_nobody_concedes_in_the_middle_of_a_landing(name: str) -> None:
    game = table(name, at={0: 0}, cards=[KEPT_B[name]])
    game.rolls(1, 1)
    for seat in range(3):
        assert game.refusal(seat, Concede()) == "WRONG_MOMENT"


@editions(*CLAIMING)
@pytest.mark.proves("AMB-38", "AMB-25")
def test_a_rent_nobody_has_claimed_keeps_nobody_at_the_table(name: str) -> None:
    game = table(name, owners={5: 1}, at={0: 0}, cash={0: 0})
    game.rolls(2, 3)
    purse = game.cash(1)
    game.does(0, Concede())
    assert game.cash(1) == purse
    if asked(game) == "turn":
        assert not game.does(1, ClaimRent()).of(PaidPlayer)
