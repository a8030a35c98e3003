"""Intervals and tests, against values worked out by hand or taken from tables."""

import numpy as np
import pytest

from magnate.lab.intervals import (
    chance_of_even,
    chi_square_tail,
    difference_of_means,
    difference_of_medians,
    difference_of_shares,
    mean_of_sums,
    share,
    spread,
)


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),  # (0.8 + 3.8415 / 20 ± 1.96 · √(0.016 + 3.8415 / 400)) / 1.38415
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (550, 1000, 0.5190, 0.5806),
    ],
)
def test_a_share_has_its_wilson_interval(count: int, of: int, low: float, high: float) -> None:
    found = share(count, of)
    assert found.value == count / of
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_a_share_of_nothing_may_be_anything() -> None:
    assert (share(0, 0).low, share(0, 0).high) == (0.0, 1.0)


def test_a_mean_from_sums_is_the_mean_of_the_values() -> None:
    values = [2, 4, 4, 4, 5, 5, 7, 9]  # mean 5, sum of squared deviations 32
    found = mean_of_sums(sum(values), sum(one * one for one in values), 8)
    assert found.value == 5
    assert found.error == pytest.approx((32 / 7 / 8) ** 0.5)
    assert found.high - found.value == pytest.approx(1.959964 * found.error)


def test_a_spread_has_its_quantiles() -> None:
    found = spread(range(101))
    assert (found.least, found.low5, found.low25, found.median, found.high75, found.high95, found.most) == (
        *(0, 5, 25, 50, 75, 95, 100),
    )


@pytest.mark.parametrize(("freedom", "value"), [(1, 3.841), (2, 5.991), (3, 7.815), (4, 9.488), (7, 14.067)])
def test_chi_square_has_five_percent_beyond_its_tabled_value(freedom: int, value: float) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(0.05, abs=2e-5)


def test_even_counts_are_even_and_uneven_ones_are_not() -> None:
    assert chance_of_even([25, 25, 25, 25]) == 1
    assert chance_of_even([300, 250, 230, 220]) < 0.01


def test_a_difference_is_real_only_beyond_its_interval() -> None:
    # Newcombe's example, 56 of 70 and 48 of 80: the difference of 0.2 lies between 0.0524 and 0.3339.
    found = difference_of_shares(share(48, 80), share(56, 70))
    assert (found.value, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)
    assert found.is_real
    assert not difference_of_shares(share(50, 100), share(55, 100)).is_real
    one, two = mean_of_sums(500, 2600, 100), mean_of_sums(520, 2810, 100)
    assert not difference_of_means(one, two).is_real
    assert difference_of_means(one, mean_of_sums(700, 5000, 100)).is_real


def test_medians_of_the_same_values_do_not_differ() -> None:
    values = np.arange(200)
    assert not difference_of_medians(values, values).is_real
    assert difference_of_medians(values, values + 100).is_real
