"""What property is worth to the trader: what it brings in, what it completes, what it keeps from the others.

Amounts are in the edition's money. Income is counted over the rolls the other players are expected to make.
"""

from magnate.bots.limits import round_unit, rounds_beyond
from magnate.rules.codes import (
    BANK,
    DOUBLING_ALWAYS,
    DOUBLING_BARE,
    FREE,
    GROUP_LOTS,
    INHERITED,
    MAX_DEEDS,
    MAX_GROUPS,
    MAX_RENTS,
    MAX_SEATS,
    MORTGAGED,
)
from magnate.rules.masks import count_bits, has
from magnate.rules.mortgage import interest, lift_price
from magnate.rules.property import group_deed
from magnate.rules.rent import WHOLE_GROUP, rent_in_force

KNOBS = 12
HORIZON = 0  # rolls of each other player that count
NEAR = 1  # % of a whole group's extra worth for all deeds but one
FAR = 2  # % of it for each deed before that
DENY = 3  # % of what others gain that counts as a loss, shared among those who lose; to one of them never above 100
BASE = 4  # % of the starting money to keep
COST = 5  # % of the price of buildings that counts
LEAVE = 6  # % of deeds unsold above which jail is left at once
MARGIN = 7  # hundredths of 1 % that a deal must add to the chance to win of the player who accepts it
OFTEN = 8  # groups a turn for which an offer is thought about
OWN = 9  # % of its price that a deed counts by itself
LIFT = 10  # % of the starting money beyond the cash kept at which idle mortgages are lifted
FAIR = 11  # % of what a deal adds to the chances of two that the player who accepts it wants

ROLLS = 10_000  # in which stops are counted
RESTLESS = 40  # rounds beyond an ordinary game after which a trader is cautious no more

BOTS = [  # who sits at a table, and what follows for them from its edition
    ("bot", "i1", MAX_SEATS),  # which bot plays a seat
    ("private", "i4", 0),  # 0/1: cash is private
    ("knob", "i4", MAX_SEATS * KNOBS),  # a trader's style, seat by seat
    ("unit", "i4", 0),  # of round sums: `round_unit`
    ("stops", "i4", MAX_DEEDS),  # of ROLLS rolls, how many end on each deed
    # what a seat gains by a whole group at each level, buildings paid, by the number of rivals
    ("gain", "i8", MAX_SEATS * MAX_SEATS * MAX_GROUPS * MAX_RENTS),
    ("outlay", "i8", MAX_GROUPS * MAX_RENTS),  # the price of building a whole group up to each level
    ("built", "i8", MAX_GROUPS * MAX_RENTS),  # the rents of a whole group at each level, in ROLLS rolls of another
    ("lift", "i4", (INHERITED + 1) * MAX_DEEDS),  # what lifting costs: free deeds, then mortgaged, then inherited ones
    ("takeover", "i4", (INHERITED + 1) * MAX_DEEDS),  # what getting a deed costs at once, likewise
]


def fill_edition_figures(e, b):
    """Write down what whole groups bring and cost, level by level, and what mortgages cost; `stops` is known."""
    b.unit = round_unit(e)
    for group in range(e.groups):
        outlay = 0
        for level in range(1, e.building_houses_per_lot + 1):
            brings = 0
            built = 0
            for place in range(e.group_size[group]):
                deed = group_deed(e, group, place)
                rise = whole_rent(e, deed, level) - e.rent[deed * MAX_RENTS]
                brings += rise * b.stops[deed]
                built += whole_rent(e, deed, level) * b.stops[deed]
                outlay += e.house_cost[deed]
            b.outlay[group * MAX_RENTS + level] = outlay
            b.built[group * MAX_RENTS + level] = built
            for seat in range(e.seats):
                for rivals in range(e.seats):
                    gain = brings * knob(b, seat, HORIZON) * rivals // ROLLS - outlay * knob(b, seat, COST) // 100
                    b.gain[gains_of(seat, rivals, group) + level] = gain
    for deed in range(e.deeds):
        due = interest(e, deed, e.mortgage_transfer_percent)
        b.takeover[MORTGAGED * MAX_DEEDS + deed] = due
        b.takeover[INHERITED * MAX_DEEDS + deed] = due
        b.lift[MORTGAGED * MAX_DEEDS + deed] = lift_price(e, deed, MORTGAGED)
        b.lift[INHERITED * MAX_DEEDS + deed] = lift_price(e, deed, INHERITED)


def caution(g):
    """How cautious traders still are, of RESTLESS: less and less in a long game, so that somebody deals and it ends."""
    return max(0, RESTLESS - rounds_beyond(g))


def knob(b, seat, which):
    """A number that makes this seat's style of trading."""
    return b.knob[seat * KNOBS + which]


def gains_of(seat, rivals, group):
    """Where a seat's gains by a whole group begin."""
    return ((seat * MAX_SEATS + rivals) * MAX_GROUPS + group) * MAX_RENTS


def rivals_left(g):
    """How many others still play."""
    return g.seats - g.out_count - 1


def coming_rolls(g, b, seat):
    """The rolls of other players that count."""
    return knob(b, seat, HORIZON) * rivals_left(g)


def dice_or_one(e, deed):
    """Seven pips on the average, where rent is counted by the pip."""
    if e.rent_times_dice[deed] == 1:
        return 7
    return 1


def whole_rent(e, deed, level):
    """The rent of a lot at this level whose owner has the whole group."""
    rent = e.rent[deed * MAX_RENTS + level]
    if e.rent_doubling == DOUBLING_ALWAYS or (e.rent_doubling == DOUBLING_BARE and level == 0):
        return WHOLE_GROUP * rent
    return rent


def whole_extra(g, e, b, seat, group, cash):
    """What owning the whole of a colour brings beyond its deeds: rents of built lots, less buildings."""
    if e.group_kind[group] != GROUP_LOTS:
        return 0
    gains = gains_of(seat, rivals_left(g), group)
    extra = 0
    for step in range(e.building_houses_per_lot):
        level = (
            e.building_houses_per_lot - step
        )  # the highest brings the most as a rule: the others are not looked into then
        gain = b.gain[gains + level]
        if gain > extra:
            outlay = b.outlay[group * MAX_RENTS + level]
            if cash < outlay:  # who cannot build gets less out of it, or later
                gain = gain * (outlay + max(cash, 0)) // (2 * outlay)
            extra = max(extra, gain)
    return extra


def places_of(g, e, other, group):
    """The places of a group that a player holds, as a mask."""
    held = 0
    for place in range(e.group_size[group]):
        if g.owner[group_deed(e, group, place)] == other:
            held |= 1 << place
    return held


def holding(g, e, b, seat, group, held, extra):
    """What, as a seat reckons, these places of a group are worth to a player to whom the whole is worth `extra`."""
    if held == 0:
        return 0
    count = count_bits(held)
    amount = 0
    bare = 0
    size = e.group_size[group]
    own = knob(b, seat, OWN)
    rolls = coming_rolls(g, b, seat)
    is_lots = e.group_kind[group] == GROUP_LOTS
    for place in range(size):
        if has(held, place):
            deed = group_deed(e, group, place)
            amount += e.price[deed] * own // 100 - b.lift[g.mortgaged[deed] * MAX_DEEDS + deed]
            if is_lots:
                bare += e.rent[deed * MAX_RENTS] * b.stops[deed]
            else:
                rent = e.rent[deed * MAX_RENTS + count - 1] * dice_or_one(e, deed)
                amount += rent * b.stops[deed] * rolls // ROLLS
    amount += bare * rolls // ROLLS
    if count == size:
        return amount + extra
    if e.building_whole_group == 0:
        return amount + extra * count // size
    if count == size - 1:
        return amount + extra * knob(b, seat, NEAR) // 100
    return amount + extra * count * knob(b, seat, FAR) // 100


def change_to(g, e, b, seat, other, group, held, cash):
    """What, as a seat reckons, it changes for a player to hold these places of a group, with this cash to build."""
    extra = whole_extra(g, e, b, seat, group, cash)
    before = places_of(g, e, other, group)
    return holding(g, e, b, seat, group, held, extra) - holding(g, e, b, seat, group, before, extra)


def rise_to(g, e, b, seat, other, group, held):
    """What a rival gains by holding these places of a group, as a seat fears: the money to build will be found."""
    return change_to(g, e, b, seat, other, group, held, b.outlay[group * MAX_RENTS + e.building_houses_per_lot])


def denied(g, b, seat, gain):
    """What the gain of one rival counts as a loss: all rivals share it. In a long game it counts less and less, so
    that somebody deals and it comes to an end.
    """
    if gain <= 0:
        return 0
    rivals = max(1, rivals_left(g))
    part = min(knob(b, seat, DENY), 100 * rivals) * caution(g) // RESTLESS
    return gain * part // (100 * rivals)


def takeover(g, b, deed):
    """What getting a deed costs at once: the interest on its mortgage."""
    return b.takeover[g.mortgaged[deed] * MAX_DEEDS + deed]


def expected_rent(g, e, b, seat):
    """What this seat pays on the average in ten thousand rolls."""
    total = 0
    for deed in range(e.deeds):
        owner = g.owner[deed]
        if owner != BANK and owner != seat and g.mortgaged[deed] == FREE:
            total += rent_in_force(g, e, deed) * dice_or_one(e, deed) * b.stops[deed]
    return total


def cash_reserve(e, b, seat):
    """The cash the trader keeps: a little. More is safer and wins less: what is built brings more than it risks."""
    return e.setup_cash * knob(b, seat, BASE) // 100


def marginal(g, e, b, seat, deed):
    """What getting one more deed is worth to a seat: its own gain, and what a player who lacks it loses."""
    group = e.deed_group[deed]
    place = 1 << e.deed_place[deed]
    mine = change_to(g, e, b, seat, seat, group, places_of(g, e, seat, group) | place, g.cash[seat])
    most = 0
    for other in range(g.seats):
        if other != seat and g.out[other] == 0 and other != g.owner[deed]:
            most = max(most, rise_to(g, e, b, seat, other, group, places_of(g, e, other, group) | place))
    return mine + denied(g, b, seat, most)
