"""The bar of chances in the browser: whoever watches sees it, whoever plays does not even ask for it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from web.kit import PHONE, WIDE, Asker, Visit
from web.tour import Gallery

PICTURES = os.environ.get("MAGNATE_PICTURES")  # a folder: what is looked at is kept there


def look(page: Page, name: str) -> None:
    """Keep a picture, if somebody wants to look."""
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES) / f"{name}.png"))


def quick_game(base: str, **more: object) -> tuple[Asker, str]:
    """A game of somebody against bots, who has not rolled yet."""
    host = Asker(base)
    made = host.ask("POST", "/api/quick", {"edition": "clasico", "seats": 3, **more})
    return host, made["table"]


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_whoever_watches_sees_the_chances(gallery: Gallery, visit: Visit, size: ViewportSize) -> None:
    person = gallery.come(visit, "en", size)
    _, table = quick_game(person.base)
    person.open(f"/t/{table}")
    page = person.page
    if size is PHONE:
        page.get_by_role("tab", name=person.say("table.panel.people")).click(timeout=30_000)
    bar = page.get_by_role("img", name=person.say("review.page.curve"))
    expect(bar).to_be_visible(timeout=30_000)
    expect(bar).to_contain_text("33%")
    look(page, f"chances-{'phone' if size is PHONE else 'wide'}")


def test_whoever_plays_does_not_ask_for_chances(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit, "en")
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    table = Asker(person.base, person).ask("POST", "/api/quick", {"edition": "clasico", "seats": 3})["table"]
    person.open(f"/t/{table}")
    expect(person.page.locator(".board").first).to_be_visible(timeout=30_000)
    person.page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "/chances" in url]
    expect(person.page.get_by_role("img", name=person.say("review.page.curve"))).to_have_count(0)


def test_a_replay_has_the_bar_and_text_mode_says_it(gallery: Gallery, visit: Visit) -> None:
    kept = gallery.bots()
    person = gallery.come(visit, "it")
    person.open(f"/t/{kept.table}?move=300")
    bar = person.page.get_by_role("img", name=person.say("review.page.curve"))
    expect(bar).to_contain_text("%", timeout=60_000)
    look(person.page, "chances-replay")
    _, table = quick_game(person.base)
    person.page.evaluate("localStorage.setItem('magnate.text', 'on'); localStorage.setItem('text', 'on')")
    person.open(f"/t/{table}")
    expect(person.page.locator("#text-people")).to_contain_text("33%", timeout=30_000)
