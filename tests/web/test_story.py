"""One story: at no frame does any part of the page know more than the board has shown, and nothing is left out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest
from playwright.sync_api import WebSocket, expect

from magnate.editions import Edition, load
from magnate.events import AuctionWon, DeedBought, DeedMoved, DieRolled, Event, Jailed, Moved, OpeningRolled, Rolled
from web.kit import PATIENCE, Person, Visit
from web.pair import at, follows
from web.test_claims import golden, settled
from web.test_pace import STEP, against_bots
from web.tour import EDITIONS

ROLLS = (Rolled, OpeningRolled, DieRolled)
NEW_OWNER = (DeedBought, AuctionWon, DeedMoved)
ANSWERS = 8  # of mine, before it has been looked at enough
TURNS = 24  # of everybody, in a whole game
# The golden button, or where it cannot be pressed the next answer.
ANSWER = (
    "[data-first] button[aria-keyshortcuts=' ']:not([aria-disabled=true]), .others button:not([aria-disabled=true])"
)
DEBT, END = "[data-question=debt]", "[data-end]"
# Every frame that differs from the one before: what each part of the page says.
WATCH = """
window.frames = []
const all = (query) => [...document.querySelectorAll(query)]
const spaceOf = (space) => Number(space.dataset.space)
const entryOf = (line) => Number(line.dataset.entry)
const seatOf = (token) => Number(token.dataset.token)
const cashIn = (purse) => [purse.dataset.cash, purse.textContent.replaceAll('\\u00a0', ' ')]
const sample = () => {
  const page = document.querySelector('[data-shown]')
  if (page) {
    const frame = JSON.stringify({
      shown: page.dataset.shown,
      question: document.querySelector('section[data-question]')?.dataset.question ?? null,
      golden: document.querySelector('[data-first] .primary')?.textContent.trim() ?? null,
      headline: document.querySelector('section[data-question] h2, section.bar h2')?.textContent ?? null,
      lines: all('[data-entry]').slice(-20).map(entryOf),
      rolling: document.querySelector('.dice .rolling') !== null,
      purses: Object.fromEntries(all('.people [data-cash]').map(cashIn)),
      board: all('[data-space]').length > 0,
      owned: all('[data-space]').filter((space) => space.querySelector('.owner')).map(spaceOf),
      tokens: Object.fromEntries(all('[data-token]').map((token) => [seatOf(token), Number(token.dataset.at)])),
      hops: all('[data-token]').filter((token) => token.querySelector('.hop, .hop-too')).map(seatOf),
    })
    if (frame !== window.frames.at(-1)) window.frames.push(frame)
  }
  requestAnimationFrame(sample)
}
requestAnimationFrame(sample)
"""


class Told(NamedTuple):
    """An entry as the server told it: its events, and the view after it."""

    events: list[Event]
    view: dict[str, Any]


class Truth:
    """What the server told, and what follows from so much of it."""

    def __init__(self, told: dict[int, Told], edition: Edition) -> None:
        self.told = told
        self.edition = edition
        spaces = list(enumerate(edition.file.spaces))
        self.jail = next(place for place, space in spaces if space.kind == "jail")
        self.deeds = [place for place, space in spaces if space.kind == "deed"]

    def before(self, number: int) -> dict[str, Any] | None:
        """The view before an entry."""
        found = [self.told[one].view for one in sorted(self.told) if one < number]
        return found[-1] if found else None

    def cash(self, number: int, events: int) -> dict[int, int]:
        """Everybody's purse after so many events of an entry."""
        before = self.before(number)
        purses = {} if before is None else {seat["seat"]: seat["cash"] for seat in before["seats"]}
        for event in self.told[number].events[:events]:
            for seat, change in event.cash_changes().items():
                purses[seat] += change
        return purses

    def space(self, seat: int, number: int, events: int) -> int | None:
        """Where a token stands after so many events of an entry."""
        before = self.before(number)
        space: int | None = None if before is None else before["seats"][seat]["space"]
        for event in self.told[number].events[:events]:
            if isinstance(event, Moved) and event.seat == seat:
                space = event.space
            if isinstance(event, Jailed) and event.seat == seat:
                space = self.jail
        return space

    def owned(self, number: int, events: int) -> list[int]:
        """The spaces that are somebody's after so many events of an entry."""
        before, (told, after) = self.before(number), self.told[number]
        has_moved = events == len(told) or any(isinstance(event, NEW_OWNER) for event in told[:events])
        deeds = after["deeds"] if has_moved or before is None else before["deeds"]
        return [space for space, deed in zip(self.deeds, deeds, strict=True) if deed["owner"] is not None]


def hear(person: Person) -> dict[int, Told]:
    """What the server tells this page from now on."""
    found: dict[int, Told] = {}

    def note(data: str | bytes) -> None:
        frame = json.loads(data)
        if frame["type"] == "Told" and frame.get("view"):
            events = [msgspec.convert(event, Event, strict=False) for event in frame.get("events", [])]
            found[frame["number"]] = Told(events, frame["view"])

    def follow(socket: WebSocket) -> None:
        socket.on("framereceived", note)

    person.page.on("websocket", follow)
    return found


def contradictions(truth: Truth, frames: list[dict[str, Any]]) -> Iterator[str]:
    """Whatever in a frame does not agree with what the frame says was shown."""
    for frame in frames:
        number, _, part = frame["shown"].partition(".")
        here = int(number)
        before = truth.before(here)
        if here not in truth.told or before is None:
            continue
        events, view = truth.told[here]
        shown = int(part or len(events))
        coming = events[shown : shown + 1]
        is_whole = shown == len(events)
        asks = (view if is_whole else {} if view["question"] != before["question"] else before).get("question")
        where = f"entry {here}, {shown} of {len(events)} events ({[type(one).__name__ for one in events]}): {frame}"
        if any(entry > here for entry in frame["lines"]) or frame["lines"].count(here) > shown:
            yield f"the log is ahead: {where}"
        is_over = is_whole and view["over"]  # the golden button is then that of another game
        if frame["question"] not in (None, asks and asks["type"]) or (frame["golden"] and not asks and not is_over):
            yield f"question or golden button is ahead: {where}"
        if frame["rolling"] and not (coming and isinstance(coming[0], ROLLS)):
            yield f"dice roll that were told already: {where}"
        if frame["board"] and frame["owned"] != truth.owned(here, shown):
            yield f"owned are {truth.owned(here, shown)}: {where}"
        for seat, purse in frame["purses"].items():
            if purse != truth.edition.money(truth.cash(here, shown)[int(seat)]):
                yield f"the purse of {seat}: {where}"
        for seat, place in frame["tokens"].items():
            space = truth.space(int(seat), here, shown)
            is_moving = int(seat) in frame["hops"]
            if is_moving and not (coming and isinstance(coming[0], Moved | Jailed)):
                yield f"a token walks that has arrived: {where}"
            if not is_moving and space != place:
                yield f"the token of {seat} is not on {space}: {where}"


def unseen(truth: Truth, frames: list[dict[str, Any]]) -> list[str]:
    """The rolls of which no frame shows that the dice rolled."""
    rolled = {frame["shown"] for frame in frames if frame["rolling"]}
    begin, end = (int(frames[place]["shown"].partition(".")[0]) for place in (0, -1))  # the page stood, it was left
    return [
        f"{number}.{place}"
        for number, (events, _) in truth.told.items()
        if begin < number < end
        for place, event in enumerate(events)
        if isinstance(event, ROLLS) and f"{number}.{place}" not in rolled
    ]


def test_no_part_of_the_page_knows_more_than_the_board_has_shown(visit: Visit) -> None:
    ana = visit("Ana", motion=True, scripts=[WATCH])
    told = hear(ana)
    against_bots(ana)
    for _ in range(ANSWERS):
        expect(ana.page.locator(f"{ANSWER}, {DEBT}, {END}").first).to_be_visible(timeout=2 * PATIENCE)
        if ana.page.locator(f"{DEBT}, {END}").count():  # enough was seen
            break
        number = at(ana)
        ana.page.locator(ANSWER).first.click()
        follows(ana, number + 1)
        ana.page.wait_for_timeout(STEP)
    tells_one_story(ana, told, "castis")


@pytest.mark.thorough
@pytest.mark.parametrize("edition", EDITIONS)
def test_in_a_whole_game_no_part_of_the_page_knows_more_than_the_board_has_shown(visit: Visit, edition: str) -> None:
    ana = visit("Ana", motion=True, scripts=[WATCH])
    told = hear(ana)
    against_bots(ana, edition, options={"ending.turns": TURNS})
    while golden(ana) != "over":
        settled(ana)
        ana.page.wait_for_timeout(STEP)
    assert told[max(told)].view["over"]
    tells_one_story(ana, told, edition)


def tells_one_story(person: Person, told: dict[int, Told], edition: str) -> None:
    """No frame of a page contradicts what it says was shown, and every roll was seen."""
    frames = [json.loads(frame) for frame in person.page.evaluate("window.frames")]
    truth = Truth(told, load(edition))
    assert len(frames) > 50
    assert not list(contradictions(truth, frames))[:3]
    assert not unseen(truth, frames)
