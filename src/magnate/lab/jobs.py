"""The jobs of the lab: games that are known by their numbers, from their beginning or from one position.

A game's chance comes from the seed and its number alone, so that it does not matter who plays it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from magnate.compiled import batch, gpu, records
from magnate.compiled.batch import MOST
from magnate.compiled.program import Tell
from magnate.compiled.records import Records
from magnate.compiled.wave import Take
from magnate.lab import outside, probe_masters
from magnate.lab.errors import BadQuestion
from magnate.lab.outside import Outside
from magnate.lab.ruleset import Lines
from magnate.search import oracle_games, rollouts
from magnate.search.rollouts import USUAL, Depth
from magnate.value import matches
from magnate.value.file import shipped

WORTH_SENDING = 32  # games of quick bots
ORACLE_SECONDS = 0.5  # of a core for a game of one oracle, with the usual 200 trials of 5 rounds

ON_GPU = 1 << 20  # games from one position, at a time

OnGames = Callable[[int], None]


class Job(Protocol):
    """Games that are known by their numbers."""

    @property
    def table(self) -> dict[str, Any]:
        """The numbers of the edition."""

    @property
    def least(self) -> int:
        """As many games as are worth handing to another machine."""

    @property
    def outside(self) -> Outside | None:
        """Policies and functions that play in it."""

    def play(self, first: int, games: int, threads: int | None, on_games: OnGames | None, tell: Tell) -> Records:
        """The final states of `games` games, from number `first` on."""

    def play_on_gpu(self, games: int, take: Take, tell: Tell) -> None:
        """The first `games` games, from the GPU, handed over in any order: numbers, states and chances."""


@dataclass(frozen=True)
class FreshGames:
    """Games from their beginning; game number i is played by line i modulo the number of lines."""

    table: dict[str, Any]
    lines: Lines
    seed: int
    private: bool = False
    most: int = MOST
    depth: Depth = USUAL  # of oracles
    outside: Outside | None = None  # policies and functions in the lines
    begin: int = 0  # the number of its first game
    handicap: tuple[int, ...] = ()  # starting cash of each seat in percent; the table has it, too

    @property
    def has_oracles(self) -> bool:
        return any("oracle" in line for line in self.lines)

    @property
    def has_probes(self) -> bool:
        return any("probe" in line for line in self.lines)

    @property
    def has_masters(self) -> bool:
        return any("master" in line for line in self.lines)

    @property
    def least(self) -> int:
        return 1 if self.has_oracles or self.has_probes or self.has_masters else WORTH_SENDING

    def oracle_seconds(self, games: int) -> float:
        """About how long oracles search in this many games, on one core."""
        oracles = sum(line.count("oracle") for line in self.lines) / len(self.lines)
        effort = self.depth.trials * self.depth.rounds / (USUAL.trials * USUAL.rounds)
        return ORACLE_SECONDS * games * oracles * effort

    def play(self, first: int, games: int, threads: int | None, on_games: OnGames | None, tell: Tell) -> Records:
        first += self.begin
        if self.outside is not None:
            return outside.play_fresh(self, first, games, on_games)
        how: dict[str, Any] = {"first": first, "most": self.most, "threads": threads, "private": self.private}
        how |= {"on_games": on_games, "on_compile": tell}
        if self.has_oracles:
            return oracle_games.play_oracle_games(self.table, self.lines, games, self.seed, self.depth, **how)
        if self.has_masters and self.has_probes:
            return probe_masters.play(self.table, self.lines, games, self.seed, self.depth, **how)
        if self.has_masters:
            networks = {"master": shipped()}
            return matches.play(self.table, self.lines, games, networks, self.seed, **how)
        if self.has_probes:
            return rollouts.play_probe_games(self.table, self.lines, games, self.seed, self.depth, **how)
        return batch.play(self.table, games, self.seed, bots=self.lines, **how)

    def play_on_gpu(self, games: int, take: Take, tell: Tell) -> None:
        if self.has_oracles or self.has_probes:
            raise BadQuestion("the oracle's search does not run on a GPU; leave --on out, or choose other bots")
        if self.has_masters:
            raise BadQuestion("the master does not play on a GPU; leave --on out, or choose other bots")
        how: dict[str, Any] = {"private": self.private, "most": self.most, "on_compile": tell}
        gpu.play_stream(take, self.table, games, self.seed, bots=self.lines, **how)


@dataclass(frozen=True)
class Rollouts:
    """Games played on from one position, each with chance that could be."""

    table: dict[str, Any]
    state: bytes  # a record of `compiled.records.STATE`
    line: tuple[str, ...]
    seed: int
    private: bool = False
    least: int = WORTH_SENDING
    outside: Outside | None = None

    def begin(self, first: int, games: int, tell: Tell) -> tuple[Records, Records]:
        """Copies of the position, and their chance."""
        return batch.copies(self.state, self.table, games, self.seed, first, tell)

    def play(self, first: int, games: int, threads: int | None, on_games: OnGames | None, tell: Tell) -> Records:
        g, c = self.begin(first, games, tell)
        most = int(g["actions"][0]) + MOST if games else MOST
        if self.outside is not None:
            return outside.play_on(self.outside, self.line, g, c, first, most, on_games)
        b = batch.lines_record(self.table, [self.line], self.private)
        e = records.edition_record(self.table)
        batch.play_on(g, e, c, b, most=most, threads=threads, on_games=on_games, on_compile=tell)
        return g

    def play_on_gpu(self, games: int, take: Take, tell: Tell) -> None:
        b = batch.lines_record(self.table, [self.line], self.private)
        for first, many in chunks(games, ON_GPU):
            g, c = self.begin(first, many, tell)
            played = gpu.play_on(self.table, g, c, b, most=int(g["actions"][0]) + MOST, on_compile=tell)
            take(np.arange(first, first + many), played, c)


def chunks(games: int, size: int) -> Iterator[tuple[int, int]]:
    """The first number and the count of every chunk."""
    for first in range(0, games, size):
        yield first, min(size, games - first)


def state_bytes(g: Any) -> bytes:
    """A plain state as the bytes of its record."""
    out = np.zeros(1, records.STATE)
    records.write(out[0], g)
    return out.tobytes()
