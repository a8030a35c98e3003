"""`magnate lab league`, `match` and `decisions`: bots against each other, and what they decide."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .errors import UsageError
from .lab_output import BOOK, FIGURES, HERE, PLAIN, SEARCH, Output, RulesAsked, SearchAsked, Tables, Work, Yes, asked

if TYPE_CHECKING:
    from magnate.lab.ruleset import RuleSet
    from magnate.search.rollouts import Depth


def league(
    *editions: str,
    bots: str = "novice,house,trader",
    players: int = 4,
    games: int = 1000,
    search: SearchAsked = SEARCH,
    exploit: int = 0,
    seed: int = 0,
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
        Two or more: novice,house,trader,master,oracle. The oracle takes seconds a game.
    players
        How many seats, an even number.
    games
        How many a pairing.
    exploit
        Games of a probe against each kind of bot: how far it can be exploited. Seconds a game.
    seed
        The same games for the same number.
    markdown
        The tables as Markdown, as the docs have them.
    """
    from magnate import lab
    from magnate.lab.errors import BadQuestion
    from magnate.lab.league import game_count

    try:
        total = game_count(editions, bots, games, exploit)
    except BadQuestion as error:
        raise UsageError(str(error)) from None
    found = asked(
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
            depth=search.depth(),
            exploit=exploit,
            **work.how(bar),
        ),
    )
    return output.give(found, found.to_markdown() if markdown else None)


def match(
    edition: str,
    /,
    *bots: str,
    rules: RulesAsked = BOOK,
    games: int = 200,
    search: SearchAsked = SEARCH,
    seed: int = 0,
    fixed_seats: Yes = False,
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
    edition
        Its id, or a file.
    bots
        One for each seat: trader trader my_module:my_function trained.safetensors. They change seats from game to game.
    games
        How many.
    seed
        The same games for the same number.
    fixed_seats
        Everybody stays in their seat.
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
        return rate_pool(one, bots, players, games, exploit, seed, search.depth(), work, output)
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
            depth=search.depth(),
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


def rate_pool(
    rules: RuleSet,
    bots: tuple[str, ...],
    players: int,
    games: int,
    exploit: int,
    seed: int,
    depth: Depth,
    work: Work,
    output: Output,
) -> int:
    """`match --pool`: a league of one edition."""
    from magnate import lab
    from magnate.lab.errors import BadQuestion
    from magnate.lab.league import game_count

    try:
        total = game_count([rules], bots, games, exploit)
    except BadQuestion as error:
        raise UsageError(str(error)) from None
    found = asked(
        "games",
        total,
        output,
        lab.League,
        lambda bar: lab.league(
            [rules],
            bots=bots,
            players=players,
            games=games,
            seed=seed,
            depth=depth,
            exploit=exploit,
            **work.how(bar),
        ),
    )
    return output.give(found)


def decisions(
    edition: str,
    /,
    *bots: str,
    npz: Path | None = None,
    rules: RulesAsked = BOOK,
    games: int = 100,
    share: float = 0.1,
    observations: Yes = False,
    seed: int = 0,
    fixed_seats: Yes = False,
    output: Tables = FIGURES,
) -> int:
    """Write a data set of decisions that bots made: position, options, choice, outcome.

    Parameters
    ----------
    edition
        Its id, or a file.
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
    fixed_seats
        Everybody stays in their seat.
    """
    from magnate import lab
    from magnate.lab.errors import BadQuestion, check_file

    try:
        file = None if npz is None else check_file(npz, "a data set", ".npz")
    except BadQuestion as error:
        raise UsageError(str(error)) from None
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
    try:
        if file is not None:
            found.to_npz(file)
    except OSError as error:
        raise UsageError(f"{error.filename}: {error.strerror or error}") from None
    return output.give(found)
