"""Expòpoli(s), «Inizio del gioco», «Indennità»: moving, doubles, whose turn it is, the pay at VIA!, the spaces."""

import pytest

from magnate.actions import BuyDeed, EndTurn, Roll
from magnate.events import (
    CardDrawn,
    Collected,
    Jailed,
    Moved,
    PaidBank,
    RentClaimed,
    Rested,
    Rolled,
    TurnBegan,
    TurnEnded,
)
from magnate.testing import EventList
from rules.expopolis.milan import VIOLET, all_of, kinds, milan


@pytest.mark.proves("EXP-06", "EXP-23", "DP-05")
@pytest.mark.parametrize(("dice", "space"), [((1, 2), 3), ((4, 1), 5), ((6, 5), 11), ((6, 4), 10)])
def test_the_token_advances_by_the_total_of_two_dice(dice: tuple[int, int], space: int) -> None:
    game = milan()
    told = game.rolls(*dice)
    told.one(Rolled, seat=0, dice=dice)
    told.one(Moved, seat=0, origin=0, space=space)
    assert game.space(0) == space


@pytest.mark.proves("EXP-04", "EXP-23")
def test_a_token_goes_round_the_board_and_only_its_own_player_moves_it() -> None:
    game = milan(3, at={0: "Stazione Lambrate", 1: "Fiera", 2: "Isola"})
    game.rolls(4, 6)  # 35 + 10 - 40
    assert [game.space(seat) for seat in range(3)] == [5, 16, 26]


@pytest.mark.proves("EXP-24", "DP-10")
def test_the_dice_pass_to_the_left_round_the_table() -> None:
    game = milan(3, rolled=True)
    seats = []
    for _ in range(4):
        told = game.ends_turn()
        told.one(TurnEnded)
        seats.append(told.one(TurnBegan).seat)
        game.script(dice=[(6, 4)])  # to the free parking
        game.state.at[seats[-1]] = 10
        game.does(seats[-1], Roll())
    assert seats == [1, 2, 0, 1]


@pytest.mark.proves("EXP-24", "EXP-89")
def test_a_retired_player_is_passed_over() -> None:
    game = milan(4, out=[1, 2], rolled=True)
    game.ends_turn().one(TurnBegan, seat=3)
    assert game.must == [3]


@pytest.mark.proves("EXP-24")
def test_only_the_player_on_turn_rolls_and_ends_the_turn() -> None:
    game = milan(3)
    assert game.must == [0]
    assert not game.can(1, Roll())
    game.rolls(4, 6)
    assert not game.can(0, Roll())
    assert not game.can(1, EndTurn())
    game.ends_turn()
    assert not game.can(0, Roll())
    assert game.can(1, Roll())
    assert not game.can(1, EndTurn())


@pytest.mark.proves("EXP-25")
def test_tokens_share_a_space_without_effect() -> None:
    game = milan(3, at={1: "Posteggio Bici Gratuito", 2: "Posteggio Bici Gratuito", 0: 13})
    told = game.rolls(3, 4)
    assert kinds(told) == [Rolled, Moved, Rested]
    assert [game.space(seat) for seat in range(3)] == [20, 20, 20]
    assert [game.cash(seat) for seat in range(3)] == [100_000] * 3


@pytest.mark.proves("EXP-26")
@pytest.mark.parametrize(
    ("start", "question"),
    [
        pytest.param(9, "buy", id="an unowned lot"),
        pytest.param(18, "buy", id="an unowned station"),
        pytest.param(5, "buy", id="an unowned company"),
        pytest.param(10, "card", id="Probabilità"),
        pytest.param(15, "card", id="Imprevisti"),
        pytest.param(13, "turn", id="the free parking"),
    ],
)
def test_the_landing_space_decides_what_follows(start: int, question: str) -> None:
    game = milan(at={0: start})
    game.rolls(3, 4)
    asked = game.view(0).question
    assert asked is not None
    assert asked.type == question


@pytest.mark.proves("EXP-26")
def test_owned_property_brings_rent_a_tax_brings_payment_the_hat_brings_prison() -> None:
    game = milan(at={0: 9}, owners={"Fiera": 1})
    game.rolls(3, 4)
    game.claims(1).one(RentClaimed, owner=1, debtor=0, amount=1_400)
    game = milan(at={0: 37})
    game.rolls(3, 4)  # past VIA! to the tax
    assert game.cash(0) == 100_000 + 20_000 - 20_000
    milan(at={0: 23}).rolls(3, 4).one(Jailed, seat=0)


@pytest.mark.proves("EXP-49", "EXP-26")
def test_the_free_parking_has_no_effect_until_the_next_roll() -> None:
    game = milan(at={0: 13})
    assert kinds(game.rolls(3, 4)) == [Rolled, Moved, Rested]
    assert game.cash(0) == 100_000
    game.ends_turn()
    game.rolls(4, 6)
    game.ends_turn()
    told = game.rolls(4, 6)  # on to the hat, from where it stood
    told.one(Moved, seat=0, origin=20, space=30)


@pytest.mark.proves("AMB-04")
def test_nothing_happens_on_ones_own_property() -> None:
    game = milan(at={0: 9}, owners={"Fiera": 0})
    assert kinds(game.rolls(3, 4)) == [Rolled, Moved]
    assert game.can(0, EndTurn())
    assert game.cash(0) == 100_000


# Doubles.


@pytest.mark.proves("EXP-27", "DP-06")
def test_after_a_double_one_bears_the_space_and_must_roll_again() -> None:
    game = milan()
    game.rolls(3, 3)  # Maciachini
    assert not game.can(0, Roll())  # first the landing
    game.does(0, BuyDeed())
    assert game.must == [0]
    assert game.refusal(0, EndTurn()) == "WRONG_MOMENT"
    assert game.can(0, Roll())
    game.rolls(1, 3)  # to San Vittore, visiting
    assert game.space(0) == 10
    assert not game.can(0, Roll())
    assert game.can(0, EndTurn())


@pytest.mark.proves("EXP-27")
def test_without_a_double_there_is_no_second_roll() -> None:
    game = milan(at={0: 3})
    game.rolls(3, 4)
    assert game.refusal(0, Roll()) == "WRONG_MOMENT"
    assert game.can(0, EndTurn())


@pytest.mark.proves("EXP-28", "EXP-56", "EXP-57", "AMB-07", "AMB-06")
def test_the_third_double_is_not_moved_but_leads_straight_to_san_vittore() -> None:
    game = milan(at={0: 35}, owners=all_of(VIOLET, 0))
    assert game.rolls(1, 1).none(Jailed)
    assert game.rolls(1, 1).none(Jailed)
    assert game.space(0) == 39
    told = game.rolls(1, 1)  # moved, it would pass VIA!
    told.one(Jailed, seat=0)
    assert told.none(Moved)
    assert told.none(Collected)
    assert game.in_jail(0)
    assert game.space(0) == 10
    assert game.cash(0) == 100_000
    told.one(TurnBegan, seat=1)
    assert game.must == [1]


@pytest.mark.proves("EXP-28")
def test_two_doubles_and_another_roll_are_no_three_doubles() -> None:
    game = milan(at={0: 35}, owners=all_of(VIOLET, 0))
    game.rolls(1, 1)
    game.rolls(1, 1)
    assert game.rolls(6, 5).none(Jailed)  # 39 + 11: visiting
    assert game.space(0) == 10
    assert not game.in_jail(0)
    assert game.can(0, EndTurn())


@pytest.mark.proves("EXP-28")
def test_doubles_of_an_earlier_turn_do_not_count() -> None:
    game = milan(at={0: 35, 1: 10}, owners=all_of(VIOLET, 0))
    for dice in [(1, 1), (1, 1), (6, 5)]:
        game.rolls(*dice)
    game.ends_turn()
    game.rolls(4, 6)
    game.ends_turn()
    assert game.rolls(5, 5).none(Jailed)
    assert game.space(0) == 20
    assert game.can(0, Roll())


@pytest.mark.proves("AMB-06", "EXP-54")
def test_prison_ends_the_turn_even_after_a_double() -> None:
    game = milan(at={0: 28})
    told = game.rolls(1, 1)
    told.one(Jailed, seat=0)
    told.one(TurnBegan, seat=1)
    assert not game.can(0, Roll())
    assert game.must == [1]


# VIA!


@pytest.mark.proves("EXP-29", "AMB-53", "EXP-20")
@pytest.mark.parametrize(("start", "pay"), [(30, 20_000), (31, 20_000), (29, 0)])
def test_landing_on_or_passing_via_pays_20000_once(start: int, pay: int) -> None:
    game = milan(at={0: start}, owners={"Montenapoleone": 0, "Parco Lambro": 0})
    told = game.rolls(4, 6)
    assert game.cash(0) == 100_000 + pay
    assert [event.amount for event in told.of(Collected, why="salary")] == ([pay] if pay else [])
    assert game.edition.money(20_000) == "E.20.000"


@pytest.mark.proves("EXP-29", "AMB-03")
def test_leaving_via_pays_nothing() -> None:
    game = milan()
    game.rolls(4, 6)
    assert game.cash(0) == 100_000


@pytest.mark.proves("EXP-29", "AMB-13")
def test_via_pays_each_time_even_twice_in_a_turn() -> None:
    game = milan(at={0: 33})
    told = game.draws("P1", 4, 5)  # past VIA! to Probabilità, whose card leads on to VIA!
    assert [event.amount for event in told.of(Collected, why="salary")] == [20_000, 20_000]
    assert game.space(0) == 0
    assert game.cash(0) == 140_000


@pytest.mark.proves("AMB-13")
@pytest.mark.parametrize(
    ("card", "start", "target", "pay"),
    [("I8", 29, 11, 20_000), ("I5", 15, 25, 0), ("I5", 29, 25, 20_000), ("I7", 0, 24, 0), ("I15", 15, 0, 20_000)],
)
def test_a_card_that_moves_forward_past_via_brings_the_pay(card: str, start: int, target: int, pay: int) -> None:
    game = milan(at={0: start}, owners=dict.fromkeys([11, 24, 25], 0))
    game.draws(card, 3, 4)
    assert game.space(0) == target
    assert game.cash(0) == 100_000 + pay


@pytest.mark.proves("AMB-12")
@pytest.mark.parametrize(("card", "start", "target"), [("P7", 10, 1), ("P7", 26, 1), ("I10", 15, 19)])
def test_moving_backwards_brings_no_pay(card: str, start: int, target: int) -> None:
    game = milan(at={0: start}, owners={"Parco Lambro": 0, "Area Expo": 0})
    told = game.draws(card, 3, 4)
    assert told.none(Collected)
    assert game.space(0) == target
    assert game.cash(0) == 100_000


@pytest.mark.proves("AMB-13", "EXP-43")
def test_the_space_a_card_leads_to_is_borne_like_any_other() -> None:
    game = milan()
    told = game.draws("I10", 3, 4)  # Imprevisti on 7, back to the tax on 4
    told.one(PaidBank, seat=0, amount=20_000, why="tax")
    game = milan(at={0: 29})
    told = game.draws("I10", 3, 4)  # Imprevisti on 36, back to Probabilità on 33
    assert len(told.of(CardDrawn)) == 2
    assert game.must == [0]


@pytest.mark.proves("DP-10", "DP-05")
def test_the_turn_waits_for_its_player_before_and_after_the_roll() -> None:
    game = milan(at={0: 3})
    assert game.must == [0]
    assert not game.can(0, EndTurn())
    told = EventList(game.rolls(3, 4))
    assert told.none(TurnEnded)
    assert game.must == [0]
    game.ends_turn().one(TurnEnded, seat=0)
