"""Ray, started for real: two workers of this machine, one of them killed in the middle."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from magnate import lab
from magnate.lab import jobs, ray_cluster, work
from magnate.lab.ruleset import rotated

pytestmark = [pytest.mark.thorough, pytest.mark.filterwarnings("default")]  # the warnings are Ray's own

GAMES = 400


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    import ray

    ray.init(num_cpus=2, log_to_driver=False, logging_level="CRITICAL", include_dashboard=False)
    yield ray
    ray.shutdown()


def test_a_worker_that_dies_loses_nothing(cluster: Any) -> None:
    lines = rotated(("trader", "house", "novice", "house"))
    job = jobs.FreshGames(lab.RuleSet("clasico").table(4), lines, 5)
    workers: list[int] = []

    def kill_the_first(part: ray_cluster.Part) -> None:
        if not workers:
            os.kill(part[1], signal.SIGKILL)  # it has taken its next chunk
        workers.append(part[1])

    spread_out = ray_cluster.run(job, GAMES, on_part=kill_the_first)
    here = work.run(job, GAMES, threads=1)
    assert len(workers) > 3
    assert len(set(workers)) >= 2
    assert workers[-1] != workers[0]
    assert (spread_out.games == here.games).all()
    for name in here.sums:
        assert (spread_out.sums[name] == here.sums[name]).all()
        assert (spread_out.squares[name] == here.squares[name]).all()


def test_the_commands_answer_the_same_on_ray(cluster: Any) -> None:
    told: list[int] = []
    how: dict[str, Any] = {"players": 3, "bots": "house", "games": 70, "seed": 2}
    assert lab.simulate("expopolis", on="ray", on_games=told.append, **how).to_dict() == (
        lab.simulate("expopolis", **how).to_dict()
    )
    assert sum(told) == 70
