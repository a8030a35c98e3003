"""The GPU's part, as far as it shows without one: it says what is missing, and its kernels play the same games."""

import types
from typing import Any

import numba
import numpy as np
import pytest

from magnate.compiled import batch, cache, gpu, jit, kernels, records
from magnate.editions import load


def test_without_a_gpu_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Any:
        raise gpu.NoGpu("no device or driver is found")

    monkeypatch.setattr(gpu, "cuda_module", missing)
    monkeypatch.setattr(gpu, "READY", {})
    assert not gpu.is_available()
    with pytest.raises(gpu.NoGpu, match=r"pip install 'magnate\[gpu\]'"):
        gpu.play_gpu(dict(load("clasico").table(4)), 1)


def test_an_unknown_policy_is_named() -> None:
    with pytest.raises(ValueError, match="known: house, wanderer"):
        gpu.play_gpu({}, 1, policy="genius")


# A GPU of one thread: `numba.cuda` as far as the kernels know it, on the CPU.


@numba.njit  # type: ignore[untyped-decorator]
def local_array(length: Any, kind: Any) -> Any:
    return np.zeros(length, kind)


@numba.njit  # type: ignore[untyped-decorator]
def first_thread(dimensions: Any) -> int:
    return 0


@numba.njit  # type: ignore[untyped-decorator]
def add(counter: Any, place: Any, amount: Any) -> Any:
    counter[place] += amount
    return counter[place] - amount


def one_thread() -> types.ModuleType:
    cuda = types.ModuleType("cuda")
    cuda.grid = first_thread  # type: ignore[attr-defined]
    cuda.local = types.ModuleType("local")  # type: ignore[attr-defined]
    cuda.local.array = local_array
    cuda.atomic = types.ModuleType("atomic")  # type: ignore[attr-defined]
    cuda.atomic.add = add
    return cuda


def on_one_thread(kernel: Any) -> Any:
    """A kernel compiled for the CPU."""
    types = {f"{name}_TYPE": getattr(records, name) for name in kernels.TYPES}
    rules = batch.compiled_rules().around(kernel, cuda=one_thread(), **types)
    return jit.whole(kernel, rules, cache.folder(kernel), lambda: None)


@pytest.mark.parametrize("policy", ["house", pytest.param("wanderer", marks=pytest.mark.thorough)])
def test_a_gpu_thread_plays_the_games_of_the_batch(policy: str) -> None:
    games, most = 12, 600
    table = dict(load("clasico").table(4))
    e = records.edition_record(table)
    keys = records.seeded_keys(8, games)
    states, chances = batch.play_out(table, games, keys=keys, most=0)  # set up, not one action played
    rows = states.view(np.int64).reshape(games, kernels.STATE_WORDS)
    chance_rows = chances.view(np.int64).reshape(games, kernels.CHANCE_WORDS)
    counter = np.zeros(1, np.int64)
    if policy == "house":
        on_one_thread(kernels.play_house_games)(rows, e, chance_rows, counter, most)
    else:
        strays = np.ascontiguousarray(records.fresh_wanders(keys)["state"])
        on_one_thread(kernels.play_wanderer_games)(rows, e, chance_rows, counter, most, strays)
    expected = batch.play_out(table, games, keys=keys, most=most, policy=policy)
    assert counter[0] == games + 1
    assert states.tobytes() == expected[0].tobytes()
    assert chances.tobytes() == expected[1].tobytes()


def test_a_gpu_thread_sets_up_the_game_of_its_key() -> None:
    table = dict(load("clasico").table(4))
    keys = records.seeded_keys(8, 1)
    rows = np.ones((1, kernels.STATE_WORDS), np.int64)
    chance_rows = np.ones((1, kernels.CHANCE_WORDS), np.int64)
    on_one_thread(kernels.begin_games)(rows, records.edition_record(table), chance_rows, keys)
    expected = batch.play_out(table, 1, keys=keys, most=0)
    assert rows.tobytes() == expected[0].tobytes()
    assert chance_rows.tobytes() == expected[1].tobytes()


def test_records_are_whole_rows_of_words() -> None:
    assert records.STATE.itemsize == kernels.STATE_WORDS * 8
    assert records.CHANCE.itemsize == kernels.CHANCE_WORDS * 8
