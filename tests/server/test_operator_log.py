"""What an operator must know is one line at `info`; addresses are in it only where the operator wants them."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from log_lines import Lines
from running import Running, good, hear, say, until_closed, with_server

from magnate.server import admin
from magnate.server.operations.clock import now_ms
from magnate.server.operations.operator_log import AGAIN, MOST, OperatorLog
from magnate.server.operations.settings import Settings
from magnate.server.tables import operator_actions
from magnate.server.tables.operator_bans import add_ban, ban_of

ADDRESS = "198.51.100.7"


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


# What was done, and the fields of its line, beside `table`, `person` and `report` where the test knows them.

Doing = Callable[[Running, str, str], Awaitable[dict[str, Any]]]  # with a table and a person there


async def keep_out(here: Running, table: str, person: str) -> dict[str, Any]:
    body = {"id": "out", "command": {"type": "KeepOut", "person": person}}
    good(await here.ana.post(f"/api/tables/{table}/commands", json=body))
    return {"table": table, "person": person, "by": "host"}


async def ban_a_person(here: Running, table: str, person: str) -> dict[str, Any]:
    await add_ban(here.node.store, ban_of("person", person, "", None, now_ms()))
    await here.node.registry.changes.look()
    return {"person": person}


async def ban_an_address(here: Running, table: str, person: str) -> dict[str, Any]:
    await add_ban(here.node.store, ban_of("address", ADDRESS, "", 7, now_ms()))
    await here.node.registry.changes.look()
    return {"address": ADDRESS}


async def unban(here: Running, table: str, person: str) -> dict[str, Any]:
    await ban_a_person(here, table, person)
    assert await here.node.store.moderation.unban("person", person)
    await here.node.registry.changes.look()
    return {"person": person}


async def report(here: Running, table: str, person: str) -> dict[str, Any]:
    asked = {"person": person, "reason": "insults"}
    id = good(await here.ana.post(f"/api/tables/{table}/reports", json=asked))["report"]
    return {"report": id, "table": table, "person": person}


async def close_table(here: Running, table: str, person: str) -> dict[str, Any]:
    await operator_actions.close_table(here.node.store, table)
    await here.node.registry.changes.look()
    return {"table": table, "why": "admin"}


async def delete_table(here: Running, table: str, person: str) -> dict[str, Any]:
    assert await here.node.store.delete_table(table)
    await here.node.registry.changes.look()
    return {"table": table}


async def forget_person(here: Running, table: str, person: str) -> dict[str, Any]:
    good(await here.ana.post(f"/api/tables/{table}/commands", json={"id": "sit", "command": {"type": "Sit"}}))
    good(await here.ana.delete("/api/me"))
    return {"by": "person", "tables": 1, "seats": 1}


async def forget_person_by_command(here: Running, table: str, person: str) -> dict[str, Any]:
    await admin.forget_person(Settings(database=here.node.settings.database), person)
    await here.node.registry.changes.look()
    return {"by": "operator"}


async def read_too_slowly(here: Running, table: str, person: str) -> dict[str, Any]:
    async with here.socket(table) as socket:
        await say(socket, type="Hello")
        me = (await hear(socket, "Welcome"))["person"]
        (client,) = here.node.clients
        client.most = 0  # its queue is full with nothing in it
        await say(socket, type="Ping")
        assert (await until_closed(socket))[-1]["why"] == "slow"
    while here.node.clients:
        await here.ana.get("/healthz")
    return {"why": "slow", "table": table, "person": me, "address": "127.0.0.1"}


@pytest.mark.parametrize(
    ("event", "done"),
    [
        ("kept_out", keep_out),
        ("banned", ban_a_person),
        ("banned", ban_an_address),
        ("unbanned", unban),
        ("reported", report),
        ("table_closed", close_table),
        ("table_deleted", delete_table),
        ("person_forgotten", forget_person),
        ("person_forgotten", forget_person_by_command),
        ("connection_cut", read_too_slowly),
    ],
)
def test_what_an_operator_must_know_is_one_line_with_its_fields(
    event: str, done: Doing, tmp_path: Path, lines: Lines
) -> None:
    async def test(here: Running) -> None:
        table = await here.table(seats=2)
        bea = here.guest()
        said = {"id": "say", "command": {"type": "Say", "text": "hello"}}
        good(await bea.post(f"/api/tables/{table}/commands", json=said))
        expected = await done(here, table, good(await bea.get("/api/me"))["id"])
        await here.node.registry.changes.look()
        assert lines.of(event) == [expected]

    with_server(tmp_path, test, log_addresses=True)


def test_a_ban_that_ends_by_itself_is_not_logged_as_taken_back(tmp_path: Path, lines: Lines) -> None:
    async def test(here: Running) -> None:
        kept, look = here.node.store.moderation, here.node.registry.changes.look
        await add_ban(here.node.store, ban_of("person", "bea", "", 1, now_ms() - 25 * 3_600_000))
        await look()
        await kept.sweep(0, now_ms())
        await add_ban(here.node.store, ban_of("person", "cleo", "", 1, now_ms()))
        await look()
        assert [ban.value for ban in await kept.bans()] == ["cleo"]
        assert lines.of("banned") == [{"person": "bea"}, {"person": "cleo"}]
        assert lines.of("unbanned") == []

    with_server(tmp_path, test)
