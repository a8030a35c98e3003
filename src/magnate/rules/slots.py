"""The slots of every frame by name. Written by `python tools/slots.py` from `shapes.py`."""

from .codes import (
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
    NOBODY,
)
from .stack import push


def push_opening(g, rolling, waiting):
    """Put a frame of the kind opening on top."""
    push(g, FRAME_OPENING, NOBODY, NOBODY, rolling, 0, waiting, 0)


def opening_rolling(g):
    """The rolling of the opening on top."""
    return g.frame_step[g.depth - 1]


def set_opening_rolling(g, rolling):
    """Set the rolling of the opening on top."""
    g.frame_step[g.depth - 1] = rolling


def opening_waiting(g):
    """The waiting of the opening on top."""
    return g.frame_x[g.depth - 1]


def set_opening_waiting(g, waiting):
    """Set the waiting of the opening on top."""
    g.frame_x[g.depth - 1] = waiting


def push_turn(g):
    """Put a frame of the kind turn on top."""
    push(g, FRAME_TURN, NOBODY, NOBODY, 0, 0, 0, 0)


def push_buy(g, buyer, target):
    """Put a frame of the kind buy on top."""
    push(g, FRAME_BUY, buyer, NOBODY, 0, 0, target, 0)


def buy_buyer(g):
    """The buyer of the buy on top."""
    return g.frame_seat[g.depth - 1]


def buy_target(g):
    """The target of the buy on top."""
    return g.frame_x[g.depth - 1]


def push_auction(g, refuser, payee, rule, deed, building):
    """Put a frame of the kind auction on top."""
    push(g, FRAME_AUCTION, refuser, payee, rule, 0, deed, building)


def auction_refuser(g):
    """The refuser of the auction on top."""
    return g.frame_seat[g.depth - 1]


def auction_payee(g):
    """The payee of the auction on top."""
    return g.frame_other[g.depth - 1]


def auction_rule(g):
    """The rule of the auction on top."""
    return g.frame_step[g.depth - 1]


def auction_deed(g):
    """The deed of the auction on top."""
    return g.frame_x[g.depth - 1]


def auction_building(g):
    """The building of the auction on top."""
    return g.frame_y[g.depth - 1]


def push_offer(g, refuser, takers, waiting, deed):
    """Put a frame of the kind offer on top."""
    push(g, FRAME_OFFER, refuser, NOBODY, takers, 0, waiting, deed)


def offer_refuser(g):
    """The refuser of the offer on top."""
    return g.frame_seat[g.depth - 1]


def offer_takers(g):
    """The takers of the offer on top."""
    return g.frame_step[g.depth - 1]


def set_offer_takers(g, takers):
    """Set the takers of the offer on top."""
    g.frame_step[g.depth - 1] = takers


def offer_waiting(g):
    """The waiting of the offer on top."""
    return g.frame_x[g.depth - 1]


def set_offer_waiting(g, waiting):
    """Set the waiting of the offer on top."""
    g.frame_x[g.depth - 1] = waiting


def offer_deed(g):
    """The deed of the offer on top."""
    return g.frame_y[g.depth - 1]


def push_roll_off(g, rolling, waiting, deed):
    """Put a frame of the kind roll_off on top."""
    push(g, FRAME_ROLL_OFF, NOBODY, NOBODY, rolling, 0, waiting, deed)


def roll_off_rolling(g):
    """The rolling of the roll_off on top."""
    return g.frame_step[g.depth - 1]


def set_roll_off_rolling(g, rolling):
    """Set the rolling of the roll_off on top."""
    g.frame_step[g.depth - 1] = rolling


def roll_off_waiting(g):
    """The waiting of the roll_off on top."""
    return g.frame_x[g.depth - 1]


def set_roll_off_waiting(g, waiting):
    """Set the waiting of the roll_off on top."""
    g.frame_x[g.depth - 1] = waiting


def roll_off_deed(g):
    """The deed of the roll_off on top."""
    return g.frame_y[g.depth - 1]


def push_card(g, drawer, drawn, deck, number):
    """Put a frame of the kind card on top."""
    push(g, FRAME_CARD, drawer, NOBODY, drawn, 0, deck, number)


def card_drawer(g):
    """The drawer of the card on top."""
    return g.frame_seat[g.depth - 1]


def card_drawn(g):
    """The drawn of the card on top."""
    return g.frame_step[g.depth - 1]


def set_card_drawn(g, drawn):
    """Set the drawn of the card on top."""
    g.frame_step[g.depth - 1] = drawn


def card_drawn_at(g, i):
    """The drawn of frame i, of the kind card."""
    return g.frame_step[i]


def card_deck(g):
    """The deck of the card on top."""
    return g.frame_x[g.depth - 1]


def card_deck_at(g, i):
    """The deck of frame i, of the kind card."""
    return g.frame_x[i]


def card_number(g):
    """The number of the card on top."""
    return g.frame_y[g.depth - 1]


def set_card_number(g, number):
    """Set the number of the card on top."""
    g.frame_y[g.depth - 1] = number


def card_number_at(g, i):
    """The number of frame i, of the kind card."""
    return g.frame_y[i]


def push_tax(g, payer, why, amount, rule):
    """Put a frame of the kind tax on top."""
    push(g, FRAME_TAX, payer, NOBODY, why, amount, rule, 0)


def tax_payer(g):
    """The payer of the tax on top."""
    return g.frame_seat[g.depth - 1]


def tax_why(g):
    """The why of the tax on top."""
    return g.frame_step[g.depth - 1]


def tax_amount(g):
    """The amount of the tax on top."""
    return g.frame_amount[g.depth - 1]


def tax_rule(g):
    """The rule of the tax on top."""
    return g.frame_x[g.depth - 1]


def push_bail(g, prisoner, how, moves):
    """Put a frame of the kind bail on top."""
    push(g, FRAME_BAIL, prisoner, NOBODY, how, 0, moves, 0)


def bail_prisoner(g):
    """The prisoner of the bail on top."""
    return g.frame_seat[g.depth - 1]


def bail_how(g):
    """The how of the bail on top."""
    return g.frame_step[g.depth - 1]


def set_bail_how(g, how):
    """Set the how of the bail on top."""
    g.frame_step[g.depth - 1] = how


def bail_moves(g):
    """The moves of the bail on top."""
    return g.frame_x[g.depth - 1]


def push_utility_roll(g, roller, owner, full_set, times, deed):
    """Put a frame of the kind utility_roll on top."""
    push(g, FRAME_UTILITY_ROLL, roller, owner, full_set, times, deed, 0)


def utility_roll_roller(g):
    """The roller of the utility_roll on top."""
    return g.frame_seat[g.depth - 1]


def utility_roll_owner(g):
    """The owner of the utility_roll on top."""
    return g.frame_other[g.depth - 1]


def utility_roll_full_set(g):
    """The full_set of the utility_roll on top."""
    return g.frame_step[g.depth - 1]


def utility_roll_times(g):
    """The times of the utility_roll on top."""
    return g.frame_amount[g.depth - 1]


def utility_roll_deed(g):
    """The deed of the utility_roll on top."""
    return g.frame_x[g.depth - 1]


def push_pay_each(g, payer, amount, waiting):
    """Put a frame of the kind pay_each on top."""
    push(g, FRAME_PAY_EACH, payer, NOBODY, 0, amount, waiting, 0)


def pay_each_payer(g):
    """The payer of the pay_each on top."""
    return g.frame_seat[g.depth - 1]


def pay_each_payer_at(g, i):
    """The payer of frame i, of the kind pay_each."""
    return g.frame_seat[i]


def pay_each_amount(g):
    """The amount of the pay_each on top."""
    return g.frame_amount[g.depth - 1]


def pay_each_amount_at(g, i):
    """The amount of frame i, of the kind pay_each."""
    return g.frame_amount[i]


def pay_each_waiting(g):
    """The waiting of the pay_each on top."""
    return g.frame_x[g.depth - 1]


def set_pay_each_waiting(g, waiting):
    """Set the waiting of the pay_each on top."""
    g.frame_x[g.depth - 1] = waiting


def pay_each_waiting_at(g, i):
    """The waiting of frame i, of the kind pay_each."""
    return g.frame_x[i]


def set_pay_each_waiting_at(g, i, waiting):
    """Set the waiting of frame i, of the kind pay_each."""
    g.frame_x[i] = waiting


def push_collect_each(g, collector, amount, waiting):
    """Put a frame of the kind collect_each on top."""
    push(g, FRAME_COLLECT_EACH, collector, NOBODY, 0, amount, waiting, 0)


def collect_each_collector(g):
    """The collector of the collect_each on top."""
    return g.frame_seat[g.depth - 1]


def collect_each_amount(g):
    """The amount of the collect_each on top."""
    return g.frame_amount[g.depth - 1]


def collect_each_waiting(g):
    """The waiting of the collect_each on top."""
    return g.frame_x[g.depth - 1]


def set_collect_each_waiting(g, waiting):
    """Set the waiting of the collect_each on top."""
    g.frame_x[g.depth - 1] = waiting


def push_debt(g, payer, creditor, why, amount, deed, rule):
    """Put a frame of the kind debt on top."""
    push(g, FRAME_DEBT, payer, creditor, why, amount, deed, rule)


def debt_payer(g):
    """The payer of the debt on top."""
    return g.frame_seat[g.depth - 1]


def debt_payer_at(g, i):
    """The payer of frame i, of the kind debt."""
    return g.frame_seat[i]


def debt_creditor(g):
    """The creditor of the debt on top."""
    return g.frame_other[g.depth - 1]


def debt_creditor_at(g, i):
    """The creditor of frame i, of the kind debt."""
    return g.frame_other[i]


def debt_why(g):
    """The why of the debt on top."""
    return g.frame_step[g.depth - 1]


def debt_amount(g):
    """The amount of the debt on top."""
    return g.frame_amount[g.depth - 1]


def set_debt_amount(g, amount):
    """Set the amount of the debt on top."""
    g.frame_amount[g.depth - 1] = amount


def debt_amount_at(g, i):
    """The amount of frame i, of the kind debt."""
    return g.frame_amount[i]


def debt_deed(g):
    """The deed of the debt on top."""
    return g.frame_x[g.depth - 1]


def debt_rule(g):
    """The rule of the debt on top."""
    return g.frame_y[g.depth - 1]


def push_settlement(g, debtor, creditor, stage, value, deed):
    """Put a frame of the kind settlement on top."""
    push(g, FRAME_SETTLEMENT, debtor, creditor, stage, value, deed, 0)


def settlement_debtor(g):
    """The debtor of the settlement on top."""
    return g.frame_seat[g.depth - 1]


def settlement_creditor(g):
    """The creditor of the settlement on top."""
    return g.frame_other[g.depth - 1]


def settlement_stage(g):
    """The stage of the settlement on top."""
    return g.frame_step[g.depth - 1]


def set_settlement_stage(g, stage):
    """Set the stage of the settlement on top."""
    g.frame_step[g.depth - 1] = stage


def settlement_value(g):
    """The value of the settlement on top."""
    return g.frame_amount[g.depth - 1]


def set_settlement_value(g, value):
    """Set the value of the settlement on top."""
    g.frame_amount[g.depth - 1] = value


def settlement_deed(g):
    """The deed of the settlement on top."""
    return g.frame_x[g.depth - 1]


def push_estate(g, deeds):
    """Put a frame of the kind estate on top."""
    push(g, FRAME_ESTATE, NOBODY, NOBODY, 0, 0, deeds, 0)


def estate_deeds(g):
    """The deeds of the estate on top."""
    return g.frame_x[g.depth - 1]


def set_estate_deeds(g, deeds):
    """Set the deeds of the estate on top."""
    g.frame_x[g.depth - 1] = deeds


def push_estate_ask(g, wanted, deeds, waiting):
    """Put a frame of the kind estate_ask on top."""
    push(g, FRAME_ESTATE_ASK, NOBODY, NOBODY, wanted, 0, deeds, waiting)


def estate_ask_wanted(g):
    """The wanted of the estate_ask on top."""
    return g.frame_step[g.depth - 1]


def set_estate_ask_wanted(g, wanted):
    """Set the wanted of the estate_ask on top."""
    g.frame_step[g.depth - 1] = wanted


def estate_ask_deeds(g):
    """The deeds of the estate_ask on top."""
    return g.frame_x[g.depth - 1]


def estate_ask_waiting(g):
    """The waiting of the estate_ask on top."""
    return g.frame_y[g.depth - 1]


def set_estate_ask_waiting(g, waiting):
    """Set the waiting of the estate_ask on top."""
    g.frame_y[g.depth - 1] = waiting


def push_inherit(g, heir, deeds, deed):
    """Put a frame of the kind inherit on top."""
    push(g, FRAME_INHERIT, heir, NOBODY, 0, 0, deeds, deed)


def inherit_heir(g):
    """The heir of the inherit on top."""
    return g.frame_seat[g.depth - 1]


def inherit_deeds(g):
    """The deeds of the inherit on top."""
    return g.frame_x[g.depth - 1]


def set_inherit_deeds(g, deeds):
    """Set the deeds of the inherit on top."""
    g.frame_x[g.depth - 1] = deeds


def inherit_deed(g):
    """The deed of the inherit on top."""
    return g.frame_y[g.depth - 1]


def set_inherit_deed(g, deed):
    """Set the deed of the inherit on top."""
    g.frame_y[g.depth - 1] = deed


def push_contest_ask(g, orderer, group, kind, plan, waiting):
    """Put a frame of the kind contest_ask on top."""
    push(g, FRAME_CONTEST_ASK, orderer, group, kind, plan, waiting, 0)


def contest_ask_orderer(g):
    """The orderer of the contest_ask on top."""
    return g.frame_seat[g.depth - 1]


def contest_ask_group(g):
    """The group of the contest_ask on top."""
    return g.frame_other[g.depth - 1]


def contest_ask_kind(g):
    """The kind of the contest_ask on top."""
    return g.frame_step[g.depth - 1]


def contest_ask_plan(g):
    """The plan of the contest_ask on top."""
    return g.frame_amount[g.depth - 1]


def contest_ask_waiting(g):
    """The waiting of the contest_ask on top."""
    return g.frame_x[g.depth - 1]


def set_contest_ask_waiting(g, waiting):
    """Set the waiting of the contest_ask on top."""
    g.frame_x[g.depth - 1] = waiting


def push_contest(g, orderer, kind):
    """Put a frame of the kind contest on top."""
    push(g, FRAME_CONTEST, orderer, NOBODY, kind, 0, 0, 0)


def contest_orderer(g):
    """The orderer of the contest on top."""
    return g.frame_seat[g.depth - 1]


def contest_kind(g):
    """The kind of the contest on top."""
    return g.frame_step[g.depth - 1]


def push_place(g, winner, kind):
    """Put a frame of the kind place on top."""
    push(g, FRAME_PLACE, winner, NOBODY, kind, 0, 0, 0)


def place_winner(g):
    """The winner of the place on top."""
    return g.frame_seat[g.depth - 1]


def place_kind(g):
    """The kind of the place on top."""
    return g.frame_step[g.depth - 1]
