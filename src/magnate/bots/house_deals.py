"""The house bot's deals: it swaps or buys what completes a group. What terms are worth, the trader's rule says."""

from magnate.bots.deal_terms import clear_terms, move_group, partner_in
from magnate.bots.limits import may_ask
from magnate.bots.trader_deals import leaves_purse, set_price
from magnate.bots.win_chance import weigh_position, weigh_terms
from magnate.rules.codes import GROUP_LOTS, NOBODY, NOTHING, PROPOSE_DEAL
from magnate.rules.deals import check_propose
from magnate.rules.refusals import OK


def reserve(e):
    """The cash the bot likes to keep: a tenth of its starting money."""
    return e.setup_cash // 10


def propose_trade(g, e, b, seat, a):
    """Look for a group to complete by a swap of groups or for cash. Leaves `a.kind` alone if there is none."""
    is_weighed = 0
    for group in range(e.groups):
        if e.group_kind[group] == GROUP_LOTS:
            other = partner_in(g, e, seat, group)
            if other != NOBODY and may_ask(g, e, seat, other):
                if is_weighed == 0:
                    weigh_position(g, e, b, a)
                    is_weighed = 1
                for second in range(e.groups):
                    if second != group and e.group_kind[second] == GROUP_LOTS:
                        if partner_in(g, e, seat, second) == other:
                            offer_trade(g, e, b, seat, other, group, second, a)
                            if a.kind == PROPOSE_DEAL:
                                return
                offer_trade(g, e, b, seat, other, group, NOTHING, a)
                if a.kind == PROPOSE_DEAL:
                    return


def offer_trade(g, e, b, seat, other, group, second, a):
    """Propose the other's part of a group for this seat's part of a second one, or none, if both gain by its price.

    The position is weighed.
    """
    clear_terms(a)
    move_group(g, e, group, other, seat, a)
    if second != NOTHING:
        move_group(g, e, second, seat, other, a)
    if second == NOTHING and g.cash[seat] - reserve(e) < printed_price(e, seat, a):
        return
    weigh_terms(g, e, b, a)
    if not set_price(g, e, b, seat, other, a):
        return
    if g.cash[seat] + a.cash[seat] < reserve(e) or not leaves_purse(g, e, other, a):
        return
    if check_propose(g, e, seat, a) == OK:
        a.kind = PROPOSE_DEAL


def printed_price(e, seat, a):
    """The printed prices of the deeds that terms bring a seat: what completes a group is hardly sold for less."""
    total = 0
    for deed in range(e.deeds):
        if a.deed[deed] == seat:
            total += e.price[deed]
    return total
