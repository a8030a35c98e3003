"""The README tells the truth: its example runs, its figures were measured. (`tests/docs` has the rest.)"""

import re
from pathlib import Path

import pytest

from magnate.clauses import all_clauses

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf8")
MEASURED = ("performance.md", "host.md", "bots/index.md")


def test_the_example_plays_a_game_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len([line for line in example.splitlines() if line]) == 10
    exec(compile(example, "README.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("Outcome(winners=[")
    assert any(line.startswith("GameWon(") for line in lines)


def test_it_says_what_it_is_in_three_sentences_and_two_pictures() -> None:
    opening = README.split("\n\n")[1]
    assert len(re.findall(r"\.(?:\n|$)", opening)) == 3
    assert len(re.findall(r"!\[", README)) == 2


def test_its_figures_are_those_that_were_measured() -> None:
    pages = "\n".join((ROOT / "docs" / name).read_text(encoding="utf8") for name in MEASURED)
    table = README.split("\n## Measured\n")[1].split("\n## ")[0]
    rows = [line.split("|")[1:4] for line in table.splitlines() if line.startswith("| ") and "| measured |" not in line]
    checked = 0
    for what, much, again in rows:
        assert "`" in again, f"{what}: how to measure it again?"
        assert "](docs/" in much, f"{what}: where is it measured?"
        if "clauses" in what:
            assert f"all {len(all_clauses())}]" in much
            continue
        for figure in re.findall(r"\d[\d,.]*\d", much):
            assert figure in pages, f"{what}: {figure}"
            checked += 1
    assert checked > 3
