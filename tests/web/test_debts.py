"""Whoever owes sees every way out: the card that settles the debt, what brings money, a deal that waits meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from web.kit import PHONE, WIDE, Asker, Person, Visit
from web.pair import first
from web.tour import Gallery, enter, fresh

on_screens = pytest.mark.parametrize(
    "size", [WIDE, pytest.param(PHONE, marks=pytest.mark.thorough)], ids=["wide", "phone"]
)


def last_action(person: Person) -> Any:
    """What was played last at the table of the page, as the server has it."""
    path = f"/api/tables/{person.page.url.rpartition('/')[2]}"
    number = Asker(person.base).ask("GET", path)["number"]
    told = Asker(person.base).ask("GET", f"{path}/log?after={max(0, number - 20)}")["told"]
    return next(one["entry"]["action"] for one in reversed(told) if one["entry"]["type"] == "Played")


@on_screens
def test_who_owes_may_raise_money_while_a_deal_waits(gallery: Gallery, visit: Visit, size: ViewportSize) -> None:
    person = gallery.come(visit, "it", size)
    enter(person, fresh(gallery, "europolis", "debt-deal"))
    button = person.page.locator("[data-first]").get_by_role("button")
    expect(button).to_contain_text(person.say("table.deal.look"))
    expect(person.button("table.debt.enough").first).to_be_visible()
    person.page.get_by_role("checkbox").first.check()
    expect(person.button("table.deal.look")).to_be_visible()  # still there, beside it
    expect(person.button("table.deal.refuse")).to_be_visible()
    first(person)
    assert last_action(person)["type"] in ("Mortgage", "SellBuildings")
    expect(button).to_contain_text(person.say("table.deal.look"))


@on_screens
@pytest.mark.parametrize(("name", "asks"), [("debt-card", "debt_card"), ("debt-card-only", "debt_card_only")])
def test_the_card_that_settles_a_debt_is_offered_and_explained(
    gallery: Gallery, visit: Visit, size: ViewportSize, name: str, asks: str
) -> None:
    person = gallery.come(visit, "ro", size)
    enter(person, fresh(gallery, "europolis", name))
    person.see(f"table.ask.{asks}")
    person.see("table.debt.card")
    expect(person.page.locator("[data-guide=debt]")).to_have_count(0)  # that hint would lead elsewhere
    if name == "debt-card-only":
        first(person)
    else:
        person.role("button", "action.UseCard").click()
        expect(person.page.locator("[data-question=debt]")).to_have_count(0)
    assert last_action(person)["type"] == "UseCard"
