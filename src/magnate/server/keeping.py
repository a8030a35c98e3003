"""What a table is in the store: an entry as bytes, its line in lists, and the record its log makes."""

from __future__ import annotations

import time

import msgspec

from magnate.actions import Action
from magnate.dice import FairDice
from magnate.game import Game

from . import entries as log
from .config import Config, edition_of
from .entries import Entry
from .store import Head, Row
from .table import Table
from .wire import encode

decode_entry = msgspec.json.Decoder(Entry).decode


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def head_of(table: Table, due: int | None) -> Head:
    """A table as the store lists it."""
    return Head(
        id=table.id,
        status=table.status,
        public=table.config.public,
        edition=table.config.edition,
        seats=len(table.chairs),
        host=table.host,
        created=table.created,
        at=table.at,
        number=table.number,
        due=due,
        secret=table.secret,
        summary=summary(table),
    )


def summary(table: Table) -> bytes:
    """What lists show of a table."""
    seats = [{"name": chair.name, "bot": chair.level is not None, "here": chair.is_here} for chair in table.chairs]
    config = table.config
    about = {"variant": config.variant, "skin": config.skin, "options": len(config.options), "seats": seats}
    turns = table.game.state.turns if table.game else 0
    return encode({**about, "turns": turns, "awaited": [awaited(table, seat) for seat in table.awaited()]})


def awaited(table: Table, seat: int) -> dict[str, object]:
    """A seat that play waits for: whose it is, since when, and until when if a clock runs."""
    chair = table.chairs[seat]
    return {"person": chair.person, "seat": seat, "since": chair.since, "until": table.deadline(seat)}


def record_of(secret: str, rows: list[Row]) -> str:
    """The record of a game from its log: the moves that count."""
    config: Config | None = None
    game: Game | None = None
    moves: list[tuple[int, int, Action]] = []
    is_public = False  # it came as a record, with its secret
    for row in rows:
        match decode_entry(row.body):
            case log.Created(config=chosen) | log.Configured(config=chosen):
                config = chosen
            case log.Started(names=names, entropy=entropy) if config is not None:
                game = Game(edition_of(config), names=names, dice=FairDice.from_secret(secret, entropy))
            case log.Played(seat=seat, action=action):
                moves.append((row.number, seat, action))
            case log.TakenBack(number=number):
                moves = [move for move in moves if move[0] < number]
            case log.Sat(seat=seat, name=name) if game is not None:  # who took over from a bot
                game.names[seat] = name
            case log.Closed(why="record"):
                is_public = True
            case _:
                pass
    assert game is not None
    for _, seat, action in moves:
        game.play_stored(seat, action)
    return game.record(reveal=game.is_over or is_public)
