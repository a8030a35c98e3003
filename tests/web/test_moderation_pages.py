"""Moderation in the browser: keep somebody out, vote, report, mute; names that are marked; the page of the operator."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from server.process import Node
from web.kit import PHONE, Asker, Person, Visit, Watch, wait_until

SHOTS = os.environ.get("MAGNATE_TEST_SHOTS")  # a folder for pictures, for whoever wants to look


def shot(person: Person, name: str) -> None:
    """Take a picture, if somebody wants to look."""
    if SHOTS:
        person.page.wait_for_timeout(400)
        person.page.screenshot(path=Path(SHOTS) / f"{name}.png")


def game(visit: Visit, ana: Person, others: int = 2, **config: Any) -> tuple[str, list[Asker]]:
    """A game of Ana's with others who have no browser; all of them sit and it has begun."""
    me = Asker(visit.base, ana)
    table = me.create(edition="clasico", seats=others + 1, **config)
    token = me.do(table, {"type": "Sit", "seat": 0, "name": "Ana"})["token"]
    guests = [Asker(visit.base) for _ in range(others)]
    for seat, guest in enumerate(guests, 1):
        guest.me()
        guest.do(table, {"type": "Sit", "seat": seat, "name": ("Bea", "Ciro", "Dana")[seat - 1]})
    me.do(table, {"type": "Start"}, [token])
    return table, guests


@pytest.mark.parametrize("size", [None, pytest.param(PHONE, marks=pytest.mark.thorough)], ids=["wide", "phone"])
def test_the_host_keeps_somebody_out_and_lets_them_in_again(visit: Visit, size: Any) -> None:
    ana, bea = visit("Ana", size=size) if size else visit("Ana"), visit("Bea")
    table = Asker(visit.base, ana).create(edition="clasico", seats=3, public=True)
    ana.sit(table)
    bea.sit(table)
    ana.button("people.about", name="Bea").click()
    dialog = ana.page.get_by_role("dialog")
    shot(ana, f"menu-{'phone' if size else 'wide'}")
    ana.button("people.keep_out", dialog).click()
    shot(ana, f"keep-out-{'phone' if size else 'wide'}")
    ana.button("people.keep_out", dialog).click()
    expect(dialog).to_have_count(0)
    bea.see("ui.state.kept_out")
    shot(bea, "kept-out")
    bea.page.reload()  # with the same cookie
    bea.see("ui.state.kept_out")
    expect(ana.page.get_by_role("heading", name=ana.say("people.out_title"))).to_be_visible()
    shot(ana, f"list-{'phone' if size else 'wide'}")
    ana.page.get_by_role("button", name=ana.say("people.let_in")).click()
    bea.page.reload()
    expect(bea.button("lobby.take_any").first).to_be_visible()


@pytest.mark.parametrize("size", [None, pytest.param(PHONE, marks=pytest.mark.thorough)], ids=["wide", "phone"])
def test_the_others_vote_somebody_out_and_a_bot_plays_on(visit: Visit, size: Any) -> None:
    ana = visit("Ana", size=size, language="it") if size else visit("Ana")
    table, (bea, ciro) = game(visit, ana)
    ana.open(f"/t/{table}")
    if size:
        ana.role("tab", "table.panel.people").click()
    ana.page.locator(".person", has_text="Ciro").locator("button.head").click()
    ana.button("people.menu").click()
    dialog = ana.page.get_by_role("dialog")
    ana.button("people.vote", dialog).click()
    shot(ana, f"ask-vote-{'phone' if size else 'wide'}")
    ana.button("people.vote", dialog).click()
    if size:
        ana.page.get_by_role("tab").first.click()  # its name has a mark when it is my turn
    vote = ana.page.locator("[data-removal]")
    expect(vote).to_contain_text("Ciro")
    shot(ana, f"vote-{'phone' if size else 'wide'}")
    state = bea.ask("GET", f"/api/tables/{table}")
    assert (state["removal"]["target"], state["removal"]["needed"]) == (2, 2)
    tokens = [bea.do(table, {"type": "Sit", "seat": 1})["token"]]
    bea.do(table, {"type": "AnswerRemoval", "seat": 1, "agree": True}, tokens)
    expect(vote).to_have_count(0)
    if size:
        ana.role("tab", "table.panel.log").click()
    ana.see("talk.entry.KeptOutVote", seat="Ciro")
    shot(ana, f"voted-{'phone' if size else 'wide'}")
    assert ciro.ask("GET", f"/api/tables/{table}")["seats"][2]["level"] == "house"


def test_whoever_it_is_about_sees_the_vote_and_others_answer_it(visit: Visit) -> None:
    ana = visit("Ana")
    table, (bea, ciro) = game(visit, ana)
    ana.open(f"/t/{table}")
    token = bea.do(table, {"type": "Sit", "seat": 1})["token"]
    bea.do(table, {"type": "AskRemoval", "seat": 1, "target": 2}, [token])
    ana.button("people.voting.refuse").click()
    ana.see("talk.entry.RemovalEndedRefused")
    token = ciro.do(table, {"type": "Sit", "seat": 2})["token"]
    ciro.do(table, {"type": "AskRemoval", "seat": 2, "target": 0}, [token])
    expect(ana.page.locator("[data-removal]")).to_contain_text(ana.say("people.voting.you"))
    expect(ana.button("people.voting.agree")).to_have_count(0)
    shot(ana, "vote-about-me")


@pytest.mark.parametrize("size", [None, pytest.param(PHONE, marks=pytest.mark.thorough)], ids=["wide", "phone"])
def test_a_message_is_reported_to_the_operator_by_keyboard(visit: Visit, size: Any) -> None:
    ana = visit("Ana", size=size, language="ro") if size else visit("Ana")
    me, bea = Asker(visit.base, ana), Asker(visit.base)
    table = me.create(edition="clasico", seats=2)
    bea.me()
    bea.do(table, {"type": "Say", "text": "an insult"})
    ana.open(f"/t/{table}")
    more = ana.page.locator(".chat .more").first
    more.focus()
    more.press("Enter")
    ana.button("people.more").press("Enter")
    dialog = ana.page.get_by_role("dialog")
    ana.button("people.report.open", dialog).press("Enter")
    dialog.get_by_role("textbox").fill("She insults everybody.")
    shot(ana, f"report-{'phone' if size else 'wide'}")
    ana.button("people.report.send", dialog).press("Enter")
    ana.see("people.report.sent")
    expect(dialog).to_have_count(0)


def test_a_report_that_waits_is_not_made_twice(visit: Visit, watch: Watch) -> None:
    watch.allow("409")
    ana = visit("Ana")
    me, bea = Asker(visit.base, ana), Asker(visit.base)
    table = me.create(edition="clasico", seats=2)
    person = bea.me()
    bea.do(table, {"type": "Say", "text": "an insult"})
    me.ask("POST", f"/api/tables/{table}/reports", {"person": person, "reason": "insults"})
    ana.open(f"/t/{table}")
    ana.page.locator(".chat .more").first.click()
    ana.button("people.more").click()
    ana.button("people.report.open").click()
    ana.button("people.report.send").click()
    ana.see("people.report.refused.stale")


def test_whoever_was_muted_stays_muted_after_a_reload_and_at_another_table(visit: Visit) -> None:
    ana = visit("Ana")
    me, bea = Asker(visit.base, ana), Asker(visit.base)
    tables = [me.create(edition="clasico", seats=2) for _ in range(2)]
    bea.me()
    for table in tables:
        bea.do(table, {"type": "Say", "text": "nonsense"})
    ana.open(f"/t/{tables[0]}")
    ana.page.get_by_text("nonsense").wait_for()
    ana.page.locator(".chat .more").first.click()
    ana.button("talk.chat.mute").click()
    ana.see("talk.chat.is_muted")
    ana.page.reload()
    ana.see("talk.chat.is_muted")
    expect(ana.page.get_by_text("nonsense")).to_have_count(0)
    assert ana.page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('muted')).length") == 0
    ana.open(f"/t/{tables[1]}")
    ana.see("talk.chat.is_muted")
    ana.page.locator(".chat .more").first.click()
    ana.button("talk.chat.unmute").click()
    ana.page.get_by_text("nonsense").wait_for()


def test_what_an_earlier_version_had_muted_in_the_browser_is_kept_by_the_server(visit: Visit) -> None:
    bea = Asker(visit.base)
    person = bea.me()
    table = bea.create(edition="clasico", seats=2)
    bea.do(table, {"type": "Say", "text": "nonsense"})
    ana = visit("Ana", kept={f"muted:{table}": f'["{person}"]'})
    ana.open(f"/t/{table}")
    ana.see("talk.chat.is_muted")
    wait_until(
        ana.page, lambda: ana.page.evaluate(f"localStorage.getItem('muted:{table}')") is None, "the old list to go"
    )


@pytest.mark.parametrize("size", [None, pytest.param(PHONE, marks=pytest.mark.thorough)], ids=["wide", "phone"])
def test_names_that_look_alike_are_marked(visit: Visit, size: Any) -> None:
    ana = visit("Ana", size=size, language="es") if size else visit("Ana")
    me, bea, ciro = Asker(visit.base, ana), Asker(visit.base), Asker(visit.base)
    table = me.create(edition="clasico", seats=4)
    token = me.do(table, {"type": "Sit", "seat": 0, "name": "Ana"})["token"]
    bea.me()
    bea.do(table, {"type": "Sit", "seat": 1, "name": "Аnа"})  # in Cyrillic letters
    ciro.me()
    ciro.do(table, {"type": "Sit", "seat": 2, "name": "House bot"})
    me.do(table, {"type": "SetBot", "seat": 3})
    bea.do(table, {"type": "Say", "text": "I am Ana"})
    ana.open(f"/t/{table}")
    marks = ana.page.locator("[data-mark]")
    expect(marks).to_have_text(
        [ana.say("people.mark.duplicate"), ana.say("people.mark.bot"), ana.say("people.mark.duplicate")]
    )
    shot(ana, f"marks-lobby-{'phone' if size else 'wide'}")
    me.do(table, {"type": "Start"}, [token])
    if size:
        ana.role("tab", "table.panel.people").click()
    people = ana.page.locator(".people [data-mark]")
    expect(people).to_have_text([ana.say("people.mark.duplicate"), ana.say("people.mark.bot")])
    shot(ana, f"marks-game-{'phone' if size else 'wide'}")


def test_at_a_public_table_a_spectator_reads_and_the_host_may_let_everyone_write(visit: Visit) -> None:
    ana, bea = visit("Ana"), visit("Bea")
    table, _ = game(visit, ana, public=True)
    bea.open(f"/t/{table}")
    bea.role("tab", "table.panel.chat").click()
    bea.see("talk.chat.only_seats")
    expect(bea.page.locator("#chat-text")).to_have_count(0)
    shot(bea, "only-seats")
    ana.open(f"/t/{table}")
    ana.button("table.more").click()
    switch = ana.page.get_by_role("switch", name=ana.say("people.chat_seats"))
    expect(switch).to_be_checked()
    shot(ana, "host-switch")
    switch.uncheck(force=True)
    expect(bea.page.locator("#chat-text")).to_be_visible()


def test_the_switches_of_the_table_follow_from_public_until_they_are_touched(visit: Visit) -> None:
    ana = visit("Ana")
    table = Asker(visit.base, ana).create(edition="clasico", seats=2)
    ana.sit(table)
    ana.button("lobby.change").click()
    dialog = ana.page.get_by_role("dialog")
    chat = dialog.get_by_role("switch", name=ana.say("people.chat_seats"))
    hot = dialog.get_by_role("switch", name=ana.say("people.hot_seat"))
    expect(chat).not_to_be_checked()
    expect(hot).to_be_checked()
    dialog.get_by_role("switch", name=ana.say("lobby.public")).check(force=True)
    expect(chat).to_be_checked()
    expect(hot).not_to_be_checked()
    hot.check(force=True)
    hot.scroll_into_view_if_needed()
    shot(ana, "switches")
    ana.button("lobby.save", dialog).click()
    expect(dialog).to_have_count(0)
    config = Asker(visit.base, ana).ask("GET", f"/api/tables/{table}")["config"]
    assert (config["public"], config["chat"], config["hot_seat"]) == (True, None, True)


def test_in_text_mode_the_same_can_be_done(visit: Visit) -> None:
    ana = visit("Ana", kept={"text": "on"})
    table, (bea, _) = game(visit, ana)
    ana.open(f"/t/{table}")
    ana.button("people.about", name="Bea").press("Enter")
    shot(ana, "text-menu")
    dialog = ana.page.get_by_role("dialog")
    ana.button("people.vote", dialog).press("Enter")
    ana.button("people.vote", dialog).press("Enter")
    expect(ana.page.locator("[data-removal]")).to_contain_text("Bea")
    ana.button("people.voting.withdraw").press("Enter")
    expect(ana.page.locator("[data-removal]")).to_have_count(0)
    assert bea.ask("GET", f"/api/tables/{table}")["removal"] is None


@pytest.mark.parametrize("size", [None, pytest.param(PHONE, marks=pytest.mark.thorough)], ids=["wide", "phone"])
def test_the_operator_reads_a_report_and_bans_on_the_admin_page(
    visit: Visit, watch: Watch, tmp_path: Path, size: Any
) -> None:
    watch.allow("401")
    token = "a-token-of-the-operator-" + "x" * 20
    with Node(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path, admin_token=token) as node:
        ana, bea = Asker(node.url), Asker(node.url)
        table = ana.create(edition="clasico", seats=2)
        person = bea.me()
        bea.ask("PUT", "/api/me", {"name": "<b>Bea</b>"})
        bea.do(table, {"type": "Say", "text": "<img src=x onerror=alert(1)>"})
        ana.ask("POST", f"/api/tables/{table}/reports", {"person": person, "reason": "insults", "note": "rude"})
        operator = visit("Operator", base=node.url, size=size) if size else visit("Operator", base=node.url)
        operator.open("/admin")
        page = operator.page
        page.get_by_label("Admin token").fill("wrong" * 8)
        page.get_by_role("button", name="Enter").click()
        expect(page.get_by_role("alert")).to_contain_text("admin token")
        page.get_by_label("Admin token").fill(token)
        page.get_by_role("button", name="Enter").click()
        expect(page.locator("#token")).to_be_hidden()
        expect(page.locator("#report-list")).to_contain_text("<img src=x onerror=alert(1)>")
        shot(operator, f"admin-{'phone' if size else 'wide'}")
        page.on("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Ban person").click()
        expect(page.locator("#ban-list")).to_contain_text(person)
        with pytest.raises(AssertionError, match="banned"):
            bea.me()
        page.get_by_role("button", name="Unban").click()
        expect(page.locator("#ban-list")).not_to_contain_text(person)
        bea.me()
        page.get_by_role("button", name="Look at table").click()
        expect(page.locator("#shown")).to_contain_text(table)
        page.locator("#close-shown").click()
        page.get_by_role("button", name="Close", exact=True).first.click()
        expect(page.locator("#table-list")).to_contain_text("closed")
        page.get_by_role("button", name="Delete", exact=True).first.click()
        expect(page.locator("#table-list")).not_to_contain_text(table)
        page.reload()  # the token is not kept
        expect(page.get_by_label("Admin token")).to_be_visible()
        assert token not in page.evaluate("JSON.stringify([localStorage, sessionStorage, document.cookie])")
        assert token not in page.url
