"""A policy: a network of a few layers that wishes for numbers of the catalogue, read from a file, in NumPy alone.

A file is safetensors as PyTorch's `nn.Sequential` of linear layers names them: `0.weight` (out, in), `0.bias`,
`2.weight`, ...; its metadata says what it is for:

    magnate   policy                    coding   3             the version it was trained with
    layers    2418,64,372               the sizes: places of the observation, hidden layers, numbers of the catalogue
    between   tanh, or relu             editions clasico       ids with commas, or * for all
    seats     2-8                       mortgage_only_in_debt  1, or 0
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from magnate.coding import CODING_VERSION
from magnate.coding.catalogue import FAMILIES, SELL_ON_GROUP, family_size
from magnate.coding.places import PLACES
from magnate.policy.errors import PolicyError
from magnate.policy.tensors import read_tensors, write_tensors
from magnate.rules.codes import FRAME_DEBT, FRAME_INHERIT, LIFT_MORTGAGE, MORTGAGE, SELL_BUILDINGS

Array = npt.NDArray[np.float32]
Layer = tuple[Array, Array]  # weight (in, out), bias

ACTIONS = sum(family_size(family) for family in range(FAMILIES))
BETWEEN: dict[str, Callable[[Any], Any]] = {"tanh": np.tanh, "relu": lambda x: np.maximum(x, 0)}
KIND = "policy"


def raising_numbers() -> npt.NDArray[np.bool_]:
    """The numbers that mortgage, lift and sell."""
    raising = (MORTGAGE, LIFT_MORTGAGE, SELL_BUILDINGS, SELL_ON_GROUP)
    return np.concatenate([np.full(family_size(family), family in raising) for family in range(FAMILIES)])


RAISING = raising_numbers()


class Policy:
    """A network from observations to numbers of the catalogue."""

    def __init__(
        self,
        layers: Sequence[Layer],
        *,
        between: str = "tanh",
        editions: Sequence[str] = ("*",),
        seats: tuple[int, int] = (2, 8),
        mortgage_only_in_debt: bool = False,
        about: str = "",
        name: str = "policy",
    ) -> None:
        self.layers = [(np.asarray(w, np.float32), np.asarray(b, np.float32)) for w, b in layers]
        self.between, self.editions, self.seats = between, tuple(editions), seats
        self.mortgage_only_in_debt, self.about, self.name = mortgage_only_in_debt, about, name
        self._check()

    def _check(self) -> None:
        """Layers that follow one another, from an observation to numbers of the catalogue."""
        if not self.layers:
            raise PolicyError(f"{self.name} has no layers; expected 0.weight, 0.bias, ...")
        if self.between not in BETWEEN:
            raise PolicyError(f"{self.name}: {self.between!r} between layers; expected one of {', '.join(BETWEEN)}")
        size = PLACES
        for number, (w, b) in enumerate(self.layers):
            if w.ndim != 2 or w.shape[0] != size:
                what = "places of an observation" if number == 0 else "numbers of the layer before"
                raise PolicyError(
                    f"{self.name}: layer {number} takes {w.shape[0]} numbers; expected {size}, the {what}"
                )
            if b.shape != (w.shape[1],):
                raise PolicyError(
                    f"{self.name}: layer {number} has a bias of shape {b.shape}; expected ({w.shape[1]},)"
                )
            if not (np.isfinite(w).all() and np.isfinite(b).all()):
                raise PolicyError(f"{self.name}: layer {number} has weights that are no numbers")
            size = w.shape[1]
        if not 1 <= size <= ACTIONS:
            raise PolicyError(f"{self.name} gives {size} numbers; expected {ACTIONS} or fewer, those of the catalogue")

    @property
    def sizes(self) -> list[int]:
        """The size of each layer, the observation first."""
        return [PLACES, *(w.shape[1] for w, _ in self.layers)]

    def check_table(self, edition: str, seats: int) -> None:
        """Whether it was trained for such a table."""
        if "*" not in self.editions and edition not in self.editions:
            raise PolicyError(f"{self.name} is for {', '.join(self.editions)}; this table plays {edition}")
        if not self.seats[0] <= seats <= self.seats[1]:
            raise PolicyError(f"{self.name} is for {self.seats[0]} to {self.seats[1]} seats; this table has {seats}")

    def wishes(self, observation: npt.NDArray[Any]) -> Array:
        """How much it wishes for each number, for each row of observations."""
        x = np.asarray(observation, np.float32)
        for number, (w, b) in enumerate(self.layers):
            x = x @ w + b
            if number < len(self.layers) - 1:
                x = BETWEEN[self.between](x)
        return x

    def legal(self, observation: npt.NDArray[Any], mask: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        """The numbers of its own that are legal: those it was trained with, for each row."""
        found: npt.NDArray[np.bool_] = np.asarray(mask[:, : self.sizes[-1]]) != 0
        if self.mortgage_only_in_debt:
            seen = np.asarray(observation)
            free = (seen[:, FRAME_DEBT] == 0) & (seen[:, FRAME_INHERIT] == 0)
            found &= ~(free[:, None] & RAISING[None, : found.shape[1]])
        return found

    def choose(self, observation: npt.NDArray[Any], mask: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """The legal number it wishes for most, for each row."""
        legal = self.legal(observation, mask)
        if not legal.any(axis=1).all():
            raise PolicyError(f"{self.name}: no legal number is among the {self.sizes[-1]} it gives")
        return np.asarray(np.where(legal, self.wishes(observation), -np.inf).argmax(axis=1))

    def save(self, file: str | Path) -> None:
        """Write it into a .safetensors file."""
        tensors = {}
        for number, (w, b) in enumerate(self.layers):
            tensors[f"{2 * number}.weight"] = np.ascontiguousarray(w.T)
            tensors[f"{2 * number}.bias"] = b
        write_tensors(file, tensors, self.metadata())

    def metadata(self) -> dict[str, str]:
        """What a file says of it."""
        return {
            "magnate": KIND,
            "coding": str(CODING_VERSION),
            "layers": ",".join(map(str, self.sizes)),
            "between": self.between,
            "editions": ",".join(self.editions),
            "seats": f"{self.seats[0]}-{self.seats[1]}",
            "mortgage_only_in_debt": str(int(self.mortgage_only_in_debt)),
            "about": self.about,
        }

    @classmethod
    def load(cls, file: str | Path) -> Policy:
        """Read it from a .safetensors file."""
        tensors, said = read_tensors(file)
        name = str(file)
        check_metadata(name, said)
        found = cls(
            layers_of(name, tensors),
            between=said.get("between", "tanh"),
            editions=[one.strip() for one in said.get("editions", "*").split(",") if one.strip()],
            seats=seats_of(name, said.get("seats", "2-8")),
            mortgage_only_in_debt=said.get("mortgage_only_in_debt", "0") == "1",
            about=said.get("about", ""),
            name=name,
        )
        if "layers" in said and said["layers"] != ",".join(map(str, found.sizes)):
            sizes = ",".join(map(str, found.sizes))
            raise PolicyError(f"{name} says that its layers are {said['layers']}; those in it are {sizes}")
        return found


def check_metadata(name: str, said: dict[str, str]) -> None:
    """A policy of the present coding."""
    if said.get("magnate") != KIND:
        raise PolicyError(f"{name} is no policy of Magnate: its metadata lacks magnate = {KIND}")
    if said.get("coding") != str(CODING_VERSION):
        given = said.get("coding", "no version")
        raise PolicyError(f"{name} was trained with coding {given}; this is coding {CODING_VERSION}: train it again")


def seats_of(name: str, text: str) -> tuple[int, int]:
    """The least and the most seats of `2-8` or `2`."""
    low, _, high = text.partition("-")
    if not low.isdigit() or not (high or low).isdigit():
        raise PolicyError(f"{name}: seats are {text!r}; expected two numbers such as 2-8")
    return int(low), int(high or low)


def layers_of(name: str, tensors: dict[str, npt.NDArray[Any]]) -> list[Layer]:
    """The layers in the order of their numbers."""
    parts = {key.rpartition(".")[0] for key in tensors}
    if not all(part.isdigit() for part in parts):
        odd = next(key for key in tensors if not key.rpartition(".")[0].isdigit())
        raise PolicyError(f"{name} has a tensor {odd}; expected 0.weight, 0.bias, 2.weight, ...")
    layers = []
    for part in sorted(parts, key=int):
        w, b = tensors.get(f"{part}.weight"), tensors.get(f"{part}.bias")
        if w is None or b is None:
            raise PolicyError(f"{name} has no {part}.{'weight' if w is None else 'bias'}")
        if w.ndim != 2:
            raise PolicyError(f"{name}: {part}.weight has the shape {list(w.shape)}; expected two sizes, out and in")
        layers.append((np.ascontiguousarray(w.T, np.float32), np.asarray(b, np.float32)))
    return layers
