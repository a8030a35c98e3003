"""While the database is locked or the disk is full: everybody is let in, nothing is lost or done twice, /readyz says
so, and the server still stops. Afterwards everything goes on by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest
from attacks import answer_to, do, guest, line_to, make_table, request, until
from process import Node, run
from unwritable import full_disk, locked

from magnate.client import Client
from magnate.protocol import commands as ask
from magnate.protocol.frames import Do, Hello, Ping

Trouble = Callable[[Node], AbstractContextManager[None]]
SITTERS = 3
in_any_way = pytest.mark.parametrize("trouble", [locked, full_disk])


@pytest.fixture
def node(tmp_path: Path) -> Iterator[Node]:
    with Node(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path, beat_ms=100) as found:
        yield found
        assert "Traceback" not in found.said(), found.said()[-4000:]


async def is_so(true: Callable[[], bool]) -> None:
    """Wait until the server says so."""
    while not await asyncio.to_thread(true):
        await asyncio.sleep(0.02)


def entries(node: Node, table: str, kind: str) -> list[Any]:
    """The entries of a kind in the log of a table."""
    told = request(node, "GET", f"/api/tables/{table}/log?limit=500").body["told"]
    return [one["entry"] for one in told if one["entry"]["type"] == kind]


def here(node: Node, table: str) -> list[bool]:
    """Of each seat, whether its person is here."""
    return [seat.get("here", False) for seat in request(node, "GET", f"/api/tables/{table}").body["seats"]]


@in_any_way
def test_everybody_is_let_in_and_their_coming_is_stored_later(node: Node, trouble: Trouble) -> None:
    async def test() -> None:
        host = guest(node)
        table = make_table(node, host, seats=SITTERS)
        people = [guest(node) for _ in range(SITTERS)]
        tokens = [do(node, one, table, "sit", ask.Sit(seat=seat)).body["token"] for seat, one in enumerate(people)]
        async with contextlib.AsyncExitStack() as lines:
            with trouble(node):
                for token, person in zip([*tokens, None], [*people, host], strict=True):
                    hello = Hello(tokens=[token] if token else [])
                    line = line_to(node, table, hello, additional_headers=person.headers())
                    answer = await answer_to(await lines.enter_async_context(line), Ping())
                    assert answer["type"] == "Pong"  # and no refusal after the welcome
                assert here(node, table) == [False] * SITTERS
            await is_so(lambda: here(node, table) == [True] * SITTERS)
        await is_so(lambda: here(node, table) == [False] * SITTERS)
        assert len(entries(node, table, "Came")) == len(entries(node, table, "Gone")) == SITTERS

    run(test(), 60)


@in_any_way
def test_who_left_meanwhile_is_shown_as_gone_afterwards(node: Node, trouble: Trouble) -> None:
    async def test() -> None:
        ana = guest(node)
        table = make_table(node, ana)
        token = do(node, ana, table, "sit", ask.Sit(seat=0)).body["token"]
        async with contextlib.AsyncExitStack() as lines:
            await lines.enter_async_context(
                line_to(node, table, Hello(tokens=[token]), additional_headers=ana.headers())
            )
            await is_so(lambda: here(node, table)[0])
            with trouble(node):
                await lines.aclose()
                await is_so(lambda: not is_ready(node))
            await is_so(lambda: not here(node, table)[0])

    run(test(), 60)


def is_ready(node: Node) -> bool:
    """Whether the server says that it takes requests."""
    answer = request(node, "GET", "/readyz")
    assert answer.status in (200, 503)
    return answer.status == 200


@in_any_way
def test_busy_leaves_open_what_happened_and_the_same_id_is_done_once(node: Node, trouble: Trouble) -> None:
    async def test() -> None:
        ana = guest(node)
        table = make_table(node, ana)
        said = Do(id="hello", command=ask.Say(text="Hello"))
        async with line_to(node, table, additional_headers=ana.headers()) as line:
            with trouble(node):
                for _ in range(3):
                    assert (await answer_to(line, said))["error"] == "busy"
                    assert do(node, ana, table, "hello", said.command).refused == (503, "busy")
            answer = await answer_to(line, said)
            while answer.get("error") == "busy":
                answer = await answer_to(line, said)
            assert answer["type"] == "Done"
            assert do(node, ana, table, "hello", said.command).body["number"] == answer["number"]
        assert [one["text"] for one in entries(node, table, "Said")] == ["Hello"]

    run(test(), 60)


@in_any_way
def test_readyz_says_that_nothing_can_be_written(node: Node, trouble: Trouble) -> None:
    async def test() -> None:
        assert is_ready(node)
        with trouble(node):
            await is_so(lambda: not is_ready(node))
            assert request(node, "GET", "/healthz").status == 200
        await is_so(lambda: is_ready(node))

    run(test(), 60)


@in_any_way
def test_a_client_of_ours_asks_again_until_it_knows(node: Node, trouble: Trouble) -> None:
    async def test() -> None:
        async with await Client(node.url).quick(edition="clasico", seats=2) as table:
            refused = asyncio.Semaphore(0)

            def see(frame: bytes) -> None:
                if b'"error":"busy"' in frame:
                    refused.release()

            table.frames = see
            with trouble(node):
                saying = asyncio.create_task(table.say("Hello"))
                async with Client(node.url).table(table.id) as watching:  # who comes now sees the table
                    assert watching.view is not None
                for _ in range(3):
                    await refused.acquire()
                assert not saying.done()
            await saying
            await table.say("once more")
        assert [one["text"] for one in entries(node, table.id, "Said")] == ["Hello", "once more"]

    run(test(), 60)


@in_any_way
def test_a_table_asked_for_meanwhile_is_made_once(node: Node, trouble: Trouble) -> None:
    async def test() -> None:
        client = Client(node.url)
        await client.ensure_registered()
        with trouble(node):
            wanted = [asyncio.create_task(client.quick(edition="clasico", seats=2, id="x")) for _ in range(2)]
            await is_so(lambda: not is_ready(node))
            assert not any(one.done() for one in wanted)
        assert len({(await one).id for one in wanted}) == 1
        assert len(request(node, "GET", "/api/me/games", **client.headers()).body["tables"]) == 1

    run(test(), 60)


@in_any_way
def test_the_server_stops_although_nothing_can_be_written(node: Node, trouble: Trouble) -> None:
    async def test() -> None:
        async with await Client(node.url).quick(edition="clasico", seats=4) as table:
            with trouble(node):
                saying = asyncio.create_task(table.say("Hello"))
                await is_so(lambda: not is_ready(node))
                assert await asyncio.to_thread(node.stop) == 0
            node.start()
            await saying
        assert len(entries(node, table.id, "Said")) == 1

    run(test(), 90)


def test_bots_play_on_as_soon_as_the_disk_has_room(tmp_path: Path) -> None:
    async def test() -> None:
        with Node(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path, bot_pause_ms=20) as node:
            host = guest(node)
            table = make_table(node, host, seats=2)
            for seat in range(2):
                do(node, host, table, f"bot {seat}", ask.SetBot(seat=seat))
            async with line_to(node, table, additional_headers=host.headers()) as line:
                do(node, host, table, "start", ask.Start())
                await until(line, "Told")
                with full_disk(node):
                    await is_so(lambda: not is_ready(node))
                    number = request(node, "GET", f"/api/tables/{table}").body["number"]
                while (await until(line, "Told"))["number"] < number + 10:
                    pass

    run(test(), 60)


def test_a_lock_on_postgresql_lets_everybody_in_and_leaves_commands_open(postgres_url: str, tmp_path: Path) -> None:
    async def test() -> None:
        with Node(postgres_url, tmp_path, beat_ms=100) as node:
            ana = guest(node)
            table = make_table(node, ana)
            token = do(node, ana, table, "sit", ask.Sit(seat=0)).body["token"]
            said = Do(id="hello", command=ask.Say(text="Hello"))
            other = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
            async with other.transaction():
                await other.execute("LOCK TABLE entries, nodes IN EXCLUSIVE MODE")
                async with line_to(node, table, Hello(tokens=[token]), additional_headers=ana.headers()) as line:
                    assert (await answer_to(line, said))["error"] == "busy"
                    assert not is_ready(node)
                    async with line_to(node, table):
                        pass
                assert await asyncio.to_thread(node.stop) == 0
            node.start()
            assert do(node, ana, table, "hello", said.command).status == 200
            assert len(entries(node, table, "Said")) == 1
            await other.close()

    run(test(), 90)
