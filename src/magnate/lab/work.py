"""The work: the games of a job, shared out in chunks to threads, to a Ray cluster, or to a GPU.

Sums are of whole numbers: the result is the same for every split and every worker.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from magnate.compiled import gpu
from magnate.compiled.batch import cores
from magnate.compiled.program import Tell, tell_on_stderr
from magnate.compiled.records import Records
from magnate.lab.errors import BadQuestion
from magnate.lab.jobs import FreshGames, Job, OnGames, chunks
from magnate.lab.ruleset import check_count
from magnate.lab.tally import Tally, count, joined
from magnate.search.rollouts import Depth

CHUNK = 8192  # games whose states are held at a time

On = Literal["threads", "ray", "gpu"]


def check_depth(depth: Depth) -> None:
    """How often and how far oracles look ahead."""
    check_count("trials", depth.trials, 1_000_000)
    check_count("rounds", depth.rounds, 10_000)


def tell_of_oracles(job: FreshGames, games: int, threads: int | None, tell: Tell) -> None:
    """Say how long oracles will take: they search, which takes a thousand times as long as a game of other bots."""
    seconds = job.oracle_seconds(games) / (threads or cores())
    if seconds > 5:
        time = f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:,.0f} minutes"
        depth = f"{job.depth.trials} trials of {job.depth.rounds} rounds a choice"
        tell(f"oracles search, {depth}: about {time}; fewer trials or rounds are quicker")


def check_on(on: str) -> None:
    """Where work can be done."""
    if on not in get_args(On):
        raise BadQuestion(f"--on {on}; expected {', '.join(get_args(On))}")


def run(
    job: Job,
    games: int,
    on: On = "threads",
    threads: int | None = None,
    on_games: OnGames | None = None,
    tell: Tell = tell_on_stderr,
) -> Tally:
    """Play a number of games of a job and count them. `on_games` gets the number of games after every few of them."""
    check_on(on)
    if threads is not None and threads < 1:
        raise BadQuestion(f"{threads} threads; expected 1 or more")
    if job.outside is not None and on != "threads":
        raise BadQuestion(f"--on {on}: policies and functions play on this machine; leave --on out")
    if on == "ray":
        from magnate.lab import ray_cluster

        return ray_cluster.run(job, games, on_games)
    if on == "gpu":
        return run_on_gpu(job, games, on_games, tell)
    parts = []
    for first, many in chunks(games, CHUNK):
        states = job.play(first, many, threads or cores(), on_games, tell)
        parts.append(count(states, job.table))
    return joined(parts)


def run_on_gpu(job: Job, games: int, on_games: OnGames | None, tell: Tell) -> Tally:
    """The same on the GPU, which ends games in an order of its own; a clear line where there is none."""
    numbers, parts = [], []

    def take(which: npt.NDArray[np.int64], states: Records, chances: Records) -> None:
        numbers.append(which.copy())
        parts.append(count(states, job.table))
        if on_games is not None:
            on_games(len(which))

    try:
        job.play_on_gpu(games, take, tell)
    except gpu.NoGpu as error:
        raise BadQuestion(f"--on gpu: {error}") from None
    found = joined(parts)
    return replace(found, games=found.games[np.argsort(np.concatenate(numbers))]) if numbers else found
