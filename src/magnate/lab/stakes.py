"""`stakes`: which kinds of decision matter most in an edition, by the review of games between bots."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from magnate.bots.lineup import CODES
from magnate.bots.player import Bot, allowed
from magnate.compiled.batch import MOST
from magnate.game import Game
from magnate.lab import jobs, ruleset
from magnate.lab.errors import BadQuestion
from magnate.lab.intervals import Mean, normal_reach
from magnate.lab.result import Grid, Result, Row, flat
from magnate.lab.ruleset import RuleSet
from magnate.move import Chance
from magnate.review.account import curve_of, steps_of
from magnate.review.judging import FINE, Judge, JudgedDecision
from magnate.review.moves import watched
from magnate.review.position_value import PositionValue
from magnate.review.units import WHOLE
from magnate.search import SEARCHING, named
from magnate.view import SeatPosition


@dataclass(frozen=True)
class KindStakes:
    """A kind of decision. All chances are those of the seat that decides."""

    kind: str
    decisions: int
    per_game: float
    swing: Mean  # between its best and its worst option
    cost: Mean  # of the choice, against the best option
    swing_per_game: float  # the swings of all seats together
    mistakes: float  # part of the decisions that cost more than a review calls fine


@dataclass(frozen=True)
class Stakes(Result):
    """The kinds of decision, the one with most at stake in a game first. Values are the network's."""

    TABLES = ("kinds",)

    edition: str
    variant: str | None
    options: Mapping[str, Any]
    players: int
    bots: list[str]
    games: int
    undecided: int  # games that never ended, which are left out
    seed: int
    kinds: list[KindStakes]
    _rules: RuleSet = field(repr=False)

    def frames(self) -> dict[str, list[Row]]:
        return {"kinds": [flat(one) for one in self.kinds]}

    def grids(self) -> list[Grid]:
        from magnate.lab.tables import stakes_grids

        return stakes_grids(self)


def plays(game: Game, bots: Sequence[Bot]) -> Iterator[Chance]:
    """Play a game that has begun to its end; what chance gave in each move, the set-up first."""
    yield game.moves[0].chance
    while not game.is_over and len(game.moves) < MOST:
        claims = [seat for seat, bot in enumerate(bots) if seat not in game.must and bot.notices(game.state, seat)]
        seat = (claims or game.must)[0]
        game.play(seat, allowed(game, seat, bots[seat].decide(SeatPosition.seen(game, seat), seat)))
        yield game.moves[-1].chance


def judged_game(game: Game, bots: Sequence[Bot]) -> list[JudgedDecision] | None:
    """The decisions of a game; None where it did not end."""
    moves = list(watched(game, plays(game, bots)))
    if not game.is_over:
        return None
    value = PositionValue(game.edition, game.table)
    return list(Judge(value).decisions(moves, steps_of(moves, value, curve_of(moves, value))))


def ratio(sums: Sequence[float], counts: Sequence[int]) -> Mean:
    """The mean of values that come in games, known by their sum and number in each: games, not values, are alike."""
    of, games = sum(counts), len(sums)
    if not of:
        return Mean(math.nan, math.nan, math.nan, math.nan)
    value = sum(sums) / of
    square = sum((one - value * count) ** 2 for one, count in zip(sums, counts, strict=True))
    error = math.sqrt(square * games / (games - 1)) / of if games > 1 else math.inf
    reach = normal_reach() * error
    return Mean(value, value - reach, value + reach, error)


def swing_of(one: JudgedDecision) -> float:
    """The chance of its best option less that of its worst."""
    return (one.options[0].chances[one.seat] - one.options[-1].chances[one.seat]) / WHOLE


def of_kind(kind: str, games: Sequence[Sequence[JudgedDecision]]) -> KindStakes:
    """A kind of decision over all games."""
    found = [[one for one in game if one.kind == kind] for game in games]
    counts = [len(game) for game in found]
    swing = ratio([sum(swing_of(one) for one in game) for game in found], counts)
    cost = ratio([sum(one.cost for one in game) / WHOLE for game in found], counts)
    total = sum(counts)
    mistakes = sum(one.cost > FINE for game in found for one in game) / total
    per_game = total / len(games)
    return KindStakes(kind, total, per_game, swing, cost, swing.value * per_game, mistakes)


def stakes(
    edition: str | RuleSet,
    *,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    skin: str | None = None,
    players: int | None = None,
    bots: str | Sequence[str] = "trader",
    games: int = 20,
    seed: int = 0,
    on_games: jobs.OnGames | None = None,
) -> Stakes:
    """Play games and review them: how much each kind of decision could change, and what the choices cost.

    >>> stakes("clasico", games=20).kinds[0].swing
    """
    rules = ruleset.rule_set(edition, variant, options, skin)
    players = ruleset.check_players(rules, players)
    ruleset.check_count("games", games)
    ruleset.check_seed(seed)
    names = ruleset.check_bots(bots, players)
    if wrong := [name for name in names if name in SEARCHING or name not in CODES or name == "probe"]:
        raise BadQuestion(f"{wrong[0]} does not play here; expected novice, house, trader or master")
    lines = ruleset.rotated(names)
    made = {name: named(name) for name in names}
    found: list[list[JudgedDecision]] = []
    for number in range(games):
        line = lines[number % len(lines)]
        judged = judged_game(
            Game(rules.loaded, players, seed * ruleset.MOST_GAMES + number), [made[one] for one in line]
        )
        if judged is not None:
            found.append(judged)
        if on_games is not None:
            on_games(1)
    kinds = [of_kind(kind, found) for kind in sorted({one.kind for game in found for one in game})]
    kinds.sort(key=lambda one: -one.swing_per_game)
    book = (rules.edition, rules.variant, dict(rules.options))
    return Stakes(*book, players, list(names), games, games - len(found), seed, kinds, rules)
