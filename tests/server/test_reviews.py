"""Reviews over HTTP: asked for, read as they grow, made once, shared by nodes, cancelled when nobody waits."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from running import Running, good, refused, with_server

from magnate import Game
from magnate.server.live import review_queue
from magnate.server.operations.clock import NodeClock, Timer
from magnate.server.store import review_rows
from magnate.server.store.review_rows import ReviewRows
from magnate.server.tables.erasure import erase_at
from magnate.server.tables.levels import decide
from magnate.server.tables.replay import numbered_record_of

QUICK = """
import sys
sys.stdin.read()
print('curve {"curve":[]}', flush=True)
print('account {"curve":[[1]]}', flush=True)
"""
SLOW = """
import sys, time
sys.stdin.read()
print('curve {"curve":[]}', flush=True)
time.sleep(600)
"""
BROKEN = "raise SystemExit(3)"
KILLED = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
ECHO = """
import json, sys
print('account', json.dumps({"record": sys.stdin.read()}), flush=True)
"""
PEOPLE = ["Ana Quill", "Bo Reed", "Cleo Marsh"]


@cache
def played() -> str:
    """The record of a short game among bots."""
    game = Game("clasico", 3, names=PEOPLE, seed=4, options={"ending.turns": 30})
    while not game.is_over:
        seat = game.must[0]
        game.play(seat, decide("house", game, seat))
    return game.record()


async def kept(here: Running, record: str | None = None) -> str:
    """A finished game on the server."""
    text = record or played()
    return str(good(await here.ana.post("/api/records", content=text.encode()))["table"])


async def until(here: Running, table: str, stage: str = "", is_done: bool | None = None) -> dict[str, Any]:
    """Read a review until it has come so far."""
    while True:
        found = good(await here.ana.get(f"/api/tables/{table}/review"))
        if (not stage or found["stage"] == stage) and (is_done is None or found["is_done"] == is_done):
            return dict(found)
        await asyncio.sleep(0.02)


def test_a_review_grows_and_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_queue, "WORKER", ("-c", QUICK))

    async def test(here: Running) -> None:
        table = await kept(here)
        assert good(await here.ana.get(f"/api/tables/{table}/review"))["stage"] == ""
        good(await here.ana.post(f"/api/tables/{table}/review"))
        found = await until(here, table, is_done=True)
        assert found["stage"] == "account"
        assert found["review"] == {"curve": [[1]]}
        assert found["numbers"][0] == 5  # the table was made, three sat down, and it was started
        again = good(await here.guest().post(f"/api/tables/{table}/review?have=account"))
        assert again["is_done"]
        assert again["review"] is None  # who has this stage is not sent it again

    with_server(tmp_path, test)


def test_the_worker_reviews_the_game(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await kept(here)
        good(await here.ana.post(f"/api/tables/{table}/review"))
        while True:
            found = good(await here.ana.get(f"/api/tables/{table}/review"))
            if found["stage"] in ("account", "checked"):
                break
            await asyncio.sleep(0.05)
        review = found["review"]
        assert len(review["curve"]) == len(found["numbers"]) == len(review["steps"])
        for seat in review["seats"]:
            assert sum(seat[part] for part in ("start", "luck", "own", "others")) == seat["result"]
        assert "names" not in review
        good(await here.ana.delete(f"/api/tables/{table}/review"))
        assert not await names_in(here, table)

    with_server(tmp_path, test)


async def names_in(here: Running, table: str) -> list[str]:
    """The names that are stored with a review."""
    row = await here.node.reviews.rows.find(table)
    assert row is not None
    assert row.data
    return [name for name in PEOPLE if name in zlib.decompress(row.data).decode()]


def test_no_name_is_stored_and_a_name_that_was_removed_is_not_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_queue, "WORKER", ("-c", ECHO))

    async def test(here: Running) -> None:
        table = await kept(here)
        good(await here.ana.post(f"/api/tables/{table}/review"))
        found = await until(here, table, is_done=True)
        assert "seats 3" in found["review"]["record"]
        assert not await names_in(here, table)
        assert found["names"] == PEOPLE
        await erase_at(here.node.store, table, None, "age")
        await here.node.registry.changes.look()
        assert good(await here.ana.get(f"/api/tables/{table}/review"))["names"] == ["", "", ""]

    with_server(tmp_path, test)


def test_a_running_game_is_not_reviewed(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        game = Game("clasico", 2, seed=1)
        table = await kept(here, game.record())
        refused(await here.ana.post(f"/api/tables/{table}/review"), 403, "forbidden")
        refused(await here.ana.get(f"/api/tables/{table}/review"), 403, "forbidden")

    with_server(tmp_path, test)


def test_a_review_nobody_waits_for_is_cancelled_and_can_be_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_queue, "WORKER", ("-c", SLOW))
    monkeypatch.setattr(review_queue, "POLL", 0.05)
    monkeypatch.setattr(review_rows, "LEAVING_MS", 0)

    async def test(here: Running) -> None:
        queue = here.node.reviews
        table = await kept(here)
        good(await here.ana.post(f"/api/tables/{table}/review"))
        await until(here, table, "curve")
        assert queue.under_way == {table}
        good(await here.ana.delete(f"/api/tables/{table}/review"))
        while queue.under_way:
            await asyncio.sleep(0.02)
        row = await queue.rows.find(table)
        assert row is not None
        assert not row.is_done
        assert row.stage == "curve"  # what had come stays
        monkeypatch.setattr(review_queue, "WORKER", ("-c", QUICK))
        await until(here, table, "account", is_done=True)

    with_server(tmp_path, test)


@pytest.mark.parametrize("worker", [BROKEN, KILLED], ids=["an error", "a signal"])
def test_a_review_that_fails_says_so_and_is_tried_again_when_asked_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worker: str
) -> None:
    monkeypatch.setattr(review_queue, "WORKER", ("-c", worker))

    async def test(here: Running) -> None:
        table = await kept(here)
        good(await here.ana.post(f"/api/tables/{table}/review"))
        assert (await until(here, table, is_done=True))["stage"] == "failed"
        monkeypatch.setattr(review_queue, "WORKER", ("-c", QUICK))
        assert good(await here.ana.post(f"/api/tables/{table}/review"))["stage"] == "failed"
        monkeypatch.setattr(review_rows, "RETRY_MS", 0)
        assert good(await here.ana.post(f"/api/tables/{table}/review"))["stage"] == ""
        assert (await until(here, table, is_done=True))["stage"] == "account"

    with_server(tmp_path, test)


def test_a_game_that_cannot_be_read_is_logged_and_the_next_is_reviewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(review_queue, "WORKER", ("-c", QUICK))

    def unreadable(*asked: Any) -> Any:
        monkeypatch.setattr(review_queue, "numbered_record_of", numbered_record_of)
        raise ValueError("entry 7 cannot be played")

    monkeypatch.setattr(review_queue, "numbered_record_of", unreadable)

    async def test(here: Running) -> None:
        for stage in ("failed", "account"):
            table = await kept(here)
            good(await here.ana.post(f"/api/tables/{table}/review"))
            assert (await until(here, table, is_done=True))["stage"] == stage

    with caplog.at_level(logging.INFO, "magnate.server"):
        with_server(tmp_path, test)
    assert [one.fields["problem"] for one in caplog.records if one.message == "review_failed"] == [  # type: ignore[attr-defined]
        "entry 7 cannot be played"
    ]


def test_a_very_long_game_is_not_reviewed_and_the_log_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(review_queue, "WORKER", ("-c", QUICK))
    monkeypatch.setattr(review_queue, "MOST_MOVES", 10)

    async def test(here: Running) -> None:
        table = await kept(here)
        good(await here.ana.post(f"/api/tables/{table}/review"))
        assert (await until(here, table, is_done=True))["stage"] == "failed"

    with caplog.at_level(logging.INFO, "magnate.server"):
        with_server(tmp_path, test)
    problems = [one.fields["problem"] for one in caplog.records if one.message == "review_failed"]  # type: ignore[attr-defined]
    assert len(problems) == 1
    assert problems[0].endswith("moves; games of up to 10 are reviewed")


class TimesUp(NodeClock):
    """A clock whose limit for a review passes when a test says so."""

    def __init__(self) -> None:
        self.late: Callable[[], None] = lambda: None

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        if seconds == review_queue.TIME_LIMIT:
            self.late = call
        return super().call_later(seconds, call)


@pytest.mark.parametrize(("came", "stage"), [("curve", "failed"), ("account", "account")])
def test_a_review_that_takes_too_long_ends_with_what_is_of_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, came: str, stage: str
) -> None:
    monkeypatch.setattr(review_queue, "WORKER", ("-c", SLOW.replace("curve {", came + " {")))
    clock = TimesUp()

    async def test(here: Running) -> None:
        table = await kept(here)
        good(await here.ana.post(f"/api/tables/{table}/review"))
        await until(here, table, came)
        clock.late()
        assert (await until(here, table, is_done=True))["stage"] == stage

    with_server(tmp_path, test, clock)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the limit is not kept")
def test_the_worker_cannot_take_all_memory() -> None:
    script = "from magnate.review.worker import MEMORY, keep_small; keep_small(); bytearray(MEMORY)"
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ended.stderr.rstrip().endswith("MemoryError")


def test_the_worker_has_the_lowest_priority_when_it_begins_to_work(tmp_path: Path) -> None:
    script = """
import os
from magnate.review import analysis, worker
analysis.stages = lambda text, threads: print(os.nice(0), threads) or iter(())
worker.main([])
"""
    usual = subprocess.run(
        [sys.executable, "-c", script], input="", capture_output=True, text=True, check=True, cwd=tmp_path
    )
    priority, threads = map(int, usual.stdout.split())
    assert priority >= 10
    assert threads == 1


def test_an_address_may_ask_for_so_many_reviews_and_read_them_as_often_as_it_likes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_queue, "WORKER", ("-c", QUICK))

    async def test(here: Running) -> None:
        first, second = [await kept(here) for _ in range(2)]
        for _ in range(3):
            good(await here.ana.post(f"/api/tables/{first}/review"))
        await until(here, first, is_done=True)
        refused(await here.ana.post(f"/api/tables/{second}/review"), 429, "too_fast")
        assert await here.node.reviews.rows.find(second) is None
        good(await here.ana.post(f"/api/tables/{first}/review"))

    with_server(tmp_path, test, reviews_per_hour=2)


def test_a_review_that_was_given_up_gets_no_way_round_the_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_queue, "WORKER", ("-c", SLOW))
    monkeypatch.setattr(review_rows, "LEAVING_MS", 0)

    async def test(here: Running) -> None:
        tables = [await kept(here) for _ in range(3)]
        good(await here.ana.post(f"/api/tables/{tables[0]}/review"))
        good(await here.ana.delete(f"/api/tables/{tables[0]}/review"))
        for table in tables[1:]:
            good(await here.ana.post(f"/api/tables/{table}/review"))
        refused(await here.ana.post(f"/api/tables/{tables[0]}/review"), 503, "busy")

    with_server(tmp_path, test, reviews_in_line=2)


def test_who_still_reads_keeps_a_review_that_another_gave_up(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await kept(here)
        rows = ReviewRows(here.node.store)
        now = 1_000_000
        await rows.want(table, "1 x", now)
        await rows.give_up(table, now + 1)
        assert await rows.is_wanted(table, now + review_rows.LEAVING_MS)
        assert not await rows.is_wanted(table, now + 1 + review_rows.LEAVING_MS)
        await rows.want(table, "1 x", now + 1_000)
        assert await rows.is_wanted(table, now + 2 * review_rows.LEAVING_MS)
        later = now + 2 * review_rows.WANTED_MS
        await rows.give_up(table, later)
        assert not await rows.is_wanted(table, later)  # giving up makes nothing wanted

    with_server(tmp_path, test, most_reviews=0)


def test_a_review_that_nobody_waited_for_goes_to_the_end_of_the_line(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        first, second = [await kept(here) for _ in range(2)]
        rows = ReviewRows(here.node.store)
        later = 1_000_000 + review_rows.WANTED_MS
        await rows.want(first, "1 x", 1_000_000)
        await rows.want(second, "1 x", later - 1)
        await rows.want(first, "1 x", later)
        await rows.want(second, "1 x", later + 1)  # still waits: it keeps its place
        assert [await rows.claim(later + 2, "1 x") for _ in range(2)] == [second, first]

    with_server(tmp_path, test, most_reviews=0)


def test_the_line_has_an_end_and_the_oldest_is_made_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_queue, "WORKER", ("-c", SLOW))

    async def test(here: Running) -> None:
        tables = [await kept(here) for _ in range(3)]
        for table in tables[:2]:
            good(await here.ana.post(f"/api/tables/{table}/review"))
        assert good(await here.ana.get(f"/api/tables/{tables[1]}/review"))["ahead"] == 1
        refused(await here.ana.post(f"/api/tables/{tables[2]}/review"), 503, "busy")

    with_server(tmp_path, test, reviews_in_line=2)


def test_two_nodes_never_make_the_same_review(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await kept(here)
        rows = ReviewRows(here.node.store)
        await rows.want(table, "1 x", 1_000_000)
        assert await rows.claim(1_000_000, "1 x") == table
        assert await rows.claim(1_000_001, "1 x") is None
        assert await rows.is_wanted(table, 1_000_000 + review_rows.WANTED_MS - 1)
        late = 1_000_000 + 2 * review_rows.CLAIM_MS
        assert not await rows.is_wanted(table, late)
        await rows.want(table, "1 x", late)
        assert await rows.claim(late, "1 x") == table  # its node was silent for too long
        await rows.want(table, "2 y", late)  # another network: it is made again
        found = await rows.find(table)
        assert found is not None
        assert (found.made_by, found.claimed, found.stage) == ("2 y", None, "")

    with_server(tmp_path, test, most_reviews=0)
