"""Tables for programs that learn: PettingZoo (`aec`), Gymnasium (`SingleSeat`), and thousands of games in parallel.

`VectorGames` needs `pip install 'magnate[fast]'`, the others `pip install 'magnate[envs]'`. Importing this registers
one Gymnasium environment an edition, `Magnate/Clasico-v3` and so on, where Gymnasium is installed.
"""

from __future__ import annotations

import contextlib
from typing import Any

from magnate import compiled  # noqa: F401  # first: it says in one line what is not installed
from magnate.coding import CODING_VERSION
from magnate.coding.spec import TableSpec
from magnate.editions import names
from magnate.envs.vector import IllegalNumber, VectorGames

__all__ = ["CODING_VERSION", "IllegalNumber", "SingleSeat", "TableEnv", "TableSpec", "VectorGames", "aec", "ids"]

LAZY = {"SingleSeat": "single", "TableEnv": "pettingzoo_env", "aec": "pettingzoo_env"}


def ids() -> dict[str, str]:
    """The Gymnasium id of each edition."""
    return {f"Magnate/{name.title().replace('-', '')}-v{CODING_VERSION}": name for name in names()}


def __getattr__(name: str) -> Any:
    """What needs Gymnasium or PettingZoo is imported when it is asked for."""
    if name not in LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    try:
        module = importlib.import_module(f"magnate.envs.{LAZY[name]}")
    except ImportError as missing:
        raise ImportError(f"{missing.name} is not installed: pip install 'magnate[envs]'") from missing
    value = globals()[name] = getattr(module, name)
    return value


def register() -> None:
    """Make the environments known to Gymnasium."""
    import gymnasium

    for id, edition in ids().items():
        if id not in gymnasium.registry:
            gymnasium.register(id, entry_point="magnate.envs.single:SingleSeat", kwargs={"edition": edition})


with contextlib.suppress(ImportError):
    register()
