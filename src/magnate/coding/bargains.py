"""The legal deals of the catalogue: what every deed would cost and bring is found once, then prices are compared.

`check_terms` would say the same of each, one by one; the tests compare.
"""

from magnate.bots.terms import partner_in
from magnate.coding.amounts import place_of
from magnate.coding.catalogue import (
    PROPOSE_CARD_PURCHASE,
    PROPOSE_CARD_SALE,
    PROPOSE_GROUPS,
    PROPOSE_PURCHASE,
    PROPOSE_SALE,
    PROPOSE_SWAP,
    PURCHASES,
    SALES,
    SWAPS,
    family_of,
    is_proposal,
)
from magnate.coding.proposals import write_proposal
from magnate.rules.codes import FRAME_DEBT, FREE, NOBODY, NOTHING
from magnate.rules.deals import parties_of
from magnate.rules.jail import card_that_settles, is_settled_by
from magnate.rules.masks import has
from magnate.rules.options import has_buildings
from magnate.rules.property import group_deed, is_bare
from magnate.rules.refusals import OK
from magnate.rules.slots import debt_amount
from magnate.rules.stack import top_kind
from magnate.rules.tried import check_repeat
from magnate.rules.worth import raisable

NO_LIMIT = -1000000000


def list_proposals(g, e, k, seat, m):
    """Every deal of the catalogue that this seat may propose, at a moment for it. What everybody holds is in `m`."""
    m.least = NO_LIMIT
    if top_kind(g) == FRAME_DEBT and card_that_settles(g, e, seat) == NOTHING:
        m.least = min(0, missing(g, e, seat))
    list_card_deals(g, e, k, seat, m)
    if has_buildings(g, e):
        leave_out_built(g, e, m)
    find_gifts(g, e, m)
    for i in range(m.own):
        list_deed_sales(g, e, k, seat, m.mine[i], m)
    for i in range(m.others):
        deed = m.theirs[i]
        list_deed_purchases(g, e, k, seat, deed, m)
        if has(m.held, e.deed_group[deed]) and m.own > 0:
            list_deed_swaps(g, e, k, seat, deed, e.deed_group[deed], m)
    if m.own > 0:
        for group in range(e.groups):
            if has(m.held & ~m.unsold, group):
                other = partner_in(g, e, seat, group)
                if other != NOBODY:
                    list_group_swaps(g, e, k, seat, group, other, m)


def missing(g, e, seat):
    """What this debtor could not raise of its debt."""
    return debt_amount(g) - g.cash[seat] - raisable(g, e, seat)


def leave_out_repeats(g, e, k, seat, a, m):
    """Keep only the proposals that are new since the last roll, or better than those that came to nothing."""
    count = 0
    for i in range(m.legal):
        number = m.number[i]
        family = family_of(k, number)
        is_kept = True
        if is_proposal(family):
            write_proposal(g, e, k, seat, family, number - k.first[family], a)
            is_kept = check_repeat(g, e, seat, parties_of(g, e, a), a) == OK
        if is_kept:
            m.number[count] = number
            count += 1
    m.legal = count


def leave_out_built(g, e, m):
    """Keep only the deeds that can change hands."""
    count = 0
    for i in range(m.own):
        deed = m.mine[i]
        if is_bare(g, e, g.owner[deed], deed, e.deals_bare):
            m.mine[count] = deed
            count += 1
    m.own = count
    count = 0
    for i in range(m.others):
        deed = m.theirs[i]
        if is_bare(g, e, g.owner[deed], deed, e.deals_bare):
            m.theirs[count] = deed
            count += 1
    m.others = count


def find_gifts(g, e, m):
    """The first deed of each group that the seat could give away, and what all of these could be mortgaged for."""
    for group in range(e.groups):
        m.give[group] = NOTHING
        m.pledge[group] = 0
    for i in range(m.own):
        deed = m.mine[m.own - 1 - i]
        m.give[e.deed_group[deed]] = deed
        m.pledge[e.deed_group[deed]] += pledge_of(g, e, deed)


def pledge_of(g, e, deed):
    """What a deed could be mortgaged for."""
    if g.mortgaged[deed] == FREE:
        return e.mortgage[deed]
    return 0


def interest_on(g, k, deed):
    """What taking a deed over costs at once."""
    if g.mortgaged[deed] == FREE:
        return 0
    return k.interest[deed]


def list_deed_sales(g, e, k, seat, deed, m):
    """Offer an own deed to each of the others at each price."""
    least = m.least + pledge_of(g, e, deed)
    others = g.seats - 1
    number = k.first[PROPOSE_SALE] + deed * others * SALES
    count = m.legal
    other = seat
    for _ in range(others):
        other += 1
        if other == g.seats:
            other = 0
        if g.out[other] == 0:
            for step in range(SALES):
                m.number[count] = number + step
                if k.sale[deed * SALES + step] >= least:
                    count += 1
        number += SALES
    m.legal = count


def list_deed_purchases(g, e, k, seat, deed, m):
    """Offer the owner of a deed cash at each price, as far as the purse goes."""
    due = interest_on(g, k, deed)
    most = min(g.cash[seat] - due, pledge_of(g, e, deed) - due - m.least)
    number = k.first[PROPOSE_PURCHASE] + deed * PURCHASES
    count = m.legal
    for step in range(PURCHASES):
        m.number[count] = number + step
        if k.purchase[deed * PURCHASES + step] <= most:
            count += 1
    m.legal = count


def list_deed_swaps(g, e, k, seat, deed, group, m):
    """Offer the owner of a deed an own deed of each other group."""
    pledge = pledge_of(g, e, deed)
    due = interest_on(g, k, deed)
    number = k.first[PROPOSE_SWAP] + deed * e.groups * SWAPS
    for other in range(e.groups):
        given = m.give[other]
        if given != NOTHING and other != group:
            most = min(g.cash[seat] - due, pledge - pledge_of(g, e, given) - due - m.least)
            list_swap_steps(number, k.quarter[deed], most, m)
        number += SWAPS


def list_swap_steps(number, quarter, most, m):
    """A quarter paid, nothing, a quarter received: as far as the purse goes."""
    count = m.legal
    m.number[count] = number
    if quarter <= most:
        count += 1
    m.number[count] = number + 1
    if most >= 0:
        count += 1
    m.number[count] = number + 2
    if -quarter <= most:
        count += 1
    m.legal = count


def list_group_swaps(g, e, k, seat, wanted, other, m):
    """What completes a group, for what one can give of each other group."""
    quarter = 0
    due = 0
    pledge = 0
    for place in range(e.group_size[wanted]):
        deed = group_deed(e, wanted, place)
        if g.owner[deed] == other:
            quarter += k.quarter[deed]
            due += interest_on(g, k, deed)
            pledge += pledge_of(g, e, deed)
    for group in range(e.groups):
        if m.give[group] != NOTHING and group != wanted:
            change = pledge - m.pledge[group]
            number = k.first[PROPOSE_GROUPS] + (wanted * e.groups + group) * SWAPS
            list_swap_steps(number, quarter, min(g.cash[seat] - due, change - due - m.least), m)


def list_card_deals(g, e, k, seat, m):
    """Kept cards that may be sold, for the price of the fine."""
    for card in range(e.kept):
        holder = g.held[card]
        if holder == NOBODY or e.kept_sold[card] == 0:
            continue
        if holder != seat:
            if k.card <= g.cash[seat] and (k.card <= -m.least or is_settled_by(g, e, card)):
                m.number[m.legal] = k.first[PROPOSE_CARD_PURCHASE] + card
                m.legal += 1
        elif not is_last_rescue(g, e, seat, card) or k.card >= missing(g, e, seat):
            first = k.first[PROPOSE_CARD_SALE] + card * (g.seats - 1)
            for other in range(g.seats):
                if other != seat and g.out[other] == 0:
                    m.number[m.legal] = first + place_of(g, seat, other) - 1
                    m.legal += 1


def is_last_rescue(g, e, seat, card):
    """Whether this card settles the debt and the seat holds no other that does. AMB-140."""
    if not is_settled_by(g, e, card):
        return False
    for other in range(e.kept):
        if other != card and g.held[other] == seat and is_settled_by(g, e, other):
            return False
    return True
