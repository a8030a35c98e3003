"""The legal numbers of the seat that is asked, question by question, without trying the whole catalogue."""

from magnate.coding.amounts import bid_amount, value_amount
from magnate.coding.answers import list_answers
from magnate.coding.asking import has_rent_due, question_of_seat
from magnate.coding.bargains import find_holdings, has_buildings, leave_out_repeats, list_proposals
from magnate.coding.catalogue import (
    ASK_AUCTION,
    ASK_RENT,
    ASK_STEP,
    ASKS,
    AUCTION_DEED,
    BID_STEP,
    BIDS,
    BUILD_ON_GROUP,
    BUILD_ON_LOT,
    BUY_LANDED,
    DO_NOTHING,
    DRAW_ANOTHER,
    GIVE_UP,
    HAND_ON,
    KEEP_DEED,
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
    QUESTION_BETWEEN,
    QUESTION_CLAIM,
    QUESTION_DEAL,
    REFUSE_DEED,
    REFUSE_LANDED,
    ROLL_DICE,
    SELL_ON_GROUP,
    SELL_ON_LOT,
    SIT,
    SPARE_AUCTION,
    STOP_BIDDING,
    TAKE_OFFER,
    TAKE_VALUE,
    USE_KEPT,
    VALUE_STEP,
    VALUES,
)
from magnate.rules.auction import highest_bid, lowest_bid
from magnate.rules.bankruptcy import check_concede
from magnate.rules.building import (
    can_place,
    check_build,
    check_group,
    check_sell,
    lower_lot,
    own_bare_plan,
    present_plan,
)
from magnate.rules.cards import check_draw_instead
from magnate.rules.codes import (
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
    MAX_DEEDS,
    NOTHING,
)
from magnate.rules.debt import (
    check_accept_value,
    check_auction_property,
    check_bankruptcy,
    check_offer_property,
    highest_value,
    lowest_value,
)
from magnate.rules.frames import contest_ask_kind, inherit_deed, place_kind, settlement_stage
from magnate.rules.jail import check_fine, check_use_card, check_wait
from magnate.rules.masks import has
from magnate.rules.moments import check_managing, check_raising
from magnate.rules.mortgage import check_lift
from magnate.rules.property import group_deed, is_bare
from magnate.rules.purchase import check_accept_offer, check_buy
from magnate.rules.refusals import OK
from magnate.rules.shortage import demand
from magnate.rules.turn import check_end_turn, check_roll


def add_number(m, number):
    """One more legal number."""
    m.number[m.count] = number
    m.count += 1


def list_legal(g, e, k, w, a, m):
    """All legal numbers of the seat that is asked. `a` is a scratch action."""
    m.count = 0
    seat = w.seat
    question = question_of_seat(g, w)
    if question <= FRAME_OFFER or question == FRAME_DEBT or question == QUESTION_BETWEEN:
        find_holdings(g, e, seat, m)
    if question == FRAME_TURN:
        list_turn(g, e, k, w, seat, m)
    elif question == FRAME_AUCTION:
        list_bids(g, e, k, seat, m)
        list_free_raising(g, e, k, w, seat, m)
    elif question == QUESTION_DEAL:
        list_answers(g, e, k, seat, a, m)
    elif question == FRAME_BUY:
        if check_buy(g, e, seat) == OK:
            add_number(m, k.first[BUY_LANDED])
        add_number(m, k.first[REFUSE_LANDED])
        if g.claims > 0 and has_rent_due(g, seat):
            add_number(m, k.first[ASK_RENT])
        list_free_raising(g, e, k, w, seat, m)
        list_proposals(g, e, k, seat, m)
    elif question == QUESTION_CLAIM:
        add_number(m, k.first[DO_NOTHING])
        add_number(m, k.first[ASK_RENT])
    elif question == FRAME_DEBT:
        list_debt(g, e, k, w, seat, m)
    elif question == FRAME_OFFER:
        if check_accept_offer(g, e, seat) == OK:
            add_number(m, k.first[TAKE_OFFER])
        add_number(m, k.first[LEAVE_OFFER])
        list_free_raising(g, e, k, w, seat, m)
    elif question == QUESTION_BETWEEN:
        add_number(m, k.first[DO_NOTHING])
        list_managing(g, e, k, w, seat, m)
        list_proposals(g, e, k, seat, m)
    else:
        list_small(g, e, k, seat, question, m)
    if g.tried[seat] > 0 and question != QUESTION_DEAL:
        leave_out_repeats(g, e, k, seat, a, m)


def list_turn(g, e, k, w, seat, m):
    """The player on turn rolls or hands on, leaves jail, manages, deals."""
    if check_roll(g, e, seat) == OK:
        add_number(m, k.first[ROLL_DICE])
    if check_end_turn(g, e, seat) == OK:
        add_number(m, k.first[HAND_ON])
    if g.jail[seat] > 0:
        if check_fine(g, e, seat) == OK:
            add_number(m, k.first[PAY_THE_FINE])
        list_kept(g, e, k, seat, m)
        if check_wait(g, e, seat) == OK:
            add_number(m, k.first[SIT])
    if g.claims > 0 and has_rent_due(g, seat):
        add_number(m, k.first[ASK_RENT])
    if w.concedes == 1:
        add_number(m, k.first[LEAVE_GAME])
    list_managing(g, e, k, w, seat, m)
    list_proposals(g, e, k, seat, m)


def list_kept(g, e, k, seat, m):
    """Kept cards that can be used now."""
    for card in range(e.kept):
        if g.held[card] == seat and check_use_card(g, e, seat, card) == OK:
            add_number(m, k.first[USE_KEPT] + card)


def list_managing(g, e, k, w, seat, m):
    """Sell, build, mortgage, lift."""
    if m.own == 0 or check_managing(g, e, seat) != OK:
        return
    list_free_raising(g, e, k, w, seat, m)
    if w.debt_only == 0:
        list_lifting(g, k, seat, m)
    for group in range(e.groups):
        if has(m.held & ~(m.unsold * e.building_whole_group), group) and e.group_kind[group] == GROUP_LOTS:
            if check_group(g, e, seat, group) == OK:
                list_building(g, e, k, seat, group, m)


def list_lifting(g, k, seat, m):
    """Lift mortgages one can pay for."""
    cash = g.cash[seat]
    count = m.count
    for i in range(m.own):
        deed = m.mine[i]
        m.number[count] = k.first[LIFT_DEED] + deed
        if g.mortgaged[deed] != FREE and cash >= k.lift[g.mortgaged[deed] * MAX_DEEDS + deed]:
            count += 1
    m.count = count


def list_building(g, e, k, seat, group, m):
    """One more building on a lot, or on every lot of the group."""
    now = present_plan(g, e, group)
    everywhere = now
    for place in range(e.group_size[group]):
        step = 1 << (4 * place)
        everywhere += step
        deed = group_deed(e, group, place)
        if g.owner[deed] == seat and check_build(g, e, seat, group, now + step) == OK:
            add_number(m, k.first[BUILD_ON_LOT] + deed)
    if check_build(g, e, seat, group, everywhere) == OK:
        add_number(m, k.first[BUILD_ON_GROUP] + group)


def list_free_raising(g, e, k, w, seat, m):
    """Sell and mortgage although play could go on without: one may roll, hand on, refuse or pass."""
    if w.debt_only == 0:
        list_raising(g, e, k, seat, m)


def list_raising(g, e, k, seat, m):
    """Sell buildings, mortgage deeds."""
    if m.own == 0 or check_raising(g, e, seat) != OK:
        return
    is_built = has_buildings(g, e)
    count = m.count
    for i in range(m.own):
        deed = m.mine[i]
        m.number[count] = k.first[MORTGAGE_DEED] + deed
        if g.mortgaged[deed] == FREE and (not is_built or is_bare(g, e, seat, deed, e.mortgage_bare)):
            count += 1
    m.count = count
    if is_built:
        for group in range(e.groups):
            if has(m.held, group) and e.group_kind[group] == GROUP_LOTS:
                list_sales(g, e, k, seat, group, m)


def list_sales(g, e, k, seat, group, m):
    """One building less on a lot, or none left on one's lots of the group."""
    now = present_plan(g, e, group)
    bare = own_bare_plan(g, e, seat, group)
    if bare == now:
        return
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        if g.owner[deed] == seat and lower_lot(g, e, seat, group, now, place) != NOTHING:
            add_number(m, k.first[SELL_ON_LOT] + deed)
    if check_sell(g, e, seat, group, bare) == OK:
        add_number(m, k.first[SELL_ON_GROUP] + group)


def list_bids(g, e, k, seat, m):
    """Pass, or bid in steps from the lowest bid to all one has."""
    add_number(m, k.first[STOP_BIDDING])
    low = lowest_bid(g, e)
    high = highest_bid(g, e, seat)
    if low <= high:
        for step in range(BIDS):
            if low <= bid_amount(g, e, seat, step) <= high:
                add_number(m, k.first[BID_STEP] + step)


def list_debt(g, e, k, w, seat, m):
    """Use a card that settles the debt, raise money, offer property, deal, give up."""
    if check_bankruptcy(g, e, seat) == OK:
        add_number(m, k.first[GIVE_UP])
    if w.concedes == 1 and check_concede(g, seat) == OK:
        add_number(m, k.first[LEAVE_GAME])
    list_kept(g, e, k, seat, m)
    list_raising(g, e, k, seat, m)
    for deed in range(e.deeds):
        if g.owner[deed] == seat and check_offer_property(g, e, seat, deed) == OK:
            add_number(m, k.first[OFFER_DEED] + deed)
    list_proposals(g, e, k, seat, m)


def list_small(g, e, k, seat, question, m):
    """Questions with few answers."""
    if question == FRAME_CARD:
        add_number(m, k.first[OBEY_CARD])
        if check_draw_instead(g, e, seat) == OK:
            add_number(m, k.first[DRAW_ANOTHER])
    elif question == FRAME_TAX:
        add_number(m, k.first[PAY_THE_TAX])
        list_kept(g, e, k, seat, m)
    elif question == FRAME_BAIL:
        add_number(m, k.first[PAY_THE_FINE])
        list_kept(g, e, k, seat, m)
    elif question == FRAME_SETTLEMENT:
        list_settlement(g, e, k, seat, m)
    elif question == FRAME_ESTATE_ASK:
        add_number(m, k.first[ASK_AUCTION])
        add_number(m, k.first[SPARE_AUCTION])
    elif question == FRAME_INHERIT:
        deed = inherit_deed(g)
        add_number(m, k.first[LEAVE_MORTGAGE])
        if check_lift(g, e, seat, deed) == OK:
            add_number(m, k.first[LIFT_DEED] + deed)
    elif question == FRAME_CONTEST_ASK:
        most = demand(g, e, seat, contest_ask_kind(g))
        for count in range(ASKS - 1):
            if count <= most:
                add_number(m, k.first[ASK_STEP] + count)
        add_number(m, k.first[ASK_STEP] + ASKS - 1)
    elif question == FRAME_PLACE:
        for deed in range(e.deeds):
            if can_place(g, e, seat, deed, place_kind(g)):
                add_number(m, k.first[PLACE_ON_LOT] + deed)
    else:
        add_number(m, k.first[ROLL_DICE])


def list_settlement(g, e, k, seat, m):
    """The creditor names a value or refuses; the debtor answers."""
    if settlement_stage(g) == 0:
        add_number(m, k.first[REFUSE_DEED])
        for step in range(VALUES):
            if lowest_value(g, e) <= value_amount(g, e, step) <= highest_value(g, e):
                add_number(m, k.first[VALUE_STEP] + step)
        return
    if check_accept_value(g, seat) == OK:
        add_number(m, k.first[TAKE_VALUE])
    add_number(m, k.first[KEEP_DEED])
    if check_auction_property(g, e, seat) == OK:
        add_number(m, k.first[AUCTION_DEED])
