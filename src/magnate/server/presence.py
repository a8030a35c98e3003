"""Who is here: people come to a table, play seats from this node, and go; nodes die, and their people are gone.

Whoever joins is told the past without a gap, and from then on everything. That the person of a seat is here, or no
longer, is an entry of the log: clocks and bots follow from it.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING

from . import entries as log
from .audience import Audience, past, present, welcome
from .journal import Journal
from .store import NoSuchTable, StoreError
from .table import PLAYING, Table
from .tokens import Tokens, is_held
from .viewer import Person, Viewer
from .wire import Refusal

if TYPE_CHECKING:
    from .hall import Hall

PAGE = 500  # entries of the past read at a time

logger = logging.getLogger("magnate.room")


class Presence(Journal):
    """The part of a room that knows who is here."""

    def __init__(self, hall: Hall, table: Table) -> None:
        super().__init__(hall, table)
        self.audience = Audience(table)
        self.tokens = Tokens(hall.signer)
        self.joining = 0  # viewers who are being told the past

    @property
    def viewers(self) -> set[Viewer]:
        """Everybody who watches from here."""
        return self.audience.viewers

    @property
    def is_watched(self) -> bool:
        """Whether anybody follows the table from this node."""
        return bool(self.viewers)

    @property
    def is_idle(self) -> bool:
        """Whether nobody watches and nothing is under way."""
        return not self.viewers and not self.joining and not self.mailbox.locked()

    # Coming.

    async def join(self, viewer: Viewer, since: int | None, refused: Sequence[str] = ()) -> None:
        """Welcome somebody, tell them what they missed without a gap, and from then on everything.

        `refused` are the tokens they showed that are good for no seat.
        """
        self.joining += 1
        chairs = self.table.chairs
        held = {seat: chairs[seat].epoch for seat in viewer.seats if seat < len(chairs)}
        try:
            number, first = await self._post(self._greet(viewer, held, since or 0, refused))
            if since is not None and since > number:
                problem = f"since is {since}; the last number of the table is {number}. Say Hello again without since"
                raise Refusal("ahead", problem, number=number)
            await viewer.send(first)
            if since is not None:
                since = await self._send_past(viewer, since, number)
            await self._post(self._join(viewer, held, number if since is None else since))
        except BaseException:  # nobody will say that this viewer leaves
            self.viewers.discard(viewer)
            raise
        finally:
            self.joining -= 1

    async def _greet(
        self, viewer: Viewer, held: dict[int, int], since: int, refused: Sequence[str]
    ) -> tuple[int, bytes]:
        """The number the table is at, and what a viewer is told of it first."""
        await self._be_current()
        if since > self.table.number:  # another node may have told it
            await self._hear_others()
        self._let_keep(viewer, held)
        return self.table.number, welcome(self.table, viewer, refused)

    def _let_keep(self, viewer: Viewer, held: dict[int, int]) -> None:
        """Of the seats a viewer holds, those that nobody else has taken while it was on its way in."""
        viewer.seats &= {seat for seat, epoch in held.items() if is_held(self.table, seat, epoch)}

    async def _send_past(self, viewer: Viewer, since: int, until: int) -> int:
        """Send entries of the log, page by page, as fast as they are read."""
        while since < until:
            rows = await self.hall.store.rows(self.table.id, since, min(PAGE, until - since))
            if not rows:
                break
            for row in rows:
                await viewer.send(past(self.table, row, viewer.muted))
            since = rows[-1].number
        return since

    async def _join(self, viewer: Viewer, held: dict[int, int], since: int) -> None:
        await self._be_current()
        self._let_keep(viewer, held)
        for row in await self.hall.store.rows(self.table.id, since) if since < self.table.number else ():
            if row.number < self.table.number:
                viewer.offer(past(self.table, row, viewer.muted))
            else:  # with the present, which is no longer that of the welcome
                viewer.offer(present(self.table, row, viewer))
        self.viewers.add(viewer)
        await self._note_presence(viewer.seats)

    async def _note_presence(self, seats: Collection[int]) -> None:
        """Log of seats whether their person is here, where that is news.

        Nobody is kept out because it cannot be stored: it is, once the database can be written again (`recover`).
        """
        try:
            for seat in sorted(seats):
                await self._until_kept(partial(self._came_or_gone, seat))
        except NoSuchTable:
            raise
        except StoreError as error:
            logger.warning("table %s: who is here cannot be stored: %s", self.table.id, error)

    def _came_or_gone(self, seat: int) -> log.Came | log.Gone | None:
        """That the person of a seat is on this node, or has left it, if that is news."""
        if not self.audience.has(seat):
            return self._gone_from(seat, self.hall.node)
        return None if self.hall.node in self.table.chairs[seat].nodes else log.Came(seat, self.hall.node)

    async def recover(self) -> None:
        """The database can be written again: store who is here, and do at once what is due."""
        self.stumbles = 0
        await self._post(self._recover())

    async def _recover(self) -> None:
        await self._be_current()
        await self._note_presence(range(len(self.table.chairs)))

    # Seats.

    def seat_of(self, token: str) -> int:
        """The seat a token is good for."""
        seat = self.tokens.seat(self.table, token)
        if seat is None:
            raise Refusal("not_your_seat", "the token is not one of this table, or somebody else sits there now")
        return seat

    def has_seat(self, person: Person, tokens: Collection[str]) -> bool:
        """Whether somebody sits here, or shows the token of a seat."""
        if any(chair.person == person.id for chair in self.table.chairs):
            return True
        return any(self.tokens.seat(self.table, token) is not None for token in tokens)

    async def know(self, tokens: Collection[str]) -> None:
        """Hear of seats that were taken on another node a moment ago, before their tokens are refused here."""
        if any(self.tokens.seat(self.table, token) is None for token in tokens):
            await self._post(self._hear_others())

    async def hold(self, viewer: Viewer, token: str) -> int:
        """One more seat for this viewer, who is welcomed again with what it may know now."""
        return await self._post(self._hold(viewer, token))

    async def _hold(self, viewer: Viewer, token: str) -> int:
        await self._be_current()
        seat = self.seat_of(token)  # only now: somebody else may have taken it meanwhile
        viewer.seats.add(seat)
        await self._note_presence([seat])
        viewer.offer(welcome(self.table, viewer))
        return seat

    # Going.

    async def leave(self, viewer: Viewer) -> None:
        """Somebody went away; the seats nobody else plays from here are noted as left."""
        self.viewers.discard(viewer)
        if viewer.seats and not self.hall.is_closing:
            await self._post(self._note_presence(set(viewer.seats)))

    def _gone_from(self, seat: int, node: str) -> log.Gone | None:
        """That the person of a seat has left a node, if that is news."""
        chairs = self.table.chairs
        return log.Gone(seat, node) if seat < len(chairs) and node in chairs[seat].nodes else None

    # Nodes that died, and times when none was up.

    async def forget_nodes(self, dead: Collection[str], grace: int) -> None:
        """Nodes have died: whoever was connected to them is gone, and whoever was thinking has some more time."""
        await self._post(self._forget_nodes(set(dead), grace))

    async def _forget_nodes(self, dead: set[str], grace: int) -> None:
        await self._be_current()
        places = [(seat, node) for seat, chair in enumerate(self.table.chairs) for node in dead & set(chair.nodes)]
        kept = [await self._until_kept(partial(self._gone_from, seat, node)) for seat, node in places]
        if any(kept):  # and not by another node, which gives the grace then
            await self._until_kept(partial(self._graced, grace))

    async def give_back(self) -> None:
        """Give back the time at which no node was up, and some more."""
        await self._post(self._until_kept(self._given_back))

    def _given_back(self) -> log.Graced | None:
        away = self.hall.away_since(self.table.at)
        return self._graced(away + self.hall.settings.grace_ms) if away else None

    def _graced(self, milliseconds: int) -> log.Graced | None:
        """Time that shall not count: whoever was thinking has so much longer."""
        is_running = self.table.status == PLAYING and not self.table.paused
        return log.Graced(milliseconds) if is_running and milliseconds else None
