"""When Python's garbage collector runs: in a quiet moment, if there is one.

A collection stops the server while it looks through everything that was made since the last one and is still in use.
With a thousand tables that takes up to a tenth of a second and finds next to nothing: games and frames are freed
without it, only some requests and closed connections leave cycles. A thousand games that begin, or many actions that
wait for one commit, are counted like garbage, so that it would run just when there is most to do.

What ends after hours, like a connection, is old by then: only a collection of everything frees it. So every few
collections are of everything, also on a server that is never quiet: garbage would grow without end.
"""

from __future__ import annotations

import asyncio
import gc
import time

LITTER = (1_000_000, 0, 0)  # objects made after which it runs in any case: the second time also old ones, then all
SOME = 100_000  # objects made after which it runs in a quiet moment
ROUNDS = 10  # collections of new objects after which a quiet moment is used for all
LOOK = 1.0  # seconds between two looks
QUIET = 0.2  # share of a core this thread uses at most in a quiet moment


async def keep_collecting() -> None:
    """Collect in quiet moments, from the thread of the event loop, until cancelled."""
    gc.set_threshold(*LITTER)
    while True:
        begun, used = time.perf_counter(), time.thread_time()
        await asyncio.sleep(LOOK)
        share = (time.thread_time() - used) / (time.perf_counter() - begun)
        made, rounds, older = gc.get_count()
        if is_time(made, share):
            gc.collect(2 if rounds >= ROUNDS or older else 0)


def is_time(made: int, share: float) -> bool:
    """Whether to collect now: after this many objects, with this share of a core in use."""
    return made >= SOME and share <= QUIET
