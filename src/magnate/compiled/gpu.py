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

from magnate.compiled import cache, clone, jit, kernels, records
from magnate.compiled.batch import MOST, POLICIES, Keys, Tell, tell_on_stderr
from magnate.compiled.records import Records

BATCH = 1 << 20  # games on the device at a time
THREADS = 128  # a block
BLOCKS = 8  # a multiprocessor; more wait their turn
COMPILE_SECONDS = 150


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


@dataclass(frozen=True)
class Kernels:
    """The compiled functions of `kernels`."""

    begin: Any
    house: Any
    wanderer: Any


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


def compile_kernels(cuda: Any, registers: int | None = None, is_kept: bool = True) -> Kernels:
    """Rules, bots and kernels for CUDA; each kernel is compiled at its first launch, or read from the cache."""
    kinds: Any = importlib.import_module("numba.cuda.types")
    from_dtype: Any = importlib.import_module("numba.cuda.np.numpy_support").from_dtype

    def device_function(function: Callable[..., Any]) -> Any:
        return jit.one_signature(kinds, cuda.jit(device=True, lto=False)(function))

    rules = clone.Clones(device_function)
    given = {f"{name}_TYPE": from_dtype(getattr(records, name)) for name in kernels.TYPES}

    def kernel(function: Callable[..., Any]) -> Any:
        namespace = rules.around(function, cuda=cuda, **given)
        made = cuda.jit(max_registers=registers, lto=False)(retarget(function, namespace))
        folder = cache.folder(function) if is_kept else None
        if folder is not None:
            with caching_in(folder / f"cuda-{registers or 'any'}"):
                made.enable_caching()
        return made

    return Kernels(kernel(kernels.begin_games), kernel(kernels.play_house_games), kernel(kernels.play_wanderer_games))


def retarget(function: Callable[..., Any], rules: dict[str, Any]) -> Callable[..., Any]:
    """The function, calling compiled rules."""
    clone = types.FunctionType(function.__code__, rules, function.__name__)
    clone.__module__ = function.__module__
    return clone


READY: dict[int | None, Kernels] = {}


def ready(registers: int | None = None, is_kept: bool = True, on_compile: Tell = tell_on_stderr) -> Kernels:
    """The kernels for this register limit, made once."""
    if registers not in READY:
        device = cuda_module()
        on_compile(f"preparing the rules for the GPU (the first time about {COMPILE_SECONDS} seconds)")
        READY[registers] = compile_kernels(device, registers, is_kept)
    return READY[registers]


class Table:
    """Games of one edition's table on the device, in rows of 64-bit words."""

    def __init__(self, table: dict[str, Any], keys: Keys, made: Kernels, threads: int | None = None) -> None:
        self.device = cuda_module()
        self.made = made
        self.threads = threads or THREADS
        self.host_keys = np.ascontiguousarray(keys, np.int64)
        self.games = len(self.host_keys)
        self.edition = self.device.to_device(records.edition_record(table))
        self.keys = self.device.to_device(self.host_keys)
        self.states = self.device.device_array((self.games, kernels.STATE_WORDS), np.int64)
        self.chances = self.device.device_array((self.games, kernels.CHANCE_WORDS), np.int64)

    def begin(self) -> None:
        """Set up every game."""
        blocks = -(-self.games // self.threads)
        self.launch(self.made.begin, blocks, self.states, self.edition, self.chances, self.keys)

    def play_on(self, most: int, policy: str) -> None:
        """Play every game on, to its end or `most` actions."""
        counter = self.device.to_device(np.zeros(1, np.int64))
        every = [self.states, self.edition, self.chances, counter, np.int64(most)]
        processors = int(self.device.get_current_device().MULTIPROCESSOR_COUNT)
        blocks = min(-(-self.games // self.threads), processors * BLOCKS)
        if policy == "house":
            self.launch(self.made.house, blocks, *every)
        else:
            strays = self.device.to_device(np.ascontiguousarray(records.fresh_wanders(self.host_keys)["state"]))
            self.launch(self.made.wanderer, blocks, *every, strays)

    def launch(self, kernel: Any, blocks: int, *arguments: Any) -> None:
        """Start a kernel. A small grid is meant: numba-cuda need not warn of it."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            kernel[blocks, self.threads](*arguments)

    def fetch(self) -> tuple[Records, Records]:
        """States and chances, when all is done."""
        self.device.synchronize()
        states, chances = self.states.copy_to_host(), self.chances.copy_to_host()
        return states.view(records.STATE).reshape(self.games), chances.view(records.CHANCE).reshape(self.games)


def play_out(
    table: dict[str, Any],
    games: int,
    seed: int = 0,
    *,
    keys: Keys | None = None,
    most: int = MOST,
    policy: str = "house",
    threads: int | None = None,
    on_games: Callable[[int], None] | None = None,
    on_compile: Tell = tell_on_stderr,
) -> tuple[Records, Records]:
    """The final states and chances of fresh games. `threads` is the size of a block."""
    if policy not in POLICIES:
        raise ValueError(f"no policy {policy!r}; known: {', '.join(POLICIES)}")
    made = ready(on_compile=on_compile)
    every = records.seeded_keys(seed, games) if keys is None else np.asarray(keys, np.int64)
    states, chances = np.zeros(games, records.STATE), np.zeros(games, records.CHANCE)  # no odd bytes between fields
    for first in range(0, games, BATCH):
        last = min(first + BATCH, games)
        on_device = Table(table, every[first:last], made, threads)
        on_device.begin()
        on_device.play_on(most, policy)
        states[first:last], chances[first:last] = on_device.fetch()
        if on_games is not None:
            on_games(last - first)
    return states, chances


def play_gpu(
    table: dict[str, Any],
    games: int,
    seed: int = 0,
    most: int = MOST,
    policy: str = "house",
    threads: int | None = None,
    keys: Keys | None = None,
    on_games: Callable[[int], None] | None = None,
    on_compile: Tell = tell_on_stderr,
) -> Records:
    """As `batch.play`: the final states of so many games, from the GPU."""
    how: dict[str, Any] = {"most": most, "policy": policy, "threads": threads}
    return play_out(table, games, seed, keys=keys, on_games=on_games, on_compile=on_compile, **how)[0]


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
