"""Text for a position, as a FEN is for chess: one line to write, read, and paste into a test or the address of a page.

    magnate1/clasico.1/1280@24:1,6h4,8h4,9H/0@10.jail1:5m:CA8/turn=1/dice=3,1/turns=14/rolled=1

Sections stand between slashes: the format and its version; the edition and its version; one section a seat; facts
`name=value`. Everything that is as at the first turn of seat 0 is left out. `docs/position.md` describes each section.

The seats, and some facts (`position_facts.py`), have a form of their own. Whatever they do not say follows as fields of
the state by name, so that every state can be written and read without loss. Dice and cards to come are not part of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from magnate import objects
from magnate.editions import Edition, EditionError, load
from magnate.errors import MalformedPosition
from magnate.position_check import buildings_standing, check, check_stock, fail
from magnate.position_facts import FIELDS, NUMBER, READERS, field_value, read_field, readable_facts, within
from magnate.rules.chance import remove_from_deck, shuffle_decks
from magnate.rules.codes import (
    BANK,
    CARD_KEEP,
    FRAME_CARD,
    FREE,
    GROUP_LOTS,
    INHERITED,
    MAX_CARDS,
    MORTGAGED,
    NOBODY,
)
from magnate.rules.property import give_deed
from magnate.rules.setup import set_up
from magnate.rules.slots import card_deck_at, card_drawn_at, card_number_at, push_turn
from magnate.rules.stack import pop

HEADING = "magnate1"
SEAT = re.compile(r"(\d{1,10})@(\d{1,3})(?:\.jail(\d{0,2}))?(?:\.out(\d))?(?::([^:]*))?(?::([^:]+))?", re.ASCII)
DEED = re.compile(r"(\d{1,3})(?:h(\d)|(H))?([mi])?", re.ASCII)
MORTGAGES = {"": FREE, "m": MORTGAGED, "i": INHERITED}


def is_text(text: object) -> bool:
    """Whether this looks like the text of a position, of any version of the format."""
    return isinstance(text, str) and re.match(r"\s*magnate[0-9]+/", text) is not None


# Writing.


def write(edition: Edition, table: Any, state: Any) -> str:
    """A position as text."""
    seats = [seat_section(edition, table, state, seat) for seat in range(state.seats)]
    facts = {name: value for name, value in readable_facts(state) if value}
    known = fill(edition, table, seats, facts)
    differ = {name: field for name, field in FIELDS.items() if field.of(known) != field.of(state)}
    facts |= {name: field_value(known, state, field) for name, field in differ.items()}
    named = [f"{name}={value}" for name, value in facts.items()]
    return "/".join([HEADING, *rule_sections(edition), *seats, *named])


def rule_sections(edition: Edition) -> list[str]:
    """The edition with its version, variant, skin and house rules."""
    sections = [f"{edition.id}.{edition.version}"]
    if edition.variant:
        sections.append(f"variant={edition.variant}")
    if edition.skin and edition.skin != edition.file.skin:
        sections.append(f"skin={edition.skin}")
    return sections + [f"{path}={option_value(value)}" for path, _, value in edition.differences()]


def option_value(value: Any) -> str:
    """The value of a house rule: a number, a word, true or false, or numbers with commas."""
    if isinstance(value, tuple):
        return ",".join(map(str, value)) + "," * (len(value) == 1)
    return str(value).lower() if isinstance(value, bool) else str(value)


def seat_section(edition: Edition, e: Any, g: Any, seat: int) -> str:
    """A seat: cash@space, jail and exit, deeds, kept cards."""
    jail = "" if not g.jail[seat] else f".jail{g.jail[seat] - 1 or ''}"
    out = f".out{g.out[seat]}" if g.out[seat] else ""
    deeds = [deed_entry(edition, e, g, deed) for deed in range(e.deeds) if g.owner[deed] == seat]
    cards = [quote(kept_id(edition, e, card), safe="") for card in range(e.kept) if g.held[card] == seat]
    holds = ":".join(["", ",".join(deeds), ",".join(cards)]).rstrip(":")
    return f"{g.cash[seat]}@{g.at[seat]}{jail}{out}{holds}"


def deed_entry(edition: Edition, e: Any, g: Any, deed: int) -> str:
    """A deed by the number of its space: h2 two houses, H a hotel, m mortgaged, i a mortgage taken over."""
    level = g.level[deed]
    built = "H" if level > e.building_houses_per_lot else f"h{level}" if level else ""
    return f"{edition.deeds[deed]}{built}{'mi'[g.mortgaged[deed] - 1] if g.mortgaged[deed] else ''}"


def kept_id(edition: Edition, e: Any, card: int) -> str:
    """The id of a card that can be kept."""
    return str(edition.deck(e.kept_deck[card]).cards[e.kept_card[card]].id)


# Reading.


class Sections(NamedTuple):
    """A text, taken apart: its edition is loaded, its seats and facts are not read yet."""

    edition: Edition
    seats: list[str]
    facts: dict[str, str]


class Read(NamedTuple):
    """A position that was read."""

    edition: Edition
    table: Any
    state: Any


def read(text: str, edition: str | Path | None = None) -> Read:
    """The position of a text. `edition` is the file of an edition that does not come with the game."""
    found = take_apart(text, edition)
    try:
        table = objects.table(found.edition.table(len(found.seats)))
    except EditionError as error:
        raise MalformedPosition(str(error)) from error
    state = fill(found.edition, table, found.seats, found.facts)
    check_stock(table, state)
    houses, hotels = buildings_standing(table, state)
    table.houses, table.hotels = state.houses + houses, state.hotels + hotels
    check(table, state, ((name, field.numbers(state)) for name, field in FIELDS.items()))
    return Read(found.edition, table, state)


def take_apart(text: str, file: str | Path | None) -> Sections:
    """Split a text into its sections and load its edition."""
    heading, _, rest = text.strip().partition("/")
    if heading != HEADING or not rest:
        is_other = is_text(text) and heading != HEADING
        reason = "a position of another version of the format" if is_other else "not the text of a position"
        raise MalformedPosition(f"{heading[:40]!r}: {reason}; expected {HEADING}/ and an edition")
    name, *sections = rest.split("/")
    seats = [section for section in sections if "=" not in section]
    facts: dict[str, str] = {}
    for key, mark, value in (section.partition("=") for section in sections):
        if mark and key in facts:
            fail(f"{key}={value}", "stands there twice", "one of them")
        if mark:
            facts[key] = value
    options = {key: option_of(facts.pop(key)) for key in list(facts) if "." in key}
    variant, skin = facts.pop("variant", None), facts.pop("skin", None)
    id, _, version = name.partition(".")
    try:
        edition = load(file or id, variant=variant, skin=skin, options=options)
    except EditionError as error:
        raise MalformedPosition(str(error)) from error
    if edition.id != id:
        fail(name, f"the edition given is {edition.id}", f"that of the text, {id}")
    if version and version != str(edition.version):
        fail(name, "another version of the edition", f"{id}.{edition.version}, or {id} to read it by the present rules")
    return Sections(edition, seats, facts)


def option_of(value: str) -> Any:
    """The value of a house rule."""
    if "," in value:
        return [option_of(one) for one in value.split(",") if one]
    if value in ("true", "false"):
        return value == "true"
    return int(value) if NUMBER.fullmatch(value) else value


def fill(edition: Edition, e: Any, seats: Sequence[str], facts: Mapping[str, str]) -> Any:
    """The state that seats and facts describe."""
    g = first_turn(e)
    for seat, section in enumerate(seats):
        read_seat(edition, e, g, seat, section)
    g.out_count = sum(number > 0 for number in g.out)
    houses, hotels = buildings_standing(e, g)
    g.houses, g.hotels = edition.stock.houses - houses, edition.stock.hotels - hotels
    g.must = 0
    for name, value in facts.items():
        READERS.get(name, read_field)(g, name, value)
    if "must" not in facts:
        g.must = 1 << g.turn
    return g


def first_turn(e: Any) -> Any:
    """The first turn of seat 0, with nothing dealt: what a text leaves out is as here."""
    undealt, g = e.copy(), objects.State()
    undealt.setup_dealt = undealt.decks = 0
    set_up(g, undealt, objects.chance([0] * 8))
    pop(g)
    push_turn(g)
    g.turns = 1
    return g


def read_seat(edition: Edition, e: Any, g: Any, seat: int, section: str) -> None:
    """Read a seat's cash, place, deeds and cards."""
    found = SEAT.fullmatch(section)
    if found is None:
        fail(section, "not a seat", "cash@space:deeds:cards, like 1500@10.jail:1,3h2,5m:CA8, or a fact name=value")
    cash, space, jail, out, deeds, cards = found.groups()
    g.cash[seat] = within(section, "cash", cash, 0, 2**31 - 1)
    g.at[seat] = within(section, "space", space, 0, e.spaces - 1)
    g.jail[seat] = 0 if jail is None else 1 + within(section, "own turns in jail", jail or "0", 0, e.jail_turns)
    g.out[seat] = within(section, "exit", out, 1, e.seats) if out else 0
    if g.out[seat] and (deeds or cards):
        fail(section, "a seat that is out owns something", "no deeds and no cards")
    for entry in deeds.split(",") if deeds else []:
        read_deed(edition, e, g, seat, section, entry)
    for entry in cards.split(",") if cards else []:
        read_kept(edition, e, g, seat, section, entry)


def read_deed(edition: Edition, e: Any, g: Any, seat: int, section: str, entry: str) -> None:
    """Read a deed of a seat."""
    found = DEED.fullmatch(entry)
    if found is None or int(found[1]) not in edition.deeds:
        spaces = ", ".join(map(str, edition.deeds))
        fail(section, f"{entry!r} is no deed", f"the space of one, {spaces}, then h1 and so on, H, m or i")
    deed = edition.deeds.index(int(found[1]))
    if g.owner[deed] != BANK:
        fail(section, f"space {found[1]} has an owner already", "every deed once")
    level = (
        e.building_houses_per_lot + 1
        if found[3]
        else within(section, "houses", found[2] or "0", 0, e.building_houses_per_lot)
    )
    if level and e.group_kind[e.deed_group[deed]] != GROUP_LOTS:
        fail(section, f"space {found[1]} cannot be built on", "houses on lots")
    give_deed(g, deed, seat)
    g.deeds_moved = 0
    g.level[deed], g.mortgaged[deed] = level, MORTGAGES[found[4] or ""]


def read_kept(edition: Edition, e: Any, g: Any, seat: int, section: str, entry: str) -> None:
    """Read a kept card of a seat."""
    known = [kept_id(edition, e, card) for card in range(e.kept)]
    if unquote(entry) not in known:
        fail(section, f"{entry!r} is no card that can be kept", f"one of {', '.join(known) or 'none'}")
    card = known.index(unquote(entry))
    if g.held[card] != NOBODY:
        fail(section, f"card {entry} is held already", "every card once")
    g.held[card] = seat


# Chance.


def lay_decks(e: Any, g: Any, c: Any) -> None:
    """Shuffle the decks, without the cards that somebody holds or has just turned over to keep."""
    shuffle_decks(e, c)
    away = {(e.kept_deck[card], e.kept_card[card]) for card in range(e.kept) if g.held[card] != NOBODY}
    for place in range(g.depth):
        deck, card = card_deck_at(g, place), card_number_at(g, place)
        is_drawn = g.frame[place] == FRAME_CARD and card_drawn_at(g, place) == 1
        if is_drawn and e.cards_kept and e.card_effect[deck * MAX_CARDS + card] == CARD_KEEP:
            away.add((deck, card))
    for deck, card in away:
        base = deck * MAX_CARDS
        remove_from_deck(c, deck, c.deck[base : base + c.deck_left[deck]].index(card))
