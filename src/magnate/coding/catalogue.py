"""The catalogue: every decision of every edition has a number from 0, in families that follow one another.

A family takes as many numbers as it has deeds, groups, cards, seats and prices to choose from at this table.
Other seats count from the next one to the left: 1, 2, ...
"""

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
    FRAME_OPENING,
    FRAME_PLACE,
    FRAME_ROLL_OFF,
    FRAME_SETTLEMENT,
    FRAME_TAX,
    FRAME_TURN,
    FRAME_UTILITY_ROLL,
    INHERITED,
    MAX_DEEDS,
    MORTGAGED,
)
from magnate.rules.mortgage import interest

DO_NOTHING = 0
ROLL_DICE = 1
HAND_ON = 2
PAY_THE_FINE = 3
USE_KEPT = 4  # x kept cards
SIT = 5
BUY_LANDED = 6
REFUSE_LANDED = 7
BID_STEP = 8  # x BIDS
STOP_BIDDING = 9
TAKE_OFFER = 10
LEAVE_OFFER = 11
ASK_RENT = 12
OBEY_CARD = 13
DRAW_ANOTHER = 14
PAY_THE_TAX = 15
SELL_ON_LOT = 16  # x deeds
SELL_ON_GROUP = 17  # x groups
BUILD_ON_LOT = 18  # x deeds
BUILD_ON_GROUP = 19  # x groups
MORTGAGE_DEED = 20  # x deeds
LIFT_DEED = 21  # x deeds
TAKE_DEAL = 22
LEAVE_DEAL = 23
COUNTER_STEP = 24  # x COUNTERS
TAKE_BACK_DEAL = 25
OFFER_DEED = 26  # x deeds
VALUE_STEP = 27  # x VALUES
REFUSE_DEED = 28
TAKE_VALUE = 29
KEEP_DEED = 30
AUCTION_DEED = 31
GIVE_UP = 32
LEAVE_MORTGAGE = 33
ASK_AUCTION = 34
SPARE_AUCTION = 35
ASK_STEP = 36  # x ASKS
PLACE_ON_LOT = 37  # x deeds
LEAVE_GAME = 38
PROPOSE_PURCHASE = 39  # x deeds x PURCHASES
PROPOSE_SALE = 40  # x deeds x other seats x SALES
PROPOSE_SWAP = 41  # x deeds x groups x SWAPS
PROPOSE_GROUPS = 42  # x groups x groups x SWAPS
PROPOSE_CARD_PURCHASE = 43  # x kept cards
PROPOSE_CARD_SALE = 44  # x kept cards x other seats
FAMILIES = 45

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
    if family == USE_KEPT or family == PROPOSE_CARD_PURCHASE:
        return e.kept
    if family == BID_STEP:
        return BIDS
    if family == SELL_ON_GROUP or family == BUILD_ON_GROUP:
        return e.groups
    if family == SELL_ON_LOT or family == BUILD_ON_LOT or family == MORTGAGE_DEED or family == LIFT_DEED:
        return e.deeds
    if family == OFFER_DEED or family == PLACE_ON_LOT:
        return e.deeds
    if family == COUNTER_STEP:
        return COUNTERS
    if family == VALUE_STEP:
        return VALUES
    if family == ASK_STEP:
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
    k.first[FAMILIES] = first
    for deed in range(e.deeds):
        for step in range(PURCHASES):
            k.purchase[deed * PURCHASES + step] = share(e, e.price[deed], purchase_percent(step))
        for step in range(SALES):
            k.sale[deed * SALES + step] = share(e, e.price[deed], sale_percent(step))
        k.quarter[deed] = share(e, e.price[deed], 25)
        k.interest[deed] = interest(e, deed, e.mortgage_transfer_percent)
        k.lift[MORTGAGED * MAX_DEEDS + deed] = e.mortgage[deed] + interest(e, deed, e.mortgage_lift_percent)
        k.lift[INHERITED * MAX_DEEDS + deed] = e.mortgage[deed] + interest(e, deed, e.mortgage_later_percent)
    k.card = share(e, e.jail_fine, 100)


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


def is_managing(family):
    """Whether a family builds, sells buildings, mortgages or lifts."""
    return SELL_ON_LOT <= family <= LIFT_DEED


def is_raising_family(family):
    """Whether a family raises money: buildings sold, deeds mortgaged."""
    return family == SELL_ON_LOT or family == SELL_ON_GROUP or family == MORTGAGE_DEED


def is_offered(question, family):
    """Which families a question admits. An open deal is answered first, and nothing else meanwhile."""
    if question == FRAME_TURN:
        if family == ROLL_DICE or family == HAND_ON or family == PAY_THE_FINE or family == USE_KEPT or family == SIT:
            return True
        return is_managing(family) or family == ASK_RENT or family == LEAVE_GAME or is_proposal(family)
    if question == FRAME_BUY:
        if family == BUY_LANDED or family == REFUSE_LANDED or family == ASK_RENT:
            return True
        return is_raising_family(family) or is_proposal(family)
    if question == FRAME_AUCTION:
        return family == BID_STEP or family == STOP_BIDDING or is_raising_family(family)
    if question == QUESTION_DEAL:
        return TAKE_DEAL <= family <= TAKE_BACK_DEAL
    if question == QUESTION_CLAIM:
        return family == DO_NOTHING or family == ASK_RENT
    if question == QUESTION_BETWEEN:
        return family == DO_NOTHING or is_managing(family) or is_proposal(family)
    if question == FRAME_DEBT:
        if family == USE_KEPT or family == OFFER_DEED or family == GIVE_UP or family == LEAVE_GAME:
            return True
        return is_raising_family(family) or is_proposal(family)
    if question == FRAME_OFFER:
        return family == TAKE_OFFER or family == LEAVE_OFFER or is_raising_family(family)
    return is_asked_for(question, family)


def is_asked_for(question, family):
    """The families of the smaller questions."""
    if question == FRAME_OPENING or question == FRAME_ROLL_OFF or question == FRAME_UTILITY_ROLL:
        return family == ROLL_DICE
    if question == FRAME_CARD:
        return family == OBEY_CARD or family == DRAW_ANOTHER
    if question == FRAME_TAX:
        return family == PAY_THE_TAX or family == USE_KEPT
    if question == FRAME_BAIL:
        return family == PAY_THE_FINE or family == USE_KEPT
    if question == FRAME_SETTLEMENT:
        return VALUE_STEP <= family <= AUCTION_DEED
    if question == FRAME_ESTATE_ASK:
        return family == ASK_AUCTION or family == SPARE_AUCTION
    if question == FRAME_INHERIT:
        return family == LIFT_DEED or family == LEAVE_MORTGAGE
    if question == FRAME_CONTEST_ASK:
        return family == ASK_STEP
    return question == FRAME_PLACE and family == PLACE_ON_LOT
