"""The bots that sit at tables, by level. A bot decides from what its seat can see."""

from __future__ import annotations

from collections.abc import Callable

from magnate import actions, objects
from magnate.actions import Action
from magnate.bots.house import has_claim, house_decides
from magnate.game import Game
from magnate.rules.codes import FRAME_BUY, FRAME_TURN
from magnate.rules.stack import top_kind

Decide = Callable[[Game, int], Action]


def decide_house(game: Game, seat: int) -> Action:
    """The house bot's choice, or where the rules refuse it the answer of a seat that does not answer."""
    a = objects.fresh_move()
    house_decides(game.state, game.table, seat, a)
    action = actions.decode(a, [game.table.group_size[group] for group in range(len(game.table.group_size))])
    return action if game.refusal(seat, action) is None else game.default_action(seat)


LEVELS: dict[str, Decide] = {"house": decide_house}


def wants_to_act(game: Game, seat: int) -> bool:
    """Whether a bot has something to do unasked: a rent to claim while play rests."""
    g = game.state
    return bool(g.claims) and top_kind(g) in (FRAME_TURN, FRAME_BUY) and has_claim(g, seat) and not g.over
