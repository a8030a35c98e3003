"""Siblings: what each option of a decision leads to, and how well that came out, every option on the same dice.

>>> found = play(load("clasico").table(4), [["new", "trader", "trader", "new"]], 200, {"new": new}, seed=7)
>>> found.positions.share[found.decision == 0], found.seat[found.decision == 0]

At some decisions of masters every option is made on a copy, open deals are accepted by all others, and play goes on to
the next rest: that is the sibling. An option that needs dice, as to roll, leaves the position as it is. Traders play
each sibling out for some rounds, and the network says what the seats have then; where the game ends, the winner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from magnate import objects
from magnate.bots.choices import MAX_CHOICES, read_choice, sample_chance
from magnate.bots.probe import write_choice
from magnate.bots.table import bot_to_act, play_bots
from magnate.compiled import batch, program, records
from magnate.compiled.program import Games, Scratch, Tell, fresh_scratch, tell_on_stderr
from magnate.compiled.records import Records
from magnate.rules.codes import (
    ACCEPT_DEAL,
    FRAME_AUCTION,
    FRAME_BUY,
    MAX_SEATS,
    PROPOSE_DEAL,
    REFUSE_DEAL,
)
from magnate.rules.deals import check_deal_answer, check_propose
from magnate.rules.masks import count_bits, has
from magnate.rules.play import apply, check, new_game
from magnate.rules.refusals import OK
from magnate.rules.stack import top_kind
from magnate.rules.timeout import apply_or_default
from magnate.value.data import Sampled, fresh, gathered, network_record
from magnate.value.deal_search import write_goods
from magnate.value.file import Weights
from magnate.value.layers import weigh
from magnate.value.matches import MatchBots, no_players, seated
from magnate.value.mixed_tables import SCRIPTED, player_decides
from magnate.value.positions import Array, Positions
from magnate.value.sampling import is_at_rest, write_figures
from magnate.value.scramble import draw
from magnate.value.weighing import list_by_value

MOST = 4_000  # actions of a game
TRIALS = 16  # dice on which every option is played out
ROUNDS = 6  # of each trial
DEALING = 400  # of a thousand decisions about deals and deeds that are tried
OTHERS = 40  # of a thousand others
EXCHANGES = 2  # that were weighed for an offer and are tried, too
ROWS = 100  # for each seat of a game, on the average


class Siblings(NamedTuple):
    """Positions, their shares what each option was worth on the average; the decision each belongs to, and whose."""

    positions: Positions
    decision: Array  # int32 [position], from 0, in order
    seat: Array  # int8 [position]
    own: Array  # bool [position]: the master's choice


class OptionRows(NamedTuple):
    """The arrays that siblings are written to, a part for each thread."""

    sampled: Sampled
    decision: Array
    seat: Array
    own: Array


def play_and_try(games, traders, players, found, own, first, last, thread, most, trials, rounds, seed):
    """Play games number `first` to `last`; at some decisions of masters try every option."""
    lines = games.bots.shape[0]
    e = games.edition[0]
    f = players.rated[thread]
    a = players.action[thread]
    s = found.sampled.samples[thread]
    for i in range(first, last):
        g, c, b = games.state[i], games.chance[i], games.bots[i % lines]
        new_game(g, e, c)
        s.stray = (seed * 7919 + i * 1000003 + 12345) & 0x7FFFFFFF
        f.stray = (seed * 104729 + i * 7919 + 4321) & 0x7FFFFFFF
        found.sampled.rated[thread].stray = f.stray
        draw(s, 2)
        f.asked_of = -1
        while g.over == 0 and g.actions < most:
            seat = bot_to_act(g, b)
            which = players.which[i % lines, seat]
            n = players.networks[max(0, which)]
            if which != SCRIPTED and is_sampled(g, s):
                list_siblings(g, e, b, n, found.sampled.rated[thread], own.search[0], seat, own.action[0])
                if own.search[0].choices > 1:
                    try_all(games, i, traders, n, found, own, thread, trials, rounds, draw(s, 1 << 20))
            player_decides(g, e, b, n, f, seat, which, a)
            apply_or_default(g, e, c, seat, a)


def is_sampled(g, s):
    """Whether a decision is tried: many of those about deals and deeds, few others."""
    kind = top_kind(g)
    part = OTHERS
    if g.deals != 0 or kind == FRAME_BUY or kind == FRAME_AUCTION or (is_at_rest(g) and g.rolled == 0):
        part = DEALING
    return draw(s, 1000) < part


def list_siblings(g, e, b, n, f, s, seat, a):
    """The options of a seat: those of a search, and exchanges that the master weighed for an offer."""
    s.seat = seat
    f.goods = 0
    list_by_value(g, e, b, n, f, s, a)
    for i in range(min(EXCHANGES, f.goods)):
        if s.choices < MAX_CHOICES and g.deals == 0:
            other = f.partner[i]
            write_goods(g, e, f, seat, i, a)
            a.cash[other] = f.price[i]
            a.cash[seat] = -f.price[i]
            a.kind = PROPOSE_DEAL
            a.x = 0
            a.y = 0
            a.amount = 0
            if check_propose(g, e, seat, a) == OK:
                write_choice(s, s.choices, a)
                s.choices += 1


def try_all(games, i, traders, n, found, own, thread, trials, rounds, seed):
    """Write a row for each option of a decision of game number `i` that leads to a rest; two at least, or none."""
    g, e, b = games.state[i], games.edition[0], traders[0]
    a, s, t, d = own.action[0], own.search[0], own.state[0], own.chance[0]
    sampled = found.sampled
    f = sampled.rated[thread]
    room = found.decision.shape[1]
    taken = sampled.taken[thread]
    if taken + s.choices > room:
        return
    row = taken
    end = g.turns + rounds * g.seats
    for option in range(s.choices):
        place = thread * room + row
        is_written = False
        for seat in range(g.seats):
            sampled.share[place, seat] = 0.0
        for trial in range(trials):
            own.state[0] = games.state[i]
            sample_chance(t, e, d, seed, trial)
            block, used = d.block, d.used
            read_choice(s, option, a)
            apply(t, e, d, s.seat, a)
            accept_all(t, e, d, a)
            while t.over == 0 and not is_at_rest(t) and d.block == block and d.used == used:
                play_bots(t, e, d, a, b, t.actions + 1)
            if trial == 0:
                is_written = write_rest(games, i, n, found, own, thread, place, d.block == block and d.used == used)
                if not is_written:
                    break
            while t.over == 0 and t.turns < end and t.actions < 20000:
                play_bots(t, e, d, a, b, t.actions + 1)
            add_shares(t, e, n, f, place, sampled, trials)
        if is_written:
            found.decision[thread, row] = taken
            found.seat[thread, row] = s.seat
            found.own[thread, row] = option == 0
            row += 1
    if row > taken + 1:
        sampled.taken[thread] = row


def accept_all(g, e, c, a):
    """All who are asked accept an open deal, so that what it leads to is seen."""
    for _ in range(MAX_SEATS):
        for slot in range(g.seats):
            for seat in range(g.seats):
                revision = g.deal[slot].revision
                if g.over == 0 and has(g.deals, slot) and check_deal_answer(g, seat, slot, revision) == OK:
                    a.kind = ACCEPT_DEAL
                    a.x = slot
                    a.y = revision
                    a.amount = 0
                    if check(g, e, seat, a) != OK:
                        a.kind = REFUSE_DEAL
                    apply(g, e, c, seat, a)


def write_rest(games, i, n, found, own, thread, place, is_dry):
    """Write the figures of what an option leads to, or of the position before where it needs dice. Whether it could."""
    t = own.state[0]
    sampled, e = found.sampled, games.edition[0]
    f = sampled.rated[thread]
    if is_dry:
        if not is_at_rest(t):
            return False
        for seat in range(t.seats):
            sampled.left[place, seat] = t.out[seat] == 0
        write_figures(t, e, n, f, place, sampled.standing, sampled.holding, sampled.holder, sampled.held)
        return True
    g = games.state[i]
    if not is_at_rest(g):
        return False
    for seat in range(g.seats):
        sampled.left[place, seat] = g.out[seat] == 0
    write_figures(g, e, n, f, place, sampled.standing, sampled.holding, sampled.holder, sampled.held)
    return True


def add_shares(g, e, n, f, place, sampled, trials):
    """Add what every seat has in the end of a trial to the shares of its row."""
    if g.over == 1:
        for seat in range(g.seats):
            if has(g.winners, seat):
                sampled.share[place, seat] += 1.0 / (count_bits(g.winners) * trials)
    else:
        weigh(g, e, n, f)
        total = 0
        for seat in range(g.seats):
            total += f.chance[seat]
        for seat in range(g.seats):
            sampled.share[place, seat] += f.chance[seat] / (max(1, total) * trials)


def blank(e: Any, threads: int, rows: int, network: Records) -> OptionRows:
    """Empty arrays: this many rows for each thread."""
    return OptionRows(
        fresh(e, threads, threads, rows, network),
        np.zeros((threads, rows), np.int32),
        np.zeros((threads, rows), np.int8),
        np.zeros((threads, rows), np.bool_),
    )


def runner(on_compile: Tell = tell_on_stderr) -> Any:
    """`play_and_try`, compiled with all it calls."""
    e = objects.Table()
    e.seats, e.deeds = 2, 1
    players: MatchBots = no_players()
    found = blank(e, 1, 1, np.zeros(1, players.networks.dtype))
    traders = np.zeros(1, program.BOTS_TYPE)
    arguments = [program.NO_GAMES, traders, players, found, fresh_scratch(), 0, 0, 0, 0, 0, 0, 0]
    return program.compiled(play_and_try, arguments, on_compile, vectors=True)


def play(
    table: Mapping[str, Any],
    lines: Sequence[Sequence[str]],
    games: int,
    networks: Mapping[str, Weights],
    seed: int = 0,
    *,
    trials: int = TRIALS,
    rounds: int = ROUNDS,
    most: int = MOST,
    threads: int | None = None,
    styles: Mapping[str, Sequence[int]] | None = None,
    on_compile: Tell = tell_on_stderr,
) -> Siblings:
    """The siblings of some decisions of the masters in some games of an edition's table."""
    run = runner(on_compile)
    plain = dict(table)
    e = objects.table(plain)
    threads = threads or batch.cores()
    rows = MAX_CHOICES + ROWS * int(e.seats) * games // threads
    players, scripted = seated(e, lines, networks, threads, styles, 1)
    played = Games(
        records.fresh_states(games),
        records.edition_record(plain),
        records.fresh_chances(records.seeded_keys(seed, games)),
        batch.lines_record(plain, scripted),
    )
    traders = batch.lines_record(plain, "trader")
    found = blank(e, threads, rows, network_record(e))
    numbers = iter(range(threads))

    def scratch() -> tuple[int, Scratch]:
        return next(numbers), fresh_scratch()

    def work(own: tuple[int, Scratch], first: int, last: int) -> None:
        thread, mine = own
        run(played, traders, players, found, mine, first, last, thread, most, trials, rounds, seed % 100_003)

    batch.over_threads(games, threads, work, scratch, most=4)
    return of_all(found, threads, rows)


def of_all(found: OptionRows, threads: int, rows: int) -> Siblings:
    """The rows that were written, their decisions numbered from 0."""
    positions = gathered(found.sampled, threads, rows)
    counts = found.sampled.taken
    first = np.concatenate([found.decision[thread, : counts[thread]] for thread in range(threads)])
    begins = np.r_[True, (np.diff(first) != 0) | (np.diff(positions.game) != 0)][: len(first)]
    decision = (np.cumsum(begins) - 1).astype(np.int32)
    seat = np.concatenate([found.seat[thread, : counts[thread]] for thread in range(threads)])
    own = np.concatenate([found.own[thread, : counts[thread]] for thread in range(threads)])
    return Siblings(positions._replace(game=decision), decision, seat, own)
