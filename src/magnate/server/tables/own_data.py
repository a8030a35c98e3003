"""Everything of one person: what is stored about them, and their finished games as an archive."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Iterable

import msgspec
from msgspec import Struct

from magnate.protocol import entries as log
from magnate.protocol.entries import decode_entry
from magnate.protocol.errors import Refusal
from magnate.server.people.person import Person
from magnate.server.store.columns import Head, LogRow
from magnate.server.store.store import Store

from .record_import import Stops
from .replay import record_of
from .table import OVER, Diverged

ABOUT = "me.json"
SAID = b'{"type":"Said"'  # so begins the entry


class MyMessage(Struct, frozen=True):
    """Something I said: when (milliseconds since 1970), and what."""

    at: int
    text: str


class MyTable(Struct, frozen=True):
    """A table at which I had a seat, made it, or said something. `record` is its file in the archive, if it has one."""

    id: str
    edition: str
    status: str
    created: int
    seats: list[int]
    said: list[MyMessage] = []
    record: str | None = None


class MyBrowser(Struct, frozen=True):
    """A browser that gets a notice when I am asked."""

    endpoint: str
    language: str


class MyReport(Struct, frozen=True):
    """A report of mine to the operator: when, at which table, about whom, and why."""

    at: int
    table: str
    person: str
    reason: str
    note: str


class OwnData(Struct, frozen=True):
    """What is stored about a person. `muted` are the ids of those they do not want to hear.

    `left_out` is how many tables are not listed: only the newest are.
    """

    id: str
    name: str
    kind: str
    tables: list[MyTable]
    browsers: list[MyBrowser]
    left_out: int = 0
    muted: list[str] = []
    reports: list[MyReport] = []


def check_running(stops: Stops) -> None:
    """Refuse to go on when the server goes down."""
    if stops():
        raise Refusal("unavailable", "the server restarts; ask again in a moment")


async def own_data(store: Store, person: Person, most: int, stops: Stops) -> OwnData:
    """What is stored about a person, with their newest tables. It takes a while, unless `stops` says to give up."""
    traces = {trace.table: trace.seats for trace in await store.deletion.traces(person.id)}
    heads = [head for table in traces if (head := await store.head(table)) is not None]
    newest = sorted(heads, key=lambda head: (-head.created, head.id))[:most]
    tables = []
    for head in newest:
        check_running(stops)
        rows = await store.rows(head.id, 0)
        tables.append(my_table(head, traces[head.id], said_by(person.id, rows)))
    browsers = [MyBrowser(one.endpoint, one.language) for one in await store.subscriptions(person.id)]
    muted = await store.moderation.muted_by(person.id)
    made = [
        MyReport(one.at, one.table, one.person, one.reason, one.note)
        for one in await store.moderation.reports(most, reporter=person.id)
    ]
    return OwnData(person.id, person.name, person.kind, tables, browsers, len(heads) - len(newest), muted, made)


def my_table(head: Head, seats: list[int], said: list[MyMessage]) -> MyTable:
    """A table of mine. Only those who played have its record."""
    file = f"games/{head.id}.record" if head.status == OVER and seats else None
    return MyTable(head.id, head.edition, head.status, head.created, seats, said, file)


def said_by(person: str, rows: Iterable[LogRow]) -> list[MyMessage]:
    """What a person said, if it was not removed."""
    found = []
    for row in rows:
        if row.body.startswith(SAID):
            entry = decode_entry(row.body)
            if isinstance(entry, log.Said) and entry.person == person and entry.text is not None:
                found.append(MyMessage(row.at, entry.text))
    return found


async def archive(store: Store, data: OwnData, stops: Stops) -> bytes:
    """An archive of a person's data and the records of their finished games."""
    file = io.BytesIO()
    tables = []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for table in data.tables:
            check_running(stops)
            record = await read_record(store, table)
            tables.append(table if record is not None else msgspec.structs.replace(table, record=None))
            if table.record is not None and record is not None:
                await asyncio.to_thread(packed.writestr, table.record, record)
        about = msgspec.structs.replace(data, tables=tables)
        await asyncio.to_thread(packed.writestr, ABOUT, msgspec.json.format(msgspec.json.encode(about), indent=1))
    return file.getvalue()


async def read_record(store: Store, table: MyTable) -> str | None:
    """The record of a finished game; None where there is none, or this version cannot play it."""
    head = await store.head(table.id) if table.record is not None else None
    if head is None:
        return None
    try:
        return await asyncio.to_thread(record_of, head.secret, await store.rows(table.id, 0))
    except Diverged:
        return None
