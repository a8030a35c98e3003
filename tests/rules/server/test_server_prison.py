"""Prison: three ways in; pay, use a card or wait two turns to get out."""

from typing import Any

import pytest

from magnate.actions import (
    AcceptDeal,
    Action,
    BuyDeed,
    Concede,
    EndTurn,
    Mortgage,
    PayFine,
    ProposeDeal,
    Roll,
    UseCard,
    Wait,
)
from magnate.events import (
    Collected,
    Jailed,
    Moved,
    PaidBank,
    Released,
    Rested,
    Rolled,
    Stayed,
    TurnBegan,
)
from magnate.testing import Position
from rules.server.kit import before, build, lands, sell, server

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


# In.


@pytest.mark.proves("SRV-41", "SRV-44", "AMB-06")
def test_the_carabiniere_sends_to_prison_and_the_turn_is_over() -> None:
    game, told = lands(30)
    told.one(Moved, seat=0, space=30)
    told.one(Jailed, seat=0, clause="SRV-41")
    told.one(TurnBegan, seat=1)
    assert told.none(Collected)
    assert game.space(0) == 10
    assert game.in_jail(0)
    assert not game.in_jail(1)
    assert game.cash(0) == 610
    assert game.must == [1]
    for action in (PayFine(), Wait(), Roll()):  # AMB-11: not in the same turn
        assert not game.can(0, action)


@pytest.mark.proves("SRV-42", "SRV-44", "AMB-06")
@pytest.mark.parametrize(("card", "space"), [("I14", 36), ("I14", 7), ("P6", 33), ("P6", 17)])
def test_a_card_sends_to_prison_without_the_200(card: str, space: int) -> None:
    game = server(at={0: before(space)})
    told = game.draws(card, 1, 2)
    told.one(Jailed, seat=0, clause="SRV-42")
    assert told.none(Collected)
    assert [game.space(0), game.in_jail(0), game.cash(0)] == [10, True, 610]
    assert game.must == [1]


@pytest.mark.proves("SRV-43")
def test_three_doubles_in_a_row_send_to_prison() -> None:
    game = server()
    game.rolls(5, 5)
    game.rolls(5, 5)
    assert not game.in_jail(0)
    game.rolls(3, 3).one(Jailed, seat=0)
    assert [game.space(0), game.in_jail(0)] == [10, True]


@pytest.mark.proves("SRV-45")
def test_a_roll_onto_the_prison_square_is_a_visit() -> None:
    game, told = lands(10, at={1: 20}, owners=WALK)
    told.one(Rested, seat=0, space=10)
    assert told.none(Jailed)
    assert not game.in_jail(0)
    game.ends_turn()
    walks(game)
    assert game.must == [0]
    for action in (PayFine(), Wait()):
        assert game.refusal(0, action) == "WRONG_MOMENT"
    game.rolls(4, 6).one(Moved, seat=0, origin=10, space=20)
    assert game.cash(0) == 610


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


@pytest.mark.proves("SRV-46", "DP-07")
def test_the_fine_must_be_there_to_the_last_dollar() -> None:
    enough = prisoner(cash={0: 250})
    enough.does(0, PayFine())
    assert enough.cash(0) == 0
    assert not enough.in_jail(0)
    short = prisoner(cash={0: 249}, owners={6: 0})
    assert short.refusal(0, PayFine()) == "NOT_ENOUGH_CASH"
    short.does(0, Mortgage(short.deed(6)))  # 50 more
    short.does(0, PayFine())
    assert short.cash(0) == 49


@pytest.mark.proves("SRV-46", "AMB-11")
def test_one_pays_on_ones_own_turn_before_rolling_and_then_plays_a_normal_turn() -> None:
    game = prisoner()
    other = server(3, turn=1, jail={0: 0})
    assert other.refusal(0, PayFine()) == "WRONG_MOMENT"
    game.does(0, PayFine())
    assert game.refusal(0, PayFine()) == "WRONG_MOMENT"
    assert game.refusal(0, Wait()) == "WRONG_MOMENT"
    assert game.refusal(0, EndTurn()) == "WRONG_MOMENT"
    told = game.rolls(5, 5)  # a double counts as usual
    told.one(Moved, seat=0, origin=10, space=20)
    assert game.must == [0]
    assert game.can(0, Roll())
    assert not game.can(0, EndTurn())


@pytest.mark.proves("AMB-11", "SRV-20")
def test_doubles_rolled_after_paying_count_towards_three() -> None:
    game = prisoner(owners={24: 0})
    game.does(0, PayFine())
    game.rolls(5, 5)
    game.rolls(2, 2)
    assert not game.in_jail(0)
    game.rolls(1, 1).one(Jailed, seat=0)


# Out by a card.


@pytest.mark.proves("SRV-47", "AMB-11")
@pytest.mark.parametrize("card", ["I12", "P14"])
def test_a_card_frees_before_the_roll(card: str) -> None:
    game = prisoner(held={card: 0})
    told = game.does(0, UseCard(game.kept(card)))
    told.one(Released, seat=0, clause="SRV-47")
    assert not game.in_jail(0)
    assert game.cash(0) == 610
    assert not game.holds(0, card)
    assert game.must == [0]
    game.rolls(4, 6).one(Moved, seat=0, origin=10, space=20)


@pytest.mark.proves("SRV-47")
def test_only_ones_own_card_frees() -> None:
    game = prisoner(held={"I12": 1, "P14": 0})
    assert game.refusal(0, UseCard(game.kept("I12"))) == "NO_CARD"
    assert game.refusal(1, UseCard(game.kept("I12"))) == "NOT_ASKED"
    assert game.can(0, UseCard(game.kept("P14")))
    assert server(held={"P14": 0}, turn=1, jail={0: 0}).refusal(0, UseCard(game.kept("P14"))) == "NOT_ASKED"


# Out by waiting.


@pytest.mark.proves("SRV-48", "AMB-68", "DP-07")
def test_two_turns_are_waited_and_the_third_is_free() -> None:
    game = prisoner()
    choices: list[Action] = [PayFine(), Wait()]
    for spent in (1, 2):
        assert [action for action in choices if game.can(0, action)] == choices
        told = game.does(0, Wait())
        told.one(Stayed, seat=0, turns=spent)
        told.one(TurnBegan, seat=1)
        assert told.none(Rolled)
        assert game.in_jail(0)
        assert game.view().seats[0].jail_turns == spent
        told = walks(game)
    assert Released(seat=0, clause="SRV-48") in told
    assert not game.in_jail(0)
    assert game.cash(0) == 610
    assert game.refusal(0, Wait()) == "WRONG_MOMENT"
    assert game.refusal(0, PayFine()) == "WRONG_MOMENT"
    assert game.refusal(0, EndTurn()) == "WRONG_MOMENT"
    game.rolls(4, 6).one(Moved, seat=0, origin=10, space=20)


@pytest.mark.proves("SRV-48", "AMB-68")
def test_after_one_turn_waited_one_may_still_pay() -> None:
    game = prisoner(spent=1, held={"I12": 0})
    assert game.can(0, UseCard(game.kept("I12")))
    game.does(0, PayFine())
    assert game.cash(0) == 360
    assert not game.in_jail(0)


@pytest.mark.proves("SRV-48", "AMB-68")
def test_only_the_prisoners_own_turns_count() -> None:
    game = server(3, jail={0: 0}, at={1: 20, 2: 20}, owners={23: 1, 26: 1}, next_seats=[1, 2, 1, 0])
    game.does(0, Wait())
    for dice in ((1, 2), (1, 2), (1, 2)):
        game.rolls(*dice)
        game.does(game.must[0], EndTurn())
    assert game.must == [0]
    assert game.in_jail(0)
    assert game.view().seats[0].jail_turns == 1


@pytest.mark.proves("AMB-69")
def test_a_waiting_prisoner_does_not_roll() -> None:
    game = prisoner()
    assert game.refusal(0, Roll()) == "WRONG_MOMENT"
    assert Roll() not in game.legal_actions(0)
    assert game.does(0, Wait()).none(Rolled)
    assert game.space(0) == 10


@pytest.mark.proves("SRV-48")
def test_waiting_is_for_the_prisoner_on_turn() -> None:
    assert server().refusal(0, Wait()) == "WRONG_MOMENT"
    assert server(jail={1: 0}).refusal(1, Wait()) == "WRONG_MOMENT"


@pytest.mark.proves("DP-07")
def test_a_prisoner_is_offered_exactly_these_ways() -> None:
    game = server(jail={0: 0}, held={"I12": 0, "P14": 1})
    assert game.legal_actions(0) == [PayFine(), UseCard(game.kept("I12")), Wait(), Concede()]


@pytest.mark.proves("SRV-48")
def test_a_second_sentence_is_waited_in_full() -> None:
    game = prisoner(spent=1, at={1: 27})
    game.does(0, PayFine())
    game.rolls(4, 6)
    game.ends_turn()
    game.rolls(1, 2).one(Jailed, seat=1)
    game.rolls(4, 6).one(Jailed, seat=0)
    assert [seat.jail_turns for seat in game.view().seats] == [0, 0]


# Rights.


@pytest.mark.proves("SRV-49")
def test_a_prisoner_builds_sells_mortgages_and_trades() -> None:
    game = prisoner(owners={6: 0, 15: 0})
    game.does(0, build(game, "Bastioni Gran Sasso", 2, 0, 0))
    assert game.level(6) == 2
    game.does(0, sell(game, "Bastioni Gran Sasso", 1, 0, 0))
    assert game.level(6) == 1
    game.does(0, Mortgage(game.deed(15)))
    assert game.cash(0) == 610 - 100 + 25 + 100
    game.does(0, ProposeDeal(cash={0: -40, 1: 40}, deeds={game.deed(23): 0}))
    game.does(1, AcceptDeal(0, 1))
    assert game.owner(23) == 0
    assert game.in_jail(0)


@pytest.mark.proves("SRV-49")
def test_a_prisoner_builds_between_the_turns_of_others_too() -> None:
    game = server(turn=1, jail={0: 0}, owners={6: 0}, at={1: 8})
    game.does(0, build(game, "Bastioni Gran Sasso", 1, 0, 0))
    assert game.cash(0) == 560
    game.rolls(1, 2)
    game.does(1, BuyDeed())
    assert not game.can(0, build(game, "Bastioni Gran Sasso", 2, 0, 0))  # AMB-17: seat 1 has rolled
