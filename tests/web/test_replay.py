"""A game again: bots say why they did what they did, once it is over."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from web.kit import PHONE, WIDE, Asker, Person, Visit, Watch
from web.tour import Gallery, dialog, number_of


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
    person.button("replay.bot.ask").click()
    expect(dialog(person).get_by_role("alert")).to_have_text(person.say(f"replay.bot.{told}"))


def test_people_are_not_asked_why(gallery: Gallery, visit: Visit) -> None:
    kept = gallery.at("europolis", "over")
    person = gallery.come(visit)
    person.open(f"/t/{kept.table}?move=300")
    expect(person.page.locator(".lines [aria-current]")).to_be_visible()
    expect(person.button("replay.bot.ask")).to_have_count(0)


def test_every_move_has_its_address_and_keys_lead_through_the_game(gallery: Gallery, visit: Visit) -> None:
    kept = gallery.at("europolis", "over")
    person = gallery.come(visit)
    person.open(f"/t/{kept.table}?move=300")
    page, scrub = person.page, person.role("slider", "replay.scrub")
    expect(scrub).to_be_visible()
    here, last = int(scrub.input_value()), int(scrub.get_attribute("max") or 0)
    for key, place in (("ArrowRight", here + 1), ("ArrowLeft", here), ("End", last), ("Home", 0)):
        page.keyboard.press(key)
        expect(scrub).to_have_value(str(place))
    page.keyboard.press("PageDown")
    expect(scrub).not_to_have_value("0")
    scrub.fill(str(here))
    expect(page).to_have_url(f"{person.base}/t/{kept.table}?move=300")
    purses = sums(person)
    other = gallery.come(visit, "it")
    other.open(page.url.removeprefix(person.base))  # the same position, by its address
    expect(other.role("slider", "replay.scrub")).to_have_value(str(here))
    assert sums(other) == purses
    assert len(purses) > 3


def sums(person: Person) -> list[str]:
    """All figures the players' panels show."""
    people = person.role("list", "replay.people")
    return [figure for text in people.locator(".money").all_inner_texts() for figure in re.findall(r"[\d.]+", text)]


def test_a_replay_runs_by_itself_as_fast_as_one_likes(gallery: Gallery, visit: Visit) -> None:
    kept = gallery.at("europolis", "over")
    person = gallery.come(visit)
    person.open(f"/t/{kept.table}?move=300")
    scrub = person.role("slider", "replay.scrub")
    here = int(scrub.input_value())
    person.page.get_by_label(person.say("replay.speed")).select_option("8")
    person.page.keyboard.press("Escape")
    person.button("replay.play").click()
    person.page.wait_for_function(
        "([scrub, place]) => Number(scrub.value) >= place", arg=[scrub.element_handle(), here + 5]
    )
    person.button("replay.pause").click()
    stands = scrub.input_value()
    person.page.wait_for_timeout(500)
    expect(scrub).to_have_value(stands)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_position_has_its_text_and_its_page(gallery: Gallery, visit: Visit, size: ViewportSize) -> None:
    """From the replay to the text of a position, and from an address with a text to the board."""
    kept = gallery.at("europolis", "over")
    person = gallery.come(visit, "it", size)
    person.open(f"/t/{kept.table}?move=300")
    expect(person.page.locator(".lines [aria-current]")).to_be_visible()
    purses = sums(person)
    person.button("replay.as_text").click()
    expect(person.page).to_have_url(re.compile("/position[?]text=magnate1/europolis[.]"))
    expect(person.role("list", "replay.people")).to_be_visible()
    assert purses
    assert sums(person) == purses
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
