"""The garbage collector runs in a quiet moment, and not while the server has most to do."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest
from nodes import run, until

from magnate.server.operations import collection
from magnate.server.operations.collection import LITTER, QUIET, ROUNDS, SOME, is_time, keep_collecting


class Knot:
    """An object that refers to itself: only the collector frees it."""

    def __init__(self) -> None:
        self.end = self


@pytest.fixture
def usual() -> Iterator[None]:
    """The thresholds of the process stay as they were."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_a_quiet_moment_is_used_once_enough_objects_were_made() -> None:
    assert is_time(SOME, share=0.1)
    assert not is_time(SOME - 1, share=0.1)


def test_a_busy_server_goes_on_without_collecting() -> None:
    assert not is_time(LITTER[0] - 1, share=QUIET + 0.1)


@pytest.mark.usefixtures("usual")
def test_garbage_goes_in_a_quiet_moment_long_before_the_threshold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collection, "LOOK", 0.001)
    monkeypatch.setattr(collection, "QUIET", 1.0)

    async def test() -> None:
        collecting = asyncio.create_task(keep_collecting())
        await asyncio.sleep(0)
        gone = weakref.ref(Knot())
        kept: list[list[int]] = [[] for _ in range(SOME)]
        assert gone() is not None
        await until(lambda: gone() is None)
        assert len(kept) == SOME < LITTER[0] == gc.get_threshold()[0]
        collecting.cancel()

    run(test)


def old_knot() -> weakref.ref[Knot]:
    """Garbage that was in use at earlier collections, like a connection that was open for hours."""
    knot = Knot()
    for _ in range(3):
        gc.collect()
    return weakref.ref(knot)


@pytest.mark.usefixtures("usual")
def test_quiet_moments_free_what_was_in_use_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collection, "LOOK", 0.0)
    monkeypatch.setattr(collection, "QUIET", 1.0)
    monkeypatch.setattr(collection, "SOME", 1_000)

    async def test() -> None:
        collecting = asyncio.create_task(keep_collecting())
        gone = old_knot()
        kept: list[list[list[int]]] = []
        for _ in range(2 * ROUNDS):
            if gone() is None:
                break
            kept.append([[] for _ in range(2_000)])
            await asyncio.sleep(0.001)
        assert gone() is None
        collecting.cancel()

    run(test)


@pytest.mark.usefixtures("usual")
def test_a_server_that_is_never_quiet_frees_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collection, "QUIET", -1.0)
    monkeypatch.setattr(collection, "LITTER", (1_000, *LITTER[1:]))

    async def test() -> None:
        collecting = asyncio.create_task(keep_collecting())
        await asyncio.sleep(0)
        gone = old_knot()
        kept: list[list[int]] = []
        most = len(gc.get_objects())  # Python looks at everything once a quarter as much has been added
        while gone() is not None and len(kept) < most:
            kept.append([])
        assert gone() is None
        collecting.cancel()

    run(test)
