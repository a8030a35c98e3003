"""Text for a position, as a FEN is for chess: one line to write, read, and paste into a test or the address of a page.

    magnate1/clasico.1/1280@24:1,6h4,8h4,9H/0@10.jail1:5m:CA8/turn=1/dice=3,1/turns=14/rolled=1

Sections stand between slashes: the format and its version; the edition and its version; one section a seat; facts
`name=value`. Everything that is as at the first turn of seat 0 is left out. `docs/position.md` describes each section.

The seats and the facts of `READERS` have a form of their own. Whatever they do not say follows as fields of the state
by name, so that every state can be written and read without loss. The dice and cards to come are not part of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from magnate import objects
from magnate.editions import Edition, EditionError, load
from magnate.editions.errors import near
from magnate.errors import MalformedPosition
from magnate.position_check import FRAME_SLOTS, STATED, check, fail
from magnate.rules import codes, fields
from magnate.rules.chance import remove_from_deck, shuffle_decks
from magnate.rules.codes import (
    BANK,
    CARD_KEEP,
    FRAME_CARD,
    FREE,
    GROUP_LOTS,
    INHERITED,
    MAX_CARDS,
    MAX_FRAMES,
    MORTGAGED,
    NOBODY,
)
from magnate.rules.property import give_deed
from magnate.rules.setup import set_up
from magnate.rules.slots import card_deck_at, card_drawn_at, card_number_at, push_turn
from magnate.rules.stack import pop, push

HEADING = "magnate1"
LIMITS = {"i1": 2**7, "i2": 2**15, "i4": 2**31, "i8": 2**63}
FRAMES = {name.removeprefix("FRAME_").lower(): code for name, code in vars(codes).items() if name.startswith("FRAME_")}
FRAME_NAMES = {code: name for name, code in FRAMES.items()}
SEAT = re.compile(r"(\d{1,10})@(\d{1,3})(?:\.jail(\d{0,2}))?(?:\.out(\d))?(?::([^:]*))?(?::([^:]+))?", re.ASCII)
DEED = re.compile(r"(\d{1,3})(?:h(\d)|(H))?([mi])?", re.ASCII)
NUMBER = re.compile(r"-?\d{1,19}", re.ASCII)
MORTGAGES = {"": FREE, "m": MORTGAGED, "i": INHERITED}


class FieldOfText(NamedTuple):
    """A field of the state, or a field of its records: in a text, a list of the numbers of all of them."""

    name: str
    kind: str
    length: int
    records: str = ""

    def of(self, g: Any) -> Any:
        """The number, or all numbers in one list."""
        if not self.records:
            return getattr(g, self.name)
        found = [getattr(each, self.name) for each in getattr(g, self.records)]
        return [number for row in found for number in row] if self.length else found

    def numbers(self, g: Any) -> list[int]:
        """The same, always as a list."""
        found = self.of(g)
        return found if isinstance(found, list) else [found]

    def places(self, g: Any) -> int:
        """How many numbers there are; 0 for a plain number."""
        return len(self.of(g)) if self.length or self.records else 0

    def put(self, g: Any, place: int, number: int) -> None:
        """Write a number in its place."""
        if self.records:
            g, place = getattr(g, self.records)[place // max(self.length, 1)], place % max(self.length, 1)
        if self.length:
            getattr(g, self.name)[place] = number
        else:
            setattr(g, self.name, number)


def fields_of_text() -> Iterator[tuple[str, FieldOfText]]:
    """Every field by its name in a text."""
    spec: list[objects.Field] = [*fields.STATE]
    for name, kind, length in spec:
        if isinstance(kind, str):
            yield name, FieldOfText(name, kind, length)
        else:
            for field, number, size in kind:
                yield f"{name}_{field}", FieldOfText(field, number, size, name)


FIELDS = {name: field for name, field in fields_of_text() if name != "seats"}


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


def readable_facts(g: Any) -> list[tuple[str, str]]:
    """The facts that have a form of their own; empty where they are as at the start of the first turn."""
    order = g.order[: g.seats]
    asked = [str(seat) for seat in range(g.seats) if g.must >> seat & 1]
    stack = ",".join(frame_entry(g, place) for place in range(g.depth))
    return [
        ("order", ",".join(map(str, order)) if order != list(range(g.seats)) else ""),
        ("turn", str(g.turn) if g.turn else ""),
        ("dice", f"{g.die1},{g.die2}" if g.die1 or g.die2 else ""),
        ("must", (",".join(asked) or "none") if g.must != 1 << g.turn else ""),
        ("stack", (stack or "none") if stack != "turn" else ""),
    ]


def frame_entry(g: Any, place: int) -> str:
    """A frame of the stack: its kind and what it is about, without the slots at the end that are empty."""
    slots = [getattr(g, name)[place] for name in FRAME_SLOTS]
    empty = list(FRAME_SLOTS.values())
    while slots and slots[-1] == empty[len(slots) - 1]:
        slots.pop()
    return ":".join([FRAME_NAMES[g.frame[place]], *map(str, slots)])


def field_value(known: Any, state: Any, field: FieldOfText) -> str:
    """A field of the state: its number, or place:number for each place of a list that differs from what is known."""
    value, before = field.of(state), field.of(known)
    if not isinstance(value, list):
        return str(value)
    return ",".join(f"{place}:{number}" for place, number in enumerate(value) if number != before[place])


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
    if min(state.houses, state.hotels) < 0:
        fail(f"houses={state.houses}", "more buildings stand than there are", "fewer, or houses= and hotels= in stock")
    table.houses = state.houses + houses_standing(table, state)
    table.hotels = state.hotels + hotels_standing(table, state)
    check(table, state, ((name, field.numbers(state)) for name, field in FIELDS.items()))
    return Read(found.edition, table, state)


def take_apart(text: str, file: str | Path | None) -> Sections:
    """Split a text into its sections and load its edition."""
    heading, _, rest = text.strip().partition("/")
    if heading != HEADING:
        reason = "a position of another version of the format" if is_text(text) else "not the text of a position"
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
    g.houses = edition.stock.houses - houses_standing(e, g)
    g.hotels = edition.stock.hotels - hotels_standing(e, g)
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


def houses_standing(e: Any, g: Any) -> int:
    """The houses on the board."""
    return sum(level for level in g.level if level <= e.building_houses_per_lot)


def hotels_standing(e: Any, g: Any) -> int:
    """The hotels on the board."""
    return sum(level > e.building_houses_per_lot for level in g.level)


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


def read_order(g: Any, name: str, value: str) -> None:
    """Read the order of play."""
    order = seats_of(g, name, value)
    if sorted(order) != list(range(g.seats)):
        fail(f"{name}={value}", "not an order of play", f"every seat from 0 to {g.seats - 1} once")
    g.order[: g.seats] = order


def read_turn(g: Any, name: str, value: str) -> None:
    """Read the seat on turn."""
    g.turn = within(f"{name}={value}", "seat", value, 0, g.seats - 1)


def read_dice(g: Any, name: str, value: str) -> None:
    """Read the last roll."""
    dice = [within(f"{name}={value}", "die", die, 0, 6) for die in value.split(",")]
    if len(dice) != 2:
        fail(f"{name}={value}", f"{len(dice)} dice", "two, like dice=3,1")
    g.die1, g.die2 = dice


def read_must(g: Any, name: str, value: str) -> None:
    """Read whose answer play waits for."""
    g.must = sum(1 << seat for seat in set(seats_of(g, name, value)))


def seats_of(g: Any, name: str, value: str) -> list[int]:
    """Seats with commas between them, or none."""
    entries = [] if value == "none" else value.split(",")
    return [within(f"{name}={value}", "seat", entry, 0, g.seats - 1) for entry in entries]


def read_stack(g: Any, name: str, value: str) -> None:
    """Read the business under way, from the turn at the bottom to what is asked now."""
    entries = [] if value == "none" else value.split(",")
    if len(entries) > MAX_FRAMES:
        fail(f"{name}={value}"[:80], f"{len(entries)} frames", f"at most {MAX_FRAMES}")
    pop(g)
    for entry in entries:
        kind, *slots = entry.split(":")
        if kind not in FRAMES or len(slots) > len(FRAME_SLOTS):
            shape = ":".join(slot.removeprefix("frame_") for slot in FRAME_SLOTS)
            fail(f"{name}={value}", f"{entry!r} is no frame", f"kind:{shape}; {near(kind, FRAMES)}")
        given = [
            signed(f"{name}={value}", slot, LIMITS[FIELDS[key].kind])
            for key, slot in zip(FRAME_SLOTS, slots, strict=False)
        ]
        push(g, FRAMES[kind], *given, *list(FRAME_SLOTS.values())[len(given) :])


def read_field(g: Any, name: str, value: str) -> None:
    """Read a field of the state by its name."""
    if name not in FIELDS:
        fail(f"{name}={value}", "unknown name", near(name, [*READERS, "variant", "skin", *FIELDS]))
    if name in STATED:
        fail(f"{name}={value}", "no fact of its own", "the seats, dice= or stack= to say it")
    field = FIELDS[name]
    limit, places = LIMITS[field.kind], field.places(g)
    if not places:
        field.put(g, 0, signed(f"{name}={value}", value, limit))
        return
    for entry in value.split(","):
        place, mark, number = entry.partition(":")
        if not mark:
            fail(f"{name}={value}", f"{entry!r} has no place", "place:number, with commas between")
        at = within(f"{name}={value}", "place", place, 0, places - 1)
        field.put(g, at, signed(f"{name}={value}", number, limit))


READERS: dict[str, Callable[[Any, str, str], None]] = {
    "order": read_order,
    "turn": read_turn,
    "dice": read_dice,
    "must": read_must,
    "stack": read_stack,
}


def within(section: str, what: str, value: str, low: int, high: int) -> int:
    """A number within its limits."""
    number = int(value) if value.isascii() and value.isdecimal() and len(value) < 20 else -1
    if not low <= number <= high:
        fail(section, f"{what} {value or 'nothing'}", f"{low} to {high}")
    return number


def signed(section: str, value: str, limit: int) -> int:
    """A number that its field can hold."""
    if not NUMBER.fullmatch(value) or not -limit <= int(value) < limit:
        fail(section, f"{value!r} does not fit", f"a whole number from {-limit} to {limit - 1}")
    return int(value)


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
