"""Starts or resumes a game, from the options of the command line or from a few questions."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console

from magnate.actions import ACTIONS
from magnate.bots.lineup import CODES
from magnate.editions import Edition, load, names
from magnate.editions.find import fold
from magnate.game import Game
from magnate.languages import LANGUAGES, NAMES
from magnate.words import Words

from .prompt import OWN_COMMANDS, SHARED_COMMANDS
from .save import CannotResume, SavedGame, new_path, read_game, read_seating, unfinished
from .session import Clock, Session
from .table import Ask, Lines, TableNames, TerminalTable, number_in, open_console, read_line

BOTS = ("Aldo", "Bianca", "Corina", "Diego", "Elvira", "Florin", "Gala", "Horia", "Iside")
DEFAULT_EDITION = "clasico"
DEFAULT_SEATS = 4
LAST = "last"


class BadChoice(Exception):
    """Something asked for that cannot be played, in one line that says what would be right."""


@dataclass
class StartOptions:
    """What somebody wants to play; None where it was not said."""

    edition: str | None = None
    variant: str | None = None
    skin: str | None = None
    people: str | None = None
    bots: int | None = None
    seats: int | None = None
    lang: str | None = None
    seed: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    save: Path | None = None
    resume: str | None = None
    level: str | None = None  # of the bots

    @property
    def is_empty(self) -> bool:
        """Whether nothing was said about the table, so that we ask."""
        told = (self.edition, self.variant, self.skin, self.people, self.bots, self.seats, self.lang, self.resume)
        return all(one is None for one in told)


def open_session(wanted: StartOptions) -> Session:
    """The table somebody wants; EOFError if they went away while we asked."""
    console = open_console()
    if wanted.is_empty:
        Questions(console, read_line).ask(wanted, default_language())
    if wanted.resume is not None:
        return resume(wanted, console)
    return new_game(wanted, console)


def default_language() -> str:
    """The language of this computer, if we speak it."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable, ""):
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


def new_game(wanted: StartOptions, console: Console) -> Session:
    """A new game."""
    edition = load(wanted.edition or DEFAULT_EDITION, variant=wanted.variant, skin=wanted.skin, options=wanted.options)
    lang = wanted.lang or default_language()
    people = split_names(wanted.people if wanted.people is not None else "Ana", lang)
    seats = count_seats(edition, len(people), wanted.bots, wanted.seats)
    if wanted.save is not None and wanted.save.exists():
        raise BadChoice(f"{wanted.save} is there already; go on with --resume {wanted.save}, or name another file")
    called = people + name_bots(people, seats - len(people))
    game = Game(edition, seats=seats, seed=wanted.seed, names=called)
    path = (wanted.save or new_path(game)).absolute()
    session = make_session(
        game, set(range(len(people))), lang, console, path, 0.0, own_file(wanted.edition), wanted.level
    )
    table = session.table
    table.tell(table.words.say("welcome", edition=edition.name, seats=seats), "bold")
    table.say("list_again", "dim", help=table.words.say("help"))
    session.narrator.tell(game.events, in_short=True)
    return session


def resume(wanted: StartOptions, console: Console) -> Session:
    """A saved game, exactly where it was."""
    path = Path(wanted.resume or "")
    if wanted.resume == LAST:
        latest = next(unfinished(), None)
        if latest is None:
            raise BadChoice("there is no unfinished game to resume; start one with: magnate play")
        path = latest[0]
    path = path.absolute()
    seating = read_seating(path)
    file = own_file(wanted.edition) or (seating.file if seating else "")
    game = read_game(path, file)
    if seating is None:
        people = {seat for seat, name in enumerate(game.names) if name not in BOTS}
        lang, elapsed = wanted.lang or default_language(), 0.0
        level = wanted.level
    else:
        people = {seat for seat in seating.people if 0 <= seat < game.seats}
        spoken = seating.lang if seating.lang in LANGUAGES else default_language()
        lang, elapsed = wanted.lang or spoken, seating.elapsed
        level = wanted.level or seating.level
    session = make_session(game, people, lang, console, (wanted.save or path).absolute(), elapsed, file, level)
    session.table.tell(session.table.words.say("resumed", path=path), "bold")
    return session


def own_file(edition: str | None) -> str:
    """The file of an edition that does not come with the game; empty for one that does."""
    return str(Path(edition).absolute()) if edition and edition.endswith(".toml") else ""


def make_session(
    game: Game,
    people: set[int],
    lang: str,
    console: Console,
    path: Path,
    elapsed: float,
    file: str,
    level: str | None = None,
) -> Session:
    """A session with everything it needs."""
    if level is not None and level not in CODES:
        raise BadChoice(f"no bot is called {level!r}; there are {', '.join(CODES)}")
    words = Words(lang)
    names_here = TableNames(game.edition, game.names, words)
    table = TerminalTable(game, words, Lines(lang), names_here, console, read_line, people)
    return Session(table, SavedGame(game, path), Clock(game, elapsed), file, level or "house")


def split_names(text: str, lang: str) -> list[str]:
    """Names with commas between them: each its own, and none a word of the game."""
    found = [" ".join(name.split()) for name in text.split(",") if name.strip()]
    lines, words = Lines(lang), Words(lang)
    taken = (
        {words.word(kind) for kind in ACTIONS}
        | {fold(words.say(key)) for key in SHARED_COMMANDS}
        | {*SHARED_COMMANDS, *OWN_COMMANDS}
    )
    taken |= set(lines.book.command.values())
    for number, name in enumerate(found):
        if len(name) > 20 or not name.isprintable() or not name[0].isalpha():
            raise BadChoice(lines.say("name_long"))
        if fold(name.split()[0]) in taken:
            raise BadChoice(lines.say("name_word", name=name))
        if fold(name) in map(fold, found[:number]):
            raise BadChoice(lines.say("name_twice", name=name))
    return found


def name_bots(people: Sequence[str], count: int) -> list[str]:
    """Names for bots that no player at the table has."""
    free = [name for name in BOTS if fold(name) not in map(fold, people)]
    free += [f"Bot {number}" for number in range(1, 9)]
    return free[:count]


def count_seats(edition: Edition, people: int, bots: int | None, seats: int | None) -> int:
    """How many sit down: as many as asked for, else a usual table."""
    low, high = edition.seats[0], edition.seats[-1]
    if bots is not None and seats is not None and people + bots != seats:
        raise BadChoice(f"{people} people and {bots} bots do not make {seats} seats; leave one of them out")
    if bots is not None:
        total = people + bots
    elif seats is not None:
        total = seats
    else:
        total = max(people, min(max(DEFAULT_SEATS, low), high))
    if total < people:
        raise BadChoice(f"{people} people do not fit on {total} seats; --seats {people} would do")
    if not low <= total <= high:
        raise BadChoice(f"{total} players; {edition.name} is for {low} to {high}")
    return total


class Questions:
    """The questions before the game; Enter takes what stands in brackets."""

    def __init__(self, console: Console, read: Ask) -> None:
        self.console = console
        self.read = read
        self.words, self.lines = Words("en"), Lines("en")

    def ask(self, wanted: StartOptions, usual: str) -> None:
        """Everything we need to know, into `wanted`."""
        wanted.lang = self.ask_language(usual)
        wanted.resume = self.ask_resume()
        if wanted.resume is None:
            self.ask_table(wanted)

    def tell(self, text: str) -> None:
        """A line on the screen."""
        self.console.print(text, soft_wrap=not self.console.is_terminal)

    def ask_language(self, usual: str) -> str:
        """The language comes first: everything after is asked in it."""
        listed = ", ".join(f"{code} {name}" for code, name in NAMES.items())
        while True:
            answer = fold(self.read(f"Language, lingua, limbă, idioma: {listed} [{usual}] ")) or usual
            for code, name in NAMES.items():
                if answer == code or fold(name).startswith(answer):
                    self.words, self.lines = Words(code), Lines(code)
                    return code
            self.tell(f"{', '.join(LANGUAGES)}? [{usual}]")

    def ask_resume(self) -> str | None:
        """An unfinished game comes before a new one."""
        latest = next(unfinished(), None)
        if latest is None:
            return None
        path, seating = latest
        say = self.words.say
        called = ", ".join(seating.names)
        self.tell(
            self.lines.say(
                "unfinished",
                edition=seating.edition,
                names=called,
                turns=seating.turns,
                yes=say("yes"),
                no=say("no"),
            )
        )
        answer = fold(self.read(f"[{say('yes')}] ")) or fold(say("yes"))
        return str(path) if fold(say("yes")).startswith(answer) else None

    def ask_table(self, wanted: StartOptions) -> None:
        """Edition, variant, people, bots."""
        known = names()
        labels = [f"{load(one).name} ({one})" for one in known]
        wanted.edition = known[self.choose(self.lines.say("ask_edition"), labels, known.index(DEFAULT_EDITION))]
        edition = load(wanted.edition)
        variants = edition.file.variants
        if variants:
            ways = [self.lines.say("standard")]
            ways += [": ".join(edition.variant_texts(one, self.words.lang)) for one in variants]
            chosen = self.choose(self.lines.say("ask_variant"), ways, 0)
            wanted.variant = None if chosen == 0 else list(variants)[chosen - 1]
            edition = load(wanted.edition, variant=wanted.variant)
        people = self.ask_people(edition)
        wanted.people = ",".join(people)
        low, high = max(0, edition.seats[0] - len(people)), edition.seats[-1] - len(people)
        usual = count_seats(edition, len(people), None, None) - len(people)
        wanted.bots = self.count(self.lines.say("ask_bots", low=low, high=high), low, high, usual)

    def ask_people(self, edition: Edition) -> list[str]:
        """Who plays."""
        while True:
            try:
                people = split_names(self.read(f"{self.lines.say('ask_people')} [Ana] ") or "Ana", self.words.lang)
            except BadChoice as error:
                self.tell(str(error))
                continue
            if len(people) <= edition.seats[-1]:
                return people
            low, high = edition.seats[0], edition.seats[-1]
            self.tell(self.lines.say("players_between", edition=edition.name, low=low, high=high))

    def choose(self, question: str, labels: Sequence[str], usual: int) -> int:
        """One of a list."""
        for number, label in enumerate(labels, 1):
            self.tell(f"  {number}  {label}")
        while True:
            answer = self.read(f"{question} [{usual + 1}] ")
            if not answer:
                return usual
            number_typed = number_in(answer)
            if number_typed is not None and 1 <= number_typed <= len(labels):
                return number_typed - 1
            named = [place for place, label in enumerate(labels) if fold(answer) in fold(label)]
            if len(named) == 1:
                return named[0]
            self.tell(self.lines.say("not_a_choice", high=len(labels)))

    def count(self, question: str, low: int, high: int, usual: int) -> int:
        """A number."""
        while True:
            answer = self.read(f"{question} [{usual}] ")
            number_typed = number_in(answer) if answer else usual
            if number_typed is not None and low <= number_typed <= high:
                return number_typed
            self.tell(self.lines.say("not_a_count", low=low, high=high))


__all__ = ["BadChoice", "CannotResume", "StartOptions", "open_session"]
