"""SQLite, for one node: one writer, many readers, and a lock beside the file that keeps a second server out."""

from __future__ import annotations

import json
import sqlite3
import sys
from pathlib import Path
from typing import IO, Any

from sqlalchemy import event
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from .columns import StoreError
from .database import PATIENCE, Database, Decide, Texts

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

READERS = 4
LAST = "SELECT id, number FROM tables WHERE id IN (SELECT value FROM json_each(?))"


class Sqlite(Database):
    """A file. Commits are on the disk before they are acknowledged; readers never wait for the writer."""

    is_shared = False
    advice = "is it a file of Magnate's, may you write there, and is there room on the disk?"
    insert = staticmethod(insert)
    texts = Texts(lambda place: "?")

    def __init__(self, url: URL, beside: bool) -> None:
        assert url.database is not None
        self.url = url
        self.path = Path(url.database)
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.lock = None if beside else lock(self.path.with_name(self.path.name + ".lock"))
            self.path.touch(mode=0o600)  # the keys of all seats are in it
        except OSError as error:
            raise StoreError(f"{self.path} cannot be opened: {error.strerror}; name a file you may write") from error
        # A pool of one is the queue for the pen; writers wait there and never meet each other in the file.
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
        event.listen(self.writer.sync_engine, "connect", prepare_writer)
        event.listen(self.writer.sync_engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        event.listen(self.reader.sync_engine, "connect", prepare_reader)

    async def keep(self, node: str, ids: list[str], decide: Decide) -> None:
        async with self.writer.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            # aiosqlite crosses to its thread and back for every call; here it does so once for the whole transaction.
            await driver._execute(self.write, driver._conn, ids, decide)

    def write(self, connection: sqlite3.Connection, ids: list[str], decide: Decide) -> None:
        """Find out how far the tables are, decide, and write what is to be written: all of it or nothing."""
        connection.execute("BEGIN IMMEDIATE")
        try:
            batch = decide(dict(connection.execute(LAST, (json.dumps(ids),)).fetchall()))
            for text, rows in self.texts.of(batch):
                connection.executemany(text, rows)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.rollback()
            raise

    async def rows(self, table: str, after: int, limit: int) -> list[Any]:
        async with self.reader.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            return list(await driver.execute_fetchall(self.texts.read, (table, after, limit)))

    async def close(self) -> None:
        await super().close()
        if self.lock is not None:
            self.lock.close()


def prepare_writer(connection: Any, entry: ConnectionPoolEntry) -> None:
    """Set a new connection up to write."""
    connection.isolation_level = None  # transactions begin where SQLAlchemy says so, also for changes of the schema
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")  # a commit survives a power cut
    cursor.execute("PRAGMA fullfsync = ON")  # and does so on macOS too
    cursor.execute("PRAGMA foreign_keys = ON")
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
            f"{path.with_suffix('')} is in use by another server; SQLite is for one server alone: "
            "stop the other, name another file, or use PostgreSQL for several"
        ) from error
    return file
