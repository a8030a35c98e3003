"""Interrupted business: a small stack of frames. The top one says who must answer what; the turn lies at the bottom."""

from .codes import FRAME_BUY, FRAME_DEBT, FRAME_TURN, NOBODY
from .masks import has, with_seat


def push(g, kind, seat, other, step, amount, x, y):
    """Put new business on top."""
    i = g.depth
    g.frame[i] = kind
    g.frame_seat[i] = seat
    g.frame_other[i] = other
    g.frame_step[i] = step
    g.frame_amount[i] = amount
    g.frame_x[i] = x
    g.frame_y[i] = y
    g.depth = i + 1


def pop(g):
    """The business on top is done."""
    g.depth -= 1
    i = g.depth
    g.frame[i] = 0
    g.frame_seat[i] = 0
    g.frame_other[i] = 0
    g.frame_step[i] = 0
    g.frame_amount[i] = 0
    g.frame_x[i] = 0
    g.frame_y[i] = 0


def top_kind(g):
    """What kind of business is on top; 0 for none."""
    if g.depth == 0:
        return 0
    return g.frame[g.depth - 1]


def admits_deals(kind):
    """Whether deals may be proposed and answered over this kind of business."""
    return kind == FRAME_TURN or kind == FRAME_BUY or kind == FRAME_DEBT


def is_asked(g, seat, kind):
    """Whether the business on top is of this kind and waits for this seat. Open deals are answered first."""
    if top_kind(g) != kind or not has(g.must, seat):
        return False
    return g.deals == 0 or not admits_deals(kind)


def playing_mask(g):
    """The seats still in the game."""
    mask = 0
    for seat in range(g.seats):
        if g.out[seat] == 0:
            mask = with_seat(mask, seat)
    return mask


def next_in_order(g, seat, mask):
    """The first seat of the mask that plays after this one, or NOBODY."""
    place = 0
    for i in range(g.seats):
        if g.order[i] == seat:
            place = i
    for _ in range(g.seats):
        place += 1
        if place == g.seats:
            place = 0
        if has(mask, g.order[place]):
            return g.order[place]
    return NOBODY
