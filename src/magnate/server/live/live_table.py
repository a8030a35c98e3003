"""A live table: one table in the memory of this node, and everything that is asked of it.

Try, store, swap: a command is tried on a copy of the table, the entry is stored, and then the copy becomes the table
and the entry is broadcast. So what is in memory is always what is stored. If another node was first with a number, its
entries are applied and the command is tried again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar
from zlib import crc32

from msgspec.structs import replace

from magnate.actions import MalformedAction
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.entries import Entry, decode_entry
from magnate.protocol.errors import Refusal
from magnate.protocol.frames import Done, encode
from magnate.protocol.state import TableState
from magnate.server.people.callers import Caller
from magnate.server.people.person import Person
from magnate.server.people.sanitise import NAME, SAID, cleaned
from magnate.server.store.columns import NO_SEAT, LogRow, NoSuchTable, StoreError
from magnate.server.store.writer import Member
from magnate.server.tables.decisions import decide
from magnate.server.tables.moderation import check_welcome
from magnate.server.tables.replay import record_of
from magnate.server.tables.snapshot import freeze
from magnate.server.tables.summary import head_of
from magnate.server.tables.table import CLOSED, OPEN, OVER, Diverged, NextEntry, Table
from magnate.server.tables.table_setup import check_config
from magnate.view import PlanView, View

from .agenda import TableTimer
from .broadcast import Answers, Broadcast, Viewer
from .connections import Connections
from .seat_tokens import Tokens
from .table_reader import SNAPSHOT
from .timeouts import in_time

if TYPE_CHECKING:
    from .registry import Registry

TRIES = 8  # how often something is tried again when other nodes are faster

logger = logging.getLogger("magnate.live")
T = TypeVar("T")


class LiveTable:
    """A table on this node, with the parts it is made of: answers, connections and a timer."""

    def __init__(self, registry: Registry, table: Table) -> None:
        self.registry = registry
        self.store = registry.store
        self.clock = registry.clock
        self.table = table
        self.published = table.number  # entries up to this one have been sent
        self.is_unsure = False  # whether the last entry was stored is not known: read on in the log first
        self.mailbox = asyncio.Lock()  # first come, first served
        self.used = self.clock.now()
        self.tokens = Tokens(registry.signer)
        self.answers = Answers(self.store, self.tokens, table.number)
        self.broadcast = Broadcast(table)
        self.connections = Connections(self, registry, self.broadcast)
        self.timer = TableTimer(self, registry)
        self.noted: set[str] = set()  # people whom the store knows as members of this table

    @property
    def viewers(self) -> set[Viewer]:
        """Everybody who watches from here."""
        return self.broadcast.viewers

    @property
    def is_idle(self) -> bool:
        """Whether there are no viewers and nothing is under way."""
        return not self.viewers and not self.connections.joining and not self.mailbox.locked()

    # The mailbox.

    async def post(self, work: Coroutine[Any, Any, T]) -> T:
        """Run work in turn. The caller may go away: what was begun is finished."""
        return await asyncio.shield(self.registry.spawn(self._in_turn(work)))

    async def _in_turn(self, work: Coroutine[Any, Any, T]) -> T:
        async with self.mailbox:
            self.used = self.clock.now()
            try:
                return await work
            except NoSuchTable as error:
                self.close()
                raise Refusal("no_such_table", "this table was deleted") from error
            except StoreError as error:
                logger.warning("table %s: %s", self.table.id, error)
                raise Refusal("busy", "the table cannot be kept just now; ask again with the same id") from error
            except Diverged as error:
                logger.error("%s", error)
                self.is_unsure = True
                raise Refusal("unplayable", "this table was played by other rules than this server has") from error
            finally:
                self.timer.set()

    def close(self) -> None:
        """The table is no longer in the store."""
        self.timer.is_stopped = True
        self.registry.forget(self)
        for viewer in list(self.viewers):
            viewer.cut("forgotten", 0)

    # Commands.

    async def command(self, caller: Caller, held: Collection[str], id: str, command: ask.Command) -> Done:
        """Carry out what a client asks: with its text sanitised, its share counted, and in time."""
        registry = self.registry
        if registry.is_closing:
            raise Refusal("unavailable", "the server restarts; come back in a moment, with the same id")
        check_id(id)
        command = prepared(command)
        begun = time.perf_counter()
        with registry.doing():
            async with in_time():
                speaker = partial(self.connections.speaker, caller.person, held)
                charge = partial(registry.charge, caller, command, speaker)
                done = await self.do(caller.person, held, id, command, charge, is_known=not caller.is_fresh)
        registry.metrics.done(command, time.perf_counter() - begun)
        return done

    async def do(
        self,
        person: Person,
        held: Collection[str],
        id: str,
        command: ask.Command,
        charge: Callable[[], None] = lambda: None,
        is_known: bool = True,
    ) -> Done:
        """Carry out a command and store it. The same id of the same person or seat is answered, not done again.

        `held` are tokens of seats. `charge` is called before anything is done, and may refuse it. `is_known` is False
        for a caller without cookie or bearer token, who is somebody else each time: then the command is stored as one
        of the seat whose token is shown.
        """
        holders = self.tokens.holders(self.table, held)
        asker = person.id if is_known or not holders else holders[0]
        return await self.post(self._do(person, asker, held, id, command, charge))

    async def _do(
        self,
        person: Person,
        asker: str,
        held: Collection[str],
        id: str,
        command: ask.Command,
        charge: Callable[[], None],
    ) -> Done:
        for turn in range(TRIES):
            await self.be_current()
            if answer := await self.answers.find(self.table, person, held, id):
                return answer
            if isinstance(command, ask.Sit) and (done := self._sits_already(person, id, command)):
                return done
            if isinstance(command, ask.Rematch):
                return await self._rematch(person, asker, id, charge)
            await self.store.breaker.check()
            if turn == 0:
                charge()
            seats = {seat for token in held if (seat := self.tokens.seat(self.table, token)) is not None}
            try:
                move = decide(self.table, person.id, person.name, seats, command)
            except Refusal:  # unless another node knows better
                if await self.hear_others():
                    continue
                raise
            if await self.add(move, asker, id):
                return self.answers[asker, id]
        raise Refusal("busy", "the table could not answer in time; ask again with the same id")

    def _sits_already(self, person: Person, id: str, command: ask.Sit) -> Done | None:
        """Somebody who sits there already, and is known, is given the token again, unless for a word to the dice."""
        for seat, holder in enumerate(self.table.holders):
            if holder.person == person.id and holder.is_person and command.seat == seat:
                if self.table.status == OPEN and command.entropy not in ("", holder.entropy):
                    return None
                return Done(id=id, number=self.table.number, token=self.tokens.give(self.table, seat))
        return None

    async def _rematch(self, person: Person, asker: str, id: str, charge: Callable[[], None]) -> Done:
        if self.table.rematch is None:
            await self.hear_others()
        table = self.table
        if table.rematch is None or not await self.registry.stands(table.rematch):
            if table.status != OVER:
                raise Refusal("forbidden", "a rematch is for when the game is over")
            check_welcome(table, person.id)
            if person.id not in [holder.person for holder in table.holders]:
                raise Refusal("forbidden", "a rematch is for those who played")
            charge()
            fresh = await self.registry.rematch(person, table)
            if fresh != table.rematch and not await self.add(NextEntry(log.Rematched(fresh)), asker, id):
                await self.be_current()
        if self.table.rematch is None:
            raise Refusal("busy", "the table could not answer in time; ask again with the same id")
        return Done(id=id, number=self.table.number, table=self.table.rematch)

    async def seat(self, number: int, sat: log.Sat) -> None:
        """Give somebody a seat at a table just made, by the entry of this number, unless that was done."""
        await self.post(self.add_if(lambda: sat if self.table.number < number else None))

    async def close_table(self, why: str) -> None:
        """Close the table from outside."""
        await self.post(self.add_if(lambda: log.Closed(why)))  # type: ignore[arg-type]

    # Storing.

    async def add(self, move: NextEntry, person: str = "", id: str = "") -> bool:
        """Store a move under the next number, make it the table, and broadcast it. False: another node was first."""
        ended = [until for _, until in self.registry.outages[-1:]]
        at = max(self.clock.now(), self.table.at, *ended)  # clocks of nodes may differ
        entry, number = move.entry, self.table.number + 1
        after = self.table.copy()
        events = after.apply(number, at, entry, move.game)
        row = LogRow(after.id, number, at, person, id, encode(entry), encode(events) if events else b"")
        members = self._members(entry, person)
        self.is_unsure = True  # until the store has answered
        if not await self.store.writer.append(row, head_of(after, self.timer.due_unwatched(after)), members):
            return False  # still unsure: the other's entries are to be read
        self.is_unsure = False
        self.table, self.timer.is_ours = after, True
        self.noted.update(one for one, _ in members)
        self._publish(row, entry)
        self.registry.stored(after, entry)
        if (number + crc32(after.id.encode())) % SNAPSHOT == 0:  # tables that began together take turns
            self.registry.spawn(self.store.keep_snapshot(after.id, number, freeze(after)))
        return True

    def _members(self, entry: Entry, person: str) -> list[Member]:
        """Who has left a trace here by an entry, with the seat they took: so that they can be found and forgotten."""
        if isinstance(entry, log.Sat) and entry.person:
            return [(entry.person, entry.seat)]
        named = {person} if " " not in person else set()  # with a blank it is the holder of a seat
        if isinstance(entry, log.KeptOut) or (isinstance(entry, log.Silenced) and entry.silenced):
            named.add(entry.person)
        return [(one, NO_SEAT) for one in named - self.noted if one]

    async def add_if(self, make: Callable[[], Entry | None]) -> bool:
        """Store an entry about this node, if it is still true, however often others are faster. True: it was stored."""
        for _ in range(TRIES):
            await self.be_current()
            entry = make()
            if entry is None or self.table.status == CLOSED:
                return False
            await self.store.breaker.check()
            if await self.add(NextEntry(entry)):
                return True
        await self.be_current()
        return False

    def _publish(self, row: LogRow, entry: Entry) -> None:
        """Send an entry that is stored to all viewers here, or to none."""
        if row.id:
            self.answers.note(self.table, row, entry)
        self.broadcast.send(self.table, row, entry)
        self.published = row.number
        if isinstance(entry, log.Disconnected):
            self.connections.correct(entry)
        elif isinstance(entry, log.KeptOut):
            self.connections.send_away(entry.person)

    # Reading on.

    async def be_current(self) -> None:
        """Make sure that memory has what is stored, and that all of it was sent to everybody here."""
        if self.is_unsure or self.published < self.table.number:
            await self._read_on()

    async def catch_up(self) -> None:
        """Other nodes have written: apply their entries and broadcast them here."""
        await self.post(self._read_on())

    async def _read_on(self) -> None:
        for row in await self.store.rows(self.table.id, self.published):
            entry = decode_entry(row.body)
            if isinstance(entry, log.NamesRemoved):
                await self._read_again()
            elif row.number > self.table.number:
                after = self.table.copy()
                after.apply(row.number, row.at, entry)
                self.table = after
                self.timer.forget()
            self._publish(row, entry)
        self.is_unsure = False

    async def reread(self) -> None:
        """Names were removed from the log: what is in memory is rebuilt from it."""
        await self.post(self._reread())

    async def _reread(self) -> None:
        rows = await self.store.rows(self.table.id, self.published)
        await self._read_again()
        for row in rows:
            self._publish(row, decode_entry(row.body))
        self.is_unsure = False

    async def _read_again(self) -> None:
        """Rebuild the table from its log, and forget everything else that may name somebody."""
        self.table = await self.registry.reader.read(self.table.id)
        self.answers = Answers(self.store, self.tokens, self.table.number)
        self.noted.clear()
        self.timer.forget()

    async def hear_others(self) -> bool:
        """Ask the store whether other nodes have written what was not heard of yet. True: they have."""
        before = self.table.number
        if self.store.is_shared:
            await self._read_on()
        return self.table.number != before

    async def read(self, look: Callable[[], T]) -> T:
        """Look at the table in turn, with what other nodes have stored."""
        return await self.post(self._read(look))

    async def _read(self, look: Callable[[], T]) -> T:
        await self.be_current()
        await self.hear_others()
        return look()

    # What happens by itself.

    async def tick(self) -> None:
        """Do what is due."""
        await self.timer.tick()

    async def run_due(self) -> None:
        """Add the move that is due, if there is one."""
        await self.post(self._run_due())

    async def _run_due(self) -> None:
        await self.be_current()
        if self.timer.lets_think():
            return
        await self.store.breaker.check()
        move = self.timer.next_entry()
        if move is not None:
            await self.add(move)
            await self.be_current()

    # Looking.

    def state(self) -> TableState:
        """The table around the game."""
        return self.table.state()

    def look(self, seat: int | None) -> tuple[int, TableState, View | None]:
        """The table as it looks to a seat, with everything it may do, or to a watcher."""
        game = self.table.game
        if seat is not None and not 0 <= seat < len(self.table.holders):
            raise Refusal("no_such_seat", f"there is no seat {seat}")
        return self.table.number, self.table.state(), game.view(seat) if game else None

    def plan(self, seat: int, group: int, levels: Sequence[int]) -> tuple[int, PlanView]:
        """What a plan for buildings would cost a seat and change."""
        game = self.table.game
        if game is None:
            raise Refusal("not_started", "nothing is built before the game has started")
        try:
            return self.table.number, game.plan(seat, group, levels)
        except MalformedAction as error:
            raise Refusal("malformed", str(error)) from error

    async def record(self) -> str:
        """The whole game as text; its secret is revealed once it is over."""
        if await self.read(lambda: self.table.game) is None:
            raise Refusal("not_started", "there is no record before the game has started")
        rows = await self.store.rows(self.table.id, 0)
        return await asyncio.to_thread(record_of, self.table.secret, rows)


def check_id(id: str) -> None:
    """An id that can be stored and sent."""
    if not id.isprintable():
        raise Refusal("malformed", "id has letters that cannot be printed; expected up to 40 plain ones")


def prepared(command: ask.Command) -> ask.Command:
    """A command as the table may see it: its text sanitised, its set-up checked."""
    if isinstance(command, ask.Say):
        return replace(command, text=cleaned(command.text, "text", SAID))
    if isinstance(command, ask.Sit | ask.TakeOver | ask.KeepOut) and command.name is not None:
        return replace(command, name=cleaned(command.name, "name", NAME))
    if isinstance(command, ask.Configure):
        check_config(command.config)
    return command
