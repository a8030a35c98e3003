"""What a database does for the store; `sqlite` and `postgres` have everything in which the two differ."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple

from sqlalchemy import Column, ColumnElement, Table
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError, StatementError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .columns import Head, StoreError, entries, members, tables

Heard = Callable[[str, int], None]

# What the drivers raise; a timeout is an OSError.
TROUBLE: tuple[type[Exception], ...] = (SQLAlchemyError, sqlite3.Error, OSError)
try:
    import asyncpg  # type: ignore[import-untyped]
except ImportError:  # PostgreSQL is an extra
    pass
else:
    TROUBLE += (asyncpg.PostgresError, asyncpg.InterfaceError)

BAD_ROW = (
    ValueError, TypeError, ArithmeticError,
    sqlite3.DataError, sqlite3.IntegrityError, sqlite3.InterfaceError, sqlite3.ProgrammingError,
)  # fmt: skip
PATIENCE = 30  # seconds until a statement that is not answered counts as lost
CHANGING = ("status", "public", "edition", "seats", "host", "at", "number", "due", "summary")


class Batch(NamedTuple):
    """What is written together: rows by the columns of `Texts`, and which tables now have which number."""

    begun: list[Sequence[Any]]
    entries: list[Sequence[Any]]
    changed: list[Sequence[Any]]
    seated: list[Sequence[Any]]
    changes: list[tuple[str, int]]


Decide = Callable[[dict[str, int]], Batch]


class Statements:
    """The statements that are spoken to the driver itself because they come all the time: those that write a batch, and
    the one that reads a log. `mark` is how the driver writes the place of a value, counted from 1; `change` is how it
    changes a table, where it has a better way.
    """

    def __init__(self, mark: Callable[[int], str], change: str | None = None) -> None:
        self.begin = insert_into(tables, Head.__struct_fields__, mark)
        self.enter = insert_into(entries, entries.c.keys(), mark)
        self.seat = insert_into(members, ("person", "table_id", "seat"), mark) + " ON CONFLICT DO NOTHING"
        values = ", ".join(f"{name} = {mark(place)}" for place, name in enumerate(CHANGING, 1))
        self.change = change or f"UPDATE tables SET {values}, claimed = NULL WHERE id = {mark(len(CHANGING) + 1)}"
        self.read = (
            f"SELECT {', '.join(entries.c.keys())} FROM entries "
            f"WHERE table_id = {mark(1)} AND number > {mark(2)} ORDER BY number LIMIT {mark(3)}"
        )

    def of(self, batch: Batch) -> Iterator[tuple[str, list[Sequence[Any]]]]:
        """The statements a batch needs, in order, with their rows."""
        texts = (self.begin, self.enter, self.change, self.seat)
        rows = (batch.begun, batch.entries, batch.changed, batch.seated)
        return (step for step in zip(texts, rows, strict=True) if step[1])


def insert_into(table: Table, names: Sequence[str], mark: Callable[[int], str]) -> str:
    """The statement that inserts rows of these columns."""
    marks = ", ".join(mark(place) for place in range(1, len(names) + 1))
    return f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({marks})"


class Database(ABC):
    """A database that is open: `writer` for transactions, `reader` for single questions."""

    url: URL
    is_shared: bool  # by many nodes
    advice: str  # when it fails
    writer: AsyncEngine
    reader: AsyncEngine
    insert: Callable[..., Any]  # knows ON CONFLICT
    texts: Statements

    @property
    def shown(self) -> str:
        """The address without its password."""
        return self.url.render_as_string(hide_password=True)

    @abstractmethod
    async def keep(self, node: str, ids: list[str], decide: Decide) -> None:
        """Write a batch of entries in one transaction, and notify the other nodes.

        `decide` is called within it, with the last number of each of the tables, and says what is to be written.
        """

    @abstractmethod
    async def rows(self, table: str, after: int, limit: int) -> list[Any]:
        """Entries of a table after a number, in order."""

    @abstractmethod
    def frozen(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection that reads the database as it is now, whatever is written meanwhile."""

    @abstractmethod
    async def size(self) -> int:
        """Bytes on the disk."""

    def has_part(self, column: Column[bytes], part: bytes) -> ColumnElement[bool]:
        """Whether bytes have others within them. `_` and `%` may stand for any: look again."""
        return column.bool_op("LIKE")(b"%" + part + b"%")

    async def scrub(self) -> None:
        """After a deletion: see that nothing deleted stays in the files, as far as that can be asked for."""
        return

    async def listen(self, node: str, heard: Heard) -> None:
        """Hear of the other nodes' new entries from now on, and be known to listen."""
        return

    async def others(self, connection: AsyncConnection, node: str, since: int) -> list[str]:
        """The other nodes that listen, heard of since; until the transaction ends no other node may ask."""
        return []

    def trouble(self, error: BaseException) -> StoreError:
        """What went wrong and what to do, in words."""
        cause = cause_of(error)
        words = str(cause) or type(cause).__name__
        if is_about_a_row(error):
            failed = StoreError(f"the database cannot keep this: {words}")
        else:
            failed = StoreError(f"the database {self.shown} does not answer: {words}; {self.advice}")
        failed.__cause__ = error
        return failed

    async def close(self) -> None:
        """Give every connection back."""
        await self.reader.dispose()
        await self.writer.dispose()


def is_about_a_row(error: BaseException) -> bool:
    """Whether a database is unhappy with one row rather than out of reach or out of room."""
    if isinstance(error, StatementError) and error.connection_invalidated:
        return False
    cause = cause_of(error)
    if code := getattr(cause, "sqlstate", None):  # PostgreSQL's: bad data, a broken constraint, a deadlock
        return str(code).startswith(("22", "23", "40"))
    return isinstance(cause, BAD_ROW)


def cause_of(error: BaseException) -> BaseException:
    """What the driver said."""
    return error.orig if isinstance(error, StatementError) and error.orig is not None else error
