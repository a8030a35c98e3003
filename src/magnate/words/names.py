"""From the numbers of a message to readable facts, with names that the game provides.

`narration.json` says how: which sentence an event has, and what each field of a message is. The browser reads the
same file (`web/src/log/narrate.ts`).
"""

from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any, Literal, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from magnate.actions import ActionBase
from magnate.events import EventBase

from .language import LanguageTexts, WordsError, fill, find, plural

TERMS = ("cash", "deeds", "cards")

Fact = Literal[
    "seat", "space", "deed", "group", "card", "money", "number", "dice", "turns", "why", "building", "level", "levels",
    "terms", "unsaid",
]  # fmt: skip
Test = Literal["some", "none", "true", "false", "negative", "zero"]

FITS: dict[Test, Callable[[Any], bool]] = {
    "some": lambda value: value is not None,
    "none": lambda value: value is None,
    "true": lambda value: bool(value),
    "false": lambda value: not value,
    "negative": lambda value: value < 0,
    "zero": lambda value: value == 0,
}


class SentenceVariant(Struct, frozen=True, rename={"test": "is"}, forbid_unknown_fields=True):
    """Another sentence for events one of whose fields is so: the first that fits is used."""

    events: list[str]
    field: str
    test: Test
    suffix: str


class Narration(Struct, frozen=True, forbid_unknown_fields=True):
    """How messages are read."""

    variants: list[SentenceVariant]
    facts: dict[str, Fact]


NARRATION = msgspec.json.decode(files(__package__).joinpath("narration.json").read_bytes(), type=Narration)


class Names(Protocol):
    """What a game calls its things, ready to read in the language spoken."""

    def seat(self, seat: int, /) -> str:
        """The player's name."""
        ...

    def deed(self, deed: int, /) -> str:
        """The property's name."""
        ...

    def space(self, space: int, /) -> str:
        """The space's name."""
        ...

    def card(self, deck: int, card: int, /) -> str:
        """The text of a card of a deck."""
        ...

    def kept(self, card: int, /) -> str:
        """The text of a card that can be kept, by its number among these."""
        ...

    def group(self, group: int, /) -> str:
        """The group's name."""
        ...

    def money(self, amount: int, /) -> str:
        """A sum as the edition writes it."""
        ...

    def buildings(self, level: int, /) -> str:
        """What stands on a lot of this level: "no buildings", "2 houses", "1 hotel"."""
        ...

    def building(self, kind: str, count: int, /) -> str:
        """A number of a kind ("house" or "hotel"): "1 house", "3 villas"."""
        ...


def sentence_of(event: EventBase) -> str:
    """The key of the sentence of an event: its name, and the variant where there are several."""
    name = type(event).__name__
    for variant in NARRATION.variants:
        if name in variant.events and FITS[variant.test](getattr(event, variant.field)):
            return name + variant.suffix
    return name


def read_facts(
    message: ActionBase | EventBase, names: Names, book: LanguageTexts, more: dict[str, int | str]
) -> dict[str, str]:
    """Everything a message says, and `more` that is known beside it, ready to read."""
    raw: dict[str, object] = {**more, **asdict(message)}
    facts = {key: _read(key, raw, names, book) for key, value in raw.items() if value is not None and _is_said(key)}
    kind, count = raw.get("building"), raw.get("count", raw.get("stock"))
    if isinstance(kind, str) and isinstance(count, int):
        facts["buildings"] = names.building(kind, count)
    if any(raw.get(part) for part in TERMS):
        facts["terms"] = _read_terms(raw, names, book)
    elif isinstance(message, EventBase) and "cash" in raw:
        facts["terms"] = find(book.deal, "nothing", "[deal]")
    return facts


def _is_said(key: str) -> bool:
    return NARRATION.facts.get(key) not in ("unsaid", "terms")


def _read(key: str, raw: dict[str, object], names: Names, book: LanguageTexts) -> str:
    """One fact."""
    value = raw[key]
    match NARRATION.facts.get(key), value:
        case "why", str():
            return fill(find(book.why, value, "[why]"), {"start": names.space(0)}, f"[why] {value}")
        case "building", str():
            return names.building(value, 1)
        case "dice", tuple():
            return " + ".join(map(str, value))
        case "levels", list():
            return _read_levels(value, names, book)
        case fact, int():
            return _read_number(key, fact, value, raw, names, book)
    raise WordsError(f"{key} is {value!r}: no words for it")


def _read_levels(levels: list[int], names: Names, book: LanguageTexts) -> str:
    """What stands on each lot of a group, said once where it is the same."""
    if len(set(levels)) > 1:
        return ", ".join(map(names.buildings, levels))
    buildings = names.buildings(levels[0])
    if len(levels) == 1 or levels[0] == 0:
        return buildings
    return fill(find(book.name, "each_lot", "[name]"), {"buildings": buildings}, "[name] each_lot")


def _read_number(
    key: str, fact: Fact | None, value: int, raw: dict[str, object], names: Names, book: LanguageTexts
) -> str:
    """One fact that is a number of the edition, a sum or a count."""
    deck = raw.get("deck")
    match fact:
        case "seat":
            return names.seat(value)
        case "space":
            return names.space(value)
        case "number":
            return str(value)
        case "money":
            return names.money(abs(value))
        case "deed":
            return names.deed(value)
        case "group":
            return names.group(value)
        case "level":
            return names.buildings(value)
        case "turns":
            return plural(book.lang, book.count["turn"], value)
        case "card":
            return names.card(deck, value) if isinstance(deck, int) else names.kept(value)
    raise WordsError(f"{key} is {value!r}: no words for it")


def _read_terms(raw: dict[str, object], names: Names, book: LanguageTexts) -> str:
    """The terms of a deal: first the money, then deeds and cards."""
    return "; ".join(
        fill(find(book.deal, part, "[deal]"), facts, f"[deal] {part}")
        for section in TERMS
        if isinstance(entries := raw.get(section), dict)
        for part, facts in _read_section(section, entries, names)
    )


def _read_section(section: str, entries: dict[int, int], names: Names) -> Iterator[tuple[str, dict[str, str]]]:
    """What changes hands of one kind: the sentence of each part, and its facts."""
    if section == "cash" and sorted(value > 0 for value in entries.values()) == [False, True]:
        (payer, amount), (payee, _) = sorted(
            entries.items(), key=lambda entry: entry[1]
        )  # one sum, from one to another
        yield "pays_to", {"seat": names.seat(payer), "other": names.seat(payee), "amount": names.money(abs(amount))}
        return
    for key, value in sorted(entries.items()):
        if section == "cash":
            yield ("gets" if value > 0 else "pays"), {"seat": names.seat(key), "amount": names.money(abs(value))}
        elif section == "deeds":
            yield "deed", {"deed": names.deed(key), "seat": names.seat(value)}
        else:
            yield "card", {"card": names.kept(key).rstrip("."), "seat": names.seat(value)}
