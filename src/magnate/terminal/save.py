"""Saved games: the record with its secret, and beside it a small file that says who sits where.

Both are replaced in one step after every move, so that a game killed at any moment goes on from its last move.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from magnate.errors import CorruptRecord
from magnate.game import Game
from magnate.record import Seal, head_of, move_line


class Seating(Struct, omit_defaults=True):
    """What a record does not say: who plays at this keyboard, in which language, and how long already."""

    people: list[int]
    lang: str
    elapsed: float = 0.0
    turns: int = 0
    over: bool = False
    edition: str = ""
    names: list[str] = []
    file: str = ""  # of an edition that does not come with the game
    level: str = "house"  # of the bots


class CannotResume(Exception):
    """A saved game that cannot go on, with the reason in a sentence."""


def data_folder() -> Path:
    """Where this user's games lie."""
    base = os.environ.get("XDG_DATA_HOME", "")
    root = Path(base) if base and Path(base).is_absolute() else Path.home() / ".local" / "share"
    return root / "magnate"


def new_path(game: Game) -> Path:
    """A file for a new game."""
    parts = [game.edition.id, game.edition.variant, time.strftime("%Y-%m-%d-%H%M%S")]
    stem = "-".join(part for part in parts if part)
    path = data_folder() / f"{stem}.record"
    number = 2
    while path.exists():
        path = data_folder() / f"{stem}-{number}.record"
        number += 1
    return path


def seating_path(path: Path) -> Path:
    """The file beside a record."""
    return path.with_name(path.name + ".seats")


def replace_file(path: Path, text: str, durable: bool) -> None:
    """Write a file in one step: a reader sees the old text or the new one, never a part."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with fresh.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        fresh.replace(path)
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)


class SavedGame:
    """Keeps a game in its file. The record grows line by line: nothing is written or hashed twice."""

    def __init__(self, game: Game, path: Path) -> None:
        self.game = game
        self.path = path
        self.lines = list(head_of(game, game.dice))
        self.seal = Seal()
        for line in self.lines:
            self.seal.add(line)
        self.written = 0
        self._seated = ""

    def text(self) -> str:
        """The record so far: the same text as `game.record()`."""
        for number in range(self.written, len(self.game.moves)):
            line = move_line(number, self.game.moves[number])
            self.lines.append(f"{line} #{self.seal.add(line)}")
        self.written = len(self.game.moves)
        last = f"end {self.written - 1}"
        end = Seal()
        end.hash = self.seal.hash.copy()
        return "\n".join([*self.lines, f"{last} #{end.add(last)}"]) + "\n"

    def save(self, seating: Seating, durable: bool) -> None:
        """Write both files."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(self.path, self.text(), durable)
        seated = msgspec.json.format(msgspec.json.encode(seating)).decode() + "\n"
        if seated != self._seated:
            replace_file(seating_path(self.path), seated, durable)
            self._seated = seated


def read_seating(path: Path) -> Seating | None:
    """Who sits where, if the file beside the record says so."""
    try:
        return msgspec.json.decode(seating_path(path).read_bytes(), type=Seating)
    except (OSError, msgspec.DecodeError):
        return None


def read_game(path: Path, edition: str) -> Game:
    """The game in a saved file, ready to go on; CannotResume says why not. `edition` is its own file, if it has one."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise CannotResume(f"{path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise CannotResume(f"{path} is not a saved game: it is not text") from None
    try:
        game = Game.replay(text, edition=edition or None)
    except CorruptRecord as error:
        raise CannotResume(f"{path} is not a whole saved game: {error}") from None
    if not game.dice.is_revealed and not game.is_over:
        raise CannotResume(
            f"{path} has no secret, so there are no dice to go on with; use the file the game was saved in"
        )
    return game


def unfinished() -> Iterator[tuple[Path, Seating]]:
    """The saved games of this user that are not over, the latest first."""
    found: list[tuple[float, Path]] = []
    with suppress(OSError):
        for path in data_folder().glob("*.record"):
            with suppress(OSError):
                found.append((path.stat().st_mtime, path))
    for _, path in sorted(found, reverse=True):
        seating = read_seating(path)
        if seating is not None and not seating.over and seating.people:
            yield path, seating
