"""The oracle's search from Python: positions of one table, and whole games in which oracles sit.

`python -m magnate.search.oracle_games` compiles the program.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from magnate import objects
from magnate.bots.table import PROBE_BOT
from magnate.compiled import batch, program, records
from magnate.compiled.batch import MOST, Lines
from magnate.compiled.clone import COUNTING, Instead
from magnate.compiled.program import NO_GAMES, Games, Tell, tell_on_stderr
from magnate.compiled.records import Records
from magnate.search.by_value import TASK_GO_ON, TASK_LIST, TASK_TRY, oracle_program, player_accepts
from magnate.search.rollouts import PROBES, USUAL, Depth, Rated, best_of, weigh
from magnate.value.data import NETWORK_TYPE, WEIGHED_TYPE
from magnate.value.file import Weights, network_for, shipped

KNOWING: Instead = {"magnate.bots.probe.would_accept": player_accepts}
INSTEAD: Instead = {**COUNTING, **KNOWING}


class OracleScratch(NamedTuple):
    """One thread's own: an action, a search with a state and chance to try its choices on, and the network's scratch.

    The network is the same for all threads.
    """

    action: Records
    search: Records
    state: Records
    chance: Records
    network: Records
    rated: Records


def scratch_with(network: Records) -> OracleScratch:
    """Scratch for one thread."""
    return OracleScratch(*program.fresh_scratch(), network, np.zeros(1, WEIGHED_TYPE))


def network_record(table: Any, weights: Weights | None = None) -> Records:
    """The record of a network that knows an edition's table."""
    out = np.zeros(1, NETWORK_TYPE)
    records.write(out[0], network_for(table, weights or shipped()))
    return out


def runner(on_compile: Tell = tell_on_stderr, instead: Instead = INSTEAD) -> Any:
    """The program, compiled."""
    types = [TASK_LIST, NO_GAMES, scratch_with(np.zeros(1, NETWORK_TYPE)), 0, 0, 0]
    return program.compiled(oracle_program, types, on_compile, instead, vectors=True)


class OracleSearch:
    """One table's edition, its network and traders as records, to search positions of it."""

    def __init__(
        self, table: Any, traders: Any, weights: Weights | None = None, on_compile: Tell = tell_on_stderr
    ) -> None:
        self.run = runner(on_compile)
        self.edition = np.zeros(1, records.EDITION)
        self.traders = np.zeros(1, program.BOTS_TYPE)
        self.network = network_record(table, weights)
        records.write(self.edition[0], table)
        records.write(self.traders[0], traders)

    def think(
        self, state: Any, seat: int, depth: Depth = USUAL, seed: int = 0, threads: int | None = None
    ) -> tuple[Any, list[Rated]]:
        """The choices of a seat, and what playing each out says. One choice is not played out."""
        g = records.fresh_states(1)
        records.write(g[0], state)
        games = Games(g, self.edition, records.fresh_chances([[0] * 8]), self.traders)
        first = scratch_with(self.network)
        first.search["seat"], first.search["rounds"], first.search["seed"] = seat, depth.rounds, seed
        self.run(TASK_LIST, games, first, 0, 0, MOST)
        found = int(first.search["choices"][0])
        if found < 2:
            return first.search[0], [Rated(0.0, 0.0, 0.0)] * found
        owns: list[OracleScratch] = []

        def scratch() -> OracleScratch:
            own = scratch_with(self.network)
            own.search[:] = first.search
            own.search["score"], own.search["more"], own.search["square"] = 0, 0, 0
            owns.append(own)
            return own

        def task(own: OracleScratch, begin: int, end: int) -> None:
            self.run(TASK_TRY, games, own, begin, end, MOST)

        batch.over_threads(depth.trials, threads, task, scratch)
        for name in ("score", "more", "square"):
            first.search[name] = sum(own.search[name] for own in owns)
        return first.search[0], weigh(first.search[0], depth.trials)


def play_oracle_games(
    table: dict[str, Any],
    lines: Lines,
    games: int,
    seed: int = 0,
    depth: Depth = USUAL,
    *,
    first: int = 0,
    most: int = MOST,
    threads: int | None = None,
    private: bool = False,
    on_games: Callable[[int], None] | None = None,
    on_compile: Tell = tell_on_stderr,
) -> Records:
    """The final states of games in which some bots are oracles; masters and a probe may sit beside them."""
    g = records.fresh_states(games)
    c = records.fresh_chances(records.seeded_keys(seed, first + games)[first:])
    b = np.roll(batch.lines_record(table, lines, private), -first)
    seeds = range(seed * 1_000_003 + first, seed * 1_000_003 + first + games)
    play_on(g, table, c, b, seeds, depth, most, threads, private, on_games, on_compile)
    return g


def play_on(
    g: Records,
    table: dict[str, Any],
    c: Records,
    b: Records,
    seeds: Sequence[int],
    depth: Depth = USUAL,
    most: int = MOST,
    threads: int | None = None,
    private: bool = False,
    on_games: Callable[[int], None] | None = None,
    on_compile: Tell = tell_on_stderr,
    instead: Instead = COUNTING,
) -> None:
    """Play fresh games to their ends; the bots of `b` take turns at the tables, and oracles among them search."""
    run = runner(on_compile, {**instead, **KNOWING})
    e = records.edition_record(table)
    traders = batch.lines_record(table, [["trader"] * int(e[0]["seats"])], private)
    network = network_record(objects.table(table))
    stop = threading.Event()

    def one_game(own: OracleScratch, i: int) -> None:
        s, bots = own.search, b[i % len(b)][None]
        here = Games(g[i : i + 1], e, c[i : i + 1], bots)
        s["choices"], s["rounds"], s["seed"] = 0, depth.rounds, seeds[i]
        best = -1
        while not stop.is_set():
            run(TASK_GO_ON, here, own, best, 0, most)
            if s["choices"][0] < 2:
                return
            s["score"], s["more"], s["square"] = 0, 0, 0
            is_probe = bots["bot"][0][s["seat"][0]] == PROBE_BOT  # it knows who sits where, and is sure sooner
            players, doubt = (bots, PROBES) if is_probe else (traders, depth.doubt)
            run(TASK_TRY, here._replace(bots=players), own, 0, depth.trials, MOST)
            best = best_of(weigh(s[0], depth.trials), doubt)

    def work(own: OracleScratch, first: int, last: int) -> None:
        for i in range(first, last):
            one_game(own, i)

    batch.over_threads(len(g), threads, work, lambda: scratch_with(network), on_games, most=1, stop=stop)


if __name__ == "__main__":
    from magnate.search import oracle_games as itself  # by the name that everybody else has it under

    itself.runner()
