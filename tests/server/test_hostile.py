"""Too large, too many, too fast, too slow, malformed: refused by name, counted, cut off; nobody else notices."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket as sockets
import struct
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attacks import (
    LIMITS,
    Counting,
    a_strict_server,
    answer_to,
    count,
    count_all,
    do,
    ended,
    error_of,
    everything,
    first,
    first_line,
    guest,
    handshake,
    line_to,
    make_table,
    playing,
    plays_on,
    quick,
    raw,
    request,
    text_frame,
    until,
    wait_until,
)
from process import Node, run
from websockets.exceptions import ConnectionClosed, InvalidStatus

from magnate.client import Table
from magnate.protocol import commands as ask
from magnate.protocol.entries import Played
from magnate.protocol.frames import Do, Hello, Hold, Look, Ping, encode


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    with a_strict_server(tmp_path_factory.mktemp("server")) as found:
        yield found


# Too large.


def test_frames_that_are_too_large_or_binary_are_refused_and_who_sends_nothing_else_is_cut_off(node: Node) -> None:
    async def test() -> None:
        host = guest(node)
        table = make_table(node, host)
        counting = Counting(node)
        async with line_to(node, table) as line:
            assert await error_of(line, "x" * 16_385) == "too_long"
            assert await error_of(line, "é" * 8_193) == "too_long"
            assert await error_of(line, f'{{"type":"Ping","a":"{"x" * 60_000}"}}') == "too_long"
            assert await error_of(line, b'{"type":"Ping"}') == "malformed"
            assert (await answer_to(line, Ping()))["type"] == "Pong"
            for _ in range(10):
                await line.send("x" * 20_000)
            goodbye = await until(line, "Goodbye")
            assert goodbye["why"] == "limit"
            with pytest.raises(ConnectionClosed) as closed:
                await until(line, "Nothing more")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008
        assert counting["too_long"] == 13
        assert counting["malformed"] == 1
        assert counting["cut limit"] == 1

    run(test())


def test_a_frame_of_many_megabytes_ends_the_connection_and_nothing_else(node: Node) -> None:
    async def test() -> None:
        host = guest(node)
        id, token = quick(node, host)
        async with playing(host.table(id, [token])) as table, line_to(node, id) as line:
            sending = asyncio.create_task(line.send("x" * 8_000_000))
            assert [frame async for frame in everything(line) if frame["type"] not in ("Told", "Goodbye")] == []
            await asyncio.wait([sending])
            assert line.close_code == 1009
            await plays_on(table)

    run(test())


def test_bodies_that_are_too_large_are_refused_however_they_are_sent(node: Node) -> None:
    counting = Counting(node)
    large = b'{"edition":"' + b"x" * 65_536 + b'"}'
    assert request(node, "POST", "/api/tables", large).refused == (413, "too_long")
    assert request(node, "PUT", "/api/me", b"[" * 65_537).refused == (413, "too_long")
    for path, size in (("/api/records", 4_000_002), ("/api/tables", 99_999_999_999)):
        claimed = f"POST {path} HTTP/1.1\r\nHost: a\r\nContent-Length: {size}\r\n\r\n".encode()
        assert first_line(raw(node, claimed + b"x", 2)).startswith(b"HTTP/1.1 413 ")
    chunked = b"POST /api/tables HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert first_line(raw(node, chunked + (b"4000\r\n" + b"x" * 0x4000 + b"\r\n") * 6, 2)).startswith(b"HTTP/1.1 413 ")
    assert counting["too_long"] == 5


def test_a_body_that_breaks_off_is_no_failure_of_the_server(node: Node) -> None:
    counting = Counting(node)
    start = b"POST /api/tables HTTP/1.1\r\nHost: a\r\n"
    raw(node, start + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n")
    with sockets.create_connection(("127.0.0.1", node.port)) as connection:
        connection.sendall(start + b'Content-Length: 1000\r\n\r\n{"edition"')
    wait_until(lambda: counting["malformed"] >= 2, "both are refused")
    assert counting["internal"] == 0


# Too many, too fast.


def test_an_address_has_only_so_many_connections(node: Node) -> None:
    async def test() -> None:
        host = guest(node)
        table = make_table(node, host)
        counting = Counting(node)
        async with contextlib.AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(line_to(node, table)) for _ in range(12)]
            with pytest.raises(InvalidStatus) as refused:
                await stack.enter_async_context(line_to(node, table))
            assert refused.value.response.status_code == 503
            assert json.loads(refused.value.response.body or b"")["error"] == "too_many"
            assert (await answer_to(lines[0], Ping()))["type"] == "Pong"
            await lines[1].close()
            await asyncio.to_thread(wait_until, lambda: count(node, "magnate_connections") < 12, "it is gone")
            await stack.enter_async_context(line_to(node, table))
        assert counting["too_many"] == 1

    run(test())


@pytest.mark.parametrize("is_bot", [False, True])
def test_who_floods_is_refused_then_cut_off_and_the_others_play_on(node: Node, is_bot: bool) -> None:
    async def test() -> None:
        host, flooder = guest(node), guest(node)
        if is_bot:
            await flooder.register("Flood")
        id, token = quick(node, host)
        counting = Counting(node)
        async with playing(host.table(id, [token])) as table:
            async with line_to(node, id, additional_headers=flooder.headers()) as line:
                seen = []
                with contextlib.suppress(ConnectionClosed):
                    while True:
                        seen.append(await answer_to(line, Ping()))
                seen += [frame async for frame in everything(line)]
            refused = [frame for frame in seen if frame["type"] == "Refused"]
            assert {frame["error"] for frame in refused} == {"too_fast"}
            assert len(refused) >= 60
            assert seen[-1]["why"] == "limit"
            await plays_on(table)
        assert counting["too_fast"] == len(refused)
        assert counting["cut limit"] == 1

    run(test())


def test_a_flood_that_does_not_wait_for_answers_is_cut_off_too(node: Node) -> None:
    async def test() -> None:
        host = guest(node)
        id, token = quick(node, host)
        counting = Counting(node)
        async with playing(host.table(id, [token])) as table, line_to(node, id) as line:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(1_000_000):
                    await line.send('{"type":"Ping"}')
            assert line.close_code is not None
            await plays_on(table)
        assert counting["too_fast"] >= 60
        assert counting["cut limit"] == 1

    run(test())


def test_chat_has_a_rate_of_its_own(node: Node) -> None:
    host = guest(node)
    table = make_table(node, host)
    counting = Counting(node)
    answers = [do(node, host, table, f"say{number}", ask.Say(text="hello")) for number in range(25)]
    assert [answer.status for answer in answers[:15]] == [200] * 15
    late = next(answer for answer in answers if answer.status != 200)
    assert late.refused == (429, "too_fast")
    assert int(late.headers["retry-after"]) >= 1
    assert counting["too_fast"] >= 1


def test_who_shows_no_cookie_cannot_talk_as_somebody_new_each_time(tmp_path: Path) -> None:
    with Node(
        f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path, chat_per_minute=60, address_chat_per_minute=120
    ) as node:
        path = f"/api/tables/{make_table(node, guest(node))}/commands"
        body = {"id": "x", "command": {"type": "Say", "text": "hello"}}
        statuses = [request(node, "POST", path, body).status for _ in range(60)]
        assert statuses[:30] == [200] * 30
        assert statuses.count(200) < 40
        assert set(statuses[40:]) <= {200, 429}


def test_strangers_of_one_address_cannot_fill_a_table_with_talk(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"chat_per_minute": 60, "address_chat_per_minute": 10_000, "watcher_chat_per_minute": 0.01}
    with Node(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path, **limits) as node:
        host = guest(node)
        table = make_table(node, host)
        said = [do(node, guest(node), table, "x", ask.Say(text="hello")) for _ in range(40)]
        assert [answer.status for answer in said] == [200] * 3 + [429] * 37  # the next one in a hundred minutes
        assert said[-1].refused == (429, "too_fast")
        token = do(node, host, table, "sit", ask.Sit(seat=0)).body["token"]
        assert do(node, host, table, "say", ask.Say(text="hello")).status == 200  # who sits here has a share apart
        body = {"id": "x", "command": {"type": "Say", "text": "hello"}, "tokens": [token]}
        assert request(node, "POST", f"/api/tables/{table}/commands", body).status == 200  # by a token as well


def test_a_seat_that_comes_and_goes_does_not_fill_the_log(tmp_path: Path) -> None:
    async def test(node: Node) -> None:
        id, token = quick(node, guest(node))
        async with line_to(node, id, Hello(tokens=[token])):
            for _ in range(10):
                async with line_to(node, id, None) as line:
                    answer = await answer_to(line, Hello(tokens=[token]))
                    assert (answer["type"], answer["error"]) == ("Refused", "too_fast")
                    assert answer["wait"] > 60_000
                async with line_to(node, id) as line:  # who only watches writes nothing, and is not counted
                    answer = await answer_to(line, Hold(id="hold", token=token))
                    assert (answer["type"], answer["error"]) == ("Refused", "too_fast")
            told = request(node, "GET", f"/api/tables/{id}/log?limit=500").body["told"]
            assert [one["entry"]["type"] for one in told].count("Came") == 1

    limits: dict[str, Any] = {"arrivals_per_minute": 0.01, "bot_pause_ms": 600_000}  # the next in a hundred minutes
    with Node(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path, **limits) as node:
        run(test(node))


# Too slow.


async def note_players(table: Table, answered: set[tuple[int, str]]) -> None:
    """Note who has answered for which seat."""
    async for told in table:
        if isinstance(told.entry, Played):
            answered.add((told.entry.seat, told.entry.by))


def test_a_bot_that_never_answers_is_played_for_by_the_clock_and_by_a_stand_in_once_it_is_gone(node: Node) -> None:
    async def test() -> None:
        host, bot = guest(node), guest(node)
        await bot.register("Sloth")
        id = make_table(node, host, clock={"type": "decision", "seconds": 1}, absence=1)
        token = do(node, bot, id, "sit", ask.Sit(seat=0)).body["token"]
        async with host.table(id) as table:
            await table.sit(1)
            answered: set[tuple[int, str]] = set()
            hearing = asyncio.create_task(note_players(table, answered))
            async with line_to(node, id, Hello(tokens=[token]), additional_headers=bot.headers()):
                await table.start()
                deciding = asyncio.create_task(table.play(first))
                await table.until(lambda: {(0, "clock"), (1, "person")} <= answered)
            assert (0, "person") not in answered
            await asyncio.wait_for(table.until(lambda: (0, "bot") in answered), 20)
            await ended(hearing, deciding)

    run(test())


@pytest.mark.thorough
def test_who_does_not_read_is_cut_off_and_catches_up_without_a_gap_while_the_others_play_on(tmp_path: Path) -> None:
    async def test(node: Node) -> None:
        host, sleeper = guest(node), guest(node)
        id, token = quick(node, host, seats=8)
        counting = Counting(node)
        async with playing(host.table(id, [token])) as table:
            with sockets.socket() as connection:
                connection.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
                connection.connect(("127.0.0.1", node.port))
                connection.sendall(handshake(id, sleeper) + text_frame(encode(Hello(since=0))))
                while not counting["magnate_slow_readers_cut_total"]:
                    for _ in range(20):
                        await table.say("x" * 300)
                connection.settimeout(20)
                rest = b""
                while part := await asyncio.to_thread(connection.recv, 65_536):
                    rest += part
            await plays_on(table)
            numbers = [int(number) for number in re.findall(rb'"type":"Told","number":(\d+)', rest)]
            assert numbers == [*range(1, len(numbers) + 1)]
            assert b'{"type":"Goodbye","why":"slow"' in rest
            async with sleeper.table(id, since=numbers[-1]) as again:
                await asyncio.wait_for(again.until(lambda: (again.number or 0) >= (table.number or 0)), 20)
                assert again.gaps == 0
        assert counting["magnate_slow_readers_cut_total"] == counting["cut slow"] == 1

    with Node(
        f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path, queue_frames=40, chat_per_minute=1_000_000
    ) as node:
        run(test(node), 90)


def test_who_says_nothing_is_cut_off(node: Node) -> None:
    async def test() -> None:
        table = make_table(node, guest(node))
        counting = Counting(node)
        begun = time.monotonic()  # not before their time; that it is not later either, test_socket.py proves by a clock
        async with line_to(node, table) as line, line_to(node, table, None) as mute:
            assert (await until(mute, "Goodbye"))["why"] == "idle"
            assert time.monotonic() - begun > LIMITS["hello_seconds"] - 0.5
            assert (await until(line, "Goodbye"))["why"] == "idle"
            assert time.monotonic() - begun > LIMITS["idle_seconds"] - 0.5
        assert counting["cut idle"] == 2

    run(test())


# Manners.


def test_who_does_not_say_hello_properly_is_told_so(node: Node) -> None:
    async def test() -> None:
        table = make_table(node, guest(node))
        counting = Counting(node)
        async with line_to(node, table, None) as line:
            assert (await answer_to(line, Ping()))["type"] == "Pong"
            for frame in (Do(id="a", command=ask.Start()), Look(id="b"), Hold(id="c", token="d")):
                answer = await answer_to(line, frame)
                assert (answer["error"], answer["id"]) == ("hello_first", frame.id)
            assert await error_of(line, Hello(protocol=2)) == "protocol"
            assert await error_of(line, Hello(protocol=-1)) == "protocol"
            assert await error_of(line, Hello(since=1_000)) == "ahead"
            assert await error_of(line, '{"type":"Hello","since":-1}') == "malformed"
            assert (
                await error_of(line, '{"type":"Hello","tokens":["a","a","a","a","a","a","a","a","a"]}') == "malformed"
            )
            await line.send(encode(Hello(tokens=["x"] * 8)).decode())
            assert (await until(line, "Welcome"))["refused_tokens"] == ["x"] * 8
            assert await error_of(line, Hello()) == "malformed"
            assert (await answer_to(line, Ping()))["type"] == "Pong"
        assert (counting["hello_first"], counting["protocol"], counting["malformed"]) == (3, 2, 3)
        assert counting["ahead"] == 1

    run(test())


def test_pinging_does_not_put_hello_off(node: Node) -> None:
    async def test() -> None:
        table = make_table(node, guest(node))
        async with line_to(node, table, None) as line:
            answers = []
            with contextlib.suppress(ConnectionClosed):
                for _ in range(50):
                    await asyncio.sleep(0.1)
                    answers.append(await answer_to(line, Ping()))
            answers += [frame async for frame in everything(line)]
            assert [frame["why"] for frame in answers if frame["type"] == "Goodbye"] == ["idle"]
            assert len(answers) < 40

    run(test())


def test_broken_sockets_leave_nothing_behind(node: Node) -> None:
    client = guest(node)
    table = make_table(node, client)
    hello, ping = text_frame(encode(Hello())), text_frame(b'{"type":"Ping"}')
    endings = {
        "a close, and more": text_frame(b"\x03\xe8", 0x88) + ping * 3,
        "two closes": text_frame(b"\x03\xe8", 0x88) * 2,
        "a close with a code that is none": text_frame(b"\x00\x01", 0x88),
        "a close with half a code": text_frame(b"\x03", 0x88),
        "a close whose reason is no text": text_frame(b"\x03\xe8\xff\xff", 0x88),
        "half a frame": ping[:5],
        "a frame that was not masked": b"\x81\x0f" + b'{"type":"Ping"}',
        "bits that mean nothing": text_frame(b"{}", 0xF1),
        "an opcode that means nothing": text_frame(b"{}", 0x83),
        "a text that is no UTF-8": text_frame(b"\xff\xfe\xfd"),
        "half a surrogate": text_frame(b"\xed\xa0\x80"),
        "the rest of nothing": text_frame(b"{}", 0x80),
        "a ping that is too long": text_frame(b"x" * 126, 0x89),
        "a ping in pieces": text_frame(b"x", 0x09),
        "a text within a text": text_frame(b"{", 0x01) + text_frame(b"{}", 0x81),
        "a length that is a lie": b"\x81\xff" + b"\x7f" + b"\xff" * 7 + b"\0\0\0\0{}",
        "not a frame at all": b"GET / HTTP/1.1\r\n\r\n",
        "nothing": b"",
    }
    for start in (b"", hello):
        for ending in endings.values():
            with sockets.create_connection(("127.0.0.1", node.port), timeout=5) as connection:
                connection.sendall(handshake(table, client) + start + ending)
                assert first_line(connection.recv(65_536)) == b"HTTP/1.1 101 Switching Protocols"
    wait_until(lambda: count(node, "magnate_connections") == 0, "every connection is closed")
    assert count_all(node).get("internal", 0) == 0


def test_a_socket_that_is_refused_is_no_error_of_the_server(node: Node) -> None:
    answer = raw(node, handshake("zzzzzzzz", guest(node)))
    assert first_line(answer) == b"HTTP/1.1 404 Not Found"
    assert b'"error":"no_such_table"' in answer
    assert " error " not in node.said()


@pytest.mark.parametrize("is_reset", [False, True])
def test_who_vanishes_while_being_cut_off_is_no_error_of_the_server(node: Node, is_reset: bool) -> None:
    client = guest(node)
    table = make_table(node, client)
    nonsense, close = text_frame(b"nonsense"), text_frame(b"\x03\xe8", 0x88)
    for frames in (b"", text_frame(encode(Hello())) + nonsense * 20 + close, nonsense * 20):
        for wait in (0.0, 0.05):
            with sockets.create_connection(("127.0.0.1", node.port), timeout=5) as connection:
                if is_reset:
                    connection.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, struct.pack("ii", 1, 0))
                connection.sendall(handshake(table, client))
                if frames:
                    assert first_line(connection.recv(65_536)) == b"HTTP/1.1 101 Switching Protocols"
                connection.sendall(frames)
                time.sleep(wait)
    wait_until(lambda: count(node, "magnate_connections") == 0, "every connection is closed")
    assert "Traceback" not in node.said()
    assert " error " not in node.said()
