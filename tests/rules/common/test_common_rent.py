"""Rent in all five editions: how much, who asks for it, and when it is lost."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from editions.classic import LOTS, rents
from magnate.actions import Build, BuyDeed, ClaimRent, EndTurn, FollowCard, Mortgage, Pass, PayFine, RefuseDeed, Roll
from magnate.editions import load
from magnate.events import DebtOwed, NothingDue, PaidPlayer, RentClaimed, RentFree, RentLapsed, Rolled
from magnate.testing import EventList, Position
from rules.kit import (
    CAS,
    CLA,
    CLAIMING,
    EUR,
    EXP,
    FIGURES,
    SRV,
    TO_11,
    TO_24,
    asked,
    book,
    editions,
    offered,
    own,
    table,
    with_card,
)


def rent(game: Position, told: EventList) -> int:
    """What seat 0 has just paid seat 1, who asks for it where it must be asked for."""
    if game.edition.rules.rent.collect == "claim":
        told = game.claims(1)
    paid = told.of(PaidPlayer, seat=0, other=1, why="rent")
    assert len(paid) <= 1
    return paid[0].amount if paid else 0


def visit(name: str, space: int, dice: tuple[int, int] = (1, 2), **position: Any) -> int:
    """What seat 0 pays seat 1 for landing here; it goes from purse to purse."""
    rich = {0: 1_000_000, 1: 0, 2: 0}
    game = table(name, cash=rich, at={0: (space - sum(dice)) % 40}, **position)
    salary = FIGURES[name].salary if space < sum(dice) else 0
    due = rent(game, game.rolls(*dice))
    assert [game.cash(seat) for seat in range(3)] == [1_000_000 + salary - due, due, 0]
    return due


# How much.


@book(
    "",
    (EXP, "EXP-36 EXP-37"),
    (SRV, "SRV-26 SRV-27 SRV-51"),
    (EUR, "EUR-40"),
    (CLA, "CLA-35 CLA-37"),
    (CAS, "CAS-16 CAS-21 AMB-125"),
)
def test_a_lot_owned_alone_takes_the_figure_its_deed_prints_for_its_buildings(name: str) -> None:
    for space in LOTS:
        for level, printed in enumerate(rents(name, space)):
            assert visit(name, space, owners={space: 1}, levels={space: level}) == printed


@book(
    "single, double, built",
    (EXP, "EXP-37 EXP-40", 1_000, 2_000, 5_000),
    (SRV, "SRV-27 SRV-30", 10, 20, 50),
    (EUR, "EUR-37 EUR-40 EUR-41", 300, 600, 1_500),
    (CLA, "CLA-37 CLA-38 CLA-40 W-17", 10, 20, 50),
    (CAS, "CAS-19 CAS-21 AMB-125", 10, 20, 50),  # 25 as printed, doubled although it is built
)
def test_a_whole_group_takes_double_on_its_bare_lots(name: str, single: int, double: int, built: int) -> None:
    group = own(1, 11, 13, 14)
    assert visit(name, 11, owners=group) == double
    for rest in ({}, {14: 0}, {14: 2}):
        assert visit(name, 11, owners={11: 1, 13: 1, **rest}) == single
    assert visit(name, 11, owners=group, levels={13: 1, 14: 1}) == double
    assert visit(name, 13, owners=group, levels={13: 1, 14: 1}) == built
    assert visit(name, 11, owners=group | own(1, 6, 8, 9), mortgages=[6, 8, 9]) == double


@book(
    "others",
    (EXP, "AMB-20", 2_000),
    (SRV, "AMB-20", 20),
    (EUR, "AMB-20 EUR-42 EUR-43 W-13", 300),
    (CLA, "AMB-20 CLA-39 CLA-41 CLA-42", 10),
    (CAS, "CAS-20 AMB-126", 20),
)
def test_whether_the_doubling_survives_a_mortgage_in_the_group(name: str, others: int) -> None:
    group = own(1, 11, 13, 14)
    assert [visit(name, space, owners=group, mortgages=[14]) for space in (11, 13, 14)] == [others, others, 0]


@book("", (EXP, "EXP-38"), (SRV, "SRV-28"), (EUR, "EUR-43 EUR-91"), (CLA, "CLA-41"), (CAS, "CAS-17 CAS-18"))
@pytest.mark.parametrize("space", [11, 12, 15])
def test_nothing_is_due_on_a_mortgaged_deed_and_it_is_not_for_sale(name: str, space: int) -> None:
    game = table(name, owners={space: 1}, mortgages=[space], at={0: space - 3})
    told = game.rolls(1, 2)
    told.one(RentFree, seat=0, owner=1, deed=game.deed(space))
    assert rent(game, told) == 0
    assert game.can(0, EndTurn())
    assert game.owner(space) == 1


@editions()
@pytest.mark.proves("AMB-04", "CLA-35")
def test_nothing_is_due_on_ones_own_property_nor_on_the_banks(name: str) -> None:
    assert visit(name, 11, owners=own(0, 11, 13, 14), levels={11: 1}) == 0
    assert visit(name, 20) == 0
    game = table(name, at={0: 8})
    told = game.rolls(1, 2) + game.does(0, BuyDeed())
    assert rent(game, EventList(told)) == 0


@book("", (EXP, "EXP-63 EXP-36"), (SRV, "SRV-49"), (EUR, "EUR-60"), (CLA, "CLA-65"), (CAS, "CAS-32"))
def test_a_prisoner_collects_rent(name: str) -> None:
    assert visit(name, 11, owners={11: 1}, jail={1: 1}) == rents(name, 11)[0]


@book(
    "by_count",
    (EXP, "EXP-41 AMB-24", [2_500, 5_000, 10_000, 20_000]),
    (SRV, "SRV-31 AMB-24", [25, 50, 100, 200]),
    (EUR, "EUR-44 AMB-24", [750, 1_500, 3_000, 6_000]),
    (CLA, "CLA-46 AMB-24", [25, 50, 100, 200]),
    (CAS, "CAS-42 AMB-24 AMB-127", [25, 50, 100, 200]),
)
def test_transports_cost_the_figure_for_their_number_and_are_never_doubled(name: str, by_count: list[int]) -> None:
    spaces = (5, 15, 25, 35)
    for count in range(1, 5):
        owners = own(2, *spaces) | own(1, *spaces[:count])
        assert [visit(name, space, owners=owners) for space in spaces[:count]] == [by_count[count - 1]] * count


@pytest.mark.parametrize(("name", "of_four"), [(EXP, 20_000), (SRV, 200), (EUR, 6_000), (CLA, 200), (CAS, 200)])
@pytest.mark.proves("AMB-21")
def test_a_mortgaged_transport_counts_for_the_number_owned_but_yields_nothing_itself(name: str, of_four: int) -> None:
    owners = own(1, 5, 15, 25, 35)
    assert visit(name, 5, owners=owners, mortgages=[15, 25]) == of_four
    assert visit(name, 15, owners=owners, mortgages=[15, 25]) == 0


@book(
    "dice, one, both",
    (EXP, "EXP-41 AMB-21 AMB-22 AMB-24", (3, 4), 2_800, 7_000),
    (EXP, "EXP-41 AMB-22", (1, 2), 1_200, 3_000),
    (EXP, "EXP-41 AMB-22", (6, 6), 4_800, 12_000),
    (SRV, "SRV-31 AMB-21 AMB-22 AMB-24", (3, 4), 28, 70),
    (SRV, "SRV-31 AMB-22", (1, 2), 12, 30),
    (SRV, "SRV-31 AMB-22", (5, 6), 44, 110),
    (EUR, "EUR-44 AMB-21 AMB-22 AMB-24", (3, 4), 850, 2_100),  # whatever the dice
    (EUR, "EUR-44 AMB-22", (1, 2), 850, 2_100),
    (EUR, "EUR-44 AMB-22", (5, 6), 850, 2_100),
    (CLA, "CLA-43 CLA-44 W-14 AMB-21 AMB-24 AMB-115", (3, 4), 28, 70),
    (CLA, "CLA-43 CLA-44 AMB-115", (1, 1), 8, 20),
    (CLA, "CLA-43 CLA-44 AMB-115", (6, 6), 48, 120),
    (CAS, "AMB-21 AMB-22 AMB-24", (3, 4), 28, 70),
    (CAS, "AMB-22", (5, 6), 44, 110),
)
@pytest.mark.parametrize(("space", "other"), [(12, 28), (28, 12)])
def test_a_utility_costs_its_figure_for_one_or_both(
    name: str, dice: tuple[int, int], one: int, both: int, space: int, other: int
) -> None:
    for rest in ({}, {other: 0}, {other: 2}):
        assert visit(name, space, dice, owners={space: 1, **rest}) == one
    assert visit(name, space, dice, owners={space: 1, other: 1}) == both
    assert visit(name, space, dice, owners={space: 1, other: 1}, mortgages=[other]) == both
    assert visit(name, space, dice, owners={space: 1, other: 1}, mortgages=[space]) == 0


@editions(EXP, SRV, CLA, CAS)
@pytest.mark.proves("AMB-22", "AMB-115")
def test_after_a_double_a_utility_counts_the_roll_that_led_there(name: str) -> None:
    game = table(name, at={0: 20}, owners={28: 1, 24: 0})
    game.rolls(2, 2)
    assert rent(game, game.rolls(1, 3)) == 16 * FIGURES[name].unit  # 4 × 4, not 4 × 8


@pytest.mark.parametrize(
    ("name", "clause", "space", "owners", "levels"),
    [
        (SRV, "SRV-26", 11, {11: 1}, {}),
        (SRV, "SRV-27", 19, {19: 1}, {19: 1}),
        (SRV, "SRV-30", 11, {11: 1, 13: 1, 14: 1}, {}),
        (SRV, "SRV-31", 5, {5: 1}, {}),
        (SRV, "SRV-31", 12, {12: 1}, {}),
        (CAS, "CAS-16", 11, {11: 1}, {}),
        (CAS, "CAS-19", 11, {11: 1, 13: 1, 14: 1}, {}),
        (CAS, "CAS-21", 14, {14: 1}, {14: 2}),
        (CAS, "CAS-42", 5, {5: 1}, {}),
    ],
)
def test_a_rent_cites_the_clause_of_its_figure(
    name: str, clause: str, space: int, owners: dict[int, int], levels: dict[int, int]
) -> None:
    game = table(name, owners=owners, levels=levels, at={0: space - 3})
    game.rolls(1, 2).one(PaidPlayer, seat=0, other=1, why="rent", deed=game.deed(space), clause=clause)


# A utility reached by card.


@editions(EXP, SRV, CLA, CAS)
@pytest.mark.proves("AMB-23", "DP-09", "CLA-45")
def test_whoever_a_card_brings_to_a_utility_rolls_afresh_for_the_rent_only(name: str, tmp_path: Path) -> None:
    path = with_card(name, tmp_path, TO_11[name], 'effect = "move_to", space = 12')
    game = table(path, owners={12: 1}, at={0: 0}, next_seats=[1])
    game.draws(TO_11[name], 3, 4)
    assert asked(game) == "utility_roll"
    assert game.must == [0]
    assert [offered(game, seat) for seat in range(3)] == [["Roll"], [], []]
    told = game.rolls(2, 2)  # 4 × 4, and no double for the turn
    assert told.one(Rolled).dice == (2, 2)
    assert rent(game, told) == 16 * FIGURES[name].unit
    assert game.space(0) == 12
    assert game.view().roll_due is False
    assert game.refusal(0, Roll()) == "WRONG_MOMENT"
    game.ends_turn()


@editions(EXP, SRV, CLA, CAS)
@pytest.mark.proves("AMB-23", "DP-09")
def test_no_roll_is_asked_at_a_utility_that_is_free_mortgaged_or_ones_own(name: str, tmp_path: Path) -> None:
    path = with_card(name, tmp_path, TO_11[name], 'effect = "move_to", space = 12')
    game = table(path, at={0: 0})
    game.draws(TO_11[name], 3, 4)
    assert asked(game) == "buy"
    for owners, mortgages in (({12: 1}, [12]), ({12: 0}, [])):
        game = table(path, owners=owners, mortgages=mortgages, at={0: 0})
        game.draws(TO_11[name], 3, 4)
        assert asked(game) == "turn"


@pytest.mark.proves("DP-09", "AMB-22")
def test_in_europolis_a_card_to_a_utility_asks_for_no_roll() -> None:
    game = table(EUR, owners={12: 1}, at={0: 0})
    told = game.draws("S7", 3, 4)
    assert asked(game) == "turn"
    assert rent(game, told) == 2_100  # the figure for both


# Who asks, and until when.


@editions(*CLAIMING)
@pytest.mark.proves("DP-16", "EXP-97", "EUR-38", "CLA-35")
def test_rent_is_not_paid_until_its_owner_asks(name: str) -> None:
    game = table(name, owners={5: 1}, at={0: 0})
    before = game.cash(0)
    told = game.rolls(2, 3)
    assert told.none(PaidPlayer)
    assert game.cash(0) == before
    assert game.must == [0]  # play does not wait for the claim
    told = game.claims(1)
    claimed = told.one(RentClaimed)
    assert (claimed.owner, claimed.debtor, claimed.deed, claimed.amount) == (
        1,
        0,
        game.deed(5),
        25 * FIGURES[name].unit,
    )
    assert told.one(PaidPlayer).amount == 25 * FIGURES[name].unit
    assert game.claims(1).one(NothingDue).seat == 1  # once


@editions(SRV, CAS)
@pytest.mark.proves("DP-16", "AMB-27", "SRV-26", "CAS-16")
def test_rent_is_paid_by_itself_and_nobody_can_claim_it(name: str) -> None:
    game = table(name, owners={5: 1}, at={0: 0}, next_seats=[1])
    assert game.rolls(2, 3).one(PaidPlayer).amount == 25
    for seat in range(3):
        assert "ClaimRent" not in offered(game, seat)
        assert game.refusal(seat, ClaimRent()) == "WRONG_MOMENT"
    assert game.ends_turn().none(RentLapsed)
    game = table(name, owners={11: 1, 14: 1}, at={0: 9})
    assert game.rolls(1, 1).one(PaidPlayer).amount == 10
    assert game.rolls(1, 2).one(PaidPlayer).amount == 12  # after a double both


@editions(*CLAIMING)
@pytest.mark.parametrize(("space", "start"), [(3, 0), (5, 2), (12, 9)])
@pytest.mark.proves("AMB-25", "DP-16", "EUR-39", "EUR-45", "EUR-46", "CLA-36")
def test_a_claim_closes_when_the_next_player_rolls_for_every_kind_of_deed(name: str, space: int, start: int) -> None:
    game = table(name, owners={space: 2}, at={0: start, 1: 13})
    game.rolls(1, 2)
    game.ends_turn()
    open_still = game.copy()
    assert open_still.play(2, ClaimRent())[0].owner == 2  # type: ignore[union-attr]
    told = game.rolls(3, 4)
    lapsed = told.one(RentLapsed)
    assert (lapsed.owner, lapsed.debtor, lapsed.deed) == (2, 0, game.deed(space))
    before = game.cash(0)
    assert game.claims(2).one(NothingDue).seat == 2
    assert game.cash(0) == before


@editions(*CLAIMING)
@pytest.mark.proves("AMB-25")
def test_a_prisoners_roll_closes_a_claim_too(name: str) -> None:
    game = table(name, owners={5: 2}, at={0: 0}, jail={1: 0})
    game.rolls(2, 3)
    game.ends_turn()
    assert game.rolls(1, 2).one(RentLapsed).owner == 2


@editions(*CLAIMING)
@pytest.mark.proves("AMB-25")
def test_the_debtors_own_extra_roll_does_not_close_a_claim(name: str) -> None:
    game = table(name, owners={6: 1, 13: 1}, at={0: 0})
    game.rolls(3, 3)  # 6, and again
    assert game.rolls(3, 4).none(RentLapsed)  # 13
    first = game.claims(1).one(RentClaimed)
    second = game.claims(1).one(RentClaimed)
    assert (first.deed, second.deed) == (game.deed(6), game.deed(13))
    assert game.claims(1).one(NothingDue).seat == 1


@editions(*CLAIMING)
@pytest.mark.proves("AMB-25")
def test_a_rent_owed_because_of_a_card_is_claimed_like_any_other(name: str) -> None:
    game = table(name, owners={24: 1}, at={0: 0})
    assert game.draws(TO_24[name], 3, 4).none(PaidPlayer)
    assert game.claims(1).one(PaidPlayer).other == 1


@editions(*CLAIMING)
@pytest.mark.proves("AMB-25")
def test_an_unclaimed_rent_is_no_debt(name: str) -> None:
    game = table(name, owners={39: 1, 37: 1}, cash={0: 0}, at={0: 32})
    told = game.rolls(3, 4)
    assert told.none(DebtOwed)
    assert game.can(0, EndTurn())
    assert game.claims(1).one(DebtOwed).seat == 0  # claimed, it is one


@editions(*CLAIMING)
@pytest.mark.proves("AMB-26", "AMB-65", "DP-16", "EXP-98", "CLA-108")
def test_only_the_owner_can_claim_and_others_learn_nothing_is_due(name: str) -> None:
    game = table(name, owners={5: 1}, at={0: 0})
    game.rolls(2, 3)
    before = [game.cash(seat) for seat in range(3)]
    for seat in (0, 2):
        assert game.claims(seat).one(NothingDue).seat == seat
    assert [game.cash(seat) for seat in range(3)] == before
    assert game.claims(1).one(PaidPlayer).other == 1


@editions(*CLAIMING)
@pytest.mark.proves("AMB-26", "DP-16")
def test_the_owner_sees_the_same_control_whether_rent_is_due_or_not(name: str) -> None:
    due = table(name, owners={5: 1}, at={0: 0})
    told = due.rolls(2, 3)
    assert {type(event).__name__ for event in told} == {"Rolled", "Moved"}
    free = table(name, owners={5: 1}, at={0: 0})
    free.rolls(2, 3)
    free.state.claims = 0
    for seat in (0, 1, 2, None):
        assert msgspec.json.encode(due.view(seat)) == msgspec.json.encode(free.view(seat))
    for seat in range(3):
        assert "ClaimRent" in offered(due, seat)


@editions()
@pytest.mark.proves("AMB-26", "AMB-27")
def test_automatic_rent_is_a_switch_that_is_off_where_the_book_has_rent_claimed(name: str) -> None:
    collect = load(name).rules.rent.collect
    assert collect == ("claim" if name in CLAIMING else "automatic")
    game = table(name, owners={5: 1}, at={0: 0}, options={"rent.collect": "automatic"})
    assert game.rolls(2, 3).one(PaidPlayer).amount == 25 * FIGURES[name].unit
    assert not game.can(1, ClaimRent())


@editions(*CLAIMING)
@pytest.mark.proves("DP-16", "AMB-17")
def test_no_claim_interrupts_a_landing(name: str) -> None:
    game = table(name, owners={7 - 2: 1}, at={0: 0})
    game.script(cards=[TO_24[name]])
    game.rolls(3, 4)
    assert game.refusal(1, ClaimRent()) == "WRONG_MOMENT"
    game.does(0, FollowCard())


@editions(*CLAIMING)
@pytest.mark.proves("AMB-25", "DP-19", "EXP-97", "EUR-38", "CLA-35")
def test_a_claimed_rent_is_paid_to_the_last_note_and_one_more_is_a_debt(name: str) -> None:
    due, note = 25 * FIGURES[name].unit, FIGURES[name].note
    game = table(name, owners={5: 1}, at={0: 2}, cash={0: due})
    game.rolls(1, 2)
    assert game.claims(1).none(DebtOwed)
    assert game.cash(0) == 0
    game = table(name, owners={5: 1}, at={0: 2}, cash={0: due - note})
    game.rolls(1, 2)
    told = game.claims(1)
    told.one(DebtOwed, seat=0, other=1, amount=due, why="rent")
    assert told.none(PaidPlayer)
    assert game.must == [0]
    assert not game.can(0, EndTurn())


@editions(*CLAIMING)
@pytest.mark.proves("AMB-06", "AMB-25", "CLA-36")
def test_a_claim_outlives_the_debtors_arrest_and_the_fine_of_the_next_player(name: str) -> None:
    game = table(name, 2, owners={24: 1}, at={0: 18}, jail={1: 0})
    game.rolls(3, 3)
    game.rolls(2, 4)  # to jail
    assert game.must == [1]
    if name != EUR:  # no fine before the roll
        game.does(1, PayFine())
    game.claims(1).one(PaidPlayer, seat=0, amount=rents(name, 24)[0])


@editions(*CLAIMING)
@pytest.mark.proves("AMB-25", "EXP-36", "EXP-97", "CLA-37")
def test_a_claim_is_as_high_as_the_rent_was_at_the_stop(name: str) -> None:
    game = table(name, owners=own(2, 11, 13, 14), at={0: 8})
    game.rolls(1, 2)
    game.ends_turn()
    game.does(2, Build(game.group(11), [1, 1, 1]))
    game.claims(2).one(PaidPlayer, amount=2 * rents(name, 11)[0])  # bare and whole
    assert game.must == [1]  # and the turn goes on


@editions(*CLAIMING)
@pytest.mark.proves("AMB-25", "EXP-38", "EUR-43", "CLA-41")
def test_a_claim_stays_with_the_seller_and_is_lost_by_a_mortgage(name: str) -> None:
    note = FIGURES[name].note
    game = table(name, owners={11: 2}, at={0: 8})
    game.rolls(1, 2)
    game.ends_turn()
    mortgaged = game.copy()
    game.trades(2, cash={1: -note, 2: note}, deeds={11: 1})
    game.claims(1).one(NothingDue, seat=1)
    game.claims(2).one(PaidPlayer, seat=0, other=2)
    mortgaged.play(2, Mortgage(game.deed(11)))
    assert [type(event) for event in mortgaged.play(2, ClaimRent())] == [NothingDue]


@editions(*CLAIMING)
@pytest.mark.proves("AMB-25", "DP-16")
def test_all_rents_of_a_turn_lapse_together(name: str) -> None:
    game = table(name, owners={16: 2, 18: 1, 21: 2}, at={0: 10, 1: 10})
    game.rolls(3, 3)
    game.rolls(1, 1)
    game.rolls(1, 2)
    game.ends_turn()
    told = game.rolls(4, 6)
    assert [(lapsed.owner, lapsed.amount) for lapsed in told.of(RentLapsed)] == [
        (owner, rents(name, space)[0]) for owner, space in ((2, 16), (1, 18), (2, 21))
    ]


@editions(*CLAIMING)
@pytest.mark.proves("AMB-25", "DP-16", "DP-19", "EXP-97", "CLA-35", "CLA-36")
def test_a_claim_is_open_while_a_purchase_is_decided_and_waits_while_it_is_auctioned(name: str) -> None:
    due = rents(name, 16)[0]
    game = table(name, 2, owners={16: 1, 5: 0}, at={0: 10}, cash={0: due - FIGURES[name].note})
    purse = game.cash(1)
    game.rolls(3, 3)
    game.rolls(1, 1)  # to a lot for sale
    auctioned = game.copy()
    assert "ClaimRent" in offered(game, 1)
    game.claims(1).one(DebtOwed, seat=0, other=1, amount=due)
    assert game.refusal(0, RefuseDeed()) == "NOT_ASKED"  # the rent is found first
    game.does(0, Mortgage(game.deed(5))).one(PaidPlayer, amount=due)
    assert game.can(0, RefuseDeed())
    auctioned.play(0, RefuseDeed())
    assert auctioned.refusal(1, ClaimRent()) == "WRONG_MOMENT"
    for seat in list(auctioned.must):
        auctioned.play(seat, Pass())
    auctioned.play(1, ClaimRent())
    auctioned.play(0, Mortgage(game.deed(5)))
    assert auctioned.cash(1) == purse + due


@editions(*CLAIMING)
@pytest.mark.proves("AMB-25", "EXP-97", "CLA-35")
def test_claims_wait_while_a_debt_is_raised_and_are_served_as_they_are_made(name: str) -> None:
    unit = FIGURES[name].unit
    game = table(name, 4, owners={5: 1, 12: 2, 15: 0, 25: 0}, at={0: 1}, cash={0: 24 * unit // 100 * 100})
    game.rolls(2, 2)
    game.rolls(3, 4)
    game.claims(2).one(DebtOwed, seat=0, other=2)  # the later stop, asked for first
    assert [game.refusal(seat, ClaimRent()) for seat in range(4)] == ["WRONG_MOMENT"] * 4
    assert "ClaimRent" not in offered(game, 1)
    game.does(0, Mortgage(game.deed(15))).one(PaidPlayer, seat=0, other=2)
    game.claims(1).one(PaidPlayer, seat=0, other=1, amount=25 * unit)
