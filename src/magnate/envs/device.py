"""Many games on an NVIDIA GPU, a step at a time: the same step as a kernel, one game a thread, into device arrays.

games = DeviceGames("clasico", games=65_536, seats=4, seed=7)
games.step(choices)              # a device array of numbers of the catalogue, int32
games.observation, games.mask, games.reward, games.result        # device arrays, the same from step to step

Hand them to PyTorch, CuPy or JAX without a copy: they have `__cuda_array_interface__`. Importing this needs no GPU.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from magnate.coding.catalogue import BEGIN, FAMILIES
from magnate.coding.spec import TableSpec
from magnate.compiled import gpu, records
from magnate.compiled.program import Games, Tell, tell_on_stderr
from magnate.compiled.steps import NUMBERS, RESULT, WATCH, Steps, fresh_scratch, step_games
from magnate.envs.opponents import seated
from magnate.envs.vector import MOST, check_sizes

THREADS = 64  # a block
COMPILE_SECONDS = 400
AS_WRITTEN, FROM_OUTSIDE, RANDOM = 0, 1, 2  # where the numbers of a launch come from

cuda: Any = None  # put in place by the code that compiles the kernel


def step_on_device(games, steps, source):  # type: ignore[no-untyped-def]
    """Take one game a thread one decision further. What is below zero is a number of ours, not from outside."""
    i = cuda.grid(1)
    if i < steps.choice.shape[0]:
        if source == RANDOM:
            steps.choice[i] = steps.result[i].choice
        elif source == FROM_OUTSIDE and steps.choice[i] < 0:
            steps.choice[i] = steps.numbers[0].first[FAMILIES]  # no number of the catalogue either
        step_games(games, steps, i, i + 1, i, 1)  # type: ignore[no-untyped-call]


@lru_cache(maxsize=1)
def kernel() -> Any:
    """The step, compiled at its first launch or read from the cache."""
    return gpu.Compiler(gpu.cuda_module()).kernel(step_on_device)


class DeviceGames:
    """As `VectorGames`, with device arrays. `result` has the fields of `steps.RESULT_FIELDS`."""

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
        mortgage_only_in_debt: bool = False,
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
        watch["between"], watch["concedes"], watch["debt_only"] = between, concede, mortgage_only_in_debt
        watch["private"] = spec.is_private
        keys = records.seeded_keys(seed, games)
        watch["stray"] = records.strays(keys)
        numbers = np.zeros(1, NUMBERS)
        records.write(numbers[0], spec.numbers)
        self.states, self.chances = put(records.fresh_states(games)), put(records.fresh_chances(keys))
        self.edition, self.numbers = put(records.edition_record(spec.table)), put(numbers)
        line, guests = seated(bots, spec)
        if guests:
            raise ValueError("policies and functions decide on the host: play them with VectorGames, or step for them")
        self.watch, self.bots = put(watch), put(line)
        action, legal, seen = fresh_scratch(games)
        self.scratch = put(action), put(legal), put(seen)
        self.scale, self.blank = put(spec.scale()), put(records.fresh_states(1))
        self.choices = put(np.full(games, BEGIN, np.int32))
        self.observation = put(np.tile(spec.blank(), (games, 1)))
        self.mask = put(np.zeros((games, spec.actions), np.int8))
        self.reward = put(np.zeros((games, spec.seats), np.float32))
        self.result = put(np.zeros(games, RESULT))
        self._launch(AS_WRITTEN)

    def step(self, actions: Any) -> None:
        """One decision in every game: a device array of int32, or anything NumPy reads as numbers.

        A game whose number is not legal stays where it is, and `result` has `wrong` for it.
        """
        self.choices.copy_to_device(self._checked(actions))
        self._launch(FROM_OUTSIDE)

    def play_random(self, rounds: int) -> None:
        """A number of random decisions in every game, with a launch for each: threads in step are quicker."""
        for _ in range(rounds):
            self._launch(RANDOM)

    def _checked(self, actions: Any) -> Any:
        """One whole number for every game."""
        if hasattr(actions, "__cuda_array_interface__"):
            found = self.device.as_cuda_array(actions)  # of whichever library
            if found.dtype != np.int32:
                raise TypeError(f"a device array of {found.dtype}; expected int32")
        else:
            found = np.asarray(actions)
            if found.dtype.kind not in "iu":
                raise TypeError(f"an array of {found.dtype}; expected whole numbers")
            outside = (found < 0) | (found >= self.spec.actions)
            found = np.where(outside, -1, found).astype(np.int32)
        if found.shape != (self.games,):
            raise ValueError(f"numbers of the shape {found.shape}; expected one for each of {self.games} games")
        return found

    def fetch(self) -> dict[str, npt.NDArray[Any]]:
        """Copies on the host, when all is done."""
        self.synchronize()
        names = ("states", "observation", "mask", "reward", "result")
        return {name: getattr(self, name).copy_to_host() for name in names}

    def synchronize(self) -> None:
        """Wait for the GPU."""
        self.device.synchronize()

    def _launch(self, source: int) -> None:
        games = Games(self.states, self.edition, self.chances, self.bots)
        shown = (self.scale, self.blank, self.choices, self.observation, self.mask, self.reward, self.result)
        steps = Steps(self.watch, self.numbers, *shown, *self.scratch, self.most, self.shaping)
        self.kernel[-(-self.games // THREADS), THREADS](games, steps, source)
