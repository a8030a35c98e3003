"""The editions side by side: what each is, and every switch of every book."""

from __future__ import annotations

from collections import Counter
from typing import Any

from magnate.clauses import BOOKS, all_clauses
from magnate.editions import Edition, load
from magnate.editions.switches import switches

from .text import plain, table
from .words import chapter_name, label, position

LANGUAGES = {"it": "Italian", "ro": "Romanian", "es": "Spanish", "en": "English"}


def books() -> list[Edition]:
    """The five, in the order of their books."""
    return [load(name) for name in BOOKS.values()]


def at_a_glance() -> str:
    """Each edition in a line."""
    rows = []
    for edition in books():
        clauses = sum(clause.edition == edition.id for clause in all_clauses())
        players = f"{edition.file.players.min}–{edition.file.players.max}"
        variants = ", ".join(f"`{id}`" for id in edition.file.variants)
        skins = ", ".join(f"`{id}`" for id in edition.file.skins)
        language = LANGUAGES[edition.language]
        rows.append((f"`{edition.id}`", plain(edition.name), language, players, str(clauses), variants, skins))
    return table(("edition", "name", "language", "players", "clauses", "variants", "skins"), rows, right="4")


def in_short() -> str:
    """How each is played, and what is special about it."""
    said = [(edition.id, plain(edition.texts.summary_en), plain(edition.texts.special_en)) for edition in books()]
    return "\n\n".join(f"**`{id}`** {summary} *{special}*" for id, summary, special in said)


def usual(values: list[Any]) -> Any:
    """The value most books have, or None where no value has more of them than another."""
    counted = Counter(values).most_common(2)
    return counted[0][0] if len(counted) == 1 or counted[0][1] > counted[1][1] else None


def all_switches() -> dict[str, list[Any]]:
    """Every switch, and its value in each of the five books."""
    rows = [dict(switches(edition.file.rules)) for edition in books()]
    return {switch: [row[switch] for row in rows] for switch in rows[0]}


def switch_matrix() -> str:
    """Every switch, chapter by chapter; what only some books have is bold."""
    parts: list[str] = []
    head = ("switch", *(f"`{name}`" for name in BOOKS.values()))
    by_chapter: dict[str, list[tuple[str, ...]]] = {}
    for switch, values in all_switches().items():
        most = usual(values)
        cells = [position(switch, value) for value in values]
        marked = [
            cell if most is None or value == most else f"**{cell}**" for cell, value in zip(cells, values, strict=True)
        ]
        by_chapter.setdefault(switch.split(".")[0], []).append((f"{label(switch)}<br>`{switch}`", *marked))
    for chapter, rows in by_chapter.items():
        parts += [f"### {chapter_name(chapter)}", table(head, rows)]
    return "\n\n".join(parts)


def variant_table() -> str:
    """What each variant changes in its book."""
    rows = []
    for edition in books():
        for id, variant in edition.file.variants.items():
            changed = load(edition.id, variant=id).variant_differences()
            what = "; ".join(f"{label(s)}: {position(s, new)} (else {position(s, old)})" for s, old, new in changed)
            rows.append((f"`{edition.id}` `{id}`", f"{plain(variant.name_en)}. {plain(variant.description_en)}", what))
    return table(("variant", "what it is", "what it changes"), rows)
