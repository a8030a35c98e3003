"""Corners where two rules meet: the clock in the opening, prisoners and deals, rents that never lapse."""

import pytest

from magnate.actions import AcceptDeal, CounterDeal, ProposeDeal, RefuseDeal, Roll
from magnate.events import RentLapsed, TurnBegan, WealthCounted
from magnate.rules.codes import MAX_CLAIMS
from magnate.testing import EventList, Position
from rules.kit import editions, table


@pytest.mark.parametrize(
    ("name", "variant"), [("expopolis", "timed"), ("europolis", "time-limit"), ("clasico", "timed")]
)
@pytest.mark.parametrize("rolled", [0, 1])
@pytest.mark.proves("AMB-139")
def test_time_up_during_the_opening_rolls_ends_the_game_at_once(name: str, variant: str, rolled: int) -> None:
    game = Position(name, 2, variant=variant, opening=True)
    for seat in range(rolled):
        game.script(dice=[(1, 2)])
        game.does(seat, Roll())
    told = EventList(game.time_up())
    assert len(told.of(WealthCounted)) == 2
    assert told.none(TurnBegan)
    assert game.is_over


@editions()
@pytest.mark.proves("DP-37")
def test_where_prisoners_may_not_manage_they_may_refuse_a_deal_but_not_accept_or_counter_it(name: str) -> None:
    game = table(name, options={"jail.manages": False}, owners={5: 0, 15: 1}, jail={1: 0})
    swap = {game.deed(5): 1, game.deed(15): 0}
    game.does(0, ProposeDeal(deeds=swap))
    assert game.refusal(1, AcceptDeal(0, 1)) == "PRISONERS_MAY_NOT"
    assert game.refusal(1, CounterDeal(0, 1, deeds=swap)) == "PRISONERS_MAY_NOT"
    assert {option.type for option in game.options(1)} & {"AcceptDeal", "CounterDeal"} == set()
    assert game.can(1, RefuseDeal(0, 1))


@pytest.mark.proves("AMB-25")
def test_where_rents_never_lapse_the_oldest_of_too_many_is_told_to_be_lost() -> None:
    game = Position("clasico", 2, options={"rent.lapses": False}, owners={"Gran Vía": 1}, cash=[9000, 0])
    for number in range(MAX_CLAIMS + 1):
        game.state.at[0] = 31
        told = game.rolls(1, 2)
        assert len(told.of(RentLapsed)) == (number == MAX_CLAIMS)
        game.ends_turn()
        game.state.at[1] = 10
        game.rolls(4, 6)  # to the free space
        game.ends_turn()
