"""The master at a table: it gets a view, chooses a legal action, and says what each option does to its chance.

>>> bot = Master()
>>> action = bot.choose(game.view(seat), game.legal_actions(seat))
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from magnate import objects
from magnate.actions import Action
from magnate.bots.explain import Considered, Explanation, Reason, read_action
from magnate.bots.lineup import line_up
from magnate.bots.player import Bot, among, in_view, seat_of, supposed
from magnate.rules.codes import (
    ACCEPT_DEAL,
    BANK,
    BUY,
    COUNTER_DEAL,
    GROUP_LOTS,
    MAX_GROUP_LOTS,
    PROPOSE_DEAL,
    REFUSE,
    REFUSE_DEAL,
)
from magnate.rules.deals import read_terms
from magnate.rules.play import check
from magnate.rules.refusals import OK
from magnate.rules.slots import buy_target
from magnate.rules.timeout import default_answer
from magnate.value.fields import MILLION
from magnate.value.file import Weights, network_for, shipped
from magnate.value.inference import TableValue
from magnate.value.knowledge import Weighed
from magnate.value.trying import due_on, move_deed
from magnate.view import SeatPosition, View

DEALING = (ACCEPT_DEAL, REFUSE_DEAL, COUNTER_DEAL, PROPOSE_DEAL)
PURCHASES = (BUY, REFUSE)
TABLES = 8  # tables of one process whose networks are cached
LOCK = threading.RLock()  # one thread at a time: a network at a table has one scratch


class SeenTable:
    """A network at the table of one edition, with what it decides by."""

    def __init__(self, table: Any, weights: Weights) -> None:
        self.value = TableValue(network_for(table, weights))
        self.scratch = Weighed()

    def chances(self, g: Any, e: Any) -> list[float]:
        """The chance of each seat."""
        with LOCK:
            self.value.weigh(g, e, self.value.network, self.scratch)
            return [one / MILLION for one in self.scratch.chance[: g.seats]]


class Master(Bot):
    """Plays by the value of positions, one step deep. It keeps nothing between decisions but what it has weighed."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.name = "master"
        self._given = weights
        self._at: dict[int, tuple[Any, SeenTable, Any]] = {}  # by the identity of a table: it, its network, its line

    @cached_property
    def weights(self) -> Weights:
        """The network it plays by."""
        return self._given or shipped()

    def at(self, position: SeatPosition) -> tuple[Any, SeenTable, Any]:
        """What is cached for this table."""
        with LOCK:
            found = self._at.get(id(position.table))
            if found is None or found[0] is not position.table:
                line = line_up(position.table, ["trader"] * position.state.seats, position.private)
                found = position.table, SeenTable(position.table, self.weights), line
                while len(self._at) >= TABLES:
                    self._at.pop(next(iter(self._at)))
                self._at[id(position.table)] = found
            return found

    def seen(self, position: SeatPosition) -> SeenTable:
        """The network at this table."""
        return self.at(position)[1]

    def line(self, position: SeatPosition) -> Any:
        """What a trader knows of the edition: for what the value does not cover."""
        return self.at(position)[2]

    def move(self, position: SeatPosition, seat: int) -> Any:
        """The choice as the core writes it."""
        g, e, a = position.state, position.table, objects.fresh_move()
        with LOCK:
            seen = self.seen(position)
            seen.value.decide(g, e, self.line(position), seen.scratch, seat, a)
        if check(g, e, seat, a) != OK:
            default_answer(g, e, seat, a)
        return a

    def decide(self, position: SeatPosition, seat: int) -> Action:
        """The choice from a position."""
        position = supposed(position, seat)
        return read_action(position.table, self.move(position, seat))

    def chances(self, position: SeatPosition) -> list[float]:
        """The chance of each seat to win, as the network sees it."""
        return self.seen(position).chances(position.state, position.table)

    def explain(self, view: View, legal: Sequence[Action] | None = None) -> Explanation:
        """The choice and what it would have been instead, and what each does to the seat's chance to win."""
        seat = seat_of(view)
        position = supposed(view.position, seat)
        a = self.move(position, seat)
        choice = among(in_view(view, read_action(position.table, a)), legal)
        options = [Considered(choice, self.reason(position, seat, a))]
        for other in self.instead_of(position, seat, a):
            action = read_action(position.table, other)
            if action != choice:
                options.append(Considered(action, self.reason(position, seat, other)))
        return Explanation(self.name, choice, options)

    def instead_of(self, position: SeatPosition, seat: int, a: Any) -> list[Any]:
        """The other answer to a question of yes or no: buy or refuse, accept or refuse."""
        pairs = {
            BUY: REFUSE,
            REFUSE: BUY,
            ACCEPT_DEAL: REFUSE_DEAL,
            REFUSE_DEAL: ACCEPT_DEAL,
            COUNTER_DEAL: REFUSE_DEAL,
        }
        if a.kind not in pairs:
            return []
        other = objects.fresh_move()
        other.kind, other.x, other.y = pairs[a.kind], a.x, a.y
        is_allowed = check(position.state, position.table, seat, other) == OK
        return [other] if is_allowed else []

    def reason(self, position: SeatPosition, seat: int, a: Any) -> Reason:
        """What an action does to the seat's chance, and which group it completes for whom."""
        if a.kind not in (*DEALING, *PURCHASES):
            now = round(100 * self.seen(position).chances(position.state.copy(), position.table)[seat])
            return Reason("value_same", {"before": now, "after": now})
        before, after, g = self.compared(position, seat, a)
        facts = {"before": round(100 * before), "after": round(100 * after)}
        way = "up" if after > before else "down"
        if facts["before"] == facts["after"]:
            return Reason("value_same", facts)
        whole = completed(position.state, g, position.table)
        mine = [group for owner, group in whole if owner == seat]
        theirs = [(owner, group) for owner, group in whole if owner != seat]
        if theirs and (way == "down" or not mine):
            return Reason(f"value_gives_{way}", {**facts, "seat": theirs[0][0], "group": theirs[0][1]})
        if mine:
            return Reason(f"value_gets_{way}", {**facts, "group": mine[0]})
        return Reason(f"value_{way}", facts)

    def compared(self, position: SeatPosition, seat: int, a: Any) -> tuple[float, float, Any]:
        """The seat's chance now and after what the action is about, the deal or the purchase; and that position."""
        g, e, seen = position.state.copy(), position.table, self.seen(position)
        before = seen.chances(g, e)[seat]
        if a.kind in DEALING:
            terms = objects.fresh_move()
            if a.kind in (PROPOSE_DEAL, COUNTER_DEAL):
                terms.cash, terms.deed, terms.card = list(a.cash), list(a.deed), list(a.card)
            else:
                read_terms(g, e, a.x, terms)
            for deed, to in enumerate(terms.deed[: e.deeds]):
                if to >= 0:
                    g.cash[to] -= due_on(g, e, deed)
                    move_deed(g, deed, to)
            for other in range(g.seats):
                g.cash[other] += terms.cash[other]
        elif a.kind in PURCHASES:
            deed = buy_target(g)
            g.cash[seat] -= e.price[deed]
            move_deed(g, deed, seat)
        return before, seen.chances(g, e)[seat], g


def completed(before: Any, after: Any, e: Any) -> list[tuple[int, int]]:
    """The groups of lots that are whole after something and were not before, with their owners."""
    found = []
    for group in range(e.groups):
        deeds = e.group_deed[group * MAX_GROUP_LOTS : group * MAX_GROUP_LOTS + e.group_size[group]]
        owners = {after.owner[deed] for deed in deeds}
        was = {before.owner[deed] for deed in deeds}
        if e.group_kind[group] == GROUP_LOTS and len(owners) == 1 and owners != was and BANK not in owners:
            found.append((owners.pop(), group))
    return found
