"""Tokens of seats: whoever has one plays that seat, until somebody else sits there.

A token names the table, the seat, and the so many-th person to sit at the table; only the server can sign one.
"""

from __future__ import annotations

from .keeping import now_ms
from .rights import BadToken, Signer
from .table import Table

SEAT = "seat"  # the purpose of a seat's token


class Tokens:
    """The tokens of one table."""

    def __init__(self, signer: Signer) -> None:
        self.signer = signer
        self.known: dict[str, tuple[int, int]] = {}  # tokens that were read: the seat, and whose it was

    def give(self, table: Table, seat: int) -> str:
        """The token of whoever sits there now."""
        return self.signer.sign(SEAT, table.id, str(seat), str(table.chairs[seat].epoch))

    def seat(self, table: Table, token: str) -> int | None:
        """The seat a token is good for now, or None."""
        if token not in self.known:
            try:
                id, place, when = self.signer.read(SEAT, token, now_ms())
            except (BadToken, ValueError):
                return None
            if id != table.id:
                return None
            self.known[token] = int(place), int(when)
        seat, epoch = self.known[token]
        return seat if is_held(table, seat, epoch) else None


def is_held(table: Table, seat: int, epoch: int) -> bool:
    """Whether a seat is still with the person who was the so many-th to sit there."""
    chairs = table.chairs
    return seat < len(chairs) and chairs[seat].epoch == epoch and chairs[seat].is_person
