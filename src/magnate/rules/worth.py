"""What things are worth: what could be raised for a debt, and what is counted at the end."""

from .codes import BARE_GROUP, FREE, GROUP_LOTS
from .money import round_up
from .property import group_deed


def resale(e, deed, level):
    """What the Bank pays for the topmost building of a lot at this level: half of what it cost."""
    cost = e.house_cost[deed]
    if level > e.building_houses_per_lot:
        cost = e.hotel_cost[deed]
    return round_up(e, (cost * e.building_resale_percent + 99) // 100)


def resale_down_to(g, e, deed, level):
    """What the Bank pays for bringing a lot down to this level: half the cost of each step removed. AMB-33."""
    amount = 0
    if g.level[deed] > level:
        highest = e.building_houses_per_lot
        amount = (min(g.level[deed], highest) - min(level, highest)) * resale(e, deed, 1)
        if g.level[deed] > highest and level <= highest:
            amount += resale(e, deed, highest + 1)
    return amount


def is_mortgageable_once_sold(g, e, seat, deed):
    """Whether the deed could be mortgaged after its owner has sold every building."""
    if g.mortgaged[deed] != FREE:
        return False
    if e.mortgage_bare == BARE_GROUP:
        group = e.deed_group[deed]
        for place in range(e.group_size[group]):
            other = group_deed(e, group, place)
            if g.level[other] > 0 and g.owner[other] != seat:
                return False
    return True


def raised_by(g, e, seat, deed):
    """Half of the buildings on a deed, and its mortgage value if it could be mortgaged then."""
    amount = resale_down_to(g, e, deed, 0)
    if is_mortgageable_once_sold(g, e, seat, deed):
        amount += e.mortgage[deed]
    return amount


def raisable(g, e, seat):
    """Half of all buildings and the mortgage value of every unmortgaged deed: EXP-86, SRV-62, AMB-38, AMB-39."""
    amount = 0
    if g.deed_count[seat] == 0:
        return amount
    for deed in range(e.deeds):
        if g.owner[deed] == seat:
            amount += raised_by(g, e, seat, deed)
    return amount


def can_raise(g, e, seat, amount):
    """Whether `raisable` is at least this amount; it counts no further than that."""
    if g.deed_count[seat] == 0:
        return amount <= 0
    for deed in range(e.deeds):
        if amount <= 0:
            return True
        if g.owner[deed] == seat:
            amount -= raised_by(g, e, seat, deed)
    return amount <= 0


def building_cost(e, deed, level):
    """What the buildings of a lot at this level cost to put up."""
    if level > e.building_houses_per_lot:
        return e.building_houses_per_lot * e.house_cost[deed] + e.hotel_cost[deed]
    return level * e.house_cost[deed]


def wealth(g, e, seat):
    """Cash, deeds at their price (half if mortgaged), buildings at cost: EXP-93, EUR-108 ff., CLA-120 ff."""
    amount = g.cash[seat]
    for deed in range(e.deeds):
        if g.owner[deed] == seat:
            if g.mortgaged[deed] == FREE:
                amount += e.price[deed]
            else:
                amount += e.price[deed] // 2
            if e.group_kind[e.deed_group[deed]] == GROUP_LOTS:
                amount += building_cost(e, deed, g.level[deed])
    return amount
