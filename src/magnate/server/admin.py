"""What an operator may do on the database itself, beside a server that may be running.

Tables: list, show, export, close, delete. People: list, show, ban and unban, by id or address. Reports: list, show,
close.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from magnate.editions import offer
from magnate.protocol.state import TableState
from magnate.server.operations.settings import Settings
from magnate.server.store.columns import Head
from magnate.server.store.store import Store
from magnate.server.tables import operator_actions
from magnate.server.tables.operator_actions import NotPossible, code, read_table
from magnate.server.tables.replay import record_of

__all__ = [
    "NotPossible",
    "at_store",
    "close_table",
    "export_table",
    "list_tables",
    "open_store",
    "read_table",
    "show_table",
]

T = TypeVar("T")


@asynccontextmanager
async def open_store(settings: Settings) -> AsyncIterator[Store]:
    """The store, beside a server that may be using it."""
    offer(settings.editions)
    store = await Store.open(settings.database_url, beside=True)
    try:
        yield store
    finally:
        await store.close()


async def at_store(settings: Settings, work: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with the store."""
    async with open_store(settings) as store:
        return await work(store)


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
    async with open_store(settings) as store:
        await operator_actions.close_table(store, code(id))
