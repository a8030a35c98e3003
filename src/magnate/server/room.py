"""A room: one live table on this node, and what people ask of it.

One thing at a time: a command is checked and played, kept in the store (`journal`), and only then answered and
published to everybody here (`presence`, `audience`). If another node was faster with the same number, the table is read
again and the command decided anew.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from magnate.actions import MalformedAction
from magnate.view import PlanView, View

from . import commands as ask
from . import entries as log
from .entries import Entry
from .journal import TRIES
from .keeping import decode_entry, record_of
from .presence import Presence
from .store import Row
from .table import OPEN, OVER, Table
from .tokens import is_held
from .viewer import Person
from .wire import Done, Refusal, TableState

if TYPE_CHECKING:
    from .hall import Hall

REMEMBERED = 512  # answered commands a room knows without asking the store


class Room(Presence):
    """A table on this node."""

    def __init__(self, hall: Hall, table: Table) -> None:
        super().__init__(hall, table)
        self.answers: OrderedDict[tuple[str, str], Done] = OrderedDict()
        self.remembers = table.number  # every command answered after this number is in `answers`

    # Commands.

    async def do(
        self,
        person: Person,
        held: Collection[str],
        id: str,
        command: ask.Command,
        charge: Callable[[], None] = lambda: None,
        is_known: bool = True,
    ) -> Done:
        """Carry out a command and keep it. The same id of the same person or seat is answered, not done again.

        `held` are tokens of seats. `charge` is called before anything is done, and may refuse it. `is_known` is False
        for a caller without cookie or bearer token, who is somebody else each time: then the command is stored as one
        of the seat whose token is shown.
        """
        holders = self.tokens.holders(self.table, held)
        asker = person.id if is_known or not holders else holders[0]
        return await self._post(self._do(person, asker, held, id, command, charge))

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
            await self._be_current()
            if answer := await self._answered(person, held, id):
                return answer
            if isinstance(command, ask.Sit) and (done := self._sits_already(person, id, command)):
                return done
            if isinstance(command, ask.Rematch):
                return await self._rematch(person, asker, id, charge)
            await self.hall.store.breaker.check()  # before the action is played: then the table need not be read again
            if turn == 0:
                charge()
            seats = {seat for token in held if (seat := self.tokens.seat(self.table, token)) is not None}
            try:
                entry = self.table.decide(person.id, person.name, seats, command)
            except Refusal:  # unless another node knows better
                if await self._hear_others():
                    continue
                raise
            if await self._keep(entry, asker, id):
                return self.answers[asker, id]
        raise Refusal("busy", "the table could not answer in time; ask again with the same id")

    def _sits_already(self, person: Person, id: str, command: ask.Sit) -> Done | None:
        """Somebody who sits there already, and is known, is given the token again, unless for a word to the dice."""
        for seat, chair in enumerate(self.table.chairs):
            if chair.person == person.id and chair.is_person and command.seat == seat:
                if self.table.status == OPEN and command.entropy not in ("", chair.entropy):
                    return None
                return Done(id=id, number=self.table.number, token=self.tokens.give(self.table, seat))
        return None

    async def _rematch(self, person: Person, asker: str, id: str, charge: Callable[[], None]) -> Done:
        if self.table.rematch is None:
            await self._hear_others()
        table = self.table
        if table.rematch is None or not await self.hall.stands(table.rematch):
            if table.status != OVER:
                raise Refusal("forbidden", "a rematch is for when the game is over")
            if person.id not in [chair.person for chair in table.chairs]:
                raise Refusal("forbidden", "a rematch is for those who played")
            charge()
            fresh = await self.hall.rematch(person, table)
            if fresh != table.rematch and not await self._keep(log.Rematched(fresh), asker, id):
                await self._be_current()
        if self.table.rematch is None:
            raise Refusal("busy", "the table could not answer in time; ask again with the same id")
        return Done(id=id, number=self.table.number, table=self.table.rematch)

    async def seat(self, number: int, sat: log.Sat) -> None:
        """Give somebody a seat at a table just made, by the entry of this number, unless that was done."""
        await self._post(self._until_kept(lambda: sat if self.table.number < number else None))

    async def close_table(self, why: str) -> None:
        """Close the table from outside."""
        await self._post(self._until_kept(lambda: log.Closed(why)))  # type: ignore[arg-type]

    # Answers.

    async def _answered(self, person: Person, held: Collection[str], id: str) -> Done | None:
        """The answer to a command that was carried out before: here, on another node, or in another life.

        It may be stored under the person, the holder of a seat whose token is shown, or the person on that seat. Only
        the first two are given the token of a seat that was taken by it.
        """
        own = [person.id, *self.tokens.holders(self.table, held)]
        seats = {seat for token in held if (seat := self.tokens.seat(self.table, token)) is not None}
        seated = [sitter for seat in seats if (sitter := self.table.chairs[seat].person) is not None]
        askers = dict.fromkeys((*own, *seated))
        asker = next((one for one in askers if (one, id) in self.answers), None)
        if asker is None and self.remembers > 1:
            row = await self.hall.store.answered(self.table.id, askers, id)
            if row is not None:
                asker = row.person
                self._answer(asker, id, row.number, decode_entry(row.body))
        if asker is None:
            return None
        answer = self.answers[asker, id]
        return answer if asker in own else replace(answer, token=None)

    def _answer(self, asker: str, id: str, number: int, entry: Entry) -> None:
        """Remember how a command was answered."""
        table = entry.table if isinstance(entry, log.Rematched) else None
        self.answers[asker, id] = Done(id=id, number=number, token=self._token_of(entry), table=table)
        if len(self.answers) > REMEMBERED:
            _, oldest = self.answers.popitem(last=False)
            self.remembers = max(self.remembers, oldest.number)

    def _token_of(self, entry: Entry) -> str | None:
        """The token of a seat that somebody took by this entry. Nobody is given that of whoever sits there later."""
        if not isinstance(entry, log.Sat) or entry.person is None or not is_held(self.table, entry.seat, entry.epoch):
            return None
        return self.tokens.give(self.table, entry.seat)

    # Publishing.

    def _publish(self, row: Row, entry: Entry) -> None:
        if row.id:
            self._answer(row.person, row.id, row.number, entry)
        self.audience.take_seats(entry)
        frames = self.audience.frames(self.table, row, entry)  # whatever goes wrong does so before anybody is told
        self.published = row.number
        for viewer, frame in frames:
            viewer.offer(frame)
        if isinstance(entry, log.Gone) and entry.node == self.hall.node:  # others took this node for dead
            self.hall.spawn(self._post(self._note_presence([entry.seat])))

    def _vanish(self) -> None:
        self.is_lost = True
        self.hall.forget(self)
        for viewer in list(self.viewers):
            viewer.cut("forgotten", 0)

    # Looking.

    def state(self) -> TableState:
        """The table around the game."""
        return self.table.state()

    def look(self, seat: int | None) -> tuple[int, TableState, View | None]:
        """The table as it looks to a seat, with everything it may do, or to a spectator."""
        game = self.table.game
        if seat is not None and not 0 <= seat < len(self.table.chairs):
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
        rows = await self.hall.store.rows(self.table.id, 0)
        return await asyncio.to_thread(record_of, self.table.secret, rows)
