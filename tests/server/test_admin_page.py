"""The admin page: there only where a token is set, and closed to everybody without it."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import httpx
import pytest
from running import Running, good, refused, running, until_closed, with_server
from test_moderation_wire import do, enter, sit, who

from magnate.server.operations.settings import SettingsError, gather

TOKEN = "a-token-of-the-operator-" + "x" * 20
ON: dict[str, Any] = {"admin_token": TOKEN}
ADDRESSES = ("tables", "people", "bans", "reports", "tables/zzzzzzzz", "people/x")


def operator(here: Running, token: str = TOKEN, **headers: str) -> httpx.AsyncClient:
    """Somebody with a token."""
    return here.guest(Authorization=f"Bearer {token}", **headers)


def test_without_the_setting_there_is_no_admin_page(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        for guest in (here.ana, operator(here)):
            for place in ADDRESSES:
                refused(await guest.get(f"/api/admin/{place}"), 404, "no_such_page")
            refused(await guest.post("/api/admin/bans", json={}), 404, "no_such_page")
            for page in ("/admin", "/admin/admin.js", "/admin/admin.css"):
                assert (await guest.get(page)).status_code == 404

    with_server(tmp_path, test)


@pytest.mark.parametrize("token", ["short", "with a blank in it and long enough, it seems", "é" * 40])
def test_a_token_that_is_too_weak_is_refused_without_being_shown(token: str) -> None:
    with pytest.raises(SettingsError) as found:
        gather({}, {"MAGNATE_ADMIN_TOKEN": token})
    assert token not in str(found.value)
    assert "32" in str(found.value)


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", f"Bearer {TOKEN[:-1]}", f"Bearer {TOKEN}x", f"Basic {TOKEN}", TOKEN, f"bearer  {TOKEN}"],
)
def test_a_forged_token_opens_nothing(header: str, tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        stranger = here.guest(**({"Authorization": header} if header else {}))
        table = await here.table()
        for place in ADDRESSES:
            refused(await stranger.get(f"/api/admin/{place}"), 401, "bad_token")
        refused(await stranger.delete(f"/api/admin/tables/{table}"), 401, "bad_token")
        good(await here.ana.get(f"/api/tables/{table}"))

    with_server(tmp_path, test, **ON)


def test_nobody_guesses_tokens_and_then_even_the_right_one_is_refused(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        guesser = operator(here, "y" * 40, **{"X-Forwarded-For": "203.0.113.7"})
        for _ in range(10):
            refused(await guesser.get("/api/admin/bans"), 401, "bad_token")
        refused(await guesser.get("/api/admin/bans"), 429, "too_fast")
        right = operator(here, **{"X-Forwarded-For": "203.0.113.7"})
        refused(await right.get("/api/admin/bans"), 429, "too_fast")
        good(await operator(here, **{"X-Forwarded-For": "203.0.113.8"}).get("/api/admin/bans"))

    with_server(tmp_path, test, behind_proxy=True, **ON)


def test_a_page_of_another_site_can_do_nothing_here(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        foreign = operator(here, Origin="https://evil.example")
        refused(await foreign.post("/api/admin/bans", json={"kind": "person", "value": "x"}), 403, "wrong_origin")
        # A form of another site sends cookies at most, and no cookie opens the page.
        guest = here.guest()
        await who(guest)
        guest.cookies.set("admin", TOKEN)
        refused(await guest.post("/api/admin/bans", data={"kind": "person", "value": "x"}), 401, "bad_token")
        assert good(await operator(here).get("/api/admin/bans")) == []

    with_server(tmp_path, test, **ON)


def test_the_page_has_no_secret_and_the_headers_of_all_pages(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        for page in ("/admin", "/admin/admin.js", "/admin/admin.css"):
            found = await here.ana.get(page)
            assert found.status_code == 200
            assert TOKEN not in found.text
            assert "default-src 'none'" in found.headers["content-security-policy"]
            assert "set-cookie" not in found.headers
            assert "innerHTML" not in found.text

    with_server(tmp_path, test, **ON)


def test_the_token_is_never_written_into_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(here: Running) -> None:
        with caplog.at_level(logging.DEBUG):
            good(await operator(here).get("/api/admin/tables"))
            wrong = "w" * 40
            refused(await operator(here, wrong).get("/api/admin/tables"), 401, "bad_token")
            body = {"kind": "address", "value": "203.0.113.9", "why": "spam"}
            good(await operator(here).post("/api/admin/bans", json=body))
        written = repr([one.__dict__ for one in caplog.records if one.name.startswith(("magnate", "uvicorn"))])
        assert "banned" in written
        assert TOKEN not in written
        assert wrong not in written
        assert "203.0.113.9" not in written  # addresses only where `log_addresses` says so

    with_server(tmp_path, test, log_level="debug", **ON)


def test_the_operator_lists_looks_closes_and_deletes(store_url: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path, database=store_url, **ON) as here:
            admin = operator(here)
            first, second = await here.table(seats=2), await here.table(seats=3)
            token = await sit(here, first, here.ana, "Ana")
            number = good(await do(here.ana, first, [token], type="Say", text="hello"))["number"]
            good(await do(here.ana, first, [token], type="Unsay", number=number))
            assert {one["id"] for one in good(await admin.get("/api/admin/tables"))} == {first, second}
            shown = good(await admin.get(f"/api/admin/tables/{first}"))
            assert [(one["text"], one["removed"]) for one in shown["said"]] == [("hello", True)]
            assert shown["table"]["seats"][0]["name"] == "Ana"

            socket, _ = await enter(here, second, here.ana)
            good(await admin.post(f"/api/admin/tables/{second}/close"))
            assert good(await here.ana.get(f"/api/tables/{second}"))["status"] == "closed"
            refused(await admin.post(f"/api/admin/tables/{second}/close"), 409, "is_closed")
            await socket.close()

            socket, _ = await enter(here, first, here.ana, token)
            good(await admin.delete(f"/api/admin/tables/{first}"))
            assert (await until_closed(socket))[-1]["why"] == "forgotten"
            refused(await here.ana.get(f"/api/tables/{first}"), 404, "no_such_table")
            refused(await admin.delete(f"/api/admin/tables/{first}"), 404, "no_such_table")
            refused(await admin.post("/api/admin/tables/zzzzzzzz/close"), 404, "no_such_table")

    asyncio.run(test())


def test_the_operator_bans_and_unbans(store_url: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path, database=store_url, **ON) as here:
            admin, bea = operator(here), here.guest()
            bea_id = await who(bea, "Bea")
            assert [one["name"] for one in good(await admin.get("/api/admin/people?name=be"))] == ["Bea"]
            body: dict[str, Any] = {"kind": "person", "value": bea_id, "why": "insults", "days": 3}
            assert good(await admin.post("/api/admin/bans", json=body)) == {"value": bea_id, "tables": []}
            refused(await bea.get("/api/me"), 403, "banned")
            assert good(await admin.get(f"/api/admin/people/{bea_id}"))["banned"] is True
            (ban,) = good(await admin.get("/api/admin/bans"))
            assert (ban["value"], ban["why"], ban["until"] - ban["at"]) == (bea_id, "insults", 3 * 86_400_000)
            good(await admin.post("/api/admin/unban", json={"kind": "person", "value": bea_id}))
            good(await bea.get("/api/me"))
            refused(await admin.post("/api/admin/unban", json={"kind": "person", "value": bea_id}), 409, "stale")
            local = {"kind": "address", "value": "127.0.0.1"}
            assert "proxy" in refused(await admin.post("/api/admin/bans", json=local), 400, "malformed")["message"]

    asyncio.run(test())


def test_the_operator_reads_closes_and_deletes_reports(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        admin, bea = operator(here), here.guest()
        table = await here.table(seats=2)
        good(await do(bea, table, type="Say", text="<b>an insult</b>"))
        asked = {"person": await who(bea), "reason": "insults"}
        id = good(await here.ana.post(f"/api/tables/{table}/reports", json=asked))["report"]
        (report,) = good(await admin.get("/api/admin/reports"))
        assert (report["id"], report["words"][0]["text"]) == (id, "<b>an insult</b>")
        good(await admin.post(f"/api/admin/reports/{id}/close"))
        assert good(await admin.get("/api/admin/reports")) == []
        assert [one["id"] for one in good(await admin.get("/api/admin/reports?all=true"))] == [id]
        good(await admin.delete(f"/api/admin/reports/{id}"))
        refused(await admin.delete(f"/api/admin/reports/{id}"), 409, "stale")

    with_server(tmp_path, test, **ON)


def test_what_the_operator_does_on_one_node_is_noticed_on_the_other(postgres_url: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with (
            running(tmp_path, database=postgres_url, **ON) as one,
            running(tmp_path, database=postgres_url) as two,
        ):
            table = await two.table(seats=2)
            socket, _ = await enter(two, table, two.ana)
            good(await operator(one).delete(f"/api/admin/tables/{table}"))
            assert (await until_closed(socket, 20))[-1]["why"] == "forgotten"

    asyncio.run(test())
