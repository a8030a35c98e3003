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
from magnate.events import DebtOwed, DeedMortgaged, MortgageKept, MortgageLifted, PaidBank
from magnate.testing import EventList, Position
from rules.kit import CAS, CLA, CLAIMING, EUR, EXP, FIGURES, SRV, asked, book, editions, offered, table

# Taking and lifting.


@book(
    "figures",  # by space: what the Bank lends, and what lifting costs
    (
        EXP,
        "EXP-77 EXP-78 EXP-79 AMB-45 W-03 DP-34 DP-35",
        {1: (3_000, 3_300), 19: (10_000, 11_000), 25: (10_000, 11_000), 28: (7_500, 8_200), 37: (17_500, 19_200)},
    ),
    (
        SRV,
        "SRV-58 SRV-59 AMB-45 AMB-74 DP-34 DP-35",
        {5: (100, 110), 9: (60, 66), 11: (70, 77), 12: (75, 82), 16: (90, 99), 37: (175, 192)},
    ),
    (
        EUR,
        "EUR-88 EUR-89 EUR-97 AMB-92 AMB-94 W-11 DP-34 DP-35",
        {
            space: (value, value + interest)
            for space, value, interest in [
                *((1, 900, 50), (5, 3_000, 300), (6, 1_500, 150), (9, 1_800, 150), (11, 2_100, 200), (14, 2_400, 200)),
                *((24, 3_600, 350), (26, 3_900, 350), (28, 2_250, 200), (29, 4_200, 400), (31, 4_500, 450)),
                *((37, 5_250, 500), (39, 6_000, 600)),  # a tenth, down to the 50 below
            ]
        },
    ),
    (
        CLA,
        "CLA-15 CLA-28 CLA-90 CLA-92 CLA-109 AMB-45 AMB-52 AMB-94 AMB-105 DP-34 DP-35",
        {1: (30, 33), 5: (100, 110), 11: (70, 77), 12: (75, 82), 19: (100, 110), 37: (175, 192), 39: (200, 220)},
    ),
    (
        CAS,
        "CAS-17 CAS-43 CAS-44 AMB-127 AMB-128 AMB-129 DP-34 DP-35",
        {5: (100, 100), 9: (60, 60), 11: (70, 70), 12: (75, 75), 37: (175, 175)},
    ),
)
def test_the_bank_lends_the_printed_value_and_takes_it_back(name: str, figures: dict[int, tuple[int, int]]) -> None:
    note = FIGURES[name].note
    for space, (value, cost) in figures.items():
        game = table(name, owners={space: 0})
        deed, purses = game.deed(space), [game.cash(seat) for seat in range(3)]
        game.does(0, Mortgage(deed)).one(DeedMortgaged, seat=0, deed=deed, amount=value)
        assert [game.cash(seat) for seat in range(3)] == [purses[0] + value, *purses[1:]]
        for viewer in (None, 0, 1, 2):  # everybody sees it
            assert [seen.deed for seen in game.view(viewer).deeds if seen.mortgaged] == [deed]
        assert game.owner(space) == 0
        assert game.refusal(0, Mortgage(deed)) == "ALREADY_MORTGAGED"
        short = table(name, owners={space: 0}, mortgages=[space], cash={0: cost - note})
        assert short.refusal(0, LiftMortgage(deed)) == "NOT_ENOUGH_CASH"
        game = table(name, owners={space: 0}, mortgages=[space], cash={0: cost})
        game.does(0, LiftMortgage(deed)).one(MortgageLifted, seat=0, deed=deed, amount=cost)
        assert game.cash(0) == 0
        assert not game.is_mortgaged(space)
        assert game.refusal(0, LiftMortgage(deed)) == "NOT_MORTGAGED"


@book(
    "",
    (EXP, "EXP-77 EXP-79"),
    (SRV, "SRV-58"),
    (EUR, "EUR-88 EUR-91 DP-34 DP-35"),
    (CLA, "CLA-90 CLA-93"),
    (CAS, "CAS-43"),
)
def test_one_mortgages_and_lifts_only_ones_own(name: str) -> None:
    game = table(name, owners={11: 1, 13: 1}, mortgages=[13])
    assert game.refusal(0, Mortgage(game.deed(11))) == "NOT_YOURS"
    assert game.refusal(0, Mortgage(game.deed(39))) == "NOT_YOURS"  # the Bank's
    assert [game.refusal(seat, LiftMortgage(game.deed(13))) for seat in (0, 1, 2)] == ["NOT_YOURS", None, "NOT_YOURS"]
    assert game.refusal(0, KeepMortgage(game.deed(13))) == "NOT_MORTGAGED"


@book(
    "",
    (EXP, "EXP-83 EXP-84 DP-34"),
    (SRV, "SRV-60 AMB-73"),
    (EUR, "EUR-90"),
    (CLA, "CLA-91 AMB-106"),
    (CAS, "CAS-43 AMB-106 AMB-128"),
)
@pytest.mark.parametrize("built", [11, 13, 14])
def test_ones_buildings_anywhere_in_the_group_bar_the_mortgage(name: str, built: int) -> None:
    group = (11, 13, 14)
    game = table(name, owners=dict.fromkeys((*group, 16), 0), levels={built: 1})
    assert [game.refusal(0, Mortgage(game.deed(space))) for space in group] == ["BUILDINGS_IN_THE_WAY"] * 3
    assert game.can(0, Mortgage(game.deed(16)))
    game.does(0, SellBuildings(game.group(11), [0, 0, 0]))
    game.does(0, *(Mortgage(game.deed(space)) for space in group))
    assert all(game.is_mortgaged(space) for space in group)


@editions()
@pytest.mark.proves("AMB-17", "EUR-88", "EUR-89", "DP-34", "DP-35", "DP-19")
def test_mortgages_are_taken_and_lifted_in_ones_turn_or_between_turns(name: str) -> None:
    owners = {5: 2, 15: 2, 25: 0, 35: 0}
    game = table(name, owners=owners, mortgages=[15, 35], at={0: 10, 1: 33}, cash={1: 0}, next_seats=[1])
    take, lift = Mortgage(game.deed(5)), LiftMortgage(game.deed(15))
    assert [game.refusal(2, take), game.refusal(2, lift)] == [None, None]
    game.rolls(4, 6)
    assert [game.refusal(2, take), game.refusal(2, lift)] == ["WRONG_MOMENT"] * 2
    assert game.can(0, Mortgage(game.deed(25)))
    assert game.can(0, LiftMortgage(game.deed(35)))
    game.ends_turn()
    assert [game.refusal(2, take), game.refusal(2, lift)] == [None, None]
    for start, dice in ((10, (1, 3)), (35, (1, 2))):  # a lot for sale, a tax
        game = table(name, owners=owners, mortgages=[35], at={0: start}, cash={0: 70 * FIGURES[name].unit})
        game.rolls(*dice)
        assert game.can(0, Mortgage(game.deed(25)))  # to raise the money
        assert game.refusal(0, LiftMortgage(game.deed(35))) == "WRONG_MOMENT"


# By space: the value, and a tenth of it down to the smallest note.
TAKEN = {
    EXP: {12: (7_500, 700), 19: (10_000, 1_000), 37: (17_500, 1_700), 1: (3_000, 300)},
    SRV: {12: (75, 7), 11: (70, 7), 37: (175, 17), 5: (100, 10)},
    EUR: {12: (2_250, 200), 26: (3_900, 350)},
    CLA: {12: (75, 7), 19: (100, 10), 37: (175, 17)},
    CAS: {12: (75, 7)},
}
VALUE = {name: figures[12][0] for name, figures in TAKEN.items()}
TENTH = {name: figures[12][1] for name, figures in TAKEN.items()}


def bought(name: str, purse: int, space: int = 12) -> tuple[Position, EventList]:
    """Seat 1 buys a mortgaged deed from seat 0 for one note, and has `purse` left after that."""
    note = FIGURES[name].note
    game = table(name, owners={space: 0}, mortgages=[space], cash={1: purse + note})
    return game, game.trades(0, cash={0: note, 1: -note}, deeds={space: 1})


@editions(EXP, SRV, EUR, CLA)
@pytest.mark.proves(
    "DP-38", "AMB-45", "AMB-74", "AMB-75", "EXP-80", "EUR-87", "EUR-93", "CLA-94", "CLA-96", "W-03", "W-11"
)
def test_the_buyer_of_a_mortgaged_deed_pays_a_tenth_at_once_and_chooses(name: str) -> None:
    for space, (value, tenth) in TAKEN[name].items():
        game, told = bought(name, tenth + value, space)
        paid = told.one(PaidBank)
        assert (paid.seat, paid.amount, paid.why, paid.deed) == (1, tenth, "interest", game.deed(space))
        assert asked(game) == "mortgage"
        assert game.must == [1]
        assert [offered(game, seat) for seat in range(3)] == [[], ["LiftMortgage", "KeepMortgage"], []]
        assert game.refusal(0, KeepMortgage(game.deed(space))) == "NOT_MORTGAGED"


@editions(EXP, SRV, EUR, CLA)
@pytest.mark.proves("DP-38", "AMB-74", "EXP-80", "CLA-96")
def test_a_buyer_needs_the_tenth_besides_the_price(name: str) -> None:
    note = FIGURES[name].note
    for purse, refusal in ((note + TENTH[name], None), (TENTH[name], "NOT_ENOUGH_CASH")):
        game = table(name, owners={12: 0}, mortgages=[12], cash={1: purse})
        deal = ProposeDeal(cash={0: note, 1: -note}, deeds={game.deed(12): 1})
        assert game.refusal(1, deal) == refusal
        game.does(0, deal)
        assert game.refusal(1, AcceptDeal(0, 1)) == refusal


@editions(EXP, SRV, EUR, CLA)
@pytest.mark.proves("DP-38", "EXP-81", "EUR-92", "CLA-95", "W-03")
def test_lifting_at_once_costs_the_value_alone_in_addition(name: str) -> None:
    for space, (value, tenth) in TAKEN[name].items():
        game, _ = bought(name, tenth + value, space)
        told = game.does(1, LiftMortgage(game.deed(space)))
        assert told.one(MortgageLifted).amount == value
        assert game.cash(1) == 0
        assert not game.is_mortgaged(space)
        assert asked(game) == "turn"


@editions(EXP, SRV, EUR, CLA)
@pytest.mark.proves("DP-35", "DP-38", "EXP-82", "EUR-94", "CLA-97", "AMB-44", "AMB-45", "AMB-74", "W-03", "W-11")
def test_whoever_keeps_the_mortgage_pays_another_tenth_when_lifting_later(name: str) -> None:
    for space, (value, tenth) in TAKEN[name].items():
        game, _ = bought(name, 2 * tenth + value, space)
        game.does(1, KeepMortgage(game.deed(space))).one(MortgageKept, seat=1, deed=game.deed(space))
        assert game.is_mortgaged(space)
        assert game.cash(1) == tenth + value
        assert game.does(1, LiftMortgage(game.deed(space))).one(MortgageLifted).amount == tenth + value
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
@pytest.mark.proves("AMB-45", "AMB-74", "DP-38", "EXP-80", "CLA-96")
def test_the_interest_on_several_deeds_is_rounded_paid_and_answered_deed_by_deed(name: str) -> None:
    note = FIGURES[name].note
    purse = note + 2 * TENTH[name] + VALUE[name]
    game = table(name, owners={1: 0, 12: 0, 28: 0}, mortgages=[12, 28], cash={1: purse})
    first, second = game.deed(12), game.deed(28)
    told = game.trades(
        0, cash={0: note, 1: -note}, deeds={1: 1, 12: 1, 28: 1}
    )  # nothing is due on the one that is free
    assert [(paid.amount, paid.deed) for paid in told.of(PaidBank)] == [(TENTH[name], first), (TENTH[name], second)]
    assert game.cash(1) == VALUE[name]  # 7 and 7, not 15
    assert game.refusal(1, KeepMortgage(second)) == "NOT_MORTGAGED"  # the first is asked about first
    told = game.does(1, LiftMortgage(first))
    assert game.refusal(1, KeepMortgage(first)) == "NOT_MORTGAGED"
    told += game.does(1, KeepMortgage(second))
    assert told.none(PaidBank)
    assert game.cash(1) == 0
    assert [game.is_mortgaged(space) for space in (1, 12, 28)] == [False, False, True]
    assert asked(game) == "turn"


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
