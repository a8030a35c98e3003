"""Whole games with masters on the compiled core, by the thousand: matches, and later self-play.

>>> found = play(load("clasico").table(4), [["master", "trader", "trader", "trader"]], 1_000, {"master": weights})
>>> found["winners"]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from magnate import objects
from magnate.bots.table import bot_to_act
from magnate.compiled import batch, program, records
from magnate.compiled.program import Games, Tell, tell_on_stderr
from magnate.compiled.records import Records
from magnate.rules.codes import ACCEPT_DEAL, COUNTER_DEAL, PROPOSE_DEAL, REFUSE_DEAL
from magnate.rules.play import new_game
from magnate.rules.timeout import apply_or_default
from magnate.value.data import NETWORK_TYPE, WEIGHED_TYPE
from magnate.value.fields import ASKED
from magnate.value.file import Weights, network_for
from magnate.value.knowledge import STYLE
from magnate.value.mixed_tables import SCRIPTED, player_decides

MOST = 20_000  # actions


class MatchBots(NamedTuple):
    """The networks, which of them plays each seat of each line (or SCRIPTED), and scratch for each thread."""

    networks: Records
    which: Any
    rated: Records
    action: Records
    asked: Any  # figures of offers, a row for each
    answered: Any  # 0 no answer yet, 1 refused, 2 accepted, 3 countered
    offers: Any  # how many rows each thread has written


def play_tables(games, players, first, last, thread, most):
    """Play games number `first` to `last` from their beginning to their end or `most` actions."""
    lines = games.bots.shape[0]
    e = games.edition[0]
    f = players.rated[thread]
    a = players.action[thread]
    for i in range(first, last):
        g, c, b = games.state[i], games.chance[i], games.bots[i % lines]
        new_game(g, e, c)
        f.stray = (i * 7919 + 4321) & 0x7FFFFFFF
        f.asked_of = -1
        author = -1
        while g.over == 0 and g.actions < most:
            seat = bot_to_act(g, b)
            which = players.which[i % lines, seat]
            n = players.networks[max(0, which)]
            player_decides(g, e, b, n, f, seat, which, a)
            if which != SCRIPTED and a.kind == PROPOSE_DEAL:
                author = seat
            elif author >= 0 and seat == f.asked_of and is_answer(a.kind):
                note_answer(players, thread, author, f, a)
                author = -1
            apply_or_default(g, e, c, seat, a)


def is_answer(kind):
    """Whether an action answers a deal."""
    return kind == ACCEPT_DEAL or kind == REFUSE_DEAL or kind == COUNTER_DEAL


def note_answer(players, thread, author, f, a):
    """Write an offer and the answer to it into the next row of a thread, as long as there is room."""
    row = players.offers[thread, 0]
    if row < players.asked.shape[1] and a.x == author:
        for j in range(ASKED):
            players.asked[thread, row, j] = f.noted[j]
        players.answered[thread, row] = 1 + (a.kind == ACCEPT_DEAL) + 2 * (a.kind == COUNTER_DEAL)
        players.offers[thread, 0] = row + 1


def runner(on_compile: Tell = tell_on_stderr) -> Any:
    """`play_tables`, compiled with all it calls."""
    return program.compiled(play_tables, [program.NO_GAMES, no_players(), 0, 0, 0, 0], on_compile, vectors=True)


def no_players() -> MatchBots:
    """Bots of the types that the program is compiled for."""
    return MatchBots(
        np.zeros(1, NETWORK_TYPE),
        np.zeros((1, 8), np.int64),
        np.zeros(1, WEIGHED_TYPE),
        records.fresh_actions(1),
        *no_answers(1, 1),
    )


def no_answers(threads: int, rows: int) -> tuple[Any, Any, Any]:
    """Arrays for the answers to a number of offers."""
    return (
        np.zeros((threads, rows, ASKED), np.int32),
        np.zeros((threads, rows), np.int64),
        np.zeros((threads, 1), np.int64),
    )


def seated(
    e: Any,
    lines: Sequence[Sequence[str]],
    networks: Mapping[str, Weights],
    threads: int,
    styles: Mapping[str, Sequence[int]] | None,
    rows: int,
) -> tuple[MatchBots, list[list[str]]]:
    """The masters of lines with scratch for each thread and room for answers; and the scripted bots, who know more."""
    names = list(networks)
    known = np.zeros(max(1, len(names)), NETWORK_TYPE)
    for record, name in zip(known, names, strict=False):
        records.write(record, network_for(e, networks[name], (styles or {}).get(name, STYLE)))
    which = np.full((len(lines), 8), SCRIPTED, np.int64)
    for row, line in zip(which, lines, strict=True):
        row[: len(line)] = [names.index(name) if name in networks else SCRIPTED for name in line]
    scripted = [["trader" if name in networks else name for name in line] for line in lines]
    scratch = np.zeros(threads, WEIGHED_TYPE), records.fresh_actions(threads)
    return MatchBots(known, which, *scratch, *no_answers(threads, rows)), scripted


def play(
    table: Mapping[str, Any],
    lines: Sequence[Sequence[str]],
    games: int,
    networks: Mapping[str, Weights],
    seed: int = 0,
    *,
    first: int = 0,
    most: int = MOST,
    threads: int | None = None,
    private: bool = False,
    on_games: Callable[[int], None] | None = None,
    styles: Mapping[str, Sequence[int]] | None = None,
    answers: list[tuple[Any, Any]] | None = None,
    on_compile: Tell = tell_on_stderr,
) -> Records:
    """The final states of games number `first` and on between scripted bots and masters, named by their networks.

    `on_games` gets the number of games after every few of them.
    `answers` is given the figures of the masters' offers and the answers, for each thread.
    """
    run = runner(on_compile)
    plain = dict(table)
    e = objects.table(plain)
    threads = threads or batch.cores()
    players, scripted = seated(e, lines, networks, threads, styles, 1 if answers is None else 16 * games)
    players = players._replace(which=np.roll(players.which, -(first % len(lines)), 0))
    states = records.fresh_states(games)
    played = Games(
        states,
        records.edition_record(plain),
        records.fresh_chances(records.seeded_keys(seed, first + games)[first:]),
        np.roll(batch.lines_record(plain, scripted, private), -(first % len(lines))),
    )
    numbers = iter(range(threads))

    def work(thread: int, first: int, last: int) -> None:
        run(played, players, first, last, thread, most)

    batch.over_threads(games, threads, work, lambda: next(numbers), on_games, most=4)
    if answers is not None:
        for thread in range(threads):
            count = int(players.offers[thread, 0])
            answers.append((players.asked[thread, :count], players.answered[thread, :count]))
    return states
