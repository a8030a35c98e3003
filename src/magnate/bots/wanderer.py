"""The wanderer: plays at random among everything that is legal, deals included. For tests and parity."""

from magnate.bots.trade import clear_terms
from magnate.rules.codes import (
    BANK,
    CONCEDE,
    COUNTER_DEAL,
    NOBODY,
    PROPOSE_DEAL,
)
from magnate.rules.deals import check_counter, check_propose
from magnate.rules.masks import has
from magnate.rules.options import list_options
from magnate.rules.play import apply
from magnate.rules.property import is_bare
from magnate.rules.refusals import OK

M31 = 0x7FFFFFFF


def stray(p, n):
    """The wanderer's own dice, apart from the game's chance: a number in 0..n-1."""
    p.state = (p.state * 1103515245 + 12345) & M31
    return (p.state >> 8) % n


def play_wanderer(g, e, c, a, o, p, most):
    """Wanderers play on until the game is over or so many actions have been made."""
    while g.over == 0 and g.actions < most:
        seat = stray(p, g.seats)
        if stray(p, 3) > 0:
            while not has(g.must, seat):
                seat = (seat + 1) % g.seats
        if wanderer_decides(g, e, seat, a, o, p) == 1:
            apply(g, e, c, seat, a)


def wanderer_decides(g, e, seat, a, o, p):
    """Write a random legal action into `a`; 0 if this seat has none or prefers to do nothing."""
    list_options(g, e, seat, a, o)
    if o.count == 0:
        return 0
    i = stray(p, o.count)
    kind = o.kind[i]
    if kind == CONCEDE and stray(p, 200) > 0:
        return 0
    a.kind = kind
    a.x = o.x[i]
    a.y = o.y[i]
    a.amount = 0
    if o.high[i] > 0:
        steps = (o.high[i] - o.low[i]) // e.note
        a.amount = o.low[i] + stray(p, min(steps, 40) + 1) * e.note
        if o.low[i] == 0:
            a.amount = stray(p, o.high[i] + 1)
    if kind == PROPOSE_DEAL:
        stray_terms(g, e, seat, a, p, NOBODY)
        if check_propose(g, e, seat, a) != OK:
            return 0
    elif kind == COUNTER_DEAL:
        stray_terms(g, e, seat, a, p, a.x)
        if check_counter(g, e, seat, a.x, a.y, a) != OK:
            return 0
    return 1


def stray_terms(g, e, seat, a, p, other):
    """Random terms between this seat and one or two others."""
    clear_terms(a)
    first = other
    if first == NOBODY:
        first = stray(p, g.seats)
    second = stray(p, g.seats)
    if stray(p, 3) > 0:
        second = first
    for deed in range(e.deeds):
        owner = g.owner[deed]
        if owner != BANK and stray(p, 6) == 0 and is_bare(g, e, owner, deed, e.deals_bare):
            if owner == seat:
                a.deed[deed] = first
            elif owner == first:
                a.deed[deed] = second
                if second == first:
                    a.deed[deed] = seat
            elif owner == second:
                a.deed[deed] = seat
    for card in range(e.kept):
        if g.held[card] == seat and stray(p, 2) == 0:
            a.card[card] = first
    amount = (stray(p, 41) - 20) * e.note
    a.cash[seat] = amount
    a.cash[first] = a.cash[first] - amount
