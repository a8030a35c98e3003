"""Lessons in a browser: by mouse, on a phone, by keyboard, as text; a wrong answer is explained and costs nothing."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from web.kit import PHONE, Person, Visit, pattern, stop_clock


class Pupil:
    """Somebody at a lesson."""

    def __init__(self, person: Person, lesson: str) -> None:
        self.person = person
        self.page = person.page
        person.open(f"/learn/{lesson}")
        self.coach = self.page.locator("[data-step]")

    def is_at(self, step: str) -> None:
        """The coach asks for a step, or has seen the last: "done"."""
        expect(self.coach).to_have_attribute("data-step", step)

    def reads(self, path: str, **values: object) -> None:
        """The coach says this."""
        expect(self.coach.get_by_text(self.person.say(f"learn.lesson.{path}", **values))).to_be_visible()

    @property
    def first(self) -> Locator:
        """The golden button."""
        return self.page.locator("[data-first] .button")


def test_a_lesson_by_mouse_from_the_start_page_to_the_next_lesson(visit: Visit) -> None:
    ana = visit(kept={"edition": "clasico"})
    ana.open("/")
    ana.role("link", "start.learn").click()
    expect(ana.text("learn.progress", done=0, of=10)).to_be_visible()
    ana.page.locator("a[href='/learn/clasico/buy']").click()
    pupil = Pupil.__new__(Pupil)
    pupil.person, pupil.page, pupil.coach = ana, ana.page, ana.page.locator("[data-step]")
    pupil.is_at("roll")
    pupil.first.click()
    pupil.is_at("buy")
    pupil.reads("buy.step.buy.do", deed="Plaza Lavapiés", price="S/.\u00a060")
    # The rules allow not to buy; the lesson says why not to, and nothing is lost.
    ana.page.locator(".others .button").first.click()
    pupil.reads("buy.step.buy.not")
    pupil.is_at("buy")
    pupil.first.click()
    pupil.is_at("end")
    expect(pupil.coach.locator(".wrong")).to_have_count(0)
    pupil.first.click()
    pupil.is_at("done")
    ana.role("link", "learn.next", pupil.coach).click()
    expect(ana.page).to_have_url(f"{ana.base}/learn/clasico/rent")
    pupil.is_at("roll")
    ana.role("link", "learn.all", pupil.coach).click()
    expect(ana.text("learn.progress", done=1, of=10)).to_be_visible()
    expect(ana.page.locator("a[href='/learn/clasico/buy']")).to_contain_text(ana.say("learn.finished"))


def test_a_rent_is_claimed_by_the_golden_button_on_a_phone(visit: Visit) -> None:
    pupil = Pupil(visit(language="ro", size=PHONE), "europolis/claim")
    pupil.is_at("claim")
    expect(pupil.first).to_have_text(pattern("ro", "table.claim.button"))
    pupil.first.tap()
    pupil.is_at("roll")
    pupil.first.tap()
    pupil.is_at("done")


def test_a_lesson_by_keyboard(visit: Visit) -> None:
    pupil = Pupil(visit(language="it"), "monopoli-server/jail")
    for step in ("roll", "pay"):
        pupil.is_at(step)
        expect(pupil.first).to_be_enabled()
        if step == "roll":
            pupil.page.keyboard.press("Space")
    # In jail one may also wait; here bail is asked for. Tab leads to it.
    pay = pupil.page.locator("[data-question]").get_by_role("button", name="250")
    pay.focus()
    pupil.page.keyboard.press("Enter")
    pupil.is_at("go_on")
    pupil.page.keyboard.press("Space")
    pupil.is_at("done")


def test_a_lesson_as_text(visit: Visit) -> None:
    pupil = Pupil(visit(language="es"), "castis/auction")
    pupil.is_at("roll")
    pupil.person.button("text.text").first.focus()
    pupil.page.keyboard.press("Enter")
    now = pupil.page.locator("#text-now")
    now.get_by_role("button", name=pupil.person.say("action.Roll")).click()
    pupil.is_at("refuse")
    expect(pupil.coach).to_contain_text("Plaza Mayor de Salamanca")
    now.get_by_role("button", name=pupil.person.say("action.RefuseDeed")).first.click()
    pupil.is_at("bid")
    # Whoever is at a loss is shown.
    pupil.person.button("learn.show", pupil.coach).click()
    pupil.is_at("done")


def test_a_lesson_that_is_not_there_says_so(visit: Visit) -> None:
    ana = visit()
    visit.watch.allow("404")
    ana.open("/learn/clasico/flying")
    ana.see("learn.missing")
    ana.button("learn.all").click()
    expect(ana.page).to_have_url(f"{ana.base}/learn")


def test_the_coach_waits_for_what_the_board_shows(visit: Visit) -> None:
    ana = visit(motion=True)
    ana.page.clock.install()
    pupil = Pupil(ana, "castis/buy")
    pupil.is_at("roll")
    expect(pupil.first).to_be_enabled()
    stop_clock(ana.page)  # the dice tumble until it goes on
    pupil.first.click()
    expect(ana.page.locator(".rolling").first).to_be_attached()
    pupil.is_at("roll")
    ana.page.clock.resume()
    pupil.is_at("buy")


def test_clauses_are_named_only_behind_details(visit: Visit) -> None:
    ana = visit(language="es")
    ana.open("/learn/clasico/turn")
    rent = ana.page.locator("[data-part=rent]")
    expect(rent).to_contain_text(ana.say("learn.turn.rent.claim"))
    assert "CLA-" not in ana.page.locator("main").inner_text()
    rent.locator("summary").click()
    expect(rent.locator("details")).to_contain_text("CLA-35")
