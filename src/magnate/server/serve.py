"""Running a server: uvicorn in this process, one event loop, and a stop that loses nothing.

On SIGTERM or SIGINT nothing new is taken, every command that was accepted is kept and acknowledged, every client is
asked to come back, and the process ends with code 0.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from socket import AI_PASSIVE, SO_REUSEADDR, SOCK_STREAM, SOL_SOCKET, getaddrinfo
from socket import socket as Socket

import uvicorn

from magnate.server.http.app import create_app, with_head
from magnate.server.http.health_routes import metrics_app
from magnate.server.http.transport import HttpConnection, SocketConnection
from magnate.server.live.node import Node
from magnate.server.operations import logs
from magnate.server.operations.collection import keep_collecting
from magnate.server.operations.settings import Settings, SettingsError
from magnate.server.people.notice import check_notice
from magnate.server.tables.levels import add_own_bots

ROOM_FOR_HTTP = 2_000  # connections beside the sockets
OVERSIZED = 4  # a message longer than this many frames is not even read: the connection ends
MOST_HEADERS = 64 * 1024
KEEP_ALIVE = 10  # seconds that a connection stays open between two requests
MOST_SCRAPERS = 20  # connections to the port of the metrics
STOP = 3  # seconds that requests under way have when the server stops
TURN = 0.0005  # seconds until a thread lets another have Python's lock: those that bring frames and commit wait for it


class CannotServe(Exception):
    """The server cannot start: why, and what would help."""


async def serve(settings: Settings, ready: Callable[[str], None] = lambda address: None) -> None:
    """Run until a signal comes. `ready` is called with the address as soon as it answers."""
    logs.set_up(settings)
    sys.setswitchinterval(TURN)
    stopping = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    check_push(settings)
    check_texts(settings)
    seat_own_bots(settings)
    socket = bind(settings)
    try:
        node = await Node.open(settings)
    except BaseException:
        socket.close()
        raise
    collecting = asyncio.create_task(keep_collecting())
    try:
        async with serving_metrics(settings, node), listening(settings, node, socket) as (address, serving):
            logs.event("listening", address=address, node=node.registry.node)
            ready(settings.url or address)
            waiting = asyncio.create_task(stopping.wait())
            await asyncio.wait({waiting, serving}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if not stopping.is_set():
                raise CannotServe("the HTTP server ended by itself")
            logs.event("stopping", connections=len(node.clients))
            await node.close()
    finally:
        await node.close()
        collecting.cancel()
        logs.event("stopped")


def check_texts(settings: Settings) -> None:
    """Refuse to start with a notice for players that cannot be read."""
    try:
        check_notice(settings)
    except SettingsError as error:
        raise CannotServe(str(error)) from error


def seat_own_bots(settings: Settings) -> None:
    """Refuse to start with bots that could not play."""
    try:
        add_own_bots(settings.bot)
    except (ValueError, ImportError) as error:
        raise CannotServe(f"--bot: {error}") from error


def check_push(settings: Settings) -> None:
    """Refuse to start with notices that could not be sent."""
    if not settings.push_key:
        return
    try:
        from magnate.server.push.encryption import read_key
    except ImportError as error:
        problem = "push_key is set, but the package cryptography is missing; pip install 'magnate[push]'"
        raise CannotServe(problem) from error
    try:
        read_key(settings.push_key)
    except ValueError as error:
        raise CannotServe("push_key is no key; `magnate push-keys` makes one") from error
    if not settings.push_contact and not settings.url.startswith("https:"):
        raise CannotServe("push_key is set: set push_contact, too (mailto:…), because push services ask for it")


class Server(uvicorn.Server):
    """uvicorn, stopped by us: it leaves the signals alone."""

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
        """Nothing: `serve` waits for the signals."""
        return nullcontext()


@asynccontextmanager
async def listening(settings: Settings, node: Node, socket: Socket) -> AsyncIterator[tuple[str, asyncio.Task[None]]]:
    """Serve an open node: the address, and the task that serves there."""
    config = uvicorn.Config(
        with_head(create_app(settings, node)),
        http=HttpConnection,
        ws=SocketConnection,
        ws_max_size=OVERSIZED * settings.frame_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        h11_max_incomplete_event_size=MOST_HEADERS,
        limit_concurrency=settings.most_connections + ROOM_FOR_HTTP,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=STOP,
        backlog=4096,
        lifespan="off",
        log_config=None,
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
    )
    async with running(config, socket) as serving:
        yield address_of(settings.host, socket), serving


@asynccontextmanager
async def serving_metrics(settings: Settings, node: Node) -> AsyncIterator[str]:
    """Serve the metrics of a node on their port, if there is one: the address."""
    if not settings.metrics_port:
        yield ""
        return
    socket = bind_to(settings.metrics_host, settings.metrics_port, "--metrics-host or --metrics-port")
    config = uvicorn.Config(
        metrics_app(node.metrics),
        http=HttpConnection,
        ws="none",
        h11_max_incomplete_event_size=MOST_HEADERS,
        limit_concurrency=MOST_SCRAPERS,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=STOP,
        lifespan="off",
        log_config=None,
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
    )
    async with running(config, socket):
        address = f"{address_of(settings.metrics_host, socket)}/metrics"
        logs.event("metrics", address=address)
        yield address


@asynccontextmanager
async def running(config: uvicorn.Config, socket: Socket) -> AsyncIterator[asyncio.Task[None]]:
    """Run an HTTP server at a socket: the task that serves there."""
    server = Server(config)
    serving = asyncio.create_task(server.serve([socket]))
    try:
        await until_started(server, serving)
        yield serving
    finally:
        server.should_exit = True
        await asyncio.wait({serving}, timeout=2 * STOP)
        socket.close()


def address_of(host: str, socket: Socket) -> str:
    """The address of a server at a socket."""
    return f"http://{f'[{host}]' if ':' in host else host}:{socket.getsockname()[1]}"


def bind(settings: Settings) -> Socket:
    """A socket for a server."""
    return bind_to(settings.host, settings.port, "--host or --port")


def bind_to(host: str, port: int, flags: str) -> Socket:
    """A socket at the address that was asked for, if it is free, or at any free port. `flags`: what to change."""
    try:
        found = getaddrinfo(host, port, type=SOCK_STREAM, flags=AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        socket = Socket(family, kind, protocol)
        try:
            socket.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
            socket.bind(address)
        except BaseException:
            socket.close()
            raise
    except OSError as error:
        raise CannotServe(f"cannot listen on {host}:{port}: {error.strerror}; try another {flags}") from error
    return socket


def free_port(settings: Settings) -> int:
    """The port to listen on: the one that was asked for, if it is free, or any."""
    with bind(settings) as probe:
        return int(probe.getsockname()[1])


async def until_started(server: uvicorn.Server, serving: asyncio.Task[None]) -> None:
    """Wait until the server takes connections."""
    while not server.started:
        if serving.done():
            raise CannotServe(f"the HTTP server did not start: {serving.exception() or 'it ended at once'}")
        await asyncio.sleep(0.01)
