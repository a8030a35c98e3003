"""Auctions: open, ascending, for cash in hand; they close when all others have passed. AMB-15, AMB-63, AMB-87."""

from .building import can_place_any
from .codes import BANK, FRAME_AUCTION, FREE, INHERITED, NOBODY, NOTHING, OPENING_BID_ANOTHER
from .masks import has, only, without
from .mortgage import inherit_mortgages, interest
from .property import give_deed
from .refusals import BID_TOO_LOW, NOT_A_ROUND_SUM, NOT_ASKED, NOT_ENOUGH_CASH, OK
from .slots import (
    auction_building,
    auction_deed,
    auction_payee,
    auction_refuser,
    auction_rule,
    push_auction,
    push_place,
)
from .stack import is_asked, pop
from .tell import (
    AUCTION_FAILED,
    AUCTION_OPENED,
    AUCTION_WON,
    BID_MADE,
    PASSED,
    RULE_AUCTION_FAILED,
    RULE_BID,
    RULE_TRANSFER_INTEREST,
    tell,
)
from .worth import raisable


def open_auction(g, refuser, payee, deed, building, bidders, floor, rule, won):
    """Put a deed or a building under the hammer."""
    g.bidders = bidders
    g.bidder = NOBODY
    g.bid = 0
    g.bid_floor = floor
    push_auction(g, refuser, payee, won, deed, building)
    tell(g, AUCTION_OPENED, refuser, payee, floor, deed, building, rule)


def lowest_bid(g, e):
    """The least that may be bid now."""
    if g.bidder == NOBODY:
        return g.bid_floor
    return g.bid + e.note


def openers(g, e):
    """Who may bid now: everybody still in but the highest bidder, and where the book says so, not the refuser first."""
    mask = g.bidders
    if g.bidder != NOBODY:
        return without(mask, g.bidder)
    refuser = auction_refuser(g)
    if e.purchase_opening_bid == OPENING_BID_ANOTHER and refuser != NOBODY:
        return without(mask, refuser)  # EUR-33, AMB-87
    return mask


def interest_on_sale(g, e):
    """What the winner will owe the Bank at once on a mortgaged deed. EXP-80."""
    deed = auction_deed(g)
    if deed == NOTHING or g.mortgaged[deed] == FREE:
        return 0
    return interest(e, deed, e.mortgage_transfer_percent)


def highest_bid(g, e, seat):
    """The most this seat can pay for, interest included. AMB-15: no unpayable winners."""
    return (g.cash[seat] - interest_on_sale(g, e)) // e.note * e.note


def check_bid(g, e, seat, amount):
    """More than the last bid, in whole notes, and no more than one's cash."""
    if not is_asked(g, seat, FRAME_AUCTION):
        return NOT_ASKED
    if amount < lowest_bid(g, e):
        return BID_TOO_LOW
    if amount % e.note != 0:
        return NOT_A_ROUND_SUM
    if amount > highest_bid(g, e, seat):
        return NOT_ENOUGH_CASH
    return OK


def check_pass(g, seat):
    """Anybody who is asked may pass."""
    if not is_asked(g, seat, FRAME_AUCTION):
        return NOT_ASKED
    return OK


def make_bid(g, seat, amount):
    """A higher bid."""
    g.bidder = seat
    g.bid = amount
    tell(g, BID_MADE, seat, NOBODY, amount, NOTHING, NOTHING, RULE_BID)


def pass_bid(g, seat):
    """Leave the auction for good."""
    g.bidders = without(g.bidders, seat)
    tell(g, PASSED, seat, NOBODY, 0, NOTHING, NOTHING, RULE_BID)


def drop_unable_bidders(g, e):
    """No player is asked for a bid they could not raise, or for a building they could not place."""
    least = lowest_bid(g, e) + interest_on_sale(g, e)
    building = auction_building(g)
    for seat in range(g.seats):
        if has(g.bidders, seat) and seat != g.bidder:
            is_poor = g.cash[seat] < least and g.cash[seat] + raisable(g, e, seat) < least
            if is_poor or (building != NOTHING and not can_place_any(g, e, seat, building)):
                pass_bid(g, seat)


def sell_to_winner(g, e, deed, payee, rule):
    """The winner pays at once and receives the deed."""
    seat = g.bidder
    g.cash[seat] -= g.bid
    if payee != BANK:
        g.cash[payee] += g.bid
    give_deed(g, deed, seat)
    tell(g, AUCTION_WON, seat, payee, g.bid, deed, NOTHING, rule)
    if g.mortgaged[deed] != FREE:
        g.mortgaged[deed] = INHERITED
        inherit_mortgages(g, e, seat, only(deed), 0, RULE_TRANSFER_INTEREST)


def resume_auction(g, e):
    """Ask the next player who may still bid; when none may, sell to the highest bidder or end without a sale."""
    drop_unable_bidders(g, e)
    asked = openers(g, e)
    if asked != 0:
        g.must = asked
        return
    payee = auction_payee(g)
    rule = auction_rule(g)
    deed = auction_deed(g)
    building = auction_building(g)
    pop(g)
    if building == NOTHING:
        if g.bidder == NOBODY:
            tell(g, AUCTION_FAILED, NOBODY, NOBODY, 0, deed, NOTHING, RULE_AUCTION_FAILED)
        else:
            sell_to_winner(g, e, deed, payee, rule)
    elif g.bidder == NOBODY:
        for seat in range(g.seats):
            g.ordered[seat] = 0
        tell(g, AUCTION_FAILED, NOBODY, NOBODY, 0, NOTHING, building, RULE_AUCTION_FAILED)
    else:
        g.cash[g.bidder] -= g.bid
        g.ordered[g.bidder] -= 1
        tell(g, AUCTION_WON, g.bidder, BANK, g.bid, NOTHING, building, rule)
        push_place(g, g.bidder, building)
