"""Writes the generated parts of the pages in docs: text between marks is replaced, the rest stays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from . import commands, matrix
from .words import ROOT

DOCS = ROOT / "docs"
BLOCKS: dict[str, dict[str, Callable[[], str]]] = {
    "commands.md": {"commands": commands.reference},
    "editions.md": {
        "glance": matrix.at_a_glance,
        "short": matrix.in_short,
        "matrix": matrix.switch_matrix,
        "variants": matrix.variant_table,
    },
}


def filled(page: str, text: str) -> str:
    """A page with its blocks as they should be."""
    for name, make in BLOCKS[page].items():
        before, start, rest = text.partition(f"<!-- generated: {name} -->\n")
        _, end, after = rest.partition(f"<!-- end: {name} -->")
        if not start or not end:
            raise ValueError(f"{page} has no place for {name}")
        text = f"{before}{start}\n{make()}\n\n{end}{after}"
    return text


def pages() -> dict[Path, str]:
    """Every page with its text."""
    return {DOCS / page: filled(page, (DOCS / page).read_text(encoding="utf-8")) for page in BLOCKS}


def drift() -> list[Path]:
    """The pages that are not as they should be."""
    return [path for path, text in pages().items() if path.read_text(encoding="utf-8") != text]
