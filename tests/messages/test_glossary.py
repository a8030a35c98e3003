"""One concept has one word in each language, and numbers have the right form from 0 to 120."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache

import pytest
from msgspec import Struct, toml

from magnate.editions import load, names
from magnate.languages import LANGUAGES, TABLE, WORDS
from magnate.words.language import plural

OURS = ("game", "terminal", "web", "learn", "review", "privacy")
TYPED = "game.word."  # what is typed for an action must differ from every other, so it may need a synonym


class Concept(Struct, frozen=True, rename={"wrong": "not"}, forbid_unknown_fields=True):
    """The word for a concept, and those that are not used for it; `printed`: not on boards and cards either."""

    word: str
    wrong: list[str]
    printed: bool = False


@cache
def glossary(lang: str) -> dict[str, Concept]:
    """The words of a language."""
    return toml.decode((WORDS / lang / "glossary.toml").read_bytes(), type=dict[str, Concept])


def walk(tree: object, path: str) -> Iterator[tuple[str, str | list[str]]]:
    """Every text, and every text in several forms, with its path."""
    if isinstance(tree, str) or (isinstance(tree, list) and all(isinstance(part, str) for part in tree)):
        yield path, tree
    else:
        assert isinstance(tree, dict), path
        for name, part in tree.items():
            yield from walk(part, f"{path}.{name}")


@cache
def texts(lang: str) -> list[tuple[str, str | list[str]]]:
    """Everything that is said in a language."""
    files = [WORDS / lang / f"{part}.toml" for part in OURS]
    files += sorted((WORDS / lang / "boards").glob("*.toml"))
    said = [
        found
        for file in files
        for found in walk(tomllib.loads(file.read_text(encoding="utf-8")), file.relative_to(WORDS / lang).stem)
    ]
    return said + [found for name in names() for found in of_edition(name, lang)]


def of_edition(name: str, lang: str) -> Iterator[tuple[str, str]]:
    """What an edition itself says in a language: about its rules and its modes, and what is printed on its cards."""
    file = load(name).file
    english = "_en" if lang == "en" else ""
    if not english and file.language != lang:
        return
    for key in ("summary", "special"):
        yield f"rules.{name}.{key}", getattr(file.texts, key + english)
    for mode, variant in file.variants.items():
        yield f"rules.{name}.{mode}", getattr(variant, "description" + english)
    for deck in file.decks.values():
        for card in deck.cards:
            yield f"{name}.{card.id}", getattr(card, "text" + english)


def pattern(word: str) -> re.Pattern[str]:
    """A word or phrase as a whole; `*` is any ending. Accents count, capitals do not."""
    ending = re.escape(word).replace(r"\*", r"\w*")
    return re.compile(rf"(?<!\w){ending}(?!\w)", re.IGNORECASE)


def without_names(text: str | list[str]) -> str:
    """A text without its {placeholders}."""
    return re.sub(r"\{\w+\}", "…", text if isinstance(text, str) else " / ".join(text))


def is_printed(path: str) -> bool:
    return path.split(".")[0] not in (*OURS, "rules")


def test_every_language_has_a_word_for_the_same_concepts() -> None:
    assert not [lang for lang in LANGUAGES if list(glossary(lang)) != list(glossary("en"))]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_of_the_glossary_are_used(lang: str) -> None:
    said = "\n".join(without_names(text) for path, text in texts(lang) if not is_printed(path)).lower()
    assert not [concept.word for concept in glossary(lang).values() if concept.word.lower() not in said]


def offenders(lang: str, said: Iterable[tuple[str, str | list[str]]]) -> list[str]:
    """Texts with another word for a concept."""
    return [
        f"{lang} {path}: {found[0]!r} is not the word for {name}, {concept.word!r} is: {without_names(text)}"
        for name, concept in glossary(lang).items()
        for wrong in concept.wrong
        for path, text in said
        if not path.startswith(TYPED) and (concept.printed or not is_printed(path))
        if (found := pattern(wrong).search(without_names(text)))
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_concept_has_one_word(lang: str) -> None:
    assert not (found := offenders(lang, texts(lang))), "\n".join(found)


@pytest.mark.parametrize(
    ("lang", "planted"),
    [
        ("en", "{seat} throws {dice}."),
        ("it", "{seat} lancia i dadi."),
        ("es", "{seat} saca una carta."),
        ("ro", "{seat} propune o afacere."),
    ],
)
def test_a_second_word_is_noticed(lang: str, planted: str) -> None:
    assert len(offenders(lang, [("web.planted", planted)])) == 1


def form_of(lang: str, n: int) -> int:
    """Which form a number takes by the grammar of its language."""
    if n == 1:
        return 0
    return 2 if lang == "ro" and n and n % 100 not in range(1, 20) else 1  # douăzeci de case, o sută una case


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_is_counted_has_the_form_of_its_number(lang: str) -> None:
    counted = {path: forms for path, forms in texts(lang) if isinstance(forms, list)}
    assert counted
    for path, forms in counted.items():
        assert len(forms) == len(TABLE[lang].plural) + 1, path
        if lang == "ro":
            assert re.search(r"\{n\} de \w", forms[2]), path
            assert forms[2].replace("{n} de ", "{n} ") == forms[1], path
        for n in range(121):
            assert plural(lang, forms, n) == forms[form_of(lang, n)].format(n=n), (path, n)


def test_what_can_be_twenty_and_more_is_counted_in_forms() -> None:
    """In Romanian a number before a noun needs its form, unless it is always small."""
    small = (
        "web.board.rent.houses",
        "web.board.rent.villas",
        "web.board.rent.owned",
        "web.lobby.why_seats",
        "web.text.rent_dice",
    )
    before_a_noun = re.compile(r"\{(n|count|minutes|left|trials)\} (?!din |min\b|s\b|h\b)\w")
    assert not [
        f"{path}: {text}"
        for path, text in texts("ro")
        if isinstance(text, str) and not path.startswith(small) and before_a_noun.search(text)
    ]
