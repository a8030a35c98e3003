"""The connection is lost and comes back: the server is killed, the line is cut or falls silent, the device slept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from server.process import Node
from web.kit import Asker, Person, Visit, Watch, need_client, stop_clock, wait_until
from web.pair import asked, at, first, follows, goes_on, latest, shown, shows, two
from web.wire import Wire


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Node]:
    """A server of this test alone, to be killed."""
    need_client()
    with Node(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path) as node:
        yield node


@pytest.fixture
def pair(browser: Browser, mortal: Node, watch: Watch) -> Iterator[tuple[Person, Person]]:
    """Two people in the middle of a game."""
    yield from two(Visit(browser, mortal.url, watch), watch)


@pytest.fixture
def wire(mortal: Node) -> Iterator[Wire]:
    """A line to the server that can be cut."""
    with Wire(mortal.port) as wire:
        yield wire


@pytest.fixture
def far(browser: Browser, wire: Wire, watch: Watch) -> Iterator[tuple[Person, Person]]:
    """Two people in the middle of a game, who come over that line."""
    yield from two(Visit(browser, wire.url, watch), watch)


def test_a_killed_server_comes_back_and_the_game_goes_on(pair: tuple[Person, Person], mortal: Node) -> None:
    before, numbers = [shown(person) for person in pair], [at(person) for person in pair]
    mortal.kill()
    for person in pair:
        person.see("table.lost.title")
    mortal.start()
    for person in pair:
        expect(person.text("table.lost.title")).to_have_count(0)
    for person, wanted in zip(pair, before, strict=True):
        shows(person, wanted)
    assert [at(person) >= number for person, number in zip(pair, numbers, strict=True)] == [True, True]
    goes_on(pair)


def test_what_was_pressed_while_the_server_was_gone_is_done_once(pair: tuple[Person, Person], mortal: Node) -> None:
    player = asked(pair)
    number = at(player)
    mortal.kill()
    player.see("table.lost.title")
    player.page.locator("[data-first]").get_by_role("button").click()
    expect(player.page.get_by_role("status").filter(has_text=player.say("table.lost.unsent"))).to_be_visible()
    mortal.start()
    for person in pair:
        expect(person.text("table.lost.title")).to_have_count(0)
        follows(person, number + 1)
    table = player.page.url.rpartition("/")[2]

    def played() -> int:
        log = Asker(mortal.url).ask("GET", f"/api/tables/{table}/log?after={number}")
        return [told["entry"]["type"] for told in log["told"]].count("Played")

    wait_until(player.page, lambda: played() > 0, "what was pressed is played")
    assert played() == 1


@pytest.mark.thorough
def test_a_second_window_of_the_same_seat_follows_along_and_plays(pair: tuple[Person, Person]) -> None:
    player = asked(pair)
    window = player.window()
    window.page.goto(player.page.url)
    shows(window, shown(player))
    number = at(player)
    first(player)  # in the first one,
    follows(window, max(number + 1, at(player)))
    shows(window, shown(player))
    if window.page.locator("[data-first] button[aria-keyshortcuts=' ']").count():
        first(window)  # and in the second
        follows(player, at(window))


@pytest.mark.thorough
def test_a_device_that_slept_catches_up_by_itself(pair: tuple[Person, Person], mortal: Node) -> None:
    player = asked(pair)
    other = next(person for person in pair if person is not player)
    sleep = other.context.new_cdp_session(other.page)
    sleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    mortal.kill()  # whatever was open while it slept is gone
    mortal.start()
    expect(player.text("table.lost.title")).to_have_count(0)
    number = at(player)
    first(player)
    sleep.send("Page.setWebLifecycleState", {"state": "active"})
    follows(other, number + 1)
    expect(other.text("table.lost.title")).to_have_count(0)

    def agree() -> bool:  # everybody's own purse and worth come first
        mine, theirs = ([text.split()[-1:] for text in shown(person)[1]] for person in (player, other))
        return len(mine) == 4 and all(mine) and mine == theirs[2:] + theirs[:2]

    wait_until(other.page, agree, "both see the same purses")


def concede(person: Person, node: Node) -> int:
    """Somebody gives up from another device, straight at the server; the number of that entry."""
    table, asker = person.page.url.rpartition("/")[2], Asker(node.url, person)
    seats = asker.ask("GET", f"/api/tables/{table}")["seats"]
    seat = [one["name"] for one in seats].index(person.name)
    command = {"type": "Act", "seat": seat, "seen": at(person), "action": {"type": "Concede"}}
    return int(asker.do(table, command, person.tokens(table))["number"])


@pytest.mark.thorough
def test_a_line_that_was_cut_and_refuses_everybody_comes_back(
    far: tuple[Person, Person], wire: Wire, mortal: Node
) -> None:
    ana, ion = far
    wire.cut()
    for person in far:
        person.see("table.lost.title")
    number = concede(ion, mortal)
    for person in far:  # nothing is shown that the server has not told
        assert at(person) < number
    wire.mend()
    for person in far:
        follows(person, number)
        expect(person.text("table.lost.title")).to_have_count(0)
        expect(person.page.locator("[data-end]")).to_be_visible()
    ana.see("end.you_win")
    ion.see("end.wins", name="Ana")


@pytest.mark.thorough
def test_a_silent_line_is_noticed_when_the_device_says_it_is_offline(far: tuple[Person, Person], wire: Wire) -> None:
    ana, ion = far
    ion.page.clock.install()
    ion.page.reload()
    follows(ion, latest(ana))
    stop_clock(ion.page)  # no ping of his meanwhile, however slow this machine is
    wire.hush()  # the connection seems to be there
    ana.context.set_offline(True)
    ana.see("table.lost.title")
    assert ion.text("table.lost.title").count() == 0  # who was told nothing waits for the next ping
    wire.speak()
    ana.context.set_offline(False)  # and that it is online: at once, not at the next try
    expect(ana.text("table.lost.title")).to_have_count(0)
    ion.page.clock.resume()
    goes_on(far)
