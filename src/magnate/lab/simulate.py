"""`simulate`: thousands of games between bots, and their statistics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from magnate.compiled.program import Tell, tell_on_stderr
from magnate.compiled.records import Records
from magnate.editions import Edition
from magnate.lab import jobs, ruleset, work
from magnate.lab.intervals import Mean, Share, Spread, chance_of_even, mean_of_sums, share, spread
from magnate.lab.result import Grid, Result, Row, flat
from magnate.lab.ruleset import Lines, RuleSet
from magnate.lab.tally import Tally, by_place, wins
from magnate.rules import tell as told
from magnate.rules.tell import MOVED, OPENING_ROLLED
from magnate.search.rollouts import USUAL, Depth

# What is counted in a game, by the code of its event.
EVENT_COUNTS = {
    "deals proposed": told.DEAL_PROPOSED,
    "deals countered": told.DEAL_COUNTERED,
    "deals refused": told.DEAL_REFUSED,
    "deals done": told.DEAL_DONE,
    "auctions opened": told.AUCTION_OPENED,
    "bids": told.BID_MADE,
    "auctions won": told.AUCTION_WON,
    "auctions without a bid": told.AUCTION_FAILED,
    "deeds bought": told.DEED_BOUGHT,
    "purchases refused": told.DEED_REFUSED,
    "buildings built": told.BUILT,
    "buildings sold": told.BUILDINGS_SOLD,
    "mortgages": told.DEED_MORTGAGED,
    "mortgages lifted": told.MORTGAGE_LIFTED,
    "jailed": told.JAILED,
    "bankruptcies": told.WENT_BANKRUPT,
}


@dataclass(frozen=True)
class BotWins:
    """A bot's part of the wins; `fair` is its part of the seats."""

    bot: str
    seats: int
    fair: float
    share: Share


@dataclass(frozen=True)
class SeatWins:
    """The part of the wins of a seat, or of a place in the order of play."""

    seat: int
    share: Share


@dataclass(frozen=True)
class SpaceLanding:
    """How often moves end on a space in decided games: part of all moves, a roll, and a game."""

    space: int
    name: str
    share: float
    per_roll: float
    per_game: Mean


@dataclass(frozen=True)
class DeedIncome:
    """What a deed brings in a decided game, and for what: its price, where it was owned, and what is built on it."""

    deed: int
    name: str
    group: str
    price: int
    owned: float
    income: Mean
    buildings: float
    returned: float  # income over price and buildings


@dataclass(frozen=True)
class GroupIncome:
    """The same for a whole group."""

    group: str
    deeds: int
    income: Mean
    buildings: float
    returned: float


@dataclass(frozen=True)
class Simulation(Result):
    """The results of many games."""

    TABLES = ("games", "bots", "seats", "places", "spaces", "deeds", "groups", "event_counts")

    edition: str
    variant: str | None
    options: Mapping[str, Any]
    players: int
    bots: list[str]
    lines: int  # different line-ups, in turn
    games: int
    seed: int
    decided: Share
    shared_wins: int  # games with more winners than one
    wins_by_bot: list[BotWins]
    wins_by_seat: list[SeatWins]
    wins_by_place: list[SeatWins]  # 0 rolls first
    seats_even: float  # how often equal chances would scatter the wins of seats so unevenly
    places_even: float  # likewise of places
    turns: Spread
    rounds: Spread  # turns over the number of players at the start
    rolls: Spread
    actions: Spread
    bankruptcies: Mean
    event_counts: dict[str, Mean]  # a decided game
    per_100_turns: dict[str, float]  # the same in 100 turns of decided games
    landing: list[SpaceLanding]
    deeds: list[DeedIncome]
    groups: list[GroupIncome]
    _rules: RuleSet = field(repr=False)
    _lines: Lines = field(repr=False)
    _tally: Tally = field(repr=False)

    def frames(self) -> dict[str, list[Row]]:
        return {
            "games": game_rows(self._tally.games, self._lines, self.players),
            "bots": [flat(one) for one in self.wins_by_bot],
            "seats": [flat(one) for one in self.wins_by_seat],
            "places": [flat(one) for one in self.wins_by_place],
            "spaces": [flat(one) for one in self.landing],
            "deeds": [flat(one) for one in self.deeds],
            "groups": [flat(one) for one in self.groups],
            "event_counts": [
                {"what": name, **flat(one), "per_100_turns": self.per_100_turns[name]}
                for name, one in self.event_counts.items()
            ],
        }

    def grids(self) -> list[Grid]:
        from magnate.lab.tables import simulation_grids

        return simulation_grids(self)

    def draw(self, figure: Any) -> None:
        from magnate.lab import plots

        plots.simulation(self, figure)


def game_rows(games: Records, lines: Lines, players: int) -> list[Row]:
    """A row for each game: who played where, who won, how long it took."""
    rows = []
    for number, game in enumerate(games):
        line = lines[number % len(lines)]
        won = [seat for seat in range(players) if game["winners"] >> seat & 1 and game["over"]]
        row: Row = {"game": number, "winner": won[0] if len(won) == 1 else None, "winners": won}
        row["bot"] = line[won[0]] if len(won) == 1 else None
        row |= {name: int(game[name]) for name in ("over", "turns", "rolls", "actions", "out_count")}
        row |= {f"bot_{seat}": line[seat] for seat in range(players)}
        row |= {"first": int(game["order"][0])}
        rows.append(row)
    return rows


def simulate(
    edition: str | RuleSet,
    *,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    skin: str | None = None,
    players: int | None = None,
    bots: str | Sequence[str] = "trader",
    games: int = 1000,
    seed: int = 0,
    fixed_seats: bool = False,
    depth: Depth = USUAL,
    on: work.On = "threads",
    threads: int | None = None,
    on_games: jobs.OnGames | None = None,
    tell: Tell = tell_on_stderr,
) -> Simulation:
    """Play games and count: who wins, how long it takes, where people land, what deeds bring.

    >>> simulate("clasico", players=4, bots="trader", games=2000, seed=11).wins_by_place[0].share
    """
    rules = ruleset.rule_set(edition, variant, options, skin)
    players = ruleset.check_players(rules, players)
    ruleset.check_count("games", games)
    ruleset.check_seed(seed)
    work.check_depth(depth)
    names = ruleset.check_bots(bots, players)
    lines = ruleset.rotated(names, fixed_seats)
    private = rules.loaded.rules.table.private_cash
    outside = ruleset.outside(names, rules.loaded, players)
    job = jobs.FreshGames(rules.table(players), lines, seed, private, depth=depth, outside=outside)
    work.tell_of_oracles(job, games, threads, tell)
    return summed_up(rules, players, list(names), lines, seed, work.run(job, games, on, threads, on_games, tell))


def summed_up(rules: RuleSet, players: int, bots: list[str], lines: Lines, seed: int, tally: Tally) -> Simulation:
    """The figures of a run."""
    games, n, decided, ended = tally.games, len(tally), tally.decided, tally.is_decided
    edition, table = rules.loaded, rules.table(players)
    won = wins(games, players)
    placed = by_place(games, won)
    seat_counts, place_counts = won.sum(axis=0), placed.sum(axis=0)
    means = {
        name: mean_of_sums(float(tally.sums["told"][code]), float(tally.squares["told"][code]), decided)
        for name, code in EVENT_COUNTS.items()
    }
    return Simulation(
        edition=rules.edition,
        variant=rules.variant,
        options=dict(rules.options),
        players=players,
        bots=bots,
        lines=len(lines),
        games=n,
        seed=seed,
        decided=share(decided, n),
        shared_wins=int(((won > 0) & (won < 1)).any(axis=1).sum()),
        wins_by_bot=bot_wins(won, lines, decided),
        wins_by_seat=[SeatWins(seat, share(float(one), decided)) for seat, one in enumerate(seat_counts)],
        wins_by_place=[SeatWins(place, share(float(one), decided)) for place, one in enumerate(place_counts)],
        seats_even=chance_of_even([float(one) for one in seat_counts]),
        places_even=chance_of_even([float(one) for one in place_counts]),
        turns=spread(games["turns"], ended),
        rounds=spread(games["turns"] / players, ended),
        rolls=spread(games["rolls"], ended),
        actions=spread(games["actions"], ended),
        bankruptcies=means["bankruptcies"],
        event_counts=means,
        per_100_turns={
            name: 100 * int(tally.sums["told"][code]) / max(1, int(games["turns"][ended].sum()))
            for name, code in EVENT_COUNTS.items()
        },
        landing=landings(edition, tally),
        deeds=deed_incomes(edition, table, tally),
        groups=group_incomes(edition, table, tally),
        _rules=rules,
        _lines=lines,
        _tally=tally,
    )


def bot_wins(won: Any, lines: Lines, decided: int) -> list[BotWins]:
    """Each bot's part of the wins, strongest first."""
    line = np.arange(len(won)) % len(lines)
    found = []
    for bot in dict.fromkeys(name for one in lines for name in one):
        mine = np.array([[name == bot for name in one] for one in lines])[line]
        count = float((won * mine).sum())
        seats = max(one.count(bot) for one in lines)
        found.append(BotWins(bot, seats, float(mine.sum() / mine.size), share(count, decided)))
    return sorted(found, key=lambda one: -one.share.value)


def landings(edition: Edition, tally: Tally) -> list[SpaceLanding]:
    """Where moves ended, space by space; who goes to jail is counted among the event counts."""
    landed, squares = tally.sums["landed"], tally.squares["landed"]
    moves = max(1, int(tally.sums["told"][MOVED]))
    rolls = max(1, int(tally.games["rolls"][tally.is_decided].sum()) - int(tally.sums["told"][OPENING_ROLLED]))
    return [
        SpaceLanding(
            space,
            edition.space_name(space, "en"),
            float(landed[space]) / moves,
            float(landed[space]) / rolls,
            mean_of_sums(float(landed[space]), float(squares[space]), tally.decided),
        )
        for space in range(len(edition.spaces))
    ]


def deed_incomes(edition: Edition, table: dict[str, Any], tally: Tally) -> list[DeedIncome]:
    """What each deed brought."""
    found = []
    for deed, space in enumerate(edition.deeds):
        price, owned = table["price"][deed], int(tally.sums["owned"][deed])
        income, invested = int(tally.sums["income"][deed]), int(tally.sums["invested"][deed])
        found.append(
            DeedIncome(
                deed,
                edition.space_name(space, "en"),
                edition.groups[table["deed_group"][deed]].name_en,
                price,
                owned / max(1, tally.decided),
                mean_of_sums(float(income), float(tally.squares["income"][deed]), tally.decided),
                invested / max(1, tally.decided),
                income / max(1, price * owned + invested),
            )
        )
    return found


def group_incomes(edition: Edition, table: dict[str, Any], tally: Tally) -> list[GroupIncome]:
    """What each group brought."""
    found = []
    for number, group in enumerate(edition.groups):
        deeds = [deed for deed in range(table["deeds"]) if table["deed_group"][deed] == number]
        paid = sum(table["price"][deed] * int(tally.sums["owned"][deed]) for deed in deeds)
        income, invested = int(tally.sums["group_income"][number]), int(tally.sums["group_invested"][number])
        mean = mean_of_sums(float(income), float(tally.squares["group_income"][number]), tally.decided)
        returned = income / max(1, paid + invested)
        found.append(GroupIncome(group.name_en, len(deeds), mean, invested / max(1, tally.decided), returned))
    return found
