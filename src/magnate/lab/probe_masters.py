"""A probe among masters: it knows their network, and offers the lowest price at which a deal is welcome to them.

As `search.rollouts.play_on`, but for the masters: their network decides, until the probe's offer is answered. What
comes after that is played out by traders.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from magnate import objects
from magnate.bots.choices import MAX_CHOICES, read_choice
from magnate.bots.table import PROBE_BOT, bot_to_act
from magnate.compiled import batch, program, records
from magnate.compiled.batch import MOST, Lines
from magnate.compiled.clone import COUNTING, Instead
from magnate.compiled.program import NO_STEPS, TASK_TRY, Games, Scratch, Tell, fresh_scratch, tell_on_stderr
from magnate.compiled.records import Records
from magnate.rules.codes import ACKNOWLEDGE
from magnate.rules.play import new_game
from magnate.rules.timeout import apply_or_default
from magnate.search.by_value import list_offers
from magnate.search.rollouts import PROBES, Depth, Rated, best_of, weigh
from magnate.value.deal_search import is_welcome, judge
from magnate.value.file import shipped
from magnate.value.matches import no_players, seated
from magnate.value.mixed_tables import player_decides


def masters_accept(g, e, b, n, f, seat, a):
    """Whether terms are welcome to a master, by its network."""
    judge(g, e, n, f)
    return is_welcome(g, e, n, f, seat, a)


INSTEAD: Instead = {**COUNTING, "magnate.bots.probe.would_accept": masters_accept}


def go_on(games, tried, players, own, number, choice, thread, most):
    """Make a choice, or begin (-1), and go on to the probe's next; `tried` then holds what each of these leads to."""
    g, e, c, b = games.state[number], games.edition[0], games.chance[number], games.bots[number % games.bots.shape[0]]
    a, s, n, f = own.action[0], own.search[0], players.networks[0], players.rated[thread]
    if choice == -1:
        new_game(g, e, c)
    else:
        read_choice(s, choice, a)
        apply_or_default(g, e, c, s.seat, a)
    s.choices = 0
    while g.over == 0 and g.actions < most and s.choices < 2:
        s.choices = 0
        s.seat = bot_to_act(g, b)
        if b.bot[s.seat] == PROBE_BOT:
            list_offers(g, e, b, n, f, s, a)
        if s.choices < 2:
            act(g, e, c, b, players, number, thread, a)
    for i in range(s.choices):
        tried[i] = games.state[number]
        read_choice(s, i, a)
        apply_or_default(tried[i], e, c, s.seat, a)
        while tried[i].over == 0 and tried[i].deals != 0:
            act(tried[i], e, c, b, players, number, thread, a)


def act(g, e, c, b, players, number, thread, a):
    """The seat that is to act does: a master, or the probe as a trader."""
    seat = bot_to_act(g, b)
    which = players.which[number % players.which.shape[0], seat]
    player_decides(g, e, b, players.networks[0], players.rated[thread], seat, which, a)
    apply_or_default(g, e, c, seat, a)


def runner(on_compile: Tell = tell_on_stderr) -> Any:
    """`go_on`, compiled with all it calls."""
    types = [program.NO_GAMES, records.fresh_states(1), no_players(), fresh_scratch(), 0, 0, 0, 0]
    return program.compiled(go_on, types, on_compile, INSTEAD, vectors=True)


def play_out(search: Any, games: Games, tried: Records, own: Scratch, trials: int) -> list[Rated]:
    """What traders make of each position a choice leads to, all with the same chance."""
    s, rolling = own.search[0], fresh_scratch()
    for name in ("seat", "rounds", "seed"):
        rolling.search[name] = s[name]
    rolling.search["choices"], rolling.search["choice_kind"][0, 0] = 1, ACKNOWLEDGE  # not legal: nothing is done
    found = np.zeros((s["choices"], trials))
    for n, trial in np.ndindex(found.shape):
        rolling.search["score"] = 0
        search(TASK_TRY, games._replace(state=tried[n : n + 1]), rolling, NO_STEPS, trial, trial + 1, MOST)
        found[n, trial] = rolling.search["score"][0, 0]
    more = found - found[0]
    for name, sums in (("score", found), ("more", more), ("square", more * more)):
        s[name][: len(found)] = sums.sum(axis=1)
    return weigh(s, trials)


def play(
    table: dict[str, Any],
    lines: Lines,
    games: int,
    seed: int,
    depth: Depth,
    *,
    first: int = 0,
    most: int = MOST,
    threads: int | None = None,
    private: bool = False,
    on_games: Callable[[int], None] | None = None,
    on_compile: Tell = tell_on_stderr,
) -> Records:
    """The final states of games number `first` and on of one probe among masters."""
    run, search = runner(on_compile), program.runner(on_compile)
    threads = threads or batch.cores()
    players, scripted = seated(objects.table(table), lines, {"master": shipped()}, threads, None, 1)
    turn = -(first % len(lines))
    players = players._replace(which=np.roll(players.which, turn, 0))
    played = Games(
        records.fresh_states(games),
        records.edition_record(table),
        records.fresh_chances(records.seeded_keys(seed, first + games)[first:]),
        np.roll(batch.lines_record(table, scripted, private), turn),
    )
    stop = threading.Event()
    numbers = iter(range(threads))

    def one_game(mine: tuple[int, Scratch, Records], i: int) -> None:
        thread, own, tried = mine
        own.search["rounds"], own.search["seed"] = depth.rounds, seed * 1_000_003 + first + i
        best = -1
        while not stop.is_set():
            run(played, tried, players, own, i, best, thread, most)
            if own.search["choices"][0] < 2:
                return
            bots = played.bots[i % len(played.bots)][None]
            best = best_of(play_out(search, played._replace(bots=bots), tried, own, depth.trials), PROBES)

    def work(mine: tuple[int, Scratch, Records], first: int, last: int) -> None:
        for i in range(first, last):
            one_game(mine, i)

    def scratch() -> tuple[int, Scratch, Records]:
        return next(numbers), fresh_scratch(), records.fresh_states(MAX_CHOICES)

    batch.over_threads(games, threads, work, scratch, on_games, most=1, stop=stop)
    return played.state
