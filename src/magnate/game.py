"""A game, checked and friendly: who must answer, what is legal, play, look, copy, record, replay.

game = Game("clasico", seats=4, seed=7)
while game.must:
    seat = game.must[0]
    events = game.play(seat, game.legal_actions(seat)[0])

Texts of positions and records are imported by the methods that need them, so that `import magnate` stays quick.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from msgspec import Struct

from magnate import actions, objects
from magnate.actions import Action
from magnate.dice import FairDice
from magnate.editions import Edition, load
from magnate.editions.table import NO_HANDICAP
from magnate.errors import REFUSALS, IllegalAction, MalformedPosition, NoMoreChance, NoSuchSeat
from magnate.events import Event, from_core
from magnate.fixes import FIRST, RULES, SPARED, explain, spares
from magnate.move import Move
from magnate.rules import codes
from magnate.rules.codes import BANK, MAX_GROUPS
from magnate.rules.options import list_options
from magnate.rules.plans import is_selling
from magnate.rules.play import apply, check, new_game
from magnate.rules.prices import price_of
from magnate.rules.refusals import OK
from magnate.rules.timeout import default_answer
from magnate.rules.worth import wealth
from magnate.view import Holdings, Option, PlanView, SeatPosition, View, plan_of, seats_in, terms_of, view_of

LEAST_CASH, MOST_CASH = 50, 200  # % of the starting cash that a handicap leaves or gives a seat

FREE_FORM = (codes.PROPOSE_DEAL, codes.COUNTER_DEAL)
COUNTED = (codes.BID, codes.NAME_VALUE, codes.ASK_BUILDINGS)
PRICED = (
    codes.BUY, codes.ACCEPT_OFFER, codes.PAY_TAX, codes.PAY_FINE, codes.MORTGAGE, codes.LIFT_MORTGAGE, codes.BUILD,
    codes.SELL_BUILDINGS, codes.ACCEPT_DEAL,
)  # fmt: skip


class Outcome(Struct, frozen=True):
    """How a game ended: the winners, the wealth of each seat, and the seats from first to last."""

    winners: list[int]
    wealth: list[int]
    ranking: list[int]
    turns: int


def checked_names(names: Sequence[str] | None, seats: int) -> list[str]:
    """One name a seat, each a text that can be written down."""
    if names is None:
        return [f"Seat {seat + 1}" for seat in range(seats)]
    if len(names) != seats:
        raise ValueError(f"{len(names)} names for {seats} seats; expected one name a seat")
    given: Sequence[object] = names
    for name in given:
        if not isinstance(name, str):
            raise ValueError(f"{name!r} is no name; expected a text")
        name.encode()  # a lone surrogate cannot be written down: UnicodeEncodeError is a ValueError
    return list(names)


def checked_handicap(handicap: Sequence[int], seats: int) -> tuple[int, ...]:
    """A percentage for each seat, empty where all have their full cash."""
    given = tuple(handicap)
    if given and len(given) != seats:
        raise ValueError(f"{len(given)} handicaps for {seats} seats; expected a percentage for each seat")
    for percent in given:
        if type(percent) is not int or not LEAST_CASH <= percent <= MOST_CASH:
            raise ValueError(f"handicap {percent!r}; expected {LEAST_CASH} to {MOST_CASH} % of the starting cash")
    return given if any(percent != NO_HANDICAP for percent in given) else ()


def loaded(
    edition: str | Path | Edition, variant: str | None, skin: str | None, options: Mapping[str, Any] | None
) -> Edition:
    """An edition by its name or file, or one that is loaded, which has its variant, skin and options."""
    if not isinstance(edition, Edition):
        return load(edition, variant=variant, skin=skin, options=options)
    given = {"variant": variant, "skin": skin, "options": options}
    if names := ", ".join(name for name, value in given.items() if value):
        raise ValueError(f"{names} given with a loaded edition; expected it in load(…)")
    return edition


def number(seat: object) -> int:
    """A seat is a plain number; True and 1.0 are none."""
    if type(seat) is not int:
        raise TypeError(f"seat is {seat!r}; expected a number")
    return seat


class WorkSpace(threading.local):
    """What the games of a thread write an action and a list of options into; nothing of it outlives a call."""

    def __init__(self) -> None:
        self.move: Any = objects.fresh_move()
        self.choices: Any = objects.Choices()


work = WorkSpace()


class Game:
    """A game of any edition. Seats are numbers from 0; the Bank's clock speaks through `time_up`."""

    def __init__(
        self,
        edition: str | Path | Edition,
        seats: int | None = None,
        seed: int | None = None,
        *,
        variant: str | None = None,
        skin: str | None = None,
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] | None = None,
        dice: FairDice | None = None,
        handicap: Sequence[int] = (),
    ) -> None:
        """`handicap`: the cash each seat begins with, in percent of what it would have; empty for no handicap."""
        edition = loaded(edition, variant, skin, options)
        if seats is None:
            seats = len(names) if names else edition.seats[0]
        if dice is None:
            dice = FairDice.fresh() if seed is None else FairDice.seeded(seed)
        self._begin(edition, seats, names, dice)
        self._give_handicap(handicap)
        new_game(self.state, self.table, self.chance)
        self._finish_move(BANK, None)

    def _begin(self, edition: Edition, seats: int, names: Sequence[str] | None, dice: FairDice) -> None:
        self.edition = edition
        self.dice = dice
        self.table: Any = objects.table(edition.table(seats))
        self.state: Any = objects.State()
        self.chance: Any = objects.chance(dice.key() if dice.is_revealed else [0] * 8)
        self.chance.generator = int(dice.is_revealed)
        self.names: list[str] = checked_names(names, seats)
        self.moves: list[Move] = []
        self.events: list[Event] = []
        self._clauses: dict[int, str] = {}
        self.begins_at = ""  # the text of the position it began in; none: it began with the set-up
        self.rules_version = RULES  # a record names it: earlier, if a stored move is one that was fixed since
        self.handicap: tuple[int, ...] = ()  # starting cash in percent, a number a seat; none: all are equal
        self.holdings: Holdings | None = None
        self._group_size = [self.table.group_size[group] for group in range(MAX_GROUPS)]

    def _give_handicap(self, handicap: Sequence[int]) -> None:
        """Set how much cash each seat begins with, before the set-up."""
        self.handicap = checked_handicap(handicap, len(self.names))
        if self.handicap:
            self.table.cash_percent[: len(self.handicap)] = self.handicap

    # Who is asked, and what is legal.

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return int(self.state.seats)

    @property
    def must(self) -> list[int]:
        """The seats whose answer play waits for."""
        return seats_in(self.state.must)

    @property
    def may(self) -> list[int]:
        """The other seats that could do something unasked: manage property, propose, claim rent, leave."""
        return [seat for seat in range(self.seats) if not self.state.must >> seat & 1 and self._list(seat).count]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.over)

    def _seat(self, seat: int) -> int:
        """A number that names a seat of this table."""
        if not 0 <= number(seat) < self.seats:
            raise NoSuchSeat(seat, self.seats)
        return seat

    def _encode(self, action: Action) -> Any:
        """The action as the core reads it."""
        if type(action) not in actions.KINDS:
            raise actions.MalformedAction(f"{action!r} is no action; expected one of magnate.actions")
        actions.encode(action, work.move, self._group_size)
        return work.move

    def _list(self, seat: int) -> Any:
        list_options(self.state, self.table, seat, work.move, work.choices)
        return work.choices

    def options(self, seat: int) -> list[Option]:
        """Everything a seat may do now, in a fixed order, with the limits of amounts."""
        o, a = self._list(number(seat)), work.move
        found = []
        for i in range(o.count):
            kind = o.kind[i]
            name = actions.BY_KIND[kind].__name__
            if kind in FREE_FORM:
                found.append(Option(name, step=self.table.note))
                continue
            a.kind, a.x, a.y, a.amount = kind, o.x[i], o.y[i], o.low[i]
            action = actions.decode(a, self._group_size)
            if kind in COUNTED:
                step = 1 if kind == codes.ASK_BUILDINGS else self.table.note
                found.append(Option(name, action, o.low[i], o.high[i], step))
            elif kind in PRICED:
                price = price_of(self.state, self.table, seat, kind, o.x[i], o.y[i])
                found.append(Option(name, action, price=price, leaves=self.state.cash[seat] - price))
            else:
                found.append(Option(name, action))
        return found

    def price(self, seat: int, action: Action) -> int:
        """What an action costs a seat in cash, legal now or not; below 0 what it brings, 0 where no sum is fixed."""
        a = self._encode(action)
        return int(price_of(self.state, self.table, self._seat(seat), a.kind, a.x, a.y))

    def plan(self, seat: int, group: int, levels: Sequence[int]) -> PlanView:
        """What a plan for a group's buildings would cost a seat and change, and where it goes on; nothing is played.

        A plan that takes something away is a sale, any other an order.
        """
        order = actions.Build(group, list(levels))
        self._encode(order)
        if self.table.group_kind[group] != codes.GROUP_LOTS:
            raise actions.MalformedAction(f"group is {group}; expected a group of lots - at `$.group`")
        sells = is_selling(self.state, self.table, group, actions.pack_levels(order.levels))
        action = actions.SellBuildings(group, order.levels) if sells else order
        return plan_of(self, self._seat(seat), action)

    def legal_actions(self, seat: int) -> list[Action]:
        """The legal actions of a seat in a fixed order, each ready to play: amounts at their lowest, no free deals.

        Building plans are listed only in single and whole-group steps: one building up or down on a lot, one up on
        every lot of a group, a lot or a group sold to bare ground. Other plans may be legal, too: `refusal` says.
        """
        return [option.action for option in self.options(seat) if option.action is not None]

    def refusal(self, seat: int, action: Action) -> str | None:
        """Why an action is illegal now, by name; None if it is legal."""
        a = self._encode(action)
        code = check(self.state, self.table, number(seat), a)
        return None if code == OK else REFUSALS[code]

    # Playing.

    def play(self, seat: int, action: Action) -> list[Event]:
        """Play an action and return what happened. An illegal one raises IllegalAction and changes nothing."""
        a = self._encode(action)
        before = None if self.chance.generator else (self.state.copy(), self.chance.copy())
        code = apply(self.state, self.table, self.chance, number(seat), a)
        if code != OK:
            raise IllegalAction(seat, action, REFUSALS[code], self.options(seat))
        if before and self.chance.missing:
            self.state, self.chance = before
            raise NoMoreChance
        return self._finish_move(seat, action)

    def play_stored(self, seat: int, action: Action, rules: str = FIRST) -> list[Event]:
        """Play an action of a stored game again, written with the rules of a version.

        Version 0.1.0 let refused offers be repeated: AMB-146.
        """
        try:
            return self.play(seat, action)
        except IllegalAction:
            self.state.old_rules = int(spares(rules))
        try:
            told = self.play(seat, action)
            self.rules_version = SPARED
            return told
        except IllegalAction as error:
            why = explain(rules, type(action).__name__, error.refusal)
            raise IllegalAction(seat, action, error.refusal, error.options, why) from None
        finally:
            self.state.old_rules = 0

    def time_up(self) -> list[Event]:
        """The agreed time is up: a turn in progress is completed, then wealth is counted; between turns immediately."""
        return self.play(BANK, actions.TimeUp(at_once=True))

    def default_action(self, seat: int) -> Action:
        """The answer given for a seat that must act and does not in time (AMB-83)."""
        a = work.move
        default_answer(self.state, self.table, self._seat(seat), a)
        return actions.decode(a, self._group_size)

    def _finish_move(self, seat: int, action: Action | None) -> list[Event]:
        facts = self.state.events
        told = [from_core(fact, self.clause, self._terms) for fact in facts]
        facts.clear()
        self.moves.append(Move(seat, action, tuple(self.chance.log)))
        self.chance.log.clear()
        self.events += told
        return told

    def clause(self, rule: int) -> str:
        """The clause of this edition behind a rule."""
        found = self._clauses.get(rule)
        if found is None:
            found = self._clauses[rule] = self.edition.clause(rule)
        return found

    def _terms(self, slot: int) -> actions.Terms:
        return terms_of(self.state, slot)

    # Looking.

    def view(self, seat: int | None = None) -> View:
        """The table as a seat sees it, or as a watcher does."""
        if seat is None:
            return view_of(self, None)
        view = view_of(self, self._seat(seat))
        vars(view)["_position"] = SeatPosition.seen(self, seat)
        return view

    def wealth(self, seat: int) -> int:
        """Cash, deeds and buildings as the timed endings count them."""
        return int(wealth(self.state, self.table, self._seat(seat)))

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it continues."""
        g = self.state
        if not g.over:
            return None
        riches = [self.wealth(seat) for seat in range(self.seats)]
        winners = seats_in(g.winners)
        places = [
            (seat not in winners, g.out[seat] > 0, -g.out[seat], -riches[seat], seat) for seat in range(self.seats)
        ]
        ranking = [place[-1] for place in sorted(places)]
        return Outcome(winners=winners, wealth=riches, ranking=ranking, turns=g.turns)

    # Keeping.

    def copy(self) -> Self:
        """An independent game in the same position, with the same dice to come."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.state, twin.chance = self.state.copy(), self.chance.copy()
        twin.names, twin.moves, twin.events = list(self.names), list(self.moves), list(self.events)
        return twin

    def to_text(self) -> str:
        """The position as one line of text. The dice and cards to come are not part of it."""
        from magnate import position_text

        return position_text.write(self.edition, self.table, self.state)

    @classmethod
    def from_text(
        cls,
        text: str,
        seed: int | None = None,
        *,
        edition: str | Path | None = None,
        names: Sequence[str] | None = None,
        dice: FairDice | None = None,
    ) -> Self:
        """A game in the position of a text, with fresh dice: those of the seed, if one is given.

        `edition` is the file of an edition that does not come with the game.
        """
        from magnate import position_text

        found = position_text.read(text, edition)
        if dice is None:
            dice = FairDice.fresh() if seed is None else FairDice.seeded(seed)
        game = object.__new__(cls)
        game._begin(found.edition, found.state.seats, names, dice)
        game._begin_at(found)
        game._finish_move(BANK, None)
        return game

    def _begin_at(self, found: Any) -> None:
        """Lay out the decks, list what everybody may do, write the text again; who is asked must have an answer."""
        from magnate import position_text

        self.table, self.state = found.table, found.state
        try:
            position_text.lay_decks(self.table, self.state, self.chance)
            self.view()
            stuck = [seat for seat in self.must if self.refusal(seat, self.default_action(seat))]
            for seat in range(self.seats):
                self._list(seat)
            self.begins_at = self.to_text()
        except (IndexError, KeyError, ValueError) as error:
            raise MalformedPosition(f"the rules cannot go on from here ({error!r}); expected a game") from error
        if stuck:
            raise MalformedPosition(f"seats {stuck} have no answer; expected a stack that asks them")

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_text({self.to_text()!r})"

    def record(self, reveal: bool = True) -> str:
        """The game as text. Without `reveal` the secret of the dice stays out: the results are all there."""
        from magnate import record

        return record.write(self, reveal)

    @classmethod
    def replay(cls, text: str, generator: bool | None = None, edition: str | Path | None = None) -> Self:
        """The game of a record. With its secret the dice are thrown again and compared; without, they are read.

        `edition` is the file of an edition that does not come with the game.
        """
        from magnate import record

        return record.replay(cls, text, generator, edition)
