"""How fast the environments are: random play in arrays, and through PettingZoo beside PettingZoo's own classic games.

python benchmarks/envs.py [--games 64,1024] [--seconds 2] [--gpu]

Decisions a second of CPU time of one thread: what one core does when nothing else runs on it. Observation, mask,
reward and a random choice are written for every decision. PettingZoo's games need: pip install 'pettingzoo[classic]'
(tictactoe and connect_four: pygame-ce is enough); those that cannot be imported are left out, and it says so.
"""

from __future__ import annotations

import argparse
import importlib
import json
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from magnate.editions import names
from magnate.envs import VectorGames, aec

CLASSIC = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "texas_holdem_no_limit_v6", "chess_v6")


def rate(run: Callable[[], int], seconds: float) -> float:
    """Decisions a second of CPU time, the best of three."""
    best = 0.0
    for _ in range(3):
        count, start = 0, time.thread_time()
        while time.thread_time() - start < seconds / 3:
            count += run()
        best = max(best, count / (time.thread_time() - start))
    return best


def in_steps(games: VectorGames) -> int:
    """One step from outside, in all games."""
    games.step(games.random_choice)
    return games.games


def vectorised(sizes: list[int], seconds: float) -> dict[str, float]:
    """Random play of every edition in arrays, on one thread."""
    found = {}
    for edition in names():
        for size in sizes:
            games = VectorGames(edition, size, 4, seed=1, threads=1)
            games.play_random(300 * size)  # into the game: the first rounds are easy
            found[f"{edition}, {size} games, step by step"] = rate(lambda games=games: in_steps(games), seconds)  # type: ignore[misc]
            played = rate(lambda games=games, size=size: games.play_random(50 * size), seconds)  # type: ignore[misc]
            found[f"{edition}, {size} games, play_random"] = played
    return found


def through_pettingzoo(env: Any, seconds: float) -> float:
    """Decisions a second of random play through an AEC environment, with the mask."""

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


def side_by_side(seconds: float) -> dict[str, float]:
    """Ours and PettingZoo's own."""
    found = {f"magnate {edition}": through_pettingzoo(aec(edition, 4), seconds) for edition in names()}
    for name in CLASSIC:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                env = importlib.import_module(f"pettingzoo.classic.{name}").env()
        except Exception as missing:
            print(f"left out: {name} ({missing}); pip install 'pettingzoo[classic]'", flush=True)
            continue
        found[f"pettingzoo {name}"] = through_pettingzoo(env, seconds)
    return found


def on_gpu(games: int, rounds: int = 200) -> float:
    """Decisions a second on the GPU."""
    from magnate.envs.device import DeviceGames

    table = DeviceGames("clasico", games, 4, seed=1)
    table.play_random(20)
    table.synchronize()
    start = time.perf_counter()
    table.play_random(rounds)
    table.synchronize()
    return games * rounds / (time.perf_counter() - start)


def show(title: str, found: dict[str, float], against: float | None = None) -> None:
    print(title)
    for name, value in found.items():
        ratio = "" if against is None else f"   {value / against:6.2f} × tictactoe"
        print(f"  {name:<45} {value:>12,.0f}{ratio}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", default="64,1024", help="sizes, with commas")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    parser.add_argument("--gpu", type=int, default=0, metavar="GAMES", help="measure so many games on a GPU too")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    arrays = vectorised([int(size) for size in asked.games.split(",")], asked.seconds)
    tables = side_by_side(asked.seconds)
    if asked.json:
        print(json.dumps({"vectorised": arrays, "pettingzoo": tables}))
        return
    show("Random play in arrays, decisions a second and core", arrays)
    show("Random play through PettingZoo, decisions a second", tables, tables.get("pettingzoo tictactoe_v3"))
    if asked.gpu:
        show("On the GPU", {f"clasico, {asked.gpu} games": on_gpu(asked.gpu)})
    print(f"numpy {np.__version__}")


if __name__ == "__main__":
    main()
