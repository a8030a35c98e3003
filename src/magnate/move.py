"""One move of a game, as a game keeps it and a record writes it."""

from __future__ import annotations

from typing import NamedTuple

from magnate.actions import Action

Chance = tuple[tuple[int, int], ...]


class Move(NamedTuple):
    """One action of a game with the results of chance it called for: (kind, value) pairs."""

    seat: int
    action: Action | None
    chance: Chance
