"""Try it again in the browser: from a moment of a review to a table, and at its end both lines on one curve."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from web.kit import PHONE, WIDE, Asker, Person, Visit
from web.tour import Gallery

PICTURES = os.environ.get("MAGNATE_PICTURES")  # a folder: what is looked at is kept there
LAST = 8  # moves before the end from which the game goes on


def look(page: Page, name: str) -> None:
    """Keep a picture, if somebody wants to look."""
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES) / f"{name}.png"), full_page=True)


def lend_my_seat(person: Person) -> None:
    """Let a bot play my seat at the table of this page, so that the game comes to its end."""
    table = re.search(r"/t/(\w+)", person.page.url)
    assert table
    key = "code => localStorage.getItem(`magnate.seats:${code}`) ?? localStorage.getItem(`seats:${code}`)"
    seat, token = next(iter(json.loads(person.page.evaluate(key, table[1])).items()))
    lend = {"id": "lend", "tokens": [token], "command": {"type": "LetBotPlay", "seat": int(seat)}}
    Asker(person.base, person).ask("POST", f"/api/tables/{table[1]}/commands", lend)


@pytest.mark.parametrize(
    ("size", "dice"),
    [(WIDE, "same"), pytest.param(PHONE, "fresh", marks=pytest.mark.thorough)],
    ids=["wide-same", "phone-fresh"],
)
def test_a_moment_is_tried_again_and_both_lines_are_shown(
    gallery: Gallery, visit: Visit, size: ViewportSize, dice: str
) -> None:
    kept = gallery.bots()
    person = gallery.come(visit, "es", size)
    page = person.page
    person.open(f"/t/{kept.table}?review=0")
    expect(page.get_by_role("slider", name=person.say("review.page.curve"))).to_be_visible(timeout=60_000)
    numbers = Asker(person.base).ask("GET", f"/api/tables/{kept.table}/review")["numbers"]
    person.open(f"/t/{kept.table}?review={numbers[-LAST]}")
    page.get_by_role("button", name=person.say("review.again.title")).click(timeout=60_000)
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(person.say(f"review.again.{dice}")).check()
    look(page, f"again-dialog-{dice}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    dialog.get_by_role("button", name=person.say("review.again.start")).click()
    expect(page).not_to_have_url(re.compile(kept.table))
    expect(page.locator(".board").first).to_be_visible(timeout=30_000)
    look(page, f"again-table-{dice}")
    lend_my_seat(person)
    both = page.get_by_role("heading", name=person.say("review.again.both_title"))
    expect(both).to_be_visible(timeout=120_000)
    expect(page.locator(".both")).to_contain_text("%", timeout=60_000)
    assert page.evaluate("document.querySelector('.both svg').getBoundingClientRect().right <= innerWidth")
    look(page, f"again-end-{dice}")
    page.locator(".both a").click()
    expect(page).to_have_url(re.compile(rf"{kept.table}\?review={numbers[-LAST - 1]}$"))


def test_a_replay_offers_to_try_its_moment_by_keyboard(gallery: Gallery, visit: Visit) -> None:
    kept = gallery.bots()
    person = gallery.come(visit, "it")
    page = person.page
    person.open(f"/t/{kept.table}?move=30")
    button = page.get_by_role("button", name=person.say("review.again.title"))
    expect(button).to_be_visible(timeout=60_000)
    button.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label(person.say("review.again.seat"))).to_be_visible()
    look(page, "again-replay")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
