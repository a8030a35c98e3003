"""The store: the log of every table, kept for good, and what is looked up beside it. One code path for both databases.

An entry is kept under (table, number), once: a node that is second with a number is refused, reads what the first one
wrote, and decides again (`writer` does the writing).
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any

from sqlalchemy import Select, delete, exists, func, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .breaker import Breaker
from .change_log import ChangeLog
from .columns import (
    ANSWERING,
    ARRIVING,
    LISTED,
    NO_SEAT,
    Head,
    LogRow,
    NoSuchTable,
    StoreError,
    Subscription,
    entries,
    members,
    nodes,
    outages,
    people,
    secrets,
    snapshots,
    subscriptions,
    tables,
    word,
)
from .database import TROUBLE, Database
from .deletion import Deletion
from .migrations import migrate, require_newest
from .moderation_store import ModerationStore
from .url import connect, parse
from .writer import Member, Writer

__all__ = ["Head", "LogRow", "NoSuchTable", "Store", "StoreError", "migrate"]

CLAIM_MS = 3000  # how long a node has to see to a table that is due
DEAD_NODE_MS = 60_000  # and to the tables of a node that has died
SWEPT = 200  # tables deleted in one transaction
BROWSERS = 8  # of one person, that get notices
KEY_BYTES = 32
STARTED = b'{"type":"Started"'  # so begins the entry with which a game does
MOST = 2**31 - 1  # entries of a table
FOREVER = 2**63 - 1  # the largest number a database knows

Place = tuple[int, str]  # of a table in a list: when it was made, and its id

HEAD = [tables.c[field] for field in Head.__struct_fields__]
ROW = list(entries.c)


class Store:
    """An open store."""

    def __init__(self, database: Database, node: str) -> None:
        self.database = database
        self.node = node
        self.breaker = Breaker(database, self.probe)
        self.writer = Writer(database, node, self.breaker)
        self.changes = ChangeLog(self)
        self.moderation = ModerationStore(self)
        self.deletion = Deletion(self)

    @classmethod
    async def open(cls, url: str, *, node: str | None = None, pool: int | None = None, beside: bool = False) -> Store:
        """Open a database, SQLite or PostgreSQL.

        `node` is the name under which other nodes hear of this one's entries. `pool` is how many connections to
        PostgreSQL there may be (or `?pool=` in the address). `beside` is for a command that looks into the SQLite file
        of a running server; without it a second one is refused.
        """
        parsed = parse(url)
        is_file = parsed.get_backend_name() == "sqlite"
        if is_file and beside and not Path(parsed.database or "").is_file():
            raise StoreError(f"there is no file {parsed.database}")
        database = connect(parsed, pool, beside)
        try:
            if is_file and not beside:
                await asyncio.to_thread(migrate, url)
            else:
                await require_newest(database)
        except BaseException:
            await database.close()
            raise
        return cls(database, node or token_hex(6))

    @property
    def is_shared(self) -> bool:
        """Whether other nodes may be at this store too."""
        return self.database.is_shared

    async def close(self) -> None:
        """Keep what still waits, then let go of the database."""
        await self.writer.close()
        await self.breaker.close()
        await self.database.close()

    # The log

    async def create(self, head: Head, row: LogRow, named: Collection[str] = ()) -> bool:
        """Store a new table with its first entry, which names these people, too. False: there is a table of that id."""
        members = [(person, NO_SEAT) for person in {row.person, *named} if person]
        return await self.writer.append(row, head, members, is_first=True)

    async def append(self, row: LogRow, head: Head, members: Sequence[Member] = ()) -> bool:
        """Store the next entry of a table (`Writer.append`)."""
        return await self.writer.append(row, head, members)

    async def rows(self, table: str, after: int, limit: int | None = None) -> list[LogRow]:
        """The entries of a table after a number, in order."""
        try:
            found = await self.database.rows(word(table), after, MOST if limit is None else limit)
        except TROUBLE as error:
            raise self.database.trouble(error) from error
        return [LogRow(*one) for one in found]

    async def answered(self, table: str, askers: Collection[str], id: str) -> LogRow | None:
        """The entry that answered a command of this id, by one of these people or holders of seats."""
        question = select(*ROW).where(
            entries.c.table_id == table, entries.c.person.in_(askers), entries.c.id == id, ANSWERING
        )
        found = await self.ask(question.limit(1))
        return LogRow(*found[0]) if found else None

    async def keep_snapshot(self, table: str, number: int, data: bytes) -> None:
        """Keep what the first entries add up to, so that a table is loaded without them. The newest is enough."""
        new = self.database.insert(snapshots).values(table_id=table, number=number, data=data)
        newer = snapshots.c.number <= new.excluded.number  # the same number: written by another version
        values = {"number": new.excluded.number, "data": new.excluded.data}
        async with self.transaction() as connection:
            await connection.execute(new.on_conflict_do_update(index_elements=["table_id"], set_=values, where=newer))

    async def snapshot(self, table: str) -> tuple[int, bytes] | None:
        """The snapshot of a table, with the number of the last entry in it."""
        found = await self.ask(select(snapshots.c.number, snapshots.c.data).where(snapshots.c.table_id == table))
        return (found[0][0], found[0][1]) if found else None

    # Lists of tables

    async def head(self, table: str) -> Head | None:
        """A table as it is listed."""
        found = await self.heads(select(*HEAD).where(tables.c.id == table, tables.c.status != ARRIVING))
        return found[0] if found else None

    async def public(self, limit: int, before: Place | None = None) -> list[Head]:
        """Public tables that are open or playing, the newest first; `before`: only those listed after this one."""
        return await self.newest(limit, before, LISTED)

    async def of_person(
        self, person: str, limit: int, before: Place | None = None, running: bool = False
    ) -> list[Head]:
        """Tables at which a person has or had a seat, the newest first; `running`: only those open or playing."""
        mine = select(members.c.table_id).where(members.c.person == person, members.c.seat != NO_SEAT)
        status = [tables.c.status.in_(["open", "playing"])] if running else []
        return await self.newest(limit, before, tables.c.id.in_(mine), *status)

    async def tables(self, limit: int, status: str | None = None) -> list[Head]:
        """All tables, or those of a status, the newest first."""
        wanted = tables.c.status != ARRIVING if status is None else tables.c.status == status
        return await self.newest(limit, None, wanted)

    async def newest(self, limit: int, before: Place | None, *conditions: Any) -> list[Head]:
        """The newest tables that meet the conditions. Those made at the same moment are listed by their ids."""
        question = select(*HEAD).where(*conditions)
        if before is not None:
            created, id = min(before[0], FOREVER), before[1]
            question = question.where(tables.c.created <= created, (tables.c.created < created) | (tables.c.id > id))
        return await self.heads(question.order_by(tables.c.created.desc(), tables.c.id).limit(limit))

    async def heads(self, question: Select[Any]) -> list[Head]:
        """The heads a question finds."""
        return [Head(*found) for found in await self.ask(question)]

    async def claim_due(self, now: int, limit: int) -> list[str]:
        """Tables that are due, the longest waiting first. Each is given to one asker only, until it had time to act."""
        free = tables.c.claimed.is_(None) | (tables.c.claimed <= now)
        due = select(tables.c.id, tables.c.due).where(tables.c.due <= now, free).order_by(tables.c.due).limit(limit)
        chosen = due.with_for_update(skip_locked=True).cte("chosen")
        claim = update(tables).where(tables.c.id.in_(select(chosen.c.id))).values(claimed=now + CLAIM_MS)
        async with self.transaction() as connection:
            found = (await connection.execute(claim.returning(tables.c.id, tables.c.due))).all()
        return [str(id) for id, _ in sorted(found, key=lambda one: (one[1], one[0]))]

    async def put_due(self, table: str, number: int, due: int | None) -> None:
        """Note when a table is due that has not gone on since."""
        change = update(tables).where(tables.c.id == table, tables.c.number == number).values(due=due, claimed=None)
        async with self.transaction() as connection:
            await connection.execute(change)

    async def sweep(self, before: int) -> int:
        """Delete tables that were neither started nor touched since, and records of which only a part arrived.

        A game that was played is never deleted. The answer is how many tables are gone.
        """
        count = 0
        start = (entries.c.table_id == tables.c.id) & (func.substr(entries.c.body, 1, len(STARTED)) == STARTED)
        unstarted = tables.c.status.in_(["open", ARRIVING]) | ((tables.c.status == "closed") & ~exists().where(start))
        stale = select(tables.c.id).where(unstarted, tables.c.at < before).limit(SWEPT)
        some = stale.with_for_update(skip_locked=True).cte("some")
        while True:
            swept = delete(tables).where(tables.c.id.in_(select(some.c.id))).returning(tables.c.id)
            async with self.transaction() as connection:
                gone = len((await connection.execute(swept)).all())
            count += gone
            if gone < SWEPT:
                return count

    async def rows_at(self, table: str, numbers: Collection[int]) -> list[LogRow]:
        """The entries of a table with these numbers, in order."""
        chosen = select(*ROW).where(entries.c.table_id == table, entries.c.number.in_(numbers))
        return [LogRow(*found) for found in await self.ask(chosen.order_by(entries.c.number))]

    async def delete_table(self, table: str) -> bool:
        """Delete a table with everything about it (`Deletion.delete_table`)."""
        return await self.deletion.delete_table(table)

    async def forget_arriving(self, table: str) -> None:
        """Delete a table whose record does not arrive in full."""
        async with self.transaction() as connection:
            await connection.execute(delete(tables).where(tables.c.id == table, tables.c.status == ARRIVING))

    # People, nodes, secrets

    async def person(self, id: str) -> tuple[str, str] | None:
        """A person's name and kind, "guest" or "bot"."""
        found = await self.ask(select(people.c.name, people.c.kind).where(people.c.id == id))
        return (found[0][0], found[0][1]) if found else None

    async def keep_person(self, id: str, name: str, kind: str, now: int) -> None:
        """Keep a person, or what they are called now."""
        new = self.database.insert(people).values(id=id, name=name, kind=kind, created=now, seen=now)
        values = {"name": new.excluded.name, "kind": new.excluded.kind, "seen": new.excluded.seen}
        async with self.transaction() as connection:
            await connection.execute(new.on_conflict_do_update(index_elements=["id"], set_=values))

    async def keep_subscription(self, person: str, new: Subscription, now: int) -> int:
        """Keep a browser that gets notices, or renew it: one browser has one person. How many the person has now."""
        row = self.database.insert(subscriptions).values(person=person, seen=now, **new._asdict())
        values = {name: row.excluded[name] for name in ("person", "p256dh", "auth", "language", "seen")}
        mine = select(subscriptions.c.endpoint).where(subscriptions.c.person == person)
        oldest = mine.order_by(subscriptions.c.seen.desc(), subscriptions.c.endpoint).offset(BROWSERS).limit(SWEPT)
        async with self.transaction() as connection:
            await connection.execute(row.on_conflict_do_update(index_elements=["endpoint"], set_=values))
            await connection.execute(delete(subscriptions).where(subscriptions.c.endpoint.in_(oldest)))
            return len((await connection.execute(mine)).all())

    async def subscriptions(self, person: str) -> list[Subscription]:
        """The browsers of a person that get notices, the newest first."""
        columns = [subscriptions.c[name] for name in Subscription._fields]
        question = select(*columns).where(subscriptions.c.person == person)
        return [Subscription(*found) for found in await self.ask(question.order_by(subscriptions.c.seen.desc()))]

    async def drop_subscription(self, endpoint: str, person: str | None = None) -> None:
        """Send a browser no more notices: it is gone, or its person wants none."""
        whose = [] if person is None else [subscriptions.c.person == person]
        async with self.transaction() as connection:
            await connection.execute(delete(subscriptions).where(subscriptions.c.endpoint == endpoint, *whose))

    async def sweep_subscriptions(self, before: int) -> None:
        """Forget browsers that were not renewed since."""
        async with self.transaction() as connection:
            await connection.execute(delete(subscriptions).where(subscriptions.c.seen < before))

    async def signing_key(self) -> bytes:
        """The first key that all nodes sign with."""
        return await self.secret("signing")

    async def secret(self, name: str) -> bytes:
        """A secret that all nodes share: made by the first who asks."""
        question = select(secrets.c.value).where(secrets.c.name == name)
        if not (found := await self.ask(question)):
            await self.keep_secret(name, os.urandom(KEY_BYTES))
            found = await self.ask(question)
        return bytes(found[0][0])

    async def secrets(self, begins: str) -> dict[str, bytes]:
        """The secrets whose names begin like this."""
        found = await self.ask(select(secrets.c.name, secrets.c.value).where(secrets.c.name.startswith(begins)))
        return {str(name): bytes(value) for name, value in found}

    async def keep_secret(self, name: str, value: bytes) -> bool:
        """Keep a secret. False: there is one of this name."""
        new = self.database.insert(secrets).values(name=name, value=value)
        async with self.transaction() as connection:
            kept = await connection.execute(new.on_conflict_do_nothing().returning(secrets.c.name))
            return kept.first() is not None

    async def drop_secret(self, name: str) -> None:
        """Delete a secret."""
        async with self.transaction() as connection:
            await connection.execute(delete(secrets).where(secrets.c.name == name))

    async def beat(self, node: str, now: int) -> None:
        """Note that a node is alive."""
        async with self.transaction() as connection:
            await connection.execute(self.beating(node, now))

    def beating(self, node: str, now: int) -> Any:
        """The statement that notes it. A node that was given up and is heard of is alive."""
        new = self.database.insert(nodes).values(id=node, beat=now)
        return new.on_conflict_do_update(index_elements=["id"], set_={"beat": new.excluded.beat, "claimed": None})

    async def arrive(self, node: str, now: int, since: int) -> list[tuple[int, int]]:
        """A node comes up: every time at which none was, the one that ends now among them, in order.

        Another is there if it listens and was heard of since. If none is, none was since the last sign of life, and
        the nodes still on the list are dead.
        """
        async with self.transaction() as connection:
            if not await self.database.others(connection, node, since):
                last = (await connection.execute(select(func.max(nodes.c.beat)))).scalar_one()
                if last is not None:
                    new = self.database.insert(outages).values(ended=now, began=min(last, now))
                    await connection.execute(new.on_conflict_do_nothing())
                await connection.execute(update(nodes).values(beat=0))
            await connection.execute(self.beating(node, now))
            found = await connection.execute(select(outages.c.began, outages.c.ended).order_by(outages.c.ended))
            return [(began, ended) for began, ended in found]

    async def alive(self, since: int) -> list[str]:
        """Nodes that were heard of since."""
        return [str(found[0]) for found in await self.ask(select(nodes.c.id).where(nodes.c.beat >= since))]

    async def claim_dead(self, before: int, now: int) -> list[str]:
        """Nodes that were not heard of since. Each is given to one asker only, for as long as the clean-up may take."""
        free = nodes.c.claimed.is_(None) | (nodes.c.claimed <= now)
        claim = update(nodes).where(nodes.c.beat < before, free).values(claimed=now + DEAD_NODE_MS)
        async with self.transaction() as connection:
            return sorted(str(found[0]) for found in await connection.execute(claim.returning(nodes.c.id)))

    async def forget_node(self, node: str) -> None:
        """Remove a node whose people were stored as gone, unless it was heard of meanwhile."""
        async with self.transaction() as connection:
            await connection.execute(delete(nodes).where(nodes.c.id == node, nodes.c.claimed.is_not(None)))

    async def listen(self, heard: Callable[[str, int], None]) -> None:
        """Call `heard(table, number)` for every entry of another node; ("", 0): some may have been missed."""
        await self.database.listen(self.node, heard)

    async def ping(self) -> None:
        """Make sure that the database answers and can be written."""
        if self.writer.is_down:
            raise StoreError("the store is closed")
        await self.ask(select(text("1")))
        await self.breaker.prove()

    async def size(self) -> int:
        """Bytes of the database on the disk."""
        try:
            return await self.database.size()
        except TROUBLE as error:
            raise self.database.trouble(error) from error

    async def probe(self) -> None:
        """A small write that changes nothing."""
        async with self.database.writer.begin() as connection:
            await connection.execute(update(nodes).where(nodes.c.id == self.node).values(beat=nodes.c.beat))

    # How the database is spoken to

    async def ask(self, question: Select[Any]) -> list[Any]:
        """Ask a single question."""
        try:
            async with self.database.reader.connect() as connection:
                return list((await connection.execute(question)).all())
        except TROUBLE as error:
            raise self.database.trouble(error) from error

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A transaction of its own."""
        await self.breaker.check()
        try:
            async with self.database.writer.connect() as connection:
                await self.breaker.check()  # it may have waited for the connection
                async with connection.begin():
                    yield connection
        except TROUBLE as error:
            raise self.breaker.failed(error) from error
        self.breaker.succeeded()
