"""`odds` of an edition: where rolls end in the long run, and how many of them bring back what a deed or house cost."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from magnate.editions import Edition
from magnate.lab import chain, ruleset
from magnate.lab.result import Grid, Result, Row, flat
from magnate.lab.ruleset import RuleSet
from magnate.rules.codes import GROUP_LOTS, MAX_RENTS

MEAN_DICE = 7


@dataclass(frozen=True)
class Landing:
    """The share of rolls that end on a space: for those who pay and leave jail at once, and for those who stay."""

    space: int  # the last is jail itself
    name: str
    leaving: float
    staying: float


@dataclass(frozen=True)
class Step:
    """A deed, or one more building on it: what it costs, what it adds a roll of another player, rolls to pay it back.

    Of transports and utilities a step is one more of them owned. Figures are for those who leave jail at once; for
    those who stay, and those who pay double on a bare group, there are columns of their own.
    """

    deed: int
    name: str
    group: str
    level: int  # 0 the deed
    cost: int
    rent: int  # with it; of utilities for a roll of seven
    adds: float
    adds_staying: float
    rolls: float
    rolls_staying: float


@dataclass(frozen=True)
class GroupReturn:
    """A whole group at one level: income a roll of another player, and the rolls that pay for deeds and buildings."""

    group: str
    level: int
    cost: int
    income: float
    income_staying: float
    rolls: float
    rolls_staying: float


@dataclass(frozen=True)
class Odds(Result):
    """The mathematics of a board."""

    TABLES = ("landing", "steps", "groups")

    edition: str
    variant: str | None
    options: Mapping[str, Any]
    landing: list[Landing]
    steps: list[Step]
    groups: list[GroupReturn]
    _colours: Mapping[str, str] = field(repr=False)  # of the groups

    def frames(self) -> dict[str, list[Row]]:
        return {
            "landing": [flat(one) for one in self.landing],
            "steps": [flat(one) for one in self.steps],
            "groups": [flat(one) for one in self.groups],
        }

    def grids(self) -> list[Grid]:
        from magnate.lab.tables import odds_grids

        return odds_grids(self)

    def draw(self, figure: Any) -> None:
        from magnate.lab import plots

        plots.odds(self, figure)


def odds(
    edition: str | RuleSet,
    *,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    skin: str | None = None,
    on_place: Callable[[], None] | None = None,
) -> Odds:
    """Landing and pay-back on an edition's board, by the exact chain of its rules.

    >>> odds("clasico", skin="internacional").landing[24].leaving
    """
    rules = ruleset.rule_set(edition, variant, options, skin)
    book, table = rules.loaded, rules.table(rules.loaded.seats[0])
    leaving, board = chain.solve(table, stays=False, on_place=on_place)
    staying, _ = chain.solve(table, stays=True, on_place=on_place, like=board)
    names = [book.space_name(space, "en") for space in range(len(book.spaces))]
    names.append(f"in {names[table['jail_space']]}")
    landing = [Landing(space, name, float(leaving[space]), float(staying[space])) for space, name in enumerate(names)]
    return Odds(
        rules.edition,
        rules.variant,
        dict(rules.options),
        landing,
        every_step(book, table, landing),
        group_returns(book, table, landing),
        {group.name_en: group.colour for group in book.groups},
    )


def rent_at(table: dict[str, Any], deed: int, level: int) -> int:
    """The rent printed for a level: buildings, or the number owned less one; of utilities for a roll of seven."""
    rent = int(table["rent"][deed * MAX_RENTS + level])
    return rent * MEAN_DICE if table["rent_times_dice"][deed] else rent


def is_lot(table: dict[str, Any], deed: int) -> bool:
    return bool(table["group_kind"][table["deed_group"][deed]] == GROUP_LOTS)


def levels(table: dict[str, Any], deed: int) -> int:
    """The highest level: a hotel, or all of the group owned."""
    if is_lot(table, deed):
        return int(table["building_houses_per_lot"]) + 1
    return int(table["group_size"][table["deed_group"][deed]]) - 1


def cost_of(table: dict[str, Any], deed: int, level: int) -> int:
    """What a step costs."""
    if level == 0 or not is_lot(table, deed):
        return int(table["price"][deed])
    return int(table["hotel_cost" if level > table["building_houses_per_lot"] else "house_cost"][deed])


def rolls_for(cost: float, income: float) -> float:
    """How many rolls bring in a cost; none do where nothing comes in."""
    return cost / income if income > 0 else math.inf


def every_step(book: Edition, table: dict[str, Any], landing: list[Landing]) -> list[Step]:
    """Each deed and each building on it, in the order of the board."""
    found = []
    for deed, space in enumerate(book.deeds):
        here = landing[space]
        for level in range(levels(table, deed) + 1):
            rent = rent_at(table, deed, level)
            more = rent - (rent_at(table, deed, level - 1) if level and is_lot(table, deed) else 0)
            cost = cost_of(table, deed, level)
            adds, adds_staying = more * here.leaving, more * here.staying
            found.append(
                Step(
                    deed,
                    here.name,
                    book.groups[table["deed_group"][deed]].name_en,
                    level,
                    cost,
                    rent,
                    adds,
                    adds_staying,
                    rolls_for(cost, adds),
                    rolls_for(cost, adds_staying),
                )
            )
    return found


def group_returns(book: Edition, table: dict[str, Any], landing: list[Landing]) -> list[GroupReturn]:
    """Every group at every level that all its deeds share."""
    found = []
    for number, group in enumerate(book.groups):
        deeds = [deed for deed in range(table["deeds"]) if table["deed_group"][deed] == number]
        lots = group.kind == "lots"
        for level in range(levels(table, deeds[0]) + 1) if lots else [len(deeds) - 1]:
            cost = sum(table["price"][deed] for deed in deeds)
            if lots:
                cost += sum(cost_of(table, deed, step) for deed in deeds for step in range(1, level + 1))
            income, staying = (
                sum(rent_at(table, deed, level) * shares[deed] for deed in deeds)
                for shares in (
                    [landing[space].leaving for space in book.deeds],
                    [landing[space].staying for space in book.deeds],
                )
            )
            found.append(
                GroupReturn(
                    group.name_en, level, cost, income, staying, rolls_for(cost, income), rolls_for(cost, staying)
                )
            )
    return found
