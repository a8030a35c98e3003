"""The journal: a table in memory, kept step by step with its log in the store.

One thing at a time goes through the mailbox. An entry is applied, kept, and only then published; if another node was
faster with its number, or the store failed, what is in memory is read again from the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from magnate.view import SeatPosition

from . import entries as log
from .clock import Timer
from .entries import Entry
from .keeping import decode_entry, head_of
from .levels import think
from .store import NoSuchTable, Row, StoreError
from .table import CLOSED, Diverged, Table
from .wire import Refusal, encode

if TYPE_CHECKING:
    from .hall import Hall

SNAPSHOT = 200  # entries between two snapshots
TRIES = 8  # how often something is decided anew when other nodes are faster
STUMBLE = 1_000  # milliseconds longer before the next try
QUEUE = 2_000  # milliseconds a slow bot waits for its turn to think
LATER = 250  # milliseconds a node waits before it does what another node is likely to do

logger = logging.getLogger("magnate.room")
T = TypeVar("T")


class Journal:
    """The part of a room that keeps its table."""

    def __init__(self, hall: Hall, table: Table) -> None:
        self.hall = hall
        self.clock = hall.clock
        self.table = table
        self.mailbox = asyncio.Lock()  # first come, first served
        self.is_ours = False  # whether this node wrote the last entry
        self.is_lost = False  # what is in memory was not kept: read the log again
        self.published = table.number  # everybody here has been told so far
        self.due: tuple[int, int | None, int | None] = (0, None, None)  # at this number, if bots rest from a moment
        self.timer: Timer | None = None
        self.thinking: asyncio.Task[None] | None = None  # a slow bot of this table
        self.stumbles = 0  # how often in a row what was due could not be done
        self.used = self.clock.now()

    def _publish(self, row: Row, entry: Entry) -> None:
        """Tell everybody here of an entry that is kept: all of them, or nobody."""
        raise NotImplementedError

    def _vanish(self) -> None:
        """The table is no longer in the store."""
        raise NotImplementedError

    @property
    def is_watched(self) -> bool:
        """Whether anybody follows the table from this node."""
        raise NotImplementedError

    # The mailbox.

    async def _post(self, work: Coroutine[Any, Any, T]) -> T:
        """Put work into the mailbox. Whoever asked may go away: what was begun is finished."""
        return await asyncio.shield(self.hall.spawn(self._in_turn(work)))

    async def _in_turn(self, work: Coroutine[Any, Any, T]) -> T:
        async with self.mailbox:
            self.used = self.clock.now()
            try:
                return await work
            except NoSuchTable as error:
                self._vanish()
                raise Refusal("no_such_table", "this table was forgotten: nobody started it") from error
            except StoreError as error:
                logger.warning("table %s: %s", self.table.id, error)
                raise Refusal("busy", "the table cannot be kept just now; ask again with the same id") from error
            except Diverged as error:
                logger.error("%s", error)
                self.is_lost = True
                raise Refusal("unplayable", "this table was played by other rules than this server has") from error
            finally:
                self.set_timer()

    # Keeping.

    async def _keep(self, entry: Entry, person: str = "", id: str = "") -> bool:
        """Keep an entry under the next number and publish it. False: another node was faster."""
        table = self.table
        ended = [until for _, until in self.hall.outages[-1:]]
        at = max(self.clock.now(), table.at, *ended)  # clocks of nodes may differ
        number = table.number + 1
        self.is_lost = True  # until it is kept
        told = table.apply(number, at, entry)
        row = Row(table.id, number, at, person, id, encode(entry), encode(told) if told else b"")
        member = (entry.person, entry.seat) if isinstance(entry, log.Sat) and entry.person else None
        if not await self.hall.store.append(row, head_of(table, self.due_unwatched()), member):
            return False
        self.is_ours = True
        self._publish(row, entry)
        self.is_lost = False
        self.hall.metrics_kept(entry)
        self.hall.notice(table, entry)
        if number % SNAPSHOT == 0:
            self.hall.spawn(self.hall.store.keep_snapshot(table.id, number, table.freeze()))
        return True

    async def _until_kept(self, make: Callable[[], Entry | None]) -> bool:
        """Keep an entry about this node, if it is still true, however often others are faster. True: it was kept."""
        for _ in range(TRIES):
            await self._be_current()
            entry = make()
            if entry is None or self.table.status == CLOSED:
                return False
            await self.hall.store.breaker.check()
            if await self._keep(entry):
                return True
        await self._be_current()
        return False

    # Hearing of others.

    async def _be_current(self) -> None:
        """Make sure that what is in memory is what the log says, and that everybody here was told all of it."""
        if self.is_lost:
            self.table = await self.hall.read_table(self.table.id)
            self.is_ours, self.due = False, (0, None, None)
            for row in await self.hall.store.rows(self.table.id, self.published):
                if row.number <= self.table.number:
                    self._publish(row, decode_entry(row.body))
            self.is_lost = False  # not before: whatever fails on the way is done again

    async def catch_up(self) -> None:
        """Other nodes have written: take in their entries and publish them here."""
        await self._post(self._catch_up())

    async def _catch_up(self) -> None:
        await self._be_current()
        for row in await self.hall.store.rows(self.table.id, self.table.number):
            entry = decode_entry(row.body)
            self.is_lost = True  # until it is told
            self.table.apply(row.number, row.at, entry)
            self.is_ours = False
            self._publish(row, entry)
            self.is_lost = False

    async def _hear_others(self) -> bool:
        """Ask the store whether other nodes have written what was not heard of yet. True: they have."""
        before = self.table.number
        if self.hall.store.is_shared:
            await self._catch_up()
        return self.table.number != before

    async def read(self, look: Callable[[], T]) -> T:
        """Look at the table in turn, when nothing is played that is not kept yet, with what other nodes have kept."""
        return await self._post(self._read(look))

    async def _read(self, look: Callable[[], T]) -> T:
        await self._be_current()
        await self._hear_others()
        return look()

    # Time.

    async def _think(self, number: int, position: SeatPosition, seat: int, level: str) -> None:
        """Let a slow bot think beside the mailbox: the table goes on talking, and so do all others."""
        thought = None  # if too many think already, it decides at once
        try:
            async with asyncio.timeout(QUEUE / 1000):
                await self.hall.thinkers.acquire()
            try:
                thought = await asyncio.to_thread(think, level, position, seat)
            finally:
                self.hall.thinkers.release()
        except TimeoutError:
            logger.info("table %s: a bot had no time to think", self.table.id)
        except Exception:
            logger.exception("table %s: a bot could not think", self.table.id)
        finally:
            self.thinking = None
        self.table.thought = (number, seat, thought)
        await self.tick()

    def set_timer(self) -> None:
        """Wake up when something is due. A node that did not write the last entry leaves the other a little time."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if self.is_lost or self.hall.is_closing or self.thinking is not None:
            return
        due = self._due(self._rests_from())
        if due is not None:
            wait = max(0, due - self.clock.now()) + (0 if self.is_ours else LATER) + min(self.stumbles, 60) * STUMBLE
            self.timer = self.clock.call_later(wait / 1000, self._wake)

    def due_unwatched(self) -> int | None:
        """When something happens next if nobody watches, for all nodes: who watches is known to one of them only."""
        return self._due(self.table.rests_from(self.hall.settings.bot_rest_ms))

    def _rests_from(self) -> int | None:
        """When bots stop here: not while anybody watches."""
        return None if self.is_watched else self.table.rests_from(self.hall.settings.bot_rest_ms)

    def _due(self, rests_from: int | None) -> int | None:
        """When something happens by itself next. It follows from the log, so it is worked out once a number."""
        if self.due[:2] != (self.table.number, rests_from):
            due = self.table.due(self.hall.settings.bot_pause_ms, rests_from)
            self.due = self.table.number, rests_from, due
        return self.due[2]

    def _wake(self) -> None:
        self.timer = None
        self.hall.spawn(self.tick())

    async def tick(self) -> None:
        """Do what is due. What cannot be done now stays due, and is tried again less and less often."""
        try:
            await self._post(self._tick())
            self.stumbles = 0
        except Refusal as refusal:
            self.stumbles += 1
            logger.warning("table %s: what is due cannot be done: %s", self.table.id, refusal)
            self.set_timer()

    async def _tick(self) -> None:
        await self._be_current()
        pause, rests_from = self.hall.settings.bot_pause_ms, self._rests_from()
        asked = self.table.to_think(self.clock.now(), pause, rests_from)
        if asked is not None and self.table.game is not None:
            if self.thinking is None:
                position = SeatPosition.seen(self.table.game, asked[0])
                self.thinking = self.hall.spawn(self._think(self.table.number, position, *asked))
            return
        await self.hall.store.breaker.check()
        entry = self.table.next_entry(self.clock.now(), pause, rests_from)
        if entry is not None:
            await self._keep(entry)
            await self._be_current()
