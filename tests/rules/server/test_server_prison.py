"""Prison: three ways in; pay, use a card or wait two turns to get out."""

from typing import Any

import pytest

from magnate.actions import (
    PayFine,
)
from magnate.events import (
    Jailed,
    Moved,
    PaidBank,
    Released,
)
from magnate.testing import Position
from rules.server.kit import server

# Seat 1 walks over its own deeds, three squares at a time.
WALK = {23: 1, 26: 1, 29: 1}


def prisoner(spent: int = 0, **position: Any) -> Position:
    """Seat 0 is in prison and to move; seat 1 has a quiet walk before it."""
    owners = {**WALK, **position.pop("owners", {})}
    at = {1: 20, **position.pop("at", {})}
    return server(2, jail={0: spent}, owners=owners, at=at, **position)


def walks(game: Position) -> list[object]:
    """Seat 1 takes a turn in which nothing happens."""
    assert game.must == [1]
    return game.rolls(1, 2) + game.ends_turn()


# Out by paying.


@pytest.mark.proves("W-07", "SRV-11", "SRV-46")
def test_610_less_the_fine_of_250_leaves_360_and_the_roll() -> None:
    game = server(opening=True)
    game.rolls(6, 6)
    game.rolls(1, 1)
    game.rolls(5, 5)  # visiting
    game.rolls(5, 5)  # parking
    game.rolls(3, 3)  # prison, with nothing paid
    game.rolls(4, 6)
    game.ends_turn()
    told = game.does(0, PayFine())
    told.one(PaidBank, seat=0, amount=250, why="fine", clause="SRV-46")
    told.one(Released, seat=0)
    assert game.cash(0) == 360
    assert game.must == [0]
    game.rolls(4, 6).one(Moved, seat=0, origin=10, space=20)


# Out by waiting.


@pytest.mark.proves("SRV-48")
def test_a_second_sentence_is_waited_in_full() -> None:
    game = prisoner(spent=1, at={1: 27})
    game.does(0, PayFine())
    game.rolls(4, 6)
    game.ends_turn()
    game.rolls(1, 2).one(Jailed, seat=1)
    game.rolls(4, 6).one(Jailed, seat=0)
    assert [seat.jail_turns for seat in game.view().seats] == [0, 0]
