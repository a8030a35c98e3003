"""The command `magnate` as a process of its own."""

from __future__ import annotations

import subprocess
from pathlib import Path

import forked
from terminal.teletype import surroundings


def magnate(*args: str, data: Path, typed: str | bytes = "", wait: float = 600) -> subprocess.CompletedProcess[str]:
    """Run the command to its end with these lines typed into a pipe."""
    done = forked.run(
        *args,
        environment=surroundings(data),
        folder=data,
        typed=typed if isinstance(typed, bytes) else typed.encode(),
        seconds=wait,
    )
    assert "Traceback" not in done.stdout + done.stderr, done.stdout + done.stderr
    return done
