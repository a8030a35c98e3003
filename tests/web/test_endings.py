"""How a game ends: the prize window as the last moment, the whole result at first sight, the card of whoever is out."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, ViewportSize, expect

from web.kit import PHONE, WIDE, Asker, Person, Visit, stop_clock, wait_until
from web.moments import dealt
from web.pair import follows, latest
from web.tour import EDITIONS, Gallery, dialog, enter, fresh

STEP, STEPS = 200, 150  # milliseconds of a page's time, and how often it is moved by them
on_screens = pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
each_edition = pytest.mark.parametrize(
    "edition", [pytest.param(name, marks=() if name == "clasico" else pytest.mark.thorough) for name in EDITIONS]
)


def bottom(locator: Locator) -> float:
    """Where something ends on the screen."""
    box = locator.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


@on_screens
@pytest.mark.parametrize("seats", [4, pytest.param(6, marks=pytest.mark.thorough)])
def test_winner_places_curve_and_three_moments_are_in_sight_at_once(
    gallery: Gallery, visit: Visit, size: ViewportSize, seats: int
) -> None:
    person = gallery.come(visit, size=size)
    enter(person, gallery.at("clasico" if seats == 4 else "castis", "over"))
    page = person.page
    end = page.locator("[data-end]")
    curve = end.locator(".worth svg").first
    expect(curve).to_be_visible()
    expect(end.get_by_role("heading", level=1)).to_be_in_viewport()
    places, moments = end.locator(".ranking li"), end.locator(".decisive li")
    expect(places).to_have_count(seats)
    expect(moments).to_have_count(3)
    for one in (person.button("end.again"), places.last, curve, moments.last):
        assert bottom(one) <= size["height"]


@on_screens
def test_the_rest_of_the_result_follows_on_the_same_page(gallery: Gallery, visit: Visit, size: ViewportSize) -> None:
    """One page that scrolls as a whole: the board, the log, and everything the game adds up to."""
    person = gallery.come(visit, size=size)
    enter(person, gallery.at("clasico", "over"))
    page = person.page
    assert page.evaluate("() => getComputedStyle(document.querySelector('.table-page')).overflowY") == "visible"
    for part in ("svg[role=group]", ".log .turn", ".moments", ".paid", ".dice", ".landed", ".fair"):
        found = page.locator(f"[data-end] {part}").last
        found.scroll_into_view_if_needed()
        expect(found).to_be_in_viewport()
    assert page.evaluate("() => scrollY") > 0
    expect(person.role("link", "end.download")).to_be_attached()


def begin(visit: Visit, edition: str, motion: bool, **config: object) -> tuple[Person, Person]:
    """Two people at a new game of an edition."""
    ana, ion = visit("Ana", motion=motion), visit("Ion", motion=motion)
    for person in (ana, ion) if motion else ():
        person.page.clock.install()
    table = Asker(visit.base, ana).create(edition=edition, seats=2, **config)
    ana.sit(table, 0)
    ion.sit(table, 1)
    ana.button("lobby.start").click()
    for person in (ana, ion):
        expect(person.page.locator(".table-page")).to_be_visible()
        follows(person, latest(person))
    return ana, ion


def act(person: Person, seat: int, kind: str, **more: object) -> None:
    """Play an action, straight at the server."""
    table = person.page.url.rpartition("/")[2]
    command = {"type": "Act", "seat": seat, "seen": latest(person), "action": {"type": kind, **more}}
    Asker(person.base, person).do(table, command, person.tokens(table))


def concede(pair: tuple[Person, Person]) -> None:
    """The second of two gives up, as soon as it is known who goes first."""
    while (view := standing(pair[0]))["question"]["type"] == "opening":
        act(pair[view["must"][0]], view["must"][0], "Roll")
    act(pair[1], 1, "Concede")


def standing(person: Person) -> Any:
    """The position of the table that the page is at, as the server has it."""
    table = person.page.url.rpartition("/")[2]
    return Asker(person.base).ask("GET", f"/api/tables/{table}/moves/{latest(person)}")["view"]


def show(person: Person, wanted: Locator) -> None:
    """Move the time of a page that stands still until it shows something."""
    follows(person, latest(person))
    for _ in range(STEPS):
        if wanted.is_visible():
            break
        person.page.clock.run_for(STEP)
    expect(wanted).to_be_visible()


@each_edition
def test_the_winner_reads_that_they_win_and_the_others_who(visit: Visit, edition: str) -> None:
    """In a prize window of the edition's own, before the result."""
    ana, ion = pair = begin(visit, edition, motion=True)
    for person in pair:
        stop_clock(person.page)  # the window closes by itself after some seconds
    concede(pair)
    show(ana, ana.role("dialog", "table.prize.you"))
    show(ion, ion.role("dialog", "table.prize.one", name="Ana"))
    for person in pair:
        expect(dialog(person).locator("[data-board-theme] .drawing g").first).to_be_visible()
        expect(person.page.locator(".card.out")).to_have_count(0)  # whoever is out watches nothing: it is over
        expect(person.page.locator("[data-end]")).to_have_count(0)
        dialog(person).get_by_role("button").last.click()
        show(person, person.page.locator("[data-end]").get_by_role("heading", level=1))
    ana.see("end.you_win")
    ion.see("end.wins", name="Ana")


def test_with_reduced_motion_the_result_is_there_at_once(visit: Visit) -> None:
    pair = begin(visit, "clasico", motion=False)
    concede(pair)
    for person in pair:
        expect(person.page.locator("[data-end]").get_by_role("heading", level=1)).to_be_visible()
        expect(person.page.locator("dialog[open]")).to_have_count(0)
        expect(person.page.locator("[data-end] .sheets")).to_have_attribute("aria-busy", "false")
        expect(person.page.locator(".coach")).to_have_count(0)  # among people nobody coaches


def mistake(move: int) -> dict[str, Any]:
    """A mistake of seat 0 that also helped a rival, as the server says it."""
    facts = {"seat": 0, "won": 40, "best": 45, "deed": 0, "amount": 60}
    told = [{"key": "not_bought", "facts": facts}, {"key": "rise", "facts": {"other": 1, "before": 50, "after": 60}}]
    options = [{"action": {"type": kind}, "chances": [1, 1]} for kind in ("BuyDeed", "RefuseDeed")]
    return {
        "move": move, "seat": 0, "kind": "purchase", "action": {"type": "RefuseDeed"}, "before": [1, 1],
        "chosen": [1, 1], "cost": move, "mark": "blunder", "options": options, "deed": 0, "amount": 60,
        "sentences": told,
    }  # fmt: skip


@pytest.mark.parametrize("size", [WIDE, pytest.param(PHONE, marks=pytest.mark.thorough)], ids=["wide", "phone"])
def test_after_a_game_against_bots_a_coach_has_three_sentences_and_a_link(visit: Visit, size: ViewportSize) -> None:
    person = visit("Ana", size=size)
    asker = Asker(visit.base, person)
    table = asker.ask("POST", "/api/quick", {"edition": "clasico", "seats": 2, "level": "novice"})["table"]
    review = {
        "edition": "clasico", "stage": "checked", "network": "", "curve": [], "dice": [], "deeds": [],
        "decisions": [mistake(move) for move in range(1, 6)],
    }  # fmt: skip
    found = {"stage": "account", "is_done": False, "ahead": 0, "names": ["Ana", "Bo"], "numbers": list(range(9))}

    def answer(route: Route) -> None:
        route.fulfill(json={**found, "review": review})

    person.page.route("**/api/tables/*/review*", answer)
    person.open(f"/t/{table}")
    expect(person.page.locator(".table-page")).to_be_visible()
    concede_alone(person)
    coach = person.page.locator(".coach")
    expect(coach.get_by_role("heading")).to_have_text(person.say("review.page.coach"))
    expect(coach).to_contain_text(person.say("review.page.computing"))  # what is not checked may be no mistake
    found |= {"stage": "checked", "is_done": True}
    told = coach.locator("p a:not(.all)")
    expect(told).to_have_count(3)
    did = person.say("review.did.RefuseDeed", deed="Ronda de Valencia", amount="S/. 60")
    sentence = person.say("review.say.not_bought", seat="Ana", did=did, won=40, best=45)
    before, after = sentence.split("S/. 60")
    for one in told.all_inner_texts():  # one sentence each: nothing about the rival
        assert one.startswith(before)
        assert one.endswith(after)
    assert [one.get_attribute("href") for one in told.all()] == [f"/t/{table}?review={move}" for move in (5, 4, 3)]
    expect(coach.get_by_role("link").last).to_have_attribute("href", f"/t/{table}?review=0")


def concede_alone(person: Person) -> None:
    """Whoever plays against a bot gives up, as soon as that is possible."""

    def has_conceded() -> bool:
        view = standing(person)
        if view["question"] and view["question"]["type"] == "opening":
            if 0 in view["must"]:
                act(person, 0, "Roll")
            return False
        with contextlib.suppress(AssertionError):  # refused: the bot was quicker, or there is an auction
            act(person, 0, "Concede")
            return True
        return False

    wait_until(person.page, has_conceded, "the opening rolls are over")
    expect(person.page.locator("[data-end]").get_by_role("heading", level=1)).to_be_visible()


@on_screens
def test_whoever_is_bankrupt_is_told_what_ruined_them(gallery: Gallery, visit: Visit, size: ViewportSize) -> None:
    person = gallery.come(visit, size=size)
    enter(person, fresh(gallery, "clasico", "debt-lost"))
    person.button("action.DeclareBankruptcy").filter(visible=True).first.click()
    seats = Asker(person.base).ask("GET", f"/api/tables/{person.page.url.rpartition('/')[2]}")["seats"]
    creditor = standing(person)["question"].get("other")
    who = "the Bank" if creditor is None else seats[creditor]["name"]
    expect(dialog(person)).to_contain_text(f"goes to {who}.")
    dialog(person).get_by_role("button").last.click()
    card = person.page.locator(".card.out")
    expect(card).to_be_visible()
    plan = gallery.moments["clasico", "debt-lost"].plan
    expect(card.get_by_role("heading")).to_contain_text(str(plan.seats))
    expect(card.get_by_role("button", name=person.say("table.bankrupt.watch"))).to_be_visible()
    expect(person.role("link", "table.another", card)).to_be_visible()
    person.role("link", "table.bankrupt.review", card).click()
    expect(person.page.locator("input[type=range]").first).to_be_visible()
    person.page.go_back()
    card.get_by_role("button", name=person.say("table.bankrupt.watch")).click()
    expect(card).to_contain_text(person.say("table.out"))
    expect(person.role("link", "table.another", card)).to_be_visible()


def test_whoever_has_left_the_table_is_told_nothing_of_its_deals(visit: Visit) -> None:
    """The answer came while the dice still rolled on the page; then Ana went to the start page."""
    ana, ion = pair = begin(visit, "clasico", motion=True, options=dealt("clasico"))
    while (view := standing(ana))["question"]["type"] == "opening":
        act(pair[view["must"][0]], view["must"][0], "Roll")
    follows(ana, latest(ana))
    stop_clock(ana.page)
    mine, theirs = (next(deed for deed, one in enumerate(view["deeds"]) if one["owner"] == seat) for seat in (0, 1))
    act(ana, 0, "ProposeDeal", cash={}, deeds={mine: 1, theirs: 0}, cards={})
    act(ion, 1, "RefuseDeal", deal=0, revision=standing(ana)["deals"][0]["revision"])
    follows(ana, latest(ana))
    ana.page.locator("header a[href='/']").click()
    start = ana.page.locator("button.start")
    wait_until(ana.page, lambda: start.is_visible() or bool(ana.page.clock.run_for(1)), "the start page")
    ana.page.clock.run_for(STEP * STEPS)
    expect(ana.text("deals.refused", seat="Ion")).to_have_count(0)
