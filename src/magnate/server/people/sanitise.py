"""Plain text: what people write is shown to others as letters, never as layout."""

from __future__ import annotations

import unicodedata

from magnate.protocol.errors import Refusal

NAME, SAID = 24, 300  # letters, as in the structs

SPACES = ("Cc", "Zl", "Zp", "Zs")
# Marks of direction and of format, and code points that are private, halves or nothing: none is seen, and some turn the
# line around. Tags and the marks of other alphabets are among them.
NOTHING = ("Cf", "Cn", "Co", "Cs")
# What is not seen although it counts as a letter, a sign or a mark: a name made of it looks like none, or like
# somebody else's. Fillers, blank signs, and the marks that choose between forms of the letter before them.
UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    "\U00013441\U00013442\U00016fe4\U0001d159" + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
JOINERS = ("\u200c", "\u200d")  # seen by what they do to their neighbours, where these can be joined
MARKS = 3  # on one letter: more of them pile up over the lines around
VIRAMA = 9  # the combining class of the mark after which scripts of India join letters


def clean(text: str) -> str:
    """A text without control characters, bidi overrides and unseen letters; every space is one space."""
    seen = [plain for letter in text if (plain := shown(letter))]
    around = zip([" ", *seen], seen, [*seen[1:], " "], strict=False)
    kept = [letter for before, letter, after in around if letter not in JOINERS or joins(before, after)]
    return " ".join(limit_marks(unicodedata.normalize("NFC", "".join(kept))).split())


def limit_marks(text: str) -> str:
    """A text with at most a number of combining marks on a letter, and none without a letter."""
    kept, marks = [], MARKS
    for letter in text:
        if unicodedata.category(letter) in ("Mn", "Me"):
            marks += 1
        else:
            marks = MARKS if letter == " " else 0
        if marks <= MARKS:
            kept.append(letter)
    return "".join(kept)


def shown(letter: str) -> str:
    """A letter as it may be shown; "" where there is nothing to see."""
    kind = unicodedata.category(letter)
    if letter.isspace() or kind in SPACES:
        return " "
    return "" if letter in UNSEEN or (kind in NOTHING and letter not in JOINERS) else letter


def joins(before: str, after: str) -> bool:
    """Whether a joiner between these shows: in Arabic writing, after a virama, and between pictures."""
    if unicodedata.combining(before) == VIRAMA:
        return after.isalpha()
    kinds = [unicodedata.category(letter) for letter in (before, after)]
    is_arabic = [unicodedata.bidirectional(letter) == "AL" for letter in (before, after)]
    return all(is_arabic) or all(kind in ("So", "Sk") for kind in kinds)


def cleaned(text: str, what: str, longest: int) -> str:
    """A cleaned text that still says something, or a refusal."""
    found = clean(text)
    if not found or not any(unicodedata.category(letter)[0] in "LNPS" for letter in found):
        raise Refusal("malformed", f"{what} has nothing in it that can be seen; expected plain text")
    if len(found) > longest:  # composing letters can make a text longer
        raise Refusal("malformed", f"{what} has {len(found)} letters; expected at most {longest}")
    return found
