"""Missed deals: exchanges that no seat offered although both sides would have gained, at the moment they were best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from magnate import objects
from magnate.actions import CounterDeal, ProposeDeal
from magnate.review.judging import ReviewSentence
from magnate.review.moves import PlayedMove
from magnate.review.position_value import PositionValue
from magnate.review.units import WHOLE, Chances
from magnate.rules.codes import FRAME_TURN, GROUP_LOTS, NOTHING, PROPOSE_DEAL
from magnate.rules.deals import check_propose
from magnate.rules.property import group_deed
from magnate.rules.refusals import OK
from magnate.rules.stack import top_kind
from magnate.value.deal_search import is_wanted
from magnate.value.trying import due_on, move_deed

LEAST = WHOLE * 3 // 100  # that both must gain
TOLD = 3
STEPS = 7  # of the bisection for a price


class MissedDeal(Struct):
    """An exchange of two seats: who gets which deed, what cash changes by, and the chances before and after."""

    move: int
    seats: list[int]
    deeds: dict[int, int]
    cash: dict[int, int]
    before: list[int]
    after: list[int]
    sentence: ReviewSentence | None = None

    @property
    def gain(self) -> int:
        """What the side that gains less would have gained."""
        return min(self.after[seat] - self.before[seat] for seat in self.seats)


def missed_deals(
    moves: Sequence[PlayedMove], curve: Sequence[Chances], position_value: PositionValue
) -> list[MissedDeal]:
    """The best of them, each pair of seats with the same deeds once."""
    if not position_value.table.deals_allowed:
        return []
    offered = {frozenset(moved) for moved in offers(moves)}
    best: dict[frozenset[int], MissedDeal] = {}
    seen: tuple[Any, ...] = ()
    for move in moves:
        g = move.after
        now = (*g.owner, *g.out)
        if now == seen or g.over or top_kind(g) != FRAME_TURN or g.deals or g.rolled or g.time_is_up:
            continue
        seen = now
        for one in deals_at(move, curve[move.number], position_value):
            key = frozenset(one.deeds)
            if key not in offered and (key not in best or one.gain > best[key].gain):
                best[key] = one
    found: list[MissedDeal] = []
    for one in sorted(best.values(), key=lambda one: -one.gain):
        if not any(set(one.deeds) & set(other.deeds) for other in found):
            found.append(one)
    return found[:TOLD]


def offers(moves: Sequence[PlayedMove]) -> Iterator[list[int]]:
    """The deeds of every offer that was made."""
    for move in moves:
        if isinstance(move.action, ProposeDeal | CounterDeal):
            yield [deed for deed, to in enumerate(move.move.deed) if to != NOTHING]


def deals_at(move: PlayedMove, before: Chances, position_value: PositionValue) -> Iterator[MissedDeal]:
    """Exchanges at one moment that complete a colour and by which both gain enough."""
    g, e = move.after, position_value.table
    for one in range(g.seats):
        for other in range(one + 1, g.seats):
            if g.out[one] or g.out[other]:
                continue
            mine = [deed for deed in range(e.deeds) if g.owner[deed] == one and is_wanted(g, e, other, one, deed)]
            theirs = [deed for deed in range(e.deeds) if g.owner[deed] == other and is_wanted(g, e, one, other, deed)]
            for wanted in (NOTHING, *theirs):
                for given in (NOTHING, *mine):
                    deeds = {deed: to for deed, to in ((wanted, one), (given, other)) if deed != NOTHING}
                    if any(completes(g, e, deed, to) for deed, to in deeds.items()):
                        found = priced(move.number, g, one, other, deeds, before, position_value)
                        if found is not None:
                            yield found


def completes(g: Any, e: Any, deed: int, to: int) -> bool:
    """Whether a deed completes a colour."""
    group = e.deed_group[deed]
    rest = [group_deed(e, group, place) for place in range(e.group_size[group])]
    return e.group_kind[group] == GROUP_LOTS and all(one == deed or g.owner[one] == to for one in rest)


def priced(
    number: int, g: Any, one: int, other: int, deeds: dict[int, int], before: Chances, position_value: PositionValue
) -> MissedDeal | None:
    """The exchange at the price by which both gain the same, if that is enough and the rules allow it."""
    even = exchanged(g, deeds, {}, position_value)
    if even[one] + even[other] - before[one] - before[other] < 2 * LEAST:
        return None
    note = position_value.table.note
    low, high = -(g.cash[other] // note), g.cash[one] // note  # what `one` pays
    after, price = even, 0
    for _ in range(STEPS):
        if after[one] - before[one] > after[other] - before[other]:
            low = price
        else:
            high = price
        price = (low + high) // 2
        after = exchanged(g, deeds, {one: -price * note, other: price * note}, position_value)
    cash = {one: -price * note, other: price * note}
    found = MissedDeal(number, [one, other], deeds, cash, list(before), list(after))
    return found if found.gain >= LEAST and is_legal(g, found, position_value.table) else None


def exchanged(g: Any, deeds: dict[int, int], cash: dict[int, int], position_value: PositionValue) -> Chances:
    """The chances after an exchange."""
    twin = g.copy()
    for deed, to in deeds.items():
        twin.cash[to] -= due_on(twin, position_value.table, deed)
        move_deed(twin, deed, to)
    for seat, amount in cash.items():
        twin.cash[seat] += amount
    return position_value.network(twin)


def is_legal(g: Any, deal: MissedDeal, e: Any) -> bool:
    """Whether one of the two could have proposed it."""
    a = objects.fresh_move()
    a.kind = PROPOSE_DEAL
    for deed, to in deal.deeds.items():
        a.deed[deed] = to
    for seat, amount in deal.cash.items():
        a.cash[seat] = amount
    return any(check_propose(g, e, seat, a) == OK for seat in deal.seats)
