"""`magnate lab league`, `match` and `decisions`: bots against each other, and what they decide."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import UsageError
from .lab_output import (
    BOOK,
    FIGURES,
    HERE,
    PLAIN,
    SEARCH,
    EditionAsked,
    FixedSeats,
    Output,
    RulesAsked,
    SearchAsked,
    Seed,
    Tables,
    Work,
    Yes,
    asked,
    refusals,
    writing,
)

if TYPE_CHECKING:
    from magnate.lab.league import League
    from magnate.lab.result import Result
    from magnate.lab.ruleset import RuleSet
    from magnate.search.rollouts import Depth


def league(
    *editions: str,
    bots: str = "novice,house,trader",
    players: int = 4,
    games: int = 1000,
    search: SearchAsked = SEARCH,
    exploit: int = 0,
    seed: Seed = 0,
    markdown: Yes = False,
    work: Work = HERE,
    output: Output = PLAIN,
) -> int:
    """Every bot against every other, half the seats each in every pattern, with intervals.

    Parameters
    ----------
    editions
        Which; without any, all that come with the game.
    bots
        Two or more: novice,house,trader,master,oracle. The oracle takes about half a second a game.
    players
        How many seats, an even number.
    games
        How many a pairing.
    exploit
        Games of a probe against each kind of bot: how far it can be exploited. Seconds a game.
    markdown
        The tables as Markdown, as the docs have them.
    """
    found = play_league(editions, bots, players, games, exploit, seed, search.depth(bots), work, output)
    return output.give(found, found.to_markdown() if markdown else None)


def match(
    edition: EditionAsked,
    /,
    *bots: str,
    rules: RulesAsked = BOOK,
    games: int = 200,
    search: SearchAsked = SEARCH,
    seed: Seed = 0,
    fixed_seats: FixedSeats = False,
    handicap: str = "",
    pool: Yes = False,
    players: int = 2,
    exploit: int = 0,
    work: Work = HERE,
    output: Output = PLAIN,
) -> int:
    """Any mix of bots, policies and functions of your own among them: who wins more than a fair share?

    Parameters
    ----------
    bots
        One for each seat: trader trader my_module:my_function trained.safetensors. They change seats from game to game.
    games
        How many.
    handicap
        The starting cash of each bot in percent: 100,70,70,70. It changes seats with its bot.
    pool
        Every bot named against every other, `--games` a pairing: ratings with intervals.
    players
        How many seats a game of the pool has, an even number.
    exploit
        Games of a probe against each bot of the pool that comes with the game. Seconds a game.
    """
    from magnate import lab

    if pool:
        if fixed_seats:
            raise UsageError("--fixed-seats: bots of a pool change seats; leave it out")
        if handicap:
            raise UsageError("--handicap: bots of a pool all have their full cash; leave it out")
        one = lab.RuleSet(edition, **rules.how())
        found: Result = play_league([one], bots, players, games, exploit, seed, search.depth(bots), work, output)
        return output.give(found)
    if exploit:
        raise UsageError("--exploit belongs to --pool")
    found = asked(
        "games",
        games,
        output,
        lab.Match,
        lambda bar: lab.match(
            edition,
            bots,
            **rules.how(),
            games=games,
            seed=seed,
            fixed_seats=fixed_seats,
            handicap=percents(handicap),
            depth=search.depth(bots),
            **work.how(bar),
        ),
    )
    return output.give(found)


def percents(given: str) -> list[int]:
    """A list of percentages: 100,70."""
    try:
        return [int(one) for one in given.split(",")] if given else []
    except ValueError:
        raise UsageError(f"--handicap {given}; expected a percentage for each bot: 100,70") from None


def play_league(
    editions: Sequence[str | RuleSet],
    bots: str | Sequence[str],
    players: int,
    games: int,
    exploit: int,
    seed: int,
    depth: Depth,
    work: Work,
    output: Output,
) -> League:
    """Every bot against every other in some editions: `league`, and in one `match --pool`."""
    from magnate import lab
    from magnate.lab.league import game_count

    with refusals():
        total = game_count(editions, bots, games, exploit)
    return asked(
        "games",
        total,
        output,
        lab.League,
        lambda bar: lab.league(
            editions,
            bots=bots,
            players=players,
            games=games,
            seed=seed,
            depth=depth,
            exploit=exploit,
            **work.how(bar),
        ),
    )


def decisions(
    edition: EditionAsked,
    /,
    *bots: str,
    npz: Path | None = None,
    rules: RulesAsked = BOOK,
    games: int = 100,
    share: float = 0.1,
    observations: Yes = False,
    seed: int = 0,
    fixed_seats: FixedSeats = False,
    output: Tables = FIGURES,
) -> int:
    """Write a data set of decisions that bots made: position, options, choice, outcome.

    Parameters
    ----------
    bots
        One for each seat, as for `match`.
    npz
        All rows as arrays, into a .npz file; --parquet and --csv write them as a table.
    games
        How many.
    share
        The part of all decisions that is taken.
    observations
        With what the seat sees as numbers: 2,418 for each decision.
    seed
        The same decisions for the same number.
    """
    from magnate import lab
    from magnate.lab.errors import check_file

    with refusals():
        file = None if npz is None else check_file(npz, "a data set", ".npz")
    found = asked(
        "games",
        games,
        output,
        lab.Decisions,
        lambda bar: lab.decisions(
            edition,
            bots,
            **rules.how(),
            games=games,
            share=share,
            seed=seed,
            observations=observations,
            fixed_seats=fixed_seats,
            on_games=bar.more,
        ),
    )
    if file is not None:
        with writing():
            found.to_npz(file)
    return output.give(found)
