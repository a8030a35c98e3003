"""A wavefront of games on a GPU: all games take a step at a time, sorted by what they do next.

`wave_kernels` says what a step is. This is the host's part: memory, queues, streams, finished games on their way out,
and the last few games of a run, which the CPU plays to their end while a GPU would wait for them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from magnate.compiled import batch, records, spread
from magnate.compiled import wave_kernels as wk
from magnate.compiled.kernels import CHANCE_WORDS, STATE_WORDS
from magnate.compiled.program import Tell, tell_on_stderr
from magnate.compiled.records import Records
from magnate.rules.codes import (
    ACCEPT_DEAL,
    ASK_BUILDINGS,
    BUILD,
    COUNTER_DEAL,
    DECLARE_BANKRUPTCY,
    FRAME_AUCTION,
    FRAME_BUY,
    FRAME_DEBT,
    PLACE_BUILDING,
    PROPOSE_DEAL,
    ROLL,
    SELL_BUILDINGS,
)

Numbers = npt.NDArray[np.int64]
Take = Callable[[Numbers, Records, Records], None]  # numbers, states and chances of finished games; not to be kept

SLOTS = 1 << 20  # games on the device at a time, where memory allows
OUTPUT = 1 << 17  # finished games that wait for their way to the host; there are two such outputs
THREADS = 128  # a block
BLOCKS = 8  # a multiprocessor; those that find no place wait and then find nothing to do
SEARCH_BLOCKS = 1  # a multiprocessor: all find a place at once, and leave some to the kernels beside them
LANES = (1, 2, 4, 8)  # threads that share a search, by how many groups are shared with one other player
STEPS = 8  # between two times that finished games make room for new ones
TAIL = 1024  # games a core of the CPU that may be handed on to it at the end of a run
TAIL_PART = 64  # and at most this part of all games
MEMORY_PART = 0.7  # of the device's free memory

TERMS_TYPE = records.record_type(wk.TERMS)
SEARCH_ACTION = records.record_type(spread.ACTION)


# The rows of the queues. Steps overlap: what one reads another writes, so rows are there several times over.

SEARCH_STEPS = 2  # a search may last this many steps; then its game acts again
FRAME_SETS, ACTION_SETS, SEARCH_SETS = 2, 1 + SEARCH_STEPS, 2 + SEARCH_STEPS
STEP_CYCLE = math.lcm(FRAME_SETS, ACTION_SETS, SEARCH_SETS)  # steps after which all sets are the same again
FINISHED_ROW = FRAME_SETS * wk.FRAME_ROWS + ACTION_SETS * wk.ACTION_ROWS + SEARCH_SETS * wk.SEARCH_ROWS
ALL_ROWS = FINISHED_ROW + 1
COUNTED = wk.ROWS + 1  # counters of chunks for each set of rows
SLOT_BYTES = (
    records.STATE.itemsize + records.CHANCE.itemsize + TERMS_TYPE.itemsize + 4 * wk.KNOWN + 8 + 4 * ALL_ROWS
)  # on the device, for every slot


@dataclass(frozen=True)
class RowSet:
    """Rows that are read and emptied together."""

    number: int  # of the set
    first: int
    rows: int

    @property
    def work(self) -> int:
        """Where the counters of chunks of this set begin."""
        return self.number * COUNTED

    @property
    def emptied(self) -> tuple[int, int, int]:
        """As the kernels take it."""
        return self.first, self.first + self.rows, self.work


def frame_set(step: int) -> RowSet:
    which = step % FRAME_SETS
    return RowSet(which, which * wk.FRAME_ROWS, wk.FRAME_ROWS)


def action_set(step: int) -> RowSet:
    which = step % ACTION_SETS
    first = FRAME_SETS * wk.FRAME_ROWS + which * wk.ACTION_ROWS
    return RowSet(FRAME_SETS + which, first, wk.ACTION_ROWS)


def search_set(step: int) -> RowSet:
    which = step % SEARCH_SETS
    first = FRAME_SETS * wk.FRAME_ROWS + ACTION_SETS * wk.ACTION_ROWS + which * wk.SEARCH_ROWS
    return RowSet(FRAME_SETS + ACTION_SETS + which, first, wk.SEARCH_ROWS)


def rows_at(step: int) -> npt.NDArray[np.int32]:
    """Where each row of `wave_kernels` is at a step."""
    out = np.zeros(wk.ROWS, np.int32)
    for low, rows in (
        (0, frame_set(step)),
        (wk.FIRST_ACTION, action_set(step)),
        (wk.FIRST_SEARCH, search_set(step)),
        (wk.FINISHED, RowSet(0, FINISHED_ROW, 1)),
    ):
        out[low : low + rows.rows] = np.arange(rows.first, rows.first + rows.rows)
    return out


def emptied_at(step: int) -> npt.NDArray[np.int32]:
    """The sets that are emptied at the beginning of a step, as the kernels take them.

    They are filled from now on, and were read last by what is done: `act` at the step before, and searches that it
    has waited for.
    """
    sets = frame_set(step + 1), action_set(step + SEARCH_STEPS), search_set(step + 1)
    return np.array([rows.emptied for rows in sets], np.int32)


def in_order(slow: Sequence[int], others: Iterator[int] | range) -> npt.NDArray[np.int32]:
    """The slow rows first: threads that begin with them do not wait for them in the end."""
    return np.array([*slow, *(row for row in others if row not in slow)], np.int32)


DECIDE_ORDER = in_order(
    [wk.TRADERS + 1, wk.TRADERS + 4, FRAME_DEBT, wk.MANAGING, wk.TRADERS + 2, wk.TRADERS + 3, FRAME_AUCTION, FRAME_BUY],
    (row for row in range(wk.FRAME_ROWS) if row not in wk.AT_ONCE_ROWS),
)
ACT_ORDER = in_order(
    [
        *(
            wk.FIRST_ACTION + kind
            for kind in (
                ASK_BUILDINGS,
                PLACE_BUILDING,
                DECLARE_BANKRUPTCY,
                ACCEPT_DEAL,
                PROPOSE_DEAL,
                COUNTER_DEAL,
                BUILD,
                SELL_BUILDINGS,
                ROLL,
            )
        ),
        *wk.AT_ONCE_ROWS,
    ],
    range(wk.FIRST_ACTION, wk.FIRST_SEARCH),
)
SEARCH_ORDER = in_order([], range(wk.FINISHED - 1, wk.FIRST_SEARCH - 1, -1))


def lanes_of_rows(lanes: Sequence[int]) -> npt.NDArray[np.int32]:
    """How many threads share a game of each row, with these numbers for the searches of each bot."""
    out = np.ones(wk.ROWS, np.int32)
    out[wk.FIRST_SEARCH + wk.SEARCHING : wk.FINISHED] = [*lanes, *lanes]
    return out


@dataclass(frozen=True)
class WaveKernels:
    """The compiled functions of `wave_kernels`."""

    decide: Any
    search: Any
    act: Any
    begin: Any
    enter_all: Any
    clear_slots: Any
    count_ended: Any
    write_out: Any
    end_renewal: Any
    gather: Any
    count_actions: Any


class WaveOutput:
    """Finished games: rows on the device, and the same in memory of the host that the device can copy to."""

    def __init__(self, cuda: Any, rows: int) -> None:
        self.cuda, self.rows = cuda, rows
        shapes = ((rows, STATE_WORDS), (rows, CHANCE_WORDS), (rows,))
        self.device = [cuda.device_array(shape, np.int64) for shape in shapes]
        self.host = [cuda.pinned_array(shape, np.int64) for shape in shapes]

    def fetch(self, many: int) -> tuple[Numbers, Records, Records]:
        """The numbers, states and chances of the first `games` games, until the next are fetched."""
        stream = self.cuda.stream()
        for there, here in zip(self.device, self.host, strict=True):
            if many:
                there[:many].copy_to_host(here[:many], stream=stream)
        stream.synchronize()
        states, chances, numbers = (here[:many] for here in self.host)
        return numbers, as_records(states, records.STATE), as_records(chances, records.CHANCE)


def as_records(words: Any, kind: Any) -> Records:
    """Rows of 64-bit words as the records they are."""
    found: Records = words.reshape(-1).view(kind)
    return found


class Wave:
    """A number of slots for games of one table, and the bots that play them."""

    def __init__(
        self,
        cuda: Any,
        made: WaveKernels,
        table: dict[str, Any],
        b: Records,
        slots: int,
        most: int,
        threads: int | None = None,
        output: int = OUTPUT,
    ) -> None:
        self.cuda, self.made, self.slots, self.most = cuda, made, slots, most
        self.threads = threads or THREADS
        processors = int(cuda.get_current_device().MULTIPROCESSOR_COUNT)
        self.blocks, self.search_blocks = processors * BLOCKS, processors * SEARCH_BLOCKS
        put, room = cuda.to_device, cuda.device_array
        self.edition, self.bots = put(records.edition_record(table)), put(b)
        self.words, self.chance_words = room((slots, STATE_WORDS), np.int64), room((slots, CHANCE_WORDS), np.int64)
        self.states = self.words.reshape(slots * STATE_WORDS).view(records.STATE)
        self.chances = self.chance_words.reshape(slots * CHANCE_WORDS).view(records.CHANCE)
        self.known, self.terms = room((slots, wk.KNOWN), np.int32), room(slots, TERMS_TYPE)
        self.numbers, self.cells = room(slots, np.int64), room((ALL_ROWS, slots), np.int32)
        self.lengths = put(np.zeros(ALL_ROWS, np.int32))
        sets = FRAME_SETS + ACTION_SETS + SEARCH_SETS
        self.taken = put(np.zeros(sets * COUNTED, np.int32))
        self.counters = put(np.zeros(wk.COUNTERS, np.int64))
        self.rows = [put(rows_at(step)) for step in range(STEP_CYCLE)]
        is_shared = self.threads % max(LANES) == 0 and not b["private"].any()  # hidden cash is hidden in the state
        self.lanes = put(lanes_of_rows(LANES if is_shared else (1,) * len(LANES)))
        self.orders = [put(order) for order in (DECIDE_ORDER, ACT_ORDER, SEARCH_ORDER)]
        self.empties = [put(emptied_at(step)) for step in range(STEP_CYCLE)]
        self.nothing = put(np.zeros((0, 3), np.int32))
        self.main, self.sides = cuda.stream(), [cuda.stream() for _ in range(SEARCH_STEPS)]
        self.decided = [cuda.event(timing=False) for _ in range(SEARCH_STEPS)]
        self.searched = [cuda.event(timing=False) for _ in range(SEARCH_STEPS)]
        self.outputs = [WaveOutput(cuda, output) for _ in range(2)]
        self.output = self.steps = self.played = self.played_before = 0
        self.launch(self.made.clear_slots, self.words, self.chance_words, self.numbers, *self.finished)

    @property
    def finished(self) -> tuple[Any, Any, int]:
        """The row of the finished games, as the kernels take it."""
        return self.lengths, self.cells, FINISHED_ROW

    def launch(self, kernel: Any, *arguments: Any, stream: Any = None, blocks: int | None = None) -> None:
        """Start a kernel."""
        kernel[blocks or self.blocks, self.threads, stream or self.main](*arguments)

    # Games come in.

    def begin(self, keys: Numbers, counts_on: bool, first: int, games: int) -> None:
        """Begin the first games of a run; the others follow as slots become free."""
        self.run = self.cuda.to_device(np.ascontiguousarray(keys, np.int64)), int(counts_on), first
        self._set_counters(ended=self.slots, length=games)
        self._begin(self.slots)
        self.launch(self.made.end_renewal, self.lengths, self.counters, FINISHED_ROW, self.slots, blocks=1)
        self.main.synchronize()
        self._set_counters(begun=min(self.slots, games), length=games)

    def put(self, g: Records, c: Records, first: int = 0) -> None:
        """Take games over as they stand, one for each slot; line `first` plays the first of them."""
        self.main.synchronize()
        for there, here in ((self.words, g), (self.chance_words, c)):
            there.copy_to_device(np.ascontiguousarray(here).view(np.int64).reshape(self.slots, -1))
        self.lengths.copy_to_device(np.zeros(ALL_ROWS, np.int32))
        self.run = self.cuda.to_device(np.zeros((1, 8), np.int64)), 0, first
        where = self.lengths, self.cells, self.rows[0]
        self.launch(self.made.enter_all, self.states, self.bots, self.known, self.numbers, *where, first)
        self._set_counters(begun=self.slots, length=self.slots)

    def _set_counters(self, ended: int = 0, begun: int = 0, length: int = 0) -> None:
        self.main.synchronize()
        self.counters.copy_to_device(np.array([ended, 0, begun, length, 0], np.int64), stream=self.main)
        self.main.synchronize()

    def _begin(self, room: int) -> None:
        keys, counts_on, first = self.run
        games = self.states, self.edition, self.chances, self.bots, self.known, self.numbers
        where = self.lengths, self.cells, self.rows[self.steps % STEP_CYCLE], self.counters, FINISHED_ROW
        self.launch(self.made.begin, *games, *where, room, keys, counts_on, first)

    # Games go on.

    def step(self) -> None:
        """Every game a step further; those that search a few steps later, while the others go on."""
        side = self.steps % SEARCH_STEPS
        decided, searched, stream = self.decided[side], self.searched[side], self.sides[side]
        self.decide()
        decided.record(self.main)
        if self.steps >= SEARCH_STEPS:
            searched.wait(self.main)  # as recorded `SEARCH_STEPS` before: those games act now
        decided.wait(stream)
        self.search(stream=stream)
        searched.record(stream)
        self.act()
        self.steps += 1

    def decide(self, low: int = 0, high: int = len(DECIDE_ORDER), is_first: bool = True) -> None:
        """The quick decisions of this step, in rows `low` to `high` of their order."""
        here, work = self.rows[self.steps % STEP_CYCLE], frame_set(self.steps).work
        games = self.states, self.edition, self.bots, self.known, self.terms, self.lengths, self.cells, self.taken
        empties = self.empties[self.steps % STEP_CYCLE] if is_first else self.nothing
        where = self.orders[0], self.lanes, here, here
        self.launch(self.made.decide, *games, *where, low, high, work, empties, self.most)

    def search(self, low: int = 0, high: int = len(SEARCH_ORDER), stream: Any = None) -> None:
        """The long decisions of this step, for a later one to carry out."""
        here, then = (self.rows[(self.steps + i) % STEP_CYCLE] for i in (0, SEARCH_STEPS))
        games = self.states, self.edition, self.bots, self.known, self.terms, self.lengths, self.cells, self.taken
        where, work, blocks = (self.orders[2], self.lanes, here, then), search_set(self.steps).work, self.search_blocks
        self.launch(self.made.search, *games, *where, low, high, work, stream=stream, blocks=blocks)

    def act(self, low: int = 0, high: int = len(ACT_ORDER)) -> None:
        """What was decided, carried out."""
        here, then = (self.rows[(self.steps + i) % STEP_CYCLE] for i in (0, 1))
        games = self.states, self.edition, self.chances, self.bots, self.known, self.terms
        where = self.lengths, self.cells, self.taken, self.orders[1], self.lanes, here, then
        self.launch(self.made.act, *games, *where, low, high, action_set(self.steps).work, self.most)

    # Games go out.

    def renew(self) -> None:
        """Finished games are written out and make room for new ones, as far as the output has room."""
        output = self.outputs[self.output]
        out, chance_out, numbers_out = output.device
        self.launch(self.made.count_ended, self.lengths, self.counters, FINISHED_ROW, blocks=1)
        slots = self.states, self.words, self.chance_words, self.numbers, self.cells, self.counters, FINISHED_ROW
        self.launch(self.made.write_out, *slots, out, chance_out, numbers_out)
        self._begin(output.rows)
        self.launch(self.made.end_renewal, self.lengths, self.counters, FINISHED_ROW, output.rows, blocks=1)

    def count(self) -> tuple[int, int]:
        """How many games are written out, since the output was last changed, and how many begun."""
        found = self.counters.copy_to_host(stream=self.main)
        self.main.synchronize()
        self.played = int(found[wk.PLAYED])
        return int(found[wk.WRITTEN]), int(found[wk.BEGUN])

    def actions(self) -> int:
        """The actions of all games so far, those in their slots and those written out."""
        total = self.cuda.to_device(np.zeros(1, np.int64))
        self.launch(self.made.count_actions, self.states, self.numbers, total)
        self.count()
        return self.played_before + self.played + int(total.copy_to_host()[0])

    def change_output(self, begun: int, games: int) -> WaveOutput:
        """Write to the other output from now on. This one may be fetched."""
        full = self.outputs[self.output]
        self.output = 1 - self.output
        self.played_before += self.played
        self._set_counters(begun=begun, length=games)
        return full

    def unfinished(self) -> tuple[Numbers, Records, Records]:
        """The games still in their slots, where they stand: the code that plays them on decides again."""
        self.main.synchronize()
        for side in self.sides:
            side.synchronize()
        numbers = self.numbers.copy_to_host()
        slots = np.flatnonzero(numbers >= 0)
        output = WaveOutput(self.cuda, max(1, len(slots)))
        out, chance_out, numbers_out = output.device
        numbers_out[: len(slots)].copy_to_device(numbers[slots])
        if len(slots):
            where = self.words, self.chance_words, self.cuda.to_device(slots)
            self.launch(self.made.gather, *where, out, chance_out)
        self.main.synchronize()
        return output.fetch(len(slots))

    def play(self, games: int, take: Take, tail: int, is_enough: Callable[[int], bool] = lambda ended: False) -> None:
        """Play on until only the tail is left; `take` gets all other games, in another thread.

        `is_enough` gets from time to time the number of games that have ended, and may stop the run there.
        """
        gone, is_last = 0, False
        with ThreadPoolExecutor(1) as courier:
            on_their_way: Future[None] | None = None
            while not is_last:
                for _ in range(STEPS):
                    self.step()
                self.renew()
                written, begun = self.count()
                is_last = is_enough(gone + written) or (begun >= games and begun - gone - written <= tail)
                if is_last or 2 * written >= self.outputs[self.output].rows:
                    if on_their_way is not None:
                        on_their_way.result()
                    full = self.change_output(begun, games)
                    on_their_way = courier.submit(hand_over, full, written, take)
                    gone += written
            if on_their_way is not None:
                on_their_way.result()


def rows_of_kernels() -> dict[str, npt.NDArray[np.int32]]:
    """The rows that each kernel of a step takes, in their order."""
    return {"decide": DECIDE_ORDER, "search": SEARCH_ORDER, "act": ACT_ORDER}


def hand_over(output: WaveOutput, many: int, take: Take) -> None:
    """Bring finished games to the host."""
    if many:
        take(*output.fetch(many))


def slots_for(cuda: Any, games: int, slots: int | None = None) -> int:
    """How many games to play at a time: no more than there are, and than the device has memory for."""
    free, _ = cuda.current_context().get_memory_info()
    output = 2 * min(OUTPUT, games) * (records.STATE.itemsize + records.CHANCE.itemsize + 8)
    return max(1, min(slots or SLOTS, games, int(MEMORY_PART * free - output) // SLOT_BYTES))


def usual_tail(games: int) -> int:
    """How many games are handed on to the CPU in the end."""
    return min(TAIL * batch.cores(), games // TAIL_PART)


def finish(
    table: dict[str, Any],
    b: Records,
    first: int,
    left: tuple[Numbers, Records, Records],
    most: int,
    take: Take,
    on_compile: Tell = tell_on_stderr,
) -> None:
    """Play the last games of a run on the CPU, those of each line of bots together."""
    numbers, states, chances = left
    e, lines = records.edition_record(table), (first + numbers) % len(b)
    for line in np.unique(lines):
        some = np.flatnonzero(lines == line)
        g, c = states[some], chances[some]
        batch.play_on(g, e, c, b[line : line + 1], most=most, on_compile=on_compile)
        take(numbers[some], g, c)
