"""What a page sends while it plays: its actions, and nothing after an entry; and how much it loads before."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocket, expect

from web.kit import PATIENCE, PHONE, ROOT, Received, Visit, wait_until

FIRST = "[data-first] button[aria-keyshortcuts=' ']"
# What a table loads once it stands, it loads after a quarter of a second: in this test, never.
STANDING = "const real = setTimeout; window.setTimeout = (f, ms, ...rest) => (ms === 250 ? 0 : real(f, ms, ...rest))"
READY = "[data-first] .button.primary:not([aria-busy=true]):not([aria-disabled=true])"


class Traffic:
    """The frames and requests of a page."""

    def __init__(self, page: Page) -> None:
        self.sent: list[str] = []
        self.told: list[dict[str, Any]] = []
        self.requests: list[str] = []
        page.on("websocket", self._listen)
        page.on("request", lambda request: self.requests.append(request.url))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda data: self.sent.append(json.loads(data)["type"]))
        socket.on("framereceived", lambda data: self._hear(json.loads(data)))

    def _hear(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "Told":
            self.told.append(frame)

    def turns(self, seat: int) -> int:
        """How many turns of a seat have begun."""
        events = [event for told in self.told for event in told.get("events", [])]
        return sum(event["type"] == "TurnBegan" and event["seat"] == seat for event in events)


def constant(path: str, name: str) -> float:
    """A constant of a source file, of Python or TypeScript."""
    text = (ROOT / path).read_text(encoding="utf-8")
    found = re.search(rf"^(?:const )?{name} = ([\d_.]+)", text, re.MULTILINE)
    assert found is not None, f"{path} has no {name}"
    return float(found[1])


def test_the_load_benchmark_pings_and_lists_games_as_often_as_a_page() -> None:
    games = "web/src/lib/myGames.svelte.ts"
    assert constant("benchmarks/server.py", "PING") * 1000 == constant("web/src/lib/table.svelte.ts", "PING")
    assert constant("benchmarks/server.py", "LIST") * 1000 == constant(games, "REFRESH") * constant(games, "SELDOM")
    address = re.compile(r"/api/me/games\?running=true&limit=\d+")
    found = [address.search((ROOT / path).read_text(encoding="utf-8")) for path in ("benchmarks/server.py", games)]
    assert [one[0] for one in found if one] == ["/api/me/games?running=true&limit=100"] * 2


def test_a_page_asks_for_nothing_after_an_entry_in_a_whole_turn(visit: Visit) -> None:
    person = visit()
    page = person.page
    traffic = Traffic(page)
    person.open("/")
    page.get_by_role("button").filter(has_text=person.say("start.play")).first.click()
    expect(page.locator(FIRST)).to_be_visible(timeout=2 * PATIENCE)
    page.wait_for_load_state("networkidle")
    begun = len(traffic.requests)
    while traffic.turns(0) < 2:  # a whole turn of mine, and the bots' turns between
        known = len(traffic.told)
        if page.locator(READY).count():
            page.locator(READY).first.click(timeout=PATIENCE)
        wait_until(page, lambda known=known: len(traffic.told) > known or page.locator(READY).count() > 0, "an entry")
    assert traffic.sent[0] == "Hello"
    assert traffic.sent.count("Do") >= 2
    assert set(traffic.sent[1:]) <= {"Do", "Ping"}, traffic.sent
    asked = [url for url in traffic.requests[begun:] if "/api/tables/" in url]
    assert asked == []


def test_a_first_visit_loads_no_more_than_it_needs(visit: Visit) -> None:
    person = visit(size=PHONE, motion=True, scripts=[STANDING])
    page = person.page
    received = Received(person.context.new_cdp_session(page))
    person.open("/")
    expect(page.locator(".start")).to_be_visible()
    begun = sum(
        size for url, size in received.files if not url.endswith(".woff2")
    )  # letters come after the first paint
    assert 50_000 < begun < 84_000, received.files
    page.wait_for_load_state("networkidle")
    page.locator(".start").click()
    expect(page.locator(READY)).to_be_visible(timeout=2 * PATIENCE)
    assert 150_000 < received.bytes < 228_000, received.files
    assert sum(url.endswith(".woff2") for url, _ in received.files) == 2
