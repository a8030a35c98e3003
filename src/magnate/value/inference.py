"""The value at a table, without a compiler: the same whole numbers, found faster than by the interpreter alone.

A holding's units depend on its group alone, so they are stored by who owns what there. The layers above are products of
matrices: NumPy's where it is installed (exact: every sum is a whole number below 2^53), else plain Python's.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from operator import mul
from typing import Any

from magnate.rules.codes import MAX_GROUP_LOTS
from magnate.value import deal_search, master, trying
from magnate.value.fields import (
    HOLDING,
    STANDING,
    SUMS,
    UNIT_MOST,
    WEIGHT_BITS,
    WORST,
)
from magnate.value.holdings import weigh_holding
from magnate.value.layers import OUT_BITS, share_out
from magnate.value.standing import weigh_seats

try:
    import numpy
except ImportError:  # the base installation has none
    numpy = None  # type: ignore[assignment]

STORED = 20_000  # holdings of one table that are stored

Weigh = Callable[[Any, Any, Any, Any], None]


def rows_of(numbers: list[int], inputs: int, units: int) -> list[list[int]]:
    """The weights of each unit, from those of each input."""
    return [[numbers[i * units + unit] for i in range(inputs)] for unit in range(units)]


class PlainLayers:
    """The layers in plain Python."""

    def __init__(self, n: Any) -> None:
        self.units, self.last = n.seat_units, n.last_units
        self.hold = rows_of(n.hold_weight, HOLDING, n.hold_units)
        self.seat = rows_of(n.seat_weight, STANDING + n.hold_units, n.seat_units)
        self.own = rows_of(n.own_weight, n.seat_units, n.last_units)
        self.rival = rows_of(n.rival_weight, n.seat_units, n.last_units)
        self.hold_bias = n.hold_bias[: n.hold_units]
        self.seat_bias = n.seat_bias[: n.seat_units]
        self.last_bias = n.last_bias[: n.last_units]
        self.out = n.out_weight[: n.last_units]

    def held(self, figures: list[int]) -> list[int]:
        """The units of a holding."""
        sums = [sum(map(mul, row, figures), bias) for row, bias in zip(self.hold, self.hold_bias, strict=True)]
        return [max(0, min(UNIT_MOST, one >> WEIGHT_BITS)) for one in sums]

    def pooled(self, held: list[list[int]]) -> list[int]:
        """The units of all holdings of a seat, added up."""
        return [sum(column) for column in zip(*held, strict=True)] if held else [0] * len(self.hold)

    def logits(self, seats: list[list[int]]) -> list[int]:
        """The logits of the seats still in, from their figures and pools."""
        units = []
        for figures in seats:
            sums = [sum(map(mul, row, figures), bias) for row, bias in zip(self.seat, self.seat_bias, strict=True)]
            units.append([max(0, min(UNIT_MOST, one >> WEIGHT_BITS)) for one in sums])
        rivals = max(1, len(units) - 1)
        total = [sum(column) for column in zip(*units, strict=True)]
        found = []
        for own in units:
            others = [whole - one for whole, one in zip(total, own, strict=True)]
            logit = 0
            for mine, theirs, bias, out in zip(self.own, self.rival, self.last_bias, self.out, strict=True):
                both = sum(map(mul, mine, own)) * rivals + sum(map(mul, theirs, others))
                last = (bias + both // rivals) >> WEIGHT_BITS
                if last > 0:
                    logit += min(last, UNIT_MOST) * out
            found.append(logit >> OUT_BITS)
        return found


class NumpyLayers:
    """The layers as products of matrices."""

    def __init__(self, n: Any) -> None:
        plain = PlainLayers(n)
        self.hold, self.seat, self.own, self.rival = (
            numpy.array(rows, numpy.float64).T.copy() for rows in (plain.hold, plain.seat, plain.own, plain.rival)
        )
        self.hold_bias, self.seat_bias, self.last_bias, self.out = (
            numpy.array(row, numpy.float64) for row in (plain.hold_bias, plain.seat_bias, plain.last_bias, plain.out)
        )
        self.nothing = numpy.zeros(n.hold_units)

    def held(self, figures: list[int]) -> Any:
        """The units of a holding."""
        return clipped(numpy.array(figures, numpy.float64) @ self.hold + self.hold_bias)

    def pooled(self, held: list[Any]) -> Any:
        """The units of all holdings of a seat, added up."""
        return sum(held) if held else self.nothing

    def logits(self, seats: list[Any]) -> list[int]:
        """The logits of the seats still in, from their figures and pools."""
        units = clipped(numpy.array(seats, numpy.float64) @ self.seat + self.seat_bias)
        rivals = max(1, len(seats) - 1)
        both = (units @ self.own) * rivals + (units.sum(0) - units) @ self.rival
        last = clipped(self.last_bias + numpy.floor(both / rivals))
        return [int(one) >> OUT_BITS for one in (last @ self.out).tolist()]


def clipped(sums: Any) -> Any:
    """Units from their sums."""
    return numpy.clip(numpy.floor(sums / (1 << WEIGHT_BITS)), 0, UNIT_MOST)


class TableValue:
    """A network at one table: weighs positions of its edition."""

    def __init__(self, n: Any, plain: bool = False) -> None:
        self.network = n
        self.layers: Any = PlainLayers(n) if plain or numpy is None else NumpyLayers(n)
        self._stored: dict[tuple[Any, ...], list[tuple[int, list[int], list[tuple[int, int]], Any]]] = {}

    def holdings(self, g: Any, e: Any, f: Any, group: int) -> list[tuple[int, list[int], list[tuple[int, int]], Any]]:
        """Everybody's holdings in a group: the seat, what they add to its sums, rents, and their units."""
        first = group * MAX_GROUP_LOTS
        deeds = e.group_deed[first : first + e.group_size[group]]
        key = (group, *[(g.owner[deed], g.level[deed], g.mortgaged[deed]) for deed in deeds])
        found = self._stored.get(key)
        if found is None:
            found = []
            for seat in sorted({g.owner[deed] for deed in deeds} - {-1}):
                f.sum[seat * SUMS : (seat + 1) * SUMS] = [0] * SUMS
                weigh_holding(g, e, self.network, seat, group, f)
                rents = [(deed, f.rent[deed]) for deed in deeds if g.owner[deed] == seat]
                found.append((seat, f.sum[seat * SUMS : (seat + 1) * SUMS], rents, self.layers.held(f.holding)))
            if len(self._stored) >= STORED:
                self._stored.clear()
            self._stored[key] = found
        return found

    def weigh(self, g: Any, e: Any, n: Any, f: Any) -> None:
        """As `magnate.value.layers.weigh`."""
        all_found = [self.holdings(g, e, f, group) for group in range(e.groups)]
        sums = [[0] * SUMS for _ in range(g.seats)]
        held: list[list[Any]] = [[] for _ in range(g.seats)]
        for found in all_found:
            for seat, added, rents, units in found:
                mine = sums[seat]
                worst = max(mine[WORST], added[WORST])
                sums[seat] = mine = [one + more for one, more in zip(mine, added, strict=True)]
                mine[WORST] = worst
                held[seat].append(units)
                for deed, rent in rents:
                    f.rent[deed] = rent
        f.sum[: g.seats * SUMS] = [one for row in sums for one in row]
        weigh_seats(g, e, n, f)
        left = [seat for seat in range(g.seats) if g.out[seat] == 0]
        seats = []
        for seat in left:
            figures = f.standing[seat * STANDING : (seat + 1) * STANDING]
            seats.append([*figures, *self.layers.pooled(held[seat])])
        for seat, logit in zip(left, self.layers.logits(seats), strict=True):
            f.logit[seat] = logit
        share_out(g, n, f)


def bound(weigh: Weigh) -> Any:
    """`master_decides` and all it tries, with another way to weigh a position."""
    modules = (trying, deal_search, master)
    namespaces = {module.__name__: {**vars(module), "weigh": weigh} for module in modules}
    made: dict[Any, Any] = {}
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
                made[value] = types.FunctionType(value.__code__, namespaces[module.__name__], value.__name__)
    for namespace in namespaces.values():
        for name, value in list(namespace.items()):
            if isinstance(value, types.FunctionType) and value in made:
                namespace[name] = made[value]
    return made[master.master_decides]
