"""The log of a table: what was decided, in order, one entry a number. The log is the truth; a table is its sum.

An entry contains everything a node needs to continue from it: the time, the results of chance, who did it. Entries are
public except for three things: `entropy` before the start, what was said to somebody who does not want to hear it, and
standing orders: `as_told` leaves them out.

Only one thing ever changes in a log: names, ids and words of people who want to be forgotten are removed
(`NamesRemoved`). An id is then replaced by one that stands for no person, and a name is empty.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from magnate.actions import Action

from .config import Chat, Config
from .state import BranchPoint, KeptOutBy, KeptOutPerson, NameMark, Orders, Pace

By = Literal["person", "bot", "clock", "order"]


class Logged(Struct, frozen=True, tag=True, tag_field="type", omit_defaults=True):
    """An entry."""


class Created(Logged, frozen=True):
    """A table was made. The dice are promised from here on; `again` is the table it is a rematch of.

    `kept_out` are those who were kept out there, and are here, too. `branch` is the moment that is tried again here.
    """

    host: str
    config: Config
    commitment: str
    again: str | None = None
    kept_out: list[KeptOutPerson] = []
    branch: BranchPoint | None = None


class Sat(Logged, frozen=True):
    """A person (`person` is an id) or a bot (`level`) took a seat. `epoch` rises with everyone who sits there.

    A bot that sits down again with the same `epoch` changes its level.
    """

    seat: int
    name: str
    epoch: int
    person: str | None = None
    level: str | None = None
    entropy: str = ""


class SeatLeft(Logged, frozen=True, tag="Stood"):
    """A seat became empty before the start; or its person left permanently, and a bot plays on."""

    seat: int
    by_host: bool = False


class HostChanged(Logged, frozen=True):
    """Another person is host now."""

    host: str


class Configured(Logged, frozen=True):
    """The set-up was changed before the start."""

    config: Config


class Started(Logged, frozen=True):
    """The game began: the seats' entropy joined the promised secret, and the Bank dealt.

    `position` is the text of the position it began in; "" where it began with the set-up. `elapsed` is how much of an
    agreed time was played before, in milliseconds. `rules` is the version that had last changed a rule
    by then; "" is 0.1.
    """

    names: list[str]
    entropy: list[str]
    chance: list[tuple[int, int]]
    position: str = ""
    elapsed: int = 0
    rules: str = ""


class Played(Logged, frozen=True):
    """An action was played, with the results of chance it called for. Seat -1 is the Bank's clock.

    Clients never see `by` as `order`: what a standing order does appears as the person's action.
    """

    seat: int
    action: Action
    chance: list[tuple[int, int]] = []
    by: By = "person"


class TakeBackAsked(Logged, frozen=True):
    """A seat asks to take back its move of this number; bots wait, and the next action cancels the request."""

    seat: int
    number: int


class TakeBackAgreed(Logged, frozen=True):
    """A seat agrees, and others have not answered yet."""

    seat: int


class TakeBackRefused(Logged, frozen=True):
    """A seat does not agree, or no longer wants to take back."""

    seat: int


class TakenBack(Logged, frozen=True):
    """The move of this number, and those after it, no longer count: the game is as it was before."""

    seat: int
    number: int


class Ordered(Logged, frozen=True):
    """A seat set its standing orders, or the most it bids in this auction (0: no more than it bids itself).

    Clients, the owner's too, see only that a seat did so: `seat`, `orders` and `max_bid` are null. The owner finds
    its orders in `Mine`.
    """

    seat: int | None = None
    orders: Orders | None = None
    max_bid: int | None = None


class Said(Logged, frozen=True):
    """A person wrote a message, or showed an emote, whose words are in `text`.

    Both are None if the message was removed, its writer's data was deleted, or the reader muted the writer.
    `mark` warns of the speaker's name, as it does in `SeatState`.
    """

    person: str
    name: str
    text: str | None
    seat: int | None = None
    emote: str | None = None
    mark: NameMark | None = None


class MessageRemoved(Logged, frozen=True, tag="Unsaid"):
    """The host removed a message."""

    number: int


class ChatSet(Logged, frozen=True):
    """The host said who may write."""

    chat: Chat


class Silenced(Logged, frozen=True):
    """The host forbids a person to write here, or allows it again."""

    person: str
    silenced: bool = True


class KeptOut(Logged, frozen=True):
    """A person may no longer sit, write or watch here. `seats` are those they lost.

    Before the start these become empty; later a bot plays on.
    """

    person: str
    name: str = ""
    seats: list[int] = []
    by: KeptOutBy = "host"


class Readmitted(Logged, frozen=True):
    """A person who was kept out may come again."""

    person: str


class RemovalAsked(Logged, frozen=True):
    """A seat asks the others to vote on removing the person of seat `target` from the game."""

    seat: int
    target: int


class RemovalAnswered(Logged, frozen=True):
    """A seat voted, and the vote is still open."""

    seat: int
    agree: bool


class RemovalEnded(Logged, frozen=True):
    """A vote ended and the person stays: too few can still agree, the asker withdrew it, or its time is up."""

    why: Literal["refused", "withdrawn", "lapsed"]


class PauseAsked(Logged, frozen=True):
    """A seat wants the clock to stop; it stops once all people want it."""

    seat: int


class Resumed(Logged, frozen=True):
    """The clock runs again."""

    seat: int


class Granted(Logged, frozen=True):
    """A seat gave another more time."""

    seat: int
    to: int
    seconds: int


class Connected(Logged, frozen=True, tag="Came"):
    """The person of a seat is connected to this node; a bot that played for them returns the seat."""

    seat: int
    node: str


class Disconnected(Logged, frozen=True, tag="Gone"):
    """The person of a seat is no longer connected to this node."""

    seat: int
    node: str


class BotTookOver(Logged, frozen=True, tag="StoodIn"):
    """The person was disconnected too long, or asked for it: a bot plays the seat until they return."""

    seat: int
    asked: bool = False


class PersonReturned(Logged, frozen=True, tag="CameBack"):
    """The person plays the seat again that a bot was asked to play."""

    seat: int


class WaitAgreed(Logged, frozen=True):
    """A seat agrees to wait longer for an absent person."""

    seat: int
    absent: int


class PaceSet(Logged, frozen=True):
    """A seat wants bots to play at this pace."""

    seat: int
    pace: Pace


class SkippedAhead(Logged, frozen=True):
    """A seat that plays against bots alone lets them play without pauses until it has something to decide."""

    seat: int


class AuctionCalled(Logged, frozen=True, tag="Called"):
    """Going once, going twice: an auction is about to end with the bid that stands."""

    times: int


class TimeCredited(Logged, frozen=True, tag="Graced"):
    """The server was down: seats whose clock ran get this much extra time."""

    milliseconds: int


class Rematched(Logged, frozen=True):
    """The same people meet again at another table."""

    table: str


class NamesRemoved(Logged, frozen=True):
    """Names and words were removed from this log, in the entries before this one, too: `why` says on whose wish.

    `seats` are those whose name was removed. A client discards what it received and sends Hello again without `since`.
    """

    seats: list[int] = []
    why: Literal["person", "operator", "age"] = "person"


class Closed(Logged, frozen=True):
    """The table is closed: by its host, by the operator, or because the record it was made from ends here."""

    why: Literal["host", "admin", "record"]


Entry = (
    Created | Sat | SeatLeft | HostChanged | Configured | Started | Played | TakeBackAsked | TakeBackAgreed
    | TakeBackRefused | TakenBack | Ordered | Said | MessageRemoved | ChatSet | Silenced | KeptOut | Readmitted
    | RemovalAsked | RemovalAnswered | RemovalEnded | PauseAsked | Resumed | Granted | Connected | Disconnected
    | BotTookOver | PersonReturned | WaitAgreed | PaceSet | SkippedAhead | AuctionCalled
    | TimeCredited | Rematched | NamesRemoved | Closed
)  # fmt: skip

decode_entry = msgspec.json.Decoder(Entry).decode


def as_told(entry: Entry) -> Entry:
    """An entry as everybody may read it. What an order does looks like the person's own action."""
    match entry:
        case Sat():
            return replace(entry, entropy="")
        case Ordered():
            return Ordered()
        case Played(by="order"):
            return replace(entry, by="person")
        case _:
            return entry
