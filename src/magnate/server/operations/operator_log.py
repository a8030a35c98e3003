"""What an operator must know, at `info`: refusals by limits, connections that were closed, tables that were closed,
slow commits, people who are kept out, banned or reported. Addresses are written only where the setting `log_addresses`
says so.

A flood must not fill the disk: of refusals by the same limit to the same client, one line a minute is written, with how
many there were since the last one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from .logs import event
from .settings import Settings

AGAIN = 60.0  # seconds between two lines about the same client and limit
MOST = 10_000  # clients that are remembered
CUT = ("limit", "slow")  # reasons of a closed connection that are worth a line; the others are everyday
COUNTED = {
    "frames": "person", "bot_frames": "person", "chat": "person", "tables": "person", "reports": "person",
    "arrivals": "seat",
}  # fmt: skip  # what these limits count by; the others count by address


class OperatorLog:
    """Writes the lines of one node."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self.settings = settings
        self.clock = clock
        self.refused: dict[tuple[str, str], tuple[float, int]] = {}  # when a line was written, and refusals since

    def limited(self, limit: str, key: str) -> None:
        """A limit has refused somebody: a person by id, a seat of a table, or an address."""
        now = self.clock()
        written, since = self.refused.get((limit, key), (now - AGAIN, 0))
        if now - written < AGAIN:
            self.refused[limit, key] = written, since + 1
            return
        if len(self.refused) >= MOST:
            self.sweep(now)
        self.refused[limit, key] = now, 0
        fields: dict[str, Any] = {COUNTED[limit]: key} if limit in COUNTED else self.address(key)
        if since:
            fields["since_last"] = since
        event("refused_by_limit", limit=limit, **fields)

    def sweep(self, now: float) -> None:
        """Forget clients about whom a line may be written again, and if that is not enough the oldest."""
        self.refused = {key: one for key, one in self.refused.items() if now - one[0] < AGAIN}
        for key in list(self.refused)[: max(0, len(self.refused) - MOST // 2)]:
            del self.refused[key]

    def cut(self, why: str, table: str, person: str, address: str) -> None:
        """The server has closed a connection."""
        if why in CUT:
            event("connection_cut", why=why, table=table, person=person, **self.address(address))

    def table_closed(self, table: str, why: str) -> None:
        """A table was closed."""
        event("table_closed", table=table, why=why)

    def table_deleted(self, table: str) -> None:
        """The operator deleted a table."""
        event("table_deleted", table=table)

    def person_forgotten(self, by: str, **counts: int) -> None:
        """A person was forgotten: at their wish ("person"), or by the operator."""
        fields: dict[str, Any] = {"by": by, **counts}
        event("person_forgotten", **fields)

    def kept_out(self, table: str, person: str, by: str) -> None:
        """A person is kept out of a table."""
        event("kept_out", table=table, person=person, by=by)

    def banned(self, kind: str, value: str, is_banned: bool) -> None:
        """The operator banned somebody, or took it back."""
        what = "banned" if is_banned else "unbanned"
        event(what, **({"person": value} if kind == "person" else self.address(value)))

    def reported(self, report: str, table: str, person: str) -> None:
        """Somebody reported a person."""
        event("reported", report=report, table=table, person=person)

    def committed(self, seconds: float, entries: int) -> None:
        """A commit has ended."""
        if 1000 * seconds >= self.settings.slow_commit_ms:
            event("slow_commit", seconds=round(seconds, 3), entries=entries)

    def address(self, address: str) -> dict[str, Any]:
        """An address as a field, if addresses are written."""
        return {"address": address} if self.settings.log_addresses else {}
