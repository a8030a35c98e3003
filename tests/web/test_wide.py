"""Wide screens: what is one's own is in sight, whatever is asked and however many play."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from server.people import Plan
from web.kit import WIDE, Visit
from web.moments import Moment, played
from web.sight import cut_off
from web.tour import Gallery, button, dialog, enter

TABLET_ACROSS = ViewportSize(width=1024, height=768)
EIGHT = Plan("clasico", None, 8, 3)

# The panel of the people, my purse and the last of the people: from where to where they go.
PLACES = """() => {
  const span = (one) => [one.getBoundingClientRect().top, one.getBoundingClientRect().bottom]
  const panel = document.querySelector('.side > .people')
  const people = [...panel.querySelectorAll('.person')]
  const mine = people.findIndex((one) => one.querySelector('.name small'))
  return { panel: span(panel), purse: span(people[0].querySelector('[data-cash]')), last: span(people.at(-1)), mine }
}"""


def crowd(name: str) -> Moment:
    """A moment of a game of eight."""
    return played(EIGHT).moments[name]


@pytest.mark.parametrize("size", [WIDE, pytest.param(TABLET_ACROSS, marks=pytest.mark.thorough)], ids=["1440", "1024"])
def test_my_purse_is_in_sight(gallery: Gallery, visit: Visit, size: ViewportSize) -> None:
    """With four, six and eight at the table, in an auction and in a debt: I am the first of the people."""
    tables = [gallery.at("clasico", "debt"), gallery.at("clasico", "auction"), gallery.at("castis", "auction")]
    tables += gallery.prepared.put({name: crowd(name) for name in ("roll", "auction")}).values()
    person = gallery.come(visit, size=size)
    for kept in tables:
        enter(person, kept)
        expect(person.page.locator(".side > .people [data-cash]").first).to_be_visible()
        found = person.page.evaluate(PLACES)
        top, bottom = found["panel"]
        assert found["mine"] == 0
        assert top <= found["purse"][0] < found["purse"][1] <= bottom
        if kept.moment.name == "roll" and size is WIDE:  # nothing above needs the room
            assert found["last"][1] <= bottom + 1


# By how much what is asked about is higher than the room it has; both are rounded, so that 1 is nothing.
HIDDEN = "(body) => body.scrollHeight - body.clientHeight"
LAPTOP = ViewportSize(width=1280, height=720)
ASKED = [("clasico", "buy"), ("expopolis", "buy"), ("europolis", "buy"), ("monopoli-server", "buy"), ("castis", "buy")]


@pytest.mark.parametrize("size", [LAPTOP, pytest.param(WIDE, marks=pytest.mark.thorough)], ids=["1280", "1440"])
def test_nothing_of_a_purchase_or_of_the_opening_is_below_the_edge(
    gallery: Gallery, visit: Visit, size: ViewportSize
) -> None:
    """With the hint of a first game above: rents, sums and the group; the rolls of six."""
    tables = [gallery.at(edition, name) for edition, name in ASKED]
    tables += gallery.prepared.put({0: played(Plan("clasico", None, 6, 3)).moments["opening"]}).values()
    person = gallery.come(visit, size=size)
    for kept in tables:
        enter(person, kept)
        body = person.page.locator("section.bar .body")
        expect(body.locator("table, .rolls").first).to_be_visible()
        assert body.evaluate(HIDDEN) <= 1, (kept.moment.plan.edition, kept.moment.name)


def test_whoever_is_out_comes_last(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit)
    enter(person, gallery.at("europolis", "estate"))  # somebody is bankrupt
    people = person.page.locator(".side > .people .person")
    expect(people.first).to_be_visible()
    out = ["out" in (one.get_attribute("class") or "").split() for one in people.all()]
    assert any(out)
    assert out == sorted(out)


def test_long_names_stay_in_their_column(gallery: Gallery, visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A desk of three, and names without a place to break."""
    monkeypatch.setattr("web.moments.NAMES", [f"{letter}WWWWWWWWWWWWWWWWWWWWWWW" for letter in "ABCDEF"])
    kept = gallery.prepared.put({0: gallery.moments["castis", "roll"]})[0]
    person = gallery.come(visit)
    enter(person, kept)
    button(person, "table.deal.open").click()
    partners = dialog(person).locator(".people button")
    partners.nth(0).click()
    partners.nth(1).click()
    columns = dialog(person).locator(".column")
    expect(columns).to_have_count(3)
    for column in columns.all():
        assert column.evaluate(
            """(column) => {
              const right = (one) => one.getBoundingClientRect().right
              return [...column.querySelectorAll('h3, h3 *')].every((one) => right(one) <= right(column) + 1)
            }"""
        )
    assert not cut_off(person.page)


def test_turns_in_jail_are_counted_once_and_others_are_told_whose(gallery: Gallery, visit: Visit) -> None:
    kept = gallery.at("clasico", "jail")
    person = gallery.come(visit)
    enter(person, kept)
    expect(person.page.locator(".jail")).to_contain_text(person.say("table.jail.double"))
    counts = re.findall(r"\d of \d", " ".join(person.page.locator("[data-question] header, .jail").all_inner_texts()))
    assert len(counts) == 1
    watcher = visit("Eva")
    watcher.open(f"/t/{kept.table}")
    expect(watcher.page.locator(".jail")).to_contain_text(re.compile(r"is in jail, turn \d of \d\."))
    expect(watcher.page.locator(".jail")).not_to_contain_text(watcher.say("table.jail.double"))
