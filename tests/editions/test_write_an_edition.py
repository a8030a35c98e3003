"""docs/write-an-edition.md is complete and true: its tables are current, its code runs, its TOML is that of Lagoon."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec import inspect

from magnate.cli import run
from magnate.editions import EditionError, load, write_docs
from magnate.editions.check import RULE_KEYS
from magnate.editions.schema import file_type, rules_type
from magnate.editions.switches import known_switches

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "write-an-edition.md").read_text(encoding="utf-8")
LAGOON = (ROOT / "examples" / "editions" / "lagoon.toml").read_text(encoding="utf-8")
WORDS = tomllib.loads((ROOT / "src" / "magnate" / "words" / "en" / "web.toml").read_text(encoding="utf-8"))["switch"]


def blocks(language: str) -> list[str]:
    """The blocks of code of the page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def fields(kind: Any) -> dict[str, Any]:
    assert isinstance(kind, inspect.StructType)
    return {field.name: field.type for field in kind.fields}


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_its_tables_are_as_the_code_has_it() -> None:
    assert write_docs.rewritten(PAGE) == PAGE, "python -m magnate.editions.write_docs writes them again"


def test_no_switch_key_or_rule_is_missing() -> None:
    for chapter, kind in fields(rules_type()).items():
        part = PAGE.split(f"**`[rules.{chapter}]`**")[1].split("**`[rules.")[0]
        assert re.findall(r"^\| `(\w+)` \|", part.split("<!-- end")[0], re.MULTILINE) == list(fields(kind))
    assert all(f"`{key}`" in PAGE for key in fields(file_type()))
    assert all(f"| `{rule}` | LAG-" in PAGE for rule in RULE_KEYS)


def test_every_value_of_a_switch_that_is_a_word_is_explained() -> None:
    for path in known_switches():
        chapter, key = path.split(".")
        kind = fields(fields(rules_type())[chapter])[key]
        expected = set(kind.values) if isinstance(kind, inspect.LiteralType) else set()
        assert set(WORDS[chapter][key].get("is", {})) == expected, path


def test_its_python_says_what_the_comments_say() -> None:
    for block in blocks("python"):
        space: dict[str, Any] = {}
        for line in block.splitlines():
            code, mark, said = line.partition("  # ")
            if mark:
                assert repr(eval(code, space)) == said
            else:
                exec(code, space)


EXTENDS = [block for block in blocks("toml") if block.startswith("extends")]


def test_its_edition_that_extends_another_can_be_played(tmp_path: Path) -> None:
    (block,) = EXTENDS
    path = tmp_path / "mine.toml"
    path.write_text(block, encoding="utf-8")
    mine = load(path)
    assert mine.rules.jail.fine == 100
    assert mine.table(2)["jail_fine"] == 100
    path.write_text(block + "[rules.setup]\ncash = 2000\n", encoding="utf-8")
    with pytest.raises(EditionError) as error:
        load(path)
    assert f"`{error.value}`" in PAGE


@pytest.mark.parametrize(
    "block", [b for b in blocks("toml") if b not in EXTENDS], ids=lambda block: block.split("\n")[0]
)
def test_its_toml_is_that_of_the_example(block: str) -> None:
    assert is_within(tomllib.loads(block), tomllib.loads(LAGOON))


def is_within(part: Any, whole: Any) -> bool:
    """Whether everything of a part is in the whole: tables by their keys, lists by their items."""
    if isinstance(part, dict):
        return all(key in whole and is_within(value, whole[key]) for key, value in part.items())
    if isinstance(part, list):
        return all(item in whole for item in part)
    return bool(part == whole)


def test_what_it_says_that_the_check_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "mine.toml"
    said = ""
    for changes in (
        [('group = "kelp"', 'group = "kelpp"'), ('"move_back_to", space = 49', '"move_back_to", space = 52')],
        [("fine = 75", "fien = 75")],
    ):
        text = LAGOON
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        mine.write_text(text, encoding="utf-8")
        assert run(["editions", "check", str(mine)]) == 1
        said += capsys.readouterr().out
    shown = re.findall(r"^```\n(mine\.toml.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert len(shown) == 2
    for line in "".join(shown).splitlines():
        assert line in said


def test_its_table_of_differences_is_true() -> None:
    from editions.test_lagoon import NEW

    rows = dict(re.findall(r"^\| [^|]+ \| `([a-z_.]+) = ([^`]+)` \|", PAGE, re.MULTILINE))
    assert rows == {
        switch: str(value).lower() if not isinstance(value, str) else f'"{value}"'
        for switch, value in NEW.items()
        if switch != "building.hotel_rest"  # goes with the houses
    }
