"""How a table is set up: which game, who may sit, how long one may think; all that a host chooses before the start."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from magnate.editions import Edition, EditionError, load, names
from magnate.rules.codes import MAX_SEATS

from .levels import LEVELS

HOUR = 3_600
DAY = 24 * HOUR
LONGEST = 30 * DAY

Name = Annotated[str, Meta(min_length=1, max_length=24)]
Seats = Annotated[int, Meta(ge=2, le=MAX_SEATS)]
Seconds = Annotated[int, Meta(ge=1, le=LONGEST)]
Options = Annotated[dict[Annotated[str, Meta(max_length=60)], Any], Meta(max_length=80)]


class NoClock(Struct, frozen=True, tag="none", tag_field="type", forbid_unknown_fields=True):
    """Think as long as you like."""


class PerDecision(Struct, frozen=True, tag="decision", tag_field="type", forbid_unknown_fields=True):
    """So many seconds for every decision: up to days, for games by correspondence."""

    seconds: Seconds


class Bank(Struct, frozen=True, tag="bank", tag_field="type", forbid_unknown_fields=True):
    """So many seconds for the whole game, and some more for every decision made."""

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
    def patience(self) -> int:
        """Seconds until a bot plays for somebody who is gone; 0: never. Games by correspondence wait for everybody."""
        if self.absence is not None:
            return self.absence
        return 0 if self.is_slow else 120


class BadConfig(ValueError):
    """A table that cannot be set up: it names the key and what would be right."""


def edition_of(config: Config) -> Edition:
    """The edition a table plays, checked with its options and its number of seats."""
    if config.edition not in names():  # never a file on the server
        raise BadConfig(f"edition is {config.edition!r}; expected one of {', '.join(names())}")
    try:
        edition = load(config.edition, variant=config.variant, skin=config.skin, options=config.options)
    except EditionError as error:
        raise BadConfig(str(error)) from error
    if config.seats not in edition.seats:
        raise BadConfig(f"seats is {config.seats}; {edition.id} is for {edition.seats[0]} to {edition.seats[-1]}")
    if config.stand_in not in LEVELS:
        raise BadConfig(f"stand_in is {config.stand_in!r}; expected one of {', '.join(LEVELS)}")
    return edition


def parse(data: object) -> Config:
    """A table's set-up as it comes from outside."""
    try:
        config = msgspec.convert(data, Config)
    except msgspec.ValidationError as error:
        raise BadConfig(str(error)) from error
    edition_of(config)
    return config
