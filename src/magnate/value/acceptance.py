"""The chance that another accepts terms, learned from answers: how they change its standing and the proposer's."""

from magnate.value.fields import (
    ASKED,
    ASKED_MINE,
    ASKED_ONE,
    ASKED_PART,
    ASKED_ROUNDS,
    ASKED_THEIRS,
    CHANGES,
    LOGIT_BITS,
    MILLION,
    MOST,
    ONE,
    POWER_ONE,
    STANDING,
    WEIGHT_BITS,
)
from magnate.value.layers import power_of
from magnate.value.standing import ROUNDS

TENTH = 100_000  # millionths


def note_asked(g, n, f, seat, other):
    """Write into `f.asked` what tried terms change. The position was judged before."""
    for i in range(CHANGES):
        theirs = other * STANDING + n.change[i]
        mine = seat * STANDING + n.change[i]
        f.asked[i] = f.standing[theirs] - f.was[theirs]
        f.asked[CHANGES + i] = f.standing[mine] - f.was[mine]
    theirs = f.chance[other] - f.before[other]
    mine = f.chance[seat] - f.before[seat]
    f.asked[ASKED_THEIRS] = theirs * ONE // TENTH
    f.asked[ASKED_MINE] = mine * ONE // TENTH
    f.asked[ASKED_PART] = max(-MOST, min(MOST, theirs * ONE // max(1, abs(theirs) + abs(mine))))
    f.asked[ASKED_ROUNDS] = min(4 * ONE, g.turns * ONE // (g.seats * ROUNDS))
    f.asked[ASKED_ONE] = ONE


def knows_acceptance(n):
    """Whether the network has learned what others accept."""
    return n.accept_weight[ASKED_ONE] != 0


def accept_chance(n, f):
    """The chance that noted terms are accepted, in millionths."""
    logit = 0
    for i in range(ASKED):
        logit += f.asked[i] * n.accept_weight[i]
    logit = logit >> (10 + WEIGHT_BITS - LOGIT_BITS)
    if logit >= 0:
        return POWER_ONE * MILLION // (POWER_ONE + power_of(n, -logit))
    power = power_of(n, logit)
    return power * MILLION // (POWER_ONE + power)
