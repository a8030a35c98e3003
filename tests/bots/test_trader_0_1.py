"""The trader of 0.1.0, rebuilt from today's to measure by: it decides as in the games that 0.1.0 recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bots.guests import OLD_TRADER, lined_up
from bots.trader_0_1 import trader_0_1_decides
from magnate import Game, objects
from magnate.actions import Action, Bid, Pass
from magnate.bots.explain import read_action
from magnate.bots.lineup import line_up
from magnate.bots.trader import trader_decides
from magnate.record import Reader, open_game, play_moves
from magnate.rules.codes import FRAME_AUCTION, NOTHING
from magnate.rules.play import check
from magnate.rules.refusals import OK
from magnate.rules.slots import auction_deed
from magnate.rules.stack import top_kind
from magnate.rules.timeout import default_answer

STORED = Path(__file__).parent.parent / "compat" / "0.1.0"
GAMES = [*sorted(STORED.glob("records/*-bots.record")), *sorted(STORED.glob("own/*.record"))]
SEAT = 0  # of the trader in them: `compat/write.py`


def decisions(path: Path) -> Iterator[tuple[Game, Any, Action]]:
    """The positions of a record in which the trader moved, and its moves."""
    own = path.with_suffix(".toml")
    reader = Reader(path.read_text(encoding="utf8"))
    game = open_game(Game, reader, None, own if own.exists() else None)
    before = game.state.copy()
    for _ in play_moves(reader, game):
        move = game.moves[-1]
        if move.seat == SEAT and move.action is not None:
            yield game, before, move.action
        before = game.state.copy()


def decide(g: Any, e: Any, line: Any, decides: Callable[..., None]) -> Action:
    """What a trader does; where the rules refuse it, the answer of a seat that does not answer."""
    a = objects.fresh_move()
    decides(g, e, line, SEAT, a)
    if check(g, e, SEAT, a) != OK:
        default_answer(g, e, SEAT, a)
    return read_action(e, a)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_trader_of_0_1_decides_as_in_the_games_that_0_1_recorded(path: Path) -> None:
    """But for bids for a building: it counts in the lowest one, for which today's rules name another sum."""
    line, count = None, 0
    for game, before, recorded in decisions(path):
        line = line or lined_up(game.table, [OLD_TRADER] * before.seats)
        before.old_rules = 1  # a refused offer could be repeated
        choice = decide(before, game.table, line, trader_0_1_decides)
        count += 1
        if top_kind(before) == FRAME_AUCTION and auction_deed(before) == NOTHING:
            assert isinstance(choice, Bid | Pass)
        else:
            assert choice == recorded, f"move {len(game.moves) - 1}"
    assert count > 50


def test_the_trader_of_today_decides_otherwise_now_and_then() -> None:
    """So that the comparison can tell the two apart."""
    different = 0
    for path in GAMES:
        line = None
        for game, before, recorded in decisions(path):
            line = line or line_up(game.table, ["trader"] * before.seats)
            before.old_rules = 1
            different += decide(before, game.table, line, trader_decides) != recorded
    assert different > 20
