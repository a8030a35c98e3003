"""From a number of the catalogue to an action, ready to play."""

from magnate.coding.amounts import bid_amount, counter_percent, slot_to_answer, value_amount
from magnate.coding.asking import has_rent_due, question_of_seat
from magnate.coding.catalogue import (
    ASK_AUCTION,
    ASK_RENT,
    ASK_STEP,
    ASKS,
    AUCTION_DEED,
    BID_STEP,
    BUILD_ON_GROUP,
    BUILD_ON_LOT,
    BUY_LANDED,
    COUNTER_STEP,
    DO_NOTHING,
    DRAW_ANOTHER,
    GIVE_UP,
    HAND_ON,
    KEEP_DEED,
    LEAVE_DEAL,
    LEAVE_GAME,
    LEAVE_MORTGAGE,
    LEAVE_OFFER,
    LIFT_DEED,
    MORTGAGE_DEED,
    OBEY_CARD,
    OFFER_DEED,
    PAY_THE_FINE,
    PAY_THE_TAX,
    PLACE_ON_LOT,
    REFUSE_DEED,
    REFUSE_LANDED,
    ROLL_DICE,
    SELL_ON_LOT,
    SIT,
    SPARE_AUCTION,
    STOP_BIDDING,
    TAKE_BACK_DEAL,
    TAKE_DEAL,
    TAKE_OFFER,
    TAKE_VALUE,
    USE_KEPT,
    VALUE_STEP,
    family_of,
    is_offered,
    is_proposal,
    share,
)
from magnate.coding.proposals import write_proposal
from magnate.rules.building import lower_lot, own_bare_plan, present_plan
from magnate.rules.codes import (
    ACCEPT_DEAL,
    ACCEPT_OFFER,
    ACCEPT_VALUE,
    ASK_BUILDINGS,
    AUCTION_PROPERTY,
    BID,
    BUILD,
    BUY,
    CLAIM_RENT,
    CONCEDE,
    COUNTER_DEAL,
    DECLARE_BANKRUPTCY,
    DECLINE_OFFER,
    DRAW_INSTEAD,
    END_TURN,
    FOLLOW_CARD,
    FRAME_INHERIT,
    GROUP_LOTS,
    KEEP_MORTGAGE,
    LIFT_MORTGAGE,
    MORTGAGE,
    NAME_VALUE,
    NOBODY,
    NOTHING,
    OFFER_PROPERTY,
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
    USE_CARD,
    WAIT,
    WAIVE_AUCTION,
    WITHDRAW_DEAL,
    WITHDRAW_PROPERTY,
)
from magnate.rules.deals import read_terms
from magnate.rules.frames import contest_ask_kind, inherit_deed
from magnate.rules.shortage import demand
from magnate.rules.stack import top_kind


def decode_action(g, e, k, w, number, a):
    """Write the action of a number into `a`. 0 where the number stands for nothing at this question, 1 otherwise.

    Doing nothing is no action of the rules: it is 0 too.
    """
    a.x = 0
    a.y = 0
    a.amount = 0
    family = family_of(k, number)
    place = number - k.first[family]
    if family == DO_NOTHING or not is_offered(question_of_seat(g, w), family):
        return 0
    if is_proposal(family):
        return write_proposal(g, e, k, w.seat, family, place, a)
    a.kind = plain_kind(family)
    if a.kind != NOTHING:
        if family == LEAVE_GAME:
            return w.concedes
        if family == ASK_RENT and not has_rent_due(g, w.seat):
            return 0
        if family == LEAVE_MORTGAGE:
            a.x = inherit_deed(g)
        return 1
    if SELL_ON_LOT <= family <= BUILD_ON_GROUP:
        return write_plan(g, e, w.seat, family, place, a)
    if family == TAKE_DEAL or family == LEAVE_DEAL or family == COUNTER_STEP:
        return write_answer(g, e, w.seat, family, place, a)
    return write_step(g, e, w.seat, family, place, a)


def plain_kind(family):
    """The kind of action of a family that needs nothing else, or -1."""
    if family == ROLL_DICE:
        return ROLL
    if family == HAND_ON:
        return END_TURN
    if family == PAY_THE_FINE:
        return PAY_FINE
    if family == SIT:
        return WAIT
    if family == BUY_LANDED:
        return BUY
    if family == REFUSE_LANDED:
        return REFUSE
    if family == STOP_BIDDING:
        return PASS
    if family == TAKE_OFFER:
        return ACCEPT_OFFER
    if family == LEAVE_OFFER:
        return DECLINE_OFFER
    if family == ASK_RENT:
        return CLAIM_RENT
    if family == OBEY_CARD:
        return FOLLOW_CARD
    if family == DRAW_ANOTHER:
        return DRAW_INSTEAD
    if family == PAY_THE_TAX:
        return PAY_TAX
    if family == TAKE_BACK_DEAL:
        return WITHDRAW_DEAL
    if family >= REFUSE_DEED:
        return plain_debt_kind(family)
    return NOTHING


def plain_debt_kind(family):
    """Settlement, bankruptcy, estates, leaving."""
    if family == REFUSE_DEED:
        return REFUSE_PROPERTY
    if family == TAKE_VALUE:
        return ACCEPT_VALUE
    if family == KEEP_DEED:
        return WITHDRAW_PROPERTY
    if family == AUCTION_DEED:
        return AUCTION_PROPERTY
    if family == GIVE_UP:
        return DECLARE_BANKRUPTCY
    if family == LEAVE_MORTGAGE:
        return KEEP_MORTGAGE
    if family == ASK_AUCTION:
        return REQUEST_AUCTION
    if family == SPARE_AUCTION:
        return WAIVE_AUCTION
    if family == LEAVE_GAME:
        return CONCEDE
    return NOTHING


def write_plan(g, e, seat, family, place, a):
    """Buildings: one less or one more on a lot, all sold or one more everywhere in a group."""
    group = place
    if family == SELL_ON_LOT or family == BUILD_ON_LOT:
        group = e.deed_group[place]
    if e.group_kind[group] != GROUP_LOTS:
        return 0
    now = present_plan(g, e, group)
    a.x = group
    a.kind = BUILD
    if family == BUILD_ON_LOT:
        a.y = now + (1 << (4 * e.deed_place[place]))
    elif family == BUILD_ON_GROUP:
        a.y = now
        for other in range(e.group_size[group]):
            a.y += 1 << (4 * other)
    else:
        a.kind = SELL_BUILDINGS
        a.y = own_bare_plan(g, e, seat, group)
        if family == SELL_ON_LOT:
            a.y = NOTHING
            if g.owner[place] == seat:
                a.y = lower_lot(g, e, seat, group, now, e.deed_place[place])
    if a.y == NOTHING:
        return 0
    return 1


def write_answer(g, e, seat, family, place, a):
    """An answer to the deal in question; a counter-offer moves cash from its author to oneself."""
    slot = slot_to_answer(g, seat)
    if slot == NOBODY:
        return 0
    a.kind = ACCEPT_DEAL
    if family == LEAVE_DEAL:
        a.kind = REFUSE_DEAL
    elif family == COUNTER_STEP:
        a.kind = COUNTER_DEAL
        read_terms(g, e, slot, a)
        price = 0
        for deed in range(e.deeds):
            if a.deed[deed] != NOBODY:
                price += e.price[deed]
        more = share(e, price, counter_percent(place))
        a.cash[seat] += more
        a.cash[g.deal_author[slot]] -= more
    a.x = slot
    a.y = g.deal_revision[slot]
    return 1


def write_step(g, e, seat, family, place, a):
    """Deeds, cards and amounts."""
    a.x = place
    if family == MORTGAGE_DEED:
        a.kind = MORTGAGE
    elif family == LIFT_DEED:
        a.kind = LIFT_MORTGAGE
        if top_kind(g) == FRAME_INHERIT and place != inherit_deed(g):
            return 0
    elif family == USE_KEPT:
        a.kind = USE_CARD
    elif family == OFFER_DEED:
        a.kind = OFFER_PROPERTY
    elif family == PLACE_ON_LOT:
        a.kind = PLACE_BUILDING
    else:
        a.x = 0
        if family == BID_STEP:
            a.kind = BID
            a.amount = bid_amount(g, e, seat, place)
        elif family == VALUE_STEP:
            a.kind = NAME_VALUE
            a.amount = value_amount(g, e, place)
        elif family == ASK_STEP:
            a.kind = ASK_BUILDINGS
            a.amount = place
            if place == ASKS - 1:
                a.amount = demand(g, e, seat, contest_ask_kind(g))
        else:
            return 0
    return 1
