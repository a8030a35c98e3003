"""Data sets: sampled positions are sound, their outcomes add up, and the same seed gives the same ones."""

from pathlib import Path

import numpy as np
import pytest

from magnate import objects, position_text
from magnate.editions import load
from magnate.game import Game
from magnate.rules.codes import FRAME_TURN, FREE, GROUP_LOTS, MAX_GROUP_LOTS
from magnate.rules.stack import top_kind
from magnate.value import data
from magnate.value.fields import MOST
from magnate.value.positions import Positions
from magnate.value.sampling import SAMPLES
from magnate.value.scramble import nudge, pledge_or_lift, rebuild, scramble
from magnate.value.trying import move_deed

Samples = objects.plain("Samples", SAMPLES)


@pytest.mark.thorough
def test_positions_have_outcomes_and_the_same_seed_gives_the_same_ones(tmp_path: Path) -> None:
    table = load("clasico").table(3)
    found = data.sample(table, 40, 3, threads=1)
    again = data.sample(table, 40, 3, threads=2)
    assert found.size > 100
    assert np.allclose(found.share.sum(1), 1)
    assert not found.share[~found.left].any()
    assert found.held.sum() == len(found.holding) == len(found.holder)
    assert np.abs(found.standing).max() <= MOST
    for one, other in zip(found, again, strict=True):
        assert np.array_equal(one, other)
    found.save(tmp_path / "some.npz")
    for one, other in zip(found, Positions.load(tmp_path / "some.npz"), strict=True):
        assert np.array_equal(one, other)


@pytest.mark.parametrize("edition", ["castis", "clasico", "europolis", "expopolis", "monopoli-server"])
@pytest.mark.parametrize("change", [scramble, nudge])
def test_scrambled_positions_are_ones_the_rules_go_on_from(edition: str, change: object) -> None:
    for seed in range(8):
        game = Game(edition, 4, seed=seed)
        while top_kind(game.state) != FRAME_TURN:
            game.play(game.must[0], game.default_action(game.must[0]))
        s = Samples()
        s.stray = 77 + seed
        change(game.state, game.table, s)  # type: ignore[operator]
        text = position_text.write(game.edition, game.table, game.state)
        assert position_text.write(game.edition, game.table, position_text.read(text).state) == text
        for _ in range(60):
            if not game.state.over:
                game.play(game.must[0], game.default_action(game.must[0]))


def test_a_nudge_builds_and_pledges_at_what_it_costs() -> None:
    built = pledged = 0
    for seed in range(12):
        game = Game("clasico", 3, seed=1)
        g, e = game.state, game.table
        group = next(group for group in range(e.groups) if e.group_kind[group] == GROUP_LOTS)
        deeds = e.group_deed[group * MAX_GROUP_LOTS : group * MAX_GROUP_LOTS + e.group_size[group]]
        for deed in deeds:
            move_deed(g, deed, 1)
        g.cash[1] = 10_000
        stock = g.houses, g.hotels
        s = Samples()
        s.stray = seed
        rebuild(g, e, s)
        levels = {g.level[deed] for deed in deeds}
        assert len(levels) == 1
        level = levels.pop()
        if level <= 4:
            assert g.cash[1] == 10_000 - level * sum(e.house_cost[deed] for deed in deeds)
            assert (g.houses, g.hotels) == (stock[0] - level * len(deeds), stock[1])
        else:
            assert (g.houses, g.hotels) == (stock[0], stock[1] - len(deeds))
        built += level > 0
        for deed in deeds:
            g.level[deed] = 0
        before = list(g.cash)
        pledge_or_lift(g, e, s)
        raised = sum(e.mortgage[deed] for deed in deeds if g.mortgaged[deed] != FREE)
        assert [now - then for now, then in zip(g.cash, before, strict=True)][:3] == [0, raised, 0]
        pledged += raised > 0
    assert built
    assert pledged
