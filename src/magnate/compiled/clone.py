"""Cloning: every rule, and every bot in the same subset, into one fresh namespace of compiled functions."""

from __future__ import annotations

import hashlib
import importlib
import marshal
import pkgutil
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import magnate.bots
import magnate.rules
from magnate.rules import fields
from magnate.rules.codes import WHY_RENT
from magnate.rules.tell import BUILT, MOVED, PAID_PLAYER

# Bots written in the rules' subset, and the coding of positions and actions for programs that learn.
BOTS = (
    "purses", "limits", "trade", "house", "wanderer", "walker", "worth", "prospects", "bargain", "trader", "novice",
    "swindler", "table", "probe", "choices",
)  # fmt: skip
CODING = ("catalogue", "amounts", "asking", "proposals", "bargains", "decode", "answers", "legal", "observe")

Jit = Callable[[Callable[..., Any]], Any]


def modules() -> list[types.ModuleType]:
    """The modules that are compiled."""
    chapters = [f"magnate.rules.{m.name}" for m in pkgutil.iter_modules(magnate.rules.__path__)]
    bots = [f"magnate.bots.{name}" for name in BOTS]
    coding = [f"magnate.coding.{name}" for name in CODING]
    return [importlib.import_module(name) for name in [*chapters, *bots, *coding]]


def functions() -> dict[str, types.FunctionType]:
    """Every rule by name. A name stands for one rule only: two of the same name are an error."""
    found: dict[str, types.FunctionType] = {}
    for module in modules():
        for name, value in vars(module).items():
            if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
                if name in found:
                    raise NameError(f"two rules are called {name}: in {found[name].__module__} and {module.__name__}")
                found[name] = value
    return found


def silent_tell(g: Any, event: int, seat: int, other: int, amount: int, x: int, y: int, rule: int) -> None:
    """Batch runs pay nothing for narration."""


def silent_note_chance(c: Any, kind: int, value: int) -> None:
    """Batch runs keep no record."""


def counting_tell(g: Any, event: int, seat: int, other: int, amount: int, x: int, y: int, rule: int) -> None:
    """The lab's games count what happens, in fields their states have beyond the rules': `records.TALLY`."""
    g.told[event] += 1
    if event == MOVED:
        g.landed[y] += 1
    elif event == PAID_PLAYER and x == WHY_RENT:
        g.income[y] += amount
    elif event == BUILT:
        g.invested[x] += amount


SILENT: dict[str, Callable[..., Any]] = {"tell": silent_tell, "note_chance": silent_note_chance}
COUNTING: dict[str, Callable[..., Any]] = {"tell": counting_tell, "note_chance": silent_note_chance}


def constants() -> dict[str, int]:
    """Every named number of the rules. A name stands for one number only."""
    found: dict[str, int] = {}
    for name, value in (pair for numbers in numbers_by_module() for pair in numbers):
        if found.setdefault(name, value) != value:
            raise NameError(f"two numbers are called {name}: {found[name]} and {value}")
    return found


def numbers_by_module() -> list[list[tuple[str, int]]]:
    """The named numbers each module knows."""
    return [[(name, value) for name, value in vars(m).items() if isinstance(value, int)] for m in modules()]


def clone(jit: Jit, instead: dict[str, Callable[..., Any]] = SILENT) -> dict[str, Any]:
    """A namespace of compiled clones, with other functions instead of some."""
    namespace: dict[str, Any] = dict(constants())
    for name, function in functions().items():
        source: Any = instead.get(name, function)
        namespace[name] = jit(types.FunctionType(source.__code__, namespace, name))
    return namespace


def fingerprint(*more: str) -> str:
    """A hash of what compiled code is made from: every rule as loaded here, its numbers, the records, this package.

    Taken from memory and not from the files, which may have changed since. Where a rule stands in its file counts not.
    """
    digest = hashlib.sha256()
    for _, function in sorted(functions().items()):
        code = function.__code__.replace(co_filename="", co_firstlineno=1, co_linetable=b"")
        digest.update(marshal.dumps(code, 2))
    specs = [getattr(fields, name) for name in ("STATE", "EDITION", "CHANCE", "ACTION", "OPTIONS", "WANDER")]
    digest.update(repr((numbers_by_module(), specs, more)).encode())
    for name in ("clone", "jit", "records"):
        digest.update((Path(__file__).parent / f"{name}.py").read_bytes())
    return digest.hexdigest()[:16]
