"""Rent in all five editions: how much, who asks for it, and when it is lost."""

from pathlib import Path

import msgspec
import pytest

from magnate.actions import ClaimRent, EndTurn, FollowCard, Roll
from magnate.editions import load
from magnate.events import DebtOwed, NothingDue, PaidPlayer, RentClaimed, RentFree, RentLapsed, Rolled
from magnate.testing import EventList, Position
from rules.common.five import (
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
    editions,
    offered,
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


# How much.


@pytest.mark.parametrize(
    ("name", "on_lot"), [(EXP, 1_200), (SRV, 12), (EUR, 200), (CLA, 6), (CAS, 12)]
)  # a bare lot of 6 (EUR 200), the group whole, one lot of it mortgaged
@pytest.mark.proves("AMB-20", "EUR-42", "CLA-39", "AMB-126")
def test_whether_the_doubling_survives_a_mortgage_in_the_group(name: str, on_lot: int) -> None:
    game = table(name, owners={6: 1, 8: 1, 9: 1}, mortgages=[9], at={0: 1})
    assert rent(game, game.rolls(2, 3)) == on_lot
    game = table(name, owners={6: 1, 8: 1, 9: 1}, mortgages=[9], at={0: 4})
    told = game.rolls(2, 3)
    assert told.one(RentFree).deed == game.deed(9)
    assert rent(game, told) == 0


@editions()
@pytest.mark.proves("AMB-20", "EXP-40", "SRV-30", "EUR-41", "CLA-38")
def test_a_whole_unmortgaged_group_takes_double_rent_and_a_broken_one_does_not(name: str) -> None:
    plain = {EXP: 600, SRV: 6, EUR: 200, CLA: 6, CAS: 6}[name]
    game = table(name, owners={6: 1, 8: 1, 9: 1}, at={0: 1})
    assert rent(game, game.rolls(2, 3)) == 2 * plain
    game = table(name, owners={6: 1, 8: 1, 9: 2}, at={0: 1})
    assert rent(game, game.rolls(2, 3)) == plain


@pytest.mark.parametrize(
    ("name", "by_count"),
    [
        (EXP, [2_500, 5_000, 10_000, 20_000]),
        (SRV, [25, 50, 100, 200]),
        (EUR, [750, 1_500, 3_000, 6_000]),
        (CLA, [25, 50, 100, 200]),
        (CAS, [25, 50, 100, 200]),
    ],
)
@pytest.mark.proves("AMB-24", "EXP-41", "SRV-31", "EUR-44", "CLA-46", "CAS-42")
def test_transports_cost_the_figure_for_their_number_and_are_never_doubled(name: str, by_count: list[int]) -> None:
    for count in range(1, 5):
        game = table(name, owners=dict.fromkeys((5, 15, 25, 35)[:count], 1), at={0: 0})
        assert rent(game, game.rolls(2, 3)) == by_count[count - 1]


@pytest.mark.parametrize(("name", "of_two"), [(EXP, 5_000), (SRV, 50), (EUR, 1_500), (CLA, 50), (CAS, 50)])
@pytest.mark.proves("AMB-21")
def test_a_mortgaged_transport_counts_for_the_number_owned_but_yields_nothing_itself(name: str, of_two: int) -> None:
    game = table(name, owners={5: 1, 15: 1}, mortgages=[15], at={0: 0})
    assert rent(game, game.rolls(2, 3)) == of_two
    game = table(name, owners={5: 1, 15: 1}, mortgages=[5], at={0: 0})
    told = game.rolls(2, 3)
    assert told.one(RentFree).owner == 1
    assert rent(game, told) == 0


@pytest.mark.parametrize(
    ("name", "one", "both"), [(EXP, 2_800, 7_000), (SRV, 28, 70), (EUR, 850, 2_100), (CLA, 28, 70), (CAS, 28, 70)]
)
@pytest.mark.proves("AMB-22", "AMB-24", "AMB-21", "CLA-43", "CLA-44")
def test_utilities_cost_their_table_times_the_seven_just_rolled(name: str, one: int, both: int) -> None:
    game = table(name, owners={12: 1}, at={0: 5})
    assert rent(game, game.rolls(3, 4)) == one
    game = table(name, owners={12: 1, 28: 1}, at={0: 5})
    assert rent(game, game.rolls(3, 4)) == both
    game = table(name, owners={12: 1, 28: 1}, mortgages=[28], at={0: 5})
    assert rent(game, game.rolls(3, 4)) == both


@pytest.mark.proves("AMB-22")
def test_in_europolis_the_dice_do_not_change_the_rent_of_a_utility() -> None:
    game = table(EUR, owners={12: 1}, at={0: 9})
    assert rent(game, game.rolls(1, 2)) == 850
    game = table(EUR, owners={12: 1}, at={0: 1})
    assert rent(game, game.rolls(5, 6)) == 850


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


@editions(*CLAIMING)
@pytest.mark.parametrize(("space", "start"), [(3, 0), (5, 2), (12, 9)])
@pytest.mark.proves("AMB-25", "DP-16", "EUR-39", "EUR-45", "CLA-36")
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
@pytest.mark.proves("AMB-26", "AMB-65", "DP-16", "EXP-98")
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
