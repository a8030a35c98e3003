"""`magnate review`: a record in, a review out."""

import json
from pathlib import Path

import pytest

from magnate import Game
from magnate.cli import run
from review.kit import played


def test_a_record_is_reviewed_as_text_and_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.record"
    path.write_text(played("clasico", 2).record(), encoding="utf-8")
    assert run(["review", str(path), "--playouts", "0"]) == 0
    told = capsys.readouterr().out
    assert "Luck and decisions" in told
    assert "What decided the game" in told
    assert run(["review", str(path), "--playouts", "0", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    for one in found["seats"]:
        parts = sum(one[part] for part in ("start", "luck", "own", "others"))
        assert parts == one["result"]


def test_a_game_that_is_not_over_is_refused_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.record"
    path.write_text(Game("clasico", 2, seed=1).record(), encoding="utf-8")
    assert run(["review", str(path)]) != 0
    assert "the game is not over after move 0" in capsys.readouterr().err


def test_progress_is_told_on_the_standard_error_where_it_is_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.record"
    path.write_text(played("clasico", 2).record(), encoding="utf-8")
    command = ["review", str(path), "--playouts", "0", "--json"]
    assert run(command) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("magnate.cli.review.is_available", lambda: False)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert run(command) == 0
    told = capsys.readouterr()
    assert told.err.splitlines() == [
        "without Numba a long game takes minutes: pip install 'magnate[fast]'",
        "computing the chances after every move …",
        "judging the decisions …",
    ]
    assert json.loads(told.out)["stage"] == "account"
