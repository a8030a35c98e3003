"""The token of a seat, and what goes with it, is for whoever sits there now: not for those who sat there before."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from nodes import ANA, BEA, CAT, SlowReader, Watcher, entries_of, in_line, node, run
from running import Running, good, hear, say, with_server

from magnate.client import Client
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.config import Config
from magnate.protocol.errors import Refusal
from magnate.server.live.live_table import LiveTable
from magnate.server.live.registry import Registry

PRIVATE = {"table.private_cash": True}


async def open_table(registry: Registry, seats: int = 2) -> LiveTable:
    """A table of Ana's that has not started."""
    return await registry.live_table(
        await registry.create(ANA, Config(edition="clasico", seats=seats, options=PRIVATE))
    )


async def give_her_seat_to_cat(live: LiveTable) -> str:
    """Bea is sent away from seat 1, Cat sits there, and the game starts; Cat's token."""
    await live.do(ANA, [], "clear", ask.ClearSeat(1))
    token = (await live.do(CAT, [], "cat sits", ask.Sit(1))).token
    await live.do(ANA, [], "ana sits", ask.Sit(0))
    await live.do(ANA, [], "start", ask.Start())
    assert token is not None
    return token


def test_an_old_sit_asked_again_gives_nobody_the_token_of_who_sits_there_now(store_url: str) -> None:
    async def test() -> None:
        async with node(store_url) as registry:
            live = await open_table(registry)
            first = await live.do(BEA, [], "bea sits", ask.Sit(1))
            token = await give_her_seat_to_cat(live)
            assert (await live.do(BEA, [], "bea sits", ask.Sit(1))).token in (None, first.token)
            await registry.let_go(live)  # what was answered is read from the store
            again = await registry.live_table(live.table.id)
            done = await again.do(BEA, [], "bea sits", ask.Sit(1))
            assert done.number == first.number
            assert done.token is None
            assert (await again.do(CAT, [], "cat sits", ask.Sit(1))).token == token

    run(test)


def test_an_old_sit_on_a_seat_that_is_gone_is_answered_without_a_token(store_url: str) -> None:
    async def test() -> None:
        async with node(store_url) as registry:
            live = await open_table(registry, seats=3)
            first = await live.do(BEA, [], "bea sits", ask.Sit(2))
            await live.do(ANA, [], "fewer", ask.Configure(Config(edition="clasico", seats=2)))
            await registry.let_go(live)
            done = await (await registry.live_table(live.table.id)).do(BEA, [], "bea sits", ask.Sit(2))
            assert (done.number, done.token) == (first.number, None)

    run(test)


def test_who_loses_a_seat_while_coming_in_is_told_nothing_of_it(sqlite_url: str) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            live = await open_table(registry)
            token = (await live.do(BEA, [], "bea sits", ask.Sit(1))).token
            assert token is not None
            slow = SlowReader(BEA, live.connections.seat_of(token))
            joining = asyncio.create_task(live.connections.join(slow, 0))
            await slow.is_sent.wait()
            await give_her_seat_to_cat(live)
            slow.reads.set()
            await joining
            assert slow.told[-1]["view"]
            assert not any(frame.get("mine") for frame in slow.frames)
            assert slow.seats == set()
            assert not live.table.holders[1].is_here
            assert log.Connected not in [type(entry) for entry in await entries_of(registry, live.table.id)]

    run(test)


def test_who_loses_a_seat_before_being_welcomed_is_not_welcomed_with_it(sqlite_url: str) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            live = await open_table(registry)
            token = (await live.do(BEA, [], "bea sits", ask.Sit(1))).token
            assert token is not None
            bea = Watcher(BEA, live.connections.seat_of(token))
            playing = asyncio.create_task(give_her_seat_to_cat(live))
            await asyncio.sleep(0)  # the seat is being cleared: the welcome has to wait for it
            await live.connections.join(bea, None)
            await playing
            assert bea.frames[0]["seats"] == []
            assert not any(frame.get("mine") for frame in bea.frames)

    run(test)


def test_a_seat_lost_while_it_is_asked_for_is_not_held(sqlite_url: str) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            live = await open_table(registry)
            token = (await live.do(BEA, [], "bea sits", ask.Sit(1))).token
            assert token is not None
            bea = Watcher(BEA)
            await live.connections.join(bea, None)
            async with live.mailbox:
                clearing = asyncio.create_task(live.do(ANA, [], "clear", ask.ClearSeat(1)))
                await in_line(live, 1)
                holding = asyncio.create_task(live.connections.hold(bea, token))
                await in_line(live, 2)
            await clearing
            with pytest.raises(Refusal) as caught:
                await holding
            assert caught.value.error == "not_your_seat"
            assert bea.seats == set()
            await live.connections.leave(bea)

    run(test)


def test_who_leaves_just_when_the_seat_goes_leaves_quietly(sqlite_url: str) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            live = await open_table(registry, seats=3)
            await live.do(BEA, [], "bea sits", ask.Sit(2))
            bea = Watcher(BEA, 2)
            await live.connections.join(bea, None)
            async with live.mailbox:
                fewer = ask.Configure(Config(edition="clasico", seats=2))
                configuring = asyncio.create_task(live.do(ANA, [], "fewer", fewer))
                await in_line(live, 1)
                leaving = asyncio.create_task(live.connections.leave(bea))
                await in_line(live, 2)
            await configuring
            await leaving

    run(test)


def test_tokens_that_are_no_longer_good_are_named_and_keep_nobody_out(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table, bea = await here.table(seats=3), here.guest()

        async def do(guest: Any, id: str, **command: Any) -> Any:
            body = {"id": id, "command": command}
            return good(await guest.post(f"/api/tables/{table}/commands", json=body))

        left = (await do(bea, "a", type="Sit", seat=0))["token"]
        await do(here.ana, "b", type="ClearSeat", seat=0)
        held = (await do(bea, "c", type="Sit", seat=1))["token"]
        for shown, seats in ([left, held], [1]), ([held, "nonsense", left], [1]), ([left], []):
            async with here.socket(table, bea) as socket:
                await say(socket, type="Hello", tokens=shown)
                welcome = await hear(socket, "Welcome", "Refused")
                assert (welcome["type"], welcome.get("seats")) == ("Welcome", seats)
                assert welcome["refused_tokens"] == [token for token in shown if token != held]

    with_server(tmp_path, test)


def test_a_client_that_was_sent_away_while_it_was_gone_comes_back_to_watch(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        host, guest = Client(here.url), Client(here.url)
        async with await host.create(edition="clasico", seats=2) as hers, guest.table(hers.id) as table:
            await table.sit(1)
            (token,) = table.tokens
            await table.leave()
            await hers.do(ask.ClearSeat(1))
            async with guest.table(hers.id, [token]) as again:
                assert (again.seats, again.tokens) == ([], [])
                assert await again.sit(0) == 0
                with pytest.raises(Refusal, match="you hold no seat"):
                    await hers.play(lambda seat, options, view: None)

    with_server(tmp_path, test)
