"""What property is worth to the trader: what it brings in, what it completes, what it keeps from the others.

Amounts are in the edition's money. Income is counted over the rolls the other players are expected to make.
"""

from magnate.bots.trade import owner_after
from magnate.rules.codes import (
    BANK,
    DOUBLING_ALWAYS,
    DOUBLING_BARE,
    FREE,
    GROUP_LOTS,
    MAX_DEEDS,
    MAX_GROUPS,
    MAX_RENTS,
    MAX_SEATS,
    NOBODY,
)
from magnate.rules.mortgage import lift_cost
from magnate.rules.property import group_deed
from magnate.rules.rent import rent_in_force

KNOBS = 14
HORIZON = 0  # rolls of each other player that count
NEAR = 1  # % of a whole group's extra worth for all deeds but one
FAR = 2  # % of it for each deed before that
DENY = 3  # % of what others gain that counts as a loss, shared among those who lose
BASE = 4  # % of the starting money to keep in the purse
COST = 5  # % of the price of buildings that counts
LEAVE = 6  # % of deeds unsold above which jail is left at once
MARGIN = 7  # % of what one gives that a deal must bring more
OFTEN = 8  # groups a turn for which an offer is thought about
FIRST_PRICE = 9  # % of the list price offered first
NEXT_PRICE = 10
OWN = 11  # % of its price that a deed counts by itself
SHARE = 12  # % of the gain kept for oneself
LIFT = 13  # % of the starting money beyond the purse at which idle mortgages are lifted

ROLLS = 10_000  # in which stops are counted

BOTS = [  # who sits at a table, and what follows for them from its edition
    ("bot", "i1", MAX_SEATS),  # which bot plays a seat
    ("trick", "i1", MAX_SEATS),  # which trick a swindler tries
    ("private", "i4", 0),  # 0/1: purses are private
    ("knob", "i4", MAX_SEATS * KNOBS),  # a trader's style, seat by seat
    ("stops", "i4", MAX_DEEDS),  # of ROLLS rolls, how many end on each deed
    ("whole", "i8", MAX_GROUPS * MAX_RENTS),  # what those stops bring, at each level, beyond bare lots
    ("outlay", "i4", MAX_GROUPS * MAX_RENTS),  # the price of building a whole group up to each level
]


def know_edition(e, b):
    """Write down what whole groups bring and cost, level by level; `stops` is known."""
    for group in range(e.groups):
        outlay = 0
        for level in range(1, e.houses_per_lot + 1):
            brings = 0
            for place in range(e.group_size[group]):
                deed = group_deed(e, group, place)
                rise = whole_rent(e, deed, level) - e.rent[deed * MAX_RENTS]
                brings += rise * b.stops[deed]
                outlay += e.house_cost[deed]
            b.whole[group * MAX_RENTS + level] = brings
            b.outlay[group * MAX_RENTS + level] = outlay


def knob(b, seat, which):
    """A number that makes this seat's style of trading."""
    return b.knob[seat * KNOBS + which]


def purse_of(g, b, seat, other):
    """The cash a seat takes another to have: what lies open, or where purses are private as much as its own."""
    if b.private == 1:
        return g.cash[seat]
    return g.cash[other]


def coming_rolls(g, b, seat):
    """The rolls of other players that count."""
    return knob(b, seat, HORIZON) * (g.seats - g.out_count - 1)


def dice_or_one(e, deed):
    """Seven pips on the average, where rent is counted by the pip."""
    if e.rent_times_dice[deed] == 1:
        return 7
    return 1


def whole_rent(e, deed, level):
    """The rent of a lot at this level whose owner has the whole group."""
    rent = e.rent[deed * MAX_RENTS + level]
    if e.doubling == DOUBLING_ALWAYS or (e.doubling == DOUBLING_BARE and level == 0):
        return 2 * rent
    return rent


def whole_extra(g, e, b, seat, group, cash):
    """What owning the whole of a colour brings beyond its deeds: rents of built lots, less buildings."""
    rolls = coming_rolls(g, b, seat)
    part = knob(b, seat, COST)
    extra = 0
    for level in range(1, e.houses_per_lot + 1):
        outlay = b.outlay[group * MAX_RENTS + level]
        gain = b.whole[group * MAX_RENTS + level] * rolls // ROLLS - outlay * part // 100
        if cash < outlay:  # who cannot build gets less out of it, or later
            gain = gain * (outlay + max(cash, 0)) // (2 * outlay)
        extra = max(extra, gain)
    return extra


def holding(g, e, b, seat, other, group, a, after):
    """What, as a seat reckons, a player's deeds of a group are worth to it, before or after the terms."""
    count = 0
    amount = 0
    bare = 0
    size = e.group_size[group]
    own = knob(b, seat, OWN)
    for place in range(size):
        deed = group_deed(e, group, place)
        owner = g.owner[deed]
        if after == 1:
            owner = owner_after(g, a, deed)
        if owner == other:
            count += 1
            amount += e.price[deed] * own // 100
            if g.mortgaged[deed] != FREE:
                amount -= lift_cost(g, e, deed)
            bare += e.rent[deed * MAX_RENTS] * b.stops[deed]
    if count == 0:
        return 0
    rolls = coming_rolls(g, b, seat)
    if e.group_kind[group] != GROUP_LOTS:
        for place in range(size):
            deed = group_deed(e, group, place)
            owner = g.owner[deed]
            if after == 1:
                owner = owner_after(g, a, deed)
            if owner == other:
                rent = e.rent[deed * MAX_RENTS + count - 1] * dice_or_one(e, deed)
                amount += rent * b.stops[deed] * rolls // ROLLS
        return amount
    amount += bare * rolls // ROLLS
    cash = purse_of(g, b, seat, other)
    if after == 1:
        cash += a.cash[other]
    extra = whole_extra(g, e, b, seat, group, cash)
    if count == size or e.needs_group == 0:
        return amount + extra * count // size
    if count == size - 1:
        return amount + extra * knob(b, seat, NEAR) // 100
    return amount + extra * count * knob(b, seat, FAR) // 100


def change(g, e, b, seat, other, group, a):
    """What, as a seat reckons, the terms change in a player's holding of a group."""
    if not is_moved(g, e, other, group, a):
        return 0
    return holding(g, e, b, seat, other, group, a, 1) - holding(g, e, b, seat, other, group, a, 0)


def is_moved(g, e, other, group, a):
    """Whether a player gets or gives a deed of the group by the terms."""
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        to = a.deed[deed]
        if to != NOBODY and (to == other or g.owner[deed] == other):
            return True
    return False


def is_in_terms(e, group, a):
    """Whether the terms move a deed of the group."""
    for place in range(e.group_size[group]):
        if a.deed[group_deed(e, group, place)] != NOBODY:
            return True
    return False


def expected_rent(g, e, b, seat):
    """What this seat pays on the average in ten thousand rolls."""
    total = 0
    for deed in range(e.deeds):
        owner = g.owner[deed]
        if owner != BANK and owner != seat and g.mortgaged[deed] == FREE:
            total += rent_in_force(g, e, deed) * dice_or_one(e, deed) * b.stops[deed]
    return total


def purse(e, b, seat):
    """The cash the trader keeps: a little. More is safer and wins less: what is built brings more than it risks."""
    return e.cash_at_start * knob(b, seat, BASE) // 100


def marginal(g, e, b, seat, deed, a):
    """What getting one more deed is worth to a seat: its own gain, and what it keeps from whoever lacks just this."""
    group = e.deed_group[deed]
    a.deed[deed] = seat
    mine = change(g, e, b, seat, seat, group, a)
    most = 0
    for other in range(g.seats):
        if other != seat and g.out[other] == 0 and other != g.owner[deed]:
            a.deed[deed] = other
            most = max(most, change(g, e, b, seat, other, group, a))
    a.deed[deed] = NOBODY
    return mine + most * knob(b, seat, DENY) // (100 * max(1, g.seats - g.out_count - 1))
