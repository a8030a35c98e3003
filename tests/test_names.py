"""Names are plain English: no dialect, one word for one thing, and the glossary has the words of the code."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

from magnate.actions import ACTIONS
from magnate.coding import fields as coding_fields
from magnate.events import Event
from magnate.rules import fields

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "magnate"
WEB = ROOT / "web" / "src"
WEB_TESTS = ROOT / "web" / "tests"
HELPERS = [ROOT / "tests", ROOT / "benchmarks", ROOT / "tools"]  # Python that is not part of the package

# Words a developer would not search for, and what to use instead.
DIALECT = {
    "audience": "broadcast",
    "bargain": "deal",
    "came": "connected",
    "chair": "seat",
    "cure": "fix",
    "ear": "listener",
    "edge": "node",
    "film": "replay",
    "fortune": "wealth",
    "gone": "disconnected",
    "goods": "property, signature",
    "grace": "time credit",
    "graced": "time credited",
    "grave": "confirm",
    "hall": "registry",
    "happening": "event",
    "hits": "rent risk",
    "imagined": "sampled",
    "journal": "log",
    "keeping": "storage",
    "later": "deferred",
    "looks": "themes",
    "manners": "offer limit",
    "matter": "question",
    "memory": "history",
    "mourn": "close",
    "museum": "fixture",
    "myself": "profile",
    "news": "changes",
    "nobody": "none",
    "noe": "refused by",
    "nowhere": "not found",
    "packing": "compression",
    "payback": "odds",
    "pen": "writer",
    "presence": "connections",
    "prober": "probe",
    "purse": "cash",
    "reel": "replay",
    "regret": "suggest",
    "room": "live table",
    "sever": "close",
    "stood": "took over",
    "sure": "confirm",
    "talk": "log, chat",
    "thinker": "search",
    "tried": "attempts",
    "unsaid": "message removed",
    "unsay": "remove message",
    "weighed": "rated",
    "winning": "chances",
}

# Of these, the words without a plain second meaning: not even the sentences of tests and docstrings use them.
NEVER = {
    "audience",
    "bargain",
    "chair",
    "graced",
    "grave",
    "hall",
    "journal",
    "manners",
    "mourn",
    "museum",
    "noe",
    "packing",
    "payback",
    "pen",
    "prober",
    "reel",
    "regret",
    "sever",
    "thinker",
    "unsay",
}

# Turns of speech that the code, its comments and its error texts do without, as patterns, and what to write instead.
TURNS = {
    "nobody": "no player, none",
    "whoever": "the player who",
    "so many|so much": "a number of, this many",
    "in vain": "without success",
    "struck off": "removed",
    "(?:is|are|was|were|been|be) told": "receives, is notified",
    "mend(?:s|ed|ing)?": "fix",
    "mourn(?:s|ed|ing)?": "close",
    "anew": "again",
    "upon": "on",
    "for ever": "without end",
    "hands? on": "end the turn",
    "lest|hence|whence|thereby": "so that, so",
    "shall": "is to",
    "heed(?:s|ed)?": "obey, ignore",
    "bargain(?:s|ed|ing)?": "deal",
    r"purses?(?!\")": "cash",  # the name of a figure in a reason is stored
}

# Paths, or names in them, that still have such words, and why. The test fails if a line is not needed.
STILL = {
    "protocol/state.py: stood_in": "a field of the protocol",
    "server/http/replay_routes.py: Fortunes": "an answer of the HTTP part",
    "server/http/replay_routes.py: fortunes": "a field of the HTTP part",
    "server/tables/replay.py: Fortune": "a part of an answer of the HTTP part",
    "server/operations/settings.py: grace_ms": "a setting",
    "rules/fields.py: mortgage_later_percent": "a stored switch",
    "editions/switches.py: later_percent": "a stored switch",
    "web/src/lib/protocol.ts": "generated from the server's messages",
    "server/operations/clock.py: call_later": "as the method of an event loop",
    "review/judging.py: is_sure": "whether a sentence is a statement",
    "review/judging.py: weighed": "weighed options",
    "value/deal_search.py: list_goods": "the deeds and cards of an exchange",
    "value/deal_search.py: put_goods": "likewise",
    "value/deal_search.py: weigh_goods": "likewise",
    "value/deal_search.py: write_goods": "likewise",
    "value/scramble.py: fill_purses": "cash of all seats",
    "value/standing.py: find_purses": "cash of all seats",
    "tests/compiled/many_threads.py: Memory": "memory of the machine",
    "tests/server/test_memory.py": "memory of the machine",
    "tests/web/films.py": "film strips: a moment of the page as ten frames",
    "tests/web/test_films.py": "film strips",
}

# Class names with two meanings, and why both stay: files, entries or the public schema have the name.
# No name is added; one goes when its second class gets another name.
CLASSES_TWICE = {
    "Mortgage": "an action, and the chapter of switches, both stored",
    "Named": "a part of an edition's file, and a body of the HTTP part",
    "Position": "the testing kit, and an answer of the HTTP part",
    "Start": "a chapter of switches, and a command, both stored",
    "Table": "a chapter of switches is stored; the table of the server, and as a client follows it",
}

# Module names that several packages use, each for its own part of the same thing (a command and what it calls).
MODULES_TWICE = {
    "app": "the commands, and the HTTP application",
    "bench": "the command, and what it measures",
    "commands": "of a table, and the page of the command line",
    "errors": "the errors of a package",
    "fields": "the fields of a package's records",
    "play": "the command, and the rule",
    "schema": "of a package's messages",
    "serve": "the command, and what it starts",
    "table": "of the server, of a client, in a terminal; and tables of numbers",
    "verify": "the command, and what it calls",
    "write_docs": "writes the generated tables of a package's page",
}


DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@cache
def python_files(root: Path) -> list[tuple[Path, str, list[Any]]]:
    """Every Python file below a folder: its path, its text, and all that has a docstring in it."""
    found = []
    for path in sorted(root.rglob("*.py")):
        text = path.read_text(encoding="utf8")
        found.append((path, text, list(documented_in(ast.parse(text)))))
    return found


def documented_in(node: Any) -> Iterator[Any]:
    """A module, class or function, and those in it. Expressions are left out: they are most of a tree."""
    if isinstance(node, DOCUMENTED):
        yield node
    for part in ("body", "orelse", "handlers", "finalbody", "cases"):
        for line in getattr(node, part, ()):
            if isinstance(line, ast.AST) and not isinstance(line, ast.Expr):
                yield from documented_in(line)


def words_of(name: str) -> set[str]:
    """The words of a name in snake or camel case, singular and as written."""
    found = {word.lower() for word in re.findall(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+", name)}
    return found | {word[:-1] for word in found if word.endswith("s")}


def python_names() -> Iterator[tuple[str, str]]:
    """Every module, class, function and field of a class or of the records of the rules, with its path."""
    for path, _, nodes in python_files(SOURCE):
        where = path.relative_to(SOURCE).as_posix()
        yield where, path.stem
        for node in nodes:
            if isinstance(node, FUNCTIONS):
                yield where, node.name
            if isinstance(node, ast.ClassDef):
                yield where, node.name
                for line in node.body:
                    if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
                        yield where, line.target.id
    for where, tables in (("rules/fields.py", fields), ("coding/fields.py", coding_fields)):
        for spec in (spec for spec in vars(tables).values() if isinstance(spec, list)):
            yield from ((where, name) for name, _, _ in spec)


def helper_names() -> Iterator[tuple[str, str]]:
    """Every module and class of the tests, benchmarks and tools, with its path."""
    for root in HELPERS:
        for path, _, nodes in python_files(root):
            where = path.relative_to(ROOT).as_posix()
            yield where, path.stem
            yield from ((where, node.name) for node in nodes if isinstance(node, ast.ClassDef))


def python_sentences() -> Iterator[tuple[str, str]]:
    """Every function's name and every docstring of the package, tests, benchmarks and tools, with its path."""
    for root in (SOURCE, *HELPERS):
        for path, _, nodes in python_files(root):
            where = path.relative_to(ROOT).as_posix()
            for node in nodes:
                yield where, ast.get_docstring(node, clean=False) or ""
                if isinstance(node, FUNCTIONS):
                    yield where, node.name


def web_names() -> Iterator[tuple[str, str]]:
    """Every folder, file and exported name of the web client, with its path."""
    for path in sorted([*WEB.rglob("*"), *WEB_TESTS.rglob("*")]):
        where = path.relative_to(ROOT).as_posix()
        if path.suffix in (".svelte", ".ts", ".css") or path.is_dir():
            yield where, path.name.partition(".")[0]
        if path.suffix == ".ts":
            for name in re.findall(
                r"^export (?:const|class|function|type|interface) (\w+)", path.read_text("utf8"), re.M
            ):
                yield where, name


def test_no_name_is_dialect() -> None:
    offenders, needed = [], set()
    for where, name in (*python_names(), *web_names(), *helper_names()):
        for word in sorted(words_of(name) & DIALECT.keys()):
            exempt = [prefix for prefix in STILL if f"{where}: {name}".startswith(prefix)]
            needed.update(exempt)
            if not exempt:
                offenders.append(f"{where}: {name} has {word!r}; use {DIALECT[word]!r}")
    assert not offenders, "\n".join(offenders)
    assert set(STILL) - needed == set(), "these have plain names now: remove them from STILL"


def test_no_docstring_is_dialect() -> None:
    offenders = [
        f"{where}: {sentence[:60]!r} has {word!r}; use {DIALECT[word]!r}"
        for where, sentence in python_sentences()
        for word in sorted(words_of(sentence) & NEVER)
    ]
    assert offenders == []


def test_the_package_is_written_in_plain_english() -> None:
    turns = re.compile("|".join(rf"(?P<t{i}>\b(?:{turn})\b)" for i, turn in enumerate(TURNS)))
    wanted = list(TURNS.values())
    offenders = []
    for path in sorted(SOURCE.rglob("*.py")):
        for number, line in enumerate(path.read_text("utf8").replace("NOBODY", "-1").lower().split("\n"), 1):
            if found := turns.search(line):
                where = path.relative_to(SOURCE).as_posix()
                offenders.append(
                    f"{where}:{number}: {found[0]!r}; write {wanted[int((found.lastgroup or 't0')[1:])]!r}"
                )
    assert not offenders, "\n".join(offenders)


def test_one_class_name_has_one_meaning() -> None:
    found = defaultdict(set)
    for path, _, nodes in python_files(SOURCE):
        for node in nodes:
            if isinstance(node, ast.ClassDef):
                found[node.name].add(path.relative_to(SOURCE).as_posix())
    twice = {name: sorted(paths) for name, paths in found.items() if len(paths) > 1}
    assert {name: paths for name, paths in twice.items() if name not in CLASSES_TWICE} == {}
    assert set(CLASSES_TWICE) - set(twice) == set(), "these have one meaning now: remove them from CLASSES_TWICE"


def test_one_module_name_has_one_meaning() -> None:
    found = defaultdict(set)
    for path in SOURCE.rglob("*.py"):
        if path.stem not in ("__init__", "__main__"):
            found[path.stem].add(path.relative_to(SOURCE).as_posix())
    twice = {name: sorted(paths) for name, paths in found.items() if len(paths) > 1}
    assert {name: paths for name, paths in twice.items() if name not in MODULES_TWICE} == {}
    assert set(MODULES_TWICE) - set(twice) == set(), "these have one meaning now: remove them from MODULES_TWICE"


def test_the_glossary_is_sorted_and_names_things_that_exist() -> None:
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf8")
    missing, unsorted = [], []
    for section in re.split(r"^## ", page, flags=re.M)[1:]:
        terms = re.findall(r"^\| \*\*(.+?)\*\* \|", section, re.M)
        if terms != sorted(terms, key=str.lower):
            unsorted.append(section.partition("\n")[0])
    for path in re.findall(r"`((?:src|web|tests|docs)/[\w/.-]+)`", page):
        if not (ROOT / path).exists():
            missing.append(path)
    for package, name in re.findall(r"`magnate\.([\w.]+)\.(\w+)`", page):
        file = SOURCE / Path(*package.split("."))
        text = (file.with_suffix(".py") if file.with_suffix(".py").exists() else file / "__init__.py").read_text("utf8")
        if not re.search(rf"\b{name}\b", text):
            missing.append(f"magnate.{package}.{name}")
    known = {kind.__name__ for kind in (*ACTIONS, *get_args(Event))}
    missing += [name for name in re.findall(r"`((?:[A-Z][a-z]+){2,})`", page) if name not in known]
    assert unsorted == []
    assert missing == []
