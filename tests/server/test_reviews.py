"""Reviews over HTTP: asked for, read as they grow, made once, shared by nodes, cancelled when nobody waits."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from running import Running, good, refused, with_server

from magnate import Game
from magnate.server.live import review_queue
from magnate.server.store import review_rows
from magnate.server.store.review_rows import ReviewRows
from magnate.server.tables.levels import decide

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


@cache
def played() -> str:
    """The record of a short game among bots."""
    game = Game("clasico", 3, seed=4, options={"ending.turns": 30})
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
            assert sum(seat[part] for part in ("start", "luck", "own", "others", "estimate")) == seat["result"]
        good(await here.ana.delete(f"/api/tables/{table}/review"))

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


def test_a_review_that_fails_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_queue, "WORKER", ("-c", BROKEN))

    async def test(here: Running) -> None:
        table = await kept(here)
        good(await here.ana.post(f"/api/tables/{table}/review"))
        assert (await until(here, table, is_done=True))["stage"] == "failed"

    with_server(tmp_path, test)


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
