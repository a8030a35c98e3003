"""How fast the environments are: random play in arrays, and through PettingZoo beside PettingZoo's own classic games.

python benchmarks/envs.py [--games 64,1024] [--seconds 2]
python benchmarks/envs.py --gpu GAMES [--compare]

The same as in `magnate lab bench`, with more sizes; or on a GPU, where `--compare` steps every edition there and on the
CPU and compares all that is shown. PettingZoo's games need: pip install
'pettingzoo[classic]'; those that cannot be imported are left out, and it says so.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import numpy as np

from magnate.editions import names
from magnate.envs.speed import CLASSIC, classic, in_arrays, through_pettingzoo
from magnate.envs.vector import VectorGames


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
    from magnate.envs import aec

    found = {f"magnate {edition}": through_pettingzoo(aec(edition, 4), seconds) for edition in names()}
    for name in (*CLASSIC, "leduc_holdem_v4", "texas_holdem_no_limit_v6"):
        env = classic(name)
        if env is None:
            print(f"left out: {name}; pip install 'pettingzoo[classic]'", flush=True)
        else:
            found[f"pettingzoo {name}"] = through_pettingzoo(env, seconds)
    return found


def on_gpu(edition: str, games: int, rounds: int = 200) -> float:
    """Decisions a second on the GPU."""
    from magnate.envs.device import DeviceGames

    table = DeviceGames(edition, games, 4, seed=1)
    table.play_random(100)
    table.synchronize()
    start = time.perf_counter()
    table.play_random(rounds)
    table.synchronize()
    return games * rounds / (time.perf_counter() - start)


def compare(edition: str, games: int, steps: int = 60, rounds: int = 200, **how: Any) -> list[str]:
    """Step the same games on the GPU and on the CPU; whatever is not the same, exactly."""
    from magnate.envs.device import DeviceGames

    ours, theirs = VectorGames(edition, games, 4, seed=3, **how), DeviceGames(edition, games, 4, seed=3, **how)
    for _ in range(steps):
        numbers = ours.random_choice.copy()
        ours.step(numbers)
        theirs.step(theirs.device.to_device(numbers))
    differ = differences(ours, theirs.fetch())
    ours.play_random(rounds * games)
    theirs.play_random(rounds)
    return differ + differences(ours, theirs.fetch())


def differences(ours: VectorGames, found: dict[str, Any]) -> list[str]:
    """What is shown, and the games behind it, field by field; of rewards by how much they differ."""
    differ = [name for name in ("observation", "mask") if (found[name] != getattr(ours, name)).any()]
    for name in ("states", "result"):
        fields = [f for f in found[name].dtype.names if (found[name][f] != getattr(ours, name)[f]).any()]
        differ += [f"{name}.{field}" for field in fields]
    apart = float(np.abs(found["reward"] - ours.reward).max())
    return differ + ([f"reward by {apart:.1e}"] if apart else [])


def gpu(games: int, is_compared: bool) -> None:
    """The part that needs a GPU."""
    for edition in names():
        if is_compared:
            bots = {"bots": [None, "trader", "house", None], "between": True}
            for how in ({}, bots, {"shaping": 0.5}):
                differ = compare(edition, games, **how)
                print(f"{edition}, {games} games, {how or 'plain'}: {', '.join(differ) or 'identical'}", flush=True)
        else:
            print(f"{edition}, {games} games: {on_gpu(edition, games):,.0f} decisions/s", flush=True)


def show(title: str, found: dict[str, float], against: float | None = None) -> None:
    print(title)
    for name, value in found.items():
        ratio = "" if against is None else f"   {value / against:6.2f} × tictactoe"
        print(f"  {name:<45} {value:>12,.0f}{ratio}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", default="64,1024", help="sizes, with commas")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    parser.add_argument("--gpu", type=int, default=0, metavar="GAMES", help="measure so many games on a GPU instead")
    parser.add_argument("--compare", action="store_true", help="compare them with the CPU's instead")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    if asked.gpu:
        gpu(asked.gpu, asked.compare)
        return
    arrays = vectorised([int(size) for size in asked.games.split(",")], asked.seconds)
    tables = side_by_side(asked.seconds)
    if asked.json:
        print(json.dumps({"vectorised": arrays, "pettingzoo": tables}))
        return
    show("Random play in arrays, decisions a second and core", arrays)
    show("Random play through PettingZoo, decisions a second", tables, tables.get("pettingzoo tictactoe_v3"))
    print(f"numpy {np.__version__}")


if __name__ == "__main__":
    main()
