"""Every block of code in the documentation runs, or at least can be read; every command that is named exists."""

from __future__ import annotations

import ast
import configparser
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

import pytest
from cyclopts import CycloptsError, MissingArgumentError

import forked
from docs.reading import (
    PAGES,
    ROOT,
    SHELL,
    Block,
    all_blocks,
    blocks,
    commands,
    commands_in_blocks,
    commands_in_sentences,
)
from magnate import Game
from magnate.cli import run
from magnate.cli.app import app
from magnate.compiled import gpu

WITH_PYTHON = [page for page in PAGES if any(block.language == "python" for block in blocks(page))]
LONG = ("lab.md", "environments.md")  # many games: `make test-all` runs their Python
SERVER = "http://localhost:8000"
LANGUAGES = {*SHELL, "python", "json", "toml", "ini", "nginx", "text"}

# What is typed and done at once. Each of them stands somewhere in the docs.
SERVERS = ("magnate", "magnate serve")  # tests/server/test_cli_serve.py and tests/web/test_wheel.py start these


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of one's own, with the examples and a game in it, as the docs have them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "examples").symlink_to(ROOT / "examples")


# Python.


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=pytest.mark.thorough if page.name in LONG else ()) for page in WITH_PYTHON],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_its_python_runs_from_top_to_bottom(page: Path, tmp_path: Path) -> None:
    space: dict[str, Any] = {"__name__": "docs", "pytest": pytest}
    for block in blocks(page):
        if block.language != "python":
            continue
        if "DeviceGames" in block.text:
            with with_or_without_gpu():
                run_block(block, space)
        elif SERVER in block.text:
            with server(tmp_path) as address:
                run_block(Block(block.page, block.line, block.language, block.text.replace(SERVER, address)), space)
        else:
            run_block(block, space)


def run_block(block: Block, space: dict[str, Any]) -> None:
    """Run a block, statement by statement; where a comment gives the value of an expression, it is that."""
    lines = block.text.splitlines()
    for statement in ast.parse(block.text).body:
        told = lines[(statement.end_lineno or 1) - 1].partition("  # ")[2]
        where = f"{block.place}+{statement.lineno}"
        if isinstance(statement, ast.Expr) and is_literal(told):
            value = eval(compile(ast.Expression(statement.value), where, "eval"), space)
            assert value == ast.literal_eval(told), where
        else:
            exec(compile(ast.Module([statement], []), where, "exec"), space)


def is_literal(text: str) -> bool:
    """Whether a comment is a value, as Python writes one."""
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return False
    return True


def with_or_without_gpu() -> AbstractContextManager[Any]:
    """Where there is no GPU, what needs one says so by name."""
    try:
        gpu.cuda_module()
    except gpu.NoGpu as missing:
        return pytest.raises(gpu.NoGpu, match=re.escape(str(missing)))
    return nullcontext()


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """A server for bots in a hurry, on a port of its own."""
    flags = ["--port", "0", "--data", str(folder), "--bot-pause-ms", "0"]
    flags += ["--bot-frames-per-second", "100000", "--bot-burst", "100000", "--address-frames-per-second", "100000"]
    said, output = forked.pipe()
    with output:
        node = forked.start("serve", *flags, environment=os.environ, stdout=output, stderr=subprocess.DEVNULL)
    with said:
        try:
            yield said.readline().strip().removeprefix("Magnate is listening on ")
        finally:
            node.terminate()
            node.wait()


def test_there_is_python_to_run() -> None:
    assert len(all_blocks("python")) >= 12
    assert {"README.md", "write-a-bot.md", "lab.md"} <= {page.name for page in WITH_PYTHON}


def test_a_wrong_value_in_a_comment_is_noticed() -> None:
    with pytest.raises(AssertionError):
        run_block(Block(ROOT / "README.md", 1, "python", "1 + 1  # 3\n"), {})


# Data.


def ini(text: str) -> list[str]:
    found = configparser.ConfigParser(strict=False, interpolation=None)
    found.read_string(text)
    return found.sections()


READ = {"json": lambda text: json.loads(text) is not None, "toml": tomllib.loads, "ini": ini}


def test_the_data_of_every_block_can_be_read() -> None:
    wrong = []
    for block in all_blocks(*READ):
        try:
            assert READ[block.language](block.text), "empty"
        except (ValueError, AssertionError, configparser.Error) as error:
            wrong.append(f"{block.place}: {error}")
    assert wrong == []


def test_every_language_of_a_block_is_one_that_is_checked() -> None:
    assert {block.language for page in PAGES for block in blocks(page)} <= LANGUAGES
    assert len(all_blocks("json")) > 50
    assert len(all_blocks("toml")) > 5


# Commands.


def ours(found: list[tuple[str, str]]) -> list[str]:
    """The commands of ours that are whole: nothing in them is left to the reader."""
    lines = sorted({line for _, line in found if line == "magnate" or line.startswith("magnate ")})
    return [line for line in lines if "…" not in line and "COMMAND" not in line and line != "magnate record 1"]


IN_BLOCKS = ours(commands_in_blocks())
IN_SENTENCES = ours(commands_in_sentences())


def test_every_command_can_be_given_and_in_a_sentence_exists_with_its_options() -> None:
    wrong = []
    for line in [*IN_BLOCKS, *IN_SENTENCES]:
        try:
            parse(line)
        except MissingArgumentError:
            wrong += [line] if line in IN_BLOCKS else []
        except (CycloptsError, AssertionError) as error:
            wrong.append(f"{line}: {error}")
    assert wrong == []


def parse(line: str) -> None:
    """Read a command as the program would: it exists, and takes what it is given. What is in brackets is left out."""
    words = shlex.split(re.sub(r"\[[^\]]*\]", "", line).split(" | ")[0].split(" && ")[0])[1:]
    if words and words[-1] in ("--help", "--version"):
        assert run(words) == 0
    elif words:
        app.parse_args(words, exit_on_error=False, print_error=False)


def test_there_are_commands_to_check() -> None:
    assert len(IN_BLOCKS) > 40
    assert len(IN_SENTENCES) > 20


@pytest.mark.parametrize(
    "line", ["magnate plai", "magnate play --fast", "magnate lab simulate clasico --games many", "magnate play now"]
)
def test_a_command_that_does_not_exist_is_noticed(line: str) -> None:
    with pytest.raises(CycloptsError):
        parse(line)


def is_whole(line: str) -> bool:
    """Whether a command can be given as it stands: a table's code is the only thing in it for which there is a word."""
    return not re.search(r"\[|\b[A-Z]{4,}\b", line.replace("CODE", "")) and not line.startswith("magnate serve ")


DONE = [line for line in IN_BLOCKS if is_whole(line) and line not in SERVERS]


def smaller(line: str) -> str:
    """The same command with fewer games, rollouts and trials: what it says counts here, not how sure it is."""
    if line.startswith(
        tuple(f"magnate lab {name}" for name in ("simulate", "compare", "league", "match", "decisions", "switches"))
    ):
        line = re.sub(r" --games \d+", "", line) + " --games 4"
    if line.startswith("magnate lab stakes"):  # every decision of a game is judged
        line = re.sub(r" --(games|set) \S+", "", line) + " --games 1 --set ending.turns=4"
    if line.startswith(("magnate lab chances", "magnate lab power")):
        line = re.sub(r" --rollouts \d+", "", line) + " --rollouts 20"
    if "oracle" in line:
        line = re.sub(r" --(trials|rounds) \d+", "", line) + " --trials 2 --rounds 2"
    return line


@pytest.mark.parametrize(  # an oracle's search is compiled for minutes on a slow machine
    "line", [pytest.param(line, marks=pytest.mark.thorough if "oracle" in line else ()) for line in DONE]
)
def test_every_whole_command_of_a_block_does_what_it_is_there_for(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At a keyboard whose owner has left, where it asks; with a table at the server, where it wants one."""
    (tmp_path / "game.record").write_text(finished(), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    if line.startswith("magnate tables"):
        with server(tmp_path / "data" / "magnate") as address:
            line = line.replace("CODE", quick_table(address))
    if line.startswith(tuple(f"magnate {name}" for name in ("keys", "backup", "restore", "people", "bans", "reports"))):
        with server(tmp_path / "data" / "magnate") as address:
            quick_table(address)
    if line.startswith("magnate restore"):
        assert run(["backup", line.split()[2]]) == 0
        (tmp_path / "data" / "magnate" / "tables.db").unlink()
    if "mine:" in line:  # the function of the page, saved as it says
        written = next(block.text for block in all_blocks("python") if "def thrifty" in block.text)
        (tmp_path / "mine.py").write_text(written, encoding="utf-8")
    if "games/*.record" in line:  # as a shell does
        (tmp_path / "games").mkdir()
        shutil.copy(tmp_path / "game.record", tmp_path / "games")
        line = line.replace("*", "game")
    if line.endswith("--resume last"):
        assert run(["play", "--edition", "castis"]) == 0
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run(shlex.split(smaller(line))[1:]) == 0
    assert capsys.readouterr().out or "--out" in line


def quick_table(address: str) -> str:
    """The code of a table that has just been made."""
    asked = Request(f"{address}/api/quick", b'{"edition": "castis"}', {"Content-Type": "application/json"})
    with urlopen(asked) as answer:
        return str(json.load(answer)["table"])


def test_what_is_asked_of_a_server_is_answered_as_shown(tmp_path: Path) -> None:
    """The lines of `curl` and what stands below each: the same names, and values of the same kinds."""
    lines = [line for place, line in commands_in_blocks() if place.startswith("docs/protocol.md")]
    asked = [(line, lines[i + 1]) for i, line in enumerate(lines) if line.startswith("curl ")]
    assert len(asked) == 4
    browser = build_opener(HTTPCookieProcessor())
    code = ""  # of the table made last
    with server(tmp_path) as address:
        for line, shown in asked:
            words = shlex.split(line)
            body = words[words.index("-d") + 1].encode() if "-d" in words else None
            where = next(word for word in words if word.startswith("localhost:8000")).removeprefix("localhost:8000")
            where = where.replace("k7m2p4qx", code)
            answer = json.load(browser.open(Request(address + where, body, {"Content-Type": "application/json"})))
            code = answer.get("table", code)
            shown = shown.replace("{…}", "{}").replace("[…]", "[]")
            kinds = {name: type(value) for name, value in json.loads(shown).items()}
            assert {name: type(value) for name, value in answer.items()} == kinds


def test_there_are_commands_that_are_done() -> None:
    assert len(DONE) > 25
    assert {line.split()[1] for line in DONE} >= {"doctor", "editions", "lab", "migrate", "play", "tables", "verify"}


def finished() -> str:
    """The record of a game that was played to its end."""
    from magnate.bots.player import named

    bot, game = named("house"), Game("castis", 2, seed=3)
    while game.must:
        game.play(game.must[0], bot.choose(game.view(game.must[0])))
    return game.record()


def test_every_make_that_is_named_exists() -> None:
    rules = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {(place, line.split()[1]) for place, line in commands() if re.match(r"make [a-z-]+", line)}
    assert len(named) > 20
    assert {one for one in named if one[1] not in rules} == set()


def test_every_program_that_is_named_exists_and_knows_its_options() -> None:
    checked = 0
    for place, line in commands():
        words = line.split()
        if not words or words[0] != "python" or len(words) < 2:
            continue
        file = ROOT / words[1] if words[1] != "-m" else module(words[2])
        assert file.exists(), f"{place}: {line}"
        for option in (word for word in words[2:] if word.startswith("--") and word != "--help"):
            assert option in file.read_text(encoding="utf-8"), f"{place}: {line}"
        checked += 1
    assert checked > 8


def module(name: str) -> Path:
    """The file of a module of ours."""
    file = ROOT / "src" / Path(*name.split("."))
    return file / "__main__.py" if file.is_dir() else file.with_suffix(".py")
