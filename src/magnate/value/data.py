"""Data sets for a network: positions of compiled games by the million, as NumPy arrays.

>>> found = sample(load("clasico").table(4), games=10_000, seed=7)
>>> found.standing.shape, found.share.shape
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from magnate import objects
from magnate.bots.table import bot_decides, bot_to_act
from magnate.compiled import batch, program, records
from magnate.compiled.program import Games, Tell, tell_on_stderr
from magnate.compiled.records import Records
from magnate.rules.codes import FRAME_TURN
from magnate.rules.masks import count_bits, has
from magnate.rules.play import new_game
from magnate.rules.stack import top_kind
from magnate.rules.timeout import apply_or_default
from magnate.value.fields import HOLDING, NETWORK, STANDING, WEIGHED
from magnate.value.knowledge import known
from magnate.value.positions import Array, Positions
from magnate.value.sampling import SAMPLES, is_at_rest, slot_for, write_figures
from magnate.value.scramble import draw, nudge, scramble

NETWORK_TYPE = records.record_type(NETWORK)
WEIGHED_TYPE = records.record_type(WEIGHED)
SAMPLES_TYPE = records.record_type(SAMPLES)

POSITIONS = 6  # of a game
MOST = 6_000  # actions: longer games are left out
SCRAMBLED = 80  # % of games that are scrambled or nudged
WHOLLY = 40  # % of these that are scrambled


class Sampled(NamedTuple):
    """The arrays that sampled positions are written to: a row for each position, a fixed number for each game."""

    network: Records
    rated: Records  # a row for each thread
    samples: Records
    action: Records
    standing: Array
    holding: Array
    holder: Array
    held: Array
    left: Array
    share: Array
    taken: Array


def sample_games(games, sampled, first, last, thread, most, positions, scrambled, seed):
    """Bots play games number `first` to `last`; positions at rest are written down, with the outcome."""
    lines = games.bots.shape[0]
    e = games.edition[0]
    n = sampled.network[0]
    f = sampled.rated[thread]
    s = sampled.samples[thread]
    a = sampled.action[thread]
    for i in range(first, last):
        g, c, b = games.state[i], games.chance[i], games.bots[i % lines]
        new_game(g, e, c)
        s.stray = (seed * 7919 + i * 1000003 + 12345) & 0x7FFFFFFF
        draw(s, 2)
        s.taken = 0
        s.seen = 0
        s.due = 0
        if draw(s, 100) < scrambled:
            s.due = 1 + draw(s, 30 * g.seats)
            if draw(s, 2) == 0:
                s.due = 1 + draw(s, 8 * g.seats)
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
                    write_figures(g, e, n, f, row, sampled.standing, sampled.holding, sampled.holder, sampled.held)
            seat = bot_to_act(g, b)
            bot_decides(g, e, b, seat, a)
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


def fresh(e: Any, games: int, threads: int, positions: int, network: Records) -> Sampled:
    """Empty arrays for a number of games."""
    rows, seats = games * positions, int(e.seats)
    return Sampled(
        network,
        np.zeros(threads, WEIGHED_TYPE),
        np.zeros(threads, SAMPLES_TYPE),
        records.fresh_actions(threads),
        np.zeros((rows, seats, STANDING), np.int16),
        np.zeros((rows, int(e.deeds), HOLDING), np.int16),
        np.zeros((rows, int(e.deeds)), np.int8),
        np.zeros(rows, np.int16),
        np.zeros((rows, seats), np.bool_),
        np.zeros((rows, seats), np.float32),
        np.zeros(games, np.int32),
    )


def network_record(e: Any) -> Records:
    """A network's record that knows an edition and has no weights."""
    out = np.zeros(1, NETWORK_TYPE)
    records.write(out[0], known(e))
    return out


def runner(on_compile: Tell = tell_on_stderr) -> Any:
    """`sample_games`, compiled with all it calls."""
    blank = np.zeros(1, NETWORK_TYPE)
    e = objects.Table()
    e.seats, e.deeds = 2, 1
    arguments = [program.NO_GAMES, fresh(e, 1, 1, 1, blank), 0, 0, 0, 0, 0, 0, 0]
    return program.compiled(sample_games, arguments, on_compile)


def mixtures(seats: int, rng: random.Random, lines: int = 24) -> list[list[str]]:
    """Line-ups of scripted bots: some of one kind, most mixed, traders more than others."""
    bots = ["trader"] * 6 + ["house"] * 3 + ["novice"]
    alike = [["trader"] * seats] * (lines // 4) + [["house"] * seats] * (lines // 12)
    return alike + [[rng.choice(bots) for _ in range(seats)] for _ in range(lines - len(alike))]


def sample(
    table: Mapping[str, Any],
    games: int,
    seed: int = 0,
    *,
    lines: Sequence[Sequence[str]] | None = None,
    positions: int = POSITIONS,
    scrambled: int = SCRAMBLED,
    most: int = MOST,
    threads: int | None = None,
    on_compile: Tell = tell_on_stderr,
) -> Positions:
    """Positions of a number of games of an edition's table. Games that do not end are left out."""
    run = runner(on_compile)
    e = objects.table(dict(table))
    threads = threads or batch.cores()
    lines = lines or mixtures(int(e.seats), random.Random(seed))
    played = Games(
        records.fresh_states(games),
        records.edition_record(dict(table)),
        records.fresh_chances(records.seeded_keys(seed, games)),
        batch.lines_record(dict(table), lines),
    )
    sampled = fresh(e, games, threads, positions, network_record(e))
    numbers = iter(range(threads))

    def work(thread: int, first: int, last: int) -> None:
        run(played, sampled, first, last, thread, most, positions, scrambled, seed % 100_003)

    batch.over_threads(games, threads, work, lambda: next(numbers), most=64)
    return gathered(sampled, games, positions)


def gathered(sampled: Sampled, games: int, positions: int) -> Positions:
    """The rows that were written, without the gaps."""
    slots = np.tile(np.arange(positions), games)
    rows = np.flatnonzero(slots < np.repeat(sampled.taken, positions))
    held = sampled.held[rows]
    places = np.arange(sampled.holder.shape[1])[None, :] < held[:, None]
    return Positions(
        sampled.standing[rows],
        sampled.left[rows],
        sampled.share[rows],
        sampled.holding[rows][places],
        sampled.holder[rows][places],
        held,
        (rows // positions).astype(np.int32),
    )
