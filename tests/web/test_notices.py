"""Notices while no page is open: the browser subscribes on a tap, the server tells it, and the worker shows it."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Playwright, expect

from magnate.server.push.encryption import fresh_key
from server.process import Node
from server.pushed import Browser, Service, push_service
from web.conftest import FLAGS
from web.kit import Person, Visit, chromium, need_client, wait_until
from web.test_my_games import slow_table

# A browser at a push service of our own: Chromium alone can subscribe only to Google's.
SUBSCRIBING = """
window.asked = 0
const ask = Notification.requestPermission.bind(Notification)
Notification.requestPermission = () => (window.asked++, ask())
let found = null
PushManager.prototype.getSubscription = async () => found
PushManager.prototype.subscribe = async (options) => (found = {
  endpoint: SUBSCRIPTION.endpoint,
  options: { applicationServerKey: options.applicationServerKey.buffer },
  toJSON: () => ({ endpoint: SUBSCRIPTION.endpoint, keys: { p256dh: SUBSCRIPTION.p256dh, auth: SUBSCRIPTION.auth } }),
  unsubscribe: async () => (found = null, true),
})
"""


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Chromium]:
    """The whole Chromium: its headless shell shows no notices."""
    path = chromium()
    browser = playwright.chromium.launch(executable_path=path, channel=None if path else "chromium", args=list(FLAGS))
    yield browser
    browser.close()


@pytest.fixture
def service() -> Iterator[Service]:
    """A push service in a thread of its own."""
    loop, started, found = asyncio.new_event_loop(), threading.Event(), []

    async def serve() -> None:
        async with push_service() as one:
            found.append((one, stopping := asyncio.Event()))
            started.set()
            await stopping.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()), daemon=True)
    thread.start()
    started.wait(10)
    one, stopping = found[0]
    yield one
    loop.call_soon_threadsafe(stopping.set)
    thread.join(10)
    loop.close()


@pytest.fixture
def telling(tmp_path: Path) -> Iterator[Node]:
    """A server that sends notices."""
    need_client()
    told = {"push_key": fresh_key(), "push_contact": "mailto:host@example.org", "push_anywhere": True}
    with Node(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path, bot_pause_ms=20, **told) as node:
        yield node


def visitor(visit: Visit, base: str, browser: Browser) -> Person:
    """Somebody whose browser shows notices."""
    script = SUBSCRIBING.replace("SUBSCRIPTION", json.dumps(browser.subscription()))
    ana = visit(base=base, worker=True, language="es", scripts=[script])
    ana.context.grant_permissions(["notifications"], origin=base)
    return ana


def test_whoever_taps_is_told_of_a_game_that_waits_and_finds_it(visit: Visit, telling: Node, service: Service) -> None:
    browser = service.browser()
    ana = visitor(visit, telling.url, browser)
    slow_table(telling, ana)
    ana.open("/")
    switch = ana.page.get_by_role("switch", name=ana.say("header.notices"))
    expect(switch).not_to_be_checked()
    ana.see("header.notices_away")
    assert ana.page.evaluate("window.asked") == 0  # not before a tap
    switch.focus()
    with stored(ana):
        ana.page.keyboard.press("Space")
    expect(switch).to_be_checked()
    assert ana.page.evaluate("window.asked") == 1
    table, *_ = slow_table(telling, ana)  # she is asked there, and away
    wait_for_notice(ana, service, browser, table)
    notice = service.notices(browser)[-1]
    assert notice["title"] == "Te toca"
    show(ana, telling.url, notice)
    shown = ana.page.evaluate(
        "navigator.serviceWorker.ready.then((one) => one.getNotifications())"
        ".then((all) => all.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url })))"
    )
    assert shown == [notice]
    ana.page.goto("about:blank")
    assert tapped(ana) == {"open": [notice["url"]], "focus": []}  # no page is open: a new one
    ana.open(notice["url"])
    expect(ana.page.locator("[data-first]")).to_be_visible()
    ana.button("table.more").first.click()
    switch = ana.page.get_by_role("dialog").get_by_role("switch", name=ana.say("header.notices"))
    expect(switch).to_be_checked()


def stored(person: Person) -> AbstractContextManager[Any]:
    """Until the server knows of the browser: the switch shows what was tapped before that."""
    return person.page.expect_response(lambda answer: answer.url.endswith("/api/me/push") and answer.ok)


def wait_for_notice(person: Person, service: Service, browser: Browser, table: str) -> None:
    """Wait until the browser was told of a table."""
    wait_until(person.page, lambda: f"/t/{table}" in [one["url"] for one in service.notices(browser)], "a notice")


def show(person: Person, origin: str, notice: dict[str, str]) -> None:
    """Give the worker a notice as the browser would."""
    session = person.context.new_cdp_session(person.page)
    registrations: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    wait_until(person.page, lambda: bool(registrations), "the worker is registered")
    message = {"origin": origin, "registrationId": registrations[-1], "data": json.dumps(notice)}
    session.send("ServiceWorker.deliverPushMessage", message)
    wait_until(
        person.page,
        lambda: (
            person.page.evaluate(
                "navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((all) => all.length)"
            )
            == 1
        ),
        "the notice is shown",
    )


# The worker hears of a tap as from the browser. To open a page, or to bring it to the front, needs a real one.
TAP = """async () => {
  const found = { open: [], focus: [] }
  clients.openWindow = async (path) => void found.open.push(path)
  WindowClient.prototype.focus = async function () { found.focus.push(new URL(this.url).pathname) }
  const [notification] = await registration.getNotifications()
  const event = new NotificationEvent('notificationclick', { notification })
  const work = []
  event.waitUntil = (one) => work.push(one)
  dispatchEvent(event)
  await Promise.all(work)
  return { ...found, left: (await registration.getNotifications()).length }
}"""


def tapped(person: Person) -> dict[str, list[str]]:
    """Tap the notice that is shown: which pages are opened, and which come to the front. The notice goes."""
    found: dict[str, list[str]] = person.context.service_workers[-1].evaluate(TAP)
    assert found.pop("left") == 0
    return found


@pytest.mark.thorough
def test_a_tap_on_a_notice_brings_the_open_page_of_its_table_to_the_front(visit: Visit, house: Node) -> None:
    ana = visit(worker=True)
    ana.context.grant_permissions(["notifications"], origin=house.url)
    table, *_ = slow_table(house, ana)
    ana.open(f"/t/{table}")
    expect(ana.page.locator("[data-first]")).to_be_visible()
    ana.page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)")
    notice = {"title": "Your turn", "body": "", "tag": f"turn:{table}", "url": f"/t/{table}"}
    show(ana, house.url, notice)
    assert tapped(ana) == {"open": [], "focus": [f"/t/{table}"]}


@pytest.mark.thorough
def test_whoever_wants_no_more_notices_gets_none(visit: Visit, telling: Node, service: Service) -> None:
    browser = service.browser()
    ana = visitor(visit, telling.url, browser)
    slow_table(telling, ana)
    ana.open("/")
    switch = ana.page.get_by_role("switch", name=ana.say("header.notices"))
    with stored(ana):
        switch.check(force=True)
    first, *_ = slow_table(telling, ana)
    wait_for_notice(ana, service, browser, first)
    with ana.page.expect_response("**/api/me/push") as answer:
        switch.uncheck(force=True)
    assert answer.value.json() == {"browsers": 0}


def test_where_the_host_sends_no_notices_they_are_not_offered(visit: Visit, house: Node) -> None:
    ana = visit(worker=True)
    slow_table(house, ana)
    with ana.page.expect_response("**/api/push"):
        ana.open("/")
    expect(ana.page.locator(".resume a")).to_be_visible()
    expect(ana.page.get_by_role("switch", name=ana.say("header.notices"))).to_have_count(0)
