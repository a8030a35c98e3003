"""The wanderer: plays at random among everything that is legal, deals included. For parity and tests.

It is no bot of the program: `WANDERING` puts it in the place of all bots, in a program of its own. Its actions have
room for a list of options and for dice of its own.
"""

from __future__ import annotations

import numpy as np

from magnate import objects
from magnate.bots.deal_terms import clear_terms
from magnate.compiled import records
from magnate.compiled.clone import COUNTING, Instead
from magnate.compiled.program import Scratch, fresh_scratch
from magnate.rules import fields
from magnate.rules.codes import BANK, CONCEDE, COUNTER_DEAL, NOBODY, PROPOSE_DEAL
from magnate.rules.deals import check_counter, check_propose
from magnate.rules.masks import has
from magnate.rules.options import list_options
from magnate.rules.play import apply
from magnate.rules.property import is_bare
from magnate.rules.refusals import OK

M31 = 0x7FFFFFFF
M32 = 0xFFFFFFFF


def stray(a, n):
    """The wanderer's own dice, apart from the game's chance: a number in 0..n-1."""
    a.stray = (a.stray * 1103515245 + 12345) & M31
    return (a.stray >> 8) % n


def begin_straying(c, actions):
    """Where the wanderer's dice begin before an action: from the game's key and the number of its actions, mixed."""
    x = (c.key[0] + 31 * c.key[1] + 1009 * c.key[2] + 65537 * actions + 12345) & M32
    x = (x ^ (x >> 16)) * 0x45D9F3B & M32
    x = (x ^ (x >> 16)) * 0x45D9F3B & M32
    return (x ^ (x >> 16)) & M31


def wander(g, e, c, a, b, most):
    """Wanderers play on until the game is over or a number of actions has been made, whichever bots `b` names."""
    while g.over == 0 and g.actions < most:
        played = g.actions
        a.stray = begin_straying(c, played)
        while g.over == 0 and g.actions == played:
            seat = stray(a, g.seats)
            if stray(a, 3) > 0:
                while not has(g.must, seat):
                    seat = (seat + 1) % g.seats
            if wanderer_decides(g, e, seat, a, a.options) == 1:
                apply(g, e, c, seat, a)


def wanderer_decides(g, e, seat, a, o):
    """Write a random legal action into `a`; 0 if this seat has none or prefers to do nothing."""
    list_options(g, e, seat, a, o)
    if o.count == 0:
        return 0
    i = stray(a, o.count)
    kind = o.kind[i]
    if kind == CONCEDE and stray(a, 200) > 0:
        return 0
    a.kind = kind
    a.x = o.x[i]
    a.y = o.y[i]
    a.amount = 0
    if o.high[i] > 0:
        steps = (o.high[i] - o.low[i]) // e.note
        a.amount = o.low[i] + stray(a, min(steps, 40) + 1) * e.note
        if o.low[i] == 0:
            a.amount = stray(a, o.high[i] + 1)
    if kind == PROPOSE_DEAL:
        stray_terms(g, e, seat, a, NOBODY)
        if check_propose(g, e, seat, a) != OK:
            return 0
    elif kind == COUNTER_DEAL:
        stray_terms(g, e, seat, a, a.x)
        if check_counter(g, e, seat, a.x, a.y, a) != OK:
            return 0
    return 1


def stray_terms(g, e, seat, a, other):
    """Random terms between this seat and one or two others."""
    clear_terms(a)
    first = other
    if first == NOBODY:
        first = stray(a, g.seats)
    second = stray(a, g.seats)
    if stray(a, 3) > 0:
        second = first
    for deed in range(e.deeds):
        owner = g.owner[deed]
        if owner != BANK and stray(a, 6) == 0 and is_bare(g, e, owner, deed, e.deals_bare):
            if owner == seat:
                a.deed[deed] = first
            elif owner == first:
                a.deed[deed] = second
                if second == first:
                    a.deed[deed] = seat
            elif owner == second:
                a.deed[deed] = seat
    for card in range(e.kept):
        if g.held[card] == seat and stray(a, 2) == 0:
            a.card[card] = first
    amount = (stray(a, 41) - 20) * e.note
    a.cash[seat] = amount
    a.cash[first] = a.cash[first] - amount


WANDERING: Instead = {**COUNTING, "magnate.bots.table.play_bots": wander}
STRAYS = [*fields.ACTION, ("stray", "i8", 0)]  # 0..2^31-1
ACTION = np.dtype([*records.record_type(STRAYS).descr, ("options", records.OPTIONS)], align=True)


def wanderer_scratch() -> Scratch:
    """As `fresh_scratch`, with a wanderer's action."""
    own = fresh_scratch()
    action = np.zeros(1, ACTION)
    for name in records.ACTION.names or ():
        action[name] = own.action[name]
    return own._replace(action=action)


class RandomMove(objects.plain("RandomMove", STRAYS)):  # type: ignore[misc]
    """A wanderer's action for the interpreter."""

    def __init__(self) -> None:
        super().__init__()
        plain = objects.fresh_move()
        for name, _, _ in fields.ACTION:
            setattr(self, name, getattr(plain, name))
        self.options = objects.Choices()
