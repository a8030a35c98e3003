"""What is wrong with a page as it stands: text nobody translated or cut off, targets too small, what axe-core finds."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import Any, NamedTuple

from playwright.sync_api import Page

from magnate.editions import names
from server.people import NAMES
from web.kit import ROOT, printed, words_of
from web.moments import CHATTER

# What the scripts below share: whether somebody sees an element, what lies on top, how an element is called here.
SHARED = """
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const text = (one) => one.textContent.replaceAll('\\u00ad', '').replace(/\\s+/g, ' ').trim()
  const name = (one) => {
    const own = (one.getAttribute('class') ?? '').split(' ').filter((part) => part && !part.startsWith('svelte-'))
    return [one.tagName.toLowerCase(), ...own].join('.')
  }
"""

# What can be read: the text of every element that is seen, with its names for screen readers. What is marked as being
# of another language (a quotation of a rulebook, a board's own name) is not asked to be translated.
READ = f"""
() => {{
  {SHARED}
  const BLOCKS = 'p, li, h1, h2, h3, h4, td, th, dt, dd, button, label, legend, a, summary, text, option, div'
  const here = document.documentElement.lang
  const isOurs = (one) => (one.closest('[lang]')?.lang ?? here) === here && seen(one)
  const found = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) {{
    const own = walk.currentNode.data.replaceAll('\\u00ad', '').trim()
    const parent = walk.currentNode.parentElement
    if (!own || !parent || ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(parent.tagName) || !isOurs(parent)) continue
    if (parent.closest('svg [data-space]')) continue // broken into lines and syllables; its name says the same
    found.push([own, text(parent.closest(BLOCKS) ?? parent).slice(0, 160)])
  }}
  for (const one of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {{
    if (!isOurs(one)) continue
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {{
      const own = one.getAttribute(name)
      if (own) found.push([own, `${{name}}: ${{own}}`])
    }}
  }}
  found.push([document.title, `title: ${{document.title}}`])
  return found
}}
"""

# Text that does not fit: cut off by its own box, flowing out of it, or beside the screen where nothing scrolls.
CUT = f"""
() => {{
  {SHARED}
  const found = []
  const say = (one, what) => found.push(`${{name(one)}} ${{what}}: ${{text(one).slice(0, 70)}}`)
  const is = (style, axis, ...how) => how.includes(style[`overflow${{axis}}`])
  for (const one of top.querySelectorAll('*')) {{
    if (!seen(one) || one.closest('.unseen, [aria-hidden=true] svg, .skip')) continue
    const style = getComputedStyle(one)
    const own = [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim())
    const wide = one.scrollWidth - one.clientWidth
    const high = one.scrollHeight - one.clientHeight
    if (!(one instanceof SVGElement) && one.clientWidth > 1) {{
      const hides = is(style, 'X', 'hidden', 'clip')
      const isBoard = one.querySelector('svg [data-space]')
      if (hides && wide > 1 && text(one) && !isBoard) say(one, `is ${{wide}} px too narrow`)
      if (is(style, 'Y', 'hidden', 'clip') && high > 3 && own) say(one, `is ${{high}} px too low`)
      const flows = !hides && !is(style, 'X', 'auto', 'scroll') && style.display !== 'inline'
      if (own && flows && wide > 1) say(one, `overflows by ${{wide}} px`)
    }}
    if (!own) continue
    const range = document.createRange()
    range.selectNodeContents(one)
    const box = range.getBoundingClientRect()
    if (!box.width || (box.left >= -1 && box.right <= innerWidth + 1)) continue
    let around = one.parentElement
    while (around && !is(getComputedStyle(around), 'X', 'auto', 'scroll')) around = around.parentElement
    if (!around) say(one, 'is beside the screen')
  }}
  return [...new Set(found)]
}}
"""

TARGETS = f"""
(least) => {{
  {SHARED}
  const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
  const found = []
  for (const one of top.querySelectorAll(CONTROLS)) {{
    const isTab = one.getAttribute('role') === 'tab'
    if (!one.checkVisibility({{ visibilityProperty: true }}) || (one.tabIndex < 0 && !isTab)) continue
    if (one.closest('.unseen, .skip, [inert]')) continue
    if (one.closest('.deed, .seat')) continue // a name within a sentence
    let box = one.getBoundingClientRect()
    // A control drawn by its label is pressed there.
    const label = one.labels?.[0]
    if (label && ['radio', 'checkbox'].includes(one.type)) box = label.getBoundingClientRect()
    if (box.width <= 1 || box.height <= 1) continue // only for screen readers
    if (box.width >= least - 0.5 && box.height >= least - 0.5) continue
    const called = one.getAttribute('aria-label') ?? text(one)
    found.push(`${{name(one)}} ${{Math.round(box.width)}}x${{Math.round(box.height)}}: ${{called.slice(0, 40)}}`)
  }}
  return [...new Set(found)]
}}
"""

# By how many pixels a page is wider than the screen, and how much of it is in sight above the sheet on top.
# A phone shrinks a page that is too wide until all of it is in sight: `innerWidth` grows with it.
SIDEWAYS = """
() => {
  scrollTo(10000, scrollY)
  const { scrollWidth, clientWidth } = document.documentElement
  const by = Math.max(scrollX, scrollWidth - clientWidth)
  scrollTo(0, scrollY)
  return Math.max(0, Math.round(by))
}
"""
ABOVE = "() => [...document.querySelectorAll('dialog[open]')].at(-1)?.getBoundingClientRect().top ?? null"
LEAST_IN_SIGHT = 60  # pixels of what is behind a sheet

# The dialog on top, or the page where there is none. The board is looked at where boards are the matter: it is large.
# The name of a space is drawn in lines and syllables; what it is called begins with the same name, unbroken.
AXE = """
async ([runOnly, board]) => {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const exclude = !board && document.querySelector('.stage svg') ? [['.stage svg']] : []
  const { violations } = await axe.run({ include: top, exclude }, { runOnly, resultTypes: ['violations'] })
  const told = (one) => `${one.target.join(' ')}: ${one.failureSummary.split('\\n').slice(1, 3).join('; ').trim()}`
  const isBroken = (id, one) => id === 'label-content-name-mismatch' && one.html.includes('data-space')
  return violations
    .map(({ id, help, nodes }) => ({ id, help, nodes: nodes.filter((one) => !isBroken(id, one)).map(told) }))
    .filter(({ nodes }) => nodes.length)
}
"""
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

TABLES = "ui|start|lobby|rules|header|board|table|talk|deals|text|end|replay|switch"
RAW = (
    (re.compile("⟨[^⟩]*⟩"), "a text that is missing"),
    (re.compile(r"\{\w+\}"), "a place that was not filled"),
    (re.compile(r"\bundefined\b|\bNaN\b|\[object |\bnull\b"), "something that is no text"),
    (re.compile(rf"\b(?:{TABLES})\.[a-z]+[._a-z]*\b"), "a path"),
)
WORD = re.compile(r"(?<!\w)[^\W\d_]{2,}(?!\w)")  # no piece of a table's code


class Seen(NamedTuple):
    """A text, and what stands around it."""

    text: str
    around: str


def read(page: Page) -> list[Seen]:
    """Everything that can be read on a page in its language."""
    return [Seen(*one) for one in page.evaluate(READ)]


def cut_off(page: Page) -> list[str]:
    """Texts that do not fit where they stand."""
    return list(page.evaluate(CUT))


def small_targets(page: Page, least: int = 44) -> list[str]:
    """What can be pressed and is smaller than a fingertip."""
    return list(page.evaluate(TARGETS, least))


def sideways(page: Page) -> list[str]:
    """Whether a page is wider than the screen."""
    by = int(page.evaluate(SIDEWAYS))
    return [f"scrolls sideways by {by} px"] if by else []


def on_phone(page: Page) -> list[str]:
    """What a thumb cannot hit, what scrolls sideways, and a sheet that hides everything."""
    above = page.evaluate(ABOVE)
    hides = [f"a sheet leaves only {int(above)} px in sight"] if above is not None and above < LEAST_IN_SIGHT else []
    return [f"too small: {one}" for one in small_targets(page)] + sideways(page) + hides


@cache
def axe() -> str:
    """The program that looks for what keeps people out."""
    return (ROOT / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")


def violations(page: Page, board: bool = True, only: list[str] | None = None) -> list[str]:
    """What axe-core finds on a page as it stands, with the board or beside it; by all rules, or by a few."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(axe())
    rules = {"type": "tag", "values": TAGS} if only is None else {"type": "rule", "values": only}
    found: list[dict[str, Any]] = page.evaluate(AXE, [rules, board])
    return [f"{one['id']} ({one['help']}):\n    " + "\n    ".join(one["nodes"][:4]) for one in found]


def texts_in(tree: Any) -> list[str]:
    """All texts of a tree of words."""
    if isinstance(tree, str):
        return [tree]
    if isinstance(tree, dict):
        return [text for one in tree.values() for text in texts_in(one)]
    return [text for one in tree for text in texts_in(one)] if isinstance(tree, list) else []


@cache
def vocabulary(language: str) -> frozenset[str]:
    """Every word that occurs in the texts of the game and the client in a language."""
    texts = [re.sub(r"\{\w+\}", " ", text) for text in texts_in(words_of(language))]
    texts += [text for text, own in printed_texts() if own == language]
    texts += texts_in(printed(language))
    return frozenset(word.lower() for text in texts for word in WORD.findall(text))


@cache
def printed_texts() -> tuple[tuple[str, str], ...]:
    """What is printed on boards, deeds and cards, each with its language: the edition's own, or English."""
    found = []
    for edition in names():
        file = tomllib.loads((ROOT / f"src/magnate/editions/{edition}.toml").read_text(encoding="utf-8"))
        own = file["language"]
        found += [(text, "en" if key.endswith("_en") else own) for key, text in keyed(file) if key in PRINTED]
    return tuple(dict.fromkeys(found))


PRINTED = frozenset(
    key + tail for key in ("name", "text", "bank", "back", "summary", "special", "description") for tail in ("", "_en")
)


def keyed(tree: Any, key: str = "") -> list[tuple[str, str]]:
    """All texts of a tree, each with its key."""
    if isinstance(tree, str):
        return [(key, tree)]
    if isinstance(tree, dict):
        return [one for name, part in tree.items() for one in keyed(part, name)]
    return [one for part in tree for one in keyed(part, key)] if isinstance(tree, list) else []


@cache
def proper_names() -> frozenset[str]:
    """Words that are nobody's to translate: names of people, of boards, of languages, what people said."""
    found = [*NAMES, *CHATTER, "Magnate", "Italiano Română Español English IT RO ES EN", "Ștefania Constantinescu"]
    found += [text for text, own in printed_texts() if own != "en"]
    return frozenset(word.lower() for text in found for word in WORD.findall(text))


def foreign(page: Page, language: str) -> list[str]:
    """Texts with English words that are no words of the page's language, and raw pieces in any."""
    problems = []
    strange = frozenset[str]() if language == "en" else vocabulary("en") - vocabulary(language) - proper_names()
    for text, around in read(page):
        for pattern, what in RAW:
            if pattern.search(text) and not text.startswith("http"):
                problems.append(f"{what}: {around}")
        if bad := [word for word in WORD.findall(text) if word.lower() in strange]:
            problems.append(f"English ({', '.join(bad)}): {around}")
    return list(dict.fromkeys(problems))
