"""The master's deals: it accepts what raises its chance, and proposes what raises its own most of what raises both.

What a deal does to everybody is in the chances already: they add up to one, so whatever a rival gains others lose.
"""

from magnate.bots.deal_terms import clear_terms, move_group
from magnate.bots.limits import may_ask, most_asked, round_unit
from magnate.bots.trader_deals import propose_best_offer
from magnate.rules.codes import (
    ACCEPT_DEAL,
    ACKNOWLEDGE,
    COUNTER_DEAL,
    GROUP_LOTS,
    MAX_SEATS,
    NOBODY,
    NOTHING,
    PROPOSE_DEAL,
    REFUSE_DEAL,
)
from magnate.rules.deals import check_accept, check_counter, check_deal_answer, check_propose, read_terms
from magnate.rules.masks import count_bits, first_of, without
from magnate.rules.property import group_deed, is_bare
from magnate.rules.refusals import OK
from magnate.rules.terms import parties_of
from magnate.value.acceptance import accept_chance, knows_acceptance, note_asked
from magnate.value.fields import (
    ASKED,
    CURIOUS,
    EXTRAS,
    FIRST,
    GAIN,
    KEPT,
    KNOWS,
    LOST,
    MARGIN,
    MILLION,
    MORE,
    STANDING,
    TRIES,
)
from magnate.value.layers import weigh
from magnate.value.scramble import draw
from magnate.value.trying import try_terms

WANTED_GROUP = 1  # what is wanted is a part of a group, not a deed
GIVEN_GROUP = 2  # what is given is

PRICES = 6  # that are tried for each
LEAST_PART = 4  # % of what both gain that the other gets at the lowest of them


def judge(g, e, n, f):
    """The chances of all seats as things stand, in `f.before`, and their figures in `f.was`."""
    weigh(g, e, n, f)
    for seat in range(g.seats):
        f.before[seat] = f.chance[seat]
    for i in range(g.seats * STANDING):
        f.was[i] = f.standing[i]


def answer_offers(g, e, n, f, seat, a):
    """Accept what raises the chance, name another price where that would do, refuse the rest."""
    for slot in range(g.seats):
        revision = g.deal[slot].revision
        if check_deal_answer(g, seat, slot, revision) == OK:
            judge(g, e, n, f)
            a.kind = REFUSE_DEAL
            if check_accept(g, e, seat, slot, revision, a) == OK and is_welcome(g, e, n, f, seat, a):
                a.kind = ACCEPT_DEAL
            elif counters(g, e, n, f, seat, slot, a):
                a.kind = COUNTER_DEAL
            a.x = slot
            a.y = revision
            return


def is_welcome(g, e, n, f, seat, a):
    """Whether terms raise a seat's chance enough. The position is judged."""
    if a.cash[seat] < 0 and g.cash[seat] + a.cash[seat] < e.setup_cash * n.style[KEPT] // 100:
        return False
    try_terms(g, e, n, f, a)
    return f.chance[seat] - f.before[seat] > n.style[MARGIN]


def counters(g, e, n, f, seat, slot, a):
    """Whether a first offer between two would do at another price: then it is in `a`."""
    other = g.deal[slot].author
    if other != slot or other == seat or count_bits(g.deal[slot].parties) != 2:
        return False
    read_terms(g, e, slot, a)
    if find_price(g, e, n, f, seat, other, n.style[FIRST], a) <= n.style[GAIN]:
        return False
    return check_counter(g, e, seat, slot, g.deal[slot].revision, a) == OK


def propose(g, e, b, n, f, seat, a):
    """Propose what a trader would if that raises the own chance, else the best deal with any other player. Leaves
    `a.kind` alone if there is none.
    """
    if g.seats - g.out_count < 3:  # between two, what one gains the other loses: only in a long game a trader asks
        propose_best_offer(g, e, b, seat, a)
        return
    judge(g, e, n, f)
    propose_best_offer(g, e, b, seat, a)
    if a.kind == PROPOSE_DEAL:
        try_terms(g, e, n, f, a)
        if f.chance[seat] > f.before[seat]:
            note_offer(g, e, n, f, seat, a)
            return
        a.kind = ACKNOWLEDGE
    propose_own(g, e, n, f, seat, a)


def propose_own(g, e, n, f, seat, a):
    """Propose the deal with another player that promises most. The position is judged."""
    f.goods = 0
    for other in range(g.seats):
        if other != seat and g.out[other] == 0 and g.deed_count[other] > 0 and may_ask(g, e, seat, other):
            list_goods(g, e, n, f, seat, other, a)
    best = n.style[GAIN]
    found = NOTHING
    for i in range(f.goods):
        other = f.partner[i]
        write_goods(g, e, f, seat, i, a)
        part = min(90, n.style[FIRST] + n.style[MORE] * g.refused_by[seat * MAX_SEATS + other])
        if draw(f, 100) < n.style[CURIOUS]:
            brings = find_price(g, e, n, f, seat, other, 2 + draw(f, 97), a)
            brings = brings * (10 + draw(f, 90))
        elif knows_acceptance(n) or n.style[KNOWS] == 1:
            brings = find_best_price(g, e, n, f, seat, other, a)
        else:
            brings = find_price(g, e, n, f, seat, other, part, a)
        f.price[i] = a.cash[other]
        if brings > best and check_propose(g, e, seat, a) == OK:
            best = brings
            found = i
    if found >= 0:
        other = f.partner[found]
        write_goods(g, e, f, seat, found, a)
        a.cash[other] = f.price[found]
        a.cash[seat] = -f.price[found]
        if n.style[EXTRAS] > 0 and knows_acceptance(n):
            add_extras(g, e, n, f, seat, other, a)
        try_terms(g, e, n, f, a)
        note_offer(g, e, n, f, seat, a)
        a.kind = PROPOSE_DEAL


def note_offer(g, e, n, f, seat, a):
    """Store what tried terms change, to learn from the answer. Terms with two others are not learned from."""
    others = without(parties_of(g, e, a), seat)
    f.asked_of = NOTHING
    if count_bits(others) == 1:
        f.asked_of = first_of(others)
        note_asked(g, e, n, f, seat, f.asked_of, a)
        for i in range(ASKED):
            f.noted[i] = f.asked[i]


def add_extras(g, e, n, f, seat, other, a):
    """Add single deeds of either side to terms in `a`, or leave some out, as long as they then promise more."""
    unit = round_unit(e)
    best = promise(g, e, n, f, seat, other, a.cash[other] // unit, unit, a)
    for _ in range(n.style[EXTRAS]):
        price = a.cash[other]
        found = NOTHING
        for deed in range(e.deeds):
            owner = g.owner[deed]
            if (owner == seat or owner == other) and is_bare(g, e, owner, deed, e.deals_bare):
                turn_over(g, seat, other, deed, a)
                brings = promise(g, e, n, f, seat, other, price // unit, unit, a)
                if brings > best and check_propose(g, e, seat, a) == OK:
                    best = brings
                    found = deed
                turn_over(g, seat, other, deed, a)
        a.cash[other] = price
        a.cash[seat] = -price
        if found == NOTHING:
            return
        turn_over(g, seat, other, found, a)
        brings = find_best_price(g, e, n, f, seat, other, a)
        if brings < best or check_propose(g, e, seat, a) != OK:
            a.cash[other] = price
            a.cash[seat] = -price
        best = max(best, brings)


def turn_over(g, seat, other, deed, a):
    """Put a deed of one of two into the terms between them, or take it out."""
    if a.deed[deed] != NOBODY:
        a.deed[deed] = NOBODY
    elif g.owner[deed] == seat:
        a.deed[deed] = other
    else:
        a.deed[deed] = seat


def list_goods(g, e, n, f, seat, other, a):
    """Try what two could exchange: single deeds of groups both have, the other's part of a group, or one's own."""
    for wanted in range(-1, e.deeds):
        if wanted == -1 or is_wanted(g, e, seat, other, wanted):
            for given in range(-1, e.deeds):
                if given != wanted and (given == -1 or is_wanted(g, e, other, seat, given)):
                    weigh_goods(g, e, n, f, seat, other, wanted, given, 0, a)
            for group in range(e.groups):
                if parts_in(g, e, seat, other, group) > 1 and (wanted == -1 or e.deed_group[wanted] != group):
                    weigh_goods(g, e, n, f, seat, other, wanted, group, GIVEN_GROUP, a)
    for group in range(e.groups):
        if parts_in(g, e, other, seat, group) > 1:
            weigh_goods(g, e, n, f, seat, other, group, NOTHING, WANTED_GROUP, a)
            for given in range(e.deeds):
                if e.deed_group[given] != group and is_wanted(g, e, other, seat, given):
                    weigh_goods(g, e, n, f, seat, other, group, given, WANTED_GROUP, a)
            for second in range(e.groups):
                if second != group and parts_in(g, e, seat, other, second) > 1:
                    weigh_goods(g, e, n, f, seat, other, group, second, WANTED_GROUP | GIVEN_GROUP, a)


def is_wanted(g, e, seat, other, deed):
    """Whether a single deed of another's might be worth asking for: a colour or set of which one has some already."""
    if g.owner[deed] != other:
        return False
    group = e.deed_group[deed]
    if e.group_size[group] < 2 or not is_bare(g, e, other, deed, e.deals_bare):
        return False
    for place in range(e.group_size[group]):
        if g.owner[group_deed(e, group, place)] == seat:
            return True
    return False


def parts_in(g, e, giver, taker, group):
    """How many deeds a giver has of a bare colour that two hold between them; 0 where it is no such colour."""
    if e.group_kind[group] != GROUP_LOTS:
        return 0
    given = 0
    taken = 0
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        if g.level[deed] > 0:
            return 0
        if g.owner[deed] == giver:
            given += 1
        elif g.owner[deed] == taker:
            taken += 1
    if taken == 0 or given + taken != e.group_size[group]:
        return 0
    return given


def put_goods(g, e, seat, other, wanted, given, are_groups, a):
    """Write what goes from whom to whom: single deeds, or the parts of groups; -1 for nothing."""
    clear_terms(a)
    if wanted >= 0:
        if are_groups & WANTED_GROUP != 0:
            move_group(g, e, wanted, other, seat, a)
        else:
            a.deed[wanted] = seat
    if given >= 0:
        if are_groups & GIVEN_GROUP != 0:
            move_group(g, e, given, seat, other, a)
        else:
            a.deed[given] = other


def weigh_goods(g, e, n, f, seat, other, wanted, given, are_groups, a):
    """Keep an exchange among the most promising: those by which two gain most together, cash apart."""
    if wanted == -1 and given == -1:
        return
    put_goods(g, e, seat, other, wanted, given, are_groups, a)
    try_terms(g, e, n, f, a)
    brings = f.chance[seat] + f.chance[other] - f.before[seat] - f.before[other]
    if brings <= n.style[GAIN]:
        return
    place = f.goods
    if place == n.style[TRIES]:
        place = 0
        for i in range(1, n.style[TRIES]):
            if f.brings[i] < f.brings[place]:
                place = i
        if f.brings[place] >= brings:
            return
    else:
        f.goods += 1
    f.brings[place] = brings
    f.partner[place] = other
    f.wanted[place] = wanted
    f.given[place] = given
    f.are_groups[place] = are_groups


def write_goods(g, e, f, seat, i, a):
    """Exchange number i of those kept, as terms without cash."""
    put_goods(g, e, seat, f.partner[i], f.wanted[i], f.given[i], f.are_groups[i], a)


def find_price(g, e, n, f, seat, other, part, a):
    """Write into terms the lowest round sum at which the other has this % of what both gain; what the seat gains.

    By bisection: the more a seat pays, the more the other has of it. The position is judged. Below 0: none will do.
    """
    unit = round_unit(e)
    spare = e.setup_cash * n.style[KEPT] // 100
    low = -(most_asked(g, other) // unit)
    high = max(low, (g.cash[seat] - spare) // unit)
    if is_enough(g, e, n, f, seat, other, part, low, unit, a):
        high = low
    elif not is_enough(g, e, n, f, seat, other, part, high, unit, a):
        return -1
    while high - low > 1:
        middle = (low + high) // 2
        if is_enough(g, e, n, f, seat, other, part, middle, unit, a):
            high = middle
        else:
            low = middle
    is_enough(g, e, n, f, seat, other, part, high, unit, a)
    if f.chance[other] - f.before[other] <= 0:
        return -1
    return f.chance[seat] - f.before[seat]


def find_best_price(g, e, n, f, seat, other, a):
    """Write into terms the price at which a seat gains most, times the chance that the other accepts; that product.

    Only prices by which both gain are looked at: a few over the whole range, then closer and closer to the best.
    """
    unit = round_unit(e)
    if find_price(g, e, n, f, seat, other, LEAST_PART, a) <= n.style[GAIN]:
        return -1
    low = a.cash[other] // unit
    high = highest_price(g, e, n, f, seat, other, low, unit, a)
    step = max(1, (high - low) // PRICES)
    best = -1
    price = low
    now = low
    while now <= high:
        brings = promise(g, e, n, f, seat, other, now, unit, a)
        if brings > best:
            best = brings
            price = now
        now += step
    while step > 1:
        step = (step + 1) // 2
        middle = price
        for side in range(2):
            now = middle - step + 2 * step * side
            if low <= now <= high:
                brings = promise(g, e, n, f, seat, other, now, unit, a)
                if brings > best:
                    best = brings
                    price = now
    a.cash[other] = price * unit
    a.cash[seat] = -price * unit
    return best


def highest_price(g, e, n, f, seat, other, low, unit, a):
    """The highest price, in units, that a seat gains enough by. At `low` it does."""
    high = max(low, (g.cash[seat] - e.setup_cash * n.style[KEPT] // 100) // unit)
    if high == low or is_gain(g, e, n, f, seat, other, high, unit, a):
        return high
    while high - low > 1:
        middle = (low + high) // 2
        if is_gain(g, e, n, f, seat, other, middle, unit, a):
            low = middle
        else:
            high = middle
    return low


def promise(g, e, n, f, seat, other, price, unit, a):
    """What a seat gains at a price, times the chance that the other accepts; -1 where not both gain."""
    if not is_gain(g, e, n, f, seat, other, price, unit, a):
        return -1
    gain = f.chance[seat] - f.before[seat]
    if n.style[KNOWS] == 1:
        return gain * (f.chance[other] - f.before[other] > n.style[MARGIN])
    note_asked(g, e, n, f, seat, other, a)
    likely = accept_chance(n, f) // 1000
    return (gain * likely - n.style[LOST] * (MILLION // 1000 - likely)) // (MILLION // 1000)


def is_gain(g, e, n, f, seat, other, price, unit, a):
    """Whether a seat gains enough at a price, and the other something."""
    a.cash[other] = price * unit
    a.cash[seat] = -price * unit
    try_terms(g, e, n, f, a)
    return f.chance[seat] - f.before[seat] > n.style[GAIN] and f.chance[other] > f.before[other]


def is_enough(g, e, n, f, seat, other, part, price, unit, a):
    """Whether the other has its part at a price."""
    a.cash[other] = price * unit
    a.cash[seat] = -price * unit
    try_terms(g, e, n, f, a)
    mine = f.chance[seat] - f.before[seat]
    theirs = f.chance[other] - f.before[other]
    return theirs > 0 and (100 - part) * theirs >= part * mine
