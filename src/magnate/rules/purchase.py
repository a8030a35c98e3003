"""Landing on unowned property: buy at the printed price, or refuse; then the auction, or the same-price offer.

EXP «Fermata su proprietà libera», SRV likewise, EUR «Achiziționarea proprietăților», CLA «Compra de Propiedades»,
CAS «Compra de propiedades».
"""

from .auction import open_auction
from .chance import roll_die
from .codes import (
    BANK,
    FRAME_BUY,
    FRAME_OFFER,
    FRAME_ROLL_OFF,
    NOBODY,
    NOTHING,
    REFUSED_AUCTION,
    REFUSED_SAME_PRICE,
)
from .masks import count_bits, first_of, has, only, with_seat, without
from .property import give_deed
from .refusals import NOT_ASKED, NOT_ENOUGH_CASH, OK
from .stack import is_asked, playing_mask, pop, push
from .tell import (
    DEED_BOUGHT,
    DEED_REFUSED,
    DIE_ROLLED,
    OFFER_ANSWERED,
    OFFER_MADE,
    RULE_AUCTION,
    RULE_AUCTION_WON,
    RULE_BUY,
    RULE_REFUSE,
    RULE_ROLL_OFF,
    RULE_SAME_PRICE,
    tell,
)


def offer_deed(g, seat, deed):
    """The player who landed has the first option."""
    push(g, FRAME_BUY, seat, NOBODY, 0, 0, deed, 0)


def resume_buy(g, e):
    """The player answers yes or no, raising money first if need be; to leave the game is to refuse. AMB-16, AMB-141."""
    seat = g.frame_seat[g.depth - 1]
    if g.out[seat] == 0:
        g.must = only(seat)
    elif g.ending != 0:
        pop(g)
    else:
        refuse_deed(g, e, seat)


def check_buy(g, e, seat):
    """The printed price, in cash."""
    if not is_asked(g, seat, FRAME_BUY):
        return NOT_ASKED
    if g.cash[seat] < e.price[g.frame_x[g.depth - 1]]:
        return NOT_ENOUGH_CASH
    return OK


def check_refuse(g, seat):
    """Whoever is offered a deed may refuse it."""
    if not is_asked(g, seat, FRAME_BUY):
        return NOT_ASKED
    return OK


def sell_at_price(g, e, seat, deed, rule):
    """The Bank sells a deed at the printed price."""
    g.cash[seat] -= e.price[deed]
    give_deed(g, deed, seat)
    tell(g, DEED_BOUGHT, seat, BANK, e.price[deed], deed, NOTHING, rule)


def buy_deed(g, e, seat):
    """The player buys what it landed on."""
    deed = g.frame_x[g.depth - 1]
    pop(g)
    sell_at_price(g, e, seat, deed, RULE_BUY)


def refuse_deed(g, e, seat):
    """The player refuses: the Bank turns to everybody, or to the others, or keeps the deed."""
    deed = g.frame_x[g.depth - 1]
    pop(g)
    tell(g, DEED_REFUSED, seat, NOBODY, e.price[deed], deed, NOTHING, RULE_REFUSE)
    if e.purchase_refused == REFUSED_AUCTION:
        bidders = playing_mask(g)
        if e.purchase_refuser_bids == 0:
            bidders = without(bidders, seat)
        open_auction(g, seat, BANK, deed, NOTHING, bidders, e.note, RULE_AUCTION, RULE_AUCTION_WON)
    elif e.purchase_refused == REFUSED_SAME_PRICE:
        others = without(playing_mask(g), seat)
        push(g, FRAME_OFFER, seat, NOBODY, 0, 0, others, deed)
        tell(g, OFFER_MADE, seat, NOBODY, e.price[deed], deed, NOTHING, RULE_SAME_PRICE)


def check_accept_offer(g, e, seat):
    """Only a player with enough cash may say yes. AMB-70."""
    if not is_asked(g, seat, FRAME_OFFER):
        return NOT_ASKED
    if g.cash[seat] < e.price[g.frame_y[g.depth - 1]]:
        return NOT_ENOUGH_CASH
    return OK


def check_decline_offer(g, seat):
    """Whoever is asked may say no."""
    if not is_asked(g, seat, FRAME_OFFER):
        return NOT_ASKED
    return OK


def answer_offer(g, seat, yes):
    """One of the others answers the notice."""
    top = g.depth - 1
    g.frame_x[top] = without(g.frame_x[top], seat)
    if yes == 1:
        g.frame_step[top] = with_seat(g.frame_step[top], seat)
    tell(g, OFFER_ANSWERED, seat, NOBODY, 0, g.frame_y[top], yes, RULE_SAME_PRICE)


def resume_offer(g, e):
    """Nobody: it stays with the Bank. One: buys. More: they roll for it.

    Frame: seat who refused; step seats who said yes; x seats still to answer; y deed.
    """
    top = g.depth - 1
    if g.frame_x[top] != 0:
        g.must = g.frame_x[top]
        return
    takers = g.frame_step[top]
    deed = g.frame_y[top]
    pop(g)
    if count_bits(takers) == 1:
        seat = first_of(takers)
        sell_at_price(g, e, seat, deed, RULE_SAME_PRICE)
    elif takers != 0:
        push(g, FRAME_ROLL_OFF, NOBODY, NOBODY, takers, 0, takers, deed)


def roll_off(g, c, seat):
    """One die for the deed."""
    top = g.depth - 1
    g.asked[seat] = roll_die(c)
    g.frame_x[top] = without(g.frame_x[top], seat)
    tell(g, DIE_ROLLED, seat, NOBODY, 0, g.asked[seat], g.frame_y[top], RULE_ROLL_OFF)


def resume_roll_off(g, e):
    """The highest die buys at the printed price; ties among the highest roll again.

    Frame: step seats rolling for it; x seats still to roll; y deed.
    """
    top = g.depth - 1
    if g.frame_x[top] != 0:
        g.must = g.frame_x[top]
        return
    best = 0
    highest = 0
    for seat in range(g.seats):
        if has(g.frame_step[top], seat):
            if g.asked[seat] > best:
                best = g.asked[seat]
                highest = 0
            if g.asked[seat] == best:
                highest = with_seat(highest, seat)
    if count_bits(highest) > 1:
        g.frame_step[top] = highest
        g.frame_x[top] = highest
        g.must = highest
        return
    deed = g.frame_y[top]
    pop(g)
    seat = first_of(highest)
    sell_at_price(g, e, seat, deed, RULE_ROLL_OFF)
