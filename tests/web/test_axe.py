"""Accessibility as axe-core measures it (WCAG 2.2 A and AA, and its best practices): clean on every page and dialog."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from web.kit import PHONE, ROOT, WIDE, Theme, Visit, Watch
from web.tour import TOURS, Gallery, settle

AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
THEMES: tuple[Theme, Theme] = ("light", "dark")

# The dialog on top, or the page where there is none. The board is looked at where boards are the matter: it is large.
# The name of a space is drawn in lines and syllables; what it is called begins with the same name, unbroken.
RUN = """
async ([tags, rules, board]) => {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const exclude = !board && document.querySelector('.stage svg') ? [['.stage svg']] : []
  const runOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: tags }
  const { violations } = await axe.run({ include: top, exclude }, { runOnly, resultTypes: ['violations'] })
  const told = (one) => `${one.target.join(' ')}: ${one.failureSummary.split('\\n').slice(1, 3).join('; ').trim()}`
  const isBroken = (id, one) => id === 'label-content-name-mismatch' && one.html.includes('data-space')
  return violations
    .map(({ id, help, nodes }) => ({ id, help, nodes: nodes.filter((one) => !isBroken(id, one)).map(told) }))
    .filter(({ nodes }) => nodes.length)
}
"""
WITH_BOARD = ("boards", "skins")
OF_A_THEME = ["color-contrast", "link-in-text-block"]


@cache
def axe() -> str:
    """The program that looks."""
    return AXE.read_text(encoding="utf-8")


def violations(page: Page, rules: list[str] | None = None, board: bool = True) -> list[str]:
    """What axe-core finds on a page as it stands; by all rules or only some, with the board or beside it."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(axe())
    found: list[dict[str, Any]] = page.evaluate(RUN, [TAGS, rules, board])
    return [f"{one['id']} ({one['help']}):\n    " + "\n    ".join(one["nodes"][:4]) for one in found]


@pytest.mark.long
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("tour", TOURS)
def test_axe_is_content(gallery: Gallery, visit: Visit, watch: Watch, tour: str, size: ViewportSize) -> None:
    watch.allow("zzzzzzzz")  # a table that is not there
    person = gallery.come(visit, "en", size)
    found = []
    for stop in TOURS[tour](person, gallery):
        for theme in THEMES:
            person.page.emulate_media(color_scheme=theme)
            settle(person)
            rules = None if theme == "light" else OF_A_THEME
            found += [f"{stop}, {theme}: {one}" for one in violations(person.page, rules, tour in WITH_BOARD)]
    assert not found, "\n".join(found)
