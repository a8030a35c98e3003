"""The interpreter's twins of the records: small objects whose attributes are ints and lists."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from magnate.rules import fields

Field = tuple[str, str, int]


class IntegerObject:
    """An object with the fixed fields of a record."""

    __slots__ = ()
    FIELDS: tuple[Field, ...] = ()
    NUMBERS: tuple[str, ...] = ()
    LISTS: tuple[str, ...] = ()

    def __init__(self) -> None:
        for name, _, length in self.FIELDS:
            setattr(self, name, [0] * length if length else 0)

    def copy(self) -> Any:
        """An independent twin."""
        twin = type(self).__new__(type(self))
        for name in self.NUMBERS:
            setattr(twin, name, getattr(self, name))
        for name in self.LISTS:
            setattr(twin, name, getattr(self, name)[:])
        return twin

    def values(self) -> dict[str, Any]:
        """The fixed fields by name, lists copied."""
        out: dict[str, Any] = {name: getattr(self, name) for name in self.NUMBERS}
        for name in self.LISTS:
            out[name] = list(getattr(self, name))
        return {name: out[name] for name, _, _ in self.FIELDS}

    def load(self, values: dict[str, Any]) -> None:
        """Take over the fixed fields from a mapping."""
        for name, _, length in self.FIELDS:
            value = values[name]
            setattr(self, name, [int(v) for v in value] if length else int(value))


def plain(name: str, spec: Iterable[Field], extra: tuple[str, ...] = ()) -> type[Any]:
    """Make a class for a list of fields; `extra` are growing lists beside them."""
    spec = tuple(spec)
    numbers = tuple(n for n, _, length in spec if length == 0)
    lists = tuple(n for n, _, length in spec if length > 0)

    def __init__(self: Any) -> None:
        IntegerObject.__init__(self)
        for more in extra:
            setattr(self, more, [])

    body = {
        "__slots__": tuple(n for n, _, _ in spec) + extra,
        "__init__": __init__,
        "__module__": __name__,
        "FIELDS": spec,
        "NUMBERS": numbers,
        "LISTS": lists + extra,
    }
    return type(name, (IntegerObject,), body)


State = plain("State", fields.STATE, ("events",))
Table = plain("Table", fields.EDITION)
Chance = plain("Chance", fields.CHANCE, ("log",))
Move = plain("Move", fields.ACTION)
Choices = plain("Choices", fields.OPTIONS)


def fresh_move() -> Any:
    """An action with nothing in it."""
    a = Move()
    a.deed = [-1] * len(a.deed)
    a.card = [-1] * len(a.card)
    return a


def table(values: dict[str, Any]) -> Any:
    """An edition table from its mapping."""
    e = Table()
    e.load(values)
    return e


def chance(key: Iterable[int]) -> Any:
    """Chance from a key of eight 32-bit words."""
    c = Chance()
    c.key = list(key)
    c.used = 16
    c.generator = 1
    return c
