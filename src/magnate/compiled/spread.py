"""A bot's search for an offer spread over several threads, for a GPU: what it may offer is listed, then weighed.

The bots weigh an offer wherever their loops reach one. Threads that run side by side reach theirs at different
times and wait for each other each time. Here all list first, which is quick, and then weigh side by side. Threads that
share a game weigh every n-th offer of its list; of what they find, the offer with the least rank is the one that
the bot would have made.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from magnate.bots.deal_terms import sellers_in
from magnate.bots.house_deals import is_offered, offer_trade, partner_for, partners_of
from magnate.bots.limits import may_ask
from magnate.bots.trader_deals import may_offer, write_offer
from magnate.bots.trader_values import OFTEN, knob
from magnate.bots.win_chance import WIN, weigh_position
from magnate.compiled.clone import COUNTING, Instead
from magnate.rules import fields
from magnate.rules.codes import GROUP_LOTS, MAX_GROUPS, NOBODY, NOTHING, PROPOSE_DEAL
from magnate.rules.deals import check_propose
from magnate.rules.masks import count_bits
from magnate.rules.refusals import OK

MOST_LISTED = MAX_GROUPS * (MAX_GROUPS + 1)
NONE_FOUND = 1 << 40  # a rank beyond all others

ACTION = [  # an action, and what a thread knows of its part of a search
    *fields.ACTION,
    ("lane", "i4", 0),  # this thread, among
    ("lanes", "i4", 0),  # all that share the game
    ("rank", "i8", 0),  # of the offer found: the least is made
    ("listed", "i2", MOST_LISTED),  # offers: a group and, 0 for none, one above a second group
]


def spread_trade(g, e, b, seat, a):
    """`propose_trade` of the house bot: the first offer of its list that does."""
    partners = partners_of(g, e, b, seat)
    many = 0
    for group in range(e.groups):
        other = partner_for(partners, group)
        if other != NOBODY and may_ask(g, e, seat, other):
            for step in range(e.groups + 1):
                second = step
                if step == e.groups:
                    second = NOTHING
                if is_offered(g, e, seat, partners, group, second):
                    a.listed[many] = group * (MAX_GROUPS + 1) + second + 1
                    many += 1
    if a.lane < many:
        weigh_position(g, e, b, a)
    for place in range(a.lane, many, a.lanes):
        group = a.listed[place] // (MAX_GROUPS + 1)
        second = a.listed[place] % (MAX_GROUPS + 1) - 1
        offer_trade(g, e, b, seat, partner_for(partners, group), group, second, a)
        if a.kind == PROPOSE_DEAL:
            a.rank = place
            return


def spread_best_offer(g, e, b, seat, a):
    """`propose_best_offer` of the trader: the offer of its list that brings most, and the first of these."""
    tried = min(knob(b, seat, OFTEN), e.groups)  # further ones would be the same again
    start = (g.turns // g.seats) * knob(b, seat, OFTEN)
    many = 0
    for step in range(tried):
        group = (start + step) % e.groups
        if e.group_kind[group] == GROUP_LOTS:
            sellers = sellers_in(g, e, seat, group)
            asked = count_bits(sellers)
            if may_offer(g, e, b, seat, sellers, asked):
                for second in range(-1, e.groups):
                    if second == -1 or (second != group and asked == 1 and sellers_in(g, e, seat, second) == sellers):
                        a.listed[many] = group * (MAX_GROUPS + 1) + second + 1
                        many += 1
    if a.lane < many:
        weigh_position(g, e, b, a)
    best = 0
    best_place = -1
    place = a.lane
    is_chosen = 0
    while is_chosen == 0:
        if place >= many:  # the best is written once more
            if best_place < 0:
                return
            place = best_place
            is_chosen = 1
        group = a.listed[place] // (MAX_GROUPS + 1)
        second = a.listed[place] % (MAX_GROUPS + 1) - 1
        brings = write_offer(g, e, b, seat, sellers_in(g, e, seat, group), group, second, a)
        if is_chosen == 0 and brings > best and check_propose(g, e, seat, a) == OK:
            best = brings
            best_place = place
        place += a.lanes
    a.rank = (WIN - best) * MOST_LISTED + best_place
    a.kind = PROPOSE_DEAL


SPREAD: Instead = {
    **COUNTING,
    "magnate.bots.house_deals.propose_trade": spread_trade,
    "magnate.bots.trader_deals.propose_best_offer": spread_best_offer,
}
