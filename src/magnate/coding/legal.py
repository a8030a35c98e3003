"""The legal numbers of the seat that is asked: the options that the rules list, each as its numbers of the catalogue.

Where an option names an amount, the catalogue's steps within its limits are legal. Deals are proposed and countered by
the catalogue's own terms: `legal_deals`.
"""

from magnate.coding.amounts import bid_amount, slot_to_answer, value_amount
from magnate.coding.asking import has_rent_due, question_of_seat
from magnate.coding.catalogue import (
    ASKS,
    BIDS,
    BUILD_ON_GROUP,
    DO_NOTHING,
    IN_QUESTION,
    QUESTION_CLAIM,
    QUESTION_DEAL,
    SELL_ON_GROUP,
    VALUES,
)
from magnate.coding.legal_deals import leave_out_repeats, list_counters, list_proposals
from magnate.rules.building import own_bare_plan
from magnate.rules.codes import (
    ASK_BUILDINGS,
    BID,
    BUILD,
    CLAIM_RENT,
    CONCEDE,
    COUNTER_DEAL,
    FRAME_DEBT,
    FRAME_INHERIT,
    LIFT_MORTGAGE,
    MORTGAGE,
    NAME_VALUE,
    NOTHING,
    PROPOSE_DEAL,
    SELL_BUILDINGS,
    WITHDRAW_DEAL,
)
from magnate.rules.masks import has
from magnate.rules.options import list_answers_to_deal, list_options


def list_legal(g, e, k, w, a, m):
    """All legal numbers of the seat that is asked. `a` is a scratch action."""
    m.legal = 0
    m.count = 0
    seat = w.seat
    question = question_of_seat(g, w)
    if w.free == 1:
        add_number(m, k.first[DO_NOTHING])
    if question == QUESTION_CLAIM:
        add_number(m, k.first[CLAIM_RENT])
    elif question == QUESTION_DEAL:
        list_answers_to_deal(g, e, seat, slot_to_answer(g, seat), a, m)
        if has(g.deals, seat):
            add_number(m, k.first[WITHDRAW_DEAL])
    else:
        list_options(g, e, seat, a, m)
    raises = w.debt_only == 0 or question == FRAME_DEBT or question == FRAME_INHERIT
    for i in range(m.count):
        kind = m.kind[i]
        if kind == PROPOSE_DEAL:
            list_proposals(g, e, k, seat, a, m)
        elif raises or (kind != MORTGAGE and kind != LIFT_MORTGAGE and kind != SELL_BUILDINGS):
            if k.plain[kind] == 1:
                add_number(m, k.first[kind] + m.x[i])
            else:
                list_numbers(g, e, k, w, kind, i, a, m)
    if question != QUESTION_DEAL and g.refused_offers[seat] > 0:
        leave_out_repeats(g, e, k, seat, a, m)


def list_numbers(g, e, k, w, kind, i, a, m):
    """The numbers of an option of which there are several, or which does not come up at every table."""
    seat = w.seat
    if kind == BID:
        list_bids(g, e, k, seat, m.low[i], m.high[i], m)
    elif kind == SELL_BUILDINGS:
        list_sales(g, e, k, seat, i, m)
    elif kind == BUILD:
        list_building(e, k, i, m)
    elif kind == COUNTER_DEAL:
        list_counters(g, e, k, seat, m.x[i], a, m)
    elif kind == CLAIM_RENT:
        if has_rent_due(g, seat):
            add_number(m, k.first[CLAIM_RENT])
    elif kind == CONCEDE:
        if w.concedes == 1 and w.free == 0:
            add_number(m, k.first[CONCEDE])
    elif kind == NAME_VALUE:
        list_values(g, e, k, m.low[i], m.high[i], m)
    elif kind == ASK_BUILDINGS:
        list_asks(k, m.high[i], m)
    elif has(IN_QUESTION, kind):
        add_number(m, k.first[kind])


def add_number(m, number):
    """One more legal number."""
    m.number[m.legal] = number
    m.legal += 1


def list_building(e, k, i, m):
    """One more building on a lot, or on every lot of the group."""
    group = m.x[i]
    lot = m.lot[i]
    if lot != NOTHING:
        add_number(m, k.first[BUILD] + lot)
    if lot == NOTHING or e.group_size[group] == 1:
        add_number(m, k.first[BUILD_ON_GROUP] + group)


def list_sales(g, e, k, seat, i, m):
    """One building less on a lot, or none left on one's lots of the group: a step may be both."""
    group = m.x[i]
    lot = m.lot[i]
    if lot != NOTHING:
        add_number(m, k.first[SELL_BUILDINGS] + lot)
    if lot == NOTHING or m.y[i] == own_bare_plan(g, e, seat, group):
        add_number(m, k.first[SELL_ON_GROUP] + group)


def list_bids(g, e, k, seat, low, high, m):
    """Bids in steps from the lowest to all one has."""
    for step in range(BIDS):
        if low <= bid_amount(g, e, seat, step) <= high:
            add_number(m, k.first[BID] + step)


def list_values(g, e, k, low, high, m):
    """Values in steps of the printed price."""
    for step in range(VALUES):
        if low <= value_amount(g, e, step) <= high:
            add_number(m, k.first[NAME_VALUE] + step)


def list_asks(k, most, m):
    """A number of buildings, or all that one can place and pay."""
    for count in range(ASKS - 1):
        if count <= most:
            add_number(m, k.first[ASK_BUILDINGS] + count)
    add_number(m, k.first[ASK_BUILDINGS] + ASKS - 1)
