"""A GPU of one thread: `numba.cuda` as far as our kernels and the host's part of a wavefront know it, on the CPU."""

import types
from typing import Any

import numba
import numpy as np

from magnate.compiled import program, records, wave, wave_kernels
from magnate.compiled.clone import COUNTING, Instead
from magnate.compiled.postpone import AT_ONCE, WITHOUT_SEARCH
from magnate.compiled.spread import SPREAD


@numba.njit  # type: ignore[untyped-decorator]
def new_array(length: Any, kind: Any) -> Any:
    return np.zeros(length, kind)


@numba.njit  # type: ignore[untyped-decorator]
def first_thread(dimensions: Any) -> int:
    return 0


@numba.njit  # type: ignore[untyped-decorator]
def all_threads(dimensions: Any) -> int:
    return 1


@numba.njit  # type: ignore[untyped-decorator]
def wait() -> None:
    pass


@numba.njit  # type: ignore[untyped-decorator]
def add(counter: Any, place: Any, amount: Any) -> Any:
    counter[place] += amount
    return counter[place] - amount


@numba.njit  # type: ignore[untyped-decorator]
def lower(numbers: Any, place: Any, other: Any) -> None:
    numbers[place] = min(numbers[place], other)


def module(name: str, **contents: Any) -> types.ModuleType:
    out = types.ModuleType(name)
    vars(out).update(contents)
    return out


def one_thread() -> types.ModuleType:
    """`cuda` inside of a kernel."""
    return module(
        "cuda",
        grid=first_thread,
        gridsize=all_threads,
        threadIdx=module("threadIdx", x=0),
        blockIdx=module("blockIdx", x=0),
        blockDim=module("blockDim", x=1),
        gridDim=module("gridDim", x=1),
        syncthreads=wait,
        local=module("local", array=new_array),
        shared=module("shared", array=new_array),
        atomic=module("atomic", add=add, min=lower),
    )


class HostArray(np.ndarray[Any, Any]):
    """A device array that lies on the host."""

    def copy_to_host(self, out: Any = None, stream: Any = None) -> Any:
        if out is None:
            return np.array(self)
        out[...] = self
        return out

    def copy_to_device(self, other: Any, stream: Any = None) -> None:
        self[...] = other


class Order:
    """A stream or an event: everything happens at once."""

    def record(self, stream: Any) -> None: ...

    def wait(self, stream: Any) -> None: ...

    def synchronize(self) -> None: ...


class HostDevice:
    """`numba.cuda` as far as the host's part of a wavefront knows it."""

    MULTIPROCESSOR_COUNT = 1
    free = 1 << 30

    @staticmethod
    def to_device(values: Any) -> Any:
        return np.array(values).view(HostArray)

    @staticmethod
    def device_array(shape: Any, kind: Any) -> Any:
        return (
            np.full(np.prod(shape) * np.dtype(kind).itemsize, 0x5A, np.uint8).view(kind).reshape(shape).view(HostArray)
        )

    @staticmethod
    def pinned_array(shape: Any, kind: Any) -> Any:
        return np.zeros(shape, kind)

    @staticmethod
    def stream() -> Order:
        return Order()

    @staticmethod
    def event(timing: bool) -> Order:
        return Order()

    @classmethod
    def get_current_device(cls) -> type["HostDevice"]:
        return cls

    @classmethod
    def current_context(cls) -> type["HostDevice"]:
        return cls

    @classmethod
    def get_memory_info(cls) -> tuple[int, int]:
        return cls.free, cls.free


class HostKernel:
    """A kernel compiled for the CPU. Its one thread does the work of all."""

    def __init__(self, function: Any, instead: Instead) -> None:
        self.function, self.instead = function, instead

    def __getitem__(self, how: tuple[int, int, Any]) -> Any:
        return self.launch

    def launch(self, *arguments: Any) -> None:
        plain = [np.asarray(one) if isinstance(one, np.ndarray) else one for one in arguments]
        is_search = self.function is wave_kernels.search
        given = {"cuda": one_thread(), "ACTION_TYPE": wave.SEARCH_ACTION if is_search else records.ACTION}
        program.compiled(self.function, plain, instead=self.instead, given=given)(*plain)


def host_kernels() -> wave.WaveKernels:
    """The kernels of a wavefront, for all bots, on the CPU."""
    special = {"decide": WITHOUT_SEARCH, "search": SPREAD, "act": AT_ONCE}
    names = wave.WaveKernels.__annotations__
    return wave.WaveKernels(
        **{name: HostKernel(getattr(wave_kernels, name), special.get(name, COUNTING)) for name in names}
    )
