"""The coder: decisions as numbers, from a game, from a view, or from what a server sends.

>>> coder = Coder("clasico", seats=2)
>>> decision = coder.from_game(game, seat)                  # a Game of this process
>>> decision = coder.from_view(view)                        # a view of it
>>> decision = coder.from_wire(seat, options, view)         # what magnate.client gives to `decide`
>>> decision.observation, decision.mask                     # what a policy reads
>>> action = decision.action(number)                        # None: do nothing
>>> number = decision.number(action)                        # None: not in the catalogue
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from magnate import actions, objects
from magnate.actions import Action
from magnate.coding import fields
from magnate.coding.amounts import slot_to_answer
from magnate.coding.asking import question_of_seat
from magnate.coding.catalogue import BUILD_ON_GROUP, DO_NOTHING, FAMILIES, PROPOSE_PURCHASE, SELL_ON_GROUP
from magnate.coding.decode import decode_action
from magnate.coding.layout import QUESTION_NAMES
from magnate.coding.legal import list_legal
from magnate.coding.legal_deals import list_counters, list_proposals
from magnate.coding.observe import write_observation
from magnate.coding.spec import TableSpec, numbers_of
from magnate.coding.view_state import state_of
from magnate.editions import Edition
from magnate.errors import GameError
from magnate.game import Game
from magnate.rules import codes
from magnate.rules.codes import MAX_GROUPS
from magnate.rules.options import find_holdings
from magnate.view import Option, SeatPosition, View

Legal = objects.plain("Legal", fields.LEGAL)
Seen = objects.plain("Seen", fields.SEEN)
Watch = objects.plain("Watch", fields.WATCH)

ALSO = {codes.BUILD: BUILD_ON_GROUP, codes.SELL_BUILDINGS: SELL_ON_GROUP}  # an action's second family
RAISING = ("Mortgage", "LiftMortgage", "SellBuildings")


class NotADecision(GameError, ValueError):
    """There is nothing to decide for this seat, or the number or action is not one of this decision."""


class Coder:
    """The coding of one table. Two of the same edition, rules and number of seats are equal."""

    def __init__(
        self,
        edition: str | Path | Edition,
        seats: int | None = None,
        *,
        variant: str | None = None,
        options: Mapping[str, Any] | None = None,
        concede: bool = False,
        mortgage_only_in_debt: bool = False,
    ) -> None:
        spec = TableSpec(edition, seats, variant=variant, options=options)
        self._know(spec.edition, spec.edition_object(), spec, concede, mortgage_only_in_debt)

    def _know(self, edition: Edition, e: Any, spec: TableSpec, concede: bool, debt_only: bool) -> None:
        self.edition, self.table = edition, e
        self.numbers = numbers_of(e, spec.numbers.stops)
        self.places, self.actions = spec.places, spec.actions
        self.concede, self.mortgage_only_in_debt = concede, debt_only
        self.group_size = [e.group_size[group] for group in range(MAX_GROUPS)]
        self._scale, self._blank = spec.scale(), spec.blank()
        self._move, self._legal, self._seen = objects.fresh_move(), Legal(), Seen()

    def from_game(self, game: Game, seat: int) -> SeatDecision:
        """What a seat of a game may decide now."""
        return self.from_position(SeatPosition.seen(game, seat), seat)

    def from_view(self, view: View) -> SeatDecision:
        """The same from the view that `Game.view` took for a seat."""
        if view.seat is None:
            raise NotADecision("a watcher's view has no seat to decide for; expected the view of a seat")
        return self.from_position(view.position, view.seat)

    def from_position(self, position: SeatPosition, seat: int) -> SeatDecision:
        """The same from the position in a view."""
        self._check_table(position.state.seats, position.table.deeds)
        w = self._watch(seat, position.state, position.private)
        if position.state.over:
            raise NotADecision("the game is over; expected a seat that has something to decide")
        a, m = self._move, self._legal
        list_legal(position.state, self.table, self.numbers, w, a, m)
        return self._decision(position.state, w, m.number[: m.legal])

    def from_wire(self, seat: int, options: Sequence[Option], view: View, rent_due: bool = False) -> SeatDecision:
        """The same from what `magnate.client` has: a seat, its options and the table's view.

        `rent_due`: the seat may claim a rent now: `bool(table.rents_due(seat))`.
        See `magnate.coding.view_state` for what a view leaves out.
        """
        self._check_table(len(view.seats), len(view.deeds))
        if view.over:
            raise NotADecision("the game is over; expected a seat that has something to decide")
        g = state_of(view, self.table, options)
        is_private = any(one.cash is None for one in view.seats)
        w = self._watch(seat, g, is_private)
        if rent_due:
            g.claims = 1
            g.claim[0].owner = seat
        return self._decision(g, w, sorted(self._offered(g, w, options)))

    def _check_table(self, seats: int, deeds: int) -> None:
        if (seats, deeds) != (self.table.seats, self.table.deeds):
            raise NotADecision(
                f"a table of {seats} seats and {deeds} deeds; this coder is for {self.table.seats} seats and "
                f"{self.table.deeds} deeds ({self.edition.id})"
            )

    def _watch(self, seat: int, g: Any, is_private: bool) -> Any:
        """How a seat is asked: it must answer, or it may act unasked."""
        if not 0 <= seat < g.seats:
            raise NotADecision(f"seat {seat}; expected 0 to {g.seats - 1}")
        w = Watch()
        w.seat, w.free, w.private = seat, int(not g.must >> seat & 1), int(is_private)
        w.concedes, w.debt_only = int(self.concede), int(self.mortgage_only_in_debt)
        return w

    def _decision(self, g: Any, w: Any, numbers: Sequence[int]) -> SeatDecision:
        v = self._seen
        count = write_observation(g, self.table, self.numbers, w, w.seat, v)
        observation = self._blank.copy()
        observation[:count] = np.asarray(v.place[:count], np.float32) * self._scale[:count]
        mask = np.zeros(self.actions, np.int8)
        mask[list(numbers)] = 1
        return SeatDecision(self, g.copy(), w, observation, mask)

    def _offered(self, g: Any, w: Any, options: Sequence[Option]) -> set[int]:
        """The numbers of options, as a server lists them."""
        question = QUESTION_NAMES[question_of_seat(g, w)]
        leaves = self.concede and not w.free
        found = {self.numbers.first[DO_NOTHING]} if w.free else set()
        if g.claims and question != "deal":
            found.add(self.numbers.first[codes.CLAIM_RENT])
            if w.free:
                return found
        raises = not self.mortgage_only_in_debt or question in ("debt", "mortgage")
        for option in options:
            kind = option.type
            if question == "deal" and kind not in ("AcceptDeal", "RefuseDeal", "CounterDeal", "WithdrawDeal"):
                continue
            if kind in ("ProposeDeal", "CounterDeal"):
                found |= self._deals(g, w, kind)
            elif kind in RAISING and not raises:
                continue
            elif option.action is not None and kind != "ClaimRent" and (leaves or kind != "Concede"):
                found |= self._numbers_of(g, w, option.action, option)
        return found

    def _deals(self, g: Any, w: Any, kind: str) -> set[int]:
        """The deals of the catalogue that may be proposed, or asked for instead of the one in question."""
        m, a = self._legal, self._move
        m.legal = 0
        if kind == "ProposeDeal":
            find_holdings(g, self.table, w.seat, m)
            list_proposals(g, self.table, self.numbers, w.seat, a, m)
        else:
            list_counters(g, self.table, self.numbers, w.seat, slot_to_answer(g, w.seat), a, m)
        return set(m.number[: m.legal])

    def _numbers_of(self, g: Any, w: Any, action: Action, option: Option | None = None) -> set[int]:
        """The numbers that stand for an action; of an option with limits, all within them."""
        found = set()
        for number in self._family(action):
            played = self._action(g, w, number)
            if played is None:
                continue
            if option is not None and option.low is not None and option.high is not None:
                amount = getattr(played, "amount", getattr(played, "count", None))
                if amount is not None and option.low <= amount <= option.high:
                    found.add(number)
            elif played == action:
                found.add(number)
        return found

    def _family(self, action: Action) -> list[int]:
        """The numbers of an action's kind."""
        first, kind = self.numbers.first, action.kind
        if kind == codes.PROPOSE_DEAL:
            return list(range(first[PROPOSE_PURCHASE], first[FAMILIES]))
        families = [kind, *([ALSO[kind]] if kind in ALSO else [])]
        return [number for family in families for number in range(first[family], first[family + 1])]

    def _action(self, g: Any, w: Any, number: int) -> Action | None:
        """The action of a number, or None where it stands for nothing here."""
        if decode_action(g, self.table, self.numbers, w, number, self._move) == 0:
            return None
        return actions.decode(self._move, self.group_size)


class SeatDecision:
    """One decision of a seat: what it sees, the numbers that are legal, and what they stand for.

    `observation` is float32 of `coder.places`, `mask` int8 of `coder.actions`.
    """

    def __init__(
        self, coder: Coder, g: Any, w: Any, observation: npt.NDArray[np.float32], mask: npt.NDArray[np.int8]
    ) -> None:
        self._coder, self._state, self._watch = coder, g, w
        self.observation, self.mask = observation, mask

    @property
    def seat(self) -> int:
        """Whose decision it is."""
        return int(self._watch.seat)

    @property
    def question(self) -> str:
        """What is asked: `turn`, `buy`, `deal`, ..."""
        return QUESTION_NAMES[question_of_seat(self._state, self._watch)]

    @property
    def numbers(self) -> list[int]:
        """The legal numbers, in order."""
        return [int(number) for number in np.flatnonzero(self.mask)]

    def action(self, number: int) -> Action | None:
        """The action of a legal number; None where it means to do nothing."""
        if not 0 <= number < len(self.mask) or not self.mask[number]:
            raise NotADecision(f"number {number} is not legal at the question {self.question}; see the mask")
        if number == self._coder.numbers.first[DO_NOTHING]:
            return None
        return self._coder._action(self._state, self._watch, int(number))

    def number(self, action: Action | None) -> int | None:
        """The number of an action; None if the catalogue has none for it, as for a bid between two steps.

        Doing nothing (None) has a number where a seat may act and need not.
        """
        if action is None:
            nothing = int(self._coder.numbers.first[DO_NOTHING])
            return nothing if self.mask[nothing] else None
        for number in self._coder._family(action):
            if self.mask[number] and self._coder._action(self._state, self._watch, number) == action:
                return number
        return None
