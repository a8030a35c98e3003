"""The socket of a table: frames in, frames out. Whatever a client sends is answered by name; nothing raises here.

How frames come and go is in `line`; here is what they ask for.
"""

from __future__ import annotations

import logging

import msgspec
from litestar import websocket
from litestar.params import FromPath
from msgspec import Struct
from uvicorn.protocols.utils import ClientDisconnected

from .callers import Caller, address_of, check_host, check_origin
from .commands import Number
from .edge import Edge
from .errors import denial
from .limits import TooFast
from .line import RETRY, Gone, Line, Socket
from .logs import event
from .room import Room
from .wire import (
    PROTOCOL,
    Do,
    Done,
    FromClient,
    Hello,
    Hold,
    Look,
    Mute,
    Ping,
    Plan,
    Planned,
    Pong,
    Refusal,
    Reply,
    Seen,
    decode_frame,
    encode,
)

MOST_SEATS = 8  # tokens of one connection
MOST_MUTED = 200
PONG = encode(Pong())


class OnlyId(Struct):
    """A frame that could not be taken, as far as its id."""

    id: str | None = None


class Client(Line):
    """A connection to a table: the `Viewer` of a room."""

    def __init__(self, edge: Edge, socket: Socket, caller: Caller, table: str) -> None:
        super().__init__(socket, table, edge.settings, edge.metrics, edge.hall.clock)
        self.edge = edge
        self.caller = caller
        self.person = caller.person
        self.seats: set[int] = set()
        self.muted: set[str] = set()
        self.tokens: dict[int, str] = {}  # of the seats played from here
        self.refused: list[str] = []  # tokens of Hello that are good for no seat
        self.room: Room | None = None
        self.malformed = 0
        self.hurried = 0

    async def take(self, text: str | None, data: bytes | None) -> None:
        """Do what a frame asks, or refuse it by name."""
        self.metrics.frames.inc()
        try:
            size = len(data or b"") if text is None else len(text) if text.isascii() else len(text.encode())
            if size > self.settings.frame_bytes:
                raise Refusal("too_long", f"{size} bytes; a frame has at most {self.settings.frame_bytes}")
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
            await self.say_hello(frame)
        elif self.room is None:
            raise Refusal("hello_first", "the first frame must be Hello")
        elif isinstance(frame, Do):
            shown = [*self.tokens.values(), *self.refused]
            self.tell(await self.edge.do(self.caller, self.room, shown, frame.id, frame.command))
        elif isinstance(frame, Hold):
            await self.hold(self.room, frame)
        elif isinstance(frame, Look):
            await self.look(self.room, frame)
        elif isinstance(frame, Plan):
            await self.plan(self.room, frame)
        else:
            self.mute(self.room, frame)

    def tell(self, reply: Reply) -> None:
        """Queue an answer."""
        self.offer(encode(reply))

    async def say_hello(self, hello: Hello) -> None:
        """Let a client in, with the seats it holds tokens for. A token that is no longer good keeps nobody out."""
        if self.room is not None:
            raise Refusal("malformed", "Hello was said already; open another connection to begin anew")
        if hello.protocol != PROTOCOL:
            raise Refusal("protocol", f"protocol is {hello.protocol}; this server speaks {PROTOCOL}")
        room = await self.edge.room(self.table)
        async with self.edge.trouble():
            await room.know(hello.tokens)
        found = [(token, room.tokens.seat(room.table, token)) for token in hello.tokens]
        self.tokens = {seat: token for token, seat in found if seat is not None}
        self.seats = set(self.tokens)
        self.refused = [token for token, seat in found if seat is None]
        if self.refused:
            self.metrics.refused("not_your_seat")
        async with self.edge.trouble(None):
            await room.join(self, hello.since, self.refused)
        self.room, self.is_in = room, True
        if hello.since is not None:
            self.metrics.reconnects.inc()

    async def hold(self, room: Room, frame: Hold) -> None:
        """Play one more seat from here."""
        async with self.edge.trouble():
            await room.know([frame.token])
        seat = room.seat_of(frame.token)
        if seat not in self.tokens and len(self.tokens) >= MOST_SEATS:
            raise Refusal("too_many", f"one connection plays at most {MOST_SEATS} seats")
        async with self.edge.trouble():
            await room.hold(self, frame.token)
        self.tokens[seat] = frame.token
        self.tell(Done(id=frame.id, number=number_of(room)))

    async def look(self, room: Room, frame: Look) -> None:
        """Show the table as a seat of this client sees it."""
        if frame.seat is not None:
            self.check_seat(room, frame.seat)
        number, table, view = await room.read(lambda: room.look(frame.seat))
        self.tell(Seen(id=frame.id, number=number, table=table, view=view))

    async def plan(self, room: Room, frame: Plan) -> None:
        """Tell what a plan for buildings would cost a seat of this client."""
        self.check_seat(room, frame.seat)
        number, plan = await room.read(lambda: room.plan(frame.seat, frame.group, frame.levels))
        self.tell(Planned(id=frame.id, number=number, plan=plan))

    def check_seat(self, room: Room, seat: int) -> None:
        """Only the holder of a seat sees what it sees."""
        if seat not in self.tokens or room.seat_of(self.tokens[seat]) != seat:
            raise Refusal("not_your_seat", f"you do not hold seat {seat}; Hold it with its token first")

    def mute(self, room: Room, frame: Mute) -> None:
        """Stop hearing somebody, or hear them again."""
        if frame.muted and len(self.muted) >= MOST_MUTED:
            raise Refusal("too_many", f"one connection mutes at most {MOST_MUTED} people")
        if frame.muted:
            self.muted.add(frame.person)
        else:
            self.muted.discard(frame.person)
        self.tell(Done(id=frame.id, number=number_of(room)))

    async def leave(self) -> None:
        """Tell the room that this viewer is gone."""
        if self.room is None:
            return
        try:
            async with self.edge.trouble():
                await self.room.leave(self)
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
        check_host(socket, edge.settings)
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
    except ClientDisconnected:
        client.why = client.why or "closed"  # before it was accepted
    except Exception as error:
        event("socket_failed", logging.ERROR, error, table=code)
    finally:
        edge.clients.discard(client)
        edge.metrics.connections.dec()
        edge.limits.disconnect(address)
        event("socket_closed", logging.DEBUG, table=code, person=caller.person.id, why=client.why)
