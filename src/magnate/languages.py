"""The languages of the interface, from `words/languages.json`, which the web client reads, too."""

import tomllib
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

WORDS = Path(__file__).parent / "words"  # a folder for each language: game, terminal, web, boards


class PluralForm(Struct, frozen=True, rename={"numbers": "is"}, forbid_unknown_fields=True):
    """The numbers that take a form: themselves, or by their last two digits (ranges, the last one included)."""

    numbers: tuple[int, ...] = ()
    ends: tuple[tuple[int, int], ...] = ()


class Language(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table. `plural` has every form but the last, which all other numbers take, by its name in CLDR."""

    code: str
    name: str
    board: str
    plural: dict[str, PluralForm]


TABLE = {row.code: row for row in msgspec.json.decode((WORDS / "languages.json").read_bytes(), type=list[Language])}
NAMES = {code: row.name for code, row in TABLE.items()}
LANGUAGES = tuple(NAMES)


def plural_form(lang: str, n: int) -> int:
    """Which form of a text a number takes in a language."""
    forms = TABLE[lang].plural.values()
    for place, form in enumerate(forms):
        if n in form.numbers or any(low <= n % 100 <= high for low, high in form.ends):
            return place
    return len(forms)


@cache
def printed(edition: str, lang: str) -> dict[str, str]:
    """What is printed on the board and the cards of an edition, in a language that is neither its own nor English."""
    file = WORDS / lang / "boards" / f"{edition}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


@cache
def book_texts(edition: str, lang: str) -> dict[str, str]:
    """What is said about the book of an edition, in a language that is neither its own nor English."""
    rules = tomllib.loads((WORDS / lang / "web.toml").read_text(encoding="utf-8"))["rules"]
    texts: dict[str, str] = rules.get("texts", {}).get(edition, {})
    return texts
