"""Deletion: a table with everything about it, the traces of a person, names and words of a log.

A node has tables in its memory, and other nodes have them, too. So everything deleted is a row of the log of changes,
which every node follows. A person is named there by the hash of the id: the id itself is gone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import bindparam, delete, select, update

from .change_log import DELETED, FORGOTTEN, PERSON, REWRITTEN
from .columns import (
    ARRIVING,
    LogRow,
    NoSuchTable,
    entries,
    members,
    mutes,
    people,
    snapshots,
    subscriptions,
    tables,
)

if TYPE_CHECKING:
    from .store import Store

NO_SNAPSHOT = b"\x80"  # an empty map: of no version's layout, so that the log is read


class Trace(NamedTuple):
    """A table at which a person had a seat, or left other traces."""

    table: str
    seats: list[int]


class Rewriting(NamedTuple):
    """A log without some names and words: the entries that change, the one that says so, and how it is listed then.

    `people` are those who are members no longer; None: all of them.
    """

    changed: Sequence[LogRow]
    last: LogRow
    host: str
    summary: bytes
    people: Collection[str] | None


def digest(person: str) -> str:
    """What the log of changes names a person by: the id does not follow from it."""
    return hashlib.sha256(person.encode()).hexdigest()


class Deletion:
    """What a store deletes."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def delete_table(self, table: str) -> bool:
        """Delete a table: its log, snapshot and members, its place in every list. False: there is none."""
        async with self.store.transaction() as connection:
            gone = await connection.execute(delete(tables).where(tables.c.id == table).returning(tables.c.id))
            found = gone.first() is not None
            if found:
                await self.store.changes.add(connection, DELETED, table)
        if found:
            await self.store.database.scrub()
        return found

    async def rewrite(self, new: Rewriting, is_aged: bool = False) -> bool:
        """Write a log without some names and words, all of it or nothing. False: it has gone on meanwhile.

        The snapshot goes: it has the names, too. What lies in its place keeps out one that a node is about to store.
        """
        id, number = new.last.table, new.last.number
        async with self.store.transaction() as connection:
            asked = select(tables.c.number).where(tables.c.id == id, tables.c.status != ARRIVING).with_for_update()
            found = (await connection.execute(asked)).first()
            if found is None:
                raise NoSuchTable(f"there is no table {id}")
            if found[0] != number - 1:
                return False
            if new.changed:
                change = update(entries).where(entries.c.table_id == id, entries.c.number == bindparam("entry"))
                change = change.values(person=bindparam("who"), id=bindparam("asked"), body=bindparam("text"))
                rows = [
                    {"entry": row.number, "who": row.person, "asked": row.id, "text": row.body} for row in new.changed
                ]
                await connection.execute(change, rows)
            await connection.execute(entries.insert().values(dict(zip(entries.c.keys(), new.last, strict=True))))
            listed: dict[str, Any] = {"number": number, "host": new.host, "summary": new.summary}
            if is_aged:
                listed["erased"] = number
            await connection.execute(update(tables).where(tables.c.id == id).values(**listed))
            kept = self.store.database.insert(snapshots).values(table_id=id, number=number, data=NO_SNAPSHOT)
            values = {"number": kept.excluded.number, "data": kept.excluded.data}
            await connection.execute(kept.on_conflict_do_update(index_elements=["table_id"], set_=values))
            whose = [] if new.people is None else [members.c.person.in_(new.people)]
            await connection.execute(delete(members).where(members.c.table_id == id, *whose))
            await self.store.changes.add(connection, REWRITTEN, id)
        return True

    async def traces(self, person: str) -> list[Trace]:
        """The tables at which a person has left traces."""
        question = select(members.c.table_id, members.c.seat).where(members.c.person == person)
        found: dict[str, list[int]] = {}
        for table, seat in await self.store.ask(question.order_by(members.c.table_id, members.c.seat)):
            found.setdefault(table, []).extend([seat] if seat >= 0 else [])
        return [Trace(table, seats) for table, seats in found.items()]

    async def announce(self, person: str) -> None:
        """Notify every node that a person is about to be forgotten: it closes their connections."""
        await self.store.changes.note(PERSON, digest(person))

    async def forget_person(self, person: str, by_operator: bool = False) -> bool:
        """Delete what is stored of a person beside the logs: name, browsers that get notices, mutes and reports.

        By `members` they are found at tables, so those rows go with each log (`rewrite`). `by_operator`: running nodes
        log it. False: there was nothing.
        """
        async with self.store.transaction() as connection:
            gone = 0
            for table, column in ((people, people.c.id), (subscriptions, subscriptions.c.person)):
                gone += (await connection.execute(delete(table).where(column == person))).rowcount
            for what in (PERSON, FORGOTTEN) if by_operator else (PERSON,):
                await self.store.changes.add(connection, what, digest(person))
        await self.store.moderation.forget_person(person)
        await self.store.database.scrub()
        return gone > 0

    async def people_called(self, name: str) -> list[str]:
        """The ids of the people of this name."""
        return [str(found[0]) for found in await self.store.ask(select(people.c.id).where(people.c.name == name))]

    # By age.

    async def aged(self, before: int, limit: int) -> list[str]:
        """Tables at which nothing has happened since a moment, and whose names and words are still stored."""
        is_due = tables.c.erased.is_(None) | (tables.c.erased < tables.c.number)
        question = select(tables.c.id).where(tables.c.at < before, is_due, tables.c.status != ARRIVING)
        return [str(found[0]) for found in await self.store.ask(question.order_by(tables.c.at).limit(limit))]

    async def sweep_people(self, before: int) -> None:
        """Delete mutes from before a moment, and the names of people who did not come since and are at no table."""
        old = delete(people).where(people.c.seen < before, people.c.id.not_in(select(members.c.person)))
        async with self.store.transaction() as connection:
            await connection.execute(old)
            await connection.execute(delete(mutes).where(mutes.c.at < before))

    async def touch_person(self, person: str, now: int, day: int) -> None:
        """Note that a person was here, once a day."""
        seen = select(people.c.seen).where(people.c.id == person, people.c.seen < now - day)
        if await self.store.ask(seen):
            async with self.store.transaction() as connection:
                await connection.execute(update(people).where(people.c.id == person).values(seen=now))
