"""The figures of every seat in a position, once its holdings are weighed."""

from magnate.rules.codes import (
    BANK,
    BANKRUPT_TO_BANK,
    COLLECT_CLAIM,
    FRAME_DEBT,
    MAX_SEATS,
    REFUSED_AUCTION,
    SETTLE_NEVER,
    SHORTAGE_AUCTION,
)
from magnate.rules.slots import debt_amount_at, debt_creditor_at, debt_payer_at
from magnate.value.fields import (
    BUILT,
    COST,
    DEEDS,
    HOUSES,
    LACKING,
    LIFTS,
    MOST,
    ONE,
    PIPS,
    PLEDGED,
    RAISED,
    RENTS,
    ROLLS,
    STANDING,
    SUMS,
    TABLE_BITS,
    WHOLES,
    WORST,
    WORTH,
)
from magnate.value.holdings import PER_ROLL, figure

AHEAD = 25  # rolls of each rival that count as strength
ROUNDS = 40  # of a long game


def log_figure(n, amount, money):
    """The logarithm of 1 + 16 times an amount in starting cash, to the base 16: 1 is about the starting cash."""
    x = ONE + 16 * max(0, amount) * ONE // money
    whole = 0
    while x >= 2 * ONE:
        x >>= 1
        whole += 1
    low = 10 - TABLE_BITS  # ONE has ten bits
    place = (x - ONE) >> low
    rest = (x - ONE) & ((1 << low) - 1)
    part = n.log[place] + (((n.log[place + 1] - n.log[place]) * rest) >> low)
    return min(MOST, (whole * ONE + part) >> 2)


def find_purses(g, f):
    """The cash of every seat, with what it owes and what others owe it."""
    for seat in range(g.seats):
        f.cash[seat] = g.cash[seat]
    for i in range(g.claims):
        f.cash[g.claim[i].owner] += g.claim[i].amount
        f.cash[g.claim[i].debtor] -= g.claim[i].amount
    for i in range(g.depth):
        if g.frame[i] == FRAME_DEBT:
            f.cash[debt_payer_at(g, i)] -= debt_amount_at(g, i)
            if debt_creditor_at(g, i) != BANK:
                f.cash[debt_creditor_at(g, i)] += debt_amount_at(g, i)


def find_places(g, f):
    """In which order the seats roll next, from 0; a player who may roll again comes first."""
    first = 0
    for i in range(g.seats):
        if g.order[i] == g.turn:
            first = i
    if g.rolled > 0 and (g.again == 0 or g.turn_is_over == 1):
        first += 1
    place = 0
    for i in range(g.seats):
        seat = g.order[(first + i) % g.seats]
        if g.out[seat] == 0:
            f.place[seat] = place
            place += 1


def find_dangers(g, e, f):
    """What the next roll of every seat may cost, and bring the others. Rents are weighed."""
    for seat in range(g.seats):
        f.coming[seat] = 0
    for seat in range(g.seats):
        f.danger[seat] = 0
        f.danger_worst[seat] = 0
        f.danger_cash[seat] = 0
        f.danger_liquid[seat] = 0
        if g.out[seat] == 0:
            cash = f.cash[seat]
            liquid = cash + f.sum[seat * SUMS + RAISED]
            for step in range(2, 13):
                deed = e.space_deed[(g.at[seat] + step) % e.spaces]
                if deed >= 0:
                    owner = g.owner[deed]
                    if owner != BANK and owner != seat:
                        rent = f.rent[deed]
                        ways = 6 - abs(7 - step)
                        f.danger[seat] += ways * rent
                        f.danger_worst[seat] = max(f.danger_worst[seat], rent)
                        f.coming[owner] += ways * rent
                        if rent > cash:
                            f.danger_cash[seat] += ways
                            if rent > liquid:
                                f.danger_liquid[seat] += ways


def weigh_seats(g, e, n, f):
    """Write the figures of every seat still in into `f`. The holdings are weighed."""
    find_purses(g, f)
    find_places(g, f)
    find_dangers(g, e, f)
    money = e.setup_cash
    roll = money * ROLLS // PER_ROLL
    left = 0
    wealth_all = 0
    rents_all = 0
    cash_all = 0
    strength_all = 0
    for seat in range(g.seats):
        if g.out[seat] == 0:
            left += 1
    rivals = max(1, left - 1)
    strongest = 0
    second = 0
    most_rents = 0
    second_rents = 0
    most_worst = 0
    second_worst = 0
    deeds = 0
    for seat in range(g.seats):
        if g.out[seat] == 0:
            base = seat * SUMS
            rents = f.sum[base + RENTS]
            money_to_build = max(0, f.cash[seat]) + f.sum[base + RAISED] // 2
            more = f.sum[base + BUILT]
            if money_to_build < f.sum[base + COST]:
                more = more * money_to_build // f.sum[base + COST]
            wealth = f.cash[seat] + f.sum[base + WORTH]
            f.strength[seat] = max(0, wealth + (rents + more) * AHEAD * rivals // ROLLS)
            wealth_all += max(0, wealth)
            rents_all += rents
            cash_all += max(0, f.cash[seat])
            strength_all += f.strength[seat]
            deeds += f.sum[base + DEEDS]
            if f.strength[seat] > strongest:
                second = strongest
                strongest = f.strength[seat]
            else:
                second = max(second, f.strength[seat])
            if rents > most_rents:
                second_rents = most_rents
                most_rents = rents
            else:
                second_rents = max(second_rents, rents)
            worst = f.sum[base + WORST]
            if worst > most_worst:
                second_worst = most_worst
                most_worst = worst
            else:
                second_worst = max(second_worst, worst)
    fill_shared(g, e, n, left, cash_all, rents_all, deeds, f)
    for seat in range(g.seats):
        if g.out[seat] == 0:
            base = seat * SUMS
            at = seat * STANDING
            cash = f.cash[seat]
            liquid = cash + f.sum[base + RAISED]
            rents = f.sum[base + RENTS]
            pays = rents_all - rents
            earns = rents * rivals
            wealth = cash + f.sum[base + WORTH]
            worst = most_worst
            if f.sum[base + WORST] == most_worst:
                worst = second_worst
            rival_rents = most_rents
            if rents == most_rents:
                rival_rents = second_rents
            rival_strength = strongest
            if f.strength[seat] == strongest:
                rival_strength = second
            strength_log = log_figure(n, f.strength[seat], money)
            rents_log = log_figure(n, rents * PER_ROLL // ROLLS, money)
            money_to_build = max(0, cash) + f.sum[base + RAISED] // 2
            more = f.sum[base + BUILT]
            if money_to_build < f.sum[base + COST]:
                more = more * money_to_build // f.sum[base + COST]
            f.standing[at] = max(-ONE, min(ONE, 16 * cash * ONE // money))
            f.standing[at + 1] = max(-ONE, min(ONE, 4 * cash * ONE // money))
            f.standing[at + 2] = max(-2 * ONE, min(2 * ONE, cash * ONE // money))
            f.standing[at + 3] = max(-ONE, min(4 * ONE, cash * ONE // (4 * money)))
            f.standing[at + 4] = log_figure(n, cash, money)
            f.standing[at + 5] = (cash < 0) * ONE
            f.standing[at + 6] = max(-ONE, min(ONE, 4 * liquid * ONE // money))
            f.standing[at + 7] = max(-2 * ONE, min(2 * ONE, liquid * ONE // money))
            f.standing[at + 8] = max(-ONE, min(4 * ONE, liquid * ONE // (4 * money)))
            f.standing[at + 9] = log_figure(n, liquid, money)
            f.standing[at + 10] = max(-ONE, min(2 * ONE, cash * ONE // max(1, worst)))
            f.standing[at + 11] = max(-ONE, min(2 * ONE, liquid * ONE // max(1, worst)))
            f.standing[at + 12] = figure(max(0, worst - cash), money)
            f.standing[at + 13] = figure(max(0, worst - liquid), money)
            f.standing[at + 14] = figure(8 * f.danger[seat], PIPS * money)
            f.standing[at + 15] = figure(f.danger_worst[seat], money)
            f.standing[at + 16] = f.danger_cash[seat] * ONE // PIPS
            f.standing[at + 17] = f.danger_liquid[seat] * ONE // PIPS
            f.standing[at + 18] = figure(8 * f.coming[seat], PIPS * money)
            f.standing[at + 19] = figure(pays, roll)
            f.standing[at + 20] = figure(earns, roll)
            f.standing[at + 21] = figure(earns - pays, roll)
            f.standing[at + 22] = max(0, wealth) * left * ONE // max(1, 2 * wealth_all)
            f.standing[at + 23] = rents * left * ONE // max(1, 2 * rents_all)
            f.standing[at + 24] = max(0, cash) * left * ONE // max(1, 2 * cash_all)
            f.standing[at + 25] = f.strength[seat] * left * ONE // max(1, 2 * strength_all)
            f.standing[at + 26] = log_figure(n, wealth, money)
            f.standing[at + 27] = rents_log
            f.standing[at + 28] = strength_log
            f.standing[at + 29] = strength_log - log_figure(n, rival_strength, money)
            f.standing[at + 30] = rents_log - log_figure(n, rival_rents * PER_ROLL // ROLLS, money)
            f.standing[at + 31] = figure(more, roll)
            f.standing[at + 32] = figure(f.sum[base + COST], money)
            f.standing[at + 33] = figure(f.sum[base + BUILT], roll)
            f.standing[at + 34] = f.sum[base + WHOLES] * ONE // 4
            f.standing[at + 35] = f.sum[base + LACKING] * ONE // 4
            f.standing[at + 36] = f.sum[base + HOUSES] * ONE // 12
            f.standing[at + 37] = f.sum[base + PLEDGED] * ONE // max(1, f.sum[base + DEEDS])
            f.standing[at + 38] = figure(f.sum[base + LIFTS], money)
            f.standing[at + 39] = f.sum[base + DEEDS] * ONE // max(1, e.deeds)
            f.standing[at + 40] = (g.jail[seat] > 0) * ONE
            f.standing[at + 41] = g.jail[seat] * ONE // (e.jail_turns + 1)
            f.standing[at + 42] = cards_held(g, e, seat) * ONE // 2
            f.standing[at + 43] = (f.place[seat] == 0) * ONE
            f.standing[at + 44] = (f.place[seat] == 1) * ONE
            f.standing[at + 45] = f.place[seat] * ONE // left
            f.standing[at + 46] = g.at[seat] * ONE // e.spaces


def cards_held(g, e, seat):
    """How many cards a seat has kept."""
    count = 0
    for card in range(e.kept):
        if g.held[card] == seat:
            count += 1
    return count


def fill_shared(g, e, n, left, cash, rents, deeds, f):
    """Write the figures that all seats share: of the game and of the edition."""
    money = e.setup_cash
    roll = money * ROLLS // PER_ROLL
    first = 0
    while g.out[first] != 0 and first < MAX_SEATS - 1:
        first += 1
    at = first * STANDING + 47
    rounds = g.turns * ONE // (g.seats * ROUNDS)
    f.standing[at] = (left - 1) * ONE // 7
    f.standing[at + 1] = (left == 2) * ONE
    f.standing[at + 2] = (e.deeds - deeds) * ONE // max(1, e.deeds)
    f.standing[at + 3] = min(ONE, g.houses * ONE // max(1, e.houses))
    f.standing[at + 4] = min(ONE, g.hotels * ONE // max(1, e.hotels))
    f.standing[at + 5] = min(4 * ONE, rounds)
    f.standing[at + 6] = figure(cash, 2 * money * left)
    f.standing[at + 7] = figure(rents, roll * left)
    f.standing[at + 8] = 0
    if e.ending_turns > 0:
        f.standing[at + 8] = min(ONE, max(0, e.ending_turns - g.turns) * ONE // (g.seats * ROUNDS))
    f.standing[at + 9] = (e.ending_turns > 0 or e.ending_minutes > 0) * ONE
    f.standing[at + 10] = (e.ending_players_left == 2) * ONE
    f.standing[at + 11] = 0
    if e.ending_bankruptcies > 0:
        f.standing[at + 11] = ONE // max(1, e.ending_bankruptcies - g.out_count)
    f.standing[at + 12] = e.ending_all_deeds * ONE
    f.standing[at + 13] = figure(4 * e.start_salary, money)
    f.standing[at + 14] = figure(4 * n.price_mean, money)
    f.standing[at + 15] = figure(n.built_all, 8 * roll)
    f.standing[at + 16] = figure(8 * n.house_mean, money)
    f.standing[at + 17] = e.deals_allowed * ONE
    f.standing[at + 18] = e.building_whole_group * ONE
    f.standing[at + 19] = (e.rent_collect == COLLECT_CLAIM) * ONE
    f.standing[at + 20] = (e.purchase_refused == REFUSED_AUCTION) * ONE
    f.standing[at + 21] = (e.building_shortage == SHORTAGE_AUCTION) * ONE
    f.standing[at + 22] = min(ONE, e.houses * ONE // max(1, 4 * e.deeds))
    f.standing[at + 23] = (e.bankruptcy_to == BANKRUPT_TO_BANK) * ONE
    f.standing[at + 24] = (e.debts_settle != SETTLE_NEVER) * ONE
    for seat in range(first + 1, g.seats):
        if g.out[seat] == 0:
            for i in range(47, STANDING):
                f.standing[seat * STANDING + i] = f.standing[first * STANDING + i]
