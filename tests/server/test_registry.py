"""The registry: one rematch however it is asked for, a limit of tables in memory, an orderly end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace
from nodes import ANA, BEA, CAT, QUICK, Watcher, give_up, living, node, run, table_for, until

from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.config import Config
from magnate.protocol.errors import Refusal
from magnate.server.live.live_table import LiveTable
from magnate.server.live.registry import IN_USE
from magnate.server.operations.clock import now_ms

SETUP = Config(edition="clasico", seats=2)


# A rematch.


def test_a_rematch_asked_for_on_two_nodes_at_once_makes_one_table(postgres_url: str) -> None:
    async def test() -> None:
        async with node(postgres_url) as one, node(postgres_url) as two:
            here, tokens = await table_for(one, ANA, BEA)
            there = await two.live_table(here.table.id)
            await give_up(here, tokens)
            await until(lambda: there.table.status == "over")
            answers = await asyncio.gather(
                here.do(ANA, tokens, "again", ask.Rematch()), there.do(BEA, tokens, "again", ask.Rematch())
            )
            assert answers[0].table == answers[1].table is not None
            assert len(await one.store.tables(9)) == 2
            fresh = await two.live_table(str(answers[0].table))
            assert [holder.person for holder in fresh.table.holders] == ["ana", "bea"]
            assert fresh.table.again == here.table.id

    run(test)


@pytest.mark.parametrize("seated", [0, 1, 2])
def test_a_rematch_that_was_begun_by_a_node_that_died_is_finished_by_who_asks_next(
    sqlite_url: str, seated: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            live, tokens = await table_for(registry, ANA, BEA)
            await give_up(live, tokens)
            seat = LiveTable.seat

            async def dies(fresh: LiveTable, number: int, sat: log.Sat) -> None:
                if number >= 2 + seated:
                    raise ConnectionError
                await seat(fresh, number, sat)
                if number == 3:
                    raise ConnectionError

            monkeypatch.setattr(LiveTable, "seat", dies)
            with pytest.raises(ConnectionError):
                await live.do(ANA, tokens, "again", ask.Rematch())
            monkeypatch.undo()
            fresh = await registry.live_table(str((await live.do(BEA, tokens, "again", ask.Rematch())).table))
            assert len(await registry.store.tables(9)) == 2
            assert [holder.person for holder in fresh.table.holders] == ["ana", "bea"]
            assert fresh.table.number == 3

    run(test)


def test_a_strangers_table_that_has_the_id_of_a_rematch_by_chance_is_left_alone(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            stranger = await registry.create(CAT, SETUP)
            live, tokens = await table_for(registry, ANA, BEA)
            await give_up(live, tokens)
            ids = iter([stranger, "abcdefgh"])
            monkeypatch.setattr("magnate.server.live.registry.as_id", lambda text: next(ids))
            assert (await live.do(ANA, tokens, "again", ask.Rematch())).table == "abcdefgh"
            assert (await registry.live_table(stranger)).table.number == 1

    run(test)


# Memory.


def test_tables_nobody_watches_make_room_for_others_and_those_watched_stay(sqlite_url: str) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            ids = [await registry.create(ANA, SETUP) for _ in range(4)]
        async with node(sqlite_url, replace(QUICK, most_tables=2)) as registry:
            watched = await registry.live_table(ids[0])
            watcher = Watcher(ANA)
            await watched.connections.join(watcher, None)
            for id in ids[1:]:
                live = await registry.live_table(id)
                assert len(registry.live_tables) <= 2
                live.used = watched.used = now_ms() - IN_USE - 1
            assert set(registry.live_tables) == {ids[0], ids[3]}
            await registry.create(ANA, SETUP)
            assert len(registry.live_tables) == 2

    run(test)


def test_a_table_beyond_the_limit_is_refused_plainly(sqlite_url: str) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            ids = [await registry.create(ANA, SETUP) for _ in range(3)]
        async with node(sqlite_url, replace(QUICK, most_tables=2)) as registry:
            watchers = [Watcher(ANA), Watcher(BEA)]
            for id, watcher in zip(ids, watchers, strict=False):
                await (await registry.live_table(id)).connections.join(watcher, None)
            for ask_for in (lambda: registry.live_table(ids[2]), lambda: registry.create(ANA, SETUP)):
                with pytest.raises(Refusal) as caught:
                    await ask_for()
                assert caught.value.error == "too_many"

    run(test)


def test_a_table_that_was_forgotten_is_no_such_table_to_who_still_sees_it(store_url: str) -> None:
    async def test() -> None:
        async with node(store_url) as registry:
            live = await registry.live_table(await registry.create(ANA, SETUP))
            watcher = Watcher(BEA)
            await live.connections.join(watcher, None)
            assert await registry.store.sweep(now_ms() + 1000) == 1
            for _ in range(2):
                with pytest.raises(Refusal) as caught:
                    await live.do(ANA, [], "sit", ask.Sit(0))
                assert caught.value.error == "no_such_table"
            assert watcher.frames[-1] == {"type": "Goodbye", "why": "forgotten"}
            with pytest.raises(Refusal, match="no table"):
                await registry.live_table(live.table.id)

    run(test)


def test_a_table_closed_before_its_start_is_forgotten_and_a_game_that_was_closed_is_kept(store_url: str) -> None:
    async def test() -> None:
        async with node(store_url) as registry:
            unstarted = await registry.live_table(await registry.create(ANA, SETUP))
            await unstarted.do(ANA, [], "say", ask.Say('{"type":"Started"'))
            await unstarted.do(ANA, [], "close", ask.Close())
            started, _ = await table_for(registry, ANA, BEA)
            await started.close_table("admin")
            assert await registry.store.sweep(now_ms() + 1000) == 1
            assert [head.id for head in await registry.store.tables(9)] == [started.table.id]

    run(test)


# The end.


def test_a_node_closes_in_order_while_tables_come_and_go(sqlite_url: str) -> None:
    async def test() -> None:
        registry = await living(sqlite_url)
        lives = [await registry.live_table(await registry.create(ANA, SETUP)) for _ in range(4)]
        watchers: list[Any] = []
        for live in lives:
            watchers.append(Watcher(BEA))
            await live.connections.join(watchers[-1], None)

        async def coming_and_going() -> None:
            async with lives[0].mailbox:  # closing waits here
                await asyncio.sleep(0.05)
                await lives[3].connections.leave(watchers[3])
                await registry.let_go(lives[3])

        busy = asyncio.create_task(coming_and_going())
        await asyncio.sleep(0)
        await registry.close()
        await busy
        await registry.store.close()
        assert [watcher.frames[-1]["type"] for watcher in watchers] == ["Goodbye"] * 3 + ["Welcome"]

    run(test)
