"""Handicaps: the host gives each seat its part of the cash; everybody sees it in the lobby and at the table."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from web.kit import Asker, Visit

SEVENTY = re.compile(r"70\s?%")


def test_the_host_gives_a_seat_less_cash_in_the_lobby_and_everybody_sees_it(visit: Visit) -> None:
    ana, ion = visit("Ana"), visit("Ion")
    table = Asker(visit.base, ana).create(edition="clasico", seats=2)
    ana.sit(table, 0)
    ana.button("lobby.change").click()
    dialog = ana.page.get_by_role("dialog")
    ana.role("switch", "lobby.handicap", dialog).click()
    amount = dialog.get_by_role("spinbutton", name=ana.say("ui.mark.castle"))
    amount.fill("70")
    amount.press("Enter")
    ana.button("lobby.save", dialog).click()
    expect(dialog).to_have_count(0)
    ion.open(f"/t/{table}")
    for person in (ana, ion):
        expect(person.page.locator("section.seats li").first).to_contain_text(SEVENTY)
    ion.sit(table, 1)
    ana.button("lobby.start").click()
    seat = ion.page.locator(".person", has_text="Ana")
    expect(seat).to_contain_text(re.compile(r"1[.,]?050"))
    seat.locator("button.head").click()
    expect(seat.locator(".more")).to_contain_text(SEVENTY)
