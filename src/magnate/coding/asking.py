"""Whose decision it is, and about what.

A seat that must answer is asked, from the left of the player on turn (at an auction, of the highest bidder), so that no
number of a seat is favoured. An owner who could claim a rent is asked once for it; if the table wants it, everybody is
asked once before the first roll of a turn.
"""

from magnate.bots.novice import forgets
from magnate.bots.table import NOVICE_BOT
from magnate.coding.catalogue import QUESTION_BETWEEN, QUESTION_CLAIM, QUESTION_DEAL
from magnate.rules.codes import FRAME_AUCTION, FRAME_BUY, FRAME_TURN, MAX_SEATS, NOBODY
from magnate.rules.masks import has, with_seat, without
from magnate.rules.stack import admits_deals, playing_mask, top_kind

OUTSIDE = -1  # the decision comes from outside, not from a bot
GUEST = -2  # likewise, from an opponent of those who learn: a game does not go on for it alone


def question_of_seat(g, w):
    """What the seat is asked."""
    kind = top_kind(g)
    if w.free == 1:
        if has_rent_due(g, w.seat):
            return QUESTION_CLAIM
        return QUESTION_BETWEEN
    if g.deals != 0 and admits_deals(kind):
        return QUESTION_DEAL
    return kind


def has_rent_due(g, seat):
    """Whether this seat could claim a rent now."""
    kind = top_kind(g)
    if kind == FRAME_TURN or kind == FRAME_BUY:
        for i in range(g.claims):
            if g.claim[i].owner == seat:
                return True
    return False


def left_of(g, seat, mask):
    """The first seat of the mask to the left, this one last."""
    other = seat
    for _ in range(g.seats):
        other += 1
        if other >= g.seats:
            other = 0
        if has(mask, other):
            return other
    return NOBODY


def ask_next(g, w, b):
    """Find whose decision it is."""
    if w.turns != g.turns or w.rolls != g.rolls:
        w.turns = g.turns
        w.rolls = g.rolls
        w.passed = 0
    w.free = 0
    kind = top_kind(g)
    if g.claims > 0 and (kind == FRAME_TURN or kind == FRAME_BUY):
        for i in range(g.claims):
            owner = g.claim[i].owner
            if not has(w.passed, owner) and (b.bot[owner] != NOVICE_BOT or not forgets(g, owner)):
                w.seat = owner
                w.free = 1
                return
    if w.between == 1 and kind == FRAME_TURN and g.rolled == 0 and g.deals == 0:
        other = left_of(g, g.turn, without(playing_mask(g) & outside_mask(g, b), g.turn) & ~(w.passed >> MAX_SEATS))
        if other != NOBODY:
            w.seat = other
            w.free = 1
            return
    start = g.turn
    if kind == FRAME_AUCTION and g.bidder != NOBODY:
        start = g.bidder
    w.seat = left_of(g, start, g.must)


def outside_mask(g, b):
    """The seats that are decided for from outside."""
    mask = 0
    for seat in range(g.seats):
        if b.bot[seat] == OUTSIDE:
            mask = with_seat(mask, seat)
    return mask


def let_pass(g, w):
    """The seat does nothing, and is not asked the same again at this moment."""
    if has_rent_due(g, w.seat):
        w.passed = with_seat(w.passed, w.seat)
    else:
        w.passed = with_seat(w.passed, MAX_SEATS + w.seat)
