"""The tables of docs/write-an-edition.md, from the schema and the words people read.

python -m magnate.editions.write_docs      writes them again, in the folder of the repository
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from msgspec import inspect

from .edition import Edition
from .load import load
from .read import bounds
from .schema import AnyCard, AnySpace, Card, Space, file_type, rules_type

PAGE = Path("docs/write-an-edition.md")
WORDS = Path("src/magnate/words/en/web.toml")  # what the page for house rules says of each switch
EXAMPLE = Path("examples/editions/lagoon.toml")

SPACES = {
    "start": "where all players begin; the first space, and the only one of its kind",
    "deed": "a lot, transport or utility: whatever can be owned",
    "tax": "a player who lands there pays the Bank",
    "card": "a player who lands there draws from this deck",
    "jail": "where prisoners are, and others pass by; one on the board",
    "free": "nothing happens there, unless `parking.pays` is above 0; at least one",
    "go_to_jail": "a player who lands there goes to jail; at least one",
}
EFFECTS = {
    "collect": "the Bank pays you",
    "pay": "you pay the Bank; `tax`: a card that cancels taxes cancels this too",
    "collect_each": "every other player pays you",
    "pay_each": "you pay every other player",
    "move_to": "forward to a space; passing the start is paid, by `start.by_card`",
    "move_to_unpaid": "forward to a space, without pay",
    "move_back_to": "backwards to a space; passing the start is paid if `start.backwards`",
    "move_back": "`steps` spaces backwards",
    "go_to_jail": "to jail",
    "keep": "kept until it is used: `frees` from jail, `cancels` a tax; `sold`: may change hands in a deal",
    "repairs": "you pay the Bank for every house and hotel you have",
    "nearest_transport": "forward to the next transport; the rent is `times` the usual",
    "nearest_utility": "forward to the next utility",
    "pay_or_draw": "pay the Bank, or draw from a deck instead",
}


def values(kind: inspect.Type) -> str:
    """What may stand for a value, in a few words."""
    if isinstance(kind, inspect.LiteralType):
        return ", ".join(f'`"{value}"`' for value in kind.values)
    if isinstance(kind, inspect.BoolType):
        return "`true`, `false`"
    if isinstance(kind, inspect.IntType):
        low, high = bounds(kind)
        return f"{low:,} to {high:,}"
    if isinstance(kind, inspect.UnionType):
        return f"{values(kind.types[0])}; or a list, one for each number of players"
    return "text"


def shown(value: Any) -> str:
    """A value as a file writes it."""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f'`"{value}"`' if isinstance(value, str) else f"`{value}`"


def switch_tables(edition: Edition, words: dict[str, Any]) -> str:
    """Every switch of every chapter: its values, what it means, its neutral value, what the example has."""
    lines: list[str] = []
    rules = rules_type()
    assert isinstance(rules, inspect.StructType)
    for chapter in rules.fields:
        assert isinstance(chapter.type, inspect.StructType)
        lines += ["", f"**`[rules.{chapter.name}]`** {words['chapter'][chapter.name]}", ""]
        lines += ["| switch | values | what | neutral | Lagoon |", "|---|---|---|---|---|"]
        for field in chapter.type.fields:
            said = words[chapter.name][field.name]
            positions = "; ".join(f'`"{value}"`: {text}' for value, text in said.get("is", {}).items())
            allowed = positions or values(field.type)
            mine = shown(getattr(getattr(edition.rules, chapter.name), field.name))
            neutral = "–" if field.required else shown(field.default)
            lines.append(f"| `{field.name}` | {allowed} | {said['label']}. {said['help']} | {neutral} | {mine} |")
    return "\n".join(lines[1:])


def kind_table(union: Any, base: type[Any], heading: str, meanings: dict[str, str]) -> str:
    """Every kind of space, or effect of a card, with the keys of its own."""
    common = {field.encode_name for field in struct(base).fields}
    lines = [f"| `{heading}` | its own keys | what |", "|---|---|---|"]
    for kind in union.__args__:
        found = struct(kind)
        own = [field for field in found.fields if field.encode_name not in common]
        keys = ", ".join(f"`{field.encode_name}`{'' if field.required else ' (optional)'}" for field in own)
        lines.append(f"| `{found.tag}` | {keys or '–'} | {meanings[str(found.tag)]} |")
    return "\n".join(lines)


def struct(kind: type[Any]) -> inspect.StructType:
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    return found


def key_table() -> str:
    """Every key of the file, in its order."""
    keys = file_type()
    assert isinstance(keys, inspect.StructType)
    needed = [f"`{field.name}`" for field in keys.fields if field.required]
    free = [f"`{field.name}`" for field in keys.fields if not field.required]
    return f"Needed: {', '.join(needed)}. Optional: {', '.join(free)}."


def rule_table(edition: Edition) -> str:
    """Every rule that is stated with a clause, and the clause of the example."""
    lines = ["| rule | Lagoon | which says |", "|---|---|---|"]
    for rule, clause in edition.file.clauses.items():
        sentence = edition.sentence(clause)
        lines.append(f"| `{rule}` | {clause} | {sentence.text if sentence else ''} |")
    return "\n".join(lines)


def rewritten(text: str) -> str:
    """The page with new tables: each stands between two marks."""
    edition, words = load(EXAMPLE), tomllib.loads(WORDS.read_text(encoding="utf-8"))["switch"]
    tables = {
        "keys": key_table(),
        "spaces": kind_table(AnySpace, Space, "kind", SPACES),
        "effects": kind_table(AnyCard, Card, "effect", EFFECTS),
        "switches": switch_tables(edition, words),
        "rules": rule_table(edition),
    }
    for name, table in tables.items():
        before, rest = text.split(f"<!-- generated: {name} -->\n", 1)
        after = rest.split(f"<!-- end: {name} -->", 1)[1]
        text = f"{before}<!-- generated: {name} -->\n\n{table}\n\n<!-- end: {name} -->{after}"
    return text


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
