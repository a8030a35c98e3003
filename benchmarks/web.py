"""How quick the client is in a real browser: `make bench-web`.

(a) Ten seconds: from opening a link on a throttled phone to the first possible action, and what went over the wire.
(b) An hour of play: memory, nodes and listeners while thousands of moves go through one page, after forced collections.
(c) Sixty frames: how long the frames take on a desktop while tokens hop and dice roll.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

sys.path.pop(0)  # this folder: it has a server.py and a web.py of its own
sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from server.people import Plan
from server.process import Node
from web.conftest import FLAGS
from web.kit import PHONE, WIDE, Person, Received, Visit, Watch, chromium, wait_until
from web.moments import Kept, Moment, Played, PreparedTables, play
from web.tour import Gallery, enter

# What the developer tools of Chromium call "Slow 4G": the same figures. The latency is added to every request.
SLOW_4G = {"latency": 562.5, "downloadThroughput": 180_000, "uploadThroughput": 84_375, "offline": False}
SLOWER_CPU = 4
TRIES = 3
AIM_SECONDS, AIM_BYTES = 10.0, 150_000
MEGABYTE = 1_048_576
AFTERWARDS = 3000  # milliseconds in which what still moved when a table was left comes to its end


def throttled(person: Person) -> Received:
    """Make a page as slow as a cheap phone on a bad line, and count what it receives."""
    session = person.context.new_cdp_session(person.page)
    wire = Received(session)
    session.send("Network.emulateNetworkConditions", SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER_CPU})
    return wire


def ready(page: Page, selector: str) -> float:
    """Wait until something can be pressed; when that was, in seconds since the address was opened."""
    return float(
        page.evaluate(
            """(selector) => new Promise((resolve) => {
              const look = () => {
                const one = document.querySelector(selector)
                const box = one?.getBoundingClientRect()
                if (box?.width && one.getAttribute('aria-disabled') !== 'true') resolve(performance.now() / 1000)
                else requestAnimationFrame(look)
              }
              look()
            })""",
            selector,
        )
    )


class Opened(NamedTuple):
    """A link opened for the first time: when the first action was possible, and a game; what had come until then."""

    first: float
    received: int
    requests: int
    later: float
    received_later: int


def open_slowly(visit: Visit, path: str, selector: str, play: bool = False) -> Opened:
    """Open a link for the first time, and play if wanted."""
    person = visit("Ana", size=PHONE, motion=True)
    wire = throttled(person)
    person.page.goto(person.base + path, wait_until="commit")
    first = ready(person.page, selector)
    received, requests = wire.bytes, len(wire.files)
    later = 0.0
    if play:
        person.page.evaluate("(selector) => document.querySelector(selector).click()", selector)
        later = ready(person.page, "[data-first] .button.primary")
    received_later = wire.bytes
    visit.close()
    return Opened(first, received, requests, later, received_later)


def ten_seconds(visit: Visit, gallery: Gallery) -> bool:
    """(a)"""
    print(f"(a) A phone of {PHONE['width']}x{PHONE['height']}, processor {SLOWER_CPU} times slower, Slow 4G as in the")
    print(
        "    developer tools: 562.5 ms before each answer, 180 kB/s down, 84 kB/s up. Nothing kept; best and worst of 3"
    )
    table = gallery.prepared.asker.create(edition="clasico", seats=4)
    running = gallery.at("castis", "buy")
    ok = True
    for what, path, selector, plays in (
        ("start page: Play can be pressed", "/", ".start", True),
        ("invitation: Take a seat can be pressed", f"/t/{table}", ".strip .button.primary", False),
        ("link to a running game: the board is there", f"/t/{running.table}", ".table-page [data-space]", False),
    ):
        runs = [open_slowly(visit, path, selector, plays) for _ in range(TRIES)]
        firsts = sorted(run.first for run in runs)
        size, requests = runs[0].received, runs[0].requests
        ok &= firsts[-1] <= AIM_SECONDS
        print(f"    {what:44} {firsts[0]:5.1f} to {firsts[-1]:.1f} s, {size / 1000:6.1f} kB in {requests} requests")
        if plays:
            ok &= size <= AIM_BYTES
            laters = sorted(run.later for run in runs)
            ok &= laters[-1] <= AIM_SECONDS
            what, size = "... pressed at once: the first roll is possible", runs[0].received_later
            print(f"    {what:44} {laters[0]:5.1f} to {laters[-1]:.1f} s, {size / 1000:6.1f} kB")
    print(f"    aims: {AIM_SECONDS:.0f} s, {AIM_BYTES / 1000:.0f} kB: {'met' if ok else 'MISSED'}")
    return ok


class Driver:
    """Plays the moves of a game known beforehand over HTTP, while pages look on."""

    def __init__(self, prepared: PreparedTables, kept: Kept, game: Played) -> None:
        self.prepared = prepared
        self.kept = kept
        self.game = game
        self.at = kept.moment.moves
        self.number = int(prepared.asker.ask("GET", f"/api/tables/{kept.table}")["number"])

    @property
    def left(self) -> int:
        """How many moves are left."""
        return len(self.game.moves) - self.at

    def move(self) -> None:
        """Play the next one."""
        move = self.game.moves[self.at]
        action = msgspec.to_builtins(move.action)
        command = {"type": "Act", "seat": move.seat, "seen": self.number, "action": action}
        self.number = self.prepared.asker.do(self.kept.table, command, self.kept.tokens)["number"]
        self.at += 1

    def play(self, moves: int, pause: float = 0.0) -> None:
        """Play this many, with a pause after each; nothing else may use the same asker meanwhile."""
        for _ in range(min(moves, self.left)):
            self.move()
            time.sleep(pause)


def long_game(seed: int, patience: int) -> Played:
    """A game that nobody loses for as many moves."""
    game = play(Plan("clasico", None, 4, seed, {"setup.cash": 30_000}, patience))
    assert len(game.moves) >= patience, f"seed {seed} is over after {len(game.moves)} moves; {patience} are needed"
    return game


def begin(gallery: Gallery, game: Played) -> Driver:
    """A table at the beginning of a game, all seats mine."""
    kept = gallery.everyone(Moment("roll", game.plan, 12, 0))
    return Driver(gallery.prepared, kept, game)


class Health:
    """What a page holds, after everything it does not need was collected."""

    def __init__(self, session: CDPSession) -> None:
        for _ in range(2):
            session.send("HeapProfiler.collectGarbage")
        found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
        self.heap = found["JSHeapUsedSize"] / MEGABYTE
        self.nodes = int(found["Nodes"])
        self.listeners = int(found["JSEventListeners"])

    def __str__(self) -> str:
        return f"{self.heap:6.1f} MB, {self.nodes:6} nodes, {self.listeners:5} listeners"


def an_hour(visit: Visit, gallery: Gallery, moves: int) -> bool:
    """(b)"""
    print(f"(b) Memory: {moves} moves through one page, about an hour and a half of play; collected before each line")
    driver = begin(gallery, long_game(21, moves + 300))  # the end of a game is another page
    person = gallery.come(visit, "en", WIDE)
    session = person.context.new_cdp_session(person.page)
    session.send("Performance.enable")
    enter(person, driver.kept)
    found: list[tuple[int, Health]] = []
    while driver.at < moves:
        driver.play(moves // 7)
        quiet(person)
        found.append((driver.at, Health(session)))
        print(f"    pace off     after {driver.at:5} moves: {found[-1][1]}")
    visit.close()
    healths = [health for _, health in found]
    steady = max(one.nodes for one in healths[3:]) < 1.5 * max(one.nodes for one in healths[:3])
    steady &= max(one.listeners for one in healths[3:]) < 1.5 * max(one.listeners for one in healths[:3])
    grown = statistics.linear_regression([at for at, _ in found], [health.heap * 1024 for health in healths]).slope
    print(f"    grows by {grown:.1f} kB a move: the log, which the page keeps to be read")
    return tables_in_turn(visit, gallery) and steady and grown < 12.0


def tables_in_turn(visit: Visit, gallery: Gallery) -> bool:
    """Table after table in one window, with everything moving: what was left must be gone."""
    person = gallery.come(visit, "en", WIDE, motion=True)
    page = person.page
    session = person.context.new_cdp_session(page)
    session.send("Performance.enable")
    found = []
    for turn in range(5):
        driver = begin(gallery, long_game(31 + turn, 120))
        if turn == 0:
            enter(person, driver.kept)
        else:
            page.evaluate(f"localStorage.setItem('seats:{driver.kept.table}', '{quoted_tokens(driver.kept)}')")
            go(page, f"/t/{driver.kept.table}")
            page.locator(".table-page").wait_for()
        driver.play(60, 0.05)
        go(page, "/")
        page.locator(".start").wait_for()
        page.wait_for_timeout(AFTERWARDS)
        quiet(person)
        found.append(Health(session))
        print(f"    pace normal  start page after table {turn + 1}:  {found[-1]}")
    visit.close()
    return found[-1].heap < 1.25 * found[1].heap and found[-1].nodes < 1.3 * found[1].nodes


def go(page: Page, path: str) -> None:
    """To another place without loading the page again, as links do."""
    page.evaluate("(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }", path)


def quoted_tokens(kept: Kept) -> str:
    """The tokens as the browser keeps them."""
    return msgspec.json.encode(kept.tokens).decode()


def quiet(person: Person) -> None:
    """Wait until a page has nothing to do."""
    person.page.evaluate("() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3000 }))")


FRAMES = """
() => {
  window.frames60 = []
  let last = performance.now()
  const tick = (now) => {
    window.frames60.push(now - last)
    last = now
    window.ticking = requestAnimationFrame(tick)
  }
  window.ticking = requestAnimationFrame(tick)
}
"""


def sixty_frames(visit: Visit, gallery: Gallery, seconds: float) -> bool:
    """(c)"""
    print(f"(c) Frames at {WIDE['width']}x{WIDE['height']}, pace normal: {seconds:.0f} s of dice, hops, cards; no GPU")
    driver = begin(gallery, long_game(41, 600))
    person = gallery.come(visit, "en", WIDE, motion=True)
    session = person.context.new_cdp_session(person.page)
    session.send("Performance.enable")
    enter(person, driver.kept)
    page = person.page
    before = busy(session)
    page.evaluate(FRAMES)
    with beside(driver, seconds):
        length = "() => frames60.reduce((sum, one) => sum + one, 0)"
        wait_until(page, lambda: page.evaluate(length) > seconds * 1000, "frames", 60_000)
    frames: list[float] = page.evaluate("() => { cancelAnimationFrame(ticking); return frames60.slice(5) }")
    worked = (busy(session) - before) * 1000 / len(frames)
    visit.close()
    late = sum(one > 1.5 * 1000 / 60 for one in frames) / len(frames)
    over = sum(one > 17.7 for one in frames) / len(frames)
    rate, median, most = 1000 / statistics.mean(frames), statistics.median(frames), sorted(frames)[-len(frames) // 100]
    print(f"    {len(frames)} frames, {rate:.1f} a second, median {median:.1f} ms, 99 of 100 within {most:.1f} ms")
    print(
        f"    over 16.7 ms (one more allowed): {over:.1%}; a frame left out: {late:.1%}; work a frame: {worked:.1f} ms"
    )
    return worked < 1000 / 60 and late < 0.05


def busy(session: CDPSession) -> float:
    """Seconds the page's main thread has worked."""
    found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return float(found["TaskDuration"])


@contextmanager
def beside(driver: Driver, seconds: float) -> Iterator[None]:
    """Moves every 1.2 seconds, from a thread of their own."""
    until = time.monotonic() + seconds
    stop = threading.Event()

    def work() -> None:
        while time.monotonic() < until and driver.left and not stop.is_set():
            driver.move()
            stop.wait(1.2)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def run(browser: Browser, node: Node, asked: argparse.Namespace) -> bool:
    """All three."""
    watch = Watch()
    visit = Visit(browser, node.url, watch)
    gallery = Gallery(PreparedTables(node))
    parts = {
        "a": lambda: ten_seconds(visit, gallery),
        "b": lambda: an_hour(visit, gallery, asked.moves),
        "c": lambda: sixty_frames(visit, gallery, asked.seconds),
    }
    good = [parts[part]() for part in asked.parts]
    for problem in dict.fromkeys(watch.problems):
        print(f"in the browser: {problem}")
    return all(good) and not watch.problems


def main() -> None:
    """Measure, print, and say by the exit code whether the aims were met."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--parts", default="abc", help="which of a, b and c (abc)")
    parser.add_argument("--moves", type=int, default=2400, help="how many moves an hour is (2400)")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long frames are counted (20)")
    asked = parser.parse_args()
    begun = time.monotonic()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        node = stack.enter_context(Node(f"sqlite+aiosqlite:///{folder}/tables.db", Path(folder)))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        good = run(browser, node, asked)
        browser.close()
    print(f"{time.monotonic() - begun:.0f} s; {'every aim was met' if good else 'an aim was MISSED'}")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
