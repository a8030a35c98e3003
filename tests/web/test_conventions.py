"""What people know from other sites and expect here: a list of keys, a Back that closes, addresses that lead nowhere."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from magnate.view import View
from web.kit import PHONE, Person, Visit, Watch
from web.moments import Kept, played
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


# A deed


def open_deed(person: Person, space: int) -> Locator:
    """Open the deed of a space, by keyboard."""
    person.page.locator(f'[data-space="{space}"]').first.focus()
    person.page.keyboard.press("Enter")
    return dialog(person)


def test_my_deed_can_be_mortgaged_and_its_group_managed_from_its_card(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit)
    page = person.page
    kept = gallery.everyone(gallery.moments["castis", "roll"])
    enter(person, kept)
    view, spaces = standing(kept)
    mine = next(d for d, deed in enumerate(view.deeds) if deed.owner == kept.moment.seat and not deed.mortgaged)
    card = open_deed(person, spaces[mine])
    person.button("table.manage.mortgage", card).click()
    contract = person.role("dialog", "table.mortgage.title")
    person.button("table.manage.mortgage", contract).click()
    expect(contract).to_have_count(0)
    expect(person.button("table.manage.lift", card)).to_be_visible()
    expect(card).to_contain_text(person.say("board.mortgaged"))
    person.button("table.manage.lift", card).click()
    expect(person.button("table.manage.mortgage", card)).to_be_visible()
    why = person.button("table.manage.why_not", card)
    if why.count():  # the reason is the server's
        why.click()
        expect(card.get_by_role("alert")).to_be_visible()
    person.button("table.deed.offer", card).click()
    desk = person.role("dialog", "deals.title")
    desk.locator(".people button").first.click()
    expect(desk.locator("button[aria-pressed=true]").filter(has_text=name_of(person, kept, mine))).to_have_count(1)
    page.go_back()
    nothing_open(person)


def test_a_deed_of_somebody_else_is_asked_for_in_a_deal(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit, size=PHONE)
    kept = gallery.at("castis", "roll")
    enter(person, kept)
    view, spaces = standing(kept)
    theirs = next(d for d, deed in enumerate(view.deeds) if deed.owner not in (None, kept.moment.seat))
    card = open_deed(person, spaces[theirs])
    expect(person.button("table.manage.mortgage", card)).to_have_count(0)
    person.button("table.deed.want", card).click()
    desk = person.role("dialog", "deals.title")
    person.button("deals.next", desk).click()
    expect(desk.locator("button[aria-pressed=true]").filter(has_text=name_of(person, kept, theirs))).to_have_count(1)


def test_where_nothing_can_be_done_the_card_says_why(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit)
    kept = gallery.at("clasico", "utility_roll")
    enter(person, kept)
    view, spaces = standing(kept)
    mine = next(d for d, deed in enumerate(view.deeds) if deed.owner == kept.moment.seat)
    card = open_deed(person, spaces[mine])
    expect(person.button("table.manage.mortgage", card)).to_have_attribute("aria-disabled", "true")
    expect(card.locator(".reason")).to_have_text(person.say("table.manage.not_now"))


def standing(kept: Kept) -> tuple[View, list[int]]:
    """The view of a kept table, and the space of each deed."""
    plan = kept.moment.plan
    game = plan.begin()
    for move in played(plan).moves[1 : kept.moment.moves]:
        assert move.action is not None
        game.play(move.seat, move.action)
    spaces = [number for number, space in enumerate(plan.load().file.spaces) if space.kind == "deed"]
    return game.view(), spaces


def name_of(person: Person, kept: Kept, deed: int) -> str:
    """The name of a deed on a Spanish board."""
    spaces = [space for space in kept.moment.plan.load().file.spaces if space.kind == "deed"]
    return str(spaces[deed].name_en or spaces[deed].name)
