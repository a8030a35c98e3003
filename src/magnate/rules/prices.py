"""What an action costs: the cash that it takes from its seat, or brings."""

from .building import plan_cost, sale_value
from .codes import (
    ACCEPT_DEAL,
    ACCEPT_OFFER,
    BUILD,
    BUY,
    FRAME_BUY,
    FRAME_OFFER,
    FRAME_TAX,
    FREE,
    GROUP_LOTS,
    LIFT_MORTGAGE,
    MORTGAGE,
    PAY_FINE,
    PAY_TAX,
    SELL_BUILDINGS,
)
from .mortgage import interest, lift_cost
from .property import is_deed
from .slots import buy_target, offer_deed, tax_amount
from .stack import top_kind


def price_of(g, e, seat, kind, x, y):
    """What an action costs a seat in cash; below zero what it brings; 0 where no sum is fixed, or it fits nothing.

    An offer and a deal are priced as if all others agreed.
    """
    if kind == BUY and top_kind(g) == FRAME_BUY:
        return e.price[buy_target(g)]
    if kind == ACCEPT_OFFER and top_kind(g) == FRAME_OFFER:
        return e.price[offer_deed(g)]
    if kind == PAY_TAX and top_kind(g) == FRAME_TAX:
        return tax_amount(g)
    if kind == PAY_FINE:
        return e.jail_fine
    if kind == MORTGAGE and is_deed(e, x):
        return -e.mortgage[x]
    if kind == LIFT_MORTGAGE and is_deed(e, x):
        return lift_cost(g, e, seat, x)
    if 0 <= x < e.groups and e.group_kind[x] == GROUP_LOTS:
        if kind == BUILD:
            return plan_cost(g, e, x, y)
        if kind == SELL_BUILDINGS:
            return -sale_value(g, e, x, y)
    if kind == ACCEPT_DEAL and 0 <= x < g.seats:
        return price_of_deal(g, e, seat, x)
    return 0


def price_of_deal(g, e, seat, slot):
    """What a deal costs a party: its cash, and the interest on mortgaged deeds it gets. EXP-80."""
    price = -g.deal[slot].cash[seat]
    for deed in range(e.deeds):
        if g.deal[slot].deed[deed] == seat and g.mortgaged[deed] != FREE:
            price += interest(e, deed, e.mortgage_transfer_percent)
    return price
