"""The languages of the interface, from `words/languages.json`, which the web client reads, too."""

import json
import tomllib
from functools import cache
from pathlib import Path

WORDS = Path(__file__).parent / "words"  # a folder for each language: game, terminal, web, boards

NAMES: dict[str, str] = {
    row["code"]: row["name"] for row in json.loads((WORDS / "languages.json").read_text(encoding="utf-8"))
}
LANGUAGES = tuple(NAMES)


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
