"""Labels of switches and their positions, as the web client shows them."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
"""The repository: these pages are written there, and nowhere else."""


ON_OR_OFF = {"deals.refusals"}  # numbers that only say whether: 0 is no


@cache
def switch_words() -> dict[str, Any]:
    """Labels, help and positions of all switches, by chapter."""
    text = (ROOT / "src" / "magnate" / "words" / "en" / "web.toml").read_text(encoding="utf-8")
    words: dict[str, Any] = tomllib.loads(text)["switch"]
    return words


def chapter_name(chapter: str) -> str:
    """A chapter of the switches: "At the table"."""
    return str(switch_words()["chapter"][chapter])


def label(switch: str) -> str:
    """What a switch is called."""
    chapter, key = switch.split(".")
    return str(switch_words()[chapter][key]["label"])


def position(switch: str, value: Any) -> str:
    """What a switch is set to, in words."""
    chapter, key = switch.split(".")
    if switch in ON_OR_OFF:
        value = bool(value)
    match value:
        case bool():
            return "yes" if value else "no"
        case str():
            return str(switch_words()[chapter][key]["is"][value])
        case int():
            return f"{value:,}"
        case _:
            return " / ".join(f"{one:,}" for one in value)
