"""HTTP: tables, people, records, and everything that can be asked wrongly, against a real server."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from running import Running, good, refused, with_server

from magnate import Game
from magnate.editions import names
from magnate.editions.export import export_edition
from magnate.protocol import commands as ask
from magnate.protocol.errors import ERRORS
from magnate.server.http import web_pages
from magnate.server.http.requests import HEADERS
from magnate.server.live.live_table import prepared
from magnate.server.people.signing import Signer
from magnate.verify import verify


def test_a_guest_is_known_by_a_cookie_that_scripts_cannot_read(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        response = await here.ana.get("/api/me")
        cookie = response.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Max-Age=31536000" in cookie
        assert "Secure" not in cookie
        me = good(response)
        assert me["kind"] == "guest"
        assert me["name"].startswith("Guest ")
        assert good(await here.ana.get("/api/me"))["id"] == me["id"]
        assert good(await here.guest().get("/api/me"))["id"] != me["id"]

    with_server(tmp_path, test)


def test_over_https_the_cookie_is_secure(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        plain = await here.guest().get("/api/me")
        assert "Secure" not in plain.headers["set-cookie"]
        told = await here.guest(**{"X-Forwarded-Proto": "https"}).get("/api/me")
        assert "Secure" in told.headers["set-cookie"]

    with_server(tmp_path, test, behind_proxy="true")


def test_nobody_believes_a_stranger_about_the_proxy(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        told = await here.guest(**{"X-Forwarded-Proto": "https"}).get("/api/me")
        assert "Secure" not in told.headers["set-cookie"]

    with_server(tmp_path, test)


def test_what_the_server_counts_has_one_address_however_the_proxy_reads_it(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        host = here.url.removeprefix("http://")
        for path in ("/metrics/", "//metrics", "/%6detrics", "/metrics//", "/./metrics", "/metrics%2f", "/METRICS"):
            reader, writer = await asyncio.open_connection(*host.split(":"))
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            answer = await reader.read()
            writer.close()
            assert answer.startswith(b"HTTP/1.1 404 "), (path, answer[:200])
            assert b"magnate_tables" not in answer
        for path in ("/metrics", "/metrics?a=b"):
            assert "magnate_tables" in (await here.ana.get(path)).text

    with_server(tmp_path, test)


def test_head_is_answered_as_get_without_a_body(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table()
        paths = [
            "/", "/rules", f"/t/{table}", "/healthz", "/readyz", "/metrics", "/api/me", "/api/editions",
            "/api/editions/clasico", "/api/tables", f"/api/tables/{table}", f"/api/tables/{table}/log",
            f"/api/tables/{table}/qr.svg", "/api/schema/openapi.json", "/nowhere", "/api/tables/zzzzzzzz",
        ]  # fmt: skip
        for path in paths:
            whole, head = await here.ana.get(path), await here.ana.head(path)
            assert (head.status_code, head.content) == (whole.status_code, b""), path
            assert _settled(head.headers, path) == _settled(whole.headers, path), path
        assert "HttpOnly" in (await here.guest().head("/api/me")).headers["set-cookie"]
        refused(await here.ana.post("/healthz"), 405, "wrong_method")
        assert (await here.ana.head("/api/quick")).status_code == 405

    with_server(tmp_path, test)


def _settled(headers: httpx.Headers, path: str) -> dict[str, str]:
    """Headers without the values that differ from answer to answer: the time, a fresh cookie, the metrics' length."""
    differing = {"date", "set-cookie", *(["content-length"] if path == "/metrics" else [])}
    return {name: "" if name in differing else value for name, value in headers.items()}


def test_a_name_is_kept_as_plain_text(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        found = good(await here.ana.put("/api/me", json={"name": "  Ana\u202e \x07 María\n"}))
        assert found["name"] == "Ana María"
        assert good(await here.ana.get("/api/me"))["name"] == "Ana María"
        for wrong in ("", "x" * 25, "\u202e\u200b", " \n "):
            refused(await here.ana.put("/api/me", json={"name": wrong}), 400, "malformed")

    with_server(tmp_path, test)


def test_the_name_with_which_a_seat_is_taken_is_kept_as_plain_text() -> None:
    for command in (ask.Sit(0, "Ana\u202e \x07 María"), ask.TakeOver(0, "Ana\u202e \x07 María")):
        assert prepared(command).name == "Ana María"  # type: ignore[union-attr]


def test_a_forged_or_foreign_cookie_is_refused_and_me_gives_a_new_one(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        foreign = Signer(bytes(32)).sign("guest", "ana")
        seat = here.node.signer.sign("seat", "ana")
        for forged in (foreign, seat, "x", foreign[:-1]):
            guest = here.guest(Cookie=f"magnate={forged}")
            refused(await guest.post("/api/tables", json={"edition": "clasico"}), 401, "bad_token")
            assert "set-cookie" in (await guest.get("/api/me")).headers
        assert here.metric("magnate_refusals_total", error="bad_token") == 8

    with_server(tmp_path, test)


def test_an_expired_token_is_refused(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        old = here.node.signer.sign("bot", "b", until=1)
        response = await here.guest(Authorization=f"Bearer {old}").get("/api/me")
        assert "expired" in refused(response, 401, "bad_token")["message"]
        assert response.headers["www-authenticate"] == "Bearer"

    with_server(tmp_path, test)


def test_a_table_is_made_shown_and_listed_if_it_is_public(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        made = good(await here.ana.post("/api/tables", json={"edition": "clasico", "public": True, "seats": 3}))
        assert made["link"] == f"{here.url}/t/{made['table']}"
        await here.table()
        state = good(await here.ana.get(f"/api/tables/{made['table']}"))
        assert (state["status"], len(state["seats"]), state["config"]["edition"]) == ("open", 3, "clasico")
        assert state["secret"] is None
        listed = good(await here.ana.get("/api/tables"))["tables"]
        assert [one["id"] for one in listed] == [made["table"]]
        assert [seat["name"] for seat in listed[0]["seats"]] == [None, None, None]
        assert good(await here.ana.get(f"/api/tables/{made['table'].upper()}"))["id"] == made["table"]

    with_server(tmp_path, test)


def test_a_list_comes_page_by_page(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        made = []
        for _ in range(5):
            made.append(await here.table(public=True))
            await asyncio.sleep(0.002)
        seen, before = [], None
        while True:
            page = good(await here.ana.get("/api/tables", params={"limit": 2} | ({"before": before} if before else {})))
            seen += [one["id"] for one in page["tables"]]
            if (before := page["before"]) is None:
                break
        assert seen == made[::-1]

    with_server(tmp_path, test)


@pytest.mark.parametrize("edition", names())
def test_a_quick_game_against_bots_is_one_call(tmp_path: Path, edition: str) -> None:
    async def test(here: Running) -> None:
        made = await here.quick(edition=edition, name="Ana")
        state = good(await here.ana.get(f"/api/tables/{made['table']}"))
        assert state["status"] == "playing"
        assert [bool(seat.get("level")) for seat in state["seats"]] == [False, *[True] * (len(state["seats"]) - 1)]
        assert state["seats"][made["seat"]]["name"] == "Ana"
        assert [one["id"] for one in good(await here.ana.get("/api/me/games"))["tables"]] == [made["table"]]
        assert good(await here.guest().get("/api/me/games"))["tables"] == []

    with_server(tmp_path, test, bot_pause_ms=0)


async def play_to_the_end(here: Running, made: dict[str, Any]) -> None:
    """Concede as soon as that is possible: with two seats the game is over then."""
    wanted: dict[str, Any] = {"type": "Concede"}
    for number in range(500):
        state = good(await here.ana.get(f"/api/tables/{made['table']}"))
        if state["status"] == "over":
            return
        asked = {"type": "Act", "seat": 0, "seen": state["number"], "action": wanted}
        body = {"id": f"end {number}", "command": asked, "tokens": [made["token"]]}
        answer = (await here.ana.post(f"/api/tables/{made['table']}/commands", json=body)).json()
        legal = [option["action"] for option in answer.get("legal") or [] if "action" in option]
        wanted = legal[0] if legal and wanted["type"] == "Concede" else {"type": "Concede"}
        await asyncio.sleep(0.005)
    raise AssertionError("the game does not end")


def test_my_games_are_listed_without_looking_my_name_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every open page asks for them once a minute."""

    async def test(here: Running) -> None:
        made = await here.quick(seats=2)
        monkeypatch.setattr(here.node.store, "person", None)
        assert [one["id"] for one in good(await here.ana.get("/api/me/games"))["tables"]] == [made["table"]]

    with_server(tmp_path, test)


def test_a_record_hides_its_secret_until_the_game_is_over_and_then_proves_itself(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table()
        refused(await here.ana.get(f"/api/tables/{table}/record"), 409, "not_started")
        assert good(await here.ana.get(f"/api/tables/{table}/proof"))["entropy"] is None
        made = await here.quick(seats=2, entropy="my own luck")
        response = await here.ana.get(f"/api/tables/{made['table']}/record")
        assert response.headers["content-type"] == "text/plain; charset=utf-8"
        assert "\nsecret " not in response.text
        before = good(await here.ana.get(f"/api/tables/{made['table']}/proof"))
        assert before["secret"] is None
        assert before["entropy"][0] == "my own luck"
        await play_to_the_end(here, made)
        record = (await here.ana.get(f"/api/tables/{made['table']}/record")).text
        assert verify(record).verdict == "proved"
        after = good(await here.ana.get(f"/api/tables/{made['table']}/proof"))
        assert after["commitment"] == before["commitment"]
        assert f"secret {after['secret']}\n" in record

    with_server(tmp_path, test, bot_pause_ms=0)


def test_a_record_from_elsewhere_is_kept_and_comes_back_as_it_was(tmp_path: Path) -> None:
    game = Game("clasico", seats=2, seed=3, names=["Ana", "Bo"])
    while game.must and len(game.moves) < 60:
        seat = game.must[0]
        game.play(seat, game.default_action(seat))
    text = game.record(reveal=True)

    async def test(here: Running) -> None:
        made = good(await here.ana.post("/api/records", content=text.encode()))
        assert made["link"].endswith(f"/t/{made['table']}")
        assert (await here.ana.get(f"/api/tables/{made['table']}/record")).text == text
        lines = text.splitlines(keepends=True)
        place = next(number for number, line in enumerate(lines) if " Roll | " in line)
        broken = "".join([*lines[:place], *lines[place + 1 :]])
        body = refused(await here.ana.post("/api/records", content=broken.encode()), 422, "bad_record")
        assert f"line {place + 1}" in body["message"]
        for wrong in (b"", b"\xff\xfe", b"magnate record 1\n", b"x" * 100_000, text.encode()[:-50]):
            refused(await here.ana.post("/api/records", content=wrong), 422, "bad_record")
        hidden = game.record(reveal=False)
        refused(await here.ana.post("/api/records", content=hidden.encode()), 422, "bad_record")

    with_server(tmp_path, test)


def test_commands_go_over_http_as_over_the_socket(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table(seats=2)
        bo = here.guest()

        async def ask(guest: Any, id: str, command: dict[str, Any], *tokens: str) -> Any:
            body = {"id": id, "command": command, "tokens": list(tokens)}
            return await guest.post(f"/api/tables/{table}/commands", json=body)

        sat = good(await ask(here.ana, "1", {"type": "Sit", "seat": 0, "name": "Ana"}))
        assert sat["token"]
        assert good(await ask(here.ana, "1", {"type": "Sit", "seat": 0, "name": "Ana"})) == sat
        refused(await ask(bo, "1", {"type": "Sit", "seat": 0}), 409, "seat_taken")
        refused(await ask(bo, "2", {"type": "Start"}), 403, "not_the_host")
        refused(await ask(here.ana, "2", {"type": "Start"}), 409, "seats_empty")
        bos = good(await ask(bo, "3", {"type": "Sit", "name": "Bo"}))
        good(await ask(here.ana, "3", {"type": "Start"}))
        state = good(await here.ana.get(f"/api/tables/{table}"))
        act = {"type": "Act", "seat": 0, "seen": state["number"], "action": {"type": "Roll"}}
        refused(await ask(bo, "4", act, bos["token"]), 403, "not_your_seat")
        refused(await ask(bo, "5", {**act, "seat": 7}, bos["token"]), 404, "no_such_seat")
        illegal = {"type": "Act", "seat": 0, "seen": state["number"], "action": {"type": "PayFine"}}
        body = refused(await ask(here.ana, "6", illegal, sat["token"]), 409, "illegal")
        assert body["legal"] is not None
        bad: list[Any] = [{"type": "Nope"}, {"type": "Sit", "seat": "x"}, {"type": "Sit", "sit": 1}, [], None, "Sit"]
        for wrong in bad:
            refused(await ask(here.ana, "7", wrong), 400, "malformed")
        refused(await ask(here.ana, "a\x00b", {"type": "Start"}), 400, "malformed")

    with_server(tmp_path, test)


def test_the_log_tells_what_a_spectator_may_know(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        made = await here.quick(entropy="hidden luck", seats=2)
        log = good(await here.guest().get(f"/api/tables/{made['table']}/log", params={"after": 0, "limit": 500}))
        assert [one["number"] for one in log["told"]] == list(range(1, len(log["told"]) + 1))
        kinds = [one["entry"]["type"] for one in log["told"]]
        assert kinds[:4] == ["Created", "Sat", "Sat", "Started"]
        assert "hidden luck" not in json.dumps(log["told"][1])
        assert not any("view" in one or "mine" in one for one in log["told"])
        later = good(await here.ana.get(f"/api/tables/{made['table']}/log", params={"after": 2, "limit": 1}))
        assert [one["number"] for one in later["told"]] == [3]

    with_server(tmp_path, test)


def test_the_qr_code_is_an_image_of_the_link(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        response = await here.ana.get(f"/api/tables/{await here.table()}/qr.svg")
        assert response.headers["content-type"] == "image/svg+xml"
        assert response.text.startswith("<svg xmlns=")
        refused(await here.ana.get("/api/tables/22222222/qr.svg"), 404, "no_such_table")

    with_server(tmp_path, test)


def test_editions_and_levels_say_what_can_be_played(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        listed = good(await here.ana.get("/api/editions"))
        assert [one["id"] for one in listed] == names()
        clasico = next(one for one in listed if one["id"] == "clasico")
        assert clasico["language"] == "es"
        assert [one["id"] for one in clasico["variants"]] == ["fast", "timed"]
        assert "madrid" in [one["id"] for one in clasico["skins"]]
        assert clasico["special_en"]
        assert {one["id"] for one in listed if one["claims"]} == {"clasico", "europolis", "expopolis"}
        for name in names():
            whole = good(await here.ana.get(f"/api/editions/{name}"))
            assert whole == json.loads(json.dumps(export_edition(name)))
        refused(await here.ana.get("/api/editions/xyzzy"), 404, "no_such_edition")
        refused(await here.ana.get("/api/editions/clasico.toml"), 404, "no_such_edition")
        assert "house" in [one["level"] for one in good(await here.ana.get("/api/levels"))]

    with_server(tmp_path, test)


@pytest.mark.parametrize(
    ("config", "word"),
    [
        ({"edition": "xyzzy"}, "clasico"),
        ({"edition": "../editions/clasico.toml"}, "expected one of"),
        ({"edition": "/etc/passwd"}, "expected one of"),
        ({"edition": "clasico", "variant": "x"}, "variant"),
        ({"edition": "clasico", "skin": "x"}, "skin"),
        ({"edition": "monopoli-server", "seats": 8}, "seats"),
        ({"edition": "clasico", "options": {"no.such": 1}}, "no.such"),
        ({"edition": "clasico", "options": {"jail.fine": "much"}}, "jail.fine"),
        ({"edition": "clasico", "variant": "timed", "options": {"ending.minutes": 0}}, "ending.minutes"),
    ],
)
def test_a_table_that_cannot_be_set_up_is_refused_with_what_would_be_right(
    tmp_path: Path, config: dict[str, Any], word: str
) -> None:
    async def test(here: Running) -> None:
        assert word in refused(await here.ana.post("/api/tables", json=config), 400, "bad_config")["message"]
        if set(config) <= {"edition", "variant", "skin", "seats"}:
            refused(await here.ana.post("/api/quick", json=config), 400, "bad_config")

    with_server(tmp_path, test)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"edition":1}',
        b'{"edition":"clasico","seats":1}',
        b'{"edition":"clasico","xyzzy":1}',
        b'{"edition":"clasico","clock":{"type":"bank"}}',
        b'{"edition":"clasico","options":' + b"[" * 5000 + b"]" * 5000 + b"}",
        b'{"edition":"clasico","options":{"a":' + b'{"a":' * 5000,
        b'{"edition":"\xff"}',
        b'{"edition":"\\ud800"}',
    ],
)
def test_a_body_that_cannot_be_read_is_refused_with_the_place(tmp_path: Path, body: bytes) -> None:
    async def test(here: Running) -> None:
        refused(await here.ana.post("/api/tables", content=body), 400, "malformed")

    with_server(tmp_path, test)


def test_what_stands_after_the_question_mark_is_checked(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        before = "before=-1", f"before={2**70}", "before=1-x", "before="
        for wrong in ("limit=0", "limit=1000", "limit=x", *before, "xyzzy=1", "limit="):
            refused(await here.ana.get(f"/api/tables?{wrong}"), 400, "malformed")

    with_server(tmp_path, test)


def test_what_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        for table in ("22222222", "short", "x" * 500, "o0o0o0o0", "%00%00", "a%2Fb", "..%2f..%2fetc"):
            for what in ("", "/log", "/record", "/proof"):
                body = (await here.ana.get(f"/api/tables/{table}{what}")).json()
                assert body["error"] in ("no_such_table", "no_such_page"), (table, body)
        refused(await here.ana.get("/nothing/here"), 404, "no_such_page")
        response = await here.ana.request("PATCH", "/api/me")
        refused(response, 405, "wrong_method")
        assert "PUT" in response.headers["allow"]

    with_server(tmp_path, test)


def test_a_body_that_is_too_large_is_refused(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        refused(await here.ana.post("/api/tables", content=b" " * 2000), 413, "too_long")
        refused(await here.ana.post("/api/records", content=b"x" * 6000), 413, "too_long")

        async def pieces() -> Any:
            for _ in range(100):
                yield b"x" * 100

        refused(await here.ana.post("/api/records", content=pieces()), 413, "too_long")

    with_server(tmp_path, test, body_bytes=1000, record_bytes=5000)


def test_a_page_of_another_site_may_look_but_not_touch(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        for origin in ("https://evil.example", "null", "http://127.0.0.1:1", "http://[", ""):
            evil = here.guest(Origin=origin)
            refused(await evil.post("/api/tables", json={"edition": "clasico"}), 403, "wrong_origin")
            assert "access-control-allow-origin" not in (await evil.get("/api/tables")).headers
        good(await here.guest(Origin=here.url).post("/api/tables", json={"edition": "clasico"}))
        friend = here.guest(Origin="https://friend.example")
        response = await friend.post("/api/tables", json={"edition": "clasico"})
        assert good(response)
        assert response.headers["access-control-allow-origin"] == "https://friend.example"
        assert here.metric("magnate_refusals_total", error="wrong_origin") == 5

    with_server(tmp_path, test, origins="https://friend.example")


def test_too_many_requests_are_refused_with_the_time_to_wait(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        answers = [await here.ana.get("/api/levels") for _ in range(6)]
        assert [one.status_code for one in answers] == [200] * 5 + [429]
        refused(answers[-1], 429, "too_fast")
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert (await here.ana.get("/healthz")).status_code == 200

    with_server(tmp_path, test, requests_per_second=0.01, request_burst=5)


def test_too_many_tables_are_refused(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        for _ in range(2):
            await here.table()
        refused(await here.ana.post("/api/tables", json={"edition": "clasico"}), 429, "too_fast")
        for _ in range(2):
            good(await here.guest().post("/api/tables", json={"edition": "clasico"}))
        refused(await here.guest().post("/api/tables", json={"edition": "clasico"}), 429, "too_fast")

    with_server(tmp_path, test, tables_per_hour=8, tables_per_hour_per_address=16)


def test_behind_a_proxy_the_last_address_it_wrote_counts(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        for _ in range(2):
            forged = here.guest(**{"X-Forwarded-For": "9.9.9.9, 1.2.3.4"})
            answers = [await forged.get("/api/levels") for _ in range(3)]
        assert answers[-1].status_code == 429
        other = here.guest(**{"X-Forwarded-For": "9.9.9.9, 1.2.3.5"})
        assert (await other.get("/api/levels")).status_code == 200

    with_server(tmp_path, test, behind_proxy="true", requests_per_second=0.01, request_burst=5)


def test_a_bot_has_a_token_instead_of_a_cookie(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        made = good(await here.ana.post("/api/bots", json={"name": "Deep Rent"}))
        bot = here.guest(Authorization=f"Bearer {made['token']}")
        me = good(await bot.get("/api/me"))
        assert me == {"id": made["person"], "name": "Deep Rent", "kind": "bot"}
        assert not bot.cookies
        quick = good(await bot.post("/api/quick", json={"edition": "clasico"}))
        state = good(await bot.get(f"/api/tables/{quick['table']}"))
        assert state["seats"][0]["name"] == "Deep Rent"
        assert state["seats"][0]["person"] == made["person"]
        for wrong in ("Bearer x", "Basic x", "Bearer", f"Bearer {here.ana.cookies['magnate']}"):
            refused(await here.guest(Authorization=wrong).get("/api/me"), 401, "bad_token")

    with_server(tmp_path, test)


def test_bots_are_made_one_by_one(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        for _ in range(2):
            good(await here.ana.post("/api/bots", json={"name": "Bot"}))
        refused(await here.guest().post("/api/bots", json={"name": "Bot"}), 429, "too_fast")

    with_server(tmp_path, test, bots_per_hour=4)


def test_every_answer_has_the_security_headers(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        for path in ("/", "/t/abcdefgh", "/api/me", "/api/tables/x", "/nothing", "/healthz", "/metrics"):
            response = await here.ana.get(path)
            for name, value in HEADERS.items():
                assert response.headers.get_list(name) == [value], (path, name)
            assert "cache-control" in response.headers
        assert "frame-ancestors 'none'" in HEADERS["content-security-policy"]
        assert "unsafe" not in HEADERS["content-security-policy"]

    with_server(tmp_path, test)


def test_without_a_client_the_page_says_honestly_what_runs_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_pages, "WEB", tmp_path / "nothing")

    async def test(here: Running) -> None:
        for path in ("/", "/t/abcdefgh"):
            response = await here.ana.get(path)
            assert response.headers["content-type"] == "text/html; charset=utf-8"
            assert "/api/schema/openapi.json" in response.text

    with_server(tmp_path, test)


def test_a_client_beside_the_server_is_served_with_its_files_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<!doctype html><title>the client</title>")
    (web / "icon.svg").write_text("<svg/>")
    (web / "assets" / "app-1a2b.js").write_text("export {}")
    monkeypatch.setattr(web_pages, "WEB", web)

    async def test(here: Running) -> None:
        for path in ("/", "/t/abcdefgh"):
            assert "the client" in (await here.ana.get(path)).text
        icon = await here.ana.get("/icon.svg")
        assert icon.headers["content-type"] == "image/svg+xml"
        script = await here.ana.get("/assets/app-1a2b.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert "immutable" in script.headers["cache-control"]
        for name, value in HEADERS.items():
            assert script.headers[name] == value
        for wrong in ("/assets/nope.js", "/assets/../../tables.db", "/assets/%2e%2e/%2e%2e/tables.db", "/tables.db"):
            refused(await here.ana.get(wrong), 404, "no_such_page")

    with_server(tmp_path, test)


def test_alive_ready_and_metrics_are_for_the_operator(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        assert good(await here.ana.get("/healthz")) == {"status": "alive"}
        assert good(await here.ana.get("/readyz")) == {"status": "ready"}
        await here.quick(seats=2)
        text = (await here.ana.get("/metrics")).text
        assert 'magnate_tables{status="playing"} 1.0' in text
        assert 'magnate_seats{by="person"} 1.0' in text
        assert 'magnate_seats{by="bot"} 1.0' in text
        assert 'magnate_http_requests_total{method="POST",path="/api/quick",status="201"} 1.0' in text
        await here.ana.request("XYZZY", "/api/me")
        assert "XYZZY" not in (await here.ana.get("/metrics")).text

    with_server(tmp_path, test)


def test_while_the_server_stops_it_takes_nothing_more_but_says_it_is_alive(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        here.node.is_closing = True
        response = await here.ana.post("/api/tables", json={"edition": "clasico"})
        refused(response, 503, "unavailable")
        assert response.headers["retry-after"]
        refused(await here.ana.get("/readyz"), 503, "unavailable")
        good(await here.ana.get("/healthz"))

    with_server(tmp_path, test)


def test_the_api_is_described_with_every_error_it_can_answer(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        found = good(await here.ana.get("/api/schema/openapi.json"))
        assert found["openapi"].startswith("3.1")
        for path, methods in found["paths"].items():
            for method, about in methods.items():
                assert about["summary"], (path, method)
                for status, response in about["responses"].items():
                    assert response["description"], (path, method, status)
                    if int(status) >= 400:
                        schema = response["content"]["application/json"]["schema"]
                        assert schema == {"$ref": "#/components/schemas/Refused"}
        assert "/api/tables/{table}/commands" in found["paths"]
        refused_schema = found["components"]["schemas"]["Refused"]
        assert set(refused_schema["required"]) >= {"error", "message", "type"}
        action = found["components"]["schemas"]["Act"]["properties"]["action"]
        assert action != {}

    with_server(tmp_path, test)


def test_every_named_error_has_a_sentence() -> None:
    from magnate.server.http.error_responses import STATUS

    assert set(STATUS) <= set(ERRORS)
    assert all(ERRORS.values())
