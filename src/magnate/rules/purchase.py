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
    NOBODY,
    NOTHING,
    REFUSED_AUCTION,
    REFUSED_SAME_PRICE,
)
from .masks import count_bits, first_of, has, only, with_seat, without
from .property import give_deed
from .refusals import NOT_ASKED, NOT_ENOUGH_CASH, OK
from .slots import (
    buy_buyer,
    buy_target,
    offer_deed,
    offer_takers,
    offer_waiting,
    push_offer,
    push_roll_off,
    roll_off_deed,
    roll_off_rolling,
    roll_off_waiting,
    set_offer_takers,
    set_offer_waiting,
    set_roll_off_rolling,
    set_roll_off_waiting,
)
from .stack import is_asked, playing_mask, pop
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


def resume_buy(g, e):
    """The player answers yes or no, raising money first if need be; to leave the game is to refuse. AMB-16, AMB-141."""
    seat = buy_buyer(g)
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
    if g.cash[seat] < e.price[buy_target(g)]:
        return NOT_ENOUGH_CASH
    return OK


def check_refuse(g, seat):
    """A player who is offered a deed may refuse it."""
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
    deed = buy_target(g)
    pop(g)
    sell_at_price(g, e, seat, deed, RULE_BUY)


def refuse_deed(g, e, seat):
    """The player refuses: the Bank turns to everybody, or to the others, or keeps the deed."""
    deed = buy_target(g)
    pop(g)
    tell(g, DEED_REFUSED, seat, NOBODY, e.price[deed], deed, NOTHING, RULE_REFUSE)
    if e.purchase_refused == REFUSED_AUCTION:
        bidders = playing_mask(g)
        if e.purchase_refuser_bids == 0:
            bidders = without(bidders, seat)
        open_auction(g, seat, BANK, deed, NOTHING, bidders, e.note, RULE_AUCTION, RULE_AUCTION_WON)
    elif e.purchase_refused == REFUSED_SAME_PRICE:
        others = without(playing_mask(g), seat)
        push_offer(g, seat, 0, others, deed)
        tell(g, OFFER_MADE, seat, NOBODY, e.price[deed], deed, NOTHING, RULE_SAME_PRICE)


def check_accept_offer(g, e, seat):
    """Only a player with enough cash may say yes. AMB-70."""
    if not is_asked(g, seat, FRAME_OFFER):
        return NOT_ASKED
    if g.cash[seat] < e.price[offer_deed(g)]:
        return NOT_ENOUGH_CASH
    return OK


def check_decline_offer(g, seat):
    """A player who is asked may say no."""
    if not is_asked(g, seat, FRAME_OFFER):
        return NOT_ASKED
    return OK


def answer_offer(g, seat, yes):
    """One of the others answers the notice."""
    set_offer_waiting(g, without(offer_waiting(g), seat))
    if yes == 1:
        set_offer_takers(g, with_seat(offer_takers(g), seat))
    tell(g, OFFER_ANSWERED, seat, NOBODY, 0, offer_deed(g), yes, RULE_SAME_PRICE)


def resume_offer(g, e):
    """No player: it stays with the Bank. One: buys. More: they roll for it."""
    if offer_waiting(g) != 0:
        g.must = offer_waiting(g)
        return
    takers = offer_takers(g)
    deed = offer_deed(g)
    pop(g)
    if count_bits(takers) == 1:
        seat = first_of(takers)
        sell_at_price(g, e, seat, deed, RULE_SAME_PRICE)
    elif takers != 0:
        push_roll_off(g, takers, takers, deed)


def roll_off(g, c, seat):
    """One die for the deed."""
    g.roll_off_die[seat] = roll_die(c)
    set_roll_off_waiting(g, without(roll_off_waiting(g), seat))
    tell(g, DIE_ROLLED, seat, NOBODY, 0, g.roll_off_die[seat], roll_off_deed(g), RULE_ROLL_OFF)


def resume_roll_off(g, e):
    """The highest die buys at the printed price; ties among the highest roll again."""
    if roll_off_waiting(g) != 0:
        g.must = roll_off_waiting(g)
        return
    best = 0
    highest = 0
    for seat in range(g.seats):
        if has(roll_off_rolling(g), seat):
            if g.roll_off_die[seat] > best:
                best = g.roll_off_die[seat]
                highest = 0
            if g.roll_off_die[seat] == best:
                highest = with_seat(highest, seat)
    if count_bits(highest) > 1:
        set_roll_off_rolling(g, highest)
        set_roll_off_waiting(g, highest)
        g.must = highest
        return
    deed = roll_off_deed(g)
    pop(g)
    seat = first_of(highest)
    sell_at_price(g, e, seat, deed, RULE_ROLL_OFF)
