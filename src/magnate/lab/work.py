"""The work: games by their numbers, shared out in chunks to threads, to a Ray cluster, or to a GPU.

A game's chance comes from the seed and its number alone, and sums are of whole numbers: whatever the split, whoever
plays, the result is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, Protocol, get_args

import numpy as np

from magnate.compiled import batch, gpu, records
from magnate.compiled.batch import MOST, cores
from magnate.compiled.program import Tell, tell_on_stderr
from magnate.compiled.records import Records
from magnate.lab.errors import BadQuestion
from magnate.lab.ruleset import Lines, check_count
from magnate.lab.tally import Tally, count, joined
from magnate.search import rollouts
from magnate.search.rollouts import USUAL, Depth

CHUNK = 8192  # games whose states are held at a time
ON_GPU = 1 << 18
WORTH_SENDING = 32  # games of quick bots
ORACLE_SECONDS = 4.0  # of a core for a game of one oracle, with the usual 200 trials of 25 rounds

On = Literal["threads", "ray", "gpu"]
OnGames = Callable[[int], None]


class Job(Protocol):
    """Games that are known by their numbers."""

    @property
    def table(self) -> dict[str, Any]:
        """The numbers of the edition."""

    @property
    def least(self) -> int:
        """As many games as are worth handing to another machine."""

    def play(self, first: int, games: int, threads: int | None, on_games: OnGames | None, tell: Tell) -> Records:
        """The final states of so many games from this number on."""

    def play_on_gpu(self, first: int, games: int, tell: Tell) -> Records:
        """The same, from the GPU."""


@dataclass(frozen=True)
class FreshGames:
    """Games from their beginning; game number i is played by line i modulo the number of lines."""

    table: dict[str, Any]
    lines: Lines
    seed: int
    private: bool = False
    most: int = MOST
    depth: Depth = USUAL  # of oracles

    @property
    def has_oracles(self) -> bool:
        return any(name in ("oracle", "probe") for line in self.lines for name in line)

    @property
    def least(self) -> int:
        return 1 if self.has_oracles else WORTH_SENDING

    def oracle_seconds(self, games: int) -> float:
        """About how long oracles search in so many games, on one core."""
        oracles = sum(line.count("oracle") for line in self.lines) / len(self.lines)
        effort = self.depth.trials * self.depth.rounds / (USUAL.trials * USUAL.rounds)
        return ORACLE_SECONDS * games * oracles * effort

    def play(self, first: int, games: int, threads: int | None, on_games: OnGames | None, tell: Tell) -> Records:
        how: dict[str, Any] = {"first": first, "most": self.most, "threads": threads, "private": self.private}
        how |= {"on_games": on_games, "on_compile": tell}
        if self.has_oracles:
            return rollouts.play_oracle_games(self.table, self.lines, games, self.seed, self.depth, **how)
        return batch.play(self.table, games, self.seed, bots=self.lines, **how)

    def play_on_gpu(self, first: int, games: int, tell: Tell) -> Records:
        if self.has_oracles:
            raise BadQuestion("the oracle's search does not run on a GPU; leave --on out, or choose other bots")
        how: dict[str, Any] = {"first": first, "private": self.private, "most": self.most, "on_compile": tell}
        return gpu.play(self.table, games, self.seed, bots=self.lines, **how)


@dataclass(frozen=True)
class Rollouts:
    """Games played on from one position, each with chance that could be."""

    table: dict[str, Any]
    state: bytes  # a record of `compiled.records.STATE`
    line: tuple[str, ...]
    seed: int
    private: bool = False
    least: int = WORTH_SENDING

    def begin(self, first: int, games: int, tell: Tell) -> tuple[Records, Records]:
        """So many copies of the position, and their chance."""
        return batch.copies(self.state, self.table, games, self.seed, first, tell)

    def play(self, first: int, games: int, threads: int | None, on_games: OnGames | None, tell: Tell) -> Records:
        g, c = self.begin(first, games, tell)
        b = batch.lines_record(self.table, [self.line], self.private)
        most = int(g["actions"][0]) + MOST if games else MOST
        e = records.edition_record(self.table)
        batch.play_on(g, e, c, b, most=most, threads=threads, on_games=on_games, on_compile=tell)
        return g

    def play_on_gpu(self, first: int, games: int, tell: Tell) -> Records:
        g, c = self.begin(first, games, tell)
        b = batch.lines_record(self.table, [self.line], self.private)
        return gpu.play_on(self.table, g, c, b, most=int(g["actions"][0]) + MOST, on_compile=tell)


def chunks(games: int, size: int) -> Iterator[tuple[int, int]]:
    """The first number and the count of every chunk."""
    for first in range(0, games, size):
        yield first, min(size, games - first)


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


def state_bytes(g: Any) -> bytes:
    """A plain state as the bytes of its record."""
    out = np.zeros(1, records.STATE)
    records.write(out[0], g)
    return out.tobytes()
