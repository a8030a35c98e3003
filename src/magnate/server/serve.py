"""Running a server: Granian in this process, one event loop, and a stop that loses nothing.

On SIGTERM or SIGINT nothing new is taken, every command that was accepted is kept and acknowledged, every client is
told to come back, and the process ends with code 0.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server.embed import Server

from . import logs
from .app import create_app
from .edge import Edge
from .line import leave_channel
from .settings import Settings

ROOM_FOR_HTTP = 2_000  # connections beside the sockets
START = 20.0  # seconds until the server must answer
STOP = 5.0
LITTER = (100_000, 50, 100)  # thousands of tables lie in memory and are no litter: looking through them takes long
TURN = 0.0005  # seconds until a thread lets another have Python's lock: those that bring frames and commit wait for it


class CannotServe(Exception):
    """The server cannot start: why, and what would help."""


async def serve(settings: Settings, ready: Callable[[str], None] = lambda address: None) -> None:
    """Run until a signal comes. `ready` is called with the address as soon as it answers."""
    logs.set_up(settings)
    gc.set_threshold(*LITTER)
    sys.setswitchinterval(TURN)
    stopping = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    port = free_port(settings)
    edge = await Edge.open(settings)
    try:
        async with listening(settings, edge, port) as (address, serving):
            logs.event("listening", address=address, node=edge.hall.node)
            ready(settings.url or address)
            waiting = asyncio.create_task(stopping.wait())
            await asyncio.wait({waiting, serving}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if not stopping.is_set():
                raise CannotServe("the HTTP server ended by itself")
            logs.event("stopping", connections=len(edge.clients))
            await edge.close()
    finally:
        await edge.close()
        logs.event("stopped")


@asynccontextmanager
async def listening(settings: Settings, edge: Edge, port: int) -> AsyncIterator[tuple[str, asyncio.Task[None]]]:
    """Serve an open edge: the address, and the task that serves there."""
    server = Server(
        leave_channel(create_app(settings, edge)),
        address=settings.host,
        port=port,
        interface=Interfaces.ASGINL,
        http=HTTPModes.http1,
        websockets=True,
        backlog=4096,
        backpressure=settings.most_connections + ROOM_FOR_HTTP,
        http1_settings=HTTP1Settings(header_read_timeout=10_000, max_buffer_size=64 * 1024),
        log_enabled=False,
    )
    serving = asyncio.create_task(server.serve())
    try:
        await until_it_answers(settings, port, serving)
        yield f"http://{f'[{settings.host}]' if ':' in settings.host else settings.host}:{port}", serving
    finally:
        server.stop()  # type: ignore[no-untyped-call]
        await asyncio.wait({serving}, timeout=STOP)


def free_port(settings: Settings) -> int:
    """The port to listen on: the one that was asked for, if nobody has it, or any."""
    try:
        found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            return int(probe.getsockname()[1])
    except OSError as error:
        where = f"{settings.host}:{settings.port}"
        raise CannotServe(f"cannot listen on {where}: {error.strerror}; try another --host or --port") from error


async def until_it_answers(settings: Settings, port: int, serving: asyncio.Task[None]) -> None:
    """Wait until the server takes connections."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    loop = asyncio.get_running_loop()
    until = loop.time() + START
    while loop.time() < until:
        if serving.done():
            error = serving.exception()
            raise CannotServe(f"the HTTP server did not start: {error or 'it ended at once'}")
        try:
            _, writer = await asyncio.open_connection(host, port)
        except OSError:
            await asyncio.sleep(0.02)
            continue
        writer.close()
        return
    raise CannotServe(f"the HTTP server did not answer within {START:.0f} s")
