"""Stand-ins for the costly parts of a bot's decision: each marks the decision as postponed.

A kernel compiled with them decides quickly what needs no long search. A decision that is marked is void, whatever it
says, and is made again by a kernel that has the real functions. So no condition of a bot is written down twice.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from collections.abc import Collection

from magnate.compiled.clone import COUNTING, Instead
from magnate.rules.codes import PROPOSE_DEAL

POSTPONED = -1  # in `a.moved`, where a decision that is made has a mask of seats


def postpone(g, e, b, seat, a):
    """For whatever a bot does with its turn, a purchase or an offer."""
    a.moved = POSTPONED


def postpone_simply(g, e, seat, a):
    """The same where bots need not be known."""
    a.moved = POSTPONED


def postpone_settlement(g, e, a):
    """The same for a settlement in property."""
    a.moved = POSTPONED


def postpone_position(g, e, b, a):
    """For the weighing of a position: a search for a trade need not go on."""
    a.moved = POSTPONED
    a.kind = PROPOSE_DEAL


def postpone_terms(g, e, b, a):
    """For the weighing of terms."""
    a.moved = POSTPONED


def postpone_rise(g, e, b, seat, a):
    """For what terms add to a chance to win."""
    a.moved = POSTPONED
    return 0


def postpone_liking(g, e, b, seat, a):
    """For whether terms are accepted."""
    a.moved = POSTPONED
    return False


def postpone_price(g, e, b, seat, other, a):
    """For the price of an offer."""
    a.moved = POSTPONED
    return False


def postpone_trade(g, e, b, seat, other, group, second, a):
    """For the house bot's offer."""
    a.moved = POSTPONED


def postpone_offer(g, e, b, seat, sellers, group, second, a):
    """For the trader's offer."""
    a.moved = POSTPONED
    return 0


WITHOUT_SEARCH: Instead = {  # decisions without the terms of deals
    **COUNTING,
    "magnate.bots.win_chance.weigh_position": postpone_position,
    "magnate.bots.win_chance.weigh_terms": postpone_terms,
    "magnate.bots.win_chance.rated_rise": postpone_rise,
    "magnate.bots.trader_deals.likes_rated": postpone_liking,
    "magnate.bots.trader_deals.set_price": postpone_price,
    "magnate.bots.trader_deals.write_offer": postpone_offer,
    "magnate.bots.house_deals.offer_trade": postpone_trade,
}

AT_ONCE: Instead = {  # only what follows at once: claims, cards, rolls without anything to manage
    **WITHOUT_SEARCH,
    "magnate.bots.house.answer_deals": postpone,
    "magnate.bots.house.manage": postpone,
    "magnate.bots.house.leave_jail": postpone_simply,
    "magnate.bots.house.bid": postpone_simply,
    "magnate.bots.house.raise_money": postpone_simply,
    "magnate.bots.house.answer_settlement": postpone_settlement,
    "magnate.bots.trader.answer_offers": postpone,
    "magnate.bots.trader.trader_manages": postpone,
    "magnate.bots.trader.trader_in_jail": postpone,
    "magnate.bots.trader.decide_purchase": postpone,
    "magnate.bots.trader.bid_to_value": postpone,
    "magnate.bots.trader.find_money": postpone_simply,
    "magnate.bots.novice.answer_fair_offers": postpone_simply,
    "magnate.bots.novice.build_a_little": postpone_simply,
    "magnate.bots.novice.bid_low": postpone_simply,
}


def never(g, e, b, seat, a):
    """For a bot that sits at none of the tables."""


DECIDES = {  # the function that decides for a bot
    "trader": "magnate.bots.trader.trader_decides",
    "novice": "magnate.bots.novice.novice_decides",
    "house": "magnate.bots.house.house_decides",
}


def absent(present: Collection[str]) -> Instead:
    """Kernels for some bots only are compiled without the others."""
    return {function: never for bot, function in DECIDES.items() if bot not in present}
