"""The arithmetic of `benchmarks/against.py`: ratios within a round, their middle and spread, and when it complains."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

PROGRAM = Path(__file__).parent.parent / "benchmarks" / "against.py"


@pytest.fixture
def against(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The program as a module."""
    spec = importlib.util.spec_from_file_location("against", PROGRAM)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "against", module)
    spec.loader.exec_module(module)
    return module


def test_here_and_there_are_compared_within_a_round(against: Any) -> None:
    """A machine that becomes twice as slow meanwhile changes no ratio."""
    found = against.compare([({"games": 90.0}, {"games": 100.0}), ({"games": 45.0}, {"games": 50.0})])["games"]
    assert (found.ratio, found.least, found.most) == (0.9, 0.9, 0.9)
    assert (found.here, found.there) == (67.5, 75.0)


def test_one_bad_round_among_many_is_in_the_spread_and_not_in_the_ratio(against: Any) -> None:
    rounds = [({"games": here}, {"games": 100.0}) for here in (99.0, 20.0, 101.0)]
    found = against.compare(rounds)["games"]
    assert (found.ratio, found.least, found.most) == (0.99, 0.2, 1.01)


@pytest.mark.parametrize(("ratio", "is_slower"), [(0.85, True), (0.9, False), (0.95, False), (1.2, False)])
def test_slower_is_what_loses_more_than_the_tolerance(against: Any, ratio: float, is_slower: bool) -> None:
    assert against.Compared(ratio, 1, ratio, ratio, ratio).is_slower(0.1) is is_slower


@pytest.mark.parametrize(("here", "code"), [(100.0, 0), (50.0, 1)])
def test_both_are_measured_in_turns_and_the_exit_code_says_whether_it_is_slower(
    against: Any, monkeypatch: pytest.MonkeyPatch, here: float, code: int
) -> None:
    other = Path("other")
    measured: list[tuple[Path, int]] = []

    @contextmanager
    def checked_out(revision: str, folder: Path) -> Iterator[Path]:
        assert revision == "main"
        yield other

    def measure(tree: Path, games: int, cache: Path, program: str = against.PROGRAM) -> dict[str, float]:
        measured.append((tree, games))
        if program == against.COMPILE:
            return {"compiles": 100.0}
        return {"house_games": 100.0 if tree == other else here}

    monkeypatch.setattr(against, "checked_out", checked_out)
    monkeypatch.setattr(against, "measure", measure)
    assert against.main(["main", "--games", "300", "--rounds", "2"]) == code
    assert [tree for tree, games in measured if games == 300] == [other, against.ROOT, against.ROOT, other]


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["main", "--games", "3"], "'3'; expected a number of 100 or more"),
        (["main", "--rounds", "none"], "'none'; expected a number of 1 or more"),
        (["main", "--tolerance", "20"], "'20'; expected a part of one, like 0.1"),
    ],
)
def test_bad_options_are_named(against: Any, args: list[str], complaint: str, capsys: Any) -> None:
    with pytest.raises(SystemExit) as left:
        against.main(args)
    assert left.value.code == 2
    assert complaint in capsys.readouterr().err


def test_a_revision_that_does_not_exist_is_named(against: Any) -> None:
    with pytest.raises(SystemExit, match="there is no revision 'no-such-thing' here; expected a branch"):
        against.main(["no-such-thing"])
