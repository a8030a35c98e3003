"""Write positions of compiled games to files: `python training/sample.py DATA --games 200000`.

A file for each rule set, number of seats and part; what is held out lies in a folder of its own.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np

from magnate.value import data
from rule_sets import HELD_OUT, SEATS, TRAINED, RuleSet

PART = 2_000  # games in a file
TESTED = 4_000  # games of each rule set that is held out


class Job(NamedTuple):
    """Games of one rule set for one file."""

    path: Path
    rules: RuleSet
    seats: int
    games: int
    seed: int
    scrambled: int


def jobs(folder: Path, games: int, seed: int, tested: int = TESTED) -> Iterator[Job]:
    """All files to write, in an order in which any beginning of it has a bit of everything."""
    found = []
    kinds = [(rules, seats, rules.weight * SEATS[seats]) for rules in TRAINED for seats in rules.loaded.seats]
    total = sum(weight for _, _, weight in kinds)
    for rules, seats, weight in kinds:
        count = max(1, round(games * weight / total))
        parts = -(-count // PART)
        for part in range(parts):
            found.append(((part + 0.5) / parts, rules, seats, -(-count // parts)))
    found.sort(key=lambda one: one[0])
    number = seed * 1_000_000
    for rules in (*HELD_OUT, *(one for one in TRAINED if one.weight > 1)):
        number += 1
        name = rules.title.replace(" ", "_").replace("/", "_")
        yield Job(folder / "tested" / f"{name}.npz", rules, 4, tested, number, data.SCRAMBLED // 2)
    for _, rules, seats, count in found:
        number += 1
        yield Job(folder / f"{number:09d}_{seats}.npz", rules, seats, count, number, data.SCRAMBLED)


def do(job: Job) -> int:
    """Play and write one file. How many positions it has."""
    found = data.sample(job.rules.loaded.table(job.seats), job.games, job.seed, scrambled=job.scrambled, threads=1)
    draft = job.path.with_name(f"draft-{job.path.name}")
    found.save(draft, title=np.array(job.rules.title))
    draft.rename(job.path)
    return found.size


def sample(folder: Path, games: int, seed: int = 0, processes: int | None = None, minutes: float = 60.0) -> int:
    """Write files until all are written or the time is up. How many positions they have."""
    (folder / "tested").mkdir(parents=True, exist_ok=True)
    data.runner()
    began = time.monotonic()
    total = done = 0
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes or os.cpu_count(), mp_context=context) as pool:
        waiting = [pool.submit(do, job) for job in jobs(folder, games, seed) if not job.path.exists()]
        for one in waiting:
            if time.monotonic() - began > 60 * minutes:
                one.cancel()
            if not one.cancelled():
                total += one.result()
                done += 1
    print(f"{total:,} positions in {done} files, {time.monotonic() - began:.0f} s", flush=True)
    return total


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=None)
    parser.add_argument("--minutes", type=float, default=60.0)
    given = parser.parse_args()
    sample(given.folder, given.games, given.seed, given.processes, given.minutes)


if __name__ == "__main__":
    main()
