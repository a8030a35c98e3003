"""The lines only the terminal says, in the same four languages as the words: questions, headings, help."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from magnate.words import LANGUAGES, WordsError
from magnate.words.book import fill, find


class LineBook(Struct, frozen=True, forbid_unknown_fields=True):
    """The sections of a language's file; all languages have the same keys and the same placeholders."""

    command: dict[str, str]  # what is typed beside the actions: one word, lower case, no accents
    kind: dict[str, str]  # what a choice says that stands for several actions
    line: dict[str, str]  # everything else


@cache
def load_lines(lang: str) -> LineBook:
    """Read the lines of a language."""
    if lang not in LANGUAGES:
        raise WordsError(f"no lines in {lang!r}; there are {', '.join(LANGUAGES)}")
    return msgspec.toml.decode(files(__package__).joinpath(f"{lang}.toml").read_bytes(), type=LineBook)


class Lines:
    """One language of the terminal: `Lines("it").say("ask_people")`."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.book = load_lines(lang)

    def say(self, key: str, **facts: object) -> str:
        """A line with its facts."""
        where = f"{self.lang}.toml [line]"
        return fill(find(self.book.line, key, where), facts, f"{where} {key}")

    def kind(self, key: str) -> str:
        """The label of a choice that stands for several actions."""
        return find(self.book.kind, key, f"{self.lang}.toml [kind]")

    def command(self, key: str) -> str:
        """The word typed for a command."""
        return find(self.book.command, key, f"{self.lang}.toml [command]")
