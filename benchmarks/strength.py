"""Strength against the clock: what each level wins among three traders, and the processor time its decisions take.

    python benchmarks/strength.py --svg docs/strength.svg        all levels in all editions, 400 games each
    python benchmarks/strength.py clasico --games 100 --slow-games 20

Decisions are timed at a table, in Python with NumPy, one thread, as a server asks a bot; games are played compiled.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from magnate import Game, lab, search
from magnate.bots.lineup import CODES
from magnate.bots.player import Bot, allowed, named
from magnate.editions import names
from magnate.lab.intervals import Share, share
from magnate.search.oracle import Oracle
from magnate.view import SeatPosition

SEATS = 4
SLOW = "oracle"


class Level(NamedTuple):
    """A level in some editions: its share of wins, and milliseconds a decision."""

    name: str
    wins: Share
    decisions: int
    median: float
    high: float  # 99 %
    worst: float

    def row(self) -> dict[str, Any]:
        """For a line of JSON and of the table."""
        shown = {"median": self.median, "high": self.high, "worst": self.worst}
        return {
            "level": self.name,
            "games": self.wins.of,
            "wins": [round(100 * one, 1) for one in (self.wins.low, self.wins.value, self.wins.high)],
            "decisions": self.decisions,
            **{name: round(value, 3) for name, value in shown.items()},
        }


def won(level: str, editions: Sequence[str], games: int, seed: int) -> Share:
    """The part of the decided games that one of this level wins among three traders, each seat as often."""
    count, decided = 0.0, 0
    for edition in editions:
        if level == "trader":  # one of four equals
            continue
        found = lab.match(edition, [level, *["trader"] * (SEATS - 1)], games=games, seed=seed)
        mine = next(one for one in found.wins_by_bot if one.bot == level)
        count, decided = count + mine.share.count, decided + int(mine.share.of)
    return share(count, decided) if decided else Share(1 / SEATS, 1 / SEATS, 1 / SEATS, 0, 0)


def times_of(bot: Bot, edition: str, decisions: int, seed: int) -> list[float]:
    """The milliseconds of the processor that each of its decisions takes, at tables with three traders."""
    trader, times = named("trader"), []
    while len(times) < decisions:
        game, mine = Game(edition, SEATS, seed=seed), seed % SEATS
        players = [bot if seat == mine else trader for seat in range(SEATS)]
        seed += 1
        while not game.is_over and len(times) < decisions:
            seat = next((one for one in range(SEATS) if players[one].notices(game.state, one)), game.must[0])
            position = SeatPosition.seen(game, seat)
            began = time.process_time()
            choice = players[seat].decide(position, seat)
            if seat == mine:
                times.append(1000 * (time.process_time() - began))
            game.play(seat, allowed(game, seat, choice))
    return times


def measured(level: str, editions: Sequence[str], games: int, decisions: int, seed: int) -> Level:
    """A level in these editions."""
    bot = Oracle(wait=True, threads=1) if level == SLOW else search.named(level)
    for edition in editions:
        times_of(bot, edition, 1, seed)  # what is done once is done now
    times = [one for edition in editions for one in times_of(bot, edition, decisions, seed)]
    middle, high = np.percentile(times, [50, 99])
    return Level(level, won(level, editions, games, seed), len(times), float(middle), float(high), max(times))


def draw(levels: Sequence[Level], file: Path) -> None:
    """Share of wins over the time of a decision: a line runs from the median to 99 %, a tick is the worst."""
    from matplotlib.figure import Figure

    from magnate.lab import plots

    with plots.library().rc_context(plots.STYLE):
        figure = Figure(figsize=(9, 4), layout="constrained")
        axes = figure.subplots()
        for one in levels:
            middle, high, worst = (max(0.01, value) for value in (one.median, one.high, one.worst))
            low, wins, top = (100 * value for value in (one.wins.low, one.wins.value, one.wins.high))
            axes.plot([middle, high], [wins, wins], color=plots.GREY, linewidth=1)
            axes.plot([worst], [wins], marker="|", color=plots.GREY)
            axes.errorbar([middle], [wins], yerr=[[wins - low], [top - wins]], fmt="o", color=plots.BLUE, capsize=3)
            axes.annotate(one.name, (middle, wins), xytext=(6, 5), textcoords="offset points")
        axes.axhline(100 / SEATS, color=plots.ORANGE, linewidth=0.8, linestyle="--")
        axes.set_xscale("log")
        axes.set_xlabel("milliseconds of processor time a decision: median, 99 %, worst")
        axes.set_ylabel("wins among three traders, %")
        axes.set_ylim(bottom=0)
    plots.write(figure, file)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("editions", nargs="*", help="which; without any, all")
    parser.add_argument("--levels", nargs="+", default=list(CODES), choices=list(CODES))
    parser.add_argument("--games", type=int, default=400, help="of each level in each edition")
    parser.add_argument("--slow-games", type=int, default=40, help="of the oracle")
    parser.add_argument("--decisions", type=int, default=400, help="timed, of each level in each edition")
    parser.add_argument("--slow-decisions", type=int, default=100, help="of the oracle")
    parser.add_argument("--seed", type=int, default=41)
    parser.add_argument("--svg", type=Path, help="draw a plot")
    asked = parser.parse_args()
    levels = []
    for name in asked.levels:
        is_slow = name == SLOW
        games, decisions = (asked.slow_games, asked.slow_decisions) if is_slow else (asked.games, asked.decisions)
        levels.append(measured(name, asked.editions or names(), games, decisions, asked.seed))
        print(json.dumps(levels[-1].row()), flush=True)
    if asked.svg:
        draw(levels, asked.svg)
    return 0


if __name__ == "__main__":
    sys.exit(main())
