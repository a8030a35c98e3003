"""The turn: doubles, three doubles, what ends it."""

from typing import Any

import pytest

from magnate.actions import BuyDeed, EndTurn, RefuseDeed, Roll
from magnate.events import CardDrawn, Collected, Event, Jailed, Moved, PaidBank, Rested, Rolled, TurnBegan, TurnEnded
from rules.clasico.kit import all_pass, table


@pytest.mark.proves("CLA-23", "DP-06")
def test_after_a_double_the_square_is_played_and_then_the_player_rolls_again() -> None:
    game = table(2)
    game.rolls(3, 3)  # Glorieta Cuatro Caminos, free to buy
    assert not game.can(0, Roll())  # first what the square requires
    game.does(0, BuyDeed())
    assert game.must == [0]
    assert game.refusal(0, EndTurn()) == "WRONG_MOMENT"  # the second roll is no choice
    told = game.rolls(1, 3)
    told.one(Moved, seat=0, origin=6, space=10)
    assert game.refusal(0, Roll()) == "WRONG_MOMENT"  # no double, no third roll
    game.ends_turn()
    assert game.must == [1]


@pytest.mark.proves("CLA-23", "CLA-29")
def test_after_a_double_and_an_auction_the_same_player_rolls_again() -> None:
    game = table(3)
    game.rolls(3, 3)
    game.does(0, RefuseDeed())
    all_pass(game)
    assert game.must == [0]
    assert game.can(0, Roll())
    assert not game.can(0, EndTurn())


@pytest.mark.proves("CLA-24", "CLA-58", "AMB-07")
def test_the_third_double_in_a_row_goes_straight_to_jail_without_moving() -> None:
    game = table(2, at={0: "Cárcel"})
    game.rolls(5, 5)  # parking
    game.rolls(6, 6)  # 32, Calle Alcalá
    game.does(0, BuyDeed())
    told = game.rolls(5, 5)  # would pass SALIDA to Arca Comunal
    told.one(Rolled, seat=0, dice=(5, 5))
    told.one(Jailed, seat=0)
    assert told.none(Moved)
    assert told.none(Collected)
    assert told.none(CardDrawn)
    assert game.space(0) == 10
    assert game.in_jail(0)
    assert game.cash(0) == 1500 - 300
    assert game.must == [1]  # and the turn is over


@pytest.mark.proves("CLA-24", "CLA-58")
def test_two_doubles_and_an_ordinary_roll_are_three_moves() -> None:
    game = table(2)
    game.rolls(5, 5)
    game.rolls(5, 5)
    told = game.rolls(6, 5)
    told.one(Moved, seat=0, origin=20, space=31)
    assert told.none(Jailed)


@pytest.mark.proves("CLA-24")
def test_doubles_of_different_turns_do_not_add_up() -> None:
    game = table(2)
    game.rolls(5, 5)
    game.rolls(4, 6)  # parking, one double so far
    game.ends_turn()
    game.rolls(4, 6)
    game.ends_turn()
    game.rolls(6, 6)  # 32, the second double
    game.does(0, BuyDeed())
    told = game.rolls(1, 1)  # 34, the third double, but the second of this turn
    told.one(Moved, seat=0, origin=32, space=34)
    assert not game.in_jail(0)


@pytest.mark.proves("CLA-23", "CLA-59")
def test_a_double_that_ends_on_go_to_jail_gives_no_further_roll() -> None:
    game = table(2, at={0: "Parking gratuito"})
    told = game.rolls(5, 5)
    told.one(Jailed, seat=0)
    told.one(TurnBegan, seat=1)
    assert game.must == [1]


@pytest.mark.proves("CLA-22")
@pytest.mark.parametrize(
    ("start", "roll", "kind", "fields"),
    [
        ("SALIDA", (1, 3), PaidBank, {"amount": 200, "why": "tax"}),
        ("SALIDA", (3, 4), CardDrawn, {"deck": 0}),
        ("Cárcel", (3, 4), CardDrawn, {"deck": 1}),
        ("Avenida de América", (4, 5), Jailed, {}),
        ("Cárcel", (4, 6), Rested, {"space": 20}),
        ("Gran Vía", (2, 4), Collected, {"amount": 200, "why": "salary"}),
        ("SALIDA", (4, 6), Rested, {"space": 10}),
    ],
    ids=["tax", "chance", "chest", "go to jail", "parking", "salida", "visiting"],
)
def test_the_square_decides_what_follows(
    start: str, roll: tuple[int, int], kind: type[Event], fields: dict[str, Any]
) -> None:
    game = table(2, at={0: start})
    game.rolls(*roll).one(kind, seat=0, **fields)


@pytest.mark.proves("DP-10", "CLA-19")
def test_the_player_ends_the_turn_only_after_rolling() -> None:
    game = table(2, at={0: "Cárcel"})
    assert game.refusal(0, EndTurn()) == "WRONG_MOMENT"
    game.rolls(4, 6)
    assert game.refusal(1, EndTurn()) == "NOT_ASKED"
    told = game.ends_turn()
    told.one(TurnEnded, seat=0)
    told.one(TurnBegan, seat=1)
