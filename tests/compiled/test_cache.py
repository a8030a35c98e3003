"""Compiled code is kept on disk for as long as nothing it depends on has changed."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from magnate.bots import house, player
from magnate.compiled import batch, cache, clone, jit, program
from magnate.compiled.wanderer import WANDERING
from magnate.rules import fields, stack


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MAGNATE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_the_cache_is_where_the_user_says(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache.home() == home
    monkeypatch.delenv("MAGNATE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "xdg"))
    assert cache.home() == home / "xdg" / "magnate"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache.home() == Path.home() / ".cache" / "magnate"


def mark() -> str:
    return clone.fingerprint(program.program)


def test_every_function_that_is_reached_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    reached = clone.Clones(lambda function: function)
    reached.around(program.program)
    assert len(reached.sources) > 200
    seen = {mark()}
    for name, function in reached.sources.items():
        code = function.__code__
        with monkeypatch.context() as patch:
            patch.setattr(function, "__code__", code.replace(co_consts=(*code.co_consts, 4711)))
            changed = mark()
        assert changed not in seen, f"{name} has changed and nobody noticed"
        seen.add(changed)


def test_what_a_program_does_not_reach_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    before = mark()
    monkeypatch.setattr(player.seat_of, "__code__", stack.top_kind.__code__)
    assert mark() == before


def test_every_named_number_and_every_field_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    before = mark()
    with monkeypatch.context() as patch:
        patch.setattr(house, "FRAME_PLACE", 99)  # as this module has it, from wherever it is imported
        assert mark() != before
    with monkeypatch.context() as patch:
        patch.setattr(fields, "STATE", [*fields.STATE, ("one_more", "i4", 0)])
        assert mark() != before
    assert mark() == before


def test_what_a_name_stands_for_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    before = mark()
    monkeypatch.setattr(house, "check_fine", house.check_wait)
    assert mark() != before


def test_what_is_used_instead_of_a_function_counts() -> None:
    marks = {clone.fingerprint(program.program, instead) for instead in (clone.COUNTING, WANDERING, {})}
    assert len(marks) == 3


def test_where_a_rule_stands_in_its_file_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    before = mark()
    monkeypatch.setattr(stack.push, "__code__", stack.push.__code__.replace(co_firstlineno=999))
    assert mark() == before


def test_changed_rules_have_another_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.folder(program.program)
    assert before is not None
    assert cache.folder(program.program) == before
    monkeypatch.setattr(house, "FRAME_PLACE", 99)
    assert cache.folder(program.program) != before


def test_other_versions_of_the_compilers_have_other_folders(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.folder(program.program)
    monkeypatch.setattr(cache, "versions", lambda: ["0.99"])
    assert cache.folder(program.program) != before


def test_only_the_folders_used_last_are_kept(home: Path) -> None:
    for i in range(cache.KEPT + 5):
        old = home / f"compiled-{i:016x}"
        old.mkdir(parents=True)
        (old / "code").write_text("old")
        os.utime(old, (i, i))
    mine = cache.folder(program.program)
    assert mine is not None
    left = {path.name for path in home.iterdir()}
    assert left == {mine.name, *(f"compiled-{i:016x}" for i in range(6, cache.KEPT + 5))}


def test_without_a_place_to_write_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("MAGNATE_CACHE", str(blocked))
    assert cache.folder(program.program) is None


def test_who_compiles_for_too_long_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "PATIENCE", 0.2)
    told: list[str] = []
    with cache.compile_lock(tmp_path, "one"), cache.compile_lock(tmp_path, "one", lambda: told.append("second")):
        assert told == ["second"]
    with cache.compile_lock(tmp_path, "one", lambda: told.append("third")):
        assert told == ["second"]


def double(x: Any) -> Any:
    return 2 * x


def sum_of_doubles(numbers: Any) -> int:
    total = 0
    for i in range(len(numbers)):
        total += double(numbers[i])
    return total


def compile_sum(folder: Path | None) -> tuple[Any, list[str]]:
    compiled: list[str] = []
    rules: dict[str, Any] = {"double": jit.part(double)}
    made = jit.whole(sum_of_doubles, rules, folder, lambda: compiled.append("compiled"))
    assert made(np.arange(5)) == 20
    return rules["double"], compiled


def test_a_function_is_compiled_once_for_each_folder(tmp_path: Path) -> None:
    assert compile_sum(tmp_path / "a")[1] == ["compiled"]
    assert compile_sum(tmp_path / "a")[1] == []
    assert compile_sum(tmp_path / "b")[1] == ["compiled"]
    assert compile_sum(None)[1] == ["compiled"]


def callers(small: Any, large: Any, flag: Any) -> int:
    return double(small[0]) + double(large[0]) + double(flag) + double(3)  # type: ignore[no-any-return]


def test_a_rule_has_one_signature_whatever_numbers_it_is_given() -> None:
    rules: dict[str, Any] = {"double": jit.part(double)}
    made = jit.whole(callers, rules, None, lambda: None)
    assert made(np.array([100], np.int8), np.array([100], np.int32), True) == 200 + 200 + 2 + 6
    assert len(rules["double"].signatures) == 1


def test_a_program_keeps_its_rules_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else two programs of one process would call each other's, which were made to fit other callers."""
    seen: dict[str, str] = {}
    usual = jit.Whole.optimise

    def optimise(library: Any) -> None:
        here = [function for function in library._final_module.functions if not function.is_declaration]
        seen.update({function.name: function.linkage.name for function in here})
        usual(library)

    monkeypatch.setattr(jit.Whole, "optimise", optimise)
    made = jit.whole(callers, {"double": jit.part(double)}, None, lambda: None)
    assert made(np.array([1], np.int8), np.array([1], np.int32), True) == 2 + 2 + 2 + 6
    assert {linkage for name, linkage in seen.items() if "double" in name} == {"internal"}
    assert {linkage for name, linkage in seen.items() if "callers" in name} == {"external"}


def test_another_process_reads_what_this_one_compiled() -> None:
    batch.prepare()
    script = "from magnate.compiled import batch; batch.prepare()"
    other = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert other.stderr == ""


def test_nobody_waits_for_another_program(tmp_path: Path) -> None:
    told: list[str] = []
    with cache.compile_lock(tmp_path, "one"), cache.compile_lock(tmp_path, "other", lambda: told.append("waits")):
        assert told == []


def test_compiling_is_announced(home: Path) -> None:
    told: list[str] = []
    for _ in range(2):
        program.compiled(sum_of_doubles, [np.arange(5)], told.append)
    assert told == [f"compiling the rules for this machine (once; about {program.COMPILE_SECONDS} seconds)"]
