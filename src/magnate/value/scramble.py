"""Positions that no bot reaches: deeds, buildings, mortgages, cash and places redistributed in a game under way.

They teach what a position is worth however it came about. Deeds come in clusters, as deals make them.
"""

from magnate.rules.building import set_level
from magnate.rules.codes import (
    BANK,
    BARE_GROUP,
    FREE,
    GROUP_LOTS,
    INHERITED,
    MORTGAGED,
    NOBODY,
    SPACE_GO_TO_JAIL,
)
from magnate.rules.mortgage import lift_cost
from magnate.rules.property import group_deed, is_bare, owns_group
from magnate.rules.worth import building_cost


def draw(s, below):
    """A number from 0, below this one."""
    s.stray = (s.stray * 1103515245 + 12345) & 0x7FFFFFFF
    return (s.stray >> 8) % below


def draw_player(g, s):
    """A seat still in."""
    seat = draw(s, g.seats)
    while g.out[seat] != 0:
        seat = (seat + 1) % g.seats
    return seat


def scramble(g, e, s):
    """Redistribute everything. The seat on turn is about to roll and nothing is open."""
    retire_some(g, e, s)
    scatter_deeds(g, e, s)
    put_up_buildings(g, e, s)
    pledge_some(g, e, s)
    fill_purses(g, e, s)
    move_tokens(g, e, s)
    if e.ending_turns == 0 and draw(s, 2) == 0:
        g.turns += draw(s, 40) * g.seats


def nudge(g, e, s):
    """Change a game a little, as deals and purchases at any price do: what is compared when one is weighed."""
    for _ in range(1 + draw(s, 3)):
        kind = draw(s, 7)
        if kind == 0:
            sell_unsold(g, e, s)
        elif kind == 1:
            seat = draw_player(g, s)
            g.cash[seat] = g.cash[seat] * (10 + draw(s, 190)) // 100 // e.note * e.note
        elif kind == 2:
            rebuild(g, e, s)
        elif kind == 3:
            pledge_or_lift(g, e, s)
        else:
            exchange(g, e, s)


def rebuild(g, e, s):
    """The owner of some whole group, if there is any, builds or sells there: even rows, as far as cash and stock go."""
    start = draw(s, e.groups)
    for i in range(e.groups):
        group = (start + i) % e.groups
        size = e.group_size[group]
        seat = g.owner[group_deed(e, group, 0)]
        if e.group_kind[group] == GROUP_LOTS and seat != BANK and owns_group(g, e, seat, group):
            level = draw(s, e.building_houses_per_lot + 2)
            cost = 0
            high = 0
            for place in range(size):
                deed = group_deed(e, group, place)
                more = building_cost(e, deed, level) - building_cost(e, deed, g.level[deed])
                if more < 0:
                    more = more * e.building_resale_percent // 100
                cost += more
                high = max(high, g.level[deed])
                if g.mortgaged[deed] != FREE:
                    cost = g.cash[seat] + 1
            stock = g.houses
            need = level * size
            if level > e.building_houses_per_lot:
                stock = g.hotels
                need = size
            if cost <= g.cash[seat] and need <= stock and high <= e.building_houses_per_lot:
                g.cash[seat] -= cost
                for place in range(size):
                    set_level(g, e, group_deed(e, group, place), level)
            return


def pledge_or_lift(g, e, s):
    """Some player mortgages deeds of groups that nothing is built on, or lifts mortgages."""
    seat = draw_player(g, s)
    percent = 20 + draw(s, 80)
    for deed in range(e.deeds):
        if g.owner[deed] == seat and draw(s, 100) < percent and is_bare(g, e, seat, deed, BARE_GROUP):
            if g.mortgaged[deed] == FREE:
                g.mortgaged[deed] = MORTGAGED
                g.cash[seat] += e.mortgage[deed]
            elif g.cash[seat] >= lift_cost(g, e, seat, deed):
                g.cash[seat] -= lift_cost(g, e, seat, deed)
                g.mortgaged[deed] = FREE


def sell_unsold(g, e, s):
    """The Bank sells deeds to anybody at any price, at times all of a group that it still has."""
    deed = draw(s, e.deeds)
    group = e.deed_group[deed]
    seat = draw_player(g, s)
    are_all = draw(s, 2)
    for place in range(e.group_size[group]):
        one = group_deed(e, group, place)
        if g.owner[one] == BANK and (one == deed or are_all == 1) and not is_last_unsold(g, e):
            g.owner[one] = seat
            g.deed_count[seat] += 1
            g.cash[seat] -= min(g.cash[seat], e.price[one] * draw(s, 300) // 100 // e.note * e.note)


def is_last_unsold(g, e):
    """Whether one player would get every deed, which ends the game in some editions."""
    held = 0
    for seat in range(g.seats):
        held += g.deed_count[seat]
    return e.ending_all_deeds == 1 and held >= e.deeds - 1


def exchange(g, e, s):
    """Two players exchange deeds without buildings in their groups, and cash."""
    first = draw_player(g, s)
    second = draw_player(g, s)
    if first == second:
        return
    main = draw(s, e.groups)
    for group in range(e.groups):
        levels = 0
        for place in range(e.group_size[group]):
            levels += g.level[group_deed(e, group, place)]
        if levels == 0 and (group == main or draw(s, 4) == 0):
            to = first
            if group != main:
                to = second
            for place in range(e.group_size[group]):
                deed = group_deed(e, group, place)
                owner = g.owner[deed]
                if (owner == first or owner == second) and owner != to and (group == main or draw(s, 2) == 0):
                    g.deed_count[owner] -= 1
                    g.owner[deed] = to
                    g.deed_count[to] += 1
                    if g.mortgaged[deed] != FREE:
                        g.mortgaged[deed] = INHERITED
    payer = first
    payee = second
    if draw(s, 3) == 0:
        payer = second
        payee = first
    amount = g.cash[payer] * draw(s, 95) // 100 // e.note * e.note
    g.cash[payer] -= amount
    g.cash[payee] += amount
    g.deeds_moved += 1


def retire_some(g, e, s):
    """In one game of three some seats without cards are out already, where that does not end the game."""
    if draw(s, 3) != 0 or e.ending_bankruptcies > 0:
        return
    for _ in range(draw(s, g.seats)):
        seat = draw(s, g.seats)
        if seat != g.turn and g.out[seat] == 0 and g.seats - g.out_count - 1 > max(1, e.ending_players_left):
            is_free = 1
            for card in range(e.kept):
                if g.held[card] == seat:
                    is_free = 0
            if is_free == 1:
                g.out_count += 1
                g.out[seat] = g.out_count
                g.cash[seat] = 0
                g.jail[seat] = 0


def scatter_deeds(g, e, s):
    """Each group to one seat, to one seat mostly, or to all; some of it to the Bank."""
    unsold = (0, 0, 5, 20, 50, 80)[draw(s, 6)]
    clustered = draw(s, 60)
    if e.ending_all_deeds == 1:
        unsold = max(unsold, 20)
    for seat in range(g.seats):
        g.deed_count[seat] = 0
    for group in range(e.groups):
        main = draw_player(g, s)
        loyal = 0
        kind = draw(s, 100)
        if kind < clustered:
            loyal = 100
        elif kind < 80:
            loyal = 60
        for place in range(e.group_size[group]):
            deed = group_deed(e, group, place)
            owner = draw_player(g, s)
            if draw(s, 100) < loyal:
                owner = main
            if draw(s, 100) < unsold and (loyal < 100 or draw(s, 2) == 0):
                owner = BANK
            g.level[deed] = 0
            g.mortgaged[deed] = FREE
            g.owner[deed] = owner
            if owner != BANK:
                g.deed_count[owner] += 1
    if e.ending_all_deeds == 1 and g.owner[0] != BANK:
        g.deed_count[g.owner[0]] -= 1
        g.owner[0] = BANK
    g.deeds_moved += 1


def put_up_buildings(g, e, s):
    """Even rows of buildings on whole groups, as far as the stock goes."""
    g.houses = e.houses
    g.hotels = e.hotels
    built = draw(s, 100)
    for group in range(e.groups):
        size = e.group_size[group]
        owner = g.owner[group_deed(e, group, 0)]
        is_whole = e.group_kind[group] == GROUP_LOTS and owner != BANK
        for place in range(size):
            if g.owner[group_deed(e, group, place)] != owner:
                is_whole = False
        if is_whole and draw(s, 100) < built:
            level = 1 + draw(s, e.building_houses_per_lot + 1)
            if level > e.building_houses_per_lot and g.hotels >= size:
                g.hotels -= size
            else:
                level = min(level, e.building_houses_per_lot)
                level = min(level, g.houses // size)
                g.houses -= level * size
            for place in range(size):
                g.level[group_deed(e, group, place)] = level


def pledge_some(g, e, s):
    """Mortgages on deeds of groups that nothing is built on."""
    pledged = (0, 0, 10, 40)[draw(s, 4)]
    for group in range(e.groups):
        levels = 0
        for place in range(e.group_size[group]):
            levels += g.level[group_deed(e, group, place)]
        if levels == 0:
            for place in range(e.group_size[group]):
                deed = group_deed(e, group, place)
                if g.owner[deed] != BANK and draw(s, 100) < pledged:
                    g.mortgaged[deed] = MORTGAGED


def fill_purses(g, e, s):
    """Cash of every size, similar in some games and different in others."""
    scale = (10, 25, 50, 100, 200)[draw(s, 5)]
    for seat in range(g.seats):
        if g.out[seat] == 0:
            percent = scale * (5 + draw(s, 195)) // 100
            if draw(s, 8) == 0:
                percent = percent // 8
            g.cash[seat] = e.setup_cash * percent // 100 // e.note * e.note


def move_tokens(g, e, s):
    """Tokens anywhere; now and then one of those who wait is in jail."""
    for seat in range(g.seats):
        if g.out[seat] == 0:
            space = draw(s, e.spaces)
            if e.space_kind[space] == SPACE_GO_TO_JAIL:
                space = 0
            g.jail[seat] = 0
            if seat != g.turn and draw(s, 10) == 0:
                space = e.jail_space
                g.jail[seat] = 1
            g.at[seat] = space
    g.bidder = NOBODY
