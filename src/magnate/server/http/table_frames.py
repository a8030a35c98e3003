"""What frames of a client ask of a table, commands apart: hello, one more seat, a look, a plan, to mute somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magnate.protocol.errors import Refusal
from magnate.protocol.frames import PROTOCOL, Done, Hello, Hold, Look, Mute, Plan, Planned, Seen
from magnate.server.live.live_table import LiveTable

if TYPE_CHECKING:
    from .socket import SocketClient

MOST_SEATS = 8  # tokens of one connection
MOST_MUTED = 200


async def say_hello(client: SocketClient, hello: Hello) -> None:
    """Let a client in, with the seats it holds tokens for. A token that is no longer good keeps nobody out."""
    if client.live_table is not None:
        raise Refusal("malformed", "Hello was said already; open another connection to begin anew")
    if hello.protocol != PROTOCOL:
        raise Refusal("protocol", f"protocol is {hello.protocol}; this server speaks {PROTOCOL}")
    live = await client.node.live_table(client.table)
    async with client.node.trouble():
        await live.connections.know(hello.tokens)
    found = [(token, live.tokens.seat(live.table, token)) for token in hello.tokens]
    client.tokens = {seat: token for token, seat in found if seat is not None}
    client.seats = set(client.tokens)
    client.refused = [token for token, seat in found if seat is None]
    if client.refused:
        client.metrics.refused("not_your_seat")
    async with client.node.trouble(None):
        await live.connections.join(client, hello.since, client.refused)
    client.live_table, client.is_in = live, True
    if hello.since is not None:
        client.metrics.reconnects.inc()


async def hold(client: SocketClient, live: LiveTable, frame: Hold) -> None:
    """Play one more seat from here."""
    async with client.node.trouble():
        await live.connections.know([frame.token])
    seat = live.connections.seat_of(frame.token)
    if seat not in client.tokens and len(client.tokens) >= MOST_SEATS:
        raise Refusal("too_many", f"one connection plays at most {MOST_SEATS} seats")
    async with client.node.trouble():
        await live.connections.hold(client, frame.token)
    client.tokens[seat] = frame.token
    client.tell(Done(id=frame.id, number=live.published))


async def look(client: SocketClient, live: LiveTable, frame: Look) -> None:
    """Show the table as a seat of this client sees it."""
    if frame.seat is not None:
        check_seat(client, live, frame.seat)
    number, table, view = await live.read(lambda: live.look(frame.seat))
    client.tell(Seen(id=frame.id, number=number, table=table, view=view))


async def plan(client: SocketClient, live: LiveTable, frame: Plan) -> None:
    """Tell what a plan for buildings would cost a seat of this client."""
    check_seat(client, live, frame.seat)
    number, plan = await live.read(lambda: live.plan(frame.seat, frame.group, frame.levels))
    client.tell(Planned(id=frame.id, number=number, plan=plan))


def check_seat(client: SocketClient, live: LiveTable, seat: int) -> None:
    """Only the holder of a seat sees what it sees."""
    if seat not in client.tokens or live.connections.seat_of(client.tokens[seat]) != seat:
        raise Refusal("not_your_seat", f"you do not hold seat {seat}; Hold it with its token first")


def mute(client: SocketClient, live: LiveTable, frame: Mute) -> None:
    """Stop hearing somebody, or hear them again."""
    if frame.muted and len(client.muted) >= MOST_MUTED:
        raise Refusal("too_many", f"one connection mutes at most {MOST_MUTED} people")
    if frame.muted:
        client.muted.add(frame.person)
    else:
        client.muted.discard(frame.person)
    client.tell(Done(id=frame.id, number=live.published))
