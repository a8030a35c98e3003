"""Whole games by the million on an NVIDIA GPU: the same rules and bots again, as a wavefront (`wave`).

Importing this needs no GPU; playing does. The games are those of `batch`, bit by bit. Wanderers, who are there for
parity, play one game a thread.
"""

from __future__ import annotations

import contextlib
import importlib
import subprocess
import sys
import types
import warnings
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from magnate.bots.table import HOUSE_BOT, NOVICE_BOT
from magnate.compiled import batch, cache, clone, jit, kernels, records, wave, wave_kernels
from magnate.compiled.batch import MOST, Keys, Lines
from magnate.compiled.clone import COUNTING, Instead
from magnate.compiled.postpone import AT_ONCE, DECIDES, WITHOUT_SEARCH, absent
from magnate.compiled.program import Tell, fresh_scratch, tell_on_stderr
from magnate.compiled.records import Records
from magnate.compiled.spread import SPREAD
from magnate.compiled.wave import Take, Wave, WaveKernels

BATCH = 1 << 18  # wanderers' games on the device at a time
THREADS = 128  # a block
BLOCKS = 8  # a multiprocessor; more wait their turn
COMPILE_SECONDS = 200
LARGE = ("act", "decide", "search", "begin")  # the kernels that take long to compile


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
    link_once()
    warnings.filterwarnings("ignore", message="Grid size")  # a small grid is meant where there is one
    return cuda


def link_once() -> None:
    """Have numba-cuda hand every module to its compiler once, and not once for each way it is reached."""
    codegen: Any = importlib.import_module("numba.cuda.codegen")
    codegen.CUDACodeLibrary.modules = property(distinct_modules)


def distinct_modules(library: Any) -> list[Any]:
    """The module of a library and, once each, those of all libraries it reaches."""
    reached: dict[int, Any] = {}
    open_ends = [library]
    while open_ends:
        for other in open_ends.pop()._linking_libraries:
            if id(other) not in reached:
                reached[id(other)] = other
                open_ends.append(other)
    others = [getattr(other, "_module", None) for other in reached.values()]
    return [library._module, *(one for one in others if one is not None)]


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


def play_threads(
    table: dict[str, Any],
    every: npt.NDArray[np.int64],
    b: Records,
    first: int,
    most: int,
    threads: int | None,
    on_games: Callable[[int], None] | None,
    made: Kernels,
) -> tuple[Records, Records]:
    """Whole games, one a thread."""
    games = len(every)
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


WAVES: dict[Any, WaveKernels] = {}


def deciders(bots: str | Lines) -> tuple[str, ...]:
    """The bots of these lines that decide in different ways: an oracle or a probe plays as a trader here."""
    names = {bots} if isinstance(bots, str) else {name for line in bots for name in line}
    return tuple(sorted({name if name in DECIDES else "trader" for name in names}))


def instead_in(name: str, present: Collection[str]) -> Instead:
    """The functions that a kernel of the wavefront, for these bots only, has instead of others."""
    return {**{"decide": WITHOUT_SEARCH, "search": SPREAD, "act": AT_ONCE}.get(name, COUNTING), **absent(present)}


def wave_kernel(name: str, present: Collection[str], registers: int | None = None, is_kept: bool = True) -> Any:
    """A kernel of the wavefront, for these bots only."""
    from_dtype: Any = importlib.import_module("numba.cuda.np.numpy_support").from_dtype
    made = Compiler(cuda_module(), instead_in(name, present), registers, is_kept)
    kind = wave.SEARCH_ACTION if name == "search" else records.ACTION
    return made.kernel(getattr(wave_kernels, name), ACTION_TYPE=from_dtype(kind))


def wave_ready(
    present: Collection[str],
    on_compile: Tell = tell_on_stderr,
    registers: int | None = None,
    is_kept: bool = True,
) -> WaveKernels:
    """The kernels of the wavefront for these bots, made once for each register limit."""
    key = registers, tuple(present)
    if key not in WAVES:
        cuda_module()
        on_compile(f"preparing rules and bots for the GPU (the first time about {COMPILE_SECONDS} seconds)")
        missing = [one for one in LARGE if not cache.is_filled(getattr(wave_kernels, one), instead_in(one, present))]
        if is_kept and len(missing) > 1:
            prepare(present, registers, missing)
        WAVES[key] = all_kernels(present, registers, is_kept)
    return WAVES[key]


def all_kernels(present: Collection[str], registers: int | None, is_kept: bool = True) -> WaveKernels:
    """The kernels, each compiled at its first launch or read from the cache."""
    names = WaveKernels.__annotations__
    return WaveKernels(**{name: wave_kernel(name, present, registers, is_kept) for name in names})


def touch(name: str, present: Collection[str], registers: int | None = None) -> None:
    """Compile one kernel of the wavefront and keep it on disk: run it once, with nothing to do."""
    from magnate.editions import load

    table = dict(load("castis").table(4))
    made = all_kernels(present, registers)
    idle = Wave(cuda_module(), made, table, batch.lines_record(table, "house"), 1, 0, output=1)
    if name == "begin":
        idle.begin(np.zeros((1, 8), np.int64), False, 0, 0)
    else:
        getattr(idle, name)()
    cuda_module().synchronize()


def prepare(present: Collection[str], registers: int | None = None, names: Collection[str] = LARGE) -> None:
    """Compile large kernels for these bots side by side, each in a process of its own, into the cache.

    What fails there is compiled, and fails, where it is needed.
    """
    command = [sys.executable, "-m", "magnate.compiled.gpu_prepare"]
    running = [subprocess.Popen([*command, name, str(registers or 0), *present]) for name in names]
    for one in running:
        one.wait()


def play_stream(
    take: Take,
    table: dict[str, Any],
    games: int,
    seed: int = 0,
    *,
    bots: str | Lines = "house",
    first: int = 0,
    private: bool = False,
    keys: Keys | None = None,
    most: int = MOST,
    slots: int | None = None,
    threads: int | None = None,
    tail: int | None = None,
    on_compile: Tell = tell_on_stderr,
) -> None:
    """Play fresh games and hand each over when it has ended: `take(numbers, states, chances)`, in another thread.

    Numbers count from 0. The last few games, `tail` at most, are played by the CPU. What is handed over may be used
    until `take` returns.
    """
    if games == 0:
        return
    made = wave_ready(deciders(bots), on_compile)
    b = batch.lines_record(table, bots, private)
    cuda = cuda_module()
    on_device = Wave(
        cuda, made, table, b, wave.slots_for(cuda, games, slots), most, threads, output=min(wave.OUTPUT, games)
    )
    every = records.seeded_keys(seed, 1) if keys is None else np.asarray(keys, np.int64)
    on_device.begin(every, keys is None, first, games)
    on_device.play(games, take, wave.usual_tail(games) if tail is None else tail)
    wave.finish(table, b, first, on_device.unfinished(), most, take, on_compile)


class GamesInOrder:
    """Games as they are handed over, put in the order of their numbers."""

    def __init__(self, games: int, on_games: Callable[[int], None] | None = None) -> None:
        self.states, self.chances = records.fresh_states(games), np.zeros(games, records.CHANCE)
        self.on_games = on_games

    def __call__(self, numbers: npt.NDArray[np.int64], states: Records, chances: Records) -> None:
        self.states[numbers], self.chances[numbers] = states, chances
        if self.on_games is not None and len(numbers):
            self.on_games(len(numbers))


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
    slots: int | None = None,
    threads: int | None = None,
    tail: int | None = None,
    on_games: Callable[[int], None] | None = None,
    on_compile: Tell = tell_on_stderr,
    instead: Instead = COUNTING,
    scratch: Callable[[], Any] = fresh_scratch,
) -> tuple[Records, Records]:
    """As `batch.play_out`: the final states and chances of fresh games. `threads` is the size of a block."""
    if instead is not COUNTING:
        made = ready(on_compile, instead, scratch().action.dtype)
        b = batch.lines_record(table, bots, private)
        every = records.seeded_keys(seed, first + games)[first:] if keys is None else np.asarray(keys, np.int64)
        return play_threads(table, every, b, first, most, threads, on_games, made)
    out = GamesInOrder(games, on_games)
    who: dict[str, Any] = {"bots": bots, "first": first, "private": private, "keys": keys}
    how: dict[str, Any] = {"most": most, "slots": slots, "threads": threads, "tail": tail, "on_compile": on_compile}
    play_stream(out, table, games, seed, **who, **how)
    return out.states, out.chances


def play(table: dict[str, Any], games: int, seed: int = 0, **how: Any) -> Records:
    """As `batch.play`: the final states of a number of games, with their counts. `how` is as for `play_out`."""
    return play_out(table, games, seed, **how)[0]


def play_on(
    table: dict[str, Any],
    g: Records,
    c: Records,
    b: Records,
    *,
    most: int = MOST,
    slots: int | None = None,
    tail: int | None = None,
    on_compile: Tell = tell_on_stderr,
) -> Records:
    """As `batch.play_on`, but the games given stay as they are: the final states are returned."""
    made, cuda, out = wave_ready(seated(b["bot"][:, : table["seats"]]), on_compile), cuda_module(), GamesInOrder(len(g))
    size = wave.slots_for(cuda, len(g), slots)
    for start in range(0, len(g), size):
        some = slice(start, start + size)
        games = len(g[some])

        def take(numbers: npt.NDArray[np.int64], states: Records, chances: Records, start: int = start) -> None:
            out(start + numbers, states, chances)

        on_device = Wave(cuda, made, table, b, games, most, output=min(wave.OUTPUT, games))
        on_device.put(g[some], c[some], start)
        on_device.play(games, take, wave.usual_tail(games) if tail is None else tail)
        wave.finish(table, b, start, on_device.unfinished(), most, take, on_compile)
    return out.states


def seated(codes: npt.NDArray[np.int8]) -> tuple[str, ...]:
    """The bots with these codes that decide in different ways."""
    names = {HOUSE_BOT: "house", NOVICE_BOT: "novice"}
    return tuple(sorted({names.get(code, "trader") for code in np.unique(codes).tolist()}))


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
