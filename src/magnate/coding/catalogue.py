"""The catalogue: every decision of every edition has a number from 0, in families that follow one another.

A family bears the name and the code of its action: the number of a mortgage is `first[MORTGAGE]` and the deed. Families
beyond the actions are those of which an action has several: buildings on a whole group, and the deals one proposes.
A family takes as many numbers as it has deeds, groups, cards, seats and prices to choose from at this table.
Other seats count from the next one to the left: 1, 2, ...
"""

from magnate.rules.codes import (
    ACCEPT_DEAL,
    ACKNOWLEDGE,
    ASK_BUILDINGS,
    BID,
    BUILD,
    CLAIM_RENT,
    CONCEDE,
    COUNTER_DEAL,
    KEEP_MORTGAGE,
    LIFT_MORTGAGE,
    MORTGAGE,
    NAME_VALUE,
    OFFER_PROPERTY,
    PLACE_BUILDING,
    PROPOSE_DEAL,
    REFUSE_DEAL,
    SELL_BUILDINGS,
    TIME_UP,
    USE_CARD,
    WITHDRAW_DEAL,
)
from magnate.rules.mortgage import interest

DO_NOTHING = 0  # no action: a rent goes unclaimed, or a moment before a roll passes

# The actions' own codes: 1 to 49. Of SELL_BUILDINGS and BUILD these are the steps on one lot.

SELL_ON_GROUP = 50  # x groups
BUILD_ON_GROUP = 51  # x groups
PROPOSE_PURCHASE = 52  # x deeds x PURCHASES
PROPOSE_SALE = 53  # x deeds x other seats x SALES
PROPOSE_SWAP = 54  # x deeds x groups x SWAPS
PROPOSE_GROUPS = 55  # x groups x groups x SWAPS
PROPOSE_CARD_PURCHASE = 56  # x kept cards
PROPOSE_CARD_SALE = 57  # x kept cards x other seats
FAMILIES = 58

# Instead of a number.
BEGIN = -1  # begin a new game, from the key as it is
LOOK = -2  # LOOK - seat: show the table as this seat sees it, and no legal numbers

BIDS = 10
COUNTERS = 4
VALUES = 6
ASKS = 6
PURCHASES = 4
SALES = 3
SWAPS = 3

# Questions beyond the business on the stack.
QUESTION_CLAIM = 21
QUESTION_DEAL = 22
QUESTION_BETWEEN = 23
QUESTIONS = 24


def family_size(e, family):
    """How many numbers a family takes at this table."""
    others = e.seats - 1
    if TIME_UP < family < SELL_ON_GROUP or family == PROPOSE_DEAL or family == ACKNOWLEDGE or family == TIME_UP:
        return 0  # no action yet, one with other families instead, or none that a learner decides about
    if family == USE_CARD or family == PROPOSE_CARD_PURCHASE:
        return e.kept
    if family == BID:
        return BIDS
    if family == SELL_ON_GROUP or family == BUILD_ON_GROUP:
        return e.groups
    if family == SELL_BUILDINGS or family == BUILD or family == MORTGAGE or family == LIFT_MORTGAGE:
        return e.deeds
    if family == OFFER_PROPERTY or family == PLACE_BUILDING:
        return e.deeds
    if family == COUNTER_DEAL:
        return COUNTERS
    if family == NAME_VALUE:
        return VALUES
    if family == ASK_BUILDINGS:
        return ASKS
    if family == PROPOSE_PURCHASE:
        return e.deeds * PURCHASES
    if family == PROPOSE_SALE:
        return e.deeds * others * SALES
    if family == PROPOSE_SWAP:
        return e.deeds * e.groups * SWAPS
    if family == PROPOSE_GROUPS:
        return e.groups * e.groups * SWAPS
    if family == PROPOSE_CARD_SALE:
        return e.kept * others
    return 1


def number_actions(e, k):
    """Give every family its numbers, and every deed its prices."""
    first = 0
    for family in range(FAMILIES):
        k.first[family] = first
        first += family_size(e, family)
        k.plain[family] = 0 + is_plain(family)
    k.first[FAMILIES] = first
    for deed in range(e.deeds):
        for step in range(PURCHASES):
            k.purchase[deed * PURCHASES + step] = share(e, e.price[deed], purchase_percent(step))
        for step in range(SALES):
            k.sale[deed * SALES + step] = share(e, e.price[deed], sale_percent(step))
        k.quarter[deed] = share(e, e.price[deed], 25)
        k.interest[deed] = interest(e, deed, e.mortgage_transfer_percent)
    k.card = share(e, e.jail_fine, 100)


def is_plain(family):
    """Whether an option of a family is one number: the only one, or that of the deed or card it names."""
    if family == BID or family == NAME_VALUE or family == ASK_BUILDINGS or family == CLAIM_RENT or family == CONCEDE:
        return False
    if family == ACCEPT_DEAL or family == REFUSE_DEAL or family == COUNTER_DEAL or family == PROPOSE_DEAL:
        return False
    return family != SELL_BUILDINGS and family != BUILD and family != KEEP_MORTGAGE


def share(e, amount, percent):
    """A part of an amount in whole notes, at least one."""
    return max(e.note, amount * percent // 100 // e.note * e.note)


def purchase_percent(step):
    """What one offers for a deed, in % of its printed price."""
    if step == 0:
        return 75
    if step == 1:
        return 100
    if step == 2:
        return 150
    return 250


def sale_percent(step):
    """What one asks for a deed, in % of its printed price."""
    if step == 0:
        return 75
    if step == 1:
        return 100
    return 200


def family_of(k, number):
    """The family a number belongs to."""
    low = 0
    high = FAMILIES - 1
    while low < high:
        middle = (low + high + 1) // 2
        if k.first[middle] <= number:
            low = middle
        else:
            high = middle - 1
    return low


def is_proposal(family):
    """Whether a family proposes deals."""
    return family >= PROPOSE_PURCHASE


def is_offered(question, family):
    """Which families a question admits that the rules would admit too. An open deal is answered first."""
    if question == QUESTION_DEAL:
        return family == ACCEPT_DEAL or family == REFUSE_DEAL or family == COUNTER_DEAL or family == WITHDRAW_DEAL
    if question == QUESTION_CLAIM:
        return family == CLAIM_RENT
    if question == QUESTION_BETWEEN:
        return family != CLAIM_RENT and family != CONCEDE
    return True
