"""What goes over the socket: frames from a client, and frames to it. All are JSON texts, one object each.

A client opens `/api/tables/{table}/socket`, says `Hello`, and is told everything after the number it names, without a
gap, and then whatever happens. It asks with `Do` under an id of its own; the same id is never done twice.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw, Struct

from magnate.actions import Group, Levels
from magnate.events import Event
from magnate.view import Option, PlanView, View

from .commands import Command, Number, Seat
from .config import Config
from .entries import Entry
from .orders import Orders
from .pacing import DueRent, Pace

PROTOCOL = 1
LONGEST = 2_000  # letters of a refusal: what is refused may be quoted in it, but is not sent back whole

Id = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(min_length=1, max_length=200)]


class Sent(Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """A frame from a client."""


class Hello(Sent, frozen=True):
    """The first frame: who I am here. `since` is the last number I have; without it only the present is sent.

    With `tokens` I play those seats; without, I watch.
    """

    protocol: int = PROTOCOL
    since: Number | None = None
    tokens: Annotated[list[Token], Meta(max_length=8)] = []


class Do(Sent, frozen=True):
    """Ask something of the table. The answer is `Done` or `Refused` under the same id."""

    id: Id
    command: Command


class Hold(Sent, frozen=True):
    """Play one more seat from this connection, by its token: after `Sit`, or at one keyboard with others."""

    id: Id
    token: Token


class Look(Sent, frozen=True):
    """Ask how the table looks to a seat of mine, with everything it may do now. The answer is `Seen`."""

    id: Id
    seat: Seat | None = None


class Plan(Sent, frozen=True):
    """Ask what a plan for the buildings of a group would cost a seat of mine, before it is ordered.

    `levels` has the level of every lot of the group, in board order. The answer is `Planned`.
    """

    id: Id
    seat: Seat
    group: Group
    levels: Levels


class Mute(Sent, frozen=True):
    """Stop hearing a person here, or hear them again. Only I notice."""

    id: Id
    person: Annotated[str, Meta(min_length=1, max_length=40)]
    muted: bool = True


class Ping(Sent, frozen=True):
    """Are you there? The answer is `Pong`."""


FromClient = Hello | Do | Hold | Look | Plan | Mute | Ping


class Reply(Struct, frozen=True, tag=True, tag_field="type", omit_defaults=True):
    """A frame to a client."""


class SeatState(Struct, frozen=True, omit_defaults=True):
    """A seat of the table: who sits there, whether they are here, whether a bot plays, and how long they may think.

    `deadline` is the moment (milliseconds since 1970) at which the clock answers for a seat that must; `left` what its
    bank holds while the clock stands.
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


class TakeBackState(Struct, frozen=True):
    """Somebody asks to take back a move: its number, and the seats that agree."""

    seat: int
    number: int
    agreed: list[int]


class TableState(Struct, frozen=True):
    """The table around the game: its set-up, its host, its seats.

    `pace` is how fast bots play; `paced_by` are the seats whose wish that is, where people have different ones.
    """

    id: str
    status: str  # open, playing, over, closed
    host: str
    config: Config
    commitment: str
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
    secret: str | None = None  # once the game is over
    take_back: TakeBackState | None = None


class Mine(Struct, frozen=True, omit_defaults=True):
    """What only the holder of a seat is told: its purse, what it may do if it must, rents to claim, standing orders."""

    seat: int
    cash: int | None = None
    options: list[Option] = []
    due: list[DueRent] = []
    orders: Orders = Orders()
    max_bid: int | None = None  # its proxy bid in the auction that is on
    takes_back: int | None = None  # the number of the move it could take back


class Welcome(Reply, frozen=True):
    """The answer to `Hello`: the table as it is, and the seats you play. Everything after `since` follows as `Told`.

    `refused_tokens` are those of `Hello` that are good for no seat, or no longer: forget them. After `Hold` it comes
    again, with the new seat.
    """

    protocol: int
    table: TableState
    person: str
    seats: list[int]
    view: View | None = None
    mine: list[Mine] = []
    refused_tokens: list[str] = []


class Told(Reply, frozen=True):
    """Entry `number` of the log, what happened by it, and, if it is the latest, how the table looks now."""

    number: int
    at: int
    entry: Entry
    events: list[Event] = []
    table: TableState | None = None
    view: View | None = None
    mine: list[Mine] = []


class Done(Reply, frozen=True):
    """A command was carried out and kept under `number`. `token` is for a seat just taken, `table` for a rematch."""

    id: str
    number: int
    token: str | None = None
    table: str | None = None


class Refused(Reply, frozen=True):
    """A frame was refused and changed nothing, unless `error` is `busy` or `unavailable`: then that is open.

    `error` is one of `ERRORS`; `legal` is what would be legal instead.
    """

    error: str
    message: str
    id: str | None = None
    legal: list[Option] | None = None
    number: int | None = None  # where the table is now
    wait: int = 0  # milliseconds until it would be allowed, with `too_fast`


class Seen(Reply, frozen=True):
    """The answer to `Look`."""

    id: str
    number: int
    table: TableState
    view: View | None = None


class Planned(Reply, frozen=True):
    """The answer to `Plan`. `number` is where the table was."""

    id: str
    number: int
    plan: PlanView


class Pong(Reply, frozen=True):
    """I am here."""


class Goodbye(Reply, frozen=True):
    """The server closes the connection. Come back after so many milliseconds, with the last number you have."""

    why: str  # restart, slow, limit, idle, forgotten
    retry: int = 0


ToClient = Welcome | Told | Done | Refused | Seen | Planned | Pong | Goodbye


class Refusal(Exception):
    """Something asked for that is refused: a named error, in words, and what would be legal."""

    def __init__(
        self, error: str, message: str, legal: list[Option] | None = None, number: int | None = None, wait: int = 0
    ) -> None:
        super().__init__(message)
        self.error = error
        self.message = message if len(message) <= LONGEST else f"{message[:LONGEST]}…"
        self.legal = legal
        self.number = number
        self.wait = wait

    def frame(self, id: str | None = None) -> Refused:
        """The frame that says so."""
        return Refused(self.error, self.message, id, self.legal, self.number, self.wait)


ERRORS = {
    "malformed": "the message cannot be read; it says where and what was expected",
    "hello_first": "the first frame must be Hello",
    "protocol": "this server speaks another version of the protocol",
    "ahead": "`since` is beyond the last number of the table, which is `number`: say Hello again without `since`",
    "no_such_table": "there is no table of that name",
    "no_such_seat": "the table has no such seat",
    "not_your_seat": "you do not hold that seat: its token is missing, wrong or expired",
    "not_the_host": "only the host may do that",
    "seat_taken": "somebody sits there already",
    "seat_empty": "nobody sits there",
    "no_such_level": "there is no bot of that level",
    "too_late": "the game has started",
    "not_started": "the game has not started",
    "is_over": "the game is over",
    "is_closed": "the table is closed",
    "seats_empty": "every seat must be taken before the start",
    "bad_config": "the table cannot be set up like that",
    "unplayable": "the table was played by other rules than this server has",
    "bad_record": "the record does not replay; it says which line is wrong",
    "stale": "the table has gone on: look again and decide anew",
    "illegal": "the rules do not allow that now; what is legal is listed",
    "no_clock": "this table has no clock",
    "not_absent": "that person is here",
    "too_fast": "too many messages in too short a time",
    "too_long": "the message is too large",
    "too_many": "there is no more room",
    "no_push": "this server sends no notices",
    "forbidden": "you may not do that",
    "busy": "the table could not answer in time; what came of the command is open: send it again with the same id",
    "no_such_page": "there is nothing at that address",
    "wrong_method": "that address does not take this method",
    "no_such_edition": "there is no edition of that name",
    "bad_token": "the cookie or the bearer token is forged, of another server, or expired",
    "wrong_origin": "a page of another site may not use this server",
    "unavailable": "the server cannot do that just now; what came of a command is open: send it again with the same id",
    "internal": "the server failed, and the failure is logged",
}

decode_frame = msgspec.json.Decoder(FromClient).decode
encode = msgspec.json.Encoder().encode


def raw(value: Any) -> Raw:
    """A part of a frame, encoded once for many readers."""
    return Raw(encode(value))
