"""What an operator must know is one line at `info`; addresses are in it only where the operator wants them."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from running import Running, good, hear, say, until_closed, with_server

from magnate.server.operations.operator_log import AGAIN, MOST, OperatorLog
from magnate.server.operations.settings import Settings

ADDRESS = "198.51.100.7"


class Lines(logging.Handler):
    """What was logged: the event and its fields."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str, dict[str, Any]]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append((record.levelname, record.getMessage(), getattr(record, "fields", {})))

    def of(self, event: str) -> list[dict[str, Any]]:
        """The fields of the lines about an event, all of them at info."""
        found = [(level, fields) for level, what, fields in self.found if what == event]
        assert {level for level, _ in found} <= {"INFO"}
        return [fields for _, fields in found]


@pytest.fixture
def lines() -> Iterator[Lines]:
    logger, handler = logging.getLogger("magnate.server"), Lines()
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel("INFO")
    yield handler
    logger.removeHandler(handler)
    logger.setLevel(before)


@pytest.mark.parametrize("is_written", [False, True])
def test_a_refusal_by_a_limit_is_a_line(tmp_path: Path, lines: Lines, is_written: bool) -> None:
    async def test(here: Running) -> None:
        for _ in range(5):
            await here.ana.get("/api/levels", headers={"X-Forwarded-For": ADDRESS})

    with_server(tmp_path, test, requests_per_second=0.001, request_burst=1, behind_proxy=True, log_addresses=is_written)
    (line,) = lines.of("refused_by_limit")
    assert line == {"limit": "requests", **({"address": ADDRESS} if is_written else {})}


def test_a_connection_that_is_cut_is_a_line_and_one_that_ends_by_itself_is_not(tmp_path: Path, lines: Lines) -> None:
    async def test(here: Running) -> None:
        table = await here.table()
        me = good(await here.ana.get("/api/me"))["id"]
        async with here.socket(table) as socket:
            await say(socket, type="Hello")
            await hear(socket, "Welcome")
        assert lines.of("connection_cut") == []
        async with here.socket(table) as socket:
            for _ in range(3):
                await socket.send("nonsense")
            await until_closed(socket)
        while not lines.of("connection_cut"):
            await here.ana.get("/healthz")
        assert lines.of("connection_cut") == [{"why": "limit", "table": table, "person": me}]

    with_server(tmp_path, test, malformed_in_a_row=3)


def test_a_table_that_is_closed_is_a_line(tmp_path: Path, lines: Lines) -> None:
    async def test(here: Running) -> None:
        table = await here.table()
        body = {"id": "close", "command": {"type": "Close"}}
        good(await here.ana.post(f"/api/tables/{table}/commands", json=body))
        assert lines.of("table_closed") == [{"table": table, "why": "host"}]

    with_server(tmp_path, test)


def test_a_slow_commit_is_a_line(tmp_path: Path, lines: Lines) -> None:
    async def test(here: Running) -> None:
        await here.table()
        assert lines.of("slow_commit")[0]["entries"] == 1

    with_server(tmp_path, test, slow_commit_ms=0)
    before = len(lines.of("slow_commit"))
    OperatorLog(Settings()).committed(0.999, 5)
    OperatorLog(Settings()).committed(1.25, 5)
    assert lines.of("slow_commit")[before:] == [{"seconds": 1.25, "entries": 5}]


def test_a_flood_is_one_line_a_minute_for_each_client_and_limit(lines: Lines) -> None:
    now = 0.0
    log = OperatorLog(Settings(log_addresses=True), lambda: now)
    for _ in range(1000):
        log.limited("requests", ADDRESS)
    log.limited("requests", "203.0.113.9")
    log.limited("frames", "ana")
    now = AGAIN
    log.limited("requests", ADDRESS)
    assert lines.of("refused_by_limit") == [
        {"limit": "requests", "address": ADDRESS},
        {"limit": "requests", "address": "203.0.113.9"},
        {"limit": "frames", "person": "ana"},
        {"limit": "requests", "address": ADDRESS, "since_last": 999},
    ]


def test_a_flood_from_many_addresses_does_not_fill_the_memory(lines: Lines) -> None:
    log = OperatorLog(Settings(), lambda: 0.0)
    for number in range(3 * MOST):
        log.limited("requests", str(number))
    assert len(log.refused) <= MOST


def test_no_line_of_a_game_has_an_address_unless_that_is_wanted(tmp_path: Path, lines: Lines) -> None:
    async def test(here: Running) -> None:
        made = await here.quick(seats=2)
        async with here.socket(made["table"]) as socket:
            await say(socket, type="Hello", tokens=[made["token"]])
            await hear(socket, "Welcome")

    with_server(tmp_path, test, slow_commit_ms=0, log_level="debug")
    assert lines.found
    assert "127.0.0.1" not in json.dumps(lines.found)
