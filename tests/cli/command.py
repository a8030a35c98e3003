"""The command `magnate` as a process of its own."""

from __future__ import annotations

import subprocess
from pathlib import Path

from terminal.teletype import MAGNATE, surroundings


def magnate(*args: str, data: Path, typed: str | bytes = "", wait: float = 600) -> subprocess.CompletedProcess[str]:
    """Run the command to its end with these lines typed into a pipe."""
    done = subprocess.run(
        [*MAGNATE, *args],
        input=typed if isinstance(typed, bytes) else typed.encode(),
        capture_output=True,
        env=surroundings(data),
        cwd=data,
        timeout=wait,
        check=False,
    )
    out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    assert "Traceback" not in out + err, out + err
    return subprocess.CompletedProcess(args, done.returncode, out, err)
