"""The catalogue of deals: a deed bought or sold, a deed for a deed, groups for groups, a card; each at several prices.

A swap gets a deed that joins one's own of its group; a swap of groups completes one.
"""

from magnate.bots.deal_terms import clear_terms, partner_in
from magnate.coding.amounts import seat_at
from magnate.coding.catalogue import (
    OTHERS,
    PROPOSE_CARD_PURCHASE,
    PROPOSE_GROUPS,
    PROPOSE_PURCHASE,
    PROPOSE_SALE,
    PROPOSE_SWAP,
    PURCHASES,
    SALES,
    SWAPS,
)
from magnate.rules.codes import BANK, MAX_GROUPS, NOBODY, NOTHING, PROPOSE_DEAL
from magnate.rules.property import group_deed
from magnate.rules.terms import can_change_hands


def write_proposal(g, e, k, seat, family, place, a):
    """Write a deal of the catalogue into `a`; 0 where there is no player to make it with, or nothing to give."""
    clear_terms(a)
    a.kind = PROPOSE_DEAL
    if family == PROPOSE_PURCHASE:
        deed = place // PURCHASES
        return sell_deed(deed, g.owner[deed], seat, k.purchase[place], a)
    if family == PROPOSE_SALE:
        deed = place // (SALES * OTHERS)
        if g.owner[deed] != seat:
            return 0
        other = seat_at(g, seat, 1 + place // SALES % OTHERS)
        return sell_deed(deed, seat, other, k.sale[deed * SALES + place % SALES], a)
    if family == PROPOSE_SWAP:
        return write_swap(g, e, k, seat, place // SWAPS // MAX_GROUPS, place // SWAPS % MAX_GROUPS, place % SWAPS, a)
    if family == PROPOSE_GROUPS:
        return write_group_swap(
            g, e, k, seat, place // SWAPS // MAX_GROUPS, place // SWAPS % MAX_GROUPS, place % SWAPS, a
        )
    return write_card_deal(g, k, seat, family, place, a)


def sell_deed(deed, giver, taker, price, a):
    """A deed for cash."""
    if giver == BANK or giver == taker:
        return 0
    a.deed[deed] = taker
    a.cash[giver] = price
    a.cash[taker] = -price
    return 1


def deed_to_give(g, e, seat, group):
    """The first deed of the group that this seat could give away, or -1."""
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        if g.owner[deed] == seat and can_change_hands(g, e, deed):
            return deed
    return NOTHING


def holds_some(g, e, seat, group):
    """Whether this seat owns a deed of the group."""
    for place in range(e.group_size[group]):
        if g.owner[group_deed(e, group, place)] == seat:
            return True
    return False


def write_swap(g, e, k, seat, deed, group, step, a):
    """Another's deed that joins one's own, for one's first deed of another group; a quarter of its price on top."""
    owner = g.owner[deed]
    if owner == BANK or owner == seat or e.deed_group[deed] == group or not holds_some(g, e, seat, e.deed_group[deed]):
        return 0
    given = deed_to_give(g, e, seat, group)
    if given == NOTHING:
        return 0
    cash = (step - 1) * k.quarter[deed]
    a.deed[deed] = seat
    a.deed[given] = owner
    a.cash[seat] = cash
    a.cash[owner] = -cash
    return 1


def write_group_swap(g, e, k, seat, wanted, group, step, a):
    """What completes a group shared with one other player, for all that one can give of another group."""
    other = partner_in(g, e, seat, wanted)
    if other == NOBODY or wanted == group:
        return 0
    quarter = 0
    given = 0
    for place in range(e.group_size[wanted]):
        deed = group_deed(e, wanted, place)
        if g.owner[deed] == other:
            a.deed[deed] = seat
            quarter += k.quarter[deed]
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        if g.owner[deed] == seat and can_change_hands(g, e, deed):
            a.deed[deed] = other
            given += 1
    cash = (step - 1) * quarter
    a.cash[seat] = cash
    a.cash[other] = -cash
    return min(1, given)


def write_card_deal(g, k, seat, family, place, a):
    """A kept card, for the price of the fine."""
    if family == PROPOSE_CARD_PURCHASE:
        card = place
        giver = g.held[card]
        taker = seat
    else:
        card = place // OTHERS
        giver = g.held[card]
        taker = seat_at(g, seat, 1 + place % OTHERS)
        if giver != seat:
            return 0
    if giver == NOBODY or giver == taker:
        return 0
    a.card[card] = taker
    a.cash[giver] = k.card
    a.cash[taker] = -k.card
    return 1
