"""The trader: values deeds by what they bring, builds where rent rises most, bids to value and deals.

It looks only at what every player sees.
"""

from magnate.bots.house import answer_settlement, has_claim, unowned, use_any_card
from magnate.bots.trader_deals import counters_deal, likes_deal, propose_best_offer
from magnate.bots.trader_values import LEAVE, LIFT, ROLLS, cash_reserve, dice_or_one, expected_rent, knob, marginal
from magnate.rules.auction import highest_bid, lowest_bid
from magnate.rules.building import (
    check_build,
    check_group,
    lower_lot,
    may_have_hotel,
    plan_cost,
    planned,
    present_plan,
)
from magnate.rules.codes import (
    ACCEPT_DEAL,
    ACCEPT_OFFER,
    ACKNOWLEDGE,
    ASK_BUILDINGS,
    BID,
    BUILD,
    BUY,
    CLAIM_RENT,
    DECLARE_BANKRUPTCY,
    DECLINE_OFFER,
    END_TURN,
    EVEN_NONE,
    FOLLOW_CARD,
    FRAME_AUCTION,
    FRAME_BAIL,
    FRAME_BUY,
    FRAME_CARD,
    FRAME_CONTEST_ASK,
    FRAME_DEBT,
    FRAME_ESTATE_ASK,
    FRAME_INHERIT,
    FRAME_OFFER,
    FRAME_PLACE,
    FRAME_SETTLEMENT,
    FRAME_TAX,
    FRAME_TURN,
    FREE,
    GROUP_LOTS,
    KEEP_MORTGAGE,
    LIFT_MORTGAGE,
    MAX_RENTS,
    MORTGAGE,
    NOBODY,
    NOTHING,
    PASS,
    PAY_FINE,
    PAY_TAX,
    PLACE_BUILDING,
    REFUSE,
    REFUSE_DEAL,
    REQUEST_AUCTION,
    ROLL,
    SELL_BUILDINGS,
    WAIT,
)
from magnate.rules.deals import check_deal_answer
from magnate.rules.debt import check_bankruptcy
from magnate.rules.jail import check_fine, check_wait
from magnate.rules.mortgage import check_mortgage, lift_cost
from magnate.rules.property import group_deed, owns_group
from magnate.rules.refusals import OK
from magnate.rules.shortage import demand
from magnate.rules.slots import (
    auction_deed,
    buy_target,
    contest_ask_kind,
    inherit_deed,
    offer_deed,
    place_kind,
    tax_amount,
)
from magnate.rules.stack import admits_deals, top_kind
from magnate.rules.timeout import lower_plan, place_for
from magnate.rules.turn import check_roll
from magnate.rules.worth import resale_down_to


def trader_decides(g, e, b, seat, a):
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
        answer_offers(g, e, b, seat, a)
    elif kind == FRAME_TURN:
        trader_turn(g, e, b, seat, a)
    elif kind == FRAME_BUY:
        decide_purchase(g, e, b, seat, a)
    elif kind == FRAME_AUCTION:
        bid_to_value(g, e, b, seat, a)
    elif kind == FRAME_OFFER:
        a.kind = DECLINE_OFFER
        deed = offer_deed(g)
        if g.cash[seat] >= e.price[deed] and marginal(g, e, b, seat, deed) >= e.price[deed]:
            a.kind = ACCEPT_OFFER
    elif kind == FRAME_CARD:
        a.kind = FOLLOW_CARD
    elif kind == FRAME_TAX:
        a.kind = PAY_TAX
        if tax_amount(g) >= e.jail_fine:
            use_any_card(g, e, seat, a)
    elif kind == FRAME_BAIL:
        a.kind = PAY_FINE
        use_any_card(g, e, seat, a)
    elif kind == FRAME_DEBT:
        find_money(g, e, seat, a)
        use_any_card(g, e, seat, a)
    elif kind == FRAME_SETTLEMENT:
        answer_settlement(g, e, a)
    elif kind == FRAME_ESTATE_ASK:
        a.kind = REQUEST_AUCTION
    elif kind == FRAME_INHERIT:
        a.x = inherit_deed(g)
        a.kind = KEEP_MORTGAGE
        if g.cash[seat] >= e.mortgage[a.x] + 2 * cash_reserve(e, b, seat):
            a.kind = LIFT_MORTGAGE
    elif kind == FRAME_CONTEST_ASK:
        a.kind = ASK_BUILDINGS
        a.amount = min(6, demand(g, e, seat, contest_ask_kind(g)))
    elif kind == FRAME_PLACE:
        a.kind = PLACE_BUILDING
        a.x = place_for(g, e, seat, place_kind(g))
    else:
        a.kind = ROLL


def answer_offers(g, e, b, seat, a):
    """Accept what is worth it, name another price where that would do, refuse the rest."""
    for slot in range(g.seats):
        revision = g.deal[slot].revision
        if check_deal_answer(g, seat, slot, revision) == OK:
            if likes_deal(g, e, b, seat, slot, a):
                a.kind = ACCEPT_DEAL
            elif not counters_deal(g, e, b, seat, slot, a):
                a.kind = REFUSE_DEAL
            a.x = slot
            a.y = revision
            return


def decide_purchase(g, e, b, seat, a):
    """Buy what is worth its price, and mortgage what matters less for it."""
    a.kind = REFUSE
    deed = buy_target(g)
    value = marginal(g, e, b, seat, deed)
    price = e.price[deed]
    if value < price:
        return
    if g.cash[seat] >= price:
        a.kind = BUY
        return
    raise_for(g, e, seat, price - g.cash[seat], a)


def is_idle(g, e, seat, deed):
    """Whether a deed stands alone: nothing is built on it and no group is whole by it."""
    if g.owner[deed] != seat or g.mortgaged[deed] != FREE or g.level[deed] > 0:
        return False
    return not owns_group(g, e, seat, e.deed_group[deed])


def can_raise_idly(g, e, seat, missing):
    """Whether deeds that stand alone could raise what is missing."""
    for deed in range(e.deeds):
        if missing <= 0:
            return True
        if g.owner[deed] == seat and is_idle(g, e, seat, deed):
            missing -= e.mortgage[deed]
    return missing <= 0


def raise_for(g, e, seat, missing, a):
    """Mortgage the least useful deed that stands alone, if all of them together bring what is missing."""
    if not can_raise_idly(g, e, seat, missing):
        return
    found = least_useful(g, e, seat)
    if found != NOTHING:
        a.kind = MORTGAGE
        a.x = found


def least_useful(g, e, seat):
    """The idle deed that loses the least rent for the money, or -1."""
    found = NOTHING
    least = 0
    for deed in range(e.deeds):
        if g.owner[deed] == seat and is_idle(g, e, seat, deed) and check_mortgage(g, e, seat, deed) == OK:
            loss = 1000 * e.rent[deed * MAX_RENTS] * dice_or_one(e, deed) // max(1, e.mortgage[deed])
            if found == NOTHING or loss < least:
                found = deed
                least = loss
    return found


def bid_to_value(g, e, b, seat, a):
    """In steps of a tenth of the price, as long as it is worth it: many small steps would only take time."""
    a.kind = PASS
    deed = auction_deed(g)
    least = lowest_bid(g, e)
    value = g.bid_floor + g.bid_floor // 2
    step = g.bid_floor // 4
    if deed != NOTHING:
        value = marginal(g, e, b, seat, deed)
        step = e.price[deed] // 10
        if g.bidder == NOBODY:
            step = e.price[deed] // 2 - least
    value = min(value, highest_bid(g, e, seat))
    if least <= value:
        a.kind = BID
        a.amount = max(least, min(value, least + step) // e.note * e.note)


def trader_turn(g, e, b, seat, a):
    """Leave jail while there is something to buy, manage, trade, then roll or end the turn."""
    if g.rolled == 0 and g.jail[seat] > 0:
        trader_in_jail(g, e, b, seat, a)
        return
    if g.rolled == 0 and g.deed_count[seat] > 0:
        trader_manages(g, e, b, seat, a)
        if a.kind != ACKNOWLEDGE:
            return
    a.kind = END_TURN
    if check_roll(g, e, seat) == OK:
        a.kind = ROLL


def trader_in_jail(g, e, b, seat, a):
    """Get out while there is much to buy or little to fear; else a cell is a safe place."""
    a.kind = ROLL
    if check_wait(g, e, seat) == OK:
        a.kind = WAIT
    danger = 7 * expected_rent(g, e, b, seat) // ROLLS
    if 100 * unowned(g, e) > knob(b, seat, LEAVE) * e.deeds or danger < e.jail_fine:
        if check_fine(g, e, seat) == OK and g.cash[seat] >= e.jail_fine + e.setup_cash // 20:
            a.kind = PAY_FINE
        use_any_card(g, e, seat, a)


def rise_of(g, e, group, plan, place):
    """How much rent one building more on a lot brings for its price, in thousandths; -1 if it has its hotel."""
    level = planned(plan, place)
    if level > e.building_houses_per_lot:
        return -1
    deed = group_deed(e, group, place)
    cost = e.house_cost[deed]
    if level == e.building_houses_per_lot:
        cost = e.hotel_cost[deed]
    rent = e.rent[deed * MAX_RENTS + level + 1] - e.rent[deed * MAX_RENTS + level]
    if level < 2:  # the third house is the one that pays
        rent = max(rent, (e.rent[deed * MAX_RENTS + 3] - e.rent[deed * MAX_RENTS + level]) // (3 - level))
    return 1000 * rent // max(1, cost)


def next_place(g, e, seat, group, plan):
    """The own lot on which one building more brings the most: of the lowest ones, where building is even; or -1."""
    found = NOTHING
    most = 0
    lowest = 15
    if e.building_even != EVEN_NONE:
        for place in range(e.group_size[group]):
            if g.owner[group_deed(e, group, place)] == seat:
                lowest = min(lowest, planned(plan, place))
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        level = planned(plan, place)
        if g.owner[deed] == seat and g.mortgaged[deed] == FREE and level <= lowest:
            if level < e.building_houses_per_lot or may_have_hotel(g, e, seat, group, plan, place):
                rise = rise_of(g, e, group, plan, place)
                if rise > most:
                    found = place
                    most = rise
    return found


def best_group(g, e, seat):
    """The group in which a building brings the most, or -1."""
    found = NOTHING
    most = 0
    for group in range(e.groups):
        if e.group_kind[group] == GROUP_LOTS and check_group(g, e, seat, group) == OK:
            plan = present_plan(g, e, group)
            place = next_place(g, e, seat, group, plan)
            if place != NOTHING:
                rise = rise_of(g, e, group, plan, place)
                if rise > most:
                    found = group
                    most = rise
    return found


def trader_manages(g, e, b, seat, a):
    """Build, lift mortgages, trade. Leaves `a` untouched if there is nothing to do."""
    trader_improves(g, e, b, seat, a)
    if a.kind == ACKNOWLEDGE and e.deals_allowed == 1 and g.refusals[seat] < 3:
        propose_best_offer(g, e, b, seat, a)


def trader_improves(g, e, b, seat, a):
    """Build or lift a mortgage. Leaves `a` untouched if there is nothing to do."""
    keep = cash_reserve(e, b, seat)
    group = best_group(g, e, seat)
    if group != NOTHING:
        plan = affordable_plan(g, e, seat, group, g.cash[seat] - keep)
        if plan != NOTHING:
            a.kind = BUILD
            a.x = group
            a.y = plan
            return
        now = present_plan(g, e, group)
        place = next_place(g, e, seat, group, now)
        if planned(now, place) < 3 and g.houses > 0:
            missing = plan_cost(g, e, group, now + (1 << (4 * place))) + keep - g.cash[seat]
            if missing > 0:
                raise_for(g, e, seat, missing, a)
                if a.kind != ACKNOWLEDGE:
                    return
    else:
        for deed in range(e.deeds):
            if g.mortgaged[deed] != FREE and g.owner[deed] == seat:
                spare = keep
                if not owns_group(g, e, seat, e.deed_group[deed]):
                    spare = 2 * keep + e.setup_cash * knob(b, seat, LIFT) // 100
                if g.cash[seat] >= lift_cost(g, e, seat, deed) + spare:
                    a.kind = LIFT_MORTGAGE
                    a.x = deed
                    return


def affordable_plan(g, e, seat, group, money):
    """The group with as many more buildings as the money allows, the dearest lot first; -1 for none."""
    plan = present_plan(g, e, group)
    best = NOTHING
    for _ in range(6 * e.group_size[group]):
        place = next_place(g, e, seat, group, plan)
        if place == NOTHING:
            break
        plan += 1 << (4 * place)
        if plan_cost(g, e, group, plan) > money:
            break
        if check_build(g, e, seat, group, plan) == OK:
            best = plan
    return best


def find_money(g, e, seat, a):
    """For a debt: what loses the least rent for the money first; when nothing helps, give up."""
    a.kind = DECLARE_BANKRUPTCY
    if check_bankruptcy(g, e, seat) == OK:
        return
    found = least_useful(g, e, seat)
    if found != NOTHING:
        a.kind = MORTGAGE
        a.x = found
        return
    least = -1
    for group in range(e.groups):
        if e.group_kind[group] == GROUP_LOTS:
            for place in range(e.group_size[group]):
                deed = group_deed(e, group, place)
                if g.level[deed] > 0 and g.owner[deed] == seat:
                    plan = lower_lot(g, e, seat, group, present_plan(g, e, group), place)
                    if plan != NOTHING:
                        level = planned(plan, place)
                        rent = e.rent[deed * MAX_RENTS + g.level[deed]] - e.rent[deed * MAX_RENTS + level]
                        loss = 1000 * rent // max(1, resale_down_to(g, e, deed, level))
                        if least < 0 or loss < least:
                            least = loss
                            a.kind = SELL_BUILDINGS
                            a.x = group
                            a.y = plan
    for deed in range(e.deeds):
        if g.owner[deed] == seat and check_mortgage(g, e, seat, deed) == OK:
            loss = 2000 * e.rent[deed * MAX_RENTS] * dice_or_one(e, deed) // max(1, e.mortgage[deed])
            if least < 0 or loss < least:
                least = loss
                a.kind = MORTGAGE
                a.x = deed
    if least < 0:
        for group in range(e.groups):
            if e.group_kind[group] == GROUP_LOTS:
                plan = lower_plan(g, e, seat, group)
                if plan != NOTHING:
                    a.kind = SELL_BUILDINGS
                    a.x = group
                    a.y = plan
                    return
