"""Puzzles in the browser: one a day, a handful at will, the answer after the choice."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from magnate.review.puzzles import shipped
from web.kit import PHONE, WIDE, Asker, Visit
from web.tour import Gallery

PICTURES = os.environ.get("MAGNATE_PICTURES")  # a folder: what is looked at is kept there
BOOK = "clasico"


def look(page: Page, name: str) -> None:
    """Keep a picture, if somebody wants to look."""
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES) / f"{name}.png"), full_page=True)


@pytest.mark.parametrize(("size", "language"), [(WIDE, "en"), (PHONE, "ro")], ids=["wide", "phone"])
def test_a_puzzle_is_answered_and_explained(gallery: Gallery, visit: Visit, size: ViewportSize, language: str) -> None:
    person = gallery.come(visit, language, size)
    page = person.page
    person.open(f"/puzzles/{BOOK}")
    today = Asker(person.base).ask("GET", f"/api/puzzles/{BOOK}")["today"]
    puzzle = next(one for one in shipped(BOOK).puzzles if one.id == today)
    expect(page.get_by_role("heading", name=person.say("review.puzzle.today"))).to_be_visible(timeout=30_000)
    options = page.get_by_role("group", name=person.say("review.puzzle.options")).get_by_role("button")
    expect(options).to_have_count(len(puzzle.options))
    expect(page.locator(".answer")).to_have_count(0)
    expect(page.locator(".options")).not_to_contain_text("%")  # nothing tells the answer before
    board, asked = page.locator(".puzzle .board").first.bounding_box(), page.locator("#puzzle-ask").bounding_box()
    assert board is not None
    assert asked is not None
    assert board["y"] + board["height"] <= size["height"]  # the whole board, and what is asked, without scrolling
    assert asked["y"] + asked["height"] <= size["height"]
    look(page, f"puzzle-{language}")
    options.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".answer")).to_contain_text(str(puzzle.trials))
    expect(page.locator(".options .best")).to_contain_text("%")
    look(page, f"puzzle-{language}-answered")
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.get_by_role("button", name=person.say("review.puzzle.another")).click()
    expect(page).to_have_url(re.compile(rf"/puzzles/{BOOK}/(?!{today})\w+$"))
    expect(page.locator(".answer")).to_have_count(0)


def test_in_text_mode_a_puzzle_is_told_in_words(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit, "es")
    person.page.add_init_script("localStorage.setItem('magnate.text', 'on'); localStorage.setItem('text', 'on')")
    person.open(f"/puzzles/{BOOK}/{shipped(BOOK).puzzles[0].id}")
    expect(person.page.locator(".facts li").first).to_contain_text(re.compile(r"\d"), timeout=30_000)
    expect(person.page.locator(".board")).to_have_count(0)
    look(person.page, "puzzle-text")
