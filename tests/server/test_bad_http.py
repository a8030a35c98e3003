"""Bad requests: whatever the description of the API allows and whatever it does not, never a failure of the server.

A longer look: `python tests/server/test_bad_http.py 600` (seconds).
"""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mischief import broken, horrors, spoilt, valid
from process import Node

from magnate.dice import FairDice
from magnate.editions import load, names
from magnate.game import Game
from magnate.protocol.config import Config
from magnate.protocol.errors import ERRORS
from magnate.server.http.lesson_routes import LessonMoves
from magnate.server.http.people_routes import Named
from magnate.server.http.table_routes import Asks, Quick
from magnate.server.tables.levels import LEVELS, decide

SECONDS, ALL_SECONDS = 4, 20  # of schemathesis in `make test`, and for each of its two runs in `make test-all`
CASES, ALL_CASES = 40, 200  # requests it must have tried at least, likewise
RUNS = 8  # at most, each twice as long, where the machine is busy
BODIES = 1_500
HEADINGS = ["edition", "variant", "option", "seats", "name", "commitment", "entropy", "secret", "moves", "0 -", ""]
# What a schema cannot say is refused too: an edition that there is, terms that are legal. `Allow` of an OPTIONS is the
# framework's. And 404 need not be about the table: it is also said of a seat or a level that a command names.
UNSUITED = "positive_data_acceptance,allow_header_conformance,ensure_resource_availability"


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    with a_server(tmp_path_factory.mktemp("server")) as found:
        yield found


@contextlib.contextmanager
def a_server(folder: Path) -> Iterator[Node]:
    """A server, which must still be well in the end, and have logged no failure."""
    with Node(f"sqlite+aiosqlite:///{folder}/tables.db", folder, records_per_hour=1_000_000) as node:
        yield node
        assert node.is_ready()
        assert "Traceback" not in node.said(), node.said()[-4000:]


class Caller:
    """A guest with a connection of its own."""

    def __init__(self, node: Node) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=30)
        self.cookie = ""

    def __enter__(self) -> Self:
        self.ask("GET", "/api/me")
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def ask(self, method: str, path: str, body: bytes | None = None) -> tuple[int, Any]:
        """Status and body of an answer; every refusal is one of those that are named."""
        self.connection.request(method, path, body, {"Cookie": self.cookie} if self.cookie else {})
        answer = self.connection.getresponse()
        data = answer.read()
        self.cookie = (answer.getheader("set-cookie") or self.cookie).partition(";")[0]
        if "json" not in (answer.getheader("content-type") or ""):
            return answer.status, data
        found = json.loads(data)
        if answer.status >= 400:
            assert found["type"] == "Refused"
            assert found["error"] in ERRORS
        return answer.status, found


@pytest.fixture
def caller(node: Node) -> Iterator[Caller]:
    with Caller(node) as found:
        yield found


def explore(node: Node, schema: str, seconds: int, cases: int, *words: str) -> None:
    """Let schemathesis loose on a server with a description of its API, for longer where the machine is busy."""
    tried = 0
    for doubled in range(RUNS):
        tried += look_for_failures(node, schema, seconds << doubled, *words)
        if tried >= cases:
            return
    pytest.fail(f"only {tried} requests were tried; expected {cases}", pytrace=False)


def look_for_failures(node: Node, schema: str, seconds: int, *words: str) -> int:
    """One run of schemathesis: how many requests it tried. Fails with what it finds."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "schemathesis.cli", "run", schema, "--url", node.url, "--no-color"]
        command += ["--checks", "all", "--exclude-checks", UNSUITED, "--max-time", str(seconds), "--warnings", "off"]
        command += ["--continue-on-failure", "--no-shrink", "--suppress-health-check", "all", *words]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=seconds + 120, check=False)
    found = done.stdout + done.stderr
    if "No test cases were generated" in found:  # a busy machine: its time was up first
        return 0
    generated = re.search(r"(\d+) generated", found)
    if done.returncode != 0 or generated is None:
        pytest.fail(found[-8000:], pytrace=False)
    print(generated[0])
    return int(generated[1])


def described(node: Node) -> dict[str, Any]:
    """The description of the API."""
    with Caller(node) as caller:
        _, found = caller.ask("GET", "/api/schema/openapi.json")
    assert isinstance(found, dict)
    return found


def with_real_tables(node: Node, host: Caller) -> dict[str, Any]:
    """The description, told what there is: editions, levels, tables in every state; and what is made can be used."""
    schema = described(node)
    parts = schema["components"]["schemas"]
    for name in ("Config", "Quick"):
        parts[name]["properties"]["edition"] = {"enum": names()}
    parts["Quick"]["properties"]["level"] = {"enum": list(LEVELS)}
    tables = [*some_tables(host), "zzzzzzzz"]
    links = {}
    for methods in schema["paths"].values():
        for method in methods.values():
            for parameter in method["parameters"]:
                if parameter["name"] == "table":
                    parameter["schema"] = {"enum": tables}
                    links[method["operationId"]] = {
                        "operationId": method["operationId"], "parameters": {"table": "$response.body#/table"}
                    }  # fmt: skip
    for path in ("/api/tables", "/api/quick", "/api/records"):
        schema["paths"][path]["post"]["responses"]["201"]["links"] = links
    schema["paths"]["/api/records"]["post"]["requestBody"]["content"]["text/plain"]["schema"] = {
        "type": "string", "enum": [a_record(), a_record().replace("d", "c", 1), ""]
    }  # fmt: skip
    return schema


def some_tables(host: Caller) -> list[str]:
    """Tables of this host: open, being played, over, closed."""

    def made(path: str, body: bytes) -> str:
        status, answer = host.ask("POST", path, body)
        assert status == 201, answer
        return str(answer["table"])

    closed = made("/api/tables", b'{"edition":"castis"}')
    assert host.ask("GET", f"/api/tables/{closed}")[0] == 200
    host.ask("POST", f"/api/tables/{closed}/commands", b'{"id":"a","command":{"type":"Close"}}')
    return [
        made("/api/tables", b'{"edition":"clasico"}'),
        made("/api/quick", b'{"edition":"europolis"}'),
        made("/api/records", a_record().encode()),
        closed,
    ]


def a_record(*names: str) -> str:
    """A short game."""
    game = Game(load("clasico"), seats=2, names=names or ("Ana", "Ion"), dice=FairDice.seeded(5))
    while game.must and len(game.moves) < 400:
        seat = game.must[0]
        game.play(seat, decide("house", game, seat))
    return game.record(reveal=True)


@pytest.mark.thorough
def test_no_request_makes_the_server_fail_or_answer_otherwise_than_described(node: Node) -> None:
    explore(node, f"{node.url}/api/schema/openapi.json", ALL_SECONDS, ALL_CASES)


def test_nor_does_one_about_tables_that_there_are(node: Node, tmp_path: Path, thorough: bool) -> None:
    file = tmp_path / "openapi.json"
    with Caller(node) as host:
        file.write_text(json.dumps(with_real_tables(node, host)))
    seconds, cases = (ALL_SECONDS, ALL_CASES) if thorough else (SECONDS, CASES)
    explore(node, str(file), seconds, cases, "--header", f"Cookie: {host.cookie}")


def test_every_body_spoilt_in_every_place_is_refused_by_name_or_done(caller: Caller) -> None:
    table = some_tables(caller)[0]
    asked = {
        "/api/me": ("PUT", valid(Named)),
        "/api/bots": ("POST", valid(Named)),
        "/api/tables": ("POST", valid(Config)),
        "/api/quick": ("POST", valid(Quick)),
        f"/api/tables/{table}/commands": ("POST", valid(Asks)),
        "/api/lessons/clasico/deal": ("POST", valid(LessonMoves)),
    }
    answers: Counter[str] = Counter()

    @settings(max_examples=200, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.sampled_from(sorted(asked)), st.data(), horrors())
    def send(path: str, data: st.DataObject, horror: str) -> None:
        method, bodies = asked[path]
        for text in spoilt(data.draw(bodies), horror):
            if answers.total() < BODIES:
                status, found = caller.ask(method, path, text.encode("utf-8", "surrogatepass"))
                assert status < 500, (path, text, found)
                answers[found.get("error", "done")] += 1

    send()
    print(dict(answers))
    assert answers.total() == BODIES
    assert answers["malformed"] > BODIES / 2


def test_what_is_refused_is_not_sent_back_whole(caller: Caller) -> None:
    unknown = {f"jail.{'x' * 50}{number}": 1 for number in range(80)}
    for options in (unknown, {"jail.fine": "x" * 60_000}):
        body = json.dumps({"edition": "clasico", "options": options}).encode()
        status, found = caller.ask("POST", "/api/tables", body)
        assert (status, found["error"]) == (400, "bad_config")
        assert len(found["message"]) <= 2_001
    status, found = caller.ask("POST", "/api/records", b"x" * 100_000)
    assert (status, found["error"]) == (422, "bad_record")
    assert len(found["message"]) <= 2_001


def test_a_record_spoilt_in_any_line_is_refused_by_name(caller: Caller) -> None:
    lines = a_record().splitlines()
    assert caller.ask("POST", "/api/records", "\n".join([*lines, ""]).encode())[0] == 201

    @settings(max_examples=60, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(
        st.integers(0, 15),
        st.sampled_from(["edition", "seats", "option", "name", "entropy", "secret", "0 -", ""]),
        horrors(),
    )
    def send(at: int, word: str, horror: str) -> None:
        text = "\n".join([*lines[:at], f"{word} {horror}", *lines[at + 1 :], ""])
        status, found = caller.ask("POST", "/api/records", text.encode("utf-8", "surrogatepass"))
        assert (status, found["error"]) == (422, "bad_record")

    send()
    for name in ("A" * 25, "\u202eevil", "a\nb", "\x00", " a"):
        status, found = caller.ask("POST", "/api/records", a_record(name, "Ion").encode())
        assert (status, found["error"]) == (422, "bad_record"), name
    for data in [b"", b"\xff\xfe", b"\x00" * 1000, *[*broken("\n".join(lines[:12]), 0)][::7]]:
        status, found = caller.ask("POST", "/api/records", data)
        assert (status, found["error"]) == (422, "bad_record")


if __name__ == "__main__":
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    with tempfile.TemporaryDirectory() as temporary, a_server(Path(temporary)) as server:
        changed = Path(temporary) / "openapi.json"
        with Caller(server) as somebody:
            changed.write_text(json.dumps(with_real_tables(server, somebody)))
        explore(server, f"{server.url}/api/schema/openapi.json", seconds // 2, ALL_CASES)
        explore(server, str(changed), seconds // 2, ALL_CASES, "--header", f"Cookie: {somebody.cookie}")
