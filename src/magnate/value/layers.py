"""The network in whole numbers: a position's figures to the chance of each seat, the same on every machine.

A shared layer over the holdings of a seat, added up; a layer over the seat's figures and that sum; a last one over a
seat's own units and the mean of its rivals'; then a softmax over the seats still in. So one network serves any number
of groups and of seats, in whatever order they sit.
"""

from magnate.value.fields import (
    HOLDING,
    LOGIT_BITS,
    MAX_HOLD_UNITS,
    MAX_SEAT_UNITS,
    MILLION,
    STANDING,
    SUMS,
    TABLE_BITS,
    UNIT_MOST,
    WEIGHT_BITS,
)
from magnate.value.holdings import weigh_holding
from magnate.value.standing import weigh_seats

OUT_BITS = 10 + WEIGHT_BITS - LOGIT_BITS  # a unit of 1 has ten bits


def weigh(g, e, n, f):
    """Write the chance of every seat to win, in millionths, into `f.chance`."""
    clear_sums(g, n, f)
    for group in range(e.groups):
        for seat in range(g.seats):
            if g.deed_count[seat] > 0 and weigh_holding(g, e, n, seat, group, f):
                add_holding(n, seat, f)
    weigh_seats(g, e, n, f)
    weigh_units(g, n, f)


def clear_sums(g, n, f):
    """Nobody has anything yet."""
    for i in range(g.seats * SUMS):
        f.sum[i] = 0
    for seat in range(g.seats):
        for unit in range(n.hold_units):
            f.pool[seat * MAX_HOLD_UNITS + unit] = 0


def add_holding(n, seat, f):
    """Add the units of a weighed holding to its seat's."""
    units = n.hold_units
    for unit in range(units):
        f.hold_unit[unit] = n.hold_bias[unit]
    for i in range(HOLDING):
        x = f.holding[i]
        if x != 0:
            for unit in range(units):
                f.hold_unit[unit] += x * n.hold_weight[i * units + unit]
    for unit in range(units):
        y = f.hold_unit[unit] >> WEIGHT_BITS
        if y > 0:
            f.pool[seat * MAX_HOLD_UNITS + unit] += min(y, UNIT_MOST)


def weigh_units(g, n, f):
    """From the figures of every seat to its chance."""
    units = n.seat_units
    last = n.last_units
    left = 0
    for unit in range(units):
        f.total[unit] = 0
    for seat in range(g.seats):
        if g.out[seat] == 0:
            left += 1
            weigh_seat(n, seat, f)
    for unit in range(last):
        f.shared[unit] = 0
    rivals = max(1, left - 1)
    for i in range(units):
        x = f.total[i]
        if x != 0:
            for unit in range(last):
                f.shared[unit] += x * n.rival_weight[i * last + unit]
    for seat in range(g.seats):
        f.logit[seat] = 0
        if g.out[seat] == 0:
            for unit in range(last):
                f.last[unit] = 0
            at = seat * MAX_SEAT_UNITS
            for i in range(units):
                x = f.unit[at + i]
                if x != 0:
                    for unit in range(last):
                        f.last[unit] += x * (n.own_weight[i * last + unit] * rivals - n.rival_weight[i * last + unit])
            logit = 0
            for unit in range(last):
                y = (n.last_bias[unit] + (f.last[unit] + f.shared[unit]) // rivals) >> WEIGHT_BITS
                if y > 0:
                    logit += min(y, UNIT_MOST) * n.out_weight[unit]
            f.logit[seat] = logit >> OUT_BITS
    share_out(g, n, f)


def weigh_seat(n, seat, f):
    """The units of one seat, added to the total of all."""
    units = n.seat_units
    at = seat * MAX_SEAT_UNITS
    for unit in range(units):
        f.unit[at + unit] = n.seat_bias[unit]
    for i in range(STANDING):
        x = f.standing[seat * STANDING + i]
        if x != 0:
            for unit in range(units):
                f.unit[at + unit] += x * n.seat_weight[i * units + unit]
    for i in range(n.hold_units):
        x = f.pool[seat * MAX_HOLD_UNITS + i]
        if x != 0:
            for unit in range(units):
                f.unit[at + unit] += x * n.seat_weight[(STANDING + i) * units + unit]
    for unit in range(units):
        y = max(0, min(UNIT_MOST, f.unit[at + unit] >> WEIGHT_BITS))
        f.unit[at + unit] = y
        f.total[unit] += y


def power_of(n, logit):
    """Two to the power of a logit that is not above 0, POWER_ONE for 1."""
    down = -logit
    whole = down >> LOGIT_BITS
    if whole > 30:
        return 0
    low = LOGIT_BITS - TABLE_BITS
    rest = down & ((1 << LOGIT_BITS) - 1)
    place = rest >> low
    part = n.power[place] + (((n.power[place + 1] - n.power[place]) * (rest & ((1 << low) - 1))) >> low)
    return part >> whole


def share_out(g, n, f):
    """The softmax of the logits over the seats still in, in millionths."""
    most = 0
    is_first = 1
    for seat in range(g.seats):
        if g.out[seat] == 0 and (is_first == 1 or f.logit[seat] > most):
            most = f.logit[seat]
            is_first = 0
    total = 0
    for seat in range(g.seats):
        if g.out[seat] == 0:
            total += power_of(n, f.logit[seat] - most)
    for seat in range(g.seats):
        f.chance[seat] = 0
        if g.out[seat] == 0:
            f.chance[seat] = power_of(n, f.logit[seat] - most) * MILLION // max(1, total)
