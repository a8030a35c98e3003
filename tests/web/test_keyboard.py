"""By keyboard alone: a whole game from the start page to the end screen, and a focus that is never lost."""

from __future__ import annotations

from playwright.sync_api import Locator, TimeoutError, expect

from web.kit import Person, Visit
from web.tour import Gallery, enter

TURNS = 8
FURTHEST = 150  # stops of the Tab key

FOCUS = "() => document.activeElement !== null && document.activeElement !== document.body"
ASKED = """() => {
    if (document.querySelector('dialog[open] article.offer')) return 'deal'
    if (document.querySelector('[data-end]')) return 'end'
    const first = document.querySelector('[data-first] button')
    const enabled = (button) => button.getAttribute('aria-disabled') !== 'true'
    const skips = first?.getAttribute('aria-keyshortcuts') === 's'
    if (!first || skips || document.querySelector('[aria-busy=true]')) return ''
    const bar = first.closest('[data-question]')
    const keys = [...bar.querySelectorAll('[data-first] button, .others button')].filter(enabled)
    return `${bar.dataset.question}:${keys.map((button) => button.getAttribute('aria-keyshortcuts') ?? '-').join()}`
}"""
# Something has happened, or the deal that waited for an answer lies open to be read.
GONE_ON = """(number) => document.querySelector('[data-number]').dataset.number !== number
    || document.querySelector('dialog[open] article.offer')"""


class Keyboard:
    """Somebody without a mouse."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page

    def reach(self, target: Locator, key: str = "Tab") -> None:
        """Go on with the Tab key until the focus is there."""
        expect(target).to_be_visible()
        for _ in range(FURTHEST):
            if target.evaluate("(element) => element === document.activeElement"):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"the Tab key does not lead to {target}")

    def press(self, target: Locator, key: str = "Enter") -> None:
        """Go there, and press it."""
        self.reach(target)
        self.page.keyboard.press(key)

    def write(self, target: Locator, text: str) -> None:
        """Go to a field and write over what it holds."""
        self.reach(target)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def has_focus(self) -> None:
        """The focus is somewhere, not on the page as a whole."""
        try:
            self.page.wait_for_function(FOCUS)
        except TimeoutError:
            raise AssertionError("the focus is lost") from None


def make_table(keys: Keyboard) -> None:
    """A table for two, one of them a bot, that ends after a few turns."""
    person, page = keys.person, keys.page
    keys.press(person.button("start.make"))
    dialog = page.get_by_role("dialog", name=person.say("lobby.make"))
    keys.write(person.role("spinbutton", "lobby.seats", dialog), "2")
    keys.write(person.role("spinbutton", "lobby.bots", dialog), "1")
    chapter = dialog.locator("summary").filter(has_text=person.say("switch.chapter.ending"))
    keys.press(chapter)
    keys.write(person.role("spinbutton", "switch.ending.turns.label", dialog), str(TURNS))
    keys.press(person.button("lobby.create", dialog))
    keys.press(person.button("lobby.start"))


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    person = visit("Ana", kept={"edition": "castis"})
    keys, page = Keyboard(person), person.page
    person.open("/")
    make_table(keys)
    keys.press(page.locator("[data-first]").get_by_role("button"))
    decisions = 0
    while (asked := page.wait_for_function(ASKED).json_value()) != "end":
        if decisions:
            keys.has_focus()
        question, _, shown = str(asked).partition(":")
        number = page.locator("[data-number]").get_attribute("data-number")
        answer(keys, question, shown.split(",") if shown else [])
        decisions += 1
        try:
            page.wait_for_function(GONE_ON, arg=number)
        except TimeoutError:
            raise AssertionError(f"nothing came of {asked!r}: {page.locator('body').inner_text()}") from None
    assert decisions > TURNS / 2
    expect(page.locator("[data-end]").get_by_role("heading", level=1)).to_be_visible()
    keys.press(person.button("end.again"))
    expect(person.button("lobby.start")).to_be_visible()


def answer(keys: Keyboard, question: str, shown: list[str]) -> None:
    """Answer what is asked by the key that its button shows, or by going there."""
    page, person = keys.page, keys.person
    if question == "deal":
        dialog = page.get_by_role("dialog")
        keys.press(person.button("deals.refuse", dialog))
        expect(dialog).to_have_count(0)
    elif question == "debt":
        tick, bankrupt = page.get_by_role("checkbox").first, person.button("action.DeclareBankruptcy")
        expect(tick.or_(bankrupt).first).to_be_visible()
        if tick.count():
            keys.press(tick, "Space")
            keys.press(page.locator("[data-first]").get_by_role("button"))
        else:
            keys.press(bankrupt)
            keys.press(person.button("action.DeclareBankruptcy", page.get_by_role("dialog")))
    elif question == "auction":
        page.keyboard.press("n")  # leave it
    elif " " in shown:
        page.keyboard.press("Space")
    else:
        page.keyboard.press(shown[0])


def test_a_deal_is_read_and_refused(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit)
    keys, page = Keyboard(person), person.page
    enter(person, gallery.everyone(gallery.moments["clasico", "counter"]))
    keys.press(page.locator("[data-first]").get_by_role("button"))
    expect(page.locator("dialog[open] article.offer")).to_be_visible()
    assert page.wait_for_function(ASKED).json_value() == "deal"
    answer(keys, "deal", [])
    keys.has_focus()


def test_the_focus_stays_with_a_mortgage(gallery: Gallery, visit: Visit) -> None:
    """Mortgage by the contract, lift it again: the button that was used becomes the next one."""
    person = gallery.come(visit)
    keys, page = Keyboard(person), person.page
    enter(person, gallery.everyone(gallery.moments["castis", "roll"]))
    page.keyboard.press("m")
    sheet = person.role("dialog", "table.manage.title")
    button = person.button("table.manage.mortgage", sheet).and_(page.locator(".plain")).first
    button.focus()
    page.keyboard.press("Enter")
    contract = person.role("dialog", "table.mortgage.title")
    keys.press(person.button("table.manage.mortgage", contract))
    expect(contract).to_have_count(0)
    lift = person.button("table.manage.lift", sheet).first
    expect(lift).to_be_focused()
    page.keyboard.press("Enter")
    expect(person.button("table.manage.lift", sheet)).to_have_count(0)
    keys.has_focus()
    expect(sheet.locator(":focus")).to_have_count(1)


def test_the_focus_goes_along_to_the_text_and_back(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit)
    keys, page = Keyboard(person), person.page
    enter(person, gallery.at("castis", "roll"))
    keys.press(person.button("text.text"))
    expect(page.locator("#text-now .status")).to_be_focused()
    keys.reach(person.button("text.board"), "Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-first]")).to_be_visible()
    keys.has_focus()
    keys.press(person.button("table.more"))
    keys.press(person.button("text.text", page.get_by_role("dialog")))
    expect(page.locator("#text-now .status")).to_be_focused()
