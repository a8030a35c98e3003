"""Limits of what bots offer: how often to one player, how much of a player's cash, and in which sums.

A player who refuses everything gets six offers a game, from all bots together. After a refusal a bot asks a player
again only when something that matters has changed: who owns what, its own cash by a quarter, or a bankruptcy.
"""

from magnate.rules.codes import MAX_SEATS
from magnate.rules.masks import has
from magnate.rules.refused_offers import changes_so_far

MOST_OFFERS = 6  # that one player refuses, since the last deal with each author
MOST_ASKED = 50  # % of another's cash that a bot asks for
LATE = 30  # rounds after which a game is long


def may_ask(g, e, seat, other):
    """Whether one more offer of this seat to another is welcome."""
    each = max(2, MOST_OFFERS // max(1, g.seats - g.out_count - 1))
    total = 0
    for author in range(g.seats):
        total += min(each, g.refused_by[author * MAX_SEATS + other])
    pair = seat * MAX_SEATS + other
    if total >= MOST_OFFERS or g.refused_by[pair] >= each:
        return False
    return g.refused_by[pair] == 0 or has_changed(g, e, seat, pair)


def has_changed(g, e, seat, pair):
    """Whether something that matters has changed since the last refusal."""
    then = g.refused_by_cash[pair]
    return 4 * abs(g.cash[seat] - then) > then or g.refused_by_changes[pair] != changes_so_far(g)


def may_ask_all(g, e, seat, others):
    """The same for every player of a mask."""
    for other in range(g.seats):
        if has(others, other) and not may_ask(g, e, seat, other):
            return False
    return True


def most_asked(g, other):
    """How much cash a bot asks of another: what leaves it without any is never accepted."""
    return g.cash[other] * MOST_ASKED // 100


def asks_too_much(g, seat, a):
    """Whether terms of a seat ask another for more cash than a bot asks of it."""
    for other in range(g.seats):
        if other != seat and a.cash[other] < 0 and -a.cash[other] > most_asked(g, other):
            return True
    return False


def round_unit(e):
    """The unit of sums people name: 1, 5, 10, 50 and so on, about a hundredth of the starting money or a note."""
    unit = e.note
    while True:
        digit = unit
        while digit % 10 == 0:
            digit //= 10
        more = unit * 5
        if digit % 5 == 0:
            more = unit * 2
        if 100 * more > e.setup_cash:
            return unit
        unit = more


def round_sum(e, amount):
    """The next round sum that is not less."""
    unit = round_unit(e)
    return -(-amount // unit) * unit


def rounds_beyond(g):
    """How many rounds a game has lasted beyond an ordinary one."""
    return max(0, g.turns // max(1, g.seats) - LATE)
