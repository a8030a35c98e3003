"""The opening in all five editions: everybody rolls, ties roll again, nobody moves."""

import pytest

from magnate.actions import EndTurn, Roll
from magnate.events import Moved, OpeningRolled, StarterChosen, TurnBegan
from rules.kit import CAS, CLA, EUR, EXP, SRV, asked, editions, offered, table


@editions()
@pytest.mark.proves("DP-04")
def test_everybody_is_asked_to_roll_before_the_first_turn_and_nothing_else(name: str) -> None:
    game = table(name, 4, opening=True)
    assert asked(game) == "opening"
    assert game.must == [0, 1, 2, 3]
    assert [offered(game, seat) for seat in range(4)] == [["Roll"]] * 4
    game.script(dice=[(2, 3)])
    game.does(1, Roll())  # in any order, and each once
    assert game.must == [0, 2, 3]
    assert game.refusal(1, Roll()) == "NOT_ASKED"


@editions()
@pytest.mark.proves("DP-04", "EXP-21", "SRV-13", "EUR-22", "CLA-18", "CAS-07")
def test_the_highest_opening_roll_starts(name: str) -> None:
    game = table(name, 3, opening=True, dice=[(1, 2), (5, 6), (4, 4)])
    game.does(0, Roll())
    game.does(1, Roll())
    told = game.does(2, Roll())
    assert told.one(StarterChosen, seat=1).roll == 11
    assert told.one(TurnBegan).seat == 1
    assert game.must == [1]


@editions()
@pytest.mark.proves("AMB-02", "DP-04")
def test_only_those_tied_for_the_start_roll_again_until_one_is_highest(name: str) -> None:
    game = table(name, 4, opening=True, dice=[(3, 4), (6, 1), (2, 1), (5, 2)])  # 7, 7, 3, 7
    for seat in range(4):
        told = game.does(seat, Roll())
    assert told.none(StarterChosen)
    assert game.must == [0, 1, 3]
    assert game.refusal(2, Roll()) == "NOT_ASKED"
    game.script(dice=[(1, 1), (4, 5), (3, 6)])  # 2, 9, 9
    for seat in (0, 1, 3):
        game.does(seat, Roll())
    assert game.must == [1, 3]
    game.script(dice=[(1, 2), (2, 2)])
    game.does(1, Roll())
    assert game.does(3, Roll()).one(StarterChosen).seat == 3


@editions(EXP, SRV, CLA, CAS)
@pytest.mark.proves("AMB-02")
def test_a_tie_below_the_highest_roll_matters_only_where_the_dice_set_the_order(name: str) -> None:
    game = table(name, 3, opening=True, dice=[(5, 5), (1, 2), (2, 1)])
    for seat in range(3):
        told = game.does(seat, Roll())
    assert told.one(StarterChosen).seat == 0


@pytest.mark.proves("AMB-02", "AMB-86")
def test_where_the_dice_set_the_order_every_tie_is_rolled_off() -> None:
    game = table(EUR, 4, opening=True, dice=[(1, 2), (5, 5), (2, 1), (1, 1)])  # 3, 10, 3, 2
    for seat in range(4):
        told = game.does(seat, Roll())
    assert told.none(StarterChosen)
    assert game.must == [0, 2]
    game.script(dice=[(1, 1), (6, 6)])  # a second roll above everybody's does not overtake the first class
    game.does(0, Roll())
    told = game.does(2, Roll())
    assert told.one(StarterChosen, seat=1).roll == 10
    assert game.view().order == [1, 2, 0, 3]


@pytest.mark.proves("AMB-02", "AMB-86")
def test_two_ties_are_rolled_off_at_the_same_time_each_among_its_own() -> None:
    game = table(EUR, 5, opening=True, dice=[(1, 4), (2, 3), (4, 5), (3, 6), (3, 4)])  # 5, 5, 9, 9, 7
    for seat in range(5):
        game.does(seat, Roll())
    assert game.must == [0, 1, 2, 3]
    game.script(dice=[(1, 1), (6, 6), (1, 2), (1, 1)])  # 2, 12, 3, 2
    for seat in range(4):
        told = game.does(seat, Roll())
    assert told.one(StarterChosen).seat == 2
    assert game.view().order == [2, 3, 4, 1, 0]


@editions()
@pytest.mark.proves("AMB-03", "EXP-22", "SRV-14", "EUR-12", "CAS-08")
def test_the_opening_roll_moves_nobody_and_pays_nobody(name: str) -> None:
    game = table(name, 2, opening=True)
    before = [game.cash(0), game.cash(1)]
    game.script(dice=[(6, 6), (1, 2)])
    told = game.does(0, Roll())
    told += game.does(1, Roll())
    assert {type(event) for event in told} == {OpeningRolled, StarterChosen, TurnBegan}
    assert [game.space(0), game.space(1)] == [0, 0]
    assert [game.cash(0), game.cash(1)] == before
    # Its double is no double of the turn: after the first ordinary roll the turn ends.
    assert game.view().doubles == 0
    assert game.view().roll_due is False
    game.rolls(4, 6).one(Moved, seat=0, origin=0, space=10)
    assert game.can(0, EndTurn())


@editions(EXP, CLA, CAS)
@pytest.mark.proves("AMB-05", "EXP-24", "CLA-19")
def test_the_turn_passes_to_the_left(name: str) -> None:
    game = table(name, 3, opening=True, dice=[(1, 2), (5, 6), (4, 4)])
    for seat in range(3):
        game.does(seat, Roll())
    assert game.view().order == [1, 2, 0]
    for seat in (1, 2, 0, 1):
        assert game.must == [seat]
        game.state.at[seat] = 13  # 13 + 7 = 20: parking, where nothing happens
        game.rolls(3, 4)
        game.does(seat, EndTurn())
    assert game.must == [2]
