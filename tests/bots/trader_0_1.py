"""The trader of version 0.1.0, as an opponent to measure today's bots by.

It is today's trader with the values, prices and answers of then: what another gains by a deal counts as a loss shared
among all rivals, every space counts as equally likely, the first price goes by the printed one, and no refusal is
remembered beyond the roll. It keeps today's rules. `test_trader_0_1.py` compares it with games that 0.1.0 recorded.
"""

import types
from typing import Any

from magnate.bots import trader
from magnate.bots.deal_terms import clear_terms, move_group, owner_after, sellers_in
from magnate.bots.lineup import line_up
from magnate.bots.trader_values import (
    FAR,
    NEAR,
    OFTEN,
    OWN,
    ROLLS,
    cash_reserve,
    coming_rolls,
    dice_or_one,
    fill_edition_figures,
    knob,
    places_of,
    rivals_left,
    takeover,
    whole_extra,
)
from magnate.rules.codes import (
    BANK,
    COUNTER_DEAL,
    FREE,
    GROUP_LOTS,
    MAX_DEEDS,
    MAX_RENTS,
    MAX_SEATS,
    NOBODY,
    PROPOSE_DEAL,
)
from magnate.rules.deals import check_accept, check_counter, check_propose
from magnate.rules.masks import count_bits, has, with_seat
from magnate.rules.property import group_deed
from magnate.rules.refusals import OK
from magnate.rules.rent import rent_in_force

TRADER_0_1 = 90  # the bot at a seat

DENY = 100  # % of what others gain that counts as a loss, shared among those who lose
MARGIN = 5  # % of what one gives that a deal must bring more
FIRST_PRICE = 230  # % of the printed price offered first
NEXT_PRICE = 350
SHARE = 60  # % of the gain kept for oneself


def stops_anywhere(e):
    """Of ROLLS rolls, how many end on each space: as many on every one."""
    return ROLLS // e.spaces


def denied(g, gain):
    """What the gain of one rival counts as a loss: all rivals share it."""
    if gain <= 0:
        return 0
    return gain * DENY // (100 * max(1, rivals_left(g)))


def places_after(g, e, other, group, a):
    """The places of a group that a player holds once the terms are carried out."""
    held = 0
    for place in range(e.group_size[group]):
        if owner_after(g, a, group_deed(e, group, place)) == other:
            held |= 1 << place
    return held


def holding(g, e, b, seat, group, held, extra):
    """What, as a seat reckons, these places of a group are worth to a player to whom the whole is worth `extra`."""
    if held == 0:
        return 0
    count = count_bits(held)
    amount = 0
    bare = 0
    size = e.group_size[group]
    own = knob(b, seat, OWN)
    rolls = coming_rolls(g, b, seat)
    is_lots = e.group_kind[group] == GROUP_LOTS
    for place in range(size):
        if has(held, place):
            deed = group_deed(e, group, place)
            amount += e.price[deed] * own // 100 - b.lift[g.mortgaged[deed] * MAX_DEEDS + deed]
            if is_lots:
                bare += e.rent[deed * MAX_RENTS] * stops_anywhere(e)
            else:
                rent = e.rent[deed * MAX_RENTS + count - 1] * dice_or_one(e, deed)
                amount += rent * stops_anywhere(e) * rolls // ROLLS
    amount += bare * rolls // ROLLS
    if count == size:
        return amount + extra
    if e.building_whole_group == 0:
        return amount + extra * count // size
    if count == size - 1:
        return amount + extra * knob(b, seat, NEAR) // 100
    return amount + extra * count * knob(b, seat, FAR) // 100


def change_to(g, e, b, seat, other, group, held, cash):
    """What, as a seat reckons, it changes for a player to hold these places of a group, and so much more cash."""
    before = places_of(g, e, other, group)
    if held == before:
        return 0
    extra = 0
    extra_before = 0
    if held != 0:
        extra = whole_extra(g, e, b, seat, group, g.cash[other] + cash)
    if before != 0:
        extra_before = extra
        if held == 0 or cash != 0:
            extra_before = whole_extra(g, e, b, seat, group, g.cash[other])
    return holding(g, e, b, seat, group, held, extra) - holding(g, e, b, seat, group, before, extra_before)


def marginal(g, e, b, seat, deed):
    """What getting one more deed is worth to a seat: its own gain, and what a player who lacks it loses."""
    group = e.deed_group[deed]
    place = 1 << e.deed_place[deed]
    mine = change_to(g, e, b, seat, seat, group, places_of(g, e, seat, group) | place, 0)
    most = 0
    for other in range(g.seats):
        if other != seat and g.out[other] == 0 and other != g.owner[deed]:
            theirs = change_to(g, e, b, seat, other, group, places_of(g, e, other, group) | place, 0)
            most = max(most, theirs)
    return mine + denied(g, most)


def expected_rent(g, e, b, seat):
    """What this seat pays on the average in ten thousand rolls."""
    total = 0
    for deed in range(e.deeds):
        owner = g.owner[deed]
        if owner != BANK and owner != seat and g.mortgaged[deed] == FREE:
            total += rent_in_force(g, e, deed) * dice_or_one(e, deed) * stops_anywhere(e)
    return total


def profit(g, e, b, seat, other, a):
    """What, as a seat reckons, the terms bring a player, cash apart: holdings and cards, less interest, less its share
    of what they bring its rivals.
    """
    total = 0
    for card in range(e.kept):
        if a.card[card] != NOBODY:
            if a.card[card] == other:
                total += e.jail_fine // 2
            elif g.held[card] == other:
                total -= e.jail_fine
    groups = 0
    players = 0  # who gets or gives deeds
    for deed in range(e.deeds):
        to = a.deed[deed]
        if to != NOBODY:
            groups |= 1 << e.deed_group[deed]
            players = with_seat(with_seat(players, to), g.owner[deed])
            if to == other:
                total -= takeover(g, b, deed)
    for group in range(e.groups):
        if has(groups, group):
            for player in range(g.seats):
                if has(players, player):
                    held = places_after(g, e, player, group, a)
                    gain = change_to(g, e, b, seat, player, group, held, a.cash[player])
                    if player == other:
                        total += gain
                    else:
                        total -= denied(g, gain)
    return total


def given(g, e, seat, a):
    """The printed price of what a seat gives."""
    total = 0
    for deed in range(e.deeds):
        if a.deed[deed] != NOBODY and g.owner[deed] == seat:
            total += e.price[deed]
    return total


def likes_terms(g, e, b, seat, a):
    """Whether terms bring a seat clearly more than they cost, and leave it some cash."""
    if a.cash[seat] < 0 and g.cash[seat] + a.cash[seat] < e.setup_cash // 20:
        return False
    return profit(g, e, b, seat, seat, a) + a.cash[seat] > given(g, e, seat, a) * MARGIN // 100


def likes_deal(g, e, b, seat, slot, a):
    """Whether the open deal in a slot is worth accepting. Leaves its terms in `a`."""
    if check_accept(g, e, seat, slot, g.deal[slot].revision, a) != OK:
        return False
    return likes_terms(g, e, b, seat, a)


def counters_deal(g, e, b, seat, slot, a):
    """Whether a first offer, its terms in `a`, would do at another price: then that price is written into `a`."""
    other = g.deal[slot].author
    if other != slot or other == seat or count_bits(g.deal[slot].parties) != 2:
        return False
    low = -profit(g, e, b, seat, seat, a) + given(g, e, seat, a) * MARGIN // 100
    high = profit(g, e, b, seat, other, a)
    if high <= low:
        return False
    ask = (low + (high - low) * SHARE // 100) // e.note * e.note + e.note
    if ask > high or ask > g.cash[other] or -ask > g.cash[seat] - cash_reserve(e, b, seat):
        return False
    a.cash[seat] = ask
    a.cash[other] = -ask
    a.x = slot
    a.y = g.deal[slot].revision
    if check_counter(g, e, seat, slot, g.deal[slot].revision, a) != OK:
        return False
    a.kind = COUNTER_DEAL
    return True


def opening_price(g, seat, taken, pay):
    """A first offer leaves room to give in: it goes by printed prices, the second by more, the third by its worth."""
    if g.refusals[seat] == 0:
        return min(pay, taken * FIRST_PRICE // 100)
    if g.refusals[seat] == 1:
        return min(pay, taken * NEXT_PRICE // 100)
    return pay


def price_of(g, e, owner, group):
    """The printed price of an owner's deeds of a group."""
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


def set_prices(g, e, b, seat, sellers, group, second, gain, a):
    """Write cash into the terms of an offer so that everybody gains, this seat `gain` by completing the group.

    What it then brings this seat, about, or -1.
    """
    mine = gain
    theirs = -denied(g, gain)
    listed = 0
    if second >= 0:
        gift = change_to(g, e, b, seat, seat, second, 0, 0)
        mine += gift
        theirs -= denied(g, gift) + interest_of(g, e, b, seat, second)
        listed = price_of(g, e, seat, second)
    for other in range(MAX_SEATS):
        a.cash[other] = 0
        if has(sellers, other):
            loss = change_to(g, e, b, seat, other, group, 0, 0)
            mine -= denied(g, loss) + interest_of(g, e, b, other, group)
            a.cash[other] = -loss - theirs  # what the other must get, at least
            if second >= 0:
                got = completing(g, e, b, seat, other, second)
                mine -= denied(g, got)
                a.cash[other] -= got
    rest = mine
    for other in range(MAX_SEATS):
        rest -= a.cash[other]
    if rest <= 0:
        return -1
    bonus = rest * (100 - SHARE) // (100 * count_bits(sellers))
    total = 0
    for other in range(MAX_SEATS):
        if has(sellers, other):
            taken = price_of(g, e, other, group) - listed
            pay = opening_price(g, seat, taken, a.cash[other] + bonus)
            pay = max(pay, -g.cash[other])
            a.cash[other] = pay // e.note * e.note
            total += a.cash[other]
    if total > g.cash[seat] - cash_reserve(e, b, seat):
        return -1
    a.cash[seat] = -total
    return mine - total


def write_offer(g, e, b, seat, sellers, group, second, a):
    """The terms: the others give their part of a group, and a single one gets this seat's part of another (or -1)."""
    clear_terms(a)
    for other in range(MAX_SEATS):
        if has(sellers, other):
            move_group(g, e, group, other, seat, a)
            if second >= 0:
                move_group(g, e, second, seat, other, a)
    set_prices(g, e, b, seat, sellers, group, second, completing(g, e, b, seat, seat, group), a)


def propose_best_offer(g, e, b, seat, a):
    """The best offer for this turn's groups: buy or swap what completes one, of one owner or of two.

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
            if many > 0 and many < 3:
                gain = completing(g, e, b, seat, seat, group)
                for second in range(-1, e.groups):
                    if second == -1 or (second != group and many == 1 and sellers_in(g, e, seat, second) == sellers):
                        brings = set_prices(g, e, b, seat, sellers, group, second, gain, a)
                        if brings > best:
                            write_offer(g, e, b, seat, sellers, group, second, a)
                            if check_propose(g, e, seat, a) == OK:
                                best = brings
                                best_group = group
                                best_second = second
    if best_group >= 0:
        write_offer(g, e, b, seat, sellers_in(g, e, seat, best_group), best_group, best_second, a)
        if profit(g, e, b, seat, seat, a) + a.cash[seat] > 0:  # again: who pays has less to build with
            a.kind = PROPOSE_DEAL


def with_old_values() -> Any:
    """Today's `trader_decides` and all of its module that it calls, with the functions above instead of today's."""
    of_today = {name: one for name, one in vars(trader).items() if isinstance(one, types.FunctionType)}
    namespace: dict[str, Any] = {**vars(trader), "__name__": f"{__name__}.of_today"}
    for name, one in of_today.items():
        if name in OF_THEN:
            namespace[name] = OF_THEN[name]
        elif one.__module__ == trader.__name__:
            namespace[name] = types.FunctionType(one.__code__, namespace, name)
    return namespace["trader_decides"]


OF_THEN = {one.__name__: one for one in (marginal, expected_rent, likes_deal, counters_deal, propose_best_offer)}
trader_0_1_decides = with_old_values()


def know_as_of_then(e, b, seat):
    """Write down what a seat of 0.1.0 reckons whole groups to bring: by the same stops on every space."""
    then = line_up(e, ["trader"] * e.seats)
    then.stops = [stops_anywhere(e)] * len(then.stops)
    fill_edition_figures(e, then)
    each = len(b.gain) // MAX_SEATS
    b.bot[seat] = TRADER_0_1
    b.gain[seat * each : (seat + 1) * each] = then.gain[seat * each : (seat + 1) * each]
