"""The swindler: a trader that tries a trick instead of honest offers. Nobody should gain by it.

`SWINDLING` puts it among the bots, in a program of its own.
"""

from magnate.bots.deal_terms import clear_terms, partner_in
from magnate.bots.hidden_cash import hide_cash, restore_cash
from magnate.bots.house import house_decides
from magnate.bots.novice import novice_decides
from magnate.bots.table import HOUSE_BOT, NOVICE_BOT
from magnate.bots.trader import trader_decides
from magnate.compiled.clone import COUNTING
from magnate.rules.auction import highest_bid, lowest_bid
from magnate.rules.codes import (
    ACCEPT_DEAL,
    BANK,
    BID,
    FRAME_AUCTION,
    FRAME_TURN,
    GROUP_LOTS,
    NOBODY,
    NOTHING,
    PASS,
    PROPOSE_DEAL,
    ROLL,
)
from magnate.rules.deals import check_deal_answer, check_propose
from magnate.rules.property import group_deed
from magnate.rules.refusals import OK
from magnate.rules.slots import auction_deed
from magnate.rules.stack import admits_deals, top_kind

TRICK_ONE = 1  # offers one note for a deed
TRICK_ABSURD = 2  # asks ten times the price for a deed of its own
TRICK_AGAIN = 3  # repeats the same refused offer as often as it may
TRICK_ROUND_TRIP = 4  # sells a deed, and buys it back for a note less
TRICK_LAST_DEED = 5  # wants the deed that completes its group, at its price
TRICK_GIFTS = 6  # gives what it has to another swindler or to anybody, where gifts are allowed
TRICK_AUCTION = 7  # raises every bid by one note
TRICKS = 7

SWINDLER = 100  # and the number of its trick: the bot at a seat


def trick_of(b, seat):
    """Which trick the bot at a seat tries; 0 for an honest one."""
    return max(0, b.bot[seat] - SWINDLER)


def bot_or_swindler_decides(g, e, b, seat, a):
    """As `bot_decides`, with swindlers among the bots."""
    if b.private == 1:
        hide_cash(g, e, seat, a)
    if trick_of(b, seat) > 0:
        swindler_decides(g, e, b, seat, a)
    elif b.bot[seat] == NOVICE_BOT:
        novice_decides(g, e, b, seat, a)
    elif b.bot[seat] == HOUSE_BOT:
        house_decides(g, e, b, seat, a)
    else:
        trader_decides(g, e, b, seat, a)
    if b.private == 1:
        restore_cash(g, a)


SWINDLING = {**COUNTING, "magnate.bots.table.bot_decides": bot_or_swindler_decides}


def swindler_decides(g, e, b, seat, a):
    """Write this seat's next action into `a`: the trick, where there is room for it, else what a trader does."""
    kind = top_kind(g)
    trick = trick_of(b, seat)
    if trick > TRICKS:  # every trick in its turn
        trick = 1 + g.turns // g.seats % TRICKS
    if g.over == 0 and g.deals != 0 and admits_deals(kind) and trick == TRICK_GIFTS and takes_gift(g, b, seat, a):
        return
    trader_decides(g, e, b, seat, a)
    if g.over == 1:
        return
    if kind == FRAME_AUCTION and trick == TRICK_AUCTION:
        creep(g, e, seat, a)
    elif kind == FRAME_TURN and g.deals == 0 and g.rolled == 0 and g.jail[seat] == 0:
        if a.kind == PROPOSE_DEAL:
            a.kind = ROLL
        if a.kind == ROLL:
            try_trick(g, e, b, seat, trick, a)


def creep(g, e, seat, a):
    """One note more than the last bid, up to the price."""
    deed = auction_deed(g)
    least = lowest_bid(g, e)
    a.kind = PASS
    if deed != NOTHING and least <= min(e.price[deed], highest_bid(g, e, seat)):
        a.kind = BID
        a.amount = least


def takes_gift(g, b, seat, a):
    """Whether another swindler's gift lies on the table: then it is taken."""
    for slot in range(g.seats):
        if trick_of(b, slot) != 0 and check_deal_answer(g, seat, slot, g.deal[slot].revision) == OK:
            a.kind = ACCEPT_DEAL
            a.x = slot
            a.y = g.deal[slot].revision
            return True
    return False


def try_trick(g, e, b, seat, trick, a):
    """Propose the trick, if the rules allow it now; else roll."""
    clear_terms(a)
    if trick == TRICK_ONE or trick == TRICK_AGAIN:
        wanted = g.turns
        if trick == TRICK_AGAIN:
            wanted = seat
        ask_for(g, seat, any_deed_of_others(g, e, seat, wanted), e.note, a)
    elif trick == TRICK_ABSURD:
        deed = own_deed(g, e, seat, g.turns)
        offer(e, seat, next_seat(g, seat), deed, 10, a)
    elif trick == TRICK_ROUND_TRIP:
        deed = own_deed(g, e, seat, 0)
        if g.turns // g.seats % 2 == 0:
            offer(e, seat, next_seat(g, seat), deed, 1, a)
        else:
            deed = any_deed_of_others(g, e, seat, g.turns)
            if deed != NOTHING:
                ask_for(g, seat, deed, e.price[deed] - e.note, a)
    elif trick == TRICK_LAST_DEED:
        deed = last_deed(g, e, seat)
        if deed != NOTHING:
            ask_for(g, seat, deed, e.price[deed] // e.note * e.note, a)
    elif trick == TRICK_GIFTS:
        make_gifts(g, e, b, seat, a)
    if check_propose(g, e, seat, a) == OK:
        a.kind = PROPOSE_DEAL
    else:
        a.kind = ROLL


def next_seat(g, seat):
    """The next player still in."""
    other = (seat + 1) % g.seats
    while g.out[other] != 0:
        other = (other + 1) % g.seats
    return other


def any_deed_of_others(g, e, seat, start):
    """Some deed of another player, or -1."""
    for step in range(e.deeds):
        deed = (start + step) % e.deeds
        if g.owner[deed] != BANK and g.owner[deed] != seat:
            return deed
    return NOTHING


def own_deed(g, e, seat, start):
    """Some deed of its own, or -1."""
    for step in range(e.deeds):
        deed = (start + step) % e.deeds
        if g.owner[deed] == seat:
            return deed
    return NOTHING


def last_deed(g, e, seat):
    """Another's deed that would complete a group, or -1."""
    for group in range(e.groups):
        if e.group_kind[group] == GROUP_LOTS and partner_in(g, e, seat, group) != NOBODY:
            missing = 0
            found = NOTHING
            for place in range(e.group_size[group]):
                deed = group_deed(e, group, place)
                if g.owner[deed] != seat:
                    missing += 1
                    found = deed
            if missing == 1:
                return found
    return NOTHING


def ask_for(g, seat, deed, price, a):
    """The terms: this deed for so much."""
    if deed != NOTHING:
        a.deed[deed] = seat
        a.cash[seat] = -price
        a.cash[g.owner[deed]] = price


def offer(e, seat, other, deed, times, a):
    """The terms: an own deed for so many times its price."""
    if deed != NOTHING:
        price = e.price[deed] * times // e.note * e.note
        a.deed[deed] = other
        a.cash[seat] = price
        a.cash[other] = -price


def make_gifts(g, e, b, seat, a):
    """The terms: every deed to the partner for nothing; the swindler of the lowest seat gets it all. Without a partner
    a deed for the next player, who is asked for one in return a round later.
    """
    first = 0
    partners = 0
    for other in range(g.seats - 1, -1, -1):
        if trick_of(b, other) != 0 and g.out[other] == 0:
            first = other
            partners += 1
    if first < seat:
        for deed in range(e.deeds):
            if g.owner[deed] == seat:
                a.deed[deed] = first
    elif partners == 1 and g.turns // g.seats % 2 == 0:
        offer(e, seat, next_seat(g, seat), own_deed(g, e, seat, g.turns), 0, a)
    elif partners == 1:
        ask_for(g, seat, any_deed_of_others(g, e, seat, g.turns), 0, a)
