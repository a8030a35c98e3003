"""Games between bots: the compiled ones are those of the interpreter, counts included, and none hangs."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from magnate import objects
from magnate.bots.lineup import line_up
from magnate.bots.table import play_bots
from magnate.compiled import batch, records
from magnate.editions import load, names
from magnate.rules import fields, tell
from magnate.rules.codes import WHY_RENT
from magnate.rules.play import new_game
from magnate.rules.tell import MOVED, PAID_PLAYER

LINE = ("trader", "house", "novice", "trader")
GAMES, ALL_GAMES = 4, 12  # in `make test`, and in `make test-all`


@pytest.mark.parametrize("edition", names())
def test_compiled_games_of_bots_are_those_of_the_interpreter(edition: str, thorough: bool) -> None:
    table, games = load(edition).table(4), ALL_GAMES if thorough else GAMES
    found = batch.play(table, games, seed=9, bots=[LINE, LINE[::-1]])
    e = objects.table(table)
    for i in range(games):
        g, c, a = objects.State(), objects.chance(records.seeded_keys(9, games)[i].tolist()), objects.fresh_move()
        new_game(g, e, c)
        play_bots(g, e, c, a, line_up(e, [LINE, LINE[::-1]][i % 2]), 20_000)
        expected = np.zeros(1, records.STATE)
        records.write(expected[0], g)
        for name, _, _ in fields.STATE:
            assert np.array_equal(expected[0][name], found[i][name]), (i, name)
        landed = Counter(fact[5] for fact in g.events if fact[0] == MOVED)
        rents: Counter[int] = Counter()
        for fact in g.events:
            if fact[0] == PAID_PLAYER and fact[4] == WHY_RENT:
                rents[fact[5]] += fact[3]
        assert {n: int(times) for n, times in enumerate(found[i]["landed"]) if times} == dict(landed)
        assert {n: int(sum_) for n, sum_ in enumerate(found[i]["income"]) if sum_} == dict(+rents)


@pytest.mark.parametrize("edition", names())
def test_games_of_bots_come_to_an_end(edition: str) -> None:
    states = batch.play(load(edition).table(4), 200, seed=3, bots=[LINE])
    assert (states["over"] == 1).mean() > 0.95


def test_one_thread_or_many_play_the_same_games() -> None:
    table = load("clasico").table(4)
    one = batch.play(table, 100, seed=5, bots=[LINE], threads=1)
    assert one.tobytes() == batch.play(table, 100, seed=5, bots=[LINE], threads=3).tobytes()
    assert one[60:].tobytes() == batch.play(table, 40, seed=5, bots=[LINE], first=60).tobytes()


def test_every_event_has_a_place_in_the_tally() -> None:
    codes = [value for name, value in vars(tell).items() if name.isupper() and not name.startswith("RULE_")]
    assert max(codes) < records.STATE["told"].shape[0]
