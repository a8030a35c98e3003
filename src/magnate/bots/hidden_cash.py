"""Private cash: a bot assumes that the others have as much as it has, and at least what they offer."""

from magnate.rules.codes import FREE
from magnate.rules.debt import debtor_shown
from magnate.rules.masks import has
from magnate.rules.mortgage import interest


def suppose_cash(g, e, seat):
    """Give the others the cash that this seat can suppose: from its own, and from the deals on the table."""
    shown = debtor_shown(g, e, seat)
    for other in range(g.seats):
        if other != seat and other != shown and g.out[other] == 0:
            g.cash[other] = g.cash[seat]
            for slot in range(g.seats):
                if has(g.deals, slot):
                    g.cash[other] = max(g.cash[other], share_of(g, e, slot, other))


def share_of(g, e, slot, seat):
    """What a deal takes from a seat at once: the cash it gives, and the interest on mortgages it takes over."""
    share = -g.deal[slot].cash[seat]
    for deed in range(e.deeds):
        if g.deal[slot].deed[deed] == seat and g.mortgaged[deed] != FREE:
            share += interest(e, deed, e.mortgage_transfer_percent)
    return share


def hide_cash(g, e, seat, a):
    """Replace the others' cash by what this seat can suppose; `a` keeps the real amounts."""
    for other in range(g.seats):
        a.real_cash[other] = g.cash[other]
    suppose_cash(g, e, seat)


def restore_cash(g, a):
    """Undo `hide_cash`."""
    for other in range(g.seats):
        g.cash[other] = a.real_cash[other]
