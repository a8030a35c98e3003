"""«Începerea jocului»: the dice set the order of play."""

import pytest

from magnate.actions import EndTurn, Roll
from magnate.events import TurnBegan
from magnate.testing import Position
from rules.europolis.kit import europolis


def opening(*rolls: tuple[int, int], order: str | None = None) -> Position:
    """Everybody rolls once, seat after seat."""
    options = {"turn.order": order} if order else None
    game = europolis(len(rolls), opening=True, options=options)
    for seat, dice in enumerate(rolls):
        game.script(dice=[dice])
        game.does(seat, Roll())
    return game


def rolls_again(game: Position, seat: int, *dice: int) -> None:
    game.script(dice=[*dice])
    game.does(seat, Roll())


def starters(game: Position) -> list[int]:
    """Who began each turn."""
    return [event.seat for event in game.events if isinstance(event, TurnBegan)]


def lap(game: Position) -> list[int]:
    """Whose turn it is, for as many turns as there are players; everybody stays where nothing can be bought."""
    seen = []
    for _ in range(game.seats):
        seat = game.must[0]
        seen.append(seat)
        game.state.at[seat] = 17
        game.rolls(1, 2)  # Parcare Liberă
        game.does(seat, EndTurn())
    return seen


@pytest.mark.proves("EUR-21", "EUR-22", "AMB-86", "DP-04")
def test_play_goes_down_the_opening_rolls_from_the_highest() -> None:
    game = opening((1, 2), (6, 5), (2, 2), (4, 5))  # 3, 11, 4, 9
    assert starters(game) == [1]
    assert game.view().order == [1, 3, 2, 0]
    assert lap(game) == [1, 3, 2, 0]
    assert game.must == [1]


@pytest.mark.proves("AMB-02", "AMB-86")
def test_tied_again_they_roll_again() -> None:
    game = opening((4, 4), (3, 5), (4, 4))
    for seat, dice in ((0, (1, 1)), (1, (3, 3)), (2, (2, 4))):
        rolls_again(game, seat, *dice)
    assert game.must == [1, 2]  # seat 0 is now third
    rolls_again(game, 1, 1, 1)
    rolls_again(game, 2, 2, 1)
    assert game.view().order == [2, 1, 0]


@pytest.mark.proves("AMB-86")
def test_the_switch_plays_clockwise_from_the_highest() -> None:
    game = opening((1, 2), (2, 2), (6, 5), (4, 5), order="left")
    assert game.view().order == [2, 3, 0, 1]
    assert lap(game) == [2, 3, 0, 1]


@pytest.mark.proves("AMB-86")
def test_clockwise_a_tie_matters_only_for_the_start() -> None:
    game = opening((1, 2), (2, 1), (6, 5), order="left")
    assert starters(game) == [2]
    game = opening((6, 5), (2, 1), (5, 6), order="left")
    assert game.must == [0, 2]
