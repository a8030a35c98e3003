"""My data in the browser: the notice, the archive, and deleting everything: a new guest, without a name for others."""

from __future__ import annotations

import json
import re
import zipfile
from typing import Any

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from magnate.languages import LANGUAGES
from magnate.words.privacy import privacy_notice
from server.process import Node
from web.kit import PHONE, WIDE, Asker, Person, Visit

on_screens = pytest.mark.parametrize(
    "size", [WIDE, pytest.param(PHONE, marks=pytest.mark.thorough)], ids=["wide", "phone"]
)


def table_of_two(house: Node, ana: Person, bea: Person) -> tuple[str, list[str]]:
    """A started table of Ana and Bea, at which both have said something; the tokens of both."""
    host, guest = Asker(house.url, ana), Asker(house.url, bea)
    host.ask("PUT", "/api/me", {"name": "Anastasia"})
    table = host.create(edition="clasico", seats=2)
    tokens = [
        one.do(table, {"type": "Sit", "seat": seat, "name": name, "entropy": "luck"})["token"]
        for seat, (one, name) in enumerate(((host, "Anastasia"), (guest, "Beatrice")))
    ]
    host.do(table, {"type": "Say", "text": "behind the lighthouse"}, tokens[:1])
    host.do(table, {"type": "Start"}, tokens[:1])
    return table, tokens


def play_out(house: Node, ana: Person, table: str, tokens: list[str]) -> None:
    """Both roll to see who begins, and Anastasia gives up."""
    asker = Asker(house.url, ana)
    while True:
        number = asker.ask("GET", f"/api/tables/{table}")["number"]
        view: dict[str, Any] = asker.ask("GET", f"/api/tables/{table}/moves/{number}")["view"]
        is_open = (view["question"] or {}).get("type") == "opening"
        seat, action = (view["must"][0], "Roll") if is_open else (0, "Concede")
        act = {"type": "Act", "seat": seat, "seen": number, "action": {"type": action}}
        asker.do(table, act, [tokens[seat]])
        if action == "Concede":
            return


def open_my_data(person: Person) -> Locator:
    """Open the dialog from the settings."""
    person.page.get_by_role("button", name=person.say("header.settings")).click()
    person.button("header.data").click()
    dialog = person.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", level=3)).to_have_count(3)
    return dialog


def delete_my_data(person: Person) -> None:
    """Press everything up to the end."""
    dialog = open_my_data(person)
    person.button("privacy.delete", dialog).click()
    for line in ("sure_seats", "sure_names", "sure_games", "sure_browser", "sure_undo"):
        expect(dialog).to_contain_text(person.say(f"privacy.{line}"))
    person.button("privacy.go", dialog).click()
    expect(dialog).to_contain_text(person.say("privacy.done_help"))
    person.button("privacy.again", dialog).click()
    expect(person.page.get_by_role("textbox", name=person.say("start.name"))).to_be_visible()


@on_screens
def test_whoever_deletes_their_data_starts_as_a_new_guest(visit: Visit, house: Node, size: ViewportSize) -> None:
    ana, bea = visit(size=size), visit("Beatrice", language="es")
    table, tokens = table_of_two(house, ana, bea)
    ana.open("/")
    ana.page.evaluate("([t, k]) => localStorage.setItem(`seats:${t}`, JSON.stringify({ 0: k }))", [table, tokens[0]])
    expect(ana.page.locator(f"a[href='/t/{table}']").first).to_be_visible()
    bea.open(f"/t/{table}")
    expect(bea.page.locator(".people, .person").first).to_contain_text("Anastasia")
    before = ana.context.cookies()[0].get("value")

    delete_my_data(ana)

    name = ana.page.get_by_role("textbox", name=ana.say("start.name"))
    expect(name).to_have_value(re.compile(r"^Guest [A-Z0-9]{4}$"))
    expect(ana.page.locator(f".resume a[href='/t/{table}']")).to_have_count(0)
    assert ana.context.cookies()[0].get("value") != before
    kept = set(json.loads(ana.page.evaluate("JSON.stringify(Object.keys(localStorage))")))
    assert not [key for key in kept if key == "name" or key.startswith(("seats:", "muted:"))]
    # For Beatrice it is player 1 now, in her language, and a bot plays on.
    expect(bea.page.get_by_text(bea.say("ui.player", n=1)).first).to_be_visible()
    expect(bea.page.get_by_text("Anastasia")).to_have_count(0)
    expect(bea.page.get_by_text("behind the lighthouse")).to_have_count(0)
    assert Asker(house.url).ask("GET", f"/api/tables/{table}")["seats"][0]["level"] == "house"


def test_keeping_my_data_changes_nothing(visit: Visit, house: Node) -> None:
    ana, bea = visit(), visit("Beatrice")
    table, _ = table_of_two(house, ana, bea)
    ana.open("/")
    dialog = open_my_data(ana)
    ana.button("privacy.delete", dialog).click()
    ana.button("privacy.keep", dialog).click()
    ana.button("ui.close", dialog).click()
    assert Asker(house.url).ask("GET", f"/api/tables/{table}")["seats"][0]["name"] == "Anastasia"


def test_another_window_of_the_same_browser_begins_anew_too(visit: Visit, house: Node) -> None:
    ana, bea = visit(), visit("Beatrice")
    table, _ = table_of_two(house, ana, bea)
    other = ana.window()
    other.open(f"/t/{table}")
    expect(other.page.locator(".table-page")).to_be_visible()
    ana.open("/")
    delete_my_data(ana)
    expect(other.page).to_have_url(re.compile(r"://[^/]+/$"))


def test_a_finished_game_without_names_is_watched_again_and_its_dice_pass_the_check(visit: Visit, house: Node) -> None:
    ana, bea = visit(), visit("Beatrice", language="it")
    table, tokens = table_of_two(house, ana, bea)
    play_out(house, ana, table, tokens)
    ana.open("/")
    delete_my_data(ana)
    bea.open(f"/t/{table}")
    end = bea.page.locator("[data-end]")
    expect(end.locator(".ranking li")).to_have_count(2)
    expect(end.locator(".ranking")).to_contain_text(bea.say("ui.player", n=1))
    bea.button("end.fair.check", end).click()
    expect(end.locator(".verdict.proved")).to_be_visible()
    bea.open(f"/t/{table}?move=6")
    expect(bea.page.get_by_text(bea.say("ui.player", n=1)).first).to_be_visible()
    expect(bea.page.get_by_text("Anastasia")).to_have_count(0)


def test_my_data_is_downloaded_as_one_file(visit: Visit, house: Node) -> None:
    ana, bea = visit(language="ro"), visit("Beatrice")
    table, tokens = table_of_two(house, ana, bea)
    play_out(house, ana, table, tokens)
    ana.open("/")
    dialog = open_my_data(ana)
    with ana.page.expect_download() as loading:
        ana.button("privacy.download", dialog).click()
    assert loading.value.suggested_filename == "magnate-my-data.zip"
    with zipfile.ZipFile(loading.value.path()) as packed:
        assert sorted(packed.namelist()) == [f"games/{table}.record", "me.json"]
        assert json.loads(packed.read("me.json"))["name"] == "Anastasia"


@pytest.mark.parametrize(
    "language", [one if one == "it" else pytest.param(one, marks=pytest.mark.thorough) for one in LANGUAGES]
)
def test_the_notice_is_read_from_the_foot_of_the_start_page(visit: Visit, language: str) -> None:
    ana = visit(language=language, size=PHONE)
    ana.open("/")
    ana.page.locator("footer").get_by_role("button", name=ana.say("header.notice")).click()
    dialog = ana.page.get_by_role("dialog")
    headings = re.findall(r"^## (.*)$", privacy_notice(language, 365), re.MULTILINE)
    expect(dialog.get_by_role("heading", level=3)).to_have_text(headings)
    expect(dialog).to_contain_text(" 365 ")


def test_whoever_is_asked_for_a_name_first_can_read_what_becomes_of_it(visit: Visit, house: Node) -> None:
    table = Asker(house.url).create(edition="clasico", seats=2)
    ana = visit()
    ana.open("/")
    now = ana.page.locator(".now")
    expect(now).to_contain_text(ana.say("start.name_help"))
    now.get_by_role("textbox", name=ana.say("start.name")).fill("Ana")
    with ana.page.expect_response("**/api/me"):
        ana.page.keyboard.press("Tab")
    expect(now).to_contain_text(ana.say("start.name_help"))  # it would move the button below it
    ana.page.reload()
    expect(now.get_by_role("textbox", name=ana.say("start.name"))).to_have_value("Ana")
    expect(now).not_to_contain_text(ana.say("start.name_help"))
    new = visit()
    new.open(f"/t/{table}")
    new.button("lobby.take_any").first.click()
    new.page.get_by_role("dialog").get_by_role("button", name=new.say("header.notice")).click()
    expect(new.role("dialog", "privacy.title").get_by_role("heading", level=3)).to_have_count(3)
