"""The feed of changes that were made beside this node, or by it: each is passed to the part that follows its kind."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from magnate.server.store.columns import StoreError

if TYPE_CHECKING:
    from .registry import Registry

LOOK = 1.0  # seconds between two looks
LATE = 30.0  # seconds for which numbers are read again: transactions may commit in another order than they are numbered
LOOK_BACK = 1000  # numbers that are read again at the start, for the same reason

logger = logging.getLogger("magnate.live")

Follower = Callable[[str], Awaitable[bool]]


class ChangeFeed:
    """What a node has noticed of the log of changes."""

    def __init__(self, registry: Registry) -> None:
        self.log = registry.store.changes
        self.clock = registry.clock
        self.closing = registry.closing
        self.followers: dict[str, Follower] = {}  # by kind; one that returns False is asked again at the next look
        self.floor = 0  # changes up to this number are settled
        self.noticed: dict[int, float] = {}  # numbers above it that were followed, and when
        self.looking = asyncio.Lock()  # one look at a time: nothing is followed twice, and nothing older comes last

    async def open(self) -> None:
        """Begin with what changes from now on."""
        self.floor = max(0, await self.log.newest() - LOOK_BACK)
        now = self.clock.elapsed()
        self.noticed = {change.number: now for change in await self.log.after(self.floor)}

    async def keep_looking(self) -> None:
        """Notice changes until the node closes."""
        while not await self.clock.wait(self.closing, LOOK):
            try:
                await self.look()
            except StoreError as error:
                logger.warning("looking for changes: %s", error)

    async def look(self) -> None:
        """Follow what has changed since the last look. What changed several times is followed once."""
        async with self.looking:
            await self._look()

    async def _look(self) -> None:
        fresh: dict[tuple[str, str], list[int]] = {}
        for change in await self.log.after(self.floor):
            if change.number not in self.noticed:
                fresh.setdefault((change.what, change.value), []).append(change.number)
        now = self.clock.elapsed()
        waiting: list[int] = []
        for (what, value), numbers in fresh.items():
            follow = self.followers.get(what)
            if follow is None or await follow(value):
                self.noticed.update(dict.fromkeys(numbers, now))
            else:
                waiting += numbers
        settled = max((number for number, at in self.noticed.items() if at < now - LATE), default=0)
        self.floor = max(self.floor, min([settled, *(number - 1 for number in waiting)]))
        self.noticed = {number: at for number, at in self.noticed.items() if number > self.floor}
