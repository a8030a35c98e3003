"""The game, step by step: check an action, perform it, and let everything that follows by itself happen.

`apply` is the one way in. `settle` runs the business on top of the stack until somebody must answer.
"""

from .auction import check_bid, check_pass, make_bid, pass_bid, resume_auction
from .bankruptcy import (
    answer_estate,
    check_concede,
    check_estate_answer,
    concede,
    go_bankrupt,
    resume_estate,
    resume_estate_ask,
)
from .building import check_build, check_sell, sell_buildings
from .cards import (
    check_draw_instead,
    check_follow,
    draw_instead,
    follow_card,
    resume_card,
    resume_collect_each,
    resume_pay_each,
)
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
    DEBT_ACTIONS,
    DECLARE_BANKRUPTCY,
    DECLINE_OFFER,
    DRAW_INSTEAD,
    END_TURN,
    FOLLOW_CARD,
    FRAME_AUCTION,
    FRAME_BAIL,
    FRAME_BUY,
    FRAME_CARD,
    FRAME_COLLECT_EACH,
    FRAME_CONTEST,
    FRAME_CONTEST_ASK,
    FRAME_DEBT,
    FRAME_ESTATE,
    FRAME_ESTATE_ASK,
    FRAME_INHERIT,
    FRAME_OFFER,
    FRAME_OPENING,
    FRAME_PAY_EACH,
    FRAME_PLACE,
    FRAME_ROLL_OFF,
    FRAME_SETTLEMENT,
    FRAME_TAX,
    FRAME_TURN,
    FRAME_UTILITY_ROLL,
    HOLDING_ACTIONS,
    HOUSE,
    KEEP_MORTGAGE,
    LIFT_MORTGAGE,
    MAX_KINDS,
    MORTGAGE,
    NAME_VALUE,
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
    STAGE_ANSWER,
    STAGE_VALUE,
    TIME_UP,
    TURN_ACTIONS,
    USE_CARD,
    WAIT,
    WAIVE_AUCTION,
    WITHDRAW_DEAL,
    WITHDRAW_PROPERTY,
)
from .deals import (
    accept_deal,
    awaited_answers,
    check_accept,
    check_counter,
    check_deal_answer,
    check_propose,
    check_withdraw,
    counter_deal,
    propose_deal,
    refuse_deal,
    take_back_deal,
    withdraw_deals_with,
)
from .debt import (
    accept_value,
    auction_property,
    check_accept_value,
    check_auction_property,
    check_bankruptcy,
    check_name_value,
    check_offer_property,
    check_settlement_answer,
    name_value,
    offer_property,
    refuse_property,
    resume_debt,
    resume_settlement,
    withdraw_property,
)
from .ending import call_time, finish_if_all_deeds, see_prize
from .jail import check_fine, check_use_card, check_wait, is_tax_due, pay_fine, use_jail_card, wait_in_jail
from .landing import cancel_tax, check_pay_tax, pay_tax, resume_tax
from .masks import has
from .mortgage import (
    check_keep,
    check_lift,
    check_mortgage,
    keep_mortgage,
    lift_mortgage,
    mortgage_deed,
    resume_inherit,
)
from .purchase import (
    answer_offer,
    buy_deed,
    check_accept_offer,
    check_buy,
    check_decline_offer,
    check_refuse,
    refuse_deed,
    resume_buy,
    resume_offer,
    resume_roll_off,
)
from .refusals import GAME_IS_OVER, NO_SUCH_THING, OK, SEAT_IS_OUT, WRONG_MOMENT
from .rent import check_claim, claim_rent
from .setup import set_up
from .shortage import (
    ask_buildings,
    check_ask,
    check_place,
    order_buildings,
    place_building,
    resume_contest,
    resume_contest_ask,
    resume_place,
)
from .stack import admits_deals, top_kind
from .turn import (
    check_end_turn,
    check_roll,
    end_turn,
    resume_bail,
    resume_opening,
    resume_turn,
    resume_utility_roll,
    roll,
)


def new_game(g, e, c):
    """Set up a game and bring it to its first question."""
    set_up(g, e, c)
    settle(g, e, c)


def apply(g, e, c, seat, a):
    """Check an action and carry it out. Returns OK, or the refusal, and then nothing has changed."""
    refusal = check(g, e, seat, a)
    if refusal == OK:
        g.actions += 1
        perform(g, e, c, seat, a)
        settle(g, e, c)
    return refusal


def check(g, e, seat, a):
    """Whether an action is legal now: OK, or why not."""
    kind = a.kind
    if kind == TIME_UP:
        if g.over == 1 or g.time_is_up != 0:
            return GAME_IS_OVER
        if seat != BANK or e.ending_minutes == 0:
            return WRONG_MOMENT  # AMB-46: the limit is fixed before the start
        return OK
    if seat < 0 or seat >= g.seats:
        return NO_SUCH_THING
    if kind == ACKNOWLEDGE:
        if g.over == 1 and has(g.must, seat):
            return OK
        return WRONG_MOMENT
    if g.over == 1:
        return GAME_IS_OVER
    if g.out[seat] != 0:
        return SEAT_IS_OUT
    if kind < 0 or kind >= MAX_KINDS:
        return NO_SUCH_THING
    if has(TURN_ACTIONS, kind):
        return check_turn_action(g, e, seat, kind, a)
    if has(HOLDING_ACTIONS, kind):
        return check_holding_action(g, e, seat, kind, a)
    if has(DEBT_ACTIONS, kind):
        return check_debt_action(g, e, seat, kind, a)
    return NO_SUCH_THING


def check_turn_action(g, e, seat, kind, a):
    """Rolling, jail, buying, bidding, claiming."""
    if kind == ROLL:
        return check_roll(g, e, seat)
    if kind == END_TURN:
        return check_end_turn(g, e, seat)
    if kind == PAY_FINE:
        return check_fine(g, e, seat)
    if kind == USE_CARD:
        return check_use_card(g, e, seat, a.x)
    if kind == WAIT:
        return check_wait(g, e, seat)
    if kind == BUY:
        return check_buy(g, e, seat)
    if kind == REFUSE:
        return check_refuse(g, seat)
    if kind == BID:
        return check_bid(g, e, seat, a.amount)
    if kind == PASS:
        return check_pass(g, seat)
    if kind == ACCEPT_OFFER:
        return check_accept_offer(g, e, seat)
    if kind == DECLINE_OFFER:
        return check_decline_offer(g, seat)
    if kind == CLAIM_RENT:
        return check_claim(g, e, seat)
    return NO_SUCH_THING


def check_holding_action(g, e, seat, kind, a):
    """Cards, taxes, buildings, mortgages, deals."""
    if kind == FOLLOW_CARD:
        return check_follow(g, seat)
    if kind == DRAW_INSTEAD:
        return check_draw_instead(g, e, seat)
    if kind == PAY_TAX:
        return check_pay_tax(g, seat)
    if kind == SELL_BUILDINGS:
        return check_sell(g, e, seat, a.x, a.y)
    if kind == BUILD:
        return check_build(g, e, seat, a.x, a.y)
    if kind == MORTGAGE:
        return check_mortgage(g, e, seat, a.x)
    if kind == LIFT_MORTGAGE:
        return check_lift(g, e, seat, a.x)
    if kind == PROPOSE_DEAL:
        return check_propose(g, e, seat, a)
    if kind == ACCEPT_DEAL:
        return check_accept(g, e, seat, a.x, a.y, a)
    if kind == REFUSE_DEAL:
        return check_deal_answer(g, seat, a.x, a.y)
    if kind == COUNTER_DEAL:
        return check_counter(g, e, seat, a.x, a.y, a)
    if kind == WITHDRAW_DEAL:
        return check_withdraw(g, seat)
    return NO_SUCH_THING


def check_debt_action(g, e, seat, kind, a):
    """Settlement, bankruptcy, estates, shortages, leaving."""
    if kind == OFFER_PROPERTY:
        return check_offer_property(g, e, seat, a.x)
    if kind == NAME_VALUE:
        return check_name_value(g, e, seat, a.amount)
    if kind == REFUSE_PROPERTY:
        return check_settlement_answer(g, seat, STAGE_VALUE)
    if kind == ACCEPT_VALUE:
        return check_accept_value(g, seat)
    if kind == WITHDRAW_PROPERTY:
        return check_settlement_answer(g, seat, STAGE_ANSWER)
    if kind == AUCTION_PROPERTY:
        return check_auction_property(g, e, seat)
    if kind == DECLARE_BANKRUPTCY:
        return check_bankruptcy(g, e, seat)
    if kind == KEEP_MORTGAGE:
        return check_keep(g, e, seat, a.x)
    if kind == REQUEST_AUCTION or kind == WAIVE_AUCTION:
        return check_estate_answer(g, seat)
    if kind == ASK_BUILDINGS:
        return check_ask(g, e, seat, a.amount)
    if kind == PLACE_BUILDING:
        return check_place(g, e, seat, a.x)
    if kind == CONCEDE:
        return check_concede(g, seat)
    return NO_SUCH_THING


def perform(g, e, c, seat, a):
    """Carry out a legal action."""
    kind = a.kind
    if kind == TIME_UP:
        call_time(g, e, a.x)
    elif kind == ACKNOWLEDGE:
        see_prize(g, seat)
    elif has(TURN_ACTIONS, kind):
        perform_turn_action(g, e, c, seat, kind, a)
    elif has(HOLDING_ACTIONS, kind):
        perform_holding_action(g, e, seat, kind, a)
    elif has(DEBT_ACTIONS, kind):
        perform_debt_action(g, e, c, seat, kind, a)


def perform_turn_action(g, e, c, seat, kind, a):
    """Rolling, jail, buying, bidding, claiming."""
    if kind == ROLL:
        roll(g, e, c, seat)
    elif kind == END_TURN:
        end_turn(g, e, c, seat)
    elif kind == PAY_FINE:
        pay_fine(g, e, seat)
    elif kind == USE_CARD:
        if is_tax_due(g):
            cancel_tax(g, e, c, seat, a.x)
        else:
            use_jail_card(g, e, c, seat, a.x)
    elif kind == WAIT:
        wait_in_jail(g, seat)
    elif kind == BUY:
        buy_deed(g, e, seat)
    elif kind == REFUSE:
        refuse_deed(g, e, seat)
    elif kind == BID:
        make_bid(g, seat, a.amount)
    elif kind == PASS:
        pass_bid(g, seat)
    elif kind == ACCEPT_OFFER:
        answer_offer(g, seat, 1)
    elif kind == DECLINE_OFFER:
        answer_offer(g, seat, 0)
    elif kind == CLAIM_RENT:
        claim_rent(g, seat)


def perform_holding_action(g, e, seat, kind, a):
    """Cards, taxes, buildings, mortgages, deals."""
    if kind == FOLLOW_CARD:
        follow_card(g, e, seat)
    elif kind == DRAW_INSTEAD:
        draw_instead(g, e, seat)
    elif kind == PAY_TAX:
        pay_tax(g, seat)
    elif kind == SELL_BUILDINGS:
        sell_buildings(g, e, seat, a.x, a.y)
    elif kind == BUILD:
        order_buildings(g, e, seat, a.x, a.y, HOUSE)
    elif kind == MORTGAGE:
        mortgage_deed(g, e, seat, a.x)
        withdraw_deals_with(g, e, seat, a.x)
    elif kind == LIFT_MORTGAGE:
        lift_mortgage(g, e, seat, a.x)
        withdraw_deals_with(g, e, seat, a.x)
    elif kind == PROPOSE_DEAL:
        propose_deal(g, e, seat, a)
    elif kind == ACCEPT_DEAL:
        accept_deal(g, e, seat, a.x, a)
    elif kind == REFUSE_DEAL:
        refuse_deal(g, e, seat, a.x)
    elif kind == COUNTER_DEAL:
        counter_deal(g, e, seat, a.x, a)
    elif kind == WITHDRAW_DEAL:
        take_back_deal(g, e, seat)


def perform_debt_action(g, e, c, seat, kind, a):
    """Settlement, bankruptcy, estates, shortages, leaving."""
    if kind == OFFER_PROPERTY:
        offer_property(g, seat, a.x)
    elif kind == NAME_VALUE:
        name_value(g, seat, a.amount)
    elif kind == REFUSE_PROPERTY:
        refuse_property(g, e, seat)
    elif kind == ACCEPT_VALUE:
        accept_value(g, e, seat)
    elif kind == WITHDRAW_PROPERTY:
        withdraw_property(g, seat)
    elif kind == AUCTION_PROPERTY:
        auction_property(g, e, seat)
    elif kind == DECLARE_BANKRUPTCY:
        go_bankrupt(g, e, c, seat)
    elif kind == KEEP_MORTGAGE:
        keep_mortgage(g, seat, a.x)
    elif kind == REQUEST_AUCTION:
        answer_estate(g, seat, 1)
    elif kind == WAIVE_AUCTION:
        answer_estate(g, seat, 0)
    elif kind == ASK_BUILDINGS:
        ask_buildings(g, seat, a.amount)
    elif kind == PLACE_BUILDING:
        place_building(g, e, seat, a.x)
    elif kind == CONCEDE:
        concede(g, e, c, seat)


def settle(g, e, c):
    """Let everything happen that needs no decision, until a player must answer or the game is over."""
    while g.over == 0:
        if e.ending_all_deeds == 1:
            finish_if_all_deeds(g, e)
            if g.over == 1:
                return
        g.must = 0
        if g.deals != 0 and admits_deals(top_kind(g)):
            g.must = awaited_answers(g)
        else:
            resume(g, e, c)
        if g.must != 0:
            return


def resume(g, e, c):
    """Go on with the business on top of the stack."""
    kind = top_kind(g)
    if kind == FRAME_TURN:
        resume_turn(g, e, c)
    elif kind == FRAME_BUY:
        resume_buy(g, e)
    elif kind == FRAME_AUCTION:
        resume_auction(g, e)
    elif kind == FRAME_CARD:
        resume_card(g, e, c)
    elif kind == FRAME_DEBT:
        resume_debt(g)
    elif kind == FRAME_OFFER:
        resume_offer(g, e)
    elif kind == FRAME_ROLL_OFF:
        resume_roll_off(g, e)
    elif kind == FRAME_TAX:
        resume_tax(g)
    elif kind == FRAME_BAIL:
        resume_bail(g, e)
    elif kind == FRAME_UTILITY_ROLL:
        resume_utility_roll(g)
    elif kind == FRAME_PAY_EACH:
        resume_pay_each(g)
    elif kind == FRAME_COLLECT_EACH:
        resume_collect_each(g)
    elif kind == FRAME_SETTLEMENT:
        resume_settlement(g)
    elif kind == FRAME_ESTATE:
        resume_estate(g, e)
    elif kind == FRAME_ESTATE_ASK:
        resume_estate_ask(g)
    elif kind == FRAME_INHERIT:
        resume_inherit(g)
    elif kind == FRAME_CONTEST_ASK:
        resume_contest_ask(g, e)
    elif kind == FRAME_CONTEST:
        resume_contest(g, e)
    elif kind == FRAME_PLACE:
        resume_place(g)
    elif kind == FRAME_OPENING:
        resume_opening(g, e)
