"""Four people before four browsers play a game of every edition on a real server, and meet all its decision points.

Their games are known beforehand (`seek.py` found them): whatever is decided for the first time is decided by pressing
the page's own controls, whatever was decided before is played quickly over HTTP, while all four pages follow.
`make test` plays one edition, `make test-all` every one.
"""

from __future__ import annotations

import json
import random
import re
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from magnate.actions import Action, ClaimRent, Concede, Mortgage
from magnate.editions import load, names
from magnate.events import Event, TurnEnded
from magnate.game import Game
from magnate.protocol.config import Config
from magnate.server.tables.pace import rents_due
from server.people import Watcher, points_of
from server.process import Node, put_table, run
from web.hands import Hands
from web.kit import PATIENCE, Asker, Person, Visit, wait_until
from web.seek import NAMES, SKINS, goals, records

TONGUES = ("en", "ro", "es", "it")
SHOWN = """([number, told]) => {
    const find = (what) => document.querySelector(what)
    if (!(Number(find('[data-number]')?.dataset.number) >= number)) return false
    return !told || find(`[data-entry="${number}"]`) !== null || find('[data-end]') !== null
}"""
LONG = 4 * PATIENCE  # for a page to catch up with many quick moves


class Party:
    """Four people at one table: their pages, their hands, and the same game beside it to compare with."""

    def __init__(self, people: Sequence[Person], house: Node, file: Path) -> None:
        record = file.read_text(encoding="utf-8")
        found = Game.replay(record)
        self.moves = [(move.seat, move.action) for move in found.moves if move.action is not None]
        self.twin = Game(found.edition, seats=len(NAMES), names=NAMES, dice=found.dice)
        self.people = people
        self.hands = [Hands(person, seat, self.twin.edition) for seat, person in enumerate(people)]
        self.host = Asker(house.url, people[0])
        self.id = "".join(random.SystemRandom().choices("23456789abcdefghjkmnpqrstuvwxyz", k=8))
        self.number = 0
        self.tokens: list[str] = []
        edition = found.edition.file.id
        options = {path: json.loads(value) for path, value in re.findall(r"^option (\S+) (.+)$", record, re.MULTILINE)}
        config = Config(edition=edition, seats=len(NAMES), options=options, skin=SKINS.get(edition))
        self._aside(put_table(house.database, self.id, self.host.me(), config, self.twin.dice))

    def _aside(self, work: Any) -> None:
        """Run a coroutine where no browser is driven."""
        failed: list[BaseException] = []

        def go() -> None:
            try:
                run(work)
            except BaseException as error:
                failed.append(error)

        thread = threading.Thread(target=go)
        thread.start()
        thread.join()
        if failed:
            raise failed[0]

    def sit(self) -> None:
        """Everybody comes by the link, takes a seat and a name; the host starts."""
        for seat, person in enumerate(self.people):
            person.sit(self.id, seat)
        self.people[0].button("lobby.start").click()
        for person in self.people:
            expect(person.page.locator("[data-number]")).to_be_visible()
        self.tokens = [self._token(person) for person in self.people]
        self.number = self.host.ask("GET", f"/api/tables/{self.id}")["number"]

    def _token(self, person: Person) -> str:
        """The token of somebody's seat, as soon as their browser has it."""
        wait_until(person.page, lambda: bool(person.tokens(self.id)), f"{person.name} has a token")
        return person.tokens(self.id)[0]

    def quickly(self, seat: int, action: Action) -> list[Event]:
        """Play a move over HTTP."""
        command = {
            "type": "Act",
            "seat": seat,
            "seen": self.number,
            "action": msgspec.to_builtins(action, str_keys=True),
        }
        self.number = self.host.do(self.id, command, [self.tokens[seat]])["number"]
        return self.twin.play(seat, action)

    def by_hand(self, seat: int, action: Action) -> list[Event]:
        """Play a move by the controls of its page; every page shows what came of it."""
        person, before = self.people[seat], self.twin.view(seat)
        self.follow(self.number, told=False, seats=[seat])
        self.hands[seat].play(action, before)
        found: list[dict[str, Any]] = []

        def kept() -> bool:
            log = self.host.ask("GET", f"/api/tables/{self.id}/log?after={self.number}")
            found[:] = [told for told in log["told"] if told["entry"]["type"] == "Played"]
            return bool(found)

        wait_until(person.page, kept, f"{person.name} plays {action}")
        [told] = found
        assert told["entry"]["seat"] == seat
        assert msgspec.convert(told["entry"]["action"], Action, strict=False) == action
        self.number = told["number"]
        events = self.twin.play(seat, action)
        log = person.role("tab", "table.panel.log")
        if log.count() and log.get_attribute("aria-selected") != "true":
            log.click()
        self.follow(self.number, told=any(not isinstance(event, TurnEnded) for event in events))
        self._purses(person)
        return events

    def follow(self, number: int, told: bool, seats: list[int] | None = None) -> None:
        """Wait until the pages show this entry."""
        for seat in seats if seats is not None else range(len(self.people)):
            self.people[seat].page.wait_for_function(SHOWN, arg=[number, told], timeout=LONG)

    def _purses(self, person: Person) -> None:
        """What everybody has, as a page shows it, is what the rules say."""
        view = self.twin.view()
        if view.over or self.twin.edition.rules.table.private_cash:
            return
        shown = person.role("region", "table.panel.people").get_by_role("button", expanded=False)
        for seat in view.seats:
            assert seat.cash is not None
            money = self.twin.edition.money(seat.cash)
            name = re.compile(re.escape(seat.name))  # minding case: not the «ion» of «prigione»
            expect(shown.filter(has_text=name).filter(has_text=money)).to_have_count(1)


@pytest.fixture
def people(visit: Visit) -> list[Person]:
    """Four people, each with a language of their own. What each page adds to the dice is known beforehand here."""
    known = "crypto.getRandomValues = (array) => array.fill({})"
    return [
        visit(name, language=language, scripts=[known.format(seat + 1)])
        for seat, (name, language) in enumerate(zip(NAMES, TONGUES, strict=True))
    ]


def has_backs(edition: str) -> bool:
    """Whether the contracts have something on their backs."""
    return any(getattr(space, "back", "") for space in load(edition).file.spaces)


def points_on_screen(edition: str) -> set[str]:
    """The decision points of an edition that four people before browsers meet."""
    return points_of(edition) | ({"DP-40"} if has_backs(edition) else set())


def editions() -> Iterator[Any]:
    """Every edition, with what it proves: the names that are given, and its own decision points."""
    for edition in names():
        yield pytest.param(edition, marks=pytest.mark.proves("DP-02", *sorted(points_on_screen(edition))))


@pytest.mark.thorough
@pytest.mark.parametrize("edition", list(editions()))
def test_four_browsers_meet_every_decision_of_an_edition(edition: str, people: list[Person], house: Node) -> None:
    met = set[str]()
    for file in records(edition):
        party = Party(people, house, file)
        party.sit()
        play(party, met)
        end(party)
    missing = points_on_screen(edition) - met
    assert not missing, (
        f"not met in the browsers: {sorted(missing)}; `python tests/web/seek.py {edition}` looks for games"
    )
    assert Concede.__name__ in met


def play(party: Party, met: set[str]) -> None:
    """Play a game: by hand whatever was not met before, in any game; quickly what was."""
    watcher = Watcher(party.twin.edition)
    before = None
    for seat, action in party.moves:
        if (seat, action) == before and isinstance(action, ClaimRent) and not rents_due(party.twin, seat):
            continue  # a table refuses claim after claim of what is not due
        before = (seat, action)
        asked = goals(watcher, party.twin.view(), seat, action) or {type(action).__name__}
        if asked <= met:
            watcher.hear(party.quickly(seat, action))
            continue
        watcher.hear(party.by_hand(seat, action))
        met |= asked
        if isinstance(action, Mortgage) and "DP-40" not in met:
            met |= turn_over(party, action.deed, (seat + 1) % len(NAMES))


def turn_over(party: Party, deed: int, reader: int) -> set[str]:
    """Somebody else opens a mortgaged contract on the board and reads its back, where there is one (DP-40)."""
    edition = party.twin.edition
    if not has_backs(edition.file.id):
        return set()
    person, name = party.people[reader], party.hands[reader].deed(deed)
    person.page.get_by_role("button", name=re.compile(rf"^{re.escape(name)}, ")).first.click()
    contract = person.page.get_by_role("dialog", name=name)
    over, back = person.button("board.turn_over", contract), person.button("board.turn_back", contract)
    expect(over.or_(back)).to_be_visible()
    if over.count():
        over.click()
    expect(back).to_be_visible()
    space = party.hands[reader].spaces[deed]
    expect(contract).to_contain_text(party.hands[reader].told(space.back, space.back_en))
    person.page.keyboard.press("Escape")
    expect(contract).to_have_count(0)
    return {"DP-40"}


@pytest.mark.proves("DP-01", "DP-02")
@pytest.mark.parametrize("edition", names())
def test_the_host_makes_a_table_of_an_edition_by_its_dialog(edition: str, visit: Visit, house: Node) -> None:
    person, book = visit("Ana", kept={"edition": edition}), load(edition)
    variant = next(iter(book.file.variants), None)
    person.open("/")
    person.button("start.make").click()
    dialog = person.page.get_by_role("dialog", name=person.say("lobby.make"))
    if variant is not None:
        person.role("combobox", "lobby.variant", dialog).select_option(variant)
    seats = load(edition, variant=variant).seats[0]
    field = person.role("spinbutton", "lobby.seats", dialog)
    field.fill(str(seats))
    field.press("Enter")
    person.button("lobby.create", dialog).click()
    expect(person.button("lobby.start")).to_be_visible()
    table = Asker(house.url, person).ask("GET", f"/api/tables/{person.page.url.rpartition('/')[2]}")
    config = table["config"]
    assert (config["edition"], config["variant"], config["seats"]) == (edition, variant, seats)
    assert table["seats"][0]["person"] == table["host"]


def end(party: Party) -> None:
    """The end screen for everybody, and one more game for all by one click."""
    party.follow(party.number, told=False)
    winner = NAMES[party.twin.view().winners[0]]
    for person, name in zip(party.people, NAMES, strict=False):
        won = "end.you_win" if name == winner else "end.wins"
        expect(person.role("heading", won, name=winner)).to_be_visible()
    party.people[0].button("end.again").click()
    for person in party.people:
        expect(person.button("lobby.start").or_(person.button("lobby.take_any")).first).to_be_visible()
        expect(person.page).not_to_have_url(re.compile(f"{party.id}$"))
