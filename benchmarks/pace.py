"""How long one waits for three bots, in a real browser: `python benchmarks/pace.py`.

Somebody presses only the golden button, against three bots of the house. For every edition and pace: the seconds from
the end of a turn to the next question, the share of the game spent waiting if a decision takes two seconds, and the
rents collected of those due. `skip` is the normal pace with the skip pressed; its seconds count from there.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import sync_playwright

sys.path.pop(0)  # this folder: it has a server.py and a web.py of its own
sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from magnate.editions import names
from server.process import Node
from web.conftest import FLAGS
from web.kit import Asker, Person, Visit, Watch, chromium
from web.test_claims import begin, golden, rents, settled, told

PACES = ("normal", "fast", "instant", "skip")
ASKED = "[data-first] .button.primary, [data-end]"
SKIP = "[data-first] .button:not(.primary):not([aria-disabled=true])"
DECISION = 2.0  # seconds
TWICE = 400  # milliseconds: a sooner press is the second half of a double click
LONGEST = 240  # seconds for one game


class Waited(NamedTuple):
    """What was measured in one game."""

    rounds: list[float]
    share: float
    claimed: int
    due: int


def until_asked(person: Person, skips: bool) -> float:
    """Wait for the next question, skipping to it if wanted; the seconds since the skip, or since now."""
    page, begun = person.page, time.monotonic()
    if skips:
        page.wait_for_timeout(TWICE)
        if page.locator(SKIP).count():
            begun = time.monotonic()
            page.locator(SKIP).first.click()
    page.wait_for_selector(ASKED, timeout=120_000)
    return time.monotonic() - begun


def play(person: Person, edition: str, pace: str, rounds: int) -> Waited:
    """Play so many rounds by the golden button."""
    table = begin(person, edition)
    found, waited, decisions, begun = list[float](), 0.0, 0, time.monotonic()
    until_asked(person, False)
    while len(found) < rounds and time.monotonic() - begun < LONGEST:
        person.page.wait_for_timeout(TWICE)
        button = person.page.locator("[data-first] .button.primary")
        is_end = button.count() and person.say("action.EndTurn") in button.inner_text()
        if golden(person) in ("over", "dead"):
            break
        decisions += 1
        settled(person)
        spent = until_asked(person, bool(is_end) and pace == "skip")
        waited += spent
        if is_end:
            found.append(spent)
    claimed, lost = rents(told(person, table))
    return Waited(found, waited / (waited + DECISION * decisions), claimed, claimed + lost)


def result(person: Person, edition: str) -> float:
    """Give up on the first turn; the seconds from *Show the result* to the result."""
    page = person.page
    table = begin(person, edition)
    while not page.locator("[data-question=turn] .button.primary").count():
        until_asked(person, True)
        golden(person)
        settled(person)
    number = Asker(person.base).ask("GET", f"/api/tables/{table}")["number"]
    concede = {"type": "Act", "seat": 0, "seen": number, "action": {"type": "Concede"}}
    Asker(person.base, person).do(table, concede, person.tokens(table))
    button = person.button("table.result")
    button.wait_for()
    begun = time.monotonic()
    button.click()
    page.wait_for_selector("[data-end]", timeout=600_000)
    return time.monotonic() - begun


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("editions", nargs="*", default=names())
    parser.add_argument("--rounds", type=int, default=6, help="rounds for each pace")
    parser.add_argument("--paces", nargs="*", default=PACES)
    parser.add_argument("--result", action="store_true", help="only the time to the result")
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        Node(f"sqlite+aiosqlite:///{folder}/tables.db", Path(folder)) as node,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        for edition in asked.editions:
            for pace in ["result"] if asked.result else asked.paces:
                visit = Visit(browser, node.url, Watch())
                kept = {"pace": "normal" if pace in ("skip", "result") else pace, "guide": "off"}
                ana = visit("Ana", motion=True, kept=kept)
                if asked.result:
                    print(f"| {edition} | {result(ana, edition):.1f} |", flush=True)
                else:
                    rounds, share, claimed, due = play(ana, edition, pace, asked.rounds)
                    middle = statistics.median(rounds) if rounds else 0.0
                    print(
                        f"| {edition} | {pace} | {middle:.1f} | {max(rounds, default=0):.1f} | {share:.0%} |"
                        f" {claimed} of {due} |",
                        flush=True,
                    )
                visit.close()
        browser.close()


if __name__ == "__main__":
    main()
