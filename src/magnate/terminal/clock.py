"""The agreed time of a timed game: only time spent at the table counts, also over several evenings."""

from __future__ import annotations

import time

from magnate.game import Game


class Clock:
    """Seconds played so far."""

    def __init__(self, game: Game, elapsed: float = 0.0) -> None:
        self.limit = 60 * game.edition.rules.ending.minutes
        self.before = elapsed
        self.started = time.monotonic()

    @property
    def elapsed(self) -> float:
        """Seconds played, earlier sittings included."""
        return self.before + time.monotonic() - self.started

    @property
    def minutes_left(self) -> int:
        """Whole minutes left, begun ones counted."""
        return max(0, -int(-(self.limit - self.elapsed) // 60))

    def is_up(self, game: Game) -> bool:
        """Whether time is up and nobody has said so yet."""
        return bool(self.limit and self.elapsed >= self.limit and not game.state.time_is_up and not game.is_over)
