"""The legal counter-offers to a deal.

The terms were checked when they were written: what may have changed since is who holds what, what stands on it, and
the purses. Where a debtor or a third party is at the table, the rules' own checks are asked instead.
"""

from magnate.coding.amounts import counter_percent
from magnate.coding.catalogue import COUNTERS, share
from magnate.coding.decode import write_answer
from magnate.rules.codes import BANK, COUNTER_DEAL, FRAME_DEBT, FREE, NOBODY
from magnate.rules.deals import check_counter
from magnate.rules.masks import count_bits, has, with_seat
from magnate.rules.property import is_bare
from magnate.rules.refusals import OK
from magnate.rules.stack import top_kind


def list_counters(g, e, k, seat, slot, a, m):
    """Ask for more, as far as the rules let one."""
    is_plain = top_kind(g) != FRAME_DEBT and count_bits(g.deal[slot].parties) == 2 and g.refused_offers[seat] == 0
    if is_plain and do_terms_hold(g, e, k, slot, m):
        list_plain_counters(g, e, k, seat, slot, m)
        return
    for step in range(COUNTERS):
        write_answer(g, e, seat, COUNTER_DEAL, step, a)
        if check_counter(g, e, seat, slot, a.y, a) == OK:
            m.number[m.legal] = k.first[COUNTER_DEAL] + step
            m.legal += 1


def do_terms_hold(g, e, k, slot, m):
    """Whether the deeds and cards of a deal can still change hands. Leaves prices, interest and who gets any in `m`."""
    parties = 0
    getters = 0
    m.price = 0
    for seat in range(g.seats):
        m.due[seat] = 0
        if g.deal[slot].cash[seat] != 0:
            parties = with_seat(parties, seat)
    for deed in range(e.deeds):
        to = g.deal[slot].deed[deed]
        if to != NOBODY:
            owner = g.owner[deed]
            if owner == BANK or owner == to or not is_bare(g, e, owner, deed, e.deals_bare):
                return False
            parties = with_seat(with_seat(parties, to), owner)
            getters = with_seat(getters, to)
            m.price += e.price[deed]
            if g.mortgaged[deed] != FREE:
                m.due[to] += k.interest[deed]
    for card in range(e.kept):
        to = g.deal[slot].card[card]
        if to != NOBODY:
            if g.held[card] == NOBODY or g.held[card] == to or e.kept_sold[card] == 0:
                return False
            parties = with_seat(with_seat(parties, to), g.held[card])
            getters = with_seat(getters, to)
    m.getters = getters
    return m.price > 0 and parties == g.deal[slot].parties


def list_plain_counters(g, e, k, seat, slot, m):
    """Counter-offers in a deal between two: one must be able to pay one's own part."""
    author = g.deal[slot].author
    rest = g.cash[seat] + g.deal[slot].cash[seat] - m.due[seat]
    for step in range(COUNTERS):
        is_legal = rest >= 0 and e.deals_gifts == 1
        if not is_legal:
            more = share(e, m.price, counter_percent(step))
            cash = g.deal[slot].cash[seat] + more
            is_legal = rest + more >= 0 and (e.deals_gifts == 1 or is_exchange(seat, author, cash, m))
        if is_legal:
            m.number[m.legal] = k.first[COUNTER_DEAL] + step
            m.legal += 1


def is_exchange(seat, other, cash, m):
    """Whether both sides of a deal get something, when so much cash comes to the seat."""
    gets = cash > 0 or has(m.getters, seat)
    gives = cash < 0 or has(m.getters, other)
    return gets and gives
