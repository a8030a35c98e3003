"""Chances as whole numbers that can be divided by every number of dice, cards and seats without a remainder."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm

from magnate.value.fields import MILLION

THROWS = 36  # ways in which two dice fall
CARDS = 16  # decks up to this size divide exactly

MILLIONTH = THROWS * lcm(*range(1, CARDS + 1))
WHOLE = MILLION * MILLIONTH  # a chance of 1: about 2.6e13, so that every sum is exact in JavaScript, too

Chances = tuple[int, ...]  # of each seat, in parts of WHOLE; they add up to WHOLE


def of_millionths(found: Sequence[int]) -> Chances:
    """The network's chances, which are rounded down: what is left over goes to the first of the largest."""
    rest = MILLION - sum(found)
    largest = max(range(len(found)), key=lambda seat: found[seat])
    return tuple((one + rest * (seat == largest)) * MILLIONTH for seat, one in enumerate(found))


def shared(seats: Sequence[int], count: int) -> Chances:
    """The whole chance in equal parts for some of the seats."""
    return tuple(WHOLE // len(seats) if seat in seats else 0 for seat in range(count))


def mean(found: Sequence[Chances]) -> Chances:
    """The mean of equally likely chances."""
    return tuple(sum(column) // len(found) for column in zip(*found, strict=True))


def less(one: Chances, other: Chances) -> Chances:
    """The difference."""
    return tuple(a - b for a, b in zip(one, other, strict=True))


def points(part: int) -> float:
    """A part of WHOLE as a chance, 0 to 1."""
    return part / WHOLE
