"""Forgetting people on a node: at somebody's wish, after the time the operator has set, and when another node did."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from magnate.protocol.errors import Refusal
from magnate.server.operations.logs import event
from magnate.server.store.change_log import DELETED, FORGOTTEN, PERSON, REWRITTEN
from magnate.server.tables.erasure import erase_at, erase_everywhere, farewell
from magnate.server.tables.table import OPEN, PLAYING

if TYPE_CHECKING:
    from .registry import Registry

DAY = 24 * 3_600_000
AT_ONCE = 50  # tables whose names are removed in one go

logger = logging.getLogger("magnate.live")


class Forgotten(NamedTuple):
    """How much was removed: from how many tables, and how many seats were given up first."""

    tables: int
    seats: int


class Forgetting:
    """What a node forgets."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.store = registry.store
        self.table_changed: Callable[[str], None] = lambda table: None
        self.person_gone: Callable[[str], None] = lambda digest: None
        registry.changes.followers |= {
            PERSON: self._follow_person,
            FORGOTTEN: self._follow_operator,
            REWRITTEN: self._follow_log,
            DELETED: self._follow_deletion,
        }

    async def forget(self, person: str) -> Forgotten:
        """Forget a person at their wish: seats are given up, and names and words go from every table.

        Their connections are closed first. What they still say meanwhile is looked for again.
        """
        seats = 0

        async def erase(table: str) -> bool:
            nonlocal seats
            if self.registry.is_closing:
                raise Refusal("unavailable", "the server restarts; delete again in a moment: not everything is deleted")
            seats += await self._leave(table, person)
            return await self._erase(table, person)

        await self.store.deletion.announce(person)
        await self.registry.changes.look()
        tables = await erase_everywhere(self.store, person, erase)
        await self.store.deletion.forget_person(person)
        await self.registry.changes.look()
        self.registry.operator_log.person_forgotten("person", tables=tables, seats=seats)
        return Forgotten(tables, seats)

    async def _leave(self, id: str, person: str) -> int:
        """Give up the seats of a person at a table that is not over; how many."""
        head = await self.store.head(id)
        if head is None or head.status not in (OPEN, PLAYING):
            return 0
        try:
            live = await self.registry.live_table(id)
        except Refusal as refusal:
            if refusal.error not in ("unplayable", "no_such_table"):
                raise
            return 0  # the game is no longer played
        held = sum(holder.person == person and holder.is_person for holder in live.table.holders)
        while await live.post(live.add_if(lambda: farewell(live.table, person))):
            pass
        return held

    async def _erase(self, id: str, person: str) -> bool:
        """Remove a person from the log of a table. While that is done, nothing else happens there on this node.

        False: the table is gone.
        """
        work = erase_at(self.store, id, person, "person")
        live = self.registry.live_tables.get(id)
        return await (work if live is None else live.post(work))

    async def forget_old(self) -> None:
        """Remove names and words that are older than the operator keeps them."""
        days = self.registry.settings.keep_names_days
        if not days:
            return
        before = self.registry.clock.now() - days * DAY
        count, failed = 0, set[str]()
        while not self.registry.is_closing:
            old = await self.store.deletion.aged(before, AT_ONCE + len(failed))
            if not (left := [table for table in old if table not in failed]):
                break
            for table in left:
                try:
                    count += await erase_at(self.store, table, None, "age")
                except ValueError as error:  # an entry that cannot be read
                    failed.add(table)
                    event("names_not_removed", logging.ERROR, table=table, problem=str(error))
        await self.store.deletion.sweep_people(before)
        if count:
            await self.store.database.scrub()
            event("names_removed_by_age", tables=count, days=days)

    async def _follow_person(self, digest: str) -> bool:
        """A person was forgotten, or is about to be."""
        self.person_gone(digest)
        return True

    async def _follow_operator(self, digest: str) -> bool:
        """The operator forgot a person, by a command."""
        self.registry.operator_log.person_forgotten("operator")
        return True

    async def _follow_log(self, table: str) -> bool:
        """The log of a table was rewritten. False: it must be followed again."""
        self.table_changed(table)
        live = self.registry.live_tables.get(table)
        if live is not None:
            try:
                await live.reread()
            except Refusal as refusal:
                logger.info("table %s: %s", table, refusal)
                return refusal.error != "busy"
        return table not in self.registry.opening  # else it may have been read before: wait until it is in memory

    async def _follow_deletion(self, table: str) -> bool:
        """The operator deleted a table, on the admin page or by a command. False: it must be followed again."""
        is_followed = await self._follow_log(table)
        if is_followed:
            self.registry.operator_log.table_deleted(table)
        return is_followed
