"""A player who refuses every deal and proposes none, else a trader; and what is counted of the offers of a game."""

from magnate.bots.trader import trader_decides
from magnate.rules.codes import ACCEPT_DEAL, COUNTER_DEAL, END_TURN, MAX_SEATS, PROPOSE_DEAL, REFUSE_DEAL, ROLL
from magnate.rules.masks import has
from magnate.rules.refusals import OK
from magnate.rules.tell import DEAL_COUNTERED, DEAL_PROPOSED
from magnate.rules.turn import check_roll

REFUSER = 91  # the bot at a seat

NEARLY_ALL = 80  # % of a player's cash


def refuser_decides(g, e, b, seat, a):
    """Write this seat's next action into `a`."""
    trader_decides(g, e, b, seat, a)
    if a.kind == ACCEPT_DEAL or a.kind == COUNTER_DEAL:
        a.kind = REFUSE_DEAL
    elif a.kind == PROPOSE_DEAL:
        a.kind = END_TURN
        if check_roll(g, e, seat) == OK:
            a.kind = ROLL


def tell_with_offers(g, event, seat, other, amount, x, y, rule):
    """As `counting_tell`, but `invested` counts offers: by the seat they are made to, then from MAX_SEATS on by author
    those that ask for nearly all of another's cash.
    """
    g.told[event] += 1
    if event == DEAL_PROPOSED or event == DEAL_COUNTERED:
        for party in range(g.seats):
            if party != seat and has(g.deal[other].parties, party):
                g.invested[party] += 1
                asked = -g.deal[other].cash[party]
                if asked > 0 and 100 * asked > NEARLY_ALL * g.cash[party]:
                    g.invested[MAX_SEATS + seat] += 1
