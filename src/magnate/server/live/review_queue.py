"""Reviews of finished games: made one after another in processes of their own, at low priority, beside the tables.

The queue is in the database, so that all nodes share the work and the results. A review that is no longer awaited
is cancelled; what had come of it stays, and it is made again when somebody asks.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from magnate.protocol.errors import Refusal
from magnate.server.operations.clock import NodeClock
from magnate.server.operations.logs import event
from magnate.server.operations.settings import Settings
from magnate.server.store.columns import StoreError
from magnate.server.store.review_rows import FAILED, ReviewRow, ReviewRows
from magnate.server.tables.replay import numbered_record_of

if TYPE_CHECKING:
    from .registry import Registry

POLL = 2.0  # seconds between looks at what other nodes were asked for, and at whether somebody still waits
LINE_BYTES = 64 << 20  # of one stage, at most
TIME_LIMIT = 600.0  # seconds for one review
MOST_MOVES = 5_000  # of a game that is reviewed
ENOUGH = "account"  # a review that has come so far is whole, only not checked
WORKER = ("-m", "magnate.review.worker")

logger = logging.getLogger("magnate.reviews")


class ReviewFailed(Exception):
    """A review that cannot be made: says why."""


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

    async def want(self, table: str, charge: Callable[[], None] = lambda: None) -> ReviewRow:
        """Ask for the review of a finished game, or say that one still waits for it.

        `charge` is called before one that is not awaited gets into the queue, and may refuse it.
        """
        if not self.settings.most_reviews:
            raise Refusal("unavailable", "this server makes no reviews")
        now = self.clock.now()
        row = await self.rows.find(table)
        if row is not None and row.is_current(self.made_by, now):
            return row
        if row is None or not row.is_awaited(self.made_by, now):
            if await self.rows.waiting(now) >= self.settings.reviews_in_line:
                raise Refusal("busy", "too many reviews are wanted just now; ask again in a few minutes")
            charge()
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
            except StoreError as error:  # no fault of the review: its claim lapses, and it is made later
                logger.warning("reviews: %s", error)
            except Exception as error:  # one game that cannot be reviewed must not keep the others waiting
                await self.fail(table, error)
            await self.rest()

    async def fail(self, table: str | None, error: Exception) -> None:
        """A review could not be made."""
        said = isinstance(error, ReviewFailed | Refusal)
        problem = str(error) or type(error).__name__
        event("review_failed", logging.WARNING, None if said else error, table=table, problem=problem)
        if table is not None:
            try:
                await self.rows.end(table, is_done=True, stage=FAILED)
            except StoreError as trouble:
                logger.warning("reviews: %s", trouble)

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
        text, numbers = await asyncio.to_thread(numbered_record_of, live.table.secret, rows, False)
        if len(numbers) > MOST_MOVES:
            raise ReviewFailed(f"the game has {len(numbers)} moves; games of up to {MOST_MOVES} are reviewed")
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *WORKER,
            *self.settings.editions,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_BYTES,
        )
        self.under_way.add(table)
        given_up, late = asyncio.Event(), asyncio.Event()
        watching = asyncio.create_task(self.watch(table, process, given_up))
        limit = self.clock.call_later(TIME_LIMIT, lambda: stop(process, late))
        try:
            assert process.stdin is not None
            process.stdin.write(text.encode())
            process.stdin.close()
            stage = await self.take_in(table, process, numbers)
            code = await process.wait()
        finally:
            watching.cancel()
            limit.cancel()
            self.under_way.discard(table)
            if process.returncode is None:
                process.kill()
                await process.wait()
        if given_up.is_set():
            await self.rows.end(table, is_done=False)
        elif late.is_set() and stage != ENOUGH:
            raise ReviewFailed(f"it took longer than {TIME_LIMIT:.0f} s")
        elif not late.is_set() and (code != 0 or not stage):
            raise ReviewFailed(f"its process ended with code {code} after the stage {stage!r}")
        else:
            await self.rows.end(table, is_done=True)

    async def take_in(self, table: str, process: asyncio.subprocess.Process, numbers: list[int]) -> str:
        """Store the stages as they come; the last of them."""
        assert process.stdout is not None
        stage = ""
        while line := await process.stdout.readline():
            name, _, body = line.rstrip(b"\n").partition(b" ")
            stage = name.decode()
            parts = b'{"numbers":' + msgspec.json.encode(numbers) + b',"review":' + body + b"}"
            await self.rows.put(table, stage, await asyncio.to_thread(zlib.compress, parts))
        return stage

    async def watch(self, table: str, process: asyncio.subprocess.Process, given_up: asyncio.Event) -> None:
        """Cancel a review when it is no longer awaited, or the node closes."""
        while not await self.clock.wait(self.registry.closing, POLL):
            try:
                if not await self.rows.is_wanted(table, self.clock.now()):
                    break
            except StoreError as error:
                logger.warning("reviews: %s", error)
        stop(process, given_up)


def stop(process: asyncio.subprocess.Process, why: asyncio.Event) -> None:
    """Kill a worker that still runs, and note why."""
    if process.returncode is None:
        why.set()
        process.kill()
