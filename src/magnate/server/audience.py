"""The audience of a table: everybody who watches it from this node, and what each of them is told."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from magnate.view import View

from . import entries as log
from .config import NoClock
from .entries import Entry
from .frames import Frame
from .keeping import decode_entry
from .store import Row
from .table import Table
from .viewer import Viewer
from .wire import PROTOCOL, Welcome, encode


class Audience:
    """The viewers of a table here."""

    def __init__(self, table: Table) -> None:
        self.viewers: set[Viewer] = set()
        self.shown: tuple[object, ...] = (table.status,)  # of the table, the last time it was told

    def has(self, seat: int) -> bool:
        """Whether a seat is played from here."""
        return any(seat in viewer.seats for viewer in self.viewers)

    def frames(self, table: Table, row: Row, entry: Entry) -> list[tuple[Viewer, bytes]]:
        """What each viewer is told of an entry."""
        if not self.viewers:
            return []
        is_latest = row.number == table.number
        now = (table.status, [chair.stood_in for chair in table.chairs], table.pace, table.paced_by())
        has_news = now != self.shown or not isinstance(entry, log.Played)
        with_table = is_latest and (has_news or not isinstance(table.config.clock, NoClock))
        if with_table:
            self.shown = now
        frame = Frame(row, entry, table.state() if with_table else None, view_of(table) if is_latest else None)
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

    def take_seats(self, entry: Entry) -> None:
        """Whoever has left a seat, or lost it, is told nothing more about it."""
        if isinstance(entry, log.Stood):
            for viewer in self.viewers:
                viewer.seats.discard(entry.seat)
        elif isinstance(entry, log.Configured):
            for viewer in self.viewers:
                viewer.seats &= set(range(entry.config.seats))


def view_of(table: Table) -> View | None:
    """The game as a spectator sees it."""
    return table.game.view() if table.game else None


def welcome(table: Table, viewer: Viewer, refused: Sequence[str] = ()) -> bytes:
    """What a viewer is told of a table first, with those of its tokens that are good for no seat."""
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
        )
    )


def past(table: Table, row: Row, muted: Collection[str] = ()) -> bytes:
    """An entry of some time ago, as it is told today to somebody who does not hear these people."""
    return Frame(row, as_told_today(table, row)).text(muted, [])


def present(table: Table, row: Row, viewer: Viewer) -> bytes:
    """The last entry of a table with all that a viewer may know now."""
    mine = [encode(table.mine(seat)) for seat in sorted(viewer.seats)] if table.game else []
    return Frame(row, as_told_today(table, row), table.state(), view_of(table)).text(viewer.muted, mine)


def as_told_today(table: Table, row: Row) -> Entry:
    """An entry of the log, without what was said and taken back since."""
    entry: Entry = decode_entry(row.body)
    if isinstance(entry, log.Said) and row.number in table.unsaid:
        entry = msgspec.structs.replace(entry, text=None, emote=None)
    return entry
