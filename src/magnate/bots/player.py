"""Bots as players: they get a view, choose a legal action, and say why.

>>> bot = named("trader")
>>> action = bot.choose(game.view(seat), game.legal_actions(seat))
>>> print(bot.explain(game.view(seat), game.legal_actions(seat)).text(Words("en"), names))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from magnate import objects
from magnate.actions import Action, AskBuildings, Bid, Build, CounterDeal, NameValue, ProposeDeal, SellBuildings
from magnate.bots.explain import Considered, Explanation, other_choices, read_action, reason_for
from magnate.bots.hidden_cash import suppose_cash
from magnate.bots.lineup import CODES, line_up
from magnate.bots.novice import forgets
from magnate.bots.table import bot_decides
from magnate.game import Game
from magnate.rules.codes import FRAME_BUY, FRAME_TURN
from magnate.rules.play import check
from magnate.rules.refusals import OK
from magnate.rules.stack import top_kind
from magnate.rules.timeout import default_answer
from magnate.view import SeatPosition, View

COUNTED = (Bid, NameValue, AskBuildings, Build, SellBuildings)  # sums and plans: more than a list of legal actions has

DEALS = (ProposeDeal, CounterDeal)
FREE = (*COUNTED, *DEALS)


class Bot:
    """A bot that decides at once. It keeps nothing between decisions: one may sit at any number of seats."""

    def __init__(self, name: str) -> None:
        if name not in CODES:
            raise ValueError(f"no bot is called {name!r}; there are {', '.join(CODES)}")
        self.name = name
        self._line: tuple[Any, Any] = (None, None)

    def choose(self, view: View, legal: Sequence[Action] | None = None) -> Action:
        """The action for the seat whose view it is: of the legal ones, where given, or a deal, whose terms are free."""
        seat = seat_of(view)
        return among(in_view(view, self.decide(view.position, seat)), legal)

    def explain(self, view: View, legal: Sequence[Action] | None = None) -> Explanation:
        """The choice, the options considered, and what speaks for each."""
        seat = seat_of(view)
        position = supposed(view.position, seat)
        choice = among(in_view(view, self.decide(position, seat)), legal)
        b = self.line(position)
        found = other_choices(position, b, seat, choice)
        return Explanation(
            self.name,
            choice,
            [Considered(action, reason_for(position, b, seat, a, action == choice)) for action, a in found],
        )

    def decide(self, position: SeatPosition, seat: int) -> Action:
        """The choice from a position; where the rules refuse it, the answer of a seat that does not answer.

        Where cash is private it may still be refused: `allowed` says what is played then.
        """
        position = supposed(position, seat)
        a = objects.fresh_move()
        bot_decides(position.state, position.table, self.line(position), seat, a)
        if check(position.state, position.table, seat, a) != OK:
            default_answer(position.state, position.table, seat, a)
        return read_action(position.table, a)

    def notices(self, g: Any, seat: int) -> bool:
        """Whether the bot has something to do unasked: a rent to claim while play rests."""
        if g.over or not g.claims or top_kind(g) not in (FRAME_TURN, FRAME_BUY):
            return False
        is_owed = any(claim.owner == seat for claim in g.claim[: g.claims])
        return is_owed and not (self.name == "novice" and forgets(g, seat))

    def line(self, position: SeatPosition) -> Any:
        """This bot on every seat of the table, knowing its edition."""
        table, line = self._line
        if table is not position.table:  # another thread may ask about another table meanwhile
            names = [self.name] * position.state.seats
            line = line_up(position.table, names, position.private)
            self._line = (position.table, line)
        return line


def named(name: str) -> Bot:
    """The bot of this name: novice, house or trader. `magnate.search.named` knows the master and the oracle too."""
    if name in ("master", "oracle"):
        raise ValueError(f"the {name} needs more than the rules: ask magnate.search.named for it")
    return Bot(name)


def supposed(position: SeatPosition, seat: int) -> SeatPosition:
    """A position with cash in it where that is private: what the seat can suppose of it."""
    if not position.private:
        return position
    g = position.state.copy()
    suppose_cash(g, position.table, seat)
    return position._replace(state=g)


def seat_of(view: View) -> int:
    """Whose view it is."""
    if view.seat is None:
        raise ValueError("a watcher's view has no seat to decide for; expected the view of a seat")
    return view.seat


def allowed(game: Game, seat: int, choice: Action) -> Action:
    """What a bot plays: its choice, or where the real cash refuses it the answer of a seat that does not answer."""
    is_refused = seat in game.must and game.refusal(seat, choice) is not None
    return game.default_action(seat) if is_refused else choice


def in_view(view: View, choice: Action) -> Action:
    """The same from a view, whose options show what the real cash allows. Sums, plans and terms are the seat's own."""
    if isinstance(choice, FREE) or any(option.action == choice for option in view.options):
        return choice
    a = objects.fresh_move()
    default_answer(view.position.state, view.position.table, seat_of(view), a)
    return read_action(view.position.table, a)


def among(choice: Action, legal: Sequence[Action] | None) -> Action:
    """The choice, if it is among those named as legal; else the first named of its kind, or the first.

    Deals are free; of sums and plans the kind alone is named.
    """
    if legal is None or choice in legal or isinstance(choice, DEALS):
        return choice
    if not legal:
        raise ValueError("no action is legal; expected a seat that has something to do")
    akin = [one for one in legal if type(one) is type(choice)]
    if akin and isinstance(choice, COUNTED):
        return choice
    return (akin or legal)[0]
