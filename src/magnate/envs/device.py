"""Many games on an NVIDIA GPU, a step at a time: the same step as a kernel, one game a thread, into device arrays.

games = DeviceGames("clasico", games=65_536, seats=4, seed=7)
games.step(choices)              # a device array of numbers of the catalogue
games.observation, games.mask, games.reward, games.result        # device arrays, the same from step to step

Hand them to PyTorch, CuPy or JAX without a copy: they have `__cuda_array_interface__`. Importing this needs no GPU.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from magnate.coding.catalogue import BEGIN
from magnate.compiled import cache, clone, gpu, jit, records
from magnate.compiled.batch import Tell, tell_on_stderr
from magnate.envs import steps
from magnate.envs.vector import LEGAL, MOST, NUMBERS, RESULT, SEEN, WATCH, TableSpec, check_sizes, seated

THREADS = 64  # a block
COMPILE_SECONDS = 240

cuda: Any = None  # put in place by whoever compiles the kernel


def step_on_device(  # type: ignore[no-untyped-def]
    g, e, c, w, b, k, a, m, v, scale, blank, action, obs, mask, reward, r, rounds, most, shaping
):
    """Take one game a thread so many decisions further."""
    i = cuda.grid(1)
    if i < action.shape[0]:
        step_games(  # type: ignore[name-defined]  # noqa: F821  the compiled clone
            g, e, c, w, b, k, a, m, v, scale, blank, action, obs, mask, reward, r, i, i + 1, i, rounds, most, shaping
        )


@lru_cache(maxsize=1)
def kernel() -> Any:
    """The step, compiled at its first launch or read from the cache."""
    import importlib

    device = gpu.cuda_module()
    kinds: Any = importlib.import_module("numba.cuda.types")

    def device_function(function: Any) -> Any:
        return jit.one_signature(kinds, device.jit(device=True, lto=False)(function))

    rules = clone.clone(device_function)
    rules["step_games"] = device_function(gpu.retarget(steps.step_games, rules))
    rules["cuda"] = device
    made = device.jit(lto=False)(gpu.retarget(step_on_device, rules))
    folder = cache.folder()
    if folder is not None:
        with gpu.caching_in(folder / "cuda-steps"):
            made.enable_caching()
    return made


class DeviceGames:
    """As `VectorGames`, with device arrays. `result` has the fields of `steps.RESULT`."""

    def __init__(
        self,
        edition: Any,
        games: int,
        seats: int | None = None,
        *,
        variant: str | None = None,
        options: Any = None,
        seed: int = 0,
        bots: Any = None,
        most: int = MOST,
        shaping: float = 0.0,
        between: bool = False,
        concede: bool = False,
        on_compile: Tell = tell_on_stderr,
    ) -> None:
        self.device = gpu.cuda_module()
        on_compile(f"preparing the rules for the GPU (the first time about {COMPILE_SECONDS} seconds)")
        self.kernel = kernel()
        self.spec = spec = TableSpec(edition, seats, variant=variant, options=options)
        check_sizes(spec, games, most)
        self.games, self.most, self.shaping = games, most, float(shaping)
        put = self.device.to_device
        watch = np.zeros(games, WATCH)
        watch["between"], watch["concedes"], watch["private"] = between, concede, spec.is_private
        keys = records.seeded_keys(seed, games)
        watch["stray"] = records.fresh_wanders(keys)["state"]
        numbers = np.zeros(1, NUMBERS)
        records.write(numbers[0], spec.numbers)
        self.states, self.chances = put(records.fresh_states(games)), put(records.fresh_chances(keys))
        self.edition, self.numbers = put(records.edition_record(spec.table)), put(numbers)
        self.watch, self.bots = put(watch), put(seated(bots, spec))
        scratch = (records.fresh_actions(games), np.zeros(games, LEGAL), np.zeros(games, SEEN))
        self.scratch = [put(one) for one in scratch]
        self.scale, self.blank = put(spec.scale()), put(records.fresh_states(1))
        self.choices = put(np.full(games, BEGIN, np.int32))
        self.observation = put(np.zeros((games, spec.places), np.float32))
        self.mask = put(np.zeros((games, spec.actions), np.int8))
        self.reward = put(np.zeros((games, spec.seats), np.float32))
        self.result = put(np.zeros(games, RESULT))
        self._launch(1)

    def step(self, actions: Any) -> None:
        """One decision in every game: a device array, or anything NumPy reads. `result` tells which were not legal."""
        if not hasattr(actions, "__cuda_array_interface__"):
            actions = np.asarray(actions, np.int32)
        self.choices.copy_to_device(actions)
        self._launch(1)

    def play_random(self, rounds: int) -> None:
        """So many random decisions in every game."""
        self.choices.copy_to_device(np.ascontiguousarray(self.result.copy_to_host()["choice"]))
        self._launch(rounds)

    def fetch(self) -> dict[str, npt.NDArray[Any]]:
        """Copies on the host, when all is done."""
        self.synchronize()
        names = ("states", "observation", "mask", "reward", "result")
        return {name: getattr(self, name).copy_to_host() for name in names}

    def synchronize(self) -> None:
        """Wait for the GPU."""
        self.device.synchronize()

    def _launch(self, rounds: int) -> None:
        known = (self.states, self.edition, self.chances, self.watch, self.bots, self.numbers, *self.scratch)
        shown = (self.scale, self.blank, self.choices, self.observation, self.mask, self.reward, self.result)
        blocks = -(-self.games // THREADS)
        self.kernel[blocks, THREADS](*known, *shown, rounds, self.most, self.shaping)
