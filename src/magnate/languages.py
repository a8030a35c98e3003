"""The languages of the interface, from `words/languages.json`, which the web client reads, too."""

import json
from pathlib import Path

WORDS = Path(__file__).parent / "words"  # a folder for each language: game, terminal, web, boards

NAMES: dict[str, str] = {
    row["code"]: row["name"] for row in json.loads((WORDS / "languages.json").read_text(encoding="utf-8"))
}
LANGUAGES = tuple(NAMES)
