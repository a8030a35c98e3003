"""From TOML to structs. Every wrong key or value is found, and named by its path: `spaces[7].price`.

The library's own errors stop at the first fault and do not number the elements of a list, so the walk is ours;
what it walks along is the schema itself.
"""

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from .check import check_file
from .errors import EditionError, Problem, near
from .extend import PRINTED, Tables, extended, join
from .files import find_base
from .schema import File, file_type, rules_type

Files = tuple[tuple[Path, int], ...]  # each with the time it was last changed
WORDS = {dict: "a table", list: "a list", str: "text", bool: "true or false", int: "a whole number", float: "a number"}


def parse(text: str, source: str) -> File:
    """The edition written in this text."""
    return build(tables_in(text, source), source)


def tables_in(text: str, source: str) -> Tables:
    """The plain tables of a text."""
    import tomllib  # here: `import magnate` reads no file yet

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:  # its message ends in line and column
        raise EditionError(source, [Problem("", f"not TOML: {error}")]) from None


def build(data: Tables, source: str, prefixes: Collection[str] = ()) -> File:
    """The edition in these plain tables, or everything that is wrong with them."""
    problems: list[Problem] = []
    if data.get("language") == "en":
        data = all_in_english(data)
    compare(data, file_type(), "", problems)
    for name, variant in table(data.get("variants")).items():
        compare(table(variant).get("rules", {}), rules_type(), f"variants.{name}.rules", problems, partial=True)
    if not problems:
        file = msgspec.convert(data, File)
        problems = check_file(file, prefixes)
        if not problems:
            return file
    raise EditionError(source, problems)


def all_in_english(data: Tables) -> Tables:
    """An edition written in English, with the English beside every text."""
    said = {key: value if key == "book" else in_english(value) for key, value in data.items()}
    return {"bank_en": data["bank"]} | said if isinstance(data.get("bank"), str) else said


def in_english(value: Any) -> Any:
    """A part of an edition written in English, which need not say everything twice."""
    if isinstance(value, list):
        return [in_english(item) for item in value]
    if not isinstance(value, dict):
        return value
    said = {f"{key}_en": value[key] for key in PRINTED if isinstance(value.get(key), str)}
    return said | {key: in_english(item) for key, item in value.items()}


def read(path: Path) -> File:
    """The edition in this file. Read once for as long as it, and the files it extends, do not change."""
    return read_as_of(follow(path))


def follow(path: Path) -> Files:
    """A file, the one it extends, the one that extends, and so on."""
    found: Files = ()
    while True:
        known = [file for file, _ in found]
        if path in known:
            circle = " → ".join(file.name for file in [*known[known.index(path) :], path])
            raise EditionError(known[0].name, [Problem("extends", f"the editions extend one another: {circle}")])
        try:
            file = (path, path.stat().st_mtime_ns)
            tables = tables_as_of(*file)
        except OSError as error:
            raise EditionError(name_of(found, path), [Problem("", f"cannot be read: {error.strerror}")]) from None
        except UnicodeDecodeError as error:
            problem = f"is not UTF-8: {error.reason} at byte {error.start}"
            raise EditionError(name_of(found, path), [Problem("", problem)]) from None
        found = (*found, file)
        if "extends" not in tables:
            return found
        path = find_base(path, tables["extends"])


def name_of(files: Files, path: Path) -> str:
    """A file that cannot be read, and which one extends it."""
    return f"{path}, which {files[-1][0].name} extends" if files else str(path)


@cache
def tables_as_of(path: Path, changed: int) -> Tables:
    """The plain tables of a file, last changed then."""
    return tables_in(path.read_text(encoding="utf-8"), path.name)


@cache
def read_as_of(files: Files) -> File:
    """The edition in the first of these files, which extends the second, and so on."""
    source = ", which extends ".join(path.name for path, _ in files)
    problems: list[Problem] = []
    data = merge(files, problems)
    if problems:
        raise EditionError(source, problems)
    return build(data, source, [str(tables_as_of(*file).get("prefix")) for file in files[1:]])


def merge(files: Files, problems: list[Problem]) -> Tables:
    """The plain tables of the first file with what it takes over from the others, which must be sound themselves."""
    own = tables_as_of(*files[0])
    if not files[1:]:
        return own
    read_as_of(files[1:])
    base = merge(files[1:], problems)
    if base.get("language") == "en":
        base = all_in_english(base)
    if own.get("language", base.get("language")) == "en":
        own = all_in_english(own)
    return extended(base, own, problems)


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
