"""Terms of deals as bots write them: none, whole parts of groups, and who would then own what."""

from magnate.rules.codes import MAX_DEEDS, MAX_KEPT, MAX_SEATS, NOBODY
from magnate.rules.masks import count_bits, first_of, has, without
from magnate.rules.property import group_deed, is_bare


def clear_terms(a):
    """No terms."""
    clear_cash(a)
    for deed in range(MAX_DEEDS):
        a.deed[deed] = NOBODY
    for card in range(MAX_KEPT):
        a.card[card] = NOBODY


def clear_cash(a):
    """No cash in the terms."""
    for seat in range(MAX_SEATS):
        a.cash[seat] = 0


def move_group(g, e, group, giver, taker, a):
    """Add to the terms that one seat gives the other all its deeds of a group."""
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        if g.owner[deed] == giver and is_bare(g, e, giver, deed, e.deals_bare):
            a.deed[deed] = taker


def owner_after(g, a, deed):
    """Who owns a deed once the terms are carried out."""
    if a.deed[deed] != NOBODY:
        return a.deed[deed]
    return g.owner[deed]


def partner_in(g, e, seat, group):
    """The one other player with whom this seat shares the whole bare group, or NOBODY."""
    sellers = sellers_in(g, e, seat, group)
    if count_bits(sellers) != 1:
        return NOBODY
    return first_of(sellers)


def sellers_in(g, e, seat, group):
    """The others who share a bare group with this seat, as a mask; none while the Bank or a building stands in it."""
    owners = 0  # the Bank is number 0, seats follow
    levels = 0
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        owners |= 1 << (g.owner[deed] + 1)
        levels |= g.level[deed]
    if levels != 0 or has(owners, 0) or not has(owners, seat + 1):
        return 0
    return without(owners >> 1, seat)
