"""`lab power`: what a whole group is worth at the start."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from magnate import lab
from magnate.cli import run
from magnate.editions import names
from magnate.lab.power import Power, owning, parts
from magnate.rules.codes import BANK


@pytest.fixture(scope="module")
def clasico() -> Power:
    return lab.power("clasico", rollouts=400, seed=1)


def test_orange_and_light_blue_nearly_win_and_green_costs_too_much(clasico: Power) -> None:
    wins = {one.group: one.share for one in clasico.groups}
    assert wins["Orange"].low > 0.9
    assert wins["Light blue"].low > 0.9
    assert 0.5 < wins["Green"].low < wins["Green"].high < 0.7
    assert wins["Utilities"].high < wins["Green"].low < wins["Green"].high < wins["Light blue"].low
    assert clasico.fair == 0.25


def documented(edition: str) -> dict[str, tuple[float, float, float]]:
    """The figures of docs/lab.md: of each group its share of the wins and the interval, in percent."""
    text = (Path(__file__).parent.parent.parent / "docs" / "lab.md").read_text(encoding="utf-8")
    table = text.partition("| clasico | wins (95 %) | europolis |")[2].partition("\n\n")[0]
    column = {"clasico": (1, 2), "europolis": (3, 4)}[edition]
    found = {}
    for line in table.splitlines()[2:]:
        cells = line.split("|")
        group, figures = (cells[place].strip() for place in column)
        value, low, high = map(float, re.findall(r"[\d.]+", figures))
        found[group.partition(",")[0]] = value, low, high
    return found


def test_the_intervals_meet_those_of_the_docs(clasico: Power) -> None:
    docs = documented("clasico")
    assert min(docs["Orange"][0], docs["Light blue"][0]) > 90
    assert 50 < docs["Green"][0] < 70
    assert docs.keys() == {one.group for one in clasico.groups}
    for one in clasico.groups:
        _, low, high = docs[one.group]
        assert 100 * one.share.low < high
        assert 100 * one.share.high > low


@pytest.mark.thorough
@pytest.mark.parametrize("edition", ["clasico", "europolis"])
def test_the_figures_of_the_docs_are_those_of_the_command(edition: str) -> None:
    """`magnate lab power EDITION --players 4 --rollouts 10000`, to a tenth of a percent."""
    found = lab.power(edition, players=4, rollouts=10_000, seed=0)
    shares = {one.group: (one.share.value, one.share.low, one.share.high) for one in found.groups}
    rounded = {group: tuple(round(100 * figure, 1) for figure in figures) for group, figures in shares.items()}
    assert rounded == documented(edition)


def test_the_network_knows_a_strong_group_without_playing(clasico: Power) -> None:
    seen = {one.group: one.network for one in clasico.groups}
    assert all(0 < chance < 1 for chance in seen.values())
    assert min(seen["Orange"], seen["Light blue"]) > 0.75
    assert seen["Utilities"] < seen["Green"] < seen["Orange"]
    assert "network" in clasico.grids()[0].heads
    assert clasico.rows()[0]["network"] == clasico.groups[0].network


def test_groups_are_told_with_their_prices_strongest_first(clasico: Power) -> None:
    prices = {one.group: (one.deeds, one.price, one.cash) for one in clasico.groups}
    assert prices["Orange"] == (3, 180 + 180 + 200, 1500 - 560)
    assert prices["Stations"] == (4, 4 * 200, 1500 - 800)
    shares = [one.share.value for one in clasico.groups]
    assert shares == sorted(shares, reverse=True)
    assert all(one.share.of == 400 for one in clasico.groups)


def test_a_group_for_nothing_is_worth_more(clasico: Power) -> None:
    free = {one.group: one.share for one in lab.power("clasico", rollouts=400, seed=1, paid=False).groups}
    paid = {one.group: one.share for one in clasico.groups}
    assert free["Green"].low > paid["Green"].high


@pytest.mark.parametrize("edition", names())
def test_nobody_has_a_deed_but_the_owner_of_the_group(edition: str) -> None:
    rules = lab.RuleSet(edition)
    table = rules.table(4)
    for group in range(len(rules.loaded.groups)):
        g = owning(rules, 4, group, 2, paid=True).state
        owners = [0 if table["deed_group"][deed] == group else BANK for deed in range(table["deeds"])]
        assert g.owner[: table["deeds"]] == owners
        price = sum(table["price"][deed] for deed in range(table["deeds"]) if table["deed_group"][deed] == group)
        assert g.cash[0] == max(0, g.cash[1] - price)
        assert (g.turn, g.rolled, g.must) == (2, 0, 1 << 2)


def test_what_the_starting_money_does_not_cover_is_told_as_a_gift(clasico: Power) -> None:
    """`monopoli-server`: 610 to begin with (SRV-09), and green costs 300 + 300 + 320."""
    found = lab.power("monopoli-server", players=4, rollouts=4, bot="house")
    green = next(one for one in found.groups if one.group == "Green")
    assert (green.price, green.cash, green.gift) == (920, 0, 310)
    note = found.grids()[0].note
    gifts = ", ".join(one.group for one in found.groups if one.price > 610)
    assert f"as far as the starting money goes: the rest is a gift ({gifts})" in note
    assert not any(one.gift for one in clasico.groups)
    assert "gift" not in clasico.grids()[0].note


def test_every_seat_begins_equally_often() -> None:
    assert parts(10, 4) == [3, 3, 2, 2]
    assert parts(2, 4) == [1, 1, 0, 0]


def test_the_same_seed_gives_the_same_power() -> None:
    how: dict[str, Any] = {"players": 3, "rollouts": 7, "seed": 5, "bot": "house"}
    assert lab.power("castis", **how, threads=1).to_dict() == lab.power("castis", **how, threads=2).to_dict()


def test_the_command_prints_a_table_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["lab", "power", "castis", "--rollouts", "8", "--bot", "house"]
    assert run(asked) == 0
    out = capsys.readouterr().out
    assert "Chances to win with a whole group at the start" in out
    assert run([*asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["groups"]) == 10
    assert {"value", "low", "high"} <= set(found["groups"][0]["share"])
