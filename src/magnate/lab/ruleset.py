"""What is played and by whom: an edition with its variant, look and house rules, and bots in their seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from numbers import Integral
from pathlib import Path
from typing import Any

from magnate.bots.lineup import CODES
from magnate.editions import Edition, EditionError, load
from magnate.game import checked_handicap
from magnate.lab.errors import BadQuestion
from magnate.lab.outside import Function, Outside, check_table, loaded
from magnate.policy.policy_bot import is_outside

MOST_GAMES = 100_000_000
MOST_SEED = 2**63

Lines = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class RuleSet:
    """An edition as a table plays it."""

    edition: str
    variant: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    skin: str | None = None

    @cached_property
    def loaded(self) -> Edition:
        """The edition, checked."""
        name = Path(self.edition) if self.edition.endswith(".toml") else self.edition
        if isinstance(name, Path) and not name.is_file():
            raise BadQuestion(f"{name}: no such file; expected an edition's .toml or the name of an edition")
        return load(name, variant=self.variant, skin=self.skin, options=self.options)

    @property
    def title(self) -> str:
        """Its name and what is different about it."""
        parts = [self.edition, *([self.variant] if self.variant else []), *([self.skin] if self.skin else [])]
        return ", ".join([*parts, *(f"{path}={value}" for path, value in self.options.items())])

    def table(self, players: int) -> dict[str, Any]:
        """The numbers the rules read, for this many players."""
        return dict(self.loaded.table(players))

    def default_players(self, wanted: int = 4) -> int:
        """Four, or the nearest number the edition allows."""
        seats = self.loaded.seats
        return min(max(wanted, seats[0]), seats[-1])


def rule_set(
    edition: str | RuleSet,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    skin: str | None = None,
) -> RuleSet:
    """A rule set from its parts; what is wrong with it is said now and not in the middle of a run."""
    given: tuple[object, object] = edition, options or {}
    if not isinstance(given[0], RuleSet | str):
        raise BadQuestion(f"the edition is {edition!r}; expected the name of one, its file, or a RuleSet")
    if not isinstance(given[1], Mapping):
        raise BadQuestion(f"the options are {options!r}; expected a dict such as {{'jail.fine': 100}}")
    found = edition if isinstance(edition, RuleSet) else RuleSet(edition, variant, dict(options or {}), skin)
    try:
        found.loaded.table(found.loaded.seats[0])
    except EditionError as error:
        raise BadQuestion(str(error)) from None
    return found


def is_whole(number: object) -> bool:
    """Whether it is a whole number, of Python's or of NumPy's."""
    return isinstance(number, Integral)


def check_players(rules: RuleSet, players: int | None) -> int:
    """A number of seats the edition is played with."""
    if players is None:
        return rules.default_players()
    seats = rules.loaded.seats
    if not is_whole(players) or players not in seats:
        raise BadQuestion(f"{players!r} players; {rules.edition} is for {seats[0]} to {seats[-1]}")
    return players


def check_count(what: str, count: int, most: int = MOST_GAMES) -> int:
    """A whole number from 1."""
    if not is_whole(count) or not 1 <= count <= most:
        raise BadQuestion(f"{count!r} {what}; expected 1 to {most:,}")
    return count


def check_seed(seed: int) -> int:
    """A seed is a number from 0 that fits into 63 bits."""
    if not is_whole(seed) or not 0 <= seed < MOST_SEED:
        raise BadQuestion(f"seed {seed!r}; expected 0 or more, below 2^63")
    return seed


def check_bots(names: str | Sequence[str], players: int) -> tuple[str, ...]:
    """One bot for every seat: a name for all, or a name each."""
    named: object = names
    if not isinstance(named, str | Sequence):
        raise BadQuestion(f"bots are {names!r}; expected a name, or one for each seat")
    given = tuple(one.strip() for one in (names.split(",") if isinstance(names, str) else names))
    unknown = [name for name in given if name not in CODES and not is_outside(name)]
    if unknown or not given:
        raise BadQuestion(f"no bot is called {unknown[0] if unknown else ''!r}; there are {', '.join(CODES)}")
    if len(given) == 1:
        return given * players
    if len(given) != players:
        raise BadQuestion(f"{len(given)} bots for {players} players; expected one name, or one for each seat")
    return given


def check_handicap(handicap: Sequence[int], names: Sequence[str]) -> tuple[int, ...]:
    """The starting cash of each bot in percent; empty where all have the same."""
    try:
        return checked_handicap(handicap, len(names))
    except (TypeError, ValueError) as error:
        raise BadQuestion(str(error)) from None


def outside(
    names: Sequence[str], edition: Edition, players: int, functions: Mapping[str, Function] | None = None
) -> Outside | None:
    """The policies and functions among the bots, loaded and checked; None where all play in the compiled core."""
    known = dict(functions or {})
    for name in names:
        if name not in CODES and name not in known:
            known[name] = loaded(name)
    for function in known.values():
        check_table(function, edition.id, players)
    return Outside(edition, known) if known else None


def rotated(bots: Sequence[str], fixed: bool = False) -> Lines:
    """The line-ups games are played with in turn: everybody one seat further each time, unless seats are fixed."""
    given = tuple(bots)
    if fixed:
        return (given,)
    turns = [given[-i:] + given[:-i] for i in range(len(given))]
    return tuple(dict.fromkeys(turns))


def halves(first: str, second: str, players: int) -> Lines:
    """Every way to seat two kinds of bot, half the seats each."""
    if players % 2:
        raise BadQuestion(f"{players} players cannot be halved; expected an even number")
    patterns = combinations(range(players), players // 2)
    return tuple(tuple(first if seat in taken else second for seat in range(players)) for taken in patterns)
