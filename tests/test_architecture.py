"""The house keeps its shape: imports go one way, and the rules stay in their subset."""

import ast
import graphlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from magnate.coding import fields as coding_fields
from magnate.compiled import clone, program
from magnate.editions import names
from magnate.rules import fields
from magnate.value import fields as value_fields

SOURCE = Path(__file__).parent.parent / "src" / "magnate"
RULES = sorted((SOURCE / "rules").glob("*.py"))


def compiled_modules(part: str) -> set[Path]:
    """The files of a part that have functions the compiled programs reach."""
    clones = clone.Clones(lambda function: function)
    clones.around(program.program)
    modules = {function.__module__ for function in clones.sources.values()}
    return {SOURCE.parent / f"{name.replace('.', '/')}.py" for name in modules if name.startswith(f"magnate.{part}.")}


COMPILED_BOTS = sorted(compiled_modules("bots"))
BESIDE = ("__init__.py", "coder.py", "layout.py", "spec.py", "view_state.py")  # of the coding: for Python alone
CODING = sorted(path for path in (SOURCE / "coding").glob("*.py") if path.name not in BESIDE)
PLAIN_VALUE = {
    "data.py",
    "file.py",
    "inference.py",
    "knowledge.py",
    "matches.py",
    "master_bot.py",
    "positions.py",
    "self_play.py",
    "siblings.py",
}  # of the value: what is not compiled
VALUE = sorted(path for path in (SOURCE / "value").glob("*.py") if path.name not in PLAIN_VALUE)
SUBSET = [*RULES, *COMPILED_BOTS, *CODING, *VALUE, SOURCE / "search" / "by_value.py"]

# What each part may import of the others. A part not listed here is a mistake of its own.
MAY_IMPORT = {
    "rules": set(),
    "clauses": set(),
    "actions": {"rules"},
    "events": {"actions", "rules"},
    "editions": {"languages", "rules"},
    "objects": {"rules"},
    "words": {"actions", "events", "languages", "rules"},
    "dice": set(),
    "languages": set(),
    "fixes": set(),
    "errors": {"actions", "editions", "rules"},
    "frame_slots": {"rules"},
    "position_check": {"errors", "frame_slots", "objects", "rules"},
    "position_facts": {"editions", "frame_slots", "objects", "position_check", "rules"},
    "position_text": {"editions", "errors", "objects", "position_check", "position_facts", "rules"},
    "view": {"actions", "editions", "errors", "frame_slots", "position_text", "rules"},
    "move": {"actions"},
    "game": {
        "actions", "dice", "editions", "errors", "events", "fixes", "move", "objects", "position_text", "record",
        "rules", "view",
    },
    "record": {"actions", "dice", "editions", "errors", "events", "fixes", "move", "objects", "position_text", "rules"},
    "verify": {"dice", "errors", "game", "move", "record", "rules"},
    "protocol": {"actions", "events", "rules", "view"},
    "schema": {"editions", "protocol", "server"},
    "lessons": {"actions", "editions", "errors", "events", "game", "testing", "view"},
    "testing": {"actions", "dice", "editions", "events", "game", "position_check", "rules"},
    "bots": {"actions", "game", "objects", "rules", "view", "words"},
    "coding": {"actions", "bots", "editions", "errors", "game", "objects", "rules", "view"},
    "compiled": {"actions", "bots", "coding", "editions", "errors", "game", "objects", "rules"},
    "value": {"actions", "bots", "compiled", "editions", "game", "objects", "rules", "view", "words"},
    "search": {"actions", "bots", "compiled", "objects", "rules", "value", "view"},
    "review": {
        "actions", "bots", "editions", "events", "game", "languages", "move", "objects", "record", "rules", "search",
        "value", "view", "words",
    },
    "policy": {"actions", "bots", "coding", "dice", "errors", "game", "rules", "view"},
    "envs": {"actions", "bots", "coding", "compiled", "editions", "errors", "objects", "policy", "rules"},
    "lab": {
        "actions", "bots", "compiled", "dice", "editions", "envs", "errors", "events", "game", "objects", "policy",
        "move", "position_text", "record", "review", "rules", "search", "testing", "value", "view", "coding",
    },
    "terminal": {
        "actions", "bots", "clauses", "dice", "editions", "errors", "events", "game", "languages", "objects", "record",
        "rules", "search", "view", "words",
    },
    "server": {
        "actions", "bots", "clauses", "dice", "editions", "errors", "events", "fixes", "game", "lessons", "move",
        "objects", "policy", "protocol", "record", "review", "rules", "search", "value", "view", "words",
    },
    "client": {"actions", "protocol", "view"},
    "cli": {
        "clauses", "client", "compiled", "dice", "editions", "errors", "game", "lab", "languages", "position_text",
        "protocol", "record", "review", "schema", "search", "server", "terminal", "verify", "words",
    },
    "handbook": {"clauses", "cli", "editions"},
    "__init__": {"game"},
    "__main__": {"cli"},
}  # fmt: skip

# From the ground up. A part imports from its own floor and those below, never from above.
FLOORS = (
    {"rules", "clauses", "dice", "fixes", "languages"},
    {
        "actions", "events", "editions", "objects", "words", "errors", "position_check", "position_facts",
        "position_text", "view", "move", "frame_slots",
        "game", "protocol", "record", "verify", "__init__",
    },
    {"bots", "compiled", "coding", "lessons", "policy", "search", "testing", "value"},
    {"review"},
    {"envs", "lab", "server", "terminal"},
    {"client", "schema"},
    {"cli"},
    {"handbook", "__main__"},
)  # fmt: skip


# The packages of the server, from the ground up: each imports only from those before it.
SERVER = ("operations", "store", "people", "tables", "backup", "push", "live", "http")

MODULES = {
    ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in SOURCE.rglob("*.py")
}

# Modules that import a module by a name known only when they run, and which.
IMPORTED_BY_NAME = {
    "magnate.envs": "a class of its own package, listed in LAZY",
    "magnate.envs.speed": "a game of PettingZoo",
    "magnate.lab.errors": "a package of an extra",
    "magnate.policy.onnx": "onnxruntime, where it is installed",
    "magnate.policy.policy_bot": "a bot of the user's own",
    "magnate.compiled.clone": "the module of a function it replaces, which is loaded already",
}


def called(node: ast.Call) -> str:
    """The name of a function that is called."""
    return getattr(node.func, "attr", "") or getattr(node.func, "id", "")


def dotted(node: ast.AST) -> str:
    """The names of `magnate.editions.load`, or an empty text where there is something else."""
    if isinstance(node, ast.Attribute):
        return f"{base}.{node.attr}" if (base := dotted(node.value)) else ""
    return node.id if isinstance(node, ast.Name) else ""


def modules_in(text: str, module: str, types: bool = True) -> Iterator[str]:
    """The modules of the package a text imports, or names in them. `types`: also those for type checkers only."""
    tree = ast.parse(text)
    package = module if module in MODULES and MODULES[module].name == "__init__.py" else module.rpartition(".")[0]
    for node in list(ast.walk(tree)) if not types else ():
        if isinstance(node, ast.If) and dotted(node.test).endswith("TYPE_CHECKING"):
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            up = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            name = ".".join([*up, *([node.module] if node.module else [])])
            yield from (f"{name}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Attribute):
            yield dotted(node)
        elif isinstance(node, ast.Call) and called(node) in ("import_module", "__import__"):
            if node.args and isinstance(node.args[0], ast.Constant):
                yield str(node.args[0].value)
            else:
                assert module in IMPORTED_BY_NAME, f"{module} imports a module by name: say which in IMPORTED_BY_NAME"


def imports(text: str, module: str) -> set[str]:
    """The parts of the package a text imports."""
    found = {name.split(".")[1] for name in modules_in(text, module) if name.startswith("magnate.")}
    return found & MAY_IMPORT.keys()


def neighbours(module: str) -> set[str]:
    """The modules of its own part that a module imports, when it runs."""
    part = ".".join(module.split(".")[:2]) + "."
    names = set(modules_in(MODULES[module].read_text(encoding="utf8"), module, types=False))
    known = {name if name in MODULES else name.rpartition(".")[0] for name in names}
    return {name for name in known if name.startswith(part) and name in MODULES} - {module}


def test_imports_go_one_way() -> None:
    offenders = []
    for module, path in sorted(MODULES.items()):
        part = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        assert part in MAY_IMPORT, f"{part} is new: say in MAY_IMPORT what it may import"
        if wrong := imports(path.read_text(encoding="utf8"), module) - {part} - MAY_IMPORT[part]:
            offenders.append(f"{path.relative_to(SOURCE)} imports {', '.join(sorted(wrong))}")
    assert not offenders, "\n".join(offenders)


@pytest.mark.parametrize(
    "text",
    [
        "from magnate import editions",
        "from magnate.editions import load",
        "from ..editions import load",
        "import magnate.editions.read",
        "import magnate\n\nmagnate.editions.load('castis')",
        "importlib.import_module('magnate.editions')",
    ],
)
def test_every_way_of_importing_is_found(text: str) -> None:
    assert imports(text, "magnate.rules.play") == {"editions"}


def test_a_module_imported_by_a_name_not_written_down_is_found() -> None:
    with pytest.raises(AssertionError, match="IMPORTED_BY_NAME"):
        imports("importlib.import_module(name)", "magnate.rules.play")


def test_no_module_imports_itself_by_way_of_others_of_its_part() -> None:
    graph = {module: neighbours(module) for module in MODULES if module.count(".") >= 2}
    list(graphlib.TopologicalSorter(graph).static_order())  # CycleError names the modules


def test_the_packages_of_the_server_import_from_those_below() -> None:
    folders = {path.parent.name for path in (SOURCE / "server").glob("*/__init__.py")}
    assert folders == {*SERVER, "reference"}
    offenders = []
    for module in sorted(name for name in MODULES if name.split(".")[1:2] == ["server"] and name.count(".") > 2):
        package = module.split(".")[2]
        below = {package, *(SERVER[: SERVER.index(package)] if package in SERVER else SERVER)}
        used = {name.split(".")[2] for name in neighbours(module) if name.count(".") > 1}
        offenders += [f"{module} imports {name}" for name in sorted(used - below)]
    assert not offenders, "\n".join(offenders)


def test_every_part_stands_on_a_floor_and_leans_on_none_above() -> None:
    here = {path.stem for path in SOURCE.glob("*.py")} | {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert here == set(MAY_IMPORT) == set().union(*FLOORS)
    assert sum(map(len, FLOORS)) == len(here), "a part stands on two floors"
    for height, floor in enumerate(FLOORS):
        reach = set().union(*FLOORS[: height + 1])
        for part in floor:
            assert reach >= MAY_IMPORT[part], f"{part} leans on {MAY_IMPORT[part] - reach}"


def test_no_part_leans_on_itself_by_way_of_others() -> None:
    """Nor on one floor: whoever imports another is not imported by it."""
    list(graphlib.TopologicalSorter(MAY_IMPORT).static_order())  # CycleError names the parts


def test_only_the_compiled_part_knows_a_compiler() -> None:
    outside = [path for path in SOURCE.rglob("*.py") if path.relative_to(SOURCE).parts[0] != "compiled"]
    offenders = [str(path) for path in outside if "import numba" in path.read_text(encoding="utf8")]
    assert not offenders


FORBIDDEN = (
    ast.ClassDef, ast.AsyncFunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
    ast.Dict, ast.Set, ast.Try, ast.With, ast.Yield, ast.YieldFrom, ast.Raise, ast.Assert, ast.Global, ast.Nonlocal,
    ast.JoinedStr, ast.Delete, ast.Match, ast.Div, ast.Import,
)  # fmt: skip


def beyond_the_subset(node: ast.AST) -> str:
    """What is wrong with a node of the rules' source."""
    if isinstance(node, FORBIDDEN):
        return type(node).__name__
    if isinstance(node, ast.FunctionDef) and node.decorator_list:
        return f"{node.name} is decorated"
    if isinstance(node, ast.FunctionDef) and any(isinstance(one, ast.Starred) for one in ast.walk(node)):
        return f"{node.name} has a star"  # lists of fields may have one
    if isinstance(node, ast.FunctionDef) and not ast.get_docstring(node):
        return f"{node.name} has no docstring"
    if isinstance(node, ast.Constant) and not (isinstance(node.value, int | str) or node.value is None):
        return repr(node.value)
    if isinstance(node, ast.ImportFrom) and not node.level and not (node.module or "").startswith("magnate."):
        return f"import from {node.module}"
    return ""


def test_the_rules_use_integers_lists_if_for_while_and_calls_only() -> None:
    offenders = [
        f"{path.relative_to(SOURCE)}:{getattr(node, 'lineno', '?')}: {wrong}"
        for path in SUBSET
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8")))
        if (wrong := beyond_the_subset(node))
    ]
    assert not offenders, "\n".join(offenders)


@pytest.mark.parametrize(
    "text",
    ["x = 1.5", "x = [i for i in y]", "import os", "from os import path", "def f(): return 1", "x = 1 / 2", "x = {}"],
)
def test_what_is_beyond_the_subset_is_found(text: str) -> None:
    assert any(beyond_the_subset(node) for node in ast.walk(ast.parse(text)))


def test_the_rules_touch_only_fields_that_exist() -> None:
    known = {
        "g": {name for name, _, _ in fields.STATE} | {"events"},
        "e": {name for name, _, _ in fields.EDITION},
        "c": {name for name, _, _ in fields.CHANCE} | {"log"},
        "a": {name for name, _, _ in fields.ACTION},
        "k": {name for name, _, _ in coding_fields.NUMBERS},
        "m": {name for name, _, _ in coding_fields.LEGAL},
        "v": {name for name, _, _ in coding_fields.SEEN},
        "n": {name for name, _, _ in value_fields.NETWORK},
        "f": {name for name, _, _ in value_fields.WEIGHED},
    }
    inside = {f"g.{name}": {field for field, _, _ in kind} for name, kind, _ in fields.STATE if isinstance(kind, list)}
    for path in SUBSET:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in known:
                assert node.attr in known[node.value.id], f"{path.name}: {node.value.id}.{node.attr}"
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Subscript):
                records = ast.unparse(node.value.value)
                assert node.attr in inside.get(records, ()), f"{path.name}: {records}[...].{node.attr}"


def test_no_rule_assigns_a_whole_record() -> None:
    """Interpreted, two places would share one; compiled, each would have its own."""
    records = {f"g.{name}" for name, kind, _ in fields.STATE if isinstance(kind, list)}
    for path in SUBSET:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
            if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
                assert ast.unparse(node.value) not in records, f"{path.name}: {ast.unparse(node)}"


def test_every_field_is_used_by_a_rule() -> None:
    text = "\n".join(path.read_text(encoding="utf8") for path in SUBSET if path.name != "fields.py")
    for letter, spec in (("g", fields.STATE), ("e", fields.EDITION)):
        for name, kind, _ in spec:
            assert f"{letter}.{name}" in text, f"{letter}.{name} is never read or written"
            for field, _, _ in kind if isinstance(kind, list) else ():
                is_used = re.search(rf"{letter}\.{name}\[[^\n]+?\]\.{field}\b", text)
                assert is_used, f"{letter}.{name}[...].{field} is never read or written"


def test_slots_of_frames_are_read_by_their_names() -> None:
    """By the accessors of `rules/slots.py`, or by the tables of `frame_slots.py`."""
    raw = {name for name, _, _ in fields.STATE if name.startswith("frame_")}
    offenders = [
        f"{path.relative_to(SOURCE)}:{node.lineno}: {ast.unparse(node)}"
        for path in SOURCE.rglob("*.py")
        if path.relative_to(SOURCE).as_posix() not in ("rules/slots.py", "rules/stack.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8")))
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr in raw
    ]
    assert not offenders, "\n".join(offenders)


def test_no_rule_knows_the_name_of_an_edition() -> None:
    for path in SUBSET:
        tree = ast.parse(path.read_text(encoding="utf8"))
        documented = (ast.Module, ast.FunctionDef)
        prose = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, documented)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in prose:
                assert not any(name in node.value for name in names()), f"{path.name}: {node.value!r}"
