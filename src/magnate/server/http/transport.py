"""Connections of the HTTP server: uvicorn's protocols, with bounds that hold before a message is complete.

A client cannot make the server hold more than a known number of bytes per connection: headers and bodies are bounded by
h11 and by flow control, a WebSocket message by `ws_max_size` as soon as the head of a frame announces more, the number
of its parts and what is parsed ahead by the constants below. Nothing is read from a client that does not read itself.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

CHANNEL = "magnate.channel"  # the extension of a WebSocket's scope that holds its connection
HEADERS = 10.0  # seconds that headers may take to arrive, and a refused body to be thrown away
STALLED = 60.0  # seconds in which a client must take some of an answer
LEAVE = 2.0  # seconds that a client has to take the last frames, or to read why its connection is closed
FRAGMENTS = 1_024  # parts of one message
CONTROLS = 100  # pings and pongs between two messages
PIECE = 4_096  # bytes parsed at a time


class HttpConnection(H11Protocol):
    """A connection that speaks HTTP. It has a limited time for headers, for unwanted bodies, and for reading."""

    arriving: asyncio.TimerHandle | None = None
    leaving: asyncio.TimerHandle | None = None
    cycle: RequestResponseCycle | None  # type: ignore[assignment]  # none before the first request
    is_ending = False  # answered for the last time, while a body still arrives

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, unless there are too many."""
        super().connection_made(transport)
        if self.limit_concurrency is not None and len(self.connections) > self.limit_concurrency:
            transport.abort()
            return
        self.watch()

    def data_received(self, data: bytes) -> None:
        """Take what has arrived, or throw it away where nothing more is answered."""
        if self.is_ending:
            return
        super().data_received(data)
        if self.cycle is not None and self.conn.their_state is h11.SEND_BODY:
            self.cycle.transport = ClosedAfterBody(self)  # type: ignore[assignment]
        self.watch()

    def end(self) -> None:
        """Close the connection when the body has arrived: unread data would reset it, and the answer would be lost."""
        if self.conn.their_state is not h11.SEND_BODY or self.transport.is_closing():
            self.transport.close()
        elif not self.is_ending:
            self.is_ending = True
            self.transport.write_eof()
            self.arriving = self.arriving or self.loop.call_later(HEADERS, self.transport.abort)

    def on_response_complete(self) -> None:
        """Go on with the next request. A body that was refused is read and thrown away, so that the answer arrives."""
        super().on_response_complete()
        if self.is_ending:
            self._unset_keepalive_if_required()  # `end` has a timer of its own
        elif self.is_discarding:
            self.watch()

    @property
    def is_discarding(self) -> bool:
        """Whether a body still arrives although the request is answered."""
        return self.conn.our_state is h11.DONE and self.conn.their_state is h11.SEND_BODY

    def watch(self) -> None:
        """Limit the time in which headers, or a body that is thrown away, arrive."""
        is_waiting = self.conn.their_state is h11.IDLE or self.is_discarding
        if is_waiting and self.arriving is None:
            self.arriving = self.loop.call_later(HEADERS, self.transport.abort)
        elif not is_waiting and self.arriving is not None:
            self.arriving.cancel()
            self.arriving = None

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over, with what has arrived after the request."""
        super().handle_websocket_upgrade(event)
        rest, _ = self.conn.trailing_data
        protocol = self.transport.get_protocol()
        if rest and isinstance(protocol, asyncio.Protocol):
            protocol.data_received(rest)

    def send_400_response(self, msg: str) -> None:
        """Answer what cannot be read as a request: the status says all there is to say."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):  # an answer is on its way, or has gone
            self.transport.close()
            return
        status = 431 if getattr(sys.exception(), "error_status_hint", 400) == 431 else 400  # 431: headers too large
        headers = [(b"content-length", b"0"), (b"connection", b"close")]
        answer = h11.Response(status_code=status, headers=headers, reason=STATUS_PHRASES[status])
        for part in (answer, h11.EndOfMessage()):
            self.transport.write(self.conn.send(part) or b"")
        self.transport.close()

    def pause_writing(self) -> None:
        """The client does not read: give it a limited time."""
        super().pause_writing()
        self.leaving = self.leaving or self.loop.call_later(STALLED, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        if self.leaving is not None:
            self.leaving.cancel()
            self.leaving = None

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        super().connection_lost(exc)
        for timer in (self.arriving, self.leaving):
            if timer is not None:
                timer.cancel()


class ClosedAfterBody:
    """The transport of a request whose body is not complete: closing it waits for the rest."""

    def __init__(self, connection: HttpConnection) -> None:
        self.connection = connection

    def write(self, data: bytes) -> None:
        self.connection.transport.write(data)

    def is_closing(self) -> bool:
        return self.connection.is_ending or self.connection.transport.is_closing()

    def close(self) -> None:
        self.connection.end()


class SocketConnection(WebSocketsSansIOProtocol):
    """A connection that speaks WebSocket: the `Channel` of a `SocketClient`."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.pending = bytearray()  # what has arrived and is not parsed yet
        self.controls = 0  # pings and pongs since the last message

    # Reading.

    @property
    def is_reading(self) -> bool:
        """Whether more may be parsed: the connection is accepted, and no message waits."""
        return self.handshake_complete and not self.read_paused

    def data_received(self, data: bytes) -> None:
        """Take what has arrived, a piece at a time: a large one can hold thousands of messages."""
        if not self.handshake_initiated:
            self.shake_hands(data)
        elif len(data) <= PIECE and not self.pending and self.is_reading:
            super().data_received(data)
        elif not self.close_sent:  # else only the client's own close is waited for
            self.pending += data
            self.regulate()

    def shake_hands(self, request: bytes) -> None:
        """Take the request that opens the connection, or end it."""
        super().data_received(request)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def regulate(self) -> None:
        """Parse a piece of what is pending, if that may be done, and read more only when nothing is left."""
        if self.pending and self.is_reading and not self.transport.is_closing():
            piece = bytes(self.pending[:PIECE])
            del self.pending[:PIECE]
            super().data_received(piece)
        if self.close_sent or self.transport.is_closing():
            self.pending.clear()
        if self.pending or not self.is_reading:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()
        if self.pending and self.is_reading:
            self.loop.call_soon(self.regulate)

    async def receive(self) -> Any:
        """The next message."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.regulate()
        return message

    def send_receive_event_to_app(self) -> None:
        """Queue a message, and read no more until it is taken."""
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text":
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:
                self.fail(CloseCode.INVALID_DATA, "a text that is not UTF-8")
                return
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": bytes(data)})
        self.controls = 0
        self.read_paused = True
        self.transport.pause_reading()

    def handle_cont(self, event: Frame) -> None:
        """Take a part of a message, up to a number of them."""
        if len(self.frames) >= FRAGMENTS:
            self.fail(CloseCode.MESSAGE_TOO_BIG, f"a message has at most {FRAGMENTS} parts")
        elif not self.close_sent:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not read: the answers would pile up."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()
        self.count_control()

    def handle_pong(self, event: Frame) -> None:
        """A pong that was not asked for."""
        self.count_control()

    def count_control(self) -> None:
        """Count a ping or a pong: a few between two messages keep a connection alive, many are a flood."""
        self.controls += 1
        if self.controls > CONTROLS:
            self.fail(CloseCode.POLICY_VIOLATION, "limit")

    # Writing.

    async def send(self, message: Any) -> None:
        """Send a message of the application."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.regulate()
        elif self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # refused, and answered: else uvicorn logs an error

    def write_text(self, text: bytes) -> None:
        """Send a text frame now. The caller waits for `writable` first."""
        if self.disconnected or self.close_sent:
            return
        size = len(text)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 65_536:
            head = b"\x81\x7e" + size.to_bytes(2)
        else:
            head = b"\x81\x7f" + size.to_bytes(8)
        self.transport.write(head + text)

    # Ending.

    def fail(self, code: int, reason: str) -> None:
        """End a connection whose client broke the protocol."""
        if not self.close_sent:
            self.conn.fail(code, reason)
            self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        """Say why the connection ends, and discard what still arrives: unread data would reset it before that."""
        if self.close_sent:
            return
        reason = self.conn.close_sent
        self.queue.put_nowait({"type": "websocket.disconnect", "code": reason.code if reason else 1006})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent, self.read_paused, self.frames = True, False, []
        self.close_timer = self.loop.call_later(LEAVE, self.transport.abort)

    def abort(self) -> None:
        """End the connection at once."""
        self.transport.abort()

    async def run_asgi(self) -> None:
        """Serve the connection. After that it ends soon, whatever the client does."""
        extensions: dict[str, Any] = {**(self.scope["extensions"] or {}), CHANNEL: self}
        self.scope["extensions"] = extensions
        await super().run_asgi()
        self.loop.call_later(LEAVE, self.transport.abort)
