"""The example that trains a policy really learns."""

import runpy
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "train.py"


@pytest.mark.thorough
def test_the_example_is_short_and_learns_to_win_against_a_novice() -> None:
    assert len(EXAMPLE.read_text(encoding="utf8").splitlines()) <= 85
    train = runpy.run_path(str(EXAMPLE))["train"]
    count = 250
    before, *_, after = train(generations=8, count=count, tell=lambda line: None)
    spread = ((before * (1 - before) + after * (1 - after)) / count) ** 0.5
    assert after > before + 3 * spread, (before, after)


def test_the_example_mortgages_in_debt_only() -> None:
    assert runpy.run_path(str(EXAMPLE))["TABLE"]["mortgage_only_in_debt"] is True
