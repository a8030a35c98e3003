"""Jail in all five editions: the choices of a prisoner, which turns count, what follows a way out."""

import pytest

from magnate.actions import (
    AcceptDeal,
    EndTurn,
    Mortgage,
    PayFine,
    ProposeDeal,
    Roll,
    UseCard,
    Wait,
)
from magnate.events import CardUsed, Collected, DebtOwed, Jailed, Moved, PaidBank, Released, Stayed, TurnBegan
from rules.common.five import (
    CAS,
    CLA,
    CLAIMING,
    EUR,
    EXP,
    FIGURES,
    KEPT_A,
    SRV,
    TO_JAIL,
    asked,
    editions,
    offered,
    table,
)

# What a prisoner is offered at the start of a turn, besides what everybody is.
WAYS = {
    EXP: ["Roll", "PayFine", "UseCard"],
    SRV: ["PayFine", "UseCard", "Wait"],
    EUR: ["Roll", "UseCard"],
    CLA: ["Roll", "PayFine", "UseCard"],
    CAS: ["PayFine", "UseCard", "Wait"],
}


def ways(name: str, *missing: str) -> list[str]:
    rest = ["ClaimRent"] if name in CLAIMING else []
    return [way for way in WAYS[name] if way not in missing] + rest + ["ProposeDeal", "Concede"]


@editions()
@pytest.mark.parametrize("spent", [0, 1])
@pytest.mark.proves("DP-07", "AMB-90", "AMB-69", "AMB-121")
def test_a_prisoner_is_offered_the_ways_out_of_the_book(name: str, spent: int) -> None:
    game = table(name, jail={0: spent}, held={KEPT_A[name]: 0})
    assert game.must == [0]
    assert offered(game, 0) == ways(name)
    for action in (Roll(), PayFine(), Wait()):
        if type(action).__name__ not in WAYS[name]:
            assert game.refusal(0, action) == "WRONG_MOMENT"
    assert game.refusal(0, EndTurn()) == "WRONG_MOMENT"


@editions()
@pytest.mark.proves("DP-07")
def test_a_prisoner_without_a_card_is_not_offered_one(name: str) -> None:
    game = table(name, jail={0: 0}, held={KEPT_A[name]: 1})
    assert offered(game, 0) == ways(name, "UseCard")
    assert game.refusal(0, UseCard(game.kept(KEPT_A[name]))) == "NO_CARD"


@editions(EXP, SRV, CLA, CAS)
@pytest.mark.proves("DP-07", "EXP-59", "SRV-46", "CLA-60", "CAS-29")
def test_the_fine_is_offered_to_whoever_has_it_in_cash(name: str) -> None:
    fine, note = FIGURES[name].fine, FIGURES[name].note
    game = table(name, cash={0: fine}, jail={0: 0})
    assert "PayFine" in offered(game, 0)
    told = game.does(0, PayFine())
    assert told.one(PaidBank).amount == fine
    assert told.one(PaidBank).why == "fine"
    assert game.cash(0) == 0
    game = table(name, cash={0: fine - note}, jail={0: 0})
    assert offered(game, 0) == ways(name, "PayFine", "UseCard")
    assert game.refusal(0, PayFine()) == "NOT_ENOUGH_CASH"


@editions()
@pytest.mark.proves("DP-07", "DP-39", "EXP-61", "SRV-47", "CLA-61")
def test_a_prisoner_may_buy_a_card_and_leave_with_it(name: str) -> None:
    unit = FIGURES[name].unit * 50 // 50 * 50
    game = table(name, jail={0: 0}, held={KEPT_A[name]: 1})
    card = game.kept(KEPT_A[name])
    before = [game.cash(0), game.cash(1)]
    game.does(0, ProposeDeal(cash={0: -unit, 1: unit}, cards={card: 0}))
    assert game.must == [1]
    game.does(1, AcceptDeal(0, 1))
    assert [game.cash(0), game.cash(1)] == [before[0] - unit, before[1] + unit]
    assert "UseCard" in offered(game, 0)
    told = game.does(0, UseCard(card))
    assert told.one(CardUsed).card == card
    assert told.one(Released).seat == 0
    assert not game.holds(0, KEPT_A[name])


@editions()
@pytest.mark.proves("AMB-11")
def test_after_using_a_card_the_player_rolls_a_normal_turn_at_once(name: str) -> None:
    game = table(name, jail={0: 0}, held={KEPT_A[name]: 0})
    game.does(0, UseCard(game.kept(KEPT_A[name])))
    assert game.must == [0]
    assert offered(game, 0)[0] == "Roll"
    assert game.refusal(0, EndTurn()) == "WRONG_MOMENT"
    game.rolls(5, 5)  # 20: a double counts as usual
    assert game.space(0) == 20
    assert game.view().doubles == 1
    assert offered(game, 0)[0] == "Roll"


@editions(EXP, SRV, CLA, CAS)
@pytest.mark.proves("AMB-11", "AMB-104")
def test_after_paying_the_player_rolls_a_normal_turn_at_once(name: str) -> None:
    game = table(name, jail={0: 1})
    told = game.does(0, PayFine())
    assert told.one(Released).seat == 0
    assert game.refusal(0, PayFine()) == "WRONG_MOMENT"
    game.rolls(5, 5)
    assert (game.space(0), game.view().doubles) == (20, 1)
    assert game.can(0, Roll())


@editions(EXP, SRV, CLA, CAS)
@pytest.mark.proves("AMB-11", "EXP-59", "SRV-46")
def test_a_prisoner_pays_before_rolling_only_and_on_no_other_turn(name: str) -> None:
    game = table(name, jail={0: 0, 1: 0}, turn=0)
    assert game.refusal(1, PayFine()) == "WRONG_MOMENT"
    if name in (EXP, CLA):
        game.rolls(1, 2)
        assert game.refusal(0, PayFine()) == "WRONG_MOMENT"


@editions()
@pytest.mark.proves("AMB-11", "AMB-10")
def test_a_player_just_sent_to_jail_cannot_leave_in_that_turn(name: str) -> None:
    game = table(name, at={0: 23}, held={KEPT_A[name]: 0}, next_seats=[1])
    told = game.rolls(3, 4)
    assert told.one(Jailed).seat == 0
    assert told.one(TurnBegan).seat == 1
    for action in (Roll(), PayFine(), Wait(), UseCard(game.kept(KEPT_A[name]))):
        assert not game.can(0, action)
    assert game.view().seats[0].jail_turns == 0  # the turn of arrival is not counted


@editions(EXP, EUR, CLA)
@pytest.mark.parametrize("spent", [0, 1])
@pytest.mark.proves("AMB-10")
def test_the_first_two_failed_rolls_only_pass_the_turn(name: str, spent: int) -> None:
    game = table(name, jail={0: spent})
    told = game.rolls(1, 2)
    assert told.one(Stayed).turns == spent + 1
    assert told.none(Moved)
    assert game.in_jail(0)
    assert game.must == [0]
    assert offered(game, 0)[0] == "EndTurn"
    game.ends_turn()
    assert game.must == [1]


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-09", "AMB-10", "DP-08", "EXP-62", "EUR-64", "CLA-64")
def test_after_the_third_failed_roll_the_prisoner_pays_and_moves_by_it(name: str) -> None:
    fine = FIGURES[name].fine
    game = table(name, jail={0: 2}, cash={0: fine})
    told = game.rolls(4, 6)
    assert told.one(Stayed).turns == 3
    assert told.none(Moved)
    assert asked(game) == "fine"
    assert game.must == [0]
    assert offered(game, 0) == ["PayFine"]
    assert not game.can(0, EndTurn())
    told = game.does(0, PayFine())
    assert told.one(PaidBank).amount == fine
    assert told.one(Released).seat == 0
    assert told.one(Moved).space == 20
    assert game.cash(0) == 0
    assert game.refusal(0, Roll()) == "WRONG_MOMENT"
    game.ends_turn()


@editions(EXP, EUR, CLA)
@pytest.mark.proves("DP-08", "AMB-89")
def test_only_the_lucky_card_stands_for_the_forced_fine(name: str) -> None:
    game = table(name, jail={0: 2}, held={KEPT_A[name]: 0})
    purse = game.cash(0)
    game.rolls(4, 6)
    card = UseCard(game.kept(KEPT_A[name]))
    if name != EUR:
        assert offered(game, 0) == ["PayFine"]
        assert game.refusal(0, card) == "WRONG_MOMENT"
        return
    assert offered(game, 0) == ["PayFine", "UseCard"]
    told = game.does(0, card)
    assert told.one(Moved).space == 20
    assert game.cash(0) == purse
    assert not game.in_jail(0)


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-09", "DP-08", "DP-19")
def test_a_prisoner_short_of_the_forced_fine_raises_it_first(name: str) -> None:
    fine, note, unit = FIGURES[name].fine, FIGURES[name].note, FIGURES[name].unit
    game = table(name, jail={0: 2}, cash={0: fine - note}, owners={1: 0})
    game.rolls(4, 6)
    told = game.does(0, PayFine())
    owed = told.one(DebtOwed)
    assert (owed.seat, owed.other, owed.amount, owed.why) == (0, None, fine, "fine")
    assert game.in_jail(0)
    assert told.none(Moved)
    told = game.does(0, Mortgage(game.deed(1)))  # 30 of the unit: enough everywhere
    assert told.one(PaidBank).amount == fine
    assert game.cash(0) == 30 * unit - note
    assert told.one(Moved).space == 20


@editions(SRV, CAS)
@pytest.mark.proves("DP-08")
def test_no_fine_is_forced_where_prisoners_wait(name: str) -> None:
    stay = {SRV: 2, CAS: 3}[name]
    game = table(name, 2, jail={0: stay - 1}, cash={0: 0}, at={1: 13})
    told = game.does(0, Wait())
    assert told.one(Stayed).turns == stay
    assert game.must == [1]
    game.rolls(3, 4)
    told = game.ends_turn()  # the next own turn: free
    assert told.one(Released).seat == 0
    assert game.cash(0) == 0
    assert offered(game, 0)[0] == "Roll"


@editions(EXP, EUR, CLA)
@pytest.mark.parametrize("spent", [0, 2])
@pytest.mark.proves("AMB-08", "DP-06", "EXP-60", "EUR-61", "CLA-63")
def test_a_double_frees_and_moves_and_is_used_up_by_it(name: str, spent: int) -> None:
    game = table(name, jail={0: spent})
    purse = game.cash(0)
    told = game.rolls(5, 5)
    assert told.one(Released).seat == 0
    assert told.one(Moved).space == 20
    assert game.cash(0) == purse
    assert game.view().doubles == 0
    assert game.refusal(0, Roll()) == "WRONG_MOMENT"
    game.ends_turn()
    assert game.must == [1]


@editions()
@pytest.mark.proves("AMB-14")
def test_the_square_sends_to_jail_without_start_pay(name: str) -> None:
    game = table(name, at={0: 23})
    purse = game.cash(0)
    told = game.rolls(3, 4)
    assert told.one(Jailed).seat == 0
    assert told.none(Collected)
    assert game.cash(0) == purse


@editions()
@pytest.mark.proves("AMB-14", "EXP-57", "SRV-44", "CLA-52", "CAS-26")
def test_a_card_sends_to_jail_without_start_pay_though_the_start_lies_between(name: str) -> None:
    game = table(name, at={0: 29})
    purse = game.cash(0)
    told = game.draws(TO_JAIL[name], 3, 4)  # 36
    assert told.one(Jailed).seat == 0
    assert told.none(Collected)
    assert game.cash(0) == purse
    assert game.space(0) == 10
