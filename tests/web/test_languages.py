"""Four languages: every text in each, and changed in the middle of a game. `test_every_page.py` looks at all pages."""

from __future__ import annotations

import re
import tomllib
from typing import get_args

import pytest
from playwright.sync_api import expect

from magnate.editions.schema import AnyCard
from magnate.languages import LANGUAGES, WORDS
from web.kit import ROOT, Visit, printed
from web.sight import PRINTED, keyed
from web.tour import EDITIONS, Gallery, enter, speak

OTHERS = tuple(language for language in LANGUAGES if language != "en")
PARTS = ("game", "web")
FORM = re.compile(r"\.\d+$")  # which form of a counted text

# Texts that are the same in English, as the language has the same word, or borrowed it.
# What is rightly written as in English; Romanian keyboards have their keys in English.
SAME = {
    "it": {
        "Tab", "Home", "no", "{n} villa", "villa", "1 villa", "Bot", "bot", "Magnate", "{count} min", "Chat", "Replay",
        "in {currency}",
    },
    "ro": {
        "{n} hotel", "hotel", "Bot", "bot", "Magnate", "{count} min", "total", "Tab", "Shift",
        "Chat", "Enter", "Home", "End", "Page up", "Page down",
    },
    "es": {
        "no", "{n} villa", "{n} villas", "villa", "1 villa", "{n} hotel", "hotel", "Bot", "Bots", "bot", "Magnate",
        "Normal", "normal", "{count} min", "total", "Tab", "Chat",
    },
}  # fmt: skip


def flat(part: str, language: str) -> dict[str, str]:
    """The texts of a file of words, by path."""

    def walk(tree: object, path: str) -> dict[str, str]:
        if isinstance(tree, str):
            return {path: tree}
        assert isinstance(tree, dict | list), path
        parts = tree.items() if isinstance(tree, dict) else enumerate(tree)
        return {key: text for name, part in parts for key, text in walk(part, f"{path}.{name}").items()}

    return walk(tomllib.loads((WORDS / language / f"{part}.toml").read_text(encoding="utf-8")), "")


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", OTHERS)
def test_the_words_are_the_same_in_all_languages(language: str, part: str) -> None:
    english, theirs = flat(part, "en"), flat(part, language)
    # What an edition says about itself in its own language and in English is in its file.
    own = {path: text for path, text in theirs.items() if not path.startswith(".rules.texts.")}
    assert {FORM.sub("", path) for path in own} == {FORM.sub("", path) for path in english}
    for path, text in own.items():
        counterpart = english.get(path) or english[FORM.sub(".1", path)]  # a language has forms of its own
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", counterpart)), path
    same = {text for path, text in english.items() if theirs[path] == text and re.search(r"[^\W\d_]{2}", text)}
    assert same <= {
        *SAME.get(language, ()),
        *("Bravo", "Spam"),
        *(text for text in same if not re.search("[a-z]{2}", re.sub(r"\{\w+\}", "", text))),
    }


def test_the_button_of_every_card_effect_has_words() -> None:
    effects = {card.__struct_config__.tag for card in get_args(AnyCard)}
    assert {path.removeprefix(".table.card.") for path in flat("web", "en") if ".table.card." in path} == effects


def test_every_edition_describes_itself_in_every_language() -> None:
    for language in OTHERS:
        told = flat("web", language)
        for edition in EDITIONS:
            file = tomllib.loads((ROOT / f"src/magnate/editions/{edition}.toml").read_text(encoding="utf-8"))
            if file["language"] != language:
                for part in ("summary", "special", *(key for key in file.get("variants", {}))):
                    assert told[f".rules.texts.{edition}.{part}"]


@pytest.mark.parametrize("language", OTHERS)
def test_every_card_and_group_is_translated(language: str) -> None:
    """What is printed has a text in every language; only names of places may stay as they are."""
    prints = printed(language)
    for edition in EDITIONS:
        file = tomllib.loads((ROOT / f"src/magnate/editions/{edition}.toml").read_text(encoding="utf-8"))
        theirs = prints.get(edition, {})
        assert (file["language"] == language) == (not theirs)
        if not theirs:
            continue
        looks = [file, *file.get("skins", {}).values()]
        cards = [card["text"] for look in looks for deck in look.get("decks", {}).values() for card in deck["cards"]]
        spaces = [space["name"] for space in file["spaces"] if space["kind"] not in ("deed", "start")]
        assert not [text for text in (*cards, *spaces) if text not in theirs and not is_alike(text)]
        for own, text in theirs.items():
            assert set(re.findall(r"\{\d+\}", own)) == set(re.findall(r"\{\d+\}", text)), own
            assert sorted(re.findall(r"\d[\d.]*", own)) == sorted(re.findall(r"\d[\d.]*", text)), own
        assert set(theirs) <= {text for key, text in keyed(file) if key in PRINTED}


def is_alike(text: str) -> bool:
    """Names that are the same in all these languages."""
    return text in ("Sorpresa", "START")


def test_a_change_of_language_keeps_what_was_begun(gallery: Gallery, visit: Visit) -> None:
    """A sum half typed in, a panel that is open, and the place in the log stay when the language changes."""
    person = gallery.come(visit, "es")
    page = person.page
    enter(person, gallery.at("clasico", "auction"))
    amount = page.locator(".bar input").first
    amount.fill("777")
    page.locator('[data-tab="chat"]').click()
    page.locator("#chat-text").fill("¿Quién da más?")
    speak(person, "ro")
    expect(amount).to_have_value(re.compile("777"))
    expect(page.locator("#chat-text")).to_have_value("¿Quién da más?")
    expect(page.get_by_role("tab", name=person.say("table.panel.chat"))).to_have_attribute("aria-selected", "true")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "ro")
