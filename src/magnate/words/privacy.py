"""What players read about their data, in their language, from `<language>/privacy.toml`."""

from functools import cache

import msgspec
from msgspec import Struct

from magnate.languages import LANGUAGES, WORDS

from .language import plural


class PrivacyTexts(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a language: the text, and how many days names are stored (0: until they are deleted)."""

    text: str
    age: tuple[str, ...]
    age_never: str


@cache
def load(language: str) -> PrivacyTexts:
    """Read the text of a language."""
    return msgspec.toml.decode((WORDS / language / "privacy.toml").read_bytes(), type=PrivacyTexts)


def privacy_notice(language: str, days: int) -> str:
    """The built-in notice; English where there is none. Names and words are stored for `days`; 0: until deleted."""
    known = language if language in LANGUAGES else "en"
    found = load(known)
    age = plural(known, found.age, days) if days else found.age_never
    return found.text.replace("{age}", age).strip() + "\n"
