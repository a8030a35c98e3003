"""The house bot's deals: it values holdings group by group, and swaps or buys what completes a group."""

from magnate.bots.limits import may_ask, most_asked, round_sum
from magnate.rules.codes import (
    BANK,
    FREE,
    GROUP_LOTS,
    MAX_DEEDS,
    MAX_KEPT,
    MAX_SEATS,
    NOBODY,
    NOTHING,
    PROPOSE_DEAL,
)
from magnate.rules.deals import check_accept, check_propose
from magnate.rules.masks import has, with_seat
from magnate.rules.mortgage import interest
from magnate.rules.property import group_deed, is_bare
from magnate.rules.refusals import OK
from magnate.rules.terms import parties_of

DENIED = 50  # % of what a rival gains that counts as a loss


def owner_after(g, a, deed):
    """Who owns a deed once the terms are carried out."""
    if a.deed[deed] != NOBODY:
        return a.deed[deed]
    return g.owner[deed]


def holding_value(e, group, count, amount):
    """What so many deeds of a group, of this worth together, are worth to their owner: a whole group far more."""
    if count == e.group_size[group]:
        if e.group_kind[group] == GROUP_LOTS:
            return 5 * amount // 2
        return 3 * amount // 2
    if 2 * count > e.group_size[group]:
        return 5 * amount // 4
    return amount


def holding_change(g, e, seat, group, a):
    """What the terms bring a seat in a group."""
    count = 0
    amount = 0
    count_after = 0
    amount_after = 0
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        worth = e.price[deed]
        if g.mortgaged[deed] != FREE:
            worth -= e.mortgage[deed]
        if g.owner[deed] == seat:
            count += 1
            amount += worth
        if owner_after(g, a, deed) == seat:
            count_after += 1
            amount_after += worth
    return holding_value(e, group, count_after, amount_after) - holding_value(e, group, count, amount)


def takers_in(e, group, a):
    """The seats to which the terms bring a deed of the group."""
    takers = 0
    for place in range(e.group_size[group]):
        taker = a.deed[group_deed(e, group, place)]
        if taker != NOBODY:
            takers = with_seat(takers, taker)
    return takers


def interest_in(g, e, seat, group, a):
    """The interest on the mortgages of a group that a seat takes over."""
    due = 0
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        if a.deed[deed] == seat and g.mortgaged[deed] != FREE:
            due += interest(e, deed, e.mortgage_transfer_percent)
    return due


def gain_in(g, e, seat, group, a):
    """What the terms bring a seat in a group: holdings, less interest, less a part of what they bring the others."""
    takers = takers_in(e, group, a)
    if takers == 0:
        return 0
    total = holding_change(g, e, seat, group, a)
    if has(takers, seat):
        total -= interest_in(g, e, seat, group, a)
    for other in range(g.seats):
        if other != seat and has(takers, other) and g.out[other] == 0:
            change = holding_change(g, e, other, group, a)
            if change > 0:
                total -= change * DENIED // 100
    return total


def gain(g, e, seat, a):
    """What the terms bring a seat: cash, cards and, group by group, deeds."""
    total = a.cash[seat]
    for card in range(e.kept):
        if a.card[card] != NOBODY:
            if a.card[card] == seat:
                total += e.jail_fine // 2
            elif g.held[card] == seat:
                total -= e.jail_fine
    for group in range(e.groups):
        total += gain_in(g, e, seat, group, a)
    return total


def judge_deal(g, e, seat, slot, a):
    """Whether the open deal in a slot is worth accepting. Leaves its terms in `a`."""
    if check_accept(g, e, seat, slot, g.deal[slot].revision, a) != OK:
        return False
    return is_fair(g, e, seat, a)


def is_fair(g, e, seat, a):
    """Whether terms bring a seat something, and at least half of what they bring each other party."""
    mine = gain(g, e, seat, a)
    if mine <= 0:
        return False
    parties = parties_of(g, e, a)
    for other in range(g.seats):
        if other != seat and has(parties, other) and gain(g, e, other, a) > 2 * mine:
            return False
    return True


def clear_terms(a):
    """No terms."""
    for seat in range(MAX_SEATS):
        a.cash[seat] = 0
    for deed in range(MAX_DEEDS):
        a.deed[deed] = NOBODY
    for card in range(MAX_KEPT):
        a.card[card] = NOBODY


def partner_in(g, e, seat, group):
    """The one other player with whom this seat shares the whole bare group, or NOBODY."""
    partner = NOBODY
    own = 0
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        owner = g.owner[deed]
        if owner == BANK or g.level[deed] > 0:
            return NOBODY
        if owner == seat:
            own += 1
        elif partner == NOBODY:
            partner = owner
        elif partner != owner:
            return NOBODY
    if own == 0:
        return NOBODY
    return partner


def move_group(g, e, group, giver, taker, a):
    """Add to the terms that one seat gives the other all its deeds of a group."""
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        if g.owner[deed] == giver and is_bare(g, e, giver, deed, e.deals_bare):
            a.deed[deed] = taker


def gain_in_both(g, e, seat, group, second, a):
    """What the terms bring a seat that move deeds of two groups, or of one, and nothing else."""
    total = gain_in(g, e, seat, group, a)
    if second != NOTHING:
        total += gain_in(g, e, seat, second, a)
    return total


def balance(g, e, seat, other, group, second, a):
    """Add the cash that leaves the other side a little better off; whether both then gain and can pay."""
    theirs = gain_in_both(g, e, other, group, second, a)
    mine = gain_in_both(g, e, seat, group, second, a)
    pay = (mine - theirs) // 2
    if g.refused_by[seat * MAX_SEATS + other] > 0:  # after a refusal three quarters of the gain are theirs
        pay = (3 * mine - theirs) // 4
    pay = round_sum(e, max(pay, -most_asked(g, other)))
    if pay > g.cash[seat] - e.setup_cash // 10:
        return False
    a.cash[seat] = -pay
    a.cash[other] = pay
    return mine - pay > 0 and theirs + pay > 0


def propose_trade(g, e, seat, a):
    """Look for a group to complete by a swap of groups or for cash. Leaves `a.kind` alone if there is none."""
    for group in range(e.groups):
        if e.group_kind[group] == GROUP_LOTS:
            other = partner_in(g, e, seat, group)
            if other != NOBODY and may_ask(g, e, seat, other):
                for second in range(e.groups):
                    if second != group and e.group_kind[second] == GROUP_LOTS:
                        if partner_in(g, e, seat, second) == other:
                            clear_terms(a)
                            move_group(g, e, group, other, seat, a)
                            move_group(g, e, second, seat, other, a)
                            if balance(g, e, seat, other, group, second, a) and check_propose(g, e, seat, a) == OK:
                                a.kind = PROPOSE_DEAL
                                return
                clear_terms(a)
                move_group(g, e, group, other, seat, a)
                if balance(g, e, seat, other, group, NOTHING, a) and check_propose(g, e, seat, a) == OK:
                    a.kind = PROPOSE_DEAL
                    return
