"""A real server in this process, for tests of the edge: uvicorn on a free port, SQLite in a file, clients beside it."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import websockets
from process import UNLIMITED
from websockets.asyncio.client import ClientConnection, connect

from magnate.server.live.node import Node
from magnate.server.operations.clock import NodeClock
from magnate.server.operations.settings import Settings, gather
from magnate.server.serve import bind, listening

NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # unused: without it each client reads all certificates anew


class Running:
    """A server that runs, and somebody who asks it."""

    def __init__(self, url: str, node: Node) -> None:
        self.url = url
        self.node = node
        self.guests: list[httpx.AsyncClient] = []
        self.ana = self.guest()

    def guest(self, **headers: str) -> httpx.AsyncClient:
        """Somebody new, with a cookie jar of their own."""
        guest = httpx.AsyncClient(base_url=self.url, headers=headers, timeout=30, verify=NO_TLS)
        self.guests.append(guest)
        return guest

    async def quick(self, **asked: Any) -> dict[str, Any]:
        """A quick game of Ana's."""
        found: dict[str, Any] = await self.make("/api/quick", asked)
        return found

    async def table(self, **config: Any) -> str:
        """A table of Ana's."""
        return str((await self.make("/api/tables", config))["table"])

    async def make(self, path: str, asked: dict[str, Any]) -> Any:
        """A table, asked for with the same id until the server knows, as clients do: a database may be slow."""
        body = {"edition": "clasico", "id": uuid4().hex, **asked}
        for _ in range(20):
            answer = await self.ana.post(path, json=body)
            if answer.status_code != 503:
                break
        return good(answer)

    def socket(self, table: str, guest: httpx.AsyncClient | None = None, **headers: str) -> Any:
        """A socket to a table, with somebody's cookie."""
        cookie = "; ".join(f"{name}={value}" for name, value in (guest or self.ana).cookies.items())
        more = {**headers, **({"Cookie": cookie} if cookie else {})}
        return connect(f"ws{self.url[4:]}/api/tables/{table}/socket", additional_headers=more, max_size=None)

    def metric(self, name: str, **labels: str) -> float:
        """A counter of the server."""
        return self.node.metrics.registry.get_sample_value(name, labels) or 0.0


def good(response: httpx.Response) -> Any:
    """The body of an answer that must be good."""
    assert response.is_success, f"{response.status_code} {response.text}"
    return response.json()


def refused(response: httpx.Response, status: int, error: str) -> dict[str, Any]:
    """The body of an answer that must be this refusal."""
    body: dict[str, Any] = response.json()
    assert (response.status_code, body["type"], body["error"]) == (status, "Refused", error), response.text
    assert body["message"]
    return body


async def say(socket: ClientConnection, **frame: Any) -> None:
    """Send a frame."""
    await socket.send(json.dumps(frame))


async def hear(socket: ClientConnection, *kinds: str, seconds: float = 10.0) -> dict[str, Any]:
    """The next frame of one of these kinds; others are let pass."""
    async with asyncio.timeout(seconds):
        while True:
            frame: dict[str, Any] = json.loads(await socket.recv())
            if not kinds or frame["type"] in kinds:
                return frame


async def watch_to_the_end(here: Running, table: str) -> None:
    """Watch a table until its game is over: bots play only where somebody is."""
    async with here.socket(table) as socket:
        await say(socket, type="Hello", protocol=1)
        while (await hear(socket, "Welcome", "Told", seconds=60)).get("table", {}).get("status") != "over":
            pass


async def until_closed(socket: ClientConnection, seconds: float = 10.0) -> list[dict[str, Any]]:
    """Everything that still comes until the server has closed."""
    found = []
    try:
        async with asyncio.timeout(seconds):
            while True:
                found.append(json.loads(await socket.recv()))
    except websockets.ConnectionClosed:
        return found


@asynccontextmanager
async def running(folder: Path, clock: NodeClock | None = None, **settings: Any) -> AsyncIterator[Running]:
    """Run a server for a while; with the limits of nobody's patience unless they are given."""
    told = UNLIMITED | {"database": str(folder / "tables.db"), "port": 0, "chat_per_minute": 1000} | settings
    told |= {key: ",".join(value) for key, value in told.items() if isinstance(value, list)}
    found: Settings = gather({}, {f"MAGNATE_{key.upper()}": str(value) for key, value in told.items()})
    node = await Node.open(found, clock)
    try:
        async with listening(found, node, bind(found)) as (url, _):
            here = Running(url, node)
            try:
                yield here
            finally:
                for guest in here.guests:
                    await guest.aclose()
                await node.close()
    finally:
        await node.close()


def with_server(
    folder: Path, test: Callable[[Running], Awaitable[None]], clock: NodeClock | None = None, **settings: Any
) -> None:
    """Run a test against a server, with a clock of its own if one is given; one that hangs fails."""

    async def run() -> None:
        async with asyncio.timeout(120), running(folder, clock, **settings) as here:
            await test(here)

    asyncio.run(run())
