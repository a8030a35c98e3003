"""A review in a process of its own: the record comes in, and each stage goes out as a line, its name and its JSON.

python -m magnate.review.worker [editions …] < game.record
"""

from __future__ import annotations

import contextlib
import os
import sys
from functools import cache

import msgspec

NICE = 15  # the priority: whatever else the machine does comes first
MEMORY = 2 << 30  # bytes of address space: a game that needs more fails, and the machine goes on


@cache
def made_by() -> str:
    """What a review was made by: it is made again by another version or network."""
    from magnate.review.analysis import VERSION
    from magnate.value.file import shipped

    return f"{VERSION} {shipped().hash[:16]}"


def keep_small() -> None:
    """Leave processor and memory to the tables, where the system has limits."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    for library in ("OPENBLAS", "OMP"):  # NumPy's threads, one a core, would take up the address space by themselves
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def main(editions: list[str]) -> int:
    """Review the record on the standard input."""
    keep_small()
    from magnate.editions import offer
    from magnate.review.analysis import stages

    offer(editions)
    out = sys.stdout.buffer
    for found in stages(sys.stdin.buffer.read().decode(), threads=1):
        out.write(found.stage.encode() + b" " + msgspec.json.encode(found) + b"\n")
        out.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
