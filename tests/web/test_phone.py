"""Phones and tablets in the hand: what matters is in sight, taps suffice, and they may lie on their side."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from magnate.languages import LANGUAGES
from web.kit import LOW, PATIENCE, PHONE, SMALL, TABLET, Asker, Person, Visit, wait_until
from web.pair import follows, goes_on, latest
from web.sight import cut_off, on_phone, sideways
from web.tour import EDITIONS, TOURS, Gallery, enter, settle, translate

more = pytest.mark.thorough
LANDSCAPE = ViewportSize(width=844, height=390)
NARROW = ViewportSize(width=320, height=640)
LARGE = ViewportSize(width=1920, height=1080)
ZOOMED = ViewportSize(width=720, height=450)  # 1440 by 900, everything twice as large
SIZES = {"360": SMALL, "390": PHONE}


@pytest.mark.parametrize("size", ["360", pytest.param("390", marks=more)])
def test_the_thumb_reaches_what_matters(gallery: Gallery, visit: Visit, size: str) -> None:
    """The board, my money and the one thing to do are in sight at once, whatever is asked, without scrolling."""
    person = gallery.come(visit, "it", SIZES[size])
    page = person.page
    high = SIZES[size]["height"]
    for edition, name in [("castis", "roll"), ("expopolis", "buy"), ("clasico", "debt"), ("clasico", "auction")]:
        enter(person, gallery.at(edition, name))
        board = page.locator(".stage svg").first.bounding_box()
        first = page.locator("[data-first]").first.bounding_box()
        purse = page.locator(".strip .me [data-cash]").bounding_box()
        assert board is not None
        assert first is not None
        assert purse is not None
        assert board["y"] >= 0
        assert board["y"] + board["height"] < first["y"]
        assert first["y"] + first["height"] <= high
        assert purse["y"] + purse["height"] <= high
        assert first["y"] > high * 0.6  # in the lower part, at the thumb


# Names on the board that are not whole words of the name that is read out, or that touch the lines around their space.
CUT = """() => [...document.querySelectorAll('[data-space]:has(.name)')].flatMap((space) => {
  const words = (text) => text.toLowerCase().replaceAll('-', '').split(/[^\\p{L}\\p{N}]+/u).filter(Boolean)
  const lines = [...space.querySelectorAll('.name tspan')].map((line) => line.textContent)
  const all = words(space.getAttribute('aria-label'))
  const isWhole = words(lines.join(' ').replaceAll('- ', '')).every((word) => all.includes(word))
  const cell = space.querySelector('.cell').getBoundingClientRect()
  const text = space.querySelector('.name').getBoundingClientRect()
  const isInside = text.left > cell.left + 0.5 && text.right < cell.right - 0.5
  const isBetween = text.top > cell.top - 3 && text.bottom < cell.bottom + 3 // letters are lower than their line
  return isWhole && isInside && isBetween ? [] : [lines.join('|')]
})"""
BOARDS = [*((edition, None) for edition in EDITIONS), ("clasico", "lima"), ("clasico", "internacional")]


@pytest.mark.parametrize(
    ("edition", "skin"),
    [pytest.param(*board, marks=() if board == ("clasico", "lima") else more) for board in BOARDS],
)
def test_no_name_on_the_board_of_a_phone_is_cut(
    gallery: Gallery, visit: Visit, edition: str, skin: str | None, thorough: bool
) -> None:
    person = gallery.come(visit, size=PHONE)
    enter(person, gallery.dressed(edition, skin) if skin else gallery.at(edition, "roll"))
    for language in LANGUAGES if thorough else ("en",):
        translate(person, language)
        assert person.page.locator("[data-space]:has(.name)").count() > 18
        assert not person.page.evaluate(CUT)


def test_a_tip_while_others_play_is_in_sight(visit: Visit) -> None:
    ana, ion = visit("Ana", size=PHONE), visit("Ion")
    table = Asker(visit.base, ana).create(edition="clasico", seats=2)
    ana.sit(table, 0)
    ion.sit(table, 1)
    ana.button("lobby.start").click()
    tip = ana.page.locator("[data-guide=claim]")
    while not tip.count():
        goes_on((ana, ion))
    in_sight(ana, "[data-guide=claim]")


def test_an_offer_in_the_making_leaves_the_room_to_a_purchase(gallery: Gallery, visit: Visit) -> None:
    """It was laid aside in a turn of mine; it comes back when nothing else is asked."""
    person = gallery.come(visit, size=PHONE)
    page = person.page
    enter(person, gallery.everyone(gallery.moments["clasico", "roll"]))
    person.button("table.deal.open").tap()
    page.get_by_role("dialog").locator(".people button").first.tap()
    page.keyboard.press("Escape")
    page.get_by_role("tab").first.tap()
    chip = person.button("deals.go_on")
    expect(chip).to_be_visible()
    first = page.locator("[data-first] .button.primary:not([aria-busy=true])")
    seen = set()
    for _ in range(60):
        expect(first).to_be_visible()
        asked = page.locator("[data-question]").get_attribute("data-question")
        if asked in ("buy", "turn"):
            expect(chip).to_have_count(0 if asked == "buy" else 1)
            seen.add(asked)
        if "buy" in seen:
            break
        number = latest(person)
        first.tap()
        wait_until(page, lambda: latest(person) > number, "an answer")  # noqa: B023
        follows(person, latest(person))
    assert seen == {"buy", "turn"}


# What each question is about, in the panel of the actions.
ESSENTIALS = {
    ("clasico", "debt"): ".debt dl",
    ("clasico", "auction"): ".auction .entry > :first-child",
    ("clasico", "settlement-price"): ".settlement > :first-child input",
    ("clasico", "settlement-answer"): ".settlement dl",
    ("expopolis", "shortage"): ".shortage input",
}


def in_sight(person: Person, target: str) -> None:
    """Nothing has to be scrolled, and nothing lies over it."""
    expect(person.page.locator(target).first).to_be_visible()
    assert person.page.locator(target).first.evaluate(
        """(one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect()
          const is = (y) => one.contains(document.elementFromPoint((left + right) / 2, y)) || one.matches('dl')
          const around = one.closest('.panel, .body').getBoundingClientRect()
          return top >= around.top && bottom <= Math.min(around.bottom, innerHeight) && is((top + bottom) / 2)
        }"""
    ), f"{target} is out of sight"


@pytest.mark.parametrize("language", [pytest.param("it", marks=more), "ro"])
@pytest.mark.parametrize("size", [LOW, pytest.param(PHONE, marks=more)], ids=["360x640", "390x844"])
def test_the_question_is_in_sight(gallery: Gallery, visit: Visit, size: ViewportSize, language: str) -> None:
    """The figures of a question, whatever hints there are for somebody new."""
    person = gallery.come(visit, language, size)
    for (edition, name), target in ESSENTIALS.items():
        enter(person, gallery.at(edition, name))
        in_sight(person, target)


@pytest.mark.parametrize("size", [LOW, pytest.param(PHONE, marks=more)], ids=["360x640", "390x844"])
def test_the_digest_is_in_sight(gallery: Gallery, visit: Visit, size: ViewportSize) -> None:
    """On the lowest phones it is one line."""
    person = gallery.come(visit, size=size)
    for edition, name in (("castis", "roll"), ("clasico", "end-turn"), ("clasico", "jail")):
        enter(person, gallery.at(edition, name))
        in_sight(person, "[data-digest]")
        digest = person.page.locator("[data-digest]").bounding_box()
        assert digest is not None
        assert size != LOW or digest["height"] < 30


@pytest.mark.parametrize("size", [LOW, pytest.param(PHONE, marks=more)], ids=["360x640", "390x844"])
def test_an_offer_opens_at_once_with_its_answers(gallery: Gallery, visit: Visit, size: ViewportSize) -> None:
    person = gallery.come(visit, "ro", size)
    for edition, name in (("europolis", "deal"), ("europolis", "counter")):
        enter(person, gallery.at(edition, name))
        person.page.locator("[data-first] .button").tap()
        dialog = person.role("dialog", "deals.one")
        expect(dialog).to_be_visible()
        settle(person)
        for path in ("deals.accept", "deals.refuse"):
            box = person.button(path, dialog).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= size["height"]


@pytest.mark.parametrize("language", ["ro", *(pytest.param(one, marks=more) for one in ("it", "es", "en"))])
def test_at_double_size_nothing_lies_over_another(gallery: Gallery, visit: Visit, language: str) -> None:
    """The buttons beside the question, on a screen that is zoomed to 200 %."""
    person = gallery.come(visit, language, ZOOMED, touch=False)
    enter(person, gallery.at("clasico", "debt"))
    expect(person.page.locator(".tools .button")).to_have_count(5)
    boxes = [one.bounding_box() for one in person.page.locator(".tools .button").all()]
    spans = [(box["x"], box["x"] + box["width"], box["y"]) for box in boxes if box is not None]
    assert len(spans) == 5
    for one, other in pairwise(spans):
        assert other[2] > one[2] or other[0] >= one[1] - 1
    assert max(right for _, right, _ in spans) <= ZOOMED["width"]
    assert not cut_off(person.page) + sideways(person.page)


# What is to be tapped, as soon as anything is; and whether something came of it.
ANSWERS = """() => {
  if (document.querySelector('dialog[open] footer .button')) return 'dialog'
  return document.querySelector('[data-first] .button:not([aria-disabled])') ? 'button' : null
}"""
WENT_ON = """([at, answers]) => {
  const isOpen = document.querySelector('dialog[open]') !== null
  return Number(document.querySelector('[data-number]').dataset.number) > at || isOpen !== (answers === 'dialog')
}"""


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
        answers = page.wait_for_function(ANSWERS).json_value()
        at = int(number.get_attribute("data-number") or 0)
        (page.locator("dialog[open] footer .button").last if answers == "dialog" else button).tap()
        page.wait_for_function(WENT_ON, arg=[at, answers])
    log, actions = page.locator('[data-tab="log"]').last, page.locator('[data-tab="actions"]')
    log.tap()
    expect(page.locator(".log .turn").nth(1)).to_be_visible()
    expect(button).not_to_have_attribute("aria-disabled", "true", timeout=2 * PATIENCE)
    expect(log).to_have_attribute("aria-selected", "true")  # my turn tears nobody away from what they read,
    expect(actions).to_contain_text(person.say("table.your_turn"))  # but it says so
    actions.tap()
    expect(page.locator("[data-question]")).to_be_visible()
    expect(actions).not_to_contain_text(person.say("table.your_turn"))
    log.tap()
    settle(person)
    assert not cut_off(page) + on_phone(page)


SMALL_TABLET = ViewportSize(width=768, height=1024)

# What is pressed in an auction, and does not lie whole within what can be seen.
COVERED = """() => [...document.querySelectorAll('.bar .auction button')].filter((button) => {
  const box = button.getBoundingClientRect()
  const at = (x) => button.contains(document.elementFromPoint(x, box.top + box.height / 2))
  return !at(box.left + 4) || !at(box.right - 4)
}).map((button) => button.ariaLabel ?? button.textContent)"""


@pytest.mark.parametrize("size", [SMALL_TABLET, TABLET], ids=["768x1024", "820x1180"])
def test_an_upright_tablet_shows_every_button_of_a_bid(gallery: Gallery, visit: Visit, size: ViewportSize) -> None:
    person = gallery.come(visit, "ro", size, touch=True)
    enter(person, gallery.at("europolis", "auction"))
    expect(person.page.locator("[data-proxy] .button")).to_be_visible()
    assert person.page.evaluate(COVERED) == []


# What is shown in the middle lies below the name of the board; a small moment alone lies over it.
MIDDLE = """() => {
  const title = document.querySelector('.stage .title-group').getBoundingClientRect()
  const shown = [...document.querySelectorAll('.board .throw, .board .sum, .board .story')]
  return Math.min(...shown.map((one) => one.getBoundingClientRect().top)) - title.bottom
}"""


def test_a_small_tablet_has_room_for_purses_tools_and_the_middle(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit, size=SMALL_TABLET, touch=True)
    page = person.page
    enter(person, gallery.everyone(gallery.moments["clasico", "roll"]))
    for purse in page.locator(".people .purse .money").all():
        box = purse.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= SMALL_TABLET["width"]
    tops = [box["y"] for one in page.locator(".tools .button").all() if (box := one.bounding_box())]
    assert len(tops) == 5
    assert max(tops) - min(tops) < 2  # one row
    assert page.evaluate(MIDDLE) >= 0


# What is free between the last panel and the bottom of the screen.
FREE_BELOW = """() => {
  const panels = [...document.querySelectorAll('.below .actions, .below .talk')]
  return innerHeight - Math.max(...panels.map((panel) => panel.getBoundingClientRect().bottom))
}"""


@pytest.mark.parametrize("size", [SMALL_TABLET, pytest.param(TABLET, marks=more)], ids=["768x1024", "820x1180"])
def test_an_upright_tablet_leaves_nothing_empty_below(gallery: Gallery, visit: Visit, size: ViewportSize) -> None:
    person = gallery.come(visit, size=size, touch=True)
    for name in ("roll", "auction"):
        enter(person, gallery.at("clasico", name))
        assert 0 <= person.page.evaluate(FREE_BELOW) <= 60


ODD_SIZES = {
    "tablet": pytest.param(TABLET, marks=more),
    "landscape": LANDSCAPE,
    "320x640": pytest.param(NARROW, marks=more),
    "1920x1080": pytest.param(LARGE, marks=more),
}


@pytest.mark.parametrize("size", ODD_SIZES.values(), ids=ODD_SIZES.keys())
@pytest.mark.parametrize("tour", [pytest.param("start", marks=more), "table", pytest.param("boards", marks=more)])
def test_nothing_is_cut_off_or_scrolls_sideways_on_unusual_screens(
    gallery: Gallery, visit: Visit, tour: str, size: Any
) -> None:
    """Tablets, phones on their side, the smallest phone and a large screen."""
    person = gallery.come(visit, "en", size, touch=size != LARGE)
    found = []
    for stop in TOURS[tour](person, gallery):
        found += [f"{stop}: {text}" for text in cut_off(person.page) + sideways(person.page)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", [NARROW, pytest.param(LOW, marks=more)], ids=["320x640", "360x640"])
def test_games_that_wait_push_nothing_off_a_narrow_screen(gallery: Gallery, visit: Visit, size: ViewportSize) -> None:
    """Their number stands in the head of every page, beside the name and the buttons."""
    gallery.put([(edition, "roll") for edition in EDITIONS])
    gallery.prepared.put(dict.fromkeys(range(20), gallery.moments["clasico", "roll"]))
    person = gallery.come(visit, size=size)
    page = person.page
    person.open("/")
    expect(page.locator("header .awaited")).to_have_text(re.compile("[0-9]{2}"))
    settle(person)
    assert not cut_off(page) + sideways(page)
    button = page.locator(".settings").bounding_box()
    assert button is not None
    assert button["x"] + button["width"] <= size["width"]
    page.locator("footer").get_by_role("button", name=person.say("header.notice")).tap()
    expect(page.get_by_role("dialog")).to_be_visible()


@pytest.mark.parametrize("size", [LOW, pytest.param(NARROW, marks=more)], ids=["360x640", "320x640"])
@pytest.mark.parametrize("language", ["ro", *(pytest.param(one, marks=more) for one in ("it", "es", "en"))])
def test_a_first_visit_can_play_without_scrolling(visit: Visit, language: str, size: ViewportSize) -> None:
    """Whoever comes for the first time also reads what becomes of their name."""
    person = visit(language=language, size=size)
    person.open("/")
    expect(person.text("start.name_help")).to_be_visible()
    expect(person.page.locator(".resume li")).to_have_count(0)
    settle(person)
    box = person.page.locator("button.start").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= size["height"]
    assert not cut_off(person.page) + on_phone(person.page)
