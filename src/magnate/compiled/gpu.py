"""Whole games by the million on an NVIDIA GPU: the same rules and bots again, one game a thread.

Importing this needs no GPU; playing does. The games are those of `batch`, bit by bit.
"""

from __future__ import annotations

import contextlib
import importlib
import types
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from magnate.compiled import batch, cache, clone, jit, kernels, records
from magnate.compiled.batch import MOST, Keys, Lines
from magnate.compiled.clone import COUNTING, Instead
from magnate.compiled.program import Tell, fresh_scratch, tell_on_stderr
from magnate.compiled.records import Records

BATCH = 1 << 18  # games on the device at a time
THREADS = 128  # a block
BLOCKS = 8  # a multiprocessor; more wait their turn
COMPILE_SECONDS = 300


class NoGpu(RuntimeError):
    """There is no GPU to play on, or something to reach it is missing."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"no CUDA GPU can be used ({why}). It takes an NVIDIA card with a driver for CUDA 13, and: "
            "pip install 'magnate[gpu]' (or numba-cuda and a CUDA 13 toolkit named by CUDA_HOME)"
        )


@lru_cache(maxsize=1)
def cuda_module() -> Any:
    """numba.cuda of numba-cuda, with a device behind it."""
    with contextlib.suppress(ImportError):  # what its .pth file does where it is installed rather than unpacked
        importlib.import_module("_numba_cuda_redirector")
    try:
        cuda: Any = importlib.import_module("numba.cuda")
        is_there = cuda.is_available()
    except Exception as problem:
        raise NoGpu(f"{type(problem).__name__}: {problem}") from problem
    if getattr(cuda, "implementation", "") != "NVIDIA":
        raise NoGpu("numba-cuda is not installed")
    if not is_there:
        raise NoGpu("no device or driver is found")
    return cuda


@contextlib.contextmanager
def caching_in(folder: Any) -> Iterator[None]:
    """Have numba-cuda keep what it compiles in our folder."""
    config: Any = importlib.import_module("numba.cuda.core.config")
    usual = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = usual


class Compiler:
    """Rules, bots and kernels for CUDA. A kernel is compiled at its first launch, or read from the cache."""

    def __init__(self, cuda: Any, instead: Instead = COUNTING, registers: int | None = None, is_kept: bool = True):
        self.cuda, self.registers, self.is_kept = cuda, registers, is_kept
        kinds: Any = importlib.import_module("numba.cuda.types")

        def device_function(function: Callable[..., Any]) -> Any:
            return jit.one_signature(kinds, cuda.jit(device=True, lto=False)(function))

        self.rules = clone.Clones(device_function, instead)

    def kernel(self, function: Callable[..., Any], **given: Any) -> Any:
        """A kernel, over the functions it calls."""
        namespace = self.rules.around(function, cuda=self.cuda, **given)
        made = self.cuda.jit(max_registers=self.registers, lto=False)(retarget(function, namespace))
        folder = cache.folder(function, self.rules.instead) if self.is_kept else None
        if folder is not None:
            with caching_in(folder / f"cuda-{self.registers or 'any'}"):
                made.enable_caching()
        return made


def retarget(function: Callable[..., Any], rules: dict[str, Any]) -> Callable[..., Any]:
    """The function, calling compiled rules."""
    clone = types.FunctionType(function.__code__, rules, function.__name__)
    clone.__module__ = function.__module__
    return clone


@dataclass(frozen=True)
class Kernels:
    """The compiled functions of `kernels`."""

    begin: Any
    play: Any


READY: dict[Any, Kernels] = {}


def ready(
    on_compile: Tell = tell_on_stderr,
    instead: Instead = COUNTING,
    action: Any = records.ACTION,
    registers: int | None = None,
    is_kept: bool = True,
) -> Kernels:
    """The kernels, made once for each register limit."""
    key = registers, tuple(instead.items())
    if key not in READY:
        cuda = cuda_module()
        on_compile(f"preparing rules and bots for the GPU (the first time about {COMPILE_SECONDS} seconds)")
        from_dtype: Any = importlib.import_module("numba.cuda.np.numpy_support").from_dtype
        kinds = {"STATE": records.STATE, "CHANCE": records.CHANCE, "ACTION": action}
        given = {f"{name}_TYPE": from_dtype(kind) for name, kind in kinds.items()}
        made = Compiler(cuda, instead, registers, is_kept)
        READY[key] = Kernels(made.kernel(kernels.begin_games, **given), made.kernel(kernels.play_games, **given))
    return READY[key]


class DeviceTable:
    """Games of one edition's table on the device, in rows of 64-bit words, and the bots that play them."""

    def __init__(self, table: dict[str, Any], b: Records, games: int, made: Kernels, threads: int | None = None):
        self.cuda, self.made, self.threads, self.games = cuda_module(), made, threads or THREADS, games
        self.edition, self.bots = self.cuda.to_device(records.edition_record(table)), self.cuda.to_device(b)
        self.states = self.cuda.device_array((games, kernels.STATE_WORDS), np.int64)
        self.chances = self.cuda.device_array((games, kernels.CHANCE_WORDS), np.int64)

    def begin(self, keys: Keys) -> None:
        """Set up every game from its key."""
        on_device = self.cuda.to_device(np.ascontiguousarray(keys, np.int64))
        blocks = -(-self.games // self.threads)
        self.launch(self.made.begin, blocks, self.states, self.edition, self.chances, on_device)

    def put(self, g: Records, c: Records) -> None:
        """Take games over as they stand."""
        for there, here in ((self.states, g), (self.chances, c)):
            there.copy_to_device(np.ascontiguousarray(here).view(np.int64).reshape(self.games, -1))

    def play_on(self, most: int, first: int = 0) -> None:
        """Play every game on, to its end or `most` actions; line `first` plays the first of them."""
        counter = self.cuda.to_device(np.zeros(1, np.int64))
        processors = int(self.cuda.get_current_device().MULTIPROCESSOR_COUNT)
        blocks = min(-(-self.games // self.threads), processors * BLOCKS)
        numbers = np.int64(first), counter, np.int64(most)
        self.launch(self.made.play, blocks, self.states, self.edition, self.chances, self.bots, *numbers)

    def launch(self, kernel: Any, blocks: int, *arguments: Any) -> None:
        """Start a kernel. A small grid is meant: numba-cuda need not warn of it."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            kernel[blocks, self.threads](*arguments)

    def fetch(self) -> tuple[Records, Records]:
        """States and chances, when all is done."""
        self.cuda.synchronize()
        return fetched(self.states, records.STATE), fetched(self.chances, records.CHANCE)


def fetched(rows: Any, kind: Any) -> Records:
    """Records from the device, with no odd bytes between their fields."""
    found = rows.copy_to_host()
    out = np.zeros(len(found), kind)
    for name in kind.names:
        out[name] = found.view(kind).reshape(len(found))[name]
    return out


def play_out(
    table: dict[str, Any],
    games: int,
    seed: int = 0,
    *,
    bots: str | Lines = "house",
    first: int = 0,
    private: bool = False,
    keys: Keys | None = None,
    most: int = MOST,
    threads: int | None = None,
    on_games: Callable[[int], None] | None = None,
    on_compile: Tell = tell_on_stderr,
    instead: Instead = COUNTING,
    scratch: Callable[[], Any] = fresh_scratch,
) -> tuple[Records, Records]:
    """As `batch.play_out`: the final states and chances of fresh games. `threads` is the size of a block."""
    made = ready(on_compile, instead, scratch().action.dtype)
    b = batch.lines_record(table, bots, private)
    every = records.seeded_keys(seed, first + games)[first:] if keys is None else np.asarray(keys, np.int64)
    states, chances = records.fresh_states(games), np.zeros(games, records.CHANCE)
    for start in range(0, games, BATCH):
        some = every[start : start + BATCH]
        on_device = DeviceTable(table, b, len(some), made, threads)
        on_device.begin(some)
        on_device.play_on(most, (first + start) % len(b))
        states[start : start + BATCH], chances[start : start + BATCH] = on_device.fetch()
        if on_games is not None:
            on_games(len(some))
    return states, chances


def play(table: dict[str, Any], games: int, seed: int = 0, **how: Any) -> Records:
    """As `batch.play`: the final states of so many games, with their counts. `how` is as for `play_out`."""
    return play_out(table, games, seed, **how)[0]


def play_on(
    table: dict[str, Any], g: Records, c: Records, b: Records, *, most: int = MOST, on_compile: Tell = tell_on_stderr
) -> Records:
    """As `batch.play_on`, but the games given stay as they are: the final states are returned."""
    made = ready(on_compile)
    states = records.fresh_states(len(g))
    for start in range(0, len(g), BATCH):
        some = slice(start, start + BATCH)
        on_device = DeviceTable(table, b, len(g[some]), made)
        on_device.put(g[some], c[some])
        on_device.play_on(most, start % len(b))
        states[some] = on_device.fetch()[0]
    return states


def is_available() -> bool:
    """Whether there is a GPU to play on."""
    try:
        cuda_module()
    except NoGpu:
        return False
    return True


def name() -> str:
    """The GPU's name."""
    found = cuda_module().get_current_device().name
    return found.decode() if isinstance(found, bytes) else str(found)
