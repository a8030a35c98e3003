"""Without Numba and NumPy: people play, host and seat bots; whatever needs the compiler says so in one line."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from cli.test_doctor import HIDE
from magnate.game import Game

ROOT = Path(__file__).parent.parent.parent
COMPILER = ("numba", "llvmlite", "numpy", "scipy")
SHORT = {"edition": "clasico", "seats": 5, "options": {"ending.turns": 20}}
LEVELS = ["novice", "house", "trader", "master"]


def environment(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MAGNATE_")}
    fast = {"BOT_PAUSE_MS": "0", "BOT_BURST": "100000", "BOT_FRAMES_PER_SECOND": "100000", "PORT": "0"}
    return kept | {"XDG_DATA_HOME": str(folder)} | {f"MAGNATE_{name}": value for name, value in fast.items()}


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command where the compiler is not installed."""
    command = [sys.executable, "-c", HIDE.format(hidden=COMPILER), *words]
    return subprocess.run(
        command, env=environment(folder), cwd=folder, capture_output=True, text=True, timeout=600, check=False
    )


@pytest.mark.parametrize("level", LEVELS)
def test_bots_play_a_game_in_the_terminal(level: str, tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    words = ["--edition", "castis", "--people", "", "--seats", "2", "--option", "ending.turns=40", "--level", level]
    done = run(tmp_path, "play", *words, "--save", str(file))
    assert done.returncode == 0, done.stderr
    assert Game.replay(file.read_text(encoding="utf-8")).is_over


@pytest.mark.parametrize(
    "words",
    [
        ["lab", "simulate", "clasico", "--games", "10"],
        ["lab", "odds", "clasico"],
        ["lab", "compare", "clasico", "castis"],
        ["lab", "league", "clasico"],
        ["lab", "match", "clasico", "trader", "house"],
        ["lab", "power", "clasico"],
        ["lab", "switches", "clasico"],
        ["lab", "stakes", "clasico"],
        ["lab", "bench"],
        ["bench"],
        ["puzzles", "collect", "game.record", "--out", "sets"],
        ["play", "--people", "", "--seats", "2", "--level", "oracle"],
    ],
    ids=" ".join,
)
def test_what_needs_the_compiler_says_so_in_one_line(words: list[str], tmp_path: Path) -> None:
    done = run(tmp_path, *words)
    assert done.returncode == 2, done.stdout + done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "needs Numba, which is not installed: pip install 'magnate[fast]'" in done.stderr


def test_importing_the_environments_says_so_too(tmp_path: Path) -> None:
    hidden = f"import sys\nfor name in {COMPILER}: sys.modules[name] = None\n"
    command = [sys.executable, "-c", hidden + "import magnate.envs"]
    done = subprocess.run(command, env=environment(tmp_path), capture_output=True, text=True, check=False)
    last = done.stderr.splitlines()[-1]
    assert "NotInstalled: this needs Numba, which is not installed: pip install 'magnate[fast]'" in last


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server without the compiler, whose bots do not pause."""
    command = [sys.executable, "-c", HIDE.format(hidden=COMPILER), "serve"]
    with subprocess.Popen(
        command, env=environment(tmp_path), cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            assert process.stdout is not None
            found = re.match(r"Magnate is listening on (http://\S+)", process.stdout.readline())
            assert found
            yield found[1]
        finally:
            process.terminate()


def ask(url: str, body: Any = None) -> Any:
    with urlopen(Request(url, json.dumps(body).encode() if body else None)) as answer:
        return json.load(answer)


def test_a_game_is_reviewed_by_the_network(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    words = ["--edition", "castis", "--people", "", "--seats", "2", "--option", "ending.turns=4", "--level", "house"]
    assert run(tmp_path, "play", *words, "--save", str(file)).returncode == 0
    done = run(tmp_path, "review", str(file), "--playouts", "0")
    assert done.returncode == 0, done.stderr
    assert "Luck and decisions" in done.stdout
    assert "No test games were played" in done.stdout


def test_a_hosted_table_of_bots_is_played_to_its_end(address: str) -> None:
    spec = importlib.util.spec_from_file_location("example_bot", ROOT / "examples" / "bot.py")
    assert spec is not None
    assert spec.loader is not None
    example: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    example.TABLE = SHORT
    seated = [{"command": "SetBot", "seat": seat, "level": level} for seat, level in enumerate(LEVELS, 1)]
    example.FILL = [*seated, {"command": "Start"}]
    assert example.Bot(address).play()  # over HTTP and a WebSocket; the seats that won


def test_no_bot_is_offered_that_cannot_play(address: str) -> None:
    assert [one["level"] for one in ask(f"{address}/api/levels")] == LEVELS
    with pytest.raises(HTTPError) as refused:
        ask(f"{address}/api/quick", {"edition": "clasico", "level": "oracle"})
    assert json.load(refused.value)["error"] == "no_such_level"
