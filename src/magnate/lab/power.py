"""`power`: what a whole group is worth at the start, as the chance to win with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from magnate.compiled.program import Tell, tell_on_stderr
from magnate.lab import jobs, position, ruleset, work
from magnate.lab.chances import check_rollout_bot, rollout_chances
from magnate.lab.intervals import Share, share
from magnate.lab.result import Grid, Result, Row, flat
from magnate.lab.ruleset import MOST_SEED, RuleSet
from magnate.testing import Position
from magnate.value.master_bot import Master
from magnate.view import SeatPosition

UNDEALT = {"setup.dealt": 0}  # only the owner of the group has deeds


@dataclass(frozen=True)
class GroupPower:
    """The chance to win for the owner of a group."""

    group: str
    deeds: int
    price: int  # of all its deeds
    cash: int  # what its owner begins with
    gift: int  # what the starting money did not cover of the price
    share: Share
    undecided: int  # rollouts that never ended: they have no winner
    network: float  # the chance as the value network sees it, without playing


@dataclass(frozen=True)
class Power(Result):
    """The chance to win with each whole group at the start, the strongest first."""

    TABLES = ("groups",)

    edition: str
    variant: str | None
    options: Mapping[str, Any]
    players: int
    bot: str
    is_paid: bool
    rollouts: int  # a group
    seed: int
    fair: float  # without any group
    groups: list[GroupPower]
    _rules: RuleSet = field(repr=False)

    def frames(self) -> dict[str, list[Row]]:
        return {"groups": [flat(one) for one in self.groups]}

    def grids(self) -> list[Grid]:
        from magnate.lab.tables import power_grids

        return power_grids(self)

    def draw(self, figure: Any) -> None:
        from magnate.lab import plots

        plots.power(self, figure)


def power(
    edition: str | RuleSet,
    *,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    skin: str | None = None,
    players: int | None = None,
    bot: str = "trader",
    rollouts: int = 2000,
    paid: bool = True,
    seed: int = 0,
    on: work.On = "threads",
    threads: int | None = None,
    on_games: jobs.OnGames | None = None,
    tell: Tell = tell_on_stderr,
) -> Power:
    """Give one seat a whole group before the first roll and play on, for each group in turn.

    The owner has paid the printed prices, as far as the starting money goes, or nothing if `paid` is False. Every seat
    begins equally often.

    >>> power("clasico", players=4).groups[0]
    """
    rules = ruleset.rule_set(edition, variant, options, skin)
    players = ruleset.check_players(rules, players)
    ruleset.check_count("rollouts", rollouts)
    ruleset.check_seed(seed)
    check_rollout_bot(bot)
    found, master = [], Master()
    for group in range(len(rules.loaded.groups)):
        count, undecided, cash, network = 0.0, 0, 0, 0.0
        for first, many in enumerate(parts(rollouts, players)):
            if many:
                start = owning(rules, players, group, first, paid)
                here = position.of_game(start)
                cash = here.state.cash[0]
                how = (many, (seed * players + first) % MOST_SEED, on, threads, on_games, tell)
                moment = rollout_chances(here, (bot,) * players, *how)
                count += moment.seats[0].share.count
                undecided += moment.undecided
                seen = SeatPosition(start.edition, start.table, start.state, False)
                network += master.chances(seen)[0] * many / rollouts
        deeds = deeds_of(rules, players, group)
        name, price = rules.loaded.groups[group].name_en, price_of(rules, players, deeds)
        gift = max(0, price - rules.table(players)["setup_cash"]) if paid else 0
        found.append(GroupPower(name, len(deeds), price, cash, gift, share(count, rollouts), undecided, network))
    found.sort(key=lambda one: -one.share.value)
    book = (rules.edition, rules.variant, dict(rules.options))
    return Power(*book, players, bot, paid, rollouts, seed, 1 / players, found, rules)


def parts(total: int, into: int) -> list[int]:
    """A number in parts as even as can be."""
    return [total // into + (part < total % into) for part in range(into)]


def deeds_of(rules: RuleSet, players: int, group: int) -> list[int]:
    """The deeds of a group."""
    table = rules.table(players)
    return [deed for deed in range(table["deeds"]) if table["deed_group"][deed] == group]


def price_of(rules: RuleSet, players: int, deeds: list[int]) -> int:
    """Their printed prices."""
    table = rules.table(players)
    return sum(table["price"][deed] for deed in deeds)


def owning(rules: RuleSet, players: int, group: int, first: int, paid: bool) -> Position:
    """The start of a game in which seat 0 owns a group, and seat `first` begins."""
    undealt = RuleSet(rules.edition, rules.variant, {**rules.options, **UNDEALT}, rules.skin)
    deeds = deeds_of(rules, players, group)
    cost = price_of(rules, players, deeds) if paid else 0
    cash = max(0, undealt.table(players)["setup_cash"] - cost)
    owners: dict[str | int, int] = {undealt.loaded.deeds[deed]: 0 for deed in deeds}
    return Position(undealt.loaded, players, owners=owners, cash={0: cash}, turn=first)
