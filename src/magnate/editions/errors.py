"""Errors of an edition's file, each with its path and what is expected."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple


class Problem(NamedTuple):
    """One wrong place: the path of the key, and what would be right."""

    path: str
    message: str


class EditionError(ValueError):
    """An edition, or a choice made for it, that cannot be played. `problems` lists every wrong place found."""

    def __init__(self, source: str, problems: Sequence[Problem]) -> None:
        self.source = source
        self.problems = tuple(dict.fromkeys(problems))
        lines = [f"{path}: {message}" if path else message for path, message in self.problems]
        super().__init__(f"{source}: {lines[0]}" if len(lines) == 1 else f"{source}:\n  " + "\n  ".join(lines))


def near(word: str, known: Iterable[str]) -> str:
    """The known words, the likeliest first: "did you mean 'fine'? Known: fine, turns"."""
    words = list(known)
    close = get_close_matches(word, words, n=1, cutoff=0.5)
    meant = f"did you mean {close[0]!r}? " if close else ""
    return f"{meant}Known: {', '.join(words) if words else 'none'}"
