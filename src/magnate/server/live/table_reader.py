"""Reading a table into memory: its snapshot, and the log since."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from magnate.protocol import entries as log
from magnate.protocol.entries import decode_entry
from magnate.server.store.columns import LogRow, NoSuchTable
from magnate.server.store.deletion import NO_SNAPSHOT
from magnate.server.store.store import Store
from magnate.server.tables.snapshot import StaleSnapshot, freeze, thaw
from magnate.server.tables.table import Table

SNAPSHOT = 200  # entries between two snapshots
PAGE = 500  # entries read at a time
FEW = 20  # entries that are applied at once; more would hold up the other tables

logger = logging.getLogger("magnate.live")


def take_in(table: Table, rows: list[LogRow]) -> None:
    """Apply entries of the log."""
    for row in rows:
        table.apply(row.number, row.at, decode_entry(row.body))


def is_rewritten(row: LogRow) -> bool:
    """Whether names were removed from the log before this entry."""
    return isinstance(decode_entry(row.body), log.NamesRemoved)


class TableReader:
    """Reads tables from a store. `spawn` runs something beside."""

    def __init__(self, store: Store, spawn: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        self.store = store
        self.spawn = spawn

    async def read(self, id: str) -> Table:
        """A table from its snapshot and the log since."""
        head = await self.store.head(id)
        if head is None:
            raise NoSuchTable(f"there is no table {id!r}")
        kept = await self.store.snapshot(id)
        table = Table(id, head.secret)
        if kept is not None and kept[1] != NO_SNAPSHOT:
            try:
                table = thaw(id, head.secret, kept[1])
            except StaleSnapshot as stale:
                logger.info("%s; reading the log instead", stale)
        begun, rows = table.number, await self.store.rows(id, table.number, PAGE)
        while rows:
            if any(row.number > head.number and is_rewritten(row) for row in rows):
                return await self.read(id)  # what was read before still has the names
            if len(rows) > FEW:
                await asyncio.to_thread(take_in, table, rows)
            else:
                take_in(table, rows)
            rows = await self.store.rows(id, table.number, PAGE) if len(rows) == PAGE else []
        if table.number - begun > SNAPSHOT:  # once is enough
            self.spawn(self.store.keep_snapshot(id, table.number, freeze(table)))
        return table
