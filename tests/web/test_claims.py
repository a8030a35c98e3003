"""Rents that must be claimed: a newcomer who presses only the golden button gets all of them, and nobody else knows.

The server's bots pause for a minute unless somebody wishes otherwise, and so does the time to claim: whoever plays at
once waits for no pause, and no test depends on how quick a page is.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from server.process import Node
from web.kit import PHONE, WIDE, Asker, Person, Visit, Watch, wait_until
from web.moments import dealt
from web.pair import asked, first, follows, latest

CLAIMING = ("clasico", "expopolis", "europolis")
AT_ONCE = {"pace": "instant", "guide": "off"}


@pytest.fixture
def patient(browser: Browser, tmp_path: Path, watch: Watch) -> Iterator[Visit]:
    """People before a server whose bots pause for a minute."""
    with Node(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path, bot_pause_ms=60_000) as node:
        visit = Visit(browser, node.url, watch)
        yield visit
        visit.close()


def begin(person: Person, edition: str, **config: object) -> str:
    """A game against three bots, at the table's page."""
    quick = Asker(person.base, person).ask("POST", "/api/quick", {"edition": edition, "seats": 4, **config})
    table = str(quick["table"])
    person.open("/")
    person.page.evaluate(
        "([table, token]) => localStorage.setItem(`seats:${table}`, JSON.stringify({0: token}))",
        [table, quick["token"]],
    )
    person.open(f"/t/{table}")
    return table


def told(person: Person, table: str) -> list[dict[str, Any]]:
    """Everything that has happened at a table."""
    found: list[dict[str, Any]] = []
    while True:
        page = Asker(person.base).ask("GET", f"/api/tables/{table}/log?after={len(found)}&limit=500")["told"]
        if not page:
            return [event for one in found for event in one.get("events", [])]
        found += page


def golden(person: Person) -> str:
    """Press the golden button, or where it is dead whatever else can be pressed; what was asked, or "dead"."""
    page = person.page
    ready = "[data-first] .button.primary:not([aria-busy=true])"
    page.wait_for_function(f"() => document.querySelector('{ready}') || document.querySelector('[data-end]')")
    return str(
        page.evaluate(
            """(ready) => {
                if (document.querySelector('[data-end]')) return 'over'
                const dialog = document.querySelector('dialog[open]')
                if (dialog) {
                    const golden = dialog.querySelector('.button.primary:not([aria-disabled=true])')
                    ;(golden ?? [...dialog.querySelectorAll('.button:not([aria-disabled=true])')].at(-1))?.click()
                    return 'dialog'
                }
                const first = document.querySelector(ready)
                if (!first) return ''
                const bar = document.querySelector('[data-question]')
                const others = [...document.querySelectorAll('.answers .others .button:not([aria-disabled=true])')]
                const dead = first.getAttribute('aria-disabled') === 'true'
                const asked = bar?.dataset.question ?? 'claim'
                const more = document.querySelector('button.enough:not(:disabled)')
                ;(dead ? (more ?? others[0]) : first)?.click()
                return dead ? 'dead' : asked
            }""",
            ready,
        )
    )


def settled(person: Person) -> None:
    """The page has been answered."""
    expect(person.page.locator("[aria-busy=true]")).to_have_count(0)


def play_golden(person: Person, presses: int) -> None:
    """Press only the golden button, so often or to the end: it is never dead."""
    for _ in range(presses):
        asked = golden(person)
        if asked == "over":
            return
        assert asked != "dead", person.page.locator("[data-first], section[data-question] h2").all_inner_texts()
        settled(person)


def rents(events: list[dict[str, Any]]) -> tuple[int, int]:
    """The rents that seat 0 claimed, and those it lost."""
    mine = [event["type"] for event in events if event.get("owner") == 0]
    return mine.count("RentClaimed"), mine.count("RentLapsed")


@pytest.mark.thorough
@pytest.mark.parametrize("edition", CLAIMING)
@pytest.mark.proves("DP-16", "AMB-26")
def test_whoever_presses_only_the_golden_button_collects_every_rent(patient: Visit, edition: str) -> None:
    ana = patient("Ana", kept=AT_ONCE)
    table = begin(ana, edition)
    play_golden(ana, 600)
    claimed, lost = rents(told(ana, table))
    print(f"{edition}: {claimed} of {claimed + lost} rents collected")
    assert lost == 0
    assert claimed > 0


CLAIM = "table.claim.button"


def opened(ana: Person, ion: Person) -> None:
    """They have rolled for the start, again where they rolled alike."""
    for person in (ana, ion):
        first(person)
        follows(ana, latest(ion))
    if ana.page.locator("[data-question=opening]").count():
        opened(ana, ion)


def until_due(ana: Person, ion: Person, presses: int = 120) -> None:
    """They play on, each by the golden button, until Ion stands on a lot of Ana's and she has not claimed yet."""
    for _ in range(presses):
        if ana.button(CLAIM).count():
            return
        player = asked((ana, ion))
        if ion.button(CLAIM).count():
            ion.button(CLAIM).click()  # what Ana owes is paid
        else:
            first(player)
        for person in (ana, ion):
            follows(person, latest(ana))
    raise AssertionError("nobody stopped on a lot of Ana's")


@pytest.fixture
def pair(visit: Visit) -> tuple[Person, Person]:
    """Ana and Ion, who own all deeds between them: whoever stops owes."""
    ana, ion = visit("Ana"), visit("Ion")
    table = Asker(visit.base, ana).create(edition="clasico", seats=2, options=dealt("clasico"))
    ana.sit(table, 0)
    ion.sit(table, 1)
    ana.button("lobby.start").click()
    return ana, ion


@pytest.mark.proves("AMB-26", "AMB-65")
def test_the_owner_alone_is_shown_what_is_due_and_an_own_roll_comes_second(pair: tuple[Person, Person]) -> None:
    ana, ion = pair
    until_due(ana, ion)
    assert not ion.button(CLAIM).count()
    while ion.page.locator("[data-first] .button.primary").count():  # he ends his turn, after a double another roll
        first(ion)
        follows(ana, latest(ion))
    golden_button = ana.page.locator("[data-first] .button.primary")
    expect(golden_button).to_contain_text(ana.say(CLAIM).split()[0])
    roll = ana.page.locator(".others button[aria-keyshortcuts=r]")  # in jail it is a roll for a double
    expect(roll).to_be_visible()
    ana.page.keyboard.press("r")  # Ana gives it away all the same
    ana.see("table.claim.lost", claim=ana.say("action.ClaimRent"))
    expect(ion.text("table.claim.lost", claim=ion.say("action.ClaimRent"))).to_have_count(0)
    expect(ana.button(CLAIM)).to_have_count(0)


@pytest.mark.parametrize("way", ["wide", *(pytest.param(way, marks=pytest.mark.thorough) for way in ("phone", "text"))])
def test_what_is_due_is_claimed_on_a_phone_by_key_and_as_text(visit: Visit, way: str) -> None:
    ana, ion = visit("Ana", size=PHONE if way == "phone" else WIDE), visit("Ion")
    table = Asker(visit.base, ana).create(edition="clasico", seats=2, options=dealt("clasico"))
    ana.sit(table, 0)
    ion.sit(table, 1)
    ana.button("lobby.start").click()
    until_due(ana, ion)
    if way == "text":
        ana.button("text.text").press("Enter")
        ana.page.get_by_role("button", name=ana.say("action_full.ClaimRent").split("{")[0]).first.click()
    elif way == "phone":
        ana.button(CLAIM).tap()
    else:
        ana.page.keyboard.press("Space")
    wait_until(ana.page, lambda: rents(told(ana, table))[0] > 0, "the rent is claimed")
    assert rents(told(ana, table))[1] == 0


def test_claiming_what_is_not_due_pauses_the_control(visit: Visit) -> None:
    ana = visit("Ana", kept={"claim-explained": "yes"})
    ion = visit("Ion")
    table = Asker(visit.base, ana).create(edition="clasico", seats=2)
    ana.sit(table, 0)
    ion.sit(table, 1)
    ana.button("lobby.start").click()
    opened(ana, ion)
    ana.page.clock.install()
    claim = ana.button("action.ClaimRent")
    claim.click()
    ana.see("table.claim.nothing")
    expect(claim).to_be_disabled()
    ana.page.clock.run_for(2_100)
    expect(claim).to_be_enabled()


def press(person: Person) -> None:
    """Press the button at the golden place, whatever it is: an answer, or the skip to the next question."""
    person.page.locator("[data-first] .button:not([aria-disabled=true])").first.click()
    settled(person)


def test_alone_against_bots_skipping_takes_no_pause_and_the_digest_tells_what_happened(patient: Visit) -> None:
    ana = patient("Ana", kept={"guide": "off"})
    table = begin(ana, "castis")
    turns: list[int] = []
    was_told = False
    for _ in range(60):  # not every round has something worth telling
        press(ana)
        turns = [event["seat"] for event in told(ana, table) if event["type"] == "TurnBegan"]
        was_told = was_told or ana.page.locator("[data-digest]").count() > 0
        if turns.count(0) > 1 and was_told:
            break
    assert turns.count(0) > 1  # three bots have played, each with a minute's pause before every move
    assert was_told


def test_whoever_is_out_among_bots_sees_the_result_at_once(patient: Visit) -> None:
    ana = patient("Ana", kept={"guide": "off"})
    table = begin(ana, "castis", options={"ending.turns": 60})
    while not ana.page.locator("[data-question=turn] .button.primary").count():
        press(ana)
    number = Asker(ana.base).ask("GET", f"/api/tables/{table}")["number"]
    concede = {"type": "Act", "seat": 0, "seen": number, "action": {"type": "Concede"}}
    Asker(ana.base, ana).do(table, concede, ana.tokens(table))
    ana.button("table.result").click()
    expect(ana.page.locator("[data-end]").first).to_be_visible()


def test_everybody_sees_whose_pace_the_bots_have(visit: Visit) -> None:
    ana, ion = visit("Ana", kept={"pace": "instant"}), visit("Ion")
    table = Asker(visit.base, ana).create(edition="castis", seats=3)
    ana.sit(table, 0)
    ion.sit(table, 1)
    ana.button("lobby.fill").click()
    ana.button("lobby.start").click()
    wanted = ana.say("table.pace.by", seat="Ion", pace=ana.say("table.pace.normal"))
    for _ in range(30):
        if ana.page.get_by_text(wanted).count():
            break
        first(asked((ana, ion)))
    expect(ana.page.get_by_text(wanted)).to_be_visible()
