"""Refused offers: refused, countered or withdrawn. AMB-146.

Until the next roll such an offer may be made again only improved: the same deeds and cards between the same players,
and more cash for the others together. Bots also look at how often one player has refused another.
"""

from .codes import MAX_REFUSED_OFFERS, MAX_SEATS, NOBODY, NOTHING
from .masks import has
from .refusals import OK, TOO_MANY_REFUSALS

PRIME = 0x7FFFFFFF  # 31 bits: two of a dozen different offers have the same signature 3 times in 100 million
FACTOR = 1583458089
MOST_REFUSED_BY = 100
MOST_CHANGES = 32767  # then the count begins again


def signature_of(e, parties, a):
    """A number that stands for who gives what to whom, cash apart."""
    signature = parties + 1
    for deed in range(e.deeds):
        if a.deed[deed] != NOBODY:
            signature = (signature * FACTOR + (deed + 1) * MAX_SEATS + a.deed[deed]) % PRIME
    for card in range(e.kept):
        if a.card[card] != NOBODY:
            signature = (signature * FACTOR + (e.deeds + card + 1) * MAX_SEATS + a.card[card]) % PRIME
    return signature


def changes_so_far(g):
    """A number that changes whenever a deed changes hands or a player leaves."""
    return (g.deeds_moved + g.out_count) & MOST_CHANGES


def find_refused(g, seat, signature):
    """Where a seat's refused offer with this signature is stored, or -1."""
    for i in range(g.refused_offers[seat]):
        if g.refused_signature[seat * MAX_REFUSED_OFFERS + i] == signature:
            return seat * MAX_REFUSED_OFFERS + i
    return NOTHING


def check_repeat(g, e, seat, parties, a):
    """Whether an offer is better for the others than the refused ones since the last roll.

    A dozen are stored: a seat with as many can only improve those.
    """
    if e.deals_refusals == 0 or g.old_rules == 1 or g.refused_offers[seat] == 0:
        return OK
    found = find_refused(g, seat, signature_of(e, parties, a))
    if found == NOTHING:
        if g.refused_offers[seat] == MAX_REFUSED_OFFERS:
            return TOO_MANY_REFUSALS
        return OK
    if -a.cash[seat] <= g.refused_price[found]:
        return TOO_MANY_REFUSALS
    return OK


def remember_refusal(g, slot):
    """The present terms of a slot are refused: store them for their author, and the refusal for every other party."""
    author = g.deal[slot].author
    g.refusals[author] += 1
    price = -g.deal[slot].cash[author]
    found = find_refused(g, author, g.deal[slot].signature)
    if found != NOTHING:
        g.refused_price[found] = max(g.refused_price[found], price)
    elif g.refused_offers[author] < MAX_REFUSED_OFFERS:
        found = author * MAX_REFUSED_OFFERS + g.refused_offers[author]
        g.refused_offers[author] += 1
        g.refused_signature[found] = g.deal[slot].signature
        g.refused_price[found] = price
    for other in range(g.seats):
        if other != author and has(g.deal[slot].parties, other):
            pair = author * MAX_SEATS + other
            g.refused_by[pair] = min(g.refused_by[pair] + 1, MOST_REFUSED_BY)
            g.refused_by_changes[pair] = changes_so_far(g)
            g.refused_by_cash[pair] = g.cash[author]


def forget_refused_offers(g):
    """The dice roll: every offer may be made again."""
    for seat in range(g.seats):
        g.refusals[seat] = 0
        g.refused_offers[seat] = 0


def forget_refusals_between(g, parties):
    """These players have made a deal: their earlier refusals are forgotten."""
    for seat in range(g.seats):
        for other in range(g.seats):
            if has(parties, seat) and has(parties, other):
                g.refused_by[seat * MAX_SEATS + other] = 0
