"""The socket of a table: frames in, frames out. Whatever a client sends is answered by name; nothing raises here.

A reader takes one frame after the other, a writer sends what is queued. The queue has an end: whoever does not read is
cut off, and catches up by coming back with the last number it has.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from msgspec import Struct

from .callers import Caller, address_of, check_origin
from .commands import Number
from .edge import Edge
from .errors import denial
from .limits import TooFast
from .logs import event
from .room import Room
from .sever import sever
from .wire import (
    PROTOCOL,
    Do,
    Done,
    FromClient,
    Goodbye,
    Hello,
    Hold,
    Look,
    Mute,
    Ping,
    Pong,
    Refusal,
    Reply,
    Seen,
    decode_frame,
    encode,
)

CODES = {"restart": 1012, "slow": 1013, "limit": 1008, "idle": 1001, "forgotten": 1000}
LEAVE = 2.0  # seconds a client has to take in a goodbye
STUCK = 30.0  # seconds a client may stand still while it is told the past
MOST_SEATS = 8  # tokens of one connection
MOST_MUTED = 200
PONG = encode(Pong())
RETRY = 1_000

Socket = WebSocket[Any, Any, Any]


class Gone(Exception):
    """The client is no longer there."""


class OnlyId(Struct):
    """A frame that could not be taken, as far as its id."""

    id: str | None = None


class Client:
    """A connection to a table: the `Viewer` of a room."""

    def __init__(self, edge: Edge, socket: Socket, caller: Caller, table: str) -> None:
        self.edge = edge
        self.socket = socket
        self.caller = caller
        self.table = table
        self.person = caller.person
        self.seats: set[int] = set()
        self.muted: set[str] = set()
        self.tokens: dict[int, str] = {}
        self.room: Room | None = None
        self.queue: deque[bytes] = deque()
        self.most = edge.settings.queue_frames
        self.bell: asyncio.Future[None] | None = None  # what the writer waits for: something is queued
        self.space = asyncio.Event()  # something was sent
        self.why = ""  # why the server closes
        self.is_stuck = False  # the client does not take what is sent
        self.waiting: asyncio.Timeout | None = None  # ends the reading
        self.is_busy = False  # a frame is being answered
        self.begun = self.heard = asyncio.get_running_loop().time()
        self.watchdog: asyncio.TimerHandle | None = None
        self.writer: asyncio.Task[None] | None = None
        self.malformed = 0
        self.hurried = 0

    # What rooms may ask of a viewer.

    def offer(self, frame: bytes) -> None:
        """Queue a frame. A reader who has fallen too far behind is cut off."""
        if self.why:
            return
        if len(self.queue) >= self.most:
            self.edge.metrics.slow.inc()
            self.cut("slow", RETRY)
            return
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
                self.edge.metrics.slow.inc()
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
        self.edge.metrics.cut.labels(why).inc()
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
                    frame = self.queue.popleft()
                    self.space.set()
                    await self.socket.send({"type": "websocket.send", "bytes": None, "text": frame.decode()})
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
                    message = await self.socket.receive()
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
        settings, loop = self.edge.settings, asyncio.get_running_loop()
        end = self.heard + settings.idle_seconds if self.room else self.begun + settings.hello_seconds
        if not self.is_busy and loop.time() >= end:
            self.stop_reading()
        else:
            self.watchdog = loop.call_at(max(end, loop.time() + 0.1), self.watch)

    def stop_reading(self) -> None:
        """Wait for no further frame."""
        if self.waiting is not None and not self.waiting.expired() and not self.is_busy:
            self.waiting.reschedule(0)

    async def take(self, text: str | None, data: bytes | None) -> None:
        """Do what a frame asks, or refuse it by name."""
        self.edge.metrics.frames.inc()
        try:
            size = len(data or b"") if text is None else len(text) if text.isascii() else len(text.encode())
            if size > self.edge.settings.frame_bytes:
                raise Refusal("too_long", f"{size} bytes; a frame has at most {self.edge.settings.frame_bytes}")
            if text is None:
                raise Refusal("malformed", "a binary frame; expected text, one JSON object")
            self.edge.limits.allow_frame(self.person.id, self.person.kind, self.caller.address)
            frame = read_frame(text)
            self.malformed, self.hurried = 0, max(0, self.hurried - 1)  # who goes on hurrying is noticed
            await self.answer(frame)
        except Refusal as refusal:
            self.refuse(refusal, id_in(text))
        except Gone:
            self.why = self.why or "closed"
        except Exception as error:
            event("frame_failed", logging.ERROR, error, table=self.table)
            self.refuse(Refusal("internal", "the server failed, and the failure is logged"), id_in(text))

    def refuse(self, refusal: Refusal, id: str | None) -> None:
        """Answer with a refusal. Who sends nothing else is cut off."""
        self.edge.metrics.refused(refusal.error)
        self.offer(encode(refusal.frame(id)))
        if isinstance(refusal, TooFast):
            self.hurried += 1
        elif refusal.error in ("malformed", "too_long", "hello_first"):
            self.malformed += 1
        settings = self.edge.settings
        if self.malformed >= settings.malformed_in_a_row or self.hurried >= settings.burst:
            self.cut("limit", 10 * RETRY)

    async def answer(self, frame: FromClient) -> None:
        """Do what a frame asks."""
        if isinstance(frame, Ping):
            self.offer(PONG)
        elif isinstance(frame, Hello):
            await self.say_hello(frame)
        elif self.room is None:
            raise Refusal("hello_first", "the first frame must be Hello")
        elif isinstance(frame, Do):
            tokens = list(self.tokens.values())
            self.tell(await self.edge.do(self.caller, self.room, tokens, frame.id, frame.command))
        elif isinstance(frame, Hold):
            await self.hold(self.room, frame)
        elif isinstance(frame, Look):
            await self.look(self.room, frame)
        else:
            self.mute(self.room, frame)

    def tell(self, reply: Reply) -> None:
        """Queue an answer."""
        self.offer(encode(reply))

    async def say_hello(self, hello: Hello) -> None:
        """Let a client in, with the seats it holds tokens for."""
        if self.room is not None:
            raise Refusal("malformed", "Hello was said already; open another connection to begin anew")
        if hello.protocol != PROTOCOL:
            raise Refusal("protocol", f"protocol is {hello.protocol}; this server speaks {PROTOCOL}")
        room = await self.edge.room(self.table)
        async with self.edge.trouble():
            await room.know(hello.tokens, self.person)
        self.tokens = {room.seat_of(token, self.person): token for token in hello.tokens}
        self.seats = set(self.tokens)
        async with self.edge.trouble(None):
            await room.join(self, hello.since)
        self.room = room
        if hello.since is not None:
            self.edge.metrics.reconnects.inc()

    async def hold(self, room: Room, frame: Hold) -> None:
        """Play one more seat from here."""
        async with self.edge.trouble():
            await room.know([frame.token], self.person)
        seat = room.seat_of(frame.token, self.person)
        if seat not in self.tokens and len(self.tokens) >= MOST_SEATS:
            raise Refusal("too_many", f"one connection plays at most {MOST_SEATS} seats")
        async with self.edge.trouble():
            await room.hold(self, frame.token)
        self.tokens[seat] = frame.token
        self.tell(Done(id=frame.id, number=number_of(room)))

    async def look(self, room: Room, frame: Look) -> None:
        """Show the table as a seat of this client sees it."""
        if frame.seat is not None and (
            frame.seat not in self.tokens or room.seat_of(self.tokens[frame.seat], self.person) != frame.seat
        ):
            raise Refusal("not_your_seat", f"you do not hold seat {frame.seat}; Hold it with its token first")
        number, table, view = await room.read(lambda: room.look(frame.seat))
        self.tell(Seen(id=frame.id, number=number, table=table, view=view))

    def mute(self, room: Room, frame: Mute) -> None:
        """Stop hearing somebody, or hear them again."""
        if frame.muted and len(self.muted) >= MOST_MUTED:
            raise Refusal("too_many", f"one connection mutes at most {MOST_MUTED} people")
        if frame.muted:
            self.muted.add(frame.person)
        else:
            self.muted.discard(frame.person)
        self.tell(Done(id=frame.id, number=number_of(room)))

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
            if self.room is not None:
                await self.leave(self.room)
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

    async def leave(self, room: Room) -> None:
        """Tell the room that this viewer is gone."""
        try:
            async with self.edge.trouble():
                await room.leave(self)
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


def number_of(room: Room) -> Number:
    """How far the table has been told."""
    return room.published


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: Socket, table: FromPath[str]) -> None:
    """Follow and play a table."""
    edge: Edge = socket.app.state.edge
    address = address_of(socket, edge.settings)
    try:
        check_origin(socket, edge.settings)
        edge.limits.allow_request(address)
        if edge.is_closing:
            raise Refusal("unavailable", "the server restarts; come back in a moment")
        caller = await edge.caller(socket)
        code = (await edge.room(table)).table.id
        edge.limits.connect(address)
    except Refusal as refusal:
        edge.metrics.refused(refusal.error)
        await denial(socket, refusal)
        return
    client = Client(edge, socket, caller, code)
    edge.clients.add(client)
    edge.metrics.connections.inc()
    event("socket_opened", logging.DEBUG, table=code, person=caller.person.id, kind=caller.person.kind)
    try:
        await socket.accept()
        await client.serve()
    except Exception as error:
        event("socket_failed", logging.ERROR, error, table=code)
    finally:
        edge.clients.discard(client)
        edge.metrics.connections.dec()
        edge.limits.disconnect(address)
        event("socket_closed", logging.DEBUG, table=code, person=caller.person.id, why=client.why)
