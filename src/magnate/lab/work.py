"""The work: the games of a job, shared out in chunks to threads, to a Ray cluster, or to a GPU.

Sums are of whole numbers: whatever the split, whoever plays, the result is the same.
"""

from __future__ import annotations

from typing import Literal, get_args

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
ON_GPU = 1 << 18

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
    """Play so many games of a job and count them. `on_games` is told after every few games how many they were."""
    check_on(on)
    if threads is not None and threads < 1:
        raise BadQuestion(f"{threads} threads; expected 1 or more")
    if on == "ray":
        from magnate.lab import ray_cluster

        return ray_cluster.run(job, games, on_games)
    parts = []
    for first, many in chunks(games, CHUNK if on == "threads" else ON_GPU):
        if on == "gpu":
            states = play_on_gpu(job, first, many, tell)
            if on_games is not None:
                on_games(many)
        else:
            states = job.play(first, many, threads or cores(), on_games, tell)
        parts.append(count(states, job.table))
    return joined(parts)


def play_on_gpu(job: Job, first: int, games: int, tell: Tell) -> Records:
    """The GPU's states, or a clear line where there is none."""
    try:
        return job.play_on_gpu(first, games, tell)
    except gpu.NoGpu as error:
        raise BadQuestion(f"--on gpu: {error}") from None
