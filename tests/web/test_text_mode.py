"""Two people at one table, one in text mode and one before the board: a whole short game, the same for both."""

from __future__ import annotations

import contextlib
import re

from playwright.sync_api import Locator, expect

from server.process import Node
from web.kit import Asker, Person, Visit, pattern, words_of

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
    if not any(re.match(one, bar.get_by_role("heading").first.inner_text()) for one in asks(person)):
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
        bar.get_by_role("button").nth(1).click()
        sure = person.page.get_by_role("dialog")
        if sure.count():
            named(person, sure, "DeclareBankruptcy").click()
    return True


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
    while True:
        states = [person.page.evaluate(STATE) for person in (reader, looker)]
        if all(over for _, over, _ in states):
            break
        settled = states[0][0] == states[1][0] >= number and not any(busy for _, _, busy in states)
        for person, act in ((reader, by_reading), (looker, by_looking)) if settled and not states[0][1] else ():
            if act(person):
                answered[person] += 1
                number = states[0][0] + 1
                break
        else:
            reader.page.wait_for_timeout(20)
    assert min(answered.values()) > TURNS / 3
    winners = host.ask("GET", f"/api/tables/{table}")
    assert winners["status"] == "over"
    told = [
        person.page.locator("[data-end]").get_by_role("heading", level=1).inner_text() for person in (reader, looker)
    ]
    names = [next(name for name in ("Ana", "Ion") if name in text) for text in told]
    assert names[0] == names[1]
    expect(reader.role("region", "text.part.log")).to_contain_text("Ion")  # the reader's log has what the other did
