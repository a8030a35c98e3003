"""Everybody at a table is told every number, whatever goes wrong on the way; and no node refuses what another knows."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from halls import ANA, BEA, CAT, Watcher, act, asked, node, run, table_for, write

from magnate.actions import Roll
from magnate.server import commands as ask
from magnate.server import entries as log
from magnate.server.config import Config
from magnate.server.hall import Hall
from magnate.server.room import Room
from magnate.server.store import Row, StoreError
from magnate.server.wire import Refusal


def said(text: str) -> tuple[str, log.Entry]:
    """Something said by Bea on another node."""
    return "bea", log.Said("bea", "Bea", text)


@contextlib.asynccontextmanager
async def watched(url: str) -> AsyncIterator[tuple[Room, Watcher]]:
    """An open table of three seats, and somebody who watches it."""
    async with node(url) as hall:
        room = await hall.room(await hall.create(ANA, Config(edition="clasico", seats=3)))
        watcher = Watcher(CAT)
        await room.join(watcher, None)
        yield room, watcher


@contextlib.asynccontextmanager
async def two_nodes(url: str, make: Callable[[Hall], Awaitable[Room]]) -> AsyncIterator[tuple[Room, Room]]:
    """A table on two nodes. The second hears nothing of the first but what it asks for: the notice is on its way."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Hall, "_heard", lambda hall, table, number: None)
        async with node(url) as one, node(url) as two:
            here = await make(one)
            there = await two.room(here.table.id)
            await there.catch_up()
            yield here, there


async def of_two(hall: Hall) -> Room:
    """A table at which Ana and Bea play."""
    return (await table_for(hall, ANA, BEA))[0]


async def say(room: Room, text: str, id: str = "say") -> int:
    """Have Ana say something; the number it is kept under."""
    return (await room.do(ANA, [], id, ask.Say(text))).number


def test_a_seat_taken_and_gone_meanwhile_leaves_no_gap(sqlite_url: str) -> None:
    async def test() -> None:
        async with watched(sqlite_url) as (room, watcher):
            sat = "bea", log.Sat(2, "Bea", 1, person="bea")
            fewer = "ana", log.Configured(Config(edition="clasico", seats=2))
            await write(room.hall.store, room.table.id, sat, fewer, said("hello"))
            await say(room, "mine")
            assert watcher.numbers == [2, 3, 4, 5]

    run(test)


def test_a_store_that_fails_between_reading_and_telling_leaves_no_gap(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with watched(sqlite_url) as (room, watcher):
            store = room.hall.store
            await write(store, room.table.id, said("one"), said("two"))
            rows, asked_for = store.rows, 0

            async def broken_once(*about: Any) -> list[Row]:
                nonlocal asked_for
                asked_for += 1
                if asked_for == 2:  # the table is read; what was not told is not
                    raise StoreError("the connection broke")
                return await rows(*about)

            monkeypatch.setattr(store, "rows", broken_once)
            with pytest.raises(Refusal, match="same id"):
                await say(room, "mine")
            await say(room, "mine")
            assert watcher.numbers == [2, 3, 4]

    run(test)


def test_a_telling_that_fails_is_told_again_to_everybody_once(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with node(sqlite_url) as hall:
            room = await of_two(hall)
            watchers = [Watcher(CAT), Watcher(ANA, 0)]
            for watcher in watchers:
                await room.join(watcher, room.table.number)
            before = room.table.number
            monkeypatch.setattr(room.table, "mine", None)  # a mistake of ours, while a frame is made
            with pytest.raises(TypeError):
                await say(room, "first")
            monkeypatch.undo()
            await say(room, "first")
            await say(room, "second", "more")
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
            await there.join(watcher, number)
            assert watcher.frames[0]["table"]["number"] == number
            with pytest.raises(Refusal, match="the last number of the table is"):
                await there.join(Watcher(BEA), number + 1)

    run(test)


def test_a_seat_just_taken_on_another_node_is_known_here_before_its_token_is_refused(postgres_url: str) -> None:
    async def an_open_one(hall: Hall) -> Room:
        return await hall.room(await hall.create(ANA, Config(edition="clasico", seats=2)))

    async def test() -> None:
        async with two_nodes(postgres_url, an_open_one) as (here, there):
            token = (await here.do(BEA, [], "sit", ask.Sit(1))).token
            assert token is not None
            await there.know([token])
            assert there.seat_of(token) == 1
            assert (await here.read(here.state)) == (await there.read(there.state))

    run(test)


def test_whoever_looks_at_another_node_sees_what_was_acknowledged_here(postgres_url: str) -> None:
    async def test() -> None:
        async with two_nodes(postgres_url, of_two) as (here, there):
            number = await say(here, "quick")
            assert (await there.read(there.state)).number == number

    run(test)
