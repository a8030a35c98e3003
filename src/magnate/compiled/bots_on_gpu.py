"""Games between named bots on an NVIDIA GPU, counted: the games of `match`, bit by bit.

Importing this needs no GPU; playing does.
"""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from magnate.compiled import bot_kernels, cache, clone, gpu, jit, kernels, match, records
from magnate.compiled.batch import MOST, Tell, tell_on_stderr
from magnate.compiled.gpu import BLOCKS, THREADS
from magnate.compiled.match import Lines
from magnate.compiled.records import Records

BATCH = 1 << 18  # games on the device at a time
COMPILE_SECONDS = 300


@dataclass(frozen=True)
class Kernels:
    """The compiled functions."""

    begin: Any
    play: Any


def compile_kernels(cuda: Any) -> Kernels:
    """Rules that count, bots and kernels for CUDA; each is compiled at its first launch, or read from the cache."""
    kinds: Any = importlib.import_module("numba.cuda.types")
    from_dtype: Any = importlib.import_module("numba.cuda.np.numpy_support").from_dtype

    def device_function(function: Callable[..., Any]) -> Any:
        return jit.one_signature(kinds, cuda.jit(device=True, lto=False)(function))

    rules = clone.Clones(device_function, clone.COUNTING)
    given = {"cuda": cuda, "STATE_WORDS": records.COUNTED.itemsize // 8, "CHANCE_WORDS": records.CHANCE.itemsize // 8}
    types = {"STATE": records.COUNTED, "CHANCE": records.CHANCE, "ACTION": records.ACTION}
    given |= {f"{name}_TYPE": from_dtype(kind) for name, kind in types.items()}

    def kernel(function: Callable[..., Any]) -> Any:
        made = cuda.jit(lto=False)(gpu.retarget(function, rules.around(function, **given)))
        folder = cache.folder(function, clone.COUNTING)
        if folder is not None:
            with gpu.caching_in(folder / "cuda-bots"):
                made.enable_caching()
        return made

    return Kernels(kernel(kernels.begin_games), kernel(bot_kernels.play_bot_games))


READY: list[Kernels] = []


def ready(on_compile: Tell = tell_on_stderr) -> Kernels:
    """The kernels, made once."""
    if not READY:
        device = gpu.cuda_module()
        on_compile(f"preparing rules and bots for the GPU (the first time about {COMPILE_SECONDS} seconds)")
        READY.append(compile_kernels(device))
    return READY[0]


def launch(kernel: Any, blocks: int, *arguments: Any) -> None:
    """Start a kernel. A small grid is meant: numba-cuda need not warn of it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        kernel[blocks, THREADS](*arguments)


def on_device(
    made: Kernels, table: dict[str, Any], states: Any, chances: Any, b: Records, first: int, most: int
) -> None:
    """Play games on that lie on the device as rows of 64-bit words."""
    cuda = gpu.cuda_module()
    edition, lines = cuda.to_device(records.edition_record(table)), cuda.to_device(b)
    counter = cuda.to_device(np.zeros(1, np.int64))
    processors = int(cuda.get_current_device().MULTIPROCESSOR_COUNT)
    blocks = min(-(-states.shape[0] // THREADS), processors * BLOCKS)
    launch(made.play, blocks, states, edition, chances, lines, np.int64(first), counter, np.int64(most))
    cuda.synchronize()


def fetched(states: Any, games: int) -> Records:
    """States from the device, with no odd bytes between their fields."""
    out = np.zeros(games, records.COUNTED)
    found = states.copy_to_host().view(records.COUNTED).reshape(games)
    for name in records.COUNTED.names or ():
        out[name] = found[name]
    return out


def play(
    table: dict[str, Any],
    lines: Lines,
    games: int,
    seed: int = 0,
    *,
    first: int = 0,
    private: bool = False,
    most: int = MOST,
    on_compile: Tell = tell_on_stderr,
) -> Records:
    """As `match.play`: the final states of games number `first` and on, with their counts."""
    made, cuda = ready(on_compile), gpu.cuda_module()
    b = match.lines_record(table, lines, private)
    edition = cuda.to_device(records.edition_record(table))
    keys = records.seeded_keys(seed, first + games)[first:]
    parts = []
    for start in range(0, games, BATCH):
        some = np.ascontiguousarray(keys[start : start + BATCH])
        states = cuda.device_array((len(some), records.COUNTED.itemsize // 8), np.int64)
        chances = cuda.device_array((len(some), records.CHANCE.itemsize // 8), np.int64)
        launch(made.begin, -(-len(some) // THREADS), states, edition, chances, cuda.to_device(some))
        on_device(made, table, states, chances, b, (first + start) % len(lines), most)
        parts.append(fetched(states, len(some)))
    return np.concatenate(parts) if parts else np.zeros(0, records.COUNTED)


def play_on(
    table: dict[str, Any], g: Records, c: Records, b: Records, *, most: int = MOST, on_compile: Tell = tell_on_stderr
) -> Records:
    """As `match.play_on`, but the games given stay as they are: the final states are returned."""
    made, cuda = ready(on_compile), gpu.cuda_module()
    parts = []
    for start in range(0, len(g), BATCH):
        some, dice = g[start : start + BATCH], c[start : start + BATCH]
        states = cuda.to_device(np.ascontiguousarray(some).view(np.int64).reshape(len(some), -1))
        chances = cuda.to_device(np.ascontiguousarray(dice).view(np.int64).reshape(len(some), -1))
        on_device(made, table, states, chances, b, start % len(b), most)
        parts.append(fetched(states, len(some)))
    return np.concatenate(parts) if parts else np.zeros(0, records.COUNTED)
