"""What a stranger gets: the wheel alone, in a clean environment, without source, compiler, Node or network.

pip takes the packages from wherever it is set up to, in the versions of constraints.txt; a second time from its cache.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import threading
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, expect

from web.kit import PATIENCE, ROOT, Visit, Watch, need_client

BUILD = ("pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir")
PACKED = (".gitignore", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "src/magnate")
READY = 60.0  # seconds for the first start: nothing is compiled to bytecode yet
MOST_MEGABYTES = 150  # of an installation without extras
MOST_ANSWERS = 20  # a first turn with doubles, a purchase, a card: fewer
CONFIRMED = "(at) => Number(document.querySelector('[data-number]').dataset.number) > at"  # entries of the server's log
ORIGIN = re.compile(r"https?://[^/]+")


def pack(source: Path, into: Path) -> subprocess.CompletedProcess[str]:
    """Build the wheel of a source tree with the tools that are here."""
    command = [sys.executable, "-m", *BUILD, str(into), str(source)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def copy_source(into: Path) -> Path:
    """What a wheel is built from, elsewhere: two test processes do not write into one tree."""
    into.mkdir()
    for name in PACKED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, into / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, into / name)
    return into


def install(wheel: Path, folder: Path) -> Path:
    """A clean environment with the wheel in it; where its programs lie. Nothing may need a compiler."""
    venv.create(folder, symlinks=True)
    programs = folder / "bin"
    options = ["--quiet", "--no-compile", "--only-binary=:all:", "--disable-pip-version-check"]
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "install", *options]
    command = [*pip, "--constraint", str(ROOT / "constraints.txt"), str(wheel)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return programs


def surroundings(folder: Path) -> dict[str, str]:
    """The environment of somebody who has just come: no path to any program, none to the source, no screen."""
    return {"HOME": str(folder), "PATH": str(folder / "nothing"), "LANG": "C.UTF-8", "MAGNATE_PORT": "0"}


@contextmanager
def started(programs: Path, folder: Path) -> Iterator[str]:
    """`magnate`, and nothing more; the address it says."""
    with (folder / "errors").open("wb") as errors:
        process = subprocess.Popen(
            [programs / "magnate"],
            cwd=folder,
            env=surroundings(folder),
            text=True,
            stdout=subprocess.PIPE,
            stderr=errors,
        )
    late = threading.Timer(READY, process.kill)
    late.start()
    assert process.stdout
    try:
        line = process.stdout.readline()
        late.cancel()
        found = re.match(r"Magnate is ready: open (http://\S+)", line)
        assert found, (line, (folder / "errors").read_text())
        yield found[1]
        process.terminate()
        assert process.wait(20) == 0
    finally:
        late.cancel()
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.thorough
def test_the_wheel_alone_installs_starts_and_plays_a_turn(browser: Browser, watch: Watch, tmp_path: Path) -> None:
    need_client()
    built = pack(copy_source(tmp_path / "source"), tmp_path / "dist")
    assert built.returncode == 0, built.stderr
    (wheel,) = (tmp_path / "dist").glob("magnate-*.whl")
    shutil.rmtree(tmp_path / "source")
    home = tmp_path / "home"
    home.mkdir()
    with TemporaryDirectory(dir=tmp_path) as clean:  # some hundred megabytes, not to be kept
        programs = install(wheel, Path(clean))

        where = subprocess.run(
            [programs / "python", "-I", "-c", "import magnate, sys; print(magnate.__file__, *sys.path, sep='\\n')"],
            cwd=home, env=surroundings(home), capture_output=True, text=True, timeout=60, check=True,
        ).stdout  # fmt: skip
        assert Path(where.splitlines()[0]).is_relative_to(clean)
        assert str(ROOT) not in where

        checked = subprocess.run(
            [programs / "magnate", "doctor", "--json"],
            cwd=home, env=surroundings(home), capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        told = json.loads(checked.stdout)
        states = {one["what"]: one["state"] for one in told["found"]}
        assert (checked.returncode, told["works"]) == (0, True), told
        optional = [what for what in states if "[" in what or what == "compiled core"]
        assert all(state == ("missing" if what in optional else "good") for what, state in states.items()), states
        assert not list(Path(clean).rglob("numba")), "the compiler is an extra"
        weight = sum(file.lstat().st_size for file in Path(clean).rglob("*") if file.is_file())
        assert weight < MOST_MEGABYTES * 1_000_000, f"{weight / 1_000_000:.0f} MB"

        with started(programs, home) as address:
            visit = Visit(browser, address, watch)
            try:
                play_a_turn(visit, address)
            finally:
                visit.close()
        assert (home / ".local/share/magnate/tables.db").exists()


def play_a_turn(visit: Visit, address: str) -> None:
    """From the first page: play now, roll for who begins, then a whole turn, each answer confirmed by the server."""
    person = visit()
    page = person.page
    asked: set[str] = set()
    page.on("request", lambda request: asked.add("".join(ORIGIN.findall(request.url)[:1])))
    person.open("/")
    page.get_by_role("button").filter(has_text=person.say("start.play")).first.click()
    button = page.locator("[data-first] .button").first
    number = page.locator("[data-number]")
    for _ in range(MOST_ANSWERS):
        expect(button).to_be_visible()
        expect(button).not_to_have_attribute("aria-disabled", "true", timeout=2 * PATIENCE)
        says = button.inner_text()
        at = int(number.get_attribute("data-number") or 0)
        button.click()
        page.wait_for_function(CONFIRMED, arg=at)
        if person.say("action.Roll") in says:
            expect(page.locator(f'.log [data-entry="{at + 1}"]').first).to_be_visible()
        if person.say("action.EndTurn") in says:
            break
    else:
        raise AssertionError(f"no turn ended within {MOST_ANSWERS} answers")
    assert asked <= {address, ""}, f"the page asks others: {asked}"


@pytest.mark.thorough
def test_the_wheel_has_nothing_that_only_writes_the_docs_and_nothing_misses_it(tmp_path: Path) -> None:
    source = copy_source(tmp_path / "source")
    (source / "src/magnate/web").mkdir(exist_ok=True)
    (source / "src/magnate/web/index.html").touch()
    built = pack(source, tmp_path / "dist")
    assert built.returncode == 0, built.stderr
    (wheel,) = (tmp_path / "dist").glob("magnate-*.whl")
    there = tmp_path / "there"
    with ZipFile(wheel) as packed:
        packed.extractall(there)
    names = {path.relative_to(there / "magnate").as_posix() for path in (there / "magnate").rglob("*")}
    assert "schema.py" in names
    assert not [name for name in names if name.endswith("write_docs.py") or name.startswith(("handbook", "server/ref"))]

    def said(*words: str) -> str:
        command = [sys.executable, "-m", "magnate", *words]
        env = surroundings(tmp_path) | {"PYTHONPATH": str(there)}
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "schema" in said("--help")
    assert said("schema").startswith("{")
    assert "openapi.json" in said("schema", "--write", "--folder", "schema")
    assert said("schema", "--check", "--folder", "schema") == ""


def test_a_wheel_without_the_client_is_refused_in_one_line(tmp_path: Path) -> None:
    source = copy_source(tmp_path / "source")
    shutil.rmtree(source / "src/magnate/web", ignore_errors=True)
    built = pack(source, tmp_path / "dist")
    assert built.returncode != 0
    assert "src/magnate/web/index.html is missing" in built.stderr
    assert "make wheel" in built.stderr
    assert not list((tmp_path / "dist").glob("*"))
