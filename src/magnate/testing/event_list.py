"""Assertions: on the events of a step, and that nothing has changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from types import NoneType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from magnate.events import Event, EventBase
from magnate.game import Game
from magnate.rules import codes
from magnate.testing.pieces import BadPosition, check_number

E = TypeVar("E", bound=Event)

SEATS = ("seat", "other", "owner", "debtor", "creditor", "deal")  # the fields of events that name one

LIMITS = {  # of any edition
    "dice": (1, 6),
    "die": (1, 6),
    "deed": (0, codes.MAX_DEEDS - 1),
    "space": (0, codes.MAX_SPACES - 1),
    "deck": (0, codes.MAX_DECKS - 1),
}


class EventList(list[Event]):
    """The events of a step, with questions to ask them: of a game with `seats` seats, where that is known."""

    def __init__(self, events: Iterable[Event] = (), seats: int | None = None) -> None:
        super().__init__(events)
        self.seats = seats

    def of(self, kind: type[E], **fields: Any) -> list[E]:
        """The events of a kind whose fields have these values."""
        if not issubclass(kind, EventBase):
            raise BadPosition(f"{kind!r} is no event; expected one of magnate.events")
        if unknown := fields.keys() - set(kind.__struct_fields__):
            known = ", ".join(kind.__struct_fields__)
            raise AttributeError(f"{kind.__name__} has no {', '.join(sorted(unknown))}; expected {known}")
        for name, value in fields.items():
            check_value(kind, name, value, self.seats)
        return [
            event
            for event in self
            if isinstance(event, kind) and all(getattr(event, name) == value for name, value in fields.items())
        ]

    def one(self, kind: type[E], **fields: Any) -> E:
        """The only event of a kind with these values; anything else fails and shows the events."""
        found = self.of(kind, **fields)
        wanted = f"{kind.__name__}({', '.join(f'{name}={value!r}' for name, value in fields.items())})"
        listed = "\n  ".join(map(repr, self)) or "nothing"
        assert len(found) == 1, f"expected one {wanted}, found {len(found)} among:\n  {listed}"
        return found[0]

    def none(self, kind: type[Event], **fields: Any) -> bool:
        """No such event happened: True, or it fails and shows those that were."""
        found = self.of(kind, **fields)
        assert not found, f"expected no {kind.__name__}, found {found}"
        return True


hints = cache(get_type_hints)


def check_value(kind: type[EventBase], name: str, value: object, seats: int | None) -> None:
    """A value that this field of an event can have: no other is ever found."""
    expected = hints(kind)[name]
    try:
        is_right = msgspec.convert(value, expected) == value
    except msgspec.ValidationError:
        is_right = False
    if not is_right:
        raise BadPosition(f"{name} of {kind.__name__} is {value!r}; expected {described(expected)}")
    if name in SEATS and value is not None:
        check_number(f"{name} of {kind.__name__}", value, 0, None if seats is None else seats - 1)
    for number in value if isinstance(value, tuple) else (value,):
        if name in LIMITS and number is not None:
            check_number(f"{name} of {kind.__name__}", number, *LIMITS[name])


def described(expected: Any) -> str:
    """The values of a type, in words."""
    if get_origin(expected) is Literal:
        return f"one of {', '.join(map(repr, get_args(expected)))}"
    if get_origin(expected) is tuple:
        return f"a tuple of {len(get_args(expected))}: {', '.join(map(described, get_args(expected)))}"
    words = {int: "a whole number", bool: "True or False", str: "a text", NoneType: "None"}
    if expected in words:
        return words[expected]
    if NoneType in get_args(expected):
        return " or ".join(map(described, get_args(expected)))
    return str(expected)


@contextmanager
def unchanged(*games: Game) -> Iterator[None]:
    """Nothing of these games changes in this block: not the position, the dice and cards to come, or the events."""
    before = [everything(game) for game in games]
    yield
    for game, old in zip(games, before, strict=True):
        new = everything(game)
        changed = [
            f"{name}: {old.get(name)} -> {new.get(name)}" for name in old | new if old.get(name) != new.get(name)
        ]
        assert not changed, "expected no change, found:\n  " + "\n  ".join(changed)


def everything(game: Game) -> dict[str, int]:
    """All numbers of a game by name: cash[0], die1, chance.used, moves."""
    found = {"moves": len(game.moves), "events": len(game.events)}
    for part, values in (("", game.state.values()), ("chance.", game.chance.values())):
        for name, value in values.items():
            entries = enumerate(value) if isinstance(value, list) else [("", value)]
            found |= {f"{part}{name}" + (f"[{place}]" if place != "" else ""): one for place, one in entries}
    return found
