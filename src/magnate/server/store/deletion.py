"""Deleting a table: its log, its snapshot and who sat there go with it. Nodes that have it in memory are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete

from magnate.server.operations.clock import now_ms

from .columns import tables
from .moderation_store import TABLE_DELETED, noting

if TYPE_CHECKING:
    from .store import Store


async def delete_table(store: Store, table_id: str) -> bool:
    """Delete a table and everything about it. False: there is none of this id."""
    async with store.transaction() as connection:
        gone = await connection.execute(delete(tables).where(tables.c.id == table_id).returning(tables.c.id))
        if gone.first() is None:
            return False
        await connection.execute(noting(TABLE_DELETED, table_id, now_ms()))
    return True
