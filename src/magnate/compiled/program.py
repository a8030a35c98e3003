"""The program: everything that plays many games at once, compiled with all rules and bots in one piece.

One function with a task to choose by, because rules and bots are compiled once for all tasks and not once for each.
Game number i is played by the bots of line i modulo the number of lines. Numba is imported when something is compiled
or read from the cache.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache as kept
from typing import Any, NamedTuple

import numpy as np

from magnate.bots.choices import SEARCH, list_choices, read_choice, sample_chance, standing
from magnate.bots.hidden_cash import hide_cash, restore_cash
from magnate.bots.table import ORACLE_BOT, PROBE_BOT, bot_to_act, play_bots
from magnate.bots.trader_values import BOTS
from magnate.compiled import clone, records
from magnate.compiled.clone import COUNTING, Instead
from magnate.compiled.records import Records
from magnate.compiled.steps import Steps, step_games
from magnate.rules.play import apply, new_game
from magnate.rules.timeout import apply_or_default

TASK_PLAY = 0  # whole games, up to `limit` actions
TASK_PLAY_ON = 1  # games from where they stand
TASK_IMAGINE = 2  # chance that could be, for trials number `limit` and on
TASK_LIST = 3  # list a seat's choices
TASK_TRY = 4  # play choices out
TASK_GO_ON = 5  # make choice number `first` and play on to the next
TASK_STEP = 6  # games a decision further, `limit` times

COMPILE_SECONDS = 40
BOTS_TYPE = records.record_type(BOTS)
SEARCH_TYPE = records.record_type(SEARCH)

Tell = Callable[[str], None]


class Games(NamedTuple):
    """Games of one edition, and the lines of bots that play them."""

    state: Records
    edition: Records
    chance: Records
    bots: Records


class Scratch(NamedTuple):
    """Records of one thread's own: an action, and a search with a state and chance to try its choices on."""

    action: Records
    search: Records
    state: Records
    chance: Records


def program(task, games, own, steps, first, last, limit):  # type: ignore[no-untyped-def]
    """Do a task with games number `first` to `last`."""
    if task == TASK_PLAY:
        play_games(games, own, first, last, limit, 1)  # type: ignore[no-untyped-call]
    elif task == TASK_PLAY_ON:
        play_games(games, own, first, last, limit, 0)  # type: ignore[no-untyped-call]
    elif task == TASK_IMAGINE:
        for i in range(first, last):
            sample_chance(games.state[i], games.edition[0], games.chance[i], own.search[0].seed, limit + i)
    elif task == TASK_LIST:
        search = own.search[0]
        list_choices(games.state[0], games.edition[0], games.bots[0], search.seat, search, own.action[0])
    elif task == TASK_TRY:
        try_choices(games, own, first, last, limit)  # type: ignore[no-untyped-call]
    elif task == TASK_GO_ON:
        go_on(games, own, first, limit)  # type: ignore[no-untyped-call]
    else:
        step_games(games, steps, first, last, 0, limit)  # type: ignore[no-untyped-call]


def play_games(games, own, first, last, most, fresh):  # type: ignore[no-untyped-def]
    """Bots play games, from their beginning or from where they stand."""
    lines = games.bots.shape[0]
    for i in range(first, last):
        if fresh == 1:
            new_game(games.state[i], games.edition[0], games.chance[i])
        play_bots(games.state[i], games.edition[0], games.chance[i], own.action[0], games.bots[i % lines], most)


def go_on(games, own, choice, most):  # type: ignore[no-untyped-def]
    """Make a choice, if there was one, and play on to the next of a bot that searches."""
    g, e, c, b = games.state[0], games.edition[0], games.chance[0], games.bots[0]
    a, s = own.action[0], own.search[0]
    if s.choices > 0:
        read_choice(s, choice, a)
        apply_or_default(g, e, c, s.seat, a)
    s.choices = 0
    while g.over == 0 and g.actions < most and s.choices < 2:
        s.seat = bot_to_act(g, b)
        if b.bot[s.seat] == ORACLE_BOT or b.bot[s.seat] == PROBE_BOT:
            if b.private == 1:
                hide_cash(g, e, s.seat, a)
            list_choices(g, e, b, s.seat, s, a)
            if b.private == 1:
                restore_cash(g, a)
        if s.choices < 2:
            play_bots(g, e, c, a, b, g.actions + 1)


def try_choices(games, own, first, last, most):  # type: ignore[no-untyped-def]
    """Play every choice of a seat out, in trials number `first` to `last`; the bots of line 0 play."""
    g, e, b = games.state[0], games.edition[0], games.bots[0]
    a, s, t, d = own.action[0], own.search[0], own.state[0], own.chance[0]
    end = g.turns + s.rounds * g.seats
    for trial in range(first, last):
        base = 0
        for n in range(s.choices):
            own.state[0] = games.state[0]
            sample_chance(t, e, d, s.seed, trial)
            if b.private == 1:
                hide_cash(t, e, s.seat, a)
            read_choice(s, n, a)
            apply(t, e, d, s.seat, a)
            while t.over == 0 and t.turns < end and t.actions < most:
                play_bots(t, e, d, a, b, t.actions + 1)
            value = standing(t, e, b, s.seat)
            if n == 0:
                base = value
            s.score[n] += value
            s.more[n] += value - base
            s.square[n] += float(value - base) * float(value - base)


def fresh_scratch() -> Scratch:
    """Scratch for one thread."""
    return Scratch(
        records.fresh_actions(1),
        np.zeros(1, SEARCH_TYPE),
        records.fresh_states(1),
        records.fresh_chances([[0] * 8]),
    )


NO_STEPS = Steps.empty()  # for every task but TASK_STEP
NO_GAMES = Games(
    records.fresh_states(1),
    np.zeros(1, records.EDITION),
    records.fresh_chances([[0] * 8]),
    np.zeros(1, BOTS_TYPE),
)


def tell_on_stderr(message: str) -> None:
    """The usual way to say that compiling takes a moment."""
    print(message, file=sys.stderr, flush=True)


@kept
def compiled_rules(instead: tuple[tuple[str, Callable[..., Any]], ...]) -> clone.Clones:
    """Rules and bots, compiled as something calls them."""
    from magnate.compiled import jit

    return clone.Clones(jit.part, dict(instead))


READY: dict[Any, Any] = {}
READYING = threading.Lock()


def compiled(
    function: Callable[..., Any],
    arguments: Sequence[Any],
    on_compile: Tell = tell_on_stderr,
    instead: Instead = COUNTING,
    given: Mapping[str, Any] | None = None,
    vectors: bool = False,
) -> Any:
    """A function over arrays of records, compiled with all rules it calls: from the cache, or now.

    `arguments` show its types, and what is returned takes arguments of these types alone, unchecked.
    `vectors`: it has long loops over numbers.
    """
    key = function, tuple(instead.items())
    with READYING:
        if key not in READY:
            from magnate.compiled import cache, jit

            def before() -> None:
                on_compile(f"compiling the rules for this machine (once; about {COMPILE_SECONDS} seconds)")

            def waits() -> None:
                on_compile("another Magnate is compiling the rules; waiting for it")

            rules = compiled_rules(key[1])
            here = cache.folder(function, instead)
            with cache.compile_lock(here, f"{function.__module__}.{function.__name__}", waits):
                made = jit.whole(function, rules.around(function, **(given or {})), here, before, vectors)
                with jit.rare_collection(), jit.remembered_types():
                    READY[key] = made.compile(jit.types_of(arguments))
        return READY[key]


def runner(on_compile: Tell = tell_on_stderr, instead: Instead = COUNTING) -> Any:
    """The compiled program."""
    return compiled(program, [TASK_PLAY, NO_GAMES, fresh_scratch(), NO_STEPS, 0, 0, 0], on_compile, instead)


if __name__ == "__main__":
    from magnate.compiled import program as itself  # by the name that everybody else has it under

    itself.runner()
