"""Plain text: what people write is shown to others as letters, never as layout."""

from __future__ import annotations

import unicodedata

from .wire import Refusal

NAME, SAID = 24, 300  # letters, as in the structs

# Marks that turn the direction of everything after them: nobody's name may turn the line it stands in.
TURNS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Letters that are not seen: a name made of them looks like none, or like somebody else's.
UNSEEN = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060\u2061\u2062\u2063\u2064\u3164\ufeff\uffa0")


def clean(text: str) -> str:
    """A text without control characters, bidi overrides and unseen letters; every space is one space."""
    kept = []
    for letter in unicodedata.normalize("NFC", text):
        if letter.isspace() or unicodedata.category(letter) in ("Cc", "Zl", "Zp", "Zs"):
            kept.append(" ")
        elif letter not in TURNS and letter not in UNSEEN and unicodedata.category(letter) not in ("Cs", "Co", "Cn"):
            kept.append(letter)
    return " ".join("".join(kept).split())


def cleaned(text: str, what: str, longest: int) -> str:
    """A cleaned text that still says something, or a refusal."""
    found = clean(text)
    if not found or not any(unicodedata.category(letter)[0] in "LNPS" for letter in found):
        raise Refusal("malformed", f"{what} has nothing in it that can be seen; expected plain text")
    if len(found) > longest:  # composing letters can make a text longer
        raise Refusal("malformed", f"{what} has {len(found)} letters; expected at most {longest}")
    return found
