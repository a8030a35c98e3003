"""`magnate people forget` and `magnate tables delete`: what an operator deletes permanently."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .errors import UsageError
from .serve import run_or_report

if TYPE_CHECKING:
    from magnate.server.operations.settings import Settings


def forget_person(settings: Settings, who: str, yes: bool) -> int:
    """Delete a person's data, after a question."""
    from magnate.server import admin

    confirm(f"Delete the name, the words and the seats of {who!r} from every table?", yes)
    found = run_or_report(admin.forget_person(settings, who), admin.NotPossible)
    tables = f"{found.tables:,} table{'s' * (found.tables != 1)}"
    print(f"{found.person} is forgotten, at {tables}. Backups made before still have the data.")
    return 0


def delete_table(settings: Settings, table: str, yes: bool) -> int:
    """Delete a table, after a question."""
    from magnate.server import admin

    confirm(f"Delete table {table} with its log and its record?", yes)
    run_or_report(admin.delete_table(settings, table), admin.NotPossible)
    print(f"Table {table} is deleted. Backups made before still have it.")
    return 0


def confirm(question: str, yes: bool) -> None:
    """Ask, unless `--yes` was said. Needed where no one can answer."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise UsageError("this cannot be undone; say --yes")
    if input(f"{question} This cannot be undone. [y/N] ").strip().lower() not in ("y", "yes"):
        raise UsageError("nothing was deleted")
