"""Self-play on the compiled core: games of masters and scripted bots, positions with who won, and answers to offers.

>>> found = play(load("clasico").table(4), [["new", "old", "trader", "new"]], 1_000, {"new": new, "old": old}, seed=7)
>>> found.positions.share.mean(0), found.asked.shape
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from magnate import objects
from magnate.bots.table import bot_to_act
from magnate.compiled import batch, program, records
from magnate.compiled.program import Games, Tell, tell_on_stderr
from magnate.compiled.records import Records
from magnate.rules.codes import FRAME_TURN, PROPOSE_DEAL
from magnate.rules.masks import count_bits, has
from magnate.rules.play import new_game
from magnate.rules.stack import top_kind
from magnate.rules.timeout import apply_or_default
from magnate.value.data import Sampled, fresh, gathered, network_record
from magnate.value.file import Weights
from magnate.value.matches import MatchBots, is_answer, no_players, note_answer, seated
from magnate.value.mixed_tables import SCRIPTED, player_decides
from magnate.value.positions import Array, Positions
from magnate.value.sampling import is_at_rest, slot_for, write_figures
from magnate.value.scramble import draw, nudge, scramble

POSITIONS = 10  # of a game
MOST = 4_000  # actions: longer games are left out
CHANGED = 50  # % of games that are scrambled or nudged
WHOLLY = 25  # % of these that are scrambled
ANSWERS = 12  # for each game, on the average


class Found(NamedTuple):
    """What games gave: positions, and offers of masters as they change things with whether each was accepted."""

    positions: Positions
    asked: Array
    accepted: Array
    countered: Array
    states: Records  # the ends of all games


def play_and_sample(games, players, sampled, first, last, thread, most, positions, changed, seed):
    """Play games number `first` to `last`; positions at rest are written down with the outcome, offers with answers."""
    lines = games.bots.shape[0]
    e = games.edition[0]
    f = players.rated[thread]
    a = players.action[thread]
    s = sampled.samples[thread]
    for i in range(first, last):
        g, c, b = games.state[i], games.chance[i], games.bots[i % lines]
        new_game(g, e, c)
        s.stray = (seed * 7919 + i * 1000003 + 12345) & 0x7FFFFFFF
        f.stray = (seed * 104729 + i * 7919 + 4321) & 0x7FFFFFFF
        draw(s, 2)
        s.taken = 0
        s.seen = 0
        s.due = 0
        if draw(s, 100) < changed:
            s.due = 1 + draw(s, 24 * g.seats)
            if draw(s, 2) == 0:
                s.due = 1 + draw(s, 8 * g.seats)
        f.asked_of = -1
        author = -1
        while g.over == 0 and g.actions < most:
            if is_at_rest(g):
                is_start = top_kind(g) == FRAME_TURN and g.depth == 1 and g.rolled == 0 and g.claims == 0
                if s.due > 0 and g.turns >= s.due and is_start and g.jail[g.turn] == 0:
                    if draw(s, 100) < WHOLLY:
                        scramble(g, e, s)
                    else:
                        nudge(g, e, s)
                    s.due = 0
                    s.taken = 0
                    s.seen = 0
                slot = slot_for(s, positions)
                if slot >= 0:
                    row = i * positions + slot
                    for seat in range(g.seats):
                        sampled.left[row, seat] = g.out[seat] == 0
                    n = sampled.network[0]
                    write_figures(
                        g,
                        e,
                        n,
                        sampled.rated[thread],
                        row,
                        sampled.standing,
                        sampled.holding,
                        sampled.holder,
                        sampled.held,
                    )
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
        sampled.taken[i] = 0
        if g.over == 1:
            sampled.taken[i] = s.taken
            won = count_bits(g.winners)
            for slot in range(s.taken):
                for seat in range(g.seats):
                    sampled.share[i * positions + slot, seat] = 0.0
                    if has(g.winners, seat):
                        sampled.share[i * positions + slot, seat] = 1.0 / won


def runner(on_compile: Tell = tell_on_stderr) -> Any:
    """`play_and_sample`, compiled with all it calls."""
    e = objects.Table()
    e.seats, e.deeds = 2, 1
    sampled: Sampled = fresh(e, 1, 1, 1, network_record_blank())
    arguments = [program.NO_GAMES, no_players(), sampled, 0, 0, 0, 0, 0, 0, 0]
    return program.compiled(play_and_sample, arguments, on_compile, vectors=True)


def network_record_blank() -> Any:
    """A record of the type that the program is compiled for."""
    return np.zeros(1, no_players().networks.dtype)


def play(
    table: Mapping[str, Any],
    lines: Sequence[Sequence[str]],
    games: int,
    networks: Mapping[str, Weights],
    seed: int = 0,
    *,
    positions: int = POSITIONS,
    changed: int = CHANGED,
    most: int = MOST,
    threads: int | None = None,
    styles: Mapping[str, Sequence[int]] | None = None,
    on_compile: Tell = tell_on_stderr,
) -> Found:
    """Positions and answers of some games of an edition's table. Positions of games that do not end are left out."""
    run = runner(on_compile)
    plain = dict(table)
    e = objects.table(plain)
    threads = threads or batch.cores()
    players, scripted = seated(e, lines, networks, threads, styles, 4 + ANSWERS * games // threads * 4)
    played = Games(
        records.fresh_states(games),
        records.edition_record(plain),
        records.fresh_chances(records.seeded_keys(seed, games)),
        batch.lines_record(plain, scripted),
    )
    sampled = fresh(e, games, threads, positions, network_record(e))
    numbers = iter(range(threads))

    def work(thread: int, first: int, last: int) -> None:
        run(played, players, sampled, first, last, thread, most, positions, changed, seed % 100_003)

    batch.over_threads(games, threads, work, lambda: next(numbers), most=4)
    asked, answered = answers_of(players, threads)
    return Found(gathered(sampled, games, positions), asked, answered == 2, answered == 3, played.state)


def answers_of(players: MatchBots, threads: int) -> tuple[Array, Array]:
    """All offers and the answers to them."""
    counts = [int(players.offers[thread, 0]) for thread in range(threads)]
    asked = [players.asked[thread, :count] for thread, count in enumerate(counts)]
    answered = [players.answered[thread, :count] for thread, count in enumerate(counts)]
    return np.concatenate(asked), np.concatenate(answered)
