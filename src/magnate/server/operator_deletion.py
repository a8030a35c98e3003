"""What an operator may delete, on the database itself: a person's data, a table. The server may be running."""

from __future__ import annotations

from typing import NamedTuple

from magnate.server.operations.settings import Settings
from magnate.server.store.store import Store
from magnate.server.tables.erasure import erase_at, erase_everywhere, farewell
from magnate.server.tables.operator_actions import NotPossible, add_entry, code, read_table

from .admin import open_store


class ForgottenPerson(NamedTuple):
    """Whose data was deleted, and at how many tables."""

    person: str
    tables: int


async def forget_person(settings: Settings, who: str) -> ForgottenPerson:
    """Delete a person's data everywhere. `who` is an id, or a name that only one person has."""
    async with open_store(settings) as store:
        person = await find_person(store, who)

        async def erase(table: str) -> bool:
            await leave_table(store, table, person)
            return await erase_at(store, table, person, "operator")

        await store.deletion.announce(person)
        tables = await erase_everywhere(store, person, erase)
        await store.deletion.forget_person(person, by_operator=True)
        return ForgottenPerson(person, tables)


async def find_person(store: Store, who: str) -> str:
    """The id of a person by the id itself or by a name."""
    if await store.person(who) is not None or await store.deletion.traces(who):
        return who
    found = await store.deletion.people_called(who)
    if len(found) > 1:
        shown = ", ".join(found[:10])
        raise NotPossible(f"{len(found)} people are called {who!r}; name one by the id: {shown}")
    if not found:
        raise NotPossible(f"no person has the id or name {who!r}; `magnate tables show CODE` shows the ids at a table")
    return found[0]


async def leave_table(store: Store, id: str, person: str) -> None:
    """Give up a person's seats at a table that is not over: a bot plays on there."""
    try:
        await read_table(store, id)
    except NotPossible:  # no longer played: other rules, or deleted
        return
    while await add_entry(store, id, lambda table: farewell(table, person)):
        pass


async def delete_table(settings: Settings, id: str) -> None:
    """Delete a table with its log, its record, its chat: nothing of it stays."""
    async with open_store(settings) as store:
        if not await store.delete_table(code(id)):
            raise NotPossible(f"there is no table {code(id)!r}; `magnate tables list` shows those there are")
