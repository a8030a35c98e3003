"""Housekeeping of a node: what it does again and again. It says that it lives and sees who does not, looks for tables
that are due and in no node's memory, unloads those without viewers, and deletes those that were never started and names
that are too old. It refreshes its keys, and measures itself.
"""

from __future__ import annotations

import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from magnate.protocol.errors import Refusal
from magnate.server.operations.logs import event
from magnate.server.operations.metrics import LagMeter
from magnate.server.people.keyring import REFRESH, Keyring
from magnate.server.store.columns import StoreError
from magnate.server.tables.table import OPEN, PLAYING

if TYPE_CHECKING:
    from .node import Node
    from .registry import Registry

IDLE = 60_000  # a table without viewers leaves memory after this
POLL = 1.0  # seconds between looks at what is due elsewhere
DEATH = 5  # beats a node may miss
LATE = 3  # beats without an answer of the store: then others could not say that they live either
HERE = b'"here":true'  # in the summary of a table where somebody is connected
AT_ONCE = 50  # tables taken on at a time
SWEEP = 600.0  # seconds between sweeps
DAY = 24 * 3_600_000
UNSTARTED = DAY  # a table that is not started is deleted after this
MEASURE = 3  # refreshes of the keys between two looks at the size of the database
UNUSED = 365 * DAY  # a browser unused for this long gets no more notices; its cookie ends then, too

logger = logging.getLogger("magnate.live")


class Housekeeping:
    """What goes on in a registry until it closes."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.clock = registry.clock
        self.store = registry.store
        self.settings = registry.settings

    def all(self) -> list[Coroutine[Any, Any, None]]:
        """Every round, to be run beside the others."""
        return [self.keep_beating(), self.keep_polling(), self.keep_sweeping(), self.registry.changes.keep_looking()]

    async def rest(self, seconds: float) -> bool:
        """Wait so long; True if it is time to stop."""
        return await self.clock.wait(self.registry.closing, seconds)

    # Who lives.

    async def keep_beating(self) -> None:
        """Say that this node is alive, and notice when another is not: but not just after the store stood still."""
        clock, beat = self.clock.elapsed, self.settings.beat_ms / 1000
        last = sure = clock()
        while not await self.rest(beat):
            try:
                await self.store.beat(self.registry.node, self.clock.now())
                if clock() - last > LATE * beat:
                    sure = clock() + DEATH * beat
                last = clock()
                if last >= sure:
                    now = self.clock.now()
                    for node in await self.store.claim_dead(now - DEATH * self.settings.beat_ms, now):
                        self.registry.spawn(self.close_for_dead(node))
            except StoreError as error:
                logger.warning("the store does not answer: %s", error)

    async def close_for_dead(self, node: str) -> None:
        """A node has died, and this one is the first to notice: its people are gone until they come back.

        The node is removed from the list only when that is done: if this one dies too, another does it for both.
        """
        is_done = True
        for head in [head for status in (PLAYING, OPEN) for head in await self.store.tables(1_000_000, status)]:
            if HERE not in head.summary:
                continue
            try:
                live = await self.registry.live_table(head.id)
                await live.connections.forget_nodes([node], self.settings.grace_ms)
            except (StoreError, Refusal) as error:
                is_done &= isinstance(error, Refusal) and error.error not in ("busy", "too_many")
                logger.warning("table %s: %s", head.id, error)
        if is_done and not self.registry.is_closing:
            await self.store.forget_node(node)

    # What is due, and what is idle.

    async def keep_polling(self) -> None:
        """Look for tables that are due and in no node's memory, or whose node has died; let go of the idle."""
        while not await self.rest(POLL):
            try:
                for table in await self.store.claim_due(self.clock.now() - int(POLL * 1000), AT_ONCE):
                    self.registry.spawn(self.see_to(table))
                for live in list(self.registry.live_tables.values()):
                    if live.is_idle and live.used < self.clock.now() - IDLE:
                        await self.registry.let_go(live)
            except (StoreError, Refusal) as error:
                logger.warning("looking for what is due: %s", error)

    async def see_to(self, table: str) -> None:
        """Do what is due at a table that no other node has in memory."""
        live = await self.registry.live_table(table, is_due=True)
        await live.catch_up()
        await live.tick()
        due = live.timer.due_unwatched()
        if due is None or due > self.clock.now():  # the store knows another moment: bots rest, or other settings hold
            try:
                await self.store.put_due(table, live.table.number, due)
            except StoreError as error:
                logger.warning("table %s: %s", table, error)

    async def keep_sweeping(self) -> None:
        """Delete tables that were never started, unused subscriptions, old reports, names and words."""
        while True:
            try:
                await self.store.sweep(self.clock.now() - UNSTARTED)
                await self.store.sweep_subscriptions(self.clock.now() - UNUSED)
                kept = self.settings.report_days * DAY
                await self.store.moderation.sweep(self.clock.now() - kept, self.clock.now() - DAY)
                await self.store.changes.sweep(self.clock.now() - DAY)
                await self.registry.forgetting.forget_old()
            except StoreError as error:
                logger.warning("sweeping: %s", error)
            if await self.rest(SWEEP):
                return


class Upkeep:
    """What a node measures about itself now and then, and which keys it signs with."""

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
