"""The turn: two dice, the arrow, doubles, and the random next player."""

from collections import Counter
from itertools import pairwise

import pytest

from magnate.events import (
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
