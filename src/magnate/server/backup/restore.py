"""Restoring a backup into either database, all of it or nothing, while no server runs."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection

from magnate.editions import offer
from magnate.server.operations.settings import Settings
from magnate.server.store.columns import StoreError, metadata
from magnate.server.store.database import TROUBLE, Database
from magnate.server.store.migrations import VERSION_TABLE, build, is_known, reached, steps, too_new
from magnate.server.store.sqlite import lock
from magnate.server.store.url import connect, parse

from .backup_file import BadBackup, Header, SavedRow, read, read_header
from .checking import Findings, check

AT_ONCE = 500  # rows written at a time
FORMER = ("erasures",)  # tables of earlier versions


async def restore(settings: Settings, path: Path, is_forced: bool = False) -> Findings:
    """Restore a file into the database of a server that is stopped. The file is checked before anything is touched."""
    offer(settings.editions)
    header = await asyncio.to_thread(read_header, path, steps())
    found = await asyncio.to_thread(check, path)
    url = parse(settings.database_url)
    if url.get_backend_name() == "sqlite":
        await into_sqlite(url, path, header, is_forced)
    else:
        await into_postgres(url, path, header, is_forced)
    return found


async def into_sqlite(url: URL, path: Path, header: Header, is_forced: bool) -> None:
    """Write a new file beside the old one, then put it in its place. The old one is kept under another name."""
    assert url.database is not None
    target = Path(url.database)
    fresh, old = target.with_name(target.name + ".restoring"), target.with_name(target.name + ".replaced")
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with lock(target.with_name(target.name + ".lock")):  # refused while a server runs
            if target.exists() and target.stat().st_size and not is_forced:
                raise BadBackup(f"{target} exists; say --force to replace it (it is kept as {old.name})")
            remove(fresh)
            try:
                await fill_database(connect(url.set(database=str(fresh)), pool=1, beside=True), path, header)
                flush(fresh)
                if target.exists():
                    remove(old)
                    move(target, old)
                os.replace(fresh, target)
            finally:
                remove(fresh)
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror}") from error


def flush(file: Path) -> None:
    """Move everything from the write-ahead log into the file, which is renamed alone."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def remove(file: Path) -> None:
    """Delete a file of SQLite's with what lies beside it."""
    for end in ("", "-wal", "-shm"):
        file.with_name(file.name + end).unlink(missing_ok=True)


def move(file: Path, to: Path) -> None:
    """Rename a file of SQLite's with what lies beside it: its newest entries may be there."""
    for end in ("-shm", "-wal", ""):
        part = file.with_name(file.name + end)
        if part.exists():
            os.replace(part, to.with_name(to.name + end))


async def into_postgres(url: URL, path: Path, header: Header, is_forced: bool) -> None:
    """Replace everything in one transaction."""
    database = connect(url, pool=2, beside=True)

    async def prepare(connection: Any) -> None:
        await connection.execute(sa.text("SET LOCAL idle_in_transaction_session_timeout = 0"))
        step = await connection.run_sync(reached)
        if not is_known(step):
            raise too_new(database)
        if step is not None:
            running = await database.others(connection, "", 0)  # and until the transaction ends no other can start
            if running:
                raise BadBackup(f"{len(running)} servers use {database.shown}; stop them first")
            if not is_forced and await connection.run_sync(has_rows):
                raise BadBackup(f"{database.shown} is not empty; say --force to replace everything in it")
        await connection.run_sync(drop_tables)

    await fill_database(database, path, header, prepare)


def has_rows(connection: Connection) -> bool:
    """Whether there is anything in a database. An outdated one may not have every table."""
    known = set(sa.inspect(connection).get_table_names())
    found = [table for table in metadata.sorted_tables if table.name in known]
    return any(connection.execute(sa.select(sa.exists(sa.select(table)))).scalar() for table in found)


def drop_tables(connection: Connection) -> None:
    """Remove every table of Magnate's."""
    for name in (*(table.name for table in reversed(metadata.sorted_tables)), *FORMER, VERSION_TABLE):
        connection.execute(sa.text(f"DROP TABLE IF EXISTS {name} CASCADE"))


async def fill_database(database: Database, path: Path, header: Header, prepare: Any = None) -> None:
    """Write all rows of a file into a database, in one transaction, in the schema they were saved in, and migrate."""
    try:
        async with database.writer.begin() as connection:
            if prepare is not None:
                await prepare(connection)
            await connection.run_sync(build, header.schema)
            await connection.run_sync(fill, header, read(path))
            await connection.run_sync(build, "head")
    except TROUBLE as error:
        raise database.trouble(error) from error
    finally:
        await database.close()


def fill(connection: Connection, header: Header, lines: Iterable[object]) -> None:
    """Write rows, table by table as they come: whatever a row refers to comes before it."""
    targets = {name: sa.table(name, *map(sa.column, columns)) for name, columns in header.columns.items()}
    rows = (line for line in lines if isinstance(line, SavedRow))
    for name, some in itertools.groupby(rows, key=lambda row: row.table):
        while share := list(itertools.islice(some, AT_ONCE)):
            values = [dict(zip(header.columns[name], row.values, strict=True)) for row in share]
            connection.execute(targets[name].insert(), values)
