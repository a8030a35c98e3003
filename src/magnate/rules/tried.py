"""Offers that came to nothing: refused, countered or taken back. AMB-146.

Until the next roll such an offer may come again only improved: the same deeds and cards between the same players, and
more cash for the others together. Bots also look at how often one player has said no to another.
"""

from .codes import MAX_SEATS, MAX_TRIED, NOBODY, NOTHING
from .masks import has
from .refusals import OK, TOO_MANY_REFUSALS

M31 = 0x7FFFFFFF  # a prime, and another one: together they make signatures of 62 bits
P31 = 2147483629
MOST_NOES = 100


def goods_of(e, parties, a):
    """A signature of who gives what to whom, cash apart."""
    high = parties + 1
    low = parties + 1
    for deed in range(e.deeds):
        if a.deed[deed] != NOBODY:
            what = (deed + 1) * MAX_SEATS + a.deed[deed]
            high = (high * 48271 + what) % M31
            low = (low * 69621 + what) % P31
    for card in range(e.kept):
        if a.card[card] != NOBODY:
            what = (e.deeds + card + 1) * MAX_SEATS + a.card[card]
            high = (high * 48271 + what) % M31
            low = (low * 69621 + what) % P31
    return (high << 31) | low


def changes_so_far(g):
    """A number that rises whenever a deed changes hands or a player leaves."""
    return g.deeds_moved + g.out_count


def find_tried(g, seat, goods):
    """Where a seat's offer of these goods is remembered, or -1."""
    for i in range(g.tried[seat]):
        if g.tried_goods[seat * MAX_TRIED + i] == goods:
            return seat * MAX_TRIED + i
    return NOTHING


def check_repeat(g, e, seat, parties, a):
    """Whether an offer is better for the others than all that came to nothing since the last roll.

    A dozen are remembered: whoever has tried as many can only improve those.
    """
    if e.deals_refusals == 0 or g.repeats == 1 or g.tried[seat] == 0:
        return OK
    found = find_tried(g, seat, goods_of(e, parties, a))
    if found == NOTHING:
        if g.tried[seat] == MAX_TRIED:
            return TOO_MANY_REFUSALS
        return OK
    if -a.cash[seat] <= g.tried_price[found]:
        return TOO_MANY_REFUSALS
    return OK


def remember_no(g, slot):
    """The present terms of a slot came to nothing: remember them for their author, and the no for everybody asked."""
    author = g.deal[slot].author
    g.refused[author] += 1
    price = -g.deal[slot].cash[author]
    found = find_tried(g, author, g.deal[slot].goods)
    if found != NOTHING:
        g.tried_price[found] = max(g.tried_price[found], price)
    elif g.tried[author] < MAX_TRIED:
        found = author * MAX_TRIED + g.tried[author]
        g.tried[author] += 1
        g.tried_goods[found] = g.deal[slot].goods
        g.tried_price[found] = price
    for other in range(g.seats):
        if other != author and has(g.deal[slot].parties, other):
            pair = author * MAX_SEATS + other
            g.noes[pair] = min(g.noes[pair] + 1, MOST_NOES)
            g.no_changes[pair] = changes_so_far(g)
            g.no_purse[pair] = g.cash[author]


def forget_tried(g):
    """The dice roll: everything may be offered again."""
    for seat in range(g.seats):
        g.refused[seat] = 0
        g.tried[seat] = 0


def forget_noes(g, parties):
    """These players have made a deal: what they refused one another before is forgotten."""
    for seat in range(g.seats):
        for other in range(g.seats):
            if has(parties, seat) and has(parties, other):
                g.noes[seat * MAX_SEATS + other] = 0
