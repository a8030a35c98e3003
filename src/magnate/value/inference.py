"""The value at a table, without a compiler: the same whole numbers, found faster than by the interpreter alone.

A holding's units depend on its group alone, so they are stored by who owns what there, and what all holdings add up to
by who owns what at all. The layers above are products of matrices: NumPy's where it is installed (exact: every sum is a
whole number below 2^53), else plain Python's. While a bot decides, a position that it tries again is not weighed again.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import mul
from typing import Any, NamedTuple

from magnate.rules.codes import MAX_GROUP_LOTS, MAX_SEATS
from magnate.value import acceptance, deal_search, master, standing, trying
from magnate.value.acceptance import ACCEPT_BITS
from magnate.value.fields import (
    ASKED,
    HOLDING,
    STANDING,
    SUMS,
    UNIT_MOST,
    WEIGHT_BITS,
    WORST,
)
from magnate.value.holdings import weigh_holding
from magnate.value.layers import OUT_BITS, share_out

try:
    import numpy
except ImportError:  # the base installation has none
    numpy = None  # type: ignore[assignment]

STORED = 20_000  # holdings of one table that are stored
ADDED_UP = 500  # of it: who owns what, and what it adds up to
LOGARITHMS = 20_000


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
        self.accept = rows_of(n.accept_weight, ASKED, n.accept_units)
        self.accept_bias = n.accept_bias[: n.accept_units]
        self.accept_out = n.accept_out[: n.accept_units]
        self.accept_last = n.accept_last[0]

    def held(self, figures: list[int]) -> list[int]:
        """The units of a holding."""
        sums = [sum(map(mul, row, figures), bias) for row, bias in zip(self.hold, self.hold_bias, strict=True)]
        return [max(0, min(UNIT_MOST, one >> WEIGHT_BITS)) for one in sums]

    def pooled(self, held: Sequence[list[list[int]]]) -> list[list[int]]:
        """What the holdings of each seat add to the sums of its units."""
        found = []
        for one in held:
            pool = [sum(column) for column in zip(*one, strict=True)]
            rows = zip(self.seat, self.seat_bias, strict=True)
            found.append([sum(map(mul, row[STANDING:], pool), bias) for row, bias in rows])
        return found

    def accept_logit(self, n: Any, f: Any) -> int:
        """As `magnate.value.acceptance.accept_logit`."""
        sums = [sum(map(mul, row, f.asked), bias) for row, bias in zip(self.accept, self.accept_bias, strict=True)]
        units = [max(0, min(UNIT_MOST, one >> WEIGHT_BITS)) for one in sums]
        return int(sum(map(mul, units, self.accept_out), self.accept_last)) >> ACCEPT_BITS

    def logits(self, figures: list[int], left: list[int], pools: Sequence[list[int]]) -> list[int]:
        """The logits of the seats still in, from the figures of all in one list, and what their holdings add."""
        units = []
        for seat in left:
            mine = figures[seat * STANDING : (seat + 1) * STANDING]
            sums = [sum(map(mul, row, mine), pool) for row, pool in zip(self.seat, pools[seat], strict=True)]
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
    """The layers as products of matrices. Weights are such that a whole unit is 1: what is below is cut off."""

    def __init__(self, n: Any) -> None:
        plain = PlainLayers(n)
        self.hold, self.hold_bias = self.scaled(plain.hold, HOLDING), self.scaled([plain.hold_bias])[:, 0]
        seat = self.scaled(plain.seat, STANDING + n.hold_units)
        self.figures, self.pool = seat[:STANDING].copy(), seat[STANDING:].copy()
        self.seat_bias = self.scaled([plain.seat_bias])[:, 0]
        self.accept, self.accept_bias = self.scaled(plain.accept, ASKED), self.scaled([plain.accept_bias])[:, 0]
        own, self.rival = numpy.array(plain.own, numpy.float64).T, numpy.array(plain.rival, numpy.float64).T.copy()
        self.own = [own * rivals - self.rival for rivals in range(MAX_SEATS)]
        self.last_bias, self.out, self.accept_out = (
            numpy.array(row, numpy.float64) for row in (plain.last_bias, plain.out, plain.accept_out)
        )
        self.accept_last = plain.accept_last
        self.units = n.hold_units

    @staticmethod
    def scaled(rows: list[list[int]], inputs: int = 0) -> Any:
        """Weights of each unit as a matrix to multiply inputs by. A division by a power of two loses nothing."""
        return numpy.array(rows, numpy.float64).reshape(len(rows), inputs or -1).T / (1 << WEIGHT_BITS)

    def held(self, figures: list[int]) -> Any:
        """The units of a holding."""
        return clipped(numpy.array(figures, numpy.float64) @ self.hold + self.hold_bias)

    def pooled(self, held: Sequence[list[Any]]) -> Any:
        """What the holdings of each seat add to the sums of its units."""
        pools = numpy.array([sum(one, start=numpy.zeros(self.units)) for one in held])
        return pools @ self.pool + self.seat_bias

    def accept_logit(self, n: Any, f: Any) -> int:
        """As `magnate.value.acceptance.accept_logit`."""
        units = clipped(numpy.array(f.asked, numpy.float64) @ self.accept + self.accept_bias)
        return int(units @ self.accept_out + self.accept_last) >> ACCEPT_BITS

    def logits(self, figures: list[int], left: list[int], pools: Any) -> list[int]:
        """The logits of the seats still in, from the figures of all in one list, and what their holdings add."""
        seats = numpy.array(figures[: len(pools) * STANDING], numpy.float64).reshape(-1, STANDING)
        if len(left) < len(pools):
            seats, pools = seats[left], pools[left]
        units = clipped(seats @ self.figures + pools)
        rivals = max(1, len(left) - 1)
        both = units @ self.own[rivals]
        both += units.sum(0) @ self.rival
        both /= rivals
        numpy.floor(both, out=both)
        both += self.last_bias
        both /= 1 << WEIGHT_BITS
        return [int(one) >> OUT_BITS for one in (clipped(both) @ self.out).tolist()]


def clipped(sums: Any) -> Any:
    """Units from their sums."""
    numpy.floor(sums, out=sums)
    numpy.maximum(sums, 0, out=sums)
    return numpy.minimum(sums, UNIT_MOST, out=sums)


class AllHoldings(NamedTuple):
    """What all holdings add up to: the sums of every seat in one list, the rent of each deed, and for the units."""

    sums: list[int]
    rents: list[int]
    pools: Any


class TableValue:
    """A network at one table: weighs positions of its edition."""

    def __init__(self, n: Any, plain: bool = False) -> None:
        self.network = n
        self.layers: Any = PlainLayers(n) if plain or numpy is None else NumpyLayers(n)
        self._stored: dict[tuple[Any, ...], list[tuple[int, list[int], list[tuple[int, int]], Any]]] = {}
        self._added_up: dict[tuple[int, ...], AllHoldings] = {}
        self._tried: dict[tuple[Any, ...], tuple[list[int], list[int]]] = {}  # chances and figures
        log_figure = lru_cache(LOGARITHMS)(lambda amount, money: standing.log_figure(n, amount, money))
        stored = {"log_figure": lambda n, amount, money: log_figure(amount, money)}
        self._weigh_seats = rebound([standing], stored)["weigh_seats"]
        tried = {"weigh": self.weigh_once, "accept_logit": self.layers.accept_logit}
        self._master_decides = rebound([acceptance, trying, deal_search, master], tried)["master_decides"]

    def decide(self, g: Any, e: Any, b: Any, f: Any, seat: int, a: Any) -> None:
        """As `magnate.value.master.master_decides`."""
        self._tried.clear()
        self._master_decides(g, e, b, self.network, f, seat, a)

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

    def add_up(self, g: Any, e: Any, f: Any) -> AllHoldings:
        """All holdings."""
        sums = [[0] * SUMS for _ in range(g.seats)]
        held: list[list[Any]] = [[] for _ in range(g.seats)]
        rents = [0] * e.deeds
        for group in range(e.groups):
            for seat, added, their_rents, units in self.holdings(g, e, f, group):
                mine = sums[seat]
                worst = max(mine[WORST], added[WORST])
                sums[seat] = mine = [one + more for one, more in zip(mine, added, strict=True)]
                mine[WORST] = worst
                held[seat].append(units)
                for deed, rent in their_rents:
                    rents[deed] = rent
        return AllHoldings([one for row in sums for one in row], rents, self.layers.pooled(held))

    def all_holdings(self, key: tuple[int, ...], g: Any, e: Any, f: Any) -> AllHoldings:
        """The same, stored by who owns what."""
        found = self._added_up.get(key)
        if found is None:
            found = self.add_up(g, e, f)
            if len(self._added_up) >= ADDED_UP:
                self._added_up.clear()
            self._added_up[key] = found
        return found

    def weigh(self, g: Any, e: Any, n: Any, f: Any, key: tuple[int, ...] = ()) -> None:
        """As `magnate.value.layers.weigh`."""
        held = self.all_holdings(key or key_of(g, e), g, e, f)
        f.sum[: len(held.sums)] = held.sums
        f.rent[: len(held.rents)] = held.rents
        self._weigh_seats(g, e, n, f)
        left = [seat for seat in range(g.seats) if g.out[seat] == 0]
        for seat, logit in zip(left, self.layers.logits(f.standing, left, held.pools), strict=True):
            f.logit[seat] = logit
        share_out(g, n, f)

    def weigh_once(self, g: Any, e: Any, n: Any, f: Any) -> None:
        """The same, but not again for what the same decision has tried: nothing else changes meanwhile."""
        key = key_of(g, e)
        whole = (key, *g.cash, *g.jail, *g.held)
        found = self._tried.get(whole)
        if found is None:
            self.weigh(g, e, n, f, key)
            self._tried[whole] = f.chance[: g.seats], f.standing[: g.seats * STANDING]
        else:
            f.chance[: g.seats], f.standing[: g.seats * STANDING] = found


def key_of(g: Any, e: Any) -> tuple[int, ...]:
    """Who owns what."""
    deeds = e.deeds
    return (*g.owner[:deeds], *g.level[:deeds], *g.mortgaged[:deeds])


def rebound(modules: Sequence[types.ModuleType], instead: Mapping[str, Any]) -> dict[str, Any]:
    """The names of the last of some modules, whose functions call others `instead` of those of these names."""
    namespaces = {module.__name__: {**vars(module), **instead} for module in modules}
    made: dict[Any, Any] = {}
    for module in modules:
        for name, value in vars(module).items():
            if isinstance(value, types.FunctionType) and value.__module__ == module.__name__ and name not in instead:
                made[value] = types.FunctionType(value.__code__, namespaces[module.__name__], value.__name__)
    for namespace in namespaces.values():
        for name, value in list(namespace.items()):
            if isinstance(value, types.FunctionType) and value in made:
                namespace[name] = made[value]
    return namespaces[modules[-1].__name__]
