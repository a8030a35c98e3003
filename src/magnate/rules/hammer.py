"""The fall of the hammer: what an auction comes to when nobody bids higher."""

from .auction import drop_the_unable, openers, sell_to_winner
from .codes import BANK, FRAME_PLACE, NOBODY, NOTHING
from .masks import only
from .stack import pop, push
from .tell import AUCTION_FAILED, AUCTION_WON, RULE_AUCTION_FAILED, tell


def resume_auction(g, e):
    """Ask whoever may still bid; when nobody may, sell to the highest bidder or end without a sale."""
    drop_the_unable(g, e)
    asked = openers(g, e)
    if asked != 0:
        g.must = asked
        return
    top = g.depth - 1
    payee = g.frame_other[top]
    rule = g.frame_step[top]
    deed = g.frame_x[top]
    building = g.frame_y[top]
    pop(g)
    if building == NOTHING:
        if g.bidder == NOBODY:
            tell(g, AUCTION_FAILED, NOBODY, NOBODY, 0, deed, NOTHING, RULE_AUCTION_FAILED)
        else:
            sell_to_winner(g, e, deed, payee, rule)
    elif g.bidder == NOBODY:
        for seat in range(g.seats):
            g.asked[seat] = 0
        tell(g, AUCTION_FAILED, NOBODY, NOBODY, 0, NOTHING, building, RULE_AUCTION_FAILED)
    else:
        g.cash[g.bidder] -= g.bid
        g.asked[g.bidder] -= 1
        tell(g, AUCTION_WON, g.bidder, BANK, g.bid, NOTHING, building, rule)
        push(g, FRAME_PLACE, g.bidder, NOBODY, building, 0, 0, 0)


def resume_place(g):
    """The winner places the building."""
    g.must = only(g.frame_seat[g.depth - 1])
