"""Every page, dialog, question and board, on a wide screen and on phones, by day and by night.

In all four languages nothing is untranslated or cut off; a thumb reaches everything; axe-core finds nothing (WCAG 2.2 A
and AA, and its best practices). `make test` looks at each page once, in one language, size and light.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from magnate.languages import LANGUAGES
from web.kit import PHONE, SMALL, WIDE, Person, Theme, Visit, Watch
from web.sight import cut_off, foreign, on_phone, violations
from web.tour import EXPECTED, TOURS, Gallery, translate

SIZES: dict[str, tuple[ViewportSize, Theme]] = {"wide by day": (WIDE, "light"), "phone by night": (PHONE, "dark")}
COLOURS = ["color-contrast", "link-in-text-block"]  # axe-core's rules about them
FADED = """
async () => {  // a frame in which colours begin to change, and one in which they have
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
  document.getAnimations().filter((one) => one instanceof CSSTransition).forEach((one) => one.finish())
  await new Promise((painted) => requestAnimationFrame(painted))
}
"""
# What `make test` looks at: most tours on one screen each, in a language other than English.
ONCE = {
    "start": ("wide by day", "it"),
    "lobby": ("phone by night", "ro"),
    "table": ("wide by day", "ro"),
    "offers": ("phone by night", "es"),
    "text": ("phone by night", "it"),
    "learn": ("phone by night", "ro"),
}
WITH_BOARD = ("boards", "skins")
LONGEST = "ro"
Look = Callable[[Page, str], list[str]]


def in_languages(person: Person, look: Look, languages: Iterable[str]) -> list[str]:
    """What is wrong in any of these languages, changed while the page stands as it is."""
    own = person.language
    found = []
    for language in languages:
        translate(person, language)
        found += [f"{language}: {problem}" for problem in look(person.page, language)]
    translate(person, own)
    return found


def on_screen(page: Page, language: str) -> list[str]:
    """What is wrong on a wide screen."""
    return foreign(page, language) + cut_off(page)


def in_hand(page: Page, language: str) -> list[str]:
    """What is wrong on a phone."""
    return foreign(page, language) + cut_off(page) + on_phone(page)


def on_the_smallest(person: Person) -> list[str]:
    """What is wrong when the phone is smaller still, in the language with the longest words."""
    own = person.language
    person.page.set_viewport_size(SMALL)
    translate(person, LONGEST)
    found = [f"360: {problem}" for problem in cut_off(person.page) + on_phone(person.page)]
    person.page.set_viewport_size(PHONE)
    translate(person, own)
    return found


def in_the_other_light(person: Person, theme: Theme, board: bool) -> list[str]:
    """What axe-core finds by night on a page it has seen by day, or the other way round: only colours change."""
    other: Theme = "dark" if theme == "light" else "light"
    person.page.emulate_media(color_scheme=other)
    person.page.evaluate(FADED)
    found = [f"{other}: {problem}" for problem in violations(person.page, board, COLOURS)]
    person.page.emulate_media(color_scheme=theme)
    person.page.evaluate(FADED)
    return found


def cases() -> Iterator[Any]:
    """Every tour on every screen; but for those of `ONCE` they are for `make test-all`."""
    for tour, size in product(TOURS, SIZES):
        yield pytest.param(tour, size, marks=() if tour in ONCE and size == ONCE[tour][0] else pytest.mark.thorough)


@pytest.mark.parametrize(("tour", "size"), list(cases()))
def test_every_page(gallery: Gallery, visit: Visit, watch: Watch, tour: str, size: str, thorough: bool) -> None:
    watch.allow(*EXPECTED.get(tour, ()))
    screen, theme = SIZES[size]
    person = gallery.come(visit, "en", screen, theme)
    languages = LANGUAGES if thorough else ONCE[tour][1:]
    found = []
    for stop in TOURS[tour](person, gallery):
        seen = in_languages(person, on_screen if screen is WIDE else in_hand, languages)
        seen += violations(person.page, board=tour in WITH_BOARD)
        if thorough:
            seen += in_the_other_light(person, theme, board=tour in WITH_BOARD)
        if thorough and screen is PHONE:
            seen += on_the_smallest(person)
        found += [f"{stop}: {problem}" for problem in seen]
    assert not found, "\n".join(found)
