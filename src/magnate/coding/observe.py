"""What a seat sees, as whole numbers in fixed places: `places` has them by name, `layout.PARTS` says what they mean.

Seats are turned so that one's own comes first. Nothing of chance, and others' cash only where the table shows it.
Everything here is also in the view that a server sends.
"""

from magnate.coding.amounts import place_of, seat_at, slot_to_answer
from magnate.coding.asking import question_of_seat
from magnate.coding.catalogue import QUESTION_DEAL, is_about_business
from magnate.coding.places import (
    AGAIN,
    AMOUNT,
    ASKED,
    AUTHOR,
    BARE_RENT,
    BID_SO_FAR,
    BIDDER,
    BIDS_ON,
    BLOCKS,
    CARD,
    CARD_NUMBER,
    CARDS_HELD,
    CASH,
    COMPLETES,
    CREDITOR,
    DEAL_CARDS,
    DEAL_CASH,
    DEAL_COMPLETES,
    DEAL_COMPLETES_OTHERS,
    DEAL_GETS,
    DEAL_GIVES,
    DEED_SIZE,
    DEEDS,
    DEEDS_OWNED,
    DIE1,
    DIE2,
    DOUBLES,
    GETS,
    GIVES,
    GROUP_SIZE,
    GROUPS,
    HIDDEN,
    HOTELS,
    HOUSE_COST,
    HOUSES,
    INHERITED,
    IS_HOTEL,
    IS_HOUSE,
    JAIL,
    JAIL_TURNS,
    LEVEL,
    MORTGAGED,
    MOST_RENT,
    MUST,
    OTHERS_GET,
    OWN,
    PLAYING,
    PRICE,
    PROPOSER,
    SEAT_SIZE,
    SEATS,
    SIZE,
    SPACE,
    STOPS,
    TO_BANK,
    TURN,
    TURNS,
    TURNS_LEFT,
    UNSOLD,
)
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
    FREE,
    HOUSE,
    MAX_SEATS,
    NOBODY,
    NOTHING,
    STAGE_VALUE,
)
from magnate.rules.codes import INHERITED as TAKEN_OVER
from magnate.rules.masks import has
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
    settlement_stage,
    settlement_value,
    tax_amount,
    utility_roll_deed,
)
from magnate.rules.stack import top_kind


def write_observation(g, e, k, w, seat, v):
    """Write what this seat sees into `v`, and return how many places that took: all beyond them never change."""
    last = DEEDS + e.deeds * DEED_SIZE
    for i in range(last):
        v.place[i] = 0
    question = question_of_seat(g, w)
    v.place[question] = 1
    if is_about_business(question):
        write_business(g, e, k, seat, question, v)
    write_turn(g, e, seat, v)
    if question == QUESTION_DEAL:
        write_deal(g, e, seat, v)
    bidders = 0
    if top_kind(g) == FRAME_AUCTION:
        bidders = g.bidders
    v.whose[BANK + 1] = MAX_SEATS  # where a group has the Bank's
    for place in range(g.seats):
        other = seat_at(g, seat, place)
        v.whose[other + 1] = place
        write_seat(g, e, seat, other, w.private, bidders, v, SEATS + place * SEAT_SIZE)
    i = DEEDS
    for deed in range(e.deeds):
        owner = v.whose[g.owner[deed] + 1]
        v.place[GROUPS + e.deed_group[deed] * GROUP_SIZE + owner] += 1
        if owner < MAX_SEATS:
            v.place[i + owner] = 1
            v.place[i + LEVEL] = g.level[deed]
            v.place[i + MORTGAGED] = 0 + (g.mortgaged[deed] != FREE)
            v.place[i + INHERITED] = 0 + (g.mortgaged[deed] == TAKEN_OVER)
        i += DEED_SIZE
    return last


def mark_seat(g, seat, other, v, i):
    """One-hot: oneself first, then the next seat to the left; nothing for the Bank and for none."""
    if other != BANK:
        v.place[i + place_of(g, seat, other)] = 1


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


def write_business(g, e, k, seat, question, v):
    """The deed, the money, the others and the card a question is about."""
    deed = deed_in_question(g, question)
    if deed != NOTHING:
        write_deed_in_question(g, e, k, seat, deed, v)
    if question == FRAME_DEBT:
        v.place[AMOUNT] = debt_amount(g)
        v.place[TO_BANK] = 0 + (debt_creditor(g) == BANK)
        mark_seat(g, seat, debt_creditor(g), v, CREDITOR)
    elif question == FRAME_SETTLEMENT:
        if settlement_stage(g) != STAGE_VALUE:
            v.place[AMOUNT] = settlement_value(g)
        mark_seat(g, seat, settlement_creditor(g), v, CREDITOR)
    elif question == FRAME_TAX:
        v.place[AMOUNT] = tax_amount(g)
    elif question == FRAME_BAIL:
        v.place[AMOUNT] = e.jail_fine
    elif question == FRAME_BUY or question == FRAME_OFFER:
        v.place[AMOUNT] = v.place[PRICE]
    elif question == FRAME_AUCTION:
        v.place[AMOUNT] = lowest_bid(g, e)
        v.place[BID_SO_FAR] = g.bid
        mark_seat(g, seat, g.bidder, v, BIDDER)
        mark_building(auction_building(g), v)
    elif question == FRAME_CONTEST_ASK:
        mark_building(contest_ask_kind(g), v)
    elif question == FRAME_PLACE:
        mark_building(place_kind(g), v)
    elif question == FRAME_CARD and card_number(g) >= 0:
        card = card_in_hand(g)
        v.place[CARD + e.card_effect[card]] = 1
        v.place[CARD_NUMBER] = e.card_a[card]


def write_deed_in_question(g, e, k, seat, deed, v):
    """The figures of the deed in question, and who has how much of its group."""
    group = e.deed_group[deed]
    size = e.group_size[group]
    v.place[DEEDS + deed * DEED_SIZE + ASKED] = 1
    v.place[PRICE] = e.price[deed]
    v.place[HOUSE_COST] = e.house_cost[deed]
    v.place[BARE_RENT] = k.bare[deed]
    v.place[MOST_RENT] = k.most[deed]
    v.place[STOPS] = k.stops[deed]
    own = 0
    unsold = 0
    rival = NOBODY  # who alone has all the others
    rivals = 0
    for place in range(size):
        other = group_deed(e, group, place)
        owner = g.owner[other]
        own += owner == seat
        unsold += owner == BANK
        if other != deed:
            if rivals == 0:
                rival = owner
            elif owner != rival:
                rival = BANK
            rivals += 1
    v.place[OWN] = own
    v.place[UNSOLD] = unsold
    v.place[SIZE] = size
    if rivals > 0 and g.owner[deed] != seat:
        v.place[COMPLETES] = 0 + (own == size - 1)
        v.place[BLOCKS] = 0 + (rival != BANK and rival != seat and rival != g.owner[deed])


def mark_building(building, v):
    """A house, a hotel, or neither."""
    if building == NOTHING:
        return
    if building == HOUSE:
        v.place[IS_HOUSE] = 1
    else:
        v.place[IS_HOTEL] = 1


def write_turn(g, e, seat, v):
    """The turn, the dice and the stock."""
    if g.turns > 0:
        mark_seat(g, seat, g.turn, v, TURN)
    v.place[DOUBLES] = g.doubles
    v.place[AGAIN] = g.again
    v.place[DIE1] = g.die1
    v.place[DIE2] = g.die2
    v.place[TURNS] = g.turns
    if e.ending_turns > 0:
        v.place[TURNS_LEFT] = max(0, e.ending_turns - g.turns)
    v.place[HOUSES] = g.houses
    v.place[HOTELS] = g.hotels


def write_seat(g, e, seat, other, is_private, bidders, v, i):
    """One player."""
    v.place[i + PLAYING] = 0 + (g.out[other] == 0)
    if is_private == 1 and other != seat and g.over == 0:
        v.place[i + HIDDEN] = 1
    else:
        v.place[i + CASH] = g.cash[other]
    v.place[i + SPACE] = g.at[other]
    if g.jail[other] > 0:
        v.place[i + JAIL] = 1
        v.place[i + JAIL_TURNS] = g.jail[other] - 1
    v.place[i + DEEDS_OWNED] = g.deed_count[other]
    cards = 0
    for card in range(e.kept):
        cards += g.held[card] == other
    v.place[i + CARDS_HELD] = cards
    v.place[i + MUST] = (g.must >> other) & 1
    v.place[i + BIDS_ON] = (bidders >> other) & 1


def write_deal(g, e, seat, v):
    """The deal in question: whose, what it brings and takes, deed by deed."""
    slot = slot_to_answer(g, seat)
    if slot == NOBODY:
        return
    mark_seat(g, seat, slot, v, PROPOSER)
    mark_seat(g, seat, g.deal[slot].author, v, AUTHOR)
    v.place[DEAL_CASH] = g.deal[slot].cash[seat]
    for card in range(e.kept):
        to = g.deal[slot].card[card]
        if to == seat:
            v.place[DEAL_CARDS] += 1
        elif to != NOBODY and g.held[card] == seat:
            v.place[DEAL_CARDS] -= 1
    touched = 0
    for deed in range(e.deeds):
        to = g.deal[slot].deed[deed]
        if to != NOBODY:
            touched |= 1 << e.deed_group[deed]
            i = DEEDS + deed * DEED_SIZE
            if to == seat:
                v.place[i + GETS] = 1
                v.place[DEAL_GETS] += e.price[deed]
            elif g.owner[deed] == seat:
                v.place[i + GIVES] = 1
                v.place[DEAL_GIVES] += e.price[deed]
            else:
                v.place[i + OTHERS_GET] = 1
    for group in range(e.groups):
        if has(touched, group):
            holder = holder_after(g, e, slot, group)
            if holder == seat:
                v.place[DEAL_COMPLETES] += 1
            elif holder != NOBODY:
                v.place[DEAL_COMPLETES_OTHERS] += 1


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
