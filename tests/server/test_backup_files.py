"""`magnate backup` and `magnate restore`: the whole database in one checked file, for either database."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from nodes import ANA, BEA, give_up, table_for
from nodes import node as node_at
from running import Running, hear, running, say
from stores import at_store, head, new_table, row
from test_cli_serve import magnate

from magnate.server.admin import open_store, read_table
from magnate.server.backup import restore as restoring
from magnate.server.backup.backup_file import (
    BackupWriter,
    BadBackup,
    Header,
    SavedLog,
    SavedRow,
    encode,
    read,
    read_header,
)
from magnate.server.backup.checking import check
from magnate.server.backup.dump import SAVED, save
from magnate.server.backup.restore import restore
from magnate.server.operations.settings import Settings
from magnate.server.store.columns import ARRIVING, StoreError, Subscription, metadata
from magnate.server.store.migrations import steps
from magnate.server.store.store import Store
from magnate.server.tables.replay import record_of
from magnate.verify import verify

COMPAT = Path(__file__).parent.parent / "compat"


def settings_for(url: str) -> Settings:
    """The settings of a server on this database."""
    return Settings(database=url)


async def play_some(url: str) -> list[str]:
    """A database with games that are running, over, open and closed; their tables."""
    async with node_at(url) as registry:
        playing, _ = await table_for(registry, ANA, bots=1)
        await playing.read(lambda: None)
        over, tokens = await table_for(registry, ANA, BEA)
        await give_up(over, tokens)
        opened = await registry.create(ANA, over.table.config)
        closed = await registry.live_table(await registry.create(ANA, over.table.config))
        await closed.close_table("host")
        await registry.store.keep_person("ana", "Ana \ufffd – ₤", "guest", 5)
        await registry.store.keep_subscription("ana", Subscription("https://x", b"\x00\xff", b"\xfe", "en"), 6)
        return [playing.table.id, over.table.id, opened, closed.table.id]


async def content(url: str) -> dict[str, Any]:
    """Everything that a database holds, as far as a backup keeps it."""
    store = await Store.open(url, beside=True)
    try:
        found = {}
        async with store.database.frozen() as connection:
            for table in SAVED:
                question = table.select().order_by(*table.primary_key.columns)
                found[table.name] = sorted(tuple(one) for one in await connection.execute(question))
        return found
    finally:
        await store.close()


@pytest.fixture(params=["sqlite", "postgres"])
def other_url(request: pytest.FixtureRequest, tmp_path: Path, make_database: Callable[[str], str]) -> str:
    """A database to restore into, with nothing in it."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path}/other/tables.db"
    return make_database("template1")


def test_every_table_of_the_database_is_saved_but_what_follows_from_the_logs() -> None:
    assert {table.name for table in metadata.sorted_tables} - {table.name for table in SAVED} == {
        "snapshots",
        "reviews",
        "changes",
    }


def test_a_backup_of_either_database_is_restored_into_either(store_url: str, other_url: str, tmp_path: Path) -> None:
    file = tmp_path / "magnate.backup"

    async def test() -> None:
        ids = await play_some(store_url)
        before = await content(store_url)
        found = await save(settings_for(store_url), file)
        assert found.unplayable == {}
        assert found.rows["tables"] == len(ids)
        assert found.rows["entries"] == len(before["entries"])
        restored = await restore(settings_for(other_url), file)
        assert (restored.rows, restored.unplayable) == (found.rows, {})
        assert await content(other_url) == before
        async with open_store(settings_for(other_url)) as store:
            for id in ids:
                table, rows = await read_table(store, id)
                if table.game is not None and table.game.is_over:
                    assert verify(record_of(table.secret, rows)).verdict == "proved"

    asyncio.run(test())
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("magnate.backup")] == ["magnate.backup"]


def test_a_game_goes_on_after_a_restore_with_the_token_from_before(tmp_path: Path) -> None:
    file = tmp_path / "magnate.backup"

    async def speak(here: Running, table: str, token: str, text: str) -> None:
        async with here.socket(table, here.guest()) as socket:
            await say(socket, type="Hello", tokens=[token])
            assert (await hear(socket, "Welcome"))["seats"] == [0]
            await say(socket, type="Do", id=text, command={"type": "Say", "text": text})
            assert (await hear(socket, "Done", "Refused"))["type"] == "Done"

    async def test() -> None:
        async with running(tmp_path / "one") as here:
            made = await here.quick(seats=2)
            await speak(here, made["table"], made["token"], "before")
            found = await save(here.node.settings, file)  # while it runs
            assert found.rows["tables"] == 1
        (tmp_path / "two").mkdir()
        await restore(settings_for(str(tmp_path / "two" / "tables.db")), file)
        async with running(tmp_path / "two") as here:
            await speak(here, made["table"], made["token"], "after")

    (tmp_path / "one").mkdir()
    asyncio.run(test())


def test_a_backup_while_entries_are_written_is_one_moment_without_a_gap(store_url: str, tmp_path: Path) -> None:
    file = tmp_path / "magnate.backup"

    async def work(store: Store) -> None:
        await new_table(store, entries=20)
        saving = asyncio.create_task(save(settings_for(store_url), file))
        number = 20
        while not saving.done() or number < 60:
            number += 1
            assert await store.append(row("t1", number), head("t1", number))
        await saving

    at_store(store_url, work)
    lines = list(read(file))
    (listed,) = [line for line in lines if isinstance(line, SavedRow) and line.table == "tables"]
    numbers = [line.values[1] for line in lines if isinstance(line, SavedRow) and line.table == "entries"]
    assert len(numbers) >= 20
    assert numbers == list(range(1, len(numbers) + 1))
    assert listed.values[8] == len(numbers)


def test_a_log_that_cannot_be_replayed_is_saved_and_named(sqlite_url: str, tmp_path: Path) -> None:
    file = tmp_path / "magnate.backup"
    at_store(sqlite_url, lambda store: new_table(store, entries=3))  # entries that no table can have
    found = asyncio.run(save(settings_for(sqlite_url), file))
    assert list(found.unplayable) == ["t1"]
    assert check(file).unplayable == found.unplayable
    assert check(file).rows["entries"] == 3


def test_a_game_that_is_being_imported_is_left_out(store_url: str, tmp_path: Path) -> None:
    file = tmp_path / "magnate.backup"

    async def work(store: Store) -> None:
        await new_table(store, "t1", entries=3, status=ARRIVING)
        await new_table(store, "t2", entries=2)

    at_store(store_url, work)
    asyncio.run(save(settings_for(store_url), file))
    rows = [line for line in read(file) if isinstance(line, SavedRow)]
    assert [one.values[0] for one in rows if one.table == "tables"] == ["t2"]
    assert {one.values[0] for one in rows if one.table == "entries"} == {"t2"}


# Refusals.


@pytest.fixture
def saved(tmp_path: Path) -> tuple[Path, str]:
    """A good backup of some games, and the address of the database it was made of."""
    url, file = f"sqlite+aiosqlite:///{tmp_path}/data/tables.db", tmp_path / "magnate.backup"
    asyncio.run(play_some(url))
    asyncio.run(save(settings_for(url), file))
    return file, url


def lines_of(file: Path) -> list[bytes]:
    return gzip.decompress(file.read_bytes()).splitlines(keepends=True)


def alter_row(lines: list[bytes]) -> list[bytes]:
    """One letter of one entry is another."""
    place = next(place for place, line in enumerate(lines) if line.startswith(b'["entries"'))
    return [*lines[:place], lines[place].replace(b"clasico", b"clasicx"), *lines[place + 1 :]]


def drop_row(lines: list[bytes]) -> list[bytes]:
    """An entry is missing."""
    place = next(place for place, line in enumerate(lines) if line.startswith(b'["entries"'))
    return lines[:place] + lines[place + 1 :]


DAMAGES: dict[str, Callable[[Path], bytes]] = {
    "cut in the middle": lambda file: file.read_bytes()[: file.stat().st_size // 2],
    "a byte changed": lambda file: bytes(
        byte ^ (place == file.stat().st_size // 3) for place, byte in enumerate(file.read_bytes())
    ),
    "without its end": lambda file: gzip.compress(b"".join(lines_of(file)[:-1])),
    "an entry altered": lambda file: gzip.compress(b"".join(alter_row(lines_of(file)))),
    "an entry missing": lambda file: gzip.compress(b"".join(drop_row(lines_of(file)))),
    "something behind its end": lambda file: gzip.compress(b"".join([*lines_of(file), b"[]\n"])),
    "no backup": lambda file: b"hello",
    "empty": lambda file: b"",
    "another text": lambda file: gzip.compress(b"hello\n"),
    "nested too deeply": lambda file: gzip.compress(lines_of(file)[0] + b"[" * 100_000 + b"\n"),
}


@pytest.mark.parametrize(
    ("kind", "damage"),
    [*(("sqlite", damage) for damage in DAMAGES), ("postgres", "a byte changed"), ("postgres", "an entry altered")],
)
def test_a_damaged_file_is_refused_by_name_and_nothing_is_touched(
    saved: tuple[Path, str], damage: str, kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    file, url = saved
    if kind == "postgres":
        url = request.getfixturevalue("postgres_url")
        asyncio.run(play_some(url))
    before = asyncio.run(content(url))
    bad = tmp_path / "bad.backup"
    bad.write_bytes(DAMAGES[damage](file))
    with pytest.raises(BadBackup, match=r"bad\.backup (is damaged|is not whole|is no backup)"):
        asyncio.run(restore(settings_for(url), bad, is_forced=True))
    assert asyncio.run(content(url)) == before
    fresh = tmp_path / "fresh" / "tables.db"
    with pytest.raises(BadBackup):
        asyncio.run(restore(settings_for(str(fresh)), bad))
    assert not fresh.exists()


def test_a_log_that_was_altered_with_its_hashes_is_found_by_its_table(saved: tuple[Path, str], tmp_path: Path) -> None:
    file, _ = saved
    forged = tmp_path / "forged.backup"
    with BackupWriter(forged) as writer:
        for line in read(file):
            if isinstance(line, SavedRow):
                values = [one.replace(b"clasico", b"clasicx") if isinstance(one, bytes) else one for one in line.values]
                writer.row(line.table, values if line.table == "entries" else line.values)
            elif isinstance(line, Header | SavedLog):
                writer.write(encode(line))
        writer.finish()
        writer.publish()
    with pytest.raises(BadBackup, match=r"forged\.backup is damaged: the log of table \w{8} is not the one"):
        check(forged)


def test_a_whole_file_without_the_columns_of_tables_is_refused_by_name(saved: tuple[Path, str], tmp_path: Path) -> None:
    file, forged = saved[0], tmp_path / "forged.backup"
    header = read_header(file, steps())
    with BackupWriter(forged) as writer:
        writer.write(encode(replace(header, columns={"tables": ["id"]})))
        writer.row("tables", ["abcdefgh"])
        writer.finish()
        writer.publish()
    with pytest.raises(BadBackup, match=r"forged\.backup is damaged: the header has no tables with id, number, "):
        check(forged)


def test_a_restore_replaces_nothing_unless_it_is_forced(
    saved: tuple[Path, str], store_url: str, tmp_path: Path
) -> None:
    file, source = saved
    asyncio.run(play_some(store_url))
    before = asyncio.run(content(store_url))
    with pytest.raises(BadBackup, match="--force"):
        asyncio.run(restore(settings_for(store_url), file))
    assert asyncio.run(content(store_url)) == before
    asyncio.run(restore(settings_for(store_url), file, is_forced=True))
    assert asyncio.run(content(store_url)) == asyncio.run(content(source))
    if "sqlite" in store_url:  # the old one is kept
        old = store_url.replace("magnate.db", "magnate.db.replaced")
        assert asyncio.run(content(old)) == before


def test_a_restore_is_refused_while_a_server_runs(saved: tuple[Path, str], store_url: str) -> None:
    file, _ = saved

    async def test() -> None:
        async with node_at(store_url) as registry:
            id = await registry.create(ANA, (await table_for(registry, ANA, bots=1))[0].table.config)
            with pytest.raises((BadBackup, StoreError), match=r"in use by another server|stop them first"):
                await restore(settings_for(store_url), file, is_forced=True)
            assert await registry.store.head(id) is not None

    asyncio.run(test())


def test_a_restore_that_fails_half_way_leaves_everything_as_it_was(
    saved: tuple[Path, str], store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, _ = saved
    asyncio.run(play_some(store_url))
    before = asyncio.run(content(store_url))

    def some_of_it(path: Path) -> Any:
        entries = 0
        for line in read(path):
            entries += isinstance(line, SavedRow) and line.table == "entries"
            if entries > 5:
                raise OSError(5, "Input/output error")
            yield line

    monkeypatch.setattr(restoring, "read", some_of_it)
    with pytest.raises(StoreError):
        asyncio.run(restore(settings_for(store_url), file, is_forced=True))
    assert asyncio.run(content(store_url)) == before


def test_a_backup_of_a_newer_version_is_refused_with_its_version(tmp_path: Path, sqlite_url: str) -> None:
    file = tmp_path / "new.backup"
    with BackupWriter(file) as writer:
        header = {"type": "Header", "format": 1, "version": "9.9.9", "schema": "9999", "made": 1, "columns": {}}
        writer.write(json.dumps(header).encode())
        writer.finish()
        writer.publish()
    with pytest.raises(BadBackup, match=r"new\.backup was written by Magnate 9\.9\.9, which is newer"):
        asyncio.run(restore(settings_for(sqlite_url), file))


LATER_TABLES = {"subscriptions", "bans", "mutes", "reports"}  # since 0.1.0
LATER_COLUMNS = {("tables", "erased")}


def test_a_backup_of_an_older_schema_is_restored_and_migrated(saved: tuple[Path, str], other_url: str) -> None:
    """As version 0.1.0 would have written it: without the tables and columns that its database did not have."""
    file, _ = saved
    later: dict[str, list[int]] = {}  # the places of later columns in a row
    older = file.with_name("older.backup")
    with BackupWriter(older) as writer:
        for line in read(file):
            if isinstance(line, Header):
                columns = {name: one for name, one in line.columns.items() if name not in LATER_TABLES}
                for name, one in columns.items():
                    later[name] = [place for place, column in enumerate(one) if (name, column) in LATER_COLUMNS]
                    columns[name] = [column for column in one if (name, column) not in LATER_COLUMNS]
                header = {"type": "Header", "format": 1, "version": "0.1.0", "schema": "0002", "made": line.made}
                writer.write(json.dumps(header | {"columns": columns}).encode())
            elif isinstance(line, SavedRow) and line.table not in LATER_TABLES:
                known = [value for place, value in enumerate(line.values) if place not in later[line.table]]
                writer.row(line.table, known)
            elif isinstance(line, SavedLog):
                writer.write(encode(line))
        writer.finish()
        writer.publish()
    found = asyncio.run(restore(settings_for(other_url), older))
    assert found.unplayable == {}
    assert asyncio.run(content(other_url))["subscriptions"] == []

    async def subscribe(store: Store) -> int:
        return await store.keep_subscription("ana", Subscription("https://x", b"k", b"a", "en"), 6)

    assert at_store(other_url, subscribe) == 1


@pytest.mark.parametrize("version", sorted(path.name for path in COMPAT.iterdir() if (path / "tables.db.gz").exists()))
def test_the_database_of_every_released_version_is_backed_up_and_every_log_folds(version: str, tmp_path: Path) -> None:
    database, file = tmp_path / "tables.db", tmp_path / "magnate.backup"
    database.write_bytes(gzip.decompress((COMPAT / version / "tables.db.gz").read_bytes()))
    at_store(f"sqlite+aiosqlite:///{database}", Store.signing_key)  # migrates it
    found = asyncio.run(save(settings_for(str(database)), file))
    assert found.rows["tables"] > 0
    assert found.unplayable == {}


# The commands.


def test_the_commands_say_what_they_did(saved: tuple[Path, str], tmp_path: Path) -> None:
    _, url = saved
    file, target = tmp_path / "by-hand.backup", tmp_path / "new" / "tables.db"
    at, new = {"MAGNATE_DATABASE": url}, {"MAGNATE_DATABASE": str(target)}
    done = magnate(tmp_path, "backup", str(file), **at)
    assert done.returncode == 0, done.stderr
    assert "4 tables with" in done.stdout
    assert "checked" in done.stdout
    again = magnate(tmp_path, "backup", str(file), **at)
    assert again.returncode != 0
    assert f"{file} exists" in again.stderr
    checked = magnate(tmp_path, "restore", str(file), "--check", **new)
    assert checked.stdout.startswith(f"{file} is good: 4 tables")
    assert not target.exists()
    restored = magnate(tmp_path, "restore", str(file), **new)
    assert restored.returncode == 0, restored.stderr
    assert restored.stdout.startswith(f"Restored from {file}: 4 tables with")
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    refused = magnate(tmp_path, "restore", str(file), **new)
    assert refused.returncode != 0
    assert "--force" in refused.stderr
    os.truncate(file, 300)
    damaged = magnate(tmp_path, "restore", str(file), "--force", **new)
    assert damaged.returncode != 0
    assert f"{file} is damaged" in damaged.stderr
    with sqlite3.connect(target) as connection:
        assert connection.execute("SELECT count(*) FROM tables").fetchone() == (4,)
    connection.close()
    missing = magnate(tmp_path, "restore", str(tmp_path / "none"), **new)
    assert "cannot be read" in missing.stderr
