"""`switches`: what every position of every switch does to an edition: the chances by place, and the length."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args, get_origin, get_type_hints

from magnate.compiled.program import Tell, tell_on_stderr
from magnate.editions.switches import is_played
from magnate.lab import jobs, ruleset, work
from magnate.lab.compare import ComparedFigure, of_means, of_shares
from magnate.lab.errors import BadQuestion
from magnate.lab.intervals import LEVEL
from magnate.lab.result import Grid, Result, Row
from magnate.lab.ruleset import RuleSet
from magnate.lab.simulate import Simulation, simulate


@dataclass(frozen=True)
class SwitchEffect:
    """A switch in another position: its figures beside those of the edition."""

    switch: str
    position: str
    own: str  # the edition's position
    lines: list[ComparedFigure]

    @property
    def is_real(self) -> bool:
        """Whether any of its figures differs beyond noise."""
        return any(line.difference.is_real for line in self.lines)


@dataclass(frozen=True)
class SwitchEffects(Result):
    """What switches do. Intervals are at `level`, which allows for how many figures there are."""

    TABLES = ("switches",)

    edition: str
    variant: str | None
    options: Mapping[str, Any]
    players: int
    bots: list[str]
    games: int  # of each position
    seed: int
    level: float
    switches: list[SwitchEffect]
    impossible: list[str]  # positions that this edition cannot have, or that change nothing in it
    _rules: RuleSet = field(repr=False)

    def frames(self) -> dict[str, list[Row]]:
        rows = []
        for one in self.switches:
            for line in one.lines:
                found = line.difference
                row: Row = {"switch": one.switch, "position": one.position, "own": one.own, "what": line.what}
                row |= {"edition": line.first, "changed": line.second, "difference": found.value}
                rows.append(row | {"low": found.low, "high": found.high, "real": found.is_real})
        return {"switches": rows}

    def grids(self) -> list[Grid]:
        from magnate.lab.tables import switch_grids

        return switch_grids(self)


def other_positions(rules: RuleSet) -> Iterator[tuple[str, Any, Any]]:
    """Every switch that is on or off or has named positions: path, the edition's position, another one."""
    book = rules.loaded.rules
    for chapter in book.__struct_fields__:
        part = getattr(book, chapter)
        hints = get_type_hints(type(part))
        for key in part.__struct_fields__:
            own, hint, path = getattr(part, key), hints[key], f"{chapter}.{key}"
            positions: Sequence[Any] = (False, True) if hint is bool else get_args(hint)
            if is_played(path) and (hint is bool or get_origin(hint) is Literal):
                yield from ((path, own, one) for one in positions if one != own)


def changed_rules(
    rules: RuleSet, players: int, only: Sequence[str]
) -> tuple[list[tuple[str, Any, Any, RuleSet]], list[str]]:
    """The edition with one switch moved, for every switch; and what it cannot have, or would not notice."""
    found, impossible = [], []
    for path, own, position in other_positions(rules):
        if only and not any(path == one or path.startswith(f"{one}.") for one in only):
            continue
        changed = RuleSet(rules.edition, rules.variant, {**rules.options, path: position}, rules.skin)
        try:
            ruleset.rule_set(changed)
            is_other = changed.table(players) != rules.table(players)
        except (BadQuestion, ValueError):
            is_other = False
        if is_other:
            found.append((path, own, position, changed))
        else:
            impossible.append(f"{path}={worded(position)}")
    if not found:
        raise BadQuestion(f"no switch {', '.join(only)} has another position; numbers are compared with `compare`")
    return found, impossible


def worded(position: Any) -> str:
    """A position as a file has it."""
    return str(position).lower() if isinstance(position, bool) else str(position)


def switch_effects(
    edition: str | RuleSet,
    *,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    skin: str | None = None,
    only: Sequence[str] = (),
    players: int | None = None,
    bots: str | Sequence[str] = "trader",
    games: int = 1000,
    seed: int = 0,
    on: work.On = "threads",
    threads: int | None = None,
    on_games: jobs.OnGames | None = None,
    tell: Tell = tell_on_stderr,
) -> SwitchEffects:
    """Move one switch after the other and play; `only` names switches or chapters: "purchase", "jail.leave_by".

    >>> switch_effects("clasico", only=["purchase"]).switches[0].lines
    """
    rules = ruleset.rule_set(edition, variant, options, skin)
    players = ruleset.check_players(rules, players)
    changed, impossible = changed_rules(rules, players, only)
    how: dict[str, Any] = {"players": players, "bots": bots, "games": games, "seed": seed}
    how |= {"on": on, "threads": threads, "on_games": on_games, "tell": tell}
    own = simulate(rules, **how)
    level = 1 - (1 - LEVEL) / (len(changed) * (players + 2))
    found = [
        SwitchEffect(path, worded(position), worded(was), effects(own, simulate(other, **how), level))
        for path, was, position, other in changed
    ]
    found.sort(key=lambda one: not one.is_real)
    book = (rules.edition, rules.variant, dict(rules.options))
    return SwitchEffects(*book, players, own.bots, games, seed, level, found, impossible, rules)


def effects(own: Simulation, other: Simulation, level: float) -> list[ComparedFigure]:
    """The length, and the share of the wins of each place in the order of play."""
    return [
        of_shares("games decided", own.decided, other.decided, level),
        of_means("turns of decided games", own.turns.mean, other.turns.mean, level),
        *(
            of_shares(f"wins of place {place + 1}", mine.share, theirs.share, level)
            for place, (mine, theirs) in enumerate(zip(own.wins_by_place, other.wins_by_place, strict=True))
        ),
    ]
