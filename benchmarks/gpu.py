"""How fast a GPU plays: games and rolls a second for several batch sizes, block sizes and register limits.

python benchmarks/gpu.py [--games 16384,262144,1048576] [--threads 64,128,256] [--registers 0,128,96] [--parity 2000]

Each figure is the median of three runs after a first one that compiles; device events around setting up and playing,
transfers to the host apart. `--parity` first compares so many games with the CPU, byte by byte.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

from magnate.compiled import batch, bench, gpu
from magnate.compiled.wanderer import WANDERING, wanderer_scratch
from magnate.editions import load


def numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def compare(games: int) -> None:
    """Stop if the GPU plays other games than the CPU."""
    table = dict(load("clasico").table(4))
    wandering: dict[str, Any] = {"instead": WANDERING, "scratch": wanderer_scratch}
    for name, how, most in (("house", {}, batch.MOST), ("wanderer", wandering, 1_000)):
        count = games if name == "house" else max(1, games // 8)
        ours = batch.play_out(table, count, 11, most=most, **how)
        theirs = gpu.play_out(table, count, 11, most=most, **how)
        same = all(a.tobytes() == b.tobytes() for a, b in zip(ours, theirs, strict=True))
        print(f"parity: {count:,} {name} games {'identical' if same else 'DIFFERENT'}", flush=True)
        if not same:
            raise SystemExit(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=numbers, default=[1 << 14, 1 << 17, 1 << 20])
    parser.add_argument("--threads", type=numbers, default=[gpu.THREADS])
    parser.add_argument("--registers", type=numbers, default=[0], help="limits to try; 0: none")
    parser.add_argument("--blocks", type=numbers, default=[gpu.BLOCKS], help="a multiprocessor")
    parser.add_argument("--parity", type=int, default=0)
    asked = parser.parse_args()
    print(gpu.name(), flush=True)
    table = dict(load("clasico").table(4))
    if asked.parity:
        compare(asked.parity)
    print(f"{'games':>10} {'threads':>8} {'blocks':>7} {'registers':>10} {'games/s':>12} {'rolls/s':>14} {'wall s':>7}")
    for registers in asked.registers:
        for threads in asked.threads:
            for blocks in asked.blocks:
                gpu.BLOCKS = blocks
                for games in asked.games:
                    start = time.perf_counter()
                    per_s, rolls = bench.measure_gpu(table, games, registers or None, threads)
                    wall = time.perf_counter() - start
                    how = f"{games:>10,} {threads:>8} {blocks:>7} {registers or 'any':>10}"
                    print(f"{how} {per_s:>12,.0f} {rolls:>14,.0f} {wall:>7.1f}", flush=True)


if __name__ == "__main__":
    main()
