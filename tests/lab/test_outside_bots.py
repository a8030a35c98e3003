"""Policies and functions in every command of the lab that takes bots; ratings over a pool."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from magnate import Game, lab
from magnate.actions import Action
from magnate.bots.player import named
from magnate.cli import run
from magnate.lab.outside import FromPolicy, loaded
from magnate.lab.ratings import fit, rate
from magnate.view import View
from policy.nets import keen, random_policy

house = named("house")


def as_house(view: View, legal: list[Action]) -> Action:
    return house.choose(view)


AS_HOUSE = f"{__name__}:as_house"


def test_a_function_is_counted_as_the_bot_it_plays_as() -> None:
    """Whatever the statistics of a simulation count, interpreted games have it, too."""
    how: dict[str, Any] = {"players": 3, "games": 4, "seed": 7, "options": {"ending.turns": 60}}
    ours = lab.simulate("castis", bots=[AS_HOUSE, "novice", "trader"], **how)
    theirs = lab.simulate("castis", bots=["house", "novice", "trader"], **how)
    assert ours.landing == theirs.landing
    assert ours.deeds == theirs.deeds
    assert ours.event_counts == theirs.event_counts
    assert [one.share for one in ours.wins_by_bot] == [one.share for one in theirs.wins_by_bot]


def test_rollouts_are_played_by_a_function_from_where_a_game_stands() -> None:
    game = Game("castis", 2, 3, options={"ending.turns": 30})
    while game.state.turns < 20:
        seat = game.must[0]
        game.play(seat, house.choose(game.view(seat)))
    how: dict[str, Any] = {"rollouts": 6, "seed": 2}
    ours, theirs = lab.chances(game, bot=AS_HOUSE, **how), lab.chances(game, bot="house", **how)
    assert ours.moments[0].seats == theirs.moments[0].seats


def test_a_policy_file_plays_in_a_match_a_league_and_a_comparison(tmp_path: Path) -> None:
    file = str(tmp_path / "p.safetensors")
    random_policy(1, mortgage_only_in_debt=True).save(file)
    how: dict[str, Any] = {"options": {"ending.turns": 20}}
    found = lab.match("clasico", [file, "house"], games=4, **how)
    assert {one.bot for one in found.wins_by_bot} == {file, "house"}
    again = lab.match("clasico", [file, "house"], games=4, **how)
    assert (found._games == again._games).all()
    short = lab.RuleSet("clasico", None, {"ending.turns": 20})
    table = lab.league([short], bots=[file, "house", "novice"], players=2, games=4)
    assert {one.bot for one in table.ratings} == {file, "house", "novice"}
    assert table.grids()[2].title.startswith("Ratings")
    other = lab.RuleSet("clasico", None, {"ending.turns": 10})
    assert lab.compare(short, other, players=2, bots=[file, "house"], games=2).games == 2


def test_what_a_policy_is_not_for_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    file = str(tmp_path / "p.safetensors")
    keen(editions=["castis"]).save(file)
    with pytest.raises(lab.BadQuestion, match=r"p.safetensors is for castis; this table plays clasico"):
        lab.simulate("clasico", players=2, bots=file, games=2)
    with pytest.raises(lab.BadQuestion, match=r"--on gpu: policies and functions play on this machine"):
        lab.match("castis", [file, "house"], games=2, on="gpu")
    with pytest.raises(lab.BadQuestion, match="no bot is called 'genius'; there are novice, house"):
        lab.simulate("clasico", players=2, bots="genius", games=2)
    with pytest.raises(lab.BadQuestion, match=r"nowhere.safetensors: no such file"):
        lab.power("clasico", players=2, bot="nowhere.safetensors", rollouts=2)
    with pytest.raises(lab.BadQuestion, match="a probe knows the rules of the game's own bots alone"):
        lab.exploit("castis", file, games=2)
    assert isinstance(loaded(file), FromPolicy)


def test_ratings_are_those_of_bradley_and_terry() -> None:
    """Two bots: the logarithm of the odds. Three: chances between any two as they were played."""
    one, other = rate(["a", "b"], np.array([[0.0, 749.5], [249.5, 0.0]]))
    assert one.bot == "a"
    assert one.rating - other.rating == pytest.approx(400 * math.log10(3))
    assert one.rating == -other.rating
    assert one.low < one.rating < one.high
    assert (other.toughest, other.beaten.of) == ("a", 999)
    true = np.array([1.0, 0.2, -1.2])
    chance = 1 / (1 + np.exp(true[None, :] - true[:, None]))
    np.fill_diagonal(chance, 0)
    strength, spread = fit(10_000 * chance)
    np.testing.assert_allclose(strength, true, atol=1e-6)
    assert (spread > 0).all()
    assert (spread < 0.03).all()


def test_ratings_cover_the_truth_as_often_as_they_say() -> None:
    rng = np.random.default_rng(5)
    true, inside = np.array([0.6, 0.0, -0.6]), 0
    for _ in range(300):
        won = np.zeros((3, 3))
        for n, m in ((0, 1), (0, 2), (1, 2)):
            won[n, m] = rng.binomial(60, 1 / (1 + np.exp(true[m] - true[n])))
            won[m, n] = 60 - won[n, m]
        best = next(one for one in rate(["a", "b", "c"], won) if one.bot == "a")
        inside += best.low <= 0.6 * 400 / math.log(10) <= best.high
    assert 0.91 <= inside / 300 <= 0.99


def test_a_bot_that_never_lost_has_a_rating() -> None:
    best, worst = rate(["a", "b"], np.array([[0.0, 20.0], [0.0, 0.0]]))
    assert best.bot == "a"
    assert math.isfinite(best.rating)
    assert best.beaten.count == 0
    assert worst.beaten.value == 1


def test_the_command_rates_a_pool(capsys: pytest.CaptureFixture[str]) -> None:
    order = ["lab", "match", "castis", "trader", "house", "novice", "--pool", "--games", "40", "--json"]
    assert run(order) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["bot"] for one in found["ratings"]][-1] == "novice"
    assert found["players"] == 2
    assert run(["lab", "match", "castis", "trader", "house", "--exploit", "3"]) == 2
    assert "--exploit belongs to --pool" in capsys.readouterr().err
