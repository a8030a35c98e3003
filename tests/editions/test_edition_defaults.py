"""An edition writes only what differs from the neutral rules: a switch or clause that is left out has a default."""

import copy
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from magnate.editions import EditionError, load, names
from magnate.editions.check import RULE_KEYS
from magnate.editions.fingerprint import fingerprint, neutral_switches
from magnate.editions.read import build
from magnate.editions.switches import known_switches, switches
from magnate.events import Moved
from magnate.game import Game

ROOT = Path(__file__).parent.parent.parent
LAGOON = ROOT / "examples" / "editions" / "lagoon.toml"
SUMS = ["setup.cash", "start.salary", "jail.fine"]


def written(path: Path) -> dict[str, Any]:
    """An edition's file as plain tables."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def neutral_file(**rules: dict[str, Any]) -> dict[str, Any]:
    """The board of `clasico` with neutral rules, without clauses."""
    data = written(ROOT / "src" / "magnate" / "editions" / "clasico.toml")
    data["rules"] = {"setup": {"cash": 1500}, "start": {"salary": 200}, "jail": {"fine": 50}} | rules
    for key in ("clauses", "variants"):
        del data[key]
    return data


def problems(data: dict[str, Any]) -> list[str]:
    """What is wrong with an edition."""
    with pytest.raises(EditionError) as error:
        build(data, "mine.toml")
    return [f"{path}: {message}" for path, message in error.value.problems]


def test_a_switch_that_is_not_written_is_neutral() -> None:
    rules = dict(switches(build(neutral_file(), "mine.toml").rules))
    assert rules == neutral_switches() | {"setup.cash": 1500, "start.salary": 200, "jail.fine": 50}


def test_every_switch_but_three_sums_has_a_neutral_value() -> None:
    assert [path for path in known_switches() if path not in neutral_switches()] == SUMS


def test_an_edition_may_print_the_prices_of_buildings_on_its_board(tmp_path: Path) -> None:
    """It is seen, not played: records stay valid."""
    text = LAGOON.read_text(encoding="utf-8")
    found = re.search(r"^stock = \{.*(?=\})", text, re.M)
    assert found is not None
    file = tmp_path / "printed.toml"
    file.write_text(text.replace(found[0], f"{found[0]}, prices_on_board = true"), encoding="utf-8")
    assert load(file).stock.prices_on_board
    assert not load(LAGOON).stock.prices_on_board
    assert fingerprint(load(file), 2) == fingerprint(load(LAGOON), 2)


def test_an_edition_may_name_the_print_of_its_board(tmp_path: Path) -> None:
    """It is seen, not played: records stay valid. A name that the page has no drawings for is refused."""
    text = LAGOON.read_text(encoding="utf-8")
    file = tmp_path / "printed.toml"
    file.write_text(text.replace("\nlanguage =", '\ntheme = "castis"\nlanguage =', 1), encoding="utf-8")
    assert (load(LAGOON).file.theme, load(file).file.theme) == ("plain", "castis")
    assert fingerprint(load(file), 2) == fingerprint(load(LAGOON), 2)
    file.write_text(text.replace("\nlanguage =", '\ntheme = "castles"\nlanguage =', 1), encoding="utf-8")
    with pytest.raises(EditionError, match=r"theme: .*castles.*castis"):
        load(file)


@pytest.mark.parametrize("name", [*names(), str(LAGOON)])
def test_leaving_out_what_is_neutral_changes_nothing(name: str) -> None:
    path = LAGOON if name == str(LAGOON) else ROOT / "src" / "magnate" / "editions" / f"{name}.toml"
    short = copy.deepcopy(written(path))
    for switch, value in neutral_switches().items():
        chapter, key = switch.split(".")
        if short["rules"].get(chapter, {}).get(key) == value:
            del short["rules"][chapter][key]
    short["rules"] = {chapter: keys for chapter, keys in short["rules"].items() if keys}
    assert build(short, "short.toml") == load(name).file


def test_the_three_sums_are_asked_for() -> None:
    data = neutral_file()
    data["rules"] = {"start": {}, "jail": {}}
    assert problems(data) == [
        "rules.start.salary: missing; expected a whole number from 0 to 100000000",
        "rules.jail.fine: missing; expected a whole number from 0 to 100000000",
        "rules.setup: missing; expected a table with cash",
    ]


def test_a_neutral_value_that_does_not_fit_the_board_is_named() -> None:
    data = neutral_file()
    for space in data["spaces"]:
        if "house_cost" in space:
            space["rents"] = space["rents"][:5]
    assert problems(data) == ["rules.building.houses_per_lot: the deeds print rents for 1 to 3 houses"]


def test_a_rule_without_a_clause_cites_none(tmp_path: Path) -> None:
    text = LAGOON.read_text(encoding="utf-8")
    file = tmp_path / "short.toml"
    file.write_text(text.replace('move = "LAG-04"\n', ""), encoding="utf-8")
    game = Game(file, seats=2, seed=3)
    while not (moved := [event for event in game.events if isinstance(event, Moved)]):
        game.play(game.must[0], game.default_action(game.must[0]))
    assert moved[0].clause == ""
    assert load(file).clause("move") == ""
    assert load(file).clause("salary") == "LAG-07"
    assert fingerprint(load(file), 2) == fingerprint(load(LAGOON), 2)


@pytest.mark.parametrize("name", [*names(), str(LAGOON)])
def test_the_editions_that_come_with_the_game_cite_a_clause_for_every_rule(name: str) -> None:
    assert set(load(name).file.clauses) == set(RULE_KEYS)
