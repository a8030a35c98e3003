"""A line to a client: a reader takes one frame after the other, a writer sends what is queued.

The queue has an end: whoever does not read is cut off, and catches up by coming back with the last number it has.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio import ensure_future
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from typing import Any, NamedTuple, Protocol

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect
from litestar.types import ASGIApp

from .logs import event
from .metrics import Metrics
from .settings import Settings
from .sever import sever
from .wire import Goodbye, encode

CODES = {"restart": 1012, "slow": 1013, "limit": 1008, "idle": 1001, "forgotten": 1000}
LEAVE = 2.0  # seconds a client has to take in a goodbye
STUCK = 30.0  # seconds a client may stand still while it is told the past
RETRY = 1_000

CHANNEL = "magnate.channel"  # where the HTTP server's own channel of a socket lies in its scope

Socket = WebSocket[Any, Any, Any]


class Gone(Exception):
    """The client is no longer there."""


class Sending(Protocol):
    """A frame on its way: it goes whether it is awaited or not."""

    def __await__(self) -> Generator[Any, Any, None]:
        """Wait until it has gone."""

    def done(self) -> bool:
        """Whether it has gone, or never will."""

    def exception(self) -> BaseException | None:
        """Why it could not be sent, once that is known."""


class Channel(NamedTuple):
    """How the HTTP server brings and takes the messages of a socket."""

    receive: Callable[[], Awaitable[Any]]
    send: Callable[[Any], Sending]


def leave_channel(app: ASGIApp) -> ASGIApp:
    """An application for Granian, whose own channel is left in the scope of every socket.

    Each of the framework's layers wraps it once more, which costs more than sending a frame does. And what Granian's
    `send` returns is on its way already: nobody has to wait for it.
    """

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            scope[CHANNEL] = Channel(receive, send)
        await app(scope, receive, send)

    return serve


def channel_of(socket: Socket) -> Channel:
    """The channel of a socket: the server's own, or else the framework's."""
    left: Any = socket.scope.get(CHANNEL)
    return left or Channel(socket.receive, lambda message: ensure_future(socket.send(message)))


class Line:
    """A connection, from the first moment to the last."""

    def __init__(self, socket: Socket, table: str, settings: Settings, metrics: Metrics) -> None:
        self.socket = socket
        self.table = table
        self.settings = settings
        self.metrics = metrics
        self.queue: deque[bytes] = deque()
        self.most = settings.queue_frames
        self.channel: Channel = channel_of(socket)
        self.sending: Sending | None = None  # the frame that went out last
        self.bell: asyncio.Future[None] | None = None  # what the writer waits for: something is queued
        self.space = asyncio.Event()  # something was sent
        self.why = ""  # why the server closes
        self.is_stuck = False  # the client does not take what is sent
        self.waiting: asyncio.Timeout | None = None  # ends the reading
        self.is_in = False  # the client has said hello
        self.is_busy = False  # a frame is being answered
        self.begun = self.heard = asyncio.get_running_loop().time()
        self.watchdog: asyncio.TimerHandle | None = None
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
        elif not self.queue and self.is_free():
            self.put(frame)
        else:
            self.queue.append(frame)
            self.ring()

    def is_free(self) -> bool:
        """Whether a frame can go out at once, because the one before has gone: then no task need wake for it."""
        sending = self.sending
        if sending is None:
            return True
        if not hasattr(sending, "done"):  # so Granian says that nothing more can be sent; the writer will find out
            return False
        return sending.done() and sending.exception() is None

    def put(self, frame: bytes) -> None:
        """Send a frame on its way."""
        self.sending = self.channel.send({"type": "websocket.send", "text": frame.decode()})

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
                while self.queue or (self.why and self.sending is not None):
                    if (sending := self.sending) is None:
                        self.put(self.queue.popleft())
                        self.space.set()
                        continue
                    await sending  # and only then the next: two at a time could overtake each other
                    if self.sending is sending:
                        self.sending = None
                if self.why:
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
        clock = asyncio.get_running_loop().time
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
                    self.is_busy, self.heard = False, clock()
        except TimeoutError:
            self.cut("idle", RETRY)
        finally:
            self.waiting = None
            if self.watchdog is not None:
                self.watchdog.cancel()

    def watch(self) -> None:
        """Send away who says nothing. One timer that looks now and then is cheaper than one for every frame."""
        settings, loop = self.settings, asyncio.get_running_loop()
        end = self.heard + settings.idle_seconds if self.is_in else self.begun + settings.hello_seconds
        if not self.is_busy and loop.time() >= end:
            self.stop_reading()
        else:
            self.watchdog = loop.call_at(max(end, loop.time() + 0.1), self.watch)

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
        """Close the socket. Only now, when nobody waits for a frame: Granian would not send the reason otherwise."""
        if self.why == "closed":
            return
        if self.is_stuck:
            self.sever()
            return
        try:
            async with asyncio.timeout(LEAVE):
                await self.socket.close(CODES.get(self.why, 1000), self.why)
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            pass

    def sever(self) -> None:
        """End the connection of a client that does not read: Granian would wait for it, with all that is on its way."""
        client, server = self.socket.scope.get("client"), self.socket.scope.get("server")
        if client and server and server[1] is not None:
            sever((str(client[0]), int(client[1])), int(server[1]))
