"""The example that trains a policy really learns, and what it saves sits down at a table."""

import runpy
from pathlib import Path

import numpy as np
import pytest

from magnate import Game, lab
from magnate.policy import Policy, player
from magnate.view import SeatPosition

EXAMPLE = Path(__file__).parents[2] / "examples" / "train.py"


@pytest.mark.thorough
def test_the_example_is_short_and_learns_to_win_against_a_novice(tmp_path: Path) -> None:
    assert len(EXAMPLE.read_text(encoding="utf8").splitlines()) <= 150
    example = runpy.run_path(str(EXAMPLE))
    file = tmp_path / "trained.safetensors"
    policy, shares = example["train"]("novice", minutes=60, generations=30, out=file, tell=lambda line: None)
    games = 300
    before = example["win_share"](example["train"]("novice", generations=0)[0], "novice", games)
    after = example["win_share"](policy, "novice", games)
    spread = ((before * (1 - before) + after * (1 - after)) / games) ** 0.5
    assert len(shares) == 30
    assert after > before + 3 * spread, (before, after)


def test_what_the_example_saves_sits_down_at_a_table(tmp_path: Path) -> None:
    example = runpy.run_path(str(EXAMPLE))
    example["train"].__globals__.update(GAMES=8, STEPS=260)
    file = tmp_path / "trained.safetensors"
    policy, shares = example["train"]("house", generations=1, out=file, tell=lambda line: None)
    assert len(shares) == 1
    saved = Policy.load(file)
    assert saved.mortgage_only_in_debt
    assert (saved.editions, saved.seats) == (("clasico",), (2, 2))
    seen = np.random.default_rng(1).random((3, saved.sizes[0])).astype(np.float32)
    np.testing.assert_array_equal(saved.wishes(seen), policy.wishes(seen))
    bot, game = player(str(file)), Game("clasico", 2, 1)
    for _ in range(40):
        seat = game.must[0]
        game.play(seat, bot.decide(SeatPosition.seen(game, seat), seat))
    found = lab.match("clasico", [str(file), "house"], games=1, options={"ending.turns": 10})
    assert found.games == 1


def test_the_example_mortgages_in_debt_only() -> None:
    assert runpy.run_path(str(EXAMPLE))["TABLE"]["mortgage_only_in_debt"] is True
