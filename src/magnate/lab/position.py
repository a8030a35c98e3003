"""Positions: any moment of a record, a game in progress, or the text of a position."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from magnate.actions import Action
from magnate.editions import Edition
from magnate.errors import CorruptRecord, MalformedPosition
from magnate.game import Game
from magnate.lab.errors import BadQuestion
from magnate.position_text import is_text
from magnate.record import Reader, open_game, play_moves


class PositionAfterMove(NamedTuple):
    """A moment of a game: the state after a move, its table, who sits there."""

    move: int
    seat: int  # who made the move; -1 the Bank
    action: Action | None
    state: Any
    table: dict[str, Any]
    edition: Edition
    names: list[str]


Where = Game | PositionAfterMove | str | Path


def of_game(game: Game, table: dict[str, Any] | None = None) -> PositionAfterMove:
    """Where a game stands."""
    last = game.moves[-1]
    return PositionAfterMove(
        len(game.moves) - 1,
        last.seat,
        last.action,
        game.state.copy(),
        table or dict(game.edition.table(game.seats)),
        game.edition,
        list(game.names),
    )


def moments(record: str | Path, edition: Path | None = None) -> Iterator[PositionAfterMove]:
    """Every moment of a record's file, from the set-up on."""
    path = Path(record)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not a text"
        raise BadQuestion(
            f"{path}: {why}; expected the record of a game, as `magnate tables export` writes it"
        ) from None
    try:
        reader = Reader(text)
        game = open_game(Game, reader, None, edition)
        table = dict(game.edition.table(len(game.names)))
        for _ in play_moves(reader, game):
            yield of_game(game, table)
    except CorruptRecord as error:
        raise BadQuestion(f"{path}: {error}") from None


def found(where: Where, move: int | None = None, edition: Path | None = None) -> PositionAfterMove:
    """The moment that is asked for: a game as it stands, the text of a position, or a record's file after a move.

    `edition` is the file of an edition that does not come with the game.
    """
    if isinstance(where, PositionAfterMove):
        return where
    if isinstance(where, Game):
        return of_game(where)
    if isinstance(where, str) and is_text(where):
        return of_text(where, move, edition)
    return at_move(where, move, edition)


def of_text(text: str, move: int | None, edition: Path | None) -> PositionAfterMove:
    """The position of a text."""
    if move is not None:
        raise BadQuestion(f"move {move}; a text is one position, without moves")
    try:
        return of_game(Game.from_text(text, seed=0, edition=edition))
    except MalformedPosition as error:
        raise BadQuestion(str(error)) from None


def last_move(record: str | Path) -> int:
    """The number of a record's last move, as its end says; 0 where it does not."""
    if is_text(record):
        return 0
    try:
        end = Path(record).read_text(encoding="utf-8").rstrip().rpartition("\n")[2].split()
    except (OSError, UnicodeDecodeError):
        return 0
    return int(end[1]) if len(end) > 1 and end[0] == "end" and end[1].isdecimal() else 0


def at_move(record: str | Path, move: int | None, edition: Path | None = None) -> PositionAfterMove:
    """The moment after a move; without its number, the end of the record."""
    last = None
    for moment in moments(record, edition):
        last = moment
        if moment.move == move:
            return moment
    if move is not None or last is None:
        raise BadQuestion(f"move {move}; {record} has moves 0 to {last.move if last is not None else 0}")
    return last
