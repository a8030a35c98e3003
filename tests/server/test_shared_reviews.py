"""Two nodes, one PostgreSQL: they share what reviews are wanted and made; one takes over from one that died."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from nodes import ANA, BEA, QUICK, die, give_up, living, node, run, table_for, until

from magnate.server.live import review_queue
from magnate.server.live.registry import Registry
from magnate.server.live.review_queue import ReviewQueue
from magnate.server.store import review_rows
from magnate.server.store.review_rows import ReviewRow

SLOW = "import sys, time; sys.stdin.read(); print('curve {}', flush=True); time.sleep(600)"


def counted(file: Path) -> tuple[str, str]:
    """A worker that notes that it ran."""
    note = f"open({str(file)!r}, 'a').write('made ')"
    return "-c", f"import sys; sys.stdin.read(); {note}; print('account {{}}', flush=True)"


async def finished(registry: Registry) -> str:
    """A game that is over."""
    live, tokens = await table_for(registry, ANA, BEA)
    await give_up(live, tokens)
    return live.table.id


async def done(queue: ReviewQueue, table: str) -> ReviewRow:
    """A review once it is made."""
    while not ((row := await queue.rows.find(table)) and row.is_done):
        await asyncio.sleep(0.01)
    return row


@pytest.mark.thorough
def test_what_one_node_is_asked_for_another_makes_and_both_have_it(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = tmp_path / "notes"
    monkeypatch.setattr(review_queue, "WORKER", counted(notes))
    monkeypatch.setattr(review_queue, "POLL", 0.02)

    async def test() -> None:
        async with node(postgres_url) as one, node(postgres_url) as other:
            asked, makes = ReviewQueue(one, QUICK), ReviewQueue(other, QUICK)
            makes.start()  # the other has its hands full
            table = await finished(one)
            await asked.want(table)
            assert await done(asked, table) == await done(makes, table)
            assert (await makes.want(table)).is_done
            assert notes.read_text(encoding="utf-8") == "made "

    run(test)


@pytest.mark.thorough
def test_each_of_two_reviews_is_made_by_one_node(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_queue, "WORKER", ("-c", SLOW))
    monkeypatch.setattr(review_queue, "POLL", 0.02)

    async def test() -> None:
        async with node(postgres_url) as one, node(postgres_url) as other:
            queues = [ReviewQueue(registry, QUICK) for registry in (one, other)]
            tables = {await finished(one) for _ in range(2)}
            for queue in queues:
                queue.start()
            for table in tables:
                await queues[0].want(table)
            await until(lambda: all(queue.under_way for queue in queues))
            assert [len(queue.under_way) for queue in queues] == [1, 1]
            assert queues[0].under_way | queues[1].under_way == tables

    run(test)


@pytest.mark.thorough
def test_the_review_of_a_node_that_died_is_made_by_the_other(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_queue, "WORKER", ("-c", SLOW))
    monkeypatch.setattr(review_queue, "POLL", 0.02)
    monkeypatch.setattr(review_rows, "CLAIM_MS", 500)

    async def test() -> None:
        async with node(postgres_url) as other:
            one = await living(postgres_url)
            dies, lives = ReviewQueue(one, QUICK), ReviewQueue(other, QUICK)
            dies.start()
            table = await finished(one)
            await dies.want(table)
            await until(lambda: dies.under_way == {table})
            monkeypatch.setattr(review_queue, "WORKER", counted(tmp_path / "notes"))
            lives.start()
            await die(one)
            row = await done(lives, table)
            assert row.stage == "account"

    run(test)
