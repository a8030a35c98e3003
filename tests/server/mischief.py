"""Messages that ought to be refused: valid ones drawn from the structs, horrors, and every way to spoil one.

A message here is JSON text, written by hand where `json` would not: twice the same key, half a surrogate, no end.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, get_args

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from msgspec import inspect as shape

from magnate.actions import Action
from magnate.editions import names
from magnate.editions.switches import Rules
from magnate.protocol.commands import Act, Command
from magnate.protocol.config import Config
from magnate.protocol.frames import FromClient

FEW = 3  # entries of a list or a dictionary that is drawn

# Texts and numbers that have broken programs before, as JSON or almost.
HORRORS = [
    "null", "true", "[]", "{}", "[[]]", "-1", "-0", "0.5", "1e3", "1e400", "-1e400", "1E-400", "2147483647",
    "2147483648", "-2147483649", "9007199254740993", "9223372036854775808", "18446744073709551616", "9" * 400,
    "9" * 5000, "1" + "0" * 40, "NaN", "Infinity", "-Infinity", "nan", "undefined", "01", "+1", "1.", ".5", "0x10",
    "1_000", "'a'", "", " ", ",", "]", "}", "//", '"', '"\\"', '"\\x41"', '"\\u12"', '""', '" "', '"\\u0000"',
    '"\x00"', '"a\\u0000b"', '"\x1b[2J"', '"\n"', '"\\ud800"', '"\\udfff"', '"\\udc00\\ud800"', '"\\ud83d\\ude00"',
    '"\ud800"', '"\ufeff"', '"\u202eevil"', '"\u2028"', '"\\u200b"', '"\U0010ffff"', '"' + "\u0301" * 40 + '"',
    '"' + "\U0001f469\u200d" * 20 + '"', '"İ"', '"ß"', '"ﷺ"', '"' + "A" * 301 + '"', '"' + "A" * 20_000 + '"',
    '"' + "\u00e9" * 4000 + '"', '"<script>alert(1)</script>"', '"../../etc/passwd"', '"%s%n{0}{0.__class__}"',
    '"\'; DROP TABLE tables; --"', '"__proto__"', '"type"', '"Infinity"', "[" * 400 + "]" * 400,
    "[" * 3000 + "]" * 3000, "[" * 5000, '{"a":' * 400 + "1" + "}" * 400, '{"a":' * 3000, '{"type":null}',
    '{"type":1}', '{"type":["Do"]}', '{"type":"Do"}', '{"type":"Act"}', '{"type":"Roll"}',
    '{"type":"Do","type":"Ping"}', '{"type":"Nobody"}', '{"type":"__class__"}', '{"":""}', '{"0":0,"1":-1}',
    '{"0":1e9,"0":-1e9}', '{"-1":1}', '{"99999999999999999999":1}', "[1,]", '{"a":1,}', "[1 2]", "1 2", '{"a" 1}',
]  # fmt: skip


def valid(kind: Any) -> SearchStrategy[Any]:
    """JSON values that a type reads, drawn from what the type says of itself."""
    return drawn(shape.type_info(kind))


def drawn(kind: shape.Type) -> SearchStrategy[Any]:
    """JSON values of a type."""
    match kind:
        case shape.NoneType():
            return st.none()
        case shape.BoolType():
            return st.booleans()
        case shape.IntType(ge=least, le=most, lt=below):
            return st.integers(least, below - 1 if below is not None else most)
        case shape.StrType(min_length=least, max_length=most):
            return st.text(min_size=least or 0, max_size=min(most or 20, 20))
        case shape.ListType(item_type=item, min_length=least):
            return st.lists(drawn(item), min_size=least or 0, max_size=max(least or 0, FEW))
        case shape.LiteralType(values=values):
            return st.sampled_from(values)
        case shape.VarTupleType(item_type=item):
            return st.lists(drawn(item), max_size=8)
        case shape.DictType(key_type=key, value_type=value):
            return st.dictionaries(drawn(key).map(str), drawn(value), max_size=FEW)
        case shape.UnionType(types=types):
            return st.one_of(*map(drawn, types))
        case shape.StructType():
            return drawn_struct(kind)
        case shape.RawType():
            return valid(Action)  # the only thing that frames carry without reading it
        case shape.AnyType():
            return st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(max_size=20) | st.just([1, [2]])
    raise TypeError(kind)


def drawn_struct(kind: shape.StructType) -> SearchStrategy[Any]:
    """JSON objects that a struct reads, its tag first."""
    fields = {field.encode_name: drawn(field.type) for field in kind.fields if field.required}
    others = {field.encode_name: drawn(field.type) for field in kind.fields if not field.required}
    if kind.tag_field is not None:
        fields = {kind.tag_field: st.just(kind.tag)} | fields
    if kind.cls is Config:
        fields["edition"] = st.sampled_from([*names(), "x"])
        others["options"] = options()
    return st.fixed_dictionaries(fields, optional=others)


def options() -> SearchStrategy[Any]:
    """House rules: switches that there are, with values of their type."""
    rules = shape.type_info(Rules)
    assert isinstance(rules, shape.StructType)
    found = []
    for chapter in rules.fields:
        assert isinstance(chapter.type, shape.StructType)
        for switch in chapter.type.fields:
            found.append(st.tuples(st.just(f"{chapter.name}.{switch.name}"), drawn(switch.type)))
    return st.lists(st.one_of(*found), max_size=FEW).map(dict)


def frames() -> SearchStrategy[Any]:
    """Valid frames, as JSON values: every kind as often as any other, and every command and action."""
    kinds: list[Any] = [kind for kind in get_args(FromClient) if kind.__name__ != "Do"]
    asked = [drawn_do(valid(command)) for command in get_args(Command) if command is not Act]
    acted = [drawn_do(drawn_act(valid(action))) for action in get_args(Action)]
    return st.one_of(*map(valid, kinds)) | st.one_of(*asked) | st.one_of(*acted)


def drawn_do(command: SearchStrategy[Any]) -> SearchStrategy[Any]:
    """`Do` with a command."""
    return st.fixed_dictionaries(
        {"type": st.just("Do"), "id": st.text("abc", min_size=1, max_size=40), "command": command}
    )


def drawn_act(action: SearchStrategy[Any]) -> SearchStrategy[Any]:
    """`Act` with an action, mostly by a seat that exists and with a number that may be."""
    seats, seen = st.integers(0, 2) | st.integers(0, 7), st.integers(0, 2000)
    fields = {"type": st.just("Act"), "seat": seats, "seen": seen, "action": action}
    return st.fixed_dictionaries(fields)


def horrors() -> SearchStrategy[str]:
    """JSON, or almost, that belongs nowhere."""
    found = st.integers() | st.floats() | st.text() | st.lists(st.text(max_size=5), max_size=5)
    return st.sampled_from(HORRORS) | found.map(json.dumps) | st.text(max_size=20) | frames().map(json.dumps)


def spoilt(value: Any, horror: str) -> Iterator[str]:
    """A JSON value with each of its places spoilt in turn: replaced, left out, said twice, misspelt, added to."""
    yield horror
    if isinstance(value, dict):
        parts = [(json.dumps(key), json.dumps(part)) for key, part in value.items()]
        for at, (name, part) in enumerate(parts):
            before, after = parts[:at], parts[at + 1 :]
            for text in spoilt(value[json.loads(name)], horror):
                yield written([*before, (name, text), *after])
            yield written([*before, *after])
            yield written([*parts, (name, horror)])
            yield written([*before, (name[:-1] + '\\u0000"', part), *after])
            yield written([*before, (horror, part), *after])
        yield written([*parts, ('"unknown"', horror)])
    elif isinstance(value, list):
        items = [json.dumps(part) for part in value]
        for at, part in enumerate(value):
            for text in spoilt(part, horror):
                yield f"[{','.join([*items[:at], text, *items[at + 1 :]])}]"
        yield f"[{','.join([*items, horror])}]"
        yield f"[{','.join(items * 20)}]"


def written(parts: list[tuple[str, str]]) -> str:
    """A JSON object of these keys and values, whatever they are."""
    return "{" + ",".join(f"{name}:{part}" for name, part in parts) + "}"


def broken(text: str, byte: int) -> Iterator[bytes]:
    """A message as bytes, with each byte in turn replaced, and cut off there."""
    data = text.encode("utf-8", "surrogatepass")
    for at in range(min(len(data), 400)):
        yield data[:at] + bytes([byte]) + data[at + 1 :]
        yield data[:at]
