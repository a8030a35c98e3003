"""What a client may ask of a table. Each command is checked against who asks, and answered once however often it comes.

Actions of the game travel inside `Act`; everything else is about the table itself.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from magnate.rules.codes import MAX_DEEDS, MAX_SEATS

from .config import Chat, Config, Name
from .state import Orders, Pace

Seat = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Entropy = Annotated[str, Meta(max_length=64)]
Text = Annotated[str, Meta(min_length=1, max_length=300)]
Emote = Literal["laugh", "applause", "surprise", "tears", "anger", "luck"]
Level = Annotated[str, Meta(min_length=1, max_length=20)]
Person = Annotated[str, Meta(min_length=1, max_length=40)]


class TableCommand(Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """A command."""


class Sit(TableCommand, frozen=True):
    """Take an empty seat; without a number, the first. `entropy` goes into the dice. The answer has its token."""

    seat: Seat | None = None
    name: Name | None = None
    entropy: Entropy = ""


class Stand(TableCommand, frozen=True):
    """Leave a seat of mine. Before the start it becomes empty; later a bot plays on, and the token is worth nothing."""

    seat: Seat


class SetBot(TableCommand, frozen=True):
    """The host puts a bot of this level on an empty seat, or lets a bot of a game that is on play at it from now on."""

    seat: Seat
    level: Level = "house"


class ClearSeat(TableCommand, frozen=True):
    """The host empties a seat before the start: sends a person or a bot away."""

    seat: Seat


class HandOver(TableCommand, frozen=True):
    """The host makes another person who sits here the host."""

    seat: Seat


class Configure(TableCommand, frozen=True):
    """The host changes the set-up before the start. Those who sit stay seated where there is still a seat."""

    config: Config


class Start(TableCommand, frozen=True):
    """The host starts the game; every seat must be taken."""


class Act(TableCommand, frozen=True):
    """Play an action for a seat of mine. `seen` is the last number I know of.

    If the question has changed since, the action is `stale`, unless it still means the same.
    """

    seat: Seat
    seen: Number
    action: Raw


class AskTakeBack(TableCommand, frozen=True):
    """Take back my last action, as long as no dice or cards have shown something new since.

    Immediate if you play against bots only; otherwise every other person at the table must agree.
    """

    seat: Seat


class AnswerTakeBack(TableCommand, frozen=True):
    """Agree to a request to take back an action, or refuse; the seat that asked withdraws it by `agree` false."""

    seat: Seat
    agree: bool


class LetBotPlay(TableCommand, frozen=True):
    """Let a bot play a seat of mine. The seat stays mine: `ComeBack`, or any action, takes it back."""

    seat: Seat


class ComeBack(TableCommand, frozen=True):
    """Play a seat of mine again that a bot plays."""

    seat: Seat


class TakeOver(TableCommand, frozen=True):
    """Take the seat of a bot in a game that is on, where the host allows it. The answer has its token."""

    seat: Seat
    name: Name | None = None


class SetOrders(TableCommand, frozen=True):
    """Set the standing orders of a seat of mine: what the server does for me without asking. Only I see them."""

    seat: Seat
    orders: Orders


class ProxyBid(TableCommand, frozen=True):
    """Bid for me up to this amount in the auction that is on, the least each time. 0 takes it back; only I know of it.

    `deed` is the one auctioned, null for a building: for another auction the answer is `stale`. An amount below
    the least bid (or my own bid, if it is the highest), above my cash or not a multiple of the `step` of `Bid` is
    `illegal`.
    """

    seat: Seat
    amount: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    deed: Annotated[int, Meta(ge=0, lt=MAX_DEEDS)] | None = None


class Say(TableCommand, frozen=True):
    """Say something to the table. With an emote, clients that draw it show the drawing; `text` is for all others."""

    text: Text
    emote: Emote | None = None


class RemoveMessage(TableCommand, frozen=True, tag="Unsay"):
    """The host removes the message with this log number."""

    number: Number


class SetChat(TableCommand, frozen=True):
    """The host says who may write: everyone, or only those who have a seat. At any time."""

    chat: Chat


class Silence(TableCommand, frozen=True):
    """The host forbids a person to write here, or allows it again."""

    person: Person
    silenced: bool = True


class KeepOut(TableCommand, frozen=True):
    """The host keeps a person out permanently: they may not sit, write or watch, here or at a rematch.

    Before the start this empties their seats. A person who plays in a running game is removed by a vote instead. `name`
    is for the host's list, where the person has no seat.
    """

    person: Person
    name: Name | None = None


class LetIn(TableCommand, frozen=True):
    """The host readmits a person who was kept out; one removed by a vote only after the game is over."""

    person: Person


class AskRemoval(TableCommand, frozen=True):
    """Ask the others to vote on removing the person of seat `target` from the game. I agree by asking.

    At least two people must agree, and more than two thirds of the others who play. Then a bot plays on.
    """

    seat: Seat
    target: Seat


class AnswerRemoval(TableCommand, frozen=True):
    """Vote. `agree` false from the seat that asked withdraws the vote."""

    seat: Seat
    agree: bool


class AskPause(TableCommand, frozen=True):
    """Ask for the clock to stop; it does when all people at the table have asked. Three times a move at most."""

    seat: Seat


class Resume(TableCommand, frozen=True):
    """Restart a paused clock. Anyone at the table may."""

    seat: Seat


class Grant(TableCommand, frozen=True):
    """Give another person more time. No consent is needed: a limit takes its place.

    All grants for one decision come to a minute at most, or, where that is more, to what the clock gives for one
    decision: the seconds of a clock for each decision, a day where the bank has days. A larger one is refused as
    `forbidden`, and the message has the seconds that are left.
    """

    seat: Seat
    to: Seat
    seconds: Annotated[int, Meta(ge=1, le=86_400)]


class WaitFor(TableCommand, frozen=True):
    """Agree to wait longer for an absent person; when all people here agree, the bot waits as long again.

    Once the bot plays, there is nothing to wait for: a person who returns gets the seat back immediately.
    """

    seat: Seat
    absent: Seat


class SetPace(TableCommand, frozen=True):
    """How fast I want bots to play. With several people the slowest wish counts."""

    seat: Seat
    pace: Pace


class SkipAhead(TableCommand, frozen=True):
    """Alone against bots: let them play without pauses until I have something to decide or a rent to claim.

    For a person who is out of the game: until its result.
    """

    seat: Seat


class Rematch(TableCommand, frozen=True):
    """After the end: a new table with the same people. The first to ask creates it; the others are sent there."""


class Close(TableCommand, frozen=True):
    """The host closes a table that has not started."""


ModerationCommand = SetChat | Silence | KeepOut | LetIn | AskRemoval | AnswerRemoval

Command = (
    Sit | Stand | SetBot | ClearSeat | HandOver | Configure | Start | Act | AskTakeBack | AnswerTakeBack
    | LetBotPlay | ComeBack | TakeOver | SetOrders | ProxyBid | Say | RemoveMessage | SetChat | Silence | KeepOut
    | LetIn | AskRemoval | AnswerRemoval | AskPause | Resume | Grant | WaitFor | SetPace | SkipAhead | Rematch | Close
)  # fmt: skip
