"""The edge of a node: what HTTP and sockets share. Who asks, whether they may just now, and carrying out commands."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterator
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec.structs import replace

from magnate.editions import offer

from . import commands as ask
from . import entries as log
from .callers import Caller, Connection, who_calls
from .clock import NodeClock
from .config import BadConfig, Config, edition_of
from .film import Films
from .hall import LENGTH, LETTERS, Hall
from .limits import Limits
from .logs import event
from .metrics import Metrics
from .plain import NAME, SAID, cleaned
from .rights import Signer
from .room import Room
from .settings import Settings
from .store import Store, StoreError
from .wire import Done, Refusal

if TYPE_CHECKING:
    from .push import Push
    from .socket import Client

PATIENCE = 15.0  # seconds a command may take before its sender is told to ask again
REPLAYS = 2  # records replayed at a time
LINE = 20  # and those that wait for it
FAREWELL = 3.0  # seconds that clients have to take leave

T = TypeVar("T")


class Edge:
    """A node with everything its handlers need."""

    def __init__(self, settings: Settings, store: Store, hall: Hall, signer: Signer) -> None:
        self.settings = settings
        self.store = store
        self.hall = hall
        self.signer = signer
        self.limits = Limits(settings)
        self.metrics = Metrics()
        self.clients: set[Client] = set()
        self.replays = asyncio.Semaphore(REPLAYS)
        self.in_line = 0  # replays under way or waiting
        self.films = Films()
        self.doing = 0  # commands under way
        self.waits: set[asyncio.Timeout] = set()  # for bodies that are still arriving
        self.is_closing = False
        self.is_closed = False
        self.push = sender(hall, settings, self.metrics)
        self.metrics.watch_rooms(self.count_rooms)
        hall.metrics_kept = self.count_kept

    @classmethod
    async def open(cls, settings: Settings, clock: NodeClock | None = None) -> Edge:
        """Open the store and the hall."""
        offer(settings.editions)
        store = await Store.open(settings.database_url)
        try:
            signer = Signer(settings.key or await store.signing_key())
            hall = Hall(store, settings, signer, clock)
            edge = cls(settings, store, hall, signer)
            await hall.open()
        except BaseException:
            await store.close()
            raise
        return edge

    async def close(self) -> None:
        """Take nothing more, keep what was accepted, send everybody away, let go of the store."""
        if self.is_closed:
            return
        self.is_closing = self.is_closed = True
        self.hall.closing.set()  # whoever replays a record gives up
        for wait in self.waits:  # nothing of theirs was accepted yet, and the HTTP server would wait for it
            wait.reschedule(0)
        while self.doing:  # accepted, so it is kept and answered first
            await asyncio.sleep(0.01)
        try:
            await self.hall.close()
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
            return await who_calls(connection, self.settings, self.signer, self.store)

    # What they ask.

    async def room(self, table: str) -> Room:
        """A table by its code, however it was typed."""
        async with self.trouble():
            return await self.hall.room(check_code(table))

    async def do(self, caller: Caller, room: Room, held: Collection[str], id: str, command: ask.Command) -> Done:
        """Carry out a command, with what people wrote made plain and their share counted."""
        if self.is_closing:
            raise Refusal("unavailable", "the server restarts; come back in a moment, with the same id")
        check_id(id)
        command = prepared(command)
        begun = time.perf_counter()
        self.doing += 1
        try:
            async with self.trouble():
                has_seat = partial(room.has_seat, caller.person, held)
                charge = partial(self.charge, caller, command, has_seat)
                done = await room.do(caller.person, held, id, command, charge, is_known=not caller.is_fresh)
        finally:
            self.doing -= 1
        if isinstance(command, ask.Act):
            self.metrics.latency.observe(time.perf_counter() - begun)
        self.metrics.commands.labels(type(command).__name__).inc()
        return done

    def charge(self, caller: Caller, command: ask.Command, has_seat: Callable[[], bool]) -> None:
        """Count what is about to be done to the share of whoever asks."""
        if isinstance(command, ask.Say):
            self.limits.allow_chat(caller.person.id, caller.address, has_seat())
        if isinstance(command, ask.Rematch):
            self.limits.allow_table(caller.person.id, caller.address)

    async def create(self, caller: Caller, config: Config, id: str | None) -> str:
        """Make a table, or find the one that the same person has made with this id."""
        if self.is_closing:
            raise Refusal("unavailable", "the server restarts; come back in a moment, with the same id")
        check_id(id or "")
        check_config(config)
        charge = partial(self.limits.allow_table, caller.person.id, caller.address)
        async with self.trouble():
            return await self.hall.create(caller.person, config, id or "", charge)

    @asynccontextmanager
    async def trouble(self, patience: float | None = PATIENCE) -> AsyncIterator[None]:
        """Say plainly when the store does not answer or a table takes too long; what was begun is finished."""
        try:
            async with asyncio.timeout(patience):
                yield
        except StoreError as error:
            raise Refusal("unavailable", "the database does not answer just now; ask again in a moment") from error
        except TimeoutError as error:
            raise Refusal("busy", "the table could not answer in time; ask again with the same id") from error

    @asynccontextmanager
    async def replaying(self) -> AsyncIterator[None]:
        """Wait until a game may be replayed, or a bot asked about one. Where too many wait already, refuse."""
        if self.in_line >= REPLAYS + LINE:
            raise Refusal("busy", "too many games are being looked at just now; ask again in a moment")
        self.in_line += 1
        try:
            async with self.replays:
                if self.is_closing:
                    raise Refusal("unavailable", "the server restarts; come back in a moment")
                yield
        finally:
            self.in_line -= 1

    async def see_through(self, work: Coroutine[Any, Any, T], patience: float = 2 * PATIENCE) -> T:
        """Wait for work that is finished even if whoever asked goes away: what runs in a thread cannot be stopped."""
        self.doing += 1
        try:
            async with self.trouble(patience):
                return await asyncio.shield(self.hall.spawn(self._plainly(work)))
        finally:
            self.doing -= 1

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

    def count_kept(self, entry: log.Entry) -> None:
        """An entry was kept by this node."""
        if isinstance(entry, log.Played):
            self.metrics.actions.labels(entry.by).inc()

    def count_rooms(self) -> Iterator[tuple[str, int, int]]:
        """Each table in memory: its status, how many people sit there, how many bots."""
        for room in list(self.hall.rooms.values()):
            taken = [chair for chair in room.table.chairs if chair.is_taken]
            people = sum(chair.person is not None for chair in taken)
            yield room.table.status, people, len(taken) - people


def sender(hall: Hall, settings: Settings, metrics: Metrics) -> Push | None:
    """What sends notices, where the operator has set a key for it: it needs a package of its own."""
    if not settings.push_key:
        return None
    from .push import Push

    return Push(hall, settings, metrics)


def check_code(table: str) -> str:
    """The code of a table, or a refusal: capitals and blanks around it do not matter."""
    code = table.strip().lower()
    if len(code) != LENGTH or set(code) - set(LETTERS):
        raise Refusal("no_such_table", f"there is no table {table[:20]!r}; a code has {LENGTH} letters and digits")
    return code


def check_id(id: str) -> None:
    """An id that can be stored and told."""
    if not id.isprintable():
        raise Refusal("malformed", "id has letters that cannot be printed; expected up to 40 plain ones")


def prepared(command: ask.Command) -> ask.Command:
    """A command as the table may see it."""
    if isinstance(command, ask.Say):
        return replace(command, text=cleaned(command.text, "text", SAID))
    if isinstance(command, ask.Sit | ask.TakeOver) and command.name is not None:
        return replace(command, name=cleaned(command.name, "name", NAME))
    if isinstance(command, ask.Configure):
        check_config(command.config)
    return command


def check_config(config: Config) -> None:
    """A set-up that can be played."""
    try:
        edition_of(config)
    except BadConfig as error:
        raise Refusal("bad_config", str(error)) from error


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
