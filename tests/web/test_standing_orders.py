"""Standing orders in the browser: set in a list, seen while they are on, taken back by one tap; and the proxy bid."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from web.kit import PHONE, WIDE, Asker, Person, Visit, Watch, wait_until
from web.pair import asked, first, follows, latest, two
from web.tour import Gallery, enter, fresh

on_screens = pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])


class Clicks:
    """Counts what a person presses on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate("window.pressed = 0; addEventListener('click', () => window.pressed++, true)")

    @property
    def count(self) -> int:
        return int(self.page.evaluate("window.pressed"))


def bids(person: Person) -> list[int]:
    """What was bid at the table of the page, as the server has it."""
    path = f"/api/tables/{person.page.url.rpartition('/')[2]}"
    told = Asker(person.base).ask("GET", f"{path}/log?after=0&limit=500")["told"]
    actions = [one["entry"]["action"] for one in told if one["entry"]["type"] == "Played"]
    return [action["amount"] for action in actions if action["type"] == "Bid"]


@on_screens
def test_an_order_is_set_in_the_list_seen_while_it_is_on_and_taken_back_by_one_tap(
    gallery: Gallery, visit: Visit, size: ViewportSize
) -> None:
    person = gallery.come(visit, "en", size)
    enter(person, fresh(gallery, "clasico", "auction"))
    person.button("orders.title").click()
    person.role("switch", "orders.follow_cards").check()
    person.role("switch", "orders.claim_rents").check()
    person.page.keyboard.press("Escape")
    chips = person.page.locator("[data-order]")
    expect(chips).to_have_count(2)
    person.page.reload()
    expect(chips).to_have_count(2)
    person.page.locator("[data-order=follow_cards]").click()
    expect(chips).to_have_count(1)
    expect(person.page.locator("[data-order=claim_rents]")).to_be_visible()


def to_an_auction(pair: tuple[Person, Person]) -> None:
    """Two people play until one of them refuses to buy, and the property is auctioned."""
    while not pair[0].page.locator("[data-question=auction]").count():
        person = asked(pair)
        refuse = person.button("table.refuse.auction")
        if refuse.count():
            refuse.click()
            expect(person.page.locator("[data-question=auction]")).to_be_visible()
        else:
            first(person)


def test_an_auction_is_won_with_a_proxy_bid_in_two_clicks(visit: Visit, watch: Watch) -> None:
    pair = two(visit, watch)
    ana, ion = next(pair)
    to_an_auction((ana, ion))
    clicks = Clicks(ana.page)
    proxy = ana.page.locator("[data-proxy]")
    proxy.get_by_role("button", name=ana.say("ui.more")).click()
    up_to(ana).click()
    expect(proxy.get_by_role("status")).to_be_visible()
    for _ in range(2):  # one step each time, whatever the other bids
        expect(ana.page.locator(".bid.mine")).to_be_visible()
        follows(ion, latest(ana))
        bid = ion.page.locator("[data-first]").get_by_role("button")
        expect(bid).to_be_enabled()
        expect(ion.page.locator(".mine")).to_have_count(0)
        before = len(bids(ana))
        first(ion)
        wait_until(ana.page, lambda before=before: len(bids(ana)) >= before + 2, "the proxy answered the bid")
        assert bids(ana)[-1] == bids(ana)[-2] + 1
        expect(ana.page.locator(".bid.mine")).to_be_visible()
    expect(ion.page.locator("[data-proxy]").get_by_role("status")).to_have_count(0)
    ion.button("action.Pass").click()
    expect(ana.page.locator("[data-question=auction]")).to_have_count(0)
    assert clicks.count == 2
    next(pair, None)


def up_to(person: Person) -> Locator:
    """The button that bids up to the sum beside it."""
    return person.page.locator("[data-proxy] .row > .button, [data-proxy] .row > * > .button").last


def test_a_proxy_bid_is_withdrawn_by_one_tap(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit, "it", PHONE)
    enter(person, fresh(gallery, "clasico", "auction"))
    proxy = person.page.locator("[data-proxy]")
    up_to(person).click()
    proxy.get_by_role("button", name=person.say("orders.withdraw")).click()
    expect(proxy.get_by_role("button", name=person.say("orders.withdraw"))).to_have_count(0)


def test_orders_are_switched_in_text_mode(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit, "es", WIDE)
    enter(person, fresh(gallery, "clasico", "auction"))
    person.button("table.more").click()
    person.button("text.text", person.page.get_by_role("dialog")).click()
    switch = person.role("switch", "orders.end_turn")
    switch.check()
    expect(switch).to_be_checked()
    expect(person.page.locator("[data-proxy]")).to_be_visible()
    person.button("text.board").click()
    expect(person.page.locator("[data-order=end_turn]")).to_be_visible()


def play_now(person: Person) -> Locator:
    """Against bots, at once; the chip of the order to claim rents."""
    person.page.locator("button.start").click()
    expect(person.page.locator("[data-first]")).to_be_visible()
    return person.page.locator("[data-order=claim_rents]")


@pytest.mark.parametrize("mark", [0, 2], ids=["first seat", "another token"])
def test_play_now_claims_rents_by_order_says_so_and_one_tap_takes_it_back(visit: Visit, mark: int) -> None:
    ana = visit("Ana", kept={"edition": "clasico", "mark": str(mark)}, size=PHONE)
    ana.open("/")
    expect(ana.role("switch", "start.claims")).to_be_checked()
    chip = play_now(ana)
    expect(chip).to_be_visible()
    chip.click()
    expect(chip).to_have_count(0)


@pytest.mark.parametrize("mark", [0, pytest.param(2, marks=pytest.mark.thorough)], ids=["first seat", "another token"])
def test_play_now_without_the_order_has_none_and_is_remembered(visit: Visit, mark: int) -> None:
    ana = visit("Ana", kept={"edition": "europolis", "mark": str(mark)})
    ana.open("/")
    ana.role("switch", "start.claims").uncheck()
    chip = play_now(ana)
    expect(ana.page.locator("[data-question]")).to_be_visible()
    expect(chip).to_have_count(0)
    ana.open("/")
    expect(ana.role("switch", "start.claims")).not_to_be_checked()


def by_rules(person: Person) -> Locator:
    """The button that starts a game on the page of a book."""
    person.open("/rules/clasico")
    return person.button("rules.play")


def by_last_lesson(person: Person) -> Locator:
    """The button that starts a game after the last lesson, which is done as the coach shows it."""
    last = Asker(person.base).ask("GET", "/api/lessons/clasico")[-1]["lesson"]
    person.open(f"/learn/clasico/{last}")
    coach = person.page.locator("[data-step]")
    show, done = person.button("learn.show", coach), person.button("learn.play", coach)
    while True:
        expect(show.and_(person.page.locator(":not([aria-disabled=true])")).or_(done)).to_be_visible()
        if done.count():
            return done
        step = coach.get_attribute("data-step")
        show.click()
        expect(coach).not_to_have_attribute("data-step", step or "")


@pytest.mark.parametrize("way", [by_rules, by_last_lesson], ids=["rules", "last lesson"])
def test_other_pages_that_start_a_game_say_and_send_the_same_order(
    visit: Visit, way: Callable[[Person], Locator]
) -> None:
    ana = visit("Ana", size=PHONE)
    button = way(ana)
    switch = ana.role("switch", "start.claims")
    expect(switch).to_be_checked()
    button.click()
    expect(ana.page.locator("[data-order=claim_rents]")).to_be_visible()
    button = way(ana)
    switch.uncheck()
    button.click()
    expect(ana.page.locator("[data-question]")).to_be_visible()
    expect(ana.page.locator("[data-order=claim_rents]")).to_have_count(0)
    ana.open("/")
    expect(ana.page.locator("button.start")).to_be_visible()
    expect(switch).not_to_be_checked()


def test_where_rents_are_paid_without_a_claim_play_now_offers_no_order(visit: Visit) -> None:
    ana = visit("Ana", kept={"edition": "castis"})
    ana.open("/")
    expect(ana.page.locator("button.start")).to_be_visible()
    expect(ana.role("switch", "start.claims")).to_have_count(0)
    expect(play_now(ana)).to_have_count(0)
