"""The house bot: sound, quick, and in the same subset as the rules, so that whole games play inside the compiled batch.

It buys what it can pay for, bids up to what a deed is worth to it, builds evenly while a reserve of cash stays,
swaps and buys deeds that complete groups at the trader's prices, and claims its rents. It looks only at what every
player sees.
"""

from magnate.bots.house_deals import propose_trade, reserve
from magnate.bots.limits import rounds_beyond
from magnate.bots.trader_deals import likes_deal
from magnate.rules.auction import lowest_bid
from magnate.rules.building import check_build, check_group, plan_cost, planned, present_plan
from magnate.rules.codes import (
    ACCEPT_DEAL,
    ACCEPT_OFFER,
    ACCEPT_VALUE,
    ACKNOWLEDGE,
    ASK_BUILDINGS,
    BID,
    BUILD,
    BUY,
    CLAIM_RENT,
    DECLARE_BANKRUPTCY,
    DECLINE_OFFER,
    END_TURN,
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
    MORTGAGE,
    NAME_VALUE,
    NOTHING,
    PASS,
    PAY_FINE,
    PAY_TAX,
    PLACE_BUILDING,
    REFUSE,
    REFUSE_DEAL,
    REFUSE_PROPERTY,
    REQUEST_AUCTION,
    ROLL,
    SELL_BUILDINGS,
    STAGE_VALUE,
    USE_CARD,
    WAIT,
    WITHDRAW_PROPERTY,
)
from magnate.rules.deals import check_deal_answer
from magnate.rules.debt import check_bankruptcy, highest_value, lowest_value
from magnate.rules.jail import check_fine, check_use_card, check_wait
from magnate.rules.masks import first_of
from magnate.rules.mortgage import check_mortgage, lift_cost
from magnate.rules.property import group_deed, owned_in_group, owns_group
from magnate.rules.refusals import OK
from magnate.rules.shortage import demand
from magnate.rules.slots import (
    auction_deed,
    buy_target,
    contest_ask_kind,
    inherit_deed,
    offer_deed,
    place_kind,
    settlement_deed,
    settlement_stage,
    settlement_value,
    tax_amount,
)
from magnate.rules.stack import admits_deals, top_kind
from magnate.rules.timeout import lower_plan, place_for
from magnate.rules.turn import check_roll


def seat_to_act(g):
    """Whom to ask next: an owner with a rent to claim while play rests, else the first seat that must answer."""
    if g.claims > 0 and (top_kind(g) == FRAME_TURN or top_kind(g) == FRAME_BUY):
        return g.claim[0].owner
    seat = first_of(g.must)
    return seat


def house_decides(g, e, b, seat, a):
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
    else:
        house_acts(g, e, b, seat, kind, a)


def house_acts(g, e, b, seat, kind, a):
    """What is to be done beside claiming rents: answer deals, or the question on top."""
    if g.deals != 0 and admits_deals(kind):
        answer_deals(g, e, b, seat, a)
    elif kind == FRAME_TURN:
        take_turn(g, e, b, seat, a)
    elif kind == FRAME_BUY:
        a.kind = REFUSE
        deed = buy_target(g)
        if g.cash[seat] >= e.price[deed] and worth_to(g, e, seat, deed) >= e.price[deed]:
            a.kind = BUY
    elif kind == FRAME_AUCTION:
        bid(g, e, seat, a)
    elif kind == FRAME_OFFER:
        a.kind = DECLINE_OFFER
        if g.cash[seat] >= e.price[offer_deed(g)]:
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
        raise_money(g, e, seat, a)
        use_any_card(g, e, seat, a)
    elif kind == FRAME_SETTLEMENT:
        answer_settlement(g, e, a)
    elif kind == FRAME_ESTATE_ASK:
        a.kind = REQUEST_AUCTION
    elif kind == FRAME_INHERIT:
        a.x = inherit_deed(g)
        a.kind = KEEP_MORTGAGE
        if g.cash[seat] >= e.mortgage[a.x] + 4 * reserve(e):
            a.kind = LIFT_MORTGAGE
    elif kind == FRAME_CONTEST_ASK:
        a.kind = ASK_BUILDINGS
        a.amount = min(3, demand(g, e, seat, contest_ask_kind(g)))
    elif kind == FRAME_PLACE:
        a.kind = PLACE_BUILDING
        a.x = place_for(g, e, seat, place_kind(g))
    else:
        a.kind = ROLL


def has_claim(g, seat):
    """Whether somebody owes this seat a rent it has not asked for yet."""
    for i in range(g.claims):
        if g.claim[i].owner == seat:
            return True
    return False


def use_any_card(g, e, seat, a):
    """Use the first kept card that fits, if there is one."""
    for card in range(e.kept):
        if g.held[card] == seat and check_use_card(g, e, seat, card) == OK:
            a.kind = USE_CARD
            a.x = card


def answer_deals(g, e, b, seat, a):
    """Accept what the trader would accept, refuse the rest."""
    for slot in range(g.seats):
        revision = g.deal[slot].revision
        if check_deal_answer(g, seat, slot, revision) == OK:
            a.kind = REFUSE_DEAL
            a.x = slot
            a.y = revision
            if likes_deal(g, e, b, seat, slot, a):
                a.kind = ACCEPT_DEAL
            return


def worth_to(g, e, seat, deed):
    """What a deed is worth to this seat: its price, more if it completes a group or joins others."""
    group = e.deed_group[deed]
    own = owned_in_group(g, e, seat, group)
    price = e.price[deed]
    if own == e.group_size[group] - 1:
        return 2 * price
    if own > 0:
        return price + price // 4
    return price


def bid(g, e, seat, a):
    """Bid half-way to what it is worth, never into the reserve except for a group."""
    a.kind = PASS
    least = lowest_bid(g, e)
    value = g.bid_floor + g.bid_floor // 2
    deed = auction_deed(g)
    if deed != NOTHING:
        value = worth_to(g, e, seat, deed)
        if g.mortgaged[deed] != FREE:
            value -= e.mortgage[deed]
    value = min(value, g.cash[seat])
    if least <= value:
        a.kind = BID
        a.amount = (least + (value - least) // 2) // e.note * e.note


def unowned(g, e):
    """How many deeds the Bank still holds."""
    count = e.deeds
    for seat in range(g.seats):
        count -= g.deed_count[seat]
    return count


def take_turn(g, e, b, seat, a):
    """Leave jail while there is still something to buy, manage, trade, then roll or end the turn."""
    if g.rolled == 0 and g.jail[seat] > 0:
        leave_jail(g, e, seat, a)
        return
    if g.rolled == 0 and g.deed_count[seat] > 0:
        manage(g, e, b, seat, a)
        if a.kind != ACKNOWLEDGE:
            return
    a.kind = END_TURN
    if check_roll(g, e, seat) == OK:
        a.kind = ROLL


def leave_jail(g, e, seat, a):
    """Early in the game get out at once; later a cell is a safe place."""
    a.kind = ROLL
    if check_wait(g, e, seat) == OK:
        a.kind = WAIT
    if 3 * unowned(g, e) > e.deeds:
        if check_fine(g, e, seat) == OK and g.cash[seat] >= e.jail_fine + reserve(e):
            a.kind = PAY_FINE
        use_any_card(g, e, seat, a)


def manage(g, e, b, seat, a):
    """Build, lift mortgages and, every third round, trade. Leaves `a` untouched if there is nothing to do."""
    if g.cash[seat] >= reserve(e):
        build_more(g, e, seat, a)
        if a.kind == BUILD:
            return
    if g.cash[seat] > 4 * reserve(e):
        for deed in range(e.deeds):
            if g.mortgaged[deed] != FREE and g.owner[deed] == seat:
                if g.cash[seat] >= lift_cost(g, e, seat, deed) + 3 * reserve(e):
                    a.kind = LIFT_MORTGAGE
                    a.x = deed
                    return
    if g.refusals[seat] == 0 and e.deals_allowed == 1 and (g.turns // g.seats + seat) % 3 == 0:
        propose_trade(g, e, b, seat, a)


def build_more(g, e, seat, a):
    """Build in the first group that can have more. Leaves `a` untouched if there is none."""
    needs_whole = builds_whole_groups(g, e)
    for group in range(e.groups):
        if e.group_kind[group] == GROUP_LOTS and has_lots_to_build(g, e, seat, group, needs_whole):
            plan = next_plan(g, e, seat, group)
            if plan != NOTHING:
                a.kind = BUILD
                a.x = group
                a.y = plan
                return


def builds_whole_groups(g, e):
    """Whether it builds only in whole groups: where it must and, in a long game, everywhere. Houses are left for them,
    and other groups stay bare to be traded.
    """
    return e.building_whole_group == 1 or rounds_beyond(g) > 0


def has_lots_to_build(g, e, seat, group, needs_whole):
    """Whether a seat owns the whole group, or a lot of it where that is enough."""
    if not needs_whole:
        return owned_in_group(g, e, seat, group) > 0
    return g.owner[group_deed(e, group, e.group_size[group] - 1)] == seat and owns_group(g, e, seat, group)


def next_plan(g, e, seat, group):
    """The group with more buildings on its lowest lots, as many as cash, rules and stock allow; -1 for none."""
    if check_group(g, e, seat, group) != OK:
        return NOTHING
    steps = 0
    plan = present_plan(g, e, group)
    more = raised(g, e, seat, group, plan)
    while more != NOTHING and g.cash[seat] - plan_cost(g, e, group, more) >= reserve(e):
        plan = more
        steps += 1
        if steps == 2 * e.group_size[group]:
            break
        more = raised(g, e, seat, group, plan)
    while steps > 0:
        if check_build(g, e, seat, group, plan) == OK:
            return plan
        steps -= 1
        plan = present_plan(g, e, group)
        for _ in range(steps):
            plan = raised(g, e, seat, group, plan)
    return NOTHING


def raised(g, e, seat, group, plan):
    """The plan with one building more on the lowest own lot; -1 if hotels stand everywhere."""
    place = lowest_place(g, e, seat, group, plan)
    if place == NOTHING or planned(plan, place) > e.building_houses_per_lot:
        return NOTHING
    return plan + (1 << (4 * place))


def lowest_place(g, e, seat, group, plan):
    """The last of the lowest own lots of a plan, or -1: the dearest lot of a group comes last."""
    lowest = NOTHING
    for i in range(e.group_size[group]):
        place = e.group_size[group] - 1 - i
        if g.owner[group_deed(e, group, place)] == seat:
            if lowest == NOTHING or planned(plan, place) < planned(plan, lowest):
                lowest = place
    return lowest


def raise_money(g, e, seat, a):
    """For a debt: mortgage what completes no group, then sell buildings, then mortgage the rest; else give up."""
    a.kind = DECLARE_BANKRUPTCY
    if check_bankruptcy(g, e, seat) == OK:
        return
    for deed in range(e.deeds):
        if g.owner[deed] == seat and g.mortgaged[deed] == FREE and not owns_group(g, e, seat, e.deed_group[deed]):
            if check_mortgage(g, e, seat, deed) == OK:
                a.kind = MORTGAGE
                a.x = deed
                return
    for deed in range(e.deeds):
        if g.owner[deed] == seat and check_mortgage(g, e, seat, deed) == OK:
            a.kind = MORTGAGE
            a.x = deed
            return
    for group in range(e.groups):
        if e.group_kind[group] == GROUP_LOTS:
            plan = lower_plan(g, e, seat, group)
            if plan != NOTHING:
                a.kind = SELL_BUILDINGS
                a.x = group
                a.y = plan
                return


def answer_settlement(g, e, a):
    """As creditor name a fair value for the deed; as debtor take it."""
    a.kind = ACCEPT_VALUE
    if settlement_value(g) == 0:
        a.kind = WITHDRAW_PROPERTY
    if settlement_stage(g) == STAGE_VALUE:
        a.kind = NAME_VALUE
        deed = settlement_deed(g)
        value = e.price[deed]
        if g.mortgaged[deed] != FREE:
            value = value // 2
        a.amount = max(lowest_value(g, e), min(value // e.note * e.note, highest_value(g, e)))
        if a.amount > highest_value(g, e):
            a.kind = REFUSE_PROPERTY
