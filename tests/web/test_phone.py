"""Phones: nothing scrolls sideways, a thumb hits everything, sheets leave the board in sight, taps suffice."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from web.kit import PHONE, SMALL, TABLET, Person, Visit, Watch
from web.sight import cut_off, small_targets
from web.tour import TOURS, Gallery, enter

LANDSCAPE = ViewportSize(width=844, height=390)
SIZES = {"360": SMALL, "390": PHONE}
LEAST_IN_SIGHT = 60  # pixels of what is behind a sheet


def sideways(page: Page) -> int:
    """By how many pixels a page is wider than the screen."""
    return int(
        page.evaluate(
            """() => {
              scrollTo(10000, scrollY)
              const by = Math.max(scrollX, document.documentElement.scrollWidth - innerWidth)
              scrollTo(0, scrollY)
              return Math.max(0, Math.round(by))
            }"""
        )
    )


def behind_sheet(page: Page) -> int | None:
    """How much of the page is in sight above the sheet on top; None where there is none."""
    top: float | None = page.evaluate(
        "() => [...document.querySelectorAll('dialog[open]')].at(-1)?.getBoundingClientRect().top ?? null"
    )
    return None if top is None else int(top)


def problems(person: Person, stop: str) -> list[str]:
    """What is wrong with a page on a phone."""
    page = person.page
    found = [f"{stop}: {text}" for text in cut_off(page) + [f"too small: {one}" for one in small_targets(page)]]
    if by := sideways(page):
        found.append(f"{stop}: scrolls sideways by {by} px")
    above = behind_sheet(page)
    if above is not None and above < LEAST_IN_SIGHT:
        found.append(f"{stop}: a sheet leaves only {above} px in sight")
    return found


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("tour", TOURS)
def test_every_page_on_a_phone(gallery: Gallery, visit: Visit, watch: Watch, tour: str, size: str) -> None:
    watch.allow("zzzzzzzz")  # a table that is not there
    person = gallery.come(visit, "ro" if size == "360" else "es", SIZES[size])
    found = [problem for stop in TOURS[tour](person, gallery) for problem in problems(person, stop)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", SIZES)
def test_the_thumb_reaches_what_matters(gallery: Gallery, visit: Visit, size: str) -> None:
    """The board, my money and the one thing to do are in sight at once, whatever is asked, without scrolling."""
    person = gallery.come(visit, "it", SIZES[size])
    page = person.page
    high = SIZES[size]["height"]
    for edition, name in [("castis", "roll"), ("expopolis", "buy"), ("clasico", "debt"), ("clasico", "auction")]:
        enter(person, gallery.at(edition, name))
        board = page.locator(".stage svg").first.bounding_box()
        first = page.locator("[data-first]").first.bounding_box()
        purse = page.locator(".strip [data-cash]").bounding_box()
        assert board is not None
        assert first is not None
        assert purse is not None
        assert board["y"] >= 0
        assert board["y"] + board["height"] < first["y"]
        assert first["y"] + first["height"] <= high
        assert purse["y"] + purse["height"] <= high
        assert first["y"] > high * 0.6  # in the lower part, at the thumb


def test_turns_are_played_by_taps(visit: Visit, gallery: Gallery) -> None:
    """From the first page through some turns with nothing but taps."""
    person = visit("Ion", language="ro", size=SMALL)
    page = person.page
    person.open("/")
    page.locator(".start").tap()
    button = page.locator("[data-first] .button").first
    number = page.locator("[data-number]")
    expect(number).to_be_visible()
    begin = at = int(number.get_attribute("data-number") or 0)
    while at < begin + 30:
        if page.locator("dialog[open]").count():
            page.locator("dialog[open] footer .button").last.tap()
        elif button.count() and not button.get_attribute("aria-disabled"):
            button.tap()
        page.wait_for_function("(at) => Number(document.querySelector('[data-number]').dataset.number) > at", arg=at)
        at = int(number.get_attribute("data-number") or 0)
    expect(button).not_to_have_attribute("aria-disabled", "true", timeout=30_000)  # my turn, which comes to the front
    page.locator('[data-tab="log"]').tap()
    expect(page.locator(".log .turn").nth(1)).to_be_visible()
    assert not problems(person, "after some turns")


@pytest.mark.long
@pytest.mark.parametrize("size", [TABLET, LANDSCAPE], ids=["tablet", "landscape"])
@pytest.mark.parametrize("tour", ["start", "table", "boards"])
def test_tablets_and_phones_on_their_side(gallery: Gallery, visit: Visit, tour: str, size: Any) -> None:
    person = gallery.come(visit, "en", size, touch=True)
    found = []
    for stop in TOURS[tour](person, gallery):
        found += [f"{stop}: {text}" for text in cut_off(person.page)]
        if by := sideways(person.page):
            found.append(f"{stop}: scrolls sideways by {by} px")
    assert not found, "\n".join(found)
