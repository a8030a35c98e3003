"""The socket: frames in, frames out, and everything a client can do wrong, against a real server."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import socket as plain_socket
import weakref
from pathlib import Path
from typing import Any

import pytest
import websockets
from nodes import ANA, BEA, HandClock, give_up, pass_time, table_for, until
from running import Running, good, hear, say, until_closed, with_server
from websockets.asyncio.client import ClientConnection

from magnate.protocol import commands as ask
from magnate.protocol.errors import Refusal
from magnate.server.live.connections import Connections
from magnate.server.people.callers import Caller
from magnate.server.people.signing import Signer


async def hello(socket: ClientConnection, *tokens: str, since: int | None = None) -> dict[str, Any]:
    """Say hello and be welcomed."""
    more = {} if since is None else {"since": since}
    await say(socket, type="Hello", tokens=list(tokens), **more)
    return await hear(socket, "Welcome")


async def refusal(socket: ClientConnection, error: str) -> dict[str, Any]:
    """The next answer must be this refusal."""
    found = await hear(socket, "Refused", "Done", "Seen", "Pong", "Welcome", "Goodbye")
    assert (found["type"], found.get("error")) == ("Refused", error), found
    return found


async def denied(connecting: Any) -> tuple[int, str]:
    """The status and the error with which a socket is not opened."""
    with pytest.raises(websockets.InvalidStatus) as caught:
        async with connecting:
            pass
    response = caught.value.response
    assert response.headers["content-security-policy"]
    return response.status_code, json.loads(response.body)["error"]


def test_a_client_says_hello_and_is_told_everything_after_its_number(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        made = await here.quick(seats=2)
        async with here.socket(made["table"]) as socket:
            welcome = await hello(socket, made["token"], since=0)
            assert welcome["seats"] == [0]
            assert welcome["person"] == good(await here.ana.get("/api/me"))["id"]
            numbers = [(await hear(socket, "Told"))["number"] for _ in range(welcome["table"]["number"])]
            assert numbers == list(range(1, len(numbers) + 1))

    with_server(tmp_path, test)


def test_a_table_that_is_unloaded_while_the_store_is_slow_is_not_joined_by_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(here: Running) -> None:
        table, registry = await here.table(seats=2), here.node.registry

        async def slow(person: str) -> list[str]:
            live = registry.live_tables.get(table)
            if live is not None:
                await registry.let_go(live)  # nobody watches it yet
            return []

        monkeypatch.setattr(here.node.store.moderation, "muted_by", slow)
        async with here.socket(table) as socket:
            await hello(socket)
            command = {"type": "Say", "text": "hello"}
            good(await here.ana.post(f"/api/tables/{table}/commands", json={"id": "say", "command": command}))
            while (await hear(socket, "Told"))["entry"]["type"] != "Said":
                pass

    with_server(tmp_path, test)


def test_nor_one_that_is_unloaded_while_tokens_are_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(here: Running) -> None:
        table, registry = await here.table(seats=2), here.node.registry

        async def slow(connections: Connections, tokens: list[str]) -> None:
            await registry.let_go(connections.live)

        monkeypatch.setattr(Connections, "know", slow)
        async with here.socket(table) as socket:
            await hello(socket, "a token of another node")
            assert [client.live_table for client in here.node.clients] == [registry.live_tables.get(table)]

    with_server(tmp_path, test)


def test_a_seat_is_taken_held_and_played_over_the_socket(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table(seats=2)
        async with here.socket(table) as socket:
            await hello(socket)
            await say(socket, type="Do", id="a", command={"type": "Sit", "name": "Ana\u202e"})
            done = await hear(socket, "Done")
            assert done["id"] == "a"
            await say(socket, type="Hold", id="b", token=done["token"])
            assert (await hear(socket, "Done"))["id"] == "b"
            await say(socket, type="Do", id="c", command={"type": "SetBot", "seat": 1})
            await say(socket, type="Do", id="d", command={"type": "Start"})
            told = await hear(socket, "Told")
            while told["entry"]["type"] != "Started":
                told = await hear(socket, "Told")
            assert told["table"]["seats"][0]["name"] == "Ana"
            while not (told.get("mine") and told["mine"][0].get("options")):
                told = await hear(socket, "Told")
            action = told["mine"][0]["options"][0]["action"]
            await say(
                socket, type="Do", id="e", command={"type": "Act", "seat": 0, "seen": told["number"], "action": action}
            )
            while (await hear(socket, "Done"))["id"] != "e":
                pass
            assert here.metric("magnate_actions_total", by="person") == 1
            assert here.metric("magnate_action_seconds_count") == 1
            await say(socket, type="Look", id="f", seat=0)
            seen = await hear(socket, "Seen")
            assert seen["id"] == "f"
            assert seen["view"]

    with_server(tmp_path, test, bot_pause_ms=10_000)


def test_a_plan_for_buildings_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        made = await here.quick(seats=2)
        async with here.socket(made["table"]) as socket:
            await hello(socket, made["token"])
            await hear(socket, "Told")  # that I came: the last entry
            await say(socket, type="Look", id="0", seat=0)
            before = await hear(socket, "Seen")
            await say(socket, type="Plan", id="1", seat=0, group=0, levels=[1, 0])
            planned = await hear(socket, "Planned")
            assert (planned["id"], planned["number"]) == ("1", before["number"])
            assert planned["plan"]["refusal"] is not None
            assert planned["plan"]["price"] > 0
            await say(socket, type="Plan", id="2", seat=0, group=0, levels=[1, 0, 0])
            assert (await refusal(socket, "malformed"))["id"] == "2"
            await say(socket, type="Look", id="3", seat=0)
            assert (await hear(socket, "Seen"))["view"] == before["view"]

    with_server(tmp_path, test)


def test_a_stranger_watches_but_does_not_play(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        made = await here.quick(seats=2)
        async with here.socket(made["table"], here.guest()) as socket:
            welcome = await hello(socket)
            assert welcome["seats"] == []
            assert "mine" not in welcome
            await say(socket, type="Look", id="1", seat=0)
            await refusal(socket, "not_your_seat")
            await say(socket, type="Plan", id="1", seat=0, group=0, levels=[0, 0])
            await refusal(socket, "not_your_seat")
            act = {"type": "Act", "seat": 0, "seen": welcome["table"]["number"], "action": {"type": "Roll"}}
            await say(socket, type="Do", id="2", command=act)
            assert (await refusal(socket, "not_your_seat"))["id"] == "2"
            forged = Signer(bytes(32)).sign("seat", made["table"], "0", "1")
            for token in (forged, "x", made["token"][:-2], here.node.signer.sign("guest", made["table"], "0", "1")):
                await say(socket, type="Hold", id="3", token=token)
                await refusal(socket, "not_your_seat")
            await say(socket, type="Look", id="4")
            assert (await hear(socket, "Seen", "Refused"))["type"] == "Seen"

    with_server(tmp_path, test)


def test_the_token_of_another_table_is_worth_nothing_here(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        one, other = await here.quick(seats=2), await here.quick(seats=2)
        async with here.socket(one["table"]) as socket:
            welcome = await hello(socket, other["token"])
            assert (welcome["seats"], welcome["refused_tokens"]) == ([], [other["token"]])
            assert "mine" not in welcome

    with_server(tmp_path, test)


def test_every_frame_that_cannot_be_read_is_refused_with_the_place(tmp_path: Path) -> None:
    frames = [
        "", "{", "[]", "null", "1", '"Hello"', "{}", '{"type":"Nope"}', '{"type":1}', '{"type":"Ping","x":1}',
        '{"type":"Hello","since":-1}', '{"type":"Hello","tokens":["",""]}', '{"type":"Hello","tokens":"x"}',
        '{"type":"Do"}', '{"type":"Do","id":"","command":{"type":"Start"}}',
        '{"type":"Do","id":"' + "x" * 41 + '","command":{"type":"Start"}}',
        '{"type":"Do","id":"1","command":{"type":"Sit","seat":99}}',
        '{"type":"Do","id":"1","command":{"type":"Say","text":""}}',
        '{"type":"Do","id":"1","command":{"type":"Say","text":"\\u202e \\u0000"}}',
        '{"type":"Do","id":"1","command":{"type":"Sit","name":"\\u200b"}}',
        '{"type":"Do","id":"a\\u0000","command":{"type":"Start"}}',
        '{"type":"Do","id":"1","command":{"type":"Act","seat":0,"seen":0}}',
        '{"type":"Do","id":"1","command":{"type":"Configure","config":{"edition":"clasico","options":'
        + "[" * 3000 + "]" * 3000 + "}}}",
        "[" * 8000, '{"a":' * 3000, "\ud7ff" * 3000, "\x00",
    ]  # fmt: skip

    async def test(here: Running) -> None:
        table = await here.table()
        async with here.socket(table) as socket:
            await hello(socket)
            for frame in frames:
                await socket.send(frame)
                found = await refusal(socket, "malformed")
                assert found["message"], frame[:80]
            await socket.send(b"\x00\x01")
            await refusal(socket, "malformed")
            await say(socket, type="Ping")
            assert (await hear(socket, "Pong", "Refused"))["type"] == "Pong"
        assert here.metric("magnate_refusals_total", error="malformed") == len(frames) + 1

    with_server(tmp_path, test, malformed_in_a_row=1000)


def test_a_refusal_carries_the_id_of_the_frame_if_it_has_one(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        async with here.socket(await here.table()) as socket:
            await hello(socket)
            await say(socket, type="Do", id="mine", command={"type": "Nope"})
            assert (await refusal(socket, "malformed"))["id"] == "mine"

    with_server(tmp_path, test)


def test_the_first_frame_must_be_hello_and_the_only_one(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        async with here.socket(await here.table()) as socket:
            await say(socket, type="Look", id="1")
            await refusal(socket, "hello_first")
            await say(socket, type="Ping")
            assert (await hear(socket))["type"] == "Pong"
            await say(socket, type="Hello", protocol=99)
            await refusal(socket, "protocol")
            await say(socket, type="Hello", since=1000)
            await refusal(socket, "ahead")
            await hello(socket)
            await say(socket, type="Hello")
            await refusal(socket, "malformed")

    with_server(tmp_path, test)


def test_a_client_that_sends_only_nonsense_is_cut(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        async with here.socket(await here.table()) as socket:
            await hello(socket)
            for _ in range(2):
                for _ in range(4):
                    await socket.send("nonsense")
                await say(socket, type="Ping")
            for _ in range(5):
                await socket.send("nonsense")
            last = (await until_closed(socket))[-1]
            assert (last["type"], last["why"]) == ("Goodbye", "limit")
            assert socket.close_code == 1008

    with_server(tmp_path, test, malformed_in_a_row=5)


def test_a_frame_that_is_too_large_is_refused(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        async with here.socket(await here.table()) as socket:
            await hello(socket)
            for frame in ("x" * 1001, "é" * 501, b"x" * 1001, "x" * 4000):
                await socket.send(frame)
                await refusal(socket, "too_long")
            await socket.send(" " * 983 + '{"type":"Ping"}')
            assert (await hear(socket))["type"] == "Pong"
            await socket.send("x" * 4001)
            assert await until_closed(socket) == []
            assert socket.close_code == 1009

    with_server(tmp_path, test, frame_bytes=1000)


def test_a_frame_of_twenty_megabytes_only_hurts_its_sender(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table()
        async with here.socket(table) as other:
            await hello(other)
            async with here.socket(table) as socket:
                await hello(socket)
                with contextlib.suppress(websockets.ConnectionClosed):
                    await socket.send("x" * 20_000_000)
                await until_closed(socket)
            await say(other, type="Ping")
            assert (await hear(other, "Pong"))["type"] == "Pong"

    with_server(tmp_path, test)


def test_a_client_in_a_hurry_is_refused_and_then_cut(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        async with here.socket(await here.table()) as socket:
            await hello(socket)
            for _ in range(30):
                await say(socket, type="Ping")
            found = await until_closed(socket)
            assert [one["type"] for one in found[:9]] == ["Pong"] * 9
            assert found[9]["error"] == "too_fast"
            assert (found[-1]["type"], found[-1]["why"]) == ("Goodbye", "limit")

    with_server(tmp_path, test, frames_per_second=0.1, burst=10)


def test_the_windows_of_a_person_share_their_frames(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table()
        async with here.socket(table) as one, here.socket(table) as other:
            await hello(one)
            await hello(other)
            for _ in range(8):
                await say(one, type="Ping")
                await hear(one, "Pong")
            await say(other, type="Ping")
            await refusal(other, "too_fast")

    with_server(tmp_path, test, frames_per_second=0.1, burst=10)


def test_a_bot_is_known_by_its_token_and_has_a_smaller_share(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table()
        made = good(await here.ana.post("/api/bots", json={"name": "Deep Rent"}))
        bearer = {"Authorization": f"Bearer {made['token']}"}
        async with here.socket(table, here.guest(), **bearer) as socket:
            assert (await hello(socket))["person"] == made["person"]
            for _ in range(4):
                await say(socket, type="Ping")
                await hear(socket, "Pong")
            await say(socket, type="Ping")
            await refusal(socket, "too_fast")
        assert await denied(here.socket(table, here.guest(), Authorization="Bearer x")) == (401, "bad_token")

    with_server(tmp_path, test, bot_frames_per_second=0.1, bot_burst=5)


def test_too_much_talk_is_refused_and_the_rest_goes_on(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table()
        async with here.socket(table) as socket:
            await hello(socket)
            for number in range(4):
                await say(socket, type="Do", id=str(number), command={"type": "Say", "text": "hi \u202e\x07 all"})
            answers = [await hear(socket, "Done", "Refused") for _ in range(4)]
            assert [one["type"] for one in answers] == ["Done"] * 3 + ["Refused"]
            assert answers[-1]["error"] == "too_fast"
            await say(socket, type="Look", id="l")
            await hear(socket, "Seen")
        log = good(await here.ana.get(f"/api/tables/{table}/log"))
        assert [one["entry"]["text"] for one in log["told"] if one["entry"]["type"] == "Said"] == ["hi all"] * 3

    with_server(tmp_path, test, chat_per_minute=1)


def test_what_was_said_already_is_answered_again_though_nothing_more_may_be_said(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table()
        async with here.socket(table) as socket:
            await hello(socket)
            for id in ("0", "1", "2", "3", "0", "2"):
                await say(socket, type="Do", id=id, command={"type": "Say", "text": "hi"})
            answers = [await hear(socket, "Done", "Refused") for _ in range(6)]
            assert [one["type"] for one in answers] == ["Done"] * 3 + ["Refused"] + ["Done"] * 2
            assert answers[4] == answers[0]
            assert answers[5] == answers[2]

    with_server(tmp_path, test, chat_per_minute=1)


def test_a_rematch_is_counted_to_who_makes_it_once_and_to_nobody_who_is_led_there(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        ana, bea = Caller(ANA, "here"), Caller(BEA, "here")
        (live, tokens), (other, others) = [await table_for(here.node.registry, ANA, BEA) for _ in range(2)]
        await give_up(live, tokens)
        await give_up(other, others)
        for caller in (ana, ana, bea, ana):
            done = await live.command(caller, tokens, "again", ask.Rematch())
            assert done.table == live.table.rematch is not None
        with pytest.raises(Refusal) as caught:
            await other.command(ana, others, "again", ask.Rematch())
        assert caught.value.error == "too_fast"

    with_server(tmp_path, test, tables_per_hour=1)


def test_what_a_muted_person_says_is_not_heard_by_the_one_who_muted(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table()
        bo = here.guest()
        person = good(await bo.get("/api/me"))["id"]
        async with here.socket(table) as ana, here.socket(table, bo) as bos, here.socket(table, here.guest()) as third:
            for socket in (ana, bos, third):
                await hello(socket)
            await say(ana, type="Mute", id="m", person=person)
            await hear(ana, "Done")
            await say(bos, type="Do", id="s", command={"type": "Say", "text": "loud words"})
            assert (await hear(third, "Told"))["entry"]["text"] == "loud words"
            assert (await hear(ana, "Told"))["entry"]["text"] is None
            await say(ana, type="Mute", id="m", person=person, muted=False)
            await hear(ana, "Done")
            await say(bos, type="Do", id="s2", command={"type": "Say", "text": "again"})
            assert (await hear(ana, "Told"))["entry"]["text"] == "again"

    with_server(tmp_path, test)


def test_a_page_of_another_site_opens_no_socket(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table()
        for origin in ("https://evil.example", "null", f"{here.url}.evil.example", "http://localhost:1"):
            assert await denied(here.socket(table, Origin=origin)) == (403, "wrong_origin")
        for origin in (here.url, "https://friend.example"):
            async with here.socket(table, Origin=origin) as socket:
                await hello(socket)
        assert here.metric("magnate_refusals_total", error="wrong_origin") == 4

    with_server(tmp_path, test, origins="https://friend.example")


def test_what_is_wrong_before_the_socket_opens_is_answered_over_http(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table()
        assert await denied(here.socket("22222222")) == (404, "no_such_table")
        assert await denied(here.socket("%00")) == (404, "no_such_table")
        assert await denied(here.socket(table, here.guest(), Cookie="magnate=forged")) == (401, "bad_token")
        here.node.is_closing = True
        assert await denied(here.socket(table)) == (503, "unavailable")

    with_server(tmp_path, test)


def test_too_many_connections_are_refused_and_room_is_made_again(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table()
        async with here.socket(table) as one:
            await hello(one)
            async with here.socket(table) as two:
                await hello(two)
                assert await denied(here.socket(table)) == (503, "too_many")
                assert here.metric("magnate_connections") == 2
            while here.node.limits.connections > 1:
                await asyncio.sleep(0.01)
            async with here.socket(table) as three:
                await hello(three)
        while here.node.limits.connections:
            await asyncio.sleep(0.01)
        assert not here.node.limits.by_address
        assert here.metric("magnate_connections") == 0

    with_server(tmp_path, test, most_connections_per_address=2)


def test_a_client_that_never_says_hello_is_sent_away(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        async with here.socket(await here.table()) as socket:
            await say(socket, type="Ping")
            await hear(socket, "Pong")
            await pass_time(9, here.node.registry)
            await say(socket, type="Ping")
            await hear(socket, "Pong")  # a ping is no hello, but there is a second left
            await pass_time(2, here.node.registry)
            [goodbye] = await until_closed(socket)
            assert (goodbye["type"], goodbye["why"]) == ("Goodbye", "idle")

    with_server(tmp_path, test, HandClock(), hello_seconds=10, beat_ms=60_000)


def test_a_client_that_says_nothing_for_long_is_sent_away_and_one_that_pings_is_not(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table()
        async with here.socket(table) as silent, here.socket(table) as lively:
            await hello(silent)
            await hello(lively)
            closed = asyncio.create_task(until_closed(silent))
            for _ in range(5):  # 50 seconds, and then 60
                assert not closed.done()
                await pass_time(10, here.node.registry)
                await say(lively, type="Ping")
                await hear(lively, "Pong")
            await pass_time(10, here.node.registry)
            assert (await closed)[-1]["why"] == "idle"
            await say(lively, type="Ping")
            await hear(lively, "Pong")

    with_server(tmp_path, test, HandClock(), idle_seconds=60, beat_ms=60_000)


def test_a_reader_who_does_not_read_is_cut_off_and_the_others_are_not_held_up(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        made = await here.quick(seats=2)
        async with here.socket(made["table"]) as ana:
            await hello(ana, made["token"])
            sleeper = Sleeper(here, made["table"])
            asking = asyncio.create_task(asyncio.to_thread(sleeper.ask_without_end))
            async with asyncio.timeout(30):
                while here.metric("magnate_slow_readers_cut_total") == 0:
                    await say(ana, type="Ping")
                    await hear(ana, "Pong", seconds=2)
            async with asyncio.timeout(10):
                while len(here.node.clients) > 1:
                    await asyncio.sleep(0.05)
            assert here.metric("magnate_connections_cut_total", why="slow") == 1
            assert await asyncio.to_thread(sleeper.ends), "its connection is closed for good"
            await asking

    with_server(tmp_path, test, bot_pause_ms=10_000)


class Sleeper:
    """A client that asks and asks, and never reads."""

    def __init__(self, here: Running, table: str) -> None:
        port = int(here.url.rpartition(":")[2])
        self.socket = plain_socket.socket()
        self.socket.setsockopt(plain_socket.SOL_SOCKET, plain_socket.SO_RCVBUF, 8192)
        self.socket.connect(("127.0.0.1", port))
        self.socket.settimeout(10)
        lines = [
            f"GET /api/tables/{table}/socket HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket",
            "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", "", "",
        ]  # fmt: skip
        self.socket.sendall("\r\n".join(lines).encode())
        self.send(b'{"type":"Hello"}')

    def send(self, frame: bytes) -> None:
        """Send a frame, masked with zeros."""
        self.socket.sendall(bytes([0x81, 0x80 | len(frame), 0, 0, 0, 0]) + frame)

    def ask_without_end(self) -> None:
        """Ask how the table looks until the server has had enough."""
        try:
            for _ in range(50_000):
                self.send(b'{"type":"Look","id":"1"}')
        except OSError:
            pass

    def ends(self) -> bool:
        """Whether the server has closed, once everything under way is read."""
        try:
            while self.socket.recv(1 << 20):
                pass
        except ConnectionError:
            pass
        except TimeoutError:
            return False
        finally:
            self.socket.close()
        return True


def test_who_was_cut_off_comes_back_with_the_last_number_and_misses_nothing(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table()
        async with here.socket(table) as ana:
            await hello(ana)
            for number in range(300):
                await say(ana, type="Do", id=f"{number}", command={"type": "Say", "text": f"word {number}"})
                await hear(ana, "Done")
        async with here.socket(table) as ana:
            welcome = await hello(ana, since=100)
            last = welcome["table"]["number"]
            numbers = [(await hear(ana, "Told"))["number"] for _ in range(last - 100)]
            assert numbers == list(range(101, last + 1))
        assert here.metric("magnate_reconnects_total") == 1

    with_server(tmp_path, test, queue_frames=16, chat_per_minute=1_000_000)


def test_when_the_server_stops_everybody_is_told_to_come_back(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        made = await here.quick(seats=2)
        async with here.socket(made["table"]) as ana, here.socket(made["table"], here.guest()) as mute:
            await hello(ana, made["token"])
            await here.node.close()
            last = (await until_closed(ana))[-1]
            assert (last["type"], last["why"]) == ("Goodbye", "restart")
            assert last["retry"] > 0
            assert ana.close_code == 1012
            assert (await until_closed(mute))[-1]["why"] == "restart"

    with_server(tmp_path, test)


def test_whoever_vanishes_is_noted_as_gone(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        made = await here.quick(seats=2)
        async with here.socket(made["table"], here.guest()) as watcher:
            await hello(watcher)
            async with here.socket(made["table"]) as ana:
                await hello(ana, made["token"])
                while (await hear(watcher, "Told"))["entry"]["type"] != "Came":
                    pass
                ana.transport.abort()
            while (await hear(watcher, "Told"))["entry"]["type"] != "Gone":
                pass

    with_server(tmp_path, test, bot_pause_ms=1000)


def test_a_connection_that_ended_is_freed_without_the_garbage_collector(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table()
        gc.collect()
        gc.disable()
        try:
            async with here.socket(table) as socket:
                await hello(socket)
                ended = [weakref.ref(client) for client in here.node.clients]
            await until(lambda: not here.node.clients and all(client() is None for client in ended))
            assert len(ended) == 1
        finally:
            gc.enable()

    with_server(tmp_path, test)


def test_a_client_without_cookie_or_token_is_a_guest_for_this_connection(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table()
        async with here.socket(table, here.guest()) as one, here.socket(table, here.guest()) as other:
            assert (await hello(one))["person"] != (await hello(other))["person"]

    with_server(tmp_path, test)


def test_nothing_of_a_token_or_cookie_is_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(here: Running) -> None:
        made = await here.quick(seats=2)
        cookie = here.ana.cookies["magnate"]
        async with here.socket(made["table"]) as socket:
            await hello(socket, made["token"])
            await say(socket, type="Hold", id="1", token="x" * 100)
            await hear(socket, "Refused")
        ours = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("magnate"))
        ours += "".join(str(getattr(record, "fields", "")) for record in caplog.records)
        assert "socket_opened" in ours
        assert cookie not in ours
        assert made["token"] not in ours

    with caplog.at_level("DEBUG"):
        with_server(tmp_path, test)
