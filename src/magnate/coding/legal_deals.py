"""The legal deals of the catalogue: proposals, and counter-offers to a deal.

What is legal is decided by `rules.terms`. For deeds it is asked once, not once a price: the least cash that the rules
demand for the deeds of a proposal is compared with each of its prices.
"""

from magnate.bots.deal_terms import clear_terms, partner_in
from magnate.coding.amounts import counter_percent, place_of
from magnate.coding.catalogue import (
    COUNTERS,
    OTHERS,
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
    share,
)
from magnate.coding.decode import write_answer
from magnate.coding.proposals import write_proposal
from magnate.rules.codes import COUNTER_DEAL, FREE, MAX_GROUPS, NOBODY, NOTHING
from magnate.rules.deals import check_counter, check_moved, read_terms
from magnate.rules.masks import count_bits, has
from magnate.rules.options import has_buildings
from magnate.rules.property import group_deed
from magnate.rules.refusals import OK
from magnate.rules.refused_offers import check_repeat
from magnate.rules.terms import (
    can_change_hands,
    check_terms,
    is_giver_unpaid,
    least_cash,
    least_cash_by,
    least_gain,
    parties_of,
    pledge_of,
)


def list_proposals(g, e, k, seat, a, m):
    """Every deal of the catalogue that this seat may propose, at a moment for it. What everybody holds is in `m`."""
    clear_terms(a)
    m.gain = least_gain(g, e, seat, a)
    list_card_deals(g, e, k, seat, a, m)
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


def leave_out_repeats(g, e, k, seat, a, m):
    """Keep only the proposals that are new since the last roll, or better than the refused ones."""
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
        if can_change_hands(g, e, deed):
            m.mine[count] = deed
            count += 1
    m.own = count
    count = 0
    for i in range(m.others):
        deed = m.theirs[i]
        if can_change_hands(g, e, deed):
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


def interest_on(g, k, deed):
    """What taking a deed over costs at once."""
    if g.mortgaged[deed] == FREE:
        return 0
    return k.interest[deed]


def list_deed_sales(g, e, k, seat, deed, m):
    """Offer an own deed to each of the others at each price."""
    least = least_cash(g, seat, 0, -pledge_of(g, e, deed), m.gain)
    number = k.first[PROPOSE_SALE] + deed * OTHERS * SALES
    count = m.legal
    other = seat
    for _ in range(g.seats - 1):
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
    """Offer the owner of a deed cash at each price."""
    least = least_cash(g, seat, interest_on(g, k, deed), pledge_of(g, e, deed), m.gain)
    number = k.first[PROPOSE_PURCHASE] + deed * PURCHASES
    count = m.legal
    for step in range(PURCHASES):
        m.number[count] = number + step
        if -k.purchase[deed * PURCHASES + step] >= least:
            count += 1
    m.legal = count


def list_deed_swaps(g, e, k, seat, deed, group, m):
    """Offer the owner of a deed an own deed of each other group."""
    pledge = pledge_of(g, e, deed)
    due = interest_on(g, k, deed)
    number = k.first[PROPOSE_SWAP] + deed * MAX_GROUPS * SWAPS
    for other in range(e.groups):
        given = m.give[other]
        if given != NOTHING and other != group:
            least = least_cash(g, seat, due, pledge - pledge_of(g, e, given), m.gain)
            list_swap_steps(number, k.quarter[deed], least, m)
        number += SWAPS


def list_swap_steps(number, quarter, least, m):
    """A quarter paid, nothing, a quarter received."""
    count = m.legal
    m.number[count] = number
    if -quarter >= least:
        count += 1
    m.number[count] = number + 1
    if least <= 0:
        count += 1
    m.number[count] = number + 2
    if quarter >= least:
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
            number = k.first[PROPOSE_GROUPS] + (wanted * MAX_GROUPS + group) * SWAPS
            list_swap_steps(number, quarter, least_cash(g, seat, due, pledge - m.pledge[group], m.gain), m)


def list_card_deals(g, e, k, seat, a, m):
    """Kept cards that may be sold, for the price of the fine."""
    for card in range(e.kept):
        if g.held[card] == seat:
            for other in range(g.seats):
                if other != seat and g.out[other] == 0:
                    place = card * OTHERS + place_of(g, seat, other) - 1
                    list_card_deal(g, e, k, seat, PROPOSE_CARD_SALE, place, a, m)
        elif g.held[card] != NOBODY:
            list_card_deal(g, e, k, seat, PROPOSE_CARD_PURCHASE, card, a, m)


def list_card_deal(g, e, k, seat, family, place, a, m):
    """A deal in a card, if its terms are legal."""
    write_proposal(g, e, k, seat, family, place, a)
    if check_terms(g, e, seat, a) == OK:
        m.number[m.legal] = k.first[family] + place
        m.legal += 1


def list_counters(g, e, k, seat, slot, a, m):
    """Ask for more, as far as the rules let one."""
    read_terms(g, e, slot, a)
    price = 0
    for deed in range(e.deeds):
        if a.deed[deed] != NOBODY:
            price += e.price[deed]
    if price > 0 and count_bits(g.deal[slot].parties) == 2 and check_moved(g, e, slot, a) == OK:
        list_prices(g, e, k, seat, slot, price, a, m)
        return
    for step in range(COUNTERS):
        write_answer(g, e, seat, COUNTER_DEAL, step, a)
        if check_counter(g, e, seat, slot, a.y, a) == OK:
            m.number[m.legal] = k.first[COUNTER_DEAL] + step
            m.legal += 1


def list_prices(g, e, k, seat, slot, price, a, m):
    """Counter-offers between two who move a deed: only the cash of the terms in `a` changes from one to the next."""
    author = g.deal[slot].author
    least = least_cash_by(g, e, seat, a)
    before = a.cash[seat]
    for step in range(COUNTERS):
        a.cash[seat] = before + share(e, price, counter_percent(step))
        a.cash[author] = -a.cash[seat]
        is_legal = a.cash[seat] >= least and (e.deals_gifts == 1 or not is_giver_unpaid(g, e, a))
        if is_legal and check_repeat(g, e, seat, g.deal[slot].parties, a) == OK:
            m.number[m.legal] = k.first[COUNTER_DEAL] + step
            m.legal += 1
