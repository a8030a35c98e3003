"""Answers of the lab as files: CSV, and Parquet where PyArrow is installed."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Any

import pytest

from magnate import Game, lab
from magnate.cli import run
from magnate.lab.result import Result


@pytest.fixture(scope="module")
def answers() -> list[Result]:
    """One of each kind."""
    how: dict[str, Any] = {"bots": "house", "games": 6, "players": 2}
    game = Game("castis", 2, seed=1)
    return [
        lab.simulate("castis", **how),
        lab.compare("castis", "clasico", **how),
        lab.league("castis", bots="house,novice", games=4, players=2),
        lab.match("castis", ["house", "novice"], games=4),
        lab.power("castis", players=2, bot="house", rollouts=2),
        lab.chances(game, bot="house", rollouts=10),
        lab.rent_risk(game),
        lab.odds("castis"),
    ]


def test_every_table_of_an_answer_goes_into_a_csv_file(answers: list[Result], tmp_path: Path) -> None:
    for answer in answers:
        assert tuple(answer.frames()) == answer.TABLES
        for name, rows in answer.frames().items():
            answer.to_csv(tmp_path / "a.csv", name)
            with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
                found = list(csv.DictReader(file))
            assert len(found) == len(rows)
            for row, read in zip(rows, found, strict=True):
                assert list(read) == list(row)


def test_a_csv_file_has_the_first_table_unless_another_is_named(answers: list[Result], tmp_path: Path) -> None:
    simulation = answers[0]
    simulation.to_csv(tmp_path / "games.csv")
    assert (tmp_path / "games.csv").read_text(encoding="utf-8").startswith("game,winner,winners,bot,over,turns,")
    with pytest.raises(lab.BadQuestion, match="no table 'weather'; there are games, bots"):
        simulation.to_csv(tmp_path / "no.csv", "weather")
    assert not (tmp_path / "no.csv").exists()


def test_parquet_has_the_same_rows(answers: list[Result], tmp_path: Path) -> None:
    import pyarrow.parquet as parquet

    for answer in answers:
        for name, rows in answer.frames().items():
            if rows:
                answer.to_parquet(tmp_path / "a.parquet", name)
                assert parquet.read_table(tmp_path / "a.parquet").to_pylist() == rows


def test_without_pyarrow_the_command_says_what_to_install(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    file = tmp_path / "a.parquet"
    assert run(["lab", "simulate", "castis", "--games", "2", "--parquet", str(file)]) == 2
    told = capsys.readouterr().err
    assert "Parquet needs pyarrow, which is not installed: pip install 'magnate[lab]'" in told
    assert len(told.splitlines()) == 1
    assert not file.exists()


@pytest.mark.parametrize(
    ("asked", "rows"),
    [
        (["simulate", "castis", "--games", "3", "--bots", "house"], 3),
        (["simulate", "castis", "--games", "3", "--bots", "house", "--table", "groups"], 10),
        (["match", "castis", "house", "novice", "--games", "3"], 2),
        (["power", "castis", "--rollouts", "4", "--bot", "house"], 10),
        (["compare", "castis", "clasico", "--games", "3", "--bots", "house"], 12),
        (["league", "castis", "--games", "4", "--bots", "house,novice"], 1),
        (["odds", "castis"], 41),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_commands_write_both(asked: list[str], rows: int, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    import pyarrow.parquet as parquet

    files = ["--csv", str(tmp_path / "a.csv"), "--parquet", str(tmp_path / "a.parquet")]
    assert run(["lab", *asked, *files]) == 0
    assert capsys.readouterr().out  # the tables are printed all the same
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == rows
    assert parquet.read_table(tmp_path / "a.parquet").num_rows == rows
