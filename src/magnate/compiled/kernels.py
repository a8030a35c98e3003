"""What each thread of a GPU does: take the next game, play it in memory of its own, write it back, take another.

A thread plays one action at a time, so that its neighbours, in other games and at other points of them, keep step with
it; a game that ends makes room for the next at once. `cuda` and the types below are put in place by the code that
compiles these functions: `gpu` for a GPU, the tests for the CPU.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from magnate.bots.deal_terms import clear_terms
from magnate.bots.table import play_bots
from magnate.compiled import records
from magnate.rules.play import new_game

STATE_WORDS = records.STATE.itemsize // 8
CHANCE_WORDS = records.CHANCE.itemsize // 8

STATE_TYPE: Any = None
CHANCE_TYPE: Any = None
ACTION_TYPE: Any = None
cuda: Any = None


def begin_games(states, e, chances, keys):  # type: ignore[no-untyped-def]
    """Set up one game a thread, from its key. States and chances are rows of 64-bit words."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        g = cuda.local.array(1, STATE_TYPE)
        c = cuda.local.array(1, CHANCE_TYPE)
        state = g.view(np.int64)
        chance = c.view(np.int64)
        for k in range(STATE_WORDS):
            state[k] = 0
        for k in range(CHANCE_WORDS):
            chance[k] = 0
        for k in range(8):
            c[0].key[k] = keys[i, k]
        c[0].used = 16
        c[0].generator = 1
        new_game(g[0], e[0], c[0])
        for k in range(STATE_WORDS):
            states[i, k] = state[k]
        for k in range(CHANCE_WORDS):
            chances[i, k] = chance[k]


def play_games(states, e, chances, b, first, counter, most):  # type: ignore[no-untyped-def]
    """The bots of line `first` plus i, modulo the number of lines, play on game i."""
    g = cuda.local.array(1, STATE_TYPE)
    c = cuda.local.array(1, CHANCE_TYPE)
    a = cuda.local.array(1, ACTION_TYPE)
    state = g.view(np.int64)
    chance = c.view(np.int64)
    clear_terms(a[0])
    games = states.shape[0]
    lines = b.shape[0]
    i = cuda.atomic.add(counter, 0, 1)
    is_here = 0
    while i < games:
        if is_here == 0:
            for k in range(STATE_WORDS):
                state[k] = states[i, k]
            for k in range(CHANCE_WORDS):
                chance[k] = chances[i, k]
            is_here = 1
        if g[0].over == 1 or g[0].actions >= most:
            for k in range(STATE_WORDS):
                states[i, k] = state[k]
            for k in range(CHANCE_WORDS):
                chances[i, k] = chance[k]
            i = cuda.atomic.add(counter, 0, 1)
            is_here = 0
        else:
            play_bots(g[0], e[0], c[0], a[0], b[(first + i) % lines], g[0].actions + 1)
