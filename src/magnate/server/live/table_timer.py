"""The timer of a live table: it wakes up when something is due there, and lets slow bots think beside the table."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from magnate.protocol.errors import Refusal
from magnate.server.operations.clock import Timer
from magnate.server.tables import agenda
from magnate.server.tables.attendance import rests_from
from magnate.server.tables.levels import think
from magnate.server.tables.table import NextEntry, Table
from magnate.view import SeatPosition

if TYPE_CHECKING:
    from .live_table import LiveTable
    from .registry import Registry

RETRY = 1_000  # milliseconds longer before the next attempt
QUEUE = 2_000  # milliseconds a slow bot waits for its turn to think
OTHERS = 250  # milliseconds a node waits before it does what another node is likely to do

logger = logging.getLogger("magnate.live")


class TableTimer:
    """What a table does by itself, and when."""

    def __init__(self, live: LiveTable, registry: Registry) -> None:
        self.live = live
        self.registry = registry
        self.clock = registry.clock
        self.is_ours = False  # whether this node wrote the last entry
        self.is_stopped = False
        self.known: tuple[int, int | None, int | None] = (0, None, None)  # at this number, if bots rest from a moment
        self.timer: Timer | None = None
        self.thinking: asyncio.Task[None] | None = None  # a slow bot of this table
        self.failures = 0  # how often in a row what was due could not be done

    def set(self) -> None:
        """Wake up when something is due. A node that did not write the last entry leaves the other a little time."""
        self.cancel()
        if self.is_stopped or self.live.is_unsure or self.registry.is_closing or self.thinking is not None:
            return
        due = self._due(self._rests_from())
        if due is not None:
            wait = max(0, due - self.clock.now()) + (0 if self.is_ours else OTHERS) + min(self.failures, 60) * RETRY
            self.timer = self.clock.call_later(wait / 1000, self._wake)

    def cancel(self) -> None:
        """Do not wake up."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _wake(self) -> None:
        self.timer = None
        self.registry.spawn(self.tick())

    async def tick(self) -> None:
        """Do what is due. What cannot be done now stays due, and is tried again less and less often."""
        try:
            await self.live.run_due()
            self.failures = 0
        except Refusal as refusal:
            self.failures += 1
            logger.warning("table %s: what is due cannot be done: %s", self.live.table.id, refusal)
            self.set()

    # What is due.

    def due_unwatched(self, table: Table | None = None) -> int | None:
        """When something happens next without viewers, for all nodes: who watches is known to one of them only."""
        table = table or self.live.table
        return self._due(rests_from(table, self.registry.settings.bot_rest_ms), table)

    def _rests_from(self) -> int | None:
        """When bots stop here: not while anybody watches."""
        return None if self.live.viewers else rests_from(self.live.table, self.registry.settings.bot_rest_ms)

    def _due(self, resting: int | None, table: Table | None = None) -> int | None:
        """When something happens by itself next. It follows from the log, so it is worked out once a number."""
        table = table or self.live.table
        if self.known[:2] != (table.number, resting):
            due = agenda.due(table, self.registry.settings.bot_pause_ms, resting)
            self.known = table.number, resting, due
        return self.known[2]

    def forget(self) -> None:
        """Another node wrote the last entry, perhaps under a number for which something was worked out here."""
        self.is_ours, self.known = False, (0, None, None)

    def next_entry(self) -> NextEntry | None:
        """What is to be done now, or None."""
        pause = self.registry.settings.bot_pause_ms
        return agenda.next_entry(self.live.table, self.clock.now(), pause, self._rests_from())

    # Slow bots.

    def lets_think(self) -> bool:
        """Whether a slow bot has to think first; it begins unless it has."""
        table, pause = self.live.table, self.registry.settings.bot_pause_ms
        asked = agenda.to_think(table, self.clock.now(), pause, self._rests_from())
        if asked is None or table.game is None:
            return False
        if self.thinking is None:
            position = SeatPosition.seen(table.game, asked[0])
            self.thinking = self.registry.spawn(self._think(table.number, position, *asked))
        return True

    async def _think(self, number: int, position: SeatPosition, seat: int, level: str) -> None:
        """Let a slow bot think in a thread: this table and all others go on."""
        thought = None  # if too many think already, it decides at once
        table = self.live.table
        try:
            async with asyncio.timeout(QUEUE / 1000):
                await self.registry.searches.acquire()
            try:
                thought = await asyncio.to_thread(think, level, position, seat)
            finally:
                self.registry.searches.release()
        except TimeoutError:
            logger.info("table %s: a bot had no time to think", table.id)
        except Exception:
            logger.exception("table %s: a bot could not think", table.id)
        finally:
            self.thinking = None
        self.live.table.thought = (number, seat, thought)
        await self.tick()
