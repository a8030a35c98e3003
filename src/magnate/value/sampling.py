"""Positions sampled from games of bots, with who won: the figures a network learns from.

A reservoir keeps every position at rest of a game with the same chance. Where a game is scrambled or nudged only what
follows counts, and the position then is kept.
"""

from magnate.rules.codes import FRAME_DEBT, FRAME_TURN
from magnate.rules.stack import top_kind
from magnate.value.fields import HOLDING, STANDING
from magnate.value.holdings import weigh_holding
from magnate.value.layers import clear_sums
from magnate.value.scramble import draw
from magnate.value.standing import weigh_seats

SAMPLES = [  # of one thread
    ("stray", "i8", 0),  # its generator
    ("taken", "i4", 0),  # positions of this game in the reservoir
    ("seen", "i4", 0),  # positions of this game so far
    ("due", "i4", 0),  # the turn from which on the game is scrambled, 0 never or done
]


def is_at_rest(g):
    """Whether a position is one to be valued: between decisions of a turn, or over a debt, with no deal open."""
    kind = top_kind(g)
    return g.over == 0 and g.deals == 0 and (kind == FRAME_TURN or kind == FRAME_DEBT)


def slot_for(s, most):
    """The place of the next position in a reservoir of this size, or -1. The first one always stays."""
    s.seen += 1
    if s.taken < most:
        s.taken += 1
        return s.taken - 1
    slot = 1 + draw(s, s.seen - 1)
    if slot < most:
        return slot
    return -1


def write_figures(g, e, n, f, row, standing, holding, holder, held):
    """Write the figures of a position into row `row` of arrays: of all seats, and of every holding with its seat."""
    count = 0
    clear_sums(g, n, f)
    for group in range(e.groups):
        for seat in range(g.seats):
            if g.deed_count[seat] > 0 and weigh_holding(g, e, n, seat, group, f):
                for i in range(HOLDING):
                    holding[row, count, i] = f.holding[i]
                holder[row, count] = seat
                count += 1
    held[row] = count
    weigh_seats(g, e, n, f)
    for seat in range(g.seats):
        for i in range(STANDING):
            standing[row, seat, i] = 0
            if g.out[seat] == 0:
                standing[row, seat, i] = f.standing[seat * STANDING + i]
