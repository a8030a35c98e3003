"""The turn: two dice, the arrow, doubles, and the random next player."""

from collections import Counter
from itertools import pairwise, product

import pytest

from magnate.actions import BuyDeed, EndTurn, RefuseDeed, Roll
from magnate.events import (
    Collected,
    Jailed,
    Moved,
    PaidBank,
    PaidPlayer,
    Rested,
    Rolled,
    TurnBegan,
    TurnEnded,
    WentBankrupt,
)
from magnate.testing import BadPosition
from rules.server.kit import lands, long_game, server


@pytest.mark.proves("SRV-04")
def test_movement_is_decided_by_two_dice_of_six_faces() -> None:
    rolls = [event.dice for event in long_game(4) if isinstance(event, Rolled)]
    assert {first for first, _ in rolls} == set(range(1, 7))
    assert {second for _, second in rolls} == set(range(1, 7))
    assert len(set(rolls)) == 36


@pytest.mark.proves("SRV-15")
def test_the_token_moves_by_the_total_in_the_direction_of_the_arrow() -> None:
    for one, two in product(range(1, 7), repeat=2):
        game = server(at={0: 8})
        game.rolls(one, two).one(Moved, seat=0, origin=8, space=8 + one + two)
        assert game.space(0) == 8 + one + two
        assert game.space(1) == 0


@pytest.mark.proves("SRV-15", "SRV-21", "AMB-81")
@pytest.mark.parametrize(
    ("start", "dice", "space", "pay"),
    [(36, (1, 3), 0, 200), (38, (2, 1), 1, 200), (34, (6, 3), 3, 200), (34, (2, 3), 39, 0), (0, (4, 6), 10, 0)],
)
def test_landing_on_or_passing_via_pays_200_once(start: int, dice: tuple[int, int], space: int, pay: int) -> None:
    game = server(at={0: start}, owners={1: 0, 3: 0, 39: 0})
    told = game.rolls(*dice)
    assert game.space(0) == space
    assert [event.amount for event in told.of(Collected, seat=0, why="salary")] == [pay] * (pay > 0)
    assert game.cash(0) == 610 + pay
    assert game.cash(1) == 610


# Who follows.


@pytest.mark.proves("SRV-16", "AMB-67")
@pytest.mark.parametrize("drawn", [0, 1, 3])
def test_the_next_turn_goes_to_the_player_drawn(drawn: int) -> None:
    game = server(4, turn=2, rolled=True, next_seats=[drawn])
    told = game.ends_turn()
    told.one(TurnEnded, seat=2)
    told.one(TurnBegan, seat=drawn)
    assert game.must == [drawn]


@pytest.mark.proves("SRV-16", "AMB-67")
def test_the_draw_is_even_among_the_others_and_never_falls_on_who_just_played() -> None:
    turns = [event.seat for event in long_game(4) if isinstance(event, TurnBegan)]
    followers = Counter(pairwise(turns))
    assert set(followers) == {(seat, other) for seat in range(4) for other in range(4) if seat != other}
    expected = len(turns) / 12
    assert expected > 60
    assert all(0.6 * expected < count < 1.4 * expected for count in followers.values())


@pytest.mark.proves("AMB-67")
def test_who_just_played_and_who_is_bankrupt_are_not_in_the_draw() -> None:
    for seed in range(12):
        game = server(4, rolled=True, out=[3], seed=seed)
        game.ends_turn()
        assert game.must in ([1], [2])
    for unwanted in (0, 3):
        game = server(4, rolled=True, out=[3], next_seats=[unwanted])
        with pytest.raises(BadPosition, match="cannot come"):
            game.ends_turn()


@pytest.mark.proves("AMB-67")
def test_prisoners_are_in_the_draw() -> None:
    game = server(3, rolled=True, jail={2: 0}, next_seats=[2])
    game.ends_turn().one(TurnBegan, seat=2)
    assert game.must == [2]


@pytest.mark.proves("AMB-67")
def test_two_players_simply_alternate() -> None:
    turns = [event.seat for event in long_game(2, 400) if isinstance(event, TurnBegan)]
    assert len(turns) > 50
    assert all(seat != other for seat, other in pairwise(turns))


@pytest.mark.proves("AMB-67", "SRV-19")
def test_turns_are_counted_by_player_and_not_by_roll() -> None:
    game = server(at={1: 17})
    assert game.view().turns == 1
    game.rolls(5, 5)
    game.rolls(4, 6)
    game.ends_turn()
    assert game.view().turns == 2
    game.rolls(1, 2)
    game.ends_turn()
    assert (game.view().turns, game.view().turn) == (3, 0)


@pytest.mark.proves("AMB-49")
def test_after_a_bankruptcy_on_turn_another_player_is_drawn() -> None:
    for drawn in (1, 3):
        game, _ = lands(4, 4, cash={0: 0}, next_seats=[drawn])
        told = game.does(0, game.default_action(0))
        told.one(WentBankrupt, seat=0)
        told.one(TurnBegan, seat=drawn)


# The landing.


@pytest.mark.proves("SRV-18")
@pytest.mark.parametrize(
    ("space", "question"), [(11, "buy"), (15, "buy"), (12, "buy"), (7, "card"), (17, "card"), (38, "debt")]
)
def test_the_square_decides_what_is_asked(space: int, question: str) -> None:
    game, _ = lands(space, cash={0: 0})
    asked = game.view().question
    assert asked is not None
    assert asked.type == question
    assert game.must == [0]


@pytest.mark.proves("SRV-18", "SRV-38")
def test_parking_has_no_consequence() -> None:
    game, told = lands(20)
    told.one(Rested, seat=0, space=20)
    assert [type(event) for event in told] == [Rolled, Moved, Rested]
    assert [game.cash(0), game.cash(1)] == [610, 610]
    assert game.can(0, EndTurn())
    game.ends_turn()
    game.rolls(2, 2)  # seat 1 pays the wealth tax; nothing more befalls seat 0
    assert game.cash(0) == 610
    assert game.space(0) == 20


@pytest.mark.proves("SRV-17")
def test_several_tokens_may_stand_on_one_square_without_effect() -> None:
    game, _ = lands(20, 3, at={1: 20, 2: 20})
    assert [game.space(seat) for seat in range(3)] == [20, 20, 20]
    assert [game.cash(seat) for seat in range(3)] == [610, 610, 610]
    shared, rent = lands(11, 3, at={1: 11, 2: 11}, owners={11: 1})
    rent.one(PaidPlayer, seat=0, other=1, amount=10)
    assert [shared.cash(seat) for seat in range(3)] == [600, 620, 610]


@pytest.mark.proves("DP-05", "DP-10")
def test_a_turn_is_a_roll_and_then_an_end() -> None:
    game = server(at={0: 17})
    assert game.can(0, Roll())
    assert game.refusal(0, EndTurn()) == "WRONG_MOMENT"
    assert game.refusal(1, Roll()) == "NOT_ASKED"
    game.rolls(1, 2)
    assert game.refusal(0, Roll()) == "WRONG_MOMENT"
    assert game.can(0, EndTurn())
    assert game.refusal(1, EndTurn()) == "NOT_ASKED"


# Doubles.


@pytest.mark.proves("SRV-19", "DP-06", "AMB-67")
def test_after_a_double_one_bears_the_square_and_must_roll_again_in_the_same_turn() -> None:
    game = server(3)
    told = game.rolls(2, 2)
    told.one(PaidBank, seat=0, amount=200, why="tax")
    assert told.none(TurnBegan)
    assert game.must == [0]
    assert game.refusal(0, EndTurn()) == "WRONG_MOMENT"
    again = game.rolls(5, 1)
    again.one(Moved, seat=0, origin=4, space=10)
    assert game.can(0, EndTurn())
    assert game.refusal(0, Roll()) == "WRONG_MOMENT"


@pytest.mark.proves("SRV-19")
@pytest.mark.parametrize("answer", [BuyDeed(), RefuseDeed()])
def test_the_square_of_a_double_is_settled_before_the_second_roll(answer: BuyDeed | RefuseDeed) -> None:
    game = server()
    game.rolls(3, 3)
    assert game.refusal(0, Roll()) == "WRONG_MOMENT"
    game.does(0, answer)
    if isinstance(answer, RefuseDeed):
        game.does(1, game.default_action(1))
    assert game.must == [0]
    assert game.can(0, Roll())
    assert not game.can(0, EndTurn())


@pytest.mark.proves("SRV-19")
def test_equal_totals_that_are_no_double_give_no_second_roll() -> None:
    game = server(at={0: 6})
    game.rolls(1, 3)
    assert game.can(0, EndTurn())
    assert not game.can(0, Roll())


@pytest.mark.proves("SRV-20", "SRV-43", "SRV-44", "AMB-07")
def test_the_third_double_in_a_row_leads_to_prison_without_moving() -> None:
    game = server(at={0: 18}, owners={28: 0})
    game.rolls(1, 1)
    game.rolls(4, 4)
    assert game.space(0) == 28
    told = game.rolls(6, 6)  # would reach VIA!
    told.one(Rolled, seat=0, dice=(6, 6))
    told.one(Jailed, seat=0)
    assert told.none(Moved)
    assert told.none(Collected)
    assert game.space(0) == 10
    assert game.in_jail(0)
    assert game.cash(0) == 610
    assert game.must == [1]


@pytest.mark.proves("SRV-20")
def test_two_doubles_and_another_roll_are_no_offence_and_the_count_starts_anew_each_turn() -> None:
    game = server(at={0: 0, 1: 17})
    game.rolls(5, 5)
    game.rolls(5, 5)
    told = game.rolls(4, 6)  # the carabiniere, for a change: no double, but square 30
    told.one(Moved, seat=0, origin=20, space=30)
    told.one(Jailed, seat=0, clause="SRV-41")
    other = server(at={0: 0, 1: 17}, owners={23: 0, 29: 0})
    other.rolls(5, 5)
    other.rolls(5, 5)
    assert other.rolls(1, 2).none(Jailed)
    other.ends_turn()
    other.rolls(1, 2)
    other.ends_turn()
    told = other.rolls(3, 3)
    assert told.none(Jailed)
    told.one(Moved, seat=0, origin=23, space=29)


@pytest.mark.proves("AMB-06")
def test_prison_ends_the_turn_even_after_a_double() -> None:
    game = server(at={0: 26})
    told = game.rolls(2, 2)
    told.one(Jailed, seat=0)
    told.one(TurnBegan, seat=1)
    assert game.must == [1]
    assert not game.can(0, Roll())
