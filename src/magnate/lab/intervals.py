"""How sure a figure is: intervals of shares, means and differences. Intervals are at 95 % unless stated."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

LEVEL = 0.95


def normal_reach(level: float = LEVEL) -> float:
    """How many standard errors reach as far as this level: 1.96 for 95 %."""
    return NormalDist().inv_cdf(0.5 + level / 2)


@dataclass(frozen=True)
class Share:
    """A part of a whole with its Wilson interval. Shared wins make `count` a fraction."""

    value: float
    low: float
    high: float
    count: float
    of: int


def share(count: float, of: int, level: float = LEVEL) -> Share:
    """The Wilson interval of a share; of nothing it is anything from 0 to 1."""
    if of == 0:
        return Share(0.0, 0.0, 1.0, 0.0, 0)
    z = normal_reach(level)
    part = count / of
    middle = (part + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * math.sqrt(part * (1 - part) / of + z * z / (4 * of * of))
    low = 0.0 if count == 0 else max(0.0, middle - half)
    high = 1.0 if count == of else min(1.0, middle + half)
    return Share(part, low, high, float(count), int(of))


@dataclass(frozen=True)
class Mean:
    """An average with its interval."""

    value: float
    low: float
    high: float
    error: float  # standard


def mean_of_sums(total: float, squares: float, of: int, level: float = LEVEL) -> Mean:
    """The average of values known by their sum and the sum of their squares; of no values it is not a number."""
    if of == 0:
        return Mean(math.nan, math.nan, math.nan, math.nan)
    value = total / of
    spread = max(0.0, squares - total * value)
    error = math.sqrt(spread / (of - 1) / of) if of > 1 else math.inf  # one value has no scatter
    reach = normal_reach(level) * error
    return Mean(value, value - reach, value + reach, error)


@dataclass(frozen=True)
class Spread:
    """How values lie: their quantiles, the least and the most; and the average of decided games with its interval."""

    mean: Mean
    median: float
    low5: float
    low25: float
    high75: float
    high95: float
    least: float
    most: float


def spread(values: Any, decided: Any = None) -> Spread:
    """The spread of whole numbers, one a game. `decided` says which games count for the average; without it, all.

    A game that never ended is longer than all others, so quantiles are right with it; an average would only say where
    it was stopped.
    """
    data = np.asarray(values, np.float64)
    ended = data if decided is None else data[np.asarray(decided, np.bool_)]
    found = mean_of_sums(float(ended.sum()), float((ended * ended).sum()), len(ended))
    if not len(data):
        data = np.asarray([math.nan])
    median, low5, low25, high75, high95 = (float(one) for one in np.quantile(data, [0.5, 0.05, 0.25, 0.75, 0.95]))
    return Spread(found, median, low5, low25, high75, high95, float(data.min()), float(data.max()))


@dataclass(frozen=True)
class IntervalDifference:
    """The second less the first, with its interval, and whether that is beyond noise."""

    value: float
    low: float
    high: float
    is_real: bool


def difference_of_shares(first: Share, second: Share, level: float = LEVEL) -> IntervalDifference:
    """Newcombe's interval: each share's own Wilson interval, put together."""
    one, two = share(first.count, first.of, level), share(second.count, second.of, level)
    value = two.value - one.value
    low = value - math.hypot(two.value - two.low, one.high - one.value)
    high = value + math.hypot(two.high - two.value, one.value - one.low)
    return IntervalDifference(value, low, high, low > 0 or high < 0)


def difference_of_means(first: Mean, second: Mean, level: float = LEVEL) -> IntervalDifference:
    """Welch's interval for many games: the errors of both put together."""
    value = second.value - first.value
    reach = normal_reach(level) * math.hypot(first.error, second.error)
    return IntervalDifference(value, value - reach, value + reach, abs(value) > reach)


def difference_of_medians(first: Any, second: Any, level: float = LEVEL) -> IntervalDifference:
    """From the order statistics around each median, put together as Newcombe does for shares."""
    (one, one_low, one_high), (two, two_low, two_high) = median_reach(first, level), median_reach(second, level)
    value = two - one
    low, high = value - math.hypot(two - two_low, one_high - one), value + math.hypot(two_high - two, one - one_low)
    return IntervalDifference(value, low, high, low > 0 or high < 0)


def median_reach(values: Any, level: float) -> tuple[float, float, float]:
    """The median and the values between which the true one lies."""
    data = np.sort(np.asarray(values, np.float64))
    n = len(data)
    if n == 0:
        return 0.0, 0.0, 0.0
    reach = normal_reach(level) * math.sqrt(n) / 2
    low, high = math.floor(n / 2 - reach), math.ceil(n / 2 + reach)
    is_enough = low >= 0 and high < n  # else the true median may lie beyond all values seen
    between = (float(data[low]), float(data[high])) if is_enough else (-math.inf, math.inf)
    return float(np.median(data)), *between


def chance_of_even(counts: Sequence[float]) -> float:
    """How often equal chances would scatter counts at least so unevenly: the tail of chi-square."""
    total = sum(counts)
    if total == 0 or len(counts) < 2:
        return 1.0
    expected = total / len(counts)
    return chi_square_tail(sum((one - expected) ** 2 / expected for one in counts), len(counts) - 1)


def chi_square_tail(value: float, freedom: int) -> float:
    """The chance that chi-square of this many degrees of freedom exceeds a value."""
    half = value / 2
    if freedom % 2 == 0:
        return min(1.0, math.exp(-half) * sum(half**i / math.factorial(i) for i in range(freedom // 2)))
    odd: float = sum(half ** (i - 0.5) / math.gamma(i + 0.5) for i in range(1, (freedom - 1) // 2 + 1))
    return min(1.0, math.erfc(math.sqrt(half)) + math.exp(-half) * odd)
