"""The interpreter's twins of the records: small objects whose attributes are ints and lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from magnate.rules import fields

Field = tuple[str, Any, int]


class IntegerObject:
    """An object with the fixed fields of a record. Each kind gets its own `copy`, `row` and `take` when first used."""

    __slots__ = ()
    FIELDS: tuple[Field, ...] = ()
    RECORDS: ClassVar[dict[str, type[Any]]] = {}  # the kind of those fields that are lists of records
    LISTS: tuple[str, ...] = ()  # all other lists

    def __init__(self) -> None:
        for name, _, length in self.FIELDS:
            kind = self.RECORDS.get(name)
            setattr(self, name, [kind() for _ in range(length)] if kind else [0] * length if length else 0)

    def copy(self) -> Any:
        """An independent twin."""
        return written_out(type(self)).copy(self)

    def row(self) -> tuple[Any, ...]:
        """The fixed fields in their order, lists copied, each record in them in turn a row."""
        return written_out(type(self)).row(self)  # type: ignore[no-any-return]

    def take(self, row: Sequence[Any]) -> None:
        """Take over the fixed fields from a row."""
        written_out(type(self)).take(self, row)

    def values(self) -> dict[str, Any]:
        """The fixed fields by name, lists copied, each record in them a row."""
        return dict(zip([name for name, _, _ in self.FIELDS], self.row(), strict=True))

    def load(self, values: dict[str, Any]) -> None:
        """Take over the fixed fields from a mapping."""
        self.take([values[name] for name, _, _ in self.FIELDS])


def plain(name: str, spec: Iterable[Field], extra: tuple[str, ...] = ()) -> type[Any]:
    """Make a class for a list of fields; `extra` are growing lists beside them."""
    spec = tuple(spec)
    records = {n: plain(n.capitalize(), kind) for n, kind, _ in spec if not isinstance(kind, str)}
    lists = tuple(n for n, _, length in spec if length and n not in records)

    def __init__(self: Any) -> None:
        IntegerObject.__init__(self)
        for more in extra:
            setattr(self, more, [])

    body = {
        "__slots__": tuple(n for n, _, _ in spec) + extra,
        "__init__": __init__,
        "__module__": __name__,
        "FIELDS": spec,
        "RECORDS": records,
        "LISTS": lists + extra,
    }
    return type(name, (IntegerObject,), body)


def written_out(kind: Any) -> Any:
    """Give a kind of object what handles all its fields, written out one by one: a loop takes twice as long."""
    if kind.copy is not IntegerObject.copy:
        return kind
    copied, given = ["twin = new(type(self))"], []
    taken: list[str] = []
    for name in kind.__slots__:
        if name in kind.RECORDS:
            copied.append(f"twin.{name} = [each.copy() for each in self.{name}]")
            given.append(f"[each.row() for each in self.{name}]")
            taken.append(f"for each, one in zip(self.{name}, row[{len(taken)}], strict=True): each.take(one)")
        elif name in kind.LISTS:
            copied.append(f"twin.{name} = self.{name}[:]")
            given.append(f"self.{name}[:]")
            taken.append(f"self.{name} = list(map(int, row[{len(taken)}]))")
        else:
            copied.append(f"twin.{name} = self.{name}")
            given.append(f"self.{name}")
            taken.append(f"self.{name} = int(row[{len(taken)}])")
    fixed = len(kind.FIELDS)
    lines = ["def copy(self):", *(f"    {line}" for line in copied), "    return twin"]
    lines += ["def row(self):", f"    return ({', '.join(given[:fixed])},)"]
    lines += ["def take(self, row):", *(f"    {line}" for line in taken[:fixed])]
    made: dict[str, Any] = {"new": object.__new__}
    exec("\n".join(lines), made)
    kind.copy, kind.row, kind.take = made["copy"], made["row"], made["take"]
    return kind


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
