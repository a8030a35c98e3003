"""When one may act unasked: AMB-17.

On one's own turn before rolling or after the landing is settled, and between turns; never between a roll and
its landing, except to raise money for a debt, a purchase or a bid.
"""

from .codes import FRAME_AUCTION, FRAME_BUY, FRAME_DEBT, FRAME_OFFER, FRAME_TURN, TIME_CLOSING
from .masks import has
from .refusals import OK, PRISONERS_MAY_NOT, WRONG_MOMENT
from .slots import buy_buyer, debt_payer, offer_waiting
from .stack import top_kind


def is_resting(g):
    """Whether no landing, auction or debt is under way: only the turn is on the stack."""
    return top_kind(g) == FRAME_TURN


def is_closing(g):
    """Whether time is up and no turn in progress: rents may still be claimed, and nothing else is done. AMB-137."""
    return g.time_is_up == TIME_CLOSING


def check_managing(g, e, seat):
    """Whether this is a moment for this seat to build, lift or trade: OK, or why not."""
    if not is_resting(g) or is_closing(g):
        return WRONG_MOMENT
    if g.jail[seat] > 0 and e.jail_manages == 0:
        return PRISONERS_MAY_NOT
    if seat == g.turn or g.rolled == 0:
        return OK
    return WRONG_MOMENT


def is_raising(g, seat):
    """Whether this seat is being asked for money it may first raise: AMB-15, AMB-16, AMB-38."""
    kind = top_kind(g)
    if kind == FRAME_BUY:
        return buy_buyer(g) == seat
    if kind == FRAME_DEBT:
        return debt_payer(g) == seat
    if kind == FRAME_AUCTION:
        return has(g.bidders, seat) and seat != g.bidder
    if kind == FRAME_OFFER:
        return has(offer_waiting(g), seat)
    return False


def check_raising(g, e, seat):
    """Whether this is a moment for this seat to sell buildings or mortgage."""
    if is_raising(g, seat):
        return OK
    return check_managing(g, e, seat)


def check_trading(g, e, seat):
    """Whether this is a moment for this seat to propose a deal: as managing, and for a debtor or a buyer."""
    kind = top_kind(g)
    if kind == FRAME_BUY and buy_buyer(g) == seat:
        return OK
    if kind == FRAME_DEBT and debt_payer(g) == seat:
        return OK
    return check_managing(g, e, seat)
