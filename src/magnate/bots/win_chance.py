"""The chance to win as the trader judges it: a player's part of all strength, each to the third power.

Strength is money: cash, deeds, and the rents of rolls to come, with the houses that cash and mortgages can build. The
power and the rolls were fitted to what deals change in games played out to their end; `benchmarks/deals.py` compares
them.
"""

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
from magnate.rules.codes import FREE, GROUP_LOTS, MAX_DEEDS, MAX_RENTS, NOBODY
from magnate.rules.masks import count_bits, has
from magnate.rules.property import group_deed

AHEAD = 25  # rolls of each other player that count
RAISED = 75  # % of what other deeds bring as mortgages that counts as money to build
DEED = 150  # % of its price that a deed counts
GOT = 75  # % of it that a deed counts which a deal brings: nobody sells at a profit what it then buys back
UNIT = 1000  # parts of the starting money in which strength is counted
WIN = 1000000  # parts of a win in which chances are counted


def rise(g, e, b, seat, a):
    """What the terms add to a seat's chance to win, in millionths. In a long game what they bring the others counts
    less and less, so that somebody deals and it comes to an end.
    """
    counts = caution(g)
    before = 0
    after = 0
    mine_before = 0
    mine_after = 0
    for player in range(g.seats):
        if g.out[player] == 0:
            then = power(g, e, b, player, a, 0)
            now = then
            if has_part(g, e, player, a):
                now = power(g, e, b, player, a, 1)
            if player == seat:
                mine_before = then
                mine_after = now
            else:
                now = feared(b, seat, then, now, counts)
            before += then
            after += now
    return part_of(mine_after, after) - part_of(mine_before, before)


def feared(b, seat, then, now, counts):
    """The weight of a rival after a deal as a seat fears it: a gain counts more than it seems, in a long game less."""
    if now <= then:
        return now
    return then + (now - then) // (100 * RESTLESS) * (knob(b, seat, DENY) * counts)


def part_of(mine, total):
    """A part of the whole, in millionths."""
    return mine // max(1, total // WIN)


def has_part(g, e, player, a):
    """Whether the terms change anything for a player."""
    if a.cash[player] != 0:
        return True
    for deed in range(e.deeds):
        if a.deed[deed] != NOBODY and (a.deed[deed] == player or g.owner[deed] == player):
            return True
    return False


def power(g, e, b, player, a, after):
    """A player's weight among all, before or after the terms: the cube of its strength."""
    part = max(1, UNIT * strength(g, e, b, player, a, after) // e.setup_cash)
    return part * part * part


def strength(g, e, b, player, a, after):
    """What a player has to win with, before or after the terms."""
    cash = g.cash[player]
    if after == 1:
        cash += a.cash[player]
        cash -= cards_given(g, e, player, a)
    deeds = 0
    rents = 0
    raised = 0
    wholes = 0
    for group in range(e.groups):
        held = held_places(g, e, player, group, a, after)
        if held != 0:
            is_lots = e.group_kind[group] == GROUP_LOTS
            if is_lots and held == (1 << e.group_size[group]) - 1:
                wholes |= 1 << group
            for place in range(e.group_size[group]):
                if has(held, place):
                    deed = group_deed(e, group, place)
                    deeds += g.level[deed] * e.house_cost[deed]
                    if after == 1 and a.deed[deed] == player:
                        deeds += e.price[deed] * GOT // 100
                        cash -= takeover(g, b, deed)
                    else:
                        deeds += e.price[deed] * DEED // 100
                    if g.mortgaged[deed] != FREE:
                        deeds -= b.lift[g.mortgaged[deed] * MAX_DEEDS + deed]
                    elif not has(wholes, group):
                        raised += e.mortgage[deed]
                        if is_lots:
                            rents += e.rent[deed * MAX_RENTS + g.level[deed]] * b.stops[deed]
                        else:
                            rent = e.rent[deed * MAX_RENTS + count_bits(held) - 1] * dice_or_one(e, deed)
                            rents += rent * b.stops[deed]
    money = cash + raised * RAISED // 100
    for group in range(e.groups):
        if has(wholes, group):
            rents += whole_rents(g, e, b, group, money)
    return cash + deeds + rents * AHEAD * rivals_left(g) // ROLLS


def whole_rents(g, e, b, group, money):
    """The rents of a whole group with the houses that money can build, in ten thousand rolls of another."""
    now = 0
    spent = 0
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        spent += g.level[deed] * e.house_cost[deed]
        if g.mortgaged[deed] == FREE:
            now += whole_rent(e, deed, g.level[deed]) * b.stops[deed]
    most = now
    for level in range(1, e.building_houses_per_lot + 1):
        more = b.built[group * MAX_RENTS + level] - now
        if more > 0:
            cost = b.outlay[group * MAX_RENTS + level] - spent
            if money < cost:
                more = more * max(0, money) // cost
            most = max(most, now + more)
    return most


def cards_given(g, e, player, a):
    """What the cards that a player gives are worth, less half of that for those it gets."""
    total = 0
    for card in range(e.kept):
        if a.card[card] != NOBODY:
            if a.card[card] == player:
                total -= e.jail_fine // 2
            elif g.held[card] == player:
                total += e.jail_fine
    return total


def held_places(g, e, player, group, a, after):
    """The places of a group that a player holds, before or after the terms, as a mask."""
    held = 0
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        owner = g.owner[deed]
        if after == 1 and a.deed[deed] != NOBODY:
            owner = a.deed[deed]
        if owner == player:
            held |= 1 << place
    return held
