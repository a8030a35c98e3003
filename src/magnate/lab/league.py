"""`league`: every bot against every other, half the seats each, in every pattern of seats, in every edition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from magnate.bots.lineup import CODES
from magnate.compiled.program import Tell, tell_on_stderr
from magnate.editions import names
from magnate.lab import jobs, ruleset, work
from magnate.lab.errors import BadQuestion
from magnate.lab.exploit import Exploited
from magnate.lab.exploit import exploit as exploit_bot
from magnate.lab.intervals import Share, share
from magnate.lab.ratings import Rating, rate
from magnate.lab.result import Grid, Result, Row, flat
from magnate.lab.ruleset import RuleSet
from magnate.lab.tally import wins
from magnate.search.rollouts import USUAL, Depth

QUICK = tuple(name for name in CODES if name not in ("master", "oracle"))  # these take longer


@dataclass(frozen=True)
class Pairing:
    """Two bots in one edition: the part of the wins the stronger has."""

    edition: str
    stronger: str
    weaker: str
    games: int
    undecided: int
    share: Share


@dataclass(frozen=True)
class Standing:
    """A bot over all its pairings."""

    bot: str
    share: Share


@dataclass(frozen=True)
class League(Result):
    """A round robin."""

    TABLES = ("pairings", "table", "ratings", "exploited")

    editions: list[str]
    bots: list[str]
    players: int
    games: int  # a pairing
    seed: int
    table: list[Standing]
    pairings: list[Pairing]
    ratings: list[Rating] = field(default_factory=list)
    exploited: list[Exploited] = field(default_factory=list)  # where asked for

    def frames(self) -> dict[str, list[Row]]:
        return {
            "pairings": [flat(one) for one in self.pairings],
            "table": [flat(one) for one in self.table],
            "ratings": [flat(one) for one in self.ratings],
            "exploited": [flat(one) for one in self.exploited],
        }

    def grids(self) -> list[Grid]:
        from magnate.lab.tables import league_grids

        return league_grids(self)

    def draw(self, figure: Any) -> None:
        from magnate.lab import plots

        plots.league(self, figure)

    def to_markdown(self) -> str:
        """The tables as Markdown, for the docs."""
        from magnate.lab.tables import markdown

        return markdown(self.grids())


def check_field(bots: str | Sequence[str] | None) -> tuple[str, ...]:
    """Two bots or more, each once."""
    given = tuple(one.strip() for one in bots.split(",")) if isinstance(bots, str) else tuple(bots or QUICK)
    for name in given:
        ruleset.check_bots(name, 1)
    if len(given) < 2 or len(set(given)) != len(given):
        raise BadQuestion(f"a league of {', '.join(given)}; expected two different bots or more")
    return given


def league(
    editions: str | Sequence[str | RuleSet] | None = None,
    *,
    bots: str | Sequence[str] | None = None,
    players: int = 4,
    games: int = 1000,
    seed: int = 0,
    depth: Depth = USUAL,
    exploit: int = 0,
    on: work.On = "threads",
    threads: int | None = None,
    on_games: jobs.OnGames | None = None,
    tell: Tell = tell_on_stderr,
) -> League:
    """Play every pairing. A bot and its opponent take half the seats each, in every pattern, game by game in turn.

    `exploit`: the number of further games of a probe among bots of each kind; its share of wins is the exploitability.
    """
    chosen = editions.split(",") if isinstance(editions, str) else list(editions or names())
    entrants = check_field(bots)
    ruleset.check_count("games", games)
    ruleset.check_count("exploit", exploit + 1)
    work.check_depth(depth)
    ruleset.check_seed(seed)
    rule_sets = [ruleset.rule_set(one.strip() if isinstance(one, str) else one) for one in chosen]
    for rules in rule_sets:
        ruleset.check_players(rules, players)
        if [one.title for one in rule_sets].count(rules.title) > 1:
            raise BadQuestion(f"{rules.title} is named twice; expected each edition once: its games would count twice")
    pairings = []
    for rules in rule_sets:
        for one, other in combinations(entrants, 2):
            lines = ruleset.halves(one, other, players)
            private = rules.loaded.rules.table.private_cash
            outside = ruleset.outside((one, other), rules.loaded, players)
            job = jobs.FreshGames(rules.table(players), lines, seed, private, depth=depth, outside=outside)
            tally = work.run(job, games, on, threads, on_games, tell)
            pairings.append(paired(rules, one, other, lines, tally.games, players))
    standings = sorted((standing(bot, pairings) for bot in entrants), key=lambda one: -one.share.value)
    exploited = []
    if exploit:
        how: dict[str, Any] = {"players": players, "games": exploit, "seed": seed, "on": on, "threads": threads}
        how |= {"on_games": on_games, "tell": tell}
        own = [bot for bot in entrants if bot in CODES]  # a probe knows the rules of these alone
        exploited = [exploit_bot(rules, bot, **how) for rules in rule_sets for bot in own]
    titles = [rules.title for rules in rule_sets]
    return League(
        titles, list(entrants), players, games, seed, standings, pairings, rated(entrants, pairings), exploited
    )


def game_count(
    editions: str | Sequence[str | RuleSet] | None, bots: str | Sequence[str] | None, games: int, exploit: int = 0
) -> int:
    """How many games there will be."""
    chosen = editions.split(",") if isinstance(editions, str) else list(editions or names())
    field = check_field(bots)
    entrants, own = len(field), sum(bot in CODES for bot in field)
    return len(chosen) * (games * entrants * (entrants - 1) // 2 + exploit * own)


def paired(rules: RuleSet, one: str, other: str, lines: ruleset.Lines, games: Any, players: int) -> Pairing:
    """A pairing seen from the side that won more."""
    won = wins(games, players)
    mine = np.array([[name == one for name in line] for line in lines])[np.arange(len(games)) % len(lines)]
    decided = int((games["over"] == 1).sum())
    count = float((won * mine).sum())
    if 2 * count < decided:
        one, other, count = other, one, decided - count
    return Pairing(rules.title, one, other, len(games), len(games) - decided, share(count, decided))


def rated(entrants: Sequence[str], pairings: Sequence[Pairing]) -> list[Rating]:
    """The ratings of a pool, from all pairings in all editions."""
    place = {bot: n for n, bot in enumerate(entrants)}
    won = np.zeros((len(entrants), len(entrants)))
    for one in pairings:
        won[place[one.stronger], place[one.weaker]] += one.share.count
        won[place[one.weaker], place[one.stronger]] += one.share.of - one.share.count
    return rate(entrants, won)


def standing(bot: str, pairings: Sequence[Pairing]) -> Standing:
    """All wins of a bot over all its games."""
    count, of = 0.0, 0
    for pairing in pairings:
        if bot in (pairing.stronger, pairing.weaker):
            count += pairing.share.count if pairing.stronger == bot else pairing.share.of - pairing.share.count
            of += pairing.share.of
    return Standing(bot, share(count, of))
