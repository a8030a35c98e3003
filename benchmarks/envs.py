"""How fast the environments are: random play in arrays, and through PettingZoo beside PettingZoo's own classic games.

python benchmarks/envs.py [--games 64,1024] [--seconds 2] [--gpu]

The same as in `magnate lab bench`, with more sizes, and on a GPU. PettingZoo's games need: pip install
'pettingzoo[classic]'; those that cannot be imported are left out, and it says so.
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np

from magnate.editions import names
from magnate.envs import aec
from magnate.envs.speed import CLASSIC, classic, in_arrays, through_pettingzoo


def vectorised(sizes: list[int], seconds: float) -> dict[str, float]:
    """Random play of every edition in arrays, on one thread."""
    found = {}
    for edition in names():
        for size in sizes:
            stepped, played = in_arrays(edition, size, seconds)
            found[f"{edition}, {size} games, step by step"] = stepped
            found[f"{edition}, {size} games, play_random"] = played
    return found


def side_by_side(seconds: float) -> dict[str, float]:
    """Ours and PettingZoo's own."""
    found = {f"magnate {edition}": through_pettingzoo(aec(edition, 4), seconds) for edition in names()}
    for name in (*CLASSIC, "leduc_holdem_v4", "texas_holdem_no_limit_v6"):
        env = classic(name)
        if env is None:
            print(f"left out: {name}; pip install 'pettingzoo[classic]'", flush=True)
        else:
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
