"""What real browsers send and are sent while four people play: the shape of the traffic that `server.py` makes.

    python benchmarks/browser_traffic.py                 # four Chromium pages at one table, for two minutes
    python benchmarks/browser_traffic.py --seconds 30

Four pages of the built web client sit down at a table of `clasico`; whoever is asked presses the first button. Every
frame over their sockets and every request is counted. Needs Chromium and the client (`npm --prefix web run build`).
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

sys.path.pop(0)  # this folder, which has a server.py of its own
sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Error, Page, WebSocket, sync_playwright

from server.process import Node
from web.conftest import FLAGS
from web.kit import Asker, Visit, Watch, chromium, need_client

NAMES = ("Ana", "Bea", "Cat", "Dan")
READY = "[data-first] .button.primary:not([aria-busy=true]):not([aria-disabled=true])"


class Seen(NamedTuple):
    """A frame: who, whether the page sent it, its type, its size, and when."""

    name: str
    is_sent: bool
    type: str
    size: int
    at: float


class Record:
    """All frames and requests of the pages."""

    def __init__(self) -> None:
        self.frames: list[Seen] = []
        self.requests: Counter[str] = Counter()

    def follow(self, name: str, page: Page) -> None:
        """Record a page."""
        page.on("websocket", lambda socket: self.listen(name, socket))
        page.on("request", lambda request: self.requests.update([f"{request.method} {path_of(request.url)}"]))

    def listen(self, name: str, socket: WebSocket) -> None:
        """Record a socket of a page."""
        socket.on("framesent", lambda text: self.note(name, True, text))
        socket.on("framereceived", lambda text: self.note(name, False, text))

    def note(self, name: str, is_sent: bool, text: str | bytes) -> None:
        """Record a frame."""
        frame: dict[str, Any] = json.loads(text)
        kind = frame["type"]
        if kind == "Do":
            kind = f"Do {frame['command']['type']}"
        self.frames.append(Seen(name, is_sent, kind, len(text), time.monotonic()))


def path_of(url: str) -> str:
    """The path of an address, without the codes of tables."""
    parts = url.split("/", 3)[-1].split("?")[0].split("/")
    return "/" + "/".join("{table}" if parts[:place] == ["api", "tables"] else part for place, part in enumerate(parts))


def play(visit: Visit, record: Record, seconds: float) -> tuple[float, float]:
    """Four people sit down and play; the moments between which their traffic counts."""
    people = [visit(name, motion=True) for name in NAMES]
    table = Asker(visit.base, people[0]).create(edition="clasico", seats=len(people))
    for seat, person in enumerate(people):
        record.follow(person.name, person.page)
        person.sit(table, seat)
    people[0].button("lobby.start").click()
    people[0].page.locator("[data-first]").first.wait_for()
    record.requests.clear()
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        for person in people:
            button = person.page.locator(READY).first
            try:
                if button.is_visible():
                    button.click(timeout=500)
            except Error:  # it went away: somebody else was faster, or the question changed
                continue
        people[0].page.wait_for_timeout(100)
    return begun, time.monotonic()


def report(record: Record, begun: float, ended: float) -> None:
    """Print what was recorded, for one page."""
    frames = [one for one in record.frames if begun <= one.at <= ended]
    minutes, pages = (ended - begun) / 60, len(NAMES)
    told = sum(one.type == "Told" for one in frames) / pages
    print(f"{pages} pages, {minutes * 60:.0f} s, {told:.0f} entries\n")
    print("| frame | of a page, a minute | for each entry | bytes |\n|---|--:|--:|--:|")
    kinds = Counter((one.is_sent, one.type) for one in frames)
    for (is_sent, kind), count in sorted(kinds.items(), key=lambda item: (not item[0][0], -item[1])):
        size = sum(one.size for one in frames if (one.is_sent, one.type) == (is_sent, kind)) / count
        rate = f"{count / pages / minutes:.1f} | {count / pages / max(told, 1):.2f}"
        print(f"| {'sent' if is_sent else 'received'} `{kind}` | {rate} | {size:,.0f} |")
    print("\nrequests while they played:", dict(record.requests) or "none")


def main() -> int:
    """Record, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=120)
    seconds = parser.parse_args().seconds
    need_client()
    record = Record()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        with Node(f"sqlite+aiosqlite:///{folder}/tables.db", Path(folder)) as node:
            visit = Visit(browser, node.url, Watch())
            begun, ended = play(visit, record, seconds)
            visit.close()
        browser.close()
    report(record, begun, ended)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
