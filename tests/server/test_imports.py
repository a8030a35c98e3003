"""Records from elsewhere: they come in beside what is played, whole or not at all, and cost nobody else anything."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from nodes import ANA, BEA, node, run, table_for
from process import Node
from running import Running, good, refused, with_server
from sqlalchemy import delete

from magnate.dice import FairDice
from magnate.editions import load
from magnate.fixes import RULES, SPARED
from magnate.game import Game
from magnate.protocol import commands as ask
from magnate.protocol.errors import Refusal
from magnate.record import Seal
from magnate.server.live import table_reader
from magnate.server.live.live_table import LiveTable
from magnate.server.live.registry import Registry
from magnate.server.store.columns import ARRIVING, LogRow, StoreError, snapshots
from magnate.server.store.store import Store
from magnate.server.store.writer import Writer
from magnate.server.tables.record_import import table_of
from magnate.server.tables.snapshot import freeze
from magnate.server.tables.table import OVER, Table

MOVES = 3_000


@cache
def long_record(moves: int = MOVES) -> str:
    """The record of a game without an end, up to so many moves."""
    rich = load("clasico", options={"setup.cash": 1_000_000, "start.salary": 1_000_000})
    game = Game(rich, 4, dice=FairDice.from_secret("5e" * 32, ("luck",)))
    while len(game.moves) <= moves:
        seat = game.must[0]
        game.play(seat, game.default_action(seat))
    return game.record(reveal=True)


def resealed(text: str, move: str) -> str:
    """A record whose first move is another, sealed as if nothing had happened."""
    head, _, moves = text.partition("\nmoves\n")
    seal = Seal()
    for line in (*head.split("\n"), "moves"):
        seal.add(line)
    first = moves.split("\n")[0].rpartition(" #")[0]
    lines = [f"{line} #{seal.add(line)}" for line in (first, move, "end 1")]
    return "\n".join([head, "moves", *lines, ""])


def test_an_imported_record_names_the_rules_it_is_recorded_with_here() -> None:
    old = Path(__file__).parent.parent / "compat" / "0.1.0" / "records" / "clasico-book-bots.record"
    for text, rules in ((long_record(10), RULES), (old.read_text(encoding="utf-8"), SPARED)):
        assert table_of("import23", ANA.id, text, 0, 100_000, lambda: False)[0].rules == rules


@pytest.mark.parametrize("digits", [50, 4_000, 5_000, 50_000])
def test_a_number_too_long_to_read_is_a_bad_record_and_its_line_is_named(tmp_path: Path, digits: int) -> None:
    async def test(here: Running) -> None:
        bad = resealed(long_record(10), f'1 0 Bid {{"amount":{"1" * digits}}}')
        line = bad.count("\n", 0, bad.index("1 0 Bid")) + 1
        body = refused(await here.ana.post("/api/records", content=bad.encode()), 422, "bad_record")
        assert f"line {line}" in body["message"]

    with_server(tmp_path, test)


def test_a_record_of_too_many_moves_is_refused_before_it_is_replayed(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        body = refused(await here.ana.post("/api/records", content=long_record(31).encode()), 413, "too_long")
        assert "31 moves; this server takes up to 30" in body["message"]
        good(await here.ana.post("/api/records", content=long_record(30).encode()))

    with_server(tmp_path, test, record_moves=30)


def test_an_imported_table_is_read_without_replaying_it(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with node(store_url) as registry:
            id = await registry.keep_record(ANA, long_record(500))
            whole = await registry.reader.read(id)
            replayed = apply_all(whole, await registry.store.rows(id, 0))
            monkeypatch.setattr(table_reader, "take_in", lambda table, rows: pytest.fail("it was replayed"))
            assert freeze(await registry.reader.read(id)) == freeze(replayed)

    run(test)


def apply_all(table: Table, rows: list[LogRow]) -> Table:
    """The same table from its log alone."""
    fresh = Table(table.id, table.secret)
    take_in(fresh, rows)
    return fresh


take_in = table_reader.take_in


def test_a_long_log_is_replayed_in_pieces_beside_the_other_tables_and_only_once(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces: list[tuple[bool, int]] = []

    def noting(table: Table, rows: list[LogRow]) -> None:
        pieces.append((threading.current_thread() is threading.main_thread(), len(rows)))
        take_in(table, rows)

    async def test() -> None:
        async with node(sqlite_url) as registry:
            id = await registry.keep_record(ANA, long_record(1_200))
            await forget_snapshots(registry)
            monkeypatch.setattr(table_reader, "take_in", noting)
            first = await registry.reader.read(id)
            assert [is_main for is_main, _ in pieces] == [False] * 3
            assert max(size for _, size in pieces) <= table_reader.PAGE
            while await registry.store.snapshot(id) is None:
                await asyncio.sleep(0.01)
            pieces.clear()
            assert freeze(await registry.reader.read(id)) == freeze(first)
            assert pieces == []

    run(test)


async def forget_snapshots(registry: Registry) -> None:
    """As older servers did with games that were over."""
    async with registry.store.transaction() as connection:
        await connection.execute(delete(snapshots))


def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that takes its time for every commit."""
    commit = Writer.commit

    async def slow(self: Writer, batch: list[Any], is_again: bool = False) -> None:
        await asyncio.sleep(0.02)
        await commit(self, batch, is_again)

    monkeypatch.setattr(Writer, "commit", slow)


async def arriving(registry: Registry) -> None:
    """Wait until a part of a record is kept."""
    while not await registry.store.tables(1, ARRIVING):
        await asyncio.sleep(0.005)


def test_what_others_play_is_kept_while_a_record_comes_in(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            live, _ = await table_for(registry, ANA, BEA)
            slowly(monkeypatch)
            coming = asyncio.create_task(registry.keep_record(ANA, long_record()))
            await arriving(registry)
            for word in range(3):
                await live.do(BEA, [], f"say {word}", ask.Say(f"word {word}"))
            assert not coming.done()
            assert await registry.store.head(await coming) is not None

    run(test)


def test_a_record_that_cannot_be_kept_in_full_is_not_kept_at_all(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = Store.append

    async def failing(self: Store, row: LogRow, *more: Any) -> bool:
        if row.number == 450:
            raise StoreError("the disk is full")
        return await append(self, row, *more)

    async def test() -> None:
        async with node(sqlite_url) as registry:
            monkeypatch.setattr(Store, "append", failing)
            with pytest.raises(StoreError):
                await registry.keep_record(ANA, long_record(1_200))
            assert await registry.store.tables(9) == await registry.store.tables(9, ARRIVING) == []

    run(test)


def test_a_node_that_goes_down_gives_a_record_up(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            slowly(monkeypatch)
            coming = asyncio.create_task(registry.keep_record(ANA, long_record()))
            await arriving(registry)
            registry.closing.set()
            with pytest.raises(Refusal) as caught:
                await coming
            assert caught.value.error == "unavailable"
            assert await registry.store.tables(9, ARRIVING) == []

    run(test)


class Sender(threading.Thread):
    """Somebody who sends a record and waits for the answer."""

    def __init__(self, node: Node, record: str) -> None:
        super().__init__(daemon=True)
        self.node, self.record = node, record.encode()
        self.is_sent = threading.Event()
        self.answer: httpx.Response | None = None
        self.start()

    def run(self) -> None:
        size = {"Content-Length": str(len(self.record))}
        with contextlib.suppress(httpx.HTTPError):
            self.answer = httpx.post(f"{self.node.url}/api/records", content=self._send(), headers=size, timeout=60)

    def _send(self) -> Iterator[bytes]:
        yield self.record
        self.is_sent.set()

    def wait_until_read(self) -> None:
        """Wait until the server has the whole record: what it is asked afterwards, it reads afterwards."""
        assert self.is_sent.wait(60)
        for _ in range(20):
            good(httpx.get(f"{self.node.url}/healthz"))


def statuses(folder: Path) -> list[str]:
    """The tables in the file, whoever may see them."""
    with sqlite3.connect(folder / "tables.db", timeout=10) as file:
        return [status for (status,) in file.execute("SELECT status FROM tables")]


def wait_for_part(folder: Path) -> None:
    """Wait until a part of a record is in the file."""
    until = time.monotonic() + 60
    while ARRIVING not in statuses(folder):
        assert time.monotonic() < until
        time.sleep(0.005)


@pytest.mark.parametrize("moment", ["while it is replayed", "while it is kept"])
def test_a_server_told_to_stop_while_a_record_comes_in_says_so_and_keeps_nothing_of_it(
    tmp_path: Path, moment: str
) -> None:
    for attempt in range(10):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        with Node(f"sqlite+aiosqlite:///{folder}/tables.db", folder) as server:
            sender = Sender(server, long_record(15_000 if moment == "while it is replayed" else 6_000))
            if moment == "while it is replayed":
                sender.wait_until_read()
            else:
                wait_for_part(folder)
            assert server.stop() == 0
            sender.join(60)
            assert "Error" not in server.said()
        answer = sender.answer
        assert answer is not None
        if answer.status_code != 201:  # else it was kept before the server was told: once more
            refused(answer, 503, "unavailable")
            assert statuses(folder) == []
            return
    pytest.fail("every record was kept before the server was told to stop")


def test_a_server_killed_while_a_record_comes_in_shows_nobody_a_part_of_it(tmp_path: Path) -> None:
    with Node(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path) as server:
        Sender(server, long_record(6_000))
        wait_for_part(tmp_path)
        server.kill()
        with sqlite3.connect(tmp_path / "tables.db") as file:
            (id,) = file.execute("SELECT id FROM tables").fetchone()
            file.execute("UPDATE tables SET at = 0")  # long ago
        server.start()
        refused(httpx.get(f"{server.url}/api/tables/{id}"), 404, "no_such_table")
        refused(httpx.get(f"{server.url}/api/tables/{id}/qr.svg"), 404, "no_such_table")
        until = time.monotonic() + 60
        while statuses(tmp_path):
            assert time.monotonic() < until
            time.sleep(0.05)


def test_the_proof_of_a_record_that_does_not_end_shows_the_secret_the_record_has(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = good(await here.ana.post("/api/records", content=long_record(30).encode()))["table"]
        assert "secret " + "5e" * 32 in (await here.ana.get(f"/api/tables/{table}/record")).text
        assert good(await here.ana.get(f"/api/tables/{table}/proof"))["secret"] == "5e" * 32
        made = await here.quick(seats=2)
        await here.node.registry.live_tables[made["table"]].close_table("admin")
        assert good(await here.ana.get(f"/api/tables/{made['table']}/proof"))["secret"] is None

    with_server(tmp_path, test)


def test_the_record_of_a_game_that_ends_meanwhile_is_not_kept_by_browsers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = LiveTable.record

    async def ending(self: LiveTable) -> str:
        text = await record(self)
        self.table.status = OVER
        return text

    async def test(here: Running) -> None:
        made = await here.quick(seats=2)
        monkeypatch.setattr(LiveTable, "record", ending)
        response = await here.ana.get(f"/api/tables/{made['table']}/record")
        assert "secret " not in response.text
        assert response.headers["cache-control"] == "no-store"
        over = good(await here.ana.post("/api/records", content=long_record(30).encode()))["table"]
        kept = (await here.ana.get(f"/api/tables/{over}/record")).headers["cache-control"]
        assert kept == "private, max-age=300"

    with_server(tmp_path, test, bot_pause_ms=60_000)
