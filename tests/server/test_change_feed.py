"""What every node must notice is one numbered log, and each node follows it: nothing missed, nothing twice."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from nodes import HandClock, node, run
from sqlalchemy import inspect, text
from stores import at_store

from magnate.server.backup.dump import save
from magnate.server.backup.restore import restore
from magnate.server.live.change_feed import LATE, ChangeFeed
from magnate.server.operations.settings import Settings
from magnate.server.store.columns import changes
from magnate.server.store.migrations import build, migrate, newest
from magnate.server.store.store import FOREVER, Store
from magnate.server.store.url import connect, parse


@pytest.fixture
def clock() -> HandClock:
    """A clock moved by hand: nothing looks by itself."""
    return HandClock()


def listening(feed: ChangeFeed, what: str) -> list[str]:
    """The values of a kind of change, as they are followed from now on."""
    found: list[str] = []

    async def follow(value: str) -> bool:
        found.append(value)
        return True

    feed.followers[what] = follow
    return found


async def insert(store: Store, number: int, value: str) -> None:
    """A transaction that was given its number earlier than others and commits only now."""
    async with store.transaction() as connection:
        await connection.execute(changes.insert().values(number=number, at=FOREVER, what="x", value=value))


def test_a_change_is_followed_once(store_url: str, clock: HandClock) -> None:
    async def test() -> None:
        async with node(store_url, clock=clock) as registry:
            heard = listening(registry.changes, "x")
            await registry.store.changes.note("x", "one")
            await registry.changes.look()
            await registry.changes.look()
            assert heard == ["one"]
            for _ in range(3):
                await registry.store.changes.note("x", "often")
            await registry.store.changes.note("unknown", "of a later version")
            await registry.changes.look()
            assert heard == ["one", "often"]

    run(test)


def test_a_change_from_before_the_start_is_not_followed(store_url: str, clock: HandClock) -> None:
    async def test() -> None:
        async with node(store_url, clock=clock) as registry:
            await registry.store.changes.note("x", "before")
        async with node(store_url, clock=clock) as registry:
            heard = listening(registry.changes, "x")
            await registry.changes.look()
            await registry.store.changes.note("x", "after")
            await registry.changes.look()
            assert heard == ["after"]

    run(test)


def test_a_change_that_commits_after_later_numbers_is_followed(store_url: str, clock: HandClock) -> None:
    async def test() -> None:
        async with node(store_url, clock=clock) as registry:
            heard = listening(registry.changes, "x")
            await insert(registry.store, 10, "later")
            await insert(registry.store, 300, "much later")
            await registry.changes.look()
            await insert(registry.store, 5, "late")
            await registry.changes.look()
            assert heard == ["later", "much later", "late"]
            clock.at += round(1000 * LATE) + 1
            await registry.changes.look()
            assert registry.changes.noticed == {}
            assert registry.changes.floor == 300

    run(test)


def test_what_could_not_be_followed_is_followed_at_a_later_look(store_url: str, clock: HandClock) -> None:
    async def test() -> None:
        async with node(store_url, clock=clock) as registry:
            feed, answers, heard = registry.changes, [False, False, True], list[str]()

            async def follow(value: str) -> bool:
                heard.append(value)
                return answers.pop(0)

            feed.followers["slow"] = follow
            others = listening(feed, "x")
            await registry.store.changes.note("slow", "table")
            await registry.store.changes.note("x", "other")
            for _ in range(4):
                await feed.look()
                clock.at += round(1000 * LATE) + 1
            assert (heard, others) == (["table"] * 3, ["other"])

    run(test)


def test_numbers_rise_after_a_sweep(store_url: str, clock: HandClock) -> None:
    async def test() -> None:
        async with node(store_url, clock=clock) as registry:
            log = registry.store.changes
            for value in ("one", "two", "three"):
                await log.note("x", value)
            last = await log.newest()
            await log.sweep(2**60)
            assert [change.value for change in await log.after(0)] == ["three"]
            await log.note("x", "four")
            assert [change.number for change in await log.after(last)] == [last + 1]

    run(test)


@pytest.fixture(params=["sqlite_url", "empty_postgres_url"])
def older_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database with a table `erasures` beside `changes`, as versions before 0.2 had it."""
    (tmp_path / "data").mkdir()
    url = str(request.getfixturevalue(request.param))

    async def older() -> None:
        database = connect(parse(url), pool=1, beside=True)
        async with database.writer.begin() as connection:
            await connection.run_sync(build, "0006")
            await connection.execute(text("INSERT INTO changes (at, what, value) VALUES (1, 'bans', 'x')"))
            await connection.execute(text("INSERT INTO erasures (what, at) VALUES ('table abc', 1)"))
        await database.close()

    run(older)
    return url


async def table_names(store: Store) -> list[str]:
    """The tables of a database."""
    async with store.database.writer.begin() as connection:
        return await connection.run_sync(lambda sync: inspect(sync).get_table_names())


def test_a_database_with_two_lists_of_changes_is_migrated_to_one(older_url: str) -> None:
    assert migrate(older_url) == ("0006", newest())
    names = at_store(older_url, table_names)
    assert "changes" in names
    assert "erasures" not in names


def test_a_backup_replaces_a_database_with_two_lists_of_changes(older_url: str, tmp_path: Path) -> None:
    saved, file = f"{tmp_path}/other.db", tmp_path / "magnate.backup"
    at_store(f"sqlite+aiosqlite:///{saved}", Store.signing_key)
    asyncio.run(save(Settings(database=saved), file))
    asyncio.run(restore(Settings(database=older_url), file, is_forced=True))
    assert "erasures" not in at_store(older_url, table_names)
