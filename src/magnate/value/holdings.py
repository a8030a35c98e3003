"""What one seat has in one group: its figures, and what they add to the seat's sums. Cash is not looked at."""

from magnate.rules.codes import (
    BANK,
    DOUBLING_ALWAYS,
    DOUBLING_BARE,
    FREE,
    GROUP_LOTS,
    GROUP_TRANSPORT,
    MAX_GROUP_LOTS,
    MAX_RENTS,
    NOBODY,
    WITH_MORTGAGE_KEPT,
)
from magnate.rules.mortgage import lift_price
from magnate.rules.property import group_deed
from magnate.rules.worth import building_cost
from magnate.value.fields import (
    BUILT,
    COST,
    DEEDS,
    HOUSES,
    LACKING,
    LIFTS,
    MOST,
    ONE,
    PLEDGED,
    RAISED,
    RENTS,
    ROLLS,
    SUMS,
    WHOLES,
    WORST,
    WORTH,
)

PER_ROLL = 16  # rents of a roll are sixteenths of the starting cash
THREE = 3  # houses: the third is the one that pays


def figure(amount, whole):
    """A part of a whole as a figure."""
    part = amount * ONE // whole
    if part > MOST:
        return MOST
    if part < -MOST:
        return -MOST
    return part


def know_groups(e, n):
    """Write into a network's record what the groups of an edition bring and cost; `stops` is known."""
    houses = 0
    prices = 0
    lots = 0
    n.built_all = 0
    three = min(THREE, e.building_houses_per_lot)
    for group in range(e.groups):
        n.visits[group] = 0
        n.built[group] = 0
        n.top[group] = 0
        n.to_three[group] = 0
        for place in range(e.group_size[group]):
            deed = group_deed(e, group, place)
            n.visits[group] += n.stops[deed]
            prices += e.price[deed]
            if e.group_kind[group] == GROUP_LOTS:
                lots += 1
                houses += e.house_cost[deed]
                times = 1
                if e.rent_doubling == DOUBLING_ALWAYS:
                    times = 2
                n.built[group] += times * e.rent[deed * MAX_RENTS + three] * n.stops[deed]
                n.top[group] += times * e.rent[deed * MAX_RENTS + e.building_houses_per_lot] * n.stops[deed]
                n.to_three[group] += three * e.house_cost[deed]
            else:
                rent = e.rent[deed * MAX_RENTS + e.group_size[group] - 1] * pips(e, deed)
                n.built[group] += rent * n.stops[deed]
                n.top[group] += rent * n.stops[deed]
        n.built_all += n.built[group]
    n.price_mean = prices // max(1, e.deeds)
    n.house_mean = houses // max(1, lots)


def pips(e, deed):
    """Seven pips on the average, where rent is counted by the pip."""
    if e.rent_times_dice[deed] == 1:
        return 7
    return 1


def weigh_holding(g, e, n, seat, group, f):
    """Write the figures of a holding into `f` and add it to the seat's sums. Whether the seat has anything there."""
    size = e.group_size[group]
    first = group * MAX_GROUP_LOTS
    own = 0
    counted = 0
    pledged = 0
    unsold = 0
    rival = NOBODY
    rivals_first = 0
    rivals_further = 0
    rivals_built = 0
    for place in range(size):
        deed = e.group_deed[first + place]
        owner = g.owner[deed]
        if owner == seat:
            own += 1
            if g.mortgaged[deed] != FREE:
                pledged += 1
        elif owner == BANK:
            unsold += 1
        else:
            if rival == NOBODY or rival == owner:
                rival = owner
                rivals_first += 1
            else:
                rivals_further += 1
            if g.level[deed] > 0:
                rivals_built += 1
    if own == 0:
        return False
    counted = own
    if e.rent_mortgaged_count == 0:
        counted -= pledged
    is_lots = e.group_kind[group] == GROUP_LOTS
    is_whole = is_lots and own == size
    lacks_one = is_lots and own == size - 1
    can_build = is_whole or (is_lots and e.building_whole_group == 0)
    can_double = is_whole and (pledged == 0 or e.rent_doubling_with_mortgage == WITH_MORTGAGE_KEPT)
    three = min(THREE, e.building_houses_per_lot)
    base = seat * SUMS
    price = 0
    worth = 0
    raised = 0
    rents = 0
    levels = 0
    high = 0
    hotels = 0
    missing = 0
    house_cost = 0
    worst = 0
    for place in range(size):
        deed = e.group_deed[first + place]
        house_cost += e.house_cost[deed]
        if g.owner[deed] == seat:
            level = g.level[deed]
            price += e.price[deed]
            worth += e.price[deed]
            rent = 0
            if g.mortgaged[deed] != FREE:
                worth -= e.price[deed] - e.price[deed] // 2
                f.sum[base + LIFTS] += lift_price(e, deed, g.mortgaged[deed])
            else:
                raised += e.mortgage[deed]
                if is_lots:
                    rent = e.rent[deed * MAX_RENTS + level]
                    if can_double and (
                        e.rent_doubling == DOUBLING_ALWAYS or (e.rent_doubling == DOUBLING_BARE and level == 0)
                    ):
                        rent *= 2
                else:
                    rent = e.rent[deed * MAX_RENTS + max(counted, 1) - 1] * pips(e, deed)
            f.rent[deed] = rent
            rents += rent * n.stops[deed]
            worst = max(worst, rent)
            if is_lots:
                if level > 0:
                    cost = building_cost(e, deed, level)
                    worth += cost
                    raised += cost * e.building_resale_percent // 100
                    levels += level
                    if level >= three:
                        high += 1
                    if level > e.building_houses_per_lot:
                        hotels += 1
                if level < three:
                    missing += (three - level) * e.house_cost[deed]
    to_come = 0
    if can_build:
        to_come = max(0, n.built[group] * own // size - rents)
        f.sum[base + COST] += missing
        f.sum[base + BUILT] += to_come
    f.sum[base + RENTS] += rents
    f.sum[base + RAISED] += raised
    f.sum[base + WORTH] += worth
    f.sum[base + WHOLES] += is_whole
    f.sum[base + LACKING] += lacks_one
    f.sum[base + HOUSES] += levels
    f.sum[base + PLEDGED] += pledged
    f.sum[base + DEEDS] += own
    f.sum[base + WORST] = max(f.sum[base + WORST], worst)
    money = e.setup_cash
    roll = money * ROLLS // PER_ROLL
    built = figure(n.built[group], roll)
    f.holding[0] = ONE
    f.holding[1] = own * ONE // size
    f.holding[2] = is_lots * ONE
    f.holding[3] = (e.group_kind[group] == GROUP_TRANSPORT) * ONE
    f.holding[4] = is_whole * ONE
    f.holding[5] = lacks_one * ONE
    f.holding[6] = unsold * ONE // size
    f.holding[7] = max(rivals_first, rivals_further) * ONE // size
    f.holding[8] = min(rivals_first, rivals_further) * ONE // size
    f.holding[9] = (rivals_first > 0 and rivals_further == 0 and unsold == 0) * ONE
    f.holding[10] = pledged * ONE // size
    f.holding[11] = figure(2 * price, money)
    f.holding[12] = figure(4 * house_cost, money)
    f.holding[13] = figure(rents, roll)
    f.holding[14] = built
    f.holding[15] = figure(n.top[group], roll)
    f.holding[16] = figure(missing, money)
    f.holding[17] = levels * ONE // ((e.building_houses_per_lot + 1) * size)
    f.holding[18] = high * ONE // size
    f.holding[19] = hotels * ONE // size
    f.holding[20] = 4 * n.visits[group] * ONE // ROLLS
    f.holding[21] = can_build * built
    f.holding[22] = lacks_one * built
    f.holding[23] = rivals_built * ONE // size
    return True
