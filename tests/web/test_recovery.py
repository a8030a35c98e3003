"""The page recovers by itself: from lost seats, a database that cannot be written or was restored, refused files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Route, WebSocketRoute, expect

from server.process import Node
from server.unwritable import full_disk, locked
from web.kit import MARKS, PHONE, Asker, Person, Visit, Watch, need_client, wait_until
from web.pair import LOST, UNWRITABLE, asked, at, first, follows, goes_on, latest, two

Trouble = Callable[[Node], AbstractContextManager[None]]
more = pytest.param(locked, marks=pytest.mark.thorough)
in_any_way = pytest.mark.parametrize("trouble", [full_disk, more])


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Node]:
    """A server of this test alone."""
    need_client()
    with Node(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path, bot_pause_ms=20, chat_per_minute=1_000) as node:
        yield node


@pytest.fixture
def visit(browser: Browser, mortal: Node, watch: Watch) -> Iterator[Visit]:
    """Opens pages of that server."""
    watch.allow(*LOST, UNWRITABLE)
    visit = Visit(browser, mortal.url, watch)
    yield visit
    visit.close()


@pytest.fixture
def pair(visit: Visit, watch: Watch) -> Iterator[tuple[Person, Person]]:
    """Two people in the middle of a game."""
    yield from two(visit, watch)


def seat_row(person: Person, seat: int) -> Locator:
    """A seat in the lobby."""
    mark = person.say(f"ui.mark.{MARKS[seat]}")
    return person.page.locator(".seats li").filter(has_text=mark)


def sits(person: Person, seat: int) -> None:
    """Wait until somebody sits there, for this page."""
    expect(person.button("lobby.leave", seat_row(person, seat))).to_be_visible()


def take(person: Person, seat: int) -> None:
    """Press "Sit here" beside a seat, and sit down."""
    person.button("lobby.take", seat_row(person, seat)).click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill(person.name)
    person.button("lobby.take_as", dialog, name=person.name).click()
    expect(dialog).to_have_count(0)


# Seats that were left or lost.


def test_who_changed_seats_plays_on_after_a_restart(visit: Visit, mortal: Node) -> None:
    ana, ion = visit("Ana"), visit("Ion", size=PHONE)
    table = Asker(visit.base, ana).create(edition="clasico", seats=3)
    ana.sit(table, 0)
    ion.sit(table, 1)
    sits(ion, 1)
    wait_until(ion.page, lambda: len(ion.tokens(table)) == 1, "the token of the seat is stored")
    left = ion.tokens(table)
    ion.button("lobby.leave", seat_row(ion, 1)).click()
    take(ion, 2)  # it is offered again
    sits(ion, 2)
    wait_until(ion.page, lambda: len(ion.tokens(table)) == 1, "the token of the seat that was left is forgotten")
    assert ion.tokens(table) != left
    ana.button("lobby.fill").click()
    ana.button("lobby.start").click()
    first(ana)
    mortal.kill()
    for person in (ana, ion):
        person.see("table.lost.title")
    mortal.start()
    for person in (ana, ion):
        expect(person.text("table.lost.title")).to_have_count(0)
    ion.page.reload()
    first(ion)  # the opening roll of the seat taken last


def test_who_has_dead_tokens_from_before_is_let_in_all_the_same(visit: Visit, mortal: Node) -> None:
    """As a browser has them that kept every token it ever had, in a list."""
    ana, ion = visit("Ana"), visit("Ion")
    host = Asker(visit.base, ana)
    table = host.create(edition="clasico", seats=2)
    ion.open("/")
    guest = Asker(visit.base, ion)
    dead = guest.do(table, {"type": "Sit", "seat": 0})["token"]
    guest.do(table, {"type": "Stand", "seat": 0}, [dead])
    good = guest.do(table, {"type": "Sit", "seat": 1})["token"]
    keep = "([table, tokens]) => localStorage.setItem(`seats:${table}`, JSON.stringify(tokens))"
    ion.page.evaluate(keep, [table, [dead, good]])
    ion.open(f"/t/{table}")
    sits(ion, 1)
    assert ion.tokens(table) == [good]


@pytest.mark.thorough
def test_who_is_removed_by_the_host_may_sit_elsewhere_or_watch(visit: Visit, mortal: Node) -> None:
    ana, ion, eva = visit("Ana"), visit("Ion", language="es"), visit("Eva", language="it")
    table = Asker(visit.base, ana).create(edition="clasico", seats=4)
    ana.sit(table, 0)
    ion.sit(table, 1)
    eva.sit(table, 2)
    wait_until(eva.page, lambda: len(eva.tokens(table)) == 1, "the token of the seat is stored")
    eva.page.goto("about:blank")  # she is away when it happens
    for person, seat in ((ion, 1), (eva, 2)):
        row = seat_row(ana, seat)
        expect(row).to_contain_text(person.name)
        ana.button("lobby.remove", row).click()
        expect(row).not_to_contain_text(person.name)
    expect(ion.button("lobby.take", seat_row(ion, 1))).to_be_visible()
    ion.see("ui.state.unseated")
    wait_until(ion.page, lambda: ion.tokens(table) == [], "the token is forgotten")
    ana.button("lobby.fill").click()
    ana.button("lobby.start").click()
    eva.page.goto(f"{visit.base}/t/{table}", wait_until="commit")  # what is said may be gone once all is loaded
    eva.see("ui.state.unseated")
    for person in (ion, eva):
        for _ in range(2):
            expect(person.page.locator(".table-page")).to_be_visible()
            assert person.tokens(table) == []
            person.page.reload()


# A database that cannot be written.


@in_any_way
def test_what_is_pressed_is_tried_until_it_is_stored_and_done_once(
    pair: tuple[Person, Person], visit: Visit, mortal: Node, trouble: Trouble
) -> None:
    player = asked(pair)
    table, number = player.page.url.rpartition("/")[2], at(player)
    watcher = visit("Eva", size=PHONE)
    with trouble(mortal):
        player.page.locator("[data-first]").get_by_role("button").click()
        player.see("ui.state.trying")
        notice = player.page.locator(".trying").bounding_box()
        asks = player.role("region", "table.panel.actions").bounding_box()
        assert notice
        assert asks
        assert notice["x"] + notice["width"] <= asks["x"]  # over the board, not over the question
        watcher.open(f"/t/{table}")  # who comes now is not held up
        expect(watcher.page.locator("[data-number]")).to_have_attribute("data-number", str(number))
        assert player.page.get_by_role("alert").filter(visible=True).count() == 0
    for person in (*pair, watcher):
        follows(person, number + 1)
    expect(player.text("ui.state.trying")).to_have_count(0)
    log = Asker(mortal.url).ask("GET", f"/api/tables/{table}/log?after={number}")
    assert [told["entry"]["type"] for told in log["told"]].count("Played") == 1
    goes_on(pair)


@in_any_way
@pytest.mark.thorough
def test_a_page_opened_meanwhile_shows_the_game_and_plays_on_by_itself(
    pair: tuple[Person, Person], mortal: Node, trouble: Trouble
) -> None:
    player = asked(pair)
    number = at(player)
    with trouble(mortal):
        player.page.reload()
        expect(player.page.locator("[data-number]")).to_have_attribute("data-number", str(number))
        player.page.locator("[data-first]").get_by_role("button").click()
        player.see("ui.state.trying")
    follows(player, number + 1)
    goes_on(pair)


@in_any_way
@pytest.mark.thorough
def test_sitting_down_and_talking_wait_in_the_lobby(visit: Visit, mortal: Node, trouble: Trouble) -> None:
    ana = visit("Ana", size=PHONE)
    table = Asker(visit.base, ana).create(edition="clasico", seats=2)
    ana.open(f"/t/{table}")
    with trouble(mortal):
        ana.ask_for_a_seat(table, 1)
        ana.see("ui.state.trying")
    sits(ana, 1)
    expect(ana.text("ui.state.trying")).to_have_count(0)
    with trouble(mortal):
        ana.page.locator("#chat-text").fill("Buona fortuna a tutti")
        ana.page.locator("#chat-text").press("Enter")
        ana.see("ui.state.trying")
    expect(ana.page.locator(".chat li .text")).to_have_text(["Buona fortuna a tutti"])  # once
    expect(ana.text("ui.state.trying")).to_have_count(0)


def games(person: Person) -> list[str]:
    """The tables at which somebody has a seat."""
    return [one["id"] for one in Asker(person.base, person).ask("GET", "/api/me/games")["tables"]]


def plays(person: Person) -> None:
    """Press "Play now"."""
    person.page.get_by_role("button", name=re.compile(f"^{re.escape(person.say('start.play'))}")).click()


@in_any_way
@pytest.mark.thorough
def test_a_game_asked_for_meanwhile_begins_by_itself_and_once(visit: Visit, mortal: Node, trouble: Trouble) -> None:
    ana = visit("Ana", size=PHONE)
    ana.open("/")
    with trouble(mortal):
        plays(ana)
        ana.see("ui.state.trying")
    expect(ana.page.locator(".table-page")).to_be_visible()
    expect(ana.text("ui.state.trying")).to_have_count(0)
    assert len(games(ana)) == 1


@pytest.mark.parametrize("lost", [1, pytest.param(5, marks=pytest.mark.thorough)])
def test_a_game_whose_beginning_was_not_heard_of_is_begun_once(visit: Visit, lost: int) -> None:
    """The server has begun it each time, and the answers are lost: after the last, somebody has to press again."""
    ana = visit("Ana")
    ana.open("/")
    left = lost

    def lose(route: Route) -> None:
        nonlocal left
        left -= 1
        if left >= 0:
            route.fetch()
            route.abort("connectionreset")
        else:
            route.continue_()

    ana.page.route("**/api/quick", lose)
    plays(ana)
    if lost == 5:
        ana.see("ui.error.offline")
        plays(ana)
    expect(ana.page.locator(".table-page")).to_be_visible()
    assert games(ana) == [ana.page.url.rpartition("/")[2]]


@in_any_way
@pytest.mark.thorough
def test_a_table_that_cannot_be_opened_yet_opens_by_itself(
    pair: tuple[Person, Person], mortal: Node, trouble: Trouble
) -> None:
    """After a restart, the clock is given back the time, which must be stored before anybody plays."""
    address = pair[0].page.url
    for person in pair:
        person.page.goto("about:blank")
    mortal.kill()
    mortal.start()
    wait_until(
        pair[0].page, lambda: mortal.said().count("is listening") == mortal.lives, "the server is up and says so"
    )
    with trouble(mortal):
        for person in pair:
            person.page.goto(address)
            person.see("ui.state.lost")
    for person in pair:
        expect(person.page.locator(".table-page")).to_be_visible()
    goes_on(pair)


# A server that was restored from a backup.


def test_who_has_seen_more_than_a_restored_server_follows_it_and_is_told(
    pair: tuple[Person, Person], mortal: Node, tmp_path: Path
) -> None:
    for person in pair:
        follows(person, latest(person))
    before = at(pair[0])
    mortal.back_up(tmp_path / "copy.db")
    table = pair[0].page.url.rpartition("/")[2]
    host = Asker(mortal.url, pair[0])
    for _ in range(12):  # more than coming back adds to the log
        host.do(table, {"type": "Say", "text": "lost"}, pair[0].tokens(table))
    for person in pair:
        follows(person, before + 12)
    mortal.restore(tmp_path / "copy.db")
    for person in pair:  # each in their language
        person.see("ui.state.restored")
        wait_until(person.page, lambda person=person: at(person) < before + 12, "the page shows the restored table")
        expect(person.page.get_by_text("lost", exact=True)).to_have_count(0)
    goes_on(pair)


def test_a_page_that_comes_too_fast_greets_again_when_it_may(visit: Visit, mortal: Node) -> None:
    ana = visit("Ana")
    table = Asker(visit.base, ana).create(edition="clasico", seats=2)
    hellos: list[str] = []

    def refuse_twice(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(frame: str | bytes) -> None:
            hellos.extend([str(frame)] if '"Hello"' in str(frame) else [])
            if '"Hello"' in str(frame) and len(hellos) <= 2:
                socket.send('{"type": "Refused", "error": "too_fast", "message": "wait 1 s", "wait": 300}')
            else:
                server.send(frame)

        socket.on_message(pass_on)

    ana.page.route_web_socket("**/socket", refuse_twice)
    ana.open(f"/t/{table}")
    expect(ana.button("lobby.take_any").first).to_be_visible()
    assert len(hellos) == 3


# Files that do not come.


@pytest.mark.parametrize(
    "name",
    [
        "web-*.js",
        *(pytest.param(name, marks=pytest.mark.thorough) for name in ("TableRoute-*.js", "Lobby-*.js", "Lobby-*.css")),
    ],
)
def test_a_part_of_the_page_that_was_refused_is_fetched_again(
    name: str, visit: Visit, watch: Watch, mortal: Node
) -> None:
    watch.allow(r"\b429\b", "Unable to preload CSS")
    ana = visit("Ana")
    table = Asker(visit.base, ana).create(edition="clasico", seats=2)
    refused: Counter[str] = Counter()

    def refuse_twice(route: Route) -> None:
        file = route.request.url.split("?")[0]
        if refused[file] < 2:
            refused[file] += 1
            route.fulfill(status=429, json={"type": "Refused", "error": "too_fast", "message": "", "wait": 50})
        else:
            route.continue_()

    ana.page.route(f"**/assets/{name}", refuse_twice)
    ana.open(f"/t/{table}")
    expect(ana.button("lobby.take_any").first).to_be_visible()
    if name.endswith(".css"):
        kept = "() => [...document.styleSheets].some((one) => one.href?.includes('/assets/Lobby-'))"
        ana.page.wait_for_function(kept)
    again = "each file was asked for once more after its first refusal"
    wait_until(ana.page, lambda: set(refused.values()) == {2}, again)


def test_what_the_page_reads_too_fast_is_read_again(visit: Visit, watch: Watch, mortal: Node) -> None:
    watch.allow(r"\b429\b")
    ana = visit("Ana")
    table = Asker(visit.base, ana).create(edition="clasico", seats=2)
    refused: set[str] = set()

    def refuse_once(route: Route) -> None:
        if route.request.method == "GET" and route.request.url not in refused:
            refused.add(route.request.url)
            route.fulfill(status=429, json={"type": "Refused", "error": "too_fast", "message": "", "wait": 50})
        else:
            route.continue_()

    ana.page.route("**/api/**", refuse_once)
    ana.open(f"/t/{table}")
    expect(ana.button("lobby.take_any").first).to_be_visible()
    assert f"{visit.base}/api/tables/{table}" in refused
