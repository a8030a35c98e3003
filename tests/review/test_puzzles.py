"""Puzzles: only what is clearly best becomes one, and those that come with the game are what they say."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from magnate.actions import Build, BuyDeed, RefuseDeed, Roll
from magnate.cli import run
from magnate.editions import names
from magnate.game import Game
from magnate.review import puzzles
from magnate.review.judging import JudgedDecision, OptionValue
from magnate.review.position_value import PositionValue
from magnate.review.puzzles import (
    CLEAR,
    Puzzle,
    PuzzleOption,
    PuzzleSet,
    checked,
    chosen,
    of_the_day,
    read,
    shipped,
    write,
)
from magnate.review.units import WHOLE
from review.kit import played


class Rated(NamedTuple):
    """What playing out says of an option, beside the first."""

    chance: float
    more: float
    error: float


class Search:
    """Play-outs with a known end."""

    def __init__(self, *rated: Rated) -> None:
        self.rated = list(rated)

    def compare(self, *_: Any) -> list[Rated]:
        return self.rated


def decision(*actions: Any) -> JudgedDecision:
    options = [OptionValue(action, [WHOLE // 2, WHOLE // 2]) for action in actions]
    return JudgedDecision(3, 0, "purchase", actions[0], [0, 0], [0, 0], 0, "best", options)


def kept(error: float, more: float = -0.2) -> list[PuzzleOption] | None:
    """A purchase after which a seat wins so much more than without, with this error."""
    search = Search(Rated(0.6, 0.0, 0.0), Rated(0.4, more, error))
    table = Game("clasico", 2, seed=1).table
    return checked(search, None, decision(BuyDeed(), RefuseDeed()), table, None, None)


def test_an_option_is_clearly_best_if_three_errors_leave_five_points() -> None:
    found = kept(error=0.04)
    assert found is not None
    assert [one.action for one in found] == [BuyDeed(), RefuseDeed()]
    assert (found[1].less, found[1].low, found[1].high) == (0.2, 0.08, 0.32)
    assert kept(error=0.051) is None  # 20 less 15.3 points are fewer than five
    assert kept(error=0.001, more=0.1) is None  # the other wins more


def puzzle(id: str, kind: Any, best: Any) -> Puzzle:
    return Puzzle(id=id, position="", seat=0, kind=kind, options=[PuzzleOption(best, 0.5)], played=best, trials=9)


def test_puzzles_of_all_kinds_are_chosen_in_turn_and_each_once() -> None:
    buy, build = [puzzle(name, "purchase", BuyDeed()) for name in "abc"], puzzle("d", "managing", Build(0, [1, 1]))
    assert [one.id for one in chosen([*buy, buy[0], build], 3)] == ["a", "d", "b"]


def test_a_set_is_read_as_it_was_written() -> None:
    found = PuzzleSet("clasico", [puzzle("a", "purchase", BuyDeed()), puzzle("b", "managing", Roll())])
    assert read(write(found)) == found


def test_each_day_has_another_puzzle_until_all_have_come() -> None:
    some = [puzzle(name, "purchase", BuyDeed()) for name in "abc"]
    assert [of_the_day(some, day).id for day in (7, 8, 9, 10)] == ["b", "c", "a", "b"]


@pytest.mark.parametrize("edition", names())
def test_every_puzzle_that_comes_with_an_edition_can_be_decided_and_is_clear(edition: str) -> None:
    found = shipped(edition)
    assert found.edition == edition
    assert len(found.puzzles) >= 5
    assert len({one.id for one in found.puzzles}) == len(found.puzzles)
    for one in found.puzzles:
        game = Game.from_text(one.position, seed=1)
        assert game.edition.id == edition
        for option in one.options:
            assert game.refusal(one.seat, option.action) is None
        best, *others = one.options
        assert others
        assert all(CLEAR <= other.low < other.less < other.high for other in others)
        assert all(abs(best.chance - other.chance - other.less) < 0.001 for other in others)
        assert one.played in [option.action for option in one.options]


def test_the_network_agrees_with_what_was_played_out() -> None:
    for one in shipped("clasico").puzzles:
        if one.kind == "purchase":
            game = Game.from_text(one.position, seed=1)
            value = PositionValue(game.edition, game.table)
            bought = value.sale(game.state, one.deed or 0, one.seat, one.amount or 0)
            is_better = bought[one.seat] > value.network(game.state)[one.seat]
            assert is_better == isinstance(one.options[0].action, BuyDeed)


def test_the_command_wants_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzles", "collect", "--out", str(tmp_path)]) == 2
    assert "RECORDS" in capsys.readouterr().err
    assert run(["puzzles", "collect", str(tmp_path / "x.record"), "--out", str(tmp_path)]) == 2
    assert "x.record" in capsys.readouterr().err


@pytest.mark.thorough
def test_the_command_writes_a_file_for_each_edition(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    record.write_text(played("clasico", 3, bot="novice").record(), encoding="utf-8")
    assert run(["puzzles", "collect", str(record), "--out", str(tmp_path / "sets"), "--playouts", "400"]) == 0
    assert read((tmp_path / "sets" / "clasico.json").read_text()).edition == "clasico"


def test_an_edition_without_puzzles_has_an_empty_set() -> None:
    assert puzzles.shipped("lagoon").puzzles == []
