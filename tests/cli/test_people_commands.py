"""`magnate people`, `magnate bans` and `magnate reports`: what they print, and one clear line for bad input."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from magnate.cli import run
from magnate.server.operations.settings import database_url
from magnate.server.store.columns import Report
from magnate.server.store.store import Store

WORDS = b'[{"number":2,"at":5,"person":"bea-id","name":"Bea","text":"an insult","removed":true}]'


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A database with two people and a report."""
    file = str(tmp_path / "tables.db")

    async def fill(store: Store) -> None:
        await store.keep_person("ana-id", "Ana", "guest", 1_000)
        await store.keep_person("bea-id", "Bea", "guest", 2_000)
        kept = Report("r1", 3_000, True, "k7m2p4qx", "ana-id", "bea-id", "Bea", "insults", "she did", WORDS)
        assert await store.moderation.keep_report(kept, 10)

    at(file, fill)
    return file


def at(file: str, work: Callable[[Store], Awaitable[Any]]) -> Any:
    """Do something with the database."""

    async def whole() -> Any:
        store = await Store.open(database_url(file))
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(whole())


def said(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    """Run a command: its code, what it said, and what it complained about."""
    code = run(args)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_people_are_listed_and_found_by_name(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "people", "list", "--json", "--database", database)
    assert code == 0
    assert [one["name"] for one in json.loads(out)] == ["Bea", "Ana"]
    _, out, _ = said(capsys, "people", "list", "--name", "AN", "--database", database)
    assert "ana-id" in out
    assert "Bea" not in out


def test_a_person_is_shown_with_reports_and_bans(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "bans", "add", "--person", "bea-id", "--database", database)
    code, out, _ = said(capsys, "people", "show", "bea-id", "--database", database)
    assert code == 0
    assert json.loads(out) == {
        "id": "bea-id", "name": "Bea", "kind": "guest", "tables": [], "reports": ["r1"], "banned": True,
    }  # fmt: skip
    code, _, err = said(capsys, "people", "show", "nobody", "--database", database)
    assert code == 2
    assert "magnate people list" in err


def test_bans_are_added_listed_and_removed(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "bans", "add", "--person", "bea-id", "--days", "7", "--database", database)
    assert (code, "for 7 days" in out) == (0, True)
    code, out, _ = said(capsys, "bans", "add", "--address", "2001:db8:1:2::5", "--why", "spam", "--database", database)
    assert (code, "2001:db8:1:2::/64" in out) == (0, True)
    _, out, _ = said(capsys, "bans", "list", "--json", "--database", database)
    assert {(one["kind"], one["value"], one["why"]) for one in json.loads(out)} == {
        ("person", "bea-id", ""), ("address", "2001:db8:1:2::/64", "spam"),
    }  # fmt: skip
    code, _, _ = said(capsys, "bans", "remove", "--address", "2001:db8:1:2:3::", "--database", database)
    assert code == 0
    code, _, _ = said(capsys, "bans", "remove", "--person", "bea-id", "--database", database)
    assert code == 0
    code, _, err = said(capsys, "bans", "remove", "--person", "bea-id", "--database", database)
    assert (code, "is not banned" in err) == (2, True)


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        ((), "either --person"),
        (("--person", "x", "--address", "203.0.113.7"), "either --person"),
        (("--address", "127.0.0.1"), "behind_proxy"),
        (("--address", "10.1.2.3"), "not a public address"),
        (("--address", "0.0.0.0/0"), "too wide"),
        (("--address", "somewhere"), "no address"),
        (("--person", "x", "--days", "0"), "--days is 0"),
    ],
)
def test_a_ban_that_cannot_be_meant_is_refused(
    args: tuple[str, ...], problem: str, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = said(capsys, "bans", "add", *args, "--database", database)
    assert code == 2
    assert problem in err
    assert at(database, lambda store: store.moderation.bans()) == []


def test_reports_are_listed_shown_closed_and_deleted(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "reports", "list", "--database", database)
    assert (code, "r1" in out, "insults" in out, "bea-id" in out) == (0, True, True, True)
    _, out, _ = said(capsys, "reports", "show", "r1", "--database", database)
    assert json.loads(out)["words"][0]["text"] == "an insult"
    assert said(capsys, "reports", "close", "r1", "--database", database)[0] == 0
    assert json.loads(said(capsys, "reports", "list", "--json", "--database", database)[1]) == []
    assert json.loads(said(capsys, "reports", "list", "--all", "--json", "--database", database)[1])[0]["id"] == "r1"
    assert said(capsys, "reports", "delete", "r1", "--database", database)[0] == 0
    for command in ("show", "close", "delete"):
        code, _, err = said(capsys, "reports", command, "r1", "--database", database)
        assert (code, "there is no report 'r1'" in err) == (2, True)
