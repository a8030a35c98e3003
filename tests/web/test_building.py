"""Building on the board: a tap draws a building, its price and rent come from the server, an order makes it stand."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from magnate.actions import Build
from magnate.game import Game
from magnate.view import Option
from web.kit import LOW, PHONE, WIDE, Person, Visit
from web.moments import Kept, Moment, played
from web.tour import EDITIONS, OPEN, Gallery, enter

more = pytest.mark.thorough
OTHERS = [one for one in EDITIONS if one != "clasico"]
SIZES = {"wide": WIDE, "phone": PHONE}


class Site(NamedTuple):
    """A table where I may build: the game as it stands there, and the lots by what may be built on each."""

    kept: Kept
    game: Game
    lots: dict[int, Build]

    def space(self, number: int) -> tuple[int, Build]:
        """One of the lots."""
        return list(self.lots.items())[number]


def game_at(moment: Moment) -> Game:
    """The game as it stands at a moment."""
    game = moment.plan.begin()
    for move in played(moment.plan).moves[1 : moment.moves]:
        assert move.action is not None
        game.play(move.seat, move.action)
    return game


def deeds_of(game: Game, group: int) -> list[int]:
    """The deeds of a group."""
    return [deed for deed in range(game.table.deeds) if game.table.deed_group[deed] == group]


def risen(game: Game, option: Option) -> list[int]:
    """The spaces of the lots that an option of building raises."""
    action = option.action
    assert isinstance(action, Build)
    view, spaces = game.view(), [n for n, one in enumerate(game.edition.file.spaces) if one.kind == "deed"]
    pairs = zip(deeds_of(game, action.group), action.levels, strict=True)
    return [spaces[deed] for deed, level in pairs if level > view.deeds[deed].level]


def site(gallery: Gallery, edition: str) -> Site:
    """A fresh table of an edition at which I may build."""
    moment = gallery.moments[edition, "build"]
    game = game_at(moment)
    builds = [option for option in game.options(moment.seat) if option.type == "Build"]
    single = {risen(game, option)[0]: option.action for option in builds if len(risen(game, option)) == 1}
    return Site(gallery.prepared.put({0: moment})[0], game, single)  # type: ignore[arg-type]


def press(person: Person, target: Locator) -> None:
    """A finger or the mouse."""
    if person.page.evaluate("matchMedia('(hover: none)').matches"):
        target.tap()
    else:
        target.click()


def lot(person: Person, space: int) -> Locator:
    """A space of the board."""
    return person.page.locator(f'[data-space="{space}"]')


def number(person: Person) -> str | None:
    """The last entry of the log."""
    return person.page.locator("[data-number]").get_attribute("data-number")


def figures(person: Person, here: Site, build: Build) -> list[str]:
    """What is shown of a plan: the rents that change, its price, what is left."""
    plan = here.game.plan(here.kept.moment.seat, build.group, build.levels)
    edition, view = here.game.edition, here.game.view()
    money, thousands = edition.file.money, edition.file.money.thousands

    def figure(amount: int) -> str:
        return f"{amount:,}".replace(",", thousands)

    def written(amount: int) -> str:
        return f"{money.prefix}{figure(amount)}{money.suffix}".replace(" ", "\N{NO-BREAK SPACE}")

    before = [view.deeds[deed].rent for deed in deeds_of(here.game, build.group)]
    rents = [
        person.say("table.plan.rent", **{"from": figure(old or 0), "to": figure(new or 0)})
        for old, new in zip(before, plan.rents, strict=True)
        if new != old
    ]
    assert rents
    return [*rents, written(plan.price), written(plan.leaves)]


@pytest.mark.proves("DP-28")
@pytest.mark.parametrize(
    "edition", ["clasico", *(pytest.param(one, marks=more) for one in EDITIONS if one != "clasico")]
)
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_a_tap_draws_a_house_and_the_order_builds_it(gallery: Gallery, visit: Visit, edition: str, size: str) -> None:
    here = site(gallery, edition)
    person = gallery.come(visit, size=SIZES[size])
    enter(person, here.kept)
    page = person.page
    signs = page.locator("[data-space]:has([data-open])")
    expect(signs).to_have_count(len(here.lots))
    assert {int(one.get_attribute("data-space") or 0) for one in signs.all()} == set(here.lots)
    space, build = here.space(0)
    before = number(person)
    press(person, lot(person, space).locator(".cell"))
    drawn = lot(person, space).locator(".buildings .new")
    expect(drawn).to_have_count(1)
    card = page.locator(OPEN)
    for text in figures(person, here, build):
        expect(card).to_contain_text(text)
    assert number(person) == before  # nothing is ordered yet
    expect(page.locator("dialog:modal")).to_have_count(0)  # and nothing lies over the board
    press(person, person.button("table.manage.build", card))
    expect(drawn).to_have_count(0)
    level = max(build.levels)
    expect(lot(person, space).locator(".buildings path")).to_have_count(1 if level > 4 else level)
    plan = here.game.plan(here.kept.moment.seat, build.group, build.levels)
    expect(page.locator(f'[data-cash="{here.kept.moment.seat}"]').first).to_contain_text(
        f"{plan.leaves:,}".replace(",", here.game.edition.file.money.thousands)
    )


def test_on_a_phone_the_strip_of_my_groups_does_the_same(gallery: Gallery, visit: Visit) -> None:
    here = site(gallery, "clasico")
    person = gallery.come(visit, "ro", PHONE)
    enter(person, here.kept)
    space, build = here.space(1)
    person.page.locator(f'[data-lot="{space}"].open').tap()  # once the page knows that it can be built on
    expect(lot(person, space).locator(".buildings .new")).to_have_count(1)
    card = person.page.locator(OPEN)
    person.button("table.manage.build", card).tap()
    expect(lot(person, space).locator(".buildings path:not(.new)")).to_have_count(max(build.levels))


@pytest.mark.proves("DP-29")
def test_several_houses_are_one_order_and_each_tap_may_go_only_where_the_server_says(
    gallery: Gallery, visit: Visit
) -> None:
    """Two lots, one order; a lot that is a house ahead of the others no longer takes one."""
    here = site(gallery, "europolis")
    person = gallery.come(visit)
    enter(person, here.kept)
    (first, build), (second, _) = here.space(0), here.space(1)
    lot(person, first).locator(".cell").click()
    expect(lot(person, first).locator(".buildings .new")).to_have_count(1)
    plan = here.game.plan(here.kept.moment.seat, build.group, build.levels)
    expect(lot(person, first).locator("[data-open]")).to_have_count(1 if plan.up[0] else 0)
    lot(person, second).locator(".cell").click()
    expect(lot(person, second).locator(".buildings .new")).to_have_count(1)
    before = int(number(person) or 0)
    person.button("table.manage.build", person.page.locator(OPEN)).click()
    expect(person.page.locator(".buildings .new")).to_have_count(0)
    expect(person.page.locator("[data-number]")).to_have_attribute("data-number", str(before + 1))


def test_a_plan_is_asked_for_once_a_tap_and_not_once_more_for_its_own_answer(gallery: Gallery, visit: Visit) -> None:
    """Asked for without end, it was refused as too much, and what was drawn went away."""
    here = site(gallery, "europolis")
    person = gallery.come(visit)
    asked: list[str] = []
    person.page.on("websocket", lambda socket: socket.on("framesent", lambda sent: asked.append(str(sent))))
    enter(person, here.kept)
    (first, _), (second, _) = here.space(0), here.space(1)
    for space in (first, second):
        lot(person, space).locator(".cell").click()
        expect(lot(person, space).locator(".buildings .new")).to_have_count(1)
    person.button("table.manage.reset", person.page.locator(OPEN)).click()
    expect(person.page.locator(".buildings .new")).to_have_count(0)
    plans = [json.loads(one) for one in asked if '"Plan"' in one]
    wanted = [sum(plan["levels"]) for plan in plans]
    assert wanted == [0, 1, 2, 0], "what stands, a house, another one, and back"


@pytest.mark.proves("DP-32")
def test_a_house_is_sold_by_the_same_gesture(gallery: Gallery, visit: Visit) -> None:
    here = site(gallery, "clasico")
    person = gallery.come(visit)
    enter(person, here.kept)
    space, _ = here.space(0)
    card = person.page.locator(OPEN)
    lot(person, space).locator(".cell").click()
    person.button("table.manage.build", card).click()
    expect(lot(person, space).locator(".buildings path:not(.new)")).to_have_count(1)
    card.locator("li.here button").first.click()
    expect(lot(person, space).locator(".buildings .gone")).to_have_count(1)
    person.button("table.manage.sell", card).click()
    expect(lot(person, space).locator(".buildings")).to_have_count(0)


def test_by_keyboard_a_house_is_drawn_and_taken_back(gallery: Gallery, visit: Visit) -> None:
    here = site(gallery, "castis")
    person = gallery.come(visit)
    enter(person, here.kept)
    space, _ = here.space(0)
    before = number(person)
    lot(person, space).focus()
    expect(lot(person, space)).to_have_accessible_name(ends_with_can_build(person))
    person.page.keyboard.press("Enter")
    expect(lot(person, space).locator(".buildings .new")).to_have_count(1)
    expect(person.page.locator(f"{OPEN}:focus-within, [data-deed]:focus").first).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(person.page.locator(OPEN)).to_have_count(0)
    expect(person.page.locator(".buildings .new")).to_have_count(0)
    expect(lot(person, space)).to_be_focused()
    assert number(person) == before


def ends_with_can_build(person: Person) -> re.Pattern[str]:
    """The name of a lot that can be built says so last."""
    return re.compile(re.escape(person.say("board.can_build")) + "$")


def contest(gallery: Gallery) -> tuple[Moment, Build]:
    """The moment before an order that others contest, and the order."""
    asked = gallery.moments["expopolis", "shortage"]
    moves = played(asked.plan).moves
    for at in range(asked.moves - 1, 0, -1):
        move = moves[at]
        if isinstance(move.action, Build):
            return Moment("contest", asked.plan, at, move.seat), move.action
    raise AssertionError("a shortage follows an order")


def test_an_order_that_others_contest_asks_them_first(gallery: Gallery, visit: Visit) -> None:
    """A shortage: the taps draw what is wanted, and the others are asked before anything stands."""
    moment, build = contest(gallery)
    game = game_at(moment)
    view, spaces = game.view(), [n for n, one in enumerate(game.edition.file.spaces) if one.kind == "deed"]
    person = gallery.come(visit)
    enter(person, gallery.prepared.put({0: moment})[0])
    missing = {
        spaces[deed]: level - view.deeds[deed].level
        for deed, level in zip(deeds_of(game, build.group), build.levels, strict=True)
    }
    while any(missing.values()):
        space = next(one for one, left in missing.items() if left and lot(person, one).locator("[data-open]").count())
        lot(person, space).locator(".cell").click()
        missing[space] -= 1
        drawn = sum(build.levels) - sum(view.deeds[deed].level for deed in deeds_of(game, build.group))
        expect(person.page.locator(".buildings .new")).to_have_count(drawn - sum(missing.values()))
    person.button("table.manage.build", person.page.locator(OPEN)).click()
    expect(person.page.locator('[data-question="shortage"]').first).to_be_visible()
    expect(person.page.locator(".buildings .new")).to_have_count(0)


# The deed beside its space


def owned(kept: Kept) -> int:
    """A space that somebody owns."""
    game = game_at(kept.moment)
    spaces = [n for n, one in enumerate(game.edition.file.spaces) if one.kind == "deed"]
    return spaces[next(one.deed for one in game.view().deeds if one.owner not in (None, kept.moment.seat))]


def test_a_resting_mouse_is_shown_the_deed_beside_its_space(gallery: Gallery, visit: Visit) -> None:
    kept = gallery.at("castis", "roll")
    person = gallery.come(visit)
    enter(person, kept)
    space = owned(kept)
    lot(person, space).locator(".cell").hover()
    peek = person.page.locator("[role=tooltip]:popover-open")
    expect(peek).to_be_visible()
    expect(peek).to_contain_text(person.say("board.price"))
    card, square = peek.bounding_box(), lot(person, space).locator(".cell").bounding_box()
    assert card is not None
    assert square is not None
    apart = card["x"] >= square["x"] + square["width"] or card["x"] + card["width"] <= square["x"]
    assert apart or card["y"] >= square["y"] + square["height"] or card["y"] + card["height"] <= square["y"]
    person.page.mouse.move(WIDE["width"] - 20, 20)
    expect(peek).to_have_count(0)


def test_a_click_keeps_the_deed_open_until_escape_or_a_click_elsewhere(gallery: Gallery, visit: Visit) -> None:
    kept = gallery.at("castis", "roll")
    person = gallery.come(visit)
    enter(person, kept)
    page = person.page
    lot(person, owned(kept)).locator(".cell").click()
    expect(page.locator(OPEN)).to_be_visible()
    expect(page.locator("dialog:modal")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(OPEN)).to_have_count(0)
    lot(person, owned(kept)).locator(".cell").click()
    expect(page.locator(OPEN)).to_be_visible()
    page.locator(".side h2").first.click()
    expect(page.locator(OPEN)).to_have_count(0)


def test_on_a_phone_the_deed_leaves_the_board_in_sight_and_nothing_stays_lit(gallery: Gallery, visit: Visit) -> None:
    kept = gallery.at("castis", "roll")
    person = gallery.come(visit, size=PHONE)
    enter(person, kept)
    space = owned(kept)
    lot(person, space).locator(".cell").tap()
    card, board = person.page.locator(OPEN), person.page.locator(".stage svg").first
    expect(card.locator("table")).to_be_visible()  # its rents
    low, high = card.bounding_box(), board.bounding_box()
    assert low is not None
    assert high is not None
    assert low["y"] >= high["y"] + high["height"] - 1
    person.button("ui.close", card).tap()
    expect(card).to_have_count(0)
    rings = lot(person, space).locator(".ring").evaluate("(ring) => getComputedStyle(ring).stroke")
    assert rings == "none"


# The size of the board


@pytest.mark.parametrize(
    "size",
    [PHONE, pytest.param(WIDE, marks=more), pytest.param(ViewportSize(width=768, height=1024), marks=more)],
    ids=["390", "1440", "768"],
)
def test_the_board_keeps_its_size_through_all_questions(
    gallery: Gallery, visit: Visit, size: ViewportSize, thorough: bool
) -> None:
    names = [name for edition, name in gallery.moments if edition == "clasico" and name not in ("over", "result")]
    assert len(names) > 12
    names = names if thorough else names[::3]
    gallery.put([("clasico", name) for name in names])
    person = gallery.come(visit, size=size)
    boxes = {}
    for name in names:
        enter(person, gallery.at("clasico", name))
        boxes[name] = str(person.page.locator(".stage .board svg").first.bounding_box())
    assert len(set(boxes.values())) == 1, boxes


@pytest.mark.parametrize("size", [PHONE, LOW], ids=["390x844", "360x640"])
def test_on_a_phone_rents_and_the_cash_of_the_others_stand_with_the_question(
    gallery: Gallery, visit: Visit, size: ViewportSize
) -> None:
    person = gallery.come(visit, size=size)
    for edition, name in (("expopolis", "buy"), ("clasico", "auction")):
        kept = gallery.at(edition, name)
        enter(person, kept)
        panel = person.page.locator(".lower .bar.strip")
        purses = panel.locator(".others [data-cash]")
        expect(purses).to_have_count(kept.moment.plan.seats - 1)
        for target in (*purses.all(), panel.locator("article table").first):
            expect(target).to_be_visible()
            box, around = target.bounding_box(), person.page.locator(".lower .panel").last.bounding_box()
            assert box is not None
            assert around is not None
            assert box["y"] + box["height"] <= around["y"] + around["height"] + 1


def test_the_list_of_my_properties_says_the_new_rent_too(gallery: Gallery, visit: Visit) -> None:
    here = site(gallery, "clasico")
    person = gallery.come(visit)
    enter(person, here.kept)
    person.page.keyboard.press("m")
    sheet = person.role("dialog", "table.manage.title")
    person.button("table.manage.further", sheet).filter(visible=True).first.click()
    expect(sheet).to_contain_text("→")
    expect(sheet.locator(".plan")).to_contain_text(person.say("table.after"))
