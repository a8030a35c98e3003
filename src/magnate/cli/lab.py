"""`magnate lab`: experiments and statistics."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cyclopts import App

from .errors import UsageError
from .lab_bots import decisions, league, match
from .lab_output import (
    BOOK,
    FIGURES,
    HERE,
    PLAIN,
    SEARCH,
    By,
    EditionAsked,
    FixedSeats,
    Output,
    Players,
    RulesAsked,
    SearchAsked,
    Seed,
    Several,
    Tables,
    Work,
    Yes,
    asked,
    refusals,
)
from .play import read_options

if TYPE_CHECKING:
    from magnate.lab.result import Result

lab = App(name="lab", help="Experiments and statistics.")

for command in (league, match, decisions):
    lab.command(command)


@lab.command
def simulate(
    edition: EditionAsked,
    /,
    *,
    rules: RulesAsked = BOOK,
    players: Players = None,
    bots: str = "trader",
    games: int = 1000,
    search: SearchAsked = SEARCH,
    seed: Seed = 0,
    fixed_seats: FixedSeats = False,
    work: Work = HERE,
    output: Output = PLAIN,
) -> int:
    """Play games between bots: winners, lengths, seats, landing, incomes, deals, auctions.

    Parameters
    ----------
    bots
        One name for all, or one for each seat: trader,house,house,novice. They change seats from game to game.
        An oracle takes about half a second a game.
    games
        How many.
    """
    from magnate import lab

    found = asked(
        "games",
        games,
        output,
        lab.Simulation,
        lambda bar: lab.simulate(
            edition,
            **rules.how(),
            players=players,
            bots=bots,
            games=games,
            seed=seed,
            fixed_seats=fixed_seats,
            depth=search.depth(bots),
            **work.how(bar),
        ),
    )
    return output.give(found)


@lab.command
def odds(
    edition: str,
    /,
    *,
    rules: RulesAsked = BOOK,
    move: int | None = None,
    by: By = None,
    stays: Yes = False,
    output: Output = PLAIN,
) -> int:
    """Landing and pay-back on a board; or, from a record or position, the chance to pay rent before the next turn.

    Parameters
    ----------
    edition
        The id of an edition, its file, the record of a game, or the text of a position.
    move
        The moment of a record, after this move; without it the last.
    by
        The file of the edition a record was played by, where it does not come with the game.
    stays
        Prisoners of the position roll for a double rather than pay.
    """
    from magnate import lab
    from magnate.editions import names
    from magnate.position_text import is_text

    is_edition = edition in names() or edition.endswith(".toml")
    is_position = is_text(edition) or (not is_edition and Path(edition).exists())
    if not is_edition and not is_position and Path(edition).name != Path(edition).stem:
        raise UsageError(f"{edition}: no such file; expected the record of a game, or an edition")
    if not is_position:
        if move is not None or by is not None or stays:
            raise UsageError("--move, --edition and --stays belong to the record of a game, and this is an edition")
        found: Result = asked(
            "places",
            None,
            output,
            lab.Odds,
            lambda bar: lab.odds(edition, **rules.how(), on_place=bar.more),
        )
        return output.give(found)
    if rules != BOOK:
        raise UsageError("a record or position says which rules it has; leave out --variant, --set and --skin")
    found = asked(
        "turns",
        None,
        output,
        lab.RentRisk,
        lambda bar: lab.rent_risk(edition, move, edition=by, stays=stays, on_turn=bar.more),
    )
    return output.give(found)


@lab.command
def compare(
    first: str,
    second: str,
    /,
    *,
    a_variant: str | None = None,
    b_variant: str | None = None,
    a_set: Several = None,
    b_set: Several = None,
    players: int | None = None,
    bots: str = "trader",
    games: int = 2000,
    search: SearchAsked = SEARCH,
    seed: Seed = 0,
    work: Work = HERE,
    output: Output = PLAIN,
) -> int:
    """Two rule sets side by side: length, fairness, share of decided games, and what is beyond noise.

    Parameters
    ----------
    first
        An edition.
    second
        Another, or the same with other rules.
    a_variant
        The variant of the first.
    b_variant
        The variant of the second.
    a_set
        Rules of the first: --a-set jail.fine=100
    b_set
        Rules of the second: --b-set purchase.refused=stays
    players
        How many seats.
    bots
        One name for all, or one for each seat. An oracle takes about half a second a game.
    games
        How many of each.
    """
    from magnate import lab

    one = lab.RuleSet(first, a_variant, read_options(a_set or []))
    two = lab.RuleSet(second, b_variant, read_options(b_set or []))
    found = asked(
        "games",
        2 * games,
        output,
        lab.Comparison,
        lambda bar: lab.compare(
            one, two, players=players, bots=bots, games=games, seed=seed, depth=search.depth(bots), **work.how(bar)
        ),
    )
    return output.give(found)


@lab.command
def chances(
    record: str,
    /,
    *,
    move: int | None = None,
    every: int | None = None,
    by: By = None,
    bot: str = "trader",
    rollouts: int = 10_000,
    seed: int = 0,
    work: Work = HERE,
    output: Output = PLAIN,
) -> int:
    """Each seat's chance to win in a position, or along a whole record: which move lost the game?

    Parameters
    ----------
    record
        The record of a game, or the text of a position.
    move
        After this move; without it, after the last.
    every
        Evaluate the whole record, every N moves.
    by
        The file of the edition it was played by, where that does not come with the game.
    bot
        Who plays on: trader, house or novice.
    rollouts
        How often each position is played to its end.
    seed
        The same chance for the same number.
    """
    from magnate import lab
    from magnate.lab.position import last_move

    total = rollouts
    if every is not None and every > 0:  # all moments, and those between two of them
        total = rollouts * (last_move(record) // every + every)
    found = asked(
        "rollouts",
        total,
        output,
        lab.Chances,
        lambda bar: lab.chances(
            record, move, every=every, edition=by, bot=bot, rollouts=rollouts, seed=seed, **work.how(bar)
        ),
    )
    return output.give(found)


@lab.command
def power(
    edition: EditionAsked,
    /,
    *,
    rules: RulesAsked = BOOK,
    players: Players = None,
    bot: str = "trader",
    rollouts: int = 2000,
    free: Yes = False,
    seed: Seed = 0,
    work: Work = HERE,
    output: Output = PLAIN,
) -> int:
    """The chance to win with one whole group at the start, group by group.

    Parameters
    ----------
    bot
        Who plays: trader, house or novice.
    rollouts
        How many games a group.
    free
        The group costs nothing; without it its owner has paid the printed prices, as far as the starting money goes.
    """
    from magnate import lab
    from magnate.lab.ruleset import rule_set

    with refusals():
        groups = len(rule_set(edition, **rules.how()).loaded.groups)
    found = asked(
        "rollouts",
        rollouts * groups,
        output,
        lab.Power,
        lambda bar: lab.power(
            edition,
            **rules.how(),
            players=players,
            bot=bot,
            rollouts=rollouts,
            paid=not free,
            seed=seed,
            **work.how(bar),
        ),
    )
    return output.give(found)


@lab.command
def switches(
    edition: EditionAsked,
    /,
    *,
    rules: RulesAsked = BOOK,
    only: Several = None,
    players: Players = None,
    bots: str = "trader",
    games: int = 1000,
    seed: Seed = 0,
    work: Work = HERE,
    output: Tables = FIGURES,
) -> int:
    """What every switch does to an edition, one position after the other: chances by place, and length.

    Parameters
    ----------
    only
        Switches, or chapters of switches: --only purchase jail.leave_by
    bots
        One name for all, or one for each seat.
    games
        How many of each position.
    """
    from magnate import lab

    found = asked(
        "games",
        None,
        output,
        lab.SwitchEffects,
        lambda bar: lab.switch_effects(
            edition,
            **rules.how(),
            only=only or (),
            players=players,
            bots=bots,
            games=games,
            seed=seed,
            **work.how(bar),
        ),
    )
    return output.give(found)


@lab.command
def stakes(
    edition: EditionAsked,
    /,
    *,
    rules: RulesAsked = BOOK,
    players: Players = None,
    bots: str = "trader",
    games: int = 20,
    seed: Seed = 0,
    output: Tables = FIGURES,
) -> int:
    """Which kinds of decision matter most: games are played and reviewed, some seconds each.

    Parameters
    ----------
    bots
        One name for all, or one for each seat: novice, house, trader or master.
    games
        How many.
    """
    from magnate import lab

    found = asked(
        "games",
        games,
        output,
        lab.Stakes,
        lambda bar: lab.stakes(
            edition, **rules.how(), players=players, bots=bots, games=games, seed=seed, on_games=bar.more
        ),
    )
    return output.give(found)


@lab.command
def bench(*, output: Tables = FIGURES) -> int:
    """Measure how fast the lab answers here, all in one run."""
    from magnate import lab

    found = asked("measurements", None, output, lab.Speed, lambda bar: lab.measure(tell=bar.tell, on_step=bar.more))
    return output.give(found)
