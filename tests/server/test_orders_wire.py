"""Standing orders over the wire: carried out by the server, kept over a kill, and told to nobody else."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from process import Node, run
from test_client import simple

from magnate.actions import Bid, Pass
from magnate.client import Client, Refusal, Table
from magnate.protocol.entries import Played, decode_entry
from magnate.protocol.state import Orders

MOST = 1_137  # a sum that is nowhere else in these games
STANDING = Orders(claim_rents=True, follow_cards=True)


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server whose bots do not think."""
    folder: Path = tmp_path_factory.mktemp("orders")
    with Node(f"sqlite+aiosqlite:///{folder}/tables.db", folder, bot_pause_ms=0, log_level="debug") as node:
        yield node


def default(table: Table, seat: int) -> object:
    """Refuse what can be refused, else go on."""
    kinds = ("RefuseDeed", "Pass", "Roll", "EndTurn", "FollowCard", "PayTax", "Wait", "PayFine")
    legal = {option.type: option.action for option in table.options(seat)}
    return next(legal[kind] for kind in kinds if legal.get(kind) is not None)


async def play_to_an_auction(tables: list[Table]) -> None:
    """Two people play until something is under the hammer."""
    while True:
        await tables[0].until(lambda: bool(tables[0].view and tables[0].view.must))
        view = tables[0].view
        assert view is not None
        if view.question is not None and view.question.type == "auction":
            return
        seat = view.must[0]
        table = tables[seat]
        await table.until(lambda table=table, seat=seat: bool(table.options(seat)))  # type: ignore[misc]
        done = await table.act(seat, default(table, seat))  # type: ignore[arg-type]
        for other in tables:
            await other.until(lambda other=other, at=done.number: other.seen >= at)  # type: ignore[misc]


async def seated(node: Node) -> tuple[list[Client], str]:
    """Two people at a table that has started."""
    clients = [Client(node.url), Client(node.url)]
    made = await clients[0].request("POST", "/api/tables", {"edition": "clasico", "seats": 2})
    return clients, made["table"]


async def proxies_over_a_kill(node: Node) -> None:
    clients, id = await seated(node)
    frames: list[bytes] = []
    async with clients[0].table(id) as ana, clients[1].table(id, since=0) as bea, Client(node.url).table(id) as watcher:
        for other in (bea, watcher):
            other.frames = frames.append
        for seat, table in enumerate((ana, bea)):
            await table.sit(seat)
        await ana.start()
        await bea.until(lambda: bea.view is not None)
        await ana.set_orders(0, STANDING)
        assert ana.orders(0) == STANDING
        await play_to_an_auction([ana, bea])
        await ana.proxy_bid(0, MOST)
        assert ana.max_bid(0) == MOST
        node.kill()
        node.start()
        await ana.until(lambda: ana.connections > 1)
        await bea.until(lambda: bea.connections > 1)
        assert ana.max_bid(0) == MOST
        assert ana.orders(0) == STANDING
        assert bea.orders(0) == Orders()
        for amount in (50, 90):
            await ana.until(lambda: ana.view is not None and ana.view.must == [1])
            await bea.until(lambda: bea.seen >= ana.seen and bool(bea.options(1)))
            await bea.act(1, Bid(amount=amount))
            await ana.until(
                lambda least=amount + 1: bool(ana.view and ana.view.question and ana.view.question.bid == least)  # type: ignore[misc]
            )
        await bea.until(lambda: bea.seen >= ana.seen and bool(bea.options(1)))
        await bea.act(1, Pass())
        with pytest.raises(Refusal) as refused:
            await ana.proxy_bid(0, 50)
        assert refused.value.error == "stale"
        log = await clients[1].request("GET", f"/api/tables/{id}/log?limit=500")
        record = await clients[1].record(id)
    text = b"".join(frames).decode() + repr(log) + record
    assert frames
    assert "Ordered" in text
    assert not re.search(rf"\b{MOST}\b", text), "the maximum was told"
    assert "claim_rents" not in text
    assert '"by":"order"' not in text


def test_a_proxy_bid_is_kept_over_a_kill_bids_on_and_is_told_to_nobody_else(node: Node) -> None:
    run(proxies_over_a_kill(node))
    assert str(MOST) not in node.said()


def by_order(node: Node, table: str) -> list[Played]:
    """What the server played by order at a table, as it is stored: nobody is told."""
    with closing(sqlite3.connect(node.database.split("///")[1])) as database:
        bodies = database.execute("SELECT body FROM entries WHERE table_id = ? ORDER BY number", (table,)).fetchall()
    found = [decode_entry(body) for (body,) in bodies]
    return [entry for entry in found if isinstance(entry, Played) and entry.by == "order"]


async def orders_from_the_first_move(node: Node) -> list[Played]:
    """What the server played by order in a quick game with standing orders, as far as its first one."""
    orders = Orders(claim_rents=True, end_turn=True, pass_auctions=True, follow_cards=True)
    async with await Client(node.url).quick(edition="clasico", seats=3, orders=orders) as table:
        assert table.orders(0) == orders
        playing = asyncio.create_task(table.play(simple))
        try:
            async for told in table:
                assert not isinstance(told.entry, Played) or told.entry.by != "order"
                if found := by_order(node, table.id):
                    return found[:1]
        finally:
            playing.cancel()
    return []


def test_a_quick_game_begins_with_the_orders_it_was_asked_for(node: Node) -> None:
    assert [entry.seat for entry in run(orders_from_the_first_move(node))] == [0]
