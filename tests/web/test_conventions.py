"""What people know from other sites and expect here: a list of keys, a Back that closes, addresses that lead nowhere."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from web.kit import PHONE, Person, Visit, Watch
from web.tour import Gallery, dialog, enter, is_phone, settle


def button(person: Person, path: str) -> Locator:
    """A button in sight."""
    return person.button(path).filter(visible=True).first


def nothing_open(person: Person) -> None:
    """No dialog lies over the page."""
    expect(person.page.locator("dialog[open]")).to_have_count(0)


# The keys


def test_a_question_mark_lists_every_key_of_the_table(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit)
    page = person.page
    enter(person, gallery.at("castis", "roll"))
    shown = page.locator("[aria-keyshortcuts]").filter(visible=True)
    keys = {one.get_attribute("aria-keyshortcuts") for one in shown.all()}
    assert {" ", "m", "t"} <= keys
    page.keyboard.press("?")
    listed = person.role("dialog", "keys.title")
    expect(listed).to_be_visible()
    for key in keys:
        name = person.say("keys.name.space") if key == " " else str(key).upper()
        expect(listed.locator("kbd").filter(has_text=re.compile(rf"^{re.escape(name)}$")).first).to_be_visible()
    page.keyboard.press("Escape")
    nothing_open(person)
    assert not page.evaluate("() => document.activeElement === null")


def test_the_keys_are_in_the_menu_too_and_letters_stay_letters(visit: Visit) -> None:
    person = visit("Ana", language="it")
    person.open("/")
    box = person.page.get_by_role("textbox", name=person.say("start.join"))
    box.fill("")
    box.press("?")
    expect(box).to_have_value("?")
    expect(person.page.locator("dialog[open]")).to_have_count(0)
    person.page.locator(".settings").click()
    person.button("header.keys", dialog(person)).click()
    expect(person.role("dialog", "keys.title")).to_be_visible()
    expect(person.page.locator("dialog[open]")).to_have_count(1)


# Addresses


@pytest.mark.parametrize("path", ["/foo", "/t/", "/t/abcd/efgh", "/rules/castis/more", "/%zz"])
def test_an_address_that_leads_nowhere_says_so_and_leads_home(visit: Visit, watch: Watch, path: str) -> None:
    watch.allow("404", "400")
    person = visit("Ana", language="ro")
    person.open(path)
    person.see("ui.state.nowhere")
    expect(person.page).to_have_title(re.compile(re.escape(person.say("ui.state.nowhere"))))
    person.button("ui.home").click()
    expect(person.page.locator(".start")).to_be_visible()


def test_a_book_that_does_not_exist_is_named(visit: Visit) -> None:
    person = visit("Ana", language="es")
    person.open("/rules/nonsense")
    person.see("ui.state.no_book", book="nonsense")
    person.button("ui.home").click()
    expect(person.page.locator(".start")).to_be_visible()


# Back


def test_back_closes_what_lies_open_and_then_leaves(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit, size=PHONE)
    page = person.page
    person.open("/rules")
    kept = gallery.at("castis", "roll")
    enter(person, kept)
    assert is_phone(person)
    button(person, "table.manage.open").click()
    sheet = person.role("dialog", "table.manage.title")
    expect(sheet).to_be_visible()
    page.wait_for_function("() => history.state?.layers === 1")
    page.go_back()
    expect(sheet).to_have_count(0)
    assert page.url.endswith(f"/t/{kept.table}")
    page.go_forward()  # to an entry whose sheet is closed: nothing opens, nothing is left
    nothing_open(person)
    expect(page.locator(".table-page")).to_be_visible()
    page.go_back()
    expect(page).to_have_url(re.compile("/rules$"))


def test_back_closes_one_after_the_other(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit)
    page = person.page
    enter(person, gallery.at("castis", "roll"))
    page.keyboard.press("m")
    person.page.locator("dialog[open] .mortgage .button.plain").first.click()
    expect(page.locator("dialog[open]")).to_have_count(2)
    page.wait_for_function("() => history.state?.layers === 2")
    page.go_back()
    expect(page.locator("dialog[open]")).to_have_count(1)
    page.keyboard.press("Escape")
    nothing_open(person)
    expect(page.locator(".table-page")).to_be_visible()


def test_what_was_closed_otherwise_leaves_no_trace(gallery: Gallery, visit: Visit) -> None:
    """Three sheets opened and closed by hand: one step back is one page back."""
    person = gallery.come(visit)
    page = person.page
    person.open("/rules")
    enter(person, gallery.at("castis", "roll"))
    for _ in range(3):
        page.keyboard.press("m")
        dialog(person)
        page.wait_for_function("() => history.state?.layers === 1")
        page.keyboard.press("Escape")
        nothing_open(person)
    page.go_back()
    expect(page).to_have_url(re.compile("/rules$"))


def test_one_sheet_after_the_other_is_one_step(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit)
    page = person.page
    enter(person, gallery.at("castis", "roll"))
    button(person, "table.more").click()
    person.button("action.Concede", dialog(person)).click()
    expect(dialog(person)).to_contain_text(person.say("table.grave.concede"))
    page.wait_for_function("() => history.state?.layers === 1")
    page.go_back()
    nothing_open(person)
    expect(page.locator(".table-page")).to_be_visible()


def test_back_does_not_dismiss_what_must_be_answered(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit)
    page = person.page
    kept = gallery.private()
    enter(person, kept)
    settle(person)
    expect(dialog(person)).to_be_visible()
    page.wait_for_function("() => history.state?.layers === 1")
    page.evaluate("() => history.back()")
    page.wait_for_function("() => history.state?.layers === 1")
    expect(dialog(person)).to_be_visible()
    assert page.url.endswith(f"/t/{kept.table}")


def test_a_table_made_in_a_dialog_is_left_to_the_start_page(visit: Visit) -> None:
    person = visit("Ana")
    page = person.page
    person.open("/")
    person.button("start.make").click()
    person.button("lobby.create", dialog(person)).click()
    expect(page).to_have_url(re.compile(r"/t/\w{8}$"))
    expect(page.locator(".invite img")).to_be_visible()
    nothing_open(person)
    page.go_back()
    expect(page.locator(".start")).to_be_visible()
    nothing_open(person)
