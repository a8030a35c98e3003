"""What frames of a client ask of a table, commands apart: hello, one more seat, a look, a plan, to mute somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magnate.protocol.errors import Refusal
from magnate.protocol.frames import PROTOCOL, Done, Hello, Hold, Look, Mute, Plan, Planned, Seen
from magnate.server.live.live_table import LiveTable
from magnate.server.store.moderation_store import MOST_MUTED

if TYPE_CHECKING:
    from .socket import SocketClient

MOST_SEATS = 8  # tokens of one connection


async def say_hello(client: SocketClient, hello: Hello) -> None:
    """Let a client in, with the seats it holds tokens for. A token that is no longer good is ignored."""
    if client.live_table is not None:
        raise Refusal("malformed", "Hello was said already; open another connection to begin again")
    if hello.protocol != PROTOCOL:
        raise Refusal("protocol", f"protocol is {hello.protocol}; this server speaks {PROTOCOL}")
    async with client.node.trouble():
        await remember_muted(client)
    live = await client.node.live_table(client.table)
    with live.connections.expecting():
        await join(client, hello, live)
    client.live_table, client.is_in = live, True
    if hello.since is not None:
        client.metrics.reconnects.inc()


async def join(client: SocketClient, hello: Hello, live: LiveTable) -> None:
    """Make a client a viewer of the table, with the seats whose tokens are good."""
    async with client.node.trouble():
        await live.connections.know(hello.tokens)
    found = [(token, live.tokens.seat(live.table, token)) for token in hello.tokens]
    tokens = {seat: token for token, seat in found if seat is not None}
    for seat in tokens:
        client.node.limits.allow_arrival(client.table, seat)
    client.tokens = tokens
    client.seats = set(client.tokens)
    client.refused = [token for token, seat in found if seat is None]
    if client.refused:
        client.metrics.refused("not_your_seat")
    async with client.node.trouble(None):
        await live.connections.join(client, hello.since, client.refused)


async def hold(client: SocketClient, live: LiveTable, frame: Hold) -> None:
    """Play one more seat from here."""
    async with client.node.trouble():
        await live.connections.know([frame.token])
    seat = live.connections.seat_of(frame.token)
    if seat not in client.tokens:
        if len(client.tokens) >= MOST_SEATS:
            raise Refusal("too_many", f"one connection plays at most {MOST_SEATS} seats")
        client.node.limits.allow_arrival(client.table, seat)
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
    """Send what a plan for buildings would cost a seat of this client."""
    check_seat(client, live, frame.seat)
    number, plan = await live.read(lambda: live.plan(frame.seat, frame.group, frame.levels))
    client.tell(Planned(id=frame.id, number=number, plan=plan))


def check_seat(client: SocketClient, live: LiveTable, seat: int) -> None:
    """Only the holder of a seat sees what it sees."""
    if seat not in client.tokens or live.connections.seat_of(client.tokens[seat]) != seat:
        raise Refusal("not_your_seat", f"you do not hold seat {seat}; Hold it with its token first")


async def remember_muted(client: SocketClient) -> None:
    """Whom a person has muted before. A person without a cookie or token is new, and has no mutes."""
    if not client.caller.is_fresh:
        client.muted = set(await client.node.store.moderation.muted_by(client.person.id))


async def mute(client: SocketClient, live: LiveTable, frame: Mute) -> None:
    """Stop hearing somebody, or hear them again: on every connection of this person here, and on later ones."""
    person, muted = frame.person, frame.muted
    if muted and person not in client.muted and len(client.muted) >= MOST_MUTED:
        raise Refusal("too_many", f"a person mutes at most {MOST_MUTED} others")
    if not client.caller.is_fresh and muted != (person in client.muted):
        async with client.node.trouble():
            await keep_mute(client, person, muted)
    for one in [viewer for viewer in live.viewers if viewer.person.id == client.person.id] or [client]:
        if muted:
            one.muted.add(person)
        else:
            one.muted.discard(person)
    client.tell(Done(id=frame.id, number=live.published))


async def keep_mute(client: SocketClient, person: str, muted: bool) -> None:
    """Store that somebody is muted, or no longer."""
    kept = client.node.store.moderation
    if not muted:
        await kept.unmute(client.person.id, person)
    elif not await kept.mute(client.person.id, person, client.clock.now()):
        raise Refusal("too_many", f"a person mutes at most {MOST_MUTED} others")
