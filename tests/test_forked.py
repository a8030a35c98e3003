"""A forked command is what the command itself would be: its words, streams, folder, environment, session and end."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

import forked
from magnate.game import Game

ALONE = ["play", "--people", "", "--seats", "2", "--seed", "1", "--option", "ending.turns=5"]


def surroundings(folder: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MAGNATE_")}
    return kept | {"XDG_DATA_HOME": str(folder), "LANG": "C.UTF-8"} | more


@pytest.mark.parametrize(
    ("words", "typed", "more"),
    [
        (["--version"], b"", {}),
        (["lab", "nothing"], b"", {}),
        (["verify", "missing.record"], b"", {}),
        (["play", "--terminal"], "es\nțară\n\xff".encode("latin-1", "replace"), {"LANG": "it_IT.UTF-8"}),
        (["editions"], b"", {"COLUMNS": "60"}),
        ([*ALONE, "--save", "game.record"], b"", {"LANG": "ro_RO.UTF-8"}),
    ],
    ids=lambda one: " ".join(one[:2]) if isinstance(one, list) else "",
)
def test_it_reads_writes_and_ends_like_the_command_itself(
    words: list[str], typed: bytes, more: dict[str, str], tmp_path: Path
) -> None:
    found = []
    for cold in (True, False):
        folder = tmp_path / str(cold)
        folder.mkdir()
        done = forked.run(*words, environment=surroundings(folder, **more), folder=folder, typed=typed, cold=cold)
        out, err = (text.replace(str(folder), "FOLDER") for text in (done.stdout, done.stderr))
        found.append((done.returncode, out, err, sorted(path.name for path in folder.rglob("*.record"))))
    assert found[0] == found[1]
    assert found[0][1] + found[0][2]


def test_its_folder_is_where_it_writes(tmp_path: Path) -> None:
    done = forked.run(*ALONE, "--save", "here.record", environment=surroundings(tmp_path), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert Game.replay((tmp_path / "here.record").read_text(encoding="utf-8")).seats == 2


def test_signals_end_it_and_are_its_exit_code(tmp_path: Path) -> None:
    said, output = forked.pipe()
    with said, output:
        one, other = (
            forked.start(
                "serve", "--port", "0", "--database", str(tmp_path / f"{name}.db"),
                environment=surroundings(tmp_path), stdout=output, stderr=subprocess.DEVNULL, session=True,
            )
            for name in ("one", "other")
        )  # fmt: skip
        try:
            assert [said.readline()[:8] for _ in range(2)] == ["Magnate "] * 2
            assert os.getsid(one.pid) == os.getpgid(one.pid) == one.pid != other.pid
            assert one.poll() is None
            os.killpg(one.pid, signal.SIGKILL)
            assert one.wait(20) == one.returncode == -signal.SIGKILL
            with pytest.raises(ProcessLookupError):
                os.kill(one.pid, 0)
            assert other.poll() is None
            other.terminate()
            assert other.wait(20) == 0
        finally:
            for process in (one, other):
                process.kill()
                process.wait()
