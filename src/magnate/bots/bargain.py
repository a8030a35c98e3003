"""How the trader bargains: what terms bring it, what they bring the others, and which to propose."""

from magnate.bots.limits import may_ask_all, most_asked, round_sum
from magnate.bots.trade import clear_terms, gain, move_group
from magnate.bots.worth import (
    FAIR,
    MARGIN,
    OFTEN,
    SHARE,
    change,
    change_to,
    denied,
    knob,
    places_after,
    purse,
    rise_to,
    takeover,
)
from magnate.rules.codes import BANK, COUNTER_DEAL, GROUP_LOTS, MAX_SEATS, NOBODY, PROPOSE_DEAL
from magnate.rules.deals import check_accept, check_counter, check_propose, parties_of
from magnate.rules.property import group_deed
from magnate.rules.refusals import OK
from magnate.rules.stack import count_bits


def profit(g, e, b, seat, other, a):
    """What, as a seat reckons, the terms bring a player, cash apart: holdings and cards, less interest, less its share
    of what they bring its rivals.
    """
    total = 0
    for card in range(e.kept):
        if a.card[card] != NOBODY:
            if a.card[card] == other:
                total += e.fine // 2
            elif g.held[card] == other:
                total -= e.fine
    groups = 0
    players = 0  # who gets or gives deeds
    for deed in range(e.deeds):
        to = a.deed[deed]
        if to != NOBODY:
            groups |= 1 << e.deed_group[deed]
            players |= (1 << to) | (1 << g.owner[deed])
            if to == other:
                total -= takeover(g, b, deed)
    for group in range(e.groups):
        if (groups >> group) & 1 == 1:
            for player in range(g.seats):
                if (players >> player) & 1 == 1:
                    if player == other:
                        total += change(g, e, b, seat, player, group, a)
                    else:
                        rise = rise_to(g, e, b, seat, player, group, places_after(g, e, player, group, a))
                        total -= denied(g, b, seat, rise)
    return total


def given(g, e, seat, a):
    """The list price of what a seat gives."""
    total = 0
    for deed in range(e.deeds):
        if a.deed[deed] != NOBODY and g.owner[deed] == seat:
            total += e.price[deed]
    return total


def likes_terms(g, e, b, seat, a):
    """Whether terms bring a seat clearly more than they cost and a fair part of the gain, and leave it a purse."""
    if a.cash[seat] < 0 and g.cash[seat] + a.cash[seat] < e.cash_at_start // 20:
        return False
    brings = profit(g, e, b, seat, seat, a) + a.cash[seat]
    if brings <= given(g, e, seat, a) * knob(b, seat, MARGIN) // 100:
        return False
    fair = knob(b, seat, FAIR)
    parties = parties_of(g, e, a)
    for other in range(g.seats):
        if other != seat and (parties >> other) & 1 == 1:
            theirs = profit(g, e, b, seat, other, a) + a.cash[other]
            if fair * theirs > (100 - fair) * brings:
                return False
    return True


def likes_deal(g, e, b, seat, slot, a):
    """Whether the open deal in a slot is worth accepting. Leaves its terms in `a`."""
    if check_accept(g, e, seat, slot, g.deal_revision[slot], a) != OK:
        return False
    return likes_terms(g, e, b, seat, a)


def counters_deal(g, e, b, seat, slot, a):
    """Whether a first offer, its terms in `a`, would do at another price: then that price is written into `a`."""
    other = g.deal_author[slot]
    if other != slot or other == seat or count_bits(g.deal_parties[slot]) != 2:
        return False
    low = -profit(g, e, b, seat, seat, a) + given(g, e, seat, a) * knob(b, seat, MARGIN) // 100
    high = profit(g, e, b, seat, other, a)
    if high <= low:
        return False
    ask = round_sum(e, low + (high - low) * knob(b, seat, SHARE) // 100 + 1)
    if ask > high or ask > most_asked(g, other) or -ask > g.cash[seat] - purse(e, b, seat):
        return False
    a.cash[seat] = ask
    a.cash[other] = -ask
    a.x = slot
    a.y = g.deal_revision[slot]
    if check_counter(g, e, seat, slot, g.deal_revision[slot], a) != OK:
        return False
    a.kind = COUNTER_DEAL
    return True


def sellers_in(g, e, seat, group):
    """The others who share a bare group with this seat, as a mask; none while the Bank or a building stands in it."""
    mask = 0
    own = 0
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        owner = g.owner[deed]
        if owner == BANK or g.level[deed] > 0:
            return 0
        if owner == seat:
            own += 1
        else:
            mask |= 1 << owner
    if own == 0:
        return 0
    return mask


def price_of(g, e, owner, group):
    """The list price of an owner's deeds of a group."""
    total = 0
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        if g.owner[deed] == owner:
            total += e.price[deed]
    return total


def interest_of(g, e, b, owner, group):
    """What taking over an owner's deeds of a group costs at once."""
    total = 0
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        if g.owner[deed] == owner:
            total += takeover(g, b, deed)
    return total


def completing(g, e, b, seat, other, group):
    """What, as a seat reckons, a player gains by having the whole of a group."""
    return change_to(g, e, b, seat, other, group, (1 << e.group_size[group]) - 1, 0)


def least_price(g, e, b, seat, other, group, second, rival, a):
    """What another must get, at least, for the terms in `a`: as this seat reckons for it, and by the rule of thumb."""
    margin = price_of(g, e, other, group) * knob(b, seat, MARGIN) // 100
    least = margin + rival - change_to(g, e, b, seat, other, group, 0, 0)
    if second >= 0:
        least += interest_of(g, e, b, seat, second) - completing(g, e, b, seat, other, second)
    return max(least, e.note - gain(g, e, other, a))


def set_prices(g, e, b, seat, sellers, group, second, a):
    """Write cash into the terms of an offer so that everybody gains: each seller what it must get, and a part of the
    rest. What it then brings this seat, about, or -1.
    """
    mine = completing(g, e, b, seat, seat, group)
    rival = denied(g, b, seat, rise_to(g, e, b, seat, seat, group, (1 << e.group_size[group]) - 1))
    if second >= 0:
        mine += change_to(g, e, b, seat, seat, second, 0, 0)
    rest = mine
    for other in range(MAX_SEATS):
        if (sellers >> other) & 1 == 1:
            rest -= interest_of(g, e, b, other, group) + least_price(g, e, b, seat, other, group, second, rival, a)
            if second >= 0:
                whole = (1 << e.group_size[second]) - 1
                rest -= denied(g, b, seat, rise_to(g, e, b, seat, other, second, whole))
    if rest <= 0:
        return -1
    bonus = rest * (100 - knob(b, seat, SHARE)) // (100 * count_bits(sellers))
    total = 0
    for other in range(MAX_SEATS):
        if (sellers >> other) & 1 == 1:
            pay = least_price(g, e, b, seat, other, group, second, rival, a) + bonus
            a.cash[other] = round_sum(e, max(pay, -most_asked(g, other)))
            total += a.cash[other]
    if total > g.cash[seat] - purse(e, b, seat):
        return -1
    a.cash[seat] = -total
    return rest - bonus * count_bits(sellers)


def write_offer(g, e, b, seat, sellers, group, second, a):
    """The terms: the others give their part of a group, and a single one gets this seat's part of another (or -1).

    What they bring this seat, about, or -1.
    """
    clear_terms(a)
    for other in range(MAX_SEATS):
        if (sellers >> other) & 1 == 1:
            move_group(g, e, group, other, seat, a)
            if second >= 0:
                move_group(g, e, second, seat, other, a)
    return set_prices(g, e, b, seat, sellers, group, second, a)


def propose_bargain(g, e, b, seat, a):
    """The best offer for the groups whose turn it is: buy or swap what completes one, of one owner or of two.

    Leaves `a.kind` alone if there is none.
    """
    best = 0
    best_group = -1
    best_second = -1
    tried = knob(b, seat, OFTEN)
    start = (g.turns // g.seats) * tried
    for step in range(tried):
        group = (start + step) % e.groups
        if e.group_kind[group] == GROUP_LOTS:
            sellers = sellers_in(g, e, seat, group)
            many = count_bits(sellers)
            if many > 0 and many < 3 and may_ask_all(g, e, seat, sellers):
                for second in range(-1, e.groups):
                    if second == -1 or (second != group and many == 1 and sellers_in(g, e, seat, second) == sellers):
                        brings = write_offer(g, e, b, seat, sellers, group, second, a)
                        if brings > best and check_propose(g, e, seat, a) == OK:
                            best = brings
                            best_group = group
                            best_second = second
    if best_group >= 0:
        write_offer(g, e, b, seat, sellers_in(g, e, seat, best_group), best_group, best_second, a)
        if profit(g, e, b, seat, seat, a) + a.cash[seat] > 0:  # anew: who pays has less to build with
            a.kind = PROPOSE_DEAL
