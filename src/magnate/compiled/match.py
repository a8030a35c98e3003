"""Games between named bots by the thousand, counted as they are played.

>>> lines = [("trader", "house", "trader", "house"), ("house", "trader", "house", "trader")]
>>> states = play(load("clasico").table(4), lines, games=1000, seed=7)

Game number i is played by the bots of line i modulo the number of lines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from magnate import objects
from magnate.bots.choices import (
    SEARCH,
    TASK_GO_ON,
    TASK_LIST,
    TASK_PLAY,
    TASK_PLAY_ON,
    imagine_chance,
    list_choices,
    read_choice,
    standing,
)
from magnate.bots.lineup import STYLE, Style, line_up
from magnate.bots.purses import hide_purses, show_purses
from magnate.bots.table import ORACLE_BOT, PROBE_BOT, bot_to_act, play_bots
from magnate.bots.worth import BOTS
from magnate.compiled import batch, records
from magnate.compiled.batch import MOST, Tell, tell_on_stderr
from magnate.compiled.records import Records
from magnate.rules.play import apply, new_game
from magnate.rules.refusals import OK
from magnate.rules.timeout import default_answer

BOTS_TYPE = records.record_type(BOTS)
SEARCH_TYPE = records.record_type(SEARCH)

Lines = Sequence[Sequence[str]]


def program(task, g, e, c, a, b, s, t, d, first, last, most):  # type: ignore[no-untyped-def]
    """Everything bots do, as one program: compiling it takes a minute, whichever part is wanted.

    `s`, `t` and `d` are a search with a state and chance to try its choices on; `b[0]` plays them out.
    """
    if task == TASK_PLAY:
        for i in range(first, last):
            new_game(g[i], e[0], c[i])
            play_bots(g[i], e[0], c[i], a[0], b[i % b.shape[0]], most)
    elif task == TASK_PLAY_ON:
        for i in range(first, last):
            play_bots(g[i], e[0], c[i], a[0], b[i % b.shape[0]], most)
    elif task == TASK_LIST:
        list_choices(g[0], e[0], b[0], s[0].seat, s[0], a[0])
    elif task == TASK_GO_ON:  # make a choice, if there was one, and play on to an oracle's next
        if s[0].choices > 0:
            read_choice(s[0], first, a[0])
            if apply(g[0], e[0], c[0], s[0].seat, a[0]) != OK:
                default_answer(g[0], e[0], s[0].seat, a[0])
                apply(g[0], e[0], c[0], s[0].seat, a[0])
        s[0].choices = 0
        while g[0].over == 0 and g[0].actions < most and s[0].choices < 2:
            s[0].seat = bot_to_act(g[0], b[0])
            if b[0].bot[s[0].seat] == ORACLE_BOT or b[0].bot[s[0].seat] == PROBE_BOT:
                hide_purses(g[0], e[0], b[0], s[0].seat, a[0])
                list_choices(g[0], e[0], b[0], s[0].seat, s[0], a[0])
                show_purses(g[0], b[0], a[0])
            if s[0].choices < 2:
                play_bots(g[0], e[0], c[0], a[0], b[0], g[0].actions + 1)
    else:
        for trial in range(first, last):
            base = 0
            for n in range(s[0].choices):
                t[0] = g[0]
                imagine_chance(t[0], e[0], d[0], s[0].seed, trial)
                hide_purses(t[0], e[0], b[0], s[0].seat, a[0])
                read_choice(s[0], n, a[0])
                apply(t[0], e[0], d[0], s[0].seat, a[0])
                end = g[0].turns + s[0].rounds * g[0].seats
                while t[0].over == 0 and t[0].turns < end and t[0].actions < most:
                    play_bots(t[0], e[0], d[0], a[0], b[0], t[0].actions + 1)
                value = standing(t[0], e[0], b[0], s[0].seat)
                if n == 0:
                    base = value
                s[0].score[n] += value
                s[0].more[n] += value - base
                s[0].square[n] += float(value - base) * float(value - base)


def fresh_counted(games: int) -> Records:
    """Empty states that count."""
    return np.zeros(games, records.COUNTED)


def lines_record(table: dict[str, Any], lines: Lines, private: bool = False, style: Style = STYLE) -> Records:
    """The bots of every line as records."""
    e = objects.table(table)
    out = np.zeros(len(lines), BOTS_TYPE)
    for record, names in zip(out, lines, strict=True):
        records.write(record, line_up(e, names, private, style))
    return out


class Scratch:
    """Records of one thread's own."""

    def __init__(self) -> None:
        self.action = records.fresh_actions(1)
        self.search = np.zeros(1, SEARCH_TYPE)
        self.state = fresh_counted(1)
        self.chance = records.fresh_chances([[0] * 8])


def runner(on_compile: Tell = tell_on_stderr) -> Any:
    """The compiled program."""
    g, e, c, b = (
        fresh_counted(1),
        np.zeros(1, records.EDITION),
        records.fresh_chances([[0] * 8]),
        np.zeros(1, BOTS_TYPE),
    )
    own = Scratch()
    arguments = [TASK_PLAY, g, e, c, own.action, b, own.search, own.state, own.chance, 0, 0, 0]
    return batch.compiled(program, arguments, on_compile, counted=True)


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
) -> None:
    """Play games on in place, from where each stands (or, `fresh`, from its beginning) to its end or `most` actions."""
    run = runner(on_compile)
    task = TASK_PLAY if fresh else TASK_PLAY_ON
    batch.over_threads(
        len(g),
        threads,
        lambda own, first, last: run(
            task, g, e, c, own.action, b, own.search, own.state, own.chance, first, last, most
        ),
        Scratch,
        on_games,
    )


def play(
    table: dict[str, Any],
    lines: Lines,
    games: int,
    seed: int = 0,
    *,
    first: int = 0,
    private: bool = False,
    **how: Any,
) -> Records:
    """The final states of games number `first` and on, with their counts."""
    g = fresh_counted(games)
    c = records.fresh_chances(records.seeded_keys(seed, first + games)[first:])
    b = lines_record(table, lines, private)
    play_on(g, records.edition_record(table), c, np.roll(b, -(first % len(lines))), fresh=True, **how)
    return g


if __name__ == "__main__":
    runner()
