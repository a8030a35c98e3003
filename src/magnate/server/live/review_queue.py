"""Reviews of finished games: made one after another in processes of their own, at low priority, beside the tables.

The queue is in the database, so that all nodes share the work and the results. A review that nobody waits for any more
is cancelled; what had come of it stays, and it is made again when somebody asks.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import zlib
from typing import TYPE_CHECKING

import msgspec

from magnate.protocol.errors import Refusal
from magnate.server.operations.clock import NodeClock
from magnate.server.operations.settings import Settings
from magnate.server.store.columns import StoreError
from magnate.server.store.review_rows import ReviewRow, ReviewRows
from magnate.server.tables.replay import numbered_record_of

if TYPE_CHECKING:
    from .registry import Registry

POLL = 2.0  # seconds between looks at what other nodes were asked for, and at whether somebody still waits
LINE_BYTES = 64 << 20  # of one stage, at most
FAILED = "failed"
WORKER = ("-m", "magnate.review.worker")

logger = logging.getLogger("magnate.reviews")


class ReviewQueue:
    """The reviews that one node makes."""

    def __init__(self, registry: Registry, settings: Settings) -> None:
        self.registry = registry
        self.settings = settings
        self.rows = ReviewRows(registry.store)
        self.clock: NodeClock = registry.clock
        self.asked = asyncio.Event()
        self.under_way: set[str] = set()

    @property
    def made_by(self) -> str:
        """The version of the analysis and its network."""
        from magnate.review.worker import made_by

        return made_by()

    def start(self) -> None:
        """Make reviews until the node closes."""
        for _ in range(self.settings.most_reviews):
            self.registry.spawn(self.keep_making())

    # What people ask.

    async def want(self, table: str) -> ReviewRow:
        """Ask for the review of a finished game, or say that one still waits for it."""
        if not self.settings.most_reviews:
            raise Refusal("unavailable", "this server makes no reviews")
        now = self.clock.now()
        row = await self.rows.find(table)
        if row is not None and row.is_done and row.made_by == self.made_by:
            return row
        if row is None and await self.rows.waiting(now) >= self.settings.reviews_in_line:
            raise Refusal("busy", "too many reviews are wanted just now; ask again in a few minutes")
        await self.rows.want(table, self.made_by, now)
        self.asked.set()
        found = await self.rows.find(table)
        if found is None:
            raise Refusal("no_such_table", f"there is no table {table}")
        return found

    # Making them.

    async def keep_making(self) -> None:
        """Take the review that waits longest, make it, and take the next."""
        while not self.registry.closing.is_set():
            table = None
            try:
                table = await self.rows.claim(self.clock.now(), self.made_by)
                if table is not None:
                    await self.make(table)
                    continue
            except (StoreError, Refusal, OSError) as error:
                logger.warning("reviews: %s", error)
            await self.rest()

    async def rest(self) -> None:
        """Wait until somebody asks, here or elsewhere, or the node closes."""
        resting = self.clock.wait(self.registry.closing, POLL)
        waits = [asyncio.ensure_future(one) for one in (self.asked.wait(), resting)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for one in waits:
            one.cancel()
        self.asked.clear()

    async def make(self, table: str) -> None:
        """Make one review."""
        live = await self.registry.live_table(table)
        rows = await self.registry.store.rows(table, 0)
        text, numbers = await asyncio.to_thread(numbered_record_of, live.table.secret, rows)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *WORKER,
            *self.settings.editions,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_BYTES,
        )
        self.under_way.add(table)
        watching = asyncio.create_task(self.watch(table, process))
        try:
            assert process.stdin is not None
            process.stdin.write(text.encode())
            process.stdin.close()
            stages = await self.take_in(table, process, numbers)
            code = await process.wait()
        finally:
            watching.cancel()
            self.under_way.discard(table)
            if process.returncode is None:
                process.kill()
                await process.wait()
        is_cancelled = code < 0
        is_failed = not is_cancelled and (code != 0 or not stages)
        await self.rows.end(table, is_done=not is_cancelled, stage=FAILED if is_failed else None)

    async def take_in(self, table: str, process: asyncio.subprocess.Process, numbers: list[int]) -> int:
        """Store the stages as they come; how many there were."""
        assert process.stdout is not None
        count = 0
        while line := await process.stdout.readline():
            stage, _, body = line.rstrip(b"\n").partition(b" ")
            parts = b'{"numbers":' + msgspec.json.encode(numbers) + b',"review":' + body + b"}"
            await self.rows.put(table, stage.decode(), await asyncio.to_thread(zlib.compress, parts))
            count += 1
        return count

    async def watch(self, table: str, process: asyncio.subprocess.Process) -> None:
        """Cancel a review when nobody waits for it any more, or the node closes."""
        while not await self.clock.wait(self.registry.closing, POLL):
            try:
                if not await self.rows.is_wanted(table, self.clock.now()):
                    break
            except StoreError as error:
                logger.warning("reviews: %s", error)
        if process.returncode is None:
            process.kill()
