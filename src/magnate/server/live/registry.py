"""The registry: all tables of this node.

It makes them, loads them when somebody comes, unloads them when no viewer is left, and hears what other nodes have
written. What it does again and again is in `housekeeping`.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import logging
import secrets
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from magnate.dice import commit
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.config import Config
from magnate.protocol.errors import Refusal
from magnate.protocol.frames import encode
from magnate.protocol.state import KeptOutPerson
from magnate.server.operations.clock import NodeClock
from magnate.server.operations.metrics import Metrics
from magnate.server.operations.operator_log import OperatorLog
from magnate.server.operations.rate_limits import Limits
from magnate.server.operations.settings import Settings
from magnate.server.people.callers import Caller
from magnate.server.people.person import Person
from magnate.server.people.signing import Signer
from magnate.server.store.columns import ARRIVING, LogRow, NoSuchTable, StoreError
from magnate.server.store.store import Store
from magnate.server.tables.erasure import is_forgotten
from magnate.server.tables.record_import import go_on, table_of
from magnate.server.tables.snapshot import freeze
from magnate.server.tables.summary import head_of
from magnate.server.tables.table import CLOSED, Diverged, Table
from magnate.server.tables.trying_again import Attempt, FirstGame, begin_again

from .change_feed import ChangeFeed
from .forgetting import Forgetting
from .housekeeping import DEATH, Housekeeping
from .live_table import LiveTable
from .table_reader import TableReader

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look like another
LENGTH = 8
IN_USE = 5_000  # where memory is short, a table without viewers leaves it after this
SHARE = 100  # entries of a record that are kept together
RETRY = 500  # milliseconds after which a client may try again

logger = logging.getLogger("magnate.live")


def fresh_id() -> str:
    """The id of a new table."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def as_id(text: str) -> str:
    """The id of a table that follows from a text."""
    digest = hashlib.sha256(text.encode()).digest()
    return "".join(LETTERS[int.from_bytes(digest[2 * place : 2 * place + 2]) % len(LETTERS)] for place in range(LENGTH))


class Registry:
    """The tables of one node."""

    def __init__(self, store: Store, settings: Settings, signer: Signer, clock: NodeClock | None = None) -> None:
        self.store = store
        self.clock = clock or NodeClock()
        self.settings = settings
        self.signer = signer
        self.node = store.node
        self.live_tables: dict[str, LiveTable] = {}
        self.opening: dict[str, asyncio.Lock] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closing = asyncio.Event()
        self.searches = asyncio.Semaphore(1)  # slow bots think one at a time
        self.outages: list[tuple[int, int]] = []  # when no node was up: from, until
        self.limits = Limits(settings)
        self.metrics = Metrics()
        self.operator_log = OperatorLog(settings)
        self.commands = 0  # under way
        self.notice: Callable[[Table, log.Entry], None] = lambda table, entry: None
        self.reader = TableReader(store, self.spawn)
        self.changes = ChangeFeed(self)
        self.forgetting = Forgetting(self)

    @property
    def is_closing(self) -> bool:
        """Whether this node is going down."""
        return self.closing.is_set()

    @contextlib.contextmanager
    def doing(self) -> Iterator[None]:
        """While a command is under way: closing waits until it is answered."""
        self.commands += 1
        try:
            yield
        finally:
            self.commands -= 1

    def charge(self, caller: Caller, command: ask.Command, speaker: Callable[[], str | None]) -> None:
        """Count what is about to be done to the share of the caller; refuse more than that.

        `speaker` finds the person of the seat they speak from.
        """
        if isinstance(command, ask.Say):
            seated = speaker()
            self.limits.allow_chat(seated or caller.person.id, caller.address, seated is not None)
        if isinstance(command, ask.Rematch):
            self.limits.allow_table(caller.person.id, caller.address)

    def stored(self, table: Table, entry: log.Entry) -> None:
        """An entry was stored by this node."""
        if isinstance(entry, log.Played):
            self.metrics.actions.labels(entry.by).inc()
        elif isinstance(entry, log.Closed):
            self.operator_log.table_closed(table.id, entry.why)
        elif isinstance(entry, log.KeptOut):
            self.operator_log.kept_out(table.id, entry.person, entry.by)
        self.notice(table, entry)

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
        await self.changes.open()
        for work in Housekeeping(self).all():
            self.spawn(work)

    def _recover(self) -> None:
        """The database can be written again."""
        if not self.is_closing:
            for live in list(self.live_tables.values()):
                self.spawn(live.connections.recover())

    async def close(self) -> None:
        """Go down: everything accepted is kept, every client is asked to come back."""
        self.closing.set()
        try:
            for live in list(self.live_tables.values()):
                live.timer.set()
                async with live.mailbox:
                    for viewer in list(live.viewers):
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
            id = as_id(self.signer.derive("create", person.id, asked, str(turn))) if asked else fresh_id()
            if await self._was_made(id, person, asked):
                return id
            if turn == 0:
                await self.store.breaker.check()
                charge()
                await self._unload_idle()
            if (table := await self._begin(id, person, config, asked=asked)) is not None:
                self.live_tables.setdefault(id, LiveTable(self, table))
                return id
            if await self._was_made(id, person, asked):  # by the same request, at the same time
                return id
        raise AssertionError

    async def _was_made(self, id: str, person: Person, asked: str) -> bool:
        """Whether this table was made by this request."""
        row = await self.store.answered(id, [person.id], asked) if asked else None
        return row is not None and row.number == 1

    async def _begin(
        self,
        id: str,
        person: Person,
        config: Config,
        again: str | None = None,
        asked: str = "",
        kept_out: Sequence[KeptOutPerson] = (),
    ) -> Table | None:
        """A table of this id, or None if it is taken."""
        secret = secrets.token_hex(32)
        table = Table(id, secret)
        first = log.Created(person.id, config, commit(secret), again, list(kept_out))
        at = self.clock.now()
        table.apply(1, at, first)
        row = LogRow(id, 1, at, person.id, asked, encode(first), b"")
        out = [one.person for one in kept_out]
        return table if await self.store.create(head_of(table, None), row, out) else None

    async def rematch(self, person: Person, table: Table) -> str:
        """The table at which the same people and bots meet again.

        Its id follows from the old one, so it is the same on every node, and a node that finds it half made goes
        on where the other stopped.
        """
        for turn in itertools.count():
            id = as_id(self.signer.derive("rematch", table.id, str(turn)))
            await self._begin(id, person, table.config, again=table.id, kept_out=table.kept_out)
            live = await self.live_table(id)
            is_this = live.table.again == table.id  # and not a stranger's table that has this id by chance
            if is_this and live.table.status != CLOSED:
                break
        out = {one.person for one in table.kept_out}
        taken = [
            (seat, holder)
            for seat, holder in enumerate(table.holders)
            if holder.is_taken and holder.person not in out and not is_forgotten(holder.person)
        ]
        for number, (seat, holder) in enumerate(taken, 2):
            level = holder.level if holder.person is None else None
            await live.seat(number, log.Sat(seat, holder.name or "", number - 1, person=holder.person, level=level))
        return id

    async def stands(self, table: str) -> bool:
        """Whether a table is there, and not closed."""
        try:
            live = await self.live_table(table)
        except Refusal:
            return False
        return live.table.status != CLOSED

    async def keep_record(self, person: Person, text: str) -> str:
        """A table for a game played elsewhere, from its record: replayed, checked die by die, and kept as it ended."""
        id, at = fresh_id(), self.clock.now()
        most, stops = self.settings.record_moves, self.closing.is_set
        await self.keep_log(*await asyncio.to_thread(table_of, id, person.id, text, at, most, stops))
        return id

    async def try_again(self, first: FirstGame, wish: Attempt) -> LiveTable:
        """A table at which a moment of a finished game is tried again."""
        wish = replace(wish, id=fresh_id(), at=self.clock.now())
        most, stops = self.settings.record_moves, self.closing.is_set
        table, rows = await asyncio.to_thread(begin_again, first, wish, most, stops)
        await self.keep_log(table, rows)
        return await self.live_table(table.id)

    async def keep_log(self, table: Table, rows: list[LogRow]) -> None:
        """Keep a table that begins with all these entries.

        It is visible only once its last entry is stored; if that never happens, nothing of it stays.
        """
        id, stops = table.id, self.closing.is_set
        seated = [(holder.person, seat) for seat, holder in enumerate(table.holders) if holder.person]
        whole = head_of(table, None)
        part = replace(whole, status=ARRIVING)
        if not await self.store.create(part, rows[0]):
            raise Refusal("busy", "the game could not be kept just now; send it again")
        try:
            await self.store.keep_snapshot(id, table.number, freeze(table))
            for begun in range(1, len(rows), SHARE):  # a share at a time: what others play is kept in between
                go_on(stops)
                share = rows[begun : begun + SHARE]
                heads = [whole if row.number == table.number else part for row in share]
                members = [seated if row.number == table.number else () for row in share]
                await asyncio.gather(*map(self.store.append, share, heads, members))
        except BaseException:  # what cannot be taken back now is swept later
            with contextlib.suppress(StoreError):
                await self.store.forget_arriving(id)
            raise

    async def live_table(self, table: str, is_due: bool = False) -> LiveTable:
        """A table, read in if need be. For what is due there, there is always room."""
        live = self.live_tables.get(table)
        if live is not None:
            live.used = self.clock.now()
            return live
        if len(table) != LENGTH or set(table) - set(LETTERS):
            raise Refusal("no_such_table", f"there is no table {table[:20]!r}")
        async with self.opening.setdefault(table, asyncio.Lock()):
            try:
                live = self.live_tables.get(table)
                if live is None:
                    try:
                        live = LiveTable(self, await self.reader.read(table))
                    except NoSuchTable as error:
                        raise Refusal("no_such_table", f"there is no table {table!r}") from error
                    except Diverged as error:
                        logger.error("%s", error)
                        raise Refusal(
                            "unplayable", "this table was played by other rules than this server has"
                        ) from error
                    if not is_due:
                        await self._unload_idle()
                    await self._take_on(live)  # before anybody, or its own clock, can do anything there
                    live = self.live_tables.setdefault(table, live)
                    live.timer.set()
                    if self.store.is_shared:  # what other nodes wrote meanwhile was not heard
                        self.spawn(live.catch_up())
                return live
            finally:
                self.opening.pop(table, None)

    async def _take_on(self, live: LiveTable) -> None:
        """A table comes into memory: time at which no node was up is given back, and people of a node
        that has died are disconnected."""
        grace = self.settings.grace_ms
        if self.away_since(live.table.at):
            await live.connections.give_back()
            grace = 0  # that was in it
        nodes = {node for holder in live.table.holders for node in holder.nodes}
        dead = nodes - set(await self._alive()) - {self.node} if nodes else set()
        if dead:
            await live.connections.forget_nodes(dead, grace)

    def away_since(self, at: int) -> int:
        """Milliseconds since a moment during which no node was up."""
        return sum(ended - max(began, at) for began, ended in self.outages if ended > at)

    async def _unload_idle(self) -> None:
        """Make sure that there is room for one more table: the longest unused without viewers leave memory."""
        most = self.settings.most_tables
        if len(self.live_tables) < most:
            return
        idle = [live for live in self.live_tables.values() if live.is_idle and live.used < self.clock.now() - IN_USE]
        for live in sorted(idle, key=lambda live: live.used)[: 1 + most // 20]:
            await self.let_go(live)
        if len(self.live_tables) >= most:
            raise Refusal("too_many", "this server has no room for more tables; try again later")

    async def let_go(self, live: LiveTable) -> None:
        """A table without viewers leaves memory; what is due there is found by looking.

        While nothing can be written it stays: that its people have left may not be stored yet.
        """
        async with live.mailbox:
            if not live.viewers and not live.connections.joining and self.store.breaker.failure is None:
                self.forget(live)

    def forget(self, live: LiveTable) -> None:
        """A table is no longer in memory."""
        live.timer.cancel()
        if self.live_tables.get(live.table.id) is live:
            del self.live_tables[live.table.id]

    # Other nodes.

    def _heard(self, table: str, number: int) -> None:
        """Another node has written."""
        if table == "":  # something may have been missed
            for live in list(self.live_tables.values()):
                self.spawn(live.catch_up())
        elif (known := self.live_tables.get(table)) is not None and known.table.number < number:
            self.spawn(known.catch_up())
