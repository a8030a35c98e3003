"""Answers: a command is carried out once, however often it is sent. The same id is answered, not done again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection

from msgspec.structs import replace

from magnate.protocol import entries as log
from magnate.protocol.entries import Entry, decode_entry
from magnate.protocol.frames import Done
from magnate.server.people.person import Person
from magnate.server.store.columns import LogRow
from magnate.server.store.store import Store
from magnate.server.tables.table import Table

from .seat_tokens import Tokens, is_held

REMEMBERED = 512  # answered commands of a table that are known without asking the store


class Answers:
    """The answers of one table: those given here in memory, all others in the store."""

    def __init__(self, store: Store, tokens: Tokens, number: int) -> None:
        self.store = store
        self.tokens = tokens
        self.known: OrderedDict[tuple[str, str], Done] = OrderedDict()
        self.complete_after = number  # every command answered after this number is in `known`

    def __getitem__(self, key: tuple[str, str]) -> Done:
        return self.known[key]

    async def find(self, table: Table, person: Person, held: Collection[str], id: str) -> Done | None:
        """The answer to a command that was carried out before: here, on another node, or before a restart.

        It may be stored under the person, the holder of a seat whose token is shown, or the person on that seat. Only
        the first two are given the token of a seat that was taken by it.
        """
        own = [person.id, *self.tokens.holders(table, held)]
        seats = {seat for token in held if (seat := self.tokens.seat(table, token)) is not None}
        seated = [sitter for seat in seats if (sitter := table.holders[seat].person) is not None]
        askers = dict.fromkeys((*own, *seated))
        asker = next((one for one in askers if (one, id) in self.known), None)
        if asker is None and self.complete_after > 1:
            row = await self.store.answered(table.id, askers, id)
            if row is not None:
                asker = row.person
                self.note(table, row, decode_entry(row.body))
        if asker is None:
            return None
        answer = self.known[asker, id]
        return answer if asker in own else replace(answer, token=None)

    def note(self, table: Table, row: LogRow, entry: Entry) -> None:
        """Remember how a command was answered: by this entry."""
        other = entry.table if isinstance(entry, log.Rematched) else None
        done = Done(id=row.id, number=row.number, token=self._token_of(table, entry), table=other)
        self.known[row.person, row.id] = done
        if len(self.known) > REMEMBERED:
            _, oldest = self.known.popitem(last=False)
            self.complete_after = max(self.complete_after, oldest.number)

    def _token_of(self, table: Table, entry: Entry) -> str | None:
        """The token of a seat that somebody took by this entry. Never that of a person who sits there later."""
        if not isinstance(entry, log.Sat) or entry.person is None or not is_held(table, entry.seat, entry.epoch):
            return None
        return self.tokens.give(table, entry.seat)
