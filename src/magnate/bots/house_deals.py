"""The house bot's deals: it swaps or buys what completes a group. What terms are worth, the trader's rule says."""

from magnate.bots.deal_terms import clear_terms, move_group, partner_in
from magnate.bots.limits import may_ask
from magnate.bots.trader_deals import can_both_gain, leaves_cash, set_price
from magnate.bots.trader_values import rivals_left
from magnate.bots.win_chance import weigh_moves, weigh_position
from magnate.rules.building import planned
from magnate.rules.codes import GROUP_LOTS, NOBODY, NOTHING, PROPOSE_DEAL
from magnate.rules.deals import check_propose
from magnate.rules.masks import only, with_seat
from magnate.rules.property import group_deed
from magnate.rules.refusals import OK
from magnate.rules.stack import next_in_order, playing_mask


def reserve(e):
    """The cash the bot likes to keep: a tenth of its starting money."""
    return e.setup_cash // 10


def propose_trade(g, e, b, seat, a):
    """Look for a group to complete by a swap of groups or for cash. Leaves `a.kind` alone if there is none."""
    partners = partners_of(g, e, b, seat)
    if partners == 0:
        return
    is_weighed = 0
    for group in range(e.groups):
        other = partner_for(partners, group)
        if other != NOBODY and may_ask(g, e, seat, other):
            for step in range(e.groups + 1):
                second = step
                if step == e.groups:
                    second = NOTHING
                if is_offered(g, e, seat, partners, group, second):
                    if is_weighed == 0:
                        weigh_position(g, e, b, a)
                        is_weighed = 1
                    offer_trade(g, e, b, seat, other, group, second, a)
                    if a.kind == PROPOSE_DEAL:
                        return


def partners_of(g, e, b, seat):
    """With whom this seat shares each whole bare group of lots, if a deal can help both: a number as plans are."""
    partners = 0
    if rivals_left(g) == 1 and not can_both_gain(g, b, seat, next_in_order(g, seat, playing_mask(g))):
        return partners
    for group in range(e.groups):
        if e.group_kind[group] == GROUP_LOTS:
            partners |= (partner_in(g, e, seat, group) + 1) << (4 * group)
    return partners


def partner_for(partners, group):
    """The partner for a group, or NOBODY."""
    return planned(partners, group) - 1


def is_offered(g, e, seat, partners, group, second):
    """Whether a group is to be got for a second one of the same partner, or, -1, for cash that this seat has."""
    if second == NOTHING:
        return g.cash[seat] - reserve(e) >= printed_price(g, e, partner_for(partners, group), group)
    return second != group and planned(partners, second) == planned(partners, group)


def offer_trade(g, e, b, seat, other, group, second, a):
    """Propose the other's part of a group for this seat's part of a second one, or none, if both gain by its price.

    The position is weighed.
    """
    clear_terms(a)
    groups = only(group)
    move_group(g, e, group, other, seat, a)
    if second != NOTHING:
        groups |= only(second)
        move_group(g, e, second, seat, other, a)
    weigh_moves(g, e, b, groups, with_seat(only(seat), other), a)
    if not set_price(g, e, b, seat, other, a):
        return
    if g.cash[seat] + a.cash[seat] < reserve(e) or not leaves_cash(g, e, other, a):
        return
    if check_propose(g, e, seat, a) == OK:
        a.kind = PROPOSE_DEAL


def printed_price(g, e, owner, group):
    """The printed prices of a player's deeds of a group: what completes a group is hardly sold for less."""
    total = 0
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        if g.owner[deed] == owner:
            total += e.price[deed]
    return total
