"""Nothing is left out: every command, option, setting, action, event and switch has its entry, and no other has one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from docs.reading import DOCS, ROOT, read
from magnate import Game
from magnate.actions import Action
from magnate.clauses import BOOKS
from magnate.dice import FairDice
from magnate.editions.switches import known_switches
from magnate.events import Event
from magnate.handbook import commands
from magnate.protocol.commands import Command
from magnate.protocol.entries import Entry
from magnate.protocol.errors import ERRORS
from magnate.protocol.frames import FromClient, ToClient
from magnate.server.operations import settings
from magnate.server.reference.type_names import name_of

PROTOCOL = read(DOCS / "protocol.md")
WORD = r"^\| `([^`]+)` \|"


def chapter(text: str, heading: str) -> str:
    """What stands under a heading, up to the next one of its kind."""
    mark = heading.split(" ", 1)[0]
    return re.split(rf"^{mark} ", text.split(f"\n{heading}\n", 1)[1], flags=re.MULTILINE)[0]


def rows(text: str) -> list[list[str]]:
    """The rows of the tables of a text, without their heads."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if not set(line) <= set("|-: ")]


def test_every_command_has_its_entry() -> None:
    page = read(DOCS / "commands.md")
    headings = re.findall(r"^#{2,4} (magnate .+)$", page, re.MULTILINE)
    found = [" ".join(path) for path, _ in commands.commands()]
    assert headings == found
    assert len(found) > 15


def test_every_option_has_its_entry_and_says_what_it_is_for() -> None:
    page, wrong = read(DOCS / "commands.md"), []
    for path, command in commands.commands():
        text = re.split(r"^#{2,4} ", page.split(f" {' '.join(path)}\n", 1)[1], flags=re.MULTILINE)[0]
        entries = {row[0]: row[2] for row in rows(text) if row[0] != "argument or option"}
        named = {commands.called(argument) for argument in commands.arguments(command)}
        if set(entries) != named or not all(entries.values()):
            wrong.append(f"{' '.join(path)}: {sorted(set(entries) ^ named) or 'an empty entry'}")
    assert wrong == []


def test_every_setting_has_its_entry() -> None:
    text = read(DOCS / "host.md").split("<!-- generated: settings -->")[1].split("<!-- end")[0]
    assert re.findall(WORD, text, re.MULTILINE) == list(settings.KEYS)
    assert len(settings.KEYS) > 30
    assert all(row[3] for row in rows(text))


@pytest.mark.parametrize(("heading", "union"), [("## Actions", Action), ("## Events", Event)])
def test_every_action_and_event_has_its_entry(heading: str, union: object) -> None:
    found = {row[0].strip("`"): row for row in rows(chapter(PROTOCOL, heading))[1:]}
    kinds = {kind.__name__: kind for kind in get_args(union)}
    assert set(found) == set(kinds)
    assert len(kinds) > 30
    for name, kind in kinds.items():
        assert found[name][2], name
        assert re.findall(r"`(\w+)`", found[name][1]) == list(kind.__struct_encode_fields__), name


@pytest.mark.parametrize(
    ("heading", "union"),
    [
        ("## Frames from the client", FromClient),
        ("## Frames to the client", ToClient),
        ("## Commands", Command),
        ("## Entries of the log", Entry),
    ],
)
def test_every_frame_command_and_entry_has_its_entry(heading: str, union: object) -> None:
    found = re.findall(r"^### (\w+)$", chapter(PROTOCOL, heading), re.MULTILINE)
    assert found == [name_of(kind) for kind in get_args(union)]
    assert len(found) > 4


def test_every_refusal_has_its_entry() -> None:
    text = PROTOCOL.split("\n## Refusals\n", 1)[1]
    assert set(re.findall(WORD, text, re.MULTILINE)) == set(ERRORS)
    assert ERRORS


def test_every_switch_has_its_entry_and_its_line_in_the_comparison() -> None:
    wanted = known_switches()
    assert len(wanted) > 50
    page = read(DOCS / "write-an-edition.md").split("<!-- generated: switches -->")[1].split("<!-- end")[0]
    found = []
    for part in page.split("**`[rules.")[1:]:
        name = part.split("]", 1)[0]
        found += [f"{name}.{key}" for key in re.findall(WORD, part, re.MULTILINE)]
    assert found == wanted
    matrix = read(DOCS / "editions.md").split("<!-- generated: matrix -->")[1].split("<!-- end")[0]
    lines = [row for row in rows(matrix) if row[0] != "switch"]
    assert [re.findall(r"`([a-z_.]+)`", row[0])[0] for row in lines] == wanted
    assert all(len(row) == 1 + len(BOOKS) and all(row) for row in lines)


def test_every_name_of_the_environment_that_is_read_has_its_entry() -> None:
    page = read(DOCS / "reference.md")
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src" / "magnate").rglob("*.py"))
    names = set(re.findall(r"\b(?:MAGNATE|XDG|RAY|LC)_[A-Z_]*[A-Z]\b", source))
    names |= set(re.findall(r"\b(?:environ(?:\.get)?|getenv)[\[(]\"(\w+)\"", source))
    names -= {f"MAGNATE_{setting.upper()}" for setting in settings.Settings.__struct_fields__}
    assert {"MAGNATE_CACHE", "XDG_DATA_HOME", "LC_ALL", "DISPLAY"} <= names
    assert {name for name in names if f"`{name}`" not in page} == set()


def test_every_line_of_a_record_has_its_entry_and_is_in_the_example() -> None:
    dice = FairDice.seeded(1, ["a word of Ana's", ""])
    game = Game("clasico", 2, variant="fast", skin="lima", options={"jail.fine": 100}, dice=dice)
    written = {line.split(" ")[0] for line in game.record().splitlines() if not line[0].isdigit()}
    page = read(DOCS / "record.md")
    told = set(re.findall(r"`([a-z]+)[^`]*`", " ".join(row[0] for row in rows(page))))
    assert {"table", "skin", "entropy", "secret", "end"} <= written
    assert written - told == set()
    example = {line.split(" ")[0] for line in page.split("```")[1].strip().splitlines()}
    assert written - example == {"skin"}


def test_every_make_is_listed_by_help_and_says_what_it_is() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    rules = set(re.findall(r"^([a-z-]+):", text, re.MULTILINE)) - {"rebuild"}
    assert set(re.findall(r"^([a-z-]+):.*## \S", text, re.MULTILINE)) == rules
    assert "docs" in rules


# The walk through the design names files and functions that are there.

DESIGN = read(DOCS / "design.md")
CODE = re.compile(r"`([^`\n]+)`")


def test_every_file_and_function_the_design_names_is_there() -> None:
    files = functions = 0
    for line in DESIGN.splitlines():
        codes = CODE.findall(line)
        for place, code in enumerate(codes):
            if "/" in code and not code.startswith("/"):
                assert (ROOT / code).exists(), code
                files += 1
            elif code.endswith("()"):
                file = file_of(line, code, codes[:place])
                assert defines(ROOT / file, code.removesuffix("()")), f"{file} has no {code}"
                functions += 1
    assert files > 40
    assert functions > 40


def file_of(line: str, code: str, before: list[str]) -> str:
    """The file a function is said to be in: "`f()` in `file`", or else the file named last before it."""
    if found := re.search(rf"`{re.escape(code)}` in `([^`]+/[^`]+)`", line):
        return found[1]
    named = [one for one in before if "/" in one and (ROOT / one).is_file()]
    assert named, f"{code}: no file is named before it"
    return named[-1]


def defines(file: Path, name: str) -> bool:
    """Whether a file defines a function, or a class with this method."""
    text = file.read_text(encoding="utf-8")
    if file.suffix != ".py":
        return re.search(rf"(function |^  (async )?){re.escape(name)}\(", text, re.MULTILINE) is not None
    owner, _, method = name.rpartition(".")
    if owner:
        parts = re.split(rf"^class {owner}\b", text, flags=re.MULTILINE)
        text = re.split(r"^(?=class |def )", parts[1], flags=re.MULTILINE)[0] if len(parts) == 2 else ""
    indent = "    " if owner else ""
    return re.search(rf"^{indent}(async )?def {method}\(", text, re.MULTILINE) is not None


def test_a_function_that_is_not_there_is_noticed() -> None:
    table = ROOT / "src" / "magnate" / "server" / "live" / "live_table.py"
    assert defines(table, "LiveTable.do")
    assert not defines(table, "LiveTable.undo")
    assert not defines(table, "do")
    assert not defines(ROOT / "web" / "src" / "lib" / "table.svelte.ts", "undo")
