"""The legal actions of a seat, in a fixed order: every simple one, and the limits of those that name an amount.

Deals are free-form: an option PROPOSE_DEAL or COUNTER_DEAL says that terms may be proposed. Plans for building list the
single steps and the whole group; any other plan that `check` allows is legal too.
"""

from .auction import check_pass, highest_bid, lowest_bid
from .building import check_build, check_sell, lower_lot, own_bare_plan, present_plan
from .codes import (
    ACCEPT_DEAL,
    ACCEPT_OFFER,
    ACCEPT_VALUE,
    ACKNOWLEDGE,
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
    FRAME_CONTEST_ASK,
    GROUP_LOTS,
    KEEP_MORTGAGE,
    LIFT_MORTGAGE,
    MORTGAGE,
    NAME_VALUE,
    NOTHING,
    OFFER_PROPERTY,
    PASS,
    PAY_FINE,
    PAY_TAX,
    PLACE_BUILDING,
    PROPOSE_DEAL,
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
from .deals import check_accept, check_deal_answer
from .debt import highest_value, is_at_settlement, lowest_value
from .frames import contest_ask_kind
from .masks import has
from .moments import check_trading
from .play import check
from .property import group_deed
from .refusals import OK
from .shortage import demand
from .stack import is_asked


def add_option(o, kind, x, y, low, high):
    """Put an option on the list."""
    i = o.count
    o.kind[i] = kind
    o.x[i] = x
    o.y[i] = y
    o.low[i] = low
    o.high[i] = high
    o.count = i + 1


def add_if_legal(g, e, seat, a, o, kind, x, y):
    """Put an action without an amount on the list, if it is legal."""
    a.kind = kind
    a.x = x
    a.y = y
    if check(g, e, seat, a) == OK:
        add_option(o, kind, x, y, 0, 0)


def list_options(g, e, seat, a, o):
    """All options of a seat. `a` is a scratch action."""
    o.count = 0
    a.amount = 0
    if seat < 0 or seat >= g.seats:
        return
    if g.over == 1:
        add_if_legal(g, e, seat, a, o, ACKNOWLEDGE, 0, 0)
        return
    if g.out[seat] != 0:
        return
    list_turn_options(g, e, seat, a, o)
    list_holding_options(g, e, seat, a, o)
    list_deal_options(g, e, seat, a, o)
    list_debt_options(g, e, seat, a, o)
    add_if_legal(g, e, seat, a, o, CONCEDE, 0, 0)


def list_turn_options(g, e, seat, a, o):
    """Rolling, jail, buying, bidding, claiming, cards and taxes."""
    add_if_legal(g, e, seat, a, o, ROLL, 0, 0)
    add_if_legal(g, e, seat, a, o, END_TURN, 0, 0)
    add_if_legal(g, e, seat, a, o, PAY_FINE, 0, 0)
    for card in range(e.kept):
        add_if_legal(g, e, seat, a, o, USE_CARD, card, 0)
    add_if_legal(g, e, seat, a, o, WAIT, 0, 0)
    add_if_legal(g, e, seat, a, o, BUY, 0, 0)
    add_if_legal(g, e, seat, a, o, REFUSE, 0, 0)
    if check_pass(g, seat) == OK:
        low = lowest_bid(g, e)
        high = highest_bid(g, e, seat)
        if low <= high:
            add_option(o, BID, 0, 0, low, high)
        add_option(o, PASS, 0, 0, 0, 0)
    add_if_legal(g, e, seat, a, o, ACCEPT_OFFER, 0, 0)
    add_if_legal(g, e, seat, a, o, DECLINE_OFFER, 0, 0)
    add_if_legal(g, e, seat, a, o, CLAIM_RENT, 0, 0)
    add_if_legal(g, e, seat, a, o, FOLLOW_CARD, 0, 0)
    add_if_legal(g, e, seat, a, o, DRAW_INSTEAD, 0, 0)
    add_if_legal(g, e, seat, a, o, PAY_TAX, 0, 0)


def list_holding_options(g, e, seat, a, o):
    """Buildings and mortgages."""
    if g.deed_count[seat] == 0:
        return
    for group in range(e.groups):
        if e.group_kind[group] == GROUP_LOTS:
            list_group_options(g, e, seat, o, group)
    for deed in range(e.deeds):
        if g.owner[deed] == seat:
            add_if_legal(g, e, seat, a, o, MORTGAGE, deed, 0)
            add_if_legal(g, e, seat, a, o, LIFT_MORTGAGE, deed, 0)
            add_if_legal(g, e, seat, a, o, KEEP_MORTGAGE, deed, 0)


def list_group_options(g, e, seat, o, group):
    """One step down or up on each lot, a lot or everything sold to bare ground, one step up on all lots."""
    now = present_plan(g, e, group)
    bare = own_bare_plan(g, e, seat, group)
    everywhere = now
    for place in range(e.group_size[group]):
        step = 1 << (4 * place)
        everywhere += step
        if g.owner[group_deed(e, group, place)] == seat:
            plan = lower_lot(g, e, seat, group, now, place)
            if plan != NOTHING:
                add_option(o, SELL_BUILDINGS, group, plan, 0, 0)
                if plan == bare:
                    bare = now
            if check_build(g, e, seat, group, now + step) == OK:
                add_option(o, BUILD, group, now + step, 0, 0)
    if check_sell(g, e, seat, group, bare) == OK:
        add_option(o, SELL_BUILDINGS, group, bare, 0, 0)
    if e.group_size[group] > 1 and check_build(g, e, seat, group, everywhere) == OK:
        add_option(o, BUILD, group, everywhere, 0, 0)


def list_deal_options(g, e, seat, a, o):
    """Proposing, answering, countering, withdrawing."""
    if e.deals_allowed == 1 and not has(g.deals, seat) and check_trading(g, e, seat) == OK:
        add_option(o, PROPOSE_DEAL, 0, 0, 0, 0)
    for slot in range(g.seats):
        revision = g.deal_revision[slot]
        if check_deal_answer(g, seat, slot, revision) == OK:
            if check_accept(g, e, seat, slot, revision, a) == OK:
                add_option(o, ACCEPT_DEAL, slot, revision, 0, 0)
            add_option(o, REFUSE_DEAL, slot, revision, 0, 0)
            if g.jail[seat] == 0 or e.jail_manages == 1:
                add_option(o, COUNTER_DEAL, slot, revision, 0, 0)
    add_if_legal(g, e, seat, a, o, WITHDRAW_DEAL, 0, 0)


def list_debt_options(g, e, seat, a, o):
    """Settlement, bankruptcy, estates, shortages."""
    for deed in range(e.deeds):
        if g.owner[deed] == seat:
            add_if_legal(g, e, seat, a, o, OFFER_PROPERTY, deed, 0)
    if is_at_settlement(g, seat, 0) and lowest_value(g, e) <= highest_value(g, e):
        add_option(o, NAME_VALUE, 0, 0, lowest_value(g, e), highest_value(g, e))
    add_if_legal(g, e, seat, a, o, REFUSE_PROPERTY, 0, 0)
    add_if_legal(g, e, seat, a, o, ACCEPT_VALUE, 0, 0)
    add_if_legal(g, e, seat, a, o, WITHDRAW_PROPERTY, 0, 0)
    add_if_legal(g, e, seat, a, o, AUCTION_PROPERTY, 0, 0)
    add_if_legal(g, e, seat, a, o, DECLARE_BANKRUPTCY, 0, 0)
    add_if_legal(g, e, seat, a, o, REQUEST_AUCTION, 0, 0)
    add_if_legal(g, e, seat, a, o, WAIVE_AUCTION, 0, 0)
    if is_asked(g, seat, FRAME_CONTEST_ASK):
        add_option(o, ASK_BUILDINGS, NOTHING, 0, 0, demand(g, e, seat, contest_ask_kind(g)))
    for deed in range(e.deeds):
        if g.owner[deed] == seat:
            add_if_legal(g, e, seat, a, o, PLACE_BUILDING, deed, 0)
