"""What an operator may do to tables, on the database itself: list, show, export, close. The server may be running.

A table is closed like anything else happens to it: by an entry in its log, which the nodes hear of or run into.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from magnate.editions import offer
from magnate.protocol import entries as log
from magnate.protocol.entries import decode_entry
from magnate.protocol.frames import encode
from magnate.protocol.state import TableState
from magnate.server.operations.clock import now_ms
from magnate.server.operations.settings import Settings
from magnate.server.store.columns import Head, LogRow
from magnate.server.store.store import Store
from magnate.server.tables.replay import record_of
from magnate.server.tables.summary import head_of
from magnate.server.tables.table import CLOSED, OVER, Diverged, Table

TRIES = 20


class NotPossible(Exception):
    """Something an operator asked for that cannot be done, in words."""


@asynccontextmanager
async def open_store(settings: Settings) -> AsyncIterator[Store]:
    """The store, beside a server that may be using it."""
    offer(settings.editions)
    store = await Store.open(settings.database_url, beside=True)
    try:
        yield store
    finally:
        await store.close()


async def list_tables(settings: Settings, limit: int, status: str | None) -> list[Head]:
    """The newest tables."""
    async with open_store(settings) as store:
        return await store.tables(limit, status)


async def show_table(settings: Settings, id: str) -> TableState:
    """A table as everybody sees it."""
    async with open_store(settings) as store:
        table, _ = await read_table(store, code(id))
        return table.state()


async def export_table(settings: Settings, id: str) -> str:
    """The record of a table's game; its secret is in it once the game is over."""
    async with open_store(settings) as store:
        table, rows = await read_table(store, code(id))
        if table.game is None:
            raise NotPossible(f"table {table.id} has not started, so it has no record yet")
        return record_of(table.secret, rows)


async def close_table(settings: Settings, id: str) -> None:
    """Close a table for good."""
    id = code(id)
    async with open_store(settings) as store:
        for _ in range(TRIES):
            table, _ = await read_table(store, id)
            if table.status in (CLOSED, OVER):
                raise NotPossible(f"table {id} is {table.status} already")
            entry, at = log.Closed("admin"), max(now_ms(), table.at)
            number = table.number + 1
            table.apply(number, at, entry)
            if await store.append(LogRow(id, number, at, "", "", encode(entry), b""), head_of(table, None)):
                return
    raise NotPossible(f"table {id} is so busy that it could not be closed; try again")


def code(id: str) -> str:
    """The code of a table, however it was typed: as over HTTP, capitals and blanks around it do not matter."""
    return id.strip().lower()


async def read_table(store: Store, id: str) -> tuple[Table, list[LogRow]]:
    """A table from its whole log."""
    head = await store.head(id)
    if head is None:
        raise NotPossible(f"there is no table {id!r}; `magnate tables list` shows those there are")
    table = Table(id, head.secret)
    rows = await store.rows(id, 0)
    try:
        for row in rows:
            table.apply(row.number, row.at, decode_entry(row.body))
    except Diverged as error:
        raise NotPossible(f"{error}; was it played with other rules, or with --editions?") from error
    return table, rows
