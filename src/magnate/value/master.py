"""The master: tries what it could do on the position, and does what leaves it the best chance to win.

It looks one step ahead and only at what every player sees. What the value does not cover it answers as a trader.
"""

from magnate.bots.house import has_claim, use_any_card
from magnate.bots.limits import rounds_beyond
from magnate.bots.trader import (
    affordable_plan,
    least_useful,
    next_place,
    trader_decides,
    trader_improves,
    trader_in_jail,
)
from magnate.bots.trader_deals import propose_best_offer
from magnate.rules.auction import highest_bid, lowest_bid
from magnate.rules.building import check_build, check_group, lower_lot, plan_cost, present_plan
from magnate.rules.codes import (
    ACCEPT_OFFER,
    ACKNOWLEDGE,
    BID,
    BUILD,
    BUY,
    CLAIM_RENT,
    DECLARE_BANKRUPTCY,
    DECLINE_OFFER,
    END_TURN,
    FRAME_AUCTION,
    FRAME_BUY,
    FRAME_DEBT,
    FRAME_INHERIT,
    FRAME_OFFER,
    FRAME_TURN,
    FREE,
    GROUP_LOTS,
    KEEP_MORTGAGE,
    LIFT_MORTGAGE,
    MORTGAGE,
    MORTGAGED,
    NOBODY,
    NOTHING,
    PASS,
    PAY_FINE,
    REFUSE,
    REFUSED_STAYS,
    ROLL,
    SELL_BUILDINGS,
    USE_CARD,
    WAIT,
)
from magnate.rules.debt import check_bankruptcy
from magnate.rules.jail import check_fine, check_use_card, check_wait
from magnate.rules.masks import has
from magnate.rules.mortgage import check_lift, check_mortgage
from magnate.rules.property import group_deed
from magnate.rules.refusals import OK
from magnate.rules.slots import auction_deed, buy_target, inherit_deed, offer_deed
from magnate.rules.stack import admits_deals, top_kind
from magnate.rules.turn import check_roll
from magnate.value.deal_search import answer_offers, propose
from magnate.value.fields import (
    ABOVE,
    BY_VALUE,
    OFTEN,
    RESERVE,
    VALUE_ANSWERS,
    VALUE_BIDS,
    VALUE_BUYS,
    VALUE_DEBTS,
    VALUE_JAIL,
    VALUE_MANAGES,
    VALUE_PROPOSES,
)
from magnate.value.trying import (
    chance_now,
    try_building,
    try_freedom,
    try_lifting,
    try_mortgage,
    try_sale,
    try_selling,
)


def master_decides(g, e, b, n, f, seat, a):
    """Write this seat's next action into `a`."""
    a.kind = ACKNOWLEDGE
    a.x = 0
    a.y = 0
    a.amount = 0
    if g.over == 1:
        return
    kind = top_kind(g)
    if g.claims > 0 and (kind == FRAME_TURN or kind == FRAME_BUY) and has_claim(g, seat):
        a.kind = CLAIM_RENT
    elif g.deals != 0 and admits_deals(kind):
        if by_value(n, VALUE_ANSWERS):
            answer_offers(g, e, n, f, seat, a)
        else:
            trader_decides(g, e, b, seat, a)
    elif kind == FRAME_TURN:
        take_turn(g, e, b, n, f, seat, a)
    elif kind == FRAME_BUY and by_value(n, VALUE_BUYS):
        decide_purchase(g, e, n, f, seat, buy_target(g), BUY, REFUSE, a)
    elif kind == FRAME_OFFER and by_value(n, VALUE_BUYS):
        decide_purchase(g, e, n, f, seat, offer_deed(g), ACCEPT_OFFER, DECLINE_OFFER, a)
    elif kind == FRAME_AUCTION and auction_deed(g) != NOTHING and by_value(n, VALUE_BIDS):
        bid_by_value(g, e, n, f, seat, auction_deed(g), a)
    elif kind == FRAME_DEBT and by_value(n, VALUE_DEBTS):
        raise_money(g, e, b, n, f, seat, a)
    elif kind == FRAME_INHERIT:
        a.x = inherit_deed(g)
        a.kind = KEEP_MORTGAGE
        if check_lift(g, e, seat, a.x) == OK:
            if try_lifting(g, e, n, f, seat, a.x) > chance_now(g, e, n, f, seat):
                a.kind = LIFT_MORTGAGE
    else:
        trader_decides(g, e, b, seat, a)


def by_value(n, what):
    """Whether it decides something by the value."""
    return n.style[BY_VALUE] & what != 0


def take_turn(g, e, b, n, f, seat, a):
    """Leave jail or stay, manage, propose, then roll or end the turn."""
    if g.rolled == 0 and g.jail[seat] > 0:
        if by_value(n, VALUE_JAIL):
            decide_jail(g, e, n, f, seat, a)
        else:
            trader_in_jail(g, e, b, seat, a)
        return
    if g.deed_count[seat] > 0 and g.rolled == 0:
        if by_value(n, VALUE_MANAGES):
            manage(g, e, n, f, seat, a)
        else:
            trader_improves(g, e, b, seat, a)
        if a.kind != ACKNOWLEDGE:
            return
        is_time = (g.turns // g.seats + seat) % n.style[OFTEN] == 0
        if is_time and e.deals_allowed == 1 and g.refusals[seat] < 2:
            if by_value(n, VALUE_PROPOSES):
                propose(g, e, b, n, f, seat, a)
            else:
                propose_best_offer(g, e, b, seat, a)
            if a.kind != ACKNOWLEDGE:
                return
    a.kind = END_TURN
    if check_roll(g, e, seat) == OK:
        a.kind = ROLL


def decide_jail(g, e, n, f, seat, a):
    """Pay, use a card, or stay: whatever leaves the best chance."""
    best = chance_now(g, e, n, f, seat)
    a.kind = ROLL
    if check_wait(g, e, seat) == OK:
        a.kind = WAIT
    if check_fine(g, e, seat) == OK:
        chance = try_freedom(g, e, n, f, seat, e.jail_fine, NOTHING)
        if chance > best:
            best = chance
            a.kind = PAY_FINE
    for card in range(e.kept):
        if g.held[card] == seat and check_use_card(g, e, seat, card) == OK:
            chance = try_freedom(g, e, n, f, seat, 0, card)
            if chance > best:
                best = chance
                a.kind = USE_CARD
                a.x = card


def manage(g, e, n, f, seat, a):
    """Build or lift a mortgage, whichever raises the chance most. Leaves `a` untouched if nothing does."""
    now = chance_now(g, e, n, f, seat)
    best = now + n.style[ABOVE]
    money = g.cash[seat] - e.setup_cash * n.style[RESERVE] // 100
    for group in range(e.groups):
        if e.group_kind[group] == GROUP_LOTS and has_lot(g, e, seat, group):
            if check_group(g, e, seat, group) == OK:
                present = present_plan(g, e, group)
                place = next_place(g, e, seat, group, present)
                if place != NOTHING:
                    best = consider_plan(g, e, n, f, seat, group, present + (1 << (4 * place)), money, best, a)
                    plan = affordable_plan(g, e, seat, group, money)
                    if plan != NOTHING:
                        best = consider_plan(g, e, n, f, seat, group, plan, money, best, a)
                        half = affordable_plan(g, e, seat, group, money // 2)
                        if half != NOTHING and half != plan:
                            best = consider_plan(g, e, n, f, seat, group, half, money, best, a)
                    elif g.houses > 0:
                        best = consider_raising(g, e, n, f, seat, group, present + (1 << (4 * place)), best, a)
    for deed in range(e.deeds):
        if g.owner[deed] == seat and g.mortgaged[deed] != FREE and check_lift(g, e, seat, deed) == OK:
            chance = try_lifting(g, e, n, f, seat, deed)
            if chance > best:
                best = chance
                a.kind = LIFT_MORTGAGE
                a.x = deed


def has_lot(g, e, seat, group):
    """Whether a seat may build in a group: it owns the whole of it, or a lot where that is enough."""
    own = 0
    for place in range(e.group_size[group]):
        if g.owner[group_deed(e, group, place)] == seat:
            own += 1
    if e.building_whole_group == 0 and rounds_beyond(g) == 0:
        return own > 0
    return own == e.group_size[group]


def consider_plan(g, e, n, f, seat, group, plan, money, best, a):
    """Try a plan of buildings; the better chance of it and the best so far."""
    if plan_cost(g, e, group, plan) > money or check_build(g, e, seat, group, plan) != OK:
        return best
    chance = try_building(g, e, n, f, seat, group, plan)
    if chance > best:
        a.kind = BUILD
        a.x = group
        a.y = plan
        return chance
    return best


def consider_raising(g, e, n, f, seat, group, plan, best, a):
    """Try a plan paid for by mortgages on deeds that stand alone; the first of these mortgages is the action."""
    cost = plan_cost(g, e, group, plan) + e.setup_cash * n.style[RESERVE] // 100
    pledged = pledge_for(g, e, seat, cost)
    if pledged == 0:
        return best
    chance = 0
    if g.cash[seat] >= cost and check_build(g, e, seat, group, plan) == OK:
        chance = try_building(g, e, n, f, seat, group, plan)
    first = redeem(g, e, seat, pledged)
    if chance > best:
        a.kind = MORTGAGE
        a.x = first
        return chance
    return best


def pledge_for(g, e, seat, amount):
    """Mortgage deeds that stand alone, least useful first, until the cash suffices. Which, as a mask."""
    pledged = 0
    while g.cash[seat] < amount:
        deed = least_useful(g, e, seat)
        if deed == NOTHING:
            break
        pledged |= 1 << deed
        g.mortgaged[deed] = MORTGAGED
        g.cash[seat] += e.mortgage[deed]
    return pledged


def redeem(g, e, seat, pledged):
    """Undo these mortgages. The deed of the first, or -1."""
    first = NOTHING
    for deed in range(e.deeds):
        if has(pledged, deed):
            g.mortgaged[deed] = FREE
            g.cash[seat] -= e.mortgage[deed]
            if first == NOTHING:
                first = deed
    return first


def decide_purchase(g, e, n, f, seat, deed, yes, no, a):
    """Buy if that is better than what happens else, and mortgage what stands alone for it."""
    a.kind = no
    price = e.price[deed]
    otherwise = chance_without(g, e, n, f, seat, deed, price)
    if g.cash[seat] >= price:
        if try_sale(g, e, n, f, seat, deed, seat, price) > otherwise:
            a.kind = yes
        return
    if yes != BUY:
        return
    pledged = pledge_for(g, e, seat, price)
    chance = 0
    if g.cash[seat] >= price:
        chance = try_sale(g, e, n, f, seat, deed, seat, price)
    first = redeem(g, e, seat, pledged)
    if chance > otherwise and first != NOTHING:
        a.kind = MORTGAGE
        a.x = first


def chance_without(g, e, n, f, seat, deed, price):
    """A seat's chance if it leaves a deed to the others: each who can pay gets it, all as likely."""
    total = 0
    count = 0
    if e.purchase_refused != REFUSED_STAYS:
        for other in range(g.seats):
            if other != seat and g.out[other] == 0 and 2 * g.cash[other] >= price:
                total += try_sale(g, e, n, f, seat, deed, other, min(price, g.cash[other]))
                count += 1
    if count == 0:
        return chance_now(g, e, n, f, seat)
    return total // count


def bid_by_value(g, e, n, f, seat, deed, a):
    """Bid as long as owning the deed at the price is better than a rival's owning it at that price."""
    a.kind = PASS
    least = lowest_bid(g, e)
    most = highest_bid(g, e, seat)
    if least > most:
        return
    step = max(e.note, e.price[deed] // 10)
    if g.bidder == NOBODY:
        step = max(0, e.price[deed] // 2 - least)
    amount = max(least, min(most, least + step) // e.note * e.note)
    if is_worth(g, e, n, f, seat, deed, amount):
        a.kind = BID
        a.amount = amount
    elif amount > least and is_worth(g, e, n, f, seat, deed, least):
        a.kind = BID
        a.amount = least


def is_worth(g, e, n, f, seat, deed, price):
    """Whether owning a deed at a price is better than to let the likeliest rival have it there."""
    rival = likely_buyer(g, seat)
    if rival == NOBODY:
        otherwise = chance_now(g, e, n, f, seat)
    else:
        otherwise = try_sale(g, e, n, f, seat, deed, rival, min(price, g.cash[rival]))
    return try_sale(g, e, n, f, seat, deed, seat, price) > otherwise


def likely_buyer(g, seat):
    """Who gets it else: the highest bidder, or the richest of those who still bid."""
    if g.bidder != NOBODY and g.bidder != seat:
        return g.bidder
    found = NOBODY
    for other in range(g.seats):
        if other != seat and has(g.bidders, other) and g.out[other] == 0:
            if found == NOBODY or g.cash[other] > g.cash[found]:
                found = other
    return found


def raise_money(g, e, b, n, f, seat, a):
    """For a debt: of all sales and mortgages that which leaves the best chance; else as a trader."""
    a.kind = DECLARE_BANKRUPTCY
    if check_bankruptcy(g, e, seat) == OK:
        use_any_card(g, e, seat, a)
        return
    best = -1
    for deed in range(e.deeds):
        if g.owner[deed] == seat and g.mortgaged[deed] == FREE and check_mortgage(g, e, seat, deed) == OK:
            chance = try_mortgage(g, e, n, f, seat, deed)
            if chance > best:
                best = chance
                a.kind = MORTGAGE
                a.x = deed
    for group in range(e.groups):
        if e.group_kind[group] == GROUP_LOTS:
            now = present_plan(g, e, group)
            for place in range(e.group_size[group]):
                deed = group_deed(e, group, place)
                if g.owner[deed] == seat and g.level[deed] > 0:
                    plan = lower_lot(g, e, seat, group, now, place)
                    if plan != NOTHING:
                        chance = try_selling(g, e, n, f, seat, group, plan)
                        if chance > best:
                            best = chance
                            a.kind = SELL_BUILDINGS
                            a.x = group
                            a.y = plan
    if best < 0:
        trader_decides(g, e, b, seat, a)
        return
    use_any_card(g, e, seat, a)
