"""What if: a position is changed for a moment, weighed, and put back. What it would be worth to a seat, in millionths.

No copy is made: what a trial changes is little, and it is restored field by field.
"""

from magnate.rules.building import plan_cost, planned, sale_value
from magnate.rules.codes import BANK, FREE, INHERITED, MORTGAGED, NOBODY
from magnate.rules.mortgage import interest, lift_cost
from magnate.rules.property import group_deed
from magnate.value.layers import weigh


def chance_now(g, e, n, f, seat):
    """A seat's chance as things stand."""
    weigh(g, e, n, f)
    return f.chance[seat]


def move_deed(g, deed, owner):
    """Hand a deed over without anything else."""
    if g.owner[deed] != BANK:
        g.deed_count[g.owner[deed]] -= 1
    g.owner[deed] = owner
    if owner != BANK:
        g.deed_count[owner] += 1


def due_on(g, e, deed):
    """What taking a deed over costs at once: the interest on its mortgage."""
    if g.mortgaged[deed] == FREE:
        return 0
    return interest(e, deed, e.mortgage_transfer_percent)


def try_sale(g, e, n, f, seat, deed, buyer, price):
    """A seat's chance if a buyer pays the Bank, or the seller, this price for a deed."""
    seller = g.owner[deed]
    due = due_on(g, e, deed)
    move_deed(g, deed, buyer)
    g.cash[buyer] -= price + due
    if seller != BANK:
        g.cash[seller] += price
    weigh(g, e, n, f)
    move_deed(g, deed, seller)
    g.cash[buyer] += price + due
    if seller != BANK:
        g.cash[seller] -= price
    return f.chance[seat]


def try_freedom(g, e, n, f, seat, cost, card):
    """A seat's chance if it leaves jail, for an amount or by a card (or -1)."""
    stay = g.jail[seat]
    g.jail[seat] = 0
    g.cash[seat] -= cost
    if card >= 0:
        g.held[card] = NOBODY
    weigh(g, e, n, f)
    g.jail[seat] = stay
    g.cash[seat] += cost
    if card >= 0:
        g.held[card] = seat
    return f.chance[seat]


def try_mortgage(g, e, n, f, seat, deed):
    """A seat's chance if it mortgages a deed."""
    g.mortgaged[deed] = MORTGAGED
    g.cash[seat] += e.mortgage[deed]
    weigh(g, e, n, f)
    g.mortgaged[deed] = FREE
    g.cash[seat] -= e.mortgage[deed]
    return f.chance[seat]


def try_lifting(g, e, n, f, seat, deed):
    """A seat's chance if it lifts the mortgage of a deed."""
    pledge = g.mortgaged[deed]
    cost = lift_cost(g, e, seat, deed)
    g.mortgaged[deed] = FREE
    g.cash[seat] -= cost
    weigh(g, e, n, f)
    g.mortgaged[deed] = pledge
    g.cash[seat] += cost
    return f.chance[seat]


def try_building(g, e, n, f, seat, group, plan):
    """A seat's chance if it builds a group up to a plan. The stock is left as it is."""
    cost = plan_cost(g, e, group, plan)
    before = set_levels(g, e, group, plan)
    g.cash[seat] -= cost
    weigh(g, e, n, f)
    set_levels(g, e, group, before)
    g.cash[seat] += cost
    return f.chance[seat]


def try_selling(g, e, n, f, seat, group, plan):
    """A seat's chance if it sells buildings of a group down to a plan."""
    brings = sale_value(g, e, group, plan)
    before = set_levels(g, e, group, plan)
    g.cash[seat] += brings
    weigh(g, e, n, f)
    set_levels(g, e, group, before)
    g.cash[seat] -= brings
    return f.chance[seat]


def set_levels(g, e, group, plan):
    """Set the levels of a group, and return the plan that stood there."""
    before = 0
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        before += g.level[deed] << (4 * place)
        g.level[deed] = planned(plan, place)
    return before


def try_terms(g, e, n, f, a):
    """Weigh the position after the terms in `a`: the chances of all seats are in `f` then."""
    for deed in range(e.deeds):
        if a.deed[deed] != NOBODY:
            f.old_owner[deed] = g.owner[deed]
            f.old_pledge[deed] = g.mortgaged[deed]
            g.cash[a.deed[deed]] -= due_on(g, e, deed)
            move_deed(g, deed, a.deed[deed])
            if g.mortgaged[deed] != FREE:
                g.mortgaged[deed] = INHERITED
    for card in range(e.kept):
        if a.card[card] != NOBODY:
            f.old_holder[card] = g.held[card]
            g.held[card] = a.card[card]
    for seat in range(g.seats):
        g.cash[seat] += a.cash[seat]
    weigh(g, e, n, f)
    for seat in range(g.seats):
        g.cash[seat] -= a.cash[seat]
    for card in range(e.kept):
        if a.card[card] != NOBODY:
            g.held[card] = f.old_holder[card]
    for deed in range(e.deeds):
        if a.deed[deed] != NOBODY:
            g.mortgaged[deed] = f.old_pledge[deed]
            move_deed(g, deed, f.old_owner[deed])
            g.cash[a.deed[deed]] += due_on(g, e, deed)
