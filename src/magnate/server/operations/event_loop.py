"""The lag of the event loop: how late a timer is. A node whose loop lags has more to do than its core can."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

INTERVAL = 0.25  # seconds between two timers


class LagMeter:
    """Passes to `observe` how many seconds late each timer was, until it is stopped."""

    def __init__(self, observe: Callable[[float], None]) -> None:
        self.observe = observe
        self.loop = asyncio.get_running_loop()
        self.timer = self.loop.call_later(INTERVAL, self.tick)
        self.expected = self.timer.when()

    def tick(self) -> None:
        """A timer has come."""
        self.observe(max(0.0, self.loop.time() - self.expected))
        self.timer = self.loop.call_later(INTERVAL, self.tick)
        self.expected = self.timer.when()

    def stop(self) -> None:
        """Measure no more."""
        self.timer.cancel()
