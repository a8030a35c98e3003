"""Setting up: money, decks, dealt deeds.

EXP «Preparazione», SRV «Preparazione», EUR «Pregătirea de joc», «Împărțirea banilor», CLA «Preparación»,
CAS «Instrucciones».
"""

from .chance import CHANCE_DEED, below, note_chance, shuffle_decks, take_scripted
from .codes import (
    BANK,
    MAX_DEEDS,
    MAX_KEPT,
    MAX_SEATS,
    NOBODY,
    NOTHING,
    WHY_DEED,
)
from .money import pay
from .property import give_deed
from .slots import push_opening
from .tell import DEED_DEALT, RULE_DEAL, RULE_DEAL_PAID, tell


def set_up(g, e, c):
    """Lay out a fresh game in an empty state and ask for the opening rolls."""
    g.seats = e.seats
    g.houses = e.houses
    g.hotels = e.hotels
    g.bidder = NOBODY
    for seat in range(e.seats):
        g.cash[seat] = e.setup_cash
        g.order[seat] = seat
    for deed in range(MAX_DEEDS):
        g.owner[deed] = BANK
    for card in range(MAX_KEPT):
        g.held[card] = NOBODY
    for slot in range(MAX_SEATS):
        for deed in range(MAX_DEEDS):
            g.deal[slot].deed[deed] = NOBODY
        for card in range(MAX_KEPT):
            g.deal[slot].card[card] = NOBODY
    shuffle_decks(e, c)
    deal_deeds(g, e, c)
    apply_handicaps(g, e)
    everybody = (1 << e.seats) - 1
    push_opening(g, everybody, everybody)


def apply_handicaps(g, e):
    """Let each seat begin with its part of the cash that is left after dealt deeds are paid, in whole notes."""
    for seat in range(e.seats):
        if e.cash_percent[seat] != 100:
            g.cash[seat] = g.cash[seat] * e.cash_percent[seat] // 100 // e.note * e.note


def deal_deeds(g, e, c):
    """Deal deeds by chance, one at a time round the table; all pay the printed price. EXP-17 to EXP-19, CLA-112."""
    left = e.deeds
    for _ in range(e.setup_dealt):
        for seat in range(e.seats):
            deed = take_deed(g, e, c, left)
            left -= 1
            give_deed(g, deed, seat)
            tell(g, DEED_DEALT, seat, BANK, 0, deed, NOTHING, RULE_DEAL)
            if e.setup_dealt_paid == 1:
                pay(g, seat, BANK, e.price[deed], WHY_DEED, deed, RULE_DEAL_PAID)


def take_deed(g, e, c, left):
    """One of the deeds still in the pack, each as likely."""
    deed = take_scripted(c, CHANCE_DEED)
    if deed < 0 or deed >= e.deeds or g.owner[deed] != BANK:
        if deed != NOTHING:
            c.missing = 1
        place = below(c, left)
        for i in range(e.deeds):
            if g.owner[i] == BANK:
                if place == 0:
                    deed = i
                place -= 1
    note_chance(c, CHANCE_DEED, deed)
    return deed
