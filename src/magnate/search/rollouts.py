"""Search on the compiled core: every choice played out many times by traders, on chance that could be.

Reviews and probes search so, and score a trial by wealth and rents; the oracle scores by the value network:
`oracle_games.py`.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from magnate.bots.choices import MILLION
from magnate.bots.table import PROBE_BOT
from magnate.compiled import batch, program, records
from magnate.compiled.batch import MOST, Lines
from magnate.compiled.clone import COUNTING, Instead
from magnate.compiled.program import (
    NO_STEPS,
    TASK_GO_ON,
    TASK_LIST,
    TASK_PLAY,
    TASK_TRY,
    Games,
    Scratch,
    Tell,
    fresh_scratch,
    tell_on_stderr,
)
from magnate.compiled.records import Records
from magnate.rules.codes import ACKNOWLEDGE


class Depth(NamedTuple):
    """How hard a search thinks: trials a choice, rounds a trial, and the standard errors that make it sure of one.

    Where it has more options, the errors are as many more as keep the chance of a wrong departure the same.
    """

    trials: int = 200
    rounds: int = 5
    doubt: float = 2.0


USUAL = Depth()
PROBES = 0.5  # standard errors at which a probe is sure


class Rated(NamedTuple):
    """A choice: the chance to win it leads to, and how much more than the first choice, with its standard error."""

    chance: float
    more: float
    error: float


def weigh(search: Any, trials: int) -> list[Rated]:
    """What the trials say about each choice."""
    found = []
    for n in range(int(search["choices"])):
        mean = float(search["more"][n]) / trials
        spread = max(0.0, float(search["square"][n]) / trials - mean * mean)
        error = math.sqrt(spread / max(1, trials - 1))
        found.append(Rated(float(search["score"][n]) / trials / MILLION, mean / MILLION, error / MILLION))
    return found


@lru_cache(maxsize=256)
def errors_for(doubt: float, options: int) -> float:
    """The standard errors that, with this many options, err as seldom as `doubt` does with one (Bonferroni)."""
    if doubt <= 0 or options < 2:
        return doubt
    normal = NormalDist()
    return -normal.inv_cdf(normal.cdf(-doubt) / options)


def best_of(weighed: Sequence[Rated], doubt: float) -> int:
    """The bot's own choice, unless another is surely better: then the best of those."""
    best, most = 0, 0.0
    errors = errors_for(doubt, len(weighed) - 1)
    for n, choice in enumerate(weighed):
        if n > 0 and choice.more > errors * choice.error and choice.more > most:
            best, most = n, choice.more
    return best


class PositionSearch:
    """One table's edition and traders as records, to search positions of it."""

    def __init__(self, table: Any, traders: Any, on_compile: Tell = tell_on_stderr) -> None:
        self.run = program.runner(on_compile)
        self.edition = np.zeros(1, records.EDITION)
        self.traders = np.zeros(1, program.BOTS_TYPE)
        records.write(self.edition[0], table)
        records.write(self.traders[0], traders)

    def think(
        self, state: Any, seat: int, depth: Depth = USUAL, seed: int = 0, threads: int | None = None
    ) -> tuple[Any, list[Rated]]:
        """The choices of a seat, and what playing each out says. One choice is not played out."""
        games, first = self.begin(state, seat, depth, seed)
        self.run(TASK_LIST, games, first, NO_STEPS, 0, 0, MOST)
        if first.search["choices"][0] < 2:
            return first.search[0], [Rated(0.0, 0.0, 0.0)] * int(first.search["choices"][0])
        return first.search[0], self.play_out(games, first, depth, threads)

    def compare(
        self,
        state: Any,
        seat: int,
        moves: Sequence[Any],
        depth: Depth = USUAL,
        seed: int = 0,
        threads: int | None = None,
    ) -> list[Rated]:
        """What playing some moves of a seat out says: how much more each wins than the first."""
        games, first = self.begin(state, seat, depth, seed)
        first.search["choices"] = len(moves)
        for n, a in enumerate(moves):
            for name in ("kind", "x", "y", "amount"):
                first.search[f"choice_{name}"][0, n] = getattr(a, name)
            for name in ("cash", "deed", "card"):
                row = getattr(a, name)
                first.search[name][0, n * len(row) : (n + 1) * len(row)] = row
        return self.play_out(games, first, depth, threads)

    def chance(self, state: Any, seat: int, depth: Depth = USUAL, seed: int = 0, threads: int | None = None) -> float:
        """A seat's chance to win from a position, with any seat to act first."""
        games, first = self.begin(state, seat, depth, seed)
        first.search["choices"], first.search["choice_kind"][0, 0] = 1, ACKNOWLEDGE  # not legal: nothing is done
        return self.play_out(games, first, depth, threads)[0].chance

    def begin(self, state: Any, seat: int, depth: Depth, seed: int) -> tuple[Games, Scratch]:
        """A position as records, and the scratch of a search from it."""
        g = records.fresh_states(1)
        records.write(g[0], state)
        first = fresh_scratch()
        first.search["seat"], first.search["rounds"], first.search["seed"] = seat, depth.rounds, seed
        return Games(g, self.edition, records.fresh_chances([[0] * 8]), self.traders), first

    def play_out(self, games: Games, first: Scratch, depth: Depth, threads: int | None) -> list[Rated]:
        """Play every choice of a search out."""
        owns: list[Scratch] = []

        def scratch() -> Scratch:
            own = fresh_scratch()
            own.search[:] = first.search
            owns.append(own)
            return own

        def task(own: Scratch, begin: int, end: int) -> None:
            self.run(TASK_TRY, games, own, NO_STEPS, begin, end, MOST)

        batch.over_threads(depth.trials, threads, task, scratch)
        for name in ("score", "more", "square"):
            first.search[name] = sum(own.search[name] for own in owns)
        return weigh(first.search[0], depth.trials)


def play_probe_games(
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
    """The final states of games of scripted bots, one of them a probe."""
    g = records.fresh_states(games)
    c = records.fresh_chances(records.seeded_keys(seed, first + games)[first:])
    b = batch.lines_record(table, lines, private)
    seeds = range(seed * 1_000_003 + first, seed * 1_000_003 + first + games)
    play_on(g, table, c, np.roll(b, -first), seeds, depth, most, threads, private, on_games, on_compile)
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
    """Play fresh games to their ends; the bots of `b` take turns at the tables, and probes among them search."""
    run = program.runner(on_compile, instead)
    e = records.edition_record(table)
    traders = batch.lines_record(table, [["trader"] * int(e[0]["seats"])], private)
    stop = threading.Event()

    def one_game(own: Scratch, i: int) -> None:
        s, bots = own.search, b[i % len(b)][None]
        here = Games(g[i : i + 1], e, c[i : i + 1], bots)
        run(TASK_PLAY, here, own, NO_STEPS, 0, 1, 0)  # no action: the game begins
        s["choices"], s["rounds"], s["seed"] = 0, depth.rounds, seeds[i]
        best = 0
        while not stop.is_set():
            run(TASK_GO_ON, here, own, NO_STEPS, best, 0, most)
            if s["choices"][0] < 2:
                return
            s["score"], s["more"], s["square"] = 0, 0, 0
            is_probe = bots["bot"][0][s["seat"][0]] == PROBE_BOT  # it knows who sits where, and is sure sooner
            players, doubt = (bots, PROBES) if is_probe else (traders, depth.doubt)
            run(TASK_TRY, here._replace(bots=players), own, NO_STEPS, 0, depth.trials, MOST)
            best = best_of(weigh(s[0], depth.trials), doubt)

    def work(own: Scratch, first: int, last: int) -> None:
        for i in range(first, last):
            one_game(own, i)

    batch.over_threads(len(g), threads, work, fresh_scratch, on_games, most=1, stop=stop)
