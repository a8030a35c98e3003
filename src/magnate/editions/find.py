"""Finds a space by its name; accents and capitals do not matter."""

import unicodedata
from collections.abc import Sequence
from difflib import get_close_matches

from .errors import EditionError, Problem


def fold(name: str) -> str:
    """A name without accents, capitals and doubled blanks."""
    plain = "".join(mark for mark in unicodedata.normalize("NFKD", name) if not unicodedata.combining(mark))
    return " ".join(plain.casefold().split())


def find(source: str, wanted: str | int, spaces: Sequence[tuple[int, Sequence[str]]], what: str) -> int:
    """The number of the space so called. `spaces` are the ones to choose from, each with its names."""
    if isinstance(wanted, int):
        if wanted in [number for number, _ in spaces]:
            return wanted
        raise EditionError(source, [Problem("", f"{wanted} is no {what}; {what}s: {numbers_of(spaces)}")])
    called = {number: [fold(part) for name in known for part in (name, *name.split(" / "))] for number, known in spaces}
    found = [number for number, folded in called.items() if fold(wanted) in folded]
    if len(found) == 1:
        return found[0]
    if found:
        raise EditionError(source, [Problem("", f"{wanted!r} is the name of spaces {found}: give the number")])
    raise EditionError(source, [Problem("", f"no {what} {wanted!r}; {near_spaces(fold(wanted), spaces)}")])


def near_spaces(wanted: str, spaces: Sequence[tuple[int, Sequence[str]]]) -> str:
    """The names most like the one asked for, with their numbers."""
    by_name = {fold(name): f"{known[0]} ({number})" for number, known in spaces for name in known}
    within = [name for name in by_name if wanted and wanted in name]
    close = list(dict.fromkeys(by_name[name] for name in [*within, *get_close_matches(wanted, by_name, n=3)]))
    return f"did you mean {', '.join(close[:5])}?" if close else f"known: {', '.join(dict.fromkeys(by_name.values()))}"


def numbers_of(spaces: Sequence[tuple[int, Sequence[str]]]) -> str:
    """The numbers there are: "0 to 39", or the list."""
    numbers = [number for number, _ in spaces]
    whole = numbers == list(range(len(numbers)))
    return f"0 to {len(numbers) - 1}" if whole else ", ".join(map(str, numbers))
