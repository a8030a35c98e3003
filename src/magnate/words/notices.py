"""Notices to people who are away, in their language, from `<language>/notices.toml`."""

from functools import cache

import msgspec
from msgspec import Struct

from magnate.languages import LANGUAGES, WORDS

from .language import plural

MINUTE, HOUR, DAY = 60, 3_600, 86_400
Forms = tuple[str, str, str]  # one; two to nineteen, and none; twenty and more


class NoticeTexts(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a language."""

    turn: str
    over: str
    days: Forms
    hours: Forms
    minutes: Forms


@cache
def load(lang: str) -> NoticeTexts:
    """Read the notices of a language; English where there is none."""
    known = lang if lang in LANGUAGES else "en"
    return msgspec.toml.decode((WORDS / known / "notices.toml").read_bytes(), type=NoticeTexts)


class Notices:
    """One language: `Notices("it").title("turn")`."""

    def __init__(self, lang: str) -> None:
        self.texts = load(lang)

    def title(self, kind: str) -> str:
        """What it is about: `turn` or `over`."""
        return self.texts.turn if kind == "turn" else self.texts.over

    def left(self, seconds: int) -> str:
        """How much time is left, in the largest unit that says it well."""
        if seconds >= 1.5 * DAY:
            return plural(self.texts.days, round(seconds / DAY))
        if seconds >= 1.5 * HOUR:
            return plural(self.texts.hours, round(seconds / HOUR))
        return plural(self.texts.minutes, max(1, -(-seconds // MINUTE)))
