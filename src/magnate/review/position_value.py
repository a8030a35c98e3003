"""The value of any position of a game: the network's, also where a question is open that it cannot read.

The network values positions at rest. Where somebody is asked about a purchase, a card or a bid, the value is that of
what follows: the better answer, the card's effect, the sale to one of those who can pay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from magnate import objects
from magnate.editions import Edition
from magnate.review.units import Chances, mean, of_millionths, shared
from magnate.rules.codes import (
    BANK,
    END_TURN,
    FOLLOW_CARD,
    FRAME_AUCTION,
    FRAME_BAIL,
    FRAME_BUY,
    FRAME_CARD,
    FRAME_OFFER,
    FRAME_OPENING,
    FRAME_ROLL_OFF,
    FRAME_TAX,
    FRAME_TURN,
    NOTHING,
    PAY_FINE,
    PAY_TAX,
)
from magnate.rules.masks import has
from magnate.rules.play import apply
from magnate.rules.refusals import OK
from magnate.rules.slots import (
    auction_deed,
    bail_prisoner,
    buy_buyer,
    buy_target,
    card_drawer,
    offer_deed,
    offer_takers,
    roll_off_deed,
    roll_off_rolling,
    tax_payer,
)
from magnate.rules.stack import top_kind
from magnate.value.fields import MILLION
from magnate.value.master_bot import Master
from magnate.value.trying import due_on, move_deed
from magnate.view import SeatPosition

# Questions with one usual answer: who is asked, and the answer.
ONE_ANSWER: dict[int, tuple[Callable[[Any], int], int]] = {
    FRAME_CARD: (card_drawer, FOLLOW_CARD),
    FRAME_TAX: (tax_payer, PAY_TAX),
    FRAME_BAIL: (bail_prisoner, PAY_FINE),
}
DEEP = 4  # such questions that may follow one another


def seats_of(mask: int, count: int) -> list[int]:
    """The seats of a mask."""
    return [seat for seat in range(count) if has(mask, seat)]


def blank_chance() -> Any:
    """Chance that has nothing to give: whatever calls for it finds it missing."""
    c = objects.Chance()
    c.deck_left = [1] * len(c.deck_left)
    return c


class PositionValue:
    """The value of positions of one table."""

    def __init__(self, edition: Edition, table: Any, master: Master | None = None) -> None:
        self.edition = edition
        self.table = table
        self.master = master or Master()
        self.count = 0  # positions that the network weighed

    def network(self, g: Any) -> Chances:
        """The network's chances, whatever is being asked."""
        self.count += 1
        found = self.master.chances(SeatPosition(self.edition, self.table, g, False))
        return of_millionths([round(one * MILLION) for one in found])

    def value(self, g: Any, deep: int = DEEP) -> Chances:
        """The chance of each seat."""
        if g.over:
            return shared(seats_of(g.winners, g.seats), g.seats)
        kind = top_kind(g)
        if kind == FRAME_OPENING:
            return shared(range(g.seats), g.seats)
        if kind == FRAME_BUY:
            return self.purchase(g)
        if kind == FRAME_AUCTION and auction_deed(g) != NOTHING:
            return self.auction(g)
        if kind == FRAME_OFFER:
            return self.sale_to(g, offer_deed(g), seats_of(offer_takers(g), g.seats))
        if kind == FRAME_ROLL_OFF:
            return self.sale_to(g, roll_off_deed(g), seats_of(roll_off_rolling(g), g.seats))
        if kind == FRAME_TURN and self.is_last_turn(g):
            return self.at_the_end(g)
        if kind in ONE_ANSWER and deep and not g.deals:
            seat_of, answer = ONE_ANSWER[kind]
            a = objects.fresh_move()
            a.kind = answer
            after = self.after(g, seat_of(g), a)
            if after is not None:
                return self.value(after, deep - 1)
        return self.network(g)

    def after(self, g: Any, seat: int, a: Any) -> Any | None:
        """The position after an action, or None where it is not legal or calls for dice or cards."""
        twin, c = g.copy(), blank_chance()
        if apply(twin, self.table, c, seat, a) != OK or c.missing:
            return None
        return twin

    def is_last_turn(self, g: Any) -> bool:
        """Whether the game ends with this turn."""
        limit = self.table.ending_turns
        return not g.deals and (g.time_is_up != 0 or 0 < limit <= g.turns)

    def at_the_end(self, g: Any) -> Chances:
        """The last turn: its end, once the rents are claimed; the network's while dice are still to come."""
        twin, a = g.copy(), objects.fresh_move()
        a.kind = END_TURN
        for i in range(g.claims):
            twin.cash[g.claim[i].owner] += g.claim[i].amount
            twin.cash[g.claim[i].debtor] -= g.claim[i].amount
        twin.claims = 0
        if min(twin.cash[: g.seats]) < 0:
            return self.network(g)
        after = self.after(twin, g.turn, a)
        return self.network(g) if after is None or not after.over else shared(seats_of(after.winners, g.seats), g.seats)

    def purchase(self, g: Any) -> Chances:
        """A deed is offered: bought at its price, if that is better for the player who is asked."""
        seat, deed = buy_buyer(g), buy_target(g)
        now = self.network(g)
        if g.cash[seat] < self.table.price[deed]:
            return now
        bought = self.sale(g, deed, seat, self.table.price[deed])
        return bought if bought[seat] > now[seat] else now

    def auction(self, g: Any) -> Chances:
        """A deed is auctioned: each who can pay is as likely to get it, whatever was bid. The end decides."""
        deed = auction_deed(g)
        price = self.table.price[deed]
        able = [seat for seat in range(g.seats) if 2 * g.cash[seat] >= price and g.out[seat] == 0]
        return self.sale_to(g, deed, able)

    def sale_to(self, g: Any, deed: int, buyers: Sequence[int]) -> Chances:
        """One of these gets a deed for its price, or all their cash; each is as likely."""
        if not buyers:
            return self.network(g)
        price = self.table.price[deed]
        return mean([self.sale(g, deed, seat, min(price, g.cash[seat])) for seat in buyers])

    def sale(self, g: Any, deed: int, buyer: int, price: int) -> Chances:
        """A buyer pays the Bank, or the seller, for a deed."""
        twin = g.copy()
        seller = twin.owner[deed]
        due = due_on(twin, self.table, deed)
        move_deed(twin, deed, buyer)
        twin.cash[buyer] -= price + due
        if seller != BANK:
            twin.cash[seller] += price
        return self.network(twin)
