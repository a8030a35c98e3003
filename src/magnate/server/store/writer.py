"""The writer: queued entries of all tables are committed together, in one transaction.

While one commit runs, more entries are queued; they are the next commit. So a thousand tables cost hardly more than
one, and an entry is acknowledged only when it is on the disk.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import astuple, replace

from .breaker import Breaker
from .columns import Head, LogRow, NoSuchTable, StoreError, word
from .database import CHANGING, Batch, Database, is_about_a_row

BATCH = 500  # entries committed together at most

Member = tuple[str, int]  # a person and their seat at a table, or NO_SEAT


class Waiting(NamedTuple):
    """An entry that waits to be kept. `is_first`: with it the table begins."""

    row: LogRow
    head: Head
    members: Sequence[Member]
    is_first: bool
    answer: asyncio.Future[bool]


class Writer:
    """The one that writes entries."""

    def __init__(self, database: Database, node: str, breaker: Breaker) -> None:
        self.database = database
        self.node = node
        self.breaker = breaker
        self.waiting: deque[Waiting] = deque()
        self.bell = asyncio.Event()
        self.is_closing = False
        self.committed: Callable[[float, int], None] = lambda seconds, entries: None  # called after a commit
        self.writing = asyncio.create_task(self.run())

    @property
    def is_down(self) -> bool:
        """Whether nothing more is written."""
        return self.is_closing or self.writing.done()

    async def close(self) -> None:
        """Write what still waits, and no more."""
        self.is_closing = True
        self.bell.set()
        await asyncio.wait([self.writing])

    async def append(self, row: LogRow, head: Head, members: Sequence[Member] = (), is_first: bool = False) -> bool:
        """Store the next entry of a table, what the table is after it, and who left traces or took a seat by it.

        `is_first`: the table begins with it. False: somebody else was first with this number. A StoreError leaves open
        whether the entry was stored, where the connection broke just then: read on in the log before going on.
        """
        if self.is_down:
            raise StoreError("the store is closed")
        if is_first and row.number != 1:
            raise StoreError(f"table {row.table} begins with entry {row.number}; expected 1")
        await self.breaker.check()
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.waiting.append(Waiting(row, replace(head, id=row.table, number=row.number), members, is_first, answer))
        self.bell.set()
        return await answer

    async def run(self) -> None:
        """Commit what waits, as much at a time as has gathered; end when the store closes and nothing waits."""
        while self.waiting or not self.is_closing:
            if not self.waiting:
                self.bell.clear()
                await self.bell.wait()
                continue
            batch = [self.waiting.popleft() for _ in range(min(BATCH, len(self.waiting)))]
            try:
                if self.breaker.failure is not None:  # since they began to wait
                    for one in batch:
                        settle(one, self.breaker.failure)
                elif wanted := [one for one in batch if not one.answer.cancelled()]:
                    await self.commit(wanted)
            except BaseException as error:  # a mistake here, or the program ends: every waiting caller gets it
                for one in (*batch, *self.waiting):
                    settle(one, StoreError(f"the store stopped: {error!r}"))
                raise

    async def commit(self, batch: list[Waiting], is_again: bool = False) -> None:
        """Keep a batch in one transaction and answer those who wait for it."""
        outcome: list[bool | StoreError] = []

        def decide(last: dict[str, int]) -> Batch:
            outcome[:] = accept(batch, last)
            return batch_of([one for one, result in zip(batch, outcome, strict=True) if result is True])

        begun = time.perf_counter()
        try:
            await self.database.keep(self.node, sorted({one.row.table for one in batch}), decide)
        except Exception as error:
            # One of them cannot be kept, and the others are not to suffer; or another node made the same table at once.
            if not is_again and is_about_a_row(error):
                for one in batch:
                    await self.commit([one], is_again=True)
            else:
                failure = self.breaker.failed(error)
                for one in batch:
                    settle(one, failure)
        else:
            self.breaker.succeeded()
            self.committed(time.perf_counter() - begun, len(batch))
            for one, result in zip(batch, outcome, strict=True):
                settle(one, result)


def accept(batch: list[Waiting], last: dict[str, int]) -> list[bool | StoreError]:
    """Who wins: those that are the next entry of their table, each in their turn. `last` is how far the tables are."""
    outcome: list[bool | StoreError] = []
    for one in batch:
        table, number, before = one.row.table, one.row.number, last.get(one.row.table)
        if one.is_first:
            outcome.append(before is None)
        elif before is None:
            outcome.append(NoSuchTable(f"there is no table {table}"))
        elif number > before + 1:
            outcome.append(StoreError(f"entry {number} of table {table} would leave a gap; the last one is {before}"))
        else:
            outcome.append(number == before + 1)
        if outcome[-1] is True:
            last[table] = number
    return outcome


def batch_of(winners: list[Waiting]) -> Batch:
    """What is to be written for those who win; of the heads of a table, the last."""
    begun = {one.row.table: one.head for one in winners if one.is_first}
    changed = {one.row.table: one.head for one in winners if not one.is_first}
    return Batch(
        begun=[kept(astuple(head)) for head in begun.values()],
        entries=[kept(one.row) for one in winners],
        changed=[kept([getattr(head, name) for name in (*CHANGING, "id")]) for head in changed.values()],
        seated=[kept((person, one.row.table, seat)) for one in winners for person, seat in one.members],
        changes=[(head.id, head.number) for head in (begun | changed).values()],
    )


def kept(values: Sequence[Any]) -> list[Any]:
    """Values as they may be kept."""
    return [word(value) if isinstance(value, str) else value for value in values]


def settle(one: Waiting, result: bool | StoreError) -> None:
    """Answer somebody who waits, unless they have gone."""
    if one.answer.done():
        return
    if isinstance(result, StoreError):
        one.answer.set_exception(result)
    else:
        one.answer.set_result(result)
