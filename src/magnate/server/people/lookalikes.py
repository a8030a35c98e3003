"""Names that look the same: equal letters in another case, with other accents, spaces or signs, or of another script.

Two names look the same where their skeletons are equal. A name may still be used: it is marked (`NameMark`).
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Letters of other scripts, and Latin ones with a bar or a hook, by what they look like. Normal form KD has taken apart
# accents, wide and small letters, and the alphabets of mathematics before.
LIKE = {
    "a": "аɑαɐᴀ4@",
    "b": "вьƀɓʙᴃ8",
    "c": "сϲᴄςƈ¢",
    "d": "ԁđɗᴅժ",
    "e": "еєεɛəᴇҽ€3",
    "f": "ƒſϝꜰ",
    "g": "ɡցɢ9",
    "h": "һհнħʜң",
    "k": "кκᴋқҝ",
    "l": "іιıɩїӏɪ1|!јϳɨłʟij",
    "m": "мᴍ",
    "n": "пηոռɴŋ",
    "o": "оοσօᴏø0ө○◯",
    "p": "рρᴘþ",
    "q": "ԛգզ",
    "r": "гʀяᴦ",
    "s": "ѕꜱʂ5$",
    "t": "тτᴛŧ7",
    "u": "υսᴜμцվ",
    "v": "ѵνᴠ",
    "w": "ԝωѡᴡшщա",
    "x": "хχ×ҳ",
    "y": "уγʏүұч",
    "z": "ᴢʐƶ2",
    "ss": "ß",
    "ae": "æӕ",
    "oe": "œ",
}
PLAIN = {letter: plain for plain, letters in LIKE.items() for letter in letters}
PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))  # that are read as one letter
# Words by which a program calls itself, in the four languages, as skeletons are written.
BOT_WORDS = ("bot", "robot", "cpu", "computer", "computador", "computadora", "ordenador", "calculator", "npc")


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """What a name looks like: equal for names that can be taken for one another."""
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    seen = "".join(PLAIN.get(letter, letter) for letter in letters if unicodedata.category(letter)[0] not in "MZC")
    seen = "".join(letter for letter in seen if letter.isalnum()) or seen
    for pair, letter in PAIRS:
        seen = seen.replace(pair, letter)
    return seen.replace("i", "l").replace("j", "l")


@lru_cache(maxsize=4096)
def is_bot_like(name: str) -> bool:
    """Whether a name says that it is a program's: a word of it does, or all of it, perhaps with a number."""
    plain = unicodedata.normalize("NFKC", name)
    words = "".join(letter if letter.isalnum() else " " for letter in plain).split()
    found = {skeleton(part) for word in (*words, plain) for part in (word, word.rstrip("0123456789"))}
    return FACE in name or not found.isdisjoint(BOT_SKELETONS)


FACE = "\U0001f916"  # a robot
BOT_SKELETONS = frozenset(map(skeleton, BOT_WORDS))
