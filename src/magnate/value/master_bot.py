"""The master at a table: it gets a view, chooses a legal action, and says what each option does to its chance.

>>> bot = Master()
>>> action = bot.choose(game.view(seat), game.legal_actions(seat))
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from magnate import objects
from magnate.actions import Action
from magnate.bots.explain import Considered, Explanation, Reason, read_action
from magnate.bots.lineup import line_up
from magnate.bots.player import Bot, among, in_view, seat_of, supposed
from magnate.rules.codes import ACCEPT_DEAL, BUY, COUNTER_DEAL, PROPOSE_DEAL, REFUSE, REFUSE_DEAL
from magnate.rules.deals import read_terms
from magnate.rules.play import check
from magnate.rules.refusals import OK
from magnate.rules.slots import buy_target
from magnate.rules.timeout import default_answer
from magnate.value.fields import MILLION
from magnate.value.file import Weights, network_for, shipped
from magnate.value.inference import TableValue, bound
from magnate.value.knowledge import Weighed
from magnate.value.trying import due_on, move_deed
from magnate.view import SeatPosition, View


class SeenTable:
    """A network at the table of one edition, with what it decides by."""

    def __init__(self, table: Any, weights: Weights) -> None:
        self.value = TableValue(network_for(table, weights))
        self.decide = bound(self.value.weigh)
        self.scratch = Weighed()

    def chances(self, g: Any, e: Any) -> list[float]:
        """The chance of each seat."""
        self.value.weigh(g, e, self.value.network, self.scratch)
        return [one / MILLION for one in self.scratch.chance[: g.seats]]


class Master(Bot):
    """Plays by the value of positions, one step deep. It keeps nothing between decisions but what it has weighed."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.name = "master"
        self._given = weights
        self._line: tuple[Any, Any] = (None, None)
        self._seen: tuple[Any, Any] = (None, None)

    @cached_property
    def weights(self) -> Weights:
        """The network it plays by."""
        return self._given or shipped()

    def seen(self, position: SeatPosition) -> SeenTable:
        """The network at this table."""
        if self._seen[0] is not position.table:
            self._seen = (position.table, SeenTable(position.table, self.weights))
        return self._seen[1]  # type: ignore[no-any-return]

    def line(self, position: SeatPosition) -> Any:
        """What a trader knows of the edition: for what the value says nothing about."""
        if self._line[0] is not position.table:
            names = ["trader"] * position.state.seats
            self._line = (position.table, line_up(position.table, names, position.private))
        return self._line[1]

    def move(self, position: SeatPosition, seat: int) -> Any:
        """The choice as the core writes it."""
        g, e, a = position.state, position.table, objects.fresh_move()
        seen = self.seen(position)
        seen.decide(g, e, self.line(position), seen.value.network, seen.scratch, seat, a)
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
        """The choice, and what it does to the seat's chance to win where that can be said."""
        seat = seat_of(view)
        position = supposed(view.position, seat)
        a = self.move(position, seat)
        choice = among(in_view(view, read_action(position.table, a)), legal)
        before, after = self.compared(position, seat, a)
        facts = {"before": round(100 * before), "after": round(100 * after)}
        key = "value_same" if facts["before"] == facts["after"] else "value_up" if after > before else "value_down"
        return Explanation(self.name, choice, [Considered(choice, Reason(key, facts))])

    def compared(self, position: SeatPosition, seat: int, a: Any) -> tuple[float, float]:
        """The seat's chance now, and after what the action is about: the deal, or the purchase."""
        g, e, seen = position.state.copy(), position.table, self.seen(position)
        before = seen.chances(g, e)[seat]
        if a.kind in (ACCEPT_DEAL, REFUSE_DEAL, COUNTER_DEAL, PROPOSE_DEAL):
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
        elif a.kind in (BUY, REFUSE):
            deed = buy_target(g)
            g.cash[seat] -= e.price[deed]
            move_deed(g, deed, seat)
        return before, seen.chances(g, e)[seat]


def named(name: str = "master") -> Master:
    """The master that comes with the package."""
    if name != "master":
        raise ValueError(f"no bot that plays by the value is called {name!r}; there is master")
    return Master()
