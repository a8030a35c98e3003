"""Tokens of seats: a client that has one plays that seat, until somebody else sits there.

A token names the table, the seat, and how many people had sat down before; only the server can sign one.
"""

from __future__ import annotations

from collections.abc import Collection

from magnate.server.operations.clock import now_ms
from magnate.server.people.signing import BadToken, Signer
from magnate.server.tables.table import Table

SEAT = "seat"  # the purpose of a seat's token


class Tokens:
    """The tokens of one table."""

    def __init__(self, signer: Signer) -> None:
        self.signer = signer
        self.known: dict[str, tuple[int, int]] = {}  # tokens that were read: the seat, and whose it was
        self.changes = signer.changes  # of the keys, when they were read

    def give(self, table: Table, seat: int) -> str:
        """The token of the person who sits there now."""
        return self.signer.sign(SEAT, table.id, str(seat), str(table.holders[seat].epoch))

    def read(self, table: Table, token: str) -> tuple[int, int] | None:
        """The seat and the epoch a token was given for, good or not; None if it is not one of this table."""
        if self.changes != self.signer.changes:
            self.known, self.changes = {}, self.signer.changes
        if token not in self.known:
            try:
                id, place, when = self.signer.read(SEAT, token, now_ms())
            except (BadToken, ValueError):
                return None
            if id != table.id:
                return None
            self.known[token] = int(place), int(when)
        return self.known[token]

    def seat(self, table: Table, token: str) -> int | None:
        """The seat a token is good for now, or None."""
        found = self.read(table, token)
        return found[0] if found is not None and is_held(table, *found) else None

    def holders(self, table: Table, tokens: Collection[str]) -> list[str]:
        """The holders of the seats these tokens were given for, under the names their commands are stored by."""
        found = [self.read(table, token) for token in tokens]
        return [f"seat {one[0]}.{one[1]}" for one in found if one is not None]


def is_held(table: Table, seat: int, epoch: int) -> bool:
    """Whether a seat is still with the person for whom the token was made."""
    holders = table.holders
    return seat < len(holders) and holders[seat].epoch == epoch and holders[seat].is_person
