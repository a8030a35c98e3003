"""Bots on a GPU, as far as it shows without one: the kernel plays the games of the batch, and counts the same."""

from typing import Any

import numpy as np
import pytest

from compiled.test_gpu import one_thread
from magnate.compiled import batch, bot_kernels, bots_on_gpu, cache, gpu, jit, match, records
from magnate.editions import load


def test_without_a_gpu_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Any:
        raise gpu.NoGpu("no device or driver is found")

    monkeypatch.setattr(gpu, "cuda_module", missing)
    monkeypatch.setattr(bots_on_gpu, "READY", [])
    with pytest.raises(gpu.NoGpu, match=r"pip install 'magnate\[gpu\]'"):
        bots_on_gpu.play(dict(load("clasico").table(4)), [("house",) * 4], 1)


@pytest.mark.thorough
def test_a_gpu_thread_plays_the_games_of_the_batch() -> None:
    games, first, most = 9, 4, 500
    lines = [("trader", "house", "novice", "trader"), ("house", "trader", "trader", "novice")]
    table = dict(load("clasico").table(4))
    words = {"STATE_WORDS": records.COUNTED.itemsize // 8, "CHANCE_WORDS": records.CHANCE.itemsize // 8}
    types = {"STATE_TYPE": records.COUNTED, "CHANCE_TYPE": records.CHANCE, "ACTION_TYPE": records.ACTION}
    kernel = bot_kernels.play_bot_games
    rules = batch.compiled_rules(True)
    namespace = rules.around(kernel, cuda=one_thread(), **words, **types)
    run = jit.whole(kernel, namespace, cache.folder(kernel, rules.instead), lambda: None)

    states = match.fresh_counted(games)
    chances = records.fresh_chances(records.seeded_keys(8, first + games)[first:])
    e, b = records.edition_record(table), match.lines_record(table, lines)
    match.play_on(states, e, chances, b, most=0, fresh=True)  # set up, not one action played
    rows = states.view(np.int64).reshape(games, words["STATE_WORDS"])
    chance_rows = chances.view(np.int64).reshape(games, words["CHANCE_WORDS"])
    run(rows, e, chance_rows, b, first, np.zeros(1, np.int64), most)

    expected = match.play(table, lines, games, 8, first=first, most=most)
    for name in records.COUNTED.names or ():
        assert (states[name] == expected[name]).all(), name
