"""Jail: sent there at once; out by 50 Castis, by the card, or after three turns waited."""

from typing import Any

import pytest

from magnate.actions import (
    AcceptDeal,
    Action,
    Concede,
    EndTurn,
    LiftMortgage,
    Mortgage,
    PayFine,
    ProposeDeal,
    Roll,
    UseCard,
    Wait,
)
from magnate.events import Collected, Event, Jailed, Moved, PaidBank, Released, Rested, Rolled, Stayed, TurnBegan
from magnate.testing import Position
from rules.castis.kit import PALENCIA, all_of, build, castis, lands, sell

WALK = {23: 1, 26: 1, 29: 1}  # seat 1 walks over its own deeds, three squares at a time


def prisoner(spent: int = 0, **position: Any) -> Position:
    """Seat 0 is in jail and to move; seat 1 has a quiet walk before it."""
    owners = {**WALK, **position.pop("owners", {})}
    return castis(2, jail={0: spent}, owners=owners, at={1: 20}, **position)


def walks(game: Position) -> list[Event]:
    """Seat 1 takes a turn in which nothing happens."""
    assert game.must == [1]
    return game.rolls(1, 2) + game.ends_turn()


# In.


@pytest.mark.proves("CAS-26", "CAS-27", "AMB-117")
def test_the_square_sends_to_jail_at_once_and_ends_the_turn() -> None:
    game, told = lands(30)
    told.one(Jailed, seat=0, clause="AMB-117")
    told.one(TurnBegan, seat=1)
    assert told.none(Collected)
    assert [game.space(0), game.in_jail(0), game.cash(0)] == [10, True, 1500]
    assert game.must == [1]
    for action in (PayFine(), Wait(), Roll(), EndTurn()):
        assert not game.can(0, action)


@pytest.mark.proves("CAS-26", "CAS-27", "AMB-117")
@pytest.mark.parametrize(("card", "space"), [("S9", 36), ("S9", 7), ("B16", 33), ("B16", 17)])
def test_a_card_sends_to_jail_without_the_200(card: str, space: int) -> None:
    game = castis(at={0: space - 3})
    told = game.draws(card, 1, 2)
    told.one(Jailed, seat=0, clause="AMB-117")
    assert told.none(Collected)
    assert [game.space(0), game.in_jail(0), game.cash(0)] == [10, True, 1500]
    assert game.must == [1]


@pytest.mark.proves("CAS-27", "CAS-09")
def test_jail_takes_away_the_roll_after_a_double() -> None:
    game = castis(at={0: 26})
    game.rolls(2, 2).one(Jailed, seat=0)
    assert game.must == [1]
    assert not game.can(0, Roll())


@pytest.mark.proves("CAS-28")
def test_landing_on_the_jail_square_is_just_visiting() -> None:
    game, told = lands(10, at={1: 20}, owners=WALK)
    told.one(Rested, seat=0, space=10, clause="CAS-28")
    assert not game.in_jail(0)
    game.ends_turn()
    walks(game)
    for action in (PayFine(), Wait()):
        assert game.refusal(0, action) == "WRONG_MOMENT"
    game.rolls(4, 6).one(Moved, seat=0, origin=10, space=20)
    assert game.cash(0) == 1500


# Out.


@pytest.mark.proves("CAS-29", "AMB-11", "DP-07", "CAS-05")
def test_50_castis_free_before_the_roll() -> None:
    game = prisoner(cash={0: 50})
    told = game.does(0, PayFine())
    told.one(PaidBank, seat=0, amount=50, why="fine", clause="CAS-29")
    told.one(Released, seat=0)
    assert game.cash(0) == 0
    assert game.must == [0]
    assert game.refusal(0, PayFine()) == "WRONG_MOMENT"
    assert game.refusal(0, EndTurn()) == "WRONG_MOMENT"
    game.rolls(5, 5).one(Moved, seat=0, origin=10, space=20)
    assert game.legal_actions(0)[:2] == [Roll(), EndTurn()]  # a double like any other
    assert prisoner(cash={0: 49}).refusal(0, PayFine()) == "NOT_ENOUGH_CASH"


@pytest.mark.proves("CAS-31", "AMB-11", "DP-07")
@pytest.mark.parametrize("card", ["S10", "B15"])
def test_the_card_frees_before_the_roll(card: str) -> None:
    game = prisoner(held={card: 0})
    game.does(0, UseCard(game.kept(card))).one(Released, seat=0, clause="CAS-31")
    assert game.cash(0) == 1500
    game.rolls(4, 6).one(Moved, seat=0, origin=10, space=20)
    other = castis(held={card: 0}, jail={0: 0}, turn=1)
    assert other.refusal(0, UseCard(other.kept(card))) == "NOT_ASKED"
    assert prisoner(held={card: 1}).refusal(0, UseCard(other.kept(card))) == "NO_CARD"


@pytest.mark.proves("CAS-30", "AMB-120", "DP-07")
def test_three_turns_are_waited_and_the_fourth_is_free() -> None:
    game = prisoner()
    choices: list[Action] = [PayFine(), Wait()]
    told: list[Event] = []
    for spent in (1, 2, 3):
        assert [action for action in choices if game.can(0, action)] == choices
        waited = game.does(0, Wait())
        waited.one(Stayed, seat=0, turns=spent, clause="CAS-30")
        assert waited.none(Rolled)
        assert waited.none(Released)
        assert game.in_jail(0)
        game.state.at[1] = 20
        told = walks(game)
    assert Released(seat=0, clause="CAS-30") in told
    assert not game.in_jail(0)
    assert game.cash(0) == 1500
    for action in (*choices, EndTurn()):
        assert game.refusal(0, action) == "WRONG_MOMENT"
    game.rolls(4, 6).one(Moved, seat=0, origin=10, space=20)


@pytest.mark.proves("AMB-120")
@pytest.mark.parametrize("spent", [0, 1, 2])
def test_fine_and_card_stay_open_at_each_of_the_three_turns(spent: int) -> None:
    game = prisoner(spent, held={"S10": 0})
    assert game.legal_actions(0)[:3] == [PayFine(), UseCard(game.kept("S10")), Wait()]
    game.does(0, PayFine())
    assert game.cash(0) == 1450


@pytest.mark.proves("AMB-120")
def test_only_the_prisoners_own_turns_count() -> None:
    game = castis(4, jail={0: 0}, at={1: 17, 2: 17, 3: 17})
    game.does(0, Wait())
    for _ in (1, 2, 3):
        game.rolls(1, 2)
        game.does(game.must[0], EndTurn())
    assert game.must == [0]
    assert game.in_jail(0)
    assert game.view().seats[0].jail_turns == 1


@pytest.mark.proves("AMB-121")
def test_a_prisoner_does_not_roll_for_a_double() -> None:
    game = prisoner()
    assert game.refusal(0, Roll()) == "WRONG_MOMENT"
    assert Roll() not in game.legal_actions(0)


@pytest.mark.proves("DP-07")
def test_a_prisoner_without_cards_is_offered_exactly_these_ways() -> None:
    assert castis(jail={0: 0}).legal_actions(0) == [PayFine(), Wait(), Concede()]
    assert castis(jail={0: 0}, cash={0: 49}).legal_actions(0) == [Wait(), Concede()]
    assert castis().refusal(0, Wait()) == "WRONG_MOMENT"
    assert castis(jail={1: 0}).refusal(1, Wait()) == "WRONG_MOMENT"


# Rights.


@pytest.mark.proves("CAS-32", "AMB-30", "AMB-130")
def test_a_prisoner_buys_and_sells_property_and_buildings() -> None:
    game = prisoner(owners=all_of(PALENCIA, 0))
    game.does(0, build(game, PALENCIA[0], 1, 1, 1))
    game.does(0, sell(game, PALENCIA[0], 0, 0, 0))
    assert game.cash(0) == 1500 - 300 + 150
    game.does(0, Mortgage(game.deed(11)))
    game.does(0, LiftMortgage(game.deed(11)))
    game.does(0, ProposeDeal(cash={0: 90, 1: -90}, deeds={game.deed(13): 1}))
    game.does(1, AcceptDeal(0, 1))
    game.does(0, ProposeDeal(cash={0: -40, 1: 40}, deeds={game.deed(23): 0}))
    game.does(1, AcceptDeal(0, 2))
    assert [game.owner(13), game.owner(23)] == [1, 0]
    assert game.cash(0) == 1400
    assert game.in_jail(0)
