"""`magnate doctor`: what is installed, what is missing for what, and how to get it."""

from __future__ import annotations

import importlib
import importlib.util
import json
import platform
import re
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import Any, Literal

from rich.console import Console
from rich.table import Table
from rich.text import Text

import magnate
from magnate.server.operations.settings import Settings

from .errors import UsageError

LEAST = (3, 11)
AGAIN = "install Magnate again: pip install --force-reinstall magnate-….whl"
STYLES = {"good": "green", "missing": "yellow", "busy": "yellow", "wrong": "bold red"}
PURPOSES = {
    "fast": "the lab, bots that search, environments and benchmarks",
    "postgres": "tables in PostgreSQL, for servers that share them",
    "push": "notices to people who are away, by Web Push",
    "lab": "plots, data frames and Parquet files of the lab",
    "envs": "PettingZoo and Gymnasium, for programs that learn",
    "ray": "experiments on a Ray cluster",
    "gpu": "games on an NVIDIA GPU",
}


@dataclass(frozen=True)
class Finding:
    """One line: what was looked at, how it is, and what would help."""

    what: str
    state: Literal["good", "missing", "busy", "wrong"]  # only with what is wrong the game does not work
    said: str
    fix: str = ""


def examine(as_json: bool) -> int:
    """Check everything and print the result; 1 if the game does not work."""
    found = list(findings())
    works = all(one.state != "wrong" for one in found)
    if as_json:
        told = {
            "works": works,
            "magnate": magnate.__version__,
            "python": platform.python_version(),
            "platform": platform.platform(),
            "found": [asdict(one) for one in found],
        }
        print(json.dumps(told, indent=1, ensure_ascii=False))
        return 0 if works else 1
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for wraps in (False, False, True):
        made.add_column(no_wrap=not wraps, overflow="fold")
    for one in found:
        made.add_row(one.what, Text(one.state, STYLES[one.state]), one.said)
        if one.fix:
            made.add_row("", "", Text(f"→ {one.fix}", "bold"))
    console = Console(highlight=False, markup=False)
    console.print(made)
    console.print("\nThe game works here: magnate" if works else "\nThe game does not work here: see what is wrong.")
    return 0 if works else 1


def findings() -> Iterator[Finding]:
    """Everything there is to look at: first what the game cannot do without."""
    yield python()
    yield Finding("Magnate", "good", f"{magnate.__version__} in {Path(magnate.__file__).parent}")
    yield from packages()
    yield attempted("server", server)
    yield client()
    yield from surroundings()
    yield attempted("compiled core", compiled_core, "pip install --force-reinstall numba", needed=False)
    for extra in PURPOSES:
        yield from extra_packages(extra)


def attempted(what: str, look: Callable[[], Finding], fix: str = AGAIN, needed: bool = True) -> Finding:
    """What a look finds; whatever stops it, a library that does not load perhaps, is a finding too."""
    try:
        return look()
    except Exception as problem:
        said = " ".join(f"does not start: {type(problem).__name__}: {problem}".split())
        return Finding(what, "wrong" if needed else "missing", said, fix)


# What the game cannot do without.


def python() -> Finding:
    """The Python that runs this."""
    said = f"{platform.python_version()} at {sys.executable}"
    if sys.version_info[:2] < LEAST:
        return Finding("Python", "wrong", said, "Python 3.11 or newer")
    return Finding("Python", "good", said)


def required(extra: str = "") -> list[str]:
    """The packages that Magnate or one of its extras needs on this system."""
    names = []
    for line in metadata.requires("magnate") or []:
        wanted, _, condition = line.partition(";")
        is_elsewhere = "sys_platform != 'win32'" in condition and sys.platform == "win32"
        asked = re.search(r"extra == ['\"](\w+)['\"]", condition)
        if (asked[1] if asked else "") == extra and not is_elsewhere:
            names.append(re.split(r"[\[<>=!~ ;]", wanted.strip())[0])
    return names


def is_there(package: str) -> bool:
    """Whether a package can be imported, without importing it: some take seconds."""
    try:
        return importlib.util.find_spec(package.replace("-", "_")) is not None
    except ImportError:
        return False


def version(package: str) -> str:
    """A package with its version."""
    try:
        return f"{package} {metadata.version(package)}"
    except metadata.PackageNotFoundError:
        return package


def packages() -> Iterator[Finding]:
    """What Magnate is installed with. The game needs all of it."""
    try:
        names = required()
    except metadata.PackageNotFoundError:
        yield Finding("packages", "missing", "Magnate runs from its source, without being installed", "make setup")
        return
    lost = [name for name in names if not is_there(name)]
    if lost:
        yield Finding("packages", "wrong", f"not installed: {', '.join(lost)}", f"pip install {' '.join(lost)}")
    else:
        yield Finding("packages", "good", ", ".join(version(name) for name in names if is_there(name)))


def server() -> Finding:
    """The table server and its database, loaded as `magnate play` does."""
    importlib.import_module("magnate.server.serve")
    return Finding("server", "good", f"{version('uvicorn')}, SQLite {sqlite3.sqlite_version} by {version('aiosqlite')}")


def client() -> Finding:
    """The client for browsers: is it there, whole, and which build is it?"""
    page = Path(magnate.__file__).parent / "web" / "index.html"
    if not page.is_file():
        fix = "make play, in a copy of the source; or a wheel of Magnate; or magnate play --terminal"
        return Finding("client", "wrong", f"{page} is missing: it was not built", fix)
    text = page.read_text(encoding="utf-8")
    lost = [name for name in re.findall(r'(?:src|href)="/([^"]+)"', text) if not (page.parent / name).is_file()]
    if lost:
        return Finding("client", "wrong", f"parts of it are missing: {', '.join(lost)}", AGAIN)
    return Finding("client", "good", f"build {sha256(text.encode()).hexdigest()[:8]} in {page.parent}")


def surroundings() -> Iterator[Finding]:
    """Settings, data folder, database, port."""
    from .serve import settings_of

    try:
        settings = settings_of({})
    except UsageError as error:
        yield Finding("settings", "wrong", str(error), "see magnate serve --help")
        return
    except ImportError as error:
        yield Finding("settings", "wrong", f"cannot be read: {error}", AGAIN)
        return
    yield data_folder(settings)
    yield attempted("database", lambda: database(settings))
    yield attempted("port", lambda: port(settings))


def data_folder(settings: Settings) -> Finding:
    """Whether games can be kept: in the folder, or, while it does not exist, in the first one above that does."""
    folder = Path(settings.data)
    try:
        existing = next(one for one in (folder, *folder.parents) if one.exists())
        with tempfile.TemporaryFile(dir=existing):
            pass
    except OSError as error:
        fix = "set MAGNATE_DATA to a folder that can be written to"
        return Finding("data folder", "wrong", f"{folder} cannot be written: {error.strerror or error}", fix)
    return Finding("data folder", "good", str(folder))


def database(settings: Settings) -> Finding:
    """Where tables are kept, and whether its driver is there."""
    from sqlalchemy import make_url

    url = make_url(settings.database_url)  # shown without its password
    if url.get_backend_name() == "postgresql" and not is_there("asyncpg"):
        return Finding("database", "wrong", f"{url} needs asyncpg", "pip install 'magnate[postgres]'")
    return Finding("database", "good", str(url))


def port(settings: Settings) -> Finding:
    """Whether the port is in use."""
    from magnate.server.serve import CannotServe, free_port

    where = f"{settings.host}:{settings.port}"
    try:
        free_port(settings)
        return Finding("port", "good", f"{where} is free")
    except CannotServe as error:
        try:
            free_port(Settings(host=settings.host, port=0))
        except CannotServe:
            return Finding("port", "wrong", str(error), "set MAGNATE_HOST to an address of this machine")
    fix = "if Magnate runs there, open its page; else magnate takes another port, and a server has --port"
    return Finding("port", "busy", f"{where} is in use", fix)


# What more there can be.


def compiled_core() -> Finding:
    """The compiler, and whether it has done its work already."""
    if not is_there("numba"):
        said = "Numba is not installed: no oracle among the bots, no lab, no environments, no benchmark"
        return Finding("compiled core", "missing", said, "pip install 'magnate[fast]'")
    cache: Any = importlib.import_module("magnate.compiled.cache")
    program: Any = importlib.import_module("magnate.compiled.program")
    state = (
        "compiled"
        if cache.is_filled(program.program)
        else f"compiled at first use, in about {program.COMPILE_SECONDS} seconds"
    )
    return Finding("compiled core", "good", f"{state} ({version('numba')}, in {cache.home()})")


def extra_packages(extra: str) -> Iterator[Finding]:
    """The packages of an extra."""
    what = f"magnate[{extra}]"
    fix = f"pip install 'magnate[{extra}]'"
    try:
        names = required(extra)
    except metadata.PackageNotFoundError:
        return
    lost = [name for name in names if not is_there(name)]
    if lost:
        driver = f"; {nvidia_driver()}" if extra == "gpu" else ""
        yield Finding(what, "missing", f"{PURPOSES[extra]}: {', '.join(lost)} not installed{driver}", fix)
    elif extra == "gpu":
        yield attempted(what, graphics_card, "pip install --force-reinstall numba-cuda", needed=False)
    else:
        yield Finding(what, "good", f"{PURPOSES[extra]}: {', '.join(map(version, names))}")


def graphics_card() -> Finding:
    """The GPU, if one can be used."""
    gpu: Any = importlib.import_module("magnate.compiled.gpu")
    try:
        gpu.cuda_module()
    except gpu.NoGpu as error:
        return Finding("magnate[gpu]", "missing", f"{error}; {nvidia_driver()}")
    return Finding("magnate[gpu]", "good", f"{PURPOSES['gpu']}: {gpu.name()}, {version('numba-cuda')}")


def nvidia_driver() -> str:
    """Whether this machine seems to have a card."""
    return "an NVIDIA driver is here" if shutil.which("nvidia-smi") else "no NVIDIA driver is found"
