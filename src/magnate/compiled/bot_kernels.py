"""What each thread of a GPU does with tables of named bots: as in `kernels`, with every game's own line of bots.

`cuda`, the types and the sizes are put in place by whoever compiles these functions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from magnate.bots.table import play_bots
from magnate.bots.trade import clear_terms

STATE_WORDS: Any = None
CHANCE_WORDS: Any = None
STATE_TYPE: Any = None
CHANCE_TYPE: Any = None
ACTION_TYPE: Any = None
cuda: Any = None


def play_bot_games(states, e, chances, b, first, counter, most):  # type: ignore[no-untyped-def]
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
