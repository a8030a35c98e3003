"""Errors of the command line: bad input in one line, and crash reports in a file."""

from __future__ import annotations

import platform
import sys
import tempfile
import time
import traceback
from pathlib import Path


class UsageError(Exception):
    """Bad input: one line that says what is wrong and what would be right."""


def report_crash(error: Exception) -> str:
    """Write the traceback of an unexpected error to a file, and print its path in one line."""
    from magnate import __version__

    lines = [
        f"magnate {__version__}, Python {platform.python_version()}, {sys.platform}",
        f"command: {' '.join(sys.argv[1:])}",
        "",
        *traceback.format_exception(error),
    ]
    name = f"crash-{time.strftime('%Y-%m-%d-%H%M%S')}.log"
    for folder in folders():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / name
            path.write_text("\n".join(lines), encoding="utf-8")
        except OSError:
            continue
        return f"internal error ({type(error).__name__}); please report it with {path}"
    return f"internal error ({type(error).__name__}: {error})"


def folders() -> list[Path]:
    """Where a crash can be kept: beside the games, or else anywhere."""
    from magnate.terminal.save import data_folder

    return [data_folder(), Path(tempfile.gettempdir())]
