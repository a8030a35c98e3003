"""How a table is set up: which game, who may sit, how long one may think; all that a host chooses before the start."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from magnate.rules.codes import MAX_SEATS

HOUR = 3_600
DAY = 24 * HOUR
LONGEST = 30 * DAY
LEAST_CASH, MOST_CASH = 50, 200  # % of the starting cash, as `magnate.game` has them

Name = Annotated[str, Meta(min_length=1, max_length=24)]
Seats = Annotated[int, Meta(ge=2, le=MAX_SEATS)]
Seconds = Annotated[int, Meta(ge=1, le=LONGEST)]
Percent = Annotated[int, Meta(ge=LEAST_CASH, le=MOST_CASH)]
Chat = Literal["everyone", "seats"]
Options = Annotated[dict[Annotated[str, Meta(max_length=60)], Any], Meta(max_length=80)]


class NoClock(Struct, frozen=True, tag="none", tag_field="type", forbid_unknown_fields=True):
    """Think as long as you like."""


class PerDecision(Struct, frozen=True, tag="decision", tag_field="type", forbid_unknown_fields=True):
    """A time limit for each decision: up to days, for games by correspondence."""

    seconds: Seconds


class Bank(Struct, frozen=True, tag="bank", tag_field="type", forbid_unknown_fields=True):
    """A time limit for the whole game, and an increment for each decision made."""

    seconds: Seconds
    increment: Annotated[int, Meta(ge=0, le=DAY)] = 0


Clock = NoClock | PerDecision | Bank


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as its host wants it. `options` are house rules: differences from the book, by the path of the switch."""

    edition: Annotated[str, Meta(max_length=40)]
    variant: Annotated[str, Meta(max_length=40)] | None = None
    skin: Annotated[str, Meta(max_length=40)] | None = None
    options: Options = {}
    seats: Seats = 4
    handicap: Annotated[list[Percent], Meta(max_length=MAX_SEATS)] = []  # each seat's starting cash; empty: the book's
    clock: Clock = NoClock()
    auction: Annotated[int, Meta(ge=0, le=DAY)] = (
        0  # seconds a bid stands before it is sold; 0: the clock alone decides
    )
    absence: Annotated[int, Meta(ge=0, le=LONGEST)] | None = (
        None  # seconds until a bot plays for somebody gone; 0: never
    )
    stand_in: Annotated[str, Meta(max_length=20)] = "house"  # the level that plays for the absent
    public: bool = False
    takeover: bool = False  # whether somebody without a seat may take that of a bot during the game
    chances: bool = True  # whether those who watch see everybody's chance to win
    chat: Chat | None = None  # who may write; null: at a public table those who have a seat, elsewhere everyone
    hot_seat: bool | None = None  # whether one person may take several seats; null: only at a table that is not public

    @property
    def is_slow(self) -> bool:
        """Whether this is a game by correspondence: hours for a decision, or days for the whole game."""
        match self.clock:
            case PerDecision(seconds=seconds):
                return seconds >= HOUR
            case Bank(seconds=seconds):
                return seconds >= DAY
            case NoClock():
                return False

    @property
    def writers(self) -> Chat:
        """Who may write in the chat."""
        return self.chat or ("seats" if self.public else "everyone")

    @property
    def allows_hot_seat(self) -> bool:
        """Whether one person may take several seats."""
        return not self.public if self.hot_seat is None else self.hot_seat

    @property
    def patience(self) -> int:
        """Seconds until a bot plays for somebody who is gone; 0: never. Games by correspondence wait for everybody."""
        if self.absence is not None:
            return self.absence
        return 0 if self.is_slow else 120
