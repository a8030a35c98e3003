"""`Told`, encoded once for many readers and finished for each."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from magnate.view import View

from . import entries as log
from .entries import Entry
from .store import Row
from .wire import TableState, Told, encode


class Frame:
    """`Told`, encoded once and finished for each reader: what they may not hear left out, what is theirs added."""

    def __init__(self, row: Row, entry: Entry, table: TableState | None = None, view: View | None = None) -> None:
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
