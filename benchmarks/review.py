"""How good the review of a game is, measured. Prints a table; nothing is stored.

python benchmarks/review.py sums --games 1000             # every edition: do the parts add up, does luck average zero?
python benchmarks/review.py planted --games 50            # is a clearly bad decision among the first three?
python benchmarks/review.py calm --games 20 --bot master  # what part of the decisions of a bot are called blunders?
python benchmarks/review.py time                          # the stages of games of about 300, 600 and 2,000 moves

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
from magnate.actions import AcceptDeal, ProposeDeal
from magnate.bots.player import allowed, named
from magnate.editions import names
from magnate.review.account import accounts_of, curve_of, steps_of
from magnate.review.analysis import review, stages
from magnate.review.moves import played_moves
from magnate.review.position_value import PositionValue
from magnate.review.units import WHOLE
from magnate.value.master_bot import Master
from magnate.view import SeatPosition

MOST = 6_000  # moves of a game that is counted


def bot_named(name: str) -> Any:
    """A bot that decides at once."""
    return Master() if name == "master" else named(name)


def play(edition: str, seed: int, seats: int, turns: int, bot: str, plant: bool = False) -> tuple[Game, int]:
    """A game of bots; with `plant`, one of them gives away all it can, once: the number of that move, else -1."""
    options = {"ending.turns": turns} if turns else {}
    game, player, rng = Game(edition, seats, seed, options=options), bot_named(bot), random.Random(seed)
    due, planted = (rng.randrange(12, 24) if plant else 10**9), -1
    while not game.is_over and len(game.moves) < MOST:
        g = game.state
        claiming = [s for s in range(seats) if bot != "master" and not g.out[s] and player.notices(g, s)]
        seat = claiming[0] if claiming else game.must[0]
        if planted < 0 and g.turns > due and g.turn == seat and not g.rolled and not g.deals and g.must == 1 << seat:
            planted = give_away(game, seat, seats)
            continue
        game.play(seat, allowed(game, seat, player.decide(SeatPosition.seen(game, seat), seat)))
    return game, planted


def give_away(game: Game, seat: int, seats: int) -> int:
    """A deal by which a seat gives all its deeds and half its cash to the next for nothing; the number of the move."""
    other = next(s % seats for s in range(seat + 1, seat + seats) if not game.state.out[s % seats])
    deeds = [deed for deed in range(game.table.deeds) if game.state.owner[deed] == seat]
    cash = game.state.cash[seat] // 2
    for count in range(len(deeds), 0, -1):
        gift = ProposeDeal(cash={seat: -cash, other: cash}, deeds=dict.fromkeys(deeds[:count], other))
        if game.refusal(seat, gift) is None:
            game.play(seat, gift)
            game.play(other, AcceptDeal(seat, game.state.deal[seat].revision))
            return len(game.moves) - 1
    game.play(seat, game.default_action(seat))
    return -1


def add_up(edition: str, asked: argparse.Namespace, seed: int) -> tuple[bool, list[float], list[float]] | None:
    """One game: whether all parts add up, the luck of two seats, and the mean sizes of luck, own and others' part."""
    game, _ = play(edition, seed, asked.seats, asked.turns, asked.bot)
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


def find_planted(edition: str, asked: argparse.Namespace, seed: int) -> bool | None:
    """Whether the review has a planted mistake among its first three."""
    game, planted = play(edition, seed, asked.seats, asked.turns, asked.bot, plant=True)
    if planted < 0 or not game.is_over:
        return None
    found = review(game.record(), check=False)
    return planted in [found.decisions[place].move for place in found.moments]


def planted(asked: argparse.Namespace, pool: ProcessPoolExecutor) -> None:
    """Planted mistakes of every edition."""
    for edition in asked.editions:
        found = [one for one in pool.map(partial(find_planted, edition, asked), range(asked.games)) if one is not None]
        print(f"{edition:<16} {sum(found)} of {len(found)} planted mistakes are among the first three", flush=True)


def marks_of(edition: str, asked: argparse.Namespace, seed: int) -> Counter[str]:
    """The marks of the decisions of a game."""
    game, _ = play(edition, seed, asked.seats, asked.turns, asked.bot)
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
        game, _ = play("clasico", 3, 4, turns, asked.bot)
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
