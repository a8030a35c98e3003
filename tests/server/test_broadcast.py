"""Everybody at a table is told every number, whatever goes wrong on the way; and no node refuses what another knows."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import msgspec
import pytest
from nodes import ANA, BEA, CAT, Watcher, act, asked, node, run, table_for, write
from tables import Play
from test_orders import auction

from magnate.actions import Bid, BuyDeed, Concede, EndTurn, Roll
from magnate.game import Game
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.config import Config
from magnate.protocol.errors import Refusal
from magnate.protocol.frames import encode
from magnate.server.live.broadcast import Broadcast
from magnate.server.live.live_table import LiveTable
from magnate.server.live.registry import Registry
from magnate.server.store.columns import LogRow, StoreError
from magnate.server.tables.table import Table
from magnate.testing import Position


def said(text: str) -> tuple[str, log.Entry]:
    """Something said by Bea on another node."""
    return "bea", log.Said("bea", "Bea", text)


@contextlib.asynccontextmanager
async def watched(url: str) -> AsyncIterator[tuple[LiveTable, Watcher]]:
    """An open table of three seats, and somebody who watches it."""
    async with node(url) as registry:
        live = await registry.live_table(await registry.create(ANA, Config(edition="clasico", seats=3)))
        watcher = Watcher(CAT)
        await live.connections.join(watcher, None)
        yield live, watcher


@contextlib.asynccontextmanager
async def two_nodes(
    url: str, make: Callable[[Registry], Awaitable[LiveTable]]
) -> AsyncIterator[tuple[LiveTable, LiveTable]]:
    """A table on two nodes. The second hears nothing of the first but what it asks for: the notice is on its way."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Registry, "_heard", lambda registry, table, number: None)
        async with node(url) as one, node(url) as two:
            here = await make(one)
            there = await two.live_table(here.table.id)
            await there.catch_up()
            yield here, there


async def of_two(registry: Registry) -> LiveTable:
    """A table at which Ana and Bea play."""
    return (await table_for(registry, ANA, BEA))[0]


async def say(live: LiveTable, text: str, id: str = "say") -> int:
    """Have Ana say something; the number it is kept under."""
    return (await live.do(ANA, [], id, ask.Say(text))).number


def test_a_seat_taken_and_gone_meanwhile_leaves_no_gap(sqlite_url: str) -> None:
    async def test() -> None:
        async with watched(sqlite_url) as (live, watcher):
            sat = "bea", log.Sat(2, "Bea", 1, person="bea")
            fewer = "ana", log.Configured(Config(edition="clasico", seats=2))
            await write(live.registry.store, live.table.id, sat, fewer, said("hello"))
            await say(live, "mine")
            assert watcher.numbers == [2, 3, 4, 5]

    run(test)


def test_a_store_that_fails_between_reading_and_telling_leaves_no_gap(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with watched(sqlite_url) as (live, watcher):
            store = live.registry.store
            await write(store, live.table.id, said("one"), said("two"))
            rows, asked_for = store.rows, 0

            async def broken_once(*about: Any) -> list[LogRow]:
                nonlocal asked_for
                asked_for += 1
                if asked_for == 1:  # somebody else was first, and what they wrote is to be read
                    raise StoreError("the connection broke")
                return await rows(*about)

            monkeypatch.setattr(store, "rows", broken_once)
            with pytest.raises(Refusal, match="same id"):
                await say(live, "mine")
            await say(live, "mine")
            assert watcher.numbers == [2, 3, 4]

    run(test)


def test_a_telling_that_fails_is_told_again_to_everybody_once(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            live = await of_two(registry)
            watchers = [Watcher(CAT), Watcher(ANA, 0)]
            for watcher in watchers:
                await live.connections.join(watcher, live.table.number)
            before = live.table.number
            monkeypatch.setattr(Table, "mine", None)  # a mistake of ours, while a frame is made
            with pytest.raises(TypeError):
                await say(live, "first")
            monkeypatch.undo()
            await say(live, "first")
            await say(live, "second", "more")
            for watcher in watchers:
                assert [number for number in watcher.numbers if number > before] == [before + 1, before + 2]

    run(test)


def test_a_node_that_has_not_heard_yet_asks_before_it_refuses(postgres_url: str) -> None:
    async def test() -> None:
        async with two_nodes(postgres_url, of_two) as (here, there):
            number = await say(here, "quick")
            assert there.table.number < number
            seat = asked(here)
            tokens = [here.tokens.give(here.table, seat)]
            done = await there.do((ANA, BEA)[seat], tokens, "roll", act(here, seat, Roll()))
            assert done.number == number + 1

    run(test)


def test_who_comes_from_another_node_with_a_number_just_told_there_is_let_in(postgres_url: str) -> None:
    async def test() -> None:
        async with two_nodes(postgres_url, of_two) as (here, there):
            number = await say(here, "quick")
            watcher = Watcher(CAT)
            await there.connections.join(watcher, number)
            assert watcher.frames[0]["table"]["number"] == number
            with pytest.raises(Refusal, match="the last number of the table is"):
                await there.connections.join(Watcher(BEA), number + 1)

    run(test)


def test_a_seat_just_taken_on_another_node_is_known_here_before_its_token_is_refused(postgres_url: str) -> None:
    async def an_open_one(registry: Registry) -> LiveTable:
        return await registry.live_table(await registry.create(ANA, Config(edition="clasico", seats=2)))

    async def test() -> None:
        async with two_nodes(postgres_url, an_open_one) as (here, there):
            token = (await here.do(BEA, [], "sit", ask.Sit(1))).token
            assert token is not None
            await there.connections.know([token])
            assert there.connections.seat_of(token) == 1
            assert (await here.read(here.state)) == (await there.read(there.state))

    run(test)


def test_whoever_looks_at_another_node_sees_what_was_acknowledged_here(postgres_url: str) -> None:
    async def test() -> None:
        async with two_nodes(postgres_url, of_two) as (here, there):
            number = await say(here, "quick")
            assert (await there.read(there.state)).number == number

    run(test)


def test_every_seat_is_sent_with_an_entry_what_it_may_do_asked_or_not(sqlite_url: str) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            live, tokens = await table_for(registry, ANA, BEA)
            watchers = [Watcher(ANA, 0), Watcher(BEA, 1)]
            for watcher in watchers:
                await live.connections.join(watcher, None)
            turn = unasked = 0
            while unasked < 6:
                turn, seat = turn + 1, asked(live)
                await live.do((ANA, BEA)[seat], tokens, str(turn), act(live, seat))
                game = live.table.running()
                for seat, watcher in enumerate(watchers):
                    (mine,) = watcher.told[-1]["mine"]
                    legal = msgspec.json.decode(msgspec.json.encode(game.options(seat)))
                    is_asked = seat in game.must
                    assert mine.get("options", []) == (legal if is_asked else [])
                    assert mine.get("may", []) == ([] if is_asked else legal)
                    unasked += "may" in mine

    run(test)


def test_what_is_said_works_out_no_position_anew(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            live, tokens = await table_for(registry, ANA, BEA)
            watcher = Watcher(ANA, 0)
            await live.connections.join(watcher, None)
            await live.do((ANA, BEA)[asked(live)], tokens, "roll", act(live, asked(live)))
            before = watcher.told[-1]
            monkeypatch.setattr(Game, "options", None)
            monkeypatch.setattr(Game, "view", None)
            await say(live, "hello")
            assert watcher.told[-1]["view"] == before["view"]
            assert watcher.told[-1]["mine"] == before["mine"]

    run(test)


# What is sent of the state around the game.


class Told:
    """What a spectator is told of a table without a server."""

    def __init__(self, play: Play) -> None:
        self.play, self.broadcast, self.watcher = play, Broadcast(play.table), Watcher(CAT)
        self.broadcast.viewers.add(self.watcher)

    def after(self, *done: object) -> dict[str, Any]:
        """The frame of the last entry."""
        number, at, entry = self.play.log[-1]
        row = LogRow(self.play.table.id, number, at, "", "", encode(entry), b"")
        self.broadcast.send(self.play.table, row, entry)
        return self.watcher.told[-1]


def test_the_move_that_ends_the_wish_to_take_back_is_sent_with_the_table() -> None:
    position = Position("clasico", seats=2, at={0: 0})
    position.rolls(1, 2)
    play = Play(people=2).start().at(position)
    told = Told(play)
    told.after(play.act(0, BuyDeed()))
    assert told.after(play.do("p0", ask.AskTakeBack(0)))["table"]["take_back"]["seat"] == 0
    assert told.after(play.act(0, EndTurn()))["table"]["take_back"] is None
    assert "table" not in told.after(play.act(1, Roll())), "nothing around the game has changed"


def test_a_bid_under_a_hammer_is_sent_with_the_new_deadline_also_without_a_clock() -> None:
    play = auction(Play(people=2, auction=30).start())
    told = Told(play)
    for seat, amount in ((0, 20), (1, 40), (0, 60)):
        play.now += 20_000
        table = told.after(play.act(seat, Bid(amount=amount)))["table"]
        assert table["seats"][1 - seat]["deadline"] == play.table.at + 30_000


def test_a_vote_that_ends_by_a_move_is_no_longer_sent() -> None:
    play = Play(people=4).start()
    told = Told(play)
    while play.table.running().refusal(3, Concede()) is not None:
        play.act(play.must[0], Roll())
    assert told.after(play.do("p0", ask.AskRemoval(0, 3)))["table"]["removal"]["target"] == 3
    assert told.after(play.act(3, Concede()))["table"]["removal"] is None


def test_an_action_of_somebody_who_is_not_connected_is_sent_with_the_new_end_of_the_others_patience() -> None:
    play = Play(people=2).start(1).at(Position("clasico", seats=2))
    told = Told(play)
    told.after(play.do("p1", ask.Say("hello")))
    play.now += 60_000
    assert told.after(play.act(0, Roll()))["table"]["seats"][0]["away_until"] == play.table.at + 120_000
