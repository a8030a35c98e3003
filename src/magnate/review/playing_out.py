"""Decisive decisions are checked: both options are played out many times, so that no noise is called a mistake."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from magnate import objects
from magnate.actions import Action, encode
from magnate.bots.lineup import line_up
from magnate.review.judging import FINE, JudgedDecision, PlayedOut, mark_of
from magnate.review.moves import PlayedMove
from magnate.review.position_value import blank_chance
from magnate.review.units import WHOLE
from magnate.rules.codes import MAX_GROUPS
from magnate.rules.play import apply

CHECKED = 16  # decisions of a game that are played out so often
TRIALS = 600
SHORTLY = 64  # more that are played out with a part of the trials: only a dear mistake shows in them
PART = 4
ROUNDS = 120  # of a trial: most games have ended then
SURE = 2.58  # standard errors: many decisions are checked, and few may be called mistakes by chance

Stop = Callable[[], bool]


def worth_checking(decisions: Sequence[JudgedDecision]) -> list[JudgedDecision]:
    """The decisions that look like mistakes, the dearest first."""
    return sorted((one for one in decisions if one.cost > FINE), key=lambda one: -one.cost)[: CHECKED + SHORTLY]


def check_by_playing(
    decisions: Sequence[JudgedDecision],
    moves: Sequence[PlayedMove],
    table: Any,
    *,
    trials: int = TRIALS,
    threads: int | None = None,
    stop: Stop = lambda: False,
) -> None:
    """Play out what looks like a mistake; the marks follow, and what was not played out is none. Needs Numba."""
    from magnate.search.rollouts import Depth, PositionSearch

    doubtful = worth_checking(decisions)
    traders = line_up(table, ["trader"] * moves[0].after.seats, False)
    search = PositionSearch(table, traders) if doubtful else None
    for place, one in enumerate(doubtful):
        if stop() or search is None:
            return
        depth = Depth(trials if place < CHECKED else max(2, trials // PART), ROUNDS)
        move = moves[one.move]
        if move.seat == one.seat:
            pair = [as_move(action, table) for action in (one.action, one.best.action)]
            chosen, rated = search.compare(move.before, one.seat, pair, depth, seed=one.move, threads=threads)
            settle(one, depth.trials, chosen.chance, rated.more, rated.error)
        else:
            settle(one, depth.trials, *without_the_deal(one, move, table, search, depth, threads))
    for one in decisions:
        if one.played_out is None:
            one.cost = min(one.cost, FINE)
            one.mark = mark_of(one.cost)


def as_move(action: Action, table: Any) -> Any:
    """An action as the core reads it."""
    a = objects.fresh_move()
    encode(action, a, [table.group_size[group] for group in range(MAX_GROUPS)])
    return a


def without_the_deal(
    one: JudgedDecision, move: PlayedMove, table: Any, search: Any, depth: Any, threads: int | None
) -> tuple[float, float, float]:
    """How often a side that had agreed before wins, how much more had the last one refused, and the error of that."""
    refused = move.before.copy()
    apply(refused, table, blank_chance(), move.seat, as_move(one.best.action, table))
    won = [search.chance(g, one.seat, depth, one.move, threads) for g in (move.after, refused)]
    error = math.sqrt(sum(chance * (1 - chance) for chance in won) / depth.trials)
    return won[0], won[1] - won[0], error


def settle(one: JudgedDecision, trials: int, won: float, more: float, error: float) -> None:
    """Take what playing out says over: a difference that may be noise is no mistake."""
    one.played_out = PlayedOut(trials, won, more, more - SURE * error, more + SURE * error)
    cost = round(more * WHOLE) if one.played_out.is_sure else min(one.cost, FINE)
    one.cost = max(0, cost)
    one.mark = mark_of(one.cost)
