"""Cloning: a function of the rules' subset and all it calls, as compiled functions in namespaces of their own.

Every module gets a namespace of clones, and a name in it means what the module's own imports say. So two modules may
use one word for different functions or numbers, and nothing has to be listed: what is reached is cloned.
"""

from __future__ import annotations

import hashlib
import importlib
import marshal
import types
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from magnate.rules import fields
from magnate.rules.codes import WHY_RENT
from magnate.rules.tell import BUILT, MOVED, PAID_PLAYER

Function = Callable[..., Any]
Jit = Callable[[Function], Any]
Instead = Mapping[str, Function]  # by qualified name: magnate.rules.tell.tell


def silent_note_chance(c: Any, kind: int, value: int) -> None:
    """Games by the thousand keep no record."""


def counting_tell(g: Any, event: int, seat: int, other: int, amount: int, x: int, y: int, rule: int) -> None:
    """They count what happens, in fields their states have beyond the rules': `records.TALLY`."""
    g.told[event] += 1
    if event == MOVED:
        g.landed[y] += 1
    elif event == PAID_PLAYER and x == WHY_RENT:
        g.income[y] += amount
    elif event == BUILT:
        g.invested[x] += amount


COUNTING: Instead = {"magnate.rules.tell.tell": counting_tell, "magnate.rules.chance.note_chance": silent_note_chance}


def qualified(function: Function) -> str:
    """The name of a function with its module."""
    return f"{function.__module__}.{function.__qualname__}"


class Clones:
    """Compiled clones, each made when something that is cloned names it. Other functions are used `instead` of some."""

    def __init__(self, jit: Jit, instead: Instead = COUNTING) -> None:
        for name in instead:
            module, _, function = name.rpartition(".")
            if not hasattr(importlib.import_module(module), function):
                raise NameError(f"there is no function {name} to use another one instead of")
        self.jit = jit
        self.instead = instead
        self.sources: dict[str, types.FunctionType] = {}  # what was cloned, by qualified name
        self._made: dict[str, Any] = {}
        self._modules: dict[str, types.ModuleType] = {}

    def of(self, function: Any) -> Any:
        """The compiled clone of a function."""
        name = qualified(function)
        if name not in self._made:
            source: Any = self.instead.get(name, function)
            clone = types.FunctionType(source.__code__, self._namespace(source.__module__), source.__name__)
            clone.__module__ = source.__module__
            self.sources[name] = source
            self._made[name] = self.jit(clone)
            self._fill(source)
        return self._made[name]

    def around(self, function: Any, **given: Any) -> dict[str, Any]:
        """The namespace an outermost function is compiled in: its module's, and what is given by name."""
        namespace = self._namespace(function.__module__)
        namespace.update(given)
        self._fill(function)
        return namespace

    def constants(self) -> Iterator[tuple[str, str, Any]]:
        """Module, name and meaning of every name the clones know: a number, or the name of what it stands for."""
        names = {id(clone): name for name, clone in self._made.items()}
        for module, known in sorted(self._modules.items()):
            for name, value in sorted(vars(known).items()):
                if not name.startswith("__"):
                    meaning = names.get(id(value)) or getattr(value, "__name__", value)
                    yield module, name, meaning

    def _namespace(self, module: str) -> dict[str, Any]:
        return vars(self._modules.setdefault(module, types.ModuleType(module)))

    def _fill(self, source: types.FunctionType) -> None:
        """Give a module's namespace whatever a function of it names."""
        namespace, names = self._namespace(source.__module__), source.__code__.co_names
        for name in names:
            if name in source.__globals__:
                value = source.__globals__[name]
                if name not in namespace:
                    namespace[name] = self._meaning(value)
                if is_ours(value):
                    theirs = vars(value)
                    known = self._namespace(value.__name__)
                    known.update({one: self._meaning(theirs[one]) for one in names if one in theirs})

    def _meaning(self, value: Any) -> Any:
        """What a name stands for in compiled code."""
        if isinstance(value, types.FunctionType):
            return self.of(value)
        if is_ours(value):
            return self._modules.setdefault(value.__name__, types.ModuleType(value.__name__))
        return value


def is_ours(value: Any) -> bool:
    """Whether a value is a module of this package. Any other, like NumPy, is used as it is."""
    return isinstance(value, types.ModuleType) and value.__name__.startswith("magnate.")


def fingerprint(function: Function, instead: Instead = COUNTING, *more: str) -> str:
    """A hash of what a program is made from: every function it reaches, as loaded here, what their names stand for, the
    records, and this package.

    Taken from memory and not from the files, which may have changed since. Where a rule stands in its file counts not.
    """
    clones = Clones(lambda one: one, instead)
    clones.around(function)
    digest = hashlib.sha256()
    outermost: Any = function
    for name, source in sorted([*clones.sources.items(), ("", outermost)]):
        code = source.__code__.replace(co_filename="", co_firstlineno=1, co_linetable=b"")
        digest.update(name.encode() + marshal.dumps(code, 2))
    specs = [getattr(fields, name) for name in ("STATE", "EDITION", "CHANCE", "ACTION", "OPTIONS")]
    digest.update(repr((list(clones.constants()), specs, more)).encode())
    for name in ("clone", "jit", "records"):
        digest.update((Path(__file__).parent / f"{name}.py").read_bytes())
    return digest.hexdigest()[:16]
