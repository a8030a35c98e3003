"""How fast the environments are: random play in arrays, and through PettingZoo beside PettingZoo's own games.

In decisions a second of one thread's CPU time: what a core does when nothing else runs on it. Observation, mask, reward
and a random choice are written for every decision.
"""

from __future__ import annotations

import importlib
import time
import warnings
from collections.abc import Callable
from typing import Any

from magnate.envs.vector import VectorGames

SPELLS = 8
CLASSIC = ("tictactoe_v3", "connect_four_v3", "chess_v6")  # these need pygame-ce and chess


def rate(run: Callable[[], int], seconds: float) -> float:
    """Decisions a second of CPU time: the best of several spells, for others on the machine slow down the rest."""
    best = 0.0
    for _ in range(SPELLS):
        count, start = 0, time.thread_time()
        while time.thread_time() - start < seconds / SPELLS:
            count += run()
        best = max(best, count / (time.thread_time() - start))
    return best


def in_arrays(edition: str, games: int, seconds: float) -> tuple[float, float]:
    """Random play of many games on one thread: stepped from outside, and all in one call."""
    table = VectorGames(edition, games, 4, seed=1, threads=1)
    table.play_random(300 * games)  # into the game: the first rounds are easy

    def step() -> int:
        table.step(table.random_choice)
        return games

    return rate(step, seconds), rate(lambda: table.play_random(50 * games), seconds)


def through_pettingzoo(env: Any, seconds: float) -> float:
    """Random play through an AEC environment, with the mask."""

    def play() -> int:
        env.reset(seed=1)
        count = 0
        for agent in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(seen["action_mask"]))
                count += 1
            if count >= 2000:
                break
        return count

    play()
    return rate(play, seconds)


def classic(name: str) -> Any | None:
    """One of PettingZoo's own games, or nothing where it cannot be imported."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return importlib.import_module(f"pettingzoo.classic.{name}").env()
        except ImportError:
            return None
