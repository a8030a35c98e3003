"""What is scripted and never used: a test that leaves it behind tests something else than it says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import Position


class UnusedScript(UserWarning):
    """A position was dropped before its scripted dice and cards were used."""


_collected: list[list[Position]] = []  # by the tests that run, the innermost last


def collect(position: Position) -> None:
    """Keep a position that has a script for the test that runs, if one collects them."""
    if _collected:
        _collected[-1][:] = [other for other in _collected[-1] if other._unused() and other is not position]
        _collected[-1].append(position)


@contextmanager
def collecting() -> Iterator[list[Position]]:
    """The positions that are given a script from here on, without those that have used theirs."""
    _collected.append([])
    try:
        yield _collected[-1]
    finally:
        _collected.pop()
