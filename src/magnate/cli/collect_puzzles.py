"""`magnate puzzles`: collect puzzles from records."""

from __future__ import annotations

import sys
from pathlib import Path

from magnate.errors import CorruptRecord
from magnate.review.puzzles import PuzzleSet, chosen, collect_files, write

from .errors import UsageError


def collect(records: list[Path], out: Path, edition: Path | None, most: int, playouts: int) -> int:
    """Write the puzzles of these records: a file for each edition."""
    from magnate.search import is_available

    if most < 1 or playouts < 2:
        raise UsageError(f"--most {most} --playouts {playouts}; expected 1 and 2 or more")
    if not is_available():
        raise UsageError("this needs Numba, which is not installed: pip install 'magnate[fast]'")
    try:
        found = collect_files(records, edition, playouts, None, lambda line: print(line, file=sys.stderr))
        out.mkdir(parents=True, exist_ok=True)
        for name, puzzles in sorted(found.items()):
            kept = chosen(puzzles, most)
            (out / f"{name}.json").write_text(write(PuzzleSet(name, kept)), encoding="utf-8")
            print(f"{out / name}.json: {len(kept)} of {len(puzzles)} puzzles")
    except (OSError, UnicodeDecodeError, CorruptRecord) as error:
        raise UsageError(str(error)) from None
    return 0
