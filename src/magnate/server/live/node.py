"""A node: what HTTP and sockets share. Who asks, whether they may just now, and carrying out commands."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from magnate.editions import offer
from magnate.protocol.config import Config
from magnate.protocol.errors import Refusal
from magnate.server.operations.clock import NodeClock
from magnate.server.operations.logs import event
from magnate.server.operations.metrics import Metrics
from magnate.server.operations.settings import Settings
from magnate.server.people.callers import Caller, Connection, identified, who_calls
from magnate.server.people.keyring import Keyring
from magnate.server.people.signing import Signer
from magnate.server.store.columns import StoreError
from magnate.server.store.deletion import digest as digest_of
from magnate.server.store.store import Store
from magnate.server.tables.replay import ReplayCache
from magnate.server.tables.table_setup import check_config

from .housekeeping import Upkeep
from .live_table import LiveTable, check_id
from .moderator import Moderator
from .registry import LENGTH, LETTERS, Registry
from .review_queue import ReviewQueue
from .timeouts import PATIENCE, in_time

if TYPE_CHECKING:
    from magnate.server.http.socket import SocketClient
    from magnate.server.push.notifier import Push

REPLAYS = 2  # records replayed at a time
LINE = 20  # and those that wait for it
SHARE = 11  # of both, for one address: half, so that others get in
FAREWELL = 3.0  # seconds that clients have to take leave

T = TypeVar("T")


class Node:
    """A node with everything its handlers need."""

    def __init__(self, settings: Settings, store: Store, registry: Registry, signer: Signer) -> None:
        self.settings = settings
        self.store = store
        self.registry = registry
        self.signer = signer
        self.limits = registry.limits
        self.metrics = registry.metrics
        self.clients: set[SocketClient] = set()
        self.replays = asyncio.Semaphore(REPLAYS)
        self.in_line: Counter[str] = Counter()  # replays under way or waiting, by address
        self.turns: dict[str, asyncio.Lock] = {}  # of these addresses: each replays one at a time
        self.replay_cache = ReplayCache()
        self.reviews = ReviewQueue(registry, settings)
        self.waits: set[asyncio.Timeout] = set()  # for bodies that are still arriving
        self.is_closing = False
        self.is_closed = False
        self.push = sender(registry, settings, self.metrics)
        self.operator_log = registry.operator_log
        self.moderator = Moderator(self)
        self.metrics.watch_tables(self.count_tables)
        self.metrics.watch_store(lambda: len(store.writer.waiting), lambda: store.breaker.failure is None)
        store.writer.committed = self.count_commit
        self.limits.noted = self.count_limited
        registry.forgetting.table_changed = self.replay_cache.forget
        registry.forgetting.person_gone = self.cut_off

    @classmethod
    async def open(cls, settings: Settings, clock: NodeClock | None = None) -> Node:
        """Open the store and the registry."""
        offer(settings.editions)
        store = await Store.open(settings.database_url)
        try:
            clock = clock or NodeClock()
            keyring = await Keyring.open(settings, store, clock.now())
            registry = Registry(store, settings, keyring.signer, clock)
            node = cls(settings, store, registry, keyring.signer)
            await registry.open()
            await node.moderator.open()
            registry.spawn(Upkeep(node, keyring).keep_up())
            node.reviews.start()
        except BaseException:
            await store.close()
            raise
        return node

    async def close(self) -> None:
        """Take nothing more, keep what was accepted, send everybody away, let go of the store."""
        if self.is_closed:
            return
        self.is_closing = self.is_closed = True
        self.registry.closing.set()  # the replay of a record stops
        for wait in self.waits:  # nothing of theirs was accepted yet, and the HTTP server would wait for it
            wait.reschedule(0)
        while self.registry.commands:  # accepted, so it is kept and answered first
            await asyncio.sleep(0.01)
        try:
            await self.registry.close()
        except StoreError as error:
            event("close_failed", logging.ERROR, problem=str(error))
        for client in list(self.clients):
            client.cut("restart", 500)
        if self.push is not None:
            await self.push.close()
        until = time.monotonic() + FAREWELL
        while self.clients and time.monotonic() < until:
            await asyncio.sleep(0.02)
        await self.store.close()

    # Who asks.

    async def caller(self, connection: Connection) -> Caller:
        """The person behind a call."""
        async with self.trouble():
            caller = await who_calls(connection, self.settings, self.signer, self.store)
        self.moderator.check(caller.person.id, caller.address)
        return caller

    def unnamed_caller(self, connection: Connection) -> Caller:
        """The same without their name, for which the store would have to be asked."""
        caller = identified(connection, self.settings, self.signer)
        self.moderator.check(caller.person.id, caller.address)
        return caller

    def cut_off(self, digest: str) -> None:
        """Close the connections of a person who was forgotten: what they would do there would be under the old name."""
        for client in list(self.clients):
            if digest_of(client.person.id) == digest:
                client.cut("forgotten", 0)

    # What they ask.

    async def live_table(self, table: str) -> LiveTable:
        """A table by its code, however it was typed."""
        async with self.trouble():
            return await self.registry.live_table(check_code(table))

    async def create(self, caller: Caller, config: Config, id: str | None) -> str:
        """Make a table, or find the one that the same person has made with this id."""
        if self.is_closing:
            raise Refusal("unavailable", "the server restarts; come back in a moment, with the same id")
        check_id(id or "")
        check_config(config)
        charge = partial(self.limits.allow_table, caller.person.id, caller.address)
        async with self.trouble():
            return await self.registry.create(caller.person, config, id or "", charge)

    def trouble(self, patience: float | None = PATIENCE) -> AbstractAsyncContextManager[None]:
        """Refuse by name when the store does not answer or a table takes too long."""
        return in_time(patience)

    @asynccontextmanager
    async def replaying(self, address: str) -> AsyncIterator[None]:
        """Wait until a game may be replayed, or a bot asked about one, for an address. Too many are refused."""
        if self.in_line[address] >= SHARE or self.in_line.total() >= REPLAYS + LINE:
            raise Refusal("busy", "too many games are being looked at just now; ask again in a moment")
        self.in_line[address] += 1
        turn = self.turns.setdefault(address, asyncio.Lock())
        try:
            async with turn, self.replays:
                if self.is_closing:
                    raise Refusal("unavailable", "the server restarts; come back in a moment")
                yield
        finally:
            self.in_line[address] -= 1
            if not self.in_line[address]:
                del self.in_line[address], self.turns[address]

    async def see_through(self, work: Coroutine[Any, Any, T], patience: float = 2 * PATIENCE) -> T:
        """Wait for work that is finished even if the caller goes away: what runs in a thread cannot be stopped."""
        with self.registry.doing():
            async with self.trouble(patience):
                return await asyncio.shield(self.registry.spawn(self._plainly(work)))

    async def _plainly(self, work: Coroutine[Any, Any, T]) -> T:
        async with self.trouble(None):
            return await work

    @asynccontextmanager
    async def arriving(self, seconds: float) -> AsyncIterator[None]:
        """Wait for a body so long, and no longer than this node takes requests."""
        async with asyncio.timeout(seconds) as wait:
            self.waits.add(wait)
            try:
                yield
            finally:
                self.waits.discard(wait)

    # What is counted.

    def count_commit(self, seconds: float, entries: int) -> None:
        """The writer has committed."""
        self.metrics.commits.observe(seconds)
        self.operator_log.committed(seconds, entries)

    def count_limited(self, limit: str, key: str) -> None:
        """A limit has refused somebody."""
        self.metrics.limited.labels(limit).inc()
        self.operator_log.limited(limit, key)

    def count_tables(self) -> Iterator[tuple[str, int, int]]:
        """Each table in memory: its status, how many people sit there, how many bots."""
        for live in list(self.registry.live_tables.values()):
            taken = [holder for holder in live.table.holders if holder.is_taken]
            people = sum(holder.person is not None for holder in taken)
            yield live.table.status, people, len(taken) - people


def sender(registry: Registry, settings: Settings, metrics: Metrics) -> Push | None:
    """What sends notices, where the operator has set a key for it: it needs a package of its own."""
    if not settings.push_key:
        return None
    from magnate.server.push.notifier import Push

    return Push(registry, settings, metrics)


def check_code(table: str) -> str:
    """The code of a table, or a refusal: capitals and blanks around it do not matter."""
    code = table.strip().lower()
    if len(code) != LENGTH or set(code) - set(LETTERS):
        raise Refusal("no_such_table", f"there is no table {table[:20]!r}; a code has {LENGTH} letters and digits")
    return code


def decode(data: bytes | str, kind: type[T]) -> T:
    """What came from outside, or a refusal that names the place."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, ValueError) as error:
        raise Refusal("malformed", str(error)) from error
    except RecursionError as error:
        raise Refusal("malformed", "nested too deeply") from error


def convert(data: Any, kind: type[T]) -> T:
    """Texts from an address, as what they must be."""
    try:
        return msgspec.convert(data, kind, strict=False)
    except (msgspec.MsgspecError, ValueError) as error:
        raise Refusal("malformed", str(error)) from error
