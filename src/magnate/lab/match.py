"""`match`: bots against each other in any mix, policies and functions of your own among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from magnate.bots.lineup import CODES
from magnate.compiled.batch import MOST
from magnate.compiled.program import Tell, tell_on_stderr
from magnate.compiled.records import Records
from magnate.editions.table import NO_HANDICAP
from magnate.lab import jobs, ruleset, work
from magnate.lab.errors import BadQuestion
from magnate.lab.intervals import Share, Spread, share, spread
from magnate.lab.outside import Function, loaded
from magnate.lab.result import Grid, Result, Row, flat
from magnate.lab.ruleset import Lines, RuleSet
from magnate.lab.simulate import BotWins, bot_wins, game_rows
from magnate.lab.tally import wins
from magnate.rules.codes import MAX_SEATS
from magnate.search.rollouts import USUAL, Depth

Entrant = str | Function


@dataclass(frozen=True)
class Match(Result):
    """Games of one mix of bots, who change seats from game to game."""

    TABLES = ("bots", "games")

    edition: str
    variant: str | None
    options: Mapping[str, Any]
    bots: list[str]
    games: int
    seed: int
    decided: Share
    turns: Spread
    wins_by_bot: list[BotWins]
    _rules: RuleSet = field(repr=False)
    _lines: Lines = field(repr=False)
    _games: Records = field(repr=False)

    def frames(self) -> dict[str, list[Row]]:
        return {
            "bots": [flat(one) for one in self.wins_by_bot],
            "games": game_rows(self._games, self._lines, len(self.bots)),
        }

    def grids(self) -> list[Grid]:
        from magnate.lab.tables import match_grids

        return match_grids(self)

    def draw(self, figure: Any) -> None:
        from magnate.lab import plots

        plots.match(self, figure)


def match(
    edition: str | RuleSet,
    bots: Sequence[Entrant],
    *,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    skin: str | None = None,
    games: int = 200,
    seed: int = 0,
    fixed_seats: bool = False,
    handicap: Sequence[int] = (),
    most: int = MOST,
    depth: Depth = USUAL,
    on: work.On = "threads",
    threads: int | None = None,
    on_games: jobs.OnGames | None = None,
    tell: Tell = tell_on_stderr,
) -> Match:
    """Play a match: one bot a seat, by its name, as a function, as `module:function`, or as a policy file.

    A game is undecided after `most` actions. `handicap` is the starting cash of each bot, in percent of the usual.

    >>> match("clasico", [my_bot, "trader", "trader", "trader"], games=100).wins_by_bot
    """
    rules = ruleset.rule_set(edition, variant, options, skin)
    names, functions = entrants(bots)
    players = ruleset.check_players(rules, len(names))
    ruleset.check_count("games", games)
    ruleset.check_count("actions", most)
    ruleset.check_seed(seed)
    work.check_depth(depth)
    percents = ruleset.check_handicap(handicap, names)
    lines = ruleset.rotated(names, fixed_seats)
    private = rules.loaded.rules.table.private_cash
    outside = ruleset.outside(names, rules.loaded, players, functions)
    job = jobs.FreshGames(rules.table(players), lines, seed, private, most, depth, outside)
    work.tell_of_oracles(job, games, threads, tell)
    if percents:
        lines = ruleset.rotated(named_apart(names, percents), fixed_seats)
        found = play_handicapped(job, lines, percents, games, on, threads, on_games, tell)
        names = lines[0]
    else:
        found = work.run(job, games, on, threads, on_games, tell).games
    decided = found["over"] == 1
    return Match(
        edition=rules.edition,
        variant=rules.variant,
        options=dict(rules.options),
        bots=list(names),
        games=games,
        seed=seed,
        decided=share(int(decided.sum()), games),
        turns=spread(found["turns"], decided),
        wins_by_bot=bot_wins(wins(found, players), lines, int(decided.sum())),
        _rules=rules,
        _lines=lines,
        _games=found,
    )


# Who begins with how much.


def named_apart(names: Sequence[str], percents: Sequence[int]) -> tuple[str, ...]:
    """The bots' names with their handicaps: bots with as much cash are counted together."""
    return tuple(
        name if percent == NO_HANDICAP else f"{name} {percent} %" for name, percent in zip(names, percents, strict=True)
    )


def play_handicapped(
    job: jobs.FreshGames,
    lines: Lines,
    percents: Sequence[int],
    games: int,
    on: work.On,
    threads: int | None,
    on_games: jobs.OnGames | None,
    tell: Tell,
) -> Records:
    """The same number of games of each line, whose cash changes seats with its bots; line by line in turn."""
    cash = dict(zip(lines[0], percents, strict=True))
    parts = []
    for number, line in enumerate(lines):
        here = tuple(cash[name] for name in line)
        table = {**job.table, "cash_percent": [*here, *[NO_HANDICAP] * (MAX_SEATS - len(here))]}
        plain = tuple(name.removesuffix(f" {cash[name]} %") for name in line)
        many = len(range(number, games, len(lines)))
        one = replace(job, table=table, lines=(plain,), begin=number * games, handicap=here)
        parts.append(work.run(one, many, on, threads, on_games, tell).games)
    found = np.zeros(games, parts[0].dtype)
    for number, part in enumerate(parts):
        found[number :: len(lines)] = part
    return found


# Who plays.


def entrants(bots: Sequence[Entrant]) -> tuple[tuple[str, ...], dict[str, Function]]:
    """The name of each seat's bot, and the functions and policies among them by name."""
    given: object = bots
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise BadQuestion(f"bots are {bots!r}; expected a list, one for each seat")
    names: list[str] = []
    functions: dict[str, Function] = {}
    for one in bots:
        name, function = (one, None) if isinstance(one, str) else (name_of(one, functions), one)
        if function is None and name not in CODES:
            function = functions.get(name) or loaded(name)
        if function is not None:
            functions[name] = function
        names.append(name)
    return tuple(names), functions


def name_of(function: Function, known: Mapping[str, Function]) -> str:
    """What to call a function; another of the same name gets a number."""
    if not callable(function):
        raise BadQuestion(f"{function!r} is no bot; expected a name or a function")
    plain = f"{getattr(function, '__module__', '?')}:{getattr(function, '__qualname__', type(function).__name__)}"
    name, count = plain, 1
    while name in known and known[name] is not function:
        count += 1
        name = f"{plain} {count}"
    return name
