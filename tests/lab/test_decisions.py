"""Data sets of decisions: the same for the same seed, each row a position with its options, choice and outcome."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from magnate import Game, lab
from magnate.cli import run
from magnate.coding import CODING_VERSION, Coder
from magnate.view import View
from policy.nets import random_policy

SHORT: dict[str, Any] = {"options": {"ending.turns": 16}, "games": 4, "seed": 3}


def test_rows_say_what_was_seen_possible_chosen_and_won() -> None:
    found = lab.decisions("clasico", ["trader", "house"], share=1.0, observations=True, **SHORT)
    assert found.count == found.made == len(found.rows())
    coder = Coder("clasico", 2, options=SHORT["options"])
    for row in found.rows()[::7]:
        game = Game.from_text(row["position"])
        decision = coder.from_game(game, row["seat"])
        assert decision.question == row["question"]
        assert decision.numbers == row["options"]
        assert decision.observation.tolist() == row["observation"]
        assert row["choice"] in row["options"] or row["choice"] == -1
        if row["choice"] > 0:
            played = json.loads(row["played"])
            action = decision.action(row["choice"])
            assert type(action).__name__ == played["type"]
        assert row["decided"]
    won = {(row["game"], row["seat"]): row["won"] for row in found.rows()}
    assert all(won[game, 0] + won[game, 1] == 1 for game in range(4))
    assert {row["bot"] for row in found.rows() if row["game"] == 1 and row["seat"] == 0} == {"house"}
    assert {row["question"] for row in found.rows()} >= {"opening", "turn", "buy"}


def test_games_are_those_of_a_match() -> None:
    """Taking notes changes nothing."""
    found = lab.decisions("clasico", ["trader", "house"], share=0.2, **SHORT)
    match = lab.match("clasico", ["trader", "house"], **SHORT)
    assert sum(row["actions"] for row in match.rows("games")) == found.made
    winners = {row["game"]: row["winner"] for row in match.rows("games")}
    assert all(row["won"] == (row["seat"] == winners[row["game"]]) for row in found.rows())


def test_a_seed_gives_the_same_rows_and_a_share_takes_about_its_part() -> None:
    how: dict[str, Any] = {**SHORT, "games": 10}
    ours = lab.decisions("castis", ["trader", "novice"], share=0.3, **how)
    assert ours.rows() == lab.decisions("castis", ["trader", "novice"], share=0.3, **how).rows()
    assert 0.2 < ours.count / ours.made < 0.4
    other = lab.decisions("castis", ["trader", "novice"], share=0.3, **{**how, "seed": 4})
    assert other.rows() != ours.rows()


def test_policies_and_functions_are_recorded(tmp_path: Path) -> None:
    file = str(tmp_path / "p.safetensors")
    random_policy(2, mortgage_only_in_debt=True).save(file)

    def first(view: View, legal: list[Any]) -> Any:
        return legal[0]

    found = lab.decisions("castis", [file, first], share=1.0, **SHORT)
    mine = [row for row in found.rows() if row["bot"] == file]
    assert mine
    assert all(row["choice"] in row["options"] for row in mine)


@pytest.mark.parametrize("ending", [".parquet", ".npz"])
def test_the_command_writes_a_file(tmp_path: Path, ending: str, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / f"{n}{ending}" for n in range(2)]
    order = ["lab", "decisions", "castis", "house", "novice", "--games", "3", "--share", "0.5", "--observations"]
    for file in files:
        assert run([*order, "--set", "ending.turns=12", f"--{ending[1:]}", str(file)]) == 0
    assert "Decisions · castis, ending.turns=12" in capsys.readouterr().out
    if ending == ".npz":
        assert files[0].read_bytes() == files[1].read_bytes()
        data = np.load(files[0])
        assert int(data["coding"]) == CODING_VERSION
        n = len(data["choice"])
        assert data["observation"].shape == (n, 2418)
        assert data["options_end"][-1] == len(data["options"])
        for i, choice in enumerate(data["choice"]):
            options = data["options"][data["options_end"][i - 1] if i else 0 : data["options_end"][i]]
            assert choice == -1 or choice in options
    else:
        pandas = pytest.importorskip("pandas")
        rows = pandas.read_parquet(files[0])
        assert rows.equals(pandas.read_parquet(files[1]))
        assert len(rows.observation[0]) == 2418
        assert set(rows.bot) == {"house", "novice"}


def test_mistakes_are_said_before_anything_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lab", "decisions", "castis", "house", "novice", "--npz", str(tmp_path / "x.csv")]) == 2
    assert "a data set is written into a .npz file" in capsys.readouterr().err
    with pytest.raises(lab.BadQuestion, match="a share of 0; expected more than 0"):
        lab.decisions("castis", ["house", "novice"], share=0)
