"""A game again: bots say why they did what they did, once it is over."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from web.kit import PHONE, WIDE, Asker, Person, Visit, Watch, wait_until
from web.moments import Kept, played
from web.tour import Gallery, dialog, number_of

MOVE = 300  # the entry of the log that is opened


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_bot_says_why_it_bought(gallery: Gallery, visit: Visit, size: ViewportSize) -> None:
    """By keyboard: the question beside the move, every option with its reason, and back to where one was."""
    kept = gallery.bots()
    person = gallery.come(visit, "es", size)
    number = number_of(kept, "BuyDeed")
    person.open(f"/t/{kept.table}?move={number}")
    ask = person.button("replay.bot.ask")
    ask.focus()
    person.page.keyboard.press("Enter")
    told = Asker(person.base).ask("GET", f"/api/tables/{kept.table}/moves/{number}/why?bot=trader")
    assert told["choice"]["type"] == "BuyDeed"
    options = dialog(person).locator("li")
    expect(options).to_have_count(len(told["options"]))
    money, facts = kept.moment.plan.load().money, told["options"][0]["reason"]["facts"]
    expect(options.first).to_contain_text(person.say("replay.bot.choice"))
    expect(options.first).to_contain_text(
        person.say("bot.buy", value=money(facts["value"]), price=money(facts["price"]))
    )
    person.page.keyboard.press("Escape")
    expect(person.page.locator("dialog[open]")).to_have_count(0)
    expect(ask).to_be_focused()


@pytest.mark.parametrize(
    ("error", "status", "told"), [("no_such_page", 404, "unknown"), ("forbidden", 403, "not_over")]
)
def test_where_nothing_is_known_that_is_said(
    gallery: Gallery, visit: Visit, watch: Watch, error: str, status: int, told: str
) -> None:
    watch.allow("/why", str(status))
    kept = gallery.bots()
    person = gallery.come(visit, "ro")
    refusal = {"type": "Refused", "error": error, "message": ""}
    person.page.route("**/why*", lambda route: route.fulfill(status=status, json=refusal))
    person.open(f"/t/{kept.table}?move={number_of(kept, 'Build')}")
    person.button("replay.bot.ask").press("Enter")
    expect(dialog(person).get_by_role("alert")).to_have_text(person.say(f"replay.bot.{told}"))


def test_people_are_not_asked_why(gallery: Gallery, visit: Visit) -> None:
    kept = gallery.at("europolis", "over")
    person = gallery.come(visit)
    person.open(f"/t/{kept.table}?move={MOVE}")
    expect(person.page.locator(".lines [aria-current]")).to_be_visible()
    expect(person.button("replay.bot.ask")).to_have_count(0)


def test_every_move_has_its_address_and_keys_lead_through_the_game(gallery: Gallery, visit: Visit) -> None:
    kept = gallery.at("europolis", "over")
    person = gallery.come(visit)
    person.open(f"/t/{kept.table}?move={MOVE}")
    page, scrub = person.page, person.role("slider", "replay.scrub")
    here, last = place_of(kept), len(played(kept.moment.plan).moves) - 1
    expect(scrub).to_have_value(str(here))
    expect(scrub).to_have_attribute("max", str(last))
    for key, place in (("ArrowRight", here + 1), ("ArrowLeft", here), ("End", last), ("Home", 0)):
        page.keyboard.press(key)
        expect(scrub).to_have_value(str(place))
    page.keyboard.press("PageDown")
    expect(scrub).not_to_have_value("0")
    scrub.fill(str(here))
    expect(page).to_have_url(f"{person.base}/t/{kept.table}?move={MOVE}")
    purses = purses_at(kept, here)
    shows(person, purses)
    other = gallery.come(visit, "it")
    other.open(page.url.removeprefix(person.base))  # the same position, by its address
    expect(other.role("slider", "replay.scrub")).to_have_value(str(here))
    shows(other, purses)
    assert len(purses) > 3


def place_of(kept: Kept) -> int:
    """The place of the opened entry among the moves: before them, the table is made and everybody sits down."""
    return MOVE - kept.moment.plan.seats - 2


def purses_at(kept: Kept, place: int) -> list[str]:
    """Everybody's purse and worth after a move, by the rules."""
    plan = kept.moment.plan
    game = plan.begin()
    for move in played(plan).moves[1 : place + 1]:
        assert move.action is not None
        game.play(move.seat, move.action)
    amounts = [amount for seat in game.view().seats if not seat.out for amount in (seat.cash, seat.worth)]
    assert None not in amounts
    return [figure for amount in amounts for figure in re.findall(r"[\d.]+", plan.load().money(amount or 0))]


def shows(person: Person, purses: list[str]) -> None:
    """Wait until the players' panels show these figures: the position comes after the page."""
    money = person.role("list", "replay.people").locator(".money")

    def figures() -> list[str]:
        return [figure for text in money.all_inner_texts() for figure in re.findall(r"[\d.]+", text)]

    wait_until(person.page, lambda: figures() == purses, f"the panels show {purses}")


def test_a_replay_runs_by_itself_as_fast_as_one_likes(gallery: Gallery, visit: Visit) -> None:
    kept = gallery.at("europolis", "over")
    person = gallery.come(visit)
    person.page.clock.install()
    person.open(f"/t/{kept.table}?move={MOVE}")
    scrub, here = person.role("slider", "replay.scrub"), place_of(kept)
    expect(scrub).to_have_value(str(here))
    person.page.get_by_label(person.say("replay.speed")).select_option("8")
    person.page.keyboard.press("Escape")
    person.button("replay.play").click()
    person.page.wait_for_function(
        "([scrub, place]) => Number(scrub.value) >= place", arg=[scrub.element_handle(), here + 5]
    )
    person.button("replay.pause").click()
    expect(person.button("replay.play")).to_be_visible()
    stands = scrub.input_value()
    person.page.clock.run_for(5_000)  # of the page's time: enough for many moves
    expect(scrub).to_have_value(stands)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_position_has_its_text_and_its_page(gallery: Gallery, visit: Visit, size: ViewportSize) -> None:
    """From the replay to the text of a position, and from an address with a text to the board."""
    kept = gallery.at("europolis", "over")
    person = gallery.come(visit, "it", size)
    person.open(f"/t/{kept.table}?move={MOVE}")
    purses = purses_at(kept, place_of(kept))
    shows(person, purses)
    person.button("replay.as_text").click()
    expect(person.page).to_have_url(re.compile("/position[?]text=magnate1/europolis[.]"))
    shows(person, purses)
    assert purses
    text = person.page.get_by_label(person.say("position.text"))
    expect(text).to_have_value(re.compile("^magnate1/europolis[.]"))
    text.fill("magnate1/clasico/1280@24:1,3,6h4,8h4,9H/640@10.jail1:5m/turn=1")
    person.button("position.show").click()
    expect(person.role("list", "replay.people")).to_contain_text("1.280")


def test_a_text_that_is_no_position_says_what_is_wrong(gallery: Gallery, visit: Visit, watch: Watch) -> None:
    watch.allow("400")
    person = gallery.come(visit, "ro")
    person.open("/position?text=magnate1/clasico/1500@0:99/1500@0")
    expect(person.page.get_by_role("alert")).to_contain_text(person.say("position.failed"))
    expect(person.page.get_by_role("alert")).to_contain_text("'99' is no deed")
