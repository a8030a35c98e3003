"""Interpreted and compiled games agree to the bit, in every edition and variant. `make parity` plays many more."""

import dataclasses
from typing import Any

import pytest

from magnate.compiled import batch, interpreted, parity
from magnate.editions import names

GAMES, ALL_GAMES = 20, 200  # for each edition and variant, in `make test` and in `make test-all`
WANDERED = 400  # actions of a wanderer's game


@pytest.mark.parametrize("edition", names())
def test_compiled_games_are_those_of_the_interpreter(edition: str, thorough: bool) -> None:
    cases = list(parity.cases(ALL_GAMES if thorough else GAMES, edition, WANDERED))
    assert {case.players for case in cases} == set(parity.SHARES)
    assert len({case.seats for case in cases}) > 1
    differences = parity.compare(cases, {"compiled": batch.play_out}, lambda line: None)
    assert not differences, "\n".join(map(str, differences))


def test_every_variant_is_compared() -> None:
    assert {case.edition for case in parity.cases(10)} == set(names())
    assert {"fast", "timed", None} <= {case.variant for case in parity.cases(10, "clasico")}


def test_a_difference_is_told_with_its_game_and_its_first_field() -> None:
    case = next(iter(parity.cases(10, "clasico")))
    case = dataclasses.replace(case, games=2)
    expected = interpreted.play_out(case.table(), case.keys(), case.most, case.lines())
    found: list[Any] = [part.copy() for part in expected]
    assert parity.first_difference(case, "compiled", list(expected), found) is None
    found[0]["cash"][1][0] += 5
    found[1]["used"][1] += 1
    difference = parity.first_difference(case, "compiled", list(expected), found)
    assert difference is not None
    assert (difference.game, difference.field) == (1, "state.cash")
    assert str(difference).startswith("clasico, 2 seats, house, seed 2024, game 1: state.cash is [")


def test_rules_that_change_meanwhile_are_no_difference_but_an_error() -> None:
    case = next(iter(parity.cases(10, "clasico")))
    with pytest.raises(RuntimeError, match="the rules have changed on disk"):
        parity.interpreted_slice("another", case.table(), case.keys(), case.most, case.lines())
