"""Several people at one screen, with purses nobody else may see: the device is passed on before anything is shown."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from web.kit import Person, Visit
from web.tour import Gallery, enter


def passing(person: Person) -> Locator:
    """The dialog that hides the table until the device is passed."""
    return person.role("dialog", "table.pass.title")


def test_a_name_that_is_pressed_asks_for_the_device_first(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit)
    page = person.page
    kept = gallery.private()
    enter(person, kept)
    expect(passing(person)).to_be_visible()
    person.button("table.pass.here", passing(person)).click()
    expect(passing(person)).to_have_count(0)
    shown = page.locator(".person [data-cash]")  # a purse that can be read
    expect(shown).to_have_count(1)
    row = page.get_by_role("group", name=person.say("table.pass.mine"))
    mine, other = row.get_by_role("button", pressed=True), row.get_by_role("button", pressed=False).first
    me, name = mine.inner_text(), other.inner_text()
    other.click()
    expect(person.role("dialog", "table.pass.title", seat=name)).to_be_visible()
    expect(shown).to_have_count(0)
    person.button("table.pass.here", passing(person), seat=me).click()  # it was the wrong name
    expect(passing(person)).to_have_count(0)
    expect(mine).to_have_text(me)
    other.click()
    person.button("table.pass.here", passing(person), seat=name).click()
    expect(mine).to_have_text(name)
    expect(shown).to_have_count(1)


def test_what_must_be_answered_stays(gallery: Gallery, visit: Visit) -> None:
    """Esc, once and again, within the dialog and beside it."""
    person = gallery.come(visit)
    enter(person, gallery.private())
    expect(passing(person)).to_be_visible()
    for _ in range(3):
        person.page.keyboard.press("Escape")
    expect(passing(person)).to_be_visible()
    person.page.evaluate("document.activeElement.blur()")
    for _ in range(3):
        person.page.keyboard.press("Escape")
    expect(passing(person)).to_be_visible()
    person.page.evaluate("document.querySelector('dialog[open]').close()")  # a gesture of the browser
    expect(passing(person)).to_be_visible()
    person.button("table.pass.here", passing(person)).click()
    expect(passing(person)).to_have_count(0)
