"""A room: one live table on this node, its mailbox, and everybody who watches it from here.

One thing at a time: a command is checked and played, kept in the store, and only then answered and published. If
another node was faster with the same number, the table is read again and the command decided anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import msgspec

from magnate.view import View

from . import commands as ask
from . import entries as log
from .config import NoClock
from .entries import Entry
from .frames import Frame
from .keeping import decode_entry, head_of, now_ms, record_of
from .rights import BadToken
from .store import NoSuchTable, Row, StoreError
from .table import CLOSED, OVER, PLAYING, Diverged, Table
from .wire import PROTOCOL, Done, Refusal, TableState, Welcome, encode

if TYPE_CHECKING:
    from .hall import Hall

SNAPSHOT = 200  # entries between two snapshots
REMEMBERED = 512  # answered commands a room knows without asking the store
TRIES = 8  # how often a command is decided anew when other nodes are faster
PAGE = 500  # entries of the past read at a time
SEAT = "seat"  # the purpose of a seat's token
STUMBLE = 1_000  # milliseconds longer before the next try
LATER = 250  # milliseconds a node waits before it does what another node is likely to do

logger = logging.getLogger("magnate.room")
T = TypeVar("T")


class Person(NamedTuple):
    """Somebody known to the server: a guest, or a bot that somebody else wrote."""

    id: str
    name: str
    kind: str = "guest"


class Viewer(Protocol):
    """A connection that follows a table."""

    person: Person
    seats: set[int]
    muted: set[str]

    def offer(self, frame: bytes) -> None:
        """Queue a frame: never waits, never raises; a reader whose queue is full is cut off."""

    async def send(self, frame: bytes) -> None:
        """Queue a frame of the past, waiting for room."""

    def cut(self, why: str, retry: int) -> None:
        """Say goodbye and close."""


class Room:
    """A table on this node."""

    def __init__(self, hall: Hall, table: Table) -> None:
        self.hall = hall
        self.table = table
        self.viewers: set[Viewer] = set()
        self.mailbox = asyncio.Lock()  # first come, first served
        self.answers: OrderedDict[tuple[str, str], Done] = OrderedDict()
        self.is_ours = False  # whether this node wrote the last entry
        self.is_lost = False  # what is in memory was not kept: read the log again
        self.published = table.number  # everybody here has been told so far
        self.remembers = table.number  # every command answered after this number is in `answers`
        self.shown: tuple[str, list[bool]] = (table.status, [])  # of the table, the last time it was told
        self.known: dict[str, tuple[int, int]] = {}  # tokens that were read: the seat, and whose it was
        self.due: tuple[int, int | None] = (0, None)  # at this number, something happens by itself at this moment
        self.timer: asyncio.TimerHandle | None = None
        self.used = now_ms()
        self.stumbles = 0  # how often in a row what was due could not be done
        self.joining = 0  # viewers who are being told the past

    @property
    def is_idle(self) -> bool:
        """Whether nobody watches and nothing is under way."""
        return not self.viewers and not self.joining and not self.mailbox.locked()

    # Commands.

    async def do(
        self,
        person: Person,
        held: Collection[str],
        id: str,
        command: ask.Command,
        charge: Callable[[], None] = lambda: None,
    ) -> Done:
        """Carry out a command and keep it. The same id of the same person is answered, not done again.

        `charge` is called before anything is done, and may refuse it.
        """
        return await self._post(self._do(person, held, id, command, charge))

    async def _post(self, work: Coroutine[Any, Any, T]) -> T:
        """Put work into the mailbox. Whoever asked may go away: what was begun is finished."""
        return await asyncio.shield(self.hall.spawn(self._in_turn(work)))

    async def _in_turn(self, work: Coroutine[Any, Any, T]) -> T:
        async with self.mailbox:
            self.used = now_ms()
            try:
                return await work
            except NoSuchTable as error:
                self._vanish()
                raise Refusal("no_such_table", "this table was forgotten: nobody started it") from error
            except StoreError as error:
                logger.warning("table %s: %s", self.table.id, error)
                raise Refusal("busy", "the table cannot be kept just now; ask again with the same id") from error
            except Diverged as error:
                logger.error("%s", error)
                self.is_lost = True
                raise Refusal("unplayable", "this table was played by other rules than this server has") from error
            finally:
                self.set_timer()

    async def _do(
        self, person: Person, held: Collection[str], id: str, command: ask.Command, charge: Callable[[], None]
    ) -> Done:
        for turn in range(TRIES):
            await self._be_current()
            if answer := await self._answered(person, id):
                return answer
            if isinstance(command, ask.Sit) and (done := self._sits_already(person, id, command)):
                return done
            if isinstance(command, ask.Rematch):
                return await self._rematch(person, id, charge)
            if turn == 0:
                charge()
            seats = {seat for token in held if (seat := self._seat_of(token, person)) is not None}
            try:
                entry = self.table.decide(person.id, person.name, seats, command)
            except Refusal:  # unless another node knows better
                if await self._hear_others():
                    continue
                raise
            if await self._keep(entry, person.id, id):
                return self.answers[person.id, id]
        raise Refusal("busy", "the table could not answer in time; ask again with the same id")

    async def _answered(self, person: Person, id: str) -> Done | None:
        """The answer to a command that was carried out before: here, on another node, or in another life."""
        if answer := self.answers.get((person.id, id)):
            return answer
        if self.remembers > 1 and (row := await self.hall.store.answered(self.table.id, person.id, id)):
            return self._answer(person.id, id, row.number, decode_entry(row.body))
        return None

    def _answer(self, person: str, id: str, number: int, entry: Entry) -> Done:
        """Remember how a command was answered."""
        table = entry.table if isinstance(entry, log.Rematched) else None
        done = Done(id=id, number=number, token=self._token_of(person, entry), table=table)
        self.answers[person, id] = done
        if len(self.answers) > REMEMBERED:
            _, oldest = self.answers.popitem(last=False)
            self.remembers = max(self.remembers, oldest.number)
        return done

    def _token_of(self, person: str, entry: Entry) -> str | None:
        """The token of a seat that somebody took by this entry. Nobody is given that of whoever sits there later."""
        if not isinstance(entry, log.Sat) or entry.person != person or not self._is_held(entry.seat, entry.epoch):
            return None
        return self.token(entry.seat)

    def _sits_already(self, person: Person, id: str, command: ask.Sit) -> Done | None:
        """Somebody who sits there already, and is known, is given the token again."""
        for seat, chair in enumerate(self.table.chairs):
            if chair.person == person.id and chair.is_person and command.seat == seat:
                return Done(id=id, number=self.table.number, token=self.token(seat))
        return None

    async def _rematch(self, person: Person, id: str, charge: Callable[[], None]) -> Done:
        if self.table.rematch is None:
            await self._hear_others()
        table = self.table
        if table.rematch is None:
            if table.status != OVER:
                raise Refusal("forbidden", "a rematch is for when the game is over")
            if person.id not in [chair.person for chair in table.chairs]:
                raise Refusal("forbidden", "a rematch is for those who played")
            charge()
            fresh = await self.hall.rematch(person, table)
            if not await self._keep(log.Rematched(fresh), person.id, id):
                await self._be_current()
        if self.table.rematch is None:
            raise Refusal("busy", "the table could not answer in time; ask again with the same id")
        return Done(id=id, number=self.table.number, table=self.table.rematch)

    # Seats.

    async def seat(self, number: int, sat: log.Sat) -> None:
        """Give somebody a seat at a table just made, by the entry of this number, unless that was done."""
        await self._post(self._until_kept(lambda: sat if self.table.number < number else None))

    def token(self, seat: int) -> str:
        """The token of whoever sits there now."""
        return self.hall.signer.sign(SEAT, self.table.id, str(seat), str(self.table.chairs[seat].epoch))

    def _seat_of(self, token: str, person: Person) -> int | None:
        """The seat a token is good for now, or None."""
        if token not in self.known:
            try:
                table, place, when = self.hall.signer.read(SEAT, token, now_ms())
            except (BadToken, ValueError):
                return None
            if table != self.table.id:
                return None
            self.known[token] = int(place), int(when)
        seat, epoch = self.known[token]
        return seat if self._is_held(seat, epoch) else None

    def _is_held(self, seat: int, epoch: int) -> bool:
        """Whether a seat is still with the person who was the so many-th to sit there."""
        chairs = self.table.chairs
        return seat < len(chairs) and chairs[seat].epoch == epoch and chairs[seat].is_person

    def seat_of(self, token: str, person: Person) -> int:
        """The seat a token is good for."""
        seat = self._seat_of(token, person)
        if seat is None:
            raise Refusal("not_your_seat", "the token is not one of this table, or somebody else sits there now")
        return seat

    # Keeping.

    async def _keep(self, entry: Entry, person: str = "", id: str = "") -> bool:
        """Keep an entry under the next number and publish it. False: another node was faster."""
        table = self.table
        at = max(now_ms(), table.at, *(ended for _, ended in self.hall.outages[-1:]))  # clocks of nodes may differ
        number = table.number + 1
        self.is_lost = True  # until it is kept
        told = table.apply(number, at, entry)
        row = Row(table.id, number, at, person, id, encode(entry), encode(told) if told else b"")
        member = (entry.person, entry.seat) if isinstance(entry, log.Sat) and entry.person else None
        if not await self.hall.store.append(row, head_of(table, self._due()), member):
            return False
        self.is_ours = True
        self._publish(row, entry)
        self.is_lost = False
        self.hall.metrics_kept(entry)
        if number % SNAPSHOT == 0:
            self.hall.spawn(self.hall.store.keep_snapshot(table.id, number, table.freeze()))
        return True

    async def _be_current(self) -> None:
        """Make sure that what is in memory is what the log says, and that everybody here was told all of it."""
        if self.is_lost:
            self.table = await self.hall.read_table(self.table.id)
            self.is_ours, self.due = False, (0, None)
            for row in await self.hall.store.rows(self.table.id, self.published):
                if row.number <= self.table.number:
                    self._publish(row, decode_entry(row.body))
            self.is_lost = False  # not before: whatever fails on the way is done again

    async def catch_up(self) -> None:
        """Other nodes have written: take in their entries and publish them here."""
        await self._post(self._catch_up())

    async def _catch_up(self) -> None:
        await self._be_current()
        for row in await self.hall.store.rows(self.table.id, self.table.number):
            entry = decode_entry(row.body)
            self.is_lost = True  # until it is told
            self.table.apply(row.number, row.at, entry)
            self.is_ours = False
            self._publish(row, entry)
            self.is_lost = False

    async def _hear_others(self) -> bool:
        """Ask the store whether other nodes have written what was not heard of yet. True: they have."""
        before = self.table.number
        if self.hall.store.is_shared:
            await self._catch_up()
        return self.table.number != before

    async def know(self, tokens: Collection[str], person: Person) -> None:
        """Hear of seats that were taken on another node a moment ago, before their tokens are refused here."""
        if any(self._seat_of(token, person) is None for token in tokens):
            await self._post(self._hear_others())

    # Publishing.

    def _publish(self, row: Row, entry: Entry) -> None:
        """Tell everybody here, each what they may know: all of them, or nobody."""
        if row.id:
            self._answer(row.person, row.id, row.number, entry)
        self._take_seats(entry)
        frames = self._frames(row, entry) if self.viewers else []
        self.published = row.number
        for viewer, frame in frames:
            viewer.offer(frame)
        if isinstance(entry, log.Gone) and entry.node == self.hall.node:  # others took this node for dead
            self.hall.spawn(self._post(self._note_coming(entry.seat)))

    def _frames(self, row: Row, entry: Entry) -> list[tuple[Viewer, bytes]]:
        """What each viewer is told of an entry."""
        table = self.table
        is_latest = row.number == table.number
        now = (table.status, [chair.stood_in for chair in table.chairs])
        has_news = now != self.shown or not isinstance(entry, log.Played)
        with_table = is_latest and (has_news or not isinstance(table.config.clock, NoClock))
        if with_table:
            self.shown = now
        frame = Frame(row, entry, table.state() if with_table else None, self.view() if is_latest else None)
        mine: dict[int, bytes] = {}
        frames = []
        for viewer in self.viewers:
            parts = []
            for seat in sorted(viewer.seats) if is_latest and table.game else ():
                if seat not in mine:
                    mine[seat] = encode(table.mine(seat))
                parts.append(mine[seat])
            frames.append((viewer, frame.text(viewer.muted, parts)))
        return frames

    def _take_seats(self, entry: Entry) -> None:
        """Whoever has left a seat, or lost it, is told nothing more about it."""
        if isinstance(entry, log.Stood):
            for viewer in self.viewers:
                viewer.seats.discard(entry.seat)
        elif isinstance(entry, log.Configured):
            for viewer in self.viewers:
                viewer.seats &= set(range(entry.config.seats))

    def view(self) -> View | None:
        """The game as a spectator sees it."""
        return self.table.game.view() if self.table.game else None

    def state(self) -> TableState:
        """The table around the game."""
        return self.table.state()

    async def read(self, look: Callable[[], T]) -> T:
        """Look at the table in turn, when nothing is played that is not kept yet, with what other nodes have kept."""
        return await self._post(self._read(look))

    async def _read(self, look: Callable[[], T]) -> T:
        await self._be_current()
        await self._hear_others()
        return look()

    def look(self, seat: int | None) -> tuple[int, TableState, View | None]:
        """The table as it looks to a seat, with everything it may do, or to a spectator."""
        game = self.table.game
        if seat is not None and not 0 <= seat < len(self.table.chairs):
            raise Refusal("no_such_seat", f"there is no seat {seat}")
        return self.table.number, self.table.state(), game.view(seat) if game else None

    # Coming and going.

    async def join(self, viewer: Viewer, since: int | None) -> None:
        """Welcome somebody, tell them what they missed without a gap, and from then on everything."""
        self.joining += 1
        chairs = self.table.chairs
        held = {seat: chairs[seat].epoch for seat in viewer.seats if seat < len(chairs)}
        try:
            number, welcome = await self._post(self._greet(viewer, held, since or 0))
            if since is not None and since > number:
                raise Refusal("malformed", f"since is {since}; the table is at {number}", number=number)
            await viewer.send(welcome)
            if since is not None:
                since = await self._send_past(viewer, since, number)
            await self._post(self._join(viewer, held, number if since is None else since))
        except BaseException:  # nobody will say that this viewer leaves
            self.viewers.discard(viewer)
            raise
        finally:
            self.joining -= 1

    async def _greet(self, viewer: Viewer, held: dict[int, int], since: int) -> tuple[int, bytes]:
        """The number the table is at, and what a viewer is told of it first."""
        await self._be_current()
        if since > self.table.number:  # another node may have told it
            await self._hear_others()
        self._let_keep(viewer, held)
        return self.table.number, self._welcome(viewer)

    def _let_keep(self, viewer: Viewer, held: dict[int, int]) -> None:
        """Of the seats a viewer holds, those that nobody else has taken while it was on its way in."""
        viewer.seats &= {seat for seat, epoch in held.items() if self._is_held(seat, epoch)}

    def _welcome(self, viewer: Viewer) -> bytes:
        table = self.table
        mine = [table.mine(seat) for seat in sorted(viewer.seats)] if table.game else []
        seats = sorted(viewer.seats)
        return encode(
            Welcome(
                protocol=PROTOCOL,
                table=table.state(),
                person=viewer.person.id,
                seats=seats,
                view=self.view(),
                mine=mine,
            )
        )

    async def _send_past(self, viewer: Viewer, since: int, until: int) -> int:
        """Send entries of the log, page by page, as fast as they are read."""
        while since < until:
            rows = await self.hall.store.rows(self.table.id, since, min(PAGE, until - since))
            if not rows:
                break
            for row in rows:
                await viewer.send(self.past(row).text(viewer.muted, []))
            since = rows[-1].number
        return since

    def past(self, row: Row, table: TableState | None = None, view: View | None = None) -> Frame:
        """An entry of some time ago, as it is told today."""
        entry = decode_entry(row.body)
        if isinstance(entry, log.Said) and row.number in self.table.unsaid:
            entry = msgspec.structs.replace(entry, text=None)
        return Frame(row, entry, table, view)

    async def _join(self, viewer: Viewer, held: dict[int, int], since: int) -> None:
        await self._be_current()
        self._let_keep(viewer, held)
        for row in await self.hall.store.rows(self.table.id, since) if since < self.table.number else ():
            if row.number < self.table.number:
                viewer.offer(self.past(row).text(viewer.muted, []))
            else:  # with the present, which is no longer that of the welcome
                viewer.offer(self.past(row, self.state(), self.view()).text(viewer.muted, self._mine(viewer)))
        self.viewers.add(viewer)
        for seat in sorted(viewer.seats):
            await self._note_coming(seat)

    def _mine(self, viewer: Viewer) -> list[bytes]:
        """What only this viewer is told."""
        return [encode(self.table.mine(seat)) for seat in sorted(viewer.seats)] if self.table.game else []

    async def hold(self, viewer: Viewer, token: str) -> int:
        """One more seat for this viewer, who is welcomed again with what it may know now."""
        return await self._post(self._hold(viewer, token))

    async def _hold(self, viewer: Viewer, token: str) -> int:
        await self._be_current()
        seat = self.seat_of(token, viewer.person)  # only now: somebody else may have taken it meanwhile
        viewer.seats.add(seat)
        await self._note_coming(seat)
        viewer.offer(self._welcome(viewer))
        return seat

    async def _note_coming(self, seat: int) -> None:
        """Log that the person of a seat is here, if that is news."""
        await self._until_kept(partial(self._come_to, seat, self.hall.node))

    def _come_to(self, seat: int, node: str) -> log.Came | None:
        """That the person of a seat is on a node, if that is so, and news."""
        is_here = any(seat in viewer.seats for viewer in self.viewers)
        return log.Came(seat, node) if is_here and node not in self.table.chairs[seat].nodes else None

    def _vanish(self) -> None:
        """The table is no longer in the store."""
        self.is_lost = True
        self.hall.forget(self)
        for viewer in list(self.viewers):
            viewer.cut("forgotten", 0)

    async def leave(self, viewer: Viewer) -> None:
        """Somebody went away; the seats nobody else plays from here are noted as left."""
        self.viewers.discard(viewer)
        if viewer.seats and not self.hall.is_closing:
            await self._post(self._note_going(set(viewer.seats)))

    async def _note_going(self, seats: set[int]) -> None:
        node = self.hall.node
        for seat in sorted(seats):
            if not any(seat in other.seats for other in self.viewers):
                await self._until_kept(partial(self._gone_from, seat, node))

    def _gone_from(self, seat: int, node: str) -> log.Gone | None:
        """That the person of a seat has left a node, if that is news."""
        chairs = self.table.chairs
        return log.Gone(seat, node) if seat < len(chairs) and node in chairs[seat].nodes else None

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

    async def _until_kept(self, make: Callable[[], Entry | None]) -> bool:
        """Keep an entry about this node, if it is still true, however often others are faster. True: it was kept."""
        for _ in range(TRIES):
            await self._be_current()
            entry = make()
            if entry is None or self.table.status == CLOSED:
                return False
            if await self._keep(entry):
                return True
        await self._be_current()
        return False

    # Time.

    def set_timer(self) -> None:
        """Wake up when something is due. A node that did not write the last entry leaves the other a little time."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if self.is_lost or self.hall.is_closing:
            return
        due = self._due()
        if due is not None:
            wait = max(0, due - now_ms()) + (0 if self.is_ours else LATER) + min(self.stumbles, 60) * STUMBLE
            self.timer = asyncio.get_running_loop().call_later(wait / 1000, self._wake)

    def _due(self) -> int | None:
        """When something happens by itself next. It follows from the log, so it is worked out once a number."""
        if self.due[0] != self.table.number:
            self.due = self.table.number, self.table.due(self.hall.settings.bot_pause_ms)
        return self.due[1]

    def _wake(self) -> None:
        self.timer = None
        self.hall.spawn(self.tick())

    async def tick(self) -> None:
        """Do what is due. What cannot be done now stays due, and is tried again less and less often."""
        try:
            await self._post(self._tick())
            self.stumbles = 0
        except Refusal as refusal:
            self.stumbles += 1
            logger.warning("table %s: what is due cannot be done: %s", self.table.id, refusal)
            self.set_timer()

    async def _tick(self) -> None:
        await self._be_current()
        entry = self.table.next_entry(now_ms(), self.hall.settings.bot_pause_ms)
        if entry is not None:
            await self._keep(entry)
            await self._be_current()

    async def close_table(self, why: str) -> None:
        """Close the table from outside."""
        await self._post(self._until_kept(lambda: log.Closed(why)))  # type: ignore[arg-type]

    # The record.

    async def record(self) -> str:
        """The whole game as text; its secret is revealed once it is over."""
        if await self.read(lambda: self.table.game) is None:
            raise Refusal("not_started", "there is no record before the game has started")
        rows = await self.hall.store.rows(self.table.id, 0)
        return await asyncio.to_thread(record_of, self.table.secret, rows)
