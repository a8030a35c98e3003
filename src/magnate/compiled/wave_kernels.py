"""The kernels of a wavefront: one step of very many games, sorted by what each does next.

Games stay in device memory, a slot each. Between kernels every game stands in one row of a queue: a frame row (by the
business on top and the bot that is asked), an action row (by the kind of action chosen), a search row (a deal to be
weighed), or among the finished. A block takes chunks of one row at a time, so that its threads run the same rules.

    decide   frame rows  ->  action rows, or search rows where a decision is postponed
    search   search rows ->  action rows of a later step, beside the kernels of those between
    act      action rows, and frame rows that follow at once  ->  frame rows, search rows, finished

`cuda` and the types are put in place by the code that compiles these functions: `gpu` for a GPU, the tests for the CPU.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from typing import Any

import numpy as np

from magnate.bots.deal_terms import partner_in
from magnate.bots.table import HOUSE_BOT, NOVICE_BOT, bot_decides, bot_to_act
from magnate.compiled.kernels import CHANCE_WORDS, STATE_WORDS
from magnate.compiled.postpone import POSTPONED
from magnate.compiled.spread import NONE_FOUND
from magnate.rules import fields
from magnate.rules.codes import (
    COUNTER_DEAL,
    FRAME_AUCTION,
    FRAME_BUY,
    FRAME_CARD,
    FRAME_DEBT,
    FRAME_OPENING,
    FRAME_PLACE,
    FRAME_TURN,
    FRAME_UTILITY_ROLL,
    GROUP_LOTS,
    MAX_DEEDS,
    MAX_KEPT,
    MAX_SEATS,
    NOBODY,
    PROPOSE_DEAL,
)
from magnate.rules.play import apply, new_game
from magnate.rules.refusals import OK
from magnate.rules.stack import admits_deals, top_kind
from magnate.rules.timeout import default_answer

ACTION_TYPE: Any = None
cuda: Any = None

M32 = 0xFFFFFFFF

# Frame rows: one for each kind of frame, and further ones.
IN_JAIL = FRAME_PLACE + 1  # a turn that begins in jail
MANAGING = FRAME_PLACE + 2  # a turn that begins with something to manage
CLAIMING = FRAME_PLACE + 3
ROLLING = FRAME_PLACE + 4  # a turn with nothing to do but to roll
TRADERS = FRAME_PLACE + 5  # what traders think about, five rows
NOVICES = TRADERS + 5  # and novices
FRAME_ROWS = NOVICES + 5

# Action rows: one for each kind of action.
ACTION_ROWS = 40

# Search rows.
ANSWERING = 0  # an open deal
REFUSED = 1  # the rules have refused an action: the table answers
SEARCHING = 2  # for a trade: by how many groups are shared with one other player, 1 to 4, and by bot
MOST_SHARED = 4
SEARCH_ROWS = SEARCHING + 2 * MOST_SHARED

FIRST_ACTION = FRAME_ROWS
FIRST_SEARCH = FIRST_ACTION + ACTION_ROWS
FINISHED = FIRST_SEARCH + SEARCH_ROWS
ROWS = FINISHED + 1
ENDS = ROWS + 1
MOST_THREADS = 1024  # a block

# What is known of the game in a slot, beside its state: 32-bit numbers.
SEAT = 0  # who is asked
KIND = 1  # the action chosen
X = 2
Y = 3
AMOUNT = 4
LINE = 5  # the line of bots that plays
IS_DEFAULT = 6  # 0/1: the table answers for the seat
KNOWN = 8  # numbers a slot: a sector of memory

# Counters of a run.
ENDED = 0  # finished games that wait to be written out
WRITTEN = 1  # rows of the output
BEGUN = 2  # games begun
LENGTH = 3  # games of the run
PLAYED = 4  # actions of the games written
COUNTERS = 5

TERMS = [field for field in fields.ACTION if field[0] in ("cash", "deed", "card")]


# Chunks: a block takes as many games of one row as it has threads.


def list_chunks(lengths, source, order, lanes, low, high, first):
    """Where the chunks of each row begin; rows number `low` to `high` of the order are taken, one after the other.

    As many threads share a game as `lanes` says for the row.
    """
    for k in range(low + cuda.threadIdx.x, high + 1, cuda.blockDim.x):
        total = 0
        for before in range(low, k):
            size = cuda.blockDim.x // lanes[order[before]]
            total += (lengths[source[order[before]]] + size - 1) // size
        first[k] = total
    cuda.syncthreads()


def next_chunk(taken, work, order, lanes, low, high, first, chunk, count):
    """Take the next chunk: its row and where it begins, into `chunk`. Whether there was one."""
    size = cuda.blockDim.x
    thread = cuda.threadIdx.x
    cuda.syncthreads()
    if thread == 0:
        chunk[0] = cuda.atomic.add(taken, work + low, 1)
    for k in range(thread, ROWS, size):
        count[k] = 0
    cuda.syncthreads()
    number = chunk[0]
    if number >= first[high]:
        return False
    for k in range(low + thread, high, size):
        if first[k] <= number and number < first[k + 1]:
            chunk[1] = order[k]
            chunk[2] = (number - first[k]) * (size // lanes[order[k]])
    cuda.syncthreads()
    return True


def reserve_places(lengths, target, count, base):
    """Make room in the rows for the games of a chunk, once each has counted itself."""
    cuda.syncthreads()
    for k in range(cuda.threadIdx.x, ROWS, cuda.blockDim.x):
        if count[k] > 0:
            base[k] = cuda.atomic.add(lengths, target[k], count[k])
    cuda.syncthreads()


def empty_rows(lengths, taken, low, high, work):
    """Empty rows and their counter of chunks, for a later step."""
    if cuda.blockIdx.x == 0:
        for k in range(low + cuda.threadIdx.x, high, cuda.blockDim.x):
            lengths[k] = 0
        for k in range(cuda.threadIdx.x, ENDS, cuda.blockDim.x):
            taken[work + k] = 0


# Rows: what a game will do next.


def frame_row(g, b, seat):
    """The row of a game that waits for a decision."""
    kind = top_kind(g)
    if g.claims > 0 and admits_deals(kind) and kind != FRAME_DEBT:
        return CLAIMING
    if g.deals != 0 and admits_deals(kind):
        return FIRST_SEARCH + ANSWERING
    row = kind
    thought = NOBODY
    if kind == FRAME_TURN:
        if g.rolled == 0 and g.jail[seat] > 0:
            row = IN_JAIL
            thought = 0
        elif g.rolled == 0 and g.deed_count[seat] > 0:
            row = MANAGING
            thought = 1
        elif g.rolled == 0 or g.again == 1:
            row = ROLLING
    elif kind == FRAME_BUY:
        thought = 2
    elif kind == FRAME_AUCTION:
        thought = 3
    elif kind == FRAME_DEBT:
        thought = 4
    if thought != NOBODY and b.bot[seat] != HOUSE_BOT:
        row = TRADERS + thought
        if b.bot[seat] == NOVICE_BOT:
            row = NOVICES + thought
    return row


def search_row(g, e, b, seat):
    """The row of a game whose seat looks for a trade: the more it may offer, the longer it looks."""
    if g.deals != 0 and admits_deals(top_kind(g)):
        return FIRST_SEARCH + ANSWERING
    shared = 0
    for group in range(e.groups):
        if e.group_kind[group] == GROUP_LOTS and partner_in(g, e, seat, group) != NOBODY:
            shared += 1
    row = FIRST_SEARCH + SEARCHING + min(max(shared, 1), MOST_SHARED) - 1
    if b.bot[seat] != HOUSE_BOT:
        row += MOST_SHARED
    return row


# What is written down between kernels.


def write_choice(slot, a, known, terms, is_default):
    """Write down an action."""
    known[slot, KIND] = a.kind
    known[slot, X] = a.x
    known[slot, Y] = a.y
    known[slot, AMOUNT] = a.amount
    known[slot, IS_DEFAULT] = is_default
    if a.kind == PROPOSE_DEAL or a.kind == COUNTER_DEAL:
        for seat in range(MAX_SEATS):
            terms[slot].cash[seat] = a.cash[seat]
        for deed in range(MAX_DEEDS):
            terms[slot].deed[deed] = a.deed[deed]
        for card in range(MAX_KEPT):
            terms[slot].card[card] = a.card[card]


def read_choice(slot, a, known, terms):
    """Read an action that was written down."""
    a.kind = known[slot, KIND]
    a.x = known[slot, X]
    a.y = known[slot, Y]
    a.amount = known[slot, AMOUNT]
    if a.kind == PROPOSE_DEAL or a.kind == COUNTER_DEAL:
        for seat in range(MAX_SEATS):
            a.cash[seat] = terms[slot].cash[seat]
        for deed in range(MAX_DEEDS):
            a.deed[deed] = terms[slot].deed[deed]
        for card in range(MAX_KEPT):
            a.card[card] = terms[slot].card[card]


# The kernels of a step.


def decide(
    states, e, b, known, terms, lengths, cells, taken, order, lanes, source, target, low, high, work, empties, most
):  # fmt: skip
    """The quick decisions: frame rows to action rows, or to search rows."""
    count = cuda.shared.array(ROWS, np.int32)
    base = cuda.shared.array(ROWS, np.int32)
    first = cuda.shared.array(ENDS, np.int32)
    chunk = cuda.shared.array(4, np.int32)
    a = cuda.local.array(1, ACTION_TYPE)
    for k in range(empties.shape[0]):
        empty_rows(lengths, taken, empties[k, 0], empties[k, 1], empties[k, 2])
    list_chunks(lengths, source, order, lanes, low, high, first)
    while next_chunk(taken, work, order, lanes, low, high, first, chunk, count):
        row = source[chunk[1]]
        i = chunk[2] + cuda.threadIdx.x
        slot = -1
        key = 0
        rank = 0
        if i < lengths[row]:
            slot = cells[row, i]
            if states[slot].over == 1 or states[slot].actions >= most:
                key = FINISHED
            else:
                seat = known[slot, SEAT]
                line = known[slot, LINE]
                a[0].moved = 0
                bot_decides(states[slot], e[0], b[line], seat, a[0])
                if a[0].moved == POSTPONED:
                    key = search_row(states[slot], e[0], b[line], seat)
                else:
                    write_choice(slot, a[0], known, terms, 0)
                    key = FIRST_ACTION + a[0].kind
            rank = cuda.atomic.add(count, key, 1)
        reserve_places(lengths, target, count, base)
        if slot >= 0:
            cells[target[key], base[key] + rank] = slot


def search(
    states, e, b, known, terms, lengths, cells, taken, order, lanes, source, target, low, high, work
):  # fmt: skip
    """The long decisions: search rows to action rows. Also what the table answers where the rules refused an action.

    Threads that share a game weigh different offers (`spread`). The one with the best writes it down, or the first of
    them if there is none.
    """
    count = cuda.shared.array(ROWS, np.int32)
    base = cuda.shared.array(ROWS, np.int32)
    first = cuda.shared.array(ENDS, np.int32)
    chunk = cuda.shared.array(4, np.int32)
    least = cuda.shared.array(MOST_THREADS, np.int64)
    a = cuda.local.array(1, ACTION_TYPE)
    list_chunks(lengths, source, order, lanes, low, high, first)
    while next_chunk(taken, work, order, lanes, low, high, first, chunk, count):
        row = source[chunk[1]]
        sharing = lanes[chunk[1]]
        place = cuda.threadIdx.x // sharing
        i = chunk[2] + place
        least[cuda.threadIdx.x] = NONE_FOUND
        cuda.syncthreads()
        slot = -1
        key = 0
        rank = 0
        is_default = 0
        a[0].lane = cuda.threadIdx.x % sharing
        a[0].lanes = sharing
        a[0].rank = NONE_FOUND
        if place < cuda.blockDim.x // sharing and i < lengths[row]:
            slot = cells[row, i]
            seat = known[slot, SEAT]
            if chunk[1] == FIRST_SEARCH + REFUSED:
                is_default = 1
                default_answer(states[slot], e[0], seat, a[0])
            else:
                bot_decides(states[slot], e[0], b[known[slot, LINE]], seat, a[0])
            cuda.atomic.min(least, place, a[0].rank)
        cuda.syncthreads()
        if slot >= 0:
            if a[0].rank == least[place] and (a[0].rank != NONE_FOUND or a[0].lane == 0):
                write_choice(slot, a[0], known, terms, is_default)
                key = FIRST_ACTION + a[0].kind
                rank = cuda.atomic.add(count, key, 1)
            else:
                slot = -1
        reserve_places(lengths, target, count, base)
        if slot >= 0:
            cells[target[key], base[key] + rank] = slot


def act(
    states, e, chances, b, known, terms, lengths, cells, taken, order, lanes, source, target, low, high, work, most
):  # fmt: skip
    """The actions chosen, and those that follow at once, carried out: to frame rows, search rows or the finished."""
    count = cuda.shared.array(ROWS, np.int32)
    base = cuda.shared.array(ROWS, np.int32)
    first = cuda.shared.array(ENDS, np.int32)
    chunk = cuda.shared.array(4, np.int32)
    a = cuda.local.array(1, ACTION_TYPE)
    list_chunks(lengths, source, order, lanes, low, high, first)
    while next_chunk(taken, work, order, lanes, low, high, first, chunk, count):
        row = source[chunk[1]]
        i = chunk[2] + cuda.threadIdx.x
        slot = -1
        key = -1
        rank = 0
        if i < lengths[row]:
            slot = cells[row, i]
            seat = known[slot, SEAT]
            line = known[slot, LINE]
            is_default = 0
            if chunk[1] >= FIRST_ACTION:
                read_choice(slot, a[0], known, terms)
                is_default = known[slot, IS_DEFAULT]
            elif states[slot].over == 1 or states[slot].actions >= most:
                key = FINISHED
            else:
                a[0].moved = 0
                bot_decides(states[slot], e[0], b[line], seat, a[0])
                if a[0].moved == POSTPONED:
                    key = MANAGING
            if key < 0:
                if apply(states[slot], e[0], chances[slot], seat, a[0]) != OK and is_default == 0:
                    key = FIRST_SEARCH + REFUSED
                elif states[slot].over == 1 or states[slot].actions >= most:
                    key = FINISHED
                else:
                    seat = bot_to_act(states[slot], b[line])
                    known[slot, SEAT] = seat
                    key = frame_row(states[slot], b[line], seat)
            rank = cuda.atomic.add(count, key, 1)
        reserve_places(lengths, target, count, base)
        if slot >= 0:
            cells[target[key], base[key] + rank] = slot


# Finished games make room for new ones.


def count_ended(lengths, counters, finished):
    """How many games wait to be written out."""
    if cuda.grid(1) == 0:
        counters[ENDED] = lengths[finished]


def ending(counters, room):
    """How many of the finished games are written out now: as many as there is room for."""
    return min(counters[ENDED], room - counters[WRITTEN])


def write_out(states, words, chance_words, numbers, cells, counters, finished, out, chance_out, numbers_out):
    """Write finished games to the output, a block each, and clear their slots."""
    thread = cuda.threadIdx.x
    size = cuda.blockDim.x
    many = ending(counters, out.shape[0])
    last = counters[ENDED] - many
    for i in range(cuda.blockIdx.x, many, cuda.gridDim.x):
        slot = cells[finished, last + i]
        at = counters[WRITTEN] + i
        if thread == 0:
            cuda.atomic.add(counters, PLAYED, states[slot].actions)
        cuda.syncthreads()
        for k in range(thread, STATE_WORDS, size):
            out[at, k] = words[slot, k]
            words[slot, k] = 0
        for k in range(thread, CHANCE_WORDS, size):
            chance_out[at, k] = chance_words[slot, k]
            chance_words[slot, k] = 0
        if thread == 0:
            numbers_out[at] = numbers[slot]
            numbers[slot] = -1


def begin(
    states, e, chances, b, known, numbers, lengths, cells, target, counters, finished, room, keys, counts_on, first
):  # fmt: skip
    """Begin a new game in every slot that was cleared, while there are games left: game `first` of a run and on.

    The key of each is given, or one for all, from which the number of the game counts on.
    """
    many = ending(counters, room)
    last = counters[ENDED] - many
    for i in range(cuda.grid(1), many, cuda.gridsize(1)):
        number = counters[BEGUN] + i
        if number < counters[LENGTH]:
            slot = cells[finished, last + i]
            for k in range(8):
                chances[slot].key[k] = keys[number % keys.shape[0], k]
            if counts_on == 1:
                chances[slot].key[0] = (first + number) & M32
                chances[slot].key[1] = (first + number) >> 32
            chances[slot].used = 16
            chances[slot].generator = 1
            numbers[slot] = number
            new_game(states[slot], e[0], chances[slot])
            enter(slot, states[slot], b, known, lengths, cells, target, (first + number) % b.shape[0])


def enter(slot, g, b, known, lengths, cells, target, line):
    """Put a game at rest into its row, one of a frame: those who decide look first whether it is over."""
    seat = bot_to_act(g, b[line])
    known[slot, SEAT] = seat
    known[slot, LINE] = line
    row = frame_row(g, b[line], seat)
    if row >= FIRST_ACTION:
        row = MANAGING
    row = target[row]
    cells[row, cuda.atomic.add(lengths, row, 1)] = slot


def enter_all(states, b, known, numbers, lengths, cells, target, first):
    """Put games that were copied here into their rows: slot i is game i. One that is over goes the same way."""
    for slot in range(cuda.grid(1), states.shape[0], cuda.gridsize(1)):
        numbers[slot] = slot
        enter(slot, states[slot], b, known, lengths, cells, target, (first + slot) % b.shape[0])


def end_renewal(lengths, counters, finished, room):
    """Count what was written out and begun."""
    if cuda.grid(1) == 0:
        many = ending(counters, room)
        lengths[finished] -= many
        counters[WRITTEN] += many
        counters[BEGUN] = min(counters[BEGUN] + many, counters[LENGTH])
        counters[ENDED] = 0


def clear_slots(words, chance_words, numbers, lengths, cells, finished):
    """Clear every slot, and count it among the finished that make room."""
    thread = cuda.threadIdx.x
    for slot in range(cuda.blockIdx.x, words.shape[0], cuda.gridDim.x):
        for k in range(thread, STATE_WORDS, cuda.blockDim.x):
            words[slot, k] = 0
        for k in range(thread, CHANCE_WORDS, cuda.blockDim.x):
            chance_words[slot, k] = 0
        if thread == 0:
            numbers[slot] = -1
            cells[finished, slot] = slot
            if slot == 0:
                lengths[finished] = words.shape[0]


def gather(words, chance_words, slots, out, chance_out):
    """Copy the games of some slots to the output, a block each."""
    thread = cuda.threadIdx.x
    for i in range(cuda.blockIdx.x, slots.shape[0], cuda.gridDim.x):
        for k in range(thread, STATE_WORDS, cuda.blockDim.x):
            out[i, k] = words[slots[i], k]
        for k in range(thread, CHANCE_WORDS, cuda.blockDim.x):
            chance_out[i, k] = chance_words[slots[i], k]


def count_actions(states, numbers, total):
    """Add up the actions of all games in their slots."""
    mine = 0
    for slot in range(cuda.grid(1), states.shape[0], cuda.gridsize(1)):
        if numbers[slot] >= 0:
            mine += states[slot].actions
    cuda.atomic.add(total, 0, mine)


AT_ONCE_ROWS = (ROLLING, FRAME_OPENING, FRAME_UTILITY_ROLL, FRAME_CARD, CLAIMING, FRAME_TURN)
