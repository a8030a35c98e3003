"""From a number of the catalogue to an action, ready to play."""

from magnate.coding.amounts import bid_amount, counter_percent, slot_to_answer, value_amount
from magnate.coding.asking import has_rent_due, question_of_seat
from magnate.coding.catalogue import (
    ASKS,
    BUILD_ON_GROUP,
    BY_CARD,
    BY_DEED,
    BY_LOT,
    DO_NOTHING,
    OTHERS,
    PROPOSE_CARD_PURCHASE,
    PROPOSE_CARD_SALE,
    PROPOSE_GROUPS,
    PROPOSE_PURCHASE,
    PROPOSE_SALE,
    PROPOSE_SWAP,
    PURCHASES,
    SALES,
    SELL_ON_GROUP,
    SWAPS,
    family_of,
    is_offered,
    is_proposal,
    share,
)
from magnate.coding.proposals import write_proposal
from magnate.rules.building import lower_lot, own_bare_plan, present_plan
from magnate.rules.codes import (
    ACCEPT_DEAL,
    ASK_BUILDINGS,
    BID,
    BUILD,
    CLAIM_RENT,
    CONCEDE,
    COUNTER_DEAL,
    FRAME_AUCTION,
    FRAME_CONTEST_ASK,
    FRAME_INHERIT,
    FRAME_SETTLEMENT,
    GROUP_LOTS,
    KEEP_MORTGAGE,
    MAX_GROUPS,
    NAME_VALUE,
    NOBODY,
    NOTHING,
    REFUSE_DEAL,
    SELL_BUILDINGS,
)
from magnate.rules.deals import read_terms
from magnate.rules.masks import has
from magnate.rules.shortage import demand
from magnate.rules.slots import contest_ask_kind, inherit_deed
from magnate.rules.stack import top_kind


def decode_action(g, e, k, w, number, a):
    """Write the action of a number into `a`. 0 where the number stands for nothing at this question, 1 otherwise.

    Doing nothing is no action of the rules: it is 0 too.
    """
    family = family_of(k, number)
    place = number - k.first[family]
    a.kind = family
    a.x = place
    a.y = 0
    a.amount = 0
    if family == DO_NOTHING or not is_offered(question_of_seat(g, w), family) or not is_at_table(e, family, place):
        return 0
    if is_proposal(family):
        a.x = 0
        return write_proposal(g, e, k, w.seat, family, place, a)
    if family == CONCEDE:
        return w.concedes
    if family == CLAIM_RENT:
        return 0 + has_rent_due(g, w.seat)
    if family == KEEP_MORTGAGE:
        a.x = inherit_deed(g)
        return 0 + (top_kind(g) == FRAME_INHERIT)
    if family == SELL_BUILDINGS or family == BUILD or family == SELL_ON_GROUP or family == BUILD_ON_GROUP:
        return write_plan(g, e, w.seat, family, place, a)
    if family == ACCEPT_DEAL or family == REFUSE_DEAL or family == COUNTER_DEAL:
        return write_answer(g, e, w.seat, family, place, a)
    if family == BID or family == NAME_VALUE or family == ASK_BUILDINGS:
        return write_amount(g, e, w.seat, family, place, a)
    return 1


def is_at_table(e, family, place):
    """Whether the deed, group, card or seat of a number is at this table: the catalogue has room for the largest."""
    if has(BY_DEED | BY_LOT, family):
        return place < e.deeds
    if has(BY_CARD, family) or family == PROPOSE_CARD_PURCHASE:
        return place < e.kept
    if family == SELL_ON_GROUP or family == BUILD_ON_GROUP:
        return place < e.groups
    if family == PROPOSE_PURCHASE:
        return place // PURCHASES < e.deeds
    if family == PROPOSE_SALE:
        return place // (SALES * OTHERS) < e.deeds and place // SALES % OTHERS < e.seats - 1
    if family == PROPOSE_SWAP:
        return place // (SWAPS * MAX_GROUPS) < e.deeds and place // SWAPS % MAX_GROUPS < e.groups
    if family == PROPOSE_GROUPS:
        return place // (SWAPS * MAX_GROUPS) < e.groups and place // SWAPS % MAX_GROUPS < e.groups
    if family == PROPOSE_CARD_SALE:
        return place // OTHERS < e.kept and place % OTHERS < e.seats - 1
    return True


def write_plan(g, e, seat, family, place, a):
    """Buildings: one less or one more on a lot, all sold or one more everywhere in a group."""
    group = place
    if family == SELL_BUILDINGS or family == BUILD:
        group = e.deed_group[place]
    if e.group_kind[group] != GROUP_LOTS:
        return 0
    now = present_plan(g, e, group)
    a.x = group
    if family == BUILD:
        a.y = now + (1 << (4 * e.deed_place[place]))
    elif family == BUILD_ON_GROUP:
        a.kind = BUILD
        a.y = now
        for other in range(e.group_size[group]):
            a.y += 1 << (4 * other)
    elif family == SELL_ON_GROUP:
        a.kind = SELL_BUILDINGS
        a.y = own_bare_plan(g, e, seat, group)
    elif g.owner[place] == seat:
        a.y = lower_lot(g, e, seat, group, now, e.deed_place[place])
    else:
        return 0
    return 0 + (a.y != NOTHING)


def write_answer(g, e, seat, family, place, a):
    """An answer to the deal in question; a counter-offer moves cash from its author to oneself."""
    slot = slot_to_answer(g, seat)
    if slot == NOBODY:
        return 0
    if family == COUNTER_DEAL:
        read_terms(g, e, slot, a)
        price = 0
        for deed in range(e.deeds):
            if a.deed[deed] != NOBODY:
                price += e.price[deed]
        more = share(e, price, counter_percent(place))
        a.cash[seat] += more
        a.cash[g.deal[slot].author] -= more
    a.kind = family
    a.x = slot
    a.y = g.deal[slot].revision
    return 1


def write_amount(g, e, seat, family, place, a):
    """A bid, a value or a number of buildings."""
    a.x = 0
    kind = top_kind(g)
    if family == BID and kind == FRAME_AUCTION:
        a.amount = bid_amount(g, e, seat, place)
    elif family == NAME_VALUE and kind == FRAME_SETTLEMENT:
        a.amount = value_amount(g, e, place)
    elif family == ASK_BUILDINGS and kind == FRAME_CONTEST_ASK:
        a.amount = place
        if place == ASKS - 1:
            a.amount = demand(g, e, seat, contest_ask_kind(g))
    else:
        return 0
    return 1
