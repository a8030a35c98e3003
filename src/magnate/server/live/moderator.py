"""The moderator of a node: it knows the operator's bans, and notices what was done beside the node.

A ban, or a table that was closed, on the command line or on another node, is a row of `changes`: every node
reads on there every few seconds. So it is the same for SQLite and PostgreSQL, and for any number of nodes.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from magnate.protocol.errors import Refusal
from magnate.server.people.bans import BanList
from magnate.server.store.columns import StoreError
from magnate.server.store.moderation_store import BANS_CHANGED, LOOK_BACK, TABLE_CHANGED

if TYPE_CHECKING:
    from .node import Node

LOOK = 2.0  # seconds between two looks

logger = logging.getLogger("magnate.live")


class Moderator:
    """What one node knows of the operator's doings."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.registry = node.registry
        self.clock = node.registry.clock
        self.store = node.store.moderation
        self.bans = BanList()
        self.last = 0  # the last change that was noticed
        self.noticed: set[int] = set()  # the numbers of late changes, so that none is noticed twice

    def check(self, person: str | None, address: str) -> None:
        """Refuse whoever is banned."""
        self.bans.check(person, address, self.clock.now())

    async def open(self) -> None:
        """Learn what holds now."""
        self.last = await self.store.last_change()
        self.noticed = {number for number, _, _ in await self.store.changes_since(self.last)}
        self.bans = BanList(await self.store.bans())

    async def keep_looking(self) -> None:
        """Notice changes until the node closes."""
        while not await self.clock.wait(self.registry.closing, LOOK):
            try:
                await self.look()
            except StoreError as error:
                logger.warning("looking for changes: %s", error)

    async def look(self) -> None:
        """Notice what has changed since the last look."""
        found = [one for one in await self.store.changes_since(self.last) if one[0] not in self.noticed]
        if any(what == BANS_CHANGED for _, what, _ in found):
            self.bans = BanList(await self.store.bans())
            self.send_away()
        for _, what, table in found:
            live = self.registry.live_tables.get(table)
            if live is not None and what == TABLE_CHANGED:
                self.registry.spawn(self.catch_up(table))
        if found:
            self.last = max(self.last, found[-1][0])
            known = self.noticed | {number for number, _, _ in found}
            self.noticed = {number for number in known if number > self.last - LOOK_BACK}

    async def catch_up(self, table: str) -> None:
        """Read what was written beside this node."""
        live = self.registry.live_tables.get(table)
        try:
            if live is not None:
                await live.catch_up()
        except Refusal as refusal:
            logger.warning("table %s: %s", table, refusal)

    def send_away(self) -> None:
        """Close the connections of those who are banned now."""
        for client in list(self.node.clients):
            try:
                self.check(client.person.id, client.caller.address)
            except Refusal:
                client.cut("banned", 0)
