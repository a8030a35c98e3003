"""The review of a game, stage by stage: the curve first, then the account and the decisions, then what is checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct

from magnate.game import Game
from magnate.review.account import ReviewStep, SeatAccount, accounts_of, curve_of, steps_of
from magnate.review.dice_and_deeds import DeedFigures, DiceFigures, deed_figures, dice_figures
from magnate.review.judging import FINE, Judge, JudgedDecision
from magnate.review.missed_deals import MissedDeal, missed_deals
from magnate.review.moves import PlayedMove, played_moves
from magnate.review.playing_out import TRIALS, check_by_playing
from magnate.review.position_value import PositionValue
from magnate.review.sentences import sentence_of_missed, sentences_of
from magnate.review.units import MILLIONTH, WHOLE
from magnate.value.master_bot import Master

Stage = Literal["curve", "account", "checked"]
VERSION = 5  # rises when a review of the same game comes out otherwise
MOMENTS = 3


class BadReview(ValueError):
    """A record that cannot be reviewed: its game is not over."""


class StepFigures(Struct):
    """A move: who made it, and the chances expected of it and after it."""

    seat: int
    action: str
    expected: list[int]
    after: list[int]
    is_luck: bool
    deciders: list[int]


class Review(Struct):
    """A review. Chances are in parts of `whole`; the curve is in millionths, a row for every move, set-up first.

    It has no names: it is stored, and players may have theirs removed.
    """

    edition: str
    stage: Stage
    network: str
    curve: list[list[int]]
    dice: list[DiceFigures]
    deeds: list[DeedFigures]
    version: int = VERSION
    whole: int = WHOLE
    seats: list[SeatAccount] = []
    steps: list[StepFigures] = []
    decisions: list[JudgedDecision] = []
    moments: list[int] = []  # places in `decisions`: those that decided the game, the dearest first
    missed: list[MissedDeal] = []
    is_played_out: bool = False  # whether doubtful decisions were checked by playing out


def stages(
    text: str,
    *,
    edition: str | Path | None = None,
    master: Master | None = None,
    trials: int = TRIALS,
    threads: int | None = None,
    stop: Callable[[], bool] = lambda: False,
    check: bool = True,
) -> Iterator[Review]:
    """The review after every stage; each holds all before it. Without Numba the last is missing."""
    game, moves = played_moves(text, edition)
    if not game.is_over:
        raise BadReview(f"the game is not over after move {len(moves) - 1}; expected the record of a finished game")
    yield from stages_of(game, moves, master or Master(), trials, threads, stop, check)


def stages_of(
    game: Game,
    moves: list[PlayedMove],
    master: Master,
    trials: int,
    threads: int | None,
    stop: Callable[[], bool],
    check: bool,
) -> Iterator[Review]:
    """The stages of a game that was replayed."""
    value = PositionValue(game.edition, game.table, master)
    curve = curve_of(moves, value)
    found = Review(
        game.edition.id,
        "curve",
        master.weights.hash[:16],
        [[one // MILLIONTH for one in row] for row in curve],
        dice_figures(moves, game.seats),
        deed_figures(moves, game.seats),
    )
    yield found
    if stop():
        return
    steps = steps_of(moves, value, curve, is_from_start=not game.begins_at)
    found.stage = "account"
    found.seats = accounts_of(steps)
    found.steps = [step_figures(step) for step in steps]
    found.decisions = sorted(Judge(value).decisions(moves, steps), key=lambda one: one.move)
    found.missed = missed_deals(moves, curve, value)
    for one in found.missed:
        one.sentence = sentence_of_missed(one)
    conclude(found)
    yield found
    if stop() or not check or not can_play_out():
        return
    check_by_playing(found.decisions, moves, game.table, trials=trials, threads=threads, stop=stop)
    if stop():
        return
    found.stage = "checked"
    found.is_played_out = True
    conclude(found)
    yield found


def conclude(found: Review) -> None:
    """What follows from the decisions: those that decided the game, and each in words."""
    found.moments = decisive(found.decisions)
    for one in found.decisions:
        one.sentences = sentences_of(one)


def can_play_out() -> bool:
    """Whether Numba is here."""
    from magnate.search import is_available

    return is_available()


def step_figures(step: ReviewStep) -> StepFigures:
    """A step as it is stored."""
    return StepFigures(step.seat, step.action, list(step.expected), list(step.after), step.is_luck, list(step.deciders))


def decisive(decisions: list[JudgedDecision]) -> list[int]:
    """The decisions that decided the game: the dearest; then those that changed the chance of their seat most."""

    def weight(place: int) -> tuple[int, int]:
        one = decisions[place]
        return one.cost if one.cost > FINE else 0, abs(one.chosen[one.seat] - one.before[one.seat])

    found: list[int] = []
    for place in sorted(range(len(decisions)), key=weight, reverse=True):
        if not any(decisions[other].move == decisions[place].move for other in found):
            found.append(place)
    return found[:MOMENTS]


def review(
    text: str,
    *,
    edition: str | Path | None = None,
    trials: int = TRIALS,
    threads: int | None = None,
    check: bool = True,
) -> Review:
    """Review the record of a finished game."""
    return list(stages(text, edition=edition, trials=trials, threads=threads, check=check))[-1]


def review_game(game: Game, *, trials: int = TRIALS, threads: int | None = None, check: bool = True) -> Review:
    """Review a finished game."""
    return review(game.record(), trials=trials, threads=threads, check=check)
