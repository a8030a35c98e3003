"""A line to a client: a reader takes one frame after the other, a writer sends what is queued.

The queue has an end: whoever does not read is cut off, and catches up by coming back with the last number it has.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Any, Protocol

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from .clock import NodeClock, Timer
from .connections import CHANNEL, LEAVE
from .logs import event
from .metrics import Metrics
from .settings import Settings
from .wire import Goodbye, encode

CODES = {"restart": 1012, "slow": 1013, "limit": 1008, "idle": 1001, "forgotten": 1000}
STUCK = 30.0  # seconds a client may stand still while it is told the past
RETRY = 1_000

Socket = WebSocket[Any, Any, Any]


class Gone(Exception):
    """The client is no longer there."""


class Channel(Protocol):
    """A connection as the HTTP server has it. The framework's layers would cost more than sending a frame does."""

    writable: asyncio.Event  # the client takes what is sent

    async def receive(self) -> Any:
        """The next message."""

    def write_text(self, text: bytes) -> None:
        """Send a frame now."""

    def abort(self) -> None:
        """End the connection, with all that is on its way."""


class Line:
    """A connection, from the first moment to the last."""

    def __init__(self, socket: Socket, table: str, settings: Settings, metrics: Metrics, clock: NodeClock) -> None:
        self.socket = socket
        self.table = table
        self.settings = settings
        self.metrics = metrics
        self.clock = clock
        self.queue: deque[bytes] = deque()
        self.most = settings.queue_frames
        extensions: Any = socket.scope["extensions"]
        self.channel: Channel = extensions[CHANNEL]
        self.bell: asyncio.Future[None] | None = None  # what the writer waits for: something is queued
        self.space = asyncio.Event()  # something was sent
        self.why = ""  # why the server closes
        self.is_stuck = False  # the client does not take what is sent
        self.waiting: asyncio.Timeout | None = None  # ends the reading
        self.is_in = False  # the client has said hello
        self.is_busy = False  # a frame is being answered
        self.begun = self.heard = clock.elapsed()
        self.watchdog: Timer | None = None
        self.writer: asyncio.Task[None] | None = None

    async def take(self, text: str | None, data: bytes | None) -> None:
        """Do what a frame asks, or refuse it by name."""
        raise NotImplementedError

    async def leave(self) -> None:
        """Take leave of the table."""
        raise NotImplementedError

    # What rooms may ask of a viewer.

    def offer(self, frame: bytes) -> None:
        """Queue a frame. A reader who has fallen too far behind is cut off."""
        if self.why:
            return
        if len(self.queue) >= self.most:
            self.metrics.slow.inc()
            self.cut("slow", RETRY)
        elif not self.queue and self.channel.writable.is_set():
            self.channel.write_text(frame)  # at once: no task need wake for it
        else:
            self.queue.append(frame)
            self.ring()

    async def send(self, frame: bytes) -> None:
        """Queue a frame of the past, as soon as there is room."""
        while len(self.queue) >= self.most // 2 and not self.why:
            self.space.clear()
            try:
                async with asyncio.timeout(STUCK):
                    await self.space.wait()
            except TimeoutError:
                self.metrics.slow.inc()
                self.cut("slow", RETRY)
        if self.why:
            raise Gone
        self.queue.append(frame)
        self.ring()

    def cut(self, why: str, retry: int) -> None:
        """Say goodbye and close; a client that does not even take the goodbye is left."""
        if self.why:
            return
        self.why = why
        self.metrics.cut.labels(why).inc()
        if why == "slow":
            self.queue.clear()
        self.queue.append(encode(Goodbye(why=why, retry=retry)))
        self.ring()
        self.space.set()
        if self.writer is not None:
            asyncio.get_running_loop().call_later(LEAVE, self.give_up)

    def ring(self) -> None:
        """Wake the writer."""
        if self.bell is not None and not self.bell.done():
            self.bell.set_result(None)

    def give_up(self) -> None:
        """The client did not even take the goodbye."""
        if self.writer is not None and not self.writer.done():
            self.is_stuck = True
            self.writer.cancel()

    # Writing.

    async def write(self) -> None:
        """Send what is queued until the connection ends."""
        loop = asyncio.get_running_loop()
        try:
            while True:
                while self.queue:
                    await self.channel.writable.wait()
                    self.channel.write_text(self.queue.popleft())
                    self.space.set()
                if self.why:
                    await self.channel.writable.wait()
                    return
                self.bell = loop.create_future()
                await self.bell
        except Exception as error:  # the other end is gone; the reader will hear of it too
            event("socket_broken", logging.DEBUG, table=self.table, problem=type(error).__name__)
        finally:
            self.why = self.why or "closed"
            self.space.set()
            self.stop_reading()

    # Reading.

    async def read(self) -> None:
        """Take one frame after the other."""
        self.watch()
        try:
            async with asyncio.timeout(None) as self.waiting:
                while not self.why:
                    message = await self.channel.receive()
                    if message["type"] != "websocket.receive":
                        self.why = "closed"
                        return
                    self.is_busy = True
                    await self.take(message.get("text"), message.get("bytes"))
                    self.is_busy, self.heard = False, self.clock.elapsed()
        except TimeoutError:
            self.cut("idle", RETRY)
        finally:
            self.waiting = None
            if self.watchdog is not None:
                self.watchdog.cancel()

    def watch(self) -> None:
        """Send away who says nothing. One timer that looks now and then is cheaper than one for every frame."""
        settings, now = self.settings, self.clock.elapsed()
        end = self.heard + settings.idle_seconds if self.is_in else self.begun + settings.hello_seconds
        if not self.is_busy and now >= end:
            self.stop_reading()
        else:
            self.watchdog = self.clock.call_later(max(end - now, 0.1), self.watch)

    def stop_reading(self) -> None:
        """Wait for no further frame."""
        if self.waiting is not None and not self.waiting.expired() and not self.is_busy:
            self.waiting.reschedule(0)

    # From the first moment to the last.

    async def serve(self) -> None:
        """Follow the table until the client goes or is sent away."""
        self.writer = asyncio.create_task(self.write())
        try:
            await self.read()
        except WebSocketDisconnect:
            self.why = self.why or "closed"
        finally:
            self.ring()
            await self.leave()
            if self.why == "closed":
                self.writer.cancel()
            await asyncio.wait([self.writer], timeout=LEAVE + 1)
            await self.close()

    async def close(self) -> None:
        """Close the socket and say why; a client that does not read is not waited for."""
        if self.why == "closed":
            return
        if self.is_stuck:
            self.channel.abort()
            return
        try:
            async with asyncio.timeout(LEAVE):
                await self.socket.close(CODES.get(self.why, 1000), self.why)
        except (TimeoutError, WebSocketDisconnect, ClientDisconnected, RuntimeError):
            pass
