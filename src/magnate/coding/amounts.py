"""Amounts: the steps in which one bids, values, asks and deals. Money is rounded down to whole notes, one at least."""

from magnate.coding.catalogue import share
from magnate.rules.auction import highest_bid, lowest_bid
from magnate.rules.codes import NOBODY, NOTHING
from magnate.rules.debt import debt_to_settle
from magnate.rules.masks import has
from magnate.rules.slots import auction_deed, settlement_deed


def hammer_price(g, e):
    """The printed price of what is under the hammer: of the deed, or of the cheapest building."""
    deed = auction_deed(g)
    if deed == NOTHING:
        return g.bid_floor
    return e.price[deed]


def bid_amount(g, e, seat, step):
    """The lowest bid; it and 5, 10, 25 % of the printed price; 50 to 200 % of that price; all one has."""
    if step == 0:
        return lowest_bid(g, e)
    if step == 9:
        return highest_bid(g, e, seat)
    price = hammer_price(g, e)
    if step == 1:
        return lowest_bid(g, e) + share(e, price, 5)
    if step == 2:
        return lowest_bid(g, e) + share(e, price, 10)
    if step == 3:
        return lowest_bid(g, e) + share(e, price, 25)
    if step == 4:
        return share(e, price, 50)
    if step == 5:
        return share(e, price, 75)
    if step == 6:
        return share(e, price, 100)
    if step == 7:
        return share(e, price, 150)
    return share(e, price, 200)


def value_amount(g, e, step):
    """What a creditor credits for a deed: 25 to 150 % of its printed price, or the whole debt."""
    if step == 5:
        return debt_to_settle(g) // e.note * e.note
    price = e.price[settlement_deed(g)]
    if step == 0:
        return share(e, price, 25)
    if step == 1:
        return share(e, price, 50)
    if step == 2:
        return share(e, price, 75)
    if step == 3:
        return share(e, price, 100)
    return share(e, price, 150)


def counter_percent(step):
    """How much more of the printed prices a counter-offer asks for."""
    if step == 0:
        return 10
    if step == 1:
        return 25
    if step == 2:
        return 50
    return 100


def slot_to_answer(g, seat):
    """The first open deal that waits for this seat's answer, or NOBODY."""
    for slot in range(g.seats):
        if has(g.deals, slot) and has(g.deal[slot].parties & ~g.deal[slot].accepted, seat):
            return slot
    return NOBODY


def seat_at(g, seat, place):
    """The seat a number of places to the left."""
    other = seat + place
    if other >= g.seats:
        return other - g.seats
    return other


def place_of(g, seat, other):
    """How many places to the left another seat sits: 0 is oneself."""
    place = other - seat
    if place < 0:
        return place + g.seats
    return place
