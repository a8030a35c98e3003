"""Positions and actions as numbers, for programs that learn: in the rules' subset, the same interpreted and compiled.

`catalogue` numbers everything a seat can decide, `legal` lists the numbers that are legal now, `decode` turns a number
into an action, `observe` writes what a seat sees, `asking` says whose decision it is. `Coder` does all of this for a
game, a view, or what a server sends. The tables: docs/environments.md.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from magnate.coding.coder import Coder, SeatDecision

__all__ = ["CODING_VERSION", "Coder", "SeatDecision"]

CODING_VERSION = 3  # rises whenever a number or a place changes its meaning


def __getattr__(name: str) -> Any:
    """The coder needs NumPy, which the rules' subset does not."""
    if name not in ("Coder", "SeatDecision"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from magnate.coding import coder

    return getattr(coder, name)
