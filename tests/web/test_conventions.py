"""What people know from other sites and expect here: a list of keys, a Back that closes, quick words, a chime."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from magnate.view import View
from web.kit import PHONE, WIDE, Asker, Person, Visit, Watch, wait_until
from web.moments import Kept, played
from web.tour import EDITIONS, OPEN, Gallery, dialog, enter, is_phone, settle


def button(person: Person, path: str) -> Locator:
    """A button in sight."""
    return person.button(path).filter(visible=True).first


def nothing_open(person: Person) -> None:
    """No dialog lies over the page."""
    expect(person.page.locator(OPEN)).to_have_count(0)


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
    page.wait_for_function("() => document.activeElement !== null")


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


@pytest.mark.parametrize(
    "path",
    [
        "/t/abcd/efgh",
        *(pytest.param(path, marks=pytest.mark.thorough) for path in ("/foo", "/t/", "/rules/castis/more", "/%zz")),
    ],
)
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
    expect(page).to_have_url(re.compile(f"/t/{kept.table}$"))
    page.go_forward()  # to an entry whose sheet is closed: nothing opens, nothing is left
    page.wait_for_function("() => history.state?.layers === 1")
    nothing_open(person)
    expect(page.locator(".table-page")).to_be_visible()
    page.evaluate("() => history.back()")
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
    page.evaluate(
        "() => document.addEventListener('close', () => (window.closings = (window.closings ?? 0) + 1), true)"
    )
    for count in range(1, 4):
        page.keyboard.press("m")
        dialog(person)
        page.wait_for_function("() => history.state?.layers === 1")
        page.keyboard.press("Escape")
        nothing_open(person)
        page.wait_for_function("count => window.closings >= count", arg=count)  # the browser tells it a little later
    page.evaluate("() => history.back()")
    expect(page).to_have_url(re.compile("/rules$"))


def test_back_leads_on_although_the_browser_has_yet_to_tell_that_a_sheet_closed(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit)
    page = person.page
    person.open("/rules")
    enter(person, gallery.at("castis", "roll"))
    page.keyboard.press("m")
    dialog(person)
    page.wait_for_function("() => history.state?.layers === 1")
    page.evaluate("() => document.addEventListener('close', (event) => event.stopImmediatePropagation(), true)")
    page.keyboard.press("Escape")
    nothing_open(person)
    page.evaluate("() => history.back()")
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
    page.evaluate("() => addEventListener('popstate', () => { window.went = true })")
    page.evaluate("() => history.back()")
    page.wait_for_function("() => window.went && history.state?.layers === 1")
    expect(dialog(person)).to_be_visible()
    expect(page).to_have_url(re.compile(f"/t/{kept.table}$"))


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


def test_back_in_a_replay_closes_the_deed_and_stays_at_the_move(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit)
    page = person.page
    kept = gallery.at("europolis", "over")
    person.open(f"/t/{kept.table}?move=300")
    expect(page.locator("input[type=range]").first).to_be_visible()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"move=303$"))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    card = open_deed(person, 39)
    page.wait_for_function("() => history.state?.layers === 1")
    page.go_back()
    expect(card).to_have_count(0)
    expect(page).to_have_url(re.compile(r"move=303$"))
    expect(page.locator(".lines [aria-current]")).to_be_visible()
    assert not [url for url in asked if url.endswith("/log")], asked


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


@pytest.mark.proves("DP-40")
def test_the_back_of_a_mortgaged_contract_is_read(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit)
    kept = gallery.at("expopolis", "roll")
    enter(person, kept)
    view, spaces = standing(kept)
    space = spaces[next(number for number, deed in enumerate(view.deeds) if deed.mortgaged)]
    card = open_deed(person, space)
    over, back = person.button("board.turn_over", card), person.button("board.turn_back", card)
    text = kept.moment.plan.load().file.spaces[space].back_en
    expect(over.or_(back)).to_be_visible()
    if back.count():  # it lies face down
        expect(card).to_contain_text(text)
        back.click()
    expect(card).not_to_contain_text(text)
    over.click()
    expect(card).to_contain_text(text)


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


# Sums and records


@pytest.mark.parametrize("edition", EDITIONS)
def test_sums_are_written_alike_on_the_whole_board(gallery: Gallery, visit: Visit, edition: str) -> None:
    person = gallery.come(visit)
    kept = gallery.at(edition, "roll")
    enter(person, kept)
    expect(person.page.locator("svg [data-space]")).to_have_count(len(kept.moment.plan.load().file.spaces))
    written = person.page.locator("svg .foot").all_text_contents()
    sums = [text.strip() for text in written if re.search(r"\d", text)]
    assert len(sums) > 15
    assert len({re.sub(r"[\d.,\s]", "", text) for text in sums}) == 1, sums  # with the currency, or all without it
    assert not [text for text in sums if re.search(r"\d{4}", text)], sums


def test_a_record_that_is_not_right_says_which_line_and_why(visit: Visit, watch: Watch, gallery: Gallery) -> None:
    watch.allow("422")
    kept = gallery.at("clasico", "over")
    person = gallery.come(visit, "es", PHONE)
    person.open("/")
    text = str(person.context.request.get(f"/api/tables/{kept.table}/record").text())
    lines = text.split("\n")
    lines[20] = "nonsense"
    chooser = person.page.locator("input[type=file]")
    chooser.set_input_files({"name": "bad.record", "mimeType": "text/plain", "buffer": "\n".join(lines).encode()})
    problem = person.page.get_by_role("alert").filter(has_text=person.say("start.record_line", line=21))
    expect(problem).to_be_visible()
    expect(problem.locator("code")).to_have_text("nonsense")
    expect(problem.locator(".why")).not_to_be_empty()
    chooser.set_input_files({"name": "good.record", "mimeType": "text/plain", "buffer": text.encode()})
    expect(person.page).to_have_url(re.compile(r"/t/\w{8}\?move=\d+$"))


# Talk


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_quick_word_is_said_like_any_other(gallery: Gallery, visit: Visit, size: ViewportSize) -> None:
    person = gallery.come(visit, "it", size)
    page = person.page
    enter(person, gallery.at("castis", "roll"))
    if is_phone(person):
        page.locator('[data-tab="log"]').first.click()
    page.locator('[data-tab="chat"]').click()
    opens = person.button("talk.chat.quick.open")
    expect(opens).to_have_attribute("aria-expanded", "false")
    opens.click()
    row = person.role("group", "talk.chat.quick.open")
    said = page.locator(".chat li .text")
    before = said.count()
    luck = person.button("talk.chat.quick.luck", row)
    laugh = person.button("talk.emote.laugh", row)
    both = [luck.element_handle(), laugh.element_handle()]
    page.evaluate("(buttons) => buttons.forEach((button) => button.click())", both)  # the second while one is sent
    expect(said).to_have_count(before + 2)
    expect(said.nth(before)).to_have_text(person.say("talk.chat.quick.luck"))
    expect(person.role("img", "talk.emote.laugh", said.last)).to_be_visible()


def test_a_word_goes_with_an_offer_and_is_said_to_the_table(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit)
    page = person.page
    enter(person, gallery.everyone(gallery.moments["castis", "roll"]))
    page.keyboard.press("t")
    desk = person.role("dialog", "deals.title")
    desk.locator(".people button").first.click()
    desk.get_by_role("region").first.locator("button[aria-pressed=false]").first.click()
    note = desk.get_by_label(person.say("deals.note"), exact=True)
    expect(note).to_have_accessible_description(person.say("deals.note_help"))
    note.fill("For the good of us both")
    person.button("deals.send", desk).click()
    expect(desk).to_have_count(0)
    page.locator('[data-tab="chat"]').click()
    expect(page.locator(".chat li .text").last).to_have_text("For the good of us both")


# House rules


@pytest.mark.parametrize(
    "edition", [pytest.param(name, marks=pytest.mark.thorough if place else ()) for place, name in enumerate(EDITIONS)]
)
def test_the_family_rules_are_differences_and_can_be_played(visit: Visit, edition: str) -> None:
    person = visit("Ana", kept={"edition": edition})
    page = person.page
    person.open("/")
    person.button("start.make").click()
    box = dialog(person)
    preset = box.get_by_label(person.say("lobby.variant"), exact=True)
    expect(preset).to_have_value("")
    expect(box.locator(".differs")).to_have_count(0)
    preset.select_option("family")
    lines = box.locator(".differs li")
    expect(lines.first).to_be_visible()
    changed = lines.count()
    assert 1 <= changed <= 4
    for one in box.locator("details").all():
        one.evaluate("(one) => { one.open = true }")
    box.locator("details [role=switch]:not([disabled])").first.click()
    expect(preset).to_have_value("own")  # what was changed is one's own
    expect(lines).to_have_count(changed + 1)
    marks = box.locator(".marked").evaluate_all(
        "all => all.map(one => getComputedStyle(one.querySelector('label, .label'), '::after').width)"
    )
    assert marks == ["8px"] * (changed + 1)  # a diamond behind each label
    preset.select_option("family")
    person.button("lobby.create", box).click()
    expect(page).to_have_url(re.compile(r"/t/\w{8}$"))
    expect(page.locator(".invite img")).to_be_visible()
    table = Asker(person.base).ask("GET", f"/api/tables/{page.url[-8:]}")
    assert len(table["config"]["options"]) == changed


# Sound and word from the browser


def test_volumes_are_set_apart_and_kept(visit: Visit) -> None:
    person = visit("Ana", kept={"sound": "on"})
    page = person.page
    person.open("/")
    page.locator(".settings").click()
    effects = person.role("slider", "header.volume_effects", dialog(person))
    turn = person.role("slider", "header.volume_turn", dialog(person))
    effects.focus()
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    expect(effects).to_have_value("80")
    turn.fill("30")
    page.reload()
    page.locator(".settings").click()
    expect(effects).to_have_value("80")
    expect(turn).to_have_value("30")
    page.keyboard.press("Escape")
    person.button("header.sound").click()  # off in one click
    page.locator(".settings").click()
    expect(effects).to_be_disabled()


NOTED = """
window.noted = []
class Notification {
  static permission = 'default'
  static async requestPermission() { window.asked = true; return (Notification.permission = '%s') }
  constructor(title, more) { window.noted.push([title, more.body]) }
  close() {}
}
window.Notification = Notification
"""
# Nobody looks at the page from now on; how often it became my turn since then, by its title.
HIDDEN = """() => {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  const isMine = () => document.title.startsWith('●')
  let was = isMine()
  window.turns = 0
  new MutationObserver(() => {
    if (isMine() && !was) window.turns++
    was = isMine()
  }).observe(document.head, { childList: true, characterData: true, subtree: true })
}"""
FIRST = "[data-first] button[aria-keyshortcuts=' ']"


@pytest.mark.parametrize("answer", ["granted", "denied"])
def test_my_turn_is_told_to_who_asked_for_it(visit: Visit, answer: str) -> None:
    person = visit("Ana", kept={"edition": "castis"}, scripts=[NOTED % answer])
    page = person.page
    person.open("/")
    page.get_by_role("button").filter(has_text=person.say("start.play")).first.click()
    expect(page.locator(FIRST)).to_be_visible()
    assert not page.evaluate("() => window.asked")  # nobody is asked before they want it
    page.locator(".settings").click()
    switch = person.role("switch", "header.notices", dialog(person))
    switch.click()
    if answer == "denied":
        person.see("header.notices_refused")
    expect(switch).to_be_checked(checked=answer == "granted")
    page.keyboard.press("Escape")
    nothing_open(person)
    page.evaluate(HIDDEN)

    def is_my_turn_again() -> bool:  # play on: sooner or later the others play, and then it is my turn again
        page.evaluate("(first) => document.querySelector(first)?.click()", FIRST)
        page.keyboard.press("n")
        return bool(page.evaluate("() => window.turns"))

    wait_until(page, is_my_turn_again, "it is my turn again")
    noted = page.evaluate("() => window.noted")
    assert not noted if answer == "denied" else noted[0][0] == person.say("table.your_turn")
