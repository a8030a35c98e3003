"""Banning as an operator does it: what is stored, and what becomes of a person's seats."""

from __future__ import annotations

from msgspec import Struct

from magnate.server.people.bans import network_of, value_of
from magnate.server.store.columns import Ban
from magnate.server.store.moderation_store import PERSON
from magnate.server.store.store import Store

from .operator_actions import NotPossible, keep_out

DAY = 24 * 3_600_000
LISTED = 100  # tables and reports of a person that are shown


class BanAdded(Struct, frozen=True):
    """A ban, and the tables at which seats were freed by it."""

    value: str
    tables: list[str]


class PersonShown(Struct, frozen=True):
    """A person, as the operator sees them. `reports` are the ids of reports about them."""

    id: str
    name: str | None
    kind: str | None
    tables: list[str]
    reports: list[str]
    banned: bool


def ban_of(kind: str, value: str, why: str, days: int | None, now: int) -> Ban:
    """A ban of a person or an address. Raises BadAddress."""
    found = value.strip() if kind == PERSON else value_of(network_of(value))
    return Ban(kind, found, now, None if days is None else now + days * DAY, why)


async def add_ban(store: Store, ban: Ban) -> BanAdded:
    """Store a ban. A person's seats at tables that are open or playing are left: there bots play on."""
    await store.moderation.ban(ban)
    left = []
    for table in await store.moderation.running_tables_of(ban.value) if ban.kind == PERSON else ():
        try:
            if await keep_out(store, table, ban.value):
                left.append(table)
        except NotPossible:  # this version cannot read it, or it was deleted meanwhile
            continue
    return BanAdded(ban.value, left)


async def show_person(store: Store, person: str) -> PersonShown:
    """What is stored of a person."""
    named = await store.person(person)
    heads = await store.of_person(person, LISTED)
    reports = await store.moderation.reports(LISTED, person=person)
    banned = any(ban.kind == PERSON and ban.value == person for ban in await store.moderation.bans())
    name, kind = named if named is not None else (None, None)
    return PersonShown(person, name, kind, [head.id for head in heads], [one.id for one in reports], banned)
