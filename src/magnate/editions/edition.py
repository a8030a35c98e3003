"""An edition with its variant, its look and the table's own rules resolved: what games and people ask it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from magnate.languages import book_texts, printed

from .check import RULE_KEYS
from .errors import EditionError, Problem, near
from .find import find
from .schema import AnySpace, Deck, DeedSpace, File, Group, JailSpace, Keep, Sentence, Stock, Texts
from .switches import Rules, switches
from .table import Numbers, board_lists, card_lists, deed_lists, fill, rule_numbers


@dataclass(frozen=True)
class Edition:
    """An edition ready to play. Spaces, decks and names are those of the chosen look."""

    file: File  # as written
    variant: str | None
    skin: str | None
    book: Rules  # of the chosen variant
    rules: Rules  # of this table

    # Who it is.

    @property
    def id(self) -> str:
        return self.file.id

    @property
    def name(self) -> str:
        return self.file.name

    @property
    def version(self) -> int:
        return self.file.version

    @property
    def language(self) -> str:
        return self.file.language

    @property
    def prefix(self) -> str:
        """Of its clauses: "CLA"."""
        return self.file.prefix

    @property
    def tokens(self) -> tuple[str, ...]:
        return self.file.tokens

    @property
    def stock(self) -> Stock:
        """Houses and hotels."""
        return self.file.stock

    @property
    def notes(self) -> tuple[int, ...]:
        """The denominations; none where money is only a number."""
        return self.file.money.notes

    @property
    def texts(self) -> Texts:
        return self.file.texts

    @property
    def groups(self) -> tuple[Group, ...]:
        return self.file.groups

    @property
    def seats(self) -> range:
        """The numbers of seats it can be played with."""
        fewest = max(self.file.players.min, self.rules.ending.players_left + 1)  # AMB-100: or it would end at once
        return range(fewest, self.file.players.max + 1)

    @cached_property
    def spaces(self) -> tuple[AnySpace, ...]:
        """The board in order, with the names of the look."""
        named = self.file.skins[self.skin].spaces if self.skin else {}
        return tuple(
            msgspec.structs.replace(space, name=named[str(n)].name, name_en=named[str(n)].name_en)
            if str(n) in named
            else space
            for n, space in enumerate(self.file.spaces)
        )

    @cached_property
    def decks(self) -> dict[str, Deck]:
        """The decks by id, in order, those of the look in place of the edition's."""
        return self.file.decks | (self.file.skins[self.skin].decks if self.skin else {})

    @cached_property
    def deeds(self) -> tuple[int, ...]:
        """The space of each deed, in board order."""
        return tuple(number for number, space in enumerate(self.spaces) if isinstance(space, DeedSpace))

    # Names and texts, in the edition's language, in English or as `words/<language>/boards` has them.

    @property
    def deed_names(self) -> list[str]:
        return [self.space_name(space) for space in self.deeds]

    def bank(self, lang: str | None = None) -> str:
        return self.file.bank_en if self.is_english(lang) else self.file.bank

    def space_name(self, number: int, lang: str | None = None) -> str:
        space = self.spaces[number]
        return self.named(space.name, space.name_en, lang)

    def deck_name(self, deck: str | int, lang: str | None = None) -> str:
        found = self.deck(deck)
        return self.named(found.name, found.name_en, lang)

    def card_text(self, deck: str | int, number: int, lang: str | None = None) -> str:
        """What a card says, with the names of this board."""
        card = self.deck(deck).cards[number]
        text = self.told(card.text, card.text_en, lang)
        return re.sub(r"\{(\d+)\}", lambda found: self.space_name(int(found[1]), lang), text)

    def back(self, number: int, lang: str | None = None) -> str:
        """The information on the back of a deed, by the number of its space; empty where the book has none."""
        space = self.spaces[number]
        if not isinstance(space, DeedSpace):
            return ""
        return self.told(space.back, space.back_en, lang)

    def deck(self, deck: str | int) -> Deck:
        """A deck by its id or its number."""
        known = list(self.decks)
        if isinstance(deck, int) and 0 <= deck < len(known):
            return self.decks[known[deck]]
        if isinstance(deck, str) and deck in known:
            return self.decks[deck]
        raise self.error("decks", f"no deck {deck!r}; {near(str(deck), known)}")

    def named(self, own: str, english: str, lang: str | None) -> str:
        """A name; streets and cities that have none in a language keep their own."""
        if self.is_english(lang):
            return english or own
        return printed(self.id, lang or self.language).get(own, own)

    def told(self, own: str, english: str, lang: str | None) -> str:
        """A sentence; in English where it is not translated."""
        if lang is None or lang == self.language:
            return own
        return printed(self.id, lang).get(own, english or own)

    def about(self, lang: str) -> tuple[str, str]:
        """The book in short, and what is special about it."""
        own, found = self.texts, book_texts(self.id, lang)
        if self.is_english(lang):
            return own.summary_en, own.special_en
        return found.get("summary", own.summary), found.get("special", own.special)

    def variant_texts(self, variant: str, lang: str) -> tuple[str, str]:
        """The name of a variant, and what it is."""
        own, found = self.file.variants[variant], book_texts(self.id, lang)
        if self.is_english(lang):
            return own.name_en, own.description_en
        return found.get(f"{variant}_name", own.name), found.get(variant, own.description)

    def is_english(self, lang: str | None) -> bool:
        """English is asked for, and is not the edition's own language."""
        return lang == "en" != self.language

    def money(self, amount: int) -> str:
        """An amount as this edition writes it: "E.20.000"."""
        style = self.file.money
        digits = f"{abs(amount):,}".replace(",", style.thousands)
        return f"{'-' if amount < 0 else ''}{style.prefix}{digits}{style.suffix}"

    # Rules.

    def clause(self, rule: str | int) -> str:
        """The clause behind a rule, by its key ("jail_fine") or its code (RULE_JAIL_FINE); "" if the file has none."""
        key = next((key for key, code in RULE_KEYS.items() if code == rule), str(rule))
        if key not in RULE_KEYS:
            raise self.error("clauses", f"unknown rule {rule!r}; {near(str(rule), RULE_KEYS)}")
        changed = self.file.variants[self.variant].clauses if self.variant is not None else {}
        return changed.get(key, self.file.clauses.get(key, ""))

    def sentence(self, clause: str) -> Sentence | None:
        """What a clause says, if this edition brings its book along: "LAG-07"."""
        return next((sentence for sentence in self.file.book if sentence.id == clause), None)

    def differences(self) -> list[tuple[str, Any, Any]]:
        """The house rules: each switch that is not as the book (in this variant) has it, with both values."""
        return self.compared(self.book, self.rules)

    def variant_differences(self) -> list[tuple[str, Any, Any]]:
        """What the variant changes in the standard game: each switch with both values."""
        return self.compared(self.file.rules, self.book)

    def compared(self, before: Rules, after: Rules) -> list[tuple[str, Any, Any]]:
        pairs = zip(switches(before), switches(after), strict=True)
        return [(path, old, new) for (path, old), (_, new) in pairs if old != new]

    def table(self, seats: int) -> Numbers:
        """The flat table of numbers the rules read, for this number of seats."""
        if seats not in self.seats:
            raise self.error("seats", f"{seats} seats; expected {self.seats[0]} to {self.seats[-1]}")
        kept = sum(isinstance(card, Keep) for deck in self.decks.values() for card in deck.cards)
        plain = rule_numbers(self.rules, seats, self.file.players.min) | {
            "seats": seats,
            "spaces": len(self.spaces),
            "deeds": len(self.deeds),
            "groups": len(self.groups),
            "decks": len(self.decks),
            "kept": kept,
            "houses": self.file.stock.houses,
            "hotels": self.file.stock.hotels,
            "note": self.file.money.note,
            "jail_space": next(n for n, space in enumerate(self.spaces) if isinstance(space, JailSpace)),
        }
        lists = board_lists(self.spaces, list(self.decks)) | card_lists(self.decks)
        lists |= deed_lists(self.spaces, self.groups, self.rules.building.houses_per_lot)
        return fill(plain, lists)

    # Finding.

    def find_space(self, wanted: str | int) -> int:
        """The number of a space, by its name in either language or by its number."""
        return find(self.id, wanted, self.called(range(len(self.spaces))), "space")

    def find_deed(self, wanted: str | int) -> int:
        """The number of a deed, by the name or number of its space."""
        return self.deeds.index(find(self.id, wanted, self.called(self.deeds), "deed"))

    def called(self, numbers: Sequence[int]) -> list[tuple[int, list[str]]]:
        return [(number, [self.space_name(number), self.space_name(number, "en")]) for number in numbers]

    def error(self, path: str, message: str) -> EditionError:
        return EditionError(self.id, [Problem(path, message)])
