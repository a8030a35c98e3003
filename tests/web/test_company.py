"""Somebody sits opposite: names and faces of bots, my own name and token, emotes, and remarks one can switch off."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from web.kit import MARKS, Asker, Visit, wait_until
from web.pair import follows, latest
from web.test_claims import golden, settled
from web.test_pace import against_bots


def test_a_name_and_a_token_are_asked_beside_play_now(visit: Visit) -> None:
    """Prefilled; whatever is written there is the name at the table, without a further step."""
    person = visit("")
    page = person.page
    person.open("/")
    name = page.get_by_role("textbox", name=person.say("start.name"))
    expect(name).to_have_value(re.compile(r"\w"))
    person.button("start.mark").click()
    page.get_by_role("radio", name=person.say("ui.mark.lantern")).check(force=True)
    name.fill("Ágata")
    page.locator("button.start").click()
    expect(page.locator(".table-page")).to_be_visible()
    mine = page.locator(".person", has=page.get_by_text(person.say("table.person.you"), exact=True))
    expect(mine.locator(".name")).to_contain_text("Ágata")
    seat = MARKS.index("lantern")
    expect(mine.locator("svg.mark").first).to_have_attribute("style", re.compile(rf"--seat-{seat}\b"))
    expect(page.locator(f'[data-token="{seat}"] svg').first).to_be_visible()


def test_bots_have_names_and_faces_and_are_marked_as_bots(visit: Visit) -> None:
    person = visit("Ana")
    against_bots(person, "clasico")
    bots = person.page.locator(".person", has=person.page.get_by_text(person.say("table.person.bot"), exact=True))
    expect(bots).to_have_count(3)
    expect(bots.locator("svg.face")).to_have_count(3)
    names = bots.locator(".name").all_inner_texts()
    assert len(set(names)) == 3
    assert not any(name.startswith("Bot") for name in names)


def test_an_emote_pops_up_at_the_token_of_who_sends_it_but_not_for_who_muted_them(visit: Visit) -> None:
    ana, ion = visit("Ana"), visit("Ion")
    table = Asker(visit.base, ana).create(edition="clasico", seats=2)
    ana.sit(table, 0)
    ion.sit(table, 1)
    ana.button("lobby.start").click()
    for person in (ana, ion):
        expect(person.page.locator("[data-first] .button.primary")).to_be_enabled()
    ana.page.locator('[data-tab="chat"]').click()
    ana.button("talk.chat.quick.open").click()
    ana.button("talk.emote.luck").click()
    for person in (ana, ion):
        expect(person.page.locator('[data-token="0"] [data-bubble] svg')).to_be_visible()
    ion.page.locator('[data-tab="chat"]').click()
    expect(ion.role("img", "talk.emote.luck")).to_be_visible()
    ion.button("talk.chat.more", name="Ana").click()
    ion.button("talk.chat.mute", name="Ana").click()
    expect(ion.page.locator("[data-bubble]")).to_have_count(0)  # the first has gone
    ana.button("talk.emote.anger").click()
    expect(ana.page.locator('[data-token="0"] [data-bubble] svg')).to_be_visible()
    follows(ion, latest(ana))
    expect(ion.page.locator("[data-bubble]")).to_have_count(0)


def test_remarks_of_bots_can_be_switched_off(visit: Visit) -> None:
    person = visit("Ana")
    person.open("/")
    page = person.page
    page.locator(".settings").click()
    switch = page.get_by_role("switch", name=person.say("header.remarks"))
    expect(switch).to_be_checked()
    switch.click()
    expect(switch).not_to_be_checked()
    page.reload()
    page.locator(".settings").click()
    expect(switch).not_to_be_checked()


# More than none as soon as a bubble has popped up since the page was opened.
COUNT = """
window.bubbles = 0
const count = () => (window.bubbles += document.querySelectorAll('[data-bubble]').length)
new MutationObserver(count).observe(document, { childList: true, subtree: true })
"""


@pytest.mark.thorough
def test_whoever_switched_remarks_off_sees_none_of_those_that_others_see(visit: Visit) -> None:
    ana = visit("Ana", scripts=[COUNT])
    ion = visit("Ion", scripts=[COUNT], kept={"remarks": "off"})
    against_bots(ana, "castis")
    ion.open(f"/t/{ana.page.url.rpartition('/')[2]}")
    follows(ion, latest(ana))
    for _ in range(100):
        if ana.page.evaluate("window.bubbles"):
            break
        golden(ana)
        settled(ana)
    follows(ion, latest(ana))
    assert ana.page.evaluate("window.bubbles") > 0
    assert ion.page.evaluate("window.bubbles") == 0


def test_the_host_lets_a_running_bot_go_on_at_another_level(visit: Visit) -> None:
    """Unfold the bot, choose a level: it stays who it is, and the server has the level. Nobody else is offered this."""
    ana, ion = visit("Ana"), visit("Ion")
    against_bots(ana, "clasico")
    table = ana.page.url.split("/t/")[1][:8].split("?")[0]
    bot = ana.page.locator(".person", has=ana.page.get_by_text(ana.say("table.person.bot"), exact=True)).first
    name = bot.locator(".name").inner_text()
    bot.locator("button.head").click()
    level = bot.get_by_label(ana.say("table.person.level"))
    expect(level).to_have_value("house")
    level.select_option("trader")
    asker = Asker(visit.base, ana)

    def levels() -> list[str]:
        seats = asker.ask("GET", f"/api/tables/{table}")["seats"]
        return [seat["level"] for seat in seats if "level" in seat]

    wait_until(ana.page, lambda: sorted(levels()) == ["house", "house", "trader"], "the bot's new level")
    expect(level).to_have_value("trader")
    expect(bot.locator(".name")).to_have_text(name)
    ion.open(f"/t/{table}")
    watched = ion.page.locator(".person", has=ion.page.get_by_text(ion.say("table.person.bot"), exact=True)).first
    watched.locator("button.head").click()
    expect(watched.locator(".more")).to_be_visible()
    expect(watched.get_by_label(ion.say("table.person.level"))).to_have_count(0)
