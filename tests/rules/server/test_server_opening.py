"""The start: tokens, money, the opening rolls and the first move."""

import pytest

from magnate.actions import Roll
from magnate.editions import load
from magnate.events import Collected, Moved, OpeningRolled, Rolled, StarterChosen, TurnBegan
from rules.server.kit import server


@pytest.mark.proves("SRV-10", "DP-02")
def test_there_is_a_token_of_its_own_for_each_player() -> None:
    tokens = load("monopoli-server").tokens
    assert len(set(tokens)) == len(tokens) >= 4
    assert [seat.space for seat in server(4, at={1: 5, 3: 20}).view().seats] == [0, 5, 0, 20]


@pytest.mark.proves("SRV-11")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_starts_with_610_whatever_the_number_of_players(seats: int) -> None:
    assert [seat.cash for seat in server(seats, opening=True).view().seats] == [610] * seats


@pytest.mark.proves("SRV-13", "SRV-04", "DP-04")
def test_all_roll_both_dice_and_the_highest_total_starts() -> None:
    game = server(3, opening=True)
    assert game.must == [0, 1, 2]
    game.rolls(3, 4).one(OpeningRolled, seat=0, dice=(3, 4))
    assert game.must == [1, 2]
    assert game.refusal(0, Roll()) == "NOT_ASKED"
    assert game.rolls(6, 5).none(StarterChosen)
    told = game.rolls(4, 6)
    told.one(StarterChosen, seat=1, roll=11)
    told.one(TurnBegan, seat=1)
    assert game.must == [1]


def test_the_opening_rolls_may_come_in_any_order() -> None:
    game = server(2, opening=True, dice=[(6, 6), (1, 2)])
    game.does(1, Roll())
    game.does(0, Roll()).one(StarterChosen, seat=1, roll=12)


@pytest.mark.proves("AMB-02")
def test_only_those_tied_for_the_highest_roll_again() -> None:
    game = server(3, opening=True, dice=[(6, 4), (5, 5), (6, 3)])
    told = game.does(0, Roll()) + game.does(1, Roll()) + game.does(2, Roll())
    assert not any(isinstance(event, StarterChosen) for event in told)
    assert game.must == [0, 1]
    assert game.refusal(2, Roll()) == "NOT_ASKED"
    game.rolls(1, 1)
    game.rolls(1, 2).one(StarterChosen, seat=1, roll=3)  # though seat 2 had 9 in the first round


@pytest.mark.proves("AMB-02")
def test_a_second_tie_is_rolled_again_too() -> None:
    game = server(2, opening=True)
    for dice in ((2, 3), (1, 4), (6, 6), (6, 6)):
        assert game.rolls(*dice).none(StarterChosen)
    assert game.must == [0, 1]
    game.rolls(2, 1)
    game.rolls(1, 1).one(StarterChosen, seat=0, roll=3)


@pytest.mark.proves("AMB-02")
def test_a_tie_below_the_highest_is_left_alone() -> None:
    game = server(3, opening=True)
    game.rolls(1, 2)
    game.rolls(2, 1)
    game.rolls(6, 6).one(StarterChosen, seat=2, roll=12)
    assert game.must == [2]


@pytest.mark.proves("SRV-14")
def test_the_starter_stands_on_via_and_rolls_again_to_move() -> None:
    game = server(2, opening=True)
    game.rolls(6, 5)
    told = game.rolls(1, 2)
    assert told.none(Moved)
    assert told.none(Collected)
    assert [game.space(0), game.space(1)] == [0, 0]
    assert [game.cash(0), game.cash(1)] == [610, 610]
    moved = game.rolls(4, 6)
    moved.one(Rolled, seat=0, dice=(4, 6))
    moved.one(Moved, seat=0, origin=0, space=10)
    assert [game.space(0), game.space(1)] == [10, 0]
