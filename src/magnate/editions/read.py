"""From TOML to structs. Every wrong key or value is found, and named by its path: `spaces[7].price`.

The library's own errors stop at the first fault and do not number the elements of a list, so the walk is ours;
what it walks along is the schema itself.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from .check import check_file
from .errors import EditionError, Problem, near
from .schema import FILE_TYPE, RULES_TYPE, File

PRINTED = ("name", "text", "description", "summary", "special", "back")  # each has its English beside it
WORDS = {dict: "a table", list: "a list", str: "text", bool: "true or false", int: "a whole number", float: "a number"}


def parse(text: str, source: str) -> File:
    """The edition written in this text."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:  # its message ends in line and column
        raise EditionError(source, [Problem("", f"not TOML: {error}")]) from None
    return build(data, source)


def build(data: dict[str, Any], source: str) -> File:
    """The edition in these plain tables, or everything that is wrong with them."""
    problems: list[Problem] = []
    if data.get("language") == "en":
        data = {key: value if key == "book" else in_english(value) for key, value in data.items()}
        if isinstance(data.get("bank"), str):
            data.setdefault("bank_en", data["bank"])
    compare(data, FILE_TYPE, "", problems)
    for name, variant in table(data.get("variants")).items():
        compare(table(variant).get("rules", {}), RULES_TYPE, f"variants.{name}.rules", problems, partial=True)
    if not problems:
        file = msgspec.convert(data, File)
        problems = check_file(file)
        if not problems:
            return file
    raise EditionError(source, problems)


def in_english(value: Any) -> Any:
    """A part of an edition written in English, which need not say everything twice."""
    if isinstance(value, list):
        return [in_english(item) for item in value]
    if not isinstance(value, dict):
        return value
    said = {f"{key}_en": value[key] for key in PRINTED if isinstance(value.get(key), str)}
    return said | {key: in_english(item) for key, item in value.items()}


def read(path: Path) -> File:
    """The edition in this file. Read once for as long as the file does not change."""
    try:
        return read_as_of(path, path.stat().st_mtime_ns)
    except OSError as error:
        raise EditionError(str(path), [Problem("", f"cannot be read: {error.strerror}")]) from None
    except UnicodeDecodeError as error:
        raise EditionError(str(path), [Problem("", f"is not UTF-8: {error.reason} at byte {error.start}")]) from None


@cache
def read_as_of(path: Path, changed: int) -> File:
    """The edition in this file, last changed then."""
    return parse(path.read_text(encoding="utf-8"), path.name)


def table(value: object) -> dict[str, Any]:
    """The value if it is a table; wrong ones were already reported."""
    return value if isinstance(value, dict) else {}


def compare(value: Any, kind: inspect.Type, path: str, problems: list[Problem], partial: bool = False) -> None:
    """Note every place where the value is not of this kind. A partial table may leave keys out."""
    if isinstance(kind, inspect.UnionType):
        kind = branch(value, kind, path, problems)
    if isinstance(kind, inspect.AnyType):
        return
    if isinstance(kind, inspect.StructType) and isinstance(value, dict):
        compare_struct(value, kind, path, problems, partial)
    elif isinstance(kind, inspect.DictType) and isinstance(value, dict):
        for key, item in value.items():
            compare(item, kind.value_type, join(path, key), problems)
    elif isinstance(kind, inspect.VarTupleType) and isinstance(value, list | tuple):
        for number, item in enumerate(value):
            compare(item, kind.item_type, f"{path}[{number}]", problems)
    elif not is_right(value, kind):
        problems.append(Problem(path, f"expected {describe(kind)}, got {show(value)}{meant(value, kind)}"))


def compare_struct(
    value: dict[str, Any], kind: inspect.StructType, path: str, problems: list[Problem], partial: bool
) -> None:
    """A table with fixed keys: none unknown, none missing."""
    fields = {field.encode_name: field for field in kind.fields}
    for key, item in value.items():
        if key in fields:
            compare(item, fields[key].type, join(path, key), problems, partial)
        elif key != kind.tag_field:
            problems.append(Problem(join(path, key), f"unknown key; {near(key, fields)}"))
    for key, field in fields.items():
        if field.required and key not in value and not partial:
            problems.append(Problem(join(path, key), f"missing; expected {describe(field.type)}"))


def branch(value: Any, kind: inspect.UnionType, path: str, problems: list[Problem]) -> inspect.Type:
    """Which of several kinds is meant: by the tag of a table, else by the type of the value."""
    structs = {str(one.tag): one for one in kind.types if isinstance(one, inspect.StructType)}
    if not structs:
        lists = isinstance(value, list | tuple)
        return next(one for one in kind.types if isinstance(one, inspect.VarTupleType) == lists)
    field = next(iter(structs.values())).tag_field or ""
    if not isinstance(value, dict):
        problems.append(Problem(path, f"expected a table, got {show(value)}"))
    elif field not in value:
        problems.append(Problem(join(path, field), f"missing; expected one of {', '.join(structs)}"))
    elif str(value[field]) not in structs:
        problems.append(Problem(join(path, field), f"unknown {show(value[field])}; {near(str(value[field]), structs)}"))
    else:
        return structs[value[field]]
    return inspect.AnyType()


def is_right(value: Any, kind: inspect.Type) -> bool:
    """Is a plain value of this kind and in its range?"""
    if isinstance(kind, inspect.BoolType):
        return isinstance(value, bool)
    if isinstance(kind, inspect.IntType):
        low, high = bounds(kind)
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    if isinstance(kind, inspect.StrType):
        right = isinstance(value, str) and len(value) >= (kind.min_length or 0)
        return right and (kind.pattern is None or re.search(kind.pattern, value) is not None)
    if isinstance(kind, inspect.LiteralType):
        return isinstance(value, str) and value in kind.values
    return False


def bounds(kind: inspect.IntType) -> tuple[int, int]:
    """The lowest and highest number allowed."""
    low = kind.ge if kind.ge is not None else -(2**31)
    high = kind.le if kind.le is not None else kind.lt - 1 if kind.lt is not None else 2**31 - 1
    return low, high


def describe(kind: inspect.Type) -> str:
    """What would be right, in words."""
    if isinstance(kind, inspect.LiteralType):
        return f"one of {', '.join(str(value) for value in kind.values)}"
    if isinstance(kind, inspect.IntType):
        low, high = bounds(kind)
        return f"a whole number from {low} to {high}"
    if isinstance(kind, inspect.StrType):
        return f"text like {kind.pattern}" if kind.pattern else "text"
    if isinstance(kind, inspect.VarTupleType):
        return f"a list, each {describe(kind.item_type)}"
    if isinstance(kind, inspect.UnionType):
        return ", or ".join(describe(one) for one in kind.types)
    if isinstance(kind, inspect.StructType):
        needed = [field.encode_name for field in kind.fields if field.required]
        return f"a table with {', '.join(needed)}" if needed else "a table"
    return "true or false" if isinstance(kind, inspect.BoolType) else "a table"


def show(value: object) -> str:
    """A wrong value: short, with its type."""
    word = WORDS.get(type(value), type(value).__name__)
    return word if isinstance(value, dict | list) else f"{value!r} ({word})"


def meant(value: object, kind: inspect.Type) -> str:
    """The nearest allowed word."""
    if isinstance(kind, inspect.LiteralType) and isinstance(value, str):
        guess = near(value, [str(one) for one in kind.values])
        return f"; {guess.split(' Known')[0]}" if guess.startswith("did") else ""
    return ""


def join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
