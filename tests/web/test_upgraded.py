"""A page that is older than the server: its parts are gone, and it reloads itself instead of failing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Request, Route, expect

from web.kit import PHONE, Visit, Watch

GONE = {"type": "Refused", "error": "no_such_page", "message": "there is no such part of the client"}
ENTRY = re.compile(r"/assets/index-[\w-]+\.js")


class Upgrade:
    """The server has another build: parts of the old one are gone for a page until it is loaded again."""

    def __init__(self, page: Page, parts: str, *, is_new: bool = True, is_broken: bool = False) -> None:
        self.loads = 0  # of the page, since
        self.is_new = is_new
        self.is_broken = is_broken  # the new build lacks the parts, too
        page.on("request", self.count)
        page.route(parts, self.answer)
        page.route("**/", self.show)

    def count(self, request: Request) -> None:
        """Count what is a load of the page."""
        self.loads += request.is_navigation_request()

    def answer(self, route: Route) -> None:
        """What is gone is not found."""
        if self.loads and not self.is_broken:
            route.continue_()
        else:
            route.fulfill(status=404, json=GONE)

    def show(self, route: Route) -> None:
        """The page of the server, which begins with another script if it is asked what it has."""
        if route.request.is_navigation_request() or not self.is_new:
            route.continue_()
        else:
            answer = route.fetch()
            route.fulfill(response=answer, body=ENTRY.sub("/assets/index-anew.js", answer.text()))


@pytest.mark.parametrize("is_new", [True, pytest.param(False, marks=pytest.mark.thorough)], ids=["new", "same"])
def test_a_page_whose_parts_are_gone_reloads_once_and_goes_on(visit: Visit, watch: Watch, is_new: bool) -> None:
    watch.allow(r"\b404\b", "Unable to preload CSS")
    ana = visit("Ana")
    ana.open("/")
    expect(ana.page.locator("button.start")).to_be_visible()
    upgrade = Upgrade(ana.page, "**/assets/Rules-*.js", is_new=is_new)
    ana.page.locator("header").get_by_role("link", name=ana.say("header.rules")).click()
    expect(ana.page.locator("main h1[lang]")).to_be_visible()
    expect(ana.page).to_have_url(re.compile("/rules"))
    assert upgrade.loads == 1


def test_a_page_that_a_reload_does_not_help_says_so_and_does_not_reload_for_ever(visit: Visit, watch: Watch) -> None:
    watch.allow(r"\b404\b", "Unable to preload CSS")
    ana = visit("Ana", size=PHONE)
    ana.open("/")
    expect(ana.page.locator("button.start")).to_be_visible()
    upgrade = Upgrade(ana.page, "**/assets/Rules-*.js", is_broken=True)
    ana.page.locator("header").get_by_role("link", name=ana.say("header.rules")).click()
    ana.see("ui.state.broken")
    assert upgrade.loads == 1
    upgrade.is_broken = False
    ana.button("ui.reload").click()
    expect(ana.page.locator("main h1[lang]")).to_be_visible()
    assert upgrade.loads == 2


def test_a_game_goes_on_without_a_detail_that_cannot_be_loaded(visit: Visit, watch: Watch) -> None:
    watch.allow(r"\b404\b", "Unable to preload CSS")
    ana = visit("Ana")
    ana.open("/")
    ana.page.locator("button.start").click()
    roll = ana.page.locator("[data-first]").get_by_role("button")
    roll.click()
    upgrade = Upgrade(ana.page, "**/assets/Why-*.js", is_broken=True)
    why = ana.page.locator("button.why").first
    with ana.page.expect_navigation():
        why.click()
    why.click()
    ana.see("ui.state.part_missing")
    expect(ana.page.locator(".board").first).to_be_visible()
    assert upgrade.loads == 1
    upgrade.is_broken = False
    ana.button("ui.reload").click()
    why.click()
    expect(ana.page.get_by_role("dialog", name=ana.say("talk.why.title"))).to_be_visible()


def test_text_mode_that_cannot_be_loaded_leads_back_to_the_board(visit: Visit, watch: Watch) -> None:
    watch.allow(r"\b404\b", "Unable to preload CSS")
    ana = visit("Ana", kept={"text": "on"})
    Upgrade(ana.page, "**/assets/TextMode-*.js", is_broken=True)
    ana.open("/")
    ana.page.locator("button.start").click()
    ana.see("ui.state.broken")
    ana.button("text.board").click()
    expect(ana.page.locator(".board").first).to_be_visible()
