"""The moderator of a node: it knows the operator's bans, and follows what the operator did beside the node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magnate.protocol.errors import Refusal
from magnate.server.people.bans import BanList
from magnate.server.store.change_log import BANS, TABLE

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
        self.registry.changes.followers |= {BANS: self._follow_bans, TABLE: self._follow_table}

    def check(self, person: str | None, address: str) -> None:
        """Refuse a person or address that is banned."""
        self.bans.check(person, address, self.clock.now())

    async def open(self) -> None:
        """Learn what holds now. The feed of changes is open already, so that no ban is missed in between."""
        self.bans = BanList(await self.store.bans())

    async def _follow_bans(self, _value: str) -> bool:
        """Bans have changed."""
        self.bans = BanList(await self.store.bans())
        self.send_away()
        return True

    async def _follow_table(self, table: str) -> bool:
        """A table was changed beside this node."""
        live = self.registry.live_tables.get(table)
        if live is not None:
            self.registry.spawn(live.catch_up())
        return True

    def send_away(self) -> None:
        """Close the connections of those who are banned now."""
        for client in list(self.node.clients):
            try:
                self.check(client.person.id, client.caller.address)
            except Refusal:
                client.cut("banned", 0)
