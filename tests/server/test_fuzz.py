"""A short run of the fuzzer: bytes that learn from the code find nothing but refusals."""

from __future__ import annotations

import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).parents[2] / "benchmarks" / "fuzz.py"
SECONDS = 5  # for each of the three targets
ENOUGH = 20_000

pytestmark = pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"), reason="atheris is built for Linux on x86-64 only"
)


def fuzz(folder: Path, seconds: int, *words: str) -> tuple[int, str]:
    """Fuzz in a process of its own: whether something was found, and what was said."""
    command = [sys.executable, str(FUZZ), *words, "--seconds", str(seconds)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    return done.returncode, done.stdout + done.stderr


def test_nothing_gets_by(tmp_path: Path) -> None:
    code, said = fuzz(tmp_path, SECONDS)
    assert code == 0, said[-6000:]
    executed = [int(runs) for runs in re.findall(r"stat::number_of_executed_units: (\d+)", said)]
    assert len(executed) == 3
    assert sum(executed) >= ENOUGH
    print(executed)


def test_a_mistake_would_be_found(tmp_path: Path) -> None:
    code, said = fuzz(tmp_path, 60, "frames", "--plant")  # it ends as soon as it is found
    assert code == 1
    assert "PlantedMistake" in said
