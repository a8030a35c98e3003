"""The circuit breaker before the database's writer.

While the database is locked, full or out of reach, a write only waits and then fails, and everything behind it waits as
well. So after one such failure further writes fail at once, and a small write is tried in the background until it
succeeds.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from .columns import StoreError
from .database import Database, is_about_a_row

PAUSE = 0.2  # seconds between two attempts in the background
GRACE = 0.1  # seconds a write waits for the database to recover before it fails
FRESH = 1.0  # seconds for which a successful write is proof that the database can be written

logger = logging.getLogger("magnate.store")


class Breaker:
    """Lets writes through, or fails them at once. `probe` is the small write."""

    def __init__(self, database: Database, probe: Callable[[], Awaitable[None]]) -> None:
        self.database = database
        self.probe = probe
        self.failure: StoreError | None = None  # why nothing can be written
        self.closed = asyncio.Event()  # writes go through
        self.closed.set()
        self.written = float("-inf")  # when something was written last, by the loop's clock
        self.probing: asyncio.Task[None] | None = None
        self.recovered: Callable[[], None] = lambda: None  # called when writing is possible again

    async def check(self) -> None:
        """Raise StoreError if nothing can be written just now."""
        if self.failure is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(GRACE):
                    await self.closed.wait()
        if self.failure is not None:
            raise StoreError(str(self.failure))

    async def prove(self) -> None:
        """Make sure that something can be written: try it, unless that is known."""
        await self.check()
        if asyncio.get_running_loop().time() - self.written > FRESH:
            try:
                await self.probe()
            except Exception as error:
                raise self.failed(error) from error
            self.succeeded()

    def succeeded(self) -> None:
        """Something was written."""
        self.written = asyncio.get_running_loop().time()

    def failed(self, error: Exception) -> StoreError:
        """A write failed: what went wrong, in words. Unless it was about the row, nothing more is let through."""
        failure = self.database.trouble(error)
        if not is_about_a_row(error) and self.failure is None:
            logger.warning("nothing can be written: %s", failure)
            self.failure = failure
            self.closed.clear()
            self.probing = asyncio.create_task(self.keep_probing())
        return failure

    async def keep_probing(self) -> None:
        """Try the small write until it succeeds."""
        while True:
            try:
                await self.probe()
                break
            except Exception as error:
                self.failure = self.database.trouble(error)
            await asyncio.sleep(PAUSE)
        logger.warning("the database can be written again")
        self.failure = None
        self.succeeded()
        self.closed.set()
        self.recovered()

    async def close(self) -> None:
        """Stop trying."""
        if self.probing is not None:
            self.probing.cancel()
            await asyncio.wait([self.probing])
