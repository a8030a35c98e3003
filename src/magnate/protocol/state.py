"""The state of a table around the game as it is sent: its seats, what only the holder of a seat sees, its orders."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from magnate.view import Option

from .config import Config

Pace = Literal["normal", "fast", "instant"]
KeptOutBy = Literal["host", "vote", "admin"]
NameMark = Literal["duplicate", "bot"]
PACES: tuple[Pace, ...] = ("normal", "fast", "instant")  # the slowest first


class BranchPoint(Struct, frozen=True):
    """The moment of a finished game that a table tries again: its table, the number of the entry before, and the seat.

    `moves` is how many moves were played by then. `dice` are those of the first game, or fresh ones.
    """

    table: str
    number: int
    seat: int
    moves: int
    dice: Literal["same", "fresh"]


class Orders(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the server does for a seat without asking. All are off unless they were set."""

    claim_rents: bool = False  # claim every rent that is due to me
    end_turn: bool = False  # end my turn when nothing is left to build, lift, claim or answer
    pass_auctions: bool = False  # leave auctions in which I cannot pay the next bid
    follow_cards: bool = False  # do what a card says, where it leaves no choice
    refuse_deals: bool = False  # decline deals offered to me; off again when my next turn begins


NO_ORDERS = Orders()


class DueRent(Struct, frozen=True):
    """A rent that a seat may claim until the next player rolls."""

    debtor: int
    deed: int
    amount: int


class SeatState(Struct, frozen=True, omit_defaults=True):
    """A seat of the table: who sits there, whether they are here, whether a bot plays, and how long they may think.

    `deadline` is the moment (milliseconds since 1970) at which the clock answers for a seat that must; `left` what its
    bank holds while the clock stands. `mark` warns of a person's name: `duplicate` resembles the name of an earlier
    holder of a seat here, `bot` that of a bot.
    """

    seat: int
    name: str | None = None
    person: str | None = None
    level: str | None = None
    here: bool = False
    stood_in: bool = False
    deadline: int | None = None
    left: int | None = None
    away_until: int | None = None
    pace: Pace = "normal"
    mark: NameMark | None = None


class TakeBackState(Struct, frozen=True):
    """A pending request to take back a move: its number, and the seats that agree."""

    seat: int
    number: int
    agreed: list[int]


class KeptOutPerson(Struct, frozen=True, omit_defaults=True):
    """A person who may not enter this table: kept out by the host, by a vote, or by the operator."""

    person: str
    name: str = ""
    by: KeptOutBy = "host"


class RemovalState(Struct, frozen=True):
    """The others vote whether the person of seat `target` leaves the game. `seat` asked.

    `needed` is how many people must agree; `until` the moment (milliseconds since 1970) at which the vote lapses.
    """

    seat: int
    target: int
    agreed: list[int]
    refused: list[int]
    needed: int
    until: int


class TableState(Struct, frozen=True):
    """The table around the game: its set-up, its host, its seats.

    `pace` is how fast bots play; `paced_by` are the seats whose wish that is, where people have different ones.
    `ends_at` is the moment (milliseconds since 1970) at which the agreed time of a timed game is up; null without one,
    in a pause, and once it was up.
    """

    id: str
    status: str  # open, playing, over, closed
    host: str
    config: Config
    commitment: str  # the SHA-256, as hex, of the secret's bytes (which are hex, too)
    seats: list[SeatState]
    number: int
    created: int
    paused: bool = False
    pause_asked: list[int] = []
    called: int = 0
    pace: Pace = "normal"
    paced_by: list[int] = []
    again: str | None = None
    rematch: str | None = None
    branch: BranchPoint | None = None  # the game that is tried again here
    secret: str | None = None  # once the game is over
    take_back: TakeBackState | None = None
    kept_out: list[KeptOutPerson] = []
    silenced: list[str] = []  # ids of those whom the host lets no longer write
    removal: RemovalState | None = None
    ends_at: int | None = None


class Mine(Struct, frozen=True, omit_defaults=True):
    """What only the holder of a seat sees: its cash, what it may do, rents to claim, standing orders.

    `options` is everything it may do while play waits for it, `may` while play waits for others: one of them is empty.
    """

    seat: int
    cash: int | None = None  # where cash is private; null where it is public: `view.seats` has it
    options: list[Option] = []
    due: list[DueRent] = []
    orders: Orders = Orders()
    max_bid: int | None = None  # its proxy bid in the auction that is on
    takes_back: int | None = None  # the number of the move it could take back
    may: list[Option] = []
