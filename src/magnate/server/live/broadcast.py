"""Broadcast: the viewers of a table on this node, the frame that each of them is sent, and the answer to who asked.

A command is carried out once, however often it is sent. The same id is answered, not done again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any, Protocol

import msgspec

from magnate.game import Game
from magnate.protocol import entries as log
from magnate.protocol.config import NoClock
from magnate.protocol.entries import Entry, decode_entry
from magnate.protocol.frames import PROTOCOL, Done, Told, Welcome, encode
from magnate.protocol.state import TableState
from magnate.server.people.person import Person
from magnate.server.store.columns import LogRow
from magnate.server.store.store import Store
from magnate.server.tables.attendance import patience_ends
from magnate.server.tables.clocks import agreed_end
from magnate.server.tables.pace import pace_of, paced_by
from magnate.server.tables.table import Table
from magnate.view import Option, View

from .seat_tokens import Tokens, is_held

REMEMBERED = 512  # answered commands of a table that are known without asking the store


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


class Broadcast:
    """The viewers of a table here."""

    def __init__(self, table: Table) -> None:
        self.viewers: set[Viewer] = set()
        self.shown: tuple[object, ...] = (table.status,)  # of the table, the last time it was sent
        self.position = SentPosition(None)

    def has(self, seat: int) -> bool:
        """Whether a seat is played from here."""
        return any(seat in viewer.seats for viewer in self.viewers)

    def send(self, table: Table, row: LogRow, entry: Entry) -> None:
        """Send a stored entry to every viewer: all of them, or none."""
        self.take_seats(entry)
        frames = self.frames(table, row, entry)  # an error here comes before the first frame is sent
        for viewer, frame in frames:
            viewer.offer(frame)

    def frames(self, table: Table, row: LogRow, entry: Entry) -> list[tuple[Viewer, bytes]]:
        """What each viewer receives of an entry."""
        if not self.viewers:
            return []
        is_latest = row.number == table.number
        now = changed_by_moves(table)
        has_news = now != self.shown or not isinstance(entry, log.Played)
        has_clock = not isinstance(table.config.clock, NoClock) or table.config.auction > 0
        with_table = is_latest and (has_news or has_clock)
        if with_table:
            self.shown = now
        if self.position.game is not table.game:
            self.position = SentPosition(table.game)
        position = self.position if is_latest else SentPosition(None)
        frame = Frame(row, entry, table.state() if with_table else None, position.view)
        mine: dict[int, bytes] = {}
        frames = []
        for viewer in self.viewers:
            parts = []
            for seat in sorted(viewer.seats) if is_latest and table.game else ():
                if seat not in mine:
                    mine[seat] = encode(table.mine(seat, position.options(seat)))
                parts.append(mine[seat])
            frames.append((viewer, frame.text(viewer.muted, parts)))
        return frames

    def take_seats(self, entry: Entry) -> None:
        """A viewer who has left a seat, or lost it, receives nothing more about it."""
        if isinstance(entry, log.SeatLeft | log.KeptOut):
            left = {entry.seat} if isinstance(entry, log.SeatLeft) else set(entry.seats)
            for viewer in self.viewers:
                viewer.seats -= left
        elif isinstance(entry, log.Configured):
            for viewer in self.viewers:
                viewer.seats &= set(range(entry.config.seats))


def changed_by_moves(table: Table) -> tuple[object, ...]:
    """What a move may change in the state around the game at a table without a clock."""
    return (
        table.status,
        [(holder.taken_over, patience_ends(table, seat)) for seat, holder in enumerate(table.holders)],
        pace_of(table),
        paced_by(table),
        table.paused,
        table.pause_asked,
        table.take_back,
        table.removal,
        agreed_end(table),
    )


class SentPosition:
    """What is sent of a position, worked out once: the view of a watcher, and the options of each seat.

    A game in memory is never changed once an entry with it is stored, so it stands for its position.
    """

    def __init__(self, game: Game | None) -> None:
        self.game = game
        self.known: dict[int, msgspec.Raw | list[Option]] = {}

    @cached_property
    def view(self) -> msgspec.Raw | None:
        """The game as a watcher sees it, encoded."""
        return None if self.game is None else msgspec.Raw(encode(self.game.view()))

    def options(self, seat: int) -> msgspec.Raw | list[Option]:
        """Everything a seat may do, encoded: that takes a tenth of the memory."""
        if self.game is not None and seat not in self.known:
            found = self.game.options(seat)
            self.known[seat] = msgspec.Raw(encode(found)) if found else []
        return self.known.get(seat, [])


class Frame:
    """`Told`, encoded once and finished for each reader: what they may not hear left out, what is theirs added."""

    def __init__(self, row: LogRow, entry: Entry, table: TableState | None = None, view: Any = None) -> None:
        self.entry = log.as_told(entry)
        self.plain: bytes | None = None
        self.of = (row, table, view)

    def _encode(self, entry: Entry) -> bytes:
        row, table, view = self.of
        events: Any = msgspec.Raw(row.told) if row.told else []
        return encode(Told(number=row.number, at=row.at, entry=entry, events=events, table=table, view=view))

    def text(self, muted: Collection[str], mine: list[bytes]) -> bytes:
        """The frame for one reader."""
        if isinstance(self.entry, log.Said) and self.entry.person in muted:
            return self._encode(msgspec.structs.replace(self.entry, text=None, emote=None))
        if self.plain is None:
            self.plain = self._encode(self.entry)
        if not mine:
            return self.plain
        return self.plain[:-1] + b',"mine":[' + b",".join(mine) + b"]}"


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
        return answer if asker in own else msgspec.structs.replace(answer, token=None)

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


def view_of(table: Table) -> View | None:
    """The game as a watcher sees it."""
    return table.game.view() if table.game else None


def welcome(table: Table, viewer: Viewer, refused: Sequence[str] = ()) -> bytes:
    """What a viewer receives of a table first, with those of its tokens that are good for no seat."""
    seats = sorted(viewer.seats)
    mine = [table.mine(seat) for seat in seats] if table.game else []
    return encode(
        Welcome(
            protocol=PROTOCOL,
            table=table.state(),
            person=viewer.person.id,
            seats=seats,
            view=view_of(table),
            mine=mine,
            refused_tokens=list(refused),
            muted=sorted(viewer.muted),
        )
    )


def past(table: Table, row: LogRow, muted: Collection[str] = ()) -> bytes:
    """An entry of some time ago, as it is sent today to a viewer who mutes these people."""
    return Frame(row, as_sent_now(table, row)).text(muted, [])


def present(table: Table, row: LogRow, viewer: Viewer) -> bytes:
    """The last entry of a table with all that a viewer may know now."""
    mine = [encode(table.mine(seat)) for seat in sorted(viewer.seats)] if table.game else []
    return Frame(row, as_sent_now(table, row), table.state(), view_of(table)).text(viewer.muted, mine)


def as_sent_now(table: Table, row: LogRow) -> Entry:
    """An entry of the log, without what was said and taken back since."""
    entry: Entry = decode_entry(row.body)
    if isinstance(entry, log.Said) and row.number in table.removed:
        entry = msgspec.structs.replace(entry, text=None, emote=None)
    return entry
