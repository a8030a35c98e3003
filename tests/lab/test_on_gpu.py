"""`--on gpu`: games come from the GPU in any order, and the lab counts them as if they came from threads."""

from typing import Any

import numpy as np
import pytest

from magnate.compiled import batch, gpu
from magnate.compiled.wave import Take
from magnate.editions import load
from magnate.lab.jobs import FreshGames, Rollouts
from magnate.lab.work import run

LINES = (("house", "novice", "trader"), ("trader", "house", "house"))


def test_games_that_end_in_another_order_are_counted_in_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    def play_stream(take: Take, table: dict[str, Any], games: int, seed: int, **how: Any) -> None:
        states, chances = batch.play_out(table, games, seed, **how)
        for some in np.array_split(np.random.default_rng(4).permutation(games), 3):
            take(some, states[some], chances[some])

    monkeypatch.setattr(gpu, "play_stream", play_stream)
    job = FreshGames(dict(load("castis").table(3)), LINES, seed=5)
    told: list[int] = []
    found, expected = run(job, 50, on="gpu", on_games=told.append), run(job, 50)
    assert sum(told) == 50
    assert found.games.tobytes() == expected.games.tobytes()
    for name, sums in expected.sums.items():
        assert (found.sums[name] == sums).all(), name
        assert (found.squares[name] == expected.squares[name]).all(), name


def test_games_from_a_position_are_counted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def play_on(table: dict[str, Any], g: Any, c: Any, b: Any, **how: Any) -> Any:
        states, chances = g.copy(), c.copy()
        batch.play_on(states, gpu.records.edition_record(table), chances, b, **how)
        return states

    monkeypatch.setattr(gpu, "play_on", play_on)
    table = dict(load("castis").table(3))
    begun = batch.play_out(table, 1, 3, bots=LINES, most=60)[0]
    job = Rollouts(table, begun.tobytes(), ("house", "house", "trader"), seed=5)
    assert run(job, 40, on="gpu").games.tobytes() == run(job, 40).games.tobytes()
