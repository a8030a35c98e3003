"""Records from elsewhere: a game that was played without this server, as the log of a table."""

from __future__ import annotations

from collections.abc import Callable

from magnate.errors import CorruptRecord
from magnate.game import Game
from magnate.protocol import entries as log
from magnate.protocol.config import Config
from magnate.protocol.entries import Entry
from magnate.protocol.errors import Refusal
from magnate.protocol.frames import encode
from magnate.record import Reader, open_game, play_moves
from magnate.server.people.sanitise import NAME, clean
from magnate.server.store.columns import LogRow

from .table import Table

Stops = Callable[[], bool]


def table_of(id: str, person: str, text: str, at: int, most: int, stops: Stops) -> tuple[Table, list[LogRow]]:
    """A record as a table that somebody brings in, and its log. It takes a while, unless `stops` says to give up."""
    game = game_of(text, most, stops)
    table = Table(id, game.dice.secret)
    rows = []
    for number, entry in enumerate(log_of(person, game), 1):
        go_on(stops)
        told = table.apply(number, at, entry)
        rows.append(LogRow(id, number, at, person, "", encode(entry), encode(told) if told else b""))
    return table, rows


def game_of(text: str, most: int, stops: Stops) -> Game:
    """The game of a record: replayed, and checked die by die."""
    reader = Reader(text)
    try:
        game = open_game(Game, reader, None, None)
        moves = len(reader.lines) - reader.at - 2  # beside them there are the set-up and the end
        if moves > most:
            raise Refusal("too_long", f"the record has {moves:,} moves; this server takes up to {most:,}")
        for _ in play_moves(reader, game):
            game.events.clear()
            go_on(stops)
    except CorruptRecord as error:
        raise Refusal("bad_record", str(error)) from error
    if not game.dice.is_revealed:
        raise Refusal("bad_record", "the record keeps its secret to itself, so its dice cannot be checked")
    for name in game.names:
        if len(name) > NAME or clean(name) != name:
            raise Refusal("bad_record", f"the name {name[:NAME]!r} is not plain text of up to {NAME} letters")
    return game


def go_on(stops: Stops) -> None:
    """Unless the server goes down."""
    if stops():
        raise Refusal("unavailable", "the server restarts; nothing of the record was kept, send it again in a moment")


def log_of(person: str, game: Game) -> list[Entry]:
    """The entries a game adds up to, at a table that somebody brings in. One that is not over is played no further."""
    edition = game.edition
    options = {path: value for path, _, value in edition.differences()}
    config = Config(
        edition=edition.id,
        variant=edition.variant,
        skin=edition.skin,
        options=options,
        seats=game.seats,
        handicap=list(game.handicap),
    )
    entropy = [*game.dice.entropy, *[""] * game.seats][: game.seats]
    entries: list[Entry] = [log.Created(person, config, game.dice.commitment)]
    entries += [log.Sat(seat, name, 1, entropy=entropy[seat]) for seat, name in enumerate(game.names)]
    start = log.Started(game.names, list(game.dice.entropy), list(game.moves[0].chance), rules=game.rules_version)
    entries.append(start)
    entries += [log.Played(seat, action, list(luck)) for seat, action, luck in game.moves[1:] if action is not None]
    if not game.is_over:
        entries.append(log.Closed("record"))
    return entries
