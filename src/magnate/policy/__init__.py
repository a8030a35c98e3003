"""Policies: networks and functions that sit down at a table, as opponents, in the lab and on a server.

`Policy` is a small network from a file, in NumPy alone; `player` makes a bot of a file or of `module:function`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magnate.policy.errors import PolicyError

if TYPE_CHECKING:
    from magnate.policy.policy_bot import player
    from magnate.policy.policy_network import Policy

__all__ = ["Policy", "PolicyError", "player"]


def __getattr__(name: str) -> Any:
    """Networks need NumPy: it is imported when one is asked for."""
    from magnate.errors import NotInstalled

    try:
        if name == "Policy":
            from magnate.policy.policy_network import Policy

            return Policy
        if name == "player":
            from magnate.policy.policy_bot import player

            return player
    except ImportError as missing:
        raise NotInstalled(f"policies need {missing.name}: pip install 'magnate[fast]'") from missing
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
