"""HTTP, privacy: the notice for players, an archive of everything of mine, and deleting my data."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest
from nodes import act
from process import Node as Process
from process import run
from running import Running, good, hear, refused, say, until_closed, with_server

from magnate.actions import Concede
from magnate.client import Client
from magnate.languages import LANGUAGES
from magnate.protocol.errors import Refusal
from magnate.server.operations.clock import now_ms
from magnate.server.operations.settings import Settings, SettingsError
from magnate.server.people.notice import LONGEST, check_notice
from magnate.server.people.person import Person
from magnate.server.store.columns import Report, Subscription
from magnate.server.tables.own_data import archive, own_data
from magnate.verify import verify
from magnate.words.privacy import privacy_notice

NAME = "Anastasia"
WORDS = "behind the lighthouse at nine"


async def introduce(here: Running) -> dict[str, Any]:
    """Ana says who she is."""
    found: dict[str, Any] = good(await here.ana.put("/api/me", json={"name": NAME}))
    return found


async def command(guest: httpx.AsyncClient, table: str, id: str, tokens: list[str], **command: Any) -> Any:
    """Somebody asks something of a table."""
    body = {"id": id, "command": command, "tokens": tokens}
    return good(await guest.post(f"/api/tables/{table}/commands", json=body))


async def finished(here: Running) -> str:
    """A finished game of Ana's, at both seats of a table: she said something, and gave up one of them."""
    table = await here.table(seats=2)
    tokens = []
    for seat in range(2):
        sat = await command(here.ana, table, f"sit {seat}", [], type="Sit", seat=seat, entropy=f"luck {seat}")
        tokens.append(sat["token"])
    await command(here.ana, table, "start", [], type="Start")
    await command(here.ana, table, "talk", tokens, type="Say", text=WORDS)
    live = await here.node.live_table(table)
    me = Person(**good(await here.ana.get("/api/me")))
    while (game := live.table.running()).refusal(0, Concede()) is not None:
        await live.do(me, tokens, f"move {live.table.number}", act(live, game.must[0]))
    await live.do(me, tokens, "give up", act(live, 0, Concede()))
    return table


def test_after_deleting_my_data_i_am_a_new_guest_and_nothing_of_mine_is_shown(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        before = await introduce(here)
        table = await finished(here)
        cookie = here.ana.cookies["magnate"]
        position = good(await here.ana.get(f"/api/tables/{table}/moves/4"))
        assert position["view"]["seats"][0]["name"] == NAME

        assert good(await here.ana.delete("/api/me")) == {"tables": 1, "seats": 0}

        after = good(await here.ana.get("/api/me"))
        assert after["id"] != before["id"]
        assert after["name"].startswith("Guest ")
        assert here.ana.cookies["magnate"] != cookie
        assert good(await here.ana.get("/api/me/games"))["tables"] == []
        other = here.guest()
        record = (await other.get(f"/api/tables/{table}/record")).text
        assert verify(record).verdict == "proved"
        answers = [
            record,
            (await other.get(f"/api/tables/{table}")).text,
            (await other.get(f"/api/tables/{table}/log?limit=500")).text,
            (await other.get(f"/api/tables/{table}/moves/4")).text,
        ]
        for text in answers:
            assert not [word for word in (NAME, WORDS, before["id"]) if word in text]
        assert json.loads(answers[3])["view"]["seats"][0]["name"] == ""

    with_server(tmp_path, test, bot_pause_ms=0)


def test_a_browser_keeps_no_names_for_good(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await finished(here)
        for path in ("record", "moves/4"):
            response = await here.ana.get(f"/api/tables/{table}/{path}")
            assert response.headers["cache-control"] == "private, max-age=300"

    with_server(tmp_path, test, bot_pause_ms=0)


def test_connections_of_a_forgotten_person_are_closed_and_others_stay(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        await introduce(here)
        made = await here.quick(seats=3)
        bea = here.guest()
        await bea.get("/api/me")
        async with here.socket(made["table"]) as hers, here.socket(made["table"], bea) as watching:
            await say(hers, type="Hello", tokens=[made["token"]])
            await hear(hers, "Welcome")
            await say(watching, type="Hello")
            await hear(watching, "Welcome")
            assert good(await here.ana.delete("/api/me"))["seats"] == 1
            assert (await until_closed(hers))[-1] == {"type": "Goodbye", "why": "forgotten"}
            while (await hear(watching, "Told"))["entry"]["type"] != "NamesRemoved":
                pass
            await say(watching, type="Ping")
            await hear(watching, "Pong")
        state = good(await bea.get(f"/api/tables/{made['table']}"))
        assert (state["seats"][0]["name"], state["seats"][0]["level"]) == ("", "house")

    with_server(tmp_path, test, bot_pause_ms=60_000)


def test_browsers_to_be_told_go_with_the_rest(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        me = await introduce(here)
        store = here.node.store
        await store.keep_subscription(me["id"], Subscription("https://push.example/1", b"k", b"a", "en"), now_ms())
        good(await here.ana.delete("/api/me"))
        assert await store.subscriptions(me["id"]) == []
        assert await store.person(me["id"]) is None

    with_server(tmp_path, test)


def test_a_page_of_another_site_cannot_delete_anything(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        me = await introduce(here)
        refused(await here.ana.delete("/api/me", headers={"origin": "https://evil.example"}), 403, "wrong_origin")
        assert good(await here.ana.get("/api/me"))["id"] == me["id"]

    with_server(tmp_path, test)


def test_a_bot_of_somebody_else_can_be_deleted_by_its_token(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        made = good(await here.ana.post("/api/bots", json={"name": "Clockwork"}))
        bot = here.guest(Authorization=f"Bearer {made['token']}")
        assert good(await bot.get("/api/me"))["name"] == "Clockwork"
        good(await bot.delete("/api/me"))
        assert good(await bot.get("/api/me"))["name"] != "Clockwork"

    with_server(tmp_path, test)


def test_the_archive_has_my_data_and_provable_records_of_my_finished_games_only(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        me = await introduce(here)
        over = await finished(here)
        running = (await here.quick(seats=2))["table"]
        bea = here.guest()
        hers = good(await bea.post("/api/quick", json={"edition": "clasico", "seats": 2}))["table"]
        response = await here.ana.get("/api/me/export")
        assert response.headers["content-type"] == "application/zip"
        assert "attachment" in response.headers["content-disposition"]
        with zipfile.ZipFile(io.BytesIO(response.content)) as packed:
            assert sorted(packed.namelist()) == [f"games/{over}.record", "me.json"]
            assert verify(packed.read(f"games/{over}.record").decode()).verdict == "proved"
            about = json.loads(packed.read("me.json"))
        assert (about["id"], about["name"], about["left_out"]) == (me["id"], NAME, 0)
        tables = {table["id"]: table for table in about["tables"]}
        assert set(tables) == {over, running}
        assert tables[over]["seats"] == [0, 1]
        assert hers not in tables
        assert [said["text"] for said in tables[over]["said"]] == [WORDS]
        assert (tables[over]["record"], tables[running]["record"]) == (f"games/{over}.record", None)
        assert good(await here.ana.get("/api/me/data")) == about

    with_server(tmp_path, test, bot_pause_ms=0)


def test_the_archive_has_my_mutes_and_the_reports_i_made_not_those_about_me(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        me = (await introduce(here))["id"]
        kept = here.node.store.moderation
        await kept.mute(me, "bea", now_ms())
        await kept.mute("bea", me, now_ms())
        mine = Report("r1", 5, True, "t", me, "bea", "Bea", "insults", "she insults me", b"[]")
        await kept.keep_report(mine, 10)
        await kept.keep_report(mine._replace(id="r2", reporter="bea", person=me), 10)
        about = good(await here.ana.get("/api/me/data"))
        assert about["muted"] == ["bea"]
        told = {"at": 5, "table": "t", "person": "bea", "reason": "insults", "note": "she insults me"}
        assert about["reports"] == [told]

    with_server(tmp_path, test)


def test_a_server_that_stops_does_not_wait_for_archives_and_deletions(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        me = Person(**(await introduce(here)))
        table = await finished(here)
        store = here.node.store
        data = await own_data(store, me, 10, lambda: False)
        assert [one.id for one in data.tables] == [table]
        with pytest.raises(Refusal, match="the server restarts"):
            await own_data(store, me, 10, lambda: True)
        with pytest.raises(Refusal, match="the server restarts"):
            await archive(store, data, lambda: True)
        here.node.registry.closing.set()
        with pytest.raises(Refusal, match="delete again"):
            await here.node.registry.forgetting.forget(me.id)
        assert [trace.table for trace in await store.deletion.traces(me.id)] == [table]  # to be found again

    with_server(tmp_path, test, bot_pause_ms=0)


def test_an_archive_has_an_end_and_is_not_made_again_and_again(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        made = [(await here.quick(seats=2))["table"] for _ in range(3)]
        about = good(await here.ana.get("/api/me/data"))
        assert about["left_out"] == 1
        assert [table["id"] for table in about["tables"]] == [made[2], made[1]]
        refused(await here.ana.get("/api/me/export"), 429, "too_fast")

    with_server(tmp_path, test, export_games=2, exports_per_hour=2, bot_pause_ms=60_000)


def test_deletions_from_one_address_have_a_rate_and_strangers_delete_nothing(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        newest = here.node.store.changes.newest
        for _ in range(3):  # without a cookie there is nothing of theirs
            assert good(await here.guest().delete("/api/me")) == {"tables": 0, "seats": 0}
        assert await newest() == 0
        guests = [here.guest() for _ in range(3)]
        for guest in guests:
            good(await guest.get("/api/me"))
        good(await guests[0].delete("/api/me"))
        before = await newest()
        assert before > 0
        good(await guests[1].delete("/api/me"))
        refused(await guests[2].delete("/api/me"), 429, "too_fast")

    with_server(tmp_path, test, deletions_per_hour=4)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_built_in_notice_says_how_long_and_how_to_delete_in_every_language(tmp_path: Path, language: str) -> None:
    async def test(here: Running) -> None:
        found = good(await here.ana.get(f"/api/notice?language={language}"))
        assert (found["own"], found["days"]) == (False, 90)
        assert " 90 " in found["text"]
        assert "{" not in found["text"]
        assert found["text"].count("## ") == 3

    with_server(tmp_path, test, keep_names_days=90)
    assert " 365 " in privacy_notice(language, 365)
    assert privacy_notice(language, 0) != privacy_notice(language, 365)


def test_the_host_edits_the_notice_while_the_server_runs(tmp_path: Path) -> None:
    file = tmp_path / "notice.md"
    file.write_text("# Our club\n\nAsk **Ana**.", encoding="utf-8")
    (tmp_path / "notice.it.md").write_text("Chiedi ad Ana.", encoding="utf-8")

    async def test(here: Running) -> None:
        found = good(await here.ana.get("/api/notice"))
        assert found == {"text": "# Our club\n\nAsk **Ana**.", "own": True, "days": 365}
        assert good(await here.ana.get("/api/notice?language=it"))["text"] == "Chiedi ad Ana."
        file.write_text("Ask Bea.", encoding="utf-8")
        assert good(await here.ana.get("/api/notice?language=ro"))["text"] == "Ask Bea."
        file.unlink()
        assert not good(await here.ana.get("/api/notice"))["own"]
        refused(await here.ana.get("/api/notice?language=../x"), 400, "malformed")

    with_server(tmp_path, test, notice=str(file))


def test_a_notice_that_cannot_be_read_is_refused_by_name(tmp_path: Path) -> None:
    long, strange = tmp_path / "long.md", tmp_path / "strange.md"
    long.write_bytes(b"x" * (LONGEST + 1))
    strange.write_bytes(b"\xff\xfe")
    for file, problem in (
        (long, "expected at most"),
        (strange, "no text in UTF-8"),
        (tmp_path / "no.md", "cannot be read"),
    ):
        with pytest.raises(SettingsError, match=problem):
            check_notice(Settings(notice=str(file)))


def test_people_of_two_nodes_are_forgotten_on_both(postgres_url: str, tmp_path: Path) -> None:
    async def play(one: Process, other: Process) -> None:
        ana = httpx.AsyncClient(base_url=one.url, timeout=30)
        async with ana:
            await ana.put("/api/me", json={"name": NAME})
            made = good(await ana.post("/api/quick", json={"edition": "clasico", "seats": 2}))
            table = made["table"]
            async with Client(other.url).table(table) as watching:
                assert watching.table is not None
                assert watching.table.seats[0].name == NAME
                assert NAME in json.dumps((await ana.get(f"{other.url}/api/tables/{table}/moves/4")).json())
                good(await ana.delete("/api/me"))
                await watching.until(lambda: watching.table is not None and watching.table.seats[0].name == "")
            async with asyncio.timeout(20):
                while NAME in (await ana.get(f"{other.url}/api/tables/{table}/moves/4")).text:
                    await asyncio.sleep(0.1)
            assert NAME not in (await ana.get(f"{other.url}/api/tables/{table}/log")).text

    with (
        Process(postgres_url, tmp_path, "one", bot_pause_ms=60_000) as one,
        Process(postgres_url, tmp_path, "other", bot_pause_ms=60_000) as other,
    ):
        run(play(one, other))
