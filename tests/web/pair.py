"""Two people in the middle of a game: how they begin, what they see, and that it goes on."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import expect

from web.kit import Asker, Person, Visit, Watch, wait_until

LOST = (
    "WebSocket connection to",
    "net::ERR_CONNECTION_REFUSED",
    "net::ERR_INTERNET_DISCONNECTED",
    "net::ERR_CONNECTION_RESET",
    "net::ERR_EMPTY_RESPONSE",
)
UNWRITABLE = r"\b503\b"  # so the browser notes what the server could not answer


def two(visit: Visit, watch: Watch) -> Iterator[tuple[Person, Person]]:
    """Two people sit down and begin."""
    watch.allow(*LOST)
    ana, ion = visit("Ana"), visit("Ion", language="es")
    table = Asker(visit.base, ana).create(edition="clasico", seats=2)
    ana.sit(table, 0)
    ion.sit(table, 1)
    ana.button("lobby.start").click()
    for person in (ana, ion):
        first(person)
    follows(ion, latest(ana))
    while ion.page.locator("[data-question=opening]").count():  # they rolled alike, and roll again
        for person in (ana, ion):
            first(person)
        follows(ion, latest(ana))
    follows(ana, latest(ana))
    yield ana, ion
    visit.close()


def first(person: Person) -> None:
    """Press the first button, as soon as it can be pressed; wait until it is stored and the page shows it."""
    number = at(person)
    person.page.locator("[data-first]").get_by_role("button").click()
    expect(person.page.locator("[aria-busy=true]")).to_have_count(0)
    follows(person, max(number + 1, latest(person)))


def at(person: Person) -> int:
    """The last number the page shows."""
    expect(person.page.locator("[data-number]")).to_be_visible()
    return int(person.page.locator("[data-number]").get_attribute("data-number") or 0)


def latest(person: Person) -> int:
    """The last number of the log of the table that the page is at, as the server has it."""
    table = person.page.url.rpartition("/")[2]
    return int(Asker(person.base).ask("GET", f"/api/tables/{table}")["number"])


def follows(person: Person, number: int) -> None:
    """Wait until the page shows this number."""
    person.page.wait_for_function(
        "(number) => Number(document.querySelector('[data-number]')?.dataset.number) >= number", arg=number
    )


def shown(person: Person) -> tuple[str, list[str]]:
    """What is asked, and everybody's purse and worth, as the page shows them."""
    bar = person.role("region", "table.panel.actions").get_by_role("heading").first.inner_text()
    people = person.role("region", "table.panel.people").locator("button.head .money").all_inner_texts()
    return bar, people


def shows(person: Person, wanted: tuple[str, list[str]]) -> None:
    """Wait until the page shows this question and these purses."""
    wait_until(person.page, lambda: shown(person) == wanted, f"{person.name} sees {wanted}")


def asked(pair: tuple[Person, Person]) -> Person:
    """Who is to press the first button, as soon as one of their pages says so."""
    found: list[Person] = []

    def is_asked() -> bool:
        found[:] = [one for one in pair if one.page.locator("[data-first] button[aria-keyshortcuts=' ']").count()]
        return bool(found)

    wait_until(pair[0].page, is_asked, "one of the two is asked")
    return found[0]


def goes_on(pair: tuple[Person, Person]) -> None:
    """Whoever is asked answers, and both see it."""
    player = asked(pair)
    number = at(player)
    first(player)
    for person in pair:
        follows(person, number + 1)
