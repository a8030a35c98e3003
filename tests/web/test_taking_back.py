"""Taking back and taking over in the browser: a misclick undone, a bot's seat taken, a seat lent to a bot."""

from __future__ import annotations

from playwright.sync_api import expect

from web.kit import PHONE, Asker, Visit, Watch
from web.pair import asked, first, two
from web.tour import Gallery, enter, fresh


def test_a_misclick_is_taken_back_when_the_other_agrees_and_the_log_keeps_both(visit: Visit, watch: Watch) -> None:
    pair = two(visit, watch)
    people = next(pair)
    while True:
        person = asked(people)
        refuse = person.button("table.refuse.auction")
        if refuse.count():
            break
        first(person)
    other = people[1] if person is people[0] else people[0]
    refuse.click()
    expect(person.page.locator("[data-question=auction]")).to_be_visible()
    person.page.locator("[data-takeback-ask]").click()
    other.page.locator("[data-takeback]").get_by_role("button", name=other.say("takeback.agree")).click()
    for one in people:
        expect(one.page.locator("[data-question=buy]")).to_be_visible()
        expect(one.page.locator("[data-takeback]")).to_have_count(0)
    expect(person.page.locator("li.undone").first).to_be_visible()
    expect(person.text("talk.entry.TakenBack").first).to_be_visible()
    first(person)  # and buys it after all
    next(pair, None)


def test_on_a_phone_a_wish_to_take_back_is_in_sight(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit, "en", PHONE)
    enter(person, fresh(gallery, "expopolis", "buy"))
    first(person)
    person.page.locator("[data-takeback-ask]").click()
    expect(person.page.locator("[data-takeback]")).to_be_in_viewport(ratio=1)


def test_a_spectator_takes_the_seat_of_a_bot(visit: Visit, watch: Watch) -> None:
    watch.allow(r"/chances\?.*403|status of 403.*/chances\?")  # asked for as a spectator, answered to a player
    host = Asker(visit.base)
    table = host.create(edition="clasico", seats=2, takeover=True)
    token = host.do(table, {"type": "Sit", "seat": 0})["token"]
    host.do(table, {"type": "SetBot", "seat": 1})
    host.do(table, {"type": "Start"}, [token])
    person = visit("Bea")
    person.open(f"/t/{table}")
    person.button("seats.take").click()
    expect(person.button("seats.take")).to_have_count(0)
    expect(person.page.locator("[data-orders]")).to_be_visible()  # whoever has a seat may order
    seats = host.ask("GET", f"/api/tables/{table}")["seats"]
    assert seats[1].get("level") is None
    assert seats[1]["here"]


def test_a_bot_plays_for_somebody_who_comes_back(visit: Visit, watch: Watch) -> None:
    pair = two(visit, watch)
    ana, _ = next(pair)
    ana.button("table.more").click()
    ana.button("seats.lend").click()
    expect(ana.button("seats.back")).to_be_visible()
    ana.page.reload()
    ana.button("seats.back").click()
    expect(ana.button("seats.back")).to_have_count(0)
    next(pair, None)


def test_take_back_fits_a_phone(visit: Visit) -> None:
    host = Asker(visit.base)
    person = visit("Bea", size=PHONE)
    table = host.create(edition="clasico", seats=2, takeover=True)
    token = host.do(table, {"type": "Sit", "seat": 0})["token"]
    host.do(table, {"type": "SetBot", "seat": 1})
    host.do(table, {"type": "Start"}, [token])
    person.open(f"/t/{table}")
    person.role("tab", "table.panel.people").click()
    button = person.button("seats.take")
    button.click()
    expect(button).to_have_count(0)
    width = person.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0
