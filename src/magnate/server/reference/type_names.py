"""A message in plain words: what its fields hold, within which limits, and what they are when left out.

All of it is read from the code: from types, docstrings and the comments beside fields.
"""

from __future__ import annotations

import ast
import inspect
import io
import re
import textwrap
import tokenize
from collections.abc import Iterable
from typing import Any, get_args

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec import inspect as shape

from magnate.actions import Action
from magnate.events import Event
from magnate.protocol.commands import Act, Command
from magnate.protocol.config import Bank, NoClock, PerDecision
from magnate.protocol.entries import Entry

Kind = type[Struct]

# Unions that have a chapter of their own.
UNIONS: dict[frozenset[Any], str] = {
    frozenset(get_args(Command)): "a [command](#commands)",
    frozenset(get_args(Entry)): "an [entry](#entries-of-the-log)",
    frozenset(get_args(Action)): "an [action](#actions)",
    frozenset(get_args(Event)): "an [event](#events)",
    frozenset([NoClock, PerDecision, Bank]): "[`NoClock`](#noclock), [`PerDecision`](#perdecision) or [`Bank`](#bank)",
}
# What a frame carries without reading it.
UNREAD: dict[tuple[Kind, str], str] = {(Act, "action"): "an [action](#actions)"}


def words(kind: shape.Type) -> str:
    """What a field holds, with its limits."""
    match kind:
        case shape.Metadata(type=inner):
            return words(inner)
        case shape.BoolType():
            return "true or false"
        case shape.IntType():
            return "whole number" + between(kind)
        case shape.FloatType():
            return "number" + between(kind)
        case shape.StrType():
            return "text" + sized(kind, "characters")
        case shape.NoneType():
            return "null"
        case shape.LiteralType(values=values):
            return " or ".join(code(value) for value in values)
        case shape.ListType(item_type=item) | shape.VarTupleType(item_type=item):
            return f"list{sized(kind, 'items').lstrip(',')} of {many(words(item))}"
        case shape.TupleType(item_types=items):
            return f"list of {len(items)}: {', '.join(words(item) for item in items)}"
        case shape.DictType(key_type=key, value_type=value):
            return f"object from {words(key)} to {words(value)}" + sized(kind, "keys")
        case shape.StructType(cls=cls):
            return link(cls)
        case shape.UnionType(types=types):
            return one_of(types)
        case shape.AnyType() | shape.RawType():
            return "any JSON"
    raise TypeError(f"no words for {kind!r}")


def many(what: str) -> str:
    """The words for one thing as the words for many."""
    if found := re.match(r"an? \[(\w+)\]", what):
        return f"[{found[1]}s]{what[found.end() :]}"
    return re.sub(r"^(whole number|number|text)\b", r"\1s", what)


def one_of(types: Iterable[shape.Type]) -> str:
    """A union: its name where it has one, else its members."""
    structs = frozenset(one.cls for one in types if isinstance(one, shape.StructType))
    others = [words(one) for one in types if not isinstance(one, shape.StructType | shape.NoneType)]
    if structs:
        others.insert(0, UNIONS.get(structs) or " or ".join(map(link, structs)))
    return " or ".join(others) + ("; or null" if any(isinstance(one, shape.NoneType) for one in types) else "")


def name_of(kind: type[Any]) -> str:
    """The name of a message as it is sent: its `type`, or the name of its class."""
    tag = kind.__struct_config__.tag
    return tag if isinstance(tag, str) and tag[:1].isupper() else kind.__name__


def link(kind: type[Any]) -> str:
    """The entry of a message on the same page."""
    return f"[`{name_of(kind)}`](#{name_of(kind).lower()})"


def between(kind: shape.IntType | shape.FloatType) -> str:
    """The limits of a number."""
    low = kind.ge if kind.ge is not None else kind.gt
    high = kind.le if kind.le is not None else None if kind.lt is None else kind.lt - 1
    if low is None or high is None:
        return ""
    return f" above {low:,}, at most {high:,}" if kind.gt is not None else f", {low:,} to {high:,}"


def sized(kind: Any, what: str) -> str:
    """The limits of a length."""
    low, high = kind.min_length, kind.max_length
    if high is None:
        return ""
    return f", {low} to {high} {what}" if low else f", at most {high} {what}"


def code(value: object) -> str:
    """A value as it is sent."""
    return f"`{msgspec.json.encode(value).decode()}`"


def about(kind: type[Any]) -> str:
    """The docstring, a paragraph a line, in the words of JSON."""
    text = re.sub(r"\bNone\b", "null", inspect.cleandoc(kind.__doc__ or ""))
    text = re.sub(r"\bsee (Questions|Reasons|Refusals)\b", lambda found: f"see [{found[1]}](#{found[1].lower()})", text)
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def notes(kind: Kind) -> dict[str, str]:
    """The comments beside the fields of a class."""
    source = textwrap.dedent(inspect.getsource(kind))
    comments = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT and "fmt:" not in token.string and "type:" not in token.string
    }
    (made,) = ast.parse(source).body
    assert isinstance(made, ast.ClassDef)
    return {
        node.target.id: found
        for node in made.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        if (found := next((comments[i] for i in range(node.lineno, (node.end_lineno or 0) + 1) if i in comments), ""))
    }


def fields(kind: Kind) -> str:
    """The fields of a message as a table, or nothing."""
    info = shape.type_info(kind)
    assert isinstance(info, shape.StructType)
    said = notes(kind)
    rows = []
    for field in info.fields:
        what = UNREAD.get((kind, field.name)) or words(field.type)
        note = f": {said[field.name]}" if field.name in said else ""
        rows.append((f"`{field.encode_name}`", what + note, left_out(field)))
    return table(("field", "what", "if left out"), rows) if rows else ""


def left_out(field: shape.Field) -> str:
    """What a field is when it is not sent."""
    return "required" if field.required else code(default_of(field))


def default_of(field: shape.Field) -> Any:
    """The default of a field that has one."""
    return field.default if field.default is not NODEFAULT else field.default_factory()


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in lines)
