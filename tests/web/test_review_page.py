"""The review of a finished game in the browser: it grows, every moment has an address, and one can read it all."""

from __future__ import annotations

import os
import re
import struct
from pathlib import Path

import pytest
from playwright.sync_api import Route, ViewportSize, expect

from web.kit import PHONE, WIDE, Asker, Theme, Visit
from web.tour import Gallery


@pytest.mark.parametrize("size", [WIDE, pytest.param(PHONE, marks=pytest.mark.thorough)], ids=["wide", "phone"])
def test_a_review_tells_what_decided_the_game(gallery: Gallery, visit: Visit, size: ViewportSize) -> None:
    kept = gallery.bots()
    person = gallery.come(visit, "it", size)
    person.open(f"/t/{kept.table}?review=0")
    page = person.page
    expect(page.get_by_role("slider", name=person.say("review.page.curve"))).to_be_visible(timeout=60_000)
    moments = page.locator("section.moments ol > li")
    expect(moments).to_have_count(3, timeout=60_000)
    told = Asker(person.base).ask("GET", f"/api/tables/{kept.table}/review")
    assert all(told["names"])
    expect(page.locator("section tbody th")).to_have_text(told["names"])
    moments.nth(1).get_by_role("link").click()
    expect(page).to_have_url(re.compile(r"\?review=[1-9]\d*$"))
    move = told["numbers"].index(int(page.url.rpartition("=")[2]))  # what is checked meanwhile may change the order
    assert move in [one["move"] for one in told["review"]["decisions"]]
    heading = page.get_by_role("heading", name=person.say("review.page.move", n=move), exact=True)
    expect(heading).to_be_visible()
    expect(page.locator("section.board .told").first).to_contain_text("%")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    curve, tools = page.locator("[role=slider]").bounding_box(), page.locator(".tools").bounding_box()
    assert curve is not None
    assert tools is not None
    assert (tools["y"] > curve["y"]) is (size == PHONE)  # on a phone the curve is the first that is seen


def test_arrow_keys_move_through_the_game_and_the_address_follows(gallery: Gallery, visit: Visit) -> None:
    kept = gallery.bots()
    person = gallery.come(visit, "en")
    person.open(f"/t/{kept.table}?review=0")
    curve = person.page.get_by_role("slider", name=person.say("review.page.curve"))
    expect(curve).to_be_visible(timeout=60_000)
    curve.focus()
    person.page.keyboard.press("Home")
    expect(curve).to_have_attribute("aria-valuenow", "0")
    person.page.keyboard.press("ArrowRight")
    expect(curve).to_have_attribute("aria-valuenow", "1")
    numbers = Asker(person.base).ask("GET", f"/api/tables/{kept.table}/review")["numbers"]
    expect(person.page).to_have_url(re.compile(rf"\?review={numbers[1]}$"))


def test_whoever_leaves_while_it_is_computed_gives_the_review_up(gallery: Gallery, visit: Visit) -> None:
    kept = gallery.bots()
    person = gallery.come(visit, "it")
    page = person.page
    waiting = {"stage": "", "is_done": False, "ahead": 1, "names": [], "numbers": [], "review": None}
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.method)
        route.fulfill(json=waiting)

    page.route("**/api/tables/*/review*", answer)
    person.open(f"/t/{kept.table}?review=0")
    expect(page.get_by_text(person.say("review.page.queue", n=1))).to_be_visible()
    assert "DELETE" not in asked
    with page.expect_request(lambda one: one.method == "DELETE" and one.url.endswith(f"/{kept.table}/review")):
        person.role("link", "review.page.back").first.click()
    expect(page).to_have_url(re.compile(rf"/t/{kept.table}$"))
    asked.remove("DELETE")  # once
    assert "DELETE" not in asked


def test_decisions_are_filtered_by_seat(gallery: Gallery, visit: Visit) -> None:
    kept = gallery.bots()
    person = gallery.come(visit, "es")
    person.open(f"/t/{kept.table}?review=0")
    page = person.page
    marks = page.get_by_label(person.say("review.page.marks"))
    expect(marks).to_be_visible(timeout=60_000)
    marks.select_option(label=person.say("review.page.all_marks"))
    decisions = Asker(person.base).ask("GET", f"/api/tables/{kept.table}/review")["review"]["decisions"]
    listed = page.locator("section:has(.filters) ol > li")
    expect(listed).to_have_count(len(decisions))
    page.get_by_label(person.say("review.page.filter")).select_option(index=1)
    expect(listed).to_have_count(sum(one["seat"] == 0 for one in decisions))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_review_is_saved_as_a_picture(gallery: Gallery, visit: Visit, theme: Theme, tmp_path: Path) -> None:
    kept = gallery.bots()
    person = gallery.come(visit, "es", theme=theme)
    person.open(f"/t/{kept.table}?review=0")
    expect(person.page.locator("section.moments ol > li")).to_have_count(3, timeout=60_000)
    with person.page.expect_download() as saving:
        person.page.get_by_role("button", name=person.say("review.page.picture")).click()
    assert saving.value.suggested_filename == f"magnate-{kept.table}.png"
    file = Path(os.environ.get("MAGNATE_PICTURES", tmp_path)) / f"review-{theme}.png"
    saving.value.save_as(file)
    data = file.read_bytes()
    assert data.startswith(b"\x89PNG\r\n")
    assert struct.unpack(">II", data[16:24]) == (1200, 630)
    assert len(data) > 20_000  # something is drawn


def test_in_text_mode_the_curve_is_a_table(gallery: Gallery, visit: Visit) -> None:
    kept = gallery.bots()
    person = gallery.come(visit, "ro")
    person.page.add_init_script("localStorage.setItem('magnate.text', 'on'); localStorage.setItem('text', 'on')")
    person.open(f"/t/{kept.table}?review=0")
    expect(person.page.locator("section table tbody tr").first).to_contain_text("%", timeout=60_000)
    expect(person.page.locator(".curve, .square")).to_have_count(0)
