"""The client for bots and tests: few lines to a whole game, and it never loses its place. And the example bot."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import json
import runpy
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from process import Node, free_port, run
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from magnate.actions import Action, Concede, Pass
from magnate.client import Client, Lost, Refusal, Table
from magnate.game import Game
from magnate.protocol import commands as ask
from magnate.protocol.entries import Said
from magnate.view import Option, View

IN_THE_MIDDLE = 30  # entries of the log of a game
BOT = Path(__file__).parent.parent.parent / "examples" / "bot.py"
SHORT = {"ending.turns": 100}
LIKED = (
    "BuyDeed", "Roll", "EndTurn", "FollowCard", "Pass", "RefuseDeal", "PayFine", "Wait", "PayTax", "DeclineOffer",
    "Mortgage", "SellBuildings", "DeclareBankruptcy", "RefuseProperty", "KeepMortgage", "WaiveAuction",
)  # fmt: skip


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server whose bots do not think."""
    folder = tmp_path_factory.mktemp("client")
    with Node(f"sqlite+aiosqlite:///{folder}/tables.db", folder, bot_pause_ms=0) as node:
        yield node


def simple(seat: int, options: list[Option], view: View) -> Action | None:
    """The first thing on the list that may be done, or the first at all."""
    legal = {option.type: option.action for option in reversed(options) if option.action is not None}
    return next((legal[kind] for kind in LIKED if kind in legal), options[0].action)


@contextlib.asynccontextmanager
async def relay(node: Node, passes: Callable[[str], bool]) -> AsyncIterator[str]:
    """An unreliable line to a server: what does not pass is lost, and if it raises, the line is cut."""
    port = free_port()

    async def pump(client: ServerConnection) -> None:
        assert client.request is not None
        headers = {
            name: client.request.headers[name] for name in ("Authorization", "Cookie") if name in client.request.headers
        }
        address = f"ws://127.0.0.1:{node.port}{client.request.path}"
        async with connect(address, additional_headers=headers, proxy=None) as server:

            async def upwards() -> None:
                with contextlib.suppress(ConnectionClosed):
                    async for data in client:
                        await server.send(data)
                await server.close()

            sending = asyncio.create_task(upwards())
            try:
                async for data in server:
                    assert isinstance(data, str)
                    if passes(data):
                        await client.send(data)
            except (ConnectionClosed, EOFError):
                pass
            finally:
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)

    async with serve(pump, "127.0.0.1", port):
        yield f"http://127.0.0.1:{port}"


async def follower_of(node: Node, url: str) -> Client:
    """A client that speaks over an unreliable line, and is already known to the server."""
    client = Client(node.url, pause=0.1)
    await client.request("GET", "/api/me")
    client.urls = [url]
    return client


def test_a_bot_of_a_few_lines_plays_a_whole_game(node: Node) -> None:
    async def play() -> None:
        client = Client(node.url)
        await client.register("Ada's bot")
        async with await client.quick(edition="castis", seats=2) as table:
            await table.play(lambda seat, options, view: Concede() if view.turns > 150 else simple(seat, options, view))
            assert table.is_over
            assert (table.gaps, table.connections) == (0, 1)
            game = Game.replay(await client.record(table.id))
            outcome = game.outcome()
            assert outcome is not None
            assert table.view is not None
            assert table.view.winners == outcome.winners

    run(play(), 60)


def test_several_people_sit_start_act_say_and_follow_one_table(node: Node) -> None:
    async def play() -> None:
        ana, ion, watcher = Client(node.url), Client(node.url), Client(node.url)
        async with (
            await ana.create(edition="clasico", seats=3) as first,
            ion.table(first.id) as second,
            watcher.table(first.id, since=0) as third,
        ):
            assert await first.sit(name="Ana") == 0
            assert await second.sit(2, name="Ion") == 2
            await first.set_bot(1)
            await first.start()
            await second.say("Hello!")
            await second.until(lambda: bool(second.must) or bool(first.must))
            view = await second.look(2)
            assert view is not None
            assert (view.seat, view.seats[2].name) == (2, "Ion")
            plan = await second.plan(2, 0, [1, 0])
            assert plan.refusal is not None
            assert plan.leaves == (view.seats[2].cash or 0) - plan.price
            with pytest.raises(Refusal) as refused:
                await second.look(0)
            assert refused.value.error == "not_your_seat"
            await third.until(lambda: third.number == first.number)
            assert third.seats == []

    run(play(), 60)


def test_who_stands_up_no_longer_holds_the_seat_and_may_sit_down_again(node: Node) -> None:
    async def play() -> None:
        client = Client(node.url)
        async with await client.create(edition="clasico", seats=3) as table:
            seat = await table.sit()
            await table.do(ask.Stand(seat=seat))
            assert (table.tokens, table.seats) == ([], [])
            assert await table.sit(1) == 1
            assert len(table.tokens) == 1
            async with client.table(table.id, table.tokens) as window:
                assert window.seats == [1]

    run(play(), 60)


def test_a_refusal_names_the_error_and_lists_what_is_legal(node: Node) -> None:
    async def play() -> None:
        client = Client(node.url)
        async with await client.quick(edition="clasico", seats=2) as table:
            await table.until(lambda: bool(table.must))
            with pytest.raises(Refusal) as refused:
                await table.act(0, Pass())
            assert refused.value.error == "illegal"
            assert refused.value.legal == table.options(0)
            with pytest.raises(Refusal) as refused:
                await table.do(ask.Start())
            assert refused.value.error == "too_late"

    run(play(), 60)


def test_a_table_that_does_not_exist_is_refused_by_name(node: Node) -> None:
    async def play() -> None:
        for id in ("aaaaaaaa", "no such table"):
            with pytest.raises(Refusal) as refused:
                async with Client(node.url, patience=2).table(id.replace(" ", "%20")):
                    pass
            assert refused.value.error == "no_such_table"
        with pytest.raises(Refusal) as refused:
            await Client(node.url).create(edition="chess")
        assert refused.value.error == "bad_config"

    run(play(), 60)


def test_nobody_at_the_other_end_is_said_plainly() -> None:
    async def play() -> None:
        client = Client(f"http://127.0.0.1:{free_port()}", patience=0.5, cookie="anything")
        with pytest.raises(Lost, match="refused"):
            await client.create(edition="clasico")
        with pytest.raises(Lost, match=r"refused|Connect call failed"):
            async with client.table("aaaaaaaa"):
                pass

    run(play(), 60)


def test_what_was_not_answered_is_asked_again_and_done_once(node: Node) -> None:
    cuts = 0

    def passes(frame: str) -> bool:
        nonlocal cuts
        if '"type":"Done"' in frame and cuts < 3:
            cuts += 1
            raise EOFError  # carried out, but the answer never comes
        return True

    async def play() -> None:
        host = Client(node.url)
        async with await host.create(edition="clasico", seats=4) as table, relay(node, passes) as url:
            client = await follower_of(node, url)
            async with client.table(table.id, since=0) as far:
                await far.say("once")
                await far.say("and again")
                assert cuts == 3
                assert far.connections == 4
                log = await host.request("GET", f"/api/tables/{table.id}/log")
                said = [told["entry"]["text"] for told in log["told"] if told["entry"]["type"] == "Said"]
                assert said == ["once", "and again"]

    run(play(), 60)


def test_a_number_that_is_missing_is_asked_for_again(node: Node) -> None:
    lost: list[str] = []

    def passes(frame: str) -> bool:
        if '"text":"three"' in frame and not lost:
            lost.append(frame)
            return False
        return True

    async def play() -> None:
        host = Client(node.url)
        async with await host.create(edition="clasico", seats=4) as table, relay(node, passes) as url:
            client = await follower_of(node, url)
            async with client.table(table.id) as far:
                heard: list[str | None] = []

                async def listen() -> None:
                    async for told in far:
                        if isinstance(told.entry, Said):
                            heard.append(told.entry.text)

                listening = asyncio.create_task(listen())
                await asyncio.sleep(0)
                for word in ("one", "two", "three", "four"):
                    await table.say(word)
                await far.until(lambda: far.number == table.number)
                await asyncio.sleep(0)
                assert heard == ["one", "two", "three", "four"]
                assert (len(lost), far.gaps, far.connections) == (1, 1, 2)
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)

    run(play(), 60)


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_a_client_comes_back_when_its_server_does(how: str, tmp_path: Path) -> None:
    async def play(node: Node) -> None:
        client = Client(node.url, pause=0.2)
        async with await client.create(edition="clasico", seats=2, options=SHORT) as table:
            await table.sit()
            await table.set_bot(1)
            await table.start()
            playing = asyncio.create_task(table.play(simple))
            await table.until(lambda: (table.number or 0) > 40)
            await asyncio.to_thread(getattr(node, how))
            await asyncio.to_thread(node.start)
            await playing
            assert table.connections >= 2
            assert table.gaps == 0
            record = await client.record(table.id)
            assert Game.replay(record).record() == record

    with Node(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path, bot_pause_ms=0, grace_ms=0) as node:
        run(play(node), 120)
        assert node.lives == 2


@pytest.mark.parametrize("since", [None, *(pytest.param(since, marks=pytest.mark.thorough) for since in (0, 3))])
def test_a_client_follows_a_server_that_was_restored_to_an_earlier_state(since: int | None, tmp_path: Path) -> None:
    async def play(node: Node) -> None:
        client, copy = Client(node.url, pause=0.2), tmp_path / "copy.db"
        async with await client.create(edition="clasico", seats=2) as host:
            seat = await host.sit()
            await host.set_bot(1)
            heard: list[str | None] = []

            async def listen(table: Table) -> None:
                async for told in table:
                    heard.append(told.entry.text if isinstance(told.entry, Said) else None)

            async with client.table(host.id, host.tokens, since) as table:
                listening = asyncio.create_task(listen(table))
                await asyncio.to_thread(node.back_up, copy)
                kept = int((await client.request("GET", f"/api/tables/{host.id}"))["number"])
                for _ in range(10):  # more than coming back adds to the log
                    await host.say("lost")
                await table.until(lambda: table.number == host.number)
                await asyncio.to_thread(node.restore, copy)
                await table.until(lambda: table.restored == 1)
                await host.until(lambda: host.restored == 1)
                await table.say("again")
                assert (table.number or 0) < kept + 10
                assert table.seats == host.seats == [seat]
                await host.start()  # and play goes on
                await table.until(lambda: table.view is not None)
                assert heard.count("again") == 1
                assert (table.gaps, table.restored) == (0, 1)
                if since is not None:
                    assert heard.index(None, heard.index("lost")) < heard.index("again")  # the log, from its beginning
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)

    with Node(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path, bot_pause_ms=0) as node:
        run(play(node), 60)


def test_a_hello_that_was_too_fast_is_said_again_after_the_time_that_was_named() -> None:
    hellos: list[float] = []

    async def refuse(socket: ServerConnection) -> None:
        async for _ in socket:
            hellos.append(time.monotonic())
            error, wait = ("too_fast", 700) if len(hellos) == 1 else ("no_such_table", 0)
            await socket.send(json.dumps({"type": "Refused", "error": error, "message": "", "wait": wait}))

    async def play() -> None:
        port = free_port()
        async with serve(refuse, "127.0.0.1", port):
            with pytest.raises(Refusal) as refused:
                async with Client(f"http://127.0.0.1:{port}", cookie="anything").table("aaaaaaaa"):
                    pass
            assert refused.value.error == "no_such_table"
            assert hellos[1] - hellos[0] >= 0.7

    run(play(), 60)


# The example.


def test_the_example_bot_is_short_and_needs_only_websockets() -> None:
    text = BOT.read_text(encoding="utf8")
    assert len(text.splitlines()) < 100
    tree = ast.parse(text)
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    outside = {name.split(".")[0] for name in imported} - set(sys.stdlib_module_names)
    assert outside == {"websockets"}


@pytest.fixture
def deaf_bot(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The example bot with a list of answers in place of a connection; `said` has what it sent, `slept` its pauses."""
    bot: Any = object.__new__(runpy.run_path(str(BOT))["Bot"])
    bot.said, bot.slept, bot.answers, bot.sent, bot.fill, bot.tokens = [], [], [], {}, [], []
    bot.socket = SimpleNamespace(
        send=lambda data: bot.said.append(json.loads(data)), recv=lambda timeout: json.dumps(bot.answers.pop(0))
    )
    monkeypatch.setattr(time, "sleep", bot.slept.append)
    return bot


def test_the_example_bot_greets_again_where_its_hello_was_too_fast(deaf_bot: Any) -> None:
    deaf_bot.answers = [{"type": "Refused", "error": "too_fast", "message": "", "wait": 1}]
    deaf_bot.send(type="Hello", tokens=["token"])
    deaf_bot.hear()
    assert deaf_bot.said == [{"type": "Hello", "tokens": ["token"]}] * 2
    assert deaf_bot.slept == [0.001]


@pytest.mark.parametrize("error", ["busy", "unavailable"])
def test_the_example_bot_sends_the_same_id_again_until_it_knows(deaf_bot: Any, error: str) -> None:
    deaf_bot.do("Act", seat=0, seen=7, action={"type": "Roll"})
    id = deaf_bot.said[0]["id"]
    deaf_bot.answers = [{"type": "Refused", "error": error, "message": "", "id": id}] * 2
    deaf_bot.answers += [{"type": "Done", "id": id, "number": 8}]
    for _ in range(3):
        deaf_bot.hear()
    assert deaf_bot.said == [deaf_bot.said[0]] * 3
    assert deaf_bot.slept == [1, 1]
    deaf_bot.do("Act", seat=0, seen=8, action={"type": "EndTurn"})
    assert deaf_bot.said[3]["id"] != id


@pytest.mark.parametrize("error", ["busy", "unavailable"])
def test_the_example_bot_sits_down_although_its_hello_was_not_heard_at_first(deaf_bot: Any, error: str) -> None:
    deaf_bot.send(type="Hello", tokens=[])
    deaf_bot.do("Sit")
    hello, sit = deaf_bot.said
    deaf_bot.answers = [
        {"type": "Refused", "error": error, "message": ""},
        {"type": "Refused", "error": "hello_first", "message": "", "id": sit["id"]},
        {"type": "Done", "id": sit["id"], "number": 3, "token": "token"},
    ]
    for _ in range(3):
        deaf_bot.hear()
    assert deaf_bot.said[2:4] == [hello, sit]
    assert deaf_bot.tokens == ["token"]


@pytest.mark.parametrize("error", ["stale", "illegal", "forbidden"])
def test_the_example_bot_does_not_repeat_what_was_refused(deaf_bot: Any, error: str) -> None:
    deaf_bot.do("Act", seat=0, seen=7, action={"type": "Roll"})
    deaf_bot.answers = [{"type": "Refused", "error": error, "message": "", "id": deaf_bot.said[0]["id"]}]
    deaf_bot.hear()
    assert len(deaf_bot.said) == 1


def example(*words: str) -> subprocess.Popen[str]:
    """The example bot as a program of its own."""
    return subprocess.Popen(
        [sys.executable, str(BOT), *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def test_the_example_bot_plays_a_whole_game(node: Node) -> None:
    with example(node.url) as bot:
        output, _ = bot.communicate(timeout=120)
    assert bot.returncode == 0, output
    assert "winners: [" in output


def stored(folder: Path) -> int:
    """How many entries the log of the only table in the file has."""
    with sqlite3.connect(folder / "tables.db", timeout=10) as file:
        [number] = file.execute("SELECT max(number) FROM tables").fetchone()
    return number or 0


@pytest.mark.thorough
def test_the_example_bot_comes_back_when_its_server_does(tmp_path: Path) -> None:
    with Node(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path, bot_pause_ms=20, grace_ms=0) as node:
        with example(node.url) as bot:
            until = time.monotonic() + 60
            while stored(tmp_path) < IN_THE_MIDDLE:
                assert time.monotonic() < until
                time.sleep(0.05)
            assert bot.poll() is None
            node.kill()
            node.settings["bot_pause_ms"] = 0  # the rest of the game without pauses
            node.start()
            output, _ = bot.communicate(timeout=120)
        assert bot.returncode == 0, output
        assert "winners: [" in output


@pytest.mark.parametrize("edition", ["castis", "europolis", "expopolis", "monopoli-server"])
def test_the_example_bot_takes_a_seat_at_a_table_of_any_edition(edition: str, node: Node) -> None:
    async def play() -> None:
        client = Client(node.url)
        options = {**SHORT, "table.private_cash": edition == "castis"}
        async with await client.create(edition=edition, seats=3, options=options) as table:
            await table.sit()
            await table.set_bot(1)
            with example(node.url, table.id) as bot:
                try:
                    await table.until(lambda: table.table is not None and table.table.seats[2].here)
                    await table.start()
                    await table.play(simple)
                    output, _ = await asyncio.to_thread(bot.communicate, timeout=60)
                finally:
                    bot.kill()
            assert "winners: [" in output
            assert table.is_over

    run(play(), 60)


def test_a_client_moderates_its_table_and_is_told_when_it_is_kept_out(node: Node) -> None:
    async def play() -> None:
        ana, bea, ciro = (Client(node.url) for _ in range(3))
        async with await ana.create(edition="clasico", seats=3) as host:
            await host.sit(0, "Ana")
            async with bea.table(host.id) as second, ciro.table(host.id) as third:
                await second.sit(1, "Bea")
                await third.sit(2, "Аnа")  # in Cyrillic letters
                await host.until(lambda: host.table is not None and host.table.seats[2].mark == "duplicate")
                await host.set_chat("seats")
                await third.say("an insult")
                assert await host.report(third.person, "insults", note="he insults")
                await host.mute(third.person)
                assert host.muted == {third.person}
                await host.silence(third.person)
                with pytest.raises(Refusal) as silenced:
                    await third.say("another")
                assert silenced.value.error == "silenced"
                await host.start()
                await host.ask_removal(0, 2)
                await second.until(lambda: second.table is not None and second.table.removal is not None)
                await second.answer_removal(1, agree=True)
                await host.until(lambda: host.table is not None and host.table.seats[2].level is not None)
                with pytest.raises(Refusal) as out:
                    await third.until(lambda: False)
                assert out.value.error == "kept_out"
                assert third.seats == []
            await host.keep_out("somebody", "Dana")
            await host.let_in("somebody")
            assert host.table is not None
            await host.until(lambda: host.table is not None and [one.by for one in host.table.kept_out] == ["vote"])
        async with ana.table(host.id) as again:
            assert again.muted == {third.person}

    run(play())
