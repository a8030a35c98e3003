"""SQLite, for one node: one writer, many readers, and a lock beside the file that keeps a second server out."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sqlite3
import stat
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import cache, partial
from pathlib import Path
from threading import Thread
from typing import IO, Any
from weakref import WeakSet

from sqlalchemy import Column, ColumnElement, event, func
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from magnate.server.operations.logs import event as event_log

from .columns import StoreError
from .database import CHANGING, PATIENCE, Database, Decide, Statements

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

READERS = 4
LOCKED = 1  # seconds a server waits for others to let go of the file; `beside` one, as long as for anything else
LAST = "SELECT json_group_object(id, number) FROM tables WHERE id IN (SELECT value FROM json_each(?))"
CHANGE = (
    f"UPDATE tables SET {', '.join(f'{name} = new.column{place}' for place, name in enumerate(CHANGING, 1))}, "
    f"claimed = NULL FROM (VALUES ({', '.join('?' * (len(CHANGING) + 1))})) AS new "
    f"WHERE tables.id = new.column{len(CHANGING) + 1}"
)
TOGETHER = (64, 16, 4, 1)  # rows that one statement writes


class Sqlite(Database):
    """A file. Commits are on the disk before they are acknowledged; readers never wait for the writer."""

    is_shared = False
    advice = "is it a file of Magnate's, may you write there, and is there room on the disk?"
    insert = staticmethod(insert)
    texts = Statements(lambda place: "?", change=CHANGE)

    def __init__(self, url: URL, beside: bool) -> None:
        assert url.database is not None
        self.url = url
        self.path = Path(url.database)
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.lock = None if beside else lock(self.path.with_name(self.path.name + ".lock"))
            self.path.touch(mode=0o600)  # the keys of all seats are in it
            if not beside:
                warn_if_shared(self.path)
        except OSError as error:
            raise StoreError(f"{self.path} cannot be opened: {error.strerror}; name a file you may write") from error
        # A pool of one is the queue for the writer; writers wait there and never meet each other in the file.
        self.writer = create_async_engine(
            url, hide_parameters=True, pool_size=1, max_overflow=0, pool_timeout=PATIENCE, pool_reset_on_return=None
        )
        self.reader = create_async_engine(
            url,
            hide_parameters=True,
            pool_size=READERS,
            max_overflow=0,
            pool_reset_on_return=None,
            isolation_level="AUTOCOMMIT",
        )
        wait = PATIENCE if beside else LOCKED
        event.listen(self.writer.sync_engine, "connect", partial(prepare_writer, wait))
        event.listen(self.writer.sync_engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        event.listen(self.reader.sync_engine, "connect", prepare_reader)
        self.threads: WeakSet[Thread] = WeakSet()
        for engine in (self.writer, self.reader):
            event.listen(engine.sync_engine, "connect", self.note_thread)

    def note_thread(self, connection: Any, entry: ConnectionPoolEntry) -> None:
        """Remember the thread of a connection."""
        self.threads.add(connection.driver_connection._thread)

    async def keep(self, node: str, ids: list[str], decide: Decide) -> None:
        async with self.writer.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            # aiosqlite crosses to its thread and back for every call; here it does so once for the whole transaction.
            await driver._execute(self.write, driver._conn, ids, decide)

    def write(self, connection: sqlite3.Connection, ids: list[str], decide: Decide) -> None:
        """Find out how far the tables are, decide, and write what is to be written: all of it or nothing.

        Python's lock is let go and taken again for every row that is read or written by itself, and each time this
        thread may have to wait for those who play. So there are few steps, of many rows each.
        """
        connection.execute("BEGIN IMMEDIATE")
        try:
            batch = decide(json.loads(connection.execute(LAST, (json.dumps(ids),)).fetchone()[0]))
            for text, rows in self.texts.of(batch):
                for some in shares(rows):
                    values = [value for row in some for value in row]
                    connection.execute(for_many(text, len(some[0]), len(some)), values)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.rollback()
            raise

    async def rows(self, table: str, after: int, limit: int) -> list[Any]:
        async with self.reader.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            return list(await driver.execute_fetchall(self.texts.read, (table, after, limit)))

    @asynccontextmanager
    async def frozen(self) -> AsyncIterator[AsyncConnection]:
        async with self.reader.connect() as connection:
            await connection.exec_driver_sql("BEGIN")
            try:
                yield connection
            finally:
                await connection.exec_driver_sql("ROLLBACK")

    async def size(self) -> int:
        files = (self.path, self.path.with_name(self.path.name + "-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def has_part(self, column: Column[bytes], part: bytes) -> ColumnElement[bool]:
        return func.instr(column, part) > 0  # LIKE is for texts only

    async def scrub(self) -> None:
        async with self.writer.connect() as connection:  # what readers still need stays in the log until the next time
            driver: Any = (await connection.get_raw_connection()).driver_connection
            await driver.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")

    async def close(self) -> None:
        await super().close()
        # A connection whose user was cancelled is asked to stop; its thread answers the event loop, which must run on.
        for thread in list(self.threads):
            await asyncio.to_thread(thread.join, PATIENCE)
        if self.lock is not None:
            self.lock.close()


def warn_if_shared(path: Path) -> None:
    """Warn where others on this machine can read the file: one that was restored from a copy, for example."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if os.name == "posix" and mode & 0o077:
        event_log(
            "database_is_not_private",
            logging.WARNING,
            file=str(path),
            mode=f"{mode:04o}",
            why="other users of this machine can read or change it, and it holds the keys of all seats",
            fix=f"chmod 600 {path}",
        )


def shares(rows: list[Sequence[Any]]) -> Iterator[list[Sequence[Any]]]:
    """Rows in shares of a few sizes, so that SQLite has seen every statement before."""
    begun = 0
    while begun < len(rows):
        size = next(size for size in TOGETHER if size <= len(rows) - begun)
        yield rows[begun : begun + size]
        begun += size


@cache
def for_many(text: str, columns: int, rows: int) -> str:
    """A statement for one row as one for many."""
    values = f"({', '.join('?' * columns)})"
    return text.replace(values, ", ".join([values] * rows))


def prepare_writer(wait: int, connection: Any, entry: ConnectionPoolEntry) -> None:
    """Set a new connection up to write. It waits a number of seconds where the file is locked."""
    connection.isolation_level = None  # transactions begin where SQLAlchemy says so, also for changes of the schema
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {wait * 1000}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")  # a commit survives a power cut
    cursor.execute("PRAGMA fullfsync = ON")  # and does so on macOS too
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten
    cursor.execute("PRAGMA journal_size_limit = 67108864")
    cursor.close()


def prepare_reader(connection: Any, entry: ConnectionPoolEntry) -> None:
    """Set a new connection up to read."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000}")
    cursor.execute("PRAGMA query_only = ON")
    cursor.close()


def lock(path: Path) -> IO[str]:
    """Hold a file for this process alone. The lock goes with the process, however that ends."""
    file = path.open("a+")
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise StoreError(
            f"{path.with_suffix('')} is in use by another server. If that is yours, open its page, or stop it first. "
            "SQLite is for one server alone: set MAGNATE_DATABASE to another file, or use PostgreSQL for several"
        ) from error
    return file
