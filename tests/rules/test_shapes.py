"""`rules/shapes.py` names every number of every frame and fact, and whatever follows from it is up to date."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from magnate.actions import Terms
from magnate.events import EVENTS, name_of
from magnate.frame_slots import SLOTS
from magnate.rules import codes, shapes, tell
from magnate.view import QUESTIONS, Question

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "magnate"
NEVER_ASKED = {codes.FRAME_PAY_EACH, codes.FRAME_COLLECT_EACH, codes.FRAME_ESTATE, codes.FRAME_CONTEST}
UNUSED = {"NOBODY", "BANK", "NOTHING", "0"}


def frames() -> dict[int, str]:
    return {code: name for name, code in vars(codes).items() if name.startswith("FRAME_")}


def facts() -> dict[int, str]:
    return {code: name for name, code in vars(tell).items() if name.isupper() and not name.startswith("RULE_")}


def unnamed() -> list[str]:
    """Every kind of frame or fact without a row, with what is to be done."""
    named = [row[0] for row in shapes.FRAMES], [row[0] for row in shapes.FACTS]
    return [
        f"{name} has no row: add one to {table} in rules/shapes.py, then run python tools/slots.py"
        for kinds, codes_named, table in ((frames(), named[0], "FRAMES"), (facts(), named[1], "FACTS"))
        for code, name in kinds.items()
        if codes_named.count(code) != 1
    ]


def test_every_kind_of_frame_and_of_fact_has_one_row() -> None:
    assert unnamed() == []
    assert len(shapes.FRAMES) == len(frames())
    assert len(shapes.FACTS) == len(facts())


def test_a_new_kind_without_a_row_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "FRAME_SIESTA", 1021, raising=False)
    monkeypatch.setattr(tell, "SIESTA_TAKEN", 1067, raising=False)
    assert unnamed() == [
        "FRAME_SIESTA has no row: add one to FRAMES in rules/shapes.py, then run python tools/slots.py",
        "SIESTA_TAKEN has no row: add one to FACTS in rules/shapes.py, then run python tools/slots.py",
    ]


def test_accessors_and_docs_follow_from_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    sys.modules.pop("slots", None)
    import slots

    assert [str(path.relative_to(ROOT)) for path in slots.out_of_date()] == [], "run python tools/slots.py"


def test_every_field_of_an_event_is_a_number_of_its_fact() -> None:
    kinds = {kind.__name__: kind for kind in EVENTS}
    for code, *names in shapes.FACTS:
        fact = facts()[code]
        fields = [field for field in kinds[name_of(fact)].__struct_fields__ if field != "clause"]
        if code in (tell.DEAL_PROPOSED, tell.DEAL_COUNTERED):  # told with the terms of the deal
            fields = [field for field in fields if field not in Terms.__struct_fields__]
        assert [field for field in fields if field not in names] == [], f"{fact} in rules/shapes.py"


def calls(name: str) -> Iterator[tuple[Path, ast.Call]]:
    for path in sorted((SOURCE / "rules").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield path, node


def test_numbers_without_a_name_are_not_told() -> None:
    names = {facts()[code]: slots for code, *slots in shapes.FACTS}
    told = set()
    for path, call in calls("tell"):
        fact, *values = [ast.unparse(argument) for argument in call.args[1:-1]]
        told.add(fact)
        for name, value in zip(names[fact], values, strict=True):
            assert name or value in UNUSED, f"{path.name}:{call.lineno}: {fact} tells {value}, which has no name"
    assert told == set(names)


def test_slots_are_read_by_name_only() -> None:
    raw = {f"frame_{slot}" for slot in ("seat", "other", "step", "amount", "x", "y")}
    found = [
        f"{path.relative_to(SOURCE)}:{node.lineno}: {node.attr}"
        for part in ("rules", "bots", "coding")
        for path in sorted((SOURCE / part).glob("*.py"))
        if path.name not in ("slots.py", "stack.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8")))
        if isinstance(node, ast.Attribute) and node.attr in raw
    ]
    assert found == [], "use the accessors of rules/slots.py"


def test_a_frame_is_pushed_by_name_only() -> None:
    assert [path.name for path, _ in calls("push") if path.name != "slots.py"] == []


def test_every_frame_that_waits_asks_a_question_by_slots_it_has() -> None:
    assert set(QUESTIONS) == set(frames()) - NEVER_ASKED, "view.py: QUESTIONS says what each frame asks"
    for kind, (name, shown) in QUESTIONS.items():
        assert set(shown) <= set(Question.__struct_fields__), name
        assert set(shown.values()) <= set(SLOTS[kind]), name
