"""The oracle: the master's choice first, the network's chance at a trial's end, and the same answer everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from magnate import objects
from magnate.actions import CounterDeal, ProposeDeal
from magnate.bots.choices import SEARCH, standing
from magnate.bots.limits import LATE, MOST_ASKED
from magnate.bots.lineup import line_up
from magnate.bots.player import named
from magnate.compiled import records
from magnate.compiled.program import Games
from magnate.editions import load
from magnate.rules.codes import ACCEPT_DEAL, COUNTER_DEAL, MAX_SEATS, PROPOSE_DEAL, REFUSE_DEAL
from magnate.search.by_value import TASK_LIST, TASK_TRY, oracle_program, worth_to
from magnate.search.oracle_games import OracleScratch, OracleSearch, play_oracle_games
from magnate.search.rollouts import Depth
from magnate.testing import Position
from magnate.value.file import network_for, shipped
from magnate.value.knowledge import Weighed
from magnate.value.layers import weigh
from magnate.value.master import master_decides
from magnate.view import SeatPosition
from value.kit import EDITIONS, positions

Search = objects.plain("OracleSearchRecord", SEARCH)


class OneState:
    """A list of one state, into which a state is written as into an array of records: as a copy."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def __getitem__(self, number: int) -> Any:
        return self.state

    def __setitem__(self, number: int, state: Any) -> None:
        self.state.take(state.row())


class Table:
    """One position as the interpreter searches it."""

    def __init__(self, position: SeatPosition, seat: int, depth: Depth) -> None:
        self.g, self.e = position.state, position.table
        self.b = line_up(self.e, ["trader"] * self.g.seats, position.private)
        self.n, self.f = network_for(self.e, shipped()), Weighed()
        self.search: Any = Search()
        self.search.seat, self.search.rounds, self.search.seed = seat, depth.rounds, self.g.actions
        self.own: Any = OracleScratch(
            [objects.fresh_move()],  # type: ignore[arg-type]
            [self.search],  # type: ignore[arg-type]
            OneState(objects.State()),  # type: ignore[arg-type]
            [objects.chance([0] * 8)],  # type: ignore[arg-type]
            [self.n],  # type: ignore[arg-type]
            [self.f],  # type: ignore[arg-type]
        )
        self.games: Any = Games([self.g], [self.e], [None], [self.b])  # type: ignore[arg-type]

    def think(self, trials: int) -> Any:
        """The search after its trials."""
        oracle_program(TASK_LIST, self.games, self.own, 0, 0, 20_000)
        oracle_program(TASK_TRY, self.games, self.own, 0, trials, 20_000)
        return self.search


def test_it_does_not_ask_for_nearly_all_of_anothers_cash_as_the_trader_whose_choice_it_lists() -> None:
    """The trader's answer to 10 for the last light blue deed: 410, of 500."""
    game = Position("clasico", seats=4, owners={6: 0, 8: 0, 9: 1}, cash=[500, 600, 1500, 1500])
    game.does(0, ProposeDeal(cash={0: -10, 1: 10}, deeds={game.deed(9): 0}))
    bold = named("trader").choose(game.view(1))
    assert isinstance(bold, CounterDeal)
    assert -bold.cash[0] > MOST_ASKED * 500 // 100
    here = Table(SeatPosition.seen(game, 1), 1, Depth(1, 0))
    here.think(0)
    choices = here.search.choices
    assert choices > 1
    assert REFUSE_DEAL in here.search.choice_kind[:choices]
    for n in range(choices):
        assert here.search.choice_kind[n] != COUNTER_DEAL or -here.search.cash[n * MAX_SEATS] <= MOST_ASKED * 500 // 100


def test_its_first_choice_is_the_masters() -> None:
    for position in positions("clasico", 3, 240, 48):
        seat = next(seat for seat in range(3) if position.state.must >> seat & 1)
        here, a = Table(position, seat, Depth(1, 0)), objects.fresh_move()
        before = position.state.row()
        here.think(0)
        assert position.state.row() == before
        master_decides(here.g, here.e, here.b, here.n, here.f, seat, a)
        first = here.search.choice_kind[0], here.search.choice_x[0], here.search.choice_y[0]
        assert first == (a.kind, a.x, a.y)
        assert here.search.choices >= 1


def swap(seats: int, rounds: int) -> Position:
    """An exchange of two deeds would complete a colour for seat 0 and one for seat 1."""
    game = Position("clasico", seats=seats, owners={6: 0, 8: 0, 16: 0, 9: 1, 18: 1, 19: 1})
    game.state.turns = seats * rounds
    return game


def choices_of(game: Position, seat: int) -> list[int]:
    """The kinds of choices that an oracle weighs."""
    search = Table(SeatPosition.seen(game, seat), seat, Depth(1, 0)).think(0)
    return list(search.choice_kind[: search.choices])


@pytest.mark.parametrize(
    ("seats", "rounds", "weighed"),
    [
        (2, LATE, [ACCEPT_DEAL, REFUSE_DEAL]),
        (2, LATE + 1, [ACCEPT_DEAL]),
        (3, LATE + 1, [ACCEPT_DEAL, REFUSE_DEAL]),
    ],
)
def test_it_accepts_what_a_master_does_between_the_last_two_of_a_long_game(
    seats: int, rounds: int, weighed: list[int]
) -> None:
    """Who may gain by a deal may also refuse it for ever, and two who always refuse have no end."""
    game = swap(seats, rounds)
    game.does(0, ProposeDeal(cash={0: -100, 1: 100}, deeds={game.deed(9): 0, game.deed(16): 1}))
    assert choices_of(game, 1) == weighed


def test_it_proposes_what_a_master_does_between_the_last_two_of_a_long_game() -> None:
    assert choices_of(swap(2, LATE + 30), 0) == [PROPOSE_DEAL]


@pytest.mark.thorough
def test_two_oracles_bring_a_game_to_its_end() -> None:
    """Before, both refused six offers in this game, and grew rich for ever."""
    states = play_oracle_games(load("europolis").table(2), [("oracle", "oracle")], 1, 2, Depth(48, 16), first=88)
    assert states["over"].tolist() == [1]


def test_the_end_of_a_trial_is_worth_the_networks_chance() -> None:
    position = positions("clasico", 3, 200, 150)[1]
    g, e = position.state, position.table
    n, f, b = network_for(e, shipped()), Weighed(), line_up(e, ["trader"] * 3)
    weigh(g, e, n, f)
    expected = list(f.chance[:3])
    assert [worth_to(g, e, b, n, f, seat) for seat in range(3)] == expected
    assert expected != [standing(g, e, b, seat) for seat in range(3)]
    g.out[2] = 1
    assert worth_to(g, e, b, n, f, 2) == 0
    g.over, g.winners = 1, 0b001
    assert [worth_to(g, e, b, n, f, seat) for seat in range(2)] == [1_000_000, 0]


def test_it_scores_each_choice_by_the_network_at_the_end_of_its_trials() -> None:
    """With no round to play, a trial ends at once: what is built costs cash and brings what the network says."""
    for position in positions("clasico", 3, 240, 80):
        seat = next(seat for seat in range(3) if position.state.must >> seat & 1)
        search = Table(position, seat, Depth(2, 0)).think(2)
        for choice in range(search.choices):
            assert 0 < search.score[choice] < 2_000_000
            assert search.more[choice] == search.score[choice] - search.score[0]


@pytest.mark.thorough
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda one: Path(one).stem)
def test_the_compiled_search_is_that_of_the_interpreter(edition: str) -> None:
    searched = 0
    for position in positions(edition, 3, 300, 37, seed=5):
        seat = next(seat for seat in range(3) if position.state.must >> seat & 1)
        here = Table(position, seat, Depth(2, 1))
        compiled = OracleSearch(position.table, here.b)
        found = compiled.think(position.state, seat, Depth(2, 1), position.state.actions, threads=2)[0]
        expected = np.zeros(1, found.dtype)
        records.write(expected[0], here.think(2 if int(found["choices"]) > 1 else 0))
        searched += int(found["choices"]) > 1
        many = int(found["choices"])
        assert int(expected[0]["choices"]) == many
        for name in ("choice_kind", "choice_x", "choice_y", "choice_amount", "score", "more", "square"):
            assert expected[0][name][:many].tolist() == found[name][:many].tolist(), name
    assert searched > 0


@pytest.mark.thorough
@pytest.mark.parametrize("private", [False, True])
def test_whole_games_are_the_same_on_one_thread_and_on_many(private: bool) -> None:
    table = load("europolis").table(4)
    lines = [("oracle", "trader", "master", "probe"), ("oracle", "house", "novice", "oracle")]
    how: dict[str, Any] = {"private": private}
    one = play_oracle_games(table, lines, 4, 7, Depth(4, 3), threads=1, **how)
    assert (one["over"] == 1).all()
    assert one.tobytes() == play_oracle_games(table, lines, 4, 7, Depth(4, 3), threads=3, **how).tobytes()
    assert one[3:].tobytes() == play_oracle_games(table, lines, 1, 7, Depth(4, 3), first=3, **how).tobytes()
