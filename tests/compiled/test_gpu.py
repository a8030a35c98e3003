"""The GPU's part, as far as it shows without one: it says what is missing, and its kernels play the same games."""

from typing import Any

import numpy as np
import pytest

from compiled.one_thread import one_thread
from magnate.compiled import batch, gpu, kernels, program, records
from magnate.compiled.clone import COUNTING
from magnate.compiled.wanderer import WANDERING, wanderer_scratch
from magnate.editions import load


def test_without_a_gpu_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Any:
        raise gpu.NoGpu("no device or driver is found")

    monkeypatch.setattr(gpu, "cuda_module", missing)
    monkeypatch.setattr(gpu, "READY", {})
    assert not gpu.is_available()
    with pytest.raises(gpu.NoGpu, match=r"pip install 'magnate\[gpu\]'"):
        gpu.play(dict(load("clasico").table(4)), 1)


def on_one_thread(kernel: Any, arguments: list[Any], instead: Any = COUNTING, action: Any = records.ACTION) -> Any:
    """A kernel compiled for the CPU."""
    types = {"STATE_TYPE": records.STATE, "CHANCE_TYPE": records.CHANCE, "ACTION_TYPE": action}
    return program.compiled(kernel, arguments, instead=instead, given={"cuda": one_thread(), **types})


LINES = [("trader", "house", "novice", "trader"), ("house", "trader", "trader", "novice")]
WANDERERS: dict[str, Any] = {"instead": WANDERING, "scratch": wanderer_scratch}


@pytest.mark.thorough
@pytest.mark.parametrize(
    "who",
    [pytest.param({"bots": LINES}, id="bots"), pytest.param(WANDERERS, id="wanderers")],
)
def test_a_gpu_thread_plays_the_games_of_the_batch(who: dict[str, Any]) -> None:
    games, first, most = 9, 4, 500
    table = dict(load("clasico").table(4))
    e, b = records.edition_record(table), batch.lines_record(table, who.get("bots", "house"))
    states, chances = batch.play_out(table, games, 8, first=first, most=0, **who)  # set up, not one action played
    rows = states.view(np.int64).reshape(games, kernels.STATE_WORDS)
    chance_rows = chances.view(np.int64).reshape(games, kernels.CHANCE_WORDS)
    counter = np.zeros(1, np.int64)
    arguments = [rows, e, chance_rows, b, first, counter, most]
    action = who["scratch"]().action.dtype if "scratch" in who else records.ACTION
    on_one_thread(kernels.play_games, arguments, who.get("instead", COUNTING), action)(*arguments)
    expected = batch.play_out(table, games, 8, first=first, most=most, **who)
    assert counter[0] == games + 1
    assert states.tobytes() == expected[0].tobytes()
    assert chances.tobytes() == expected[1].tobytes()


def test_a_gpu_thread_sets_up_the_game_of_its_key() -> None:
    table = dict(load("clasico").table(4))
    keys = records.seeded_keys(8, 1)
    rows = np.ones((1, kernels.STATE_WORDS), np.int64)
    chance_rows = np.ones((1, kernels.CHANCE_WORDS), np.int64)
    arguments = [rows, records.edition_record(table), chance_rows, keys]
    on_one_thread(kernels.begin_games, arguments)(*arguments)
    expected = batch.play_out(table, 1, keys=keys, most=0)
    for ours, theirs in ((rows, expected[0]), (chance_rows, expected[1])):
        assert gpu.fetched(OnHost(ours), theirs.dtype).tobytes() == theirs.tobytes()


class OnHost:
    """Rows on a device, as far as `fetched` knows them."""

    def __init__(self, rows: Any) -> None:
        self.copy_to_host = rows.copy


def test_records_are_whole_rows_of_words() -> None:
    assert records.STATE.itemsize == kernels.STATE_WORDS * 8
    assert records.CHANCE.itemsize == kernels.CHANCE_WORDS * 8
