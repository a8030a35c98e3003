"""What players read about their data, in their language, from `<language>/privacy.toml`."""

from functools import cache

import msgspec
from msgspec import Struct

from magnate.languages import LANGUAGES, WORDS

from .language import plural


class PrivacyTexts(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a language: the text, and how many days names are stored (0: until they are deleted)."""

    text: str
    age: tuple[str, str, str]  # one; two to nineteen, and none; twenty and more
    age_never: str


@cache
def load(language: str) -> PrivacyTexts:
    """Read the text of a language; English where there is none."""
    known = language if language in LANGUAGES else "en"
    return msgspec.toml.decode((WORDS / known / "privacy.toml").read_bytes(), type=PrivacyTexts)


def privacy_notice(language: str, days: int) -> str:
    """The built-in notice. `days` is for how long names and words are stored; 0: until they are deleted."""
    found = load(language)
    age = plural(found.age, days) if days else found.age_never
    return found.text.replace("{age}", age).strip() + "\n"
