"""Games by the thousand: the same whatever the threads and the company they are played in."""

import _thread
import time
from typing import Any

import numpy as np
import pytest

from magnate.compiled import batch, clone, program, records
from magnate.compiled.wanderer import WANDERING, wanderer_scratch
from magnate.editions import load

MIXED = ("trader", "house", "novice", "trader")


@pytest.fixture(scope="module")
def table() -> dict[str, Any]:
    return dict(load("clasico").table(4))


WANDERERS: dict[str, Any] = {"instead": WANDERING, "scratch": wanderer_scratch}


@pytest.mark.parametrize(
    "who", [{"bots": "house"}, {"bots": [MIXED, MIXED[::-1]]}, WANDERERS], ids=["house", "mixed", "wanderers"]
)
def test_the_number_of_threads_changes_nothing(table: dict[str, Any], who: dict[str, Any]) -> None:
    one = batch.play_out(table, 60, seed=3, most=700, threads=1, **who)
    many = batch.play_out(table, 60, seed=3, most=700, threads=5, **who)
    for mine, theirs in zip(one, many, strict=True):
        assert mine.tobytes() == theirs.tobytes()


def test_a_game_is_the_same_alone_and_among_others(table: dict[str, Any]) -> None:
    among = batch.play(table, 20, seed=3)
    alone = batch.play(table, 1, keys=records.seeded_keys(3, 20)[13:14])
    assert among[13].tobytes() == alone[0].tobytes()


def test_another_seed_gives_other_games(table: dict[str, Any]) -> None:
    assert (batch.play(table, 20, seed=3)["turns"] != batch.play(table, 20, seed=4)["turns"]).any()


def test_games_end_with_winners_and_all_the_deeds_there_are(table: dict[str, Any]) -> None:
    states = batch.play(table, 200, seed=5)
    over = states["over"] == 1
    assert over.mean() > 0.95
    assert (states["winners"][over] > 0).all()
    assert (states["deed_count"].sum(axis=1) <= table["deeds"]).all()


def test_a_stopped_game_plays_on_as_if_it_had_never_stopped(table: dict[str, Any]) -> None:
    whole = batch.play_out(table, 10, seed=6)
    states, chances = batch.play_out(table, 10, seed=6, most=100)
    assert (states["actions"] == 100).all()
    batch.play_on(states, records.edition_record(table), chances, batch.lines_record(table, "house"))
    assert states.tobytes() == whole[0].tobytes()
    assert chances.tobytes() == whole[1].tobytes()


def test_progress_is_told_game_by_game(table: dict[str, Any]) -> None:
    told: list[int] = []
    batch.play(table, 50, on_games=told.append)
    assert sum(told) == 50


def test_who_interrupts_does_not_wait_for_the_games_that_are_left() -> None:
    played: list[int] = []

    def work(own: Any, first: int, last: int) -> None:
        played.append(first)
        if len(played) == 2:
            _thread.interrupt_main()
        time.sleep(0.02)

    with pytest.raises(KeyboardInterrupt):
        batch.over_threads(200, 2, work, lambda: None, most=1)
    assert len(played) < 100


def test_an_unknown_bot_is_named(table: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no bot is called 'genius'; there are novice, house, trader, master, oracle"):
        batch.play(table, 1, bots="genius")


def test_bots_of_tests_are_not_in_the_program() -> None:
    reached = clone.Clones(lambda function: function)
    reached.around(program.program)
    found = {name.rsplit(".", 1)[1] for name in reached.sources}
    assert "trader_decides" in found
    assert not {name for name in found if any(bot in name for bot in ("swindler", "wander", "walker"))}


def test_keys_name_game_and_seed() -> None:
    keys = records.seeded_keys((5 << 32) + 9, 3)
    assert keys[:, :4].tolist() == [[0, 0, 9, 5], [1, 0, 9, 5], [2, 0, 9, 5]]
    assert len(np.unique(records.strays(records.seeded_keys(1, 1000)))) == 1000
