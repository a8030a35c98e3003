"""Rights: a token is worth something only here, only for its purpose, and only until its time."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnate.server.people.signing import BadToken, ExpiredToken, Signer

KEY = bytes(range(32))
SIGNER = Signer(KEY)


def test_a_token_gives_back_what_was_signed() -> None:
    token = SIGNER.sign("seat", "abcdefgh", "2", "7")
    assert SIGNER.read("seat", token, 0) == ("abcdefgh", "2", "7")


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=8), max_size=4))
def test_any_parts_come_back_as_they_were(parts: list[str]) -> None:
    assert SIGNER.read("guest", SIGNER.sign("guest", *parts), 0) == tuple(parts)


def test_a_token_can_stand_in_a_url_and_a_cookie() -> None:
    token = SIGNER.sign("guest", 'ș"; Path=/', "\u202e")
    assert set(token) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def test_the_token_of_a_seat_is_no_guest() -> None:
    token = SIGNER.sign("seat", "ana")
    with pytest.raises(BadToken):
        SIGNER.read("guest", token, 0)


def test_purpose_and_parts_cannot_flow_into_each_other() -> None:
    token = SIGNER.sign("se", "at")
    with pytest.raises(BadToken):
        SIGNER.read("seat", token, 0)


def test_another_server_cannot_sign_for_this_one() -> None:
    with pytest.raises(BadToken):
        SIGNER.read("guest", Signer(bytes(32)).sign("guest", "ana"), 0)


def test_every_changed_bit_is_noticed() -> None:
    token = SIGNER.sign("seat", "abcdefgh", "2")
    data = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
    for place in range(len(data) * 8):
        changed = bytearray(data)
        changed[place // 8] ^= 1 << place % 8
        with pytest.raises(BadToken):
            SIGNER.read("seat", base64.urlsafe_b64encode(changed).rstrip(b"=").decode(), 0)


def test_every_changed_letter_is_noticed() -> None:
    token = SIGNER.sign("seat", "abcdefgh", "23")  # of a length that leaves bits of the last letter unused
    for place, letter in enumerate(token):
        for other in "Aa0-_=. é":
            if other != letter:
                with pytest.raises(BadToken):
                    SIGNER.read("seat", token[:place] + other + token[place + 1 :], 0)
    for more in ("=", "A", " ", "\n"):
        with pytest.raises(BadToken):
            SIGNER.read("seat", token + more, 0)


def test_a_token_runs_out_at_its_moment() -> None:
    token = SIGNER.sign("bot", "b1", until=1_000)
    assert SIGNER.read("bot", token, 999) == ("b1",)
    with pytest.raises(ExpiredToken):
        SIGNER.read("bot", token, 1_000)


@given(st.text(max_size=300))
def test_no_text_of_a_stranger_is_a_token(text: str) -> None:
    with pytest.raises(BadToken):
        SIGNER.read("guest", text, 0)


def test_a_very_long_text_is_refused_before_it_is_read() -> None:
    with pytest.raises(BadToken):
        SIGNER.read("guest", "A" * 10_000_000, 0)


def test_a_short_key_is_refused() -> None:
    with pytest.raises(ValueError, match="expected 32 or more"):
        Signer(b"short")
