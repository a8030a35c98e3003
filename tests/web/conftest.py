"""One browser and one server a test process; whatever goes wrong in a page fails the test that opened it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from server.process import Node
from web.kit import Visit, Watch, chromium, need_client
from web.moments import PreparedTables
from web.tour import Gallery

# Tabs that nobody looks at must go on like those in front: four people play here on one screen.
FLAGS = (
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--host-resolver-rules=MAP magnate.lan 127.0.0.1",  # a house at home, without https
)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One Chromium for all tests of this process."""
    browser = playwright.chromium.launch(executable_path=chromium(shell=True), args=list(FLAGS))
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A real server, with the client that was built."""
    need_client()
    folder = tmp_path_factory.mktemp("house")
    with Node(f"sqlite+aiosqlite:///{folder}/tables.db", folder, bot_pause_ms=20) as node:
        yield node


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Somebody who notes whatever goes wrong in the pages of a test, and says so at its end."""
    watch = Watch()
    yield watch
    watch.check()


@pytest.fixture
def visit(browser: Browser, house: Node, watch: Watch) -> Iterator[Visit]:
    """Opens pages for people, each in a browser context of their own."""
    visit = Visit(browser, house.url, watch)
    yield visit
    visit.close()


@pytest.fixture(scope="session")
def gallery(house: Node) -> Gallery:
    """Tables at every moment worth looking at."""
    return Gallery(PreparedTables(house))
