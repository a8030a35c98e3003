"""PostgreSQL, for any number of nodes, which notify each other of new entries."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import event, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.engine import URL
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from .columns import StoreError
from .database import PATIENCE, TROUBLE, Database, Decide, Heard, Statements

CHANNEL = "magnate"
POOL = 6  # connections, if the settings have no other number
WRITERS = 2  # of them, so that nothing waits to be written behind those who read
STILL = 5_000  # milliseconds a transaction may wait for its node
LOCKED = STILL + 1_000  # and a server for a lock that somebody else holds
ALIVE = 15  # seconds between two looks whether the connection that listens still stands

# The heads are locked in order, so that no two nodes decide about a table at once, nor wait for each other.
LAST = "SELECT id, number FROM tables WHERE id = ANY($1::text[]) ORDER BY id FOR NO KEY UPDATE"
TELL = f"SELECT pg_notify('{CHANNEL}', note) FROM unnest($1::text[]) AS note"

# A listening node holds a lock of its name. It goes with the connection, so at once when a node is killed.
LISTENING = "SELECT pg_advisory_lock_shared(hashtext('magnate node'), hashtext($1))"
SIZE = text("SELECT pg_database_size(current_database())")
ALONE = text("SELECT pg_advisory_xact_lock(hashtext('magnate arrival'))")
OTHERS = text("""
    SELECT id FROM nodes WHERE beat >= :since AND id <> :node AND EXISTS (
        SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
        WHERE locktype = 'advisory' AND granted AND datname = current_database() AND objsubid = 2
            AND classid::bigint = hashtext('magnate node')::bigint & 4294967295
            AND objid::bigint = hashtext(nodes.id)::bigint & 4294967295
    )
""")


class Postgres(Database):
    """A server, with a few connections that write, a few that read, and one that listens."""

    is_shared = True
    advice = "is it running, and is the address right?"
    insert = staticmethod(insert)
    texts = Statements(lambda place: f"${place}")

    def __init__(self, url: URL, pool: int | None, beside: bool) -> None:
        query = dict(url.query)
        asked = query.pop("pool", None)
        self.url = url.set(query=query)
        try:
            size = max(2, pool or int(str(asked or POOL)))
        except ValueError as error:
            raise StoreError(f"pool is {asked!r}; expected a number of connections") from error
        writers = min(WRITERS, size - 1)
        self.lock_timeout = 0 if beside else LOCKED
        self.writer = self.engine(pool_size=writers)
        self.reader = self.engine(pool_size=size - writers, isolation_level="AUTOCOMMIT")
        self.listening: asyncio.Task[None] | None = None

    def engine(self, **options: Any) -> AsyncEngine:
        """A pool of connections."""
        patience = {"command_timeout": PATIENCE, "timeout": PATIENCE}
        made = create_async_engine(
            self.url, hide_parameters=True, max_overflow=0, pool_timeout=PATIENCE, connect_args=patience, **options
        )
        event.listen(made.sync_engine, "connect", self.limit_locks)
        event.listen(made.sync_engine, "checkout", refuse_closed)
        return made

    def limit_locks(self, connection: Any, entry: ConnectionPoolEntry) -> None:
        """A node that stands still in a transaction must not hold up the others: its locks go. And no node
        waits for a lock much longer than that."""
        cursor = connection.cursor()
        cursor.execute(f"SET idle_in_transaction_session_timeout = {STILL}")
        cursor.execute(f"SET lock_timeout = {self.lock_timeout}")
        cursor.close()
        connection.commit()

    async def keep(self, node: str, ids: list[str], decide: Decide) -> None:
        async with self.writer.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            async with driver.transaction():
                batch = decide(dict(await driver.fetch(LAST, ids)))
                for order, rows in self.texts.of(batch):
                    await driver.executemany(order, rows)
                if batch.changes:
                    await driver.execute(TELL, [f"{node} {table} {number}" for table, number in batch.changes])

    async def rows(self, table: str, after: int, limit: int) -> list[Any]:
        async with self.reader.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            return list(await driver.fetch(self.texts.read, table, after, limit))

    @contextlib.asynccontextmanager
    async def frozen(self) -> AsyncIterator[AsyncConnection]:
        async with self.writer.connect() as plain:
            connection = await plain.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            async with connection.begin():
                await connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
                yield connection

    async def size(self) -> int:
        async with self.reader.connect() as connection:
            return int((await connection.execute(SIZE)).scalar_one())

    async def listen(self, node: str, heard: Heard) -> None:
        ear = Listener(self, node, heard)
        await ear.open()
        self.listening = asyncio.create_task(ear.keep_open())

    async def others(self, connection: AsyncConnection, node: str, since: int) -> list[str]:
        await connection.execute(ALONE)
        return [str(found[0]) for found in await connection.execute(OTHERS, {"since": since, "node": node})]

    async def close(self) -> None:
        if self.listening is not None:
            self.listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.listening
        await super().close()


def refuse_closed(connection: Any, entry: ConnectionPoolEntry, proxy: object) -> None:
    """A connection that broke while it lay in the pool is replaced before anybody uses it."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


class Listener:
    """The connection on which a node hears of the others' entries. When it breaks, it is opened again."""

    def __init__(self, database: Postgres, node: str, heard: Heard) -> None:
        self.database = database
        self.node = node
        self.heard = heard
        self.connection: Any = None
        self.broken = asyncio.Event()

    async def open(self) -> None:
        """Connect and listen."""
        _, options = self.database.writer.dialect.create_connect_args(self.database.url)
        self.broken.clear()
        try:
            connection = await asyncpg.connect(**options, timeout=PATIENCE, command_timeout=ALIVE)
            try:
                connection.add_termination_listener(lambda _: self.broken.set())
                await connection.add_listener(CHANNEL, self.hear)
                await connection.execute(LISTENING, self.node)
            except BaseException:
                connection.terminate()
                raise
        except TROUBLE as error:
            raise self.database.trouble(error) from error
        self.connection = connection

    def hear(self, connection: object, process: int, channel: str, payload: object) -> None:
        """Pass on what another node said."""
        node, table, number = str(payload).split(" ")
        if node != self.node:
            self.heard(table, int(number))

    async def keep_open(self) -> None:
        """Look after the connection until cancelled. After a gap, say that anything may have been missed."""
        try:
            while True:
                await self.stay()
                wait = 0.05
                while True:
                    try:
                        await self.open()
                        break
                    except StoreError:
                        await asyncio.sleep(wait)
                        wait = min(2 * wait, 5.0)
                self.heard("", 0)
        finally:
            if self.connection is not None:
                self.connection.terminate()

    async def stay(self) -> None:
        """Return when the connection is broken; a regular query finds out, since the network may not report it."""
        assert self.connection is not None
        while not self.broken.is_set():
            try:
                async with asyncio.timeout(ALIVE):
                    await self.broken.wait()
            except TimeoutError:
                try:
                    await self.connection.execute("SELECT 1")
                except TROUBLE:
                    break
        self.connection.terminate()
