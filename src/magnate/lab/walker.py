"""The walker: never buys, follows every card, and counts where its rolls end. For the mathematics of the board."""

from magnate.rules.codes import (
    END_TURN,
    FOLLOW_CARD,
    FRAME_BUY,
    FRAME_CARD,
    FRAME_TURN,
    MAX_SPACES,
    NOBODY,
    PAY_FINE,
    REFUSE,
    ROLL,
)
from magnate.rules.jail import check_fine
from magnate.rules.masks import first_of
from magnate.rules.refusals import OK
from magnate.rules.stack import top_kind
from magnate.rules.timeout import apply_or_default, default_answer
from magnate.rules.turn import check_roll

IN_JAIL = MAX_SPACES  # the state of a prisoner; every other state is a space
SETTLING = 200  # rolls of a game that are not counted: everybody has left the start behind

WALK = [
    ("stays", "i4", 0),  # 0 pays and leaves jail at once, 1 rolls for a double as long as it may
    ("mover", "i4", 0),  # the seat whose roll has not been counted yet, or NOBODY
    ("rolls", "i8", 0),  # counted
    ("ended", "i8", MAX_SPACES + 1),  # rolls that ended in each state
]


def play_walker(g, e, c, a, w, most):
    """Walkers play on until a number of actions has been made, counting every roll to move once it is over."""
    w.mover = NOBODY
    while g.over == 0 and g.actions < most:
        seat = first_of(g.must)
        kind = top_kind(g)
        if kind == FRAME_TURN and w.mover != NOBODY:
            count_roll(g, w, w.mover)
            w.mover = NOBODY
        walker_decides(g, e, seat, kind, a, w)
        if kind == FRAME_TURN and a.kind == ROLL:
            w.mover = seat
        apply_or_default(g, e, c, seat, a)


def count_roll(g, w, seat):
    """The roll is over: note where it has left the player."""
    if g.rolls > SETTLING:
        state = g.at[seat]
        if g.jail[seat] > 0:
            state = IN_JAIL
        w.ended[state] += 1
        w.rolls += 1


def walker_decides(g, e, seat, kind, a, w):
    """Write this seat's next action into `a`."""
    default_answer(g, e, seat, a)
    if kind == FRAME_BUY:
        a.kind = REFUSE
    elif kind == FRAME_CARD:
        a.kind = FOLLOW_CARD
    elif kind == FRAME_TURN:
        a.kind = END_TURN
        if w.stays == 0 and check_fine(g, e, seat) == OK:
            a.kind = PAY_FINE
        elif check_roll(g, e, seat) == OK:
            a.kind = ROLL
