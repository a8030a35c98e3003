"""What a search weighs at a decision: the master's choice, the trader's, and what else a player might do.

The oracle plays these out; in training every one of them becomes a position (`siblings.py`).
"""

from magnate.bots.choices import add_alternatives, read_choice
from magnate.bots.limits import asks_too_much, rounds_beyond
from magnate.bots.probe import write_choice
from magnate.bots.trader import trader_decides
from magnate.bots.trader_values import rivals_left
from magnate.rules.codes import ACCEPT_DEAL, COUNTER_DEAL, MAX_DEEDS, MAX_KEPT, MAX_SEATS, PROPOSE_DEAL
from magnate.rules.play import check
from magnate.rules.refusals import OK
from magnate.value.master import master_decides


def list_by_value(g, e, b, n, f, s, a):
    """The master's choice, the trader's, and alternatives. One choice means that there is nothing to think about.

    A trader that counters may name a price beyond what bots ask of another's cash: an oracle does not.
    """
    seat = s.seat
    s.choices = 0
    master_decides(g, e, b, n, f, seat, a)
    if check(g, e, seat, a) != OK:
        return
    write_choice(s, 0, a)
    s.choices = 1
    if is_last_deal(g, a):
        return
    trader_decides(g, e, b, seat, a)
    is_bold = a.kind == COUNTER_DEAL and asks_too_much(g, seat, a)
    if check(g, e, seat, a) == OK and not is_choice(s, 0, a) and not is_bold:
        write_choice(s, 1, a)
        s.choices = 2
    read_choice(s, 0, a)
    add_alternatives(g, e, seat, s, a)


def is_last_deal(g, a):
    """Whether an action makes a deal between the last two of a long game. What one gains by it the other loses, so
    that a search advises one of them against each; but only deals end a game in which neither has groups enough.
    """
    is_deal = a.kind == PROPOSE_DEAL or a.kind == ACCEPT_DEAL or a.kind == COUNTER_DEAL
    return is_deal and rivals_left(g) == 1 and rounds_beyond(g) > 0


def is_choice(s, n, a):
    """Whether an action is this choice, of a deal with the same terms."""
    if s.choice_kind[n] != a.kind or s.choice_x[n] != a.x or s.choice_y[n] != a.y or s.choice_amount[n] != a.amount:
        return False
    if a.kind == PROPOSE_DEAL or a.kind == COUNTER_DEAL:
        for i in range(MAX_SEATS):
            if s.cash[n * MAX_SEATS + i] != a.cash[i]:
                return False
        for i in range(MAX_DEEDS):
            if s.deed[n * MAX_DEEDS + i] != a.deed[i]:
                return False
        for i in range(MAX_KEPT):
            if s.card[n * MAX_KEPT + i] != a.card[i]:
                return False
    return True
