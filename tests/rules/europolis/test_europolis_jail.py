"""«Celelalte spații»: parking, and every way into jail and out of it."""

import pytest

from magnate.actions import Build, BuyDeed, ClaimRent, EndTurn, Mortgage, PayFine, RefuseDeed, Roll, UseCard, Wait
from magnate.events import (
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
from magnate.testing import Position
from rules.europolis.kit import BULGARIA, JAIL, PARKING, build, deal, europolis, owned, purses, sell, trade


def kinds(game: Position, seat: int) -> list[str]:
    return [option.type for option in game.options(seat)]


@pytest.mark.proves("EUR-55")
def test_free_parking_asks_nothing_and_leaves_every_right() -> None:
    game = europolis(2, at={0: 17, 1: 17}, owners=owned(0, BULGARIA))
    game.rolls(1, 2).one(Rested, seat=0, space=PARKING)
    assert game.can(0, build(game, BULGARIA, 1, 1))
    game.does(0, EndTurn())
    assert game.can(0, build(game, BULGARIA, 1, 1))
    assert game.can(0, Mortgage(game.deed("Varna")))
    assert game.can(0, ClaimRent())
    game.rolls(1, 2)
    game.does(1, EndTurn())
    game.rolls(2, 3)  # and plays on normally
    assert (game.space(0), purses(game)) == (25, [50_000, 50_000])


@pytest.mark.proves("EUR-56", "EUR-59", "AMB-11")
def test_the_corner_sends_to_jail_and_the_turn_is_over_at_once() -> None:
    game = europolis(2, at={0: 27}, held={"S9": 0})
    told = game.rolls(1, 2)
    told.one(Moved, seat=0, origin=27, space=30)
    told.one(Jailed, seat=0)
    told.one(TurnBegan, seat=1)
    assert (game.space(0), game.in_jail(0)) == (JAIL, True)
    assert not game.can(0, UseCard(game.kept("S9")))  # not in the same turn
    assert not game.can(0, Roll())


@pytest.mark.proves("EUR-65")
def test_reaching_the_jail_by_a_roll_is_only_passing() -> None:
    game = europolis(2, at={0: 7, 1: 17})
    game.rolls(1, 2).one(Rested, seat=0, space=JAIL)
    assert not game.in_jail(0)
    game.does(0, EndTurn())
    game.rolls(1, 2)
    game.does(1, EndTurn())
    game.rolls(1, 3)  # no double is needed
    assert game.space(0) == 14
    assert game.can(0, BuyDeed())


@pytest.mark.parametrize("spent", [0, 1, 2])
@pytest.mark.proves("EUR-61", "AMB-08", "DP-07")
def test_a_double_opens_the_jail_moves_the_pawn_and_is_used_up(spent: int) -> None:
    game = europolis(2, jail={0: spent})
    told = game.rolls(5, 5)
    told.one(Released, seat=0)
    told.one(Moved, seat=0, origin=JAIL, space=PARKING)
    assert (game.in_jail(0), game.cash(0)) == (False, 50_000)
    assert game.refusal(0, Roll()) == "WRONG_MOMENT"
    assert game.can(0, EndTurn())


@pytest.mark.proves("AMB-08")
def test_the_space_reached_on_that_double_is_borne() -> None:
    game = europolis(2, jail={0: 0})
    game.rolls(2, 2)
    game.does(0, BuyDeed(), EndTurn())
    assert game.owner("Atena") == 0


@pytest.mark.parametrize("spent", [0, 1])
@pytest.mark.proves("EUR-63", "AMB-10", "AMB-90", "DP-07")
def test_the_first_two_turns_without_a_double_are_waited(spent: int) -> None:
    game = europolis(2, jail={0: spent})
    assert kinds(game, 0) == ["Roll", "ClaimRent", "ProposeDeal", "Concede"]
    assert game.refusal(0, EndTurn()) == "WRONG_MOMENT"
    assert game.refusal(0, Wait()) == "WRONG_MOMENT"
    told = game.rolls(1, 2)
    told.one(Rolled, seat=0, dice=(1, 2))
    told.one(Stayed, seat=0, turns=spent + 1)
    assert told.none(Moved)
    assert (game.space(0), game.in_jail(0), game.cash(0)) == (JAIL, True, 50_000)
    assert game.refusal(0, PayFine()) == "WRONG_MOMENT"
    game.does(0, EndTurn()).one(TurnBegan, seat=1)


@pytest.mark.parametrize("spent", [0, 1, 2])
@pytest.mark.proves("AMB-90")
def test_bail_is_never_taken_before_the_roll(spent: int) -> None:
    assert europolis(2, jail={0: spent}).refusal(0, PayFine()) == "WRONG_MOMENT"


@pytest.mark.parametrize(("seat", "other"), [(0, 1), (1, 0)])
@pytest.mark.proves("EUR-64", "AMB-10", "DP-08")
def test_after_the_third_failed_roll_1500_is_paid_and_that_roll_is_moved(seat: int, other: int) -> None:
    game = europolis(2, turn=seat, jail={seat: 2})
    told = game.rolls(4, 6)
    told.one(Stayed, seat=seat, turns=3)
    assert told.none(Moved)
    assert game.must == [seat]
    assert kinds(game, seat) == ["PayFine"]
    assert game.refusal(other, PayFine()) == "WRONG_MOMENT"
    told = game.does(seat, PayFine())
    told.one(PaidBank, seat=seat, amount=1500, why="fine")
    told.one(Released, seat=seat)
    told.one(Moved, seat=seat, origin=JAIL, space=PARKING)
    assert (game.cash(seat), game.in_jail(seat)) == (48_500, False)
    assert game.refusal(seat, Roll()) == "WRONG_MOMENT"
    game.does(seat, EndTurn())


@pytest.mark.proves("EUR-64")
def test_the_space_reached_after_bail_is_borne() -> None:
    game = europolis(2, jail={0: 2})
    game.rolls(1, 3)
    game.does(0, PayFine())
    assert game.can(0, BuyDeed())
    game.does(0, RefuseDeed())
    assert game.must == [1]


@pytest.mark.proves("EUR-63", "EUR-64", "AMB-10")
def test_three_own_turns_count_and_the_turn_of_arrival_does_not() -> None:
    game = europolis(2, at={0: 27}, jail={1: 0})
    game.rolls(1, 2)  # to jail
    for turn in (1, 2, 3):
        game.rolls(1, 2)
        if game.can(1, PayFine()):
            game.does(1, PayFine())  # Salonic
            game.does(1, BuyDeed())
        game.does(1, EndTurn())
        game.rolls(1, 3).one(Stayed, seat=0, turns=turn)
        if turn < 3:
            game.does(0, EndTurn())
    assert game.can(0, PayFine())


@pytest.mark.parametrize("cash", [1500, 1450])
@pytest.mark.proves("EUR-64", "DP-08", "DP-19")
def test_bail_beyond_the_purse_must_be_raised_before_moving(cash: int) -> None:
    game = europolis(2, jail={0: 2}, cash={0: cash}, owners={"Varna": 0})
    game.rolls(4, 6)
    told = game.does(0, PayFine())
    if cash == 1500:
        assert (game.cash(0), game.space(0)) == (0, PARKING)
        return
    told.one(DebtOwed, seat=0, other=None, amount=1500, why="fine")
    assert game.space(0) == JAIL
    game.does(0, Mortgage(game.deed("Varna"))).one(Moved, seat=0, space=PARKING)
    assert (game.cash(0), game.in_jail(0)) == (1450 + 900 - 1500, False)


@pytest.mark.proves("EUR-64", "EUR-98", "DP-24")
def test_who_cannot_raise_bail_is_bankrupt_to_the_bank() -> None:
    game = europolis(3, jail={0: 2}, cash={0: 1450})
    game.rolls(4, 6)
    game.does(0, PayFine())
    told = game.does(0, game.default_action(0))
    told.one(WentBankrupt, seat=0, other=None, amount=1500)
    assert game.must == [1]


@pytest.mark.proves("EUR-60", "AMB-91")
def test_a_prisoner_builds_sells_mortgages_and_trades() -> None:
    game = europolis(2, jail={0: 0}, owners=owned(0, BULGARIA) | {"Paris": 0})
    game.does(0, build(game, BULGARIA, 1, 1), sell(game, BULGARIA, 0, 0), Mortgage(game.deed("Varna")))
    trade(game, 0, 1, deal(game, {0: 8000, 1: -8000}, {"Paris": 1}))
    assert purses(game) == [50_000 - 3000 + 1500 + 900 + 8000, 42_000]
    assert game.in_jail(0)


@pytest.mark.proves("AMB-91")
def test_a_prisoner_does_so_between_the_turns_of_others_too() -> None:
    game = europolis(2, jail={1: 0}, owners=owned(1, BULGARIA))
    assert game.can(1, Build(game.group("Varna"), [1, 1]))
    game.rolls(4, 6)
    assert game.refusal(1, Build(game.group("Varna"), [1, 1])) == "WRONG_MOMENT"
