"""Notices to people who are away, in their language, from `<language>/notices.toml`."""

from functools import cache

import msgspec
from msgspec import Struct

from magnate.languages import LANGUAGES, WORDS

from .language import plural

MINUTE, HOUR, DAY = 60, 3_600, 86_400
Forms = tuple[str, ...]  # those of the language


class NoticeTexts(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a language."""

    turn: str
    over: str
    days: Forms
    hours: Forms
    minutes: Forms


@cache
def load(lang: str) -> NoticeTexts:
    """Read the notices of a language."""
    return msgspec.toml.decode((WORDS / lang / "notices.toml").read_bytes(), type=NoticeTexts)


class Notices:
    """One language: `Notices("it").title("turn")`; English where there is none."""

    def __init__(self, lang: str) -> None:
        self.lang = lang if lang in LANGUAGES else "en"
        self.texts = load(self.lang)

    def title(self, kind: str) -> str:
        """What it is about: `turn` or `over`."""
        return self.texts.turn if kind == "turn" else self.texts.over

    def left(self, seconds: int) -> str:
        """How much time is left, in the largest unit that says it well."""
        if seconds >= 1.5 * DAY:
            return plural(self.lang, self.texts.days, round(seconds / DAY))
        if seconds >= 1.5 * HOUR:
            return plural(self.lang, self.texts.hours, round(seconds / HOUR))
        return plural(self.lang, self.texts.minutes, max(1, -(-seconds // MINUTE)))
