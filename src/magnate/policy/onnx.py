"""A policy in an ONNX file, where onnxruntime is installed: an input `observation`, an output of wishes.

Its metadata properties are those of a safetensors file (`policy_network`), without `layers` and `between`.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from magnate.coding.places import PLACES
from magnate.errors import NotInstalled
from magnate.policy.errors import PolicyError
from magnate.policy.policy_network import ACTIONS, Array, Policy, check_metadata, seats_of


class OnnxPolicy(Policy):
    """A policy whose network is run by onnxruntime."""

    def __init__(self, file: str | Path) -> None:
        try:
            runtime: Any = importlib.import_module("onnxruntime")
        except ImportError:
            raise NotInstalled(f"{file}: ONNX files need onnxruntime: pip install onnxruntime") from None
        self.name = str(file)
        if not Path(file).is_file():
            raise PolicyError(f"{file}: no such file")
        try:
            self.session = runtime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime has many of its own
            raise PolicyError(f"{file} cannot be read by onnxruntime: {error}") from error
        said = dict(self.session.get_modelmeta().custom_metadata_map)
        check_metadata(self.name, said)
        self.editions = tuple(one.strip() for one in said.get("editions", "*").split(","))
        self.seats = seats_of(self.name, said.get("seats", "2-8"))
        self.mortgage_only_in_debt = said.get("mortgage_only_in_debt", "0") == "1"
        self.about, self.layers, self.between = said.get("about", ""), [], "onnx"
        self.given = self.session.get_inputs()[0].name
        wishes = self.wishes(np.zeros((1, PLACES), np.float32))
        if wishes.ndim != 2 or not 1 <= wishes.shape[1] <= ACTIONS:
            raise PolicyError(f"{file} gives an array of shape {wishes.shape}; expected (rows, {ACTIONS} or fewer)")
        self.wide = int(wishes.shape[1])

    @property
    def sizes(self) -> list[int]:
        return [PLACES, self.wide]

    def wishes(self, observation: npt.NDArray[Any]) -> Array:
        try:
            found = self.session.run(None, {self.given: np.asarray(observation, np.float32)})[0]
        except Exception as error:
            raise PolicyError(f"{self.name} does not take observations of {PLACES} places: {error}") from error
        return np.asarray(found, np.float32)
