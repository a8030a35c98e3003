"""One table in the terminal: its game, its texts, its screen and its keyboard."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

import msgspec
from msgspec import Struct
from rich.console import Console, RenderableType
from rich.text import Text

from magnate.editions import Edition
from magnate.editions.find import fold
from magnate.editions.schema import DeedSpace, Keep
from magnate.game import Game
from magnate.languages import LANGUAGES, WORDS
from magnate.words import Words, WordsError
from magnate.words.language import fill, find

Ask = Callable[[str], str]


class Leave(Exception):
    """Somebody wants to stop here; the game is saved."""


class Back(Exception):
    """Somebody went back in the middle of a dialogue."""


def open_console() -> Console:
    """The screen. Nothing a player is called, and no old terminal, can upset it."""
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    return Console(highlight=False, markup=False, emoji=False)


def read_line(prompt: str) -> str:
    """One line from the keyboard; EOFError when it is gone. What comes through a pipe is shown, as if it were typed."""
    if sys.stdin.isatty():
        import readline  # noqa: F401  gives `input` a history and a cursor

        return input(prompt).strip()
    line = input(prompt)
    print("".join(letter if letter.isprintable() else "?" for letter in line[:200]), flush=True)
    return line.strip()


def number_in(text: str) -> int | None:
    """A number as people type it: 120, 1.200, S/. 1,200; None if it is none."""
    found = re.fullmatch(r"[^0-9-]{0,6}([0-9]{1,3}(?:[.,' ]?[0-9]{3}){0,3}|[0-9]{1,10})[^0-9]{0,6}", text.strip())
    return int(re.sub(r"[^0-9]", "", found[1])) if found else None


@dataclass
class TerminalTable:
    """Everything a screen of the game needs."""

    game: Game
    words: Words
    lines: Lines
    names: TableNames
    console: Console
    read: Ask
    people: set[int] = field(default_factory=set)

    def tell(self, text: RenderableType, style: str = "") -> None:
        """Put something on the screen; text goes there as it is."""
        if isinstance(text, str):
            text = Text(text, style=style)
        self.console.print(text, soft_wrap=isinstance(text, Text) and not self.console.is_terminal)

    def say(self, key: str, style: str = "", **facts: object) -> None:
        """Say a line of the terminal."""
        self.tell(self.lines.say(key, **facts), style)

    def ask(self, question: str = "", style: str = "bold") -> str:
        """Ask for a line."""
        if question:
            self.tell(question, style)
        return self.read("> ")

    def ask_or_back(self, question: str) -> str:
        """Ask for a line in a dialogue; the word for it leaves the dialogue."""
        answer = self.ask(question)
        if fold(answer) == self.lines.command("cancel"):
            raise Back
        if fold(answer) == fold(self.words.say("quit")):
            raise Leave
        return answer

    def is_yes(self, answer: str) -> bool:
        """Whether an answer means yes."""
        plain = fold(answer)
        return bool(plain) and fold(self.words.say("yes")).startswith(plain)

    def confirm(self, question: str) -> bool:
        """A question with yes or no; Enter is no."""
        return self.is_yes(self.ask(question))

    def is_confirmed(self) -> bool:
        """Whether somebody really wants what cannot be undone."""
        return self.confirm(self.words.say("really", yes=self.words.say("yes"), no=self.words.say("no")))

    def pick(self, labels: Sequence[str], question: str) -> int | None:
        """Let somebody choose from a list by number; None goes back."""
        for number, label in enumerate(labels, 1):
            self.tell(f"  {number:>2}  {label}")
        while True:
            answer = self.ask(question)
            if not answer or fold(answer) == self.lines.command("cancel"):
                return None
            number_typed = number_in(answer)
            if number_typed is not None and 1 <= number_typed <= len(labels):
                return number_typed - 1
            self.say("not_a_choice", "yellow", high=len(labels))

    def playing_people(self) -> list[int]:
        """The people at this keyboard who are still in the game."""
        return [seat for seat in sorted(self.people) if not self.game.state.out[seat]]

    def money(self, amount: int) -> str:
        """A sum as the edition writes it."""
        return self.names.money(amount)


class TerminalTexts(Struct, frozen=True, forbid_unknown_fields=True):
    """The sections of a language's file; all languages have the same keys and the same placeholders."""

    command: dict[str, str]  # what is typed beside the actions: one word, lower case, no accents
    kind: dict[str, str]  # what a choice says that stands for several actions
    line: dict[str, str]  # everything else


@cache
def load_lines(lang: str) -> TerminalTexts:
    """Read the lines of a language."""
    if lang not in LANGUAGES:
        raise WordsError(f"no lines in {lang!r}; there are {', '.join(LANGUAGES)}")
    return msgspec.toml.decode((WORDS / lang / "terminal.toml").read_bytes(), type=TerminalTexts)


class Lines:
    """One language of the terminal: `Lines("it").say("ask_people")`."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.book = load_lines(lang)

    def say(self, key: str, **facts: object) -> str:
        """A line with its facts."""
        where = f"{self.lang}/terminal.toml [line]"
        return fill(find(self.book.line, key, where), facts, f"{where} {key}")

    def kind(self, key: str) -> str:
        """The label of a choice that stands for several actions."""
        return find(self.book.kind, key, f"{self.lang}/terminal.toml [kind]")

    def command(self, key: str) -> str:
        """The word typed for a command."""
        return find(self.book.command, key, f"{self.lang}/terminal.toml [command]")


class TableNames:
    """The names of one table: those of the edition's look, and the players'."""

    def __init__(self, edition: Edition, seats: Sequence[str], words: Words) -> None:
        self.edition = edition
        self.words = words
        self._seats = list(seats)
        self._house = edition.stock.house
        self._kept = [
            (deck, number)
            for deck, found in enumerate(edition.decks.values())
            for number, card in enumerate(found.cards)
            if isinstance(card, Keep)
        ]

    def seat(self, seat: int) -> str:
        """A player's name; one whose name was deleted is called by the seat."""
        return self._seats[seat] or self.words.say("nameless", n=seat + 1)

    def deed(self, deed: int) -> str:
        """A property's name."""
        return self.space(self.edition.deeds[deed])

    def deeds(self, group: int) -> list[int]:
        """The deeds of a group, in board order."""
        id, spaces = self.edition.groups[group].id, [self.edition.spaces[space] for space in self.edition.deeds]
        return [deed for deed, space in enumerate(spaces) if isinstance(space, DeedSpace) and space.group == id]

    def space(self, space: int) -> str:
        """A space's name."""
        return self.edition.space_name(space, self.words.lang)

    def card(self, deck: int, card: int) -> str:
        """The text of a card of a deck."""
        return self.edition.card_text(deck, card, self.words.lang)

    def kept(self, card: int) -> str:
        """The text of a card that can be kept."""
        return self.card(*self._kept[card])

    def group(self, group: int) -> str:
        """A group's name."""
        found = self.edition.groups[group]
        return self.edition.named(found.name, found.name_en, self.words.lang)

    def money(self, amount: int) -> str:
        """A sum as the edition writes it."""
        return self.edition.money(amount)

    def buildings(self, level: int) -> str:
        """What stands on a lot of this level."""
        return self.words.buildings(level, self.edition.rules.building.houses_per_lot, self._house)

    def building(self, kind: str, count: int) -> str:
        """A number of houses or hotels."""
        return self.words.count(self._house if kind == "house" else kind, count)
