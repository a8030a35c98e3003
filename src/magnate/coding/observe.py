"""What a seat sees, as whole numbers in fixed places: the table of them is `layout.PARTS`, in the same order.

Seats are turned so that one's own comes first. Nothing of chance, and other purses only where the table shows them.
"""

from magnate.coding.amounts import place_of, seat_at, slot_to_answer
from magnate.coding.asking import question_of_seat
from magnate.coding.catalogue import QUESTION_DEAL, QUESTIONS, is_about_business
from magnate.rules.auction import lowest_bid
from magnate.rules.cards import card_in_hand
from magnate.rules.codes import (
    BANK,
    FRAME_AUCTION,
    FRAME_BAIL,
    FRAME_BUY,
    FRAME_CARD,
    FRAME_CONTEST_ASK,
    FRAME_DEBT,
    FRAME_INHERIT,
    FRAME_OFFER,
    FRAME_PLACE,
    FRAME_ROLL_OFF,
    FRAME_SETTLEMENT,
    FRAME_TAX,
    FRAME_UTILITY_ROLL,
    NOBODY,
    NOTHING,
)
from magnate.rules.masks import has, with_seat
from magnate.rules.property import group_deed
from magnate.rules.slots import (
    auction_building,
    auction_deed,
    buy_target,
    card_number,
    contest_ask_kind,
    debt_amount,
    debt_creditor,
    debt_deed,
    inherit_deed,
    offer_deed,
    place_kind,
    roll_off_deed,
    settlement_creditor,
    settlement_deed,
    settlement_value,
    tax_amount,
    utility_roll_deed,
)
from magnate.rules.stack import top_kind

HIDDEN = -1


def write_observation(g, e, w, seat, v):
    """Write everything this seat sees into `v`, and return how many places that took."""
    for i in range(QUESTIONS):
        v.place[i] = 0
    question = question_of_seat(g, w)
    v.place[question] = 1
    i = write_business(g, e, seat, question, v, QUESTIONS)
    i = write_turn(g, seat, v, i)
    bidders = 0
    if top_kind(g) == FRAME_AUCTION:
        bidders = g.bidders
    v.whose[BANK + 1] = 0
    for place in range(g.seats):
        other = seat_at(g, seat, place)
        v.whose[other + 1] = place + 1
        i = write_seat(g, e, seat, other, w.private, bidders, v, i)
    deeds = i
    for deed in range(e.deeds):
        v.place[i] = v.whose[g.owner[deed] + 1]
        v.place[i + 1] = g.level[deed]
        v.place[i + 2] = g.mortgaged[deed]
        i += 3
    for group in range(e.groups):
        write_group(e, group, v, deeds, i)
        i += 3
    return write_deal(g, e, seat, question, v, i)


def whose(g, seat, owner):
    """0 the Bank or nobody, 1 oneself, 2 the next seat to the left, ..."""
    if owner == BANK:
        return 0
    return 1 + place_of(g, seat, owner)


def deed_in_question(g, question):
    """The deed a question is about, or -1."""
    if question == FRAME_BUY:
        return buy_target(g)
    if question == FRAME_AUCTION:
        return auction_deed(g)
    if question == FRAME_SETTLEMENT:
        return settlement_deed(g)
    if question == FRAME_DEBT:
        return debt_deed(g)
    if question == FRAME_UTILITY_ROLL:
        return utility_roll_deed(g)
    if question == FRAME_OFFER:
        return offer_deed(g)
    if question == FRAME_ROLL_OFF:
        return roll_off_deed(g)
    if question == FRAME_INHERIT:
        return inherit_deed(g)
    return NOTHING


def write_business(g, e, seat, question, v, i):
    """The deed, the money, the others and the card a question is about."""
    for j in range(i, i + 12):
        v.place[j] = 0
    if not is_about_business(question):
        return i + 12
    deed = deed_in_question(g, question)
    if deed != NOTHING:
        group = e.deed_group[deed]
        v.place[i] = deed + 1
        v.place[i + 1] = e.price[deed]
        for place in range(e.group_size[group]):
            owner = g.owner[group_deed(e, group, place)]
            if owner == seat:
                v.place[i + 2] += 1
            elif owner == BANK:
                v.place[i + 3] += 1
        v.place[i + 4] = e.group_size[group]
    if question == FRAME_DEBT:
        v.place[i + 5] = debt_amount(g)
        v.place[i + 8] = whose(g, seat, debt_creditor(g))
    elif question == FRAME_SETTLEMENT:
        v.place[i + 5] = settlement_value(g)
        v.place[i + 8] = whose(g, seat, settlement_creditor(g))
    elif question == FRAME_TAX:
        v.place[i + 5] = tax_amount(g)
    elif question == FRAME_BAIL:
        v.place[i + 5] = e.jail_fine
    elif question == FRAME_BUY or question == FRAME_OFFER:
        v.place[i + 5] = v.place[i + 1]
    elif question == FRAME_AUCTION:
        v.place[i + 5] = lowest_bid(g, e)
        v.place[i + 6] = g.bid
        v.place[i + 7] = whose(g, seat, g.bidder)
        v.place[i + 9] = auction_building(g) + 1
    elif question == FRAME_CONTEST_ASK:
        v.place[i + 9] = contest_ask_kind(g) + 1
    elif question == FRAME_PLACE:
        v.place[i + 9] = place_kind(g) + 1
    elif question == FRAME_CARD and card_number(g) >= 0:
        card = card_in_hand(g)
        v.place[i + 10] = e.card_effect[card] + 1
        v.place[i + 11] = e.card_a[card]
    return i + 12


def write_turn(g, seat, v, i):
    """The turn, the dice and the stock."""
    v.place[i] = whose(g, seat, g.turn)
    v.place[i + 1] = g.rolled
    v.place[i + 2] = g.doubles
    v.place[i + 3] = g.again
    v.place[i + 4] = g.die1
    v.place[i + 5] = g.die2
    v.place[i + 6] = g.turns
    v.place[i + 7] = g.houses
    v.place[i + 8] = g.hotels
    return i + 9


def write_seat(g, e, seat, other, is_private, bidders, v, i):
    """One player."""
    v.place[i] = 0 + (g.out[other] == 0)
    v.place[i + 1] = g.cash[other]
    if is_private == 1 and other != seat and g.over == 0:
        v.place[i + 1] = HIDDEN
    v.place[i + 2] = g.at[other]
    v.place[i + 3] = g.jail[other]
    v.place[i + 4] = g.deed_count[other]
    cards = 0
    for card in range(e.kept):
        cards += g.held[card] == other
    v.place[i + 5] = cards
    v.place[i + 6] = (g.must >> other) & 1
    v.place[i + 7] = (bidders >> other) & 1
    v.place[i + 8] = g.refusals[other]
    return i + 9


def write_group(e, group, v, deeds, i):
    """One's own deeds of a group, the Bank's, and who alone holds all the others: from what stands at the deeds."""
    own = 0
    unsold = 0
    rest = 0
    others = 0
    for place in range(e.group_size[group]):
        whose_deed = v.place[deeds + 3 * group_deed(e, group, place)]
        own += whose_deed == 1
        unsold += whose_deed == 0
        if whose_deed != 1:
            rest = whose_deed
            others = with_seat(others, whose_deed)
    if others & (others - 1) != 0:  # several
        rest = 0
    v.place[i] = own
    v.place[i + 1] = unsold
    v.place[i + 2] = rest


def write_deal(g, e, seat, question, v, i):
    """The deal in question: whose, what it brings and takes, deed by deed."""
    for j in range(i, i + 8 + e.deeds):
        v.place[j] = 0
    if question != QUESTION_DEAL:
        return i + 8 + e.deeds
    slot = slot_to_answer(g, seat)
    if slot == NOBODY:
        return i + 8 + e.deeds
    v.place[i] = whose(g, seat, slot)
    v.place[i + 1] = whose(g, seat, g.deal[slot].author)
    v.place[i + 2] = g.deal[slot].cash[seat]
    for card in range(e.kept):
        to = g.deal[slot].card[card]
        if to == seat:
            v.place[i + 7] += 1
        elif to != NOBODY and g.held[card] == seat:
            v.place[i + 7] -= 1
    touched = 0
    for deed in range(e.deeds):
        to = g.deal[slot].deed[deed]
        if to != NOBODY:
            touched |= 1 << e.deed_group[deed]
            v.place[i + 8 + deed] = 3
            if to == seat:
                v.place[i + 8 + deed] = 1
                v.place[i + 3] += e.price[deed]
            elif g.owner[deed] == seat:
                v.place[i + 8 + deed] = 2
                v.place[i + 4] += e.price[deed]
    for group in range(e.groups):
        if has(touched, group):
            holder = holder_after(g, e, slot, group)
            if holder == seat:
                v.place[i + 5] += 1
            elif holder != NOBODY:
                v.place[i + 6] += 1
    return i + 8 + e.deeds


def holder_after(g, e, slot, group):
    """Who would have the whole group after a deal, or NOBODY."""
    holder = NOBODY
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        after = g.deal[slot].deed[deed]
        if after == NOBODY:
            after = g.owner[deed]
        if place > 0 and after != holder:
            return NOBODY
        holder = after
    return holder
