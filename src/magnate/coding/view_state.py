"""The state behind a view: what a program has that only knows the protocol, as far as observations and masks need it.

A view leaves out three things. Offers refused since the last roll: a mask may have a repeated offer, which the table
refuses. The debt below a settlement: it is taken from the limits of the option. The first price of a building under the
hammer, once somebody has bid: it is the lowest of the edition.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from magnate import objects
from magnate.rules import codes, slots
from magnate.rules.codes import BANK, FREE, INHERITED, MAX_DEEDS, MAX_KEPT, MAX_SEATS, MORTGAGED, NOBODY, NOTHING
from magnate.view import Option, Question, View

KINDS = {"house": codes.HOUSE, "hotel": codes.HOTEL, None: NOTHING}

PUSH: dict[str, Callable[[Any, Question], None]] = {
    "opening": lambda g, q: slots.push_opening(g, g.must, g.must),
    "turn": lambda g, q: slots.push_turn(g),
    "buy": lambda g, q: slots.push_buy(g, one(q.seat), one(q.deed)),
    "auction": lambda g, q: slots.push_auction(g, one(q.seat), BANK, 0, one(q.deed), KINDS[q.building]),
    "offer": lambda g, q: slots.push_offer(g, one(q.seat), 0, g.must, one(q.deed)),
    "roll_off": lambda g, q: slots.push_roll_off(g, g.must, g.must, one(q.deed)),
    "card": lambda g, q: slots.push_card(g, one(q.seat), int(q.card is not None), one(q.deck), one(q.card)),
    "tax": lambda g, q: slots.push_tax(g, one(q.seat), 0, q.amount or 0, 0),
    "fine": lambda g, q: slots.push_bail(g, one(q.seat), 0, 0),
    "utility_roll": lambda g, q: slots.push_utility_roll(g, one(q.seat), one(q.other), 0, 0, one(q.deed)),
    "debt": lambda g, q: slots.push_debt(g, one(q.seat), one(q.other), 0, q.amount or 0, one(q.deed), 0),
    "settlement": lambda g, q: slots.push_settlement(
        g,
        one(q.seat),
        one(q.other),
        codes.STAGE_VALUE if q.amount is None else codes.STAGE_ANSWER,
        q.amount or 0,
        one(q.deed),
    ),
    "estate": lambda g, q: slots.push_estate_ask(g, 0, 0, g.must),
    "mortgage": lambda g, q: slots.push_inherit(g, one(q.seat), 0, one(q.deed)),
    "shortage": lambda g, q: slots.push_contest_ask(g, one(q.seat), 0, KINDS[q.building], 0, g.must),
    "place": lambda g, q: slots.push_place(g, one(q.seat), KINDS[q.building]),
}


def one(number: int | None) -> int:
    """A number, or -1 for no player and nothing."""
    return NOBODY if number is None else number


def mask_of(seats: Sequence[int]) -> int:
    """Seats as a mask."""
    return sum(1 << seat for seat in seats)


def state_of(view: View, e: Any, options: Sequence[Option] = ()) -> Any:
    """A state that looks like a view. `e` is the table of its edition; `options` are the viewer's."""
    g = objects.State()
    g.seats = len(view.seats)
    g.over, g.winners = int(view.over), mask_of(view.winners)
    g.must, g.actions, g.turns = mask_of(view.must), view.actions, view.turns
    g.turn = one(view.turn)
    g.doubles, g.again = view.doubles, int(view.roll_due)
    g.die1, g.die2 = view.dice or (0, 0)
    g.houses, g.hotels = view.houses, view.hotels
    g.order = [*view.order, *[0] * (MAX_SEATS - len(view.order))]
    write_seats(g, view)
    write_deeds(g, view)
    write_deals(g, view)
    write_question(g, view, e, options)
    return g


def write_seats(g: Any, view: View) -> None:
    """Cash, places, jail and cards. Hidden cash is 0."""
    g.held = [NOBODY] * MAX_KEPT
    for seat in view.seats:
        g.cash[seat.seat] = seat.cash or 0
        g.at[seat.seat] = seat.space
        g.jail[seat.seat] = 1 + seat.jail_turns if seat.in_jail else 0
        g.out[seat.seat] = seat.out
        g.out_count += seat.out > 0
        for card in seat.cards:
            g.held[card] = seat.seat


def write_deeds(g: Any, view: View) -> None:
    """Owners, buildings and mortgages."""
    g.owner = [BANK] * MAX_DEEDS
    for deed in view.deeds:
        g.owner[deed.deed] = one(deed.owner)
        g.level[deed.deed] = deed.level
        g.mortgaged[deed.deed] = INHERITED if deed.inherited else MORTGAGED if deed.mortgaged else FREE
        if deed.owner is not None:
            g.deed_count[deed.owner] += 1


def write_deals(g: Any, view: View) -> None:
    """The open deals."""
    for deal in view.deals:
        slot = g.deal[deal.deal]
        g.deals |= 1 << deal.deal
        slot.revision, slot.author = deal.revision, deal.author
        slot.parties, slot.accepted = mask_of(deal.parties), mask_of(deal.accepted)
        slot.cash = [deal.terms.cash.get(seat, 0) for seat in range(MAX_SEATS)]
        slot.deed = [deal.terms.deeds.get(deed, NOBODY) for deed in range(MAX_DEEDS)]
        slot.card = [deal.terms.cards.get(card, NOBODY) for card in range(MAX_KEPT)]


def write_question(g: Any, view: View, e: Any, options: Sequence[Option]) -> None:
    """The business on top, and below a settlement the debt."""
    q = view.question
    g.bidder = NOBODY
    if q is None or q.type not in PUSH:
        return
    if q.type == "settlement":
        most = max([option.high or 0 for option in options if option.type == "NameValue"], default=0)
        slots.push_debt(g, one(q.seat), one(q.other), 0, most, one(q.deed), 0)
    PUSH[q.type](g, q)
    if q.type == "auction":
        g.bidders, g.bidder, g.bid = mask_of(q.bidders or []), one(q.bidder), q.bid or 0
        g.bid_floor = q.amount or 0
        if q.deed is None and q.bidder is not None:
            costs = e.house_cost if q.building == "house" else e.hotel_cost
            g.bid_floor = min(cost for cost in costs[: e.deeds] if cost > 0)
