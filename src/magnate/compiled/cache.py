"""Where compiled code is kept between runs: one folder for each program, state of its rules and set of versions.

Numba notices a change in the file of the outermost function, not in the rules it calls; so the folder's name does.
"""

from __future__ import annotations

import os
import platform
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import llvmlite
import numba
import numpy as np

from magnate.compiled import clone
from magnate.compiled.clone import COUNTING, Function, Instead

PATIENCE = 120.0  # seconds: a process that compiles for longer was stopped, and others need not wait
KEPT = 64  # folders: programs and, for a GPU, kernels of a released version, of the one being worked on, and so on


def home() -> Path:
    """This user's cache: MAGNATE_CACHE, or `magnate` in the usual place."""
    if given := os.environ.get("MAGNATE_CACHE"):
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "magnate"


def versions() -> list[str]:
    """The compilers and what they compile for."""
    return [numba.__version__, llvmlite.__version__, np.__version__, platform.python_version(), platform.machine()]


def place(program: Function, instead: Instead = COUNTING) -> Path:
    """Where the code of a program, with these rules and versions, lies if there is any."""
    return home() / f"compiled-{clone.fingerprint(program, instead, *versions())}"


def is_filled(program: Function, instead: Instead = COUNTING) -> bool:
    """Whether a program was compiled already with these rules and versions."""
    return any(place(program, instead).rglob("*.nbi"))


def folder(program: Function, instead: Instead = COUNTING) -> Path | None:
    """The folder for a program with these rules and versions, marked as used; None where nothing can be written."""
    here = place(program, instead)
    try:
        here.mkdir(parents=True, exist_ok=True)
        here.touch()
    except OSError:
        return None
    prune(here)
    return here


def prune(here: Path) -> None:
    """Forget all but the folders used last."""
    others = [path for path in here.parent.glob("compiled-*") if path.is_dir() and path != here]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEPT - 1 :]:
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def compile_lock(here: Path | None, name: str, on_wait: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Let one process compile a program while others that want the same wait to read it, where there are such locks.

    No process waits longer than `PATIENCE`: two may compile at once, since each writes whole files only.
    """
    try:
        import fcntl
    except ImportError:
        here = None
    if here is None:
        yield
        return
    with open(here / f"{name}.lock", "w") as lock:
        patient_until, waits = time.monotonic() + PATIENCE, False
        while time.monotonic() < patient_until:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if not waits:
                    waits = True
                    on_wait()
                time.sleep(0.05)
        yield
