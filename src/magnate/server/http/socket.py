"""The socket of a table: a reader takes one frame after the other, a writer sends what is queued.

Whatever a client sends is answered by name; nothing raises here. The queue has an end: a client that does not read is
disconnected, and catches up by coming back with the last number it has.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Any, Protocol

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from msgspec import Struct
from uvicorn.protocols.utils import ClientDisconnected

from magnate.protocol.errors import Refusal
from magnate.protocol.frames import (
    Do,
    FromClient,
    Goodbye,
    Hello,
    Hold,
    Look,
    Ping,
    Plan,
    Pong,
    Reply,
    decode_frame,
    encode,
)
from magnate.server.live.live_table import LiveTable
from magnate.server.live.node import Node
from magnate.server.operations.clock import Timer
from magnate.server.operations.logs import event
from magnate.server.operations.rate_limits import TooFast
from magnate.server.people.callers import Caller, address_of, check_host, check_origin

from . import table_frames
from .error_responses import denial
from .transport import CHANNEL, LEAVE

CODES = {
    "restart": 1012,
    "slow": 1013,
    "limit": 1008,
    "idle": 1001,
    "forgotten": 1000,
    "kept_out": 1008,
    "banned": 1008,
}
STUCK = 30.0  # seconds a client may stand still while it is sent the past
RETRY = 1_000
PONG = encode(Pong())

Socket = WebSocket[Any, Any, Any]


class StreamClosed(Exception):
    """The client is no longer there."""


class OnlyId(Struct):
    """A frame that could not be taken, as far as its id."""

    id: str | None = None


class Channel(Protocol):
    """A connection as the HTTP server has it. The framework's layers would cost more than sending a frame does."""

    writable: asyncio.Event  # the client takes what is sent

    async def receive(self) -> Any:
        """The next message."""

    def write_text(self, text: bytes) -> None:
        """Send a frame now."""

    def abort(self) -> None:
        """End the connection, with all that is on its way."""


class SocketClient:
    """A connection to a table, from the first moment to the last: the `Viewer` of a live table."""

    def __init__(self, node: Node, socket: Socket, caller: Caller, table: str) -> None:
        self.node = node
        self.socket = socket
        self.caller = caller
        self.table = table
        self.settings, self.metrics, self.clock = node.settings, node.metrics, node.registry.clock
        self.person = caller.person
        self.seats: set[int] = set()
        self.muted: set[str] = set()
        self.tokens: dict[int, str] = {}  # of the seats played from here
        self.refused: list[str] = []  # tokens of Hello that are good for no seat
        self.live_table: LiveTable | None = None
        self.malformed = 0
        self.hurried = 0
        self.queue: deque[bytes] = deque()
        self.most = self.settings.queue_frames
        extensions: Any = socket.scope["extensions"]
        self.channel: Channel = extensions[CHANNEL]
        self.bell: asyncio.Future[None] | None = None  # what the writer waits for: something is queued
        self.space = asyncio.Event()  # something was sent
        self.why = ""  # why the server closes
        self.is_stuck = False  # the client does not take what is sent
        self.waiting: asyncio.Timeout | None = None  # ends the reading
        self.is_in = False  # the client has said hello
        self.is_busy = False  # a frame is being answered
        self.begun = self.heard = self.clock.elapsed()
        self.watchdog: Timer | None = None
        self.writer: asyncio.Task[None] | None = None

    # Frames from the client.

    async def take(self, text: str | None, data: bytes | None) -> None:
        """Do what a frame asks, or refuse it by name."""
        self.metrics.frames.inc()
        try:
            size = len(data or b"") if text is None else len(text) if text.isascii() else len(text.encode())
            if size > self.settings.frame_bytes:
                raise Refusal("too_long", f"{size} bytes; a frame has at most {self.settings.frame_bytes}")
            if text is None:
                raise Refusal("malformed", "a binary frame; expected text, one JSON object")
            self.node.limits.allow_frame(self.person.id, self.person.kind, self.caller.address)
            frame = read_frame(text)
            self.malformed, self.hurried = 0, max(0, self.hurried - 1)  # who goes on hurrying is noticed
            await self.answer(frame)
        except Refusal as refusal:
            self.refuse(refusal, id_in(text))
        except StreamClosed:
            self.why = self.why or "closed"
        except Exception as error:
            event("frame_failed", logging.ERROR, error, table=self.table)
            self.refuse(Refusal("internal", "the server failed, and the failure is logged"), id_in(text))

    def refuse(self, refusal: Refusal, id: str | None) -> None:
        """Answer with a refusal. Who sends nothing else is cut off."""
        self.metrics.refused(refusal.error)
        self.offer(encode(refusal.frame(id)))
        if isinstance(refusal, TooFast):
            self.hurried += 1
        elif refusal.error in ("malformed", "too_long", "hello_first"):
            self.malformed += 1
        settings = self.settings
        if self.malformed >= settings.malformed_in_a_row or self.hurried >= settings.burst:
            self.cut("limit", 10 * RETRY)

    async def answer(self, frame: FromClient) -> None:
        """Do what a frame asks."""
        if isinstance(frame, Ping):
            self.offer(PONG)
        elif isinstance(frame, Hello):
            await table_frames.say_hello(self, frame)
        elif self.live_table is None:
            raise Refusal("hello_first", "the first frame must be Hello")
        elif isinstance(frame, Do):
            shown = [*self.tokens.values(), *self.refused]
            self.tell(await self.live_table.command(self.caller, shown, frame.id, frame.command))
        elif isinstance(frame, Hold):
            await table_frames.hold(self, self.live_table, frame)
        elif isinstance(frame, Look):
            await table_frames.look(self, self.live_table, frame)
        elif isinstance(frame, Plan):
            await table_frames.plan(self, self.live_table, frame)
        else:
            await table_frames.mute(self, self.live_table, frame)

    def tell(self, reply: Reply) -> None:
        """Queue an answer."""
        self.offer(encode(reply))

    # What a live table may ask of a viewer.

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
            raise StreamClosed
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
        """Close silent connections. One timer that looks now and then is cheaper than one for every frame."""
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
            self.writer = None  # a cancelled task knows this client: only the garbage collector could free them

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

    async def leave(self) -> None:
        """Remove this viewer from the live table."""
        if self.live_table is None:
            return
        try:
            async with self.node.trouble():
                await self.live_table.connections.leave(self)
        except Refusal as refusal:
            event("leave_failed", logging.WARNING, table=self.table, problem=refusal.message)


def read_frame(text: str) -> FromClient:
    """A frame, or a refusal that names the place."""
    try:
        frame: FromClient = decode_frame(text)
    except (msgspec.MsgspecError, ValueError) as error:
        raise Refusal("malformed", str(error)) from error
    except RecursionError as error:
        raise Refusal("malformed", "nested too deeply") from error
    return frame


def id_in(text: str | None) -> str | None:
    """The id of a frame, as far as it can be read, so that a refusal finds its way."""
    try:
        id = msgspec.json.decode(text or "", type=OnlyId).id
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return id if id is not None and len(id) <= 40 else None


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: Socket, table: FromPath[str]) -> None:
    """Follow and play a table."""
    node: Node = socket.app.state.node
    address = address_of(socket, node.settings)
    try:
        check_host(socket, node.settings)
        check_origin(socket, node.settings)
        node.limits.allow_request(address)
        if node.is_closing:
            raise Refusal("unavailable", "the server restarts; come back in a moment")
        caller = await node.caller(socket)
        code = (await node.live_table(table)).table.id
        node.limits.connect(address)
    except Refusal as refusal:
        node.metrics.refused(refusal.error)
        await denial(socket, refusal)
        return
    client = SocketClient(node, socket, caller, code)
    node.clients.add(client)
    node.metrics.connections.inc()
    event("socket_opened", logging.DEBUG, table=code, person=caller.person.id, kind=caller.person.kind)
    try:
        await socket.accept()
        await client.serve()
    except ClientDisconnected:
        client.why = client.why or "closed"  # before it was accepted
    except Exception as error:
        event("socket_failed", logging.ERROR, error, table=code)
    finally:
        node.clients.discard(client)
        node.metrics.connections.dec()
        node.limits.disconnect(address)
        node.operator_log.cut(client.why, code, caller.person.id, address)
        event("socket_closed", logging.DEBUG, table=code, person=caller.person.id, why=client.why)
