"""Expòpoli(s), «Prigione»: every way into San Vittore, every way out, and what a prisoner may do."""

import pytest

from magnate.actions import (
    Build,
    BuyDeed,
    ClaimRent,
    DeclareBankruptcy,
    EndTurn,
    LiftMortgage,
    Mortgage,
    PayFine,
    ProposeDeal,
    Roll,
    SellBuildings,
    UseCard,
    Wait,
)
from magnate.events import (
    Collected,
    DebtOwed,
    Jailed,
    Moved,
    PaidBank,
    Released,
    Rested,
    Rolled,
    Stayed,
    TurnBegan,
    WentBankrupt,
)
from rules.expopolis.milan import BROWN, all_of, kinds, milan, trade


@pytest.mark.proves("EXP-54", "EXP-57", "AMB-06")
def test_the_carabinieres_hat_sends_straight_to_san_vittore_without_the_20000() -> None:
    game = milan(at={0: 23})
    told = game.rolls(3, 4)
    told.one(Moved, seat=0, space=30)
    told.one(Jailed, seat=0)
    assert told.none(Collected)
    assert game.in_jail(0)
    assert game.space(0) == 10
    assert game.cash(0) == 100_000
    told.one(TurnBegan, seat=1)


@pytest.mark.proves("AMB-11")
def test_nobody_leaves_in_the_turn_of_the_arrest() -> None:
    game = milan(at={0: 23}, held={"P14": 0})
    game.rolls(3, 4)
    assert game.must == [1]
    assert game.refusal(0, PayFine()) == "WRONG_MOMENT"
    assert not game.can(0, UseCard(game.kept("P14")))
    assert not game.can(0, Roll())


@pytest.mark.proves("EXP-58")
def test_landing_on_the_prison_by_a_roll_is_a_visit() -> None:
    game = milan(at={0: 3, 1: 10})
    told = game.rolls(3, 4)
    assert kinds(told) == [Rolled, Moved, Rested]
    assert not game.in_jail(0)
    game.ends_turn()
    game.rolls(4, 6)
    game.ends_turn()
    assert game.refusal(0, PayFine()) == "WRONG_MOMENT"
    game.rolls(4, 6).one(Moved, seat=0, origin=10, space=20)


# Paying.


@pytest.mark.proves("EXP-59", "AMB-11", "AMB-53", "DP-07")
def test_a_prisoner_pays_5000_before_rolling_and_then_rolls() -> None:
    game = milan(jail={0: 0})
    told = game.does(0, PayFine())
    told.one(PaidBank, seat=0, amount=5_000, why="fine")
    told.one(Released, seat=0)
    assert game.cash(0) == 95_000
    assert not game.in_jail(0)
    assert not game.can(0, EndTurn())
    told = game.rolls(4, 6)
    told.one(Moved, seat=0, origin=10, space=20)
    assert game.cash(0) == 95_000


@pytest.mark.proves("EXP-59", "DP-07")
def test_after_a_failed_roll_it_is_too_late_to_pay() -> None:
    game = milan(jail={0: 0}, held={"P14": 0})
    told = game.rolls(1, 2)
    told.one(Stayed, seat=0, turns=1)
    assert told.none(Moved)
    assert game.refusal(0, PayFine()) == "WRONG_MOMENT"
    assert not game.can(0, UseCard(game.kept("P14")))
    assert not game.can(0, Roll())
    assert game.can(0, EndTurn())


@pytest.mark.proves("EXP-59")
def test_only_on_ones_own_turn() -> None:
    game = milan(jail={1: 0})
    assert not game.can(1, PayFine())
    assert game.refusal(0, PayFine()) == "WRONG_MOMENT"  # not a prisoner
    game.rolls(4, 6)
    game.ends_turn()
    assert game.can(1, PayFine())


@pytest.mark.proves("EXP-59")
@pytest.mark.parametrize(("cash", "refusal"), [(5_000, None), (4_900, "NOT_ENOUGH_CASH")])
def test_the_fine_is_paid_in_cash(cash: int, refusal: str | None) -> None:
    game = milan(jail={0: 0}, cash={0: cash}, owners={"MM": 0})
    assert game.refusal(0, PayFine()) == refusal
    assert game.can(0, Mortgage(game.deed("MM")))  # the money may be raised first


@pytest.mark.proves("AMB-11", "EXP-27")
def test_after_paying_doubles_count_as_usual() -> None:
    game = milan(jail={0: 0}, owners={"Città Studi": 0})
    game.does(0, PayFine())
    game.rolls(2, 2)
    assert game.can(0, Roll())
    assert not game.can(0, EndTurn())


# The double.


@pytest.mark.proves("EXP-60", "AMB-08", "DP-07")
def test_a_double_frees_for_nothing_moves_and_is_used_up() -> None:
    game = milan(jail={0: 0}, owners={"Città Studi": 0})
    told = game.rolls(2, 2)
    told.one(Released, seat=0)
    told.one(Moved, seat=0, origin=10, space=14)
    assert game.cash(0) == 100_000
    assert not game.in_jail(0)
    assert not game.can(0, Roll())
    assert game.can(0, EndTurn())


@pytest.mark.proves("EXP-60", "AMB-10")
def test_without_a_double_one_stays() -> None:
    game = milan(jail={0: 1})
    game.rolls(1, 2).one(Stayed, seat=0, turns=2)
    assert game.in_jail(0)
    assert game.space(0) == 10
    assert game.cash(0) == 100_000


@pytest.mark.proves("EXP-60")
def test_prisoners_roll_and_do_not_merely_wait() -> None:
    game = milan(jail={0: 0})
    assert game.refusal(0, Wait()) == "WRONG_MOMENT"
    assert not game.can(0, EndTurn())


# The card.


@pytest.mark.proves("EXP-61", "AMB-11", "AMB-55", "DP-07")
def test_a_card_frees_before_the_roll_and_the_turn_goes_on() -> None:
    game = milan(jail={0: 0}, held={"I12": 0})
    game.does(0, UseCard(game.kept("I12"))).one(Released, seat=0)
    assert game.cash(0) == 100_000
    game.rolls(4, 6).one(Moved, seat=0, origin=10, space=20)


@pytest.mark.proves("EXP-61")
def test_a_card_is_of_no_use_outside_prison_nor_in_anothers_hand() -> None:
    game = milan(held={"I12": 0, "P14": 1})
    assert not game.can(0, UseCard(game.kept("I12")))
    game = milan(jail={0: 0}, held={"I12": 1})
    assert game.refusal(0, UseCard(game.kept("I12"))) == "NO_CARD"
    assert game.refusal(0, UseCard(2)) == "NO_SUCH_THING"


# The third turn.


@pytest.mark.proves("EXP-62", "AMB-09", "AMB-10", "DP-08")
def test_the_third_failed_roll_is_paid_with_5000_and_moved() -> None:
    game = milan(jail={0: 2})
    told = game.rolls(4, 6)
    told.one(Stayed, seat=0, turns=3)
    assert told.none(Moved)
    assert game.legal_actions(0) == [PayFine()]
    told = game.does(0, PayFine())
    told.one(PaidBank, seat=0, amount=5_000, why="fine")
    told.one(Released, seat=0)
    told.one(Moved, seat=0, origin=10, space=20)
    assert game.cash(0) == 95_000
    assert game.can(0, EndTurn())


@pytest.mark.proves("AMB-10")
def test_three_own_turns_allow_three_rolls_the_turn_of_arrival_not_counted() -> None:
    game = milan(at={0: 23, 1: 10})
    game.rolls(3, 4)  # arrested
    for turn in (1, 2, 3):
        game.state.at[1] = 10
        game.rolls(4, 6)
        game.ends_turn()
        assert game.in_jail(0)
        game.rolls(1, 2).one(Stayed, seat=0, turns=turn)
        if turn < 3:
            game.ends_turn()
    assert game.legal_actions(0) == [PayFine()]


@pytest.mark.proves("EXP-62")
def test_a_double_on_the_third_turn_frees_for_nothing() -> None:
    game = milan(jail={0: 2})
    told = game.rolls(5, 5)
    told.one(Released, seat=0)
    assert told.none(PaidBank)
    assert game.space(0) == 20
    assert game.can(0, EndTurn())


@pytest.mark.proves("EXP-62", "AMB-11")
def test_a_card_does_not_stand_for_the_forced_payment() -> None:
    game = milan(jail={0: 2}, held={"P14": 0})
    game.rolls(1, 2)
    assert game.refusal(0, UseCard(game.kept("P14"))) == "WRONG_MOMENT"


@pytest.mark.proves("AMB-09", "DP-08", "DP-19")
def test_the_forced_payment_may_have_to_be_raised_first() -> None:
    game = milan(jail={0: 2}, cash={0: 0}, owners={"MM": 0})
    game.rolls(4, 6)
    game.does(0, PayFine()).one(DebtOwed, seat=0, other=None, amount=5_000, why="fine")
    assert game.in_jail(0)
    told = game.does(0, Mortgage(game.deed("MM")))
    told.one(Released, seat=0)
    assert game.space(0) == 20
    assert game.cash(0) == 2_500


@pytest.mark.proves("AMB-09")
def test_whoever_cannot_raise_it_is_bankrupt_to_the_bank() -> None:
    game = milan(3, jail={0: 2}, cash={0: 4_900})
    game.rolls(4, 6)
    game.does(0, PayFine())
    told = game.does(0, DeclareBankruptcy())
    told.one(WentBankrupt, seat=0, other=None, amount=5_000)
    assert told.none(Moved)
    told.one(TurnBegan, seat=1)


# What a prisoner may do.


@pytest.mark.proves("EXP-63", "AMB-17")
def test_a_prisoner_builds_sells_mortgages_and_trades() -> None:
    game = milan(jail={0: 0}, owners=all_of(BROWN, 0) | {"MM": 0, "A2A": 1})
    group = game.group("Fiera")
    game.does(0, Build(group, [1, 1, 1]))
    assert game.level("Fiera") == 1
    game.does(0, SellBuildings(group, [0, 0, 0]), Mortgage(game.deed("MM")), LiftMortgage(game.deed("MM")))
    # - 30,000 + 15,000 + 7,500 - 8,200
    assert game.cash(0) == 84_300
    trade(game, 0, 1, ProposeDeal(deeds={game.deed("Fiera"): 1, game.deed("A2A"): 0}))
    assert game.owner("A2A") == 0


@pytest.mark.proves("EXP-63")
def test_a_prisoner_manages_between_others_turns_too() -> None:
    game = milan(jail={1: 0}, owners=all_of(BROWN, 1))
    assert game.can(1, Build(game.group("Fiera"), [1, 0, 0]))
    assert game.can(1, ClaimRent())


@pytest.mark.proves("EXP-63", "EXP-60")
def test_whoever_leaves_by_a_double_may_buy_what_is_reached() -> None:
    game = milan(jail={0: 0})
    game.rolls(3, 3)
    game.does(0, BuyDeed())
    assert game.owner("Fiera") == 0
