"""A short run of the fuzzer: bytes that learn from the code find nothing but refusals."""

from __future__ import annotations

import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).parents[2] / "tools" / "fuzz.py"
RUNS = 10_000  # of frames, as many of bodies, and a 25th of records

pytestmark = pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"), reason="atheris is built for Linux on x86-64 only"
)


def fuzz(folder: Path, *words: str) -> tuple[int, str]:
    """Fuzz in a process of its own: whether something was found, and what was said."""
    command = [sys.executable, str(FUZZ), *words, "--seconds", "200"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=700, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.thorough
def test_nothing_gets_by(tmp_path: Path) -> None:
    code, said = fuzz(tmp_path, "--runs", str(RUNS))
    assert code == 0, said[-6000:]
    executed = [int(runs) for runs in re.findall(r"stat::number_of_executed_units: (\d+)", said)]
    print(executed)
    assert len(executed) == 3
    assert sum(executed) >= 2 * RUNS


@pytest.mark.thorough
def test_a_mistake_would_be_found(tmp_path: Path) -> None:
    code, said = fuzz(tmp_path, "frames", "--plant")  # it ends as soon as it is found
    assert code == 1
    assert "PlantedMistake" in said
