"""Real pages at tables whose server is killed: pairs play in Chromium, and every page must come back by itself.

The pages belong to a thread of their own. Whoever kills the server asks `shown`, starts it again, and calls
`come_back`, which returns when play goes on at every table and every page shows it, without having been loaded again.
"""

from __future__ import annotations

import threading
import time
from types import TracebackType
from typing import Self

from playwright.sync_api import Error, sync_playwright

from web.conftest import FLAGS
from web.kit import Asker, Person, Visit, Watch, chromium, need_client
from web.pair import LOST

READY = "[data-first] .button.primary:not([aria-busy=true]):not([aria-disabled=true])"
RICH = {"setup.cash": 60_000}  # nobody goes bankrupt before the last kill
LONG = 90.0  # seconds in which a page must be back: a busy machine is slow
LOOK = """() => [Number(document.querySelector('[data-number]')?.dataset.number ?? 0), window.isSamePage === true]"""


class Pair:
    """Two people and perhaps somebody who watches, each in a browser of their own, at one table."""

    def __init__(self, table: str, people: list[Person]) -> None:
        self.table = table
        self.people = people
        self.shown = [0] * len(people)  # the last number of each page
        self.played = 0  # the number at the first action after the kill; 0: none yet
        self.is_back = True

    def look(self) -> None:
        """See what each page shows. A page that was loaded again did not come back by itself."""
        for place, person in enumerate(self.people):
            number, is_same = person.page.evaluate(LOOK)
            assert is_same, f"the page of {person.name} at {self.table} was loaded again"
            self.shown[place] = max(self.shown[place], number)

    def press(self) -> None:
        """Whoever is asked presses the first button."""
        for place, person in enumerate(self.people[:2]):
            button = person.page.locator(READY).first
            try:
                if button.is_visible():
                    button.click(timeout=500)
                    self.played = self.played or self.shown[place]
            except Error:  # it went away: the question changed, or the server is gone
                continue

    def has_come_back(self) -> bool:
        """Whether somebody has played since the kill, and every page shows it and no notice of a lost connection."""
        if not self.played or min(self.shown) <= self.played:
            return False
        return not any(person.text("table.lost.title").count() for person in self.people)


class KilledPages(threading.Thread):
    """So many pages, two of them at a table; an odd one watches the first table."""

    def __init__(self, base: str, count: int) -> None:
        super().__init__(name="pages", daemon=True)
        assert count >= 2, "it takes two pages to play"
        self.base = base
        self.count = count
        self.pairs: list[Pair] = []
        self.is_playing = threading.Event()
        self.is_leaving = threading.Event()
        self.killed = 0.0
        self.seconds: list[float] = []  # from the kill until play went on, for each page
        self.error: BaseException | None = None

    def __enter__(self) -> Self:
        need_client()
        self.start()
        while not self.is_playing.wait(0.2):
            self.check()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.is_leaving.set()
        self.join()

    # For whoever kills the server.

    def shown(self) -> dict[str, int]:
        """The highest number that a page has shown, for each table: it must be stored."""
        return {pair.table: max(pair.shown) for pair in self.pairs}

    def come_back(self, killed: float) -> None:
        """Wait until play goes on at every table. `killed` is when the server was killed."""
        self.killed = killed
        for pair in self.pairs:
            pair.played, pair.is_back = 0, False
        until = time.monotonic() + LONG
        while waiting := [pair for pair in self.pairs if not pair.is_back]:
            self.check()
            names = ", ".join(f"{pair.table} at {pair.shown}" for pair in waiting)
            assert time.monotonic() < until, f"pages did not come back within {LONG:.0f} s: {names}"
            time.sleep(0.05)

    def check(self) -> None:
        """Raise what went wrong in the thread of the pages."""
        if self.error is not None:
            raise AssertionError(f"in a page: {self.error}") from self.error

    # The thread.

    def run(self) -> None:
        """Sit down, play until everybody leaves."""
        watch = Watch()
        watch.allow(*LOST)
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
                visit = Visit(browser, self.base, watch)
                self.sit(visit)
                self.is_playing.set()
                while not self.is_leaving.is_set():
                    self.play()
                    assert not watch.problems, "\n".join(watch.problems)
                visit.close()
                browser.close()
        except BaseException as error:
            self.error = error

    def sit(self, visit: Visit) -> None:
        """Everybody sits down and the games begin."""
        for place in range(self.count // 2):
            people = [visit(f"{name} {place}") for name in ("Ana", "Bea")]
            table = Asker(self.base, people[0]).create(edition="clasico", seats=2, options=RICH, absence=0)
            for seat, person in enumerate(people):
                person.sit(table, seat)
            people[0].button("lobby.start").click()
            if place == 0 and self.count % 2:
                people.append(visit("Watcher"))
                people[-1].open(f"/t/{table}")
            for person in people:
                person.page.locator("[data-number]").wait_for()
                person.page.evaluate("() => { window.isSamePage = true }")
            self.pairs.append(Pair(table, people))

    def play(self) -> None:
        """Look at every page, and press what can be pressed."""
        for pair in self.pairs:
            pair.look()
            pair.press()
            if not pair.is_back and pair.has_come_back():
                pair.is_back = True
                self.seconds += [time.monotonic() - self.killed] * len(pair.people)
        self.pairs[0].people[0].page.wait_for_timeout(50)
