"""Houses and hotels: building and selling, by whole plans for a group.

A plan gives the level that every lot of the group is to have, packed four bits a lot in board order.
EXP «Case ed alberghi», SRV «Case ed alberghi», EUR «Vile și hoteluri», CLA «Casas», «Hoteles», CAS «Casas y hoteles».
"""

from .codes import BANK, EVEN_FIRST, EVEN_FULL, FRAME_AUCTION, FREE, GROUP_LOTS, HOTEL, HOUSE, NOTHING
from .masks import has
from .moments import check_managing, check_raising
from .property import group_deed, has_mortgage_in_group, owns_group, reopen_contests
from .refusals import (
    GROUP_INCOMPLETE,
    GROUP_MORTGAGED,
    HOTEL_NEEDS_HOUSES,
    NO_HOTELS_LEFT,
    NO_HOUSES_LEFT,
    NO_SUCH_THING,
    NOT_A_LOT,
    NOT_ENOUGH_CASH,
    NOT_EVEN,
    NOT_YOURS,
    NOTHING_TO_CHANGE,
    OK,
    TOO_HIGH,
)
from .slots import auction_building
from .stack import top_kind
from .tell import BUILDINGS_SOLD, BUILT, RULE_BUILD, RULE_HOTEL, RULE_SELL_BUILDINGS, tell
from .worth import building_cost, resale_down_to


def planned(plan, place):
    """The level a plan gives the lot at this place."""
    return (plan >> (4 * place)) & 15


def present_plan(g, e, group):
    """The plan that changes nothing."""
    plan = 0
    for place in range(e.group_size[group]):
        plan |= g.level[group_deed(e, group, place)] << (4 * place)
    return plan


def is_even(g, e, seat, group, plan, evenness):
    """Whether the seat's lots of the group stand as evenly as the edition asks. AMB-58, AMB-122."""
    low = 15
    high = 0
    for place in range(e.group_size[group]):
        if g.owner[group_deed(e, group, place)] == seat:
            level = planned(plan, place)
            low = min(low, level)
            high = max(high, level)
    if evenness == EVEN_FULL:
        return high - low <= 1
    if evenness == EVEN_FIRST:
        return high <= 1 or low >= 1
    return True


def may_have_hotel(g, e, seat, group, plan, place):
    """A hotel needs the whole group, and enough on every other lot; a hotel counts as enough. AMB-18, AMB-72."""
    if not owns_group(g, e, seat, group):
        return False
    for other in range(e.group_size[group]):
        if other != place and planned(plan, other) < e.building_hotel_rest:
            return False
    return True


def check_group(g, e, seat, group):
    """Whether this seat may build in the group at all: OK, or why not."""
    if group < 0 or group >= e.groups:
        return NO_SUCH_THING
    if e.group_kind[group] != GROUP_LOTS:
        return NOT_A_LOT  # CAS-41: nothing is built on monuments
    if e.building_whole_group == 1 and not owns_group(g, e, seat, group):
        return GROUP_INCOMPLETE
    if e.building_mortgage_bars == 1 and has_mortgage_in_group(g, e, seat, group):
        return GROUP_MORTGAGED  # AMB-19
    return OK


def check_plan(g, e, seat, group, plan):
    """Whether a plan for building keeps the rules, money and stock apart: OK, or why not."""
    refusal = check_group(g, e, seat, group)
    if refusal != OK:
        return refusal
    rises = 0
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        level = planned(plan, place)
        if level > e.building_houses_per_lot + 1:
            return TOO_HIGH
        if level < g.level[deed]:
            return NOTHING_TO_CHANGE
        if level > g.level[deed]:
            if g.owner[deed] != seat:
                return NOT_YOURS
            if g.mortgaged[deed] != FREE:
                return GROUP_MORTGAGED
            if level > e.building_houses_per_lot and not may_have_hotel(g, e, seat, group, plan, place):
                return HOTEL_NEEDS_HOUSES
            rises += 1
    if rises == 0 or plan >> (4 * e.group_size[group]) != 0:
        return NOTHING_TO_CHANGE
    if not is_even(g, e, seat, group, plan, e.building_even):
        return NOT_EVEN
    return OK


def plan_cost(g, e, group, plan):
    """What a plan for building costs."""
    cost = 0
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        cost += building_cost(e, deed, planned(plan, place)) - building_cost(e, deed, g.level[deed])
    return cost


def check_stock(g, e, seat, group, plan):
    """Whether the Bank has the pieces, building step by step: hotels as soon as due, then the lowest lot."""
    now = present_plan(g, e, group)
    houses = g.houses
    hotels = g.hotels
    while now != plan:
        step = NOTHING
        missing = NO_HOTELS_LEFT
        is_hotel = 0
        lowest = 15
        for place in range(e.group_size[group]):
            level = planned(now, place)
            if level < planned(plan, place):
                if level == e.building_houses_per_lot:
                    if hotels > 0 and may_have_hotel(g, e, seat, group, now, place):
                        step = place
                        is_hotel = 1
                elif houses == 0:
                    missing = NO_HOUSES_LEFT
                else:
                    rank = level
                    if planned(plan, place) > e.building_houses_per_lot and hotels > 0:
                        if may_have_hotel(g, e, seat, group, now, place):
                            rank = -2 - level  # soon a hotel, whose houses come back: the nearest to it first
                    if is_hotel == 0 and rank < lowest:
                        step = place
                        lowest = rank
        if step == NOTHING:
            return missing
        if is_hotel == 1:
            hotels -= 1
            houses += e.building_houses_per_lot
        else:
            houses -= 1
        now += 1 << (4 * step)
    return OK


def check_build(g, e, seat, group, plan):
    """A plan that the rules, the cash and the stock allow, at a moment for managing."""
    refusal = check_managing(g, e, seat)
    if refusal != OK:
        return refusal
    refusal = check_plan(g, e, seat, group, plan)
    if refusal != OK:
        return refusal
    if g.cash[seat] < plan_cost(g, e, group, plan):
        return NOT_ENOUGH_CASH
    return check_stock(g, e, seat, group, plan)


def set_level(g, e, deed, level):
    """Put a lot at a level and take the pieces from the stock, or return them to it."""
    top = e.building_houses_per_lot
    if g.level[deed] > top:
        g.hotels += 1
    else:
        g.houses += g.level[deed]
    g.level[deed] = level
    if level > top:
        g.hotels -= 1
    else:
        g.houses -= level
    reopen_contests(g)


def build_plan(g, e, seat, group, plan):
    """Carry out a plan for building."""
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        level = planned(plan, place)
        if level > g.level[deed]:
            cost = building_cost(e, deed, level) - building_cost(e, deed, g.level[deed])
            g.cash[seat] -= cost
            set_level(g, e, deed, level)
            rule = RULE_BUILD
            if level > e.building_houses_per_lot:
                rule = RULE_HOTEL
            tell(g, BUILT, seat, BANK, cost, deed, level, rule)


def check_sale_plan(g, e, seat, group, plan):
    """A sale goes to a layout in which no lot is higher, evenness holds and the houses can be had. AMB-33, AMB-34."""
    if group < 0 or group >= e.groups:
        return NO_SUCH_THING
    if e.group_kind[group] != GROUP_LOTS:
        return NOT_A_LOT
    falls = 0
    standing = 0
    needed = 0
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        level = planned(plan, place)
        if level > g.level[deed]:
            return TOO_HIGH
        if level < g.level[deed]:
            if g.owner[deed] != seat:
                return NOT_YOURS
            falls += 1
        if g.level[deed] <= e.building_houses_per_lot:
            standing += g.level[deed]
        if level <= e.building_houses_per_lot:
            needed += level
    if falls == 0 or plan >> (4 * e.group_size[group]) != 0:
        return NOTHING_TO_CHANGE
    if not is_even(g, e, seat, group, plan, e.building_even_selling):
        return NOT_EVEN
    free = g.houses
    if top_kind(g) == FRAME_AUCTION and auction_building(g) == HOUSE:
        free -= 1  # the house under the hammer is not to be had
    if needed > standing + free:
        return NO_HOUSES_LEFT
    return OK


def own_bare_plan(g, e, seat, group):
    """The plan in which this seat has sold every building of the group."""
    plan = present_plan(g, e, group)
    for place in range(e.group_size[group]):
        if g.owner[group_deed(e, group, place)] == seat:
            plan = plan & ~(15 << (4 * place))
    return plan


def check_sell(g, e, seat, group, plan):
    """A sale of buildings to the Bank, at a moment for raising money."""
    refusal = check_raising(g, e, seat)
    if refusal != OK:
        return refusal
    return check_sale_plan(g, e, seat, group, plan)


def lower_lot(g, e, seat, group, now, place):
    """The plan with one building less on a lot, or none where the Bank lacks houses; -1 if neither may be. AMB-34."""
    if planned(now, place) == 0:
        return NOTHING
    plan = now - (1 << (4 * place))
    if check_sell(g, e, seat, group, plan) == OK:
        return plan
    plan = now & ~(15 << (4 * place))
    if check_sell(g, e, seat, group, plan) == OK:
        return plan
    return NOTHING


def sale_value(g, e, group, plan):
    """What the Bank pays for bringing a group down to a plan."""
    value = 0
    for place in range(e.group_size[group]):
        value += resale_down_to(g, e, group_deed(e, group, place), planned(plan, place))
    return value


def sell_buildings(g, e, seat, group, plan):
    """The Bank buys buildings back."""
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        level = planned(plan, place)
        if level < g.level[deed]:
            amount = resale_down_to(g, e, deed, level)
            g.cash[seat] += amount
            set_level(g, e, deed, level)
            tell(g, BUILDINGS_SOLD, seat, BANK, amount, deed, level, RULE_SELL_BUILDINGS)


def order_of(g, e, group, plan, kind):
    """How many houses, or hotels, a plan asks the Bank for."""
    count = 0
    for place in range(e.group_size[group]):
        before = g.level[group_deed(e, group, place)]
        after = planned(plan, place)
        if kind == HOTEL:
            if after > e.building_houses_per_lot and before <= e.building_houses_per_lot:
                count += 1
        elif before < e.building_houses_per_lot and after > before:
            count += min(after, e.building_houses_per_lot) - before
    return count


def cost_of(e, deed, kind):
    """The printed price of a building on this lot."""
    if kind == HOTEL:
        return e.hotel_cost[deed]
    return e.house_cost[deed]


def can_place(g, e, seat, deed, kind):
    """Whether one more building of this kind may stand on this lot, money and stock apart."""
    if g.owner[deed] != seat:
        return False
    group = e.deed_group[deed]
    if e.group_kind[group] != GROUP_LOTS:
        return False
    if (kind == HOTEL) != (g.level[deed] == e.building_houses_per_lot):
        return False
    plan = present_plan(g, e, group) + (1 << (4 * e.deed_place[deed]))
    return check_plan(g, e, seat, group, plan) == OK


def can_place_any(g, e, seat, kind):
    """Whether this seat has a lot on which one more building of this kind may stand."""
    for deed in range(e.deeds):
        if g.owner[deed] == seat and can_place(g, e, seat, deed, kind):
            return True
    return False


def lowest_printed(g, e, seats, kind):
    """The lowest price of a building on any lot these seats own, built on now or not. EUR-83, CLA-81, AMB-36."""
    lowest = NOTHING
    for deed in range(e.deeds):
        owner = g.owner[deed]
        if owner != BANK and has(seats, owner) and e.group_kind[e.deed_group[deed]] == GROUP_LOTS:
            cost = cost_of(e, deed, kind)
            if lowest == NOTHING or cost < lowest:
                lowest = cost
    return lowest
