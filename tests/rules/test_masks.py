"""Masks: sets of seats or deeds as numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnate.rules.masks import count_bits, first_of, has, only, with_deed, with_seat, without

members = st.sets(st.integers(0, 47))


def mask_of(numbers: set[int]) -> int:
    return sum(1 << number for number in numbers)


@given(members, st.integers(0, 47))
def test_masks_are_sets(numbers: set[int], one: int) -> None:
    mask = mask_of(numbers)
    assert has(mask, one) is (one in numbers)
    assert with_seat(mask, one) == with_deed(mask, one) == mask_of(numbers | {one})
    assert without(mask, one) == mask_of(numbers - {one})
    assert count_bits(mask) == len(numbers)


@given(members.filter(bool))
def test_the_first_is_the_lowest(numbers: set[int]) -> None:
    assert first_of(mask_of(numbers)) == min(numbers)


@pytest.mark.parametrize("seat", range(8))
def test_only_one(seat: int) -> None:
    assert only(seat) == mask_of({seat})
