"""What goes over the socket: frames from a client, and frames to it. All are JSON texts, one object each.

A client opens `/api/tables/{table}/socket`, sends `Hello`, and receives every entry after the number it names,
without a gap, and then each new entry. It asks with `Do` under an id of its own; the same id is never done twice.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw, Struct

from magnate.actions import Group, Levels
from magnate.events import Event
from magnate.view import Option, PlanView, View

from .commands import Command, Number, Seat
from .entries import Entry
from .state import Mine, TableState

PROTOCOL = 1

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
    """Mute or unmute a person at every table. The server stores this for a guest; other people do not notice."""

    id: Id
    person: Annotated[str, Meta(min_length=1, max_length=40)]
    muted: bool = True


class Ping(Sent, frozen=True):
    """Are you there? The answer is `Pong`."""


FromClient = Hello | Do | Hold | Look | Plan | Mute | Ping


class Reply(Struct, frozen=True, tag=True, tag_field="type", omit_defaults=True):
    """A frame to a client."""


class Welcome(Reply, frozen=True):
    """The answer to `Hello`: the table as it is now and the seats you play. All entries after `since` follow as `Told`.

    `refused_tokens` are those of `Hello` that are not or no longer valid: discard them. After `Hold` it comes
    again, with the new seat. `muted` are the people you have muted.
    """

    protocol: int
    table: TableState
    person: str
    seats: list[int]
    view: View | None = None
    mine: list[Mine] = []
    refused_tokens: list[str] = []
    muted: list[str] = []


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
    """A command was executed and stored under `number`. `token` is for a seat just taken, `table` for a rematch."""

    id: str
    number: int
    token: str | None = None
    table: str | None = None


class Refused(Reply, frozen=True):
    """A frame was refused without effect; with `error` `busy` or `unavailable` it may have been executed.

    `error` is the reason (see Refusals); `legal` is what would be legal instead.
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
    """The server closes the connection. Reconnect after `retry` milliseconds, with the last number you have."""

    why: str  # restart, slow, limit, idle, forgotten, kept_out, banned
    retry: int = 0


ToClient = Welcome | Told | Done | Refused | Seen | Planned | Pong | Goodbye


decode_frame = msgspec.json.Decoder(FromClient).decode
encode = msgspec.json.Encoder().encode


def raw(value: Any) -> Raw:
    """A part of a frame, encoded once for many readers."""
    return Raw(encode(value))
