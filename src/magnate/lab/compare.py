"""`compare`: two rule sets side by side, and which differences are more than noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from magnate.compiled.program import Tell, tell_on_stderr
from magnate.lab import jobs, work
from magnate.lab.errors import BadQuestion
from magnate.lab.intervals import (
    LEVEL,
    IntervalDifference,
    Mean,
    Share,
    difference_of_means,
    difference_of_medians,
    difference_of_shares,
    share,
)
from magnate.lab.result import Grid, Result, Row
from magnate.lab.ruleset import RuleSet, rule_set
from magnate.lab.simulate import Simulation, simulate
from magnate.search.rollouts import USUAL, Depth

EVENT_COUNTS = ("deals done", "auctions opened", "buildings built", "jailed")


@dataclass(frozen=True)
class ComparedFigure:
    """One figure under both rule sets, and the second less the first."""

    what: str
    is_share: bool
    first: float
    second: float
    difference: IntervalDifference


@dataclass(frozen=True)
class Comparison(Result):
    """Two rule sets. A difference is real where its interval, at `level` for this many lines, leaves out nothing."""

    TABLES = ("lines",)

    first: str
    second: str
    players: int
    bots: list[str]
    games: int
    seed: int
    level: float
    lines: list[ComparedFigure]
    verdict: list[str]
    _first: Simulation = field(repr=False)
    _second: Simulation = field(repr=False)

    def frames(self) -> dict[str, list[Row]]:
        rows = []
        for line in self.lines:
            row: Row = {"what": line.what, "first": line.first, "second": line.second}
            found = line.difference
            rows.append(row | {"difference": found.value, "low": found.low, "high": found.high, "real": found.is_real})
        return {"lines": rows}

    def grids(self) -> list[Grid]:
        from magnate.lab.tables import comparison_grids

        return comparison_grids(self)

    def draw(self, figure: Any) -> None:
        from magnate.lab import plots

        plots.comparison(self, figure)


def compare(
    first: str | RuleSet,
    second: str | RuleSet,
    *,
    players: int | None = None,
    bots: str | Sequence[str] = "trader",
    games: int = 2000,
    seed: int = 0,
    depth: Depth = USUAL,
    on: work.On = "threads",
    threads: int | None = None,
    on_games: jobs.OnGames | None = None,
    tell: Tell = tell_on_stderr,
) -> Comparison:
    """What a switch, a variant or another edition does to length, fairness and the share of decided games.

    >>> compare("clasico", RuleSet("clasico", options={"purchase.refused": "stays"})).verdict
    """
    one, two = rule_set(first), rule_set(second)
    if one == two:
        raise BadQuestion(f"both rule sets are {one.title}; expected a difference between them")
    both = set(one.loaded.seats) & set(two.loaded.seats)
    if not both:
        alone = (f"{rules.title} for {rules.loaded.seats[0]} to {rules.loaded.seats[-1]}" for rules in (one, two))
        raise BadQuestion(f"no number of players has both: {' and '.join(alone)}")
    if players is None:
        players = min(max(4, min(both)), max(both))
    if players not in both:
        raise BadQuestion(f"{players} players; both rule sets are for {min(both)} to {max(both)}")
    how: dict[str, Any] = {"players": players, "bots": bots, "games": games, "seed": seed, "depth": depth}
    how |= {"on": on, "threads": threads, "on_games": on_games, "tell": tell}
    return side_by_side(simulate(one, **how), simulate(two, **how))


def side_by_side(first: Simulation, second: Simulation) -> Comparison:
    """The lines of a comparison, each at a level that allows for how many there are."""
    count = 8 + len(EVENT_COUNTS)
    level = 1 - (1 - LEVEL) / count
    lines = [
        of_shares("games decided", first.decided, second.decided, level),
        of_means("turns of decided games, mean", first.turns.mean, second.turns.mean, level),
        of_medians("turns, median", first._tally.games["turns"], second._tally.games["turns"], level),
        of_means("actions of decided games, mean", first.actions.mean, second.actions.mean, level),
        of_shares("wins of who rolls first", first.wins_by_place[0].share, second.wins_by_place[0].share, level),
        of_shares("wins of who rolls last", first.wins_by_place[-1].share, second.wins_by_place[-1].share, level),
        of_shares("wins of the first half in order", early_wins(first), early_wins(second), level),
        of_means("bankruptcies", first.bankruptcies, second.bankruptcies, level),
        *(of_means(name, first.event_counts[name], second.event_counts[name], level) for name in EVENT_COUNTS),
    ]
    assert len(lines) == count
    return Comparison(
        first=first._rules.title,
        second=second._rules.title,
        players=first.players,
        bots=first.bots,
        games=first.games,
        seed=first.seed,
        level=level,
        lines=lines,
        verdict=[said(line) for line in lines],
        _first=first,
        _second=second,
    )


def of_shares(what: str, first: Share, second: Share, level: float) -> ComparedFigure:
    return ComparedFigure(what, True, first.value, second.value, difference_of_shares(first, second, level))


def of_means(what: str, first: Mean, second: Mean, level: float) -> ComparedFigure:
    return ComparedFigure(what, False, first.value, second.value, difference_of_means(first, second, level))


def of_medians(what: str, first: Any, second: Any, level: float) -> ComparedFigure:
    found = difference_of_medians(first, second, level)
    return ComparedFigure(what, False, float(np.median(first)), float(np.median(second)), found)


def early_wins(one: Simulation) -> Share:
    """How often one of the first half of the places wins: half, where the order of play matters not."""
    half = one.players // 2
    count = sum(each.share.count for each in one.wins_by_place[:half])
    return share(count, one.wins_by_place[0].share.of)


def said(line: ComparedFigure) -> str:
    """A line of the verdict."""
    if not line.difference.is_real:
        return f"{line.what}: no difference beyond noise"
    more = "more" if line.difference.value > 0 else "less"
    if line.is_share:
        return f"{line.what}: {abs(100 * line.difference.value):.1f} points {more}"
    return f"{line.what}: {abs(line.difference.value):.3g} {more}"
