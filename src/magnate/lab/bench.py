"""`lab bench`: measures the speed of the lab in one run."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from magnate.compiled import batch, program
from magnate.compiled.bench import house_action
from magnate.compiled.program import Tell, tell_on_stderr
from magnate.editions import names
from magnate.envs.speed import CLASSIC, classic, in_arrays, through_pettingzoo
from magnate.game import Game
from magnate.lab.chances import chances
from magnate.lab.result import Grid, Result, Row, flat
from magnate.lab.simulate import simulate
from magnate.search.oracle import Oracle
from magnate.search.rollouts import best_of

SPELLS = 4
SECONDS = 2.0  # the least for each measurement
ROLLOUTS = 10_000
ANSWERS = 40  # of the oracle
GAMES_IN_ARRAYS = 1024
MIDDLE = 90  # turns: half of an ordinary game


@dataclass(frozen=True)
class Figure:
    """One line: what was measured, what came out, and what it should be."""

    what: str
    unit: str
    value: float
    wanted: float | None
    more_is_better: bool

    @property
    def is_met(self) -> bool:
        if self.wanted is None:
            return True
        return self.value >= self.wanted if self.more_is_better else self.value <= self.wanted


@dataclass(frozen=True)
class Speed(Result):
    """The figures of this machine."""

    TABLES = ("figures",)

    cores: int
    figures: list[Figure]

    def frames(self) -> dict[str, list[Row]]:
        return {"figures": [flat(one) for one in self.figures]}

    def grids(self) -> list[Grid]:
        from magnate.lab.tables import speed_grids

        return speed_grids(self)


def measure(seconds: float = SECONDS, tell: Tell = tell_on_stderr, on_step: Callable[[], None] | None = None) -> Speed:
    """Measure everything."""
    start = time.perf_counter()
    program.runner(tell)
    figures = [Figure("until the bots' program was ready", "s", time.perf_counter() - start, None, False)]
    for step in (games_a_second, rollouts_time, oracle_times, environment_rates):
        figures += step(seconds, tell)
        if on_step is not None:
            on_step()
    return Speed(batch.cores(), figures)


def games_a_second(seconds: float, tell: Tell) -> list[Figure]:
    """Four traders, counted and summed up, as `simulate` does: the best of several spells, for others slow it down."""

    def spell(games: int) -> tuple[float, float]:
        start, busy = time.perf_counter(), time.process_time()
        simulate("clasico", players=4, bots="trader", games=games, seed=games, tell=tell)
        return time.perf_counter() - start, time.process_time() - busy

    first, _ = spell(2000)
    games = max(2000, round(2000 * seconds / SPELLS / first))
    took, busy = min(spell(games) for _ in range(SPELLS))
    return [
        Figure("simulate: clasico, four traders", "games/s", games / took, 5000, True),
        Figure("simulate: the same for a second of one core's time", "games", games / busy, None, True),
    ]


def middle_game() -> Game:
    """A game of four house bots in its middle."""
    game = Game("clasico", seats=4, seed=7)
    while game.state.turns < MIDDLE:
        game.play(*house_action(game))
    return game


def rollouts_time(seconds: float, tell: Tell) -> list[Figure]:
    """Chances from the middle of a game: the median of three."""
    game, times = middle_game(), []
    chances(game, rollouts=100, tell=tell)  # what is compiled once is compiled now
    for seed in range(3):
        start = time.perf_counter()
        chances(game, rollouts=ROLLOUTS, seed=seed, tell=tell)
        times.append(time.perf_counter() - start)
    return [Figure(f"chances: {ROLLOUTS:,} rollouts from turn {MIDDLE}", "s", statistics.median(times), 2.0, False)]


def oracle_times(seconds: float, tell: Tell) -> list[Figure]:
    """The oracle's answers over a game at its default level: the median and the slowest."""
    times = answer_times(ANSWERS, tell)
    return [
        Figure("oracle: an answer, median", "s", statistics.median(times), 1.0, False),
        Figure("oracle: an answer, slowest", "s", max(times), 1.0, False),
    ]


def answer_times(answers: int, tell: Tell) -> list[float]:
    """How long the oracle took over each choice it had to search, from its view to its answer, in seconds."""
    program.runner(tell)
    bot = Oracle(wait=True)
    times: list[float] = []
    seed = 0
    while len(times) < answers:
        game = Game("clasico", seats=4, seed=seed)
        while not game.is_over and len(times) < answers:
            seat, action = house_action(game)
            if seat == 0:
                start = time.perf_counter()
                found, weighed = bot.weigh(game.view(seat).position, seat)
                if len(found) > 1:
                    action = found[best_of(weighed, bot.depth.doubt)]
                    times.append(time.perf_counter() - start)
            game.play(seat, action)
        seed += 1
    return times


def environment_rates(seconds: float, tell: Tell) -> list[Figure]:
    """Random decisions in arrays, and through PettingZoo beside its own games, where that is installed."""
    figures = []
    for edition in names():
        stepped, played = in_arrays(edition, GAMES_IN_ARRAYS, seconds)
        figures.append(Figure(f"{GAMES_IN_ARRAYS} games in arrays: {edition}", "decisions/s", played, 1_000_000, True))
        figures.append(Figure(f"the same, a step a call: {edition}", "decisions/s", stepped, None, True))
    try:
        from magnate.envs import aec
    except ImportError as missing:
        tell(f"PettingZoo is left out: {missing}")
        return figures
    for edition in names():
        played = through_pettingzoo(aec(edition, 4), seconds / 4)
        figures.append(Figure(f"PettingZoo: {edition}", "decisions/s", played, None, True))
    for name in CLASSIC:
        env = classic(name)
        if env is None:
            tell(f"PettingZoo's {name} is left out: pip install 'pettingzoo[classic]'")
        else:
            played = through_pettingzoo(env, seconds / 4)
            figures.append(Figure(f"PettingZoo: its own {name}", "decisions/s", played, None, True))
    return figures
