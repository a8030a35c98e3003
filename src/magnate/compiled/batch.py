"""Whole games by the thousand on the CPU: the compiled rules and bots, over every core.

>>> states = play(load("clasico").table(4), games=10_000, seed=7)
>>> states = play(load("clasico").table(4), games=10_000, bots=[("trader", "house", "trader", "house")])
>>> states["winners"], states["told"]

The games are those the interpreter would play, bit by bit, whatever the number of threads: `parity` proves it.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from magnate import objects
from magnate.bots.lineup import STYLE, Style, line_up
from magnate.compiled import records
from magnate.compiled.clone import COUNTING, Instead
from magnate.compiled.program import (
    BOTS_TYPE,
    NO_STEPS,
    TASK_IMAGINE,
    TASK_PLAY,
    TASK_PLAY_ON,
    Games,
    Scratch,
    Tell,
    compiled,
    fresh_scratch,
    play_games,
    runner,
    tell_on_stderr,
)
from magnate.compiled.records import Records

MOST = 20_000  # actions: an ordinary game takes some hundreds
CHUNK = 256  # games a thread takes at a time

Keys = Sequence[Sequence[int]] | npt.NDArray[np.int64]
Lines = Sequence[Sequence[str]]  # the bots of each line, a name a seat


def prepare(on_compile: Tell = tell_on_stderr) -> None:
    """Compile the program, or read it from the cache."""
    runner(on_compile)


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def over_threads(
    games: int,
    threads: int | None,
    work: Callable[[Any, int, int], None],
    scratch: Callable[[], Any],
    done: Any = None,
    most: int = CHUNK,
    stop: threading.Event | None = None,
) -> None:
    """Share out games in small ranges, of `most` at most; every thread has scratch records of its own.

    Where somebody interrupts, `stop` is set and no thread takes another range.
    """
    threads = threads or cores()
    stop = stop or threading.Event()
    chunk = max(1, min(most, -(-games // (4 * threads))))
    ranges: queue.SimpleQueue[tuple[int, int]] = queue.SimpleQueue()
    for first in range(0, games, chunk):
        ranges.put((first, min(first + chunk, games)))

    def one_thread() -> None:
        own = scratch()
        while not stop.is_set() and not ranges.empty():
            try:
                first, last = ranges.get_nowait()
            except queue.Empty:
                return
            work(own, first, last)
            if done is not None:
                done(last - first)

    with ThreadPoolExecutor(threads) as pool:
        try:
            for each in [pool.submit(one_thread) for _ in range(threads)]:
                each.result()
        except BaseException:
            stop.set()
            raise


def lines_record(table: dict[str, Any], bots: str | Lines, private: bool = False, style: Style = STYLE) -> Records:
    """The bots of every line as records: one name for all seats, or lines of names."""
    e = objects.table(table)
    lines = [[bots] * int(e.seats)] if isinstance(bots, str) else bots
    out = np.zeros(len(lines), BOTS_TYPE)
    for record, names in zip(out, lines, strict=True):
        records.write(record, line_up(e, names, private, style))
    return out


def play_on(
    g: Records,
    e: Records,
    c: Records,
    b: Records,
    *,
    most: int = MOST,
    threads: int | None = None,
    fresh: bool = False,
    on_games: Callable[[int], None] | None = None,
    on_compile: Tell = tell_on_stderr,
    instead: Instead = COUNTING,
    scratch: Callable[[], Scratch] = fresh_scratch,
) -> None:
    """Play games on in place, from where each stands (or, `fresh`, from its beginning) to its end or `most` actions.

    `on_games` gets the number of games after every few of them. With other functions `instead` of some, or with other
    `scratch`, these games are a program of their own.
    """
    games = Games(g, e, c, b)
    if instead is COUNTING:
        run, task = runner(on_compile), TASK_PLAY if fresh else TASK_PLAY_ON

        def work(own: Scratch, first: int, last: int) -> None:
            run(task, games, own, NO_STEPS, first, last, most)
    else:
        play_some = compiled(play_games, [games, scratch(), 0, 0, 0, 0], on_compile, instead)

        def work(own: Scratch, first: int, last: int) -> None:
            play_some(games, own, first, last, most, int(fresh))

    over_threads(len(g), threads, work, scratch, on_games)


def play_out(
    table: dict[str, Any],
    games: int,
    seed: int = 0,
    *,
    bots: str | Lines = "house",
    first: int = 0,
    private: bool = False,
    keys: Keys | None = None,
    **how: Any,
) -> tuple[Records, Records]:
    """The final states and chances of fresh games, number `first` and on. `how` is as for `play_on`."""
    g = records.fresh_states(games)
    c = records.fresh_chances(records.seeded_keys(seed, first + games)[first:] if keys is None else keys)
    b = lines_record(table, bots, private)
    play_on(g, records.edition_record(table), c, np.roll(b, -(first % len(b))), fresh=True, **how)
    return g, c


def play(table: dict[str, Any], games: int, seed: int = 0, **how: Any) -> Records:
    """The final states of a number of games of an edition's table, with their counts. `how` is as for `play_out`.

    Records have the fields of `rules.fields.STATE` and of `records.TALLY`.
    """
    return play_out(table, games, seed, **how)[0]


def copies(
    state: bytes, table: dict[str, Any], games: int, seed: int, first: int = 0, on_compile: Tell = tell_on_stderr
) -> tuple[Records, Records]:
    """Copies of a state, as trials number `first` and on, each with chance that could be: no dice to come are known."""
    g = np.repeat(np.frombuffer(state, records.STATE), games)
    c, e, own = np.zeros(games, records.CHANCE), records.edition_record(table), fresh_scratch()
    own.search["seed"] = seed
    runner(on_compile)(TASK_IMAGINE, Games(g, e, c, np.zeros(1, BOTS_TYPE)), own, NO_STEPS, 0, games, first)
    return g, c
