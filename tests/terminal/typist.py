"""A typist for tests: a session in this process whose keyboard is a list of lines or a function."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterable
from pathlib import Path

from rich.console import Console

from magnate.game import Game
from magnate.terminal.save import SavedGame
from magnate.terminal.session import Clock, Session
from magnate.terminal.table import Lines, TableNames, TerminalTable
from magnate.words import Words

MORE_LINES = (
    *("", "", "help", "show", "board", "why", "rules", "who", "save", "why CLA-25", "why XXX", "show 5", "show zz"),
    *("as Ana: claim", "Ion: claim", "ana", "Ion", "Ion: 1", "yes", "no", "cancel", "[red]", "{seat}", "-1", "0"),
    *("bid 10", "bid -3", "bid 999999999999", "build 1 1 1", "build 3 9 9 9", "build x", "sell 1 0 0", "mortgage 1"),
    *("\x00\x1b[2J", "²", "١٢", "💥 💥", "a" * 3000, "1" * 5000, ": :", "as", "as :", "1 1 1", "1. 2", "%s %d"),
)


def sit(
    game: Game, people: Iterable[int], read: Callable[[str], str], path: Path, lang: str = "en", elapsed: float = 0.0
) -> tuple[Session, io.StringIO]:
    """A session that reads from a function, and the text it will have shown."""
    shown = io.StringIO()
    console = Console(file=shown, width=100, highlight=False, markup=False, emoji=False)
    words = Words(lang)
    table = TerminalTable(
        game, words, Lines(lang), TableNames(game.edition, game.names, words), console, read, set(people)
    )
    return Session(table, SavedGame(game, path), Clock(game, elapsed)), shown


def typing(lines: Iterable[str]) -> Callable[[str], str]:
    """A keyboard that gives these lines, and then is gone."""
    coming = iter(lines)

    def read(prompt: str) -> str:
        for line in coming:
            return line
        raise EOFError

    return read


def at_random(game: Game, lang: str, seed: int, count: int) -> Callable[[str], str]:
    """A keyboard on which somebody types numbers, words that are legal, words that are not, and nonsense."""
    chance = random.Random(seed)
    words = Words(lang)
    left = [count]

    def read(prompt: str) -> str:
        if left[0] == 0:
            raise EOFError
        left[0] -= 1
        kind = chance.randrange(10)
        if kind < 3:
            return str(chance.randrange(1, 8))
        if kind < 6 and game.must:
            option = chance.choice(game.options(chance.choice(game.must)) or [None])
            if option is not None and option.type != "Concede":
                return f"{words.book.word[option.type]} {chance.choice(['', '', '1', '12', '50', '2 1 1 1', '3 0 0'])}"
        if kind < 7:
            return chance.choice(list(words.book.word.values())) + chance.choice(["", " 1", " 24", " 3 1 1 1"])
        if kind < 8:
            return ""
        if kind < 9:
            return chance.choice(MORE_LINES)
        return "".join(chance.choice("abc 0123456789:,.#$%&'\"{}[]()é\t") for _ in range(chance.randrange(30)))

    return read
