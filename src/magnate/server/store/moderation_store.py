"""What the store keeps for moderation: bans, mutes and reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, exists, func, insert, select, update

from magnate.protocol.frames import encode

from .change_log import BANS
from .columns import Ban, Report, bans, members, mutes, people, reports, tables, word

if TYPE_CHECKING:
    from .store import Store

PERSON, ADDRESS = "person", "address"  # kinds of bans
MOST_MUTED = 200  # people that one person mutes

REPORT = [reports.c["table_id" if name == "table" else name] for name in Report._fields]
BAN = [bans.c[name] for name in Ban._fields]


class ModerationStore:
    """The part of the store for moderation."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # Bans.

    async def bans(self) -> list[Ban]:
        """Every ban, the newest first."""
        return [Ban(*found) for found in await self.store.ask(select(*BAN).order_by(bans.c.at.desc(), bans.c.value))]

    async def ban(self, ban: Ban) -> None:
        """Ban a person or an address, or change for how long and why. Every node hears of it."""
        new = self.store.database.insert(bans).values(**ban._asdict())
        values = {name: new.excluded[name] for name in ("at", "until", "why")}
        async with self.store.transaction() as connection:
            await connection.execute(new.on_conflict_do_update(index_elements=["kind", "value"], set_=values))
            await self.store.changes.add(connection, BANS)

    async def unban(self, kind: str, value: str) -> bool:
        """Take a ban back. False: there is none."""
        chosen = delete(bans).where(bans.c.kind == kind, bans.c.value == value)
        async with self.store.transaction() as connection:
            gone = (await connection.execute(chosen.returning(bans.c.value))).first()
            if gone is not None:
                await self.store.changes.add(connection, BANS)
        return gone is not None

    # Mutes.

    async def muted_by(self, person: str) -> list[str]:
        """Whom a person does not want to hear."""
        question = select(mutes.c.muted).where(mutes.c.person == person).order_by(mutes.c.at, mutes.c.muted)
        return [str(found[0]) for found in await self.store.ask(question)]

    async def mute(self, person: str, muted: str, now: int) -> bool:
        """Keep that a person does not want to hear another. False: the list is full."""
        new = self.store.database.insert(mutes).values(person=person, muted=muted, at=now)
        count = select(func.count()).select_from(mutes).where(mutes.c.person == person, mutes.c.muted != muted)
        async with self.store.transaction() as connection:
            if (await connection.execute(count)).scalar_one() >= MOST_MUTED:
                return False
            await connection.execute(new.on_conflict_do_nothing())
        return True

    async def unmute(self, person: str, muted: str) -> None:
        """A person wants to hear another again."""
        async with self.store.transaction() as connection:
            await connection.execute(delete(mutes).where(mutes.c.person == person, mutes.c.muted == muted))

    # Reports.

    async def keep_report(self, report: Report, most: int) -> bool:
        """Keep a report. False: too many are open already."""
        values = report._asdict()
        values["table_id"] = values.pop("table")
        waiting = select(func.count()).select_from(reports).where(reports.c.is_open)
        async with self.store.transaction() as connection:
            if (await connection.execute(waiting)).scalar_one() >= most:
                return False
            await connection.execute(insert(reports).values(**values))
        return True

    async def reports(
        self, limit: int, is_open: bool | None = None, person: str | None = None, reporter: str | None = None
    ) -> list[Report]:
        """Reports, the newest first: all, or those that are open or not, or about one person, or by one."""
        question = select(*REPORT).order_by(reports.c.at.desc(), reports.c.id).limit(limit)
        if is_open is not None:
            question = question.where(reports.c.is_open == is_open)
        if person is not None:
            question = question.where(reports.c.person == person)
        if reporter is not None:
            question = question.where(reports.c.reporter == reporter)
        return [Report(*found) for found in await self.store.ask(question)]

    async def report(self, id: str) -> Report | None:
        """A report."""
        found = await self.store.ask(select(*REPORT).where(reports.c.id == id))
        return Report(*found[0]) if found else None

    async def has_open_report(self, reporter: str, table: str, person: str) -> bool:
        """Whether somebody's report about a person at a table still waits for the operator."""
        same = (reports.c.reporter == reporter, reports.c.table_id == table, reports.c.person == person)
        return bool(await self.store.ask(select(reports.c.id).where(*same, reports.c.is_open).limit(1)))

    async def close_report(self, id: str) -> bool:
        """The operator has seen to a report: about somebody who was forgotten, it goes. False: there is none."""
        change = update(reports).where(reports.c.id == id).values(is_open=False)
        known = exists().where(people.c.id == reports.c.person) | exists().where(members.c.person == reports.c.person)
        async with self.store.transaction() as connection:
            found = (await connection.execute(change.returning(reports.c.id))).first() is not None
            await connection.execute(delete(reports).where(reports.c.id == id, ~known))
        return found

    async def delete_report(self, id: str) -> bool:
        """Delete a report with its words. False: there is none of this id."""
        async with self.store.transaction() as connection:
            gone = await connection.execute(delete(reports).where(reports.c.id == id).returning(reports.c.id))
            return gone.first() is not None

    async def sweep(self, before: int, ended: int) -> None:
        """Delete reports from before a moment, and bans that have ended before another."""
        async with self.store.transaction() as connection:
            await connection.execute(delete(reports).where(reports.c.at < before))
            await connection.execute(delete(bans).where(bans.c.until.is_not(None), bans.c.until < ended))

    async def forget_person(self, person: str) -> None:
        """Delete what is kept here of a person: mutes, reports by them, and their words in those about others.

        Closed reports about them go, too. Open ones stay: being forgotten does not remove evidence.
        """
        async with self.store.transaction() as connection:
            await connection.execute(delete(mutes).where((mutes.c.person == person) | (mutes.c.muted == person)))
            about = (reports.c.person == person) & ~reports.c.is_open
            await connection.execute(delete(reports).where(about | (reports.c.reporter == person)))
            named = self.store.database.has_part(reports.c.words, word(person).encode())
            others = select(reports.c.id, reports.c.words).where(reports.c.person != person, named)
            for id, words in (await connection.execute(others)).all():
                left = [one for one in msgspec.json.decode(words) if one["person"] != person]
                await connection.execute(update(reports).where(reports.c.id == id).values(words=encode(left)))

    # People.

    async def find_people(self, limit: int, name: str | None = None) -> list[tuple[str, str, str, int, int]]:
        """People who took a name, the last seen first: id, name, kind, first and last time."""
        question = select(people.c.id, people.c.name, people.c.kind, people.c.created, people.c.seen)
        if name is not None:
            question = question.where(func.lower(people.c.name).contains(word(name.lower()), autoescape=True))
        found = await self.store.ask(question.order_by(people.c.seen.desc(), people.c.id).limit(limit))
        return [(str(id), str(name), str(kind), int(made), int(seen)) for id, name, kind, made, seen in found]

    async def running_tables_of(self, person: str) -> list[str]:
        """Tables that are open or playing at which a person has or had a seat."""
        mine = select(members.c.table_id).where(members.c.person == person)
        question = select(tables.c.id).where(tables.c.id.in_(mine), tables.c.status.in_(["open", "playing"]))
        return [str(found[0]) for found in await self.store.ask(question)]
