"""What must stay true from release to release: one version, and every licence told."""

from __future__ import annotations

import importlib.util
import json
import re
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from magnate import __version__
from magnate.cli.app import app

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PINNED = re.findall(r"^([\w-]+)==", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE)
ROW = re.compile(r"^\| ([@\w/-]+) \| ([^|]+) \|(?: ([\w, ]*) ?\|)?$", re.MULTILINE)


def program(path: str) -> ModuleType:
    """A program of the repository that is part of no package."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def licences() -> ModuleType:
    """The program that writes the page."""
    return program("tools/licences.py")


@pytest.fixture(scope="module")
def told() -> dict[str, tuple[str, str]]:
    """The rows of the page: a package, its licence, the extras that bring it."""
    page = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    return {name: (licence.strip(), extra.strip()) for name, licence, extra in ROW.findall(page) if name != "package"}


def test_every_python_package_is_told_with_its_licence(licences: Any, told: dict[str, tuple[str, str]]) -> None:
    """Another Python or system may bring fewer of them: what is here must be on the page, and as it is here."""
    here = licences.python_packages()
    assert {name: told.get(name) for name in here} == here, "run: make licences"


def test_every_package_in_the_client_is_told_with_its_licence(licences: Any, told: dict[str, tuple[str, str]]) -> None:
    here = licences.client_packages()
    assert "svelte" in here
    assert {name: told.get(name) for name in here} == {name: (one, "") for name, one in here.items()}


def test_no_package_is_told_that_does_not_come(licences: Any, told: dict[str, tuple[str, str]]) -> None:
    assert set(told) <= {*PINNED, *licences.client_packages()}


def test_whatever_comes_with_every_installation_may_be_given_on(told: dict[str, tuple[str, str]]) -> None:
    for name, (licence, extra) in told.items():
        assert licence != "not stated" or extra, name
        assert not re.search("GPL|General Public|Proprietary", licence) or extra == "gpu", name


def test_the_version_stands_in_one_place() -> None:
    assert "version" in PROJECT["dynamic"]
    described = json.loads((ROOT / "docs/schema/openapi.json").read_text(encoding="utf-8"))  # as the server gives it
    assert described["info"]["version"] == __version__, "run: make schema"
    for name in ("package.json", "package-lock.json"):
        assert "version" not in json.loads((ROOT / "web" / name).read_text(encoding="utf-8")), name


def test_a_version_that_is_released_has_its_chapter_in_the_changelog() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "dev" in __version__ or f"## [{__version__}]" in changes


PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_the_wheel_that_the_pages_install_is_this_version() -> None:
    named = re.findall(r"magnate-([\w.]+)-py3-none-any\.whl", "".join(page.read_text("utf-8") for page in PAGES))
    assert named
    assert "dev" in __version__ or set(named) == {__version__}


def test_every_extra_that_is_named_exists() -> None:
    files = [*PAGES, *sorted((ROOT / "src").rglob("*.py")), *sorted((ROOT / "examples").rglob("*.py"))]
    text = "".join(path.read_text("utf-8") for path in files)
    named = {extra for found in re.findall(r"(?:magnate|\.whl)\[([a-z,]+)\]", text) for extra in found.split(",")}
    assert {"postgres", "push", "gpu", "envs", "fast", "ray", "lab"} == named
    assert named <= set(PROJECT["optional-dependencies"])


TEMPLATES = sorted((ROOT / ".github").rglob("*.md"))
COMMANDS = [(path, *found) for path in TEMPLATES for found in re.findall(r"`(make|magnate) ([\w-]+)", path.read_text())]


@pytest.mark.parametrize(("path", "program", "command"), COMMANDS, ids=lambda value: getattr(value, "name", value))
def test_templates_name_commands_that_exist(path: Path, program: str, command: str) -> None:
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert command in (targets if program == "make" else list(app))


@pytest.mark.parametrize("name", ["narration", "fair", "positions", "reviews"])
def test_the_games_that_the_clients_tests_read_are_as_their_program_writes_them(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer: Any = program(f"web/tests/{name}.py")
    lies: Path = writer.FILE
    monkeypatch.setattr(writer, "FILE", tmp_path / lies.name)
    monkeypatch.setattr("sys.argv", [name])
    writer.main()
    assert writer.FILE.read_bytes() == lies.read_bytes(), f"run: python web/tests/{name}.py"
