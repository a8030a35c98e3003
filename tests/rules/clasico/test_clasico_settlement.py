"""Rent paid partly in property, at the creditor's price."""

from typing import Any

import pytest

from magnate.actions import (
    AcceptValue,
    AuctionProperty,
    DeclareBankruptcy,
    KeepMortgage,
    LiftMortgage,
    Mortgage,
    NameValue,
    OfferProperty,
    RefuseProperty,
    WithdrawProperty,
)
from magnate.events import (
    DebtOwed,
    PaidBank,
    PaidPlayer,
    PropertyOffered,
    PropertyRefused,
    PropertySettled,
    PropertyValued,
    PropertyWithdrawn,
)
from magnate.testing import Position
from rules.clasico.kit import BLUE, BROWN, PINK, built, kinds, own, purses, table


def owing_rent(cash: int = 100, seats: int = 3, **position: Any) -> Position:
    """Seat 0 owes seat 1 200 for a house on Paseo del Prado."""
    owners = {**own(1, *BLUE), **position.pop("owners", {})}
    levels = {**built(BLUE, 1, 1), **position.pop("levels", {})}
    game = table(seats, cash={0: cash}, at={0: "Calle Alcalá"}, owners=owners, levels=levels, **position)
    game.rolls(3, 4)
    game.claims(1).one(DebtOwed, seat=0, other=1, amount=200, why="rent")
    return game


@pytest.mark.proves("CLA-106", "CLA-107", "DP-20", "DP-21", "DP-22", "AMB-62")
def test_rent_is_paid_part_in_property_at_the_creditor_s_price_and_the_rest_in_cash() -> None:
    game = owing_rent(owners=own(0, "Ronda de Valencia"))
    deed = game.deed("Ronda de Valencia")
    game.does(0, OfferProperty(deed)).one(PropertyOffered, debtor=0, creditor=1, deed=deed)
    assert game.must == [1]
    told = game.does(1, NameValue(120))  # twice its printed price of 60
    told.one(PropertyValued, debtor=0, creditor=1, deed=deed, amount=120)
    assert game.must == [0]
    assert game.owner("Ronda de Valencia") == 0
    told = game.does(0, AcceptValue())
    told.one(PropertySettled, debtor=0, creditor=1, deed=deed, amount=120)
    told.one(PaidPlayer, seat=0, other=1, amount=80, why="rent")  # 200 − 120
    assert game.owner("Ronda de Valencia") == 1
    assert purses(game) == [20, 1580, 1500]


@pytest.mark.proves("CLA-107", "AMB-62")
def test_the_creditor_may_credit_the_whole_debt_but_no_more() -> None:
    game = owing_rent(owners=own(0, "Ronda de Valencia"))
    game.does(0, OfferProperty(game.deed("Ronda de Valencia")))
    assert game.refusal(1, NameValue(201)) == "TOO_HIGH"
    assert game.refusal(1, NameValue(0)) == "NOT_A_ROUND_SUM"
    assert game.can(1, NameValue(1))
    game.does(1, NameValue(200))
    told = game.does(0, AcceptValue())
    assert told.none(PaidPlayer)
    assert purses(game) == [100, 1500, 1500]
    assert game.must == [0]
    assert "EndTurn" in kinds(game, 0)


@pytest.mark.proves("CLA-106", "DP-20")
def test_what_is_still_owed_after_a_settlement_must_still_be_found() -> None:
    game = owing_rent(0, owners=own(0, "Ronda de Valencia", "Estación de Goya", "Estación del Norte"))
    game.does(0, OfferProperty(game.deed("Ronda de Valencia")))
    game.does(1, NameValue(50))
    game.does(0, AcceptValue())
    question = game.view(0).question
    assert question is not None
    assert (question.type, question.amount) == ("debt", 150)
    game.does(0, OfferProperty(game.deed("Estación de Goya")))
    game.does(1, NameValue(60))
    game.does(0, AcceptValue())
    told = game.does(0, Mortgage(game.deed("Estación del Norte")))  # 100 against the 90 still owed
    told.one(PaidPlayer, seat=0, other=1, amount=90)
    assert game.cash(0) == 10


@pytest.mark.proves("DP-21", "DP-22")
def test_the_creditor_may_refuse_and_the_debtor_withdraw() -> None:
    game = owing_rent(owners=own(0, "Estación de Goya", "Estación del Norte"))
    other = game.deed("Estación del Norte")
    game.does(0, OfferProperty(other))
    game.does(1, RefuseProperty()).one(PropertyRefused, debtor=0, creditor=1, deed=other)
    assert game.must == [0]
    assert game.owner("Estación del Norte") == 0
    deed = game.deed("Estación de Goya")
    game.does(0, OfferProperty(deed))
    game.does(1, NameValue(5))
    assert game.refusal(0, AuctionProperty()) == "NOT_OFFERED"  # no such auction in this book
    assert kinds(game, 0) == ["AcceptValue", "WithdrawProperty"]
    game.does(0, WithdrawProperty()).one(PropertyWithdrawn, debtor=0, creditor=1, deed=deed)
    assert game.owner("Estación de Goya") == 0
    told = game.does(0, Mortgage(deed))
    told.one(PaidPlayer, amount=200)


@pytest.mark.proves("DP-21", "DP-22")
def test_each_answers_only_its_own_question() -> None:
    game = owing_rent(owners=own(0, "Estación de Goya"))
    game.does(0, OfferProperty(game.deed("Estación de Goya")))
    for seat, action in ((0, NameValue(10)), (2, NameValue(10)), (0, AcceptValue()), (0, WithdrawProperty())):
        assert game.refusal(seat, action) == "NOT_ASKED"
    game.does(1, NameValue(10))
    for action in (NameValue(20), RefuseProperty(), AcceptValue()):
        assert game.refusal(1, action) == "NOT_ASKED"
    assert game.can(0, AcceptValue())


@pytest.mark.proves("CLA-106", "AMB-62")
def test_lots_of_a_colour_with_buildings_are_not_accepted() -> None:
    game = owing_rent(owners=own(0, *PINK, *BROWN), levels=built(PINK, 1, 0, 0))
    for place in PINK:
        assert game.refusal(0, OfferProperty(game.deed(place))) == "BUILDINGS_IN_THE_WAY"
    assert game.can(0, OfferProperty(game.deed(BROWN[0])))
    assert game.refusal(0, OfferProperty(game.deed(BLUE[0]))) == "NOT_YOURS"


@pytest.mark.proves("CLA-107", "DP-38", "CLA-96", "AMB-62")
def test_a_mortgaged_property_may_be_taken_and_costs_the_creditor_ten_percent() -> None:
    game = owing_rent(owners=own(0, "Calle Serrano"), mortgages=["Calle Serrano"])
    deed = game.deed("Calle Serrano")
    game.does(0, OfferProperty(deed))
    game.does(1, NameValue(150))
    told = game.does(0, AcceptValue())
    rest = told.one(PaidPlayer, seat=0, other=1, amount=50, why="rent")
    interest = told.one(PaidBank, seat=1, amount=10, why="interest", deed=deed)
    assert told.index(rest) < told.index(interest)  # the creditor has the rest before owing anything
    assert purses(game) == [50, 1540, 1500]
    assert game.must == [1]
    assert game.can(1, LiftMortgage(deed))
    told = game.does(1, KeepMortgage(deed))
    assert told.none(PaidPlayer)
    assert purses(game) == [50, 1540, 1500]
    assert game.is_mortgaged("Calle Serrano")


@pytest.mark.proves("CLA-107", "AMB-62")
@pytest.mark.parametrize(("cash", "told_of_a_debt"), [(50, False), (49, True)])
def test_the_rest_of_the_rent_may_pay_a_poor_creditor_s_ten_percent(cash: int, told_of_a_debt: bool) -> None:
    # 150 of 200 are credited. Who has the other 50 pays it at once; who has not, owes it while the 10 fall due.
    game = owing_rent(cash, owners=own(0, "Calle Serrano"), mortgages=["Calle Serrano"])
    game.state.cash[1] = 0
    game.does(0, OfferProperty(game.deed("Calle Serrano")))
    game.does(1, NameValue(150))
    told = game.does(0, AcceptValue())
    assert game.must == [1]
    if told_of_a_debt:
        told.one(DebtOwed, seat=1, other=None, amount=10, why="interest")
        assert told.none(PaidPlayer)
        assert purses(game) == [49, 0, 1500]
        return
    assert told.none(DebtOwed)
    assert purses(game) == [0, 40, 1500]
    assert game.legal_actions(1) == [KeepMortgage(game.deed("Calle Serrano"))]


@pytest.mark.proves("CLA-107", "DP-38")
def test_the_creditor_may_lift_the_mortgage_at_once() -> None:
    game = owing_rent(owners=own(0, "Calle Serrano"), mortgages=["Calle Serrano"])
    game.does(0, OfferProperty(game.deed("Calle Serrano")))
    game.does(1, NameValue(200))
    game.does(0, AcceptValue())
    game.does(1, LiftMortgage(game.deed("Calle Serrano")))
    assert game.cash(1) == 1500 - 110
    assert game.cash(0) == 100


@pytest.mark.proves("AMB-62", "DP-20")
def test_only_rent_is_settled_so_neither_the_bank_nor_a_birthday() -> None:
    game = table(2, cash={0: 0}, owners=own(0, "Estación de Goya", "Estación del Norte"))
    game.rolls(1, 3)  # a tax
    assert game.refusal(0, OfferProperty(game.deed("Estación de Goya"))) == "WRONG_MOMENT"
    game = table(2, at={0: "Cárcel"}, cash={1: 0}, owners=own(1, "Estación de Goya"))
    game.draws("AC1", 3, 4)  # seat 1 owes seat 0 ten
    assert game.must == [1]
    assert game.refusal(1, OfferProperty(game.deed("Estación de Goya"))) == "WRONG_MOMENT"


@pytest.mark.proves("CLA-106")
def test_who_has_the_cash_pays_in_cash() -> None:
    owners = {**own(1, *BLUE), **own(0, "Estación de Goya")}
    game = table(2, cash={0: 200}, at={0: "Calle Alcalá"}, owners=owners, levels=built(BLUE, 1, 1))
    game.rolls(3, 4)
    game.claims(1).one(PaidPlayer, seat=0, amount=200)
    assert game.refusal(0, OfferProperty(game.deed("Estación de Goya"))) == "NOT_ASKED"


@pytest.mark.proves("AMB-38", "CLA-106")
def test_a_settlement_can_save_from_bankruptcy() -> None:
    # Worth 0 by the formula: nothing in cash, a mortgaged street. The creditor wants it all the same.
    game = owing_rent(0, owners=own(0, "Calle Serrano"), mortgages=["Calle Serrano"])
    assert game.can(0, DeclareBankruptcy())
    game.does(0, OfferProperty(game.deed("Calle Serrano")))
    game.does(1, NameValue(200))
    game.does(0, AcceptValue())
    game.does(1, KeepMortgage(game.deed("Calle Serrano")))
    assert not game.is_over
    assert game.view().seats[0].out == 0
    assert "EndTurn" in kinds(game, 0)


@pytest.mark.proves("DP-20", "AMB-144")
def test_a_debtor_may_offer_one_property_after_another_however_many_are_refused() -> None:
    places = ["Estación de Goya", "Estación del Norte", "Estación de las Delicias", *BROWN]
    game = owing_rent(owners=own(0, *places))
    for place in places[1:]:
        game.does(0, OfferProperty(game.deed(place)))
        game.does(1, RefuseProperty())
    game.does(0, OfferProperty(game.deed("Estación de Goya")))
    game.does(1, NameValue(150))
    game.does(0, AcceptValue()).one(PaidPlayer, amount=50)
