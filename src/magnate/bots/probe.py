"""The probe: a trader that knows by which rule the others accept, and offers the lowest price they would take.

It plays its five best offers out and proposes the one that wins most. For tests and the league: the share of games it
wins among three bots of a kind says how far that kind can be exploited.
"""

from magnate.bots.deal_terms import clear_terms, move_group, partner_in
from magnate.bots.novice import has_learned, is_fair
from magnate.bots.table import NOVICE_BOT
from magnate.bots.trader_deals import likes_terms
from magnate.bots.win_chance import rise
from magnate.rules.codes import FRAME_TURN, GROUP_LOTS, MAX_DEEDS, MAX_KEPT, MAX_SEATS, NOBODY, PROPOSE_DEAL
from magnate.rules.deals import check_propose
from magnate.rules.property import group_deed
from magnate.rules.refusals import OK
from magnate.rules.stack import top_kind

OFFERS = 5  # that are played out
NEVER = -1000000000  # no price


def would_accept(g, e, b, n, f, seat, a):
    """Whether the bot at a seat accepts terms, by its own rule. `n` and `f` are for masters: `lab.probe_masters`."""
    if b.bot[seat] == NOVICE_BOT and not has_learned(g):
        return is_fair(g, e, seat, a)
    return likes_terms(g, e, b, seat, a)


def lowest_price(g, e, b, n, f, seat, other, a):
    """Write the lowest price into terms between two at which the other accepts, and return it; or NEVER."""
    low = -g.cash[other] // e.note - 1  # too little
    high = g.cash[seat] // e.note
    write_price(e, seat, other, high, a)
    if high <= low or not would_accept(g, e, b, n, f, other, a):
        return NEVER
    while high - low > 1:
        middle = (low + high) // 2
        write_price(e, seat, other, middle, a)
        if would_accept(g, e, b, n, f, other, a):
            high = middle
        else:
            low = middle
    write_price(e, seat, other, high, a)
    return high * e.note


def write_price(e, seat, other, notes, a):
    """The terms of a payment from one seat to another."""
    a.cash[seat] = -notes * e.note
    a.cash[other] = notes * e.note


def list_probes(g, e, b, n, f, seat, s, a):
    """Add the offers that promise most to the first choice, the most promising ones kept."""
    if top_kind(g) != FRAME_TURN or g.turn != seat or g.rolled != 0 or g.jail[seat] > 0:
        return
    if e.deals_allowed == 0 or g.deals != 0 or g.refusals[seat] > 1:
        return
    for wanted in range(-1, e.groups):
        for given in range(-1, e.groups):
            if wanted != given:
                if wanted == -1:
                    for other in range(g.seats):
                        if other != seat and g.out[other] == 0:
                            try_exchange(g, e, b, n, f, seat, other, wanted, given, s, a)
                elif e.group_kind[wanted] == GROUP_LOTS:
                    other = partner_in(g, e, seat, wanted)
                    if other != NOBODY:
                        try_exchange(g, e, b, n, f, seat, other, wanted, given, s, a)
    for i in range(s.choices):
        s.score[i] = 0


def try_exchange(g, e, b, n, f, seat, other, wanted, given, s, a):
    """What completes a group, or nothing (-1), for one's deeds of another group, or none (-1): at the lowest price."""
    if given >= 0 and not holds_any(g, e, seat, given):
        return
    clear_terms(a)
    if wanted >= 0:
        move_group(g, e, wanted, other, seat, a)
    if given >= 0:
        move_group(g, e, given, seat, other, a)
    if not moves_deeds(e, a) or lowest_price(g, e, b, n, f, seat, other, a) == NEVER:
        return
    if check_propose(g, e, seat, a) != OK:
        return
    keep_offer(s, rise(g, e, b, seat, a), a)


def moves_deeds(e, a):
    """Whether terms move a deed."""
    for deed in range(e.deeds):
        if a.deed[deed] != NOBODY:
            return True
    return False


def holds_any(g, e, seat, group):
    """Whether a seat has a deed of a group."""
    for place in range(e.group_size[group]):
        if g.owner[group_deed(e, group, place)] == seat:
            return True
    return False


def keep_offer(s, brings, a):
    """Keep an offer among the most promising ones: in a free place, or instead of the least promising."""
    n = s.choices
    if n > OFFERS:
        n = 1
        for i in range(2, s.choices):
            if s.score[i] < s.score[n]:
                n = i
        if s.score[n] >= brings:
            return
    else:
        s.choices = n + 1
    a.kind = PROPOSE_DEAL
    a.x = 0
    a.y = 0
    a.amount = 0
    s.score[n] = brings
    write_choice(s, n, a)


def write_choice(s, n, a):
    """Keep an action as a choice."""
    s.choice_kind[n] = a.kind
    s.choice_x[n] = a.x
    s.choice_y[n] = a.y
    s.choice_amount[n] = a.amount
    for i in range(MAX_SEATS):
        s.cash[n * MAX_SEATS + i] = a.cash[i]
    for i in range(MAX_DEEDS):
        s.deed[n * MAX_DEEDS + i] = a.deed[i]
    for i in range(MAX_KEPT):
        s.card[n * MAX_KEPT + i] = a.card[i]
