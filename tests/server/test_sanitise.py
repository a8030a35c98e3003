"""Plain text: what people write is seen as they wrote it, or not taken."""

from __future__ import annotations

import re
import unicodedata

import pytest

from magnate.protocol.errors import Refusal
from magnate.server.people.sanitise import NAME, clean, cleaned


@pytest.mark.parametrize(
    "unseen",
    [
        "\u2800", "\U000e0041", "\u206a", "\ufe0f", "\U000e0100", "\u180b", "\u115f", "\u1160", "\u3164", "\uffa0",
        "\u00ad", "\u034f", "\u200b", "\u200c", "\u200d", "\u200e", "\u202e", "\u2060", "\u2066", "\ufeff", "\ue000",
        "\u0378", "\U0001d159", "\U000f0000",
    ],
)  # fmt: skip
def test_a_letter_that_is_not_seen_is_not_kept(unseen: str) -> None:
    assert clean(f"A{unseen}na") == clean(f"{unseen}Ana{unseen}") == "Ana"
    with pytest.raises(Refusal, match="nothing in it that can be seen"):
        cleaned(unseen * 3, "name", NAME)


@pytest.mark.thorough
def test_nothing_that_is_left_is_a_mark_of_format_or_nothing() -> None:
    for number in range(0x110000):
        for letter in clean(f"A{chr(number)}B"):
            assert unicodedata.category(letter) not in ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"), hex(number)


@pytest.mark.parametrize("text", ["می‌خواهم", "क्‍ष", "👩‍🚀", "👩🏽‍💻", "Łukasz", "Ñandú", "日本", "A‑B", "O’Hara", "ß"])
def test_what_is_seen_is_kept(text: str) -> None:
    assert clean(text) == text


def test_marks_do_not_pile_up_on_a_letter() -> None:
    piled = "".join(f"{letter}{chr(0x300 + place) * 20}" for place, letter in enumerate("Ana"))
    found = clean(piled)
    assert max(len(run) for run in re.findall(r"[\u0300-\u036f]*", found)) <= 3
    assert [letter for letter in unicodedata.normalize("NFD", found) if letter.isalpha()] == ["A", "n", "a"]
    assert clean("a\u20dd\u20dd\u20dd\u20dd\u20dd") == "a\u20dd\u20dd\u20dd"
    assert clean("\u0301\u0302Ana \u0301Bea") == "Ana Bea"  # none has a letter of its own
    assert clean(found) == found


@pytest.mark.parametrize(
    "text", ["\u1ec7", "\u05e9\u05c1\u05bc\u05b8", "\u0e17\u0e35\u0e48", "\u0f66\u0f92\u0fb2\u0f74\u0f56"]
)
def test_letters_that_have_marks_of_their_own_keep_them(text: str) -> None:
    assert clean(text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    "text", ["e\u200d\u0301", "a \u200d b", "\u200d👩\u200d", "ب\u200c", "A\u0300\u200d\u0301", "1\u200c2"]
)
def test_what_was_cleaned_is_clean(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert not set(clean(text)) & {"\u200c", "\u200d"}
