"""The network in whole numbers: a position's figures to the chance of each seat, the same on every machine.

A shared layer over the holdings of a seat, added up; a layer over the seat's figures and that sum; a last one over a
seat's own units and the mean of its rivals'; then a softmax over the seats still in. So one network serves any number
of groups and of seats, in whatever order they sit.
"""

from magnate.rules.codes import BANK, MAX_GROUP_LOTS
from magnate.value.fields import (
    HOLDING,
    LOGIT_BITS,
    MAX_HOLD_UNITS,
    MAX_SEAT_UNITS,
    MILLION,
    STANDING,
    STORED,
    SUMS,
    TABLE_BITS,
    UNIT_MOST,
    WAYS,
    WEIGHT_BITS,
    WORST,
)
from magnate.value.holdings import weigh_holding
from magnate.value.standing import weigh_seats

OUT_BITS = 10 + WEIGHT_BITS - LOGIT_BITS  # a unit of 1 has ten bits


def weigh(g, e, n, f):
    """Write the chance of every seat to win, in millionths, into `f.chance`."""
    clear_sums(g, n, f)
    if f.stored_for != n.number:
        f.stored_for = n.number
        for entry in range(STORED):
            f.stored[entry] = 0
    for group in range(e.groups):
        add_group(g, e, n, group, f)
    weigh_seats(g, e, n, f)
    weigh_units(g, n, f)


def clear_sums(g, n, f):
    """Start with no holdings."""
    for i in range(g.seats * SUMS):
        f.sum[i] = 0
    for seat in range(g.seats):
        for unit in range(n.hold_units):
            f.pool[seat * MAX_HOLD_UNITS + unit] = 0


def add_group(g, e, n, group, f):
    """Add everybody's holdings in a group to their sums and units. What was weighed before is stored."""
    first = group * MAX_GROUP_LOTS
    key = 1
    mixed = 0
    for place in range(e.group_size[group]):
        deed = e.group_deed[first + place]
        one = (g.owner[deed] + 1) * 32 + g.level[deed] * 4 + g.mortgaged[deed]
        key = key * 512 + one
        mixed = mixed * 7 + one + g.owner[deed] * 3 + g.level[deed]
    entry = group * WAYS + mixed % WAYS
    if f.stored[entry] != key:
        store_group(g, e, n, group, entry, f)
        f.stored[entry] = key
    at = entry * MAX_GROUP_LOTS
    for place in range(e.group_size[group]):
        deed = e.group_deed[first + place]
        seat = g.owner[deed]
        if seat != BANK:
            f.rent[deed] = f.stored_rent[at + place]
            if is_first_of(g, e, group, place, seat):
                base = (at + place) * SUMS
                for i in range(WORST):
                    f.sum[seat * SUMS + i] += f.stored_sum[base + i]
                f.sum[seat * SUMS + WORST] = max(f.sum[seat * SUMS + WORST], f.stored_sum[base + WORST])
                base = (at + place) * MAX_HOLD_UNITS
                for unit in range(n.hold_units):
                    f.pool[seat * MAX_HOLD_UNITS + unit] += f.stored_unit[base + unit]


def is_first_of(g, e, group, place, seat):
    """Whether a seat has none of a group's deeds before this place."""
    for before in range(place):
        if g.owner[e.group_deed[group * MAX_GROUP_LOTS + before]] == seat:
            return False
    return True


def store_group(g, e, n, group, entry, f):
    """Weigh everybody's holdings in a group and store them, each at the place of its first deed."""
    at = entry * MAX_GROUP_LOTS
    for place in range(e.group_size[group]):
        deed = e.group_deed[group * MAX_GROUP_LOTS + place]
        seat = g.owner[deed]
        if seat != BANK and is_first_of(g, e, group, place, seat):
            base = (at + place) * SUMS
            for i in range(SUMS):
                f.stored_sum[base + i] = f.sum[seat * SUMS + i]
                f.sum[seat * SUMS + i] = 0
            weigh_holding(g, e, n, seat, group, f)
            for i in range(SUMS):
                before = f.stored_sum[base + i]
                f.stored_sum[base + i] = f.sum[seat * SUMS + i]
                f.sum[seat * SUMS + i] = before
            find_units(n, (at + place) * MAX_HOLD_UNITS, f)
    for place in range(e.group_size[group]):
        f.stored_rent[at + place] = f.rent[e.group_deed[group * MAX_GROUP_LOTS + place]]


def find_units(n, base, f):
    """Store the units of a weighed holding from a place on."""
    units = n.hold_units
    for unit in range(units):
        f.hold_unit[unit] = n.hold_bias[unit]
    for i in range(HOLDING):
        x = f.holding[i]
        if x != 0:
            for unit in range(units):
                f.hold_unit[unit] += x * n.hold_weight[i * units + unit]
    for unit in range(units):
        f.stored_unit[base + unit] = max(0, min(UNIT_MOST, int(f.hold_unit[unit]) >> WEIGHT_BITS))


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
                y = (n.last_bias[unit] + int(f.last[unit] + f.shared[unit]) // rivals) >> WEIGHT_BITS
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
        y = max(0, min(UNIT_MOST, int(f.unit[at + unit]) >> WEIGHT_BITS))
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
