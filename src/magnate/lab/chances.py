"""`chances`: each seat's chance to win from a position, by playing it out many times with chance that could be."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from magnate.compiled.program import Tell, tell_on_stderr
from magnate.lab import jobs, position, ruleset, work
from magnate.lab.errors import BadQuestion
from magnate.lab.intervals import Share, share
from magnate.lab.position import PositionAfterMove, Where
from magnate.lab.result import Grid, Result, Row
from magnate.lab.tally import wins
from magnate.position_text import is_text


@dataclass(frozen=True)
class SeatChance:
    """A seat's chance to win."""

    seat: int
    name: str
    share: Share


@dataclass(frozen=True)
class Moment:
    """The chances after a move."""

    move: int
    seat: int  # who made it; -1 the Bank
    action: str
    seats: list[SeatChance]
    undecided: int  # rollouts that never ended


@dataclass(frozen=True)
class Swing:
    """Two moments of a game between which a seat lost most."""

    seat: int
    name: str
    after: int  # the look before
    move: int  # the look after
    action: str  # of that move
    before: float
    now: float
    is_real: bool  # the intervals of the two do not meet


@dataclass(frozen=True)
class Chances(Result):
    """The chances at one moment, or along a record with what changed them most."""

    TABLES = ("chances",)

    edition: str
    bot: str
    rollouts: int
    seed: int
    moments: list[Moment]
    lost: list[Swing]  # of each seat its worst
    turning: Swing | None  # the very move of the worst of all

    def frames(self) -> dict[str, list[Row]]:
        rows = []
        for moment in self.moments:
            for one in moment.seats:
                row: Row = {"move": moment.move, "by": moment.seat, "action": moment.action, "seat": one.seat}
                found = one.share
                rows.append(row | {"name": one.name, "chance": found.value, "low": found.low, "high": found.high})
        return {"chances": rows}

    def grids(self) -> list[Grid]:
        from magnate.lab.tables import chances_grids

        return chances_grids(self)

    def draw(self, figure: Any) -> None:
        from magnate.lab import plots

        plots.chances(self, figure)


def check_rollout_bot(bot: str) -> None:
    """A bot quick enough for rollouts."""
    if bot in ("master", "oracle"):
        raise BadQuestion(
            f"rollouts are played by novice, house or trader; the {bot} would take too long in each of them"
        )
    ruleset.check_bots(bot, 1)


def positions_every(record: str | Path, every: int, edition: Path | None = None) -> list[PositionAfterMove]:
    """Every n-th move of a record, and its last."""
    found = list(position.moments(record, edition))
    return [moment for moment in found if moment.move % every == 0 or moment is found[-1]]


def chances(
    where: Where,
    move: int | None = None,
    *,
    every: int | None = None,
    edition: Path | None = None,
    bot: str = "trader",
    rollouts: int = 10_000,
    seed: int = 0,
    on: work.On = "threads",
    threads: int | None = None,
    on_games: jobs.OnGames | None = None,
    tell: Tell = tell_on_stderr,
) -> Chances:
    """Play a position out many times: of a game, a text, a record after a move, or after every `every` moves.

    `edition` is the file of an edition that does not come with the game, where the record was played by one.

    >>> chances(game, rollouts=10_000).moments[0].seats
    """
    ruleset.check_count("rollouts", rollouts)
    ruleset.check_seed(seed)
    check_rollout_bot(bot)

    def at(here: PositionAfterMove) -> Moment:
        return rollout_chances(here, (bot,) * here.table["seats"], rollouts, seed, on, threads, on_games, tell)

    if every is None:
        here = position.found(where, move, edition)
        return Chances(here.edition.id, bot, rollouts, seed, [at(here)], [], None)
    ruleset.check_count("moves between two moments", every)
    if move is not None or not isinstance(where, str | Path) or is_text(where):
        raise BadQuestion("every n-th move of a whole record, or one moment: choose one of them")
    positions = positions_every(where, every, edition)
    found = [at(here) for here in positions]
    lost = worst_swings(found)
    turning = lost[0] if lost else None
    if turning is not None and turning.move - turning.after > 1:
        first, last = (one for one in found if one.move in (turning.after, turning.move))
        between = [at(here) for here in positions_every(where, 1, edition) if first.move < here.move < last.move]
        turning = worst_swing([first, *between, last], turning.seat)
    return Chances(positions[0].edition.id, bot, rollouts, seed, found, lost, turning)


def rollout_chances(
    here: PositionAfterMove,
    line: tuple[str, ...],
    rollouts: int,
    seed: int,
    on: work.On,
    threads: int | None,
    on_games: jobs.OnGames | None,
    tell: Tell,
) -> Moment:
    """The chances at one moment."""
    seats = here.table["seats"]
    if here.state.over:
        won = [(here.state.winners >> seat) & 1 for seat in range(seats)]
        shares = [Share(one / sum(won), one / sum(won), one / sum(won), float(one), 1) for one in won]
        undecided = 0
        if on_games is not None:
            on_games(rollouts)
    else:
        private = here.edition.rules.table.private_cash
        outside = ruleset.outside(line, here.edition, seats)
        job = jobs.Rollouts(here.table, jobs.state_bytes(here.state), line, seed, private, outside=outside)
        games = work.run(job, rollouts, on, threads, on_games, tell).games
        shares = [share(float(one), rollouts) for one in wins(games, seats).sum(axis=0)]
        undecided = int((games["over"] == 0).sum())
    action = type(here.action).__name__ if here.action is not None else "SetUp"
    parts = [SeatChance(seat, here.names[seat], shares[seat]) for seat in range(seats)]
    return Moment(here.move, here.seat, action, parts, undecided)


def worst_swings(found: list[Moment]) -> list[Swing]:
    """For each seat the two moments between which its chance fell most, largest fall first."""
    if len(found) < 2:
        return []
    worst = [worst_swing(found, seat) for seat in range(len(found[0].seats))]
    return sorted(worst, key=lambda one: one.now - one.before)


def worst_swing(found: list[Moment], seat: int) -> Swing:
    """The two moments between which the chance of a seat fell most."""
    before, after = min(
        pairwise(found), key=lambda pair: pair[1].seats[seat].share.value - pair[0].seats[seat].share.value
    )
    was, now = before.seats[seat].share, after.seats[seat].share
    name, action = before.seats[seat].name, after.action
    return Swing(seat, name, before.move, after.move, action, was.value, now.value, now.high < was.low)
