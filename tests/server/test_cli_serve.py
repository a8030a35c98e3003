"""`magnate serve`, `migrate` and `tables` as processes of their own."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from running import good, hear, say, until_closed
from websockets.asyncio.client import connect

import forked
from magnate.verify import verify


def surroundings(folder: Path, **more: str) -> dict[str, str]:
    """An environment with a data folder of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MAGNATE_")}
    return kept | {"XDG_DATA_HOME": str(folder), "NO_COLOR": "1", "COLUMNS": "160"} | more


def magnate(folder: Path, *args: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    found = forked.run(*args, environment=surroundings(folder, **more), seconds=60)
    assert "Traceback" not in found.stderr, found.stderr
    return found


class Served:
    """A server process."""

    def __init__(self, folder: Path, *args: str, cold: bool = False, **more: str) -> None:
        self.stdout, out = forked.pipe()
        self.stderr, err = forked.pipe()
        with out, err:
            self.process = forked.start(
                "serve", "--port", "0", *args, environment=surroundings(folder, **more),
                stdout=out, stderr=err, cold=cold,
            )  # fmt: skip
        self.errors: list[str] = []
        self.listening = threading.Thread(target=lambda: self.errors.extend(self.stderr), daemon=True)
        self.listening.start()
        self.url = ""

    def wait(self) -> None:
        """Wait until it says where it is."""
        line = self.stdout.readline()
        found = re.fullmatch(r"Magnate is listening on (https?://\S+)\n", line)
        assert found, (line, self.process.poll(), self.errors)
        self.url = found[1]

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to stop; its exit code."""
        self.process.send_signal(how)
        code = self.process.wait(20)
        self.listening.join(5)
        return code


@contextmanager
def served(folder: Path, *args: str, cold: bool = False, **more: str) -> Iterator[Served]:
    """A server for a while; a cold one is the command itself, with its imports."""
    here = Served(folder, *args, cold=cold, **more)
    try:
        here.wait()
        yield here
    finally:
        if here.process.poll() is None:
            here.process.kill()
        here.process.wait()
        here.listening.join(5)
        here.stdout.close()
        here.stderr.close()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_says_where_it_is_answers_and_stops_with_code_0(tmp_path: Path, how: signal.Signals) -> None:
    with served(tmp_path, cold=True) as here:
        assert good(httpx.get(f"{here.url}/healthz")) == {"status": "alive"}
        assert good(httpx.get(f"{here.url}/readyz")) == {"status": "ready"}
        assert (tmp_path / "magnate" / "tables.db").exists()
        assert here.stop(how) == 0
        assert "Traceback" not in "".join(here.errors)


def test_a_server_runs_although_its_output_is_on_a_full_disk(tmp_path: Path) -> None:
    stderr, err = forked.pipe()
    with stderr, err, Path("/dev/full").open("w") as full:
        told = surroundings(tmp_path)
        process = forked.start("serve", "--port", "0", environment=told, stdout=full, stderr=err, cold=True)
        try:
            err.close()
            found = re.search(r"listening address=(http://\S+)", stderr.readline())
            assert found
            assert good(httpx.get(f"{found[1]}/healthz")) == {"status": "alive"}
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) == 0
        finally:
            process.kill()


def test_a_server_stops_quietly_while_somebody_is_half_way_through_a_request(tmp_path: Path) -> None:
    with served(tmp_path) as here:
        host, port = here.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as slow:
            head = b"POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n"
            slow.sendall(head)
            assert slow.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"  # the server waits for the body
            slow.sendall(b'{"edition":')
            assert here.stop() == 0
            assert slow.recv(1000).startswith(b"HTTP/1.1 503 ")
        assert "Traceback" not in "".join(here.errors)


def test_a_server_that_stops_tells_its_clients_and_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    async def play(here: Served) -> tuple[str, int, list[dict[str, Any]]]:
        async with httpx.AsyncClient(base_url=here.url) as client:
            made = good(await client.post("/api/quick", json={"edition": "clasico", "seats": 2}))
        table = made["table"]
        async with connect(f"ws{here.url[4:]}/api/tables/{table}/socket") as ws:
            await say(ws, type="Hello", tokens=[made["token"]])
            await hear(ws, "Welcome")
            for number in range(30):
                await say(ws, type="Do", id=f"{number}", command={"type": "Say", "text": f"word {number}"})
            await hear(ws, "Done")
            here.process.send_signal(signal.SIGTERM)
            rest = await until_closed(ws)
            return table, 1 + sum(one["type"] == "Done" for one in rest), rest

    with served(tmp_path) as here:
        table, acknowledged, rest = asyncio.run(play(here))
        assert (rest[-1]["type"], rest[-1]["why"]) == ("Goodbye", "restart")
        assert here.process.wait(20) == 0
    with served(tmp_path) as here:
        log = good(httpx.get(f"{here.url}/api/tables/{table}/log", params={"limit": 500}))
        said = [one["entry"]["text"] for one in log["told"] if one["entry"]["type"] == "Said"]
        assert said[:acknowledged] == [f"word {number}" for number in range(acknowledged)]
        assert here.stop() == 0


def test_a_flag_beats_the_environment_and_the_file(tmp_path: Path) -> None:
    file = tmp_path / "magnate.toml"
    file.write_text('url = "https://file.example"\nlog = "json"\nbot_pause_ms = 5\n')
    args = ("--config", str(file), "--behind-proxy")
    with served(tmp_path, *args, MAGNATE_BOT_PAUSE_MS="6", MAGNATE_LOG_LEVEL="info") as here:
        assert here.url == "https://file.example"
        assert here.stop() == 0
        found = [json.loads(line) for line in here.errors]
        assert [one["event"] for one in found] == ["listening", "stopping", "stopped"]


@pytest.mark.parametrize(
    ("args", "more", "words"),
    [
        (("--port", "x"), {}, "--port is 'x'; expected int"),
        (("--prot", "1"), {}, "--prot"),
        ((), {"MAGNATE_PROT": "1"}, "MAGNATE_PROT: there is no such setting; did you mean port?"),
        ((), {"MAGNATE_LOG": "xml"}, "MAGNATE_LOG is 'xml'"),
        (("--config", "nothing.toml"), {}, "nothing.toml: no such file"),
        (("--database", "mysql://x"), {}, "expected postgresql://"),
        (("--host", "256.1.1.1"), {}, "cannot listen on 256.1.1.1"),
        (("--database", "postgresql://nobody@127.0.0.1:1/x"), {}, "does not answer"),
        (("--database", "/proc/nowhere/tables.db"), {}, "/proc/nowhere"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    tmp_path: Path, args: tuple[str, ...], more: dict[str, str], words: str
) -> None:
    found = magnate(tmp_path, "serve", *args, **more)
    assert found.returncode == 2, found
    assert words in found.stderr
    assert found.stderr.count("\n") == 1


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        found = magnate(tmp_path, "serve", "--port", str(port))
    assert found.returncode == 2
    assert f"cannot listen on 127.0.0.1:{port}" in found.stderr


def test_the_help_names_every_setting(tmp_path: Path) -> None:
    from magnate.server.operations.settings import KEYS

    found = magnate(tmp_path, "serve", "--help", COLUMNS="200").stdout
    for key in KEYS:
        assert f"--{key.replace('_', '-')}" in found


@pytest.mark.thorough
def test_an_operator_lists_shows_exports_and_closes_tables_beside_a_running_server(tmp_path: Path) -> None:
    with served(tmp_path) as here, httpx.Client(base_url=here.url) as client:
        quick = good(client.post("/api/quick", json={"edition": "clasico", "seats": 2, "name": "Ana"}))["table"]
        empty = good(client.post("/api/tables", json={"edition": "europolis"}))["table"]
        listed = magnate(tmp_path, "tables", "list")
        assert listed.returncode == 0
        assert quick in listed.stdout
        assert "Ana" in listed.stdout
        found = json.loads(magnate(tmp_path, "tables", "list", "--json", "--status", "open").stdout)
        assert [one["id"] for one in found] == [empty]
        state = json.loads(magnate(tmp_path, "tables", "show", quick).stdout)
        assert (state["id"], state["status"], state["secret"]) == (quick, "playing", None)
        assert json.loads(magnate(tmp_path, "tables", "show", f" {quick.upper()} ").stdout)["id"] == quick
        for limit in ("0", "-1", "1000001", "99999999999999999999"):
            wrong = magnate(tmp_path, "tables", "list", "--limit", limit)
            assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
            assert f"--limit is {limit}; expected 1 to 1,000,000" in wrong.stderr
        record = magnate(tmp_path, "tables", "export", quick).stdout
        assert verify(record).verdict == "unproved"
        assert magnate(tmp_path, "tables", "export", quick, "--out", str(tmp_path / "x.record")).returncode == 0
        assert (tmp_path / "x.record").read_text().startswith("magnate record 1\n")
        for table in (quick, empty):
            closed = magnate(tmp_path, "tables", "close", table)
            assert (closed.returncode, closed.stdout) == (0, f"Table {table} is closed.\n")
            body = {"id": "1", "command": {"type": "Say", "text": "hello?"}}
            until = time.monotonic() + 60
            while client.post(f"/api/tables/{table}/commands", json=body).json().get("error") != "is_closed":
                assert time.monotonic() < until
                time.sleep(0.1)
        again = magnate(tmp_path, "tables", "close", quick)
        assert again.returncode == 2
        assert f"table {quick} is closed already" in again.stderr
        for args in (("show", "22222222"), ("export", "22222222"), ("close", "x")):
            missing = magnate(tmp_path, "tables", *args)
            assert missing.returncode == 2
            assert "there is no table" in missing.stderr
        assert "has not started" in magnate(tmp_path, "tables", "export", empty).stderr
        assert here.stop() == 0


def test_a_database_is_migrated_by_command_and_a_server_says_so_if_it_is_not(
    tmp_path: Path, empty_postgres_url: str
) -> None:
    before = magnate(tmp_path, "serve", "--port", "0", "--database", empty_postgres_url)
    assert before.returncode == 2
    assert "magnate migrate" in before.stderr
    first = magnate(tmp_path, "migrate", "--database", empty_postgres_url)
    assert first.returncode == 0, first
    assert "now" in first.stdout
    assert "already" in magnate(tmp_path, "migrate", "--database", empty_postgres_url).stdout
    with served(tmp_path, "--database", empty_postgres_url) as here:
        assert good(httpx.get(f"{here.url}/readyz")) == {"status": "ready"}
        assert here.stop() == 0


def test_an_operator_forgets_a_person_and_deletes_a_table_beside_a_running_server(tmp_path: Path) -> None:
    with served(tmp_path) as here, httpx.Client(base_url=here.url) as client:
        me = good(client.put("/api/me", json={"name": "Anastasia"}))
        quick = good(client.post("/api/quick", json={"edition": "clasico", "seats": 2}))["table"]
        second = good(client.post("/api/tables", json={"edition": "europolis"}))["table"]
        asked = magnate(tmp_path, "people", "forget", "Anastasia")  # nobody can answer a question here
        assert (asked.returncode, "say --yes" in asked.stderr) == (2, True)
        missing = magnate(tmp_path, "people", "forget", "Nobody", "--yes")
        assert "no person has the id or name 'Nobody'" in missing.stderr
        done = magnate(tmp_path, "people", "forget", "Anastasia", "--yes")
        assert done.stdout.startswith(f"{me['id']} is forgotten, at 2 tables."), done.stderr
        until = time.monotonic() + 20
        while "Anastasia" in (text := client.get(f"/api/tables/{quick}").text):
            assert time.monotonic() < until, text
            time.sleep(0.05)
        assert json.loads(text)["seats"][0]["level"] == "house"
        assert "Anastasia" not in magnate(tmp_path, "tables", "list").stdout
        deleted = magnate(tmp_path, "tables", "delete", quick, "--yes")
        assert deleted.returncode == 0, deleted.stderr
        while client.get(f"/api/tables/{quick}").status_code != 404:
            assert time.monotonic() < until
            time.sleep(0.05)
        assert client.get(f"/api/tables/{second}").json()["status"] == "closed"
        again = magnate(tmp_path, "tables", "delete", quick, "--yes")
        assert (again.returncode, "there is no table" in again.stderr) == (2, True)


def test_a_server_does_not_start_with_a_notice_it_cannot_read(tmp_path: Path) -> None:
    refused = magnate(tmp_path, "serve", "--port", "0", "--notice", str(tmp_path / "no.md"))
    assert refused.returncode == 2
    assert "no.md cannot be read" in refused.stderr
