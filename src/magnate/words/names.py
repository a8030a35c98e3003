"""From the numbers of a message to readable facts, with names that the game provides."""

from typing import Protocol

from msgspec.structs import asdict

from magnate.actions import ActionBase
from magnate.events import (
    AuctionFailed,
    AuctionOpened,
    AuctionWon,
    BuildingsAsked,
    CardMoved,
    CashMoved,
    CashSurrendered,
    DebtOwed,
    DeedMoved,
    EventBase,
    OfferAnswered,
    PaidBank,
    PaidPlayer,
    WentBankrupt,
)

from .language import LanguageTexts, WordsError, fill, find, plural

SEATS = frozenset({"seat", "other", "owner", "debtor", "creditor", "deal"})
PLACES = frozenset({"space", "origin"})
NUMBERS = frozenset({"roll", "die", "revision", "count", "stock"})
TERMS = frozenset({"cash", "deeds", "cards"})
UNSAID = frozenset({"clause", "deck", "accepted", "at_once"})


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
        """So many of a kind ("house" or "hotel"): "1 house", "3 villas"."""
        ...


def sentence_of(event: EventBase) -> str:
    """The key of the sentence that tells an event: its name, and the variant where there are several."""
    name = type(event).__name__
    match event:
        case PaidBank(deed=int()) | PaidPlayer(deed=int()):
            return name + "OnDeed"
        case AuctionOpened(building=str()) | AuctionWon(building=str()) | AuctionFailed(building=str()):
            return name + "OnBuilding"
        case AuctionWon(other=int()):
            return name + "FromPlayer"
        case OfferAnswered(accepted=accepted):
            return name + ("Yes" if accepted else "No")
        case CashMoved(amount=amount) if amount < 0:
            return name + "Down"
        case DeedMoved(other=None) | DebtOwed(other=None) | WentBankrupt(other=None) | CashSurrendered(other=None):
            return name + "ToBank"
        case CardMoved(other=None):
            return name + "ToDeck"
        case BuildingsAsked(count=0):
            return name + "None"
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
    return key not in UNSAID and key not in TERMS


def _read(key: str, raw: dict[str, object], names: Names, book: LanguageTexts) -> str:
    """One fact."""
    value = raw[key]
    if key == "why" and isinstance(value, str):
        return find(book.why, value, "[why]")
    if key == "building" and isinstance(value, str):
        return names.building(value, 1)
    if key == "dice" and isinstance(value, tuple):
        return " + ".join(map(str, value))
    if key == "levels" and isinstance(value, list):
        return ", ".join(names.buildings(level) for level in value)
    if isinstance(value, int):
        return _read_number(key, value, raw, names, book)
    raise WordsError(f"{key} is {value!r}: no words for it")


def _read_number(key: str, value: int, raw: dict[str, object], names: Names, book: LanguageTexts) -> str:
    """One fact that is a number of the edition, a sum or a count."""
    if key in SEATS:
        return names.seat(value)
    if key in PLACES:
        return names.space(value)
    if key in NUMBERS:
        return str(value)
    deck = raw.get("deck")
    match key:
        case "amount":
            return names.money(abs(value))
        case "deed":
            return names.deed(value)
        case "group":
            return names.group(value)
        case "level":
            return names.buildings(value)
        case "turns":
            return plural(book.count["turn"], value)
        case "card":
            return names.card(deck, value) if isinstance(deck, int) else names.kept(value)
    raise WordsError(f"{key} is {value!r}: no words for it")


def _read_terms(raw: dict[str, object], names: Names, book: LanguageTexts) -> str:
    """The terms of a deal: first the money, then deeds and cards."""
    parts: list[str] = []
    for section in ("cash", "deeds", "cards"):
        entries = raw.get(section)
        if not isinstance(entries, dict):
            continue
        for key, value in sorted(entries.items()):
            if section == "cash":
                part, facts = (
                    ("gets" if value > 0 else "pays"),
                    {"seat": names.seat(key), "amount": names.money(abs(value))},
                )
            elif section == "deeds":
                part, facts = "deed", {"deed": names.deed(key), "seat": names.seat(value)}
            else:
                part, facts = "card", {"card": names.kept(key), "seat": names.seat(value)}
            parts.append(fill(find(book.deal, part, "[deal]"), facts, f"[deal] {part}"))
    return "; ".join(parts)
