"""What goes wrong for people who are not us: no https, no place to keep anything, a nervous finger, two tables."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from web.kit import PATIENCE, PHONE, Person, Visit, Watch, stop_clock, wait_until
from web.pair import at, latest
from web.tour import Gallery, enter

NO_STORAGE = """
for (const name of ['getItem', 'setItem']) {
  Storage.prototype[name] = () => { throw new DOMException('blocked', 'SecurityError') }
}
"""
TWICE = 200  # milliseconds between the two halves of a double click
FIRST = "[data-first] button[aria-keyshortcuts=' ']"


def sent(page: Page) -> list[dict[str, Any]]:
    """The actions a page asks for, from now on."""
    found: list[dict[str, Any]] = []

    def note(data: str | bytes) -> None:
        frame = json.loads(data)
        if frame["type"] == "Do":
            found.append(frame["command"].get("action", frame["command"]))

    page.on("websocket", lambda socket: socket.on("framesent", note))
    return found


def play_now(person: Person) -> None:
    """Against bots, at once."""
    person.page.get_by_role("button").filter(has_text=person.say("start.play")).first.click()
    expect(person.page.locator(FIRST)).to_be_visible(timeout=2 * PATIENCE)


def test_a_house_without_https_can_be_played_in(visit: Visit) -> None:
    """By its name in the network, as a phone opens it that has read the code."""
    person = visit()
    person.base = person.base.replace("127.0.0.1", "magnate.lan").replace("localhost", "magnate.lan")
    assert "magnate.lan" in person.base
    person.open("/")
    assert person.page.evaluate("isSecureContext") is False
    play_now(person)
    person.page.locator(FIRST).click()
    expect(person.page.locator("[role=alert]")).to_have_count(0)


def test_a_browser_that_keeps_nothing_plays_all_the_same(visit: Visit) -> None:
    person = visit()
    person.page.add_init_script(NO_STORAGE)
    person.open("/")
    play_now(person)


def test_a_double_click_answers_one_question(visit: Visit) -> None:
    """The roll for the start; the bots' rolls follow at once, and then the next question."""
    person = visit(motion=True)
    page = person.page
    actions = sent(page)
    page.clock.install()
    person.open("/")
    play_now(person)
    stop_clock(page)
    button = page.locator("[data-first] button")
    for _ in range(2):
        button.click()
        wait_until(page, lambda: len(actions) > 0, "a roll")
        wait_until(page, lambda: at(person) == latest(person), "the page has caught up with the bots")
        page.clock.run_for(TWICE)
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    assert [action["type"] for action in actions] == ["Roll"]


def test_a_deal_begun_at_one_table_stays_there(gallery: Gallery, visit: Visit, watch: Watch) -> None:
    person = gallery.come(visit, "en")
    enter(person, gallery.at("castis", "roll"))
    person.page.keyboard.press("t")
    expect(person.page.locator("dialog[open]")).to_be_visible()
    person.page.evaluate("history.pushState(null, '', '/'); dispatchEvent(new PopStateEvent('popstate'))")
    person.page.locator(".start").wait_for()
    play_now(person)
    expect(person.page.locator("dialog[open]")).to_have_count(0)


def test_hints_of_a_first_game_stand_beside_the_question_and_never_in_its_way(visit: Visit) -> None:
    ana = visit("Ana")
    ana.open("/")
    play_now(ana)
    hint = ana.page.locator("[data-guide]")
    expect(hint).to_be_visible()
    before = ana.page.locator("[data-number]").get_attribute("data-number")
    ana.page.locator(FIRST).click()  # nobody has to read it first
    expect(ana.page.locator("[data-number]")).not_to_have_attribute("data-number", str(before))
    expect(ana.page.locator(FIRST)).to_be_visible(timeout=2 * PATIENCE)
    expect(hint).to_be_visible()
    ana.button("table.guide.off", hint).click()
    expect(hint).to_have_count(0)
    ana.page.reload()
    expect(ana.page.locator(FIRST)).to_be_visible()
    expect(hint).to_have_count(0)  # and never again


def test_a_game_with_an_agreed_time_says_how_much_is_left(visit: Visit) -> None:
    person = visit(size=PHONE)
    person.open("/")
    page = person.page
    page.get_by_label(person.say("start.length")).select_option(index=1)
    play_now(person)
    left = page.locator("[data-ends]")
    expect(left).to_have_text(re.compile(r"^\d+:\d\d$"))
    person.role("tab", "table.panel.people").click()
    expect(left).to_have_text(re.compile(re.escape(person.say("table.ends_in", time="")) + r"\d+:\d\d$"))


def test_an_offer_in_which_nothing_was_chosen_is_not_kept(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit)
    enter(person, gallery.at("castis", "roll"))
    page, chip = person.page, person.button("deals.go_on")
    person.button("table.deal.open").click()
    page.get_by_role("dialog").get_by_role("button").first.wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(chip).to_have_count(0)
    person.button("table.deal.open").click()
    page.get_by_role("dialog").locator(".people button").first.click()
    page.keyboard.press("Escape")
    expect(chip).to_be_visible()


def test_a_card_shows_who_drew_it(gallery: Gallery, visit: Visit) -> None:
    """It may still lie there when the next turn has begun."""
    kept = gallery.at("clasico", "card")
    person = gallery.come(visit)
    enter(person, kept)
    drawn = person.page.locator("[data-drawn-by]")
    expect(drawn).to_have_attribute("data-drawn-by", str(kept.moment.seat))
    expect(drawn.get_by_role("img")).to_have_accessible_name(re.compile("."))


def test_dice_of_the_turn_before_are_not_called_mine(gallery: Gallery, visit: Visit) -> None:
    """A page that has just come does not know who rolled them."""
    person = gallery.come(visit)
    enter(person, gallery.at("clasico", "roll"))
    expect(person.page.locator(".stage > .throw")).to_be_visible()
    expect(person.page.locator(".stage > .throw .who")).to_have_count(0)
