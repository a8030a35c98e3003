"""As fast as one likes: what is shown may take its time, what is known never does, and all of it can be skipped."""

from __future__ import annotations

from playwright.sync_api import expect

from web.kit import Asker, Person, Visit, stop_clock
from web.pair import asked, first, follows, latest

STEP = 400  # milliseconds: a later press is no double click


def against_bots(person: Person, edition: str = "castis", **config: object) -> None:
    """Sit down with three bots; the first decision is there."""
    asker = Asker(person.base, person)
    table = asker.create(edition=edition, seats=4, **config)
    person.sit(table, 0)
    expect(person.button("lobby.leave")).to_be_visible()  # the seat is taken: bots fill the others only
    person.button("lobby.fill").click()
    person.button("lobby.start").click()
    expect(person.page.locator("[data-first] .button.primary")).to_be_enabled()


def number(person: Person) -> int:
    return int(person.page.locator("[data-number]").get_attribute("data-number") or 0)


def shown(person: Person) -> str:
    """The entry that is shown, and how many of its events, if not all."""
    return person.page.locator("[data-shown]").get_attribute("data-shown") or ""


def test_the_others_turns_are_shown_while_the_game_goes_on_and_can_be_skipped(visit: Visit) -> None:
    ana, ion = visit("Ana", motion=True), visit("Ion")
    ana.page.clock.install()
    table = Asker(visit.base, ana).create(edition="castis", seats=2)
    ana.sit(table, 0)
    ion.sit(table, 1)
    ana.button("lobby.start").click()
    expect(ana.page.locator("[data-first]")).to_be_visible()
    stop_clock(ana.page)  # what moves on her board goes on moving
    skip = ana.button("table.skip")
    for _ in range(40):  # until Ion does something that is worth looking at, and is asked again
        player = asked((ana, ion))
        first(player)
        for person in (ana, ion):
            follows(person, latest(ana))
        if player is ion and skip.is_visible():
            break
        if skip.is_visible():
            skip.click()
        ana.page.clock.run_for(STEP)
    expect(skip).to_be_visible()
    assert number(ana) == latest(ana)  # it still moves on the board, and the page has heard everything
    assert shown(ana) != f"{latest(ana)}."
    skip.click()
    expect(skip).to_have_count(0)
    assert shown(ana) == f"{latest(ana)}."


def test_with_the_pace_instant_nothing_is_waited_for_and_the_choice_is_kept(visit: Visit) -> None:
    ana = visit("Ana", motion=True)
    against_bots(ana)
    ana.page.locator("header button.settings").click()
    dialog = ana.page.get_by_role("dialog")
    dialog.get_by_label(ana.say("header.pace")).select_option(label=ana.say("header.pace_instant"))
    ana.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    first = ana.page.locator("[data-first] .button.primary")
    for _ in range(6):
        expect(first).to_be_enabled()
        first.click()
        expect(ana.button("table.skip")).to_have_count(0)
    ana.page.reload()
    assert ana.page.evaluate("localStorage.getItem('pace')") == "instant"
