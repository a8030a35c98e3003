"""The friendly questions before a game: language, edition, variant, people, bots."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from magnate.editions import Edition, load, names
from magnate.editions.find import fold
from magnate.words import Words

from .lines import Lines
from .save import unfinished
from .start import USUAL, BadChoice, Wanted, count_seats, split_names
from .table import Ask, number_in


class Questions:
    """The questions before the game; Enter takes what stands in brackets."""

    def __init__(self, console: Console, read: Ask) -> None:
        self.console = console
        self.read = read
        self.words, self.lines = Words("en"), Lines("en")

    def ask(self, wanted: Wanted, usual: str) -> None:
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
        names_of = {"en": "English", "it": "italiano", "ro": "română", "es": "español"}
        listed = ", ".join(f"{code} {name}" for code, name in names_of.items())
        while True:
            answer = fold(self.read(f"Language, lingua, limbă, idioma: {listed} [{usual}] ")) or usual
            for code, name in names_of.items():
                if answer == code or fold(name).startswith(answer):
                    self.words, self.lines = Words(code), Lines(code)
                    return code
            self.tell(f"en, it, ro, es? [{usual}]")

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

    def ask_table(self, wanted: Wanted) -> None:
        """Edition, variant, people, bots."""
        known = names()
        labels = [f"{load(one).name} ({one})" for one in known]
        wanted.edition = known[self.choose(self.lines.say("ask_edition"), labels, known.index(USUAL))]
        edition = load(wanted.edition)
        variants = edition.file.variants
        if variants:
            english = edition.is_english(self.words.lang)
            ways = [self.lines.say("standard")]
            ways += [
                f"{one.name_en}: {one.description_en}" if english else f"{one.name}: {one.description}"
                for one in variants.values()
            ]
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
