"""The backups that docs/host.md tells of: taken while the server writes, whole, and as good as the original."""

from __future__ import annotations

import asyncio
import re
import shlex
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

from process import postgres_tool
from stores import at_store, head, new_table, row
from test_cli_serve import magnate

from magnate.server.store.store import Store

HOST = (Path(__file__).parent.parent.parent / "docs" / "host.md").read_text(encoding="utf-8")
BEFORE, ENTRIES = 20, 300


def command(begins: str) -> str:
    """The command of the page that begins like this."""
    found = re.findall(rf"^({re.escape(begins)}.*)$", HOST, re.MULTILINE)
    assert len(found) == 1, begins
    return str(found[0])


def test_the_commands_of_the_page_back_up_and_restore(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    at_store(f"sqlite+aiosqlite:///{database}", lambda store: new_table(store, entries=BEFORE))
    save, load = (shlex.split(command(begins), comments=True) for begins in ("magnate backup", "magnate restore"))
    assert save[2] == load[2]
    file = str(tmp_path / save[2])
    assert magnate(tmp_path, save[1], file, MAGNATE_DATABASE=str(database)).returncode == 0
    restored = magnate(tmp_path, load[1], file, MAGNATE_DATABASE=str(tmp_path / "other.db"))
    assert restored.stdout.startswith(f"Restored from {file}: 1 tables with {BEFORE} entries")


async def write_while(store: Store, work: Callable[[], None]) -> bytes:
    """Keep entry after entry while something else happens. The answer is the key that everything is signed with."""
    key = await store.signing_key()
    await new_table(store, entries=BEFORE)
    working = asyncio.create_task(asyncio.to_thread(work))
    number = BEFORE
    while number < ENTRIES or not working.done():
        number += 1
        assert await store.append(row("t1", number), head("t1", number))
    await working
    return key


async def is_whole(store: Store, key: bytes) -> bool:
    """Whether all that was acknowledged before the backup is there, without a gap, under the same key."""
    found = [one.number for one in await store.rows("t1", 0)]
    return len(found) >= BEFORE and found == list(range(1, len(found) + 1)) and await store.signing_key() == key


def test_a_copy_of_sqlite_taken_while_it_is_written_is_whole(sqlite_url: str, tmp_path: Path) -> None:
    documented = command("sqlite3 /var/lib/magnate/tables.db")
    copy = tmp_path / "magnate.db"
    sql = shlex.split(documented)[2].replace("/var/backups/magnate.db", str(copy))

    def take_copy() -> None:
        connection = sqlite3.connect(sqlite_url.partition("///")[2])
        connection.execute(sql)
        connection.close()

    key = at_store(sqlite_url, lambda store: write_while(store, take_copy))
    assert at_store(f"sqlite+aiosqlite:///{copy}", lambda store: is_whole(store, key))


def test_a_dump_of_postgresql_taken_while_it_is_written_restores_whole(
    postgres_url: str, make_database: Callable[[str], str], tmp_path: Path
) -> None:
    dump = tmp_path / "magnate.dump"

    def run(begins: str, url: str) -> None:
        words = shlex.split(command(begins).replace("$MAGNATE_DATABASE", url.replace("+asyncpg", "")))
        words = [word.replace("magnate.dump", str(dump)) for word in words]
        subprocess.run([postgres_tool(words[0]), *words[1:]], check=True, capture_output=True)

    key = at_store(postgres_url, lambda store: write_while(store, lambda: run("pg_dump", postgres_url)))
    empty = make_database("template0")
    run("pg_restore", empty)
    assert at_store(empty, lambda store: is_whole(store, key))
