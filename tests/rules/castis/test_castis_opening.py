"""The start: decks, tokens, money, the opening rolls."""

import pytest
from msgspec import to_builtins

from magnate.actions import Roll
from magnate.editions import load
from magnate.events import CardDrawn, Collected, Moved, OpeningRolled, Rolled, StarterChosen, TurnBegan
from rules.castis.kit import castis


@pytest.mark.proves("CAS-01", "AMB-29")
@pytest.mark.parametrize(("space", "deck"), [(7, 0), (17, 1)])
def test_the_cards_lie_face_down_and_shuffled(space: int, deck: int) -> None:
    first = set()
    for seed in range(24):
        game = castis(seed=seed, at={0: space - 3})
        assert to_builtins(game.view(0)) == to_builtins(castis(seed=99, at={0: space - 3}).view(0))
        first.add(game.rolls(1, 2).one(CardDrawn, deck=deck).card)
    assert len(first) > 8  # the top card is another in nearly every game


@pytest.mark.proves("CAS-02", "DP-02")
def test_there_is_a_token_of_its_own_for_each_player() -> None:
    tokens = load("castis").tokens
    assert len(set(tokens)) == len(tokens) == 8
    assert [seat.space for seat in castis(8, at={1: 5, 7: 20}).view().seats] == [0, 5, 0, 0, 0, 0, 0, 20]


@pytest.mark.proves("CAS-03", "AMB-116")
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_everybody_starts_with_1500(seats: int) -> None:
    # 2 × 500 + 2 × 100 + 2 × 50 + 6 × 20 + 5 × 10 + 5 × 5 + 5 × 1
    assert [seat.cash for seat in castis(seats, opening=True).view().seats] == [1500] * seats


@pytest.mark.proves("CAS-07", "DP-04")
def test_everybody_rolls_and_the_highest_starts() -> None:
    game = castis(3, opening=True)
    assert game.must == [0, 1, 2]
    game.rolls(2, 4).one(OpeningRolled, seat=0, dice=(2, 4))
    assert game.refusal(0, Roll()) == "NOT_ASKED"
    game.rolls(1, 1)
    told = game.rolls(4, 3)
    told.one(StarterChosen, seat=2, roll=7, clause="CAS-07")
    told.one(TurnBegan, seat=2)
    assert game.must == [2]
    assert game.view().order == [2, 0, 1]


@pytest.mark.proves("CAS-07", "AMB-02")
def test_those_tied_for_the_highest_roll_again() -> None:
    game = castis(3, opening=True)
    for dice in ((5, 4), (1, 1), (6, 3)):
        game.rolls(*dice)
    assert game.must == [0, 2]
    game.rolls(1, 1)
    game.rolls(1, 1)
    assert game.must == [0, 2]
    game.rolls(1, 2)
    game.rolls(1, 1).one(StarterChosen, seat=0, roll=3)


@pytest.mark.proves("CAS-08", "AMB-03")
def test_the_opening_roll_moves_nobody_and_the_next_one_does() -> None:
    game = castis(2, opening=True)
    game.rolls(6, 4)
    told = game.rolls(1, 2)
    assert told.none(Moved)
    assert told.none(Collected)
    assert [game.space(0), game.space(1)] == [0, 0]
    assert [game.cash(0), game.cash(1)] == [1500, 1500]
    moved = game.rolls(4, 6)
    moved.one(Rolled, seat=0, dice=(4, 6))
    moved.one(Moved, seat=0, origin=0, space=10, clause="CAS-08")
