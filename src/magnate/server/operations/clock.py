"""The clock of a node. The registry is given one; whatever notes the time of a table or waits for it asks that clock.

Tests give a clock that they move by hand.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Timer(Protocol):
    """A call that will be made, unless it is cancelled before."""

    def cancel(self) -> None: ...


class NodeClock:
    """Real time."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        return now_ms()

    def elapsed(self) -> float:
        """Seconds from a moment of its own; they never go back."""
        return asyncio.get_running_loop().time()

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Make a call after a number of seconds."""
        return asyncio.get_running_loop().call_later(seconds, call)

    async def wait(self, event: asyncio.Event, seconds: float) -> bool:
        """Wait for an event, for a number of seconds at most; whether it came."""
        try:
            async with asyncio.timeout(seconds):
                await event.wait()
        except TimeoutError:
            return False
        return True
