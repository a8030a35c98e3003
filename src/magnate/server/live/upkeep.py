"""Upkeep of a node: what it measures about itself now and then, and which keys it signs with."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from magnate.server.operations.event_loop import LagMeter
from magnate.server.operations.logs import event
from magnate.server.people.keyring import REFRESH, Keyring
from magnate.server.store.columns import StoreError

if TYPE_CHECKING:
    from .node import Node

MEASURE = 3  # refreshes of the keys between two looks at the size of the database


class Upkeep:
    """What goes on in a node until it closes."""

    def __init__(self, node: Node, keyring: Keyring) -> None:
        self.node = node
        self.keyring = keyring
        self.clock = node.registry.clock

    async def keep_up(self) -> None:
        """Measure and refresh until the node closes."""
        lag = LagMeter(self.node.metrics.lag.observe)
        turn = 0
        try:
            while True:
                await self.once(is_measured=turn % MEASURE == 0)
                turn += 1
                if await self.clock.wait(self.node.registry.closing, REFRESH):
                    return
        finally:
            lag.stop()

    async def once(self, is_measured: bool) -> None:
        """Refresh the keys and, if asked, measure the database."""
        try:
            if await self.keyring.refresh(self.clock.now()):
                event("keys_changed", signing=self.keyring.signing, accepted=len(self.keyring.keys))
            if is_measured:
                self.node.metrics.database.set(await self.node.store.size())
        except StoreError as error:
            event("upkeep_failed", logging.WARNING, problem=str(error))
