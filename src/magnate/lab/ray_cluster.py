"""Ray: the same chunks as tasks of a cluster, each tried again when the worker that had it dies.

Where no cluster is running, or named by RAY_ADDRESS, Ray starts one on this machine.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from magnate.lab.errors import optional
from magnate.lab.jobs import Job, OnGames, chunks
from magnate.lab.tally import Tally, count, joined

MOST = 4096  # games in a chunk
TASKS = 8  # a worker, so that all end together
RETRIES = 100  # of a chunk; a worker that dies loses nothing

Part = tuple[int, int, Tally]  # number of the chunk, process that played it, what it counted


def play_chunk(job: Job, number: int, first: int, games: int) -> Part:
    """What one worker does."""
    states = job.play(first, games, 1, None, lambda message: None)
    return number, os.getpid(), count(states, job.table)


def cluster() -> Any:
    """Ray, connected to a cluster."""
    ray = optional("ray", "ray", "--on ray needs")
    if not ray.is_initialized():
        ray.init(log_to_driver=False, logging_level="ERROR", include_dashboard=False)
    return ray


def run(job: Job, games: int, on_games: OnGames | None = None, on_part: Callable[[Part], None] | None = None) -> Tally:
    """Play a number of games of a job on the cluster. `on_part` sees every chunk as it comes in."""
    ray = cluster()
    workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
    size = max(job.least, min(MOST, -(-games // (TASKS * workers))))
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(play_chunk)
    given = ray.put(job)
    waiting = [task.remote(given, n, first, many) for n, (first, many) in enumerate(chunks(games, size))]
    parts: dict[int, Tally] = {}
    while waiting:
        ready, waiting = ray.wait(waiting, num_returns=1)
        part: Part = ray.get(ready[0])
        parts[part[0]] = part[2]
        if on_games is not None:
            on_games(len(part[2]))
        if on_part is not None:
            on_part(part)
    return joined([parts[number] for number in sorted(parts)])
