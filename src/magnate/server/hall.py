"""The hall: all tables of this node.

It makes them, reads them in when somebody comes, lets them go when nobody is left, and hears what other nodes have
written. What it does again and again is in `rounds`.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import logging
import secrets
from collections.abc import Callable, Coroutine
from typing import Any

from msgspec.structs import replace

from magnate.dice import commit

from . import entries as log
from .clock import NodeClock
from .columns import ARRIVING
from .config import Config
from .imports import go_on, table_of
from .journal import SNAPSHOT
from .keeping import decode_entry, head_of
from .rights import Signer
from .room import Room
from .rounds import DEATH, Rounds
from .settings import Settings
from .store import NoSuchTable, Row, Store, StoreError
from .table import CLOSED, Diverged, StaleSnapshot, Table
from .viewer import Person
from .wire import Refusal, encode

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike
LENGTH = 8
IN_USE = 5_000  # where memory is short, a table nobody watches leaves it after so long
PAGE = 500  # entries read at a time
FEW = 20  # entries that are applied at once; more would hold up the other tables
SHARE = 100  # entries of a record that are kept together
RETRY = 500  # milliseconds after which a client may try again

logger = logging.getLogger("magnate.hall")


def fresh_id() -> str:
    """The id of a new table."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def as_id(text: str) -> str:
    """The id of a table that follows from a text."""
    digest = hashlib.sha256(text.encode()).digest()
    return "".join(LETTERS[int.from_bytes(digest[2 * place : 2 * place + 2]) % len(LETTERS)] for place in range(LENGTH))


def take_in(table: Table, rows: list[Row]) -> None:
    """Apply entries of the log."""
    for row in rows:
        table.apply(row.number, row.at, decode_entry(row.body))


class Hall:
    """The tables of one node."""

    def __init__(self, store: Store, settings: Settings, signer: Signer, clock: NodeClock | None = None) -> None:
        self.store = store
        self.clock = clock or NodeClock()
        self.settings = settings
        self.signer = signer
        self.node = store.node
        self.rooms: dict[str, Room] = {}
        self.opening: dict[str, asyncio.Lock] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closing = asyncio.Event()
        self.thinkers = asyncio.Semaphore(1)  # slow bots think one at a time
        self.outages: list[tuple[int, int]] = []  # when no node was up: from, until
        self.metrics_kept: Callable[[log.Entry], None] = lambda entry: None
        self.notice: Callable[[Table, log.Entry], None] = lambda table, entry: None

    @property
    def is_closing(self) -> bool:
        """Whether this node is going down."""
        return self.closing.is_set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something beside, and remember it so that closing can wait for it."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None or isinstance(error, Refusal):
            return
        if isinstance(error, StoreError):  # a snapshot, say: what matters is tried again
            logger.warning("%s", error)
        else:
            logger.error("something went wrong at a table", exc_info=error)

    # Opening and closing.

    async def open(self) -> None:
        """Come up: say so, see who was lost, listen, and watch the time."""
        self.store.breaker.recovered = self._recover
        await self.store.listen(self._heard)
        now = self.clock.now()
        self.outages = await self.store.arrive(self.node, now, now - DEATH * self.settings.beat_ms)
        for work in Rounds(self).all():
            self.spawn(work)

    def _recover(self) -> None:
        """The database can be written again."""
        if not self.is_closing:
            for room in list(self.rooms.values()):
                self.spawn(room.recover())

    async def close(self) -> None:
        """Go down: everything accepted is kept, everybody is told to come back."""
        self.closing.set()
        try:
            for room in list(self.rooms.values()):
                room.set_timer()
                async with room.mailbox:
                    for viewer in list(room.viewers):
                        viewer.cut("restart", RETRY)
        finally:
            while self.tasks:  # nothing is cut off in the middle
                await asyncio.wait(list(self.tasks))
            await self.store.beat(self.node, self.clock.now())

    async def _alive(self) -> list[str]:
        """The nodes that are up. A store that serves one node has no others."""
        if not self.store.is_shared:
            return [self.node]
        return await self.store.alive(self.clock.now() - DEATH * self.settings.beat_ms)

    # Tables.

    async def create(
        self, person: Person, config: Config, asked: str = "", charge: Callable[[], None] = lambda: None
    ) -> str:
        """A new table, with the promise of its dice. `charge` is called before it is made, and may refuse it.

        `asked` is the id of the request, if it has one. The id of the table follows from it, so the same request of the
        same person finds the table it has made, on any node.
        """
        for turn in itertools.count():
            id = as_id(self.signer.sign("create", person.id, asked, str(turn))) if asked else fresh_id()
            if await self._was_made(id, person, asked):
                return id
            if turn == 0:
                await self.store.breaker.check()
                charge()
                await self._make_room()
            if (table := await self._begin(id, person, config, asked=asked)) is not None:
                self.rooms.setdefault(id, Room(self, table))
                return id
            if await self._was_made(id, person, asked):  # by the same request, at the same time
                return id
        raise AssertionError

    async def _was_made(self, id: str, person: Person, asked: str) -> bool:
        """Whether this table was made by this request."""
        row = await self.store.answered(id, [person.id], asked) if asked else None
        return row is not None and row.number == 1

    async def _begin(
        self, id: str, person: Person, config: Config, again: str | None = None, asked: str = ""
    ) -> Table | None:
        """A table of this id, or None if it is taken."""
        secret = secrets.token_hex(32)
        table = Table(id, secret)
        first = log.Created(person.id, config, commit(secret), again)
        at = self.clock.now()
        table.apply(1, at, first)
        row = Row(id, 1, at, person.id, asked, encode(first), b"")
        return table if await self.store.create(head_of(table, None), row) else None

    async def rematch(self, person: Person, table: Table) -> str:
        """The table at which the same people and bots meet again.

        Its id follows from the old one, so it is the same whichever node makes it, and whoever finds it half made goes
        on where the other stopped.
        """
        for turn in itertools.count():
            id = as_id(self.signer.sign("rematch", table.id, str(turn)))
            await self._begin(id, person, table.config, again=table.id)
            room = await self.room(id)
            is_this = room.table.again == table.id  # and not a stranger's table that has this id by chance
            if is_this and room.table.status != CLOSED:
                break
        taken = [(seat, chair) for seat, chair in enumerate(table.chairs) if chair.is_taken]
        for number, (seat, chair) in enumerate(taken, 2):
            level = chair.level if chair.person is None else None
            await room.seat(number, log.Sat(seat, chair.name or "", number - 1, person=chair.person, level=level))
        return id

    async def stands(self, table: str) -> bool:
        """Whether a table is there, and not closed."""
        try:
            room = await self.room(table)
        except Refusal:
            return False
        return room.table.status != CLOSED

    async def keep_record(self, person: Person, text: str) -> str:
        """A table for a game played elsewhere, from its record: replayed, checked die by die, and kept as it ended.

        Nobody sees it before its last entry is kept, and if that never is, nothing of it stays.
        """
        id, at = fresh_id(), self.clock.now()
        most, stops = self.settings.record_moves, self.closing.is_set
        table, rows = await asyncio.to_thread(table_of, id, person.id, text, at, most, stops)
        whole = head_of(table, None)
        part = replace(whole, status=ARRIVING)
        if not await self.store.create(part, rows[0]):
            raise Refusal("busy", "the record could not be kept just now; send it again")
        try:
            await self.store.keep_snapshot(id, table.number, table.freeze())
            for begun in range(1, len(rows), SHARE):  # a share at a time: what others play is kept in between
                go_on(stops)
                share = rows[begun : begun + SHARE]
                heads = [whole if row.number == table.number else part for row in share]
                await asyncio.gather(*map(self.store.append, share, heads))
        except BaseException:  # what cannot be taken back now is swept later
            with contextlib.suppress(StoreError):
                await self.store.forget_arriving(id)
            raise
        return id

    async def room(self, table: str, is_due: bool = False) -> Room:
        """A table, read in if need be. For what is due there, there is always room."""
        room = self.rooms.get(table)
        if room is not None:
            room.used = self.clock.now()
            return room
        if len(table) != LENGTH or set(table) - set(LETTERS):
            raise Refusal("no_such_table", f"there is no table {table[:20]!r}")
        async with self.opening.setdefault(table, asyncio.Lock()):
            try:
                room = self.rooms.get(table)
                if room is None:
                    try:
                        room = Room(self, await self.read_table(table))
                    except NoSuchTable as error:
                        raise Refusal("no_such_table", f"there is no table {table!r}") from error
                    except Diverged as error:
                        logger.error("%s", error)
                        raise Refusal(
                            "unplayable", "this table was played by other rules than this server has"
                        ) from error
                    if not is_due:
                        await self._make_room()
                    await self._take_on(room)  # before anybody, or its own clock, can do anything there
                    room = self.rooms.setdefault(table, room)
                    room.set_timer()
                    if self.store.is_shared:  # what other nodes wrote meanwhile was not heard
                        self.spawn(room.catch_up())
                return room
            finally:
                self.opening.pop(table, None)

    async def read_table(self, id: str) -> Table:
        """A table from its snapshot and the log since."""
        head = await self.store.head(id)
        if head is None:
            raise NoSuchTable(f"there is no table {id!r}")
        kept = await self.store.snapshot(id)
        table = Table(id, head.secret)
        if kept is not None:
            try:
                table = Table.thaw(id, head.secret, kept[1])
            except StaleSnapshot as stale:
                logger.info("%s; reading the log instead", stale)
        begun, rows = table.number, await self.store.rows(id, table.number, PAGE)
        while rows:
            if len(rows) > FEW:
                await asyncio.to_thread(take_in, table, rows)
            else:
                take_in(table, rows)
            rows = await self.store.rows(id, table.number, PAGE) if len(rows) == PAGE else []
        if table.number - begun > SNAPSHOT:  # once is enough
            self.spawn(self.store.keep_snapshot(id, table.number, table.freeze()))
        return table

    async def _take_on(self, room: Room) -> None:
        """A table comes into memory: time at which no node was up is given back, and whoever was connected to a node
        that is no more is gone."""
        grace = self.settings.grace_ms
        if self.away_since(room.table.at):
            await room.give_back()
            grace = 0  # that was in it
        nodes = {node for chair in room.table.chairs for node in chair.nodes}
        dead = nodes - set(await self._alive()) - {self.node} if nodes else set()
        if dead:
            await room.forget_nodes(dead, grace)

    def away_since(self, at: int) -> int:
        """Milliseconds since a moment during which no node was up."""
        return sum(ended - max(began, at) for began, ended in self.outages if ended > at)

    async def _make_room(self) -> None:
        """Make sure that there is room for one more table: of those nobody watches, the longest unused leave memory."""
        most = self.settings.most_tables
        if len(self.rooms) < most:
            return
        idle = [room for room in self.rooms.values() if room.is_idle and room.used < self.clock.now() - IN_USE]
        for room in sorted(idle, key=lambda room: room.used)[: 1 + most // 20]:
            await self.let_go(room)
        if len(self.rooms) >= most:
            raise Refusal("too_many", "this server has no room for more tables; try again later")

    async def let_go(self, room: Room) -> None:
        """A table nobody watches leaves memory; what is due there is found by looking.

        While nothing can be written it stays: that its people have left may not be stored yet.
        """
        async with room.mailbox:
            if not room.viewers and not room.joining and self.store.breaker.failure is None:
                self.forget(room)

    def forget(self, room: Room) -> None:
        """A table is no longer in memory."""
        if room.timer is not None:
            room.timer.cancel()
        if self.rooms.get(room.table.id) is room:
            del self.rooms[room.table.id]

    # Other nodes.

    def _heard(self, table: str, number: int) -> None:
        """Another node has written."""
        if table == "":  # something may have been missed
            for room in list(self.rooms.values()):
                self.spawn(room.catch_up())
        elif (known := self.rooms.get(table)) is not None and known.table.number < number:
            self.spawn(known.catch_up())
