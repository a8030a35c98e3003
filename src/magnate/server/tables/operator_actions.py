"""What an operator does to a table, on the database itself: look, close, keep somebody out.

It is done like anything else: by an entry in its log. Nodes that run hear of it (`ChangeLog`).
"""

from __future__ import annotations

from collections.abc import Callable

from magnate.protocol import entries as log
from magnate.protocol.entries import Entry, decode_entry
from magnate.protocol.frames import encode
from magnate.server.operations.clock import now_ms
from magnate.server.store import change_log
from magnate.server.store.columns import LogRow
from magnate.server.store.store import Store

from .moderation import seats_of
from .summary import head_of
from .table import CLOSED, OVER, Diverged, Table

TRIES = 20


class NotPossible(Exception):
    """Something an operator asked for that cannot be done, in words."""


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


async def add_entry(
    store: Store, id: str, make: Callable[[Table], Entry | None], change: str = change_log.TABLE
) -> bool:
    """Add an entry to the log of a table, where there is one to add; False if there is not."""
    for _ in range(TRIES):
        table, _ = await read_table(store, id)
        entry = make(table)
        if entry is None:
            return False
        number, at = table.number + 1, max(now_ms(), table.at)
        table.apply(number, at, entry)
        due = None if table.status in (CLOSED, OVER) else at  # a node works out when
        if await store.append(LogRow(id, number, at, "", "", encode(entry), b""), head_of(table, due)):
            await store.changes.note(change, id)
            return True
    raise NotPossible(f"table {id} is so busy that it could not be changed; try again")


async def close_table(store: Store, id: str) -> None:
    """Close a table for good."""

    def close(table: Table) -> Entry:
        if table.status in (CLOSED, OVER):
            raise NotPossible(f"table {id} is {table.status} already")
        return log.Closed("admin")

    await add_entry(store, id, close, change_log.CLOSED)


async def keep_out(store: Store, id: str, person: str) -> bool:
    """Keep a person out of a table and free their seats; bots play on. False: they have no seat there."""

    def leave(table: Table) -> Entry | None:
        seats = seats_of(table, person)
        if not seats or table.status in (CLOSED, OVER):
            return None
        return log.KeptOut(person, table.holders[seats[0]].name or "", seats, "admin")

    return await add_entry(store, id, leave)


async def said_at(store: Store, table: Table, most: int) -> list[tuple[int, int, log.Said]]:
    """The last messages at a table with their numbers and times, those that were removed among them."""
    found = []
    for row in await store.rows_at(table.id, table.said[-most:]):
        entry = decode_entry(row.body)
        if isinstance(entry, log.Said):
            found.append((row.number, row.at, entry))
    return found
