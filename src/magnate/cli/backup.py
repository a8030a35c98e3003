"""`magnate backup` and `magnate restore`: the whole database of a server in one file, checked."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from .serve import run_or_report

if TYPE_CHECKING:
    from magnate.server.backup.checking import Findings
    from magnate.server.operations.settings import Settings

SHOWN = 5  # tables that cannot be replayed, by name


def back_up(settings: Settings, file: Path, force: bool) -> int:
    """Back up a database."""
    from magnate.server.backup.backup_file import BadBackup
    from magnate.server.backup.dump import save

    found = run_or_report(save(settings, file, force), BadBackup)
    print(f"{file}: {in_words(found)}; read again and checked ({file.stat().st_size:,} bytes).")
    warn(found)
    return 0


def restore(settings: Settings, file: Path, force: bool, check: bool) -> int:
    """Restore a database, or check the file only."""
    from magnate.editions import offer
    from magnate.server.backup import checking
    from magnate.server.backup.backup_file import BadBackup, read_header
    from magnate.server.backup.restore import restore as restore_file
    from magnate.server.store.migrations import steps

    async def check_only() -> Findings:
        offer(settings.editions)
        read_header(file, steps())
        return checking.check(file)

    found = run_or_report(check_only() if check else restore_file(settings, file, force), BadBackup)
    print(f"{file} is good: {in_words(found)}." if check else f"Restored from {file}: {in_words(found)}.")
    warn(found)
    return 0


def in_words(found: Findings) -> str:
    """How much there is."""
    rows = found.rows
    return f"{rows.get('tables', 0):,} tables with {rows.get('entries', 0):,} entries, {rows.get('people', 0):,} people"


def warn(found: Findings) -> None:
    """Say which tables cannot be replayed: their logs are whole, but this version cannot play them."""
    if not found.unplayable:
        return
    print(f"{len(found.unplayable):,} tables are whole, but cannot be replayed by this version:", file=sys.stderr)
    for id, problem in list(found.unplayable.items())[:SHOWN]:
        print(f"  {id}: {problem}", file=sys.stderr)
    if len(found.unplayable) > SHOWN:
        print(f"  and {len(found.unplayable) - SHOWN:,} more", file=sys.stderr)
