"""The tables of the bots hold the sums of every edition that can be written."""

import numpy as np
import pytest

from magnate import objects
from magnate.bots.lineup import line_up
from magnate.compiled.program import BOTS_TYPE
from magnate.compiled.records import write
from magnate.editions import load
from magnate.rules.codes import MAX_SEATS

MOST = 100_000_000  # of a price, rent or sum of money in an edition


@pytest.mark.parametrize("edition", ["clasico", "castis"])
def test_the_largest_sums_of_an_edition_fit(edition: str) -> None:
    e = objects.table(load(edition).table(4))
    e.price = e.mortgage = e.house_cost = e.hotel_cost = [MOST] * len(e.price)
    e.rent = [number % 2 * MOST for number in range(len(e.rent))]
    e.setup_cash, e.seats = MOST, MAX_SEATS
    bots = line_up(e, ["trader"] * MAX_SEATS)
    record = np.zeros(1, BOTS_TYPE)
    write(record[0], bots)
    assert record[0]["built"].tolist() == bots.built
    assert max(bots.built) > 2**31
