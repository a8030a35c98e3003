"""Fingerprints: twelve digits of everything in an edition that play depends on. A record replays only with the same.

Only what differs from the neutral values counts, under the keys of an edition's file. So a new switch, or a new key of
a space, group or card, changes no fingerprint until an edition uses it.
"""

import hashlib
import json
from collections.abc import Iterator, Set
from typing import Any

import msgspec

from . import version_0_1
from .edition import Edition
from .switches import Rules, for_seats, is_played, switches

SHOWN = {  # seen, not played
    *("name", "name_en", "text", "text_en", "back", "back_en", "id", "colour", "house", "prices_on_board"),
}
MONEY_SHOWN = {"prefix", "suffix", "thousands", "notes", "packs"}
UNPLAYED = {  # keys of a file that do not change play, or only what a part below says
    *("id", "name", "version", "language", "prefix", "players", "tokens", "bank", "bank_en", "clauses", "texts"),
    *("variants", "skin", "skins", "theme", "fixed", "book", "extends", "without"),
}
PARTS = {"money", "stock", "rules", "groups", "spaces", "decks"}

Plain = dict[str, Any]


def fingerprint(edition: Edition, seats: int) -> str:
    """Twelve digits that change with anything in an edition that play depends on."""
    return hashlib.sha256(json.dumps(played(edition, seats), sort_keys=True).encode()).hexdigest()[:12]


def fits_0_1(edition: Edition, seats: int, digits: str) -> bool:
    """Whether a fingerprint of 0.1 is that of this edition, which then uses nothing that 0.1 did not have."""
    return is_of_0_1(edition, seats) and digits == version_0_1.fingerprint_0_1(edition.table(seats))


def is_of_0_1(edition: Edition, seats: int) -> bool:
    """Whether 0.1 could express everything in an edition."""
    found = played(edition, seats)
    parts = [found["stock"], *found["groups"], *found["spaces"], *(card for deck in found["decks"] for card in deck)]
    is_known = found.keys() <= PARTS | {"seats", "note"} and version_0_1.SWITCHES.issuperset(found["rules"])
    return is_known and all(version_0_1.KEYS.issuperset(part) for part in parts)


def played(edition: Edition, seats: int) -> Plain:
    """Everything that is not neutral, except what play does not depend on. Groups and decks have their numbers."""
    numbers = {
        "group": [group.id for group in edition.groups],
        "deck": list(edition.decks),
    }
    decks = [changed(deck, numbers, SHOWN | {"cards"}) for deck in edition.decks.values()]
    return {
        **changed(edition.file, numbers, UNPLAYED | PARTS),
        **changed(edition.file.money, numbers, MONEY_SHOWN),
        **({"deck": decks} if any(decks) else {}),
        "seats": seats,
        "stock": changed(edition.stock, numbers),
        "rules": dict(changed_switches(edition, seats)),
        "groups": [changed(group, numbers) for group in edition.groups],
        "spaces": [changed(space, numbers) for space in edition.spaces],
        "decks": [[changed(card, numbers) for card in deck.cards] for deck in edition.decks.values()],
    }


def changed_switches(edition: Edition, seats: int) -> Iterator[tuple[str, Any]]:
    """The switches that are not neutral, with their values for this number of seats."""
    neutral = neutral_switches()
    for path, value in switches(edition.rules):
        figure = for_seats(value, seats, edition.file.players.min) if isinstance(value, tuple) else value
        if is_played(path) and figure != neutral.get(path):
            yield path, figure


def neutral_switches() -> Plain:
    """The neutral value of every switch that has one."""
    return {
        f"{chapter.name}.{field.name}": field.default
        for chapter in msgspec.structs.fields(Rules)
        for field in msgspec.structs.fields(chapter.type)
        if not field.required
    }


def changed(part: msgspec.Struct, numbers: dict[str, list[str]], shown: Set[str] = frozenset(SHOWN)) -> Plain:
    """What a space, group, card or other part says that is not neutral and not only seen."""
    found: Plain = {}
    config = part.__struct_config__
    if config.tag_field is not None:
        found[config.tag_field] = config.tag
    for field in msgspec.structs.fields(part):
        value = getattr(part, field.name)
        if field.name not in shown and (field.required or value != field.default):
            found[field.encode_name] = numbers[field.name].index(value) if field.name in numbers else value
    return found
