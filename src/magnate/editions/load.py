"""Editions, ready to play: a book, perhaps one of its variants and looks, perhaps a table's own rules."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from .check import with_variant
from .check_rules import check_rules
from .edition import Edition
from .errors import EditionError, Problem, near
from .files import FURTHER, files_at, find_file, names
from .read import compare, read
from .schema import File, rules_type
from .switches import Rules, known_switches


def offer(paths: Iterable[str | Path]) -> list[str]:
    """Offer further editions by name, from their files or from folders of them; returns their names."""
    offered = []
    for file in [file for path in paths for file in files_at(Path(path).expanduser().absolute())]:
        id = load(file).id
        if id in names() and FURTHER.get(id) != file:
            there = FURTHER.get(id, "the one that comes with the game")
            raise EditionError(str(file), [Problem("id", f"there is an edition {id!r} already: {there}")])
        FURTHER[id] = file
        offered.append(id)
    return offered


def load(
    name_or_path: str | Path,
    variant: str | None = None,
    skin: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Edition:
    """An edition by its name or file, a variant and look of it, and house rules: {"rent.collect": "automatic"}."""
    file = read(find_file(name_or_path))
    book = file.rules
    if variant is not None:
        if variant not in file.variants:
            raise EditionError(file.id, [Problem("variant", f"no variant {variant!r}; {near(variant, file.variants)}")])
        book = with_variant(book, file.variants[variant])
    look = skin if skin is not None else file.skin
    if look and look not in file.skins:
        raise EditionError(file.id, [Problem("skin", f"no skin {look!r}; {near(look, file.skins)}")])
    rules = with_options(file, book, options or {})
    return Edition(file=file, variant=variant, skin=look or None, book=book, rules=rules)


def with_options(file: File, book: Rules, options: Mapping[str, Any]) -> Rules:
    """The book's rules with the table's own, checked as a file would be."""
    data = msgspec.to_builtins(book)
    problems: list[Problem] = []
    for path, value in options.items():
        chapter, _, key = path.partition(".")
        if path not in known_switches():
            problems.append(Problem(f"rules.{path}", f"unknown switch; {near(path, known_switches())}"))
        elif path in file.fixed and value != data[chapter][key]:
            problems.append(Problem(f"rules.{path}", f"this book allows no other value than {data[chapter][key]!r}"))
        else:
            data[chapter][key] = value
    compare(data, rules_type(), "rules", problems)
    if not problems:
        rules = msgspec.convert(data, Rules)
        problems = check_rules(file, rules, "rules")
        if not problems:
            return rules
    raise EditionError(file.id, problems)
