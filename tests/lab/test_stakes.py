"""`lab stakes`: which kinds of decision matter most, by the review of games between bots."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from magnate import lab
from magnate.cli import run
from magnate.lab.stakes import Stakes, ratio, swing_of
from magnate.review import review_game
from magnate.review.units import WHOLE
from review.kit import played

SHORT = {"ending.turns": 24}


@pytest.fixture(scope="module")
def clasico() -> Stakes:
    return lab.stakes("clasico", players=3, games=2, options=SHORT, seed=1)


def test_every_kind_has_a_swing_that_no_cost_exceeds(clasico: Stakes) -> None:
    kinds = {one.kind: one for one in clasico.kinds}
    assert "purchase" in kinds
    for one in clasico.kinds:
        assert 0 <= one.cost.value <= one.swing.value <= 1
        assert one.per_game == one.decisions / 2
        assert one.swing_per_game == pytest.approx(one.swing.value * one.per_game)
    weights = [one.swing_per_game for one in clasico.kinds]
    assert weights == sorted(weights, reverse=True)


def test_figures_are_those_of_the_review() -> None:
    found = review_game(played("clasico", 1), check=False).decisions
    for one in found:
        assert one.cost / WHOLE <= swing_of(one) + 1e-9
        assert swing_of(one) == (one.best.chances[one.seat] - min(o.chances[one.seat] for o in one.options)) / WHOLE


def test_games_not_decisions_are_what_the_interval_counts() -> None:
    found = ratio([2.0, 6.0], [2, 3])
    assert found.value == 8 / 5
    assert found.error == pytest.approx((2 * (1.2**2 + 1.2**2)) ** 0.5 / 5)
    assert ratio([3.0], [3]).error == float("inf")  # one game says nothing of its scatter


@pytest.mark.thorough
def test_the_same_seed_gives_the_same_stakes(clasico: Stakes) -> None:
    assert lab.stakes("clasico", players=3, games=2, options=SHORT, seed=1).to_dict() == clasico.to_dict()


def test_the_command_prints_a_table_or_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["lab", "stakes", "castis", "--players", "2", "--games", "2", "--bots", "house", "--set", "ending.turns=20"]
    file = tmp_path / "kinds.csv"
    assert run([*asked, "--csv", str(file)]) == 0
    assert "swings of a game" in capsys.readouterr().out
    assert file.read_text(encoding="utf-8").startswith("kind,decisions,per_game,swing_value")
    assert run([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kinds"]


def test_an_oracle_does_not_play_here(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lab", "stakes", "clasico", "--bots", "oracle"]) == 2
    assert "oracle does not play here; expected novice, house, trader or master" in capsys.readouterr().err
