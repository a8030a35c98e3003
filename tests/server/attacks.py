"""What the tests with hostile clients share: a server with narrow limits, and ways to talk to it, polite or not."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import re
import socket as sockets
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from process import Node
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from magnate.client import Client, Table
from magnate.protocol import commands as ask
from magnate.protocol import frames
from magnate.protocol.errors import ERRORS
from magnate.protocol.frames import Hello, encode

KEY = "a5" * 32  # the signing key of the servers here, so that tokens can be made that nobody would be given
OTHER_KEY = "5a" * 32
NOW = 1_000  # milliseconds since 1970: long ago
PATIENCE = 60.0  # seconds a busy machine may take
WATCHING = Hello()
LIMITS: dict[str, Any] = {
    "secret": KEY,
    "bot_pause_ms": 20,
    "hello_seconds": 2,
    "idle_seconds": 4,
    "queue_frames": 150,
    "most_connections_per_address": 12,
    "frames_per_second": 30,
    "burst": 60,
    "bot_frames_per_second": 20,
    "bot_burst": 30,
    "chat_per_minute": 60,
}


@contextlib.contextmanager
def a_strict_server(folder: Path) -> Iterator[Node]:
    """A server with narrow limits, which must be well in the end and have logged no failure."""
    with Node(f"sqlite+aiosqlite:///{folder}/tables.db", folder, **LIMITS) as node:
        yield node
        assert node.is_ready()
        assert count(node, "magnate_refusals_total", error="internal") == 0
        assert "Traceback" not in node.said(), node.said()[-4000:]


class Answer:
    """An answer over HTTP."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.status = answer.status
        self.headers = {name.lower(): value for name, value in answer.getheaders()}
        self.data = answer.read()

    @property
    def body(self) -> Any:
        """The body, which is JSON."""
        return json.loads(self.data)

    @property
    def refused(self) -> tuple[int, str]:
        """Status and name of a refusal."""
        assert self.body["type"] == "Refused"
        return self.status, self.body["error"]


def request(node: Node, method: str, path: str, body: object = None, **headers: str) -> Answer:
    """Ask something over HTTP, with exactly these headers."""
    connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=30)
    try:
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        connection.request(method, path, data, {name.replace("_", "-"): value for name, value in headers.items()})
        return Answer(connection.getresponse())
    finally:
        connection.close()


def raw(node: Node, data: bytes, seconds: float = 5.0) -> bytes:
    """Send bytes to the server, and read from its first answer on until it closes or falls silent for so long."""
    found = b""
    connection = sockets.create_connection(("127.0.0.1", node.port), timeout=PATIENCE)
    with connection, contextlib.suppress(OSError):
        connection.sendall(data)
        while part := connection.recv(65_536):
            found += part
            connection.settimeout(seconds)
    return found


def wait_until(ready: Callable[[], bool], what: str) -> None:
    """Wait for something the server does by itself."""
    until = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < until, f"not within {PATIENCE:.0f} s: {what}"
        time.sleep(0.05)


def first_line(answer: bytes) -> bytes:
    """The line with the status."""
    return answer.partition(b"\r\n")[0]


def count(node: Node, name: str, **labels: str) -> float:
    """What the server has counted so far."""
    text = request(node, "GET", "/metrics").data.decode()
    inside = ",".join(f'{key}="{value}"' for key, value in labels.items())
    found = re.search(rf"^{name}{re.escape('{' + inside + '}') if labels else ''} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


class Counting:
    """What is counted while something is done."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.before = count_all(node)

    def __getitem__(self, key: str) -> float:
        """How often a refusal (`too_fast`) or a cut (`cut limit`) was counted since."""
        return count_all(self.node).get(key, 0.0) - self.before.get(key, 0.0)


def count_all(node: Node) -> dict[str, float]:
    """Refusals and cuts that were counted."""
    text = request(node, "GET", "/metrics").data.decode()
    refusals = re.findall(r'^magnate_refusals_total{error="(\w+)"} (\S+)$', text, re.MULTILINE)
    cuts = re.findall(r'^magnate_connections_cut_total{why="(\w+)"} (\S+)$', text, re.MULTILINE)
    slow = re.findall(r"^(magnate_slow_readers_cut_total) (\S+)$", text, re.MULTILINE)
    found = {error: float(times) for error, times in [*refusals, *slow]}
    return found | {f"cut {why}": float(times) for why, times in cuts}


@contextlib.asynccontextmanager
async def line_to(
    node: Node, table: str, hello: Hello | None = WATCHING, **options: Any
) -> AsyncIterator[ClientConnection]:
    """A socket to a table, welcomed unless there is no Hello."""
    address = f"ws://127.0.0.1:{node.port}/api/tables/{table}/socket"
    settings: dict[str, Any] = {"compression": None, "proxy": None, "ping_interval": None, "close_timeout": 1}
    async with connect(address, max_size=None, **settings | options) as line:
        if hello is not None:
            await line.send(encode(hello), text=True)
            await until(line, "Welcome")
        yield line


async def until(line: ClientConnection, *kinds: str) -> Any:
    """The next frame of one of these kinds."""
    async with asyncio.timeout(20):
        while (frame := msgspec.json.decode(await line.recv()))["type"] not in kinds:
            pass
    return frame


async def answer_to(line: ClientConnection, frame: frames.FromClient | bytes | str) -> Any:
    """Send a frame; its answer."""
    data = frame if isinstance(frame, bytes | str) else encode(frame).decode()
    await line.send(data)
    return await until(line, "Refused", "Done", "Seen", "Pong", "Goodbye")


async def error_of(line: ClientConnection, frame: frames.FromClient | bytes | str) -> str:
    """Send a frame that is refused; the name."""
    answer = await answer_to(line, frame)
    assert answer["type"] == "Refused", answer
    assert answer["error"] in ERRORS
    return str(answer["error"])


async def everything(line: ClientConnection) -> AsyncIterator[Any]:
    """Every frame until the connection ends."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            yield msgspec.json.decode(await line.recv())


def handshake(table: str, client: Client, **headers: str) -> bytes:
    """The bytes that open a socket."""
    lines = [
        f"GET /api/tables/{table}/socket HTTP/1.1",
        "Host: 127.0.0.1",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        *(f"{name}: {value}" for name, value in (client.headers() | headers).items()),
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def text_frame(data: bytes, first: int = 0x81, mask: bytes = b"\x00\x00\x00\x00") -> bytes:
    """A text frame as a client sends it, masked with nothing."""
    if len(data) < 126:
        return bytes([first, 0x80 | len(data)]) + mask + data
    return bytes([first, 0x80 | 126]) + len(data).to_bytes(2, "big") + mask + data


def guest(node: Node, name: str = "") -> Client:
    """Somebody new."""
    cookie = request(node, "GET", "/api/me").headers["set-cookie"].partition(";")[0].partition("=")[2]
    client = Client(node.url, cookie=cookie)
    if name:
        request(node, "PUT", "/api/me", {"name": name}, Cookie=f"magnate={cookie}")
    return client


def make_table(node: Node, client: Client, **config: Any) -> str:
    """A table of this host."""
    made = request(node, "POST", "/api/tables", {"edition": "clasico", "seats": 2} | config, **client.headers())
    assert made.status == 201, made.data
    return str(made.body["table"])


def quick(node: Node, client: Client, **config: Any) -> tuple[str, str]:
    """A game against bots, and the token of the first seat."""
    made = request(node, "POST", "/api/quick", {"edition": "clasico", "seats": 2} | config, **client.headers())
    assert made.status == 201, made.data
    return str(made.body["table"]), str(made.body["token"])


def do(node: Node, client: Client, table: str, id: str, command: ask.Command, *tokens: str) -> Answer:
    """Ask a table for something over HTTP."""
    body = encode({"id": id, "command": command, "tokens": tokens})
    return request(node, "POST", f"/api/tables/{table}/commands", body, **client.headers())


def number_of(node: Node, table: str) -> int:
    """Where a table is."""
    return int(request(node, "GET", f"/api/tables/{table}").body["number"])


@contextlib.asynccontextmanager
async def playing(table: Table) -> AsyncIterator[Table]:
    """A table at which my seats are played."""
    async with table:
        deciding = asyncio.create_task(table.play(first))
        try:
            yield table
        finally:
            await ended(deciding)


async def ended(*tasks: asyncio.Task[Any]) -> None:
    """End tasks that would go on."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def plays_on(table: Table) -> None:
    """A game goes on, and nothing was missed."""
    number = table.number or 0
    await asyncio.wait_for(table.until(lambda: table.is_over or (table.number or 0) > number), 20)
    assert table.gaps == 0


def first(seat: int, options: list[Any], view: Any) -> Any:
    """Play whatever comes first."""
    return options[0].action
