"""A way through every page and dialog of the client. Each tour stops wherever there is something to look at.

for stop in tour(person, prepared): ...  # the page stands still at `stop`, a short name; look at it, then go on

The same tours are taken by the tests of the languages, of accessibility and of phones, and by `make screens`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Locator, ViewportSize, WebSocketRoute, expect

from magnate.review.puzzles import shipped
from server.people import Plan
from server.unwritable import full_disk, locked
from web.kit import WIDE, Asker, Person, Theme, Visit, wait_until
from web.moments import PLANS, Kept, Moment, PreparedTables, moments_of, played, played_by_bots
from web.pair import LOST, UNWRITABLE, follows, latest

OPEN = "dialog[open], [role=dialog][data-deed]"  # what lies open: dialogs, and the deed beside its space
EDITIONS = ("expopolis", "monopoli-server", "europolis", "clasico", "castis")

# One of each question, each in the edition that has most to say about it.
QUESTIONS = (
    ("castis", "opening"), ("castis", "roll"), ("castis", "roll-again"), ("clasico", "end-turn"), ("clasico", "jail"),
    ("europolis", "jail-with-card"), ("expopolis", "buy"), ("monopoli-server", "offer"),
    ("monopoli-server", "roll_off"), ("clasico", "auction-opening"), ("clasico", "auction"),
    ("expopolis", "auction-debtor"), ("castis", "auction-building"), ("castis", "auction-estate"),
    ("europolis", "card"), ("europolis", "tax"), ("europolis", "fine"), ("clasico", "utility_roll"),
    ("clasico", "debt"), ("europolis", "debt-lost"), ("clasico", "settlement-price"),
    ("clasico", "settlement-answer"), ("europolis", "estate"), ("monopoli-server", "mortgage"),
    ("expopolis", "shortage"), ("castis", "place"), ("monopoli-server", "result"), ("europolis", "deal"),
    ("europolis", "counter"), ("europolis", "debt-card"), ("europolis", "debt-card-only"),
    ("europolis", "debt-deal"), ("europolis", "debt-card-offered"),
)  # fmt: skip

Tour = Callable[[Person, "Gallery"], Iterator[str]]


class Gallery:
    """Prepared tables at all moments of the tours, and one guest who has a seat at each."""

    def __init__(self, prepared: PreparedTables) -> None:
        self.prepared = prepared
        self.moments = moments_of()
        self.tables: dict[tuple[str, str], Kept] = {}

    def at(self, edition: str, name: str) -> Kept:
        """The table of an edition at a moment."""
        self.put([(edition, name)])
        return self.tables[edition, name]

    def put(self, wanted: list[tuple[str, str]]) -> None:
        """Have these tables in the store."""
        missing = {key: self.moments[key] for key in wanted if key not in self.tables}
        if missing:
            self.tables |= self.prepared.put(missing)

    def private(self) -> Kept:
        """A table whose purses nobody else may see, all of it played from one screen."""
        key = ("clasico", "private")
        if key not in self.tables:
            plan = next(plan for plan in PLANS if plan.edition == "clasico")._replace(
                options={"table.private_cash": True}, seed=11
            )
            moment = played(plan).moments["roll"]
            self.tables |= self.prepared.put({key: moment}, all_mine=True)
        return self.tables[key]

    def dressed(self, edition: str, skin: str) -> Kept:
        """A table of an edition in one of its looks."""
        key = (edition, f"skin {skin}")
        if key not in self.tables:
            plan = next(plan for plan in PLANS if plan.edition == edition and not plan.options)._replace(skin=skin)
            moments = played(plan).moments
            shown = next(name for name in ("debt", "debt-lost", "auction", "buy") if name in moments)
            self.tables |= self.prepared.put({key: moments[shown]})
        return self.tables[key]

    def bots(self, edition: str = "europolis", level: str = "trader") -> Kept:
        """A table at which four bots have played to the end."""
        key = (edition, f"bots {level}")
        if key not in self.tables:
            over = played_by_bots(Plan(edition, None, 4, 5), level).moments["over"]
            self.tables |= self.prepared.put({key: over}, level=level)
        return self.tables[key]

    def everyone(self, moment: Moment) -> Kept:
        """A table at a moment of which every seat is mine."""
        return self.prepared.put({0: moment}, all_mine=True)[0]

    def come(
        self,
        visit: Visit,
        language: str = "en",
        size: ViewportSize = WIDE,
        theme: Theme = "light",
        motion: bool = False,
        touch: bool | None = None,
    ) -> Person:
        """The guest opens a browser."""
        person = visit("Ana", language=language, size=size, theme=theme, motion=motion, touch=touch)
        person.context.add_cookies([self.prepared.cookie])  # type: ignore[list-item]
        return person


def enter(person: Person, kept: Kept) -> None:
    """Open a table and wait until it stands still and asks me."""
    page = person.page
    if kept.tokens:
        person.context.add_init_script(
            f"if (location.protocol.startsWith('http')) localStorage.setItem('seats:{kept.table}', '{quoted(kept)}')"
        )
    person.open(f"/t/{kept.table}")
    expect(page.locator(".table-page")).to_be_visible()
    follows(person, latest(person))  # the log comes after the position
    if kept.moment.name == "over":
        expect(page.locator("[data-end] .sheets")).to_have_attribute("aria-busy", "false")
    settle(person)


def quoted(kept: Kept) -> str:
    """The tokens as the browser keeps them."""
    return "[" + ",".join(f'"{token}"' for token in kept.tokens) + "]"


def settle(person: Person) -> None:
    """Wait until the fonts are there, and bring to its end whatever moves and has one."""
    person.page.wait_for_function("() => document.fonts.size > 0")  # they are asked for after the first paint
    person.page.evaluate(
        """async () => {
          await new Promise(requestAnimationFrame)  // text is laid out, and asks for its fonts
          await document.fonts.ready
          await new Promise(requestAnimationFrame)
          const ends = (one) => one.effect.getComputedTiming().endTime < Infinity
          document.getAnimations().filter(ends).forEach((one) => one.finish())
        }"""
    )


def speak(person: Person, language: str) -> None:
    """Change the language while everything goes on."""
    page = person.page
    page.locator(".settings").click()
    page.get_by_label(person.say("header.language"), exact=True).select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    person.language = language
    close(person)


def translate(person: Person, language: str) -> None:
    """Change the language as another window of the browser would, whatever lies open here."""
    person.page.evaluate(
        """async (language) => {
          localStorage.setItem('language', language)
          dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: language }))
          while (document.documentElement.lang !== language) await new Promise(requestAnimationFrame)
          await document.fonts.ready
          await new Promise(requestAnimationFrame)
        }""",
        language,
    )
    person.language = language


def close(person: Person) -> None:
    """Close the dialog on top."""
    found = dialog(person)
    found.get_by_role("button", name=person.say("ui.close"), exact=True).click()
    expect(person.page.locator(OPEN)).to_have_count(0)


def dialog(person: Person) -> Locator:
    """The dialog on top."""
    found = person.page.locator(OPEN).last
    expect(found).to_be_visible()
    return found


def is_phone(person: Person) -> bool:
    """Whether the table is in its upright layout."""
    return person.page.locator('[data-tab="actions"]').count() > 0


# The pages around the table


def start(person: Person, gallery: Gallery) -> Iterator[str]:
    """The first page, its settings, my name, and the making of a table with every switch of the book."""
    page = person.page
    gallery.put([("clasico", "over"), ("castis", "roll"), ("europolis", "deal")])
    person.open("/")
    expect(page.locator(".start")).to_be_visible()
    expect(page.locator(".resume li").first).to_be_visible()
    settle(person)
    yield "start"
    page.locator(".settings").click()
    dialog(person)
    yield "settings"
    person.button("header.keys", dialog(person)).click()
    expect(person.role("dialog", "keys.title")).to_be_visible()
    yield "keys"
    close(person)
    page.locator("footer").get_by_role("button", name=person.say("header.notice")).click()
    expect(dialog(person).get_by_role("heading", level=3)).to_have_count(3)
    yield "my-data"
    person.button("privacy.delete", dialog(person)).click()
    expect(dialog(person)).to_contain_text(person.say("privacy.sure_undo"))
    yield "delete-my-data"
    close(person)
    token = person.button("start.mark")
    token.click()
    expect(person.role("group", "start.mark")).to_be_visible()
    yield "start-name"
    token.click()
    box = page.get_by_role("textbox", name=person.say("start.join"))
    box.fill("???")
    person.button("start.join_go").click()
    person.see("start.join_bad")
    yield "start-wrong-code"
    person.button("start.make").click()
    expect(dialog(person).locator("details").first).to_be_visible()
    yield "make-table"
    dialog(person).get_by_label(person.say("lobby.variant"), exact=True).select_option("family")
    dialog(person).locator(".differs").scroll_into_view_if_needed()
    yield "family-rules"
    choices = dialog(person).locator("select")
    clock = dialog(person).get_by_label(person.say("lobby.clock"), exact=True)
    clock.select_option(index=2)
    expect(choices.nth(3)).to_be_attached()
    for one in dialog(person).locator("details").all():
        one.evaluate("(one) => { one.open = true }")
    dialog(person).locator("details [role=switch]:not([disabled])").first.click()
    yield "house-rules"
    close(person)


def lobby(person: Person, gallery: Gallery) -> Iterator[str]:
    """A table before its start, as its host sees it: empty, sitting down, with a bot, one more person, changes."""
    page = person.page
    options = {"jail.fine": 100, "start.salary": 300}
    table = gallery.prepared.asker.create(
        edition="clasico", seats=4, skin="lima", options=options, public=True, hot_seat=True, auction=12,
        clock={"type": "decision", "seconds": 90},
    )  # fmt: skip
    person.open(f"/t/{table}")
    expect(page.locator(".invite img")).to_be_visible()
    yield "lobby-empty"
    person.button("lobby.take_any").click()
    dialog(person)
    yield "sit"
    person.button("lobby.take_as", dialog(person)).click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(person.button("lobby.leave")).to_be_visible()
    person.role("combobox", "lobby.put_bot").first.select_option("trader")
    expect(person.button("lobby.remove")).to_be_visible()
    yield "lobby"
    person.button("lobby.again").click()
    dialog(person).get_by_role("textbox").fill("Ștefania Constantinescu")
    yield "sit-again"
    person.button("lobby.take_as", dialog(person)).click()
    expect(person.button("lobby.leave")).to_have_count(2)
    guest = Asker(person.base)
    guest.me()
    guest.do(table, {"type": "Sit", "name": "R0bot"})
    person.button("people.about", name="R0bot").click()
    dialog(person)
    yield "person"
    person.button("people.report.open", dialog(person)).click()
    expect(dialog(person).get_by_role("textbox")).to_be_visible()
    yield "report"
    person.button("ui.cancel", dialog(person)).click()
    person.button("people.keep_out", dialog(person)).click()
    yield "keep-out"
    person.button("people.keep_out", dialog(person)).click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.get_by_role("heading", name=person.say("people.out_title"))).to_be_visible()
    yield "kept-out"
    person.button("lobby.change").click()
    expect(dialog(person).locator("details").first).to_be_visible()
    yield "change-table"
    close(person)
    person.button("lobby.close").click()
    dialog(person)
    yield "close-table"
    person.button("lobby.close", dialog(person)).click()
    person.see("ui.state.closed")
    yield "closed"
    person.open("/t/zzzzzzzz")
    person.see("ui.state.missing")
    yield "missing"
    person.open("/xqz/7")
    person.see("ui.state.nowhere")
    yield "nowhere"


def learn(person: Person, gallery: Gallery) -> Iterator[str]:
    """The lessons: their list, a turn in pictures with what the book says, a task, a wrong answer, the end."""
    person.open("/learn/expopolis")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()
    yield "learn-list"
    person.open("/learn/europolis/turn")
    person.page.locator("details summary").nth(3).click()
    expect(person.page.locator("details[open] b").first).to_be_visible()
    yield "learn-turn"
    person.open("/learn/castis/buy")
    coach = person.page.locator("[data-step]")
    person.page.locator("[data-first] .button").click()
    expect(coach).to_have_attribute("data-step", "buy")
    person.page.locator(".others .button").first.click()
    expect(coach.locator(".wrong")).to_be_visible()
    yield "learn-wrong"
    for step in ("end", "done"):
        person.page.locator("[data-first] .button").click()
        expect(coach).to_have_attribute("data-step", step)
    yield "learn-done"


def rules(person: Person, gallery: Gallery) -> Iterator[str]:
    """The five books."""
    for edition in EDITIONS:
        person.open(f"/rules/{edition}")
        expect(person.page.locator(".chapters")).to_be_visible()
        for one in person.page.locator(".chapters details").all():
            one.evaluate("(one) => { one.open = true }")
        settle(person)
        yield f"rules-{edition}"


# The table


def questions(person: Person, gallery: Gallery) -> Iterator[str]:
    """Every question."""
    gallery.put(list(QUESTIONS))
    for edition, name in QUESTIONS:
        enter(person, gallery.at(edition, name))
        yield f"{name}-{edition}"


def boards(person: Person, gallery: Gallery) -> Iterator[str]:
    """The boards of all editions, well into the game."""
    for edition in EDITIONS:
        enter(person, gallery.at(edition, "debt-lost"))
        yield f"board-{edition}"


def skins(person: Person, gallery: Gallery) -> Iterator[str]:
    """The boards that have other looks."""
    for skin in ("madrid", "lima", "internacional"):
        enter(person, gallery.dressed("clasico", skin))
        yield f"board-clasico-{skin}"


def table(person: Person, gallery: Gallery) -> Iterator[str]:
    """What can be opened at a table: a deed, property, a mortgage, the deal desk, the rest, the log and its reasons."""
    page = person.page
    enter(person, gallery.at("castis", "roll"))
    deed = page.locator("[data-space][role=button], [data-space] [role=button], button[data-space]").nth(1)
    deed.click(force=True)
    dialog(person)
    yield "deed"
    close(person)
    enter(person, gallery.at("castis", "build"))
    lot = page.locator("[data-space]:has([data-open])").first
    lot.click()
    expect(page.locator("[data-plan=build]")).to_be_visible()
    yield "building"
    close(person)
    enter(person, gallery.at("castis", "roll"))
    yield from property_of(person)
    yield from deals(person, gallery)
    yield from talks(person)
    button(person, "table.more").click()
    dialog(person)
    yield "more"
    person.button("action.Concede", dialog(person)).click()
    expect(dialog(person)).to_contain_text(person.say("table.grave.concede"))
    yield "concede"
    close(person)


def button(person: Person, path: str) -> Locator:
    """A button of the tools beside the question."""
    return person.button(path).filter(visible=True).first


def property_of(person: Person) -> Iterator[str]:
    """My property, and the contract before a mortgage."""
    button(person, "table.manage.open").click()
    expect(dialog(person).locator("section.group").first).to_be_visible()
    yield "manage"
    further = dialog(person).locator(".levels button:not([disabled])").last
    if further.count():
        further.click()
        yield "manage-plan"
    mortgage = dialog(person).locator(".mortgage .button.plain").first
    if mortgage.count():
        mortgage.click()
        expect(person.page.locator("dialog[open]")).to_have_count(2)
        yield "mortgage"
        person.page.keyboard.press("Escape")
        expect(person.page.locator("dialog[open]")).to_have_count(1)
    close(person)


def deals(person: Person, gallery: Gallery) -> Iterator[str]:
    """The deal desk, with three parties on a wide screen and step by step on a phone."""
    page = person.page
    button(person, "table.deal.open").click()
    box = dialog(person)
    partners = box.locator(".people button")
    partners.nth(0).click()
    yield "desk"
    if page.viewport_size and page.viewport_size["width"] > 640:
        partners.nth(1).click()
        box.locator("input[type=checkbox], button[aria-pressed=false]").last.click()
        yield "desk-of-three"
    else:
        for step in ("desk-give", "desk-take", "desk-sum"):
            person.button("deals.next", box).click()
            yield step
    close(person)


def talks(person: Person) -> Iterator[str]:
    """People, log, why, chat, offers."""
    page = person.page
    if is_phone(person):
        page.locator('[data-tab="people"]').click()
        page.locator(".person .head").first.click()
        yield "people"
        page.locator('[data-tab="log"]').first.click()
    else:
        page.locator(".person .head").first.click()
        yield "people"
        page.locator('[data-tab="log"]').click()
    expect(page.locator(".log .turn").last).to_be_visible()
    page.locator(".log .why").last.click()
    expect(dialog(person).locator("blockquote, details, .note").first).to_be_visible()
    yield "why"
    close(person)
    page.locator('[data-tab="chat"]').click()
    expect(page.locator(".chat li").first).to_be_visible()
    yield "chat"
    person.button("talk.chat.quick.open").click()
    yield "chat-quick"
    person.button("talk.chat.quick.open").click()
    page.locator('[data-tab="deals"]').click()
    yield "offers"
    page.locator('[data-tab="actions"]' if is_phone(person) else '[data-tab="log"]').click()


def offers(person: Person, gallery: Gallery) -> Iterator[str]:
    """A deal that waits for me, the answer to it, a claim of rent explained, and the device passed on."""
    page = person.page
    enter(person, gallery.at("clasico", "counter"))
    first = page.locator("[data-first] .button")
    first.click()
    offer = page.locator("article.offer").filter(visible=True).first
    expect(offer).to_be_visible()
    yield "offer"
    enter(person, gallery.at("expopolis", "roll"))
    claim = button(person, "action.ClaimRent")
    if claim.count():
        page.evaluate("() => localStorage.removeItem('claim-explained')")
        claim.click()
        dialog(person)
        yield "claim"
        close(person)
    enter(person, gallery.private())
    dialog(person)
    yield "pass"
    dialog(person).get_by_role("button").last.click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    yield "hot-seat"


def debts(person: Person, gallery: Gallery) -> Iterator[str]:
    """Whoever owes is asked about a deal: about the card that would settle it, and what was picked meanwhile."""
    page = person.page
    enter(person, gallery.at("europolis", "debt-card-offered"))
    page.locator("[data-first] .button").click()
    expect(page.locator("article.offer").filter(visible=True).first).to_be_visible()
    yield "debt-card-offer"
    enter(person, gallery.at("europolis", "debt-deal"))
    person.button("table.debt.enough").first.click()
    expect(person.button("table.debt.raise")).to_be_visible()
    yield "debt-deal-picked"


def text(person: Person, gallery: Gallery) -> Iterator[str]:
    """The table as text."""
    enter(person, gallery.at("castis", "buy"))
    button(person, "table.more").click()
    person.button("text.text", dialog(person)).click()
    expect(person.page.locator("#text-now")).to_be_visible()
    expect(person.page.locator("#text-log .turn").last).to_be_attached()
    yield "text"
    person.button("text.board").filter(visible=True).first.click()
    expect(person.page.locator("#text-now")).to_have_count(0)


# Afterwards


def memory(person: Person, gallery: Gallery) -> Iterator[str]:
    """The end of a game, the check of its dice, its replay, and the reasons of a bot."""
    page = person.page
    kept = gallery.at("europolis", "over")
    enter(person, kept)
    expect(page.locator("[data-end] .worth svg").first).to_be_visible()
    yield "end"
    person.button("end.fair.check").click()
    person.see("end.fair.proved")
    yield "end-checked"
    person.open(f"/t/{kept.table}?move=300")
    expect(page.locator("input[type=range]").first).to_be_visible()
    expect(person.role("list", "replay.people").get_by_role("listitem").first).to_be_visible()
    settle(person)
    yield "replay"
    bots = gallery.bots()
    for name, kind, seat, time in (
        ("bot-buys", "BuyDeed", 0, 0), ("bot-refuses", "RefuseDeal", 2, 0), ("bot-proposes", "ProposeDeal", 2, 0),
        ("bot-asks-again", "ProposeDeal", 2, 1), ("bot-deals", "AcceptDeal", 2, 0),
    ):  # fmt: skip
        person.open(f"/t/{bots.table}?move={number_of(bots, kind, seat, time)}")
        person.button("replay.bot.ask").click()
        expect(dialog(person).locator("li").first).to_be_visible()
        settle(person)
        yield name
        close(person)


def reviews(person: Person, gallery: Gallery) -> Iterator[str]:
    """The review of a game, with all its decisions."""
    page = person.page
    person.open(f"/t/{gallery.bots().table}?review=0")
    expect(page.locator("section.moments ol > li")).to_have_count(3, timeout=60_000)
    expect(page.locator("section.board .square")).to_be_visible()
    settle(person)
    yield "review"
    page.get_by_label(person.say("review.page.marks")).select_option("all")
    settle(person)
    yield "review-decisions"
    person.button("review.again.title").first.click()
    expect(dialog(person).get_by_label(person.say("review.again.seat"))).to_be_visible()
    yield "try-again"
    page.keyboard.press("Escape")


def again(person: Person, gallery: Gallery) -> Iterator[str]:
    """A game that was tried again is over: the coach, and both lines; then its review."""
    page, asker = person.page, gallery.prepared.asker
    first = gallery.bots().table
    asker.ask("POST", f"/api/tables/{first}/review")
    found: dict[str, Any] = {}

    def is_computed() -> bool:
        found.update(asker.ask("GET", f"/api/tables/{first}/review"))
        return bool(found["review"])

    person.open("/")
    wait_until(page, is_computed, "the curve of the first game", 60_000)
    last = found["review"]["curve"][-1]
    seat = last.index(max(last))  # who won was in the game to its end
    asked = {"number": found["numbers"][-8], "seat": seat, "dice": "same", "level": "house"}
    made = asker.ask("POST", f"/api/tables/{first}/tries", asked)
    asker.do(made["table"], {"type": "LetBotPlay", "seat": seat}, [made["token"]])
    person.open(f"/t/{made['table']}")
    coach = page.locator(".coach")
    expect(coach).to_have_attribute("aria-busy", "false", timeout=120_000)
    expect(coach.locator(".both")).to_contain_text("%", timeout=60_000)
    settle(person)
    yield "end-coach"
    person.open(f"/t/{made['table']}?review=0")
    expect(page.locator("section.moments ol > li").first).to_be_visible(timeout=60_000)
    settle(person)
    yield "review-both-lines"


def puzzles(person: Person, gallery: Gallery) -> Iterator[str]:
    """The puzzle of an edition, and its answer."""
    page = person.page
    person.open(f"/puzzles/clasico/{shipped('clasico').puzzles[0].id}")
    options = person.role("group", "review.puzzle.options").get_by_role("button")
    expect(options.first).to_be_visible()
    settle(person)
    yield "puzzle"
    options.first.click()
    expect(page.locator(".answer")).to_be_visible()
    settle(person)
    yield "puzzle-answered"


def watching(person: Person, gallery: Gallery) -> Iterator[str]:
    """A game of others: everybody's chance as a bar."""
    page = person.page
    host = Asker(gallery.prepared.node.url)
    host.me()
    host.ask("PUT", "/api/me", {"name": "Inés"})
    table = host.ask("POST", "/api/quick", {"edition": "clasico", "seats": 4})["table"]
    person.open(f"/t/{table}")
    expect(page.locator(".table-page")).to_be_visible()
    if is_phone(person):
        page.locator('[data-tab="people"]').click()
    expect(page.get_by_role("img", name=person.say("review.page.curve"))).to_contain_text("25")
    settle(person)
    yield "watching-chances"


def number_of(kept: Kept, kind: str, seat: int = 0, time: int = 0) -> int:
    """The entry of a seat's first move of a kind in a game of bots, or of a later one.

    Before the game come the making of the table and the sitting down.
    """
    moves = enumerate(played_by_bots(kept.moment.plan, "trader").moves)
    places = [place for place, move in moves if (move.seat, type(move.action).__name__) == (seat, kind)]
    return kept.moment.plan.seats + 2 + places[time]


# When something goes wrong


def trouble(person: Person, gallery: Gallery) -> Iterator[str]:
    """What cannot be saved, a line that breaks, a table that does not answer, and seats that were lost."""
    yield from unsaved(person, gallery)
    yield from unseated(person, gallery)
    yield from cut(person, gallery)


def fresh(gallery: Gallery, edition: str, name: str) -> Kept:
    """A table at a moment that is played on here."""
    return gallery.prepared.put({0: gallery.moments[edition, name]})[0]


def unsaved(person: Person, gallery: Gallery) -> Iterator[str]:
    """Nothing can be written: at a table, in its lobby, before there is one."""
    page, node = person.page, gallery.prepared.node
    tried = person.text("ui.state.trying")
    enter(person, fresh(gallery, "europolis", "roll"))
    with locked(node):
        page.locator("[data-first]").get_by_role("button").click()
        person.see("ui.state.trying")
        yield "trying"
    expect(tried).to_have_count(0)
    person.open(f"/t/{gallery.prepared.asker.create(edition='clasico', seats=2)}")
    person.button("lobby.take_any").click()
    with full_disk(node):
        person.button("lobby.take_as", dialog(person)).click()
        person.see("ui.state.trying")
        yield "trying-lobby"
    expect(tried).to_have_count(0)
    person.open("/")
    expect(page.locator(".start")).to_be_visible()
    with full_disk(node):
        page.locator("button.start").click()
        person.see("ui.state.trying")
        yield "trying-start"
    expect(page.locator(".table-page")).to_be_visible()
    expect(tried).to_have_count(0)


def unseated(person: Person, gallery: Gallery) -> Iterator[str]:
    """The host takes my seat away: in the lobby, and before a game that I can only watch then."""
    page, host = person.page, Asker(gallery.prepared.node.url)
    table = host.create(edition="clasico", seats=2)
    token = host.do(table, {"type": "Sit", "seat": 0, "name": "Ion"})["token"]
    person.open(f"/t/{table}")
    person.button("lobby.take_any").click()
    person.button("lobby.take_as", dialog(person)).click()
    expect(person.button("lobby.leave")).to_be_visible()
    host.do(table, {"type": "ClearSeat", "seat": 1})
    person.see("ui.state.unseated")
    yield "unseated"
    person.open("/")
    host.do(table, {"type": "SetBot", "seat": 1, "level": "house"})
    host.do(table, {"type": "Start"}, [token])
    page.evaluate("(table) => localStorage.setItem(`seats:${table}`, '[\"gone\"]')", table)
    person.open(f"/t/{table}")
    person.see("table.watching")
    person.see("ui.state.unseated")
    settle(person)
    yield "unseated-watching"


def cut(person: Person, gallery: Gallery) -> Iterator[str]:
    """The line breaks: at a table, with something on its way, and before a table was opened."""
    page = person.page
    lines: list[WebSocketRoute] = []
    is_cut = False

    def connect(line: WebSocketRoute) -> None:
        if is_cut:
            line.close()
        else:
            line.connect_to_server()
            lines.append(line)

    page.route_web_socket("**/socket", connect)
    kept = fresh(gallery, "europolis", "roll")
    enter(person, kept)
    is_cut = True
    lines[-1].close()
    person.see("table.lost.title")
    yield "lost"
    page.locator("[data-first]").get_by_role("button").click()
    expect(page.locator("[aria-busy=true]").first).to_be_visible()
    yield "lost-unsent"
    page.reload()
    person.see("ui.state.lost")
    settle(person)
    yield "lost-before"
    is_cut = False
    expect(page.locator(".table-page")).to_be_visible()


TOURS: dict[str, Tour] = {
    "start": start,
    "lobby": lobby,
    "rules": rules,
    "learn": learn,
    "questions": questions,
    "boards": boards,
    "skins": skins,
    "table": table,
    "offers": offers,
    "debts": debts,
    "text": text,
    "memory": memory,
    "reviews": reviews,
    "again": again,
    "puzzles": puzzles,
    "watching": watching,
    "trouble": trouble,
}
# What must go wrong on a tour.
EXPECTED = {
    "lobby": ("zzzzzzzz", "/xqz"),  # a table and a page that are not there
    "trouble": (*LOST, UNWRITABLE),
}
