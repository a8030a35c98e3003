"""Before the first turn: pawns, money, decks, the Bank, and who starts."""

from collections import Counter

import pytest

from magnate.actions import Roll
from magnate.events import Collected, Moved, OpeningRolled, Rolled, StarterChosen, TurnBegan
from magnate.testing import Position
from rules.clasico.kit import deck_order, own, purses, table


@pytest.mark.proves("CLA-11", "CLA-13", "CLA-14")
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_everybody_starts_on_salida_with_1500_and_the_bank_keeps_the_rest(seats: int) -> None:
    game = Position("clasico", seats, opening=True)
    view = game.view()
    assert [player.space for player in view.seats] == [0] * seats
    assert purses(game) == [1500] * seats
    assert [deed.owner for deed in view.deeds] == [None] * 28
    assert (view.houses, view.hotels) == (32, 12)
    assert [player.cards for player in view.seats] == [[]] * seats


@pytest.mark.proves("CLA-10")
def test_both_decks_are_whole_and_shuffled_apart() -> None:
    chance, chest = {f"CA{n}" for n in range(1, 17)}, {f"AC{n}" for n in range(1, 17)}
    orders = set()
    for seed in range(1, 6):
        game = Position("clasico", 2, opening=True, seed=seed)
        assert set(deck_order(game, 0)) == chance
        assert set(deck_order(game, 1)) == chest
        assert Counter(map(len, (deck_order(game, 0), deck_order(game, 1)))) == {16: 2}
        orders |= {tuple(deck_order(game, 0)), tuple(deck_order(game, 1))}
    assert len(orders) == 10  # ten decks, ten orders


@pytest.mark.proves("CLA-12", "CLA-17", "AMB-51")
def test_no_seat_is_the_bank_and_the_bank_never_runs_dry() -> None:
    game = table(8, cash=dict.fromkeys(range(8), 100000), at={0: "Impuesto de lujo"})
    told = game.rolls(1, 1)  # onto SALIDA: the Bank pays, no seat does
    told.one(Collected, seat=0, amount=200, why="salary")
    assert purses(game) == [100_200, *[100_000] * 7]  # far more than any box of notes holds


@pytest.mark.proves("CLA-18", "AMB-03", "DP-04")
def test_everybody_rolls_both_dice_and_the_highest_total_begins() -> None:
    game = Position("clasico", 3, opening=True, dice=[(1, 3), (6, 5), (2, 6)])
    assert game.must == [0, 1, 2]
    told = game.does(0, Roll())
    told.one(OpeningRolled, seat=0, dice=(1, 3))
    assert game.must == [1, 2]
    assert game.refusal(0, Roll()) == "NOT_ASKED"
    assert game.does(1, Roll()).none(StarterChosen)
    told = game.does(2, Roll())
    told.one(StarterChosen, seat=1, roll=11)
    told.one(TurnBegan, seat=1)
    assert game.must == [1]
    # The opening roll moves nobody, and standing on SALIDA pays nothing.
    assert not [event for event in game.events if isinstance(event, Moved | Collected | Rolled)]
    assert [game.space(seat) for seat in range(3)] == [0, 0, 0]
    assert purses(game) == [1500] * 3


@pytest.mark.proves("CLA-18")
def test_the_opening_rolls_may_come_in_any_order() -> None:
    game = Position("clasico", 3, opening=True, dice=[(6, 6), (1, 1), (1, 2)])
    for seat in (2, 0, 1):
        game.does(seat, Roll())
    assert game.view().turn == 2  # seat 2 rolled first, and twelve


@pytest.mark.proves("AMB-02")
def test_only_those_tied_for_the_highest_roll_again_until_one_is_highest() -> None:
    game = Position("clasico", 4, opening=True, dice=[(4, 5), (3, 6), (1, 1), (1, 1)])
    for seat in range(4):
        game.does(seat, Roll())
    assert game.must == [0, 1]  # nine and nine; the two twos below do not matter
    assert game.refusal(2, Roll()) == "NOT_ASKED"
    game.script(dice=[(2, 2), (1, 3)])
    game.does(0, Roll())
    game.does(1, Roll())
    assert game.must == [0, 1]  # four and four
    game.script(dice=[(1, 1), (1, 2)])
    game.does(0, Roll())
    told = game.does(1, Roll())
    told.one(StarterChosen, seat=1, roll=3)


@pytest.mark.proves("AMB-02")
def test_a_later_lower_roll_of_a_tied_player_does_not_let_a_third_start() -> None:
    game = Position("clasico", 3, opening=True, dice=[(6, 6), (6, 6), (5, 6), (1, 1), (1, 2)])
    for seat in range(3):
        game.does(seat, Roll())
    assert game.must == [0, 1]
    game.does(0, Roll())
    game.does(1, Roll()).one(StarterChosen, seat=1, roll=3)  # seat 2 had eleven, but was not among the highest


@pytest.mark.proves("CLA-19")
def test_the_turn_passes_to_the_left_all_round_from_the_starter() -> None:
    game = Position("clasico", 3, opening=True, dice=[(1, 1), (1, 2), (6, 6)])
    for seat in range(3):
        game.does(seat, Roll())
    turns = [game.view().turn]
    for _ in range(4):
        game.rolls(4, 6)  # onto just visiting, then parking: nothing to do
        game.ends_turn()
        turns.append(game.view().turn)
    assert turns == [2, 0, 1, 2, 0]
    assert game.view().order == [2, 0, 1]


@pytest.mark.proves("CLA-08", "CLA-20", "CLA-21")
def test_two_dice_move_the_pawn_along_the_arrow_and_pawns_may_share_a_square() -> None:
    game = table(3, at={0: "Estación de Goya", 1: "Cárcel", 2: "Cárcel"})
    told = game.rolls(1, 4)
    told.one(Rolled, seat=0, dice=(1, 4))
    told.one(Moved, seat=0, origin=5, space=10)
    assert [game.space(seat) for seat in range(3)] == [10, 10, 10]


@pytest.mark.proves("CLA-20")
def test_only_the_player_on_turn_rolls_and_only_once() -> None:
    game = table(2, owners=own(0, "Estación de Goya"))
    assert not game.can(1, Roll())
    game.rolls(2, 3)  # one's own station
    assert game.refusal(0, Roll()) == "WRONG_MOMENT"
    assert not game.can(1, Roll())
    game.ends_turn()
    assert game.can(1, Roll())
    assert not game.can(0, Roll())
