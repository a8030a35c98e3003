"""Try it again: a table that goes on from a moment of a finished game, one person in a seat and bots in the others.

With the same dice the log repeats the moves up to the moment, under the secret of the first game: its record begins
with the set-up and is proved like any other, but the secret was known before. With fresh dice the game begins in the
position of the moment: what is to come is promised again. Of the people of the first game nothing is taken over.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from magnate.dice import commit
from magnate.fixes import RULES
from magnate.game import Game
from magnate.protocol import entries as log
from magnate.protocol.config import Config
from magnate.protocol.entries import Entry
from magnate.protocol.errors import Refusal
from magnate.protocol.frames import encode
from magnate.protocol.state import BranchPoint
from magnate.server.store.columns import LogRow

from .levels import bot_name
from .record_import import go_on
from .replay import moves_that_count
from .table import Table


class FirstGame(Struct, frozen=True):
    """A game that is over: its table, its secret and its log."""

    table: str
    secret: str
    rows: list[LogRow]


class Attempt(Struct, frozen=True):
    """What somebody wants to try again: the moment after an entry, which seat, with which dice, against which bots."""

    person: str
    name: str
    number: int
    seat: int
    dice: Literal["same", "fresh"]
    level: str
    entropy: str = ""
    id: str = ""  # of the new table
    at: int = 0


def begin_again(first: FirstGame, wish: Attempt, most: int, stops: Callable[[], bool]) -> tuple[Table, list[LogRow]]:
    """The new table and its log. It takes a while, unless `stops` says to give up."""
    before = Table("", first.secret)
    moves = moves_that_count(before, (row for row in first.rows if row.number <= wish.number))
    game = before.running()
    check_moment(game, wish, len(moves), most)
    table = Table(wish.id, secrets.token_hex(32) if wish.dice == "fresh" else first.secret)
    branch = BranchPoint(first.table, wish.number, wish.seat, len(moves) - 1, wish.dice)
    rows: list[LogRow] = []
    for entry in entries_of(before, table.secret, [entry for _, entry in moves], wish, branch):
        go_on(stops)
        number = len(rows) + 1
        told = table.apply(number, wish.at, entry)
        by = "" if isinstance(entry, log.Played) else wish.person
        rows.append(LogRow(wish.id, number, wish.at, by, "", encode(entry), encode(told) if told else b""))
    return table, rows


def check_moment(game: Game, wish: Attempt, moves: int, most: int) -> None:
    """Refuse a moment that cannot be tried."""
    if game.is_over:
        raise Refusal("is_over", f"the game is over at entry {wish.number}; expected an earlier one")
    if not 0 <= wish.seat < game.seats:
        raise Refusal("no_such_seat", f"there is no seat {wish.seat}; expected 0 to {game.seats - 1}")
    if game.state.out[wish.seat]:
        raise Refusal("forbidden", f"seat {wish.seat} is out of the game at entry {wish.number}")
    if moves > most:
        raise Refusal("too_long", f"{moves:,} moves were played by then; this server takes up to {most:,}")


def entries_of(
    before: Table, secret: str, moves: list[log.Started | log.Played], wish: Attempt, branch: BranchPoint
) -> Iterable[Entry]:
    """The entries of the new table."""
    old = before.config
    config = Config(edition=old.edition, variant=old.variant, skin=old.skin, options=old.options, seats=old.seats)
    yield log.Created(wish.person, config, commit(secret), branch=branch)
    names = [""] * config.seats
    names[wish.seat] = wish.name
    for seat in range(config.seats):
        epoch = seat + 1
        if seat == wish.seat:
            yield log.Sat(seat, wish.name, epoch, person=wish.person)
        else:
            names[seat] = bot_name(config.edition, seat, [name for name in names if name])
            yield log.Sat(seat, names[seat], epoch, level=wish.level)
    game, start = before.running(), moves[0]
    assert isinstance(start, log.Started)
    elapsed = before.now - before.started if game.table.ending_minutes else 0
    if wish.dice == "fresh":
        entropy = [wish.entropy if seat == wish.seat else "" for seat in range(config.seats)]
        yield log.Started(names, entropy, [], game.to_text(), elapsed, RULES)
        return
    yield replace(start, names=names, elapsed=elapsed)
    yield from moves[1:]
