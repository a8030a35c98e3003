"""Whole games by the thousand on the CPU: the compiled rules and bots, over every core.

>>> states = play(load("clasico").table(4), games=10_000, seed=7)
>>> states["winners"]

The games are those the interpreter would play, bit by bit, whatever the number of threads: `parity` proves it.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from magnate.bots.house import play_house
from magnate.bots.wanderer import play_wanderer
from magnate.compiled import cache, clone, records
from magnate.compiled.records import Records
from magnate.rules.play import new_game

MOST = 20_000  # actions: an ordinary game takes some hundreds
FIRST_SECONDS, NEXT_SECONDS = 40, 10  # to compile: all rules, and another function over them
CHUNK = 256  # games a thread takes at a time
POLICIES = ("house", "wanderer")

Keys = Sequence[Sequence[int]] | npt.NDArray[np.int64]
Tell = Callable[[str], None]


def house_games(g, e, c, a, first, last, most, fresh):  # type: ignore[no-untyped-def]
    """House bots play these games, from their beginning or from where they stand."""
    for i in range(first, last):
        if fresh == 1:
            new_game(g[i], e[0], c[i])
        play_house(g[i], e[0], c[i], a[0], most)


def wanderer_games(g, e, c, a, o, p, first, last, most, fresh):  # type: ignore[no-untyped-def]
    """Wanderers play these games, from their beginning or from where they stand."""
    for i in range(first, last):
        if fresh == 1:
            new_game(g[i], e[0], c[i])
        play_wanderer(g[i], e[0], c[i], a[0], o[0], p[i], most)


def tell_on_stderr(message: str) -> None:
    """The usual way to say that compiling takes a moment."""
    print(message, file=sys.stderr, flush=True)


@lru_cache(maxsize=2)
def compiled_rules(counted: bool = False) -> clone.Clones:
    """Rules and bots, compiled as something calls them; the rules of counted games count what happens."""
    from magnate.compiled import jit

    return clone.Clones(jit.part, clone.COUNTING if counted else clone.SILENT)


COMPILED: list[Callable[..., Any]] = []  # in this process, rather than read from the cache
READY: dict[Callable[..., Any], Any] = {}
READYING = threading.Lock()


def compiled(
    function: Callable[..., Any],
    arguments: Sequence[Any],
    on_compile: Tell = tell_on_stderr,
    counted: bool = False,
) -> Any:
    """A function over arrays of records, compiled with all rules it calls: from the cache, or now.

    `arguments` show its types; it is not run.
    """
    with READYING:
        if function not in READY:
            from magnate.compiled import jit

            def before() -> None:
                seconds = NEXT_SECONDS if COMPILED else FIRST_SECONDS
                COMPILED.append(function)
                on_compile(f"compiling the rules for this machine (once; about {seconds} seconds)")

            def waits() -> None:
                on_compile("another Magnate is compiling the rules; waiting for it")

            rules = compiled_rules(counted)
            here = cache.folder(function, rules.instead)
            with cache.alone(here, f"{function.__module__}.{function.__name__}", waits):
                ready = jit.whole(function, rules.around(function), here, before)
                ready.compile(jit.types_of(arguments))
            READY[function] = ready
        return READY[function]


def prepare(policy: str = "house", on_compile: Tell = tell_on_stderr) -> None:
    """Compile, or read from the cache, what `play` needs: in the background, for nobody waits for it."""
    runner(policy, records.fresh_states(1), np.zeros(1, records.EDITION), records.fresh_chances([[0] * 8]), on_compile)


def runner(policy: str, g: Records, e: Records, c: Records, on_compile: Tell) -> Any:
    """The compiled function for a policy."""
    if policy not in POLICIES:
        raise ValueError(f"no policy {policy!r}; known: {', '.join(POLICIES)}")
    a = records.fresh_actions(1)
    if policy == "house":
        return compiled(house_games, [g, e, c, a, 0, 0, 0, 0], on_compile)
    o, p = np.zeros(1, records.OPTIONS), np.zeros(1, records.WANDER)
    return compiled(wanderer_games, [g, e, c, a, o, p, 0, 0, 0, 0], on_compile)


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


def play_on(
    g: Records,
    e: Records,
    c: Records,
    *,
    most: int = MOST,
    policy: str = "house",
    threads: int | None = None,
    wanders: Records | None = None,
    fresh: bool = False,
    on_games: Callable[[int], None] | None = None,
    on_compile: Tell = tell_on_stderr,
) -> None:
    """Play games on in place, from where each stands (or, `fresh`, from its beginning) to its end or `most` actions.

    `on_games` is told after every few games how many they were.
    """
    run = runner(policy, g, e, c, on_compile)
    if policy == "house":
        over_threads(
            len(g),
            threads,
            lambda a, first, last: run(g, e, c, a, first, last, most, int(fresh)),
            lambda: records.fresh_actions(1),
            on_games,
        )
    else:
        p = records.fresh_wanders(c["key"]) if wanders is None else wanders
        over_threads(
            len(g),
            threads,
            lambda own, first, last: run(g, e, c, own[0], own[1], p, first, last, most, int(fresh)),
            lambda: (records.fresh_actions(1), np.zeros(1, records.OPTIONS)),
            on_games,
        )


def play_out(
    table: dict[str, Any], games: int, seed: int = 0, *, keys: Keys | None = None, **how: Any
) -> tuple[Records, Records]:
    """The final states and chances of fresh games. `how` is as for `play_on`."""
    g = records.fresh_states(games)
    c = records.fresh_chances(records.seeded_keys(seed, games) if keys is None else keys)
    play_on(g, records.edition_record(table), c, fresh=True, **how)
    return g, c


def play(
    table: dict[str, Any],
    games: int,
    seed: int = 0,
    most: int = MOST,
    policy: str = "house",
    threads: int | None = None,
    keys: Keys | None = None,
    on_games: Callable[[int], None] | None = None,
    on_compile: Tell = tell_on_stderr,
) -> Records:
    """The final states of so many games of an edition's table: records with the fields of `rules.fields.STATE`."""
    how = {"most": most, "policy": policy, "threads": threads, "on_games": on_games, "on_compile": on_compile}
    return play_out(table, games, seed, keys=keys, **how)[0]
