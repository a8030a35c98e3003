"""Ways to a table: at once against bots, by a code, to watch, and back to a game that was left."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from web.kit import PHONE, Asker, Person, Visit, wait_until
from web.pair import asked, follows, latest


def code_in(page: Page) -> str:
    """The code of the table whose page this is."""
    return page.url.rpartition("/")[2]


def sits(person: Person, table: str) -> None:
    """Wait until somebody sits at a table, for the server."""

    def names() -> list[str | None]:
        return [seat.get("name") for seat in Asker(person.base).ask("GET", f"/api/tables/{table}")["seats"]]

    wait_until(person.page, lambda: person.name in names(), f"{person.name} sits")


def test_whoever_presses_play_now_can_roll_and_finds_the_game_again(visit: Visit) -> None:
    ana = visit("Ana", language="it", size=PHONE)
    ana.open("/")
    ana.page.get_by_role("button", name=re.compile(f"^{re.escape(ana.say('start.play'))}")).tap()
    first = ana.page.locator("[data-first]").get_by_role("button")
    expect(first).to_be_enabled()
    table = code_in(ana.page)
    ana.open("/")
    row = ana.page.locator(f'.resume a[href="/t/{table}"]')
    expect(row).to_contain_text(ana.say("start.resume"))
    row.tap()
    expect(first).to_be_enabled()
    assert code_in(ana.page) == table


def test_a_friend_comes_by_the_code_or_by_the_whole_link(visit: Visit) -> None:
    ana = visit("Ana")
    table = Asker(visit.base, ana).create(edition="castis", seats=3)
    for name, written in (("Ion", f"  {table.upper()} "), ("Lucía", f"{visit.base}/t/{table}")):
        friend = visit(name, language="es")
        friend.open("/")
        friend.page.get_by_role("textbox", name=friend.say("start.join")).fill(written)
        friend.button("start.join_go").click()
        friend.page.wait_for_url(f"**/t/{table}")
        friend.sit(table)
        sits(friend, table)


def test_a_public_table_is_watched_and_nothing_can_be_done_there(visit: Visit) -> None:
    ana, ion = visit("Ana"), visit("Ion")
    table = Asker(visit.base, ana).create(edition="monopoli-server", seats=2, public=True)
    ana.sit(table)
    ion.sit(table)
    ana.button("lobby.start").click()
    expect(ana.page.locator("[data-first]")).to_be_visible()
    vera = visit("Vera", language="ro")
    vera.open("/")
    row = vera.page.locator(f'a[href="/t/{table}"]')
    expect(row).to_contain_text(vera.say("start.watch"))
    row.click()
    vera.see("table.watching")
    expect(vera.page.locator("svg [data-space]")).to_have_count(40)
    expect(vera.page.locator("[data-first]").get_by_role("button")).to_have_count(0)
    number = latest(ana)
    asked((ana, ion)).page.locator("[data-first]").get_by_role("button").click()
    follows(vera, number + 1)


def test_ways_to_play_and_street_names_are_offered_in_the_language_of_the_reader(visit: Visit) -> None:
    ana = visit("Ana", language="ro", kept={"edition": "clasico"})
    ana.open("/")
    streets = ana.page.get_by_label(ana.say("lobby.skin"), exact=True)
    expect(streets.get_by_role("option")).to_have_text(["Madrid", "Lima", "Internațional"])
    ana.page.get_by_label(ana.say("start.length"), exact=True).select_option("10")
    ana.see("start.by_book", variant="Contra cronometru")


def test_more_offers_nothing_alone_against_bots_that_needs_other_people(visit: Visit) -> None:
    ana = visit("Ana", kept={"edition": "clasico"})
    ana.open("/")
    ana.page.locator("button.start").click()
    ana.button("table.more").click()
    dialog = ana.page.get_by_role("dialog")
    expect(ana.button("action.Concede", dialog)).to_be_visible()
    expect(dialog.get_by_role("switch", name=ana.say("people.chat_seats"))).to_have_count(0)
    expect(ana.button("table.pause.ask", dialog)).to_have_count(0)
    expect(ana.button("table.pause.start", dialog)).to_have_count(0)


def test_the_time_of_a_timed_game_is_no_house_rule(visit: Visit) -> None:
    """The book says that it is agreed on."""
    ana = visit("Ana", kept={"edition": "clasico", "minutes": "10"})
    ana.open("/")
    ana.page.locator("button.start").click()
    ana.button("table.more").click()
    dialog = ana.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Timed game")
    expect(dialog).not_to_contain_text(ana.say("lobby.house_rules"))
    table = code_in(ana.page)
    ana.open("/")
    row = ana.page.locator(".resume li", has=ana.page.locator(f'a[href="/t/{table}"]'))
    expect(row).to_be_visible()
    expect(row).not_to_contain_text("house rule")
