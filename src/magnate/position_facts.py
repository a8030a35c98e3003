"""The facts `name=value` of a position's text: those with a form of their own, and every field of the state by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from magnate import objects
from magnate.editions.errors import near
from magnate.frame_slots import FRAME_SLOTS
from magnate.position_check import STATED, fail
from magnate.rules import codes, fields
from magnate.rules.codes import MAX_FRAMES
from magnate.rules.stack import pop, push

LIMITS = {"i1": 2**7, "i2": 2**15, "i4": 2**31, "i8": 2**63}
FRAMES = {name.removeprefix("FRAME_").lower(): code for name, code in vars(codes).items() if name.startswith("FRAME_")}
FRAME_NAMES = {code: name for name, code in FRAMES.items()}
NUMBER = re.compile(r"-?\d{1,19}", re.ASCII)


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


# Writing.


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
        known = near(name, [*READERS, "variant", "skin", *FIELDS])
        fail(f"{name}={value}", "unknown name", f"a section or a field of the state; {known}")
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
