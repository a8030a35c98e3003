"""Standing orders: what the server answers for a person who asked for it, and the proxy bid of an auction.

An order decides nothing new: it plays an action that the person could have played at that moment. It works while the
person is away, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from magnate import actions
from magnate.actions import Action
from magnate.errors import REFUSALS
from magnate.events import Event, TurnBegan
from magnate.game import Game
from magnate.protocol import entries as log
from magnate.protocol.state import NO_ORDERS, Orders
from magnate.rules.auction import highest_bid, lowest_bid
from magnate.rules.codes import FRAME_AUCTION, FRAME_CARD, FRAME_TURN, FREE
from magnate.rules.deals import check_deal_answer
from magnate.rules.masks import has
from magnate.rules.refusals import BID_TOO_LOW, NOT_A_ROUND_SUM, NOT_ASKED, NOT_ENOUGH_CASH, OK
from magnate.rules.rent import check_claim
from magnate.rules.stack import admits_deals, top_kind

from .holder import MaxBid
from .questions import is_auction, is_new_auction
from .take_back import OrdersThen, RecentMove

if TYPE_CHECKING:
    from .table import Table

# What may be legal beside ending the turn while nothing is left to do: it only brings money, or it is always possible.
ALWAYS_POSSIBLE = ("EndTurn", "ProposeDeal", "Mortgage", "SellBuildings", "Concede", "ClaimRent")


def is_owed(game: Game, seat: int) -> bool:
    """Whether a rent is due to a seat that it could claim now."""
    g = game.state
    if not g.claims or check_claim(g, game.table, seat) != OK:
        return False
    return any(claim.owner == seat and g.mortgaged[claim.deed] == FREE for claim in g.claim[: g.claims])


def answer_for(game: Game, seat: int, orders: Orders) -> Action | None:
    """What the orders of a seat say now, its proxy bid apart; None where there are none."""
    g = game.state
    if g.over or g.out[seat]:
        return None
    if orders.claim_rents and is_owed(game, seat):
        return actions.ClaimRent()
    if not has(g.must, seat):
        return None
    kind = top_kind(g)
    if g.deals and admits_deals(kind):
        return refuse_a_deal(game, seat) if orders.refuse_deals else None
    if kind == FRAME_TURN and orders.end_turn and not legal_beside_ending(game, seat):
        return actions.EndTurn()
    if kind == FRAME_AUCTION and orders.pass_auctions and lowest_bid(g, game.table) > highest_bid(g, game.table, seat):
        return actions.Pass()
    if kind == FRAME_CARD and orders.follow_cards and len(game.options(seat)) == 1:
        return actions.FollowCard()
    return None


def refuse_a_deal(game: Game, seat: int) -> Action | None:
    """Decline a deal that another seat began; None if there is none."""
    g = game.state
    for slot in range(g.seats):
        if slot != seat and check_deal_answer(g, seat, slot, g.deal[slot].revision) == OK:
            return actions.RefuseDeal(deal=slot, revision=g.deal[slot].revision)
    return None


def legal_beside_ending(game: Game, seat: int) -> set[str]:
    """What a seat could still do in its turn before it ends it; also the end itself where that is not legal yet."""
    legal = {option.type for option in game.options(seat)}
    left = legal - {*ALWAYS_POSSIBLE}
    if "EndTurn" not in legal:
        left.add("EndTurn")
    if is_owed(game, seat):
        left.add("ClaimRent")
    return left


def next_bid(game: Game, bids: Mapping[int, MaxBid]) -> tuple[int, int] | None:
    """The next bid that proxy bids call for: a seat and an amount.

    Against people and bots a proxy bids the least that is legal. Of two proxies the lower bids its maximum at once, and
    the higher one step more: what they would come to step by step. Of two equal ones the earlier wins.
    """
    g, e = game.state, game.table
    if g.over or top_kind(g) != FRAME_AUCTION or not bids:
        return None
    limits = {seat: min(bid.amount, highest_bid(g, e, seat)) for seat, bid in bids.items() if has(g.bidders, seat)}
    ranked = sorted(limits, key=lambda seat: (-limits[seat], bids[seat].number))
    least = lowest_bid(g, e)
    able = [seat for seat in ranked if has(g.must, seat) and limits[seat] >= least]
    if not able:
        return None
    best = ranked[0]
    rivals = [seat for seat in able if seat != best]
    if rivals:
        most = min(limits[rivals[0]], limits[best] - (e.note if limits[rivals[0]] == limits[best] else 0))
        if most >= least:
            return rivals[0], most
    return (best, least) if best in able else None


def refused_limit(game: Game, seat: int, amount: int) -> str | None:
    """Why a seat cannot have this as its maximum in the auction that is on, by name; None if it can."""
    g, e = game.state, game.table
    if not has(g.bidders, seat):
        return REFUSALS[NOT_ASKED]
    if amount % e.note:
        return REFUSALS[NOT_A_ROUND_SUM]
    if amount < (g.bid if g.bidder == seat else lowest_bid(g, e)):
        return REFUSALS[BID_TOO_LOW]
    return REFUSALS[NOT_ENOUGH_CASH] if amount > highest_bid(g, e, seat) else None


# At a table.


def set_orders(table: Table, entry: log.Ordered) -> None:
    """A seat set its standing orders, or its proxy bid."""
    assert entry.seat is not None
    holder = table.holders[entry.seat]
    holder.ordered = table.now
    table.reordered = [*table.reordered, entry.seat]
    if entry.orders is not None:
        holder.orders = entry.orders
    if entry.max_bid is not None:
        holder.max_bid = MaxBid(entry.max_bid, table.number) if entry.max_bid else None


def follow_orders(table: Table, told: list[Event]) -> None:
    """The game has moved: orders that were for one auction, or until the next turn, are over."""
    if is_new_auction(told):
        for holder in table.holders:
            holder.max_bid = None
    for event in told:
        if isinstance(event, TurnBegan) and table.holders[event.seat].orders.refuse_deals:
            holder = table.holders[event.seat]
            holder.orders = replace(holder.orders, refuse_deals=False)


def orders_now(table: Table) -> list[OrdersThen]:
    """The orders that a move may end, by seat."""
    return [OrdersThen(holder.max_bid, holder.orders.refuse_deals) for holder in table.holders]


def restore_orders(table: Table, undone: Sequence[RecentMove], seat: int) -> None:
    """Orders that ended by moves now taken back count again; the seat that takes back has to bid again."""
    ended = [one.orders for one in undone if one.orders]
    for then, holder in zip(ended[0] if ended else (), table.holders, strict=False):
        holder.max_bid = then.max_bid
        if then.refuse_deals:
            holder.orders = replace(holder.orders, refuse_deals=True)
    table.holders[seat].max_bid = None


def order_for(table: Table, game: Game, seat: int) -> Action | None:
    """What a seat's orders say now; a bot that stands in keeps to a proxy bid, and passes above it."""
    holder = table.holders[seat]
    if not holder.is_person or game.is_over:
        return None
    if holder.max_bid is not None and is_auction(game):
        bids = {other: one.max_bid for other, one in enumerate(table.holders) if one.max_bid is not None}
        bid = next_bid(game, bids)
        if bid is not None and bid[0] == seat:
            return actions.Bid(amount=bid[1])
        if bid is None and holder.taken_over and game.state.must >> seat & 1:
            return actions.Pass()
    return answer_for(game, seat, holder.orders) if holder.orders != NO_ORDERS else None
