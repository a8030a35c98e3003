"""The wavefront, as far as it shows without a GPU: its games are those of the batch, and no game is lost or doubled."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from compiled.many_threads import length_of, toy_kernels
from compiled.one_thread import HostDevice, host_kernels
from magnate.compiled import batch, gpu, postpone, records, wave
from magnate.compiled import wave_kernels as wk
from magnate.compiled.clone import Clones
from magnate.editions import load, names

LINES = [("trader", "house", "novice", "trader"), ("house", "trader", "trader", "novice"), ("house",) * 4]


# The queues, with several threads, over the rules of a toy.


def toy_wave(monkeypatch: pytest.MonkeyPatch, slots: int, most: int, output: int) -> wave.Wave:
    monkeypatch.setattr(wave, "BLOCKS", 3)
    monkeypatch.setattr(wave, "LANES", (1, 2, 4, 2))
    table = dict(load("castis").table(4))
    b = batch.lines_record(table, "house")
    return wave.Wave(HostDevice, toy_kernels(), table, b, slots, most, threads=4, output=output)


def standing(on_device: wave.Wave) -> list[int]:
    """The slots that stand in some row after a step, one after the other."""
    rows = [*wave.rows_at(on_device.steps).tolist()]
    for later in range(1, wave.SEARCH_STEPS):  # where searches have put them
        found = wave.action_set(on_device.steps + later)
        rows += range(found.first, found.first + found.rows)
    return [int(slot) for row in rows for slot in on_device.cells[row, : on_device.lengths[row]]]


def test_after_every_step_each_game_stands_in_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    slots = 21
    on_device = toy_wave(monkeypatch, slots, 1_000, output=8)
    on_device.begin(records.seeded_keys(1, 1), True, 0, 30)
    assert sorted(standing(on_device)) == list(range(slots))
    for _ in range(14):
        on_device.step()
        assert sorted(standing(on_device)) == list(range(slots))


@pytest.mark.parametrize(("slots", "most", "output"), [(21, 1_000, 6), (7, 1_000, 50), (30, 4, 9), (5, 0, 2)])
def test_every_game_of_a_run_is_handed_over_once(
    monkeypatch: pytest.MonkeyPatch, slots: int, most: int, output: int
) -> None:
    games, first = 33, 1000
    on_device = toy_wave(monkeypatch, slots, most, output)
    handed, actions = Counter[int](), {}

    def take(numbers: Any, states: Any, chances: Any) -> None:
        handed.update(numbers.tolist())
        actions.update(zip(numbers.tolist(), states["actions"].tolist(), strict=True))
        assert (chances["key"][:, 0] == first + numbers).all()

    on_device.begin(records.seeded_keys(1, 1), True, first, games)
    on_device.play(games, take, tail=0)
    assert len(on_device.unfinished()[0]) == 0
    assert handed == Counter(range(games))
    assert actions == {number: min(most, length_of(first + number)) for number in range(games)}


def test_the_tail_of_a_run_and_the_games_handed_over_are_all_its_games(monkeypatch: pytest.MonkeyPatch) -> None:
    games = 40
    on_device = toy_wave(monkeypatch, 16, 1_000, output=64)
    handed: list[int] = []
    on_device.begin(records.seeded_keys(1, 1), True, 0, games)
    on_device.play(games, lambda numbers, states, chances: handed.extend(numbers.tolist()), tail=12)
    left, states, _ = on_device.unfinished()
    assert 0 < len(left) <= 12
    assert sorted([*handed, *left.tolist()]) == list(range(games))
    assert (states["over"] == 0).all()
    assert on_device.actions() == sum(length_of(number) for number in handed) + states["actions"].sum()


def rows_of(kernel: str, step: int) -> tuple[set[int], set[int]]:
    """The sets of rows, by their number, that a kernel reads at a step and that it writes or empties."""
    emptied = {work // wave.COUNTED for _, _, work in wave.emptied_at(step).tolist()}
    frames, actions, searches = wave.frame_set(step).number, wave.action_set(step).number, wave.search_set(step).number
    if kernel == "decide":
        return {frames}, {actions, searches} | emptied
    if kernel == "search":
        return {searches}, {wave.action_set(step + wave.SEARCH_STEPS).number}
    return {frames, actions}, {wave.frame_set(step + 1).number, wave.search_set(step + 1).number}


def test_a_search_shares_no_rows_with_what_runs_beside_it() -> None:
    for step in range(2 * wave.STEP_CYCLE):
        read, written = rows_of("search", step)
        beside = [("act", step + later) for later in range(wave.SEARCH_STEPS)]
        beside += [("decide", step + later) for later in range(1, wave.SEARCH_STEPS + 1)]
        beside += [("search", step + later) for later in range(1, wave.SEARCH_STEPS)]
        for kernel, when in beside:
            theirs_read, theirs_written = rows_of(kernel, when)
            assert not read & theirs_written
            assert not written & theirs_read
            if kernel == "decide":  # both may add games to a row, but not to one that is being emptied
                assert not written & {work // wave.COUNTED for _, _, work in wave.emptied_at(when).tolist()}


@pytest.mark.parametrize("kernel", ["decide", "act"])
def test_a_kernel_writes_no_rows_that_it_reads(kernel: str) -> None:
    for step in range(wave.STEP_CYCLE):
        read, written = rows_of(kernel, step)
        assert not read & written


def test_each_row_is_taken_by_one_kernel() -> None:
    taken = np.concatenate(list(wave.rows_of_kernels().values()))
    assert sorted(taken.tolist()) == list(range(wk.FINISHED))


# The real rules, on one thread of the CPU.


@pytest.fixture
def on_host(monkeypatch: pytest.MonkeyPatch) -> None:
    made = host_kernels()
    monkeypatch.setattr(gpu, "cuda_module", lambda: HostDevice)
    monkeypatch.setattr(gpu, "wave_ready", lambda *asked: made)
    monkeypatch.setattr(wave, "OUTPUT", 4)
    monkeypatch.setattr(wave, "LANES", (1, 1, 1, 1))  # a block of one thread


@pytest.mark.thorough
@pytest.mark.usefixtures("on_host")
@pytest.mark.parametrize("edition", names())
def test_a_wave_plays_the_games_of_the_batch(edition: str) -> None:
    table = dict(load(edition).table(4))
    how: dict[str, Any] = {"bots": LINES, "first": 7, "private": True, "most": 1500}
    expected = batch.play_out(table, 23, 8, **how)
    found = gpu.play_out(table, 23, 8, slots=6, tail=0, **how)
    assert found[0].tobytes() == expected[0].tobytes()
    assert found[1].tobytes() == expected[1].tobytes()


@pytest.mark.thorough
@pytest.mark.usefixtures("on_host")
def test_a_wave_plays_games_on_and_hands_its_tail_to_the_cpu() -> None:
    table = dict(load("clasico").table(4))
    states, chances = batch.play_out(table, 11, 8, bots=LINES, most=150)
    b, before = batch.lines_record(table, LINES), states.tobytes()
    found = gpu.play_on(table, states, chances, b, slots=4, tail=3)
    assert states.tobytes() == before
    batch.play_on(states, records.edition_record(table), chances, b)
    assert found.tobytes() == states.tobytes()


@pytest.mark.parametrize("instead", [postpone.WITHOUT_SEARCH, postpone.AT_ONCE, postpone.absent({"house"})])
def test_what_is_postponed_is_there(instead: Any) -> None:
    Clones(lambda function: function, instead)
