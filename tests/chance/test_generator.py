"""The generator is ChaCha8, and what it gives is even to the last number."""

import struct

import pytest

from magnate import objects
from magnate.dice import FairDice, commit
from magnate.rules.chance import below, next_block, random32, roll_die

# The published vector for a key of 256 zero bits, eight rounds, nonce and counter nought.
ZERO_KEY = (
    "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
    "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
)


def test_a_block_is_the_published_one() -> None:
    c = objects.chance([0] * 8)
    next_block(c)
    assert struct.pack("<16L", *c.word).hex() == ZERO_KEY
    assert (c.block, c.used) == (1, 0)


def test_sixteen_words_make_a_block_and_the_next_block_differs() -> None:
    c = objects.chance(range(8))
    first = [random32(c) for _ in range(16)]
    second = [random32(c) for _ in range(16)]
    assert (c.block, c.used) == (2, 16)
    assert not set(first) & set(second)
    assert all(0 <= word < 1 << 32 for word in first + second)


@pytest.mark.parametrize(("n", "tail"), [(6, 4), (28, 4), (7, 4), (3, 1)])
def test_the_uneven_tail_of_the_range_is_thrown_away(n: int, tail: int) -> None:
    """2^32 leaves a remainder; the words of that tail would favour the low numbers."""
    assert (1 << 32) % n == tail
    c = objects.chance([0] * 8)
    c.word[:3] = [(1 << 32) - tail, (1 << 32) - 1, n + 2]
    c.used = 0
    assert below(c, n) == 2
    assert c.used == 3
    c.word[0] = (1 << 32) - tail - 1  # the last even word
    c.used = 0
    assert below(c, n) == n - 1
    assert c.used == 1


def test_dice_are_fair() -> None:
    c = objects.chance(FairDice.seeded(1).key())
    counts = [0] * 7
    for _ in range(12_000):
        counts[roll_die(c)] += 1
    assert counts[0] == 0
    assert all(1_850 < count < 2_150 for count in counts[1:])  # 2,000 each, 3.7 standard deviations


def test_the_promise_is_the_hash_of_the_secret_and_everybodys_words_turn_the_dice() -> None:
    secret = "00" * 32
    # SHA-256 of 32 zero bytes, as published.
    assert commit(secret) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    keys = [
        FairDice.from_secret(secret, words).key() for words in ([], ["a"], ["a", ""], ["", "a"], ["ab"], ["a", "b"])
    ]
    assert len({tuple(key) for key in keys}) == len(keys)
