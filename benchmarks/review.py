"""How good the review of a game is, measured. Prints a table; nothing is stored.

python benchmarks/review.py sums --games 1000             # every edition: do the parts add up, does luck average zero?
python benchmarks/review.py planted --games 50            # is a clearly bad decision among the first three? Hours
python benchmarks/review.py calm --games 20 --bot master  # what part of the decisions of a bot are called blunders?
python benchmarks/review.py time                          # the stages of games of about 300, 600 and 2,000 moves

A planted mistake is a random decision of a game, replaced by the option that 20,000 games played out (`--trials`) call
at least five points worse, three standard errors taken off; then the game goes on, and is reviewed with checks.

`--turns 0` plays games to their own end; else they end after so many turns.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from magnate import Game
from magnate.actions import (
    AcceptDeal,
    Action,
    Build,
    BuyDeed,
    Concede,
    CounterDeal,
    DeclareBankruptcy,
    EndTurn,
    Mortgage,
    PayFine,
    ProposeDeal,
    RefuseDeal,
    RefuseDeed,
    Roll,
    SellBuildings,
    UseCard,
)
from magnate.bots.lineup import line_up
from magnate.bots.player import allowed, named
from magnate.editions import names
from magnate.review.account import accounts_of, curve_of, steps_of
from magnate.review.analysis import review, stages
from magnate.review.moves import played_moves
from magnate.review.playing_out import ROUNDS, as_move
from magnate.review.position_value import PositionValue
from magnate.review.units import WHOLE
from magnate.search.rollouts import Depth, PositionSearch
from magnate.value.master_bot import Master
from magnate.view import SeatPosition

MOST = 6_000  # moves of a game that is counted
DECIDING = (
    BuyDeed,
    RefuseDeed,
    AcceptDeal,
    RefuseDeal,
    Build,
    Mortgage,
    SellBuildings,
    PayFine,
    UseCard,
    Roll,
    EndTurn,
)
UNTRIED = (ProposeDeal, CounterDeal, Concede, DeclareBankruptcy)
OPTIONS = 5  # of a decision that are tried beside what the bot does
LOOK_TRIALS = 200  # that choose the worst
WORSE = 0.05


def bot_named(name: str) -> Any:
    """A bot that decides at once."""
    return Master() if name == "master" else named(name)


def play(edition: str, seed: int, seats: int, turns: int, bot: str) -> Game:
    """A game of bots."""
    options = {"ending.turns": turns} if turns else {}
    game = Game(edition, seats, seed, options=options)
    finish(game, bot_named(bot))
    return game


def finish(game: Game, player: Any, until: int = MOST) -> None:
    """Bots play on to the end, or to this move."""
    while not game.is_over and len(game.moves) < until:
        claiming = [s for s in range(game.seats) if s not in game.must and player.notices(game.state, s)]
        seat = (claiming or game.must)[0]
        game.play(seat, allowed(game, seat, player.decide(SeatPosition.seen(game, seat), seat)))


def moments_of(game: Game, draws: int, rng: random.Random) -> list[Game]:
    """The game before some of its moves, drawn at random among those with a choice."""
    places = [n for n, move in enumerate(game.moves) if move.action is not None and type(move.action) in DECIDING]
    drawn = rng.sample(places, min(draws, len(places)))
    again, found = Game(game.edition, game.seats, dice=game.dice), {}
    for number, move in enumerate(game.moves[1:], 1):
        if number in drawn:
            found[number] = again.copy()
        if move.action is not None:
            again.play(move.seat, move.action)
        else:
            return []  # the Bank's clock: such games are not used
    return [found[number] for number in drawn]


def clearly_worst(game: Game, seat: int, usual: Action, trials: int) -> Action | None:
    """The option that playing out calls at least so much worse than what the bot does that it is no noise."""
    others = [one for one in game.legal_actions(seat) if one != usual and type(one) not in UNTRIED][:OPTIONS]
    if not others:
        return None
    search = PositionSearch(game.table, line_up(game.table, ["trader"] * game.seats, False))
    moves = [as_move(one, game.table) for one in (usual, *others)]
    rated = search.compare(game.state, seat, moves, Depth(LOOK_TRIALS, ROUNDS), seed=1, threads=1)
    worst = min(range(1, len(moves)), key=lambda n: rated[n].more)
    if rated[worst].more > -WORSE:
        return None
    sure = search.compare(game.state, seat, [moves[0], moves[worst]], Depth(trials, ROUNDS), seed=2, threads=1)[1]
    return others[worst - 1] if sure.more + 3 * sure.error < -WORSE else None


def add_up(edition: str, asked: argparse.Namespace, seed: int) -> tuple[bool, list[float], list[float]] | None:
    """One game: whether all parts add up, the luck of two seats, and the mean sizes of luck, own and others' part."""
    game = play(edition, seed, asked.seats, asked.turns, asked.bot)
    if not game.is_over:
        return None
    again, moves = played_moves(game.record())
    value = PositionValue(again.edition, again.table)
    found = accounts_of(steps_of(moves, value, curve_of(moves, value)))
    closes = all(one.total == one.result for one in found) and sum(one.result for one in found) == WHOLE
    luck = [one.luck / WHOLE for one in found[:2]]
    parts = [[one.luck, one.own, one.others] for one in found]
    return closes, luck, [sum(map(abs, column)) / WHOLE / len(found) for column in zip(*parts, strict=True)]


def sums(asked: argparse.Namespace, pool: ProcessPoolExecutor) -> None:
    """Sums and luck of every edition."""
    print("edition           games  closes  luck, seat 1 (error)  seat 2 (error)   mean |luck| |own| |others|")
    for edition in asked.editions:
        first = asked.first + 1_000_000 * names().index(edition)  # the same seed is the same dice
        seeds = range(first, first + asked.games)
        found = [one for one in pool.map(partial(add_up, edition, asked), seeds) if one is not None]
        count = len(found)
        cells = []
        for seat in range(2):
            mean = sum(one[1][seat] for one in found) / count
            spread = math.sqrt(sum((one[1][seat] - mean) ** 2 for one in found) / max(1, count - 1))
            cells.append(f"{100 * mean:+.2f} ({100 * spread / math.sqrt(count):.2f})")
        sizes = "  ".join(f"{100 * sum(one[2][part] for one in found) / count:5.1f}" for part in range(3))
        closing = sum(one[0] for one in found)
        print(f"{edition:<16} {count:>6} {closing:>7}  {cells[0]:>20}  {cells[1]:>14}  {sizes}", flush=True)


def find_planted(edition: str, asked: argparse.Namespace, seed: int) -> tuple[str, bool] | None:
    """A decision of a game is made clearly worse: what it is, and whether the review has it among its first three."""
    bot = bot_named(asked.bot)
    game = play(edition, seed, asked.seats, asked.turns, asked.bot)
    if not game.is_over:
        return None
    for before in moments_of(game, asked.draws, random.Random(seed)):
        number = len(before.moves)
        made = game.moves[number]
        assert made.action is not None
        worst = clearly_worst(before, made.seat, made.action, asked.trials)
        if worst is None:
            continue
        before.play(made.seat, worst)
        finish(before, bot)
        if not before.is_over:
            return None
        found = review(before.record(), threads=1)
        return type(worst).__name__, number in [found.decisions[place].move for place in found.moments]
    return None


def planted(asked: argparse.Namespace, pool: ProcessPoolExecutor) -> None:
    """Planted mistakes of every edition."""
    for edition in asked.editions:
        found = [one for one in pool.map(partial(find_planted, edition, asked), range(asked.games)) if one is not None]
        first = sum(is_first for _, is_first in found)
        missed = Counter(kind for kind, is_first in found if not is_first)
        others = f"; not: {', '.join(f'{kind} {count}' for kind, count in missed.most_common())}" if missed else ""
        print(f"{edition:<16} {first} of {len(found)} planted mistakes are among the first three{others}", flush=True)


def marks_of(edition: str, asked: argparse.Namespace, seed: int) -> Counter[str]:
    """The marks of the decisions of a game."""
    game = play(edition, seed, asked.seats, asked.turns, asked.bot)
    return Counter(one.mark for one in review(game.record(), check=False).decisions) if game.is_over else Counter()


def calm(asked: argparse.Namespace, pool: ProcessPoolExecutor) -> None:
    """Marks of a bot's decisions, by the network alone."""
    for edition in asked.editions:
        marks: Counter[str] = sum(pool.map(partial(marks_of, edition, asked), range(asked.games)), Counter())
        parts = ", ".join(f"{mark} {100 * count / marks.total():.1f} %" for mark, count in marks.most_common())
        print(f"{edition:<16} {marks.total()} decisions: {parts}", flush=True)


def timed(asked: argparse.Namespace) -> None:
    """The stages of three games."""
    for turns in (70, 150, 520):
        game = play("clasico", 3, 4, turns, asked.bot)
        began = time.perf_counter()
        cells = []
        for found in stages(game.record(), threads=1):
            cells.append(f"{found.stage} {time.perf_counter() - began:.2f} s")
        print(f"{len(game.moves)} moves: {', '.join(cells)}", flush=True)


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["sums", "planted", "calm", "time"])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--turns", type=int, default=0)
    parser.add_argument("--bot", default="trader")
    parser.add_argument("--trials", type=int, default=20_000, help="of a planted mistake")
    parser.add_argument("--draws", type=int, default=60, help="decisions of a game that are tried as a mistake")
    parser.add_argument("--editions", nargs="*", default=names())
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    if asked.what == "time":
        timed(asked)
        return
    with ProcessPoolExecutor(asked.workers) as pool:
        {"sums": sums, "planted": planted, "calm": calm}[asked.what](asked, pool)


if __name__ == "__main__":
    main()
