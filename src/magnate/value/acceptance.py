"""The chance that another accepts terms, learned from answers: how they change its standing and the proposer's."""

from magnate.rules.codes import MAX_SEATS, NOBODY
from magnate.value.fields import (
    AFTERS,
    ASKED,
    ASKED_AFTER,
    ASKED_GETS,
    ASKED_GIVES,
    ASKED_LEFT,
    ASKED_MINE,
    ASKED_PART,
    ASKED_REFUSED,
    ASKED_ROUNDS,
    ASKED_THEIRS,
    CHANGES,
    LOGIT_BITS,
    MILLION,
    MOST,
    ONE,
    POWER_ONE,
    STANDING,
    UNIT_MOST,
    WEIGHT_BITS,
)
from magnate.value.layers import power_of
from magnate.value.standing import ROUNDS

TENTH = 100_000  # millionths
ACCEPT_BITS = 10 + WEIGHT_BITS - LOGIT_BITS  # a unit of 1 has ten bits


def note_asked(g, e, n, f, seat, other, a):
    """Write into `f.asked` what tried terms change. The position was judged before."""
    for i in range(CHANGES):
        theirs = other * STANDING + n.change[i]
        mine = seat * STANDING + n.change[i]
        f.asked[i] = f.standing[theirs] - f.was[theirs]
        f.asked[CHANGES + i] = f.standing[mine] - f.was[mine]
    for i in range(AFTERS):
        f.asked[ASKED_AFTER + i] = f.standing[other * STANDING + n.after[i]]
        f.asked[ASKED_AFTER + AFTERS + i] = f.standing[seat * STANDING + n.after[i]]
    theirs = f.chance[other] - f.before[other]
    mine = f.chance[seat] - f.before[seat]
    f.asked[ASKED_THEIRS] = theirs * ONE // TENTH
    f.asked[ASKED_MINE] = mine * ONE // TENTH
    f.asked[ASKED_PART] = max(-MOST, min(MOST, theirs * ONE // max(1, abs(theirs) + abs(mine))))
    f.asked[ASKED_ROUNDS] = min(4 * ONE, g.turns * ONE // (g.seats * ROUNDS))
    f.asked[ASKED_REFUSED] = min(4, g.refused_by[seat * MAX_SEATS + other]) * ONE // 4
    f.asked[ASKED_LEFT] = (g.seats - g.out_count - 1) * ONE // 7
    gets = 0
    gives = 0
    for deed in range(e.deeds):
        if a.deed[deed] != NOBODY:
            if a.deed[deed] == other:
                gets += e.price[deed]
            else:
                gives += e.price[deed]
    f.asked[ASKED_GETS] = min(MOST, 2 * gets * ONE // e.setup_cash)
    f.asked[ASKED_GIVES] = min(MOST, 2 * gives * ONE // e.setup_cash)


def knows_acceptance(n):
    """Whether the network has learned what others accept."""
    return n.accept_units > 0


def accept_chance(n, f):
    """The chance that noted terms are accepted, in millionths."""
    logit = accept_logit(n, f)
    if logit >= 0:
        return POWER_ONE * MILLION // (POWER_ONE + power_of(n, -logit))
    power = power_of(n, logit)
    return power * MILLION // (POWER_ONE + power)


def accept_logit(n, f):
    """The logit of that chance."""
    units = n.accept_units
    for unit in range(units):
        f.accept_unit[unit] = n.accept_bias[unit]
    for i in range(ASKED):
        x = f.asked[i]
        if x != 0:
            for unit in range(units):
                f.accept_unit[unit] += x * n.accept_weight[i * units + unit]
    logit = n.accept_last[0]
    for unit in range(units):
        logit += max(0, min(UNIT_MOST, int(f.accept_unit[unit]) >> WEIGHT_BITS)) * n.accept_out[unit]
    return logit >> ACCEPT_BITS
