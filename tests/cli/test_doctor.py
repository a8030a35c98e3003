"""`magnate doctor`: what it finds on a machine in order, and on machines where something is missing or wrong."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from magnate import __version__
from magnate.cli import doctor

ROOT = Path(__file__).parent.parent.parent
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
FOR_DEVELOPERS = {"dev", "mutants", "docs"}

# A finder before all others: to the process these packages are not installed.
HIDE = """
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {hidden!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Hidden())
from magnate.cli import main
main()
"""


def run(data: Path, *args: str, hidden: tuple[str, ...] = (), **more: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, in which some packages are hidden."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MAGNATE_")}
    env = kept | {"XDG_DATA_HOME": str(data), "MAGNATE_PORT": "0", "NO_COLOR": "1", "COLUMNS": "300"} | more
    command = [sys.executable, "-c", HIDE.format(hidden=hidden), "doctor", *args]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=600, check=False)
    assert "Traceback" not in done.stdout + done.stderr, done.stdout + done.stderr
    return done


def found(data: Path, *, hidden: tuple[str, ...] = (), **more: str) -> tuple[int, dict[str, dict[str, Any]]]:
    """The exit code and the findings by name."""
    done = run(data, "--json", hidden=hidden, **more)
    told = json.loads(done.stdout)
    assert told["works"] is (done.returncode == 0)
    return done.returncode, {one["what"]: one for one in told["found"]}


def test_where_all_is_well_it_says_so_and_what_there_is(tmp_path: Path) -> None:
    code, findings = found(tmp_path)
    assert code == 0
    assert findings["Python"]["said"].startswith(".".join(map(str, sys.version_info[:3])))
    assert findings["Magnate"]["said"].startswith(f"{__version__} in ")
    assert re.match(r"build [0-9a-f]{8} in ", findings["client"]["said"])
    assert "numba" in findings["compiled core"]["said"]
    assert findings["data folder"]["said"] == str(tmp_path / "magnate")
    assert not (tmp_path / "magnate").exists(), "looking makes nothing"


def test_the_table_says_the_same_in_lines(tmp_path: Path) -> None:
    done = run(tmp_path, hidden=("ray",))
    assert done.returncode == 0
    assert re.search(r"^magnate\[ray\] +missing +experiments on a Ray cluster: ray not installed", done.stdout, re.M)
    assert "→ pip install 'magnate[ray]'" in done.stdout
    assert done.stdout.rstrip().endswith("The game works here: magnate")


@pytest.mark.parametrize(
    "extra", [pytest.param(extra, marks=() if extra == "fast" else pytest.mark.thorough) for extra in doctor.PURPOSES]
)
def test_a_missing_extra_is_named_with_how_to_get_it_and_the_game_works(extra: str, tmp_path: Path) -> None:
    modules = tuple(package.replace("-", "_") for package in doctor.required(extra))
    code, findings = found(tmp_path, hidden=modules)
    assert code == 0
    assert findings[f"magnate[{extra}]"]["state"] == "missing"
    assert findings[f"magnate[{extra}]"]["fix"] == f"pip install 'magnate[{extra}]'"


def test_every_extra_there_is_has_a_purpose() -> None:
    assert set(doctor.PURPOSES) == set(EXTRAS) - FOR_DEVELOPERS


def test_without_the_compiler_the_game_works_and_what_does_not_is_said(tmp_path: Path) -> None:
    code, findings = found(tmp_path, hidden=("numba", "llvmlite", "numpy"))
    assert code == 0
    assert findings["compiled core"]["state"] == "missing"
    assert findings["compiled core"]["fix"] == "pip install 'magnate[fast]'"
    assert findings["server"]["state"] == "good"


def test_without_something_the_server_needs_the_game_does_not_work(tmp_path: Path) -> None:
    code, findings = found(tmp_path, hidden=("uvicorn",))
    assert code == 1
    assert findings["packages"]["said"] == "not installed: uvicorn"
    assert findings["packages"]["fix"] == "pip install uvicorn"
    assert findings["server"]["state"] == "wrong"


@pytest.mark.parametrize(
    "package",
    ["sqlalchemy", *(pytest.param(one, marks=pytest.mark.thorough) for one in ("alembic", "litestar", "aiosqlite"))],
)
def test_whatever_the_server_lacks_the_look_goes_on_to_its_end(package: str, tmp_path: Path) -> None:
    code, findings = found(tmp_path, hidden=(package,))
    assert code == 1
    assert findings["packages"]["said"] == f"not installed: {package}"
    assert "compiled core" in findings


def test_a_data_folder_that_cannot_be_written_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    code, findings = found(tmp_path / "file")
    assert code == 1
    assert findings["data folder"]["state"] == "wrong"
    assert "MAGNATE_DATA" in findings["data folder"]["fix"]


def test_a_port_in_use_is_told_and_stops_nobody(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code, findings = found(tmp_path, MAGNATE_PORT=str(taken.getsockname()[1]))
    assert code == 0
    assert findings["port"]["state"] == "busy"


def test_an_address_of_another_machine_is_wrong(tmp_path: Path) -> None:
    code, findings = found(tmp_path, MAGNATE_HOST="192.0.2.1")
    assert code == 1
    assert findings["port"]["state"] == "wrong"
    assert "192.0.2.1" in findings["port"]["said"]


def test_postgresql_without_its_driver_is_wrong_and_its_password_is_never_shown(tmp_path: Path) -> None:
    done = run(tmp_path, hidden=("asyncpg",), MAGNATE_DATABASE="postgresql://me:sesame@db.example/tables")
    assert done.returncode == 1
    assert re.search(r"^database +wrong .*db\.example.* needs asyncpg", done.stdout, re.M)
    assert "sesame" not in done.stdout


def test_a_setting_that_is_wrong_is_named(tmp_path: Path) -> None:
    code, findings = found(tmp_path, MAGNATE_PROT="8000")
    assert code == 1
    assert "did you mean port?" in findings["settings"]["said"]


def test_a_client_that_is_missing_or_not_whole_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("magnate.__file__", str(tmp_path / "__init__.py"))
    assert doctor.client().state == "wrong"
    assert "was not built" in doctor.client().said
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "index.html").write_text('<script src="/assets/index-1.js"></script>')
    assert doctor.client().said == "parts of it are missing: assets/index-1.js"


def test_a_library_that_does_not_load_is_told_and_no_traceback() -> None:
    def broken() -> doctor.Finding:
        raise OSError("libtbb.so: cannot open\nshared object file")

    found = doctor.attempted("compiled core", broken, "pip install --force-reinstall numba", needed=False)
    assert found.state == "missing"
    assert found.said == "does not start: OSError: libtbb.so: cannot open shared object file"
    assert doctor.attempted("server", broken).state == "wrong"


def test_a_card_that_can_be_used_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("magnate.compiled.gpu.cuda_module", lambda: object())
    monkeypatch.setattr("magnate.compiled.gpu.name", lambda: "A card of 8 GB")
    found = doctor.graphics_card()
    assert found.state == "good"
    assert "A card of 8 GB" in found.said


def test_without_a_card_it_says_what_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    from magnate.compiled import gpu

    def nothing() -> None:
        raise gpu.NoGpu("no device or driver is found")

    monkeypatch.setattr(gpu, "cuda_module", nothing)
    assert doctor.graphics_card().state == "missing"
    assert "no device or driver is found" in doctor.graphics_card().said
