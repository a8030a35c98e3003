"""The log of changes that every running node must notice: bans, tables, logs rewritten or deleted, people forgotten.

The node or command that makes a change adds a row in the same transaction. Every node reads on there
(`live.change_feed`), so it is the same for SQLite and PostgreSQL, and for any number of nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from magnate.server.operations.clock import now_ms

from .columns import changes

if TYPE_CHECKING:
    from .store import Store

# What changed. The value is the id of a table or, of a person, a hash of theirs; bans are read again as a whole.
BANS, TABLE, REWRITTEN, DELETED, PERSON = "bans", "table", "rewritten", "deleted", "person"
FORGOTTEN = "forgotten"  # a person, by the operator; with PERSON, which closes connections
CLOSED = "closed"  # a table, by the operator


class Change(NamedTuple):
    """A row of the log."""

    number: int
    what: str
    value: str


class ChangeLog:
    """The changes in a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def add(self, connection: AsyncConnection, what: str, value: str = "") -> None:
        """Add a change, in the transaction that makes it."""
        await connection.execute(insert(changes).values(at=now_ms(), what=what, value=value))

    async def note(self, what: str, value: str) -> None:
        """Add a change by itself."""
        async with self.store.transaction() as connection:
            await self.add(connection, what, value)

    async def newest(self) -> int:
        """The number of the last change."""
        return int((await self.store.ask(select(func.coalesce(func.max(changes.c.number), 0))))[0][0])

    async def after(self, number: int) -> list[Change]:
        """Changes after a number."""
        question = select(changes.c.number, changes.c.what, changes.c.value).where(changes.c.number > number)
        return [Change(*found) for found in await self.store.ask(question.order_by(changes.c.number))]

    async def sweep(self, before: int) -> None:
        """Delete changes from before a moment, which every node has noticed."""
        last = select(func.max(changes.c.number)).scalar_subquery()  # stays: SQLite would count from 1 again
        async with self.store.transaction() as connection:
            await connection.execute(delete(changes).where(changes.c.at < before, changes.c.number < last))
