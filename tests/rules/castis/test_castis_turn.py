"""The turn: moving, the optional roll after a double, SALIDA, the next player."""

from itertools import product

import pytest

from magnate.actions import BuyDeed, EndTurn, Roll
from magnate.events import Collected, Jailed, Moved, PaidBank, Rested, Rolled, TurnBegan, TurnEnded
from rules.castis.kit import castis, draws, lands


@pytest.mark.proves("CAS-08")
def test_the_token_moves_by_the_number_on_the_dice() -> None:
    for one, two in product(range(1, 7), repeat=2):
        game = castis(at={0: 8})
        game.rolls(one, two).one(Moved, seat=0, origin=8, space=8 + one + two)
        assert game.space(1) == 0


@pytest.mark.proves("AMB-05")
def test_play_goes_to_the_left_and_skips_who_has_left() -> None:
    game = castis(4, turn=1, rolled=True, out=[2])
    told = game.ends_turn()
    told.one(TurnEnded, seat=1)
    told.one(TurnBegan, seat=3)
    game.rolls(4, 6)
    game.ends_turn().one(TurnBegan, seat=0)
    assert game.must == [0]


@pytest.mark.proves("DP-05", "DP-10")
def test_a_turn_is_a_roll_and_then_an_end() -> None:
    game = castis(at={0: 17})
    assert game.refusal(0, EndTurn()) == "WRONG_MOMENT"
    assert game.refusal(1, Roll()) == "NOT_ASKED"
    game.rolls(1, 2)
    assert game.refusal(0, Roll()) == "WRONG_MOMENT"
    assert game.can(0, EndTurn())


# Doubles.


@pytest.mark.proves("CAS-09", "AMB-118", "DP-06")
def test_after_a_double_one_may_roll_again() -> None:
    game = castis()
    told = game.rolls(2, 2)
    told.one(PaidBank, seat=0, amount=200, why="tax")  # the square first
    assert told.none(TurnBegan)
    assert game.must == [0]
    assert game.legal_actions(0)[:2] == [Roll(), EndTurn()]
    game.rolls(2, 4).one(Moved, seat=0, origin=4, space=10)
    assert game.refusal(0, Roll()) == "WRONG_MOMENT"


@pytest.mark.proves("CAS-09", "AMB-118", "DP-06")
def test_after_a_double_one_may_stop() -> None:
    game = castis(3)
    game.rolls(5, 5)
    told = game.ends_turn()
    told.one(TurnEnded, seat=0, clause="CAS-09")
    told.one(TurnBegan, seat=1)
    assert game.must == [1]
    assert game.space(0) == 10


@pytest.mark.proves("CAS-09")
def test_without_a_double_there_is_no_choice() -> None:
    game = castis(at={0: 6})
    game.rolls(1, 3)
    assert not game.can(0, Roll())
    assert game.can(0, EndTurn())


@pytest.mark.proves("CAS-09")
def test_the_square_of_a_double_is_settled_before_the_choice() -> None:
    game = castis()
    game.rolls(3, 3)
    assert not game.can(0, Roll())
    assert not game.can(0, EndTurn())
    game.does(0, BuyDeed())
    assert game.can(0, Roll())
    assert game.can(0, EndTurn())


@pytest.mark.proves("AMB-117")
def test_the_third_double_in_a_row_is_jail_without_moving() -> None:
    game = castis(at={0: 18}, owners={28: 0})
    game.rolls(1, 1)
    game.rolls(4, 4)
    assert game.can(0, EndTurn())  # one may still stop before the third
    told = game.rolls(6, 6)  # would reach SALIDA
    told.one(Rolled, seat=0, dice=(6, 6))
    told.one(Jailed, seat=0, clause="AMB-117")
    assert told.none(Moved)
    assert told.none(Collected)
    assert [game.space(0), game.in_jail(0), game.cash(0)] == [10, True, 1500]
    assert game.must == [1]


@pytest.mark.proves("AMB-117", "AMB-118")
def test_stopping_after_two_doubles_starts_the_count_anew() -> None:
    game = castis(at={1: 17}, owners={26: 0})
    game.rolls(5, 5)
    game.rolls(5, 5)
    game.ends_turn()
    game.rolls(1, 2)
    game.ends_turn()
    assert game.rolls(3, 3).none(Jailed)
    assert game.space(0) == 26
    assert game.can(0, EndTurn())


# SALIDA.


@pytest.mark.proves("CAS-10", "AMB-119")
@pytest.mark.parametrize(
    ("start", "dice", "space", "pay"),
    [(36, (1, 3), 0, 200), (38, (2, 1), 1, 200), (34, (6, 3), 3, 200), (34, (2, 3), 39, 0)],
)
def test_passing_or_landing_on_salida_pays_200_once(start: int, dice: tuple[int, int], space: int, pay: int) -> None:
    game = castis(at={0: start}, owners={1: 0, 3: 0, 39: 0})
    told = game.rolls(*dice)
    assert game.space(0) == space
    assert [event.amount for event in told.of(Collected, why="salary", clause="CAS-10")] == [pay] * (pay > 0)
    assert [game.cash(0), game.cash(1)] == [1500 + pay, 1500]


@pytest.mark.proves("AMB-13", "CAS-22")
@pytest.mark.parametrize(
    ("card", "start", "space", "pay"),
    [
        ("S1", 22, 0, 200), ("S2", 22, 39, 0), ("S3", 7, 24, 0), ("S3", 36, 24, 200), ("S4", 7, 11, 0),
        ("S4", 22, 11, 200), ("S5", 36, 5, 200), ("S8", 22, 19, 0), ("S8", 36, 33, 0), ("B14", 33, 0, 200),
        ("S6", 7, 15, 0), ("S7", 22, 25, 0), ("S6", 36, 5, 200),
    ],
)  # fmt: skip
def test_cards_that_move_forwards_past_salida_pay_too(card: str, start: int, space: int, pay: int) -> None:
    owners = dict.fromkeys((5, 11, 15, 19, 24, 25, 39), 0)
    game = castis(at={0: start - 3}, owners=owners)
    told = game.draws(card, 1, 2)
    told.one(Moved, origin=start, space=space)
    assert [event.amount for event in told.of(Collected, why="salary")] == [pay] * (pay > 0)
    assert game.cash(0) == 1500 + pay


@pytest.mark.proves("CAS-33")
def test_parking_is_a_place_of_rest() -> None:
    game, told = lands(20)
    told.one(Rested, seat=0, space=20, clause="CAS-33")
    assert [type(event) for event in told] == [Rolled, Moved, Rested]
    assert [game.cash(0), game.cash(1)] == [1500, 1500]
    assert game.can(0, EndTurn())


@pytest.mark.proves("CAS-05")
@pytest.mark.parametrize(("space", "tax"), [(4, 200), (38, 100)])
def test_taxes_go_to_the_bank(space: int, tax: int) -> None:
    game, told = lands(space)
    told.one(PaidBank, seat=0, amount=tax, why="tax", clause="CAS-05")
    assert [game.cash(0), game.cash(1)] == [1500 - tax, 1500]


@pytest.mark.proves("CAS-05")
def test_the_fines_of_cards_go_to_the_bank() -> None:
    game, told = draws("S12")
    told.one(PaidBank, seat=0, amount=15, why="card")
    assert [game.cash(0), game.cash(1)] == [1485, 1500]
