"""The answer for somebody who does not answer in time: AMB-83.

Declines purchases, offers and deals; rolls; waits in prison; sells buildings, then mortgages, for a debt; uses a lucky
card where nothing else would save the seat from bankruptcy (AMB-140).
"""

from .building import can_place, check_sell, lower_lot, own_bare_plan, present_plan
from .codes import (
    ACKNOWLEDGE,
    ASK_BUILDINGS,
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
    GROUP_LOTS,
    KEEP_MORTGAGE,
    MORTGAGE,
    NOTHING,
    PASS,
    PAY_FINE,
    PAY_TAX,
    PLACE_BUILDING,
    REFUSE,
    REFUSE_DEAL,
    REFUSE_PROPERTY,
    ROLL,
    SELL_BUILDINGS,
    STAGE_ANSWER,
    USE_CARD,
    WAIT,
    WAIVE_AUCTION,
    WITHDRAW_PROPERTY,
)
from .deals import check_deal_answer
from .debt import check_bankruptcy
from .jail import card_that_settles, check_wait
from .mortgage import check_mortgage
from .play import apply
from .refusals import OK
from .slots import debt_amount, inherit_deed, place_kind, settlement_stage, tax_amount
from .stack import admits_deals, top_kind
from .turn import check_roll
from .worth import raisable


def default_answer(g, e, seat, a):
    """Write into `a` what the table answers for a seat that must act and does not."""
    a.kind = ACKNOWLEDGE
    a.x = 0
    a.y = 0
    a.amount = 0
    if g.over == 1:
        return
    kind = top_kind(g)
    if g.deals != 0 and admits_deals(kind):
        for slot in range(g.seats):
            if check_deal_answer(g, seat, slot, g.deal[slot].revision) == OK:
                a.kind = REFUSE_DEAL
                a.x = slot
                a.y = g.deal[slot].revision
    elif kind == FRAME_TURN:
        if check_roll(g, e, seat) == OK:
            a.kind = ROLL
        elif check_wait(g, e, seat) == OK:
            a.kind = WAIT
        else:
            a.kind = END_TURN
    elif kind == FRAME_BUY:
        a.kind = REFUSE
    elif kind == FRAME_AUCTION:
        a.kind = PASS
    elif kind == FRAME_OFFER:
        a.kind = DECLINE_OFFER
    elif kind == FRAME_CARD:
        a.kind = FOLLOW_CARD
    elif kind == FRAME_TAX:
        a.kind = PAY_TAX
        use_card_if_ruined(g, e, seat, tax_amount(g), a)
    elif kind == FRAME_BAIL:
        a.kind = PAY_FINE
        use_card_if_ruined(g, e, seat, e.jail_fine, a)
    elif kind == FRAME_DEBT:
        liquidate(g, e, seat, a)
    elif kind == FRAME_SETTLEMENT:
        a.kind = REFUSE_PROPERTY
        if settlement_stage(g) == STAGE_ANSWER:
            a.kind = WITHDRAW_PROPERTY
    elif kind == FRAME_ESTATE_ASK:
        a.kind = WAIVE_AUCTION
    elif kind == FRAME_INHERIT:
        a.kind = KEEP_MORTGAGE
        a.x = inherit_deed(g)
    elif kind == FRAME_CONTEST_ASK:
        a.kind = ASK_BUILDINGS
    elif kind == FRAME_PLACE:
        a.kind = PLACE_BUILDING
        a.x = place_for(g, e, seat, place_kind(g))
    else:
        a.kind = ROLL


def apply_or_default(g, e, c, seat, a):
    """Carry out what a seat that must act has chosen; if the rules refuse it, what the table answers for it."""
    if apply(g, e, c, seat, a) != OK:
        default_answer(g, e, seat, a)
        apply(g, e, c, seat, a)


def use_card_if_ruined(g, e, seat, amount, a):
    """Use the card that settles what is due, where the seat could not raise it. AMB-140."""
    card = card_that_settles(g, e, seat)
    if card != NOTHING and g.cash[seat] + raisable(g, e, seat) < amount:
        a.kind = USE_CARD
        a.x = card


def place_for(g, e, seat, kind):
    """The first lot on which a building won at auction may stand."""
    for deed in range(e.deeds):
        if can_place(g, e, seat, deed, kind):
            return deed
    return NOTHING


def liquidate(g, e, seat, a):
    """One step towards paying a debt: buildings first, then mortgages; a card, or bankruptcy, when they cannot do."""
    a.kind = DECLARE_BANKRUPTCY
    use_card_if_ruined(g, e, seat, debt_amount(g), a)
    if a.kind == USE_CARD or check_bankruptcy(g, e, seat) == OK:
        return
    for group in range(e.groups):
        if e.group_kind[group] == GROUP_LOTS:
            plan = lower_plan(g, e, seat, group)
            if plan != NOTHING:
                a.kind = SELL_BUILDINGS
                a.x = group
                a.y = plan
                return
    for deed in range(e.deeds):
        if g.owner[deed] == seat and check_mortgage(g, e, seat, deed) == OK:
            a.kind = MORTGAGE
            a.x = deed
            return


def lower_plan(g, e, seat, group):
    """The group with one building less, or bare where the Bank lacks the houses; -1 if there is nothing to sell."""
    now = present_plan(g, e, group)
    for place in range(e.group_size[group]):
        plan = lower_lot(g, e, seat, group, now, place)
        if plan != NOTHING:
            return plan
    bare = own_bare_plan(g, e, seat, group)
    if check_sell(g, e, seat, group, bare) == OK:
        return bare
    return NOTHING
