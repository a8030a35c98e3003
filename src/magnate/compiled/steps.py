"""One step of many games: play a number of the catalogue, let bots answer, begin again where a game ended, look.

A task of the program for CPU cores, and the kernel of `envs.device` for a GPU. Each game is a row of every array.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from magnate.bots.table import bot_decides
from magnate.coding import fields
from magnate.coding.asking import OUTSIDE, ask_next, let_pass, outside_mask
from magnate.coding.catalogue import BEGIN, DO_NOTHING, FAMILIES, LEAVE, LOOK
from magnate.coding.decode import decode_action
from magnate.coding.legal import list_legal
from magnate.coding.observe import write_observation
from magnate.compiled import records
from magnate.compiled.records import Records
from magnate.rules.codes import MAX_SEATS
from magnate.rules.masks import count_bits
from magnate.rules.play import apply, new_game
from magnate.rules.refusals import OK
from magnate.rules.stack import playing_mask
from magnate.rules.timeout import default_answer
from magnate.rules.worth import wealth

RESULT_FIELDS = [
    ("seat", "i4", 0),  # whose decision it is
    ("legal", "i4", 0),  # how many numbers are legal
    ("choice", "i4", 0),  # one of them, each as likely
    ("ended", "u1", 0),  # 0/1: this step ended the game
    ("cut", "u1", 0),  # 0/1: this step reached the limit of actions
    ("wrong", "u1", 0),  # 0/1: the number was not legal, nothing was played
    ("winners", "i4", 0),  # mask of seats, of the last game that ended here
    ("decisions", "i4", 0),  # of that game
    ("wide", "i4", 0),  # numbers from here on are not legal now
    ("share", "f4", MAX_SEATS),  # each seat's part of all wealth, for shaping
]

RESULT = records.record_type(RESULT_FIELDS)
NUMBERS = records.record_type(fields.NUMBERS)
LEGAL = records.record_type(fields.LEGAL)
SEEN = records.record_type(fields.SEEN)
WATCH = records.record_type(fields.WATCH)


class Steps(NamedTuple):
    """What programs that learn see and decide, a row for each game; the last rows are scratch, one for each thread."""

    watch: Records
    numbers: Records
    scale: Any  # what each place of an observation is multiplied by
    blank: Records
    choice: Any  # numbers of the catalogue
    observation: Any
    mask: Any
    reward: Any
    result: Records
    action: Records
    legal: Records
    seen: Records
    most: int  # actions, after which a game is cut
    shaping: float

    @classmethod
    def empty(cls) -> Steps:
        """No games to step."""
        return cls(
            np.zeros(1, WATCH),
            np.zeros(1, NUMBERS),
            np.zeros(1, np.float32),
            records.fresh_states(1),
            np.zeros(1, np.int32),
            np.zeros((1, 1), np.float32),
            np.zeros((1, 1), np.int8),
            np.zeros((1, 1), np.float32),
            np.zeros(1, RESULT),
            *fresh_scratch(1),
            0,
            0.0,
        )


def fresh_scratch(threads: int) -> tuple[Records, Records, Records]:
    """An action, a list of legal numbers and an observation for each thread to write on."""
    return records.fresh_actions(threads), np.zeros(threads, LEGAL), np.zeros(threads, SEEN)


def step_games(games, steps, first, last, own, rounds):  # type: ignore[no-untyped-def]
    """Take these games one decision further, `rounds` times; in all but the first the choice is random.

    `own` is the place of this thread's scratch.
    """
    g, e, c, b = games.state, games.edition, games.chance, games.bots
    w, k, r = steps.watch, steps.numbers, steps.result
    a, m, v = steps.action, steps.legal, steps.seen
    obs, mask, reward = steps.observation, steps.mask, steps.reward
    most, shaping = steps.most, steps.shaping
    size = k[0].first[FAMILIES]
    seats = e[0].seats
    for i in range(first, last):  # a game stays in fast memory for all its rounds
        for turn in range(rounds):
            number = steps.choice[i]
            if turn > 0:
                number = r[i].choice
            if number == LEAVE:
                continue
            viewer = OUTSIDE
            r[i].ended = 0
            r[i].cut = 0
            r[i].wrong = 0
            for seat in range(seats):
                reward[i, seat] = 0.0
            if w[i].stays == 1 and r[i].legal == 0 and number >= 0:
                continue  # over, and not restarted
            begins = number == BEGIN
            playing = 0  # 1: the choice from outside is to be played, 2: a bot's, 3: the answer for a bot that erred
            if number <= LOOK:
                viewer = LOOK - number
            elif number >= size or (not begins and mask[i, number] == 0):
                r[i].wrong = 1
                continue
            elif number == DO_NOTHING:
                let_pass(g[i], w[i])
                w[i].decisions += 1
            elif not begins:
                decode_action(g[i], e[0], k[0], w[i], number, a[own])
                playing = 1
                w[i].decisions += 1
            while True:
                if playing > 0:
                    refusal = apply(g[i], e[0], c[i], w[i].seat, a[own])
                    if refusal != OK and playing == 2:
                        if w[i].free == 0:
                            default_answer(g[i], e[0], w[i].seat, a[own])
                            playing = 3
                            continue
                        let_pass(g[i], w[i])
                if begins:
                    begins = False
                    g[i] = steps.blank[0]
                    c[i].block = 0
                    c[i].used = 16
                    new_game(g[i], e[0], c[i])
                    w[i].passed = 0
                    w[i].turns = 0
                    w[i].rolls = 0
                    w[i].decisions = 0
                    for seat in range(seats):
                        r[i].share[seat] = 1.0 / seats
                is_over = g[i].over
                if g[i].out_count > 0 and outside_mask(g[i], b[0]) & playing_mask(g[i]) == 0:
                    is_over = 1
                if is_over == 0 and g[i].actions < most:
                    if viewer != OUTSIDE:
                        break
                    ask_next(g[i], w[i], b[0])
                    if b[0].bot[w[i].seat] < 0:  # OUTSIDE or GUEST
                        break
                    bot_decides(g[i], e[0], b[0], w[i].seat, a[own])
                    playing = 2
                    continue
                playing = 0
                if is_over == 1:
                    r[i].ended = 1
                    winners = g[i].winners
                    if g[i].over == 0:
                        winners = playing_mask(g[i])
                    r[i].winners = winners
                    won = count_bits(winners)
                    for seat in range(seats):
                        if (winners >> seat) & 1 == 0:
                            reward[i, seat] += -1.0 / (seats - won)
                        elif won < seats:
                            reward[i, seat] += 1.0 / won
                else:
                    r[i].cut = 1
                    r[i].winners = 0
                r[i].decisions = w[i].decisions
                if shaping != 0.0:
                    for seat in range(seats):
                        reward[i, seat] += shaping * (1.0 / seats - r[i].share[seat])
                if w[i].stays == 1:
                    break
                w[i].episode += 1
                c[i].key[4] = w[i].episode
                begins = True
            if shaping != 0.0 and r[i].ended == 0 and r[i].cut == 0:
                total = 0
                for seat in range(seats):
                    total += wealth(g[i], e[0], seat)
                for seat in range(seats):
                    part = float(wealth(g[i], e[0], seat)) / max(1, total)
                    reward[i, seat] += shaping * (part - r[i].share[seat])
                    r[i].share[seat] = part
            seen = w[i].seat
            if viewer != OUTSIDE:
                seen = viewer
            places = write_observation(g[i], e[0], k[0], w[i], seen, v[own])
            for j in range(places):
                obs[i, j] = v[own].place[j]
                obs[i, j] *= steps.scale[j]  # of single precision, as a product of the two would not be
            for j in range(r[i].wide):
                mask[i, j] = 0
            r[i].wide = 0
            r[i].legal = 0
            r[i].seat = w[i].seat
            if viewer == OUTSIDE and (w[i].stays == 0 or r[i].ended + r[i].cut == 0):
                list_legal(g[i], e[0], k[0], w[i], a[own], m[own])
                wide = 0
                for j in range(m[own].legal):
                    number = m[own].number[j]
                    mask[i, number] = 1
                    wide = max(wide, number)
                r[i].wide = wide + 1
                r[i].legal = m[own].legal
                w[i].stray = (w[i].stray * 1103515245 + 12345) & 0x7FFFFFFF
                r[i].choice = m[own].number[(w[i].stray >> 8) % m[own].legal]
