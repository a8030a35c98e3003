"""The holder of a seat: a person or a bot, whether they are connected, and how long they have been thinking."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from magnate.protocol.state import NO_ORDERS, DueRent, NameMark, Orders, Pace

OPEN, PLAYING, OVER, CLOSED = "open", "playing", "over", "closed"  # what a table may be


class MaxBid(NamedTuple):
    """A proxy bid: the most a seat bids in this auction, and the number of the entry that says so."""

    amount: int
    number: int


class DatedRent(NamedTuple):
    """A rent that is due to a seat, and the number of the entry by which it came due."""

    rent: DueRent
    number: int


class Holder(Struct):
    """One seat of a table. Times are milliseconds since 1970."""

    name: str | None = None
    person: str | None = None
    level: str | None = None
    epoch: int = 0  # how many have sat here: a token is good for one of them
    entropy: str = ""
    nodes: list[str] = []  # where the person is connected
    away: int | None = None  # since when a person has been gone
    met: bool = False  # the person was connected, or has acted, since taking the seat
    waits: int = 0  # how often the others agreed to wait as long again
    waiting: list[int] = []  # the seats that agree to wait once more
    taken_over: bool = False  # a bot plays for the person
    lent: bool = False  # the person asked a bot to play: being connected does not end that
    since: int | None = None  # thinking since
    asked: int = 0  # the number of the entry that put the last question to this seat
    unchanged: int = 0  # the number since which this seat is asked the same, others' bids and opening rolls apart
    rents: list[DatedRent] = []  # due to this seat, the oldest first
    claimed: int = 0  # the number of the entry by which this seat last got a rent
    spent: int = 0  # on this decision, before it was interrupted
    extra: int = 0  # granted for this decision
    resting: bool = False  # this decision is not the clock's: a deal, or an auction with a hammer of its own
    left: int = 0  # of the bank
    orders: Orders = NO_ORDERS  # what the server does for the person
    max_bid: MaxBid | None = None  # in the auction that is on
    ordered: int = 0  # when the orders were last changed
    pace: Pace = "normal"  # how fast the person wants bots to play
    paces: int = 0  # how often that was changed
    mark: NameMark | None = None  # what is to be said of the person's name

    @property
    def is_taken(self) -> bool:
        """Whether anybody sits here."""
        return self.person is not None or self.level is not None

    @property
    def is_here(self) -> bool:
        """Whether the person who sits here is connected."""
        return bool(self.nodes)

    @property
    def bot(self) -> bool:
        """Whether a bot plays this seat now."""
        return self.level is not None or self.taken_over

    @property
    def is_person(self) -> bool:
        """Whether a person holds this seat, here or gone."""
        return self.person is not None and self.level is None
