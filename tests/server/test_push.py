"""Notices to people who are away: encrypted and signed as browsers and push services expect, once for a question."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from nodes import HandClock, until
from pushed import CURVE, Browser, Service, plain, push_service, signed_by
from running import Running, good, hear, refused, running, say
from test_correspondence import DAY, sit_and_start

from magnate.actions import Concede, Roll
from magnate.server.operations.settings import Settings, SettingsError, gather
from magnate.server.push import notifier as push
from magnate.server.push import service as services
from magnate.server.push.encryption import Keys, encrypt, fresh_key
from magnate.server.push.service import BadEndpoint, addresses_of, check_endpoint, is_public, post
from magnate.server.serve import CannotServe, check_push
from magnate.words.notices import Notices

KEY = fresh_key()
SLOW = {"type": "decision", "seconds": 2 * DAY}
SETTINGS: dict[str, Any] = {"push_key": KEY, "push_contact": "mailto:host@example.org", "push_anywhere": True}


# The message.


def test_a_message_is_encrypted_as_the_example_of_the_standard() -> None:
    """RFC 8291, section 5."""
    theirs = ec.derive_private_key(int.from_bytes(plain("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")), CURVE)
    own = ec.derive_private_key(int.from_bytes(plain("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), CURVE)
    browser = Browser("", theirs, plain("BTBZMqHH6r4Tts7J_aSIgg"))
    salt = plain("DGv6ra1nlYgDCS1FRnbzlw")
    sent = encrypt(b"When I grow up, I want to be a watermelon", Keys(browser.point, browser.auth), own, salt)
    assert sent == plain(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.read(sent) == b"When I grow up, I want to be a watermelon"


@pytest.mark.parametrize(
    ("lang", "seconds", "text"),
    [
        ("en", 2 * DAY, "2 days left"),
        ("it", 3_600, "mancano 60 minuti"),
        ("es", 86_400, "quedan 24 horas"),
        ("ro", 21 * DAY, "mai ai 21 de zile"),
        ("xx", 30, "1 minute left"),
    ],
)
def test_a_notice_says_how_much_time_is_left(lang: str, seconds: int, text: str) -> None:
    assert Notices(lang).left(seconds) == text


# Where it may go.


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://2130706433/x",
        "https://0x7f.1/x",
        "https://localhost/x",
        "https://push.example.org:8443/x",
        "https://user@push.example.org/x",
        "https://push.example.org/x y",
        "https://push.example.org/" + "x" * 1_000,
        "https://push.example.org:99999/x",
        "file:///etc/passwd",
        "",
    ],
)
def test_nothing_is_sent_to_an_endpoint_that_is_no_public_push_service(endpoint: str) -> None:
    with pytest.raises(BadEndpoint):
        check_endpoint(endpoint)


PRIVATE = [
    "127.0.0.1", "10.1.2.3", "169.254.169.254", "100.64.0.1", "::1", "::", "fd00::1", "fe80::1", "fec0::1",
    "::ffff:10.0.0.1", "::127.0.0.1", "2002:7f00:1::", "64:ff9b::10.0.0.1", "64:ff9b:1::1",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_a_name_that_leads_to_a_private_address_is_not_followed(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    async def test() -> None:
        async def resolve(*_: Any, **__: Any) -> Any:
            return [(0, 0, 0, "", (address, 443))]

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolve, raising=False)
        with pytest.raises(BadEndpoint):
            await addresses_of("push.example.org", 443, anywhere=False)

    asyncio.run(test())


@pytest.mark.parametrize("address", ["8.8.8.8", "2a00:1450:4001:80b::200e", "64:ff9b::8.8.8.8"])
def test_public_addresses_are_followed(address: str) -> None:
    assert is_public(address)


def test_a_host_that_is_no_name_is_refused_when_it_is_looked_up() -> None:
    with pytest.raises(BadEndpoint):
        asyncio.run(post(f"https://{'x' * 64}.example.org/x", {}, b""))


# The server.


@asynccontextmanager
async def at_a_table(folder: Path, by_hand: HandClock | None = None, **config: Any) -> AsyncIterator[Any]:
    """A server, a push service, Ana and Bea at a slow table that has started; Bea's browser is told in Italian."""
    async with asyncio.timeout(60), push_service() as service, running(folder, by_hand, **SETTINGS) as here:
        bea = here.guest()
        browser = service.browser()
        await bea.get("/api/me")
        good(await bea.put("/api/me/push", json=browser.subscription("it")))
        table, tokens = await sit_and_start(here, bea, **{"clock": SLOW} | config)
        yield here, service, browser, bea, table, tokens


def with_push(test: Callable[..., Awaitable[None]], folder: Path, **config: Any) -> None:
    """Run a test at such a table."""

    async def run() -> None:
        async with at_a_table(folder, **config) as found:
            await test(*found)

    asyncio.run(run())


async def act(guest: httpx.AsyncClient, table: str, token: str, seat: int, action: Any) -> None:
    """Play an action over HTTP."""
    state = good(await guest.get(f"/api/tables/{table}"))
    command = {"type": "Act", "seat": seat, "seen": state["number"], "action": {"type": type(action).__name__}}
    asks = {"id": f"{seat} {state['number']}", "command": command, "tokens": [token]}
    good(await guest.post(f"/api/tables/{table}/commands", json=asks))


async def sent(here: Running) -> None:
    """Wait until everything that is under way was sent."""
    assert here.node.push is not None
    await until(lambda: here.node.push is not None and not here.node.push.tasks)


def test_whoever_is_asked_and_away_is_told_once_in_their_language(tmp_path: Path) -> None:
    async def test(
        here: Running, service: Service, browser: Browser, bea: httpx.AsyncClient, table: str, tokens: list[str]
    ) -> None:
        await sent(here)
        told = {"title": "Tocca a te", "url": f"/t/{table}", "tag": f"turn:{table}"}
        (first,) = service.notices(browser)
        assert first == told | {"body": f"Clásico · {await name_of(here)} · mancano 2 giorni"}
        ((_, headers, _),) = service.requests
        key, claims = signed_by(headers["authorization"])
        assert key == good(await bea.get("/api/push"))["key"]
        assert claims["sub"] == "mailto:host@example.org"
        assert headers["topic"] == table
        assert 2 * DAY - 60 < int(headers["ttl"]) <= 2 * DAY
        await act(here.ana, table, tokens[0], 0, Roll())  # the opening: nothing new for Bea
        good(await here.ana.post(f"/api/tables/{table}/commands", json=chat("hello")))
        await sent(here)
        assert len(service.notices(browser)) == 1

    with_push(test, tmp_path)


def chat(text: str) -> dict[str, Any]:
    """Something said."""
    return {"id": text, "command": {"type": "Say", "text": text}}


async def name_of(here: Running) -> str:
    """What Ana is called."""
    return str(good(await here.ana.get("/api/me"))["name"])


def test_whoever_is_at_the_table_is_not_told_and_the_end_is_told_to_whoever_is_away(tmp_path: Path) -> None:
    async def test(
        here: Running, service: Service, browser: Browser, bea: httpx.AsyncClient, table: str, tokens: list[str]
    ) -> None:
        await sent(here)
        async with here.socket(table, bea) as socket:
            await say(socket, type="Hello", protocol=1, tokens=tokens[1:])
            await hear(socket, "Welcome")
            await until(lambda: here.node.registry.live_tables[table].table.holders[1].is_here)
            await act(here.ana, table, tokens[0], 0, Roll())
            await act(bea, table, tokens[1], 1, Roll())
            await sent(here)
            assert len(service.notices(browser)) == 1
        await until(lambda: not here.node.registry.live_tables[table].table.holders[1].is_here)
        live = here.node.registry.live_tables[table]
        while (game := live.table.running()).refusal(0, Concede()) is not None:
            seat = game.must[0]
            await act((here.ana, bea)[seat], table, tokens[seat], seat, game.default_action(seat))
        await sent(here)
        before = len(service.notices(browser))
        await act(here.ana, table, tokens[0], 0, Concede())
        await sent(here)
        assert [one["title"] for one in service.notices(browser)[before:]] == ["La partita è finita"]

    with_push(test, tmp_path)


def test_a_browser_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    async def test() -> None:
        async with push_service() as service, running(tmp_path, **SETTINGS) as here:
            bea, service.status = here.guest(), 410
            await bea.get("/api/me")
            assert good(await bea.put("/api/me/push", json=service.browser().subscription()))["browsers"] == 1
            await sit_and_start(here, bea, clock=SLOW)
            await sent(here)
            assert here.metric("magnate_pushes_total", result="gone") == 1
            me = good(await bea.get("/api/me"))["id"]
            assert await here.node.store.subscriptions(me) == []

    asyncio.run(test())


def test_a_push_service_that_does_not_answer_holds_nobody_up_and_is_asked_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "PATIENCE", 0.3)
    clock = HandClock()

    async def test() -> None:
        async with at_a_table(tmp_path, clock) as (here, service, browser, bea, table, tokens):
            await sent(here)
            service.is_silent = True
            second, _ = await sit_and_start(here, bea, clock=SLOW)
            await act(here.ana, table, tokens[0], 0, Roll())  # at once, although a notice is under way
            assert here.node.push.tasks
            await sent(here)
            service.is_silent = False
            clock.at += round(push.AGAIN * 1000)
            while (timer := clock.next(clock.at)) is not None:
                timer.call()
            await sent(here)
            assert [one["url"] for one in service.notices(browser)] == [f"/t/{one}" for one in (table, second, second)]
            assert here.metric("magnate_pushes_total", result="sent") == 2

    asyncio.run(test())


def test_only_so_many_notices_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "MOST", 0)

    async def test(here: Running, service: Service, *_: Any) -> None:
        await sent(here)
        assert service.requests == []
        assert here.metric("magnate_pushes_total", result="dropped") >= 1

    with_push(test, tmp_path)


def test_a_restart_keeps_the_browsers_and_tells_nothing_twice(tmp_path: Path) -> None:
    async def test() -> None:
        async with push_service() as service:
            browser = service.browser()
            async with running(tmp_path, **SETTINGS) as here:
                bea = here.guest()
                await bea.get("/api/me")
                good(await bea.put("/api/me/push", json=browser.subscription()))
                table, tokens = await sit_and_start(here, bea, clock=SLOW)
                await sent(here)
                cookies = [dict(guest.cookies) for guest in (here.ana, bea)]
            assert len(service.notices(browser)) == 1
            async with running(tmp_path, **SETTINGS) as here:
                ana, bea = here.guest(), here.guest()
                for guest, kept in zip((ana, bea), cookies, strict=True):
                    guest.cookies.update(kept)
                state = good(await ana.get(f"/api/tables/{table}"))  # it is read in, and its clock given the time back
                assert state["status"] == "playing"
                await sent(here)
                assert len(service.notices(browser)) == 1
                await act(ana, table, tokens[0], 0, Roll())
                await act(bea, table, tokens[1], 1, Roll())
                await sent(here)
                game = here.node.registry.live_tables[table].table.game
                assert game is not None
                expected = 2 if 1 in game.must else 1  # after equal throws both are asked anew
                assert len(service.notices(browser)) == expected

    asyncio.run(test())


def test_at_a_quick_table_whoever_is_back_soon_is_not_told(tmp_path: Path) -> None:
    clock = HandClock()

    async def away(wait: float, comes_back: bool) -> int:
        async with asyncio.timeout(60), push_service() as service, running(tmp_path, clock, **SETTINGS) as here:
            bea, browser = here.guest(), service.browser()
            await bea.get("/api/me")
            good(await bea.put("/api/me/push", json=browser.subscription()))
            table, tokens = await sit_and_start(here, bea)
            if comes_back:
                socket = await here.socket(table, bea)
                await say(socket, type="Hello", protocol=1, tokens=tokens[1:])
                await hear(socket, "Welcome")
                await until(lambda: here.node.registry.live_tables[table].table.holders[1].is_here)
            until_then = clock.at + round(wait * 1000)
            while (timer := clock.next(until_then)) is not None:
                if timer.call.__name__ == "<lambda>":
                    timer.call()
            await sent(here)
            return len(service.notices(browser))

    assert asyncio.run(away(push.AWAY - 1, False)) == 0
    assert asyncio.run(away(push.AWAY + 1, False)) == 1
    assert asyncio.run(away(push.AWAY + 1, True)) == 0


# Subscribing.


def test_a_person_has_eight_browsers_and_the_oldest_is_forgotten(tmp_path: Path) -> None:
    async def test() -> None:
        async with push_service() as service, running(tmp_path, **SETTINGS) as here:
            await here.ana.get("/api/me")
            for number in range(10):
                browser = service.browser(f"b{number}")
                count = good(await here.ana.put("/api/me/push", json=browser.subscription()))["browsers"]
                await asyncio.sleep(0.002)
            assert count == 8
            me = good(await here.ana.get("/api/me"))["id"]
            found = {one.endpoint.rpartition("/")[2] for one in await here.node.store.subscriptions(me)}
            assert found == {f"b{number}" for number in range(2, 10)}
            stranger = here.guest()
            await stranger.get("/api/me")
            asked = {"endpoint": browser.endpoint}
            assert good(await stranger.request("DELETE", "/api/me/push", json=asked))["browsers"] == 0
            assert len(await here.node.store.subscriptions(me)) == 8  # not theirs to end
            assert good(await here.ana.request("DELETE", "/api/me/push", json=asked))["browsers"] == 7

    asyncio.run(test())


def test_what_is_no_subscription_is_refused_by_name(tmp_path: Path) -> None:
    async def test() -> None:
        told = {key: value for key, value in SETTINGS.items() if key != "push_anywhere"}
        async with running(tmp_path, **told) as here:
            await here.ana.get("/api/me")
            right = Browser("https://push.example.org/x").subscription()
            private = {"endpoint": "https://10.0.0.1/x"}
            for wrong in ({"endpoint": "http://push.example.org/x"}, private, {"auth": "AAAA"}, {"p256dh": "BAAA"}):
                refused(await here.ana.put("/api/me/push", json=right | wrong), 400, "malformed")
            good(await here.ana.put("/api/me/push", json=right))
            bot = good(await here.ana.post("/api/bots", json={"name": "Robot"}))["token"]
            machine = here.guest(Authorization=f"Bearer {bot}")
            refused(await machine.put("/api/me/push", json=right), 403, "forbidden")

    asyncio.run(test())


def test_without_a_key_notices_are_not_offered(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            assert good(await here.ana.get("/api/push")) == {"key": None}
            asked = Browser("https://push.example.org/x").subscription()
            refused(await here.ana.put("/api/me/push", json=asked), 409, "no_push")

    asyncio.run(test())


def test_a_server_does_not_start_with_notices_it_could_not_send() -> None:
    check_push(Settings())
    check_push(Settings(push_key=KEY, url="https://play.example.org"))
    with pytest.raises(CannotServe, match="push_contact"):
        check_push(Settings(push_key=KEY))
    with pytest.raises(CannotServe, match="push-keys"):
        check_push(Settings(push_key="A" * 43, push_contact="mailto:a@example.org"))
    with pytest.raises(SettingsError) as error:
        gather({}, {"MAGNATE_PUSH_KEY": "very-secret"})
    assert "very-secret" not in str(error.value)
