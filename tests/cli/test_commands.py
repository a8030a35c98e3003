"""The commands: what they say, their exit codes, and one clear line for bad input."""

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from command import magnate

from magnate import Game, __version__
from magnate.cli import run
from magnate.editions import load, names
from magnate.languages import LANGUAGES
from magnate.schema import drift, schemas

ROOT = Path(__file__).parent.parent.parent


def said(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    """Run a command in this process: its code, what it said, and what it complained about."""
    code = run(args)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_alone_it_plays_in_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[bool] = []
    monkeypatch.setattr("magnate.cli.serve.play_in_browser", lambda: started.append(True) or 0)
    assert run([]) == run(["play"]) == 0
    assert len(started) == 2


def test_asked_for_help_it_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "--help")
    assert code == 0
    assert all(command in out for command in ("play", "editions", "verify", "schema", "bench", "doctor"))
    assert "Without a command: play, in the browser." in " ".join(out.split())


def test_it_knows_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "--version")[:2] == (0, f"magnate {__version__}\n")


def test_it_is_also_run_as_a_module() -> None:
    ran = subprocess.run([sys.executable, "-m", "magnate", "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout == f"magnate {__version__}\n"


@pytest.mark.parametrize("command", [["play"], ["editions"], ["editions", "check"], ["verify"], ["schema"], ["bench"]])
def test_every_command_explains_itself(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, *command, "--help")
    assert code == 0
    assert "Usage: magnate" in out


def test_neither_help_nor_a_game_loads_the_compiler(tmp_path: Path) -> None:
    program = (
        "import sys; from magnate.cli import run; run(['--help']);"
        f"run(['play', '--people', '', '--seats', '2', '--seed', '1', '--save', {str(tmp_path / 'a.record')!r}]);"
        "sys.exit(any(name in sys.modules for name in ('numba', 'llvmlite', 'numpy')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def test_a_server_starts_without_the_compiler() -> None:
    program = "import sys, magnate.server.serve; sys.exit(any(name in sys.modules for name in ('numba', 'llvmlite')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["plai"], 'Did you mean "play"'),
        (["play", "now"], "nothing is expected at 'now'"),
        (["play", "--edition", "atlantis"], "no such edition; did you mean 'castis'? Known: castis, clasico"),
        (["play", "--edition", "clasico", "--variant", "slow"], "no variant 'slow'"),
        (["play", "--edition", "clasico", "--skin", "neon"], "no skin 'neon'"),
        (["play", "--edition", "nowhere.toml"], "cannot be read"),
        (["play", "--lang", "xx"], 'Choose from: "' + '", "'.join(LANGUAGES) + '"'),
        (["play", "--bots", "many"], "unable to convert"),
        (["play", "--bots", "-1"], "expected 0 or more"),
        (["play", "--seats", "99"], "99 players; Clásico is for 2 to 8"),
        (["play", "--people", "Ana", "--bots", "0"], "1 players; Clásico is for 2 to 8"),
        (["play", "--people", "Ana", "--bots", "2", "--seats", "5"], "do not make 5 seats"),
        (["play", "--people", "Ana,Ion,Eva", "--seats", "2"], "--seats 3 would do"),
        (["play", "--people", "Ana,ana", "--lang", "en"], "Two players are called ana"),
        (["play", "--people", "Roll", "--lang", "en"], "Roll is a word the game uses"),
        (["play", "--people", "7", "--lang", "en"], "begins with a letter"),
        (["play", "--people", "A" * 30, "--lang", "en"], "1 to 20 characters"),
        (["play", "--people", "Ana", "--option", "jail.fine"], "like jail.fine=100"),
        (["play", "--people", "Ana", "--option", "jail.fin=3"], "unknown switch; did you mean 'jail.fine'"),
        (["play", "--people", "Ana", "--option", "jail.fine=lots"], "expected a whole number"),
        (["play", "--resume", "nowhere.record"], "cannot be read"),
        (["play", "--resume", "x", "--seed", "3"], "leave out --seed"),
        (["editions", "atlantis"], "nothing is expected"),
        (["editions", "show", "atlantis"], "no such edition"),
        (["editions", "check", "nowhere.toml"], "no such file"),
        (["editions", "check"], "requires an argument"),
        (["verify"], "requires an argument"),
        (["verify", "nowhere.record"], "expected the record of a game"),
        (["schema", "--write", "--check"], "choose one of them"),
        (["schema", "--colour"], "Unknown option"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_bad_input_gets_one_clear_line(args: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said(capsys, *args)
    assert code == 2
    assert complaint in err
    assert err.startswith("magnate: ")
    assert err.count("\n") == 1
    assert out == ""


# Editions.


def test_the_list_of_editions_names_them_all(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys, "editions")
    for name in names():
        edition = load(name)
        assert name in out
        assert edition.name in out


def test_editions_as_json_are_complete(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys, "editions", "--json")
    found = {edition["id"]: edition for edition in json.loads(out)}
    assert sorted(found) == names()
    for name, data in found.items():
        edition = load(name)
        assert len(data["spaces"]) == len(edition.spaces)
        assert data["rules"] == json.loads(msgspec.json.encode(edition.file.rules))
        assert data["decks"].keys() == edition.decks.keys()
        assert data["texts"]["summary"] == edition.texts.summary
        for variant in edition.file.variants:
            changed = [difference["switch"] for difference in data["variants"][variant]["differences"]]
            assert changed == [path for path, _, _ in load(name, variant=variant).variant_differences()]
            assert changed


@pytest.mark.parametrize("name", names())
def test_an_edition_can_be_shown_and_checked(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert load(name).name in said(capsys, "editions", "show", name)[1]
    file = ROOT / "src" / "magnate" / "editions" / f"{name}.toml"
    code, out, _ = said(capsys, "editions", "check", str(file))
    assert code == 0
    assert f"{len(load(name).spaces)} spaces" in out


def test_a_wrong_edition_is_refused_with_the_path_of_each_wrong_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = (ROOT / "src" / "magnate" / "editions" / "castis.toml").read_text(encoding="utf-8")
    bad = tmp_path / "mine.toml"
    bad.write_text(good.replace("[rules.jail]", "[rules.jail]\ncolour = 1", 1), encoding="utf-8")
    code, out, _ = said(capsys, "editions", "check", str(bad))
    assert code == 1
    assert "rules.jail.colour: unknown key" in out
    bad.write_bytes(b"\xff\xfe")
    assert said(capsys, "editions", "check", str(bad))[0] == 1
    bad.write_text("not = [toml", encoding="utf-8")
    assert said(capsys, "editions", "check", str(bad))[0] == 1


# Verify.


def test_verify_proves_disproves_or_says_that_it_cannot_yet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Game("castis", seats=2, seed=4)
    for _ in range(20):
        game.play(game.must[0], game.default_action(game.must[0]))
    path = tmp_path / "a.record"
    path.write_text(game.record(), encoding="utf-8")
    code, out, _ = said(capsys, "verify", str(path))
    assert (code, "proved." in out) == (0, True)
    path.write_text(game.record(reveal=False), encoding="utf-8")
    code, out, _ = said(capsys, "verify", str(path))
    assert (code, "cannot be proved yet" in out) == (2, True)
    path.write_text(game.record().replace(" Roll | d", " Roll | d ", 1), encoding="utf-8")
    code, out, _ = said(capsys, "verify", str(path), "--json")
    found = json.loads(out)
    assert code == 1
    assert found["verdict"] == "disproved"
    assert found["line"] > 1
    path.write_bytes(b"\xff\x00rubbish")
    code, out, _ = said(capsys, "verify", str(path))
    assert (code, "disproved at line 1" in out) == (1, True)


# Schema.


def test_the_schema_in_the_docs_is_that_of_the_messages() -> None:
    assert drift(ROOT / "docs" / "schema") == [], "make schema writes it again"


def test_schemas_are_written_and_drift_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "schema")
    assert said(capsys, "schema", "--check", "--folder", folder)[0] == 1
    assert said(capsys, "schema", "--write", "--folder", folder)[0] == 0
    assert said(capsys, "schema", "--check", "--folder", folder)[0] == 0
    (tmp_path / "schema" / "protocol.json").write_text("{}", encoding="utf-8")
    code, out, _ = said(capsys, "schema", "--check", "--folder", folder)
    assert (code, "protocol.json" in out) == (1, True)


def test_a_schema_knows_every_message() -> None:
    from magnate.actions import ACTIONS
    from magnate.events import EVENTS

    found = json.loads(schemas()["protocol.json"])["$defs"]
    assert {kind.__name__ for kind in (*ACTIONS, *EVENTS)} <= found.keys()
    assert "View" in found


# The worst.


def test_a_crash_is_one_line_and_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("magnate.cli.editions.as_table", lambda: 1 // 0)
    code, _, err = said(capsys, "editions")
    assert code == 70
    assert err.count("\n") == 1
    logs = list((tmp_path / "magnate").glob("crash-*.log"))
    assert len(logs) == 1
    assert str(logs[0]) in err
    assert "ZeroDivisionError" in logs[0].read_text(encoding="utf-8")


def test_the_real_command_leaves_with_its_code(tmp_path: Path) -> None:
    assert magnate("plai", data=tmp_path).returncode == 2
    assert magnate("editions", data=tmp_path).returncode == 0
