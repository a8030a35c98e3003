"""Who may ask what of a table, and when."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from magnate.protocol.errors import Refusal

from .holder import OPEN, OVER, Holder

if TYPE_CHECKING:
    from .table import Table

MOST_ARRANGED = 500  # seats taken, bots seated, set-ups chosen, hosts changed: before the start, or after it
MOST_SEATED = 50  # of these, by one person who is not the host
MOST_MODERATED = 1_000  # of these and what the host decides about people: strangers alone cannot use that up


def holder_of(table: Table, seat: int) -> Holder:
    if not 0 <= seat < len(table.holders):
        raise Refusal("no_such_seat", f"there is no seat {seat}; expected 0 to {len(table.holders) - 1}")
    return table.holders[seat]


def check_seat(table: Table, seats: Collection[int], seat: int) -> None:
    holder_of(table, seat)
    if seat not in seats:
        raise Refusal("not_your_seat", f"you do not hold seat {seat}: its token is missing, wrong or no longer good")


def check_host(table: Table, person: str) -> None:
    if person != table.host:
        raise Refusal("not_the_host", "only the host may do that")


def check_not_started(table: Table) -> None:
    if table.status != OPEN:
        raise Refusal("too_late", "the game has started")


def check_arranging(table: Table, person: str, most: int = MOST_ARRANGED) -> None:
    """Refuse to rearrange a table without end. Leaving needs no bound: a person who leaves has sat down."""
    if len(table.arranged) >= most:
        problem = f"this table was rearranged {most} times; play, or make another table"
        raise Refusal("forbidden", problem)
    if person != table.host and table.arranged.count(person) >= MOST_SEATED:
        raise Refusal("forbidden", f"you sat down here {MOST_SEATED} times; keep a seat, or watch")


def check_playing(table: Table) -> None:
    if table.status == OPEN:
        raise Refusal("not_started", "the game has not started")
    if table.status == OVER:
        raise Refusal("is_over", "the game is over")
