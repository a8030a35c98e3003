"""The README tells the truth: its example runs, its commands exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf8")


def test_the_example_plays_a_game_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("Outcome(winners=[")
    assert any(line.startswith("GameWon(") for line in lines)


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`?make ([a-z]+)", README))))
def test_every_make_command_it_names_exists(command: str) -> None:
    assert re.search(rf"^{command}:", (ROOT / "Makefile").read_text(encoding="utf8"), re.MULTILINE)


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", README))
def test_every_file_it_links_to_exists(link: str) -> None:
    assert (ROOT / link).exists()
