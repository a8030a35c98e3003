"""The texts of the game in one language, from `<language>/game.toml`, and how a sentence is filled."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from string import Formatter

import msgspec
from msgspec import Struct

from magnate.languages import LANGUAGES, WORDS, plural_form


class WordsError(LookupError):
    """A language, a key or a fact is missing: it names the place and what is there."""


class LanguageTexts(Struct, frozen=True, forbid_unknown_fields=True):
    """Every section of a language's file; all languages have the same keys and the same placeholders."""

    event: dict[str, str]  # a sentence for each event, and for its variants
    action: dict[str, str]  # a label for each action
    action_full: dict[str, str]  # the label when the object and the price are known too
    word: dict[str, str]  # what is typed for each action
    why: dict[str, str]  # why money moves
    count: dict[str, tuple[str, ...]]  # the forms of the language
    name: dict[str, str]  # nouns
    deal: dict[str, str]  # the terms of a deal, part by part
    say: dict[str, str]  # the screens of a game in the terminal
    bot: dict[str, str]  # why a bot does something
    refusal: dict[str, str]  # why an action is refused, and what would be right
    refusal_full: dict[str, str]  # the same when the facts are known
    lang: str = ""


@cache
def load(lang: str) -> LanguageTexts:
    """Read the words of a language."""
    if lang not in LANGUAGES:
        raise WordsError(f"no words in {lang!r}; there are {', '.join(LANGUAGES)}")
    text = (WORDS / lang / "game.toml").read_bytes()
    try:
        return msgspec.structs.replace(msgspec.toml.decode(text, type=LanguageTexts), lang=lang)
    except msgspec.DecodeError as error:
        raise WordsError(f"{lang}/game.toml: {error}") from error


@cache
def placeholders(template: str) -> frozenset[str]:
    """The names of the facts a sentence needs."""
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name)


def find(section: Mapping[str, str], key: str, where: str) -> str:
    """The sentence of a key."""
    if key not in section:
        raise WordsError(f"{where} has no {key!r}; there are {', '.join(section)}")
    return section[key]


def fill(template: str, facts: Mapping[str, object], where: str) -> str:
    """A sentence with its facts. A name that ends in "!" or "?" is followed by no full stop."""
    missing = placeholders(template) - facts.keys()
    if missing:
        raise WordsError(f"{where} needs {', '.join(sorted(missing))}: {template!r}")
    return _STOP.sub(lambda found: found[1] + _stop(str(facts[found[2]])), template).format_map(facts)


_STOP = re.compile(r"(\{(\w+)\})\.(?!\.)")


def _stop(name: str) -> str:
    return "" if name.endswith(("!", "?")) else "."


def plural(lang: str, forms: Sequence[str], n: int) -> str:
    """A number of a thing, in the form for that number."""
    return forms[plural_form(lang, n)].format(n=n)


def with_articles(lang: str, text: str) -> str:
    """A text with numbers whose Italian articles fit them: dal 24, dall'8, dallo 0."""
    return _ARTICLE.sub(_article, text) if lang == "it" else text


_ARTICLE = re.compile(r"\b(il|(?:a|da|ne)l) (?=(0|1|8|11|8\d)(?!\d))")


def _article(found: re.Match[str]) -> str:
    stem = "" if found[1] == "il" else found[1]
    if found[2] == "0":
        return f"{stem}lo " if stem else "lo "
    return f"{stem}l'" if stem else "l'"
