"""«Variante scurte de joc»: a time limit, two players left, or both; the richest wins."""

import pytest

from magnate.actions import (
    Bid,
    BuyDeed,
    DeclareBankruptcy,
    EndTurn,
    KeepMortgage,
    Pass,
    RequestAuction,
    Roll,
)
from magnate.errors import EditionError, IllegalAction
from magnate.events import GameWon, PaidBank, TimeCalled, TurnBegan, WealthCounted
from magnate.game import Game
from magnate.testing import EventList, Position
from rules.europolis.kit import AIRLINES, BRITAIN, BULGARIA, GREECE, UTILITIES, europolis
from rules.kit import built, own, purses

TIMED = ["time-limit", "both"]
TWO_LEFT = ["two-left", "both"]


def time_up(game: Position) -> EventList:
    return EventList(game.time_up())


def counted(told: EventList) -> dict[int, int]:
    """The wealth told, by seat."""
    return {event.seat: event.amount for event in told.of(WealthCounted)}


def winners(told: EventList) -> list[int]:
    return [event.seat for event in told.of(GameWon)]


@pytest.mark.parametrize("variant", TIMED)
@pytest.mark.proves("EUR-106", "AMB-46", "AMB-101", "DP-01")
def test_at_the_time_limit_the_turn_is_finished_and_the_richest_wins(variant: str) -> None:
    game = europolis(3, variant=variant, at={0: 17}, cash=[30_000, 30_050, 29_950])
    game.rolls(1, 2)
    told = time_up(game)
    told.one(TimeCalled)
    assert told.none(GameWon)
    assert game.must == [0]
    told = game.does(0, EndTurn())
    assert counted(told) == {0: 30_000, 1: 30_050, 2: 29_950}
    assert winners(told) == [1]
    assert told.none(TurnBegan)
    assert game.is_over
    assert not game.can(1, Roll())


@pytest.mark.parametrize("variant", [None, "two-left"])
@pytest.mark.proves("EUR-106", "AMB-46", "AMB-101")
def test_a_game_without_a_time_limit_is_not_ended_by_a_clock(variant: str | None) -> None:
    game = europolis(3, variant=variant, at={0: 17})
    with pytest.raises(IllegalAction):
        game.time_up()


@pytest.mark.parametrize(
    ("position", "wealth"),
    [
        pytest.param({}, 1000, id="cash", marks=pytest.mark.proves("EUR-108")),
        pytest.param({"owners": {"Paris": 0}}, 1000 + 8400, id="city", marks=pytest.mark.proves("EUR-109")),
        pytest.param(
            {"owners": {AIRLINES[0]: 0, UTILITIES[0]: 0}},
            1000 + 6000 + 4500,
            id="airline and utility",
            marks=pytest.mark.proves("EUR-109"),
        ),
        pytest.param(
            {"owners": own(0, *GREECE), "levels": built(GREECE, 3, 2, 2)},
            1000 + 4200 + 4200 + 4800 + 7 * 3000,
            id="villas at the price paid",
            marks=pytest.mark.proves("EUR-110"),
        ),
        pytest.param(
            {"owners": own(0, *GREECE), "levels": built(GREECE, 5, 4, 4)},
            1000 + 13_200 + (3000 + 4 * 3000) + 8 * 3000,
            id="a hotel with its four villas",
            marks=pytest.mark.proves("EUR-111"),
        ),
        pytest.param(
            {"owners": {"Marsilia": 0, AIRLINES[0]: 0, UTILITIES[0]: 0}, "mortgages": ["Marsilia", AIRLINES[0]]},
            1000 + 3900 + 3000 + 4500,
            id="mortgaged at half the price",
            marks=pytest.mark.proves("EUR-112"),
        ),
        pytest.param({"held": {"S9": 0, "B5": 0}}, 1000, id="lucky cards", marks=pytest.mark.proves("AMB-47")),
    ],
)
def test_what_wealth_includes(position: dict[str, object], wealth: int) -> None:
    game = europolis(2, variant="time-limit", at={0: 17}, cash={0: 1000}, **position)
    game.rolls(1, 2)
    time_up(game)
    assert counted(game.ends_turn()) == {0: wealth, 1: 50_000}
    assert game.wealth(0) == wealth


@pytest.mark.parametrize("variant", TWO_LEFT)
@pytest.mark.proves("EUR-107", "AMB-100", "AMB-101", "DP-01")
def test_play_stops_when_two_are_left_and_the_richer_wins(variant: str) -> None:
    game = europolis(3, variant=variant, at={0: 1}, cash=[0, 40_000, 30_000], owners={"Londra": 2})
    game.rolls(1, 2)
    told = game.does(0, DeclareBankruptcy())
    assert counted(told) == {1: 40_000, 2: 42_000}
    assert winners(told) == [2]
    assert game.is_over


@pytest.mark.parametrize("variant", TWO_LEFT)
@pytest.mark.proves("EUR-107")
def test_with_three_left_it_goes_on(variant: str) -> None:
    game = europolis(4, variant=variant, at={0: 1}, cash={0: 0})
    game.rolls(1, 2)
    assert game.does(0, DeclareBankruptcy()).none(GameWon)
    assert not game.is_over


@pytest.mark.proves("AMB-100", "EUR-103")
def test_interest_on_what_was_taken_over_is_paid_before_wealth_is_compared() -> None:
    game = europolis(
        3,
        variant="two-left",
        at={0: 36},
        owners=own(1, *BRITAIN) | {"Marsilia": 0},
        levels=built(BRITAIN, 5, 5),
        mortgages=["Marsilia"],
        cash=[500, 10_000, 90_000],
    )
    game.rolls(1, 2)
    game.claims(1)
    told = game.does(0, DeclareBankruptcy())
    told.one(PaidBank, seat=1, amount=350, why="interest")
    assert told.none(GameWon)
    told = game.does(1, KeepMortgage(game.deed("Marsilia")))
    # 10,000 + 500 − 350, Edinburgh and Londra, their hotels at 5 × 6,000 each, Marsilia at half
    assert counted(told) == {1: 10_150 + 10_500 + 12_000 + 60_000 + 3900, 2: 90_000}
    assert winners(told) == [1]


@pytest.mark.proves("AMB-100", "EUR-100")
def test_an_auction_that_was_asked_for_is_held_before_wealth_is_compared() -> None:
    game = europolis(3, variant="two-left", at={0: 1}, cash=[0, 40_000, 40_000], owners=own(0, *BULGARIA))
    game.state.mortgaged[game.deed("Varna")] = game.state.mortgaged[game.deed("Sofia")] = 1
    game.rolls(1, 2)
    game.does(0, DeclareBankruptcy())
    assert game.must == [1, 2]
    game.does(1, RequestAuction())
    game.does(2, game.default_action(2))
    game.does(2, Bid(50))
    game.does(1, Pass())
    game.does(1, Bid(2000))
    told = game.does(2, Pass())
    assert counted(told) == {1: 40_000 - 2000 + 1800, 2: 40_000 - 50 + 1800}
    assert winners(told) == [2]


@pytest.mark.parametrize("variant", TWO_LEFT)
@pytest.mark.proves("AMB-100")
def test_two_left_needs_three_players_to_begin_with(variant: str) -> None:
    Game("europolis", seats=3, seed=1, variant=variant)
    with pytest.raises(EditionError, match="expected 3 to 6"):
        Game("europolis", seats=2, seed=1, variant=variant)


@pytest.mark.proves("AMB-101", "EUR-107")
def test_both_endings_whichever_comes_first() -> None:
    game = europolis(3, variant="both", at={0: 1}, cash={0: 0})
    game.rolls(1, 2)
    time_up(game)
    told = game.does(0, DeclareBankruptcy())
    assert winners(told) == [1, 2]
    assert game.is_over


@pytest.mark.proves("EUR-106", "EUR-107", "EUR-105")
def test_without_a_short_variant_two_play_on() -> None:
    game = europolis(3, at={0: 1, 1: 10}, cash={0: 0})
    game.rolls(1, 2)
    game.does(0, DeclareBankruptcy()).one(TurnBegan, seat=1)
    game.rolls(1, 3)
    game.does(1, BuyDeed(), EndTurn())
    assert (game.is_over, purses(game)) == (False, [0, 45_200, 50_000])


@pytest.mark.proves("EUR-107", "AMB-100")
def test_once_two_are_left_a_card_collects_no_further() -> None:
    game = europolis(3, variant="two-left", at={0: 14}, cash=[10_000, 250, 10_000])
    game.draws("B7", 1, 2)
    told = game.does(1, DeclareBankruptcy())
    assert counted(told) == {0: 10_250, 2: 10_000}
    assert winners(told) == [0]
