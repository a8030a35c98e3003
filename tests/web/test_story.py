"""One story: at no frame does any part of the page know more than the board has shown, and nothing is left out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest
from playwright.sync_api import WebSocket, expect

from magnate.editions import Edition, load
from magnate.events import (
    AuctionWon,
    Built,
    CardDrawn,
    Conceded,
    DealDone,
    DeedBought,
    DeedMoved,
    DieRolled,
    Event,
    Jailed,
    Moved,
    OpeningRolled,
    PaidPlayer,
    RentLapsed,
    Rolled,
    TurnBegan,
    WentBankrupt,
)
from web.kit import PATIENCE, PHONE, SLOWNESS, Asker, Person, Visit, say
from web.pair import at, follows
from web.test_claims import golden, settled
from web.test_pace import STEP, against_bots
from web.tour import EDITIONS, Gallery

ROLLS = (Rolled, OpeningRolled, DieRolled)
NEW_OWNER = (DeedBought, AuctionWon, DeedMoved)
ANSWERS = 8  # of mine, before it has been looked at enough
REPLAYED, MOVES = 60, 24  # the first entry that is replayed, and how many follow
TURNS = 24  # of everybody, in a whole game
OWN = 3_000 * SLOWNESS  # milliseconds in which my own roll, walk and card are shown, whatever others do
MOMENT = 1_000 * SLOWNESS  # milliseconds in which a page that is behind shows a turn
# The golden button, or where it cannot be pressed the next answer.
ANSWER = (
    "[data-first] button[aria-keyshortcuts=' ']:not([aria-disabled=true]), .others button:not([aria-disabled=true])"
)
DEBT, END = "[data-question=debt]", "[data-end]"
# Every frame that differs from the one before: what each part of the page says.
WATCH = """
window.frames = []
window.times = []
const all = (query) => [...document.querySelectorAll(query)]
const spaceOf = (space) => Number(space.dataset.space)
const entryOf = (line) => Number(line.dataset.entry)
const seatOf = (token) => Number(token.dataset.token)
const cashIn = (purse) => [purse.dataset.cash, purse.textContent.replaceAll('\\u00a0', ' ')]
const sample = () => {
  const page = document.querySelector('[data-shown]:not([data-shown^="."])')
  if (page) {
    const frame = JSON.stringify({
      shown: page.dataset.shown,
      question: document.querySelector('section[data-question]')?.dataset.question ?? null,
      golden: document.querySelector('[data-first] .primary')?.textContent.trim() ?? null,
      headline: document.querySelector('section[data-question] h2, section.bar h2')?.textContent ?? null,
      digest: document.querySelector('[data-digest]')?.lastChild.textContent ?? null,
      number: Number(page.dataset.number ?? 0),
      lines: all('[data-entry]').slice(-20).map(entryOf),
      rolling: document.querySelector('.dice .rolling') !== null,
      faces: document.querySelector('.stage .dice')?.dataset.dice ?? null,
      cards: all('[data-card]').map((card) => card.dataset.card),
      purses: Object.fromEntries(all(':is(.people, .others, .me) [data-cash]').map(cashIn)),
      board: all('[data-space]').length > 0,
      owned: all('[data-space]').filter((space) => space.querySelector('.owner')).map(spaceOf),
      tokens: Object.fromEntries(all('[data-token]').map((token) => [seatOf(token), Number(token.dataset.at)])),
      hops: all('[data-token]').filter((token) => token.querySelector('.hop, .hop-too')).map(seatOf),
    })
    if (frame !== window.frames.at(-1)) {
      window.frames.push(frame)
      window.times.push(performance.now())
    }
  }
  requestAnimationFrame(sample)
}
requestAnimationFrame(sample)
"""


class Told(NamedTuple):
    """An entry as the server told it: its events, the view after it, and whether I decided it."""

    events: list[Event]
    view: dict[str, Any]
    is_mine: bool = False


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

    def turn(self, number: int, events: int) -> str:
        """Whose turn it is after so many events of an entry, in words: that may be said at any time."""
        view = self.before(number) or self.told[number].view
        began = [event.seat for event in self.told[number].events[:events] if isinstance(event, TurnBegan)]
        seat = [view["turn"], *began][-1]
        return "" if seat is None else say("en", "table.wait.turn", seat=view["seats"][seat]["name"])

    def owned(self, number: int, events: int) -> list[int]:
        """The spaces that are somebody's after so many events of an entry."""
        before, (told, after, _) = self.before(number), self.told[number]
        has_moved = events == len(told) or any(isinstance(event, NEW_OWNER) for event in told[:events])
        deeds = after["deeds"] if has_moved or before is None else before["deeds"]
        return [space for space, deed in zip(self.deeds, deeds, strict=True) if deed["owner"] is not None]

    def seen(self, number: int, events: int) -> list[Event]:
        """All events that were shown with so many events of an entry."""
        earlier = [event for one in sorted(self.told) if one < number for event in self.told[one].events]
        return earlier + self.told[number].events[:events]

    def since_mine(self, number: int, events: int) -> list[Event]:
        """The events that were shown since my last decision."""
        last = max((one for one in self.told if one <= number and self.told[one].is_mine), default=0)
        if last == number:
            return []
        later = [event for one in sorted(self.told) if last < one < number for event in self.told[one].events]
        return later + self.told[number].events[:events]

    def turns_behind(self, shown: int, number: int) -> int:
        """How many turns have begun between what is shown and what is known."""
        later = [event for one in self.told if shown < one <= number for event in self.told[one].events]
        return sum(isinstance(event, TurnBegan) for event in later)


def hear(person: Person) -> dict[int, Told]:
    """What the server tells this page from now on."""
    found: dict[int, Told] = {}

    def note(data: str | bytes) -> None:
        frame = json.loads(data)
        if frame["type"] == "Told" and frame.get("view"):
            events = [msgspec.convert(event, Event, strict=False) for event in frame.get("events", [])]
            entry = frame["entry"]
            is_mine = (
                entry["type"] == "Played"
                and entry.get("seat") == 0
                and entry.get("by", "person") != "bot"
                and entry["action"]["type"] != "ClaimRent"
            )
            found[frame["number"]] = Told(events, frame["view"], is_mine)

    def follow(socket: WebSocket) -> None:
        socket.on("framereceived", note)

    person.page.on("websocket", follow)
    return found


def dice_in(event: Event) -> str:
    """The faces of a roll, as the page has them."""
    return " ".join(map(str, [event.die] if isinstance(event, DieRolled) else event.dice))  # type: ignore[union-attr]


def ahead_in_digest(truth: Truth, digest: str, number: int, events: int) -> list[str]:
    """What the digest says that was not shown by then: it sums up what happened since my last decision."""
    names = [seat["name"] for seat in truth.told[number].view["seats"]]
    money = truth.edition.money
    paid: dict[tuple[int, int], int] = {}
    may: list[str] = []
    for event in truth.since_mine(number, events):
        match event:
            case PaidPlayer(seat=seat, other=other, amount=amount):
                paid[seat, other] = paid.get((seat, other), 0) + amount
            case RentLapsed(owner=0, debtor=seat):
                may.append(say("en", "table.digest.missed", seat=names[seat], amount="\0"))
            case AuctionWon(seat=seat):
                mine = ("you_won",) if seat == 0 else ("won", "you_lost")
                may += [say("en", f"table.digest.{says}", seat=names[seat], deed="\0") for says in mine]
            case DeedBought(seat=seat) | Built(seat=seat):
                says = "bought" if isinstance(event, DeedBought) else "built"
                may.append(say("en", f"table.digest.{says}", seat=names[seat], deed="\0"))
            case WentBankrupt(seat=seat) | Conceded(seat=seat) | Jailed(seat=seat):
                says = "jailed" if isinstance(event, Jailed) else "bankrupt"
                may.append(say("en", f"table.digest.{says}", seat=names[seat]))
            case DealDone(deal=seat):
                may.append(say("en", "table.digest.deal", seat=names[seat]))
    for (seat, other), amount in paid.items():
        if other == 0:
            may.append(say("en", "table.digest.paid_you", seat=names[seat], amount=money(amount)))
        if seat == 0:
            may.append(say("en", "table.digest.you_paid", seat=names[other], amount=money(amount)))
    allowed = [re.compile(re.escape(one).replace("\0", ".+"), re.IGNORECASE) for one in may]
    parts = [part.replace("\N{NO-BREAK SPACE}", " ") for part in digest.split(" · ")]
    return [part for part in parts if not any(one.fullmatch(part) for one in allowed)]


def headlines(frames: list[dict[str, Any]], truth: Truth) -> dict[int, set[str]]:
    """The headlines of each entry once it was shown whole."""
    found: dict[int, set[str]] = {}
    for frame in frames:
        number, _, part = frame["shown"].partition(".")
        here = int(number)
        if here in truth.told and frame["headline"] and part in ("", str(len(truth.told[here].events))):
            found.setdefault(here, set()).add(frame["headline"])
    return found


def contradictions(truth: Truth, frames: list[dict[str, Any]]) -> Iterator[str]:
    """Whatever in a frame does not agree with what the frame says was shown."""
    asked = headlines(frames, truth)
    for frame in frames:
        number, _, part = frame["shown"].partition(".")
        here = int(number)
        before = truth.before(here)
        if here not in truth.told or before is None:
            continue
        events, view, _ = truth.told[here]
        shown = int(part or len(events))
        coming = events[shown : shown + 1]
        is_whole = shown == len(events)
        asks = (view if is_whole else {} if view["question"] != before["question"] else before).get("question")
        where = f"entry {here}, {shown} of {len(events)} events ({[type(one).__name__ for one in events]}): {frame}"
        early = asked.get(here, set()) - {truth.turn(here, shown)}
        if not is_whole and view["question"] != before["question"] and frame["headline"] in early:
            yield f"the headline is ahead: {where}"
        drawn = [f"{one.deck} {one.card}" for one in [*truth.seen(here, shown), *coming] if isinstance(one, CardDrawn)]
        if any(card not in drawn[-1:] for card in frame["cards"]):
            yield f"open may be {drawn[-1:]}: {where}"
        rolls = [dice_in(one) for one in truth.seen(here, shown) if isinstance(one, ROLLS)]
        if rolls and frame["faces"] and not frame["rolling"] and frame["faces"] != rolls[-1]:
            yield f"the last roll was {rolls[-1]}: {where}"
        if frame["digest"] and (untold := ahead_in_digest(truth, frame["digest"], here, shown)):
            yield f"the digest is ahead: {untold}: {where}"
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


def lags(truth: Truth, frames: list[dict[str, Any]], times: list[float]) -> list[str]:
    """How long the page was more than one turn behind, each time, where it did not catch up at once.

    Bots without pauses are several turns ahead in no time; a turn that is watched takes two seconds or more.
    """
    found: list[str] = []
    since, most = 0.0, 0
    for frame, time in zip(frames, times, strict=True):
        here = int(frame["shown"].partition(".")[0])
        behind = truth.turns_behind(here, frame["number"])
        if behind > 1:
            since, most = since or time, max(most, behind)
        elif most:
            if time - since > OWN + most * MOMENT:
                found.append(f"{most} turns behind, and {time - since:.0f} ms until {frame['shown']}")
            since, most = 0.0, 0
    return found


def unseen(truth: Truth, frames: list[dict[str, Any]]) -> list[str]:
    """The rolls of which no frame shows that the dice rolled."""
    rolled = {frame["shown"] for frame in frames if frame["rolling"]}
    begin, end = (int(frames[place]["shown"].partition(".")[0]) for place in (0, -1))  # the page stood, it was left
    return [
        f"{number}.{place}"
        for number, (events, _, _) in truth.told.items()
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


def play_whole_game(person: Person, edition: str) -> None:
    """A short game against bots, to its end, looked at in every frame."""
    told = hear(person)
    against_bots(person, edition, options={"ending.turns": TURNS})
    while golden(person) != "over":
        settled(person)
        person.page.wait_for_timeout(STEP)
    assert told[max(told)].view["over"]
    tells_one_story(person, told, edition)


@pytest.mark.thorough
@pytest.mark.parametrize("edition", EDITIONS)
def test_in_a_whole_game_no_part_of_the_page_knows_more_than_the_board_has_shown(visit: Visit, edition: str) -> None:
    play_whole_game(visit("Ana", motion=True, scripts=[WATCH]), edition)


@pytest.mark.thorough
def test_on_a_phone_no_part_of_the_page_knows_more_than_the_board_has_shown(visit: Visit) -> None:
    play_whole_game(visit("Ana", size=PHONE, motion=True, scripts=[WATCH]), "clasico")


@pytest.mark.thorough
def test_a_replay_tells_one_story_too(gallery: Gallery, visit: Visit) -> None:
    kept = gallery.at("clasico", "over")
    ana = gallery.come(visit, motion=True)
    ana.context.add_init_script(WATCH)
    numbers = range(REPLAYED, REPLAYED + MOVES + 2)
    asker, path = Asker(ana.base), f"/api/tables/{kept.table}"
    entries = asker.ask("GET", f"{path}/log?after={REPLAYED - 1}&limit={len(numbers)}")["told"]
    told = {
        entry["number"]: Told(
            [msgspec.convert(event, Event, strict=False) for event in entry.get("events", [])],
            asker.ask("GET", f"{path}/moves/{entry['number']}")["view"],
        )
        for entry in entries
    }
    assert list(told) == list(numbers)
    ana.open(f"/t/{kept.table}?move={REPLAYED}")
    expect(ana.page.locator("[data-space]").first).to_be_visible()
    ana.button("replay.play").click()
    end = f"() => parseInt(document.querySelector('[data-shown]').dataset.shown) >= {REPLAYED + MOVES}"
    ana.page.wait_for_function(end, timeout=8 * PATIENCE)
    ana.button("replay.pause").click()
    tells_one_story(ana, told, "clasico")


def tells_one_story(person: Person, told: dict[int, Told], edition: str) -> None:
    """No frame of a page contradicts what it says was shown, and every roll was seen."""
    frames = [json.loads(frame) for frame in person.page.evaluate("window.frames")]
    times = person.page.evaluate("window.times")[: len(frames)]
    truth = Truth(told, load(edition))
    assert len(frames) > 50
    found = list(contradictions(truth, frames))
    assert not found, "\n".join(found[:5])
    assert not unseen(truth, frames)
    assert not lags(truth, frames[: len(times)], times)
