"""Decisions and what they cost: the chance that the best option left, less the chance that the chosen one left.

Managing is judged so that the order of several orders does not matter: an order is compared with doing nothing, and
rolling with the best order that was left undone. Auctions are judged by the price paid, deals for both sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from magnate import actions, objects
from magnate.actions import Action, Terms
from magnate.events import AuctionWon, DealDone
from magnate.review.account import ReviewStep, deciders_of
from magnate.review.moves import PlayedMove
from magnate.review.position_value import PositionValue
from magnate.review.units import WHOLE, Chances
from magnate.rules import codes
from magnate.rules.codes import BANK, FRAME_AUCTION, FRAME_TURN, GROUP_LOTS, MAX_GROUPS
from magnate.rules.options import list_options
from magnate.rules.property import group_deed
from magnate.rules.slots import auction_deed, buy_target, offer_deed
from magnate.rules.stack import top_kind
from magnate.view import terms_of

Mark = Literal["best", "fine", "slip", "blunder"]
Kind = Literal["purchase", "auction", "deal", "jail", "managing", "debt"]

BEST = WHOLE * 3 // 1000  # a cost up to this is none
FINE = WHOLE * 2 // 100
SLIP = WHOLE * 6 // 100

FAMILIES: dict[int, tuple[Kind, frozenset[int]]] = {}
for kind, family in (
    ("purchase", {codes.BUY, codes.REFUSE}),
    ("purchase", {codes.ACCEPT_OFFER, codes.DECLINE_OFFER}),
    ("deal", {codes.ACCEPT_DEAL, codes.REFUSE_DEAL, codes.COUNTER_DEAL}),
    ("debt", {codes.KEEP_MORTGAGE, codes.LIFT_MORTGAGE}),
):
    for code in family:
        FAMILIES[code] = (kind, frozenset(family))  # type: ignore[assignment]
STAYS = frozenset({codes.ROLL, codes.WAIT, codes.END_TURN, codes.REFUSE_DEAL, codes.COUNTER_DEAL})  # nothing changes
JAIL = frozenset({codes.ROLL, codes.WAIT, codes.PAY_FINE, codes.USE_CARD})
ORDERS = frozenset({codes.BUILD, codes.LIFT_MORTGAGE})
SALES = frozenset({codes.MORTGAGE, codes.SELL_BUILDINGS})


class OptionValue(Struct):
    """An option and the chances it leaves."""

    action: Action
    chances: list[int]


class ReviewSentence(Struct):
    """The key of a sentence under [review.say], and its figures. `did`, `change` and `better` are said, too."""

    key: str
    facts: dict[str, int]


class PlayedOut(Struct):
    """What playing both out says: how often the chosen one wins, how much more the better; its 99 % interval."""

    trials: int
    won: float
    more: float
    low: float
    high: float

    @property
    def is_sure(self) -> bool:
        """Whether the difference is no noise."""
        return self.low > 0


class JudgedDecision(Struct):
    """A decision of a seat with more than one option, best first."""

    move: int
    seat: int
    kind: Kind
    action: Action
    before: list[int]
    chosen: list[int]  # the chances that the chosen option left
    cost: int  # in parts of WHOLE
    mark: Mark
    options: list[OptionValue]
    deed: int | None = None  # what a purchase or an auction is about
    amount: int | None = None  # its price
    terms: Terms | None = None  # of a deal
    completes: dict[int, int] = {}  # groups that the deal or the property completes, and for whom
    played_out: PlayedOut | None = None
    sentences: list[ReviewSentence] = []

    @property
    def best(self) -> OptionValue:
        """The best option."""
        return self.options[0]


def mark_of(cost: int) -> Mark:
    """The mark of a decision by what it cost."""
    return "best" if cost <= BEST else "fine" if cost <= FINE else "slip" if cost <= SLIP else "blunder"


def judged(
    move: int, seat: int, kind: Kind, action: Action, before: Chances, options: Sequence[tuple[Action, Chances]]
) -> JudgedDecision | None:
    """A decision among options, one of which is the action; None where there was nothing to decide."""
    if len(options) < 2:
        return None
    ranked = sorted(options, key=lambda one: (-one[1][seat], one[0] != action))
    chosen = next(value for option, value in options if option == action)
    cost = ranked[0][1][seat] - chosen[seat]
    listed = [OptionValue(option, list(value)) for option, value in ranked]
    return JudgedDecision(move, seat, kind, action, list(before), list(chosen), cost, mark_of(cost), listed)


def completed_groups(g: Any, e: Any, deeds: Mapping[int, int]) -> dict[int, int]:
    """The colours that become whole when these deeds change hands, and whose they are then."""
    found = {}
    for deed, to in deeds.items():
        group = e.deed_group[deed]
        rest = [group_deed(e, group, place) for place in range(e.group_size[group])]
        if e.group_kind[group] == GROUP_LOTS and all(deeds.get(one, g.owner[one]) == to for one in rest):
            found[group] = to
    return found


class Judge:
    """Judges the decisions of a game."""

    def __init__(self, position_value: PositionValue) -> None:
        self.value = position_value
        self.table = position_value.table
        self.sizes = [self.table.group_size[group] for group in range(MAX_GROUPS)]

    def decisions(self, moves: Sequence[PlayedMove], steps: Sequence[ReviewStep]) -> Iterator[JudgedDecision]:
        """Every decision with more than one option, in the order of play."""
        for move, step in zip(moves, steps, strict=True):
            if move.action is None or move.seat == BANK or move.before.over:
                continue
            found = self.decision(move, step)
            if found is not None:
                yield found
            if any(isinstance(event, DealDone) for event in move.events):
                yield from self.other_sides(move, step)
            for event in move.events:
                if isinstance(event, AuctionWon) and event.deed is not None:
                    yield from self.auction(moves[: move.number + 1], steps, event)

    def decision(self, move: PlayedMove, step: ReviewStep) -> JudgedDecision | None:
        """The decision of one move, if it is judged separately."""
        g, seat, code = move.before, move.seat, move.move.kind
        assert move.action is not None
        is_turn = top_kind(g) == FRAME_TURN and not g.deals
        before = step.before
        if code in FAMILIES and not (code == codes.LIFT_MORTGAGE and is_turn):
            kind, family = FAMILIES[code]
            same = [a for a in self.legal(g, seat, family) if kind != "deal" or a.x == move.move.x]
            found = judged(move.number, seat, kind, move.action, before, self.weighed(g, seat, move, same, before))
            return self.about(found, g, move)
        if code in SALES and top_kind(g) == codes.FRAME_DEBT:
            options = self.weighed(g, seat, move, self.legal(g, seat, SALES), before)
            return judged(move.number, seat, "debt", move.action, before, options)
        if code in JAIL and is_turn and g.jail[seat] > 0 and g.rolled == 0:
            options = self.weighed(g, seat, move, self.legal(g, seat, JAIL), before)
            return judged(move.number, seat, "jail", move.action, before, options)
        if code == codes.ROLL and is_turn and g.rolled == 0:
            options = self.weighed(g, seat, move, self.legal(g, seat, ORDERS), before)
            return judged(move.number, seat, "managing", move.action, before, options)
        if code in ORDERS or code in SALES:
            nothing = actions.Roll() if is_turn and g.turn == seat and not g.rolled else actions.EndTurn()
            options = [(move.action, step.expected), (nothing, before)]
            return judged(move.number, seat, "managing", move.action, before, options)
        return None

    def about(self, found: JudgedDecision | None, g: Any, move: PlayedMove) -> JudgedDecision | None:
        """A decision with what it is about."""
        if found is not None and found.kind == "deal":
            found.terms = terms_of(g, move.move.x)
            found.completes = completed_groups(g, self.table, found.terms.deeds)
        elif found is not None and found.kind == "purchase":
            found.deed = buy_target(g) if top_kind(g) == codes.FRAME_BUY else offer_deed(g)
            found.amount = self.table.price[found.deed]
            if top_kind(g) == codes.FRAME_BUY:  # who gets what is offered to the others is not known yet
                found.completes = completed_groups(g, self.table, {found.deed: move.seat})
        return found

    def legal(self, g: Any, seat: int, kinds: frozenset[int]) -> list[Any]:
        """The legal options of these kinds, as the core reads them."""
        a, o = objects.fresh_move(), objects.Choices()
        list_options(g, self.table, seat, a, o)
        found = []
        for i in range(o.count):
            if o.kind[i] in kinds and o.kind[i] != codes.COUNTER_DEAL:
                one = objects.fresh_move()
                one.kind, one.x, one.y, one.amount = o.kind[i], o.x[i], o.y[i], o.low[i]
                found.append(one)
        return found

    def weighed(
        self, g: Any, seat: int, move: PlayedMove, others: Sequence[Any], before: Chances
    ) -> list[tuple[Action, Chances]]:
        """The options with their values; the one that was played is among them."""
        found: list[tuple[Action, Chances]] = []
        for a in (move.move, *others):
            action = move.action if a is move.move else actions.decode(a, self.sizes)
            if action is None or any(action == one for one, _ in found):
                continue
            if a.kind in STAYS:
                found.append((action, before))
                continue
            after = self.value.after(g, seat, a)
            if after is not None:
                found.append((action, self.value.value(after)))
            elif a is move.move:
                return []
        return found

    def other_sides(self, move: PlayedMove, step: ReviewStep) -> Iterator[JudgedDecision]:
        """A deal for those who had agreed before: it, or no deal."""
        for seat in deciders_of(move):
            if seat != move.seat and move.action is not None:
                refusal = actions.RefuseDeal(move.move.x, move.move.y)
                options: list[tuple[Action, Chances]] = [(move.action, step.after), (refusal, step.before)]
                found = judged(move.number, seat, "deal", move.action, step.before, options)
                if found is not None:
                    found.terms = terms_of(move.before, move.move.x)
                    found.completes = completed_groups(move.before, self.table, found.terms.deeds)
                    yield found

    def auction(
        self, moves: Sequence[PlayedMove], steps: Sequence[ReviewStep], won: AuctionWon
    ) -> Iterator[JudgedDecision]:
        """An auction by the price paid: the winner's last bid, and all who could have had it for a little more."""
        g = moves[-1].before
        if won.deed is None or top_kind(g) != FRAME_AUCTION or auction_deed(g) != won.deed:
            return
        before = steps[moves[-1].number].before
        completes = completed_groups(g, self.table, {won.deed: won.seat})
        sold = self.value.sale(g, won.deed, won.seat, won.amount)
        bids: dict[int, PlayedMove] = {}
        passes: dict[int, PlayedMove] = {}
        for move in reversed(moves):
            if move.name not in ("Bid", "Pass") or top_kind(move.before) != FRAME_AUCTION:
                break
            last = bids if move.name == "Bid" else passes
            last.setdefault(move.seat, move)
        more = won.amount + self.table.note
        for seat, move in passes.items():
            if seat != won.seat and g.cash[seat] >= more:
                had = self.value.sale(g, won.deed, seat, more)
                yield from self.bid(move, seat, before, actions.Pass(), sold, actions.Bid(more), had, completes)
        rivals = [(move.move.amount, seat) for seat, move in bids.items() if seat != won.seat]
        if won.seat in bids and rivals:
            amount, rival = max(rivals)
            left = self.value.sale(g, won.deed, rival, amount)
            bid = actions.Bid(won.amount)
            yield from self.bid(bids[won.seat], won.seat, before, bid, sold, actions.Pass(), left, completes)

    def bid(
        self,
        move: PlayedMove,
        seat: int,
        before: Chances,
        action: Action,
        value: Chances,
        other: Action,
        had: Chances,
        completes: dict[int, int],
    ) -> Iterator[JudgedDecision]:
        """A bid or pass beside the other of the two."""
        found = judged(move.number, seat, "auction", action, before, [(action, value), (other, had)])
        if found is not None:
            found.deed = auction_deed(move.before)
            bids = [one.amount for one in (action, other) if isinstance(one, actions.Bid)]
            found.amount = bids[0]
            found.completes = completes
            yield found
