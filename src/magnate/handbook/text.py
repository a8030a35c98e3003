"""Markdown from plain text: escapes it and links the ids of clauses."""

from __future__ import annotations

import re
from collections.abc import Sequence

from magnate.clauses import Ambiguity, Clause, Decision, entries

ID = re.compile(r"\b(?:EXP|SRV|EUR|CLA|CAS|AMB|DP|W)-\d+\b")


def plain(text: str) -> str:
    """A text on one line that Markdown leaves as it is."""
    return re.sub(r"([\\*_<>\[\]`{}])", r"\\\1", " ".join(text.split()))


def cited(text: str) -> str:
    """A text on one line, with a link at every id it names."""
    return ID.sub(lambda found: cite(found[0]), plain(text))


def cite(id: str) -> str:
    """A link to whatever has this id."""
    match entries().get(id):
        case Clause(edition=edition):
            page = edition
        case Ambiguity():
            page = "open"
        case Decision():
            page = "asked"
        case None:
            return id
        case worked:
            page = worked.edition
    return f"[{id}]({page}.md#{id.lower()})"


def anchor(id: str) -> str:
    """An id that can be linked to, and links to itself."""
    return f"[**{id}**](#{id.lower()}){{ #{id.lower()} .clause }}"


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]], right: str = "") -> str:
    """A Markdown table. `right` names the columns of figures by their numbers."""
    marks = tuple("---:" if str(column) in right.split() else "---" for column in range(len(head)))
    return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in [head, marks, *rows])
