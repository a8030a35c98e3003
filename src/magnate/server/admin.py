"""What an operator may do on the database itself, beside a server that may be running.

Tables: list, show, export, close, delete. People: forget. Bans and reports need the store alone (`at_store`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple, TypeVar

from magnate.editions import offer
from magnate.protocol.state import TableState
from magnate.server.operations.settings import Settings
from magnate.server.store.columns import Head
from magnate.server.store.store import Store
from magnate.server.tables import operator_actions
from magnate.server.tables.erasure import erase_at, erase_everywhere, farewell
from magnate.server.tables.operator_actions import NotPossible, add_entry, code, read_table
from magnate.server.tables.replay import record_of

__all__ = [
    "NotPossible",
    "at_store",
    "close_table",
    "delete_table",
    "export_table",
    "forget_person",
    "leave_table",
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


async def delete_table(settings: Settings, id: str) -> None:
    """Delete a table with its log, its record, its chat: nothing of it stays."""
    async with open_store(settings) as store:
        if not await store.delete_table(code(id)):
            raise NotPossible(f"there is no table {code(id)!r}; `magnate tables list` shows those there are")


class ForgottenPerson(NamedTuple):
    """Whose data was deleted, and at how many tables."""

    person: str
    tables: int


async def forget_person(settings: Settings, who: str) -> ForgottenPerson:
    """Delete a person's data everywhere. `who` is an id, or a name that only one person has."""
    async with open_store(settings) as store:
        person = await find_person(store, who)

        async def erase(table: str) -> bool:
            await leave_table(store, table, person)
            return await erase_at(store, table, person, "operator")

        await store.deletion.announce(person)
        tables = await erase_everywhere(store, person, erase)
        await store.deletion.forget_person(person, by_operator=True)
        return ForgottenPerson(person, tables)


async def find_person(store: Store, who: str) -> str:
    """The id of a person by the id itself or by a name."""
    if await store.person(who) is not None or await store.deletion.traces(who):
        return who
    found = await store.deletion.people_called(who)
    if len(found) > 1:
        shown = ", ".join(found[:10])
        raise NotPossible(f"{len(found)} people are called {who!r}; name one by the id: {shown}")
    if not found:
        raise NotPossible(f"no person has the id or name {who!r}; `magnate tables show CODE` shows the ids at a table")
    return found[0]


async def leave_table(store: Store, id: str, person: str) -> None:
    """Give up a person's seats at a table that is not over: a bot plays on there."""
    try:
        await read_table(store, id)
    except NotPossible:  # no longer played: other rules, or deleted
        return
    while await add_entry(store, id, lambda table: farewell(table, person)):
        pass
