"""The table as text: a whole short game, read by one and looked at by the other, and every question with its matter."""

from __future__ import annotations

import contextlib
import re

import pytest
from playwright.sync_api import Locator, expect

from server.process import Node
from web.kit import Asker, Person, Visit, pattern, wait_until, words_of
from web.moments import Kept, played
from web.tour import Gallery, enter

TURNS = 10
# What is answered, the first that is offered; whatever raises money comes from the list of property.
ANSWERS = (
    "Roll", "FollowCard", "BuyDeed", "PayTax", "PayFine", "Wait", "Pass", "RefuseDeed", "EndTurn", "KeepMortgage",
    "RefuseDeal", "DeclareBankruptcy",
)  # fmt: skip
STATE = """() => [
    Number(document.querySelector('[data-number]')?.dataset.number ?? 0),
    document.querySelector('[data-end]') !== null,
    document.querySelector('[aria-busy=true]') !== null,
]"""


def named(person: Person, within: Locator, kind: str) -> Locator:
    """A button that plays an action, by its words."""
    names = [pattern(person.language, f"action.{kind}").pattern]
    with contextlib.suppress(KeyError):
        names.append(pattern(person.language, f"action_full.{kind}").pattern)
    return within.get_by_role("button", name=re.compile("|".join(names)))


def by_reading(person: Person) -> bool:
    """Answer in text mode, if anything is asked; whether it was."""
    now = person.role("region", "text.part.now")
    status = now.locator(".status").inner_text()
    if not any(re.match(one, status) for one in asks(person)):
        return False
    for kind in ANSWERS:
        button = named(person, now, kind).first
        if button.count():
            button.click()
            if kind == "DeclareBankruptcy":
                person.button("text.sure", now).click()
            return True
    property = now.get_by_role("list").last.get_by_role("button").first
    property.click()
    return True


def asks(person: Person) -> list[str]:
    """What the page says when somebody is asked something."""
    return [pattern(person.language, f"table.ask.{key}").pattern for key in words_of(person.language)["table"]["ask"]]


def by_looking(person: Person) -> bool:
    """Answer before the board, if anything is asked; whether it was."""
    bar = person.role("region", "table.panel.actions")
    headline = "".join(bar.get_by_role("heading").all_inner_texts()[:1])  # none once the game is over
    if not any(re.match(one, headline) for one in asks(person)):
        return False
    first = bar.locator("[data-first]").get_by_role("button")
    if bar.get_attribute("data-question") == "auction":
        named(person, bar, "Pass").click()
    elif first.get_attribute("aria-disabled") != "true":
        first.click()
    elif bar.get_attribute("data-question") == "debt" and bar.get_by_role("checkbox").count():
        bar.get_by_role("checkbox").first.check()
        first.click()
    else:
        bankrupt = named(person, bar, "DeclareBankruptcy").first
        is_last = bankrupt.count() > 0
        (bankrupt if is_last else bar.get_by_role("button").nth(1)).click()
        if is_last:
            named(person, person.page.get_by_role("dialog"), "DeclareBankruptcy").click()
    return True


@pytest.mark.thorough
def test_one_reads_and_one_looks_at_the_same_table(visit: Visit, house: Node) -> None:
    reader, looker = visit("Ana", language="it"), visit("Ion", language="ro")
    host = Asker(house.url, reader)
    table = host.create(edition="castis", seats=2, options={"ending.turns": TURNS})
    reader.sit(table, 0)
    looker.sit(table, 1)
    reader.button("lobby.start").click()
    reader.button("table.more").click()
    reader.button("text.text", reader.page.get_by_role("dialog")).click()
    expect(reader.role("region", "text.part.now")).to_be_visible()
    answered = {reader: 0, looker: 0}
    number = 0
    states: list[tuple[int, bool, bool]] = []

    def is_settled() -> bool:
        states[:] = [person.page.evaluate(STATE) for person in (reader, looker)]
        return states[0][0] == states[1][0] >= number and not any(busy for _, _, busy in states)

    def is_over() -> bool:
        return all(over for _, over, _ in states)

    def has_played() -> bool:
        """Somebody has answered, once both pages show what was answered before; or there is nothing to answer."""
        nonlocal number
        if not is_settled():
            return False
        if is_over():
            return True
        for person, act in () if states[0][1] else ((reader, by_reading), (looker, by_looking)):
            if act(person):
                answered[person] += 1
                number = states[0][0] + 1
                return True
        return False

    while not states or not is_over():
        wait_until(reader.page, has_played, f"somebody answers after entry {number}")
    assert min(answered.values()) > TURNS / 3
    winners = host.ask("GET", f"/api/tables/{table}")
    assert winners["status"] == "over"
    won = [person.page.locator("[data-end] [data-winners]") for person in (reader, looker)]
    assert won[0].get_attribute("data-winners") == won[1].get_attribute("data-winners")
    expect(reader.role("region", "text.part.log")).to_contain_text("Ion")  # the reader's log has what the other did


# What must be read where something is asked: the paths of its sentences.
MATTERS = {
    ("castis", "auction"): ("bid", "bidders"),
    ("clasico", "auction-opening"): ("no_bid",),
    ("expopolis", "auction-debtor"): ("lot_of",),
    ("castis", "auction-building"): ("bidders",),
    ("clasico", "debt"): ("missing", "raisable"),
    ("europolis", "estate"): ("estate",),
    ("europolis", "counter"): ("terms",),
}
SOME = (("castis", "auction"), ("clasico", "debt"), ("europolis", "counter"))  # in `make test`


@pytest.mark.parametrize(
    ("edition", "name"),
    [pytest.param(*case, marks=() if case in SOME else pytest.mark.thorough) for case in MATTERS],
)
def test_what_is_asked_says_what_it_is_about(gallery: Gallery, visit: Visit, edition: str, name: str) -> None:
    """In the part that says what is now, and aloud."""
    person = gallery.come(visit)
    person.context.add_init_script("if (location.protocol.startsWith('http')) localStorage.setItem('text', 'on')")
    kept = gallery.at(edition, name)
    enter(person, kept)
    now, voice = person.role("region", "text.part.now"), person.role("log", "talk.live.title")
    for path in MATTERS[edition, name]:
        sentence = now.get_by_text(pattern("en", f"text.matter.{path}"))
        expect(sentence).to_be_visible()
        expect(voice).to_contain_text(sentence.inner_text())
    if name == "auction-building":
        expect(now.locator(".status")).to_contain_text(re.compile("1 (house|hotel)"))
    if name == "auction":
        expect(now.locator(".status")).to_contain_text(lot_of(kept))
    if name == "debt":
        expect(now).to_contain_text(re.compile("(Rent|Tax|Repairs|A card|A gift)"))


def lot_of(kept: Kept) -> str:
    """The English name of the deed under the hammer, by the rules."""
    game = kept.moment.plan.begin()
    for move in played(kept.moment.plan).moves[1 : kept.moment.moves]:
        assert move.action is not None
        game.play(move.seat, move.action)
    question = game.view().question
    assert question is not None
    assert question.deed is not None
    return game.edition.space_name(game.edition.deeds[question.deed], "en")


def test_other_terms_are_theirs_who_wrote_them(gallery: Gallery, visit: Visit) -> None:
    """The heading and the answers name the same person."""
    person = gallery.come(visit)
    person.context.add_init_script("if (location.protocol.startsWith('http')) localStorage.setItem('text', 'on')")
    enter(person, gallery.at("europolis", "counter"))
    now = person.role("region", "text.part.now")
    status = now.locator(".status")
    expect(status).to_have_text(pattern("en", "table.ask.counter_yours"))
    author = status.inner_text().split(" ", 1)[0]
    expect(person.button("text.counter.AcceptDeal", now, seat=author)).to_be_visible()
    expect(person.button("text.counter.RefuseDeal", now, seat=author)).to_be_visible()
    expect(person.button("action.AcceptDeal", now)).to_have_count(0)


def test_the_last_buildings_are_counted(gallery: Gallery, visit: Visit) -> None:
    person = gallery.come(visit)
    person.context.add_init_script("if (location.protocol.startsWith('http')) localStorage.setItem('text', 'on')")
    enter(person, gallery.at("expopolis", "shortage"))
    now = person.role("region", "text.part.now")
    expect(now.get_by_label(pattern("en", "text.how_many"))).to_be_visible()
    expect(now.get_by_label(pattern("en", "say.amount_range"))).to_have_count(0)
