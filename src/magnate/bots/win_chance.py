"""The chance to win as the trader judges it: a player's part of all strength, each to the third power.

Strength is money: cash, deeds, and the rents of rolls to come, with the houses that cash and mortgages can build. The
power and the rolls were fitted to what deals change in games played out to their end; `benchmarks/deals.py` compares
them.
"""

from magnate.bots.deal_terms import owner_after
from magnate.bots.trader_values import (
    DENY,
    RESTLESS,
    ROLLS,
    caution,
    dice_or_one,
    knob,
    rivals_left,
    takeover,
    whole_rent,
)
from magnate.rules.codes import BANK, FREE, GROUP_LOTS, MAX_DEEDS, MAX_RENTS, MAX_SEATS, NOBODY
from magnate.rules.masks import first_of, has, with_seat, without
from magnate.rules.property import group_deed

AHEAD = 25  # rolls of each other player that count
RAISED = 75  # % of what other deeds bring as mortgages that counts as money to build
DEED = 150  # % of its price that a deed counts
GOT = 75  # % of it that a deed counts which a deal brings: no player sells at a profit what it then buys back
UNIT = 1000  # parts of the starting money in which strength is counted
WIN = 1000000  # parts of a win in which chances are counted


def rise(g, e, b, seat, a):
    """What the terms add to a seat's chance to win, in millionths."""
    weigh_position(g, e, b, a)
    weigh_terms(g, e, b, a)
    return rated_rise(g, e, b, seat, a)


def rated_rise(g, e, b, seat, a):
    """The same once position and terms are weighed, at whatever cash the terms have now. In a long game what they
    bring the others counts less and less, so that somebody deals and it comes to an end.
    """
    counts = caution(g)
    before = 0
    after = 0
    mine_after = 0
    for player in range(g.seats):
        if g.out[player] == 0:
            then = a.weight[player]
            now = weight_after(g, e, b, player, a)
            if player == seat:
                mine_after = now
            else:
                now = feared(b, seat, then, now, counts)
            before += then
            after += now
    return part_of(mine_after, after) - part_of(a.weight[seat], before)


def weight_after(g, e, b, player, a):
    """A player's weight among all after weighed terms."""
    if has(a.moved, player) or a.cash[player] != 0:
        return power(g, e, b, MAX_SEATS + player, cash_after(g, player, a), a)
    return a.weight[player]


def cash_after(g, player, a):
    """A player's cash after weighed terms."""
    return g.cash[player] + a.cash[player] - a.due[MAX_SEATS + player]


def feared(b, seat, then, now, counts):
    """The weight of a rival after a deal as a seat fears it: a gain counts more than it seems, in a long game less."""
    if now <= then:
        return now
    return then + (now - then) // (100 * RESTLESS) * (knob(b, seat, DENY) * counts)


def part_of(mine, total):
    """A part of the whole, in millionths."""
    return mine // max(1, total // WIN)


def weigh_position(g, e, b, a):
    """Write into `a` what every player has before any terms, and its weight among all."""
    for player in range(g.seats):
        a.worth[player] = 0
        a.rents[player] = 0
        a.raised[player] = 0
        a.wholes[player] = 0
    for group in range(e.groups):
        count_group(g, e, b, group, a, 0, 0, 1)
    for player in range(g.seats):
        if g.out[player] == 0:
            a.weight[player] = power(g, e, b, player, g.cash[player], a)


def weigh_terms(g, e, b, a):
    """Write into `a` what every player has after the terms: only what they move is counted again. Their cash is not
    looked at.
    """
    moved = 0
    groups = 0
    for deed in range(e.deeds):
        if a.deed[deed] != NOBODY:
            groups |= 1 << e.deed_group[deed]
            moved = with_seat(moved, a.deed[deed])
            if g.owner[deed] != BANK:
                moved = with_seat(moved, g.owner[deed])
    weigh_moves(g, e, b, groups, moved, a)
    charge_cards(g, e, a)


def weigh_moves(g, e, b, groups, moved, a):
    """The same of terms without cards that are known to move deeds of these groups between these players."""
    for player in range(g.seats):
        then = MAX_SEATS + player
        a.worth[then] = a.worth[player]
        a.rents[then] = a.rents[player]
        a.raised[then] = a.raised[player]
        a.wholes[then] = a.wholes[player]
        a.due[then] = 0
    a.moved = moved
    while groups != 0:
        group = first_of(groups)
        groups = without(groups, group)
        count_group(g, e, b, group, a, 0, MAX_SEATS, -1)
        count_group(g, e, b, group, a, 1, MAX_SEATS, 1)


def count_group(g, e, b, group, a, after, base, sign):
    """Add to the entries of `a` from `base` on, or take off them, what every player has in a group before or after the
    terms.
    """
    is_lots = e.group_kind[group] == GROUP_LOTS
    first = owner_then(g, a, group_deed(e, group, 0), after)
    held = count_held(g, e, group, a, after)
    is_whole = is_lots and first != BANK and held_by(held, first) == e.group_size[group]
    if is_whole:
        a.wholes[base + first] ^= 1 << group
        count_whole(g, e, b, group, a)
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        owner = owner_then(g, a, deed, after)
        if owner != BANK:
            entry = base + owner
            worth = g.level[deed] * e.house_cost[deed]
            if after == 1 and a.deed[deed] != NOBODY:
                worth += e.price[deed] * GOT // 100
                a.due[entry] += takeover(g, b, deed)
            else:
                worth += e.price[deed] * DEED // 100
            if g.mortgaged[deed] != FREE:
                worth -= b.lift[g.mortgaged[deed] * MAX_DEEDS + deed]
            elif not is_whole:
                a.raised[entry] += sign * e.mortgage[deed]
                rent = e.rent[deed * MAX_RENTS + g.level[deed]]
                if not is_lots:
                    rent = e.rent[deed * MAX_RENTS + held_by(held, owner) - 1] * dice_or_one(e, deed)
                a.rents[entry] += sign * rent * b.stops[deed]
            a.worth[entry] += sign * worth


def power(g, e, b, entry, cash, a):
    """The weight among all of a player with this cash, its entries in `a` weighed: the cube of its strength."""
    part = max(1, UNIT * strength(g, e, b, entry, cash, a) // max(1, e.setup_cash))
    return part * part * part


def strength(g, e, b, entry, cash, a):
    """What a player with this cash has to win with, its entries in `a` weighed."""
    rents = a.rents[entry]
    wholes = a.wholes[entry]
    if wholes != 0:
        money = cash + a.raised[entry] * RAISED // 100
        while wholes != 0:
            group = first_of(wholes)
            wholes = without(wholes, group)
            rents += whole_rents(e, b, group, a, money)
    return cash + a.worth[entry] + rents * AHEAD * rivals_left(g) // ROLLS


def count_whole(g, e, b, group, a):
    """Write into `a` what a whole group brings as it is built now, and what its buildings cost."""
    rents = 0
    spent = 0
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        spent += g.level[deed] * e.house_cost[deed]
        if g.mortgaged[deed] == FREE:
            rents += whole_rent(e, deed, g.level[deed]) * b.stops[deed]
    a.built_rents[group] = rents
    a.built_cost[group] = spent


def whole_rents(e, b, group, a, money):
    """The rents of a whole group with the houses that money can build, in ten thousand rolls of another."""
    now = a.built_rents[group]
    spent = a.built_cost[group]
    most = 0
    part = 0  # of the level that brings the most for its price among those that are too dear
    price = 1
    level = group * MAX_RENTS + 1
    end = level + e.building_houses_per_lot
    while level < end and money >= b.outlay[level] - spent:
        most = max(most, b.built[level] - now)
        level += 1
    while level < end:  # a higher level costs more
        more = b.built[level] - now
        cost = b.outlay[level] - spent
        if more > most and more * price > part * cost:
            part = more
            price = cost
        level += 1
    if part > 0 and money > 0:
        most = max(most, part * money // price)
    return now + most


def charge_cards(g, e, a):
    """Add to what the terms cost: what a card is worth for the giver, less half of that for the receiver."""
    for card in range(e.kept):
        taker = a.card[card]
        if taker != NOBODY:
            a.due[MAX_SEATS + taker] -= e.jail_fine // 2
            giver = g.held[card]
            if giver != NOBODY and giver != taker:
                a.due[MAX_SEATS + giver] += e.jail_fine


def owner_then(g, a, deed, after):
    """Who owns a deed before or after the terms."""
    if after == 1:
        return owner_after(g, a, deed)
    return g.owner[deed]


def count_held(g, e, group, a, after):
    """How many deeds of a group everybody has before or after the terms: four bits each, those of the Bank first."""
    held = 0
    for place in range(e.group_size[group]):
        held += 1 << (4 * (owner_then(g, a, group_deed(e, group, place), after) + 1))
    return held


def held_by(held, player):
    """How many of these a player has."""
    return (held >> (4 * (player + 1))) & 15
