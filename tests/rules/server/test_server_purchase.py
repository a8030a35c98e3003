"""Landing on free property: the first option, the same-price offer and the die that decides."""

from itertools import permutations
from typing import Any

import pytest

from magnate.actions import AcceptOffer, BuyDeed, DeclineOffer, EndTurn, RefuseDeed, Roll
from magnate.events import DeedBought, DieRolled, OfferAnswered
from magnate.testing import Position
from rules.server.kit import lands, server

ACCADEMIA = 11  # 140 $


def refused(seats: int = 4, **position: Any) -> Position:
    """Seat 0 stands on Via Accademia and has just refused it."""
    game, _ = lands(ACCADEMIA, seats, **position)
    game.does(0, RefuseDeed())
    return game


def answers(game: Position, *wanted: int) -> Position:
    """Of the others, these say yes and the rest no."""
    for seat in list(game.must):
        game.does(seat, AcceptOffer() if seat in wanted else DeclineOffer())
    return game


def throws(game: Position, seat: int, die: int) -> list[object]:
    """One die for the deed."""
    game.script(dice=[die])
    return list(game.does(seat, Roll()))


@pytest.mark.proves("AMB-70")
def test_if_nobody_wants_it_it_stays_with_the_bank() -> None:
    game = refused()
    told = game.does(2, DeclineOffer())
    told.one(OfferAnswered, seat=2, accepted=False)
    assert game.must == [1, 3]
    assert game.refusal(2, AcceptOffer()) == "NOT_ASKED"
    game.does(1, DeclineOffer())
    game.does(3, DeclineOffer())
    assert game.owner(ACCADEMIA) is None
    assert [game.cash(seat) for seat in range(4)] == [610] * 4
    assert game.must == [0]
    assert game.can(0, EndTurn())


@pytest.mark.proves("SRV-22", "AMB-70")
def test_who_lands_next_on_what_nobody_wanted_has_the_option() -> None:
    game = answers(refused(2, at={1: 8}))
    game.ends_turn()
    game.rolls(1, 2)
    game.does(1, BuyDeed()).one(DeedBought, seat=1, amount=140)


@pytest.mark.proves("AMB-70", "SRV-23", "SRV-25")
@pytest.mark.parametrize("taker", [1, 2, 3])
def test_the_only_one_who_wants_it_buys_without_a_roll(taker: int) -> None:
    game = answers(refused(), taker)
    assert game.owner(ACCADEMIA) == taker
    assert [game.cash(seat) for seat in range(4)] == [470 if seat == taker else 610 for seat in range(4)]
    assert game.must == [0]
    assert not any(isinstance(event, DieRolled) for event in game.events)


@pytest.mark.proves("AMB-70")
def test_of_two_players_the_other_simply_buys() -> None:
    game = refused(2)
    assert game.must == [1]
    game.does(1, AcceptOffer()).one(DeedBought, seat=1, deed=game.deed(ACCADEMIA), amount=140)
    assert game.owner(ACCADEMIA) == 1
    assert game.must == [0]


@pytest.mark.proves("W-09", "SRV-23", "AMB-70", "DP-15")
@pytest.mark.parametrize(("dice", "winner"), [((3, 5), 3), ((6, 1), 1)])
def test_two_of_three_who_say_yes_roll_one_die_each_and_the_higher_buys(dice: tuple[int, int], winner: int) -> None:
    game = answers(refused(), 1, 3)
    assert game.owner(ACCADEMIA) is None
    assert game.must == [1, 3]
    assert game.refusal(0, Roll()) == "NOT_ASKED"
    assert game.refusal(2, Roll()) == "NOT_ASKED"
    (first,) = throws(game, 1, dice[0])
    assert first == DieRolled(seat=1, die=dice[0], clause="SRV-24")
    assert game.must == [3]
    assert game.refusal(1, Roll()) == "NOT_ASKED"
    rolled, bought = throws(game, 3, dice[1])
    assert isinstance(rolled, DieRolled)
    assert bought == DeedBought(seat=winner, deed=game.deed(ACCADEMIA), amount=140, clause="SRV-24")
    assert [game.cash(seat) for seat in range(4)] == [470 if seat == winner else 610 for seat in range(4)]
    assert game.must == [0]
    assert game.can(0, EndTurn())


@pytest.mark.proves("SRV-24", "AMB-82", "DP-15")
@pytest.mark.parametrize("dice", list(permutations((2, 4, 5))))
def test_if_all_the_others_want_it_the_highest_die_may_buy_it(dice: tuple[int, int, int]) -> None:
    game = answers(refused(), 1, 2, 3)
    assert game.must == [1, 2, 3]
    for seat, die in zip((1, 2, 3), dice, strict=True):
        assert game.owner(ACCADEMIA) is None
        throws(game, seat, die)
    assert game.owner(ACCADEMIA) == 1 + dice.index(5)
    assert game.cash(1 + dice.index(5)) == 470


@pytest.mark.proves("AMB-70", "DP-15")
def test_ties_among_the_highest_roll_again_and_only_they() -> None:
    game = answers(refused(), 1, 2, 3)
    for seat, die in ((1, 6), (2, 6), (3, 5)):
        throws(game, seat, die)
    assert game.owner(ACCADEMIA) is None
    assert game.must == [1, 2]
    assert game.refusal(3, Roll()) == "NOT_ASKED"
    throws(game, 2, 1)
    throws(game, 1, 1)
    assert game.must == [1, 2]  # tied once more
    throws(game, 1, 1)
    throws(game, 2, 2)  # below the 5 of seat 3, which is out of it
    assert game.owner(ACCADEMIA) == 2
    assert [game.cash(seat) for seat in range(4)] == [610, 610, 470, 610]


@pytest.mark.proves("AMB-70")
def test_a_tie_below_the_highest_die_does_not_matter() -> None:
    game = answers(refused(), 1, 2, 3)
    for seat, die in ((1, 1), (2, 4), (3, 1)):
        throws(game, seat, die)
    assert game.owner(ACCADEMIA) == 2


@pytest.mark.proves("AMB-70")
def test_a_new_roll_off_knows_nothing_of_the_last() -> None:
    game = answers(refused(at={1: 11}, next_seats=[1]), 1, 2, 3)
    for seat, die in ((1, 1), (2, 6), (3, 2)):
        throws(game, seat, die)
    game.ends_turn()
    game.rolls(1, 2)  # seat 1 on Piazza Università
    game.does(1, RefuseDeed())
    answers(game, 0, 3)
    throws(game, 3, 3)
    throws(game, 0, 2)
    assert game.owner(14) == 3


@pytest.mark.proves("SRV-23", "SRV-49")
def test_prisoners_are_asked_and_the_bankrupt_are_not() -> None:
    game = refused(jail={1: 0}, out=[2])
    assert game.must == [1, 3]
    answers(game, 1)
    assert game.owner(ACCADEMIA) == 1
    assert game.in_jail(1)


@pytest.mark.proves("SRV-19", "SRV-23")
def test_the_offer_interrupts_a_double_and_the_player_rolls_again_afterwards() -> None:
    game = server(at={0: 9})
    game.rolls(1, 1)
    game.does(0, RefuseDeed())
    game.does(1, AcceptOffer())
    assert game.must == [0]
    assert not game.can(0, EndTurn())
    game.rolls(4, 5)
    assert game.space(0) == 20
