"""Real browsers before a real server: who opens a page, how it is looked at, and everything that goes wrong in it.

def test_something(visit: Visit, house: Node) -> None:
    ana = visit(language="it", size=PHONE, theme="dark")  # a browser context of her own
    ana.open("/")
    ana.button("start.play").click()  # by the path of its words, in her language
    ana.see("table.ask.opening")
"""

from __future__ import annotations

import json
import os
import re
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    ViewportSize,
    expect,
)

from magnate.languages import WORDS
from web.chromium import NoChromium, find, find_shell

ROOT = Path(__file__).parent.parent.parent
CLIENT = ROOT / "src/magnate/web/index.html"

WIDE = ViewportSize(width=1440, height=900)
TABLET = ViewportSize(width=820, height=1180)
PHONE = ViewportSize(width=390, height=844)
SMALL = ViewportSize(width=360, height=740)
LOW = ViewportSize(width=360, height=640)
MARKS = ("castle", "boat", "lantern", "cypress", "balloon", "bell", "key", "snail")  # of the seats, in their order
SLOWNESS = float(os.environ.get("MAGNATE_TEST_SLOWNESS", "1"))  # how many times slower pages are, to find races
LATENCY = 20  # milliseconds of each request, times the slowness
PATIENCE = 15_000 * SLOWNESS  # milliseconds a page may take to show something: a busy machine is slow

BLOCKED = "Service Worker registration blocked by Playwright"

Theme = Literal["light", "dark"]
expect.set_options(timeout=PATIENCE)


def chromium(shell: bool = False) -> str | None:
    """Where Chromium is, or its headless shell; None is Playwright's own. Without one, tests fail: none is skipped."""
    try:
        return find_shell() if shell else find()
    except NoChromium as missing:
        pytest.fail(str(missing), pytrace=False)


def need_client() -> None:
    """The client must be built: the server serves it from the package."""
    if not CLIENT.exists():
        pytest.fail(
            f"The client is not built ({CLIENT.relative_to(ROOT)} is missing): `make test` builds it.", pytrace=False
        )


@cache
def words_of(language: str) -> dict[str, Any]:
    """The words of a language, as the page has them: the game's own, and the client's on top."""
    found: dict[str, Any] = {}
    for part in ("game", "web", "learn", "review"):
        found |= tomllib.loads((WORDS / language / f"{part}.toml").read_text(encoding="utf-8"))
    return found


def say(language: str, path: str, **values: object) -> str:
    """The text at a path like "start.play"; `{names}` that are not given stay as they are."""
    here: Any = words_of(language)
    for key in path.split("."):
        here = here[key]
    return re.sub(r"\{(\w+)\}", lambda name: str(values.get(name[1], name[0])), here)


def pattern(language: str, path: str, **values: object) -> re.Pattern[str]:
    """The whole of a text, and anything where it has a {name} that is not given. Keys on buttons are not part of it."""
    text = say(language, path, **values)
    parts = [".*" if part.startswith("{") else re.escape(part) for part in re.split(r"(\{\w+\})", text)]
    parts = [part.replace("\\ ", r"\s+") for part in parts]  # sums are held together by spaces that do not break
    return re.compile(rf"^\s*{''.join(parts)}\s*$")


class Watch:
    """Everything that went wrong in any page of a test: what the console, the network and the page's own policy say."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self._allowed: list[re.Pattern[str]] = []

    def allow(self, *patterns: str) -> None:
        """Something that must go wrong in this test: the server is killed, say."""
        self._allowed += [re.compile(pattern) for pattern in patterns]

    def follow(self, context: BrowserContext, who: str) -> None:
        """Watch every page of a context, those opened later too."""
        context.on("console", lambda message: self._console(who, message))
        context.on("weberror", lambda error: self.note(f"{who}: uncaught: {error.error}"))
        context.on("requestfailed", lambda request: self._failed(who, request))
        context.on("response", lambda response: self._answered(who, response))
        context.add_init_script(
            "addEventListener('securitypolicyviolation', (event) =>"
            " console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`))"
        )

    def note(self, problem: str) -> None:
        """Keep a problem, unless it was to be expected."""
        if not any(allowed.search(problem) for allowed in self._allowed):
            self.problems.append(problem)

    def check(self) -> None:
        """Fail if anything went wrong."""
        if self.problems:
            pytest.fail("in the browser:\n  " + "\n  ".join(dict.fromkeys(self.problems)), pytrace=False)

    def _console(self, who: str, message: ConsoleMessage) -> None:
        if message.text == BLOCKED:  # by this very test
            return
        if message.type in ("error", "warning", "assert"):
            self.note(f"{who}: console {message.type}: {message.text} ({message.location.get('url', '')})")

    def _failed(self, who: str, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page was left
            self.note(f"{who}: {request.method} {request.url}: {request.failure}")

    def _answered(self, who: str, response: Response) -> None:
        if response.status >= 400:
            self.note(f"{who}: {response.request.method} {response.url}: {response.status}")


def new_page(context: BrowserContext) -> Page:
    """A page of a browser, on a machine and a network as slow as MAGNATE_TEST_SLOWNESS says."""
    page = context.new_page()
    if SLOWNESS > 1:
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWNESS})
        network = {"offline": False, "latency": LATENCY * SLOWNESS, "downloadThroughput": -1, "uploadThroughput": -1}
        session.send("Network.emulateNetworkConditions", network)
    return page


class Person:
    """Somebody before a browser of their own: a page, a language, and what they look for in it."""

    def __init__(self, context: BrowserContext, base: str, language: str, name: str) -> None:
        self.context = context
        self.base = base
        self.language = language
        self.name = name
        self.page = new_page(context)

    def window(self) -> Person:
        """A second window of the same browser."""
        other = Person.__new__(Person)
        other.__dict__.update(self.__dict__, page=new_page(self.context))
        return other

    def open(self, path: str) -> None:
        """Open an address of the house."""
        self.page.goto(self.base + path)

    def say(self, path: str, **values: object) -> str:
        """A text in their language."""
        return say(self.language, path, **values)

    def button(self, path: str, within: Locator | None = None, **values: object) -> Locator:
        """A button by the path of its words."""
        return self.role("button", path, within, **values)

    def role(self, role: Any, path: str, within: Locator | None = None, **values: object) -> Locator:
        """Anything with a role, by the path of its name's words."""
        return (within or self.page.locator("body")).get_by_role(role, name=pattern(self.language, path, **values))

    def text(self, path: str, **values: object) -> Locator:
        """A text that can be read somewhere, by its path."""
        return self.page.get_by_text(pattern(self.language, path, **values))

    def see(self, path: str, **values: object) -> None:
        """Wait until a text is there to be read."""
        expect(self.text(path, **values).filter(visible=True).first).to_be_visible()

    def sit(self, table: str, seat: int | None = None) -> None:
        """Come by the link of a table and sit down with a name; on a seat of one's own choice if it is given."""
        before = self.ask_for_a_seat(table, seat)
        wait_until(self.page, lambda: len(self.tokens(table)) > before, f"a seat for {self.name}")

    def ask_for_a_seat(self, table: str, seat: int | None = None) -> int:
        """The same without waiting for the seat. How many seats this browser held before."""
        if not self.page.url.endswith(f"/t/{table}"):
            self.open(f"/t/{table}")
        self.button("lobby.take_any").first.click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("textbox").fill(self.name)
        if seat is not None:
            dialog.get_by_role("radio", name=self.say(f"ui.mark.{MARKS[seat]}")).check()
        before = len(self.tokens(table))
        self.button("lobby.take_as", dialog, name=self.name).click()
        expect(dialog).to_have_count(0)
        return before

    def tokens(self, table: str) -> list[str]:
        """The tokens of the seats this browser holds."""
        kept = self.page.evaluate("(table) => localStorage.getItem(`seats:${table}`)", table)
        found = json.loads(kept or "{}")
        return list(found if isinstance(found, list) else found.values())  # a list, as 0.1.0 kept them


class Visit:
    """Opens browser contexts, each a person of its own, and closes them with the test."""

    def __init__(self, browser: Browser, base: str, watch: Watch) -> None:
        self.browser = browser
        self.base = base
        self.watch = watch
        self.contexts: list[BrowserContext] = []

    def __call__(
        self,
        name: str = "Ana",
        *,
        language: str = "en",
        size: ViewportSize = WIDE,
        theme: Theme = "light",
        touch: bool | None = None,
        motion: bool = False,
        base: str | None = None,
        kept: dict[str, str] | None = None,
        scripts: Iterable[str] = (),
        worker: bool = False,
    ) -> Person:
        """Somebody comes. `kept` is what their browser has in its storage from before, `motion` whether things move.

        `worker` lets the page have its service worker; without it, tests see every request of the page.
        """
        phone = size["width"] < 700 if touch is None else touch
        context = self.browser.new_context(
            base_url=base or self.base,
            locale="en-GB" if language == "en" else f"{language}-{language.upper()}",
            viewport=size,
            color_scheme=theme,
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=phone,
            is_mobile=phone,
            device_scale_factor=2 if phone else 1,
            service_workers="allow" if worker else "block",
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        self.watch.follow(context, name)
        storage = {"sound": "off"} | (kept or {})
        context.add_init_script(
            f"if (location.protocol.startsWith('http'))"
            f" for (const [key, value] of Object.entries({json.dumps(storage)}))"
            " if (localStorage.getItem(key) === null) localStorage.setItem(key, value)"
        )
        for script in scripts:
            context.add_init_script(script)
        return Person(context, base or self.base, language, name)

    def close(self) -> None:
        """Everybody leaves."""
        for context in self.contexts:
            context.close()
        self.contexts.clear()


class Asker:
    """Somebody without a browser, who asks the server over HTTP: quicker, where clicking is not the point.

    Given a person, it asks in that person's name, with the same cookie and the tokens of the same seats.
    """

    def __init__(self, base: str, person: Person | None = None) -> None:
        self.base = base
        self.cookie = ""
        if person is not None:
            if person.page.url.startswith("http"):  # its page becomes known by itself
                wait_until(person.page, lambda: bool(person.context.cookies(base)), "the cookie of a guest")
            else:
                person.context.request.get("/api/me")
            kept = person.context.cookies(base)
            self.cookie = "; ".join(f"{one.get('name')}={one.get('value')}" for one in kept)

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """One request; what is refused raises, with what the server says."""
        headers = {"content-type": "application/json"} | ({"cookie": self.cookie} if self.cookie else {})
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                if given := response.headers.get("set-cookie"):
                    self.cookie = self.cookie or given.split(";")[0]
                return json.loads(response.read() or b"null")
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.code} {error.read().decode(errors='replace')}") from None

    def me(self) -> str:
        """Who I am; whoever is nobody yet becomes somebody."""
        return str(self.ask("GET", "/api/me")["id"])

    def create(self, **config: object) -> str:
        """Make a table; its code."""
        self.me()
        return str(self.ask("POST", "/api/tables", config)["table"])

    def do(self, table: str, command: dict[str, Any], tokens: Iterable[str] = ()) -> Any:
        """Ask something of a table."""
        body = {"id": token_urlsafe(9), "command": command, "tokens": list(tokens)}
        return self.ask("POST", f"/api/tables/{table}/commands", body)


def wait_until(page: Page, ready: Callable[[], bool], what: str, milliseconds: float = PATIENCE) -> None:
    """Wait for something outside of the page, while the page goes on."""
    left = milliseconds
    while not ready():
        if left <= 0:
            raise AssertionError(f"not within {milliseconds / 1000:.0f} s: {what}")
        page.wait_for_timeout(20)
        left -= 20


class Received:
    """Counts what a page receives, headers too, from now on."""

    def __init__(self, session: CDPSession) -> None:
        self.files: list[tuple[str, int]] = []  # where from, and bytes
        self._asked: dict[str, str] = {}
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._ask)
        session.on("Network.loadingFinished", self._finish)

    @property
    def bytes(self) -> int:
        """All of it."""
        return sum(size for _, size in self.files)

    def _ask(self, event: dict[str, Any]) -> None:
        self._asked[event["requestId"]] = event["request"]["url"]

    def _finish(self, event: dict[str, Any]) -> None:
        self.files.append((self._asked[event["requestId"]], int(event["encodedDataLength"])))


def stop_clock(page: Page) -> None:
    """The time of a page whose clock is installed stands still from now on, until it is moved by hand."""
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)


@cache
def printed(language: str) -> dict[str, dict[str, str]]:
    """What is printed on boards and cards, by edition, in other languages than the books have."""
    files = (WORDS / language / "boards").glob("*.toml")
    return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(files)}
