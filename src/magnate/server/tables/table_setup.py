"""The edition a table plays: its set-up checked against the editions and levels of this server."""

from __future__ import annotations

import msgspec

from magnate.editions import Edition, EditionError, load, names
from magnate.protocol.config import Config
from magnate.protocol.errors import Refusal

from .levels import LEVELS


class BadConfig(ValueError):
    """A table that cannot be set up: it names the key and what would be right."""


class Diverged(Exception):
    """An entry does not fit the table: the rules have changed under a running game, or the log is damaged."""


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
    if len(config.handicap) not in (0, config.seats):
        raise BadConfig(f"handicap has {len(config.handicap)} numbers; expected {config.seats}, one a seat, or none")
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


def check_config(config: Config) -> None:
    """Refuse a set-up that cannot be played, and a timed variant without its time. Old logs may have one."""
    try:
        edition = edition_of(config)
    except BadConfig as error:
        raise Refusal("bad_config", str(error)) from error
    ending = edition.rules.ending
    if edition.book.ending.minutes and not ending.minutes and not ending.turns:
        problem = f"ending.minutes is 0; the variant {config.variant!r} ends at an agreed time: at least 1 is needed"
        raise Refusal("bad_config", problem)
