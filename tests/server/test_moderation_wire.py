"""Moderation over the wire: it survives restarts and new connections, and holds on every node."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from log_lines import Lines
from nodes import HandClock
from running import Running, good, hear, refused, running, say, until_closed, with_server
from websockets.exceptions import InvalidStatus

from magnate.server.operations.clock import now_ms
from magnate.server.store.columns import Ban
from magnate.server.store.store import Store
from magnate.server.tables.operator_bans import add_ban, ban_of

PROXY: dict[str, Any] = {"behind_proxy": True}


async def who(guest: httpx.AsyncClient, name: str = "") -> str:
    """The id of a guest, under a name if one is given."""
    if name:
        good(await guest.put("/api/me", json={"name": name}))
    return str(good(await guest.get("/api/me"))["id"])


async def do(guest: httpx.AsyncClient, table: str, tokens: list[str] | None = None, **command: Any) -> httpx.Response:
    """Ask something of a table over HTTP."""
    do.number += 1  # type: ignore[attr-defined]
    asked = {"id": f"t{do.number}", "command": command, "tokens": tokens or []}  # type: ignore[attr-defined]
    return await guest.post(f"/api/tables/{table}/commands", json=asked)


do.number = 0  # type: ignore[attr-defined]


async def sit(here: Running, table: str, guest: httpx.AsyncClient, name: str) -> str:
    """Sit down under a name; the token."""
    await who(guest, name)
    return str(good(await do(guest, table, type="Sit", name=name))["token"])


async def enter(here: Running, table: str, guest: httpx.AsyncClient, *tokens: str) -> tuple[Any, dict[str, Any]]:
    """A socket that has said Hello, and the answer."""
    socket = await here.socket(table, guest)
    await say(socket, type="Hello", tokens=list(tokens))
    return socket, await hear(socket, "Welcome", "Refused")


async def beside(here: Running, work: Any) -> Any:
    """Do something on the database beside a running server, as the command line does."""
    store = await Store.open(here.node.settings.database_url, beside=True)
    try:
        return await work(store)
    finally:
        await store.close()


# Kept out.


def test_whoever_is_kept_out_stays_out_after_a_restart_and_on_a_new_connection(tmp_path: Path) -> None:
    async def test() -> None:
        cookies = httpx.Cookies()
        async with running(tmp_path) as here:
            table = await here.table(seats=3)
            bea = here.guest()
            token = await sit(here, table, bea, "Bea")
            cookies.update(bea.cookies)
            socket, _ = await enter(here, table, bea, token)
            bea_id = await who(bea)
            good(await do(here.ana, table, type="KeepOut", person=bea_id))
            assert (await until_closed(socket))[-1] == {"type": "Goodbye", "why": "kept_out"}
            assert socket.close_code == 1008
            state = good(await here.ana.get(f"/api/tables/{table}"))
            assert state["seats"][0].get("person") is None
            assert state["kept_out"] == [{"person": bea_id, "name": "Bea"}]
            ana = httpx.Cookies(here.ana.cookies)
        async with running(tmp_path) as here:
            bea = here.guest()
            bea.cookies = cookies
            socket, answer = await enter(here, table, bea)
            assert answer["error"] == "kept_out"
            await socket.close()
            socket, answer = await enter(here, table, bea, token)  # a second one, with the token of the seat
            assert answer["error"] == "kept_out"
            await socket.close()
            refused(await do(bea, table, type="Sit"), 403, "kept_out")
            refused(await do(bea, table, type="Say", text="hi"), 403, "kept_out")
            here.ana.cookies = ana
            good(await do(here.ana, table, type="LetIn", person=bea_id))
            good(await do(bea, table, type="Sit"))

    asyncio.run(test())


def test_somebody_who_is_kept_out_is_not_seated_at_the_rematch(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table(seats=2)
        bea = here.guest()
        mine = await sit(here, table, here.ana, "Ana")
        theirs = await sit(here, table, bea, "Bea")
        good(await do(here.ana, table, [mine], type="Start"))
        live = await here.node.live_table(table)
        players = [(here.ana, mine), (bea, theirs)]
        action = {"type": "Concede"}
        while (await do(bea, table, [theirs], type="Act", seat=1, seen=live.table.number, action=action)).is_error:
            for seat, (guest, token) in enumerate(players):  # they still roll for the first turn
                await do(guest, table, [token], type="Act", seat=seat, seen=live.table.number, action={"type": "Roll"})
        bea_id = await who(bea)
        good(await do(here.ana, table, type="KeepOut", person=bea_id))
        refused(await do(bea, table, type="Rematch"), 403, "kept_out")
        again = good(await do(here.ana, table, type="Rematch"))["table"]
        state = good(await here.ana.get(f"/api/tables/{again}"))
        assert [seat.get("name") for seat in state["seats"]] == ["Ana", None]
        refused(await do(bea, again, type="Sit"), 403, "kept_out")

    with_server(tmp_path, test)


def test_what_the_host_does_on_one_node_holds_on_the_other(postgres_url: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path, database=postgres_url) as one, running(tmp_path, database=postgres_url) as two:
            table = await one.table(seats=3, public=True)
            bea = two.guest()
            token = await sit(two, table, bea, "Bea")
            socket, answer = await enter(two, table, bea, token)
            assert answer["seats"] == [0]
            good(await do(one.ana, table, type="KeepOut", person=await who(bea)))
            assert (await until_closed(socket))[-1]["why"] == "kept_out"
            socket, answer = await enter(two, table, bea)
            assert answer["error"] == "kept_out"
            await socket.close()
            first, second = [(await here.node.live_table(table)).table for here in (one, two)]
            assert first.state() == second.state()

    asyncio.run(test())


def test_a_vote_on_two_nodes_is_one_vote(postgres_url: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path, database=postgres_url) as one, running(tmp_path, database=postgres_url) as two:
            table = await one.table(seats=3)
            guests = [one.ana, two.guest(), two.guest()]
            tokens = [await sit(one, table, one.ana, "Ana")]
            tokens += [await sit(two, table, guest, f"Guest {seat}") for seat, guest in enumerate(guests[1:], 1)]
            good(await do(one.ana, table, tokens[:1], type="Start"))
            socket, _ = await enter(two, table, guests[2], tokens[2])
            good(await do(one.ana, table, tokens[:1], type="AskRemoval", seat=0, target=2))
            asked = await hear(socket, "Told")
            while asked["entry"]["type"] != "RemovalAsked":
                asked = await hear(socket, "Told")
            good(await do(guests[1], table, tokens[1:2], type="AnswerRemoval", seat=1, agree=True))
            assert (await until_closed(socket))[-1]["why"] == "kept_out"
            assert await one.node.store.changes.newest() == 0
            for here in (one, two):
                live = await here.node.live_table(table)
                state = await live.read(live.state)
                assert (state.seats[2].person, state.seats[2].level) == (None, "house")
            refused(await do(guests[2], table, tokens[2:], type="ComeBack", seat=2), 403, "kept_out")

    asyncio.run(test())


# Mutes.


def test_a_mute_survives_the_connection_and_a_restart(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            table = await here.table(seats=2)
            bea = here.guest()
            bea_id = await who(bea, "Bea")
            ana_id = await who(here.ana, "Ana")
            first, _ = await enter(here, table, here.ana)
            second, _ = await enter(here, table, here.ana)
            await say(first, type="Mute", id="m", person=bea_id)
            assert (await hear(first, "Done", "Refused"))["type"] == "Done"
            good(await do(bea, table, type="Say", text="insults"))
            for socket in (first, second):  # every window of hers
                told = await hear(socket, "Told")
                assert (told["entry"]["type"], told["entry"]["text"]) == ("Said", None)
                await socket.close()
            cookies = here.ana.cookies
        async with running(tmp_path) as here:
            ana = here.guest()
            ana.cookies = cookies
            assert await who(ana) == ana_id
            other = good(await ana.post("/api/tables", json={"edition": "clasico"}))["table"]  # and at every table
            for place in (table, other):
                socket, welcome = await enter(here, place, ana)
                assert welcome["muted"] == [bea_id]
                await socket.close()
            socket, _ = await enter(here, table, ana)
            await say(socket, type="Mute", id="m", person=bea_id, muted=False)
            assert (await hear(socket, "Done", "Refused"))["type"] == "Done"
            await socket.close()
            socket, welcome = await enter(here, table, ana)
            assert welcome.get("muted", []) == []
            await socket.close()

    asyncio.run(test())


def test_a_person_mutes_only_so_many(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table()
        socket, _ = await enter(here, table, here.ana)
        for number in range(201):
            await say(socket, type="Mute", id=f"m{number}", person=f"p{number}")
        answers = [await hear(socket, "Done", "Refused") for _ in range(201)]
        assert [answer["type"] for answer in answers] == ["Done"] * 200 + ["Refused"]
        assert answers[-1]["error"] == "too_many"
        await socket.close()

    with_server(tmp_path, test)


# Bans of the operator.


async def until_refused(guest: httpx.AsyncClient, error: str = "banned") -> None:
    """Wait until the server has noticed a ban."""
    async with asyncio.timeout(20):
        while (await guest.get("/api/me")).status_code != 403:
            await asyncio.sleep(0.05)
    refused(await guest.get("/api/me"), 403, error)


def test_a_running_server_notices_a_ban_and_its_end(store_url: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path, database=store_url) as here:
            table = await here.table(seats=2)
            bea = here.guest()
            bea_id = await who(bea, "Bea")
            socket, _ = await enter(here, table, bea)
            await beside(here, lambda store: add_ban(store, ban_of("person", bea_id, "", None, now_ms())))
            assert (await until_closed(socket, 20))[-1] == {"type": "Goodbye", "why": "banned"}
            await until_refused(bea)
            with pytest.raises(InvalidStatus):
                await here.socket(table, bea)
            refused(await bea.post("/api/bots", json={"name": "Evader"}), 403, "banned")
            good(await here.ana.get("/api/me"))  # from the same address
            await beside(here, lambda store: store.moderation.unban("person", bea_id))
            async with asyncio.timeout(20):
                while (await bea.get("/api/me")).status_code != 200:
                    await asyncio.sleep(0.05)

    asyncio.run(test())


def test_a_ban_its_end_and_a_deletion_by_command_are_lines_of_every_running_node(
    store_url: str, tmp_path: Path, lines: Lines
) -> None:
    async def test() -> None:
        async with running(tmp_path, database=store_url, log_addresses=True) as here:
            table = await here.table(seats=2)
            bea_id = await who(here.guest(), "Bea")
            banned = {"person": bea_id}, {"address": "203.0.113.7"}
            for event, fields, done in (
                ("banned", banned[:1], lambda store: add_ban(store, ban_of("person", bea_id, "", None, now_ms()))),
                ("banned", banned, lambda store: add_ban(store, ban_of("address", "203.0.113.7", "", 7, now_ms()))),
                ("unbanned", banned[:1], lambda store: store.moderation.unban("person", bea_id)),
                ("table_deleted", ({"table": table},), lambda store: store.delete_table(table)),
            ):
                await beside(here, done)
                async with asyncio.timeout(20):
                    while lines.of(event) != list(fields):
                        await asyncio.sleep(0.05)

    asyncio.run(test())


def test_a_ban_made_on_one_node_holds_on_the_other_and_after_a_restart(postgres_url: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path, database=postgres_url) as one, running(tmp_path, database=postgres_url) as two:
            bea = two.guest()
            ban = ban_of("person", await who(bea, "Bea"), "", None, now_ms())
            await add_ban(one.node.store, ban)
            await until_refused(bea)
            cookies = bea.cookies
        async with running(tmp_path, database=postgres_url) as here:
            bea = here.guest()
            bea.cookies = cookies
            refused(await bea.get("/api/me"), 403, "banned")  # at once

    asyncio.run(test())


def test_whoever_is_banned_loses_the_seat_in_a_running_game_and_a_bot_plays_on(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table(seats=2)
        bea = here.guest()
        mine, _ = await sit(here, table, here.ana, "Ana"), await sit(here, table, bea, "Bea")
        good(await do(here.ana, table, [mine], type="Start"))
        socket, _ = await enter(here, table, here.ana, mine)
        ban = ban_of("person", await who(bea), "", None, now_ms())
        added = await beside(here, lambda store: add_ban(store, ban))
        assert added.tables == [table]
        told = await hear(socket, "Told", seconds=20)
        while told["entry"]["type"] != "KeptOut":
            told = await hear(socket, "Told", seconds=20)
        assert told["entry"] | {"person": ""} == {
            "type": "KeptOut", "person": "", "name": "Bea", "seats": [1], "by": "admin",
        }  # fmt: skip
        assert told["table"]["seats"][1]["level"] == "house"
        await socket.close()

    with_server(tmp_path, test)


@pytest.mark.parametrize(
    ("banned", "theirs", "others"),
    [
        ("203.0.113.7", "203.0.113.7", "203.0.113.8"),
        ("203.0.113.0/24", "203.0.113.200", "203.0.114.7"),
        ("203.0.113.7", "::ffff:203.0.113.7", "::ffff:203.0.113.8"),
        ("2001:db8:1:2::5", "2001:db8:1:2:9:9:9:9", "2001:db8:1:3::5"),  # the /64 of a customer
        ("2001:db8:1::/48", "2001:db8:1:77::1", "2001:db8:2::1"),
    ],
)
def test_an_address_is_banned_with_its_network_as_the_proxy_tells_it(
    banned: str, theirs: str, others: str, tmp_path: Path
) -> None:
    async def test(here: Running) -> None:
        await add_ban(here.node.store, ban_of("address", banned, "", None, now_ms()))
        await here.node.registry.changes.look()
        evil, good_one = here.guest(**{"X-Forwarded-For": theirs}), here.guest(**{"X-Forwarded-For": others})
        refused(await evil.get("/api/me"), 403, "banned")
        refused(await evil.get("/api/tables"), 403, "banned")
        refused(await here.guest(**{"X-Forwarded-For": f"{others}, {theirs}"}).get("/api/me"), 403, "banned")
        good(await good_one.get("/api/me"))
        good(await here.guest(**{"X-Forwarded-For": f"{theirs}, {others}"}).get("/api/me"))  # what a client adds

    with_server(tmp_path, test, **PROXY)


def test_a_ban_is_noticed_after_older_changes_were_swept(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        store = here.node.store
        for address in ("203.0.113.7", "203.0.113.8"):
            await add_ban(store, ban_of("address", address, "", None, now_ms()))
            await here.node.registry.changes.look()
            refused(await here.guest(**{"X-Forwarded-For": address}).get("/api/me"), 403, "banned")
            await store.changes.sweep(now_ms() + 1)

    with_server(tmp_path, test, **PROXY)


def test_without_a_proxy_nobody_is_banned_by_a_header(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        await add_ban(here.node.store, ban_of("address", "203.0.113.7", "", None, now_ms()))
        await here.node.registry.changes.look()
        good(await here.guest(**{"X-Forwarded-For": "203.0.113.7"}).get("/api/me"))

    with_server(tmp_path, test)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "::1",
        "10.0.0.7",
        "192.168.1.0/24",
        "0.0.0.0/0",
        "2001::/16",
        "64:ff9b::/96",
        "64:ff9b::10.0.0.7",
        "x",
    ],
)
def test_an_address_that_would_ban_everybody_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match=r"public|wide|expected"):
        ban_of("address", address, "", None, 0)


def test_a_ban_for_some_days_ends(tmp_path: Path) -> None:
    clock = HandClock()

    async def test(here: Running) -> None:
        bea = here.guest()
        bea_id = await who(bea, "Bea")
        now = clock.now()
        await here.node.store.moderation.ban(Ban("person", bea_id, now, now + 86_400_000, ""))
        await here.node.registry.changes.look()
        refused(await bea.get("/api/me"), 403, "banned")
        clock.at += 86_400_000
        good(await bea.get("/api/me"))

    with_server(tmp_path, test, clock)


# Reports.


def test_a_report_keeps_the_words_also_those_that_were_removed(store_url: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path, database=store_url, chat_per_minute=1_000_000) as here:
            table = await here.table(seats=2)
            bea = here.guest()
            bea_id, ana_id = await who(bea, "Bea"), await who(here.ana, "Ana")
            good(await do(here.ana, table, type="Say", text="hello"))
            number = good(await do(bea, table, type="Say", text="an insult"))["number"]
            good(await do(here.ana, table, type="Unsay", number=number))
            asked = {"person": bea_id, "reason": "insults", "number": number, "note": "she  insults\u202e me"}
            id = good(await here.ana.post(f"/api/tables/{table}/reports", json=asked))["report"]
            (report,) = await here.node.store.moderation.reports(10)
            assert (report.id, report.reporter, report.person, report.name) == (id, ana_id, bea_id, "Bea")
            assert (report.table, report.reason, report.note) == (table, "insults", "she insults me")
            assert b'"text":"hello"' in report.words
            assert b'"text":"an insult","removed":true' in report.words
            refused(await here.ana.post(f"/api/tables/{table}/reports", json=asked), 409, "stale")
            await here.node.store.delete_table(table)  # the words are copied
            assert await here.node.store.moderation.report(id) == report

    asyncio.run(test())


def test_a_report_is_bounded_in_size(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table(seats=2)
        bea = here.guest()
        bea_id = await who(bea, "Bea")
        for number in range(60):
            good(await do(bea, table, type="Say", text=f"{number} " + "x" * 290))
        asked = {"person": bea_id, "reason": "spam", "note": "n" * 500}
        good(await here.ana.post(f"/api/tables/{table}/reports", json=asked))
        (report,) = await here.node.store.moderation.reports(10)
        assert report.words.count(b'"text"') == 20
        assert b"59 xxx" in report.words
        assert len(report.words) < 20_000
        refused(await here.ana.post(f"/api/tables/{table}/reports", json=asked | {"note": "n" * 501}), 400, "malformed")

    with_server(tmp_path, test, chat_per_minute=1_000_000, address_chat_per_minute=1_000_000)


def test_reports_are_for_people_at_the_table_and_about_others(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table(seats=2)
        place = f"/api/tables/{table}/reports"
        refused(await here.ana.post(place, json={"person": "nobody", "reason": "spam"}), 400, "malformed")
        me = await who(here.ana)
        refused(await here.ana.post(place, json={"person": me, "reason": "spam"}), 400, "malformed")
        refused(await here.ana.post(place, json={"person": "x", "reason": "boredom"}), 400, "malformed")
        refused(await here.ana.post("/api/tables/zzzzzzzz/reports", json={}), 400, "malformed")

    with_server(tmp_path, test)


def test_nobody_floods_the_operator_with_reports(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table(seats=4, public=False)
        guests = [here.guest() for _ in range(4)]
        ids = [await who(guest, f"Guest {place}") for place, guest in enumerate(guests)]
        for guest in guests:
            good(await do(guest, table, type="Say", text="hi"))
        place = f"/api/tables/{table}/reports"
        for id in ids[:3]:
            good(await here.ana.post(place, json={"person": id, "reason": "spam"}))
        refused(await here.ana.post(place, json={"person": ids[3], "reason": "spam"}), 429, "too_fast")
        good(await guests[0].post(place, json={"person": ids[3], "reason": "spam"}))  # others may
        refused(await guests[1].post(place, json={"person": ids[3], "reason": "spam"}), 503, "too_many")

    with_server(tmp_path, test, reports_per_hour=6, most_reports=4)


def test_old_reports_are_deleted(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table(seats=2)
        bea = here.guest()
        good(await do(bea, table, type="Say", text="hi"))
        asked = {"person": await who(bea), "reason": "spam"}
        good(await here.ana.post(f"/api/tables/{table}/reports", json=asked))
        kept = here.node.store.moderation
        await kept.sweep(now_ms() - 1_000_000, now_ms())
        assert len(await kept.reports(10)) == 1
        await kept.sweep(now_ms() + 1, now_ms())
        assert await kept.reports(10) == []

    with_server(tmp_path, test)


# Names.


def test_marks_are_in_what_is_sent(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table(seats=3)
        bea, cat = here.guest(), here.guest()
        await sit(here, table, here.ana, "Ana")
        await sit(here, table, bea, "Аnа")
        socket, welcome = await enter(here, table, cat)
        assert [seat.get("mark") for seat in welcome["table"]["seats"]] == [None, "duplicate", None]
        await who(cat, "House B0T")
        good(await do(cat, table, type="Say", text="I am a bot"))
        assert (await hear(socket, "Told"))["entry"]["mark"] == "bot"
        await socket.close()

    with_server(tmp_path, test)
