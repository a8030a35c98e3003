"""Functions are cloned with their modules' names: two modules may use one word for different things."""

import importlib
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from magnate.compiled import clone, jit
from magnate.compiled.clone import Clones, qualified
from magnate.rules import codes, masks

ADDING = """
STEP = 2
TABLE = (10, 20, 30)

def advance(x):
    return x + STEP + TABLE[x % 3]

def walk(x):
    return advance(x)
"""
TAKING_TIMES = """
STEP = 3

def advance(x):
    return x * STEP
"""
BOTH = """
import numpy as np
from adding import STEP, advance as add, walk
from taking_times import advance, STEP as FACTOR

def both(numbers):
    for i in range(len(numbers)):
        numbers[i] = 10000 * add(numbers[i]) + 100 * advance(numbers[i]) + np.int64(10 * STEP + FACTOR)
    return walk(1)
"""


@pytest.fixture
def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function over two modules that share the names `advance` and `STEP`."""
    for name, text in (("adding", ADDING), ("taking_times", TAKING_TIMES), ("both", BOTH)):
        (tmp_path / f"{name}.py").write_text(text)
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    return importlib.import_module("both").both


def run(function: Any, clones: Clones) -> list[int]:
    numbers = np.array([5, 1], np.int64)
    made = jit.whole(function, clones.around(function), None, lambda: None)
    return [int(made(numbers)), *numbers.tolist()]


def test_two_modules_that_use_one_name_are_both_compiled_and_told_apart(both: Any) -> None:
    clones = Clones(jit.part, {})
    assert run(both, clones) == [23, 371523, 230323]  # 5 + 2 + 30 and 5 * 3; 1 + 2 + 20 and 1 * 3; steps 2 and 3
    assert set(clones.sources) == {"adding.advance", "adding.walk", "taking_times.advance"}


def test_another_function_is_used_instead_of_one_by_its_qualified_name(both: Any) -> None:
    clones = Clones(jit.part, {"adding.advance": clone_of_nothing})
    assert run(both, clones) == [10, 101523, 100323]  # wherever it is called: here and in `walk`


def clone_of_nothing(x: Any) -> int:
    return TEN


TEN = 10


def test_nothing_can_be_used_instead_of_what_is_not_there() -> None:
    with pytest.raises(NameError, match=r"no function magnate\.rules\.tell\.shout"):
        Clones(jit.part, {"magnate.rules.tell.shout": clone_of_nothing})


def test_the_fingerprint_covers_both_modules(both: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    adding, taking_times = sys.modules["adding"], sys.modules["taking_times"]
    seen = {clone.fingerprint(both, {})}
    for module, name, value in (
        (adding, "STEP", 7),
        (adding, "TABLE", (10, 20, 31)),
        (taking_times, "STEP", 7),
        (sys.modules["both"], "STEP", 7),
        (sys.modules["both"], "advance", adding.advance),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, value)
            seen.add(clone.fingerprint(both, {}))
    assert len(seen) == 6


def bits_and_codes(numbers: Any) -> int:
    return 100 * masks.count_bits(numbers[0]) + codes.FRAME_TURN  # type: ignore[no-any-return]


def rolls(numbers: Any) -> int:
    return codes.ROLL + numbers[0]  # type: ignore[no-any-return]


def first_bits_then_rolls(numbers: Any) -> int:
    return 1000 * bits_and_codes(numbers) + rolls(numbers)


def test_names_may_be_asked_of_a_module() -> None:
    made = jit.whole(first_bits_then_rolls, Clones(jit.part).around(first_bits_then_rolls), None, lambda: None)
    assert made(np.array([7])) == 1000 * (300 + codes.FRAME_TURN) + codes.ROLL + 7


def test_a_name_has_its_module() -> None:
    assert qualified(masks.count_bits) == "magnate.rules.masks.count_bits"
