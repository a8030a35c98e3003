"""Drafts of plans for a group's buildings: where a draft may rise or fall by a step. `check` decides, as for an order.

A draft that no player has ordered yet goes up from what stands or down from it, never both: one order builds or sells.
"""

from .building import check_build, check_sell, lower_lot, planned, present_plan
from .codes import NOTHING
from .property import group_deed
from .refusals import OK


def with_level(plan, place, level):
    """A plan with another level for one lot."""
    return (plan & ~(15 << (4 * place))) | (level << (4 * place))


def is_selling(g, e, group, plan):
    """Whether a plan takes buildings away from a lot."""
    for place in range(e.group_size[group]):
        if planned(plan, place) < g.level[group_deed(e, group, place)]:
            return True
    return False


def is_building(g, e, group, plan):
    """Whether a plan adds buildings to a lot."""
    for place in range(e.group_size[group]):
        if planned(plan, place) > g.level[group_deed(e, group, place)]:
            return True
    return False


def plan_above(g, e, seat, group, plan, place):
    """A draft with one building more on a lot: a further one, or one that is not sold after all; -1 if neither."""
    now = present_plan(g, e, group)
    level = planned(plan, place)
    if level > e.building_houses_per_lot:
        return NOTHING
    if not is_selling(g, e, group, plan):
        above = with_level(plan, place, level + 1)
        if check_build(g, e, seat, group, above) == OK:
            return above
        return NOTHING
    standing = planned(now, place)
    if level >= standing:
        return NOTHING
    above = with_level(plan, place, level + 1)
    if above == now or check_sell(g, e, seat, group, above) == OK:
        return above
    above = with_level(plan, place, standing)
    if above == now or check_sell(g, e, seat, group, above) == OK:
        return above
    return NOTHING


def plan_below(g, e, seat, group, plan, place):
    """A draft with one building less on a lot: one that is not built after all, or one sold; -1 if neither."""
    now = present_plan(g, e, group)
    level = planned(plan, place)
    if not is_building(g, e, group, plan):
        return lower_lot(g, e, seat, group, plan, place)
    standing = planned(now, place)
    if level <= standing:
        return NOTHING
    below = with_level(plan, place, level - 1)
    if below == now or check_build(g, e, seat, group, below) == OK:
        return below
    below = with_level(plan, place, standing)
    if below == now or check_build(g, e, seat, group, below) == OK:
        return below
    return NOTHING
