"""The connections of a live table: viewers join, hold seats and leave; nodes die, and their people are gone.

A viewer who joins receives the past without a gap, and from then on everything. Whether the person of a seat is
connected is an entry of the log: clocks and bots follow from it.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from magnate.protocol import entries as log
from magnate.protocol.errors import Refusal
from magnate.server.people.person import Person
from magnate.server.store.columns import NoSuchTable, StoreError
from magnate.server.tables.moderation import check_welcome, speaking_seat
from magnate.server.tables.table import PLAYING, Table

from .broadcast import Broadcast, Viewer, past, present, welcome
from .seat_tokens import is_held

if TYPE_CHECKING:
    from .live_table import LiveTable
    from .registry import Registry

PAGE = 500  # entries of the past read at a time

logger = logging.getLogger("magnate.live")


class Connections:
    """Who follows a table from this node, and which seats are played from here."""

    def __init__(self, live: LiveTable, registry: Registry, broadcast: Broadcast) -> None:
        self.live = live
        self.registry = registry
        self.tokens = live.tokens
        self.broadcast = broadcast
        self.joining = 0  # viewers who are about to join

    @property
    def table(self) -> Table:
        """The table as it is stored."""
        return self.live.table

    # Joining.

    @contextmanager
    def expecting(self) -> Iterator[None]:
        """Somebody is about to join: the table must stay in memory, however slowly the store answers."""
        self.joining += 1
        try:
            yield
        finally:
            self.joining -= 1

    async def join(self, viewer: Viewer, since: int | None, refused: Sequence[str] = ()) -> None:
        """Welcome somebody, send them what they missed without a gap, and from then on everything.

        `refused` are the tokens they showed that are good for no seat.
        """
        holders = self.table.holders
        held = {seat: holders[seat].epoch for seat in viewer.seats if seat < len(holders)}
        try:
            number, first = await self.live.post(self._greet(viewer, held, since or 0, refused))
            if since is not None and since > number:
                problem = f"since is {since}; the last number of the table is {number}. Say Hello again without since"
                raise Refusal("ahead", problem, number=number)
            await viewer.send(first)
            if since is not None:
                since = await self._send_past(viewer, since, number)
            await self.live.post(self._join(viewer, held, number if since is None else since))
        except BaseException:  # no other code notes that this viewer leaves
            self.broadcast.viewers.discard(viewer)
            raise

    async def _greet(
        self, viewer: Viewer, held: dict[int, int], since: int, refused: Sequence[str]
    ) -> tuple[int, bytes]:
        """The number the table is at, and what a viewer is sent of it first."""
        await self.live.be_current()
        if since > self.table.number:  # another node may have sent it
            await self.live.hear_others()
        self._let_keep(viewer, held)
        check_welcome(self.table, viewer.person.id, viewer.seats)
        return self.table.number, welcome(self.table, viewer, refused)

    def _let_keep(self, viewer: Viewer, held: dict[int, int]) -> None:
        """Of the seats a viewer holds, those that no other viewer has taken while it was joining."""
        viewer.seats &= {seat for seat, epoch in held.items() if is_held(self.table, seat, epoch)}

    async def _send_past(self, viewer: Viewer, since: int, until: int) -> int:
        """Send entries of the log, page by page, as fast as they are read."""
        while since < until:
            rows = await self.live.store.rows(self.table.id, since, min(PAGE, until - since))
            if not rows:
                break
            for row in rows:
                await viewer.send(past(self.table, row, viewer.muted))
            since = rows[-1].number
        return since

    async def _join(self, viewer: Viewer, held: dict[int, int], since: int) -> None:
        await self.live.be_current()
        self._let_keep(viewer, held)
        check_welcome(self.table, viewer.person.id, viewer.seats)
        for row in await self.live.store.rows(self.table.id, since) if since < self.table.number else ():
            if row.number < self.table.number:
                viewer.offer(past(self.table, row, viewer.muted))
            else:  # with the present, which is no longer that of the welcome
                viewer.offer(present(self.table, row, viewer))
        self.broadcast.viewers.add(viewer)
        await self._note(viewer.seats)

    # Connected or not.

    async def _note(self, seats: Collection[int]) -> None:
        """Store of seats whether their person is connected, where that has changed.

        A viewer may join while this cannot be stored: it is stored once the database can be written again (`recover`).
        """
        try:
            for seat in sorted(seats):
                await self.live.add_if(partial(self._change, seat))
        except NoSuchTable:
            raise
        except StoreError as error:
            logger.warning("table %s: who is here cannot be stored: %s", self.table.id, error)

    def _change(self, seat: int) -> log.Connected | log.Disconnected | None:
        """That the person of a seat is on this node, or has left it, if the table does not know."""
        if not self.broadcast.has(seat):
            return self._left(seat, self.registry.node)
        return None if self.registry.node in self.table.holders[seat].nodes else log.Connected(seat, self.registry.node)

    def _left(self, seat: int, node: str) -> log.Disconnected | None:
        """That the person of a seat has left a node, if the table does not know."""
        holders = self.table.holders
        return log.Disconnected(seat, node) if seat < len(holders) and node in holders[seat].nodes else None

    async def recover(self) -> None:
        """The database can be written again: store who is here, and do at once what is due."""
        self.live.timer.failures = 0
        await self.live.post(self._recover())

    async def _recover(self) -> None:
        await self.live.be_current()
        await self._note(range(len(self.table.holders)))

    def correct(self, entry: log.Disconnected) -> None:
        """Others took this node for dead: store that the person of a seat is here, if so."""
        if entry.node == self.registry.node:
            self.registry.spawn(self.live.post(self._note([entry.seat])))

    # Seats.

    def seat_of(self, token: str) -> int:
        """The seat a token is good for."""
        seat = self.tokens.seat(self.table, token)
        if seat is None:
            raise Refusal("not_your_seat", "the token is not one of this table, or somebody else sits there now")
        return seat

    def speaker(self, person: Person, tokens: Collection[str]) -> str | None:
        """The person of the seat that somebody has, or shows the token of; None: they have no seat."""
        seats = {seat for token in tokens if (seat := self.tokens.seat(self.table, token)) is not None}
        seat = speaking_seat(self.table, person.id, seats)
        return None if seat is None else self.table.holders[seat].person

    async def know(self, tokens: Collection[str]) -> None:
        """Hear of seats that were taken on another node a moment ago, before their tokens are refused here."""
        if any(self.tokens.seat(self.table, token) is None for token in tokens):
            await self.live.post(self.live.hear_others())

    async def hold(self, viewer: Viewer, token: str) -> int:
        """One more seat for this viewer, who is welcomed again with what it may know now."""
        return await self.live.post(self._hold(viewer, token))

    async def _hold(self, viewer: Viewer, token: str) -> int:
        await self.live.be_current()
        seat = self.seat_of(token)  # only now: somebody else may have taken it meanwhile
        viewer.seats.add(seat)
        await self._note([seat])
        viewer.offer(welcome(self.table, viewer))
        return seat

    async def leave(self, viewer: Viewer) -> None:
        """Somebody went away; the seats that no other viewer plays from here are noted as left."""
        self.broadcast.viewers.discard(viewer)
        if viewer.seats and not self.registry.is_closing:
            await self.live.post(self._note(set(viewer.seats)))

    def send_away(self, person: str) -> None:
        """A person is kept out: viewers who watch as this person are cut off."""
        for viewer in list(self.broadcast.viewers):
            if viewer.person.id == person:
                viewer.cut("kept_out", 0)

    # Nodes that died, and times when none was up.

    async def forget_nodes(self, dead: Collection[str], credit: int) -> None:
        """Nodes have died: their people are disconnected, and seats that were thinking get some more time."""
        await self.live.post(self._forget_nodes(set(dead), credit))

    async def _forget_nodes(self, dead: set[str], credit: int) -> None:
        await self.live.be_current()
        places = [(seat, node) for seat, holder in enumerate(self.table.holders) for node in dead & set(holder.nodes)]
        stored = [await self.live.add_if(partial(self._left, seat, node)) for seat, node in places]
        if any(stored):  # and not by another node, which credits the time then
            await self.live.add_if(partial(self._credit, credit))

    async def give_back(self) -> None:
        """Credit the time at which no node was up, and some more."""
        await self.live.post(self.live.add_if(self._outage))

    def _outage(self) -> log.TimeCredited | None:
        away = self.registry.away_since(self.table.at)
        return self._credit(away + self.registry.settings.grace_ms) if away else None

    def _credit(self, milliseconds: int) -> log.TimeCredited | None:
        """Time that does not count: seats that were thinking have this much longer."""
        is_running = self.table.status == PLAYING and not self.table.paused
        return log.TimeCredited(milliseconds) if is_running and milliseconds else None
