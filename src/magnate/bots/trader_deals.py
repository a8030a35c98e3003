"""The trader's deals: it accepts what raises its chance to win clearly, and proposes what the others would accept.

The proposer has looked for the terms that suit it best. The other asks for the larger part of what they bring,
and for a margin, since every judgement errs and the one who proposes chooses where.
"""

from magnate.bots.deal_terms import clear_cash, clear_terms, move_group, sellers_in
from magnate.bots.limits import may_ask_all, most_asked
from magnate.bots.trader_values import DENY, FAIR, MARGIN, OFTEN, RESTLESS, cash_reserve, caution, knob, rivals_left
from magnate.bots.win_chance import (
    WIN,
    cash_after,
    feared,
    part_of,
    power,
    rated_rise,
    weigh_moves,
    weigh_position,
    weigh_terms,
    weight_after,
)
from magnate.rules.codes import COUNTER_DEAL, GROUP_LOTS, MAX_SEATS, PROPOSE_DEAL
from magnate.rules.deals import check_accept, check_counter, check_propose
from magnate.rules.masks import count_bits, first_of, has, only, with_seat, without
from magnate.rules.refusals import OK
from magnate.rules.terms import parties_of


def least_cash(g, e, seat):
    """The least that terms may change the cash of a seat by: the payer keeps a little."""
    return min(0, e.setup_cash // 20 - g.cash[seat])


def leaves_cash(g, e, seat, a):
    """Whether terms leave a seat that pays a little cash."""
    return a.cash[seat] >= least_cash(g, e, seat)


def gains_by(g, e, b, seat, a):
    """Whether weighed terms raise a seat's chance to win and leave enough cash."""
    return leaves_cash(g, e, seat, a) and rated_rise(g, e, b, seat, a) > 0


def margin(b, seat, counts):
    """By how much an offer must raise the chance of the accepting player, in millionths; in the end by anything."""
    return 100 * knob(b, seat, MARGIN) * counts // RESTLESS


def fair_part(b, seat, counts):
    """The part, in %, of what an offer adds to two chances that the accepting player wants; in the end half."""
    return 50 + (knob(b, seat, FAIR) - 50) * counts // RESTLESS


def likes_terms(g, e, b, seat, a):
    """Whether a seat accepts terms: they leave cash and raise its chance to win, more than each other party's."""
    if not leaves_cash(g, e, seat, a):
        return False
    weigh_position(g, e, b, a)
    weigh_terms(g, e, b, a)
    return likes_rated(g, e, b, seat, a)


def likes_rated(g, e, b, seat, a):
    """The same once position and terms are weighed."""
    if not leaves_cash(g, e, seat, a):
        return False
    counts = caution(g)
    mine = rated_rise(g, e, b, seat, a)
    if mine <= margin(b, seat, counts):
        return False
    fair = fair_part(b, seat, counts)
    parties = parties_of(g, e, a)
    for other in range(g.seats):
        if other != seat and has(parties, other):
            if fair * rated_rise(g, e, b, other, a) > (100 - fair) * mine:
                return False
    return True


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
    weigh_position(g, e, b, a)
    weigh_terms(g, e, b, a)
    set_price(g, e, b, other, seat, a)
    if not likes_rated(g, e, b, seat, a) or not gains_by(g, e, b, other, a):
        return False
    a.x = slot
    a.y = g.deal[slot].revision
    if check_counter(g, e, seat, slot, g.deal[slot].revision, a) != OK:
        return False
    a.kind = COUNTER_DEAL
    return True


def can_both_gain(g, b, seat, other):
    """Whether a deal can raise the chances of both. Between the last two, what one gains the other loses, until in a
    long game that counts less than it is.
    """
    if rivals_left(g) > 1:
        return True
    return min(knob(b, seat, DENY), knob(b, other, DENY)) * caution(g) < 100 * RESTLESS


def set_price(g, e, b, seat, other, a):
    """Write into weighed terms what a seat pays another, in a round sum, so that the other accepts it.

    Whether both then gain; if not, the sum means nothing.
    """
    unit = b.unit
    both = a.cash[seat] + a.cash[other]
    my_cash = cash_after(g, seat, a) + a.cash[other]
    their_cash = cash_after(g, other, a) - a.cash[other]
    low = -(most_asked(g, other) // unit)
    high = max(low, (g.cash[seat] + both - cash_reserve(e, b, seat)) // unit)
    counts = caution(g)
    mine = a.weight[seat]
    theirs = a.weight[other]
    rest = 0
    for player in range(g.seats):
        if g.out[player] == 0 and player != seat and player != other:
            rest += weight_after(g, e, b, player, a)
    my_old = part_of(mine, rest + mine + theirs)
    their_old = part_of(theirs, rest + mine + theirs)
    fair = fair_part(b, other, counts)
    least = margin(b, other, counts)
    gains = False
    price = high  # most offers fail at the highest price already
    while True:
        a.cash[other] = price * unit
        a.cash[seat] = both - price * unit
        my_power = power(g, e, b, MAX_SEATS + seat, my_cash - price * unit, a)
        their_power = power(g, e, b, MAX_SEATS + other, their_cash + price * unit, a)
        their_rise = part_of(their_power, rest + their_power + feared(b, other, mine, my_power, counts)) - their_old
        if price == high and their_rise <= least:
            return False
        my_rise = part_of(my_power, rest + my_power + feared(b, seat, theirs, their_power, counts)) - my_old
        if (100 - fair) * their_rise < fair * my_rise or their_rise <= least:
            if price == high or my_rise <= 0:  # a higher price helps no player
                return False
            low = price + 1
        else:
            high = price
            gains = my_rise > 0
        if low >= high:
            break
        price = (low + high) // 2
    a.cash[other] = high * unit
    a.cash[seat] = both - high * unit
    return gains


def set_prices(g, e, b, seat, sellers, a):
    """Write cash into the terms of an offer so that everybody gains. What it then adds to this seat's chance, or -1."""
    if count_bits(sellers) == 1:
        other = first_of(sellers)
        if not set_price(g, e, b, seat, other, a):  # then one of the two does not gain enough
            return -1
        if not leaves_cash(g, e, seat, a) or not leaves_cash(g, e, other, a):
            return -1
        return rated_rise(g, e, b, seat, a)
    first = first_of(sellers)
    last = first_of(without(sellers, first))
    if not can_suit(g, e, b, first, seat, last, a) or not can_suit(g, e, b, last, seat, first, a):
        return -1
    clear_cash(a)
    for _ in range(2):  # what one gets changes what the other should get
        set_price(g, e, b, seat, first, a)
        set_price(g, e, b, seat, last, a)
    if not gains_by(g, e, b, seat, a):
        return -1
    if not likes_rated(g, e, b, first, a) or not likes_rated(g, e, b, last, a):
        return -1
    return rated_rise(g, e, b, seat, a)


def can_suit(g, e, b, seat, buyer, third, a):
    """Whether weighed terms of a buyer and two sellers can add enough to the chance of one of the two at some price.

    They cannot if they do not where it gets all the cash that the others may give. That cash is left in the terms.
    """
    a.cash[buyer] = least_cash(g, e, buyer)
    a.cash[third] = max(least_cash(g, e, third), -most_asked(g, third))
    a.cash[seat] = -a.cash[buyer] - a.cash[third]
    counts = caution(g)
    mine = power(g, e, b, MAX_SEATS + seat, cash_after(g, seat, a), a)
    before = a.weight[seat]
    others = 0
    for player in range(g.seats):
        if g.out[player] == 0 and player != seat:
            before += a.weight[player]
            others += feared(b, seat, a.weight[player], weight_after(g, e, b, player, a), counts)
    if others < 2 * WIN:
        return True
    # `part_of` rounds its divisor down: with one less this is the most for any lesser power among greater ones
    most = mine // ((mine + others) // WIN - 1)
    return most - part_of(a.weight[seat], before) > margin(b, seat, counts)


def write_offer(g, e, b, seat, sellers, group, second, a):
    """The terms: the others give their part of a group, and a single one gets this seat's part of another (or -1).

    What they bring this seat, about, or -1. The position is weighed.
    """
    clear_terms(a)
    groups = only(group)
    if second >= 0:
        groups |= only(second)
    for other in range(g.seats):
        if has(sellers, other):
            move_group(g, e, group, other, seat, a)
            if second >= 0:
                move_group(g, e, second, seat, other, a)
    weigh_moves(g, e, b, groups, with_seat(sellers, seat), a)
    return set_prices(g, e, b, seat, sellers, a)


def may_offer(g, e, b, seat, sellers, many):
    """Whether there are one or two sellers who may be asked, and who can gain along with this seat."""
    if many == 0 or many > 2:
        return False
    return can_both_gain(g, b, seat, first_of(sellers)) and may_ask_all(g, e, seat, sellers)


def propose_best_offer(g, e, b, seat, a):
    """The best offer for this turn's groups: buy or swap what completes one, of one owner or of two.

    Leaves `a.kind` alone if there is none.
    """
    best = 0
    best_group = -1
    best_second = -1
    is_weighed = 0
    tried = knob(b, seat, OFTEN)
    group = (g.turns // g.seats) * tried % e.groups
    for _ in range(tried):
        if e.group_kind[group] == GROUP_LOTS:
            sellers = sellers_in(g, e, seat, group)
            many = count_bits(sellers)
            if may_offer(g, e, b, seat, sellers, many):
                if is_weighed == 0:
                    weigh_position(g, e, b, a)
                    is_weighed = 1
                for second in range(-1, e.groups):
                    if second == -1 or (second != group and many == 1 and sellers_in(g, e, seat, second) == sellers):
                        brings = write_offer(g, e, b, seat, sellers, group, second, a)
                        if brings > best and check_propose(g, e, seat, a) == OK:
                            best = brings
                            best_group = group
                            best_second = second
        group += 1
        if group == e.groups:
            group = 0
    if best_group >= 0:
        write_offer(g, e, b, seat, sellers_in(g, e, seat, best_group), best_group, best_second, a)
        a.kind = PROPOSE_DEAL
