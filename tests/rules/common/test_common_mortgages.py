"""Mortgaged deeds that change hands, and fractions, in all five editions."""

import pytest

from magnate.actions import (
    AcceptDeal,
    DeclareBankruptcy,
    KeepMortgage,
    LiftMortgage,
    Mortgage,
    ProposeDeal,
    SellBuildings,
)
from magnate.events import DebtOwed, MortgageKept, MortgageLifted, PaidBank
from magnate.testing import EventList, Position
from rules.common.five import CAS, CLA, CLAIMING, EUR, EXP, FIGURES, SRV, asked, editions, offered, table

# A utility: mortgage 75 of the unit, so that a tenth of it leaves a fraction.
VALUE = {EXP: 7_500, SRV: 75, EUR: 2_250, CLA: 75, CAS: 75}
TENTH = {EXP: 700, SRV: 7, EUR: 200, CLA: 7, CAS: 7}  # 750, 7.5, 225 down to the smallest note


def bought(name: str, purse: int) -> tuple[Position, EventList]:
    """Seat 1 buys the mortgaged utility 12 from seat 0 for one note, and has `purse` left after that."""
    note = FIGURES[name].note
    game = table(name, owners={12: 0}, mortgages=[12], cash={1: purse + note})
    game.does(0, ProposeDeal(cash={0: note, 1: -note}, deeds={game.deed(12): 1}))
    return game, game.does(1, AcceptDeal(0, 1))


@editions(EXP, SRV, EUR, CLA)
@pytest.mark.proves("DP-38", "AMB-45", "AMB-74", "EXP-80", "EUR-93", "CLA-96")
def test_the_buyer_of_a_mortgaged_deed_pays_a_tenth_at_once_and_chooses(name: str) -> None:
    game, told = bought(name, TENTH[name] + VALUE[name])
    paid = told.one(PaidBank)
    assert (paid.seat, paid.amount, paid.why, paid.deed) == (1, TENTH[name], "interest", game.deed(12))
    assert asked(game) == "mortgage"
    assert game.must == [1]
    assert offered(game, 1) == ["LiftMortgage", "KeepMortgage"]
    assert [offered(game, seat) for seat in (0, 2)] == [[], []]
    assert game.refusal(0, KeepMortgage(game.deed(12))) == "NOT_MORTGAGED"


@editions(EXP, SRV, EUR, CLA)
@pytest.mark.proves("DP-38", "EXP-81", "EUR-92", "CLA-95")
def test_lifting_at_once_costs_the_value_alone_in_addition(name: str) -> None:
    game, _ = bought(name, TENTH[name] + VALUE[name])
    told = game.does(1, LiftMortgage(game.deed(12)))
    assert told.one(MortgageLifted).amount == VALUE[name]
    assert game.cash(1) == 0
    assert not game.is_mortgaged(12)
    assert asked(game) == "turn"


@editions(EXP, SRV, EUR, CLA)
@pytest.mark.proves("DP-38", "EXP-82", "EUR-94", "CLA-97", "AMB-45")
def test_whoever_keeps_the_mortgage_pays_another_tenth_when_lifting_later(name: str) -> None:
    game, _ = bought(name, 2 * TENTH[name] + VALUE[name])
    assert game.does(1, KeepMortgage(game.deed(12))).one(MortgageKept).seat == 1
    assert game.is_mortgaged(12)
    assert game.cash(1) == TENTH[name] + VALUE[name]
    assert game.does(1, LiftMortgage(game.deed(12))).one(MortgageLifted).amount == TENTH[name] + VALUE[name]
    assert game.cash(1) == 0


@editions(EXP, SRV, EUR, CLA)
@pytest.mark.proves("DP-38")
def test_lifting_at_once_is_offered_only_to_whoever_can_pay_the_value(name: str) -> None:
    game, _ = bought(name, TENTH[name] + VALUE[name] - FIGURES[name].note)
    assert offered(game, 1) == ["KeepMortgage"]
    assert game.refusal(1, LiftMortgage(game.deed(12))) == "NOT_ENOUGH_CASH"


@pytest.mark.proves("DP-38", "AMB-129", "CAS-45", "CAS-46", "AMB-45")
def test_in_castis_nothing_is_due_or_asked_at_the_transfer_and_a_tenth_at_the_lifting() -> None:
    game, told = bought(CAS, 82)
    assert told.none(PaidBank)
    assert asked(game) == "turn"
    assert game.cash(1) == 82
    assert game.refusal(1, KeepMortgage(game.deed(12))) == "NOT_MORTGAGED"
    game.does(1, LiftMortgage(game.deed(12)))  # 75 and 7.5, down to 7
    assert game.cash(1) == 0


@editions()
@pytest.mark.proves("AMB-45")
def test_a_fraction_of_the_interest_falls_to_the_smallest_note(name: str) -> None:
    cost = VALUE[name] + (0 if name == CAS else TENTH[name])
    game = table(name, owners={12: 0}, mortgages=[12], cash={0: cost})
    game.does(0, LiftMortgage(game.deed(12)))
    assert game.cash(0) == 0


@editions(EXP, SRV, EUR, CLA)
@pytest.mark.proves("AMB-45")
def test_interest_is_rounded_deed_by_deed(name: str) -> None:
    note = FIGURES[name].note
    game = table(name, owners={12: 0, 28: 0}, mortgages=[12, 28], cash={1: 2 * TENTH[name] + note})
    deal = ProposeDeal(cash={0: note, 1: -note}, deeds={game.deed(12): 1, game.deed(28): 1})
    game.does(0, deal)
    told = game.does(1, AcceptDeal(0, 1))
    assert [(paid.amount, paid.deed) for paid in told.of(PaidBank)] == [
        (TENTH[name], game.deed(12)),
        (TENTH[name], game.deed(28)),
    ]
    assert game.cash(1) == 0  # 7 and 7, not 15
    told = game.does(1, KeepMortgage(game.deed(12)), KeepMortgage(game.deed(28)))
    assert told.none(PaidBank)
    assert game.cash(1) == 0


@pytest.mark.parametrize(("name", "paid"), [(EXP, 1_700), (SRV, 17), (EUR, 500), (CLA, 17), (CAS, 17)])
@pytest.mark.proves("AMB-45", "AMB-93")
def test_a_fraction_the_bank_pays_rises_to_the_smallest_note(name: str, paid: int) -> None:
    """A house at 50 and a house rule of 33%: 16.50 in units; EUR 495, EXP 1,650."""
    game = table(name, owners={1: 0, 3: 0}, levels={1: 1}, options={"building.resale_percent": 33})
    purse = game.cash(0)
    game.does(0, SellBuildings(game.group(1), [0, 0]))
    assert game.cash(0) == purse + paid


# Mortgages inherited from a bankrupt: AMB-44, DP-25.


def inherited(name: str, purse: int) -> tuple[Position, EventList]:
    """Seat 0 goes bankrupt to seat 1, who inherits two mortgaged utilities and has `purse` after that."""
    game = table(name, owners={5: 1, 15: 1, 12: 0, 28: 0}, mortgages=[12, 28], cash={0: 0, 1: purse}, at={0: 0})
    told = game.rolls(2, 3)
    if name in CLAIMING:
        told = game.claims(1)
    assert told.one(DebtOwed).other == 1
    return game, game.does(0, DeclareBankruptcy())


@editions(EUR, CLA)
@pytest.mark.proves("DP-25", "AMB-44", "EUR-103", "EUR-104", "CLA-105")
def test_a_creditor_pays_a_tenth_of_each_inherited_mortgage_and_chooses_deed_by_deed(name: str) -> None:
    game, told = inherited(name, 2 * TENTH[name] + VALUE[name])
    paid = [(each.seat, each.amount, each.why, each.deed) for each in told.of(PaidBank)]
    assert paid == [(1, TENTH[name], "interest", game.deed(space)) for space in (12, 28)]  # both before any choice
    assert game.cash(1) == VALUE[name]
    assert asked(game) == "mortgage"
    assert game.must == [1]
    assert offered(game, 1) == ["LiftMortgage", "KeepMortgage"]
    assert game.refusal(1, KeepMortgage(game.deed(28))) == "NOT_MORTGAGED"  # one after the other
    told = game.does(1, LiftMortgage(game.deed(12)))
    assert told.one(MortgageLifted).amount == VALUE[name]
    assert told.none(PaidBank)
    assert game.cash(1) == 0
    assert offered(game, 1) == ["KeepMortgage"]
    assert game.does(1, KeepMortgage(game.deed(28))).none(PaidBank)
    assert game.cash(1) == 0
    assert (game.is_mortgaged(12), game.is_mortgaged(28)) == (False, True)
    assert (game.owner(12), game.owner(28)) == (1, 1)


@editions(EUR, CLA)
@pytest.mark.proves("AMB-44")
def test_lifting_an_inherited_mortgage_later_costs_value_and_tenth(name: str) -> None:
    game, _ = inherited(name, 3 * TENTH[name] + VALUE[name])
    game.does(1, KeepMortgage(game.deed(12)), KeepMortgage(game.deed(28)))
    assert game.cash(1) == TENTH[name] + VALUE[name]
    game.does(1, LiftMortgage(game.deed(28)))
    assert game.cash(1) == 0


@editions(EUR, CLA)
@pytest.mark.proves("AMB-44", "DP-19")
def test_a_creditor_short_of_the_tenths_must_raise_their_sum(name: str) -> None:
    both = 2 * TENTH[name]
    purse = both - FIGURES[name].note
    game, told = inherited(name, purse)
    assert told.none(PaidBank)  # neither deed's, although one of them could be paid
    owed = told.one(DebtOwed)
    assert (owed.seat, owed.other, owed.amount, owed.why) == (1, None, both, "interest")
    assert asked(game) == "debt"
    assert "Mortgage" in offered(game, 1)
    assert not game.can(1, DeclareBankruptcy())
    told = game.does(1, Mortgage(game.deed(5)))  # 100 of the unit
    paid = told.one(PaidBank)
    assert (paid.seat, paid.amount, paid.why, paid.deed) == (1, both, "interest", None)
    assert game.cash(1) == purse + 100 * FIGURES[name].unit - both
    assert asked(game) == "mortgage"
    told = game.does(1, KeepMortgage(game.deed(12)), KeepMortgage(game.deed(28)))
    assert told.none(PaidBank)
    assert asked(game) != "mortgage"


@editions(EUR, CLA)
@pytest.mark.proves("AMB-44")
def test_a_creditor_with_exactly_the_tenths_owes_nothing(name: str) -> None:
    game, told = inherited(name, 2 * TENTH[name])
    assert told.none(DebtOwed)
    assert [paid.amount for paid in told.of(PaidBank)] == [TENTH[name]] * 2
    assert game.cash(1) == 0
    assert offered(game, 1) == ["KeepMortgage"]


@editions(EXP, SRV, CAS)
@pytest.mark.proves("DP-25")
def test_no_creditor_is_asked_about_mortgages_where_the_bank_takes_them(name: str) -> None:
    game, told = inherited(name, 1_000 * FIGURES[name].unit)
    assert told.none(PaidBank)
    assert asked(game) != "mortgage"
    assert game.owner(12) is None
    assert not game.is_mortgaged(12)
