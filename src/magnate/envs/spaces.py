"""The spaces of Gymnasium and PettingZoo for a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces

from magnate.coding.spec import TableSpec

BOUND = 1000.0  # no place of an observation gets so far, in either direction


def seen_by(spec: TableSpec) -> spaces.Box:
    """Observations of a table."""
    return spaces.Box(-BOUND, BOUND, (spec.places,), np.float32)


def actions_of(spec: TableSpec) -> Callable[[], spaces.Discrete]:
    """Makes spaces of the numbers of its catalogue."""
    return lambda: spaces.Discrete(spec.actions)


def masked_observations_of(spec: TableSpec) -> Callable[[], spaces.Dict]:
    """Makes spaces of observations with the mask of legal numbers, as PettingZoo's classic games have them."""

    def made() -> spaces.Dict:
        parts: dict[str, spaces.Space[Any]] = {"observation": seen_by(spec)}
        return spaces.Dict({**parts, "action_mask": spaces.Box(0, 1, (spec.actions,), np.int8)})

    return made
