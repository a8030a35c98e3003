"""How fast this machine plays: interpreted, compiled and on a GPU, measured side by side in one run.

clasico, four house bots that trade.   python -m magnate.compiled.bench
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from magnate.actions import Action
from magnate.bots.house import seat_to_act
from magnate.bots.player import Bot
from magnate.compiled import batch, gpu, interpreted, records
from magnate.editions import load
from magnate.game import Game

SEATS = 4
HOUSE = Bot("house")
HOUSES = ["house"] * SEATS
SECONDS = 2.0  # the least for each measurement
ON_GPU = 1 << 22  # games

ROWS = {
    "interpreted_action_us": "µs for one action through Game.play, interpreted (median)",
    "interpreted_rolls_per_s": "rolls a second, interpreted, one core",
    "compile_s": "seconds until the compiled rules were ready",
    "cores": "cores",
    "cpu_games_per_s": "games a second, compiled, all cores",
    "cpu_rolls_per_s": "rolls a second, compiled, all cores",
    "gpu": "GPU",
    "gpu_games_per_s": "games a second, on the GPU",
    "gpu_rolls_per_s": "rolls a second, on the GPU",
}


def house_action(game: Game) -> tuple[int, Action]:
    """What the house bot does next, and for whom."""
    seat = seat_to_act(game.state)
    return seat, HOUSE.decide(game.view(seat).position, seat)


def action_times(least: float) -> list[float]:
    """How long single calls of `Game.play` took, in seconds, over whole games."""
    times: list[float] = []
    seed = 7
    while sum(times) < least:
        game = Game("clasico", seats=SEATS, seed=seed)
        seed += 1
        while game.must and not game.is_over:
            seat, action = house_action(game)
            start = time.perf_counter()
            game.play(seat, action)
            times.append(time.perf_counter() - start)
    return times


def repeat(play: Callable[[int, int], Any], games: int, least: float) -> tuple[float, float]:
    """Games and rolls a second of `play(games, seed)`, which gives final states; with more games until it lasts."""
    while True:
        start = time.perf_counter()
        states = play(games, games)
        seconds = time.perf_counter() - start
        if seconds >= least / 2:
            return games / seconds, float(np.sum(states["rolls"])) / seconds
        games *= max(2, min(8, round(least / max(seconds, least / 8))))


def measure(seconds: float = SECONDS) -> dict[str, Any]:
    """All figures by name; those of a GPU where there is one."""
    table = dict(load("clasico").table(SEATS))
    start = time.perf_counter()
    batch.prepare()
    compile_s = time.perf_counter() - start
    _, interpreted_rolls = repeat(
        lambda games, seed: interpreted.play_out(table, records.seeded_keys(seed, games), batch.MOST, [HOUSES])[0],
        20,
        seconds,
    )
    cpu_games, cpu_rolls = repeat(lambda games, seed: batch.play(table, games, seed), 2_000, seconds)
    found: dict[str, Any] = {
        "interpreted_action_us": 1e6 * statistics.median(action_times(seconds)),
        "interpreted_rolls_per_s": interpreted_rolls,
        "compile_s": compile_s,
        "cores": batch.cores(),
        "cpu_games_per_s": cpu_games,
        "cpu_rolls_per_s": cpu_rolls,
    }
    if gpu.is_available():
        games, rolls = measure_gpu(table, ON_GPU)
        found |= {"gpu": gpu.name(), "gpu_games_per_s": games, "gpu_rolls_per_s": rolls}
    return found


def measure_gpu(table: dict[str, Any], games: int, bots: str = "house", **how: Any) -> tuple[float, float]:
    """Games and rolls a second on the GPU, all their final states brought to the host. A first run compiles."""
    rolls: list[int] = []

    def take(numbers: Any, states: records.Records, chances: records.Records) -> None:
        rolls.append(int(states["rolls"].sum()))

    gpu.play_stream(take, table, 4096, 1, bots=bots, **how)
    rolls.clear()
    start = time.perf_counter()
    gpu.play_stream(take, table, games, 2, bots=bots, **how)
    seconds = time.perf_counter() - start
    return games / seconds, sum(rolls) / seconds


def show(found: dict[str, Any], console: Console | None = None) -> None:
    """The figures as a table."""
    table = Table(title="clasico, four house bots that trade", title_justify="left")
    table.add_column("measured")
    table.add_column("here", justify="right")
    for name, meaning in ROWS.items():
        if name in found:
            value = found[name]
            table.add_row(meaning, value if isinstance(value, str) else f"{value:,.{1 if value < 100 else 0}f}")
    (console or Console()).print(table)


if __name__ == "__main__":
    show(measure())
