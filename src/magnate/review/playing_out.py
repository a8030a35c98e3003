"""Decisive decisions are checked: both options are played out many times, so that no noise is called a mistake."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from magnate import objects
from magnate.actions import Action, encode
from magnate.bots.lineup import line_up
from magnate.review.judging import FINE, JudgedDecision, PlayedOut, mark_of
from magnate.review.moves import PlayedMove
from magnate.review.units import WHOLE
from magnate.rules.codes import MAX_GROUPS

CHECKED = 16  # decisions of a game
TRIALS = 600
ROUNDS = 120  # of a trial: most games have ended then
SURE = 2.58  # standard errors: many decisions are checked, and few may be called mistakes by chance

Stop = Callable[[], bool]


def worth_checking(decisions: Sequence[JudgedDecision]) -> list[JudgedDecision]:
    """The decisions that look like mistakes, the dearest first."""
    return sorted((one for one in decisions if one.cost > FINE), key=lambda one: -one.cost)[:CHECKED]


def check_by_playing(
    decisions: Sequence[JudgedDecision],
    moves: Sequence[PlayedMove],
    table: Any,
    *,
    trials: int = TRIALS,
    threads: int | None = None,
    stop: Stop = lambda: False,
) -> None:
    """Play out what looks like a mistake; the marks follow. Needs Numba."""
    from magnate.search.rollouts import Depth, PositionSearch

    doubtful = worth_checking([one for one in decisions if moves[one.move].seat == one.seat])
    if not doubtful:
        return
    traders = line_up(table, ["trader"] * moves[0].after.seats, False)
    search = PositionSearch(table, traders)
    sizes = [table.group_size[group] for group in range(MAX_GROUPS)]

    def as_move(action: Action) -> Any:
        a = objects.fresh_move()
        encode(action, a, sizes)
        return a

    for one in doubtful:
        if stop():
            return
        move = moves[one.move]
        pair = [as_move(one.action), as_move(one.best.action)]
        rated = search.compare(move.before, one.seat, pair, Depth(trials, ROUNDS), seed=one.move, threads=threads)[1]
        settle(one, trials, rated.more, rated.error)
    for one in decisions:
        if one.played_out is None and one.mark == "blunder":
            one.mark = "slip"  # nothing unchecked is called a blunder


def settle(one: JudgedDecision, trials: int, more: float, error: float) -> None:
    """Take what playing out says over: a difference that may be noise is no mistake."""
    one.played_out = PlayedOut(trials, more, more - SURE * error, more + SURE * error)
    cost = round(more * WHOLE) if one.played_out.is_sure else min(one.cost, FINE)
    one.cost = max(0, cost)
    one.mark = mark_of(one.cost)
