"""A GPU of a few threads of Python: the kernels of the wavefront uninterpreted by any compiler, over rules of a toy.

Threads of a block share memory and wait for each other; blocks run at once. It shows whether queues lose or double a
game, which one thread alone never would.
"""

import threading
import types
from typing import Any

import numpy as np

from compiled.one_thread import HostDevice
from magnate.compiled import wave, wave_kernels
from magnate.compiled.postpone import POSTPONED
from magnate.rules.refusals import OK

HERE = threading.local()
ATOMIC = threading.Lock()
REFUSED_KIND, DEFAULT_KIND = 7, 9


class Index:
    """threadIdx and the like: `x` is the running thread's."""

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def x(self) -> int:
        return int(getattr(HERE, self.name))


class Memory:
    """cuda.local or cuda.shared."""

    def __init__(self, is_shared: bool) -> None:
        self.is_shared = is_shared

    def array(self, length: int, kind: Any) -> Any:
        if not self.is_shared:
            return [
                types.SimpleNamespace(kind=0, x=0, y=0, amount=0, moved=0, cash=[0] * 8, deed=[0] * 48, card=[0] * 8)
            ]
        HERE.arrays += 1
        with ATOMIC:
            return HERE.shared.setdefault(HERE.arrays, np.full(length, -77, kind))


def add(array: Any, place: int, amount: int) -> int:
    with ATOMIC:
        before = int(array[place])
        array[place] = before + amount
        return before


def lower(array: Any, place: int, other: int) -> None:
    with ATOMIC:
        array[place] = min(int(array[place]), other)


CUDA = types.SimpleNamespace(
    threadIdx=Index("thread"),
    blockIdx=Index("block"),
    blockDim=Index("threads"),
    gridDim=Index("blocks"),
    grid=lambda dimensions: HERE.block * HERE.threads + HERE.thread,
    gridsize=lambda dimensions: HERE.blocks * HERE.threads,
    syncthreads=lambda: HERE.barrier.wait(),
    local=Memory(False),
    shared=Memory(True),
    atomic=types.SimpleNamespace(add=add, min=lower),
)


# The toy: a game lasts as many actions as its key says, and goes through all rows.


def length_of(key: int) -> int:
    return int(key) % 9 + 1


def new_game(g: Any, e: Any, c: Any) -> None:
    g.turns = c.key[0]


def mixed(g: Any) -> int:
    return int(g.turns * 5 + g.actions * 7)


def decides_quickly(g: Any, e: Any, b: Any, seat: int, a: Any) -> None:
    a.kind = 1 + mixed(g) % 37
    if mixed(g) % 4 == 0:
        a.moved = POSTPONED


def decides(g: Any, e: Any, b: Any, seat: int, a: Any) -> None:
    """Of those who share a game one finds what is right; others find nothing, or something of a higher rank."""
    a.kind = 1 + mixed(g) % 37
    if a.lanes > 1 and mixed(g) % 3 > 0:
        if a.lane == mixed(g) // 4 % a.lanes:
            a.rank = 5
        else:
            a.kind = 1 + (mixed(g) + 1) % 37
            if mixed(g) % 3 == 1:
                a.rank = 6 + a.lane


def default_answer(g: Any, e: Any, seat: int, a: Any) -> None:
    a.kind = DEFAULT_KIND


def apply(g: Any, e: Any, c: Any, seat: int, a: Any) -> int:
    if a.kind == REFUSED_KIND:
        return OK + 1
    assert a.kind in (1 + mixed(g) % 37, DEFAULT_KIND)
    g.actions += 1
    g.over = int(g.actions >= length_of(c.key[0]))
    return OK


def frame_row(g: Any, b: Any, seat: int) -> int:
    if mixed(g) % 11 == 0:
        return wave_kernels.FIRST_SEARCH + wave_kernels.ANSWERING
    return mixed(g) % wave_kernels.FRAME_ROWS


def search_row(g: Any, e: Any, b: Any, seat: int) -> int:
    return wave_kernels.FIRST_SEARCH + mixed(g) % wave_kernels.SEARCH_ROWS


TOY = {"new_game": new_game, "default_answer": default_answer, "apply": apply, "cuda": CUDA}
TOY |= {"frame_row": frame_row, "search_row": search_row, "bot_to_act": lambda g, b: 0}


class ThreadedKernel:
    """A kernel, run by so many threads of Python as are asked for."""

    def __init__(self, name: str) -> None:
        quick = {"bot_decides": decides_quickly if name in ("decide", "act") else decides}
        namespace = {**vars(wave_kernels), **TOY, **quick}
        for key, value in vars(wave_kernels).items():
            if isinstance(value, types.FunctionType) and value.__module__ == wave_kernels.__name__ and key not in TOY:
                namespace[key] = types.FunctionType(value.__code__, namespace, key)
        self.function = namespace[name]

    def __getitem__(self, how: tuple[int, int, Any]) -> Any:
        return lambda *arguments: self.launch(how[0], how[1], [as_kernel_sees(one) for one in arguments])

    def launch(self, blocks: int, size: int, arguments: list[Any]) -> None:
        failed: list[BaseException] = []

        def one(block: int, thread: int, barrier: threading.Barrier, shared: dict[int, Any]) -> None:
            HERE.block, HERE.thread, HERE.blocks, HERE.threads = block, thread, blocks, size
            HERE.barrier, HERE.shared, HERE.arrays = barrier, shared, 0
            try:
                self.function(*arguments)
            except BaseException as error:
                failed.append(error)
                barrier.abort()

        running = []
        for block in range(blocks):
            block_wide: tuple[Any, Any] = threading.Barrier(size), {}
            running += [threading.Thread(target=one, args=(block, thread, *block_wide)) for thread in range(size)]
        for each in running:
            each.start()
        for each in running:
            each.join()
        if failed:
            raise failed[0]


def as_kernel_sees(one: Any) -> Any:
    """Records by their names."""
    if isinstance(one, np.ndarray):
        return np.asarray(one).view(np.recarray) if one.dtype.names else np.asarray(one)
    return one


def toy_kernels() -> wave.WaveKernels:
    """All kernels of a wavefront, over the toy's rules."""
    return wave.WaveKernels(**{name: ThreadedKernel(name) for name in wave.WaveKernels.__annotations__})


__all__ = ["HostDevice", "length_of", "toy_kernels"]
