"""Games in device arrays, as far as they show without a GPU: the kernel steps the games of `VectorGames`.

`python benchmarks/envs.py --gpu 512 --compare` does the same on a GPU, in every edition.
"""

from typing import Any

import numpy as np
import pytest

from compiled.one_thread import one_thread
from magnate.compiled import gpu, program
from magnate.compiled.program import Games
from magnate.compiled.steps import Steps
from magnate.envs import device
from magnate.envs.device import DeviceGames
from magnate.envs.vector import VectorGames

pytestmark = pytest.mark.thorough  # another kernel to compile; `make test` has one in compiled/test_gpu.py

GAMES = 24
HOW: dict[str, Any] = {"seed": 3, "bots": [None, "trader", None], "between": True, "shaping": 0.5}
HOW |= {"mortgage_only_in_debt": True}


class HostArray(np.ndarray[Any, Any]):
    """A device array that lies on the host."""

    def copy_to_host(self) -> Any:
        return np.array(self)

    def copy_to_device(self, other: Any) -> None:
        self[...] = other


class Foreign:
    """An array of another library, on a device."""

    def __init__(self, values: Any, kind: str) -> None:
        self.values = np.asarray(values, kind)
        self.__cuda_array_interface__ = self.values.__array_interface__


class HostDevice:
    """`numba.cuda` as far as `DeviceGames` knows it, one thread at a time."""

    @staticmethod
    def to_device(values: Any) -> Any:
        return np.array(values).view(HostArray)

    @staticmethod
    def as_cuda_array(foreign: Any) -> Any:
        return foreign.values

    @staticmethod
    def synchronize() -> None:
        pass


class HostKernel:
    """The kernel compiled for the CPU: every thread gets its own rows, so that each believes to be the first."""

    def __getitem__(self, blocks_and_threads: tuple[int, int]) -> Any:
        return self.launch

    def launch(self, games: Games, steps: Steps, source: int) -> None:
        games, steps = Games(*map(plain, games)), Steps(*map(plain, steps))
        run = program.compiled(device.step_on_device, [games, steps, source], given={"cuda": one_thread()})
        count = len(steps.choice)
        for game in range(count):
            own = [one[game : game + 1] if hasattr(one, "shape") and len(one) == count else one for one in steps]
            rows = Steps(*own)._replace(scale=steps.scale)  # it has a place for each of the observation's
            state, chance = games.state[game : game + 1], games.chance[game : game + 1]
            run(games._replace(state=state, chance=chance), rows, source)


def plain(one: Any) -> Any:
    """An array without its disguise."""
    return np.asarray(one) if isinstance(one, np.ndarray) else one


@pytest.fixture
def on_host(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = HostKernel()
    monkeypatch.setattr(gpu, "cuda_module", lambda: HostDevice)
    monkeypatch.setattr(device, "kernel", lambda: kernel)


def same(ours: VectorGames, theirs: DeviceGames) -> None:
    """Everything that is shown, and the games behind it."""
    found = theirs.fetch()
    for name in ("observation", "mask", "reward"):
        assert (found[name] == getattr(ours, name)).all(), name
    for name in ("states", "result"):
        for field in found[name].dtype.names:
            assert (found[name][field] == getattr(ours, name)[field]).all(), f"{name}: {field}"


@pytest.mark.usefixtures("on_host")
def test_the_kernel_steps_the_games_of_the_vector() -> None:
    ours, theirs = VectorGames("castis", GAMES, 3, **HOW), DeviceGames("castis", GAMES, 3, **HOW)
    same(ours, theirs)
    for _ in range(40):
        numbers = ours.random_choice.copy()
        ours.step(numbers)
        theirs.step(numbers)
        same(ours, theirs)
    ours.play_random(60 * GAMES)
    theirs.play_random(60)
    same(ours, theirs)
    theirs.step(Foreign(ours.random_choice, "i4"))
    ours.step(ours.random_choice.copy())
    same(ours, theirs)


@pytest.mark.usefixtures("on_host")
@pytest.mark.parametrize("number", [-1, -3, -2_000_000_000, 2_000_000_000, 2**40])
def test_what_is_no_number_of_the_catalogue_plays_nothing_and_is_told(number: int) -> None:
    games = DeviceGames("clasico", GAMES, 4, seed=5)
    before = games.fetch()
    numbers = before["result"]["choice"].astype(np.int64)
    numbers[7] = number
    games.step(numbers)
    after = games.fetch()
    assert after["result"]["wrong"].nonzero()[0].tolist() == [7]
    assert after["states"][7] == before["states"][7]
    assert (after["observation"][7] == before["observation"][7]).all()


@pytest.mark.usefixtures("on_host")
def test_a_device_array_is_of_int32() -> None:
    games = DeviceGames("clasico", GAMES, 4)
    with pytest.raises(TypeError, match="a device array of int64; expected int32"):
        games.step(Foreign([0] * GAMES, "i8"))
    with pytest.raises(TypeError, match="an array of float64; expected whole numbers"):
        games.step([0.5] * GAMES)
    with pytest.raises(ValueError, match=r"the shape \(3,\); expected one for each of 24 games"):
        games.step([0, 0, 0])
