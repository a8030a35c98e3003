"""The moderator of a node: it knows the operator's bans, and follows what the operator did beside the node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magnate.protocol.errors import Refusal
from magnate.server.people.bans import BanList, is_on
from magnate.server.store.change_log import BANS, CLOSED, TABLE
from magnate.server.store.columns import Ban

if TYPE_CHECKING:
    from .node import Node


class Moderator:
    """What one node knows of the operator's actions."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.registry = node.registry
        self.clock = node.registry.clock
        self.store = node.store.moderation
        self.bans = BanList()
        self.stored: list[Ban] = []  # the same bans, as they are stored
        self.registry.changes.followers |= {
            BANS: self._follow_bans,
            TABLE: self._follow_table,
            CLOSED: self._follow_closing,
        }

    def check(self, person: str | None, address: str) -> None:
        """Refuse a person or address that is banned."""
        self.bans.check(person, address, self.clock.now())

    async def open(self) -> None:
        """Learn what holds now. The feed of changes is open already, so that no ban is missed in between."""
        self.take(await self.store.bans())

    def take(self, stored: list[Ban]) -> None:
        """These bans hold from now on."""
        self.stored, self.bans = stored, BanList(stored)

    async def _follow_bans(self, _value: str) -> bool:
        """Bans have changed, on the admin page of a node or by a command."""
        before = self.stored
        self.take(await self.store.bans())
        self.log_bans(before)
        self.send_away()
        return True

    def log_bans(self, before: list[Ban]) -> None:
        """Log who was banned or unbanned since. A ban whose time is up was not taken back: it is only swept."""
        log, now = self.node.operator_log, self.clock.now()
        for ban in self.stored:
            if ban not in before:
                log.banned(ban.kind, ban.value, True)
        left = {(ban.kind, ban.value) for ban in self.stored}
        for ban in before:
            if (ban.kind, ban.value) not in left and is_on(ban.until, now):
                log.banned(ban.kind, ban.value, False)

    async def _follow_table(self, table: str) -> bool:
        """A table was changed beside this node."""
        live = self.registry.live_tables.get(table)
        if live is not None:
            self.registry.spawn(live.catch_up())
        return True

    async def _follow_closing(self, table: str) -> bool:
        """The operator closed a table, on the admin page of a node or by a command."""
        self.node.operator_log.table_closed(table, "admin")
        return await self._follow_table(table)

    def send_away(self) -> None:
        """Close the connections of those who are banned now."""
        for client in list(self.node.clients):
            try:
                self.check(client.person.id, client.caller.address)
            except Refusal:
                client.cut("banned", 0)
