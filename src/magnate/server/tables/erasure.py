"""Forgetting people: their seats are given up, then their names, ids and words are removed from the log of a table.

The moves stay, and so do the dice and the words that seats added to them, which are needed to check them. An id
is replaced by one that stands for no person and is another one at each table, so that the log still adds up to the same
game. A name is empty; clients write *Player 2* in the reader's language.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from magnate.protocol import entries as log
from magnate.protocol.entries import Entry, decode_entry
from magnate.protocol.frames import encode
from magnate.server.store.columns import LogRow, NoSuchTable, StoreError
from magnate.server.store.deletion import Rewriting
from magnate.server.store.store import Store

from .table import OPEN, PLAYING, Table

TRIES = 50
ROUNDS = 10  # over the tables of somebody who goes on writing while they are forgotten
FEW = 200  # entries that are read at once; more would hold up other tables
NOBODY = "forgotten-"  # so begins an id that stands for no person
BOT, UNKNOWN = "bot", ""  # in place of an id: a bot's seat, and one of a record from elsewhere

Why = Literal["person", "operator", "age"]


def is_forgotten(person: str | None) -> bool:
    """Whether an id stands for somebody who was forgotten."""
    return person is not None and person.startswith(NOBODY)


def farewell(table: Table, person: str) -> Entry | None:
    """What is stored next so that somebody leaves a table that goes on without them; None: they have left.

    A bot of the table's level plays on. A table that has not started gets another host, or is closed.
    """
    if table.status not in (OPEN, PLAYING):
        return None
    for seat, holder in enumerate(table.holders):
        if holder.person == person and holder.is_person:
            return log.SeatLeft(seat)
    if table.status == OPEN and table.host == person:
        others = [holder.person for holder in table.holders if holder.person is not None]
        return log.HostChanged(others[0]) if others else log.Closed("host")
    return None


class Erased(NamedTuple):
    """A log without names: the rows that change, the seats whose name went, and who stands for whom."""

    changed: list[LogRow]
    seats: list[int]
    aliases: dict[str, str]


class Eraser:
    """Reads a log and takes names, ids and words out of it: of one person, or of everybody."""

    def __init__(self, person: str | None) -> None:
        self.person = person
        self.aliases: dict[str, str] = {}
        self.owners: dict[int, str] = {}  # whose name a seat has
        self.is_started = False
        self.number = 0  # of the last entry read
        self.changed: list[LogRow] = []

    def read(self, rows: Iterable[LogRow]) -> Erased:
        """The log without them, with these entries as the next ones."""
        for row in rows:
            self.number = row.number
            entry = decode_entry(row.body)
            self.follow(entry)
            new = self.without(entry)
            if self.goes(row.person) and " " not in row.person:  # with a blank it is the holder of a seat
                self.changed.append(row._replace(person=self.alias(row.person), id="", body=encode(new)))
            elif new != entry:
                self.changed.append(row._replace(body=encode(new)))
        seats = [seat for seat, owner in sorted(self.owners.items()) if self.is_nameless(owner)]
        return Erased(self.changed, seats, self.aliases)

    def follow(self, entry: Entry) -> None:
        """Note whose name the seats have."""
        match entry:
            case log.Sat(seat=seat, person=person, level=level):
                self.owners[seat] = BOT if level is not None else person or UNKNOWN
            case log.SeatLeft(seat=seat) if not self.is_started:
                self.owners.pop(seat, None)
            case log.KeptOut(seats=seats) if not self.is_started:
                for seat in seats:
                    self.owners.pop(seat, None)
            case log.Configured(config=config):
                self.owners = {seat: owner for seat, owner in self.owners.items() if seat < config.seats}
            case log.Started():
                self.is_started = True

    def goes(self, person: str | None) -> bool:
        """Whether somebody is to be forgotten."""
        if not person or is_forgotten(person):
            return False
        return self.person is None or person == self.person

    def is_nameless(self, owner: str) -> bool:
        """Whether the name of this owner of a seat goes: with everybody's, those of a record from elsewhere do, too."""
        return owner != BOT and (self.person is None or owner == self.person)

    def alias(self, person: str) -> str:
        """The id that stands for somebody from now on."""
        if person not in self.aliases:
            self.aliases[person] = NOBODY + secrets.token_hex(8)
        return self.aliases[person]

    def without(self, entry: Entry) -> Entry:
        """An entry without names and words of those who are forgotten."""
        match entry:
            case log.Created(host=host, kept_out=kept_out):
                out = [
                    replace(one, person=self.alias(one.person), name="") if self.goes(one.person) else one
                    for one in kept_out
                ]
                return replace(entry, host=self.alias(host) if self.goes(host) else host, kept_out=out)
            case log.HostChanged(host=host) if self.goes(host):
                return replace(entry, host=self.alias(host))
            case log.Sat(seat=seat, person=person) if self.is_nameless(self.owners[seat]):
                person = self.alias(person) if person and self.goes(person) else person
                return replace(entry, name="", person=person, entropy="")
            case log.Started(names=names):
                gone = {seat for seat, owner in self.owners.items() if self.is_nameless(owner)}
                return replace(entry, names=["" if seat in gone else name for seat, name in enumerate(names)])
            case log.Said(person=person) if self.goes(person):
                return replace(entry, person=self.alias(person), name="", text=None, emote=None)
            case log.KeptOut(person=person) if self.goes(person):
                return replace(entry, person=self.alias(person), name="")
            case log.Silenced(person=person) | log.Readmitted(person=person) if self.goes(person):
                return replace(entry, person=self.alias(person))
            case _:
                return entry


def relisted(summary: bytes, erased: Erased) -> bytes:
    """What lists show of a table, without the names."""
    about: dict[str, Any] = msgspec.json.decode(summary or b"{}")
    for seat in erased.seats:
        if seat < len(about.get("seats", [])):
            about["seats"][seat]["name"] = ""
    for waited in about.get("awaited") or []:
        waited["person"] = erased.aliases.get(waited["person"], waited["person"])
    return encode(about)


async def erase_everywhere(store: Store, person: str, erase: Callable[[str], Awaitable[bool]]) -> int:
    """Remove a person from every table, and again where they left traces meanwhile; from how many.

    `erase` removes them from one table. Where it finds none, there is nothing to remove.
    """
    done, gone = set[str](), set[str]()
    for _ in range(ROUNDS):
        left = [trace.table for trace in await store.deletion.traces(person) if trace.table not in gone]
        for table in left:
            (done if await erase(table) else gone).add(table)
        if not left:
            break
    return len(done)


async def erase_at(store: Store, id: str, person: str | None, why: Why) -> bool:
    """Remove somebody, or everybody, from the log of a table, however often it goes on meanwhile. False: it is gone."""
    eraser = Eraser(person)
    for _ in range(TRIES):
        rows = await store.rows(id, eraser.number)
        if eraser.number and any(isinstance(decode_entry(row.body), log.NamesRemoved) for row in rows):
            eraser = Eraser(person)  # what was read before has names that are gone
            continue
        erased = await asyncio.to_thread(eraser.read, rows) if len(rows) > FEW else eraser.read(rows)
        head = await store.head(id)
        if head is None:
            return False
        if head.number != eraser.number:
            continue
        last = LogRow(id, head.number + 1, head.at, "", "", encode(log.NamesRemoved(erased.seats, why)), b"")
        host = erased.aliases.get(head.host, head.host)
        people = None if person is None else [person]
        new = Rewriting(erased.changed, last, host, relisted(head.summary, erased), people)
        try:
            if await store.deletion.rewrite(new, is_aged=person is None):
                return True
        except NoSuchTable:
            return False
    raise StoreError(f"table {id} goes on so fast that nothing could be removed from it; try again")
