"""The legal actions of a seat, in a fixed order: every simple one, and the limits of those that name an amount.

The one generator of legal actions. It walks the business on top of the stack, so it tries only what that business
admits, and writes what is legal into `o`: people read it as a list, learners as numbers of their catalogue.
Deals are free-form: an option PROPOSE_DEAL or COUNTER_DEAL says that terms may be proposed. Plans for building list the
single steps and the whole group; any other plan that `check` allows is legal too.
"""

from .auction import highest_bid, lowest_bid
from .bankruptcy import check_concede
from .building import can_place, check_build, check_group, check_sell, lower_lot, own_bare_plan, present_plan
from .cards import check_draw_instead
from .codes import (
    ACCEPT_DEAL,
    ACCEPT_OFFER,
    ACCEPT_VALUE,
    ACKNOWLEDGE,
    ASK_BUILDINGS,
    AUCTION_PROPERTY,
    BANK,
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
    STAGE_VALUE,
    USE_CARD,
    WAIT,
    WAIVE_AUCTION,
    WITHDRAW_DEAL,
    WITHDRAW_PROPERTY,
)
from .deals import check_accept, check_deal_answer, check_proposing, check_withdraw
from .debt import (
    check_accept_value,
    check_auction_property,
    check_bankruptcy,
    check_offer_property,
    highest_value,
    lowest_value,
)
from .jail import check_fine, check_use_card, check_wait
from .masks import has
from .moments import check_managing, check_raising
from .mortgage import check_lift, lift_price
from .property import group_deed, is_bare
from .purchase import check_accept_offer, check_buy
from .refusals import OK
from .rent import check_claim
from .shortage import demand
from .slots import contest_ask_kind, inherit_deed, place_kind, settlement_stage
from .stack import admits_deals, is_asked, top_kind
from .turn import check_end_turn, check_roll


def add_option(o, kind, x, y):
    """Put an action without an amount on the list."""
    i = o.count
    o.kind[i] = kind
    o.x[i] = x
    o.y[i] = y
    o.low[i] = 0
    o.high[i] = 0
    o.count = i + 1


def add_amounts(o, kind, x, low, high):
    """Put an action on the list that names an amount between two limits."""
    i = o.count
    o.kind[i] = kind
    o.x[i] = x
    o.y[i] = 0
    o.low[i] = low
    o.high[i] = high
    o.count = i + 1


def add_plan(o, kind, group, plan, lot):
    """Put a plan for a group on the list; `lot` is the deed of the one lot it is about, or -1 for all of them."""
    o.lot[o.count] = lot
    add_option(o, kind, group, plan)


def list_options(g, e, seat, a, o):
    """All options of a seat. `a` is a scratch action."""
    o.count = 0
    if seat < 0 or seat >= g.seats:
        return
    if g.over == 1:
        if has(g.must, seat):
            add_option(o, ACKNOWLEDGE, 0, 0)
        return
    if g.out[seat] != 0:
        return
    kind = top_kind(g)
    is_answering = is_asked(g, seat, kind)
    if is_answering:
        list_answers(g, e, seat, kind, o)
    if kind == FRAME_TURN or kind == FRAME_BUY or kind == FRAME_DEBT or kind == FRAME_AUCTION or kind == FRAME_OFFER:
        if check_claim(g, e, seat) == OK:
            add_option(o, CLAIM_RENT, 0, 0)
        list_holding_options(g, e, seat, o)
        if admits_deals(kind):
            list_deal_options(g, e, seat, a, o)
        if is_answering and kind == FRAME_DEBT:
            list_debt_options(g, e, seat, o)
        if check_concede(g, seat) == OK:
            add_option(o, CONCEDE, 0, 0)


def list_answers(g, e, seat, kind, o):
    """The answers of a seat that is asked, whatever property it has."""
    if kind == FRAME_TURN:
        list_turn_options(g, e, seat, o)
    elif kind == FRAME_AUCTION:
        low = lowest_bid(g, e)
        high = highest_bid(g, e, seat)
        if low <= high:
            add_amounts(o, BID, 0, low, high)
        add_option(o, PASS, 0, 0)
    elif kind == FRAME_BUY:
        if check_buy(g, e, seat) == OK:
            add_option(o, BUY, 0, 0)
        add_option(o, REFUSE, 0, 0)
    elif kind == FRAME_DEBT:
        list_card_options(g, e, seat, o)
    elif kind == FRAME_OFFER:
        if check_accept_offer(g, e, seat) == OK:
            add_option(o, ACCEPT_OFFER, 0, 0)
        add_option(o, DECLINE_OFFER, 0, 0)
    elif kind == FRAME_CARD:
        add_option(o, FOLLOW_CARD, 0, 0)
        if check_draw_instead(g, e, seat) == OK:
            add_option(o, DRAW_INSTEAD, 0, 0)
    elif kind == FRAME_TAX:
        list_card_options(g, e, seat, o)
        add_option(o, PAY_TAX, 0, 0)
    elif kind == FRAME_BAIL:
        add_option(o, PAY_FINE, 0, 0)
        list_card_options(g, e, seat, o)
    else:
        list_rare_answers(g, e, seat, kind, o)


def list_rare_answers(g, e, seat, kind, o):
    """Answers about settlements, estates, inherited mortgages and shortages; any other question asks for a roll."""
    if kind == FRAME_SETTLEMENT:
        list_settlement_options(g, e, seat, o)
    elif kind == FRAME_ESTATE_ASK:
        add_option(o, REQUEST_AUCTION, 0, 0)
        add_option(o, WAIVE_AUCTION, 0, 0)
    elif kind == FRAME_INHERIT:
        deed = inherit_deed(g)
        if check_lift(g, e, seat, deed) == OK:
            add_option(o, LIFT_MORTGAGE, deed, 0)
        add_option(o, KEEP_MORTGAGE, deed, 0)
    elif kind == FRAME_CONTEST_ASK:
        add_amounts(o, ASK_BUILDINGS, NOTHING, 0, demand(g, e, seat, contest_ask_kind(g)))
    elif kind == FRAME_PLACE:
        for deed in range(e.deeds):
            if can_place(g, e, seat, deed, place_kind(g)):
                add_option(o, PLACE_BUILDING, deed, 0)
    else:
        add_option(o, ROLL, 0, 0)


def list_turn_options(g, e, seat, o):
    """The player on turn rolls, leaves jail or ends the turn."""
    if check_roll(g, e, seat) == OK:
        add_option(o, ROLL, 0, 0)
    if check_end_turn(g, e, seat) == OK:
        add_option(o, END_TURN, 0, 0)
    if g.jail[seat] > 0:
        if check_fine(g, e, seat) == OK:
            add_option(o, PAY_FINE, 0, 0)
        list_card_options(g, e, seat, o)
        if check_wait(g, e, seat) == OK:
            add_option(o, WAIT, 0, 0)


def list_card_options(g, e, seat, o):
    """Kept cards that can be used now."""
    for card in range(e.kept):
        if g.held[card] == seat and check_use_card(g, e, seat, card) == OK:
            add_option(o, USE_CARD, card, 0)


def find_holdings(g, e, seat, o):
    """Note the deeds of the seat and of the others: each is written, then counted where it belongs: no branches."""
    own = 0
    others = 0
    held = 0
    unsold = 0
    for deed in range(e.deeds):
        owner = g.owner[deed]
        is_mine = owner == seat
        is_unsold = owner == BANK
        o.mine[own] = deed
        o.theirs[others] = deed
        own += is_mine
        others += 1 - is_mine - is_unsold
        held |= is_mine << e.deed_group[deed]
        unsold |= is_unsold << e.deed_group[deed]
    o.own = own
    o.others = others
    o.held = held
    o.unsold = unsold


def has_buildings(g, e):
    """Whether anything is built anywhere."""
    return g.houses != e.houses or g.hotels != e.hotels


def list_holding_options(g, e, seat, o):
    """Buildings and mortgages. Leaves in `o` who holds what, if this is a moment to raise money."""
    if check_raising(g, e, seat) != OK:
        return
    find_holdings(g, e, seat, o)
    if o.own == 0:
        return
    is_built = has_buildings(g, e)
    can_manage = check_managing(g, e, seat) == OK
    groups = o.held * is_built
    if can_manage:
        groups |= o.held & ~(o.unsold * e.building_whole_group)
    for group in range(e.groups):
        if has(groups, group) and e.group_kind[group] == GROUP_LOTS:
            list_group_options(g, e, seat, o, group, can_manage and check_group(g, e, seat, group) == OK)
    for i in range(o.own):
        deed = o.mine[i]
        kind = MORTGAGE
        if g.mortgaged[deed] == FREE:
            is_legal = not is_built or is_bare(g, e, seat, deed, e.mortgage_bare)
        else:
            kind = LIFT_MORTGAGE
            is_legal = can_manage and g.cash[seat] >= lift_price(e, deed, g.mortgaged[deed])
        if is_legal:
            add_option(o, kind, deed, 0)


def list_group_options(g, e, seat, o, group, can_build):
    """One step down or up on each lot, a lot or everything sold to bare ground, one step up on all lots."""
    now = present_plan(g, e, group)
    bare = own_bare_plan(g, e, seat, group)
    can_sell = bare != now
    everywhere = now
    if not can_build and not can_sell:
        return
    for place in range(e.group_size[group]):
        step = 1 << (4 * place)
        everywhere += step
        lot = group_deed(e, group, place)
        if g.owner[lot] == seat:
            if can_sell:
                plan = lower_lot(g, e, seat, group, now, place)
                if plan != NOTHING:
                    add_plan(o, SELL_BUILDINGS, group, plan, lot)
                    if plan == bare:
                        bare = now
            if can_build and check_build(g, e, seat, group, now + step) == OK:
                add_plan(o, BUILD, group, now + step, lot)
    if bare != now and check_sell(g, e, seat, group, bare) == OK:
        add_plan(o, SELL_BUILDINGS, group, bare, NOTHING)
    if can_build and e.group_size[group] > 1 and check_build(g, e, seat, group, everywhere) == OK:
        add_plan(o, BUILD, group, everywhere, NOTHING)


def list_deal_options(g, e, seat, a, o):
    """Proposing, answering, countering, withdrawing."""
    if check_proposing(g, e, seat) == OK:
        add_option(o, PROPOSE_DEAL, 0, 0)
    if g.deals == 0:
        return
    for slot in range(g.seats):
        if check_deal_answer(g, seat, slot, g.deal[slot].revision) == OK:
            list_answers_to_deal(g, e, seat, slot, a, o)
    if check_withdraw(g, seat) == OK:
        add_option(o, WITHDRAW_DEAL, 0, 0)


def list_answers_to_deal(g, e, seat, slot, a, o):
    """The answers to a deal that waits for this seat."""
    revision = g.deal[slot].revision
    if check_accept(g, e, seat, slot, revision, a) == OK:
        add_option(o, ACCEPT_DEAL, slot, revision)
    add_option(o, REFUSE_DEAL, slot, revision)
    if g.jail[seat] == 0 or e.jail_manages == 1:
        add_option(o, COUNTER_DEAL, slot, revision)


def list_debt_options(g, e, seat, o):
    """What only a debtor does: offer property, give up."""
    for deed in range(e.deeds):
        if g.owner[deed] == seat and check_offer_property(g, e, seat, deed) == OK:
            add_option(o, OFFER_PROPERTY, deed, 0)
    if check_bankruptcy(g, e, seat) == OK:
        add_option(o, DECLARE_BANKRUPTCY, 0, 0)


def list_settlement_options(g, e, seat, o):
    """The creditor names a value or refuses; the debtor answers."""
    if settlement_stage(g) == STAGE_VALUE:
        low = lowest_value(g, e)
        high = highest_value(g, e)
        if low <= high:
            add_amounts(o, NAME_VALUE, 0, low, high)
        add_option(o, REFUSE_PROPERTY, 0, 0)
        return
    if check_accept_value(g, seat) == OK:
        add_option(o, ACCEPT_VALUE, 0, 0)
    add_option(o, WITHDRAW_PROPERTY, 0, 0)
    if check_auction_property(g, e, seat) == OK:
        add_option(o, AUCTION_PROPERTY, 0, 0)
