"""`lab switches`: each switch moved to its other positions, one at a time, beside the edition as it is."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from magnate import lab
from magnate.cli import run
from magnate.lab.intervals import LEVEL
from magnate.lab.switch_effects import changed_rules, other_positions

SMALL = ("--players", "2", "--bots", "house", "--games", "60")


def test_every_switch_with_positions_is_moved_to_each_of_the_others() -> None:
    found = list(other_positions(lab.RuleSet("clasico")))
    assert ("purchase.refused", "auction", "stays") in found
    assert ("purchase.refused", "auction", "same_price") in found
    assert ("purchase.refuser_bids", True, False) in found
    assert all(own != position for _, own, position in found)
    paths = {path for path, _, _ in found}
    assert not paths & {"jail.fine", "table.private_cash"}  # a number; what changes no play


def test_what_an_edition_cannot_have_is_named_and_not_played() -> None:
    rules = lab.RuleSet("clasico")
    changed, impossible = changed_rules(rules, 4, ())
    tables = [one.table(4) for _, _, _, one in changed]
    assert all(table != rules.table(4) for table in tables)
    assert len(changed) + len(impossible) == len(list(other_positions(rules)))
    assert len(changed) > 30


def test_a_switch_that_matters_is_beyond_noise_and_comes_first() -> None:
    how = {"only": ["purchase.refused", "deals.allowed"], "players": 3, "games": 300, "seed": 2}
    found = lab.switch_effects("clasico", **how)  # type: ignore[arg-type]
    first = found.switches[0]
    assert (first.switch, first.position, first.own) == ("deals.allowed", "false", "true")
    turns = next(line for line in first.lines if line.what == "turns of decided games")
    assert turns.difference.is_real
    assert turns.difference.low > 0  # without deals no colour is completed, and games are long
    assert found.level == pytest.approx(1 - (1 - LEVEL) / (3 * 5))
    assert [line.what for line in first.lines][-3:] == ["wins of place 1", "wins of place 2", "wins of place 3"]


def test_a_switch_of_no_effect_on_two_players_is_within_noise() -> None:
    found = lab.switch_effects("clasico", only=["bankruptcy.estate"], players=2, bots="house", games=100)
    assert not any(one.is_real for one in found.switches)  # the game is over then


def test_the_command_prints_a_table_json_and_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["lab", "switches", "castis", "--only", "purchase", *SMALL]
    assert run(asked) == 0
    out = capsys.readouterr().out
    assert "purchase.refused=stays" in out
    assert "wins of place 2" in out
    file = tmp_path / "switches.csv"
    assert run([*asked, "--json", "--csv", str(file)]) == 0
    found = json.loads(capsys.readouterr().out)
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    assert len(rows) == len(found["switches"]) * 4
    assert set(rows[0]) == {
        "switch", "position", "own", "what", "edition", "changed", "difference", "low", "high", "real",
    }  # fmt: skip


def test_a_switch_without_positions_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lab", "switches", "clasico", "--only", "jail.fine"]) == 2
    assert "no switch jail.fine has another position" in capsys.readouterr().err
