"""The catalogue: every decision of every edition has a number from 0, in families that follow one another.

A family bears the name and the code of its action: the number of a mortgage is `first[MORTGAGE]` and the deed. Families
beyond the actions are those of which an action has several: buildings on a whole group, and the deals one proposes.
A family takes as many numbers as the largest edition has deeds, groups, cards, seats and prices to choose from, so that
a number means the same at every table. Other seats count from the next one to the left: 1, 2, ...
"""

from magnate.rules.codes import (
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
    KEEP_MORTGAGE,
    LIFT_MORTGAGE,
    MAX_DEEDS,
    MAX_GROUPS,
    MAX_KEPT,
    MAX_RENTS,
    MAX_SEATS,
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
    TIME_UP,
    USE_CARD,
    WAIT,
    WAIVE_AUCTION,
    WITHDRAW_DEAL,
    WITHDRAW_PROPERTY,
)
from magnate.rules.masks import has
from magnate.rules.mortgage import interest

DO_NOTHING = 0  # no action: a rent goes unclaimed, or a moment before a roll passes

# The actions' own codes: 1 to 49. Of SELL_BUILDINGS and BUILD these are the steps on one lot.

SELL_ON_GROUP = 50  # x groups
BUILD_ON_GROUP = 51  # x groups
PROPOSE_PURCHASE = 52  # x deeds x PURCHASES
PROPOSE_SALE = 53  # x deeds x OTHERS x SALES
PROPOSE_SWAP = 54  # x deeds x groups x SWAPS
PROPOSE_GROUPS = 55  # x groups x groups x SWAPS
PROPOSE_CARD_PURCHASE = 56  # x kept cards
PROPOSE_CARD_SALE = 57  # x kept cards x OTHERS
FAMILIES = 58

# How the families take their numbers, each a mask of families: `list_legal` lists an action in its place here.
PLAIN = (
    1 << ROLL
    | 1 << END_TURN
    | 1 << PAY_FINE
    | 1 << WAIT
    | 1 << BUY
    | 1 << REFUSE
    | 1 << PASS
    | 1 << ACCEPT_OFFER
    | 1 << DECLINE_OFFER
    | 1 << FOLLOW_CARD
    | 1 << DRAW_INSTEAD
    | 1 << PAY_TAX
    | 1 << WITHDRAW_DEAL
    | 1 << REFUSE_PROPERTY
    | 1 << ACCEPT_VALUE
    | 1 << WITHDRAW_PROPERTY
    | 1 << AUCTION_PROPERTY
    | 1 << DECLARE_BANKRUPTCY
    | 1 << REQUEST_AUCTION
    | 1 << WAIVE_AUCTION
)  # one number: there is one such action
IN_QUESTION = 1 << ACCEPT_DEAL | 1 << REFUSE_DEAL | 1 << KEEP_MORTGAGE  # one, about what is in question
AT_TIMES = 1 << DO_NOTHING | 1 << CLAIM_RENT | 1 << CONCEDE  # one, at some tables or moments
BY_DEED = 1 << MORTGAGE | 1 << LIFT_MORTGAGE | 1 << OFFER_PROPERTY | 1 << PLACE_BUILDING
BY_CARD = 1 << USE_CARD
BY_LOT = 1 << SELL_BUILDINGS | 1 << BUILD
BY_STEP = 1 << BID | 1 << COUNTER_DEAL | 1 << NAME_VALUE | 1 << ASK_BUILDINGS
UNNUMBERED = 1 << PROPOSE_DEAL | 1 << ACKNOWLEDGE | 1 << TIME_UP  # other families instead, or nothing to decide
PROPOSALS = (
    1 << PROPOSE_PURCHASE
    | 1 << PROPOSE_SALE
    | 1 << PROPOSE_SWAP
    | 1 << PROPOSE_GROUPS
    | 1 << PROPOSE_CARD_PURCHASE
    | 1 << PROPOSE_CARD_SALE
)

# Instead of a number.
BEGIN = -1  # begin a new game, from the key as it is
LOOK = -2  # LOOK - seat: show the table as this seat sees it, and no legal numbers
LEAVE = -100  # leave this game as it is, with all that it shows

OTHERS = MAX_SEATS - 1
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


def family_size(family):
    """How many numbers a family takes."""
    if has(PLAIN | IN_QUESTION | AT_TIMES, family):
        return 1
    if has(BY_CARD, family) or family == PROPOSE_CARD_PURCHASE:
        return MAX_KEPT
    if family == BID:
        return BIDS
    if family == SELL_ON_GROUP or family == BUILD_ON_GROUP:
        return MAX_GROUPS
    if has(BY_DEED | BY_LOT, family):
        return MAX_DEEDS
    if family == COUNTER_DEAL:
        return COUNTERS
    if family == NAME_VALUE:
        return VALUES
    if family == ASK_BUILDINGS:
        return ASKS
    if family == PROPOSE_PURCHASE:
        return MAX_DEEDS * PURCHASES
    if family == PROPOSE_SALE:
        return MAX_DEEDS * OTHERS * SALES
    if family == PROPOSE_SWAP:
        return MAX_DEEDS * MAX_GROUPS * SWAPS
    if family == PROPOSE_GROUPS:
        return MAX_GROUPS * MAX_GROUPS * SWAPS
    if family == PROPOSE_CARD_SALE:
        return MAX_KEPT * OTHERS
    return 0


def number_actions(e, k):
    """Give every family its numbers, and every deed its prices."""
    first = 0
    for family in range(FAMILIES):
        k.first[family] = first
        first += family_size(family)
        k.plain[family] = 0 + is_plain(family)
    k.first[FAMILIES] = first
    for deed in range(e.deeds):
        for step in range(PURCHASES):
            k.purchase[deed * PURCHASES + step] = share(e, e.price[deed], purchase_percent(step))
        for step in range(SALES):
            k.sale[deed * SALES + step] = share(e, e.price[deed], sale_percent(step))
        k.quarter[deed] = share(e, e.price[deed], 25)
        k.interest[deed] = interest(e, deed, e.mortgage_transfer_percent)
        k.bare[deed] = rent_of_deed(e, deed, 0)
        k.most[deed] = 0
        for step in range(MAX_RENTS):
            k.most[deed] = max(k.most[deed], rent_of_deed(e, deed, step))
    k.card = share(e, e.jail_fine, 100)


def is_plain(family):
    """Whether an option of a family is one number: the only one, or that of the deed or card it names."""
    return has(PLAIN | BY_DEED | BY_CARD, family)


def rent_of_deed(e, deed, step):
    """A rent of a deed's own list; where it is for each pip, that of an average roll of seven."""
    rent = e.rent[deed * MAX_RENTS + step]
    if e.rent_times_dice[deed] == 1:
        return 7 * rent
    return rent


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
    return has(PROPOSALS, family)


def is_about_business(question):
    """Whether a question is the business on the stack."""
    return question != QUESTION_CLAIM and question != QUESTION_DEAL and question != QUESTION_BETWEEN


def is_offered(question, family):
    """Which families a question admits that the rules would admit too. An open deal is answered first."""
    if question == QUESTION_DEAL:
        return family == ACCEPT_DEAL or family == REFUSE_DEAL or family == COUNTER_DEAL or family == WITHDRAW_DEAL
    if question == QUESTION_CLAIM:
        return family == CLAIM_RENT
    if question == QUESTION_BETWEEN:
        return family != CLAIM_RENT and family != CONCEDE
    return True
