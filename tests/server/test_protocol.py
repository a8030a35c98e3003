"""What docs/protocol.md promises to a client that was written from it alone."""

from __future__ import annotations

import json
import re
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from running import Running, good, hear, refused, say, with_server
from stores import at_store
from websockets.asyncio.client import ClientConnection

from magnate.actions import BY_KIND, Bid, Concede, ProposeDeal
from magnate.errors import IllegalAction
from magnate.events import CreditorPaid, PaidPlayer, Passed
from magnate.game import Game
from magnate.protocol.errors import ERRORS
from magnate.server.operations.rate_limits import Limits, TooFast
from magnate.server.operations.settings import Settings
from magnate.server.reference.game_tables import ASKED, cash_of, questions
from magnate.server.store.postgres import POOL
from magnate.server.store.store import Store
from magnate.testing import Position
from magnate.view import QUESTIONS

ROOT = Path(__file__).parent.parent.parent
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
HOST = (ROOT / "docs" / "host.md").read_text(encoding="utf-8")


async def asked(guest: httpx.AsyncClient, table: str, command: dict[str, Any], *tokens: str) -> dict[str, Any]:
    """Something asked of a table over HTTP, and its answer."""
    asked.count += 1  # type: ignore[attr-defined]
    body = {"id": f"asked {asked.count}", "command": command, "tokens": tokens}  # type: ignore[attr-defined]
    found: dict[str, Any] = good(await guest.post(f"/api/tables/{table}/commands", json=body))
    return found


asked.count = 0  # type: ignore[attr-defined]


async def refusal(socket: ClientConnection) -> dict[str, Any]:
    """The next answer, which must be a refusal."""
    found = await hear(socket, "Refused", "Done", "Seen", "Pong", "Welcome", "Goodbye")
    assert found["type"] == "Refused", found
    return found


# Who you are.


def test_the_cookie_on_the_socket_makes_a_connection_the_same_person(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table(seats=2)
        me = good(await here.ana.get("/api/me"))["id"]
        seen = []
        for guest in (here.ana, here.guest(), here.guest()):
            async with here.socket(table, guest) as socket:
                await say(socket, type="Hello")
                seen.append((await hear(socket, "Welcome"))["person"])
                await say(socket, type="Do", id="s", command={"type": "SetBot", "seat": 1})
                answer = await hear(socket, "Done", "Refused")
                assert answer.get("error") == (None if guest is here.ana else "not_the_host")
        assert seen[0] == me
        assert len(set(seen)) == 3, "without the cookie each connection is somebody new"

    with_server(tmp_path, test)
    assert "Cookie: magnate=" in PROTOCOL


# What a refused Hello leaves behind.


def test_a_since_beyond_the_table_is_an_error_of_its_own_that_says_what_would_be_right(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table()
        async with here.socket(table) as socket:
            await say(socket, type="Hello", since=1000)
            found = await refusal(socket)
            assert (found["error"], found["number"]) == ("ahead", 1)
            assert found["message"] == "since is 1000; the last number of the table is 1. Say Hello again without since"
            await say(socket, type="Hello", since=found["number"])
            assert (await hear(socket))["type"] == "Welcome"

    with_server(tmp_path, test)


def test_a_refused_hello_leaves_nothing_behind_and_the_connection_open_for_another(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        made = await here.quick(seats=2)
        numbers = []
        async with here.socket(made["table"]) as socket:
            for wrong in ({"protocol": 2}, {"since": 1000}):
                await say(socket, type="Hello", tokens=[made["token"]], **wrong)
                await refusal(socket)
                await say(socket, type="Look", id="l", seat=0)
                assert (await refusal(socket))["error"] == "hello_first"
                state = good(await here.ana.get(f"/api/tables/{made['table']}"))
                numbers.append(state["number"])
                assert not state["seats"][0].get("here"), "nobody is told that somebody came"
            await say(socket, type="Ping")
            assert (await hear(socket))["type"] == "Pong", "nothing is told"
            await say(socket, type="Hello", tokens=[made["token"]])
            assert (await hear(socket))["seats"] == [0]
        assert numbers[0] == numbers[1]

    with_server(tmp_path, test, bot_pause_ms=600_000)
    assert "**A refused `Hello`**" in PROTOCOL


# What is worth sending again.


def test_too_fast_says_in_milliseconds_how_long_to_wait(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        async with here.socket(await here.table()) as socket:
            await say(socket, type="Hello")
            await hear(socket, "Welcome")
            for _ in range(10):
                await say(socket, type="Ping")
            found = await hear(socket, "Refused")
            assert found["error"] == "too_fast"
            assert isinstance(found["wait"], int)
            assert 0 < found["wait"] <= 10_000

    with_server(tmp_path, test, frames_per_second=0.1, burst=5)


def test_after_the_wait_it_is_allowed_and_not_a_moment_before() -> None:
    now = 0.0
    limits = Limits(Settings(frames_per_second=3, burst=1), lambda: now)
    limits.allow_frame("ana", "guest", "1.2.3.4")
    with pytest.raises(TooFast) as caught:
        limits.allow_frame("ana", "guest", "1.2.3.4")
    assert caught.value.frame().wait == 334
    assert caught.value.message.endswith("; wait 334 ms")
    now += 0.333
    with pytest.raises(TooFast) as caught:
        limits.allow_frame("ana", "guest", "1.2.3.4")
    assert caught.value.frame().wait == 1
    now += 0.001
    limits.allow_frame("ana", "guest", "1.2.3.4")


def test_over_http_the_wait_is_in_the_body_too_and_in_whole_seconds_in_the_header(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        answers = [await here.ana.get("/api/levels") for _ in range(8)]
        body = refused(answers[-1], 429, "too_fast")
        assert 0 < body["wait"] <= 2000
        assert answers[-1].headers["retry-after"] == str(-(-body["wait"] // 1000))

    with_server(tmp_path, test, requests_per_second=0.5, request_burst=5)


def test_other_refusals_have_no_wait(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        assert "wait" not in refused(await here.ana.get("/api/tables/aaaaaaaa"), 404, "no_such_table")

    with_server(tmp_path, test)


def test_the_refusals_that_are_worth_sending_again_are_listed() -> None:
    chapter = PROTOCOL.partition("### What to retry")[2].partition("\n## ")[0]
    for error in ("too_fast", "busy", "unavailable", "internal", "too_many", "stale", "illegal"):
        assert f"`{error}`" in chapter
        assert error in ERRORS


# Hosting.


def test_a_table_is_hosted_as_the_page_shows_it(tmp_path: Path) -> None:
    chapter = PROTOCOL.partition("## Hosting a table")[2].partition("\n## ")[0]
    lines = re.findall(r"^([→←]) (.*)$", chapter, re.MULTILINE)

    async def test(here: Running) -> None:
        body = re.findall(r"-d '(.*)'", chapter)[0]
        made = good(await here.ana.post("/api/tables", content=body))
        assert set(made) == set(json.loads(chapter.partition("$ curl")[2].splitlines()[1]))
        token = ""
        async with here.socket(made["table"], here.ana) as socket:
            for arrow, text in lines:
                if arrow == "→":
                    await socket.send(text.replace("u8Jm…", token))
                    continue
                shown = json.loads(text.replace("{…}", "{}").replace("u8Jm…", token))
                told = await hear(socket, "Welcome", "Done", "Refused")
                token = told.get("token", token)
                for field in ("type", "id", "number", "seats"):
                    assert told.get(field) == shown.get(field), (field, told)
        assert good(await here.ana.get(f"/api/tables/{made['table']}"))["status"] == "playing"

    with_server(tmp_path, test, bot_pause_ms=600_000)


# What play waits for.


def test_every_question_is_in_the_table_with_its_fields() -> None:
    assert set(ASKED) == {name for name, _ in QUESTIONS.values()} | {"result"}
    named = {word for what in ASKED.values() for word in re.findall(r"`([A-Z]\w+)`", what)}
    assert named <= {kind.__name__ for kind in BY_KIND.values()}
    listed = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", questions(), re.MULTILINE))
    for edition, seed in (("clasico", 1), ("europolis", 2), ("expopolis", 3), ("monopoli-server", 4)):
        game = Game(edition, seats=3, seed=seed)
        for _ in range(300):
            asked = game.view().question
            if not game.must or asked is None:
                break
            told = {key for key in asked.__struct_fields__ if key != "type" and getattr(asked, key) is not None}
            assert told <= set(re.findall(r"`(\w+)`", listed[asked.type])), asked
            game.play(game.must[0], game.default_action(game.must[0]))


def test_the_cash_column_says_what_events_move() -> None:
    assert cash_of(PaidPlayer) == "`seat` − `amount`, `other` + `amount`"
    assert cash_of(CreditorPaid) == "`seat` + `amount`"
    assert cash_of(Passed) == ""


# What low, high and step are about.


def test_low_high_and_step_are_about_the_one_number_of_the_action() -> None:
    game = Position("europolis", seats=3, at={0: 0}, cash=[1500, 20000, 20000])
    game.rolls(1, 2)
    told = {}
    for _ in range(400):
        for seat in game.must:
            for option in game.options(seat):
                if option.low is not None:
                    told[option.type] = option
        if not game.must:
            break
        game.play(game.must[0], game.default_action(game.must[0]))
    bid = told["Bid"]
    assert bid.action == Bid(amount=bid.low)  # type: ignore[arg-type]
    for name in ("Bid", "NameValue", "AskBuildings"):
        assert f"`{name}`" in PROTOCOL.partition("`low`, `high` and `step` you choose its number")[2].partition("\n")[0]


@pytest.mark.parametrize("edition", ["europolis", "clasico"])
def test_every_number_from_low_to_high_in_steps_is_legal_and_none_beside(edition: str) -> None:
    game = Game(edition, seats=3, seed=1)
    checked = 0
    while game.must and checked < 5:
        seat = game.must[0]
        for option in game.options(seat):
            if option.low is None or option.high is None or option.step is None or option.action is None:
                continue
            checked += 1
            kind: Any = type(option.action)
            highest = option.high - (option.high - option.low) % option.step
            for number in {option.low, min(option.low + option.step, highest), highest}:
                assert game.refusal(seat, kind(number)) is None
            assert game.refusal(seat, kind(option.low - option.step)) is not None
            if option.step > 1:
                assert game.refusal(seat, kind(option.low + 1)) is not None
        game.play(seat, game.default_action(seat))
    assert checked == 5


@pytest.mark.parametrize(("edition", "unit"), [("castis", 1), ("europolis", 50), ("expopolis", 100)])
def test_the_unit_of_sums_comes_with_a_deal(edition: str, unit: int) -> None:
    game = Position(edition, seats=2, owners={1: 0})

    def sale(price: int) -> dict[str, Any]:
        return {"cash": {0: price, 1: -price}, "deeds": {game.deed(1): 1}}

    assert [option.step for option in game.options(0) if option.type == "ProposeDeal"] == [unit]
    assert game.refusal(0, ProposeDeal(**sale(3 * unit))) is None
    if unit > 1:
        assert game.refusal(0, ProposeDeal(**sale(unit + 1))) == "NOT_A_ROUND_SUM"
    game.play(0, ProposeDeal(**sale(3 * unit)))
    assert [option.step for option in game.options(1) if option.type == "CounterDeal"] == [unit]


def test_the_message_of_a_refusal_names_what_its_field_lists() -> None:
    game = Position("clasico", seats=2)
    with pytest.raises(IllegalAction) as caught:
        game.play(0, Bid(amount=10))
    listed = {option.type for option in game.options(0)}
    assert "ProposeDeal" in listed
    assert str(caught.value).endswith(f"; legal: {', '.join(sorted(listed))}")


# Seats at a rematch.


def test_at_a_rematch_everybody_has_their_seat_and_takes_its_token_by_cookie(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        ana, bea = here.ana, here.guest()
        people = [good(await guest.get("/api/me"))["id"] for guest in (ana, bea)]
        table = await here.table(seats=2)
        tokens = [(await asked(guest, table, {"type": "Sit"}))["token"] for guest in (ana, bea)]
        await asked(ana, table, {"type": "Start"}, *tokens)
        live = await here.node.live_table(table)
        while (game := live.table.running()).must:
            kind = "Concede" if game.refusal(game.must[0], Concede()) is None else "Roll"
            act = {"type": "Act", "seat": game.must[0], "seen": live.table.number, "action": {"type": kind}}
            await asked(ana, table, act, *tokens)
        again = (await asked(bea, table, {"type": "Rematch"}))["table"]
        assert (await asked(ana, table, {"type": "Rematch"}))["table"] == again
        state = good(await ana.get(f"/api/tables/{again}"))
        assert [seat.get("person") for seat in state["seats"]] == people
        assert (state["host"], state["status"], state["again"]) == (people[1], "open", table)
        for guest in (ana, bea):
            games = good(await guest.get("/api/me/games?running=true"))["tables"]
            assert [game["id"] for game in games] == [again]
        async with here.socket(again, ana) as socket:
            await say(socket, type="Hello")
            assert (await hear(socket, "Welcome"))["seats"] == [], "tokens are not carried over"
            await say(socket, type="Do", id="sit", command={"type": "Sit", "seat": 0, "entropy": "a word"})
            token = (await hear(socket, "Done"))["token"]
            await say(socket, type="Hold", id="hold", token=token)
            assert (await hear(socket, "Welcome"))["seats"] == [0]
        body = {"id": "x", "command": {"type": "Sit", "seat": 0}}
        stranger = await here.guest().post(f"/api/tables/{again}/commands", json=body)
        refused(stranger, 409, "seat_taken")

    with_server(tmp_path, test)
    assert "**A rematch**" in PROTOCOL


# Connections to PostgreSQL.


def test_a_node_opens_as_many_connections_as_the_docs_say(postgres_url: str) -> None:
    async def work(store: Store) -> int:
        database: Any = store.database
        await database.listen("node", lambda table, number: None)
        async with AsyncExitStack() as held:
            for pool in (database.writer, database.reader):
                taken = [await held.enter_async_context(pool.connect()) for _ in range(pool.pool.size())]
                assert pool.pool.overflow() == 0
            question = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            return int((await taken[0].exec_driver_sql(question)).scalar_one())

    assert at_store(postgres_url, work) == POOL + 1 == 7
    assert "up to seven connections: two for writing, four for reading, and one that listens" in HOST
    assert "there are up to 21" in HOST
