"""My games say where I am awaited, since when and how long I have; a table is made with a clock of hours or days."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from server.process import Node
from web.kit import PHONE, Asker, Person, Visit

DAY = 86_400


def slow_table(house: Node, ana: Person, **config: object) -> tuple[str, list[str], Asker]:
    """A started table of Ana and Bea with two days for a decision; the tokens of both, and Bea."""
    host, bea = Asker(house.url, ana), Asker(house.url)
    bea.me()
    clock = {"type": "decision", "seconds": 2 * DAY}
    table = host.create(**{"edition": "clasico", "seats": 2, "clock": clock} | config)
    tokens = [
        one.do(table, {"type": "Sit", "seat": seat, "name": name})["token"]
        for seat, (one, name) in enumerate(((host, "Ana"), (bea, "Bea")))
    ]
    host.do(table, {"type": "Start"}, tokens[:1])
    return table, tokens, bea


def roll(asker: Asker, table: str, seat: int, token: str) -> None:
    """Roll to see who begins."""
    number = asker.ask("GET", f"/api/tables/{table}")["number"]
    asker.do(table, {"type": "Act", "seat": seat, "seen": number, "action": {"type": "Roll"}}, [token])


def test_the_start_page_says_where_i_am_awaited_and_leads_there_by_keyboard(visit: Visit, house: Node) -> None:
    ana = visit()
    table, _, _ = slow_table(house, ana)
    ana.open("/")
    row = ana.page.locator(f"a[href='/t/{table}']")
    left = ana.say("start.awaits_left", time="2 days")
    expect(row).to_contain_text(f"{ana.say('start.awaits')} · {left}")
    expect(ana.page).to_have_title(re.compile(r"^\(1\) Magnate"))
    home = ana.page.locator("header a.home")
    expect(home).to_have_accessible_name(re.compile("1 game is waiting for you$"))
    row.focus()
    ana.page.keyboard.press("Enter")
    expect(ana.page).to_have_url(re.compile(f"/t/{table}$"))
    expect(ana.page.get_by_role("timer").first).to_have_text(re.compile("^(2d|1d 23h)$"))
    expect(home.locator(".awaited")).to_have_count(0)  # I am there


def test_the_list_follows_while_the_page_is_open(visit: Visit, house: Node) -> None:
    ana = visit(size=PHONE)
    ana.page.clock.install()
    table, tokens, _ = slow_table(house, ana)
    roll(Asker(house.url, ana), table, 0, tokens[0])
    ana.open("/")
    row = ana.page.locator(f"a[href='/t/{table}']")
    expect(row).to_contain_text(ana.say("start.resume"))
    expect(ana.page).to_have_title(re.compile("^Magnate"))
    other, _, _ = slow_table(house, ana, clock={"type": "none"})
    ana.page.clock.fast_forward(21_000)
    expect(ana.page.locator(f"a[href='/t/{other}']")).to_contain_text(ana.say("start.awaits"))
    expect(ana.page).to_have_title(re.compile(r"^\(1\) Magnate"))
    rows = ana.page.locator(".resume a")
    expect(rows).to_have_count(2)
    expect(rows.first).to_have_attribute("href", f"/t/{other}")


def test_a_table_is_made_with_a_clock_of_hours_or_days(visit: Visit) -> None:
    ana = visit(language="ro")
    ana.open("/")
    ana.button("start.make").click()
    dialog = ana.page.get_by_role("dialog")
    dialog.get_by_label(ana.say("lobby.clock"), exact=True).select_option("days")
    time = dialog.get_by_label(ana.say("lobby.span"), exact=True)
    expect(time.locator("option").first).to_have_text("1 oră")
    time.select_option("12 ore")
    time.select_option("14 zile")
    expect(dialog.get_by_label(ana.say("lobby.auction"), exact=True).locator("option").last).to_have_text("1 zi")
    ana.button("lobby.create", dialog).click()
    expect(ana.page.get_by_text(f"{ana.say('lobby.clock_decision')}: 14 zile")).to_be_visible()
