"""HTTP, reports: report a person at a table to the operator. The words are kept with it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Annotated, Literal

from litestar import Response, post
from litestar.params import FromPath
from msgspec import Meta, Struct

from magnate.protocol.commands import Number, Person
from magnate.protocol.errors import Refusal
from magnate.protocol.frames import encode
from magnate.server.live.live_table import LiveTable
from magnate.server.people.callers import known
from magnate.server.people.sanitise import clean
from magnate.server.store.columns import Report
from magnate.server.tables.operator_actions import said_at

from .requests import HttpRequest, answer, node_of, operation, read, who

RECENT = 200  # messages among which those of the person are looked for
OWN = 20  # messages of the person that are kept
AROUND = 20  # messages of everybody that are kept with them
AFTER = 5  # of these, after the message that is reported
NOTE = 500  # letters

Reason = Literal["insults", "spam", "cheating", "name", "other"]


class Reporting(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom you report, and why. `number` is that of the message it is about; without it, the latest are kept."""

    person: Person
    reason: Reason
    number: Number | None = None
    note: Annotated[str, Meta(max_length=NOTE)] = ""


class Reported(Struct, frozen=True):
    """A report that the operator will see, by its number."""

    report: str


class ReportedMessage(Struct, frozen=True):
    """Something that was said, as a report keeps it. `removed`: the host has taken it off the table."""

    number: int
    at: int
    person: str
    name: str
    text: str
    removed: bool = False


@post(
    "/api/tables/{table:str}/reports",
    opt=operation(
        tag="people", asks=Reporting, gives=Reported, status=201, refuses=["no_such_table", "stale", "too_many"]
    ),
)
async def report_person(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    """Report a person at a table to the operator. Their last messages and those of others there are stored with it.

    One report about a person at a table waits at a time.
    """
    node = node_of(request)
    caller = await who(request)
    asked = await read(request, Reporting)
    live = await node.live_table(table)
    if asked.person == caller.person.id:
        raise Refusal("malformed", "person is yourself; expected somebody else")
    async with node.trouble():
        await live.read(lambda: None)
        if await node.store.moderation.has_open_report(caller.person.id, live.table.id, asked.person):
            raise Refusal("stale", "your report about that person waits for the operator")
        messages = await messages_at(live)
        name = name_in(live, messages, asked.person)
        if name is None:
            raise Refusal("malformed", "person is somebody who neither sits nor writes here")
        node.limits.allow_report(caller.person.id, caller.address)
        words = encode(chosen(messages, asked.person, asked.number))
        id = secrets.token_hex(5)
        report = Report(
            id=id,
            at=node.registry.clock.now(),
            is_open=True,
            table=live.table.id,
            reporter=caller.person.id,
            person=asked.person,
            name=name or (await known(node.store, asked.person, "guest")).name,
            reason=asked.reason,
            note=clean(asked.note)[:NOTE],
            words=words,
        )
        if not await node.store.moderation.keep_report(report, node.settings.most_reports):
            raise Refusal("too_many", "too many reports wait for the operator")
    node.operator_log.reported(id, live.table.id, asked.person)
    return answer(Reported(id), 201)


async def messages_at(live: LiveTable) -> list[ReportedMessage]:
    """The last messages at a table, with the words of those that were removed."""
    said = await said_at(live.store, live.table, RECENT)
    removed = set(live.table.removed)
    return [ReportedMessage(n, at, one.person, one.name, one.text or "", n in removed) for n, at, one in said]


def name_in(live: LiveTable, messages: Iterable[ReportedMessage], person: str) -> str | None:
    """The name of somebody who sits or writes at a table; None for others."""
    for holder in live.table.holders:
        if holder.person == person:
            return holder.name or ""
    out = next((one.name for one in live.table.kept_out if one.person == person), None)
    return next((one.name for one in messages if one.person == person), out)


def chosen(messages: list[ReportedMessage], person: str, number: int | None) -> list[ReportedMessage]:
    """What is kept of the messages: the person's last ones, and those around the one that is reported."""
    own = [one for one in messages if one.person == person][-OWN:]
    last = number if number is not None else own[-1].number if own else 0
    before = [one for one in messages if one.number <= last][-(AROUND - AFTER) :]
    after = [one for one in messages if one.number > last][:AFTER]
    kept = {one.number: one for one in (*own, *before, *after)}
    return [kept[number] for number in sorted(kept)]
