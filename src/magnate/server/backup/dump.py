"""Making a backup, while the server runs: the database as it is at one moment, written, read again and checked."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from sqlalchemy import Select, select

from magnate import __version__
from magnate.editions import offer
from magnate.server.operations.clock import now_ms
from magnate.server.operations.settings import Settings
from magnate.server.store.columns import ARRIVING, changes, metadata, reviews, snapshots, tables
from magnate.server.store.database import TROUBLE
from magnate.server.store.migrations import newest
from magnate.server.store.store import Store

from .backup_file import BackupWriter, BadBackup, Header, Inconsistent, encode, read
from .checking import Findings, Folded, fold_logs

LEFT_OUT = (snapshots, reviews, changes)  # they follow from the logs; the last are for nodes that run
SAVED = [table for table in metadata.sorted_tables if table not in LEFT_OUT]
AT_ONCE = 500  # rows read at a time


async def save(settings: Settings, path: Path, is_forced: bool = False) -> Findings:
    """Back up a database into a file. It gets its name only when it has been read again and found good."""
    if path.exists() and not is_forced:
        raise BadBackup(f"{path} exists; name another file, or say --force to replace it")
    offer(settings.editions)
    store = await Store.open(settings.database_url, beside=True)
    try:
        with BackupWriter(path) as file:
            await dump(store, file)
            found = await asyncio.to_thread(append_logs, file)
            file.publish()
            return found
    except OSError as error:
        raise BadBackup(f"{path} cannot be written: {error.strerror}") from error
    finally:
        await store.close()


async def dump(store: Store, file: BackupWriter) -> None:
    """Write every row of the database as it is at one moment."""
    columns = {str(table.name): [str(column.name) for column in table.c] for table in SAVED}
    file.write(encode(Header(version=__version__, schema=newest(), made=now_ms(), columns=columns)))
    try:
        async with store.database.frozen() as connection:
            for table in SAVED:
                async for row in await connection.stream(rows_of(table), execution_options={"yield_per": AT_ONCE}):
                    file.row(str(table.name), tuple(row))
    except TROUBLE as error:
        if isinstance(error, OSError) and error.filename:
            raise
        raise store.database.trouble(error) from error
    file.end_part()


def rows_of(table: Any) -> Select[Any]:
    """The rows of a table in order; games that are still being imported are left out."""
    question = select(table).order_by(*table.primary_key.columns)
    complete = select(tables.c.id).where(tables.c.status != ARRIVING)
    if table is tables:
        return question.where(tables.c.status != ARRIVING)
    return question.where(table.c.table_id.in_(complete)) if "table_id" in table.c else question


def append_logs(file: BackupWriter) -> Findings:
    """Read the rows from the disk, fold every log, and write what it adds up to. Then read the whole file again."""
    found = Findings(rows=file.rows, unplayable={})
    try:
        logs = [line.log for line in fold_logs(read(file.part, is_whole=False)) if isinstance(line, Folded)]
    except Inconsistent as error:
        raise BadBackup(f"{file.path} was not written well: {error}") from error
    for log in logs:
        file.write(encode(log))
        if log.problem:
            found.unplayable[log.table] = log.problem
    file.finish()
    for _ in read(file.part):
        pass
    return found
