"""Results as tables of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from magnate.lab.intervals import Mean, Spread
from magnate.lab.result import Grid, change, number, number_between, percent, percent_between

if TYPE_CHECKING:
    from magnate.lab.bench import Speed
    from magnate.lab.chances import Chances
    from magnate.lab.compare import ComparedFigure, Comparison
    from magnate.lab.league import League
    from magnate.lab.match import Match
    from magnate.lab.odds import Odds
    from magnate.lab.power import Power
    from magnate.lab.rent_risk import RentRisk
    from magnate.lab.simulate import Simulation
    from magnate.lab.stakes import Stakes
    from magnate.lab.switch_effects import SwitchEffects


def simulation_grids(found: Simulation) -> list[Grid]:
    """Who wins, how long it takes, what happens, where people land, what deeds bring."""
    title = f"{found._rules.title}: {found.games:,} games of {found.players}, seed {found.seed}"
    undecided = found.games - int(found.decided.count)
    notes = [f"{percent_between(found.decided)} of the games were decided, {undecided} not"]
    if found.shared_wins:
        notes.append(f"{found.shared_wins} had more winners than one, who share the win")
    bots = Grid(
        f"Wins by bot · {title}",
        ["bot", "seats", "fair share", "share of wins (95 %)"],
        [[one.bot, str(one.seats), percent(one.fair), percent_between(one.share)] for one in found.wins_by_bot],
        note=". ".join(notes) + ".",
    )
    ordered = zip(found.wins_by_place, found.wins_by_seat, strict=True)
    seats = Grid(
        "Wins by order of play and by seat",
        ["", "in order of play", "by seat"],
        [[str(place.seat + 1), percent_between(place.share), percent_between(seat.share)] for place, seat in ordered],
        note=f"p-value for equal chances: order of play {percent(found.places_even, 2)}, "
        f"seats {percent(found.seats_even, 2)}.",
    )
    event_counts = [
        [name, number_between(one), number(found.per_100_turns[name])] for name, one in found.event_counts.items()
    ]
    return [
        bots,
        seats,
        lengths(found),
        Grid("In a decided game", ["", "mean (95 %)", "in 100 turns"], event_counts),
        Grid(
            "Groups",
            ["group", "deeds", "rent a game", "buildings a game", "rent for money spent"],
            [
                [one.group, str(one.deeds), number_between(one.income), number(one.buildings), percent(one.returned)]
                for one in found.groups
            ],
        ),
        Grid(
            "Deeds",
            ["deed", "group", "price", "owned", "rent a game", "buildings a game", "rent for money spent"],
            [
                [
                    *(one.name, one.group, number(one.price), percent(one.owned)),
                    *(number_between(one.income), number(one.buildings), percent(one.returned)),
                ]
                for one in found.deeds
            ],
            words=2,
            note="Of decided games. Money spent: the price where somebody owned it, and all that was built on it.",
        ),
        Grid(
            "Landing",
            ["", "space", "of all moves", "of all rolls", "a decided game"],
            [
                [
                    *(str(one.space), one.name, percent(one.share, 2), percent(one.per_roll, 2)),
                    number_between(one.per_game),
                ]
                for one in found.landing
            ],
            words=2,
        ),
    ]


def lengths(found: Simulation) -> Grid:
    """How long games are."""

    def row(name: str, one: Spread) -> list[str]:
        quantiles = (one.least, one.low5, one.low25, one.median, one.high75, one.high95, one.most)
        return [name, *map(number, quantiles), number_between(one.mean)]

    heads = ["", "least", "5 %", "25 %", "median", "75 %", "95 %", "most", "mean of decided (95 %)"]
    parts = {"turns": found.turns, "rounds": found.rounds, "rolls": found.rolls, "actions": found.actions}
    return Grid("Length", heads, [row(name, one) for name, one in parts.items()])


def odds_grids(found: Odds) -> list[Grid]:
    """Landing, groups, and each step of each deed."""
    return [
        Grid(
            f"Where rolls end in the long run · {found.edition}",
            ["", "space", "leaves jail at once", "stays in jail"],
            [[str(one.space), one.name, percent(one.leaving, 4), percent(one.staying, 4)] for one in found.landing],
            words=2,
            note="Exact for decks shuffled after every card and without kept cards.",
        ),
        Grid(
            "Whole groups",
            ["group", "level", "cost", "a roll", "staying", "rolls to pay back", "staying"],
            [
                [
                    *(one.group, str(one.level), number(one.cost), number(one.income), number(one.income_staying)),
                    *(number(one.rolls), number(one.rolls_staying)),
                ]
                for one in found.groups
            ],
            note="A roll of one other player. Bare lots at the printed rent; stations and utilities all owned.",
        ),
        Grid(
            "Deeds and buildings",
            ["deed", "level", "cost", "rent", "adds a roll", "rolls to pay back", "staying"],
            [
                [
                    *(one.name, str(one.level), number(one.cost), number(one.rent), number(one.adds)),
                    *(number(one.rolls), number(one.rolls_staying)),
                ]
                for one in found.steps
            ],
            note="Level 0 is the deed itself; of stations and utilities the level is how many more are owned, "
            "and the roll pays for one of them.",
        ),
    ]


def rent_risk_grids(found: RentRisk) -> list[Grid]:
    """The coming turns, and what endangers whom."""
    names = {one.seat: one.name for one in found.turns}
    turns = [
        [
            *(one.name, one.space, number(one.cash), percent(one.pays), number(one.rent), number(one.worst)),
            *(percent(one.beyond_cash), percent(one.hit), number(one.receives)),
        ]
        for one in found.turns
    ]
    heads = ["player", "on", "cash", "pays rent", "expected", "worst", "beyond cash", "is paid before", "expected"]
    dangers = [
        [one.name, danger.name, names[danger.owner], percent(danger.chance), number(danger.rent)]
        for one in found.turns
        for danger in one.dangers
    ]
    return [
        Grid(
            f"The coming turns · {found.edition}, after move {found.move}",
            heads,
            turns,
            words=2,
            note="“Is paid before”: somebody pays this player before the player's own next turn.",
        ),
        Grid("Rents each player may pay in the coming turn", ["player", "deed", "of", "chance", "rent"], dangers, 3),
    ]


def comparison_grids(found: Comparison) -> list[Grid]:
    """Both columns, the differences, the verdict."""

    def shown(value: float, is_share: bool) -> str:
        return percent(value) if is_share else number(value)

    rows = [
        [
            *(line.what, shown(line.first, line.is_share), shown(line.second, line.is_share)),
            *(change(line.difference, line.is_share), "yes" if line.difference.is_real else "no"),
        ]
        for line in found.lines
    ]
    return [
        Grid(
            f"{found.first}  →  {found.second}",
            ["", "first", "second", f"difference ({percent(found.level, 2)})", "beyond noise"],
            rows,
            note=f"{found.games:,} games of {found.players} each, seed {found.seed}. "
            "The level allows for the number of lines: all are right together 95 % of the time.",
        )
    ]


def league_grids(found: League) -> list[Grid]:
    """The table and every pairing."""
    half = found.players // 2
    pairings = [
        [one.edition, one.stronger, one.weaker, percent_between(one.share), f"{one.games:,}", str(one.undecided)]
        for one in found.pairings
    ]
    return [
        Grid(
            f"League · {half} against {half}, {found.games:,} games a pairing, seed {found.seed}",
            ["bot", "share of wins (95 %)", "games decided"],
            [[one.bot, percent_between(one.share), f"{one.share.of:,}"] for one in found.table],
        ),
        Grid(
            "Pairings",
            ["edition", "stronger", "weaker", "share of wins of the stronger (95 %)", "games", "undecided"],
            pairings,
            words=3,
        ),
        ratings_grid(found),
        *([exploited_grid(found)] if found.exploited else []),
    ]


def ratings_grid(found: League) -> Grid:
    """One number for each bot of the pool."""
    return Grid(
        "Ratings · 0 is the average of this pool, 400 points more are odds of ten to one",
        ["bot", "toughest opponent", "rating (95 %)", "that one's share of wins (95 %)", "games decided"],
        [
            [
                *(one.bot, one.toughest, f"{one.rating:+.0f} ({one.low:+.0f} – {one.high:+.0f})"),
                *(percent_between(one.beaten), f"{one.games:,}"),
            ]
            for one in found.ratings
        ],
        words=2,
    )


def exploited_grid(found: League) -> Grid:
    """How far each bot can be exploited."""
    return Grid(
        f"Exploitability · a probe among {found.players - 1} of a kind, {percent(found.exploited[0].fair)} is fair",
        ["edition", "bot", "share of wins of the probe (95 %)", "games", "undecided"],
        [
            [one.edition, one.bot, percent_between(one.share), f"{one.games:,}", str(one.undecided)]
            for one in found.exploited
        ],
        words=2,
        note="A probe offers the lowest price the others accept by their own rule, and plays its five best offers out.",
    )


def chances_grids(found: Chances) -> list[Grid]:
    """A row for each look, and the worst moves."""
    names = [one.name for one in found.moments[0].seats]
    rows = [[str(one.move), one.action, *(percent_between(seat.share) for seat in one.seats)] for one in found.moments]
    undecided = sum(one.undecided for one in found.moments)
    note = f"{found.rollouts:,} rollouts by {found.bot} bots each, seed {found.seed}."
    grids = [
        Grid(
            f"Chances to win · {found.edition}",
            ["after move", "action", *names],
            rows,
            words=2,
            note=f"{note} {undecided} never ended." if undecided else note,
        )
    ]
    if found.lost:
        grids.append(
            Grid(
                "Where each seat lost most",
                ["player", "after move", "to move", "from", "to", "beyond noise"],
                [
                    [
                        *(one.name, str(one.after), str(one.move), percent(one.before), percent(one.now)),
                        "yes" if one.is_real else "no",
                    ]
                    for one in found.lost
                ],
                note=turning_move(found),
            )
        )
    return grids


def power_grids(found: Power) -> list[Grid]:
    """A row for each group."""
    title = f"{found._rules.title}, {found.players} players"
    rows = [
        [
            *(one.group, str(one.deeds), number(one.price), number(one.cash)),
            *(percent_between(one.share), percent(one.network), str(one.undecided)),
        ]
        for one in found.groups
    ]
    paid = "Its owner has paid the printed prices" if found.is_paid else "Its owner has paid nothing"
    if gifts := [one.group for one in found.groups if one.gift]:
        paid += f", as far as the starting money goes: the rest is a gift ({', '.join(gifts)})"
    return [
        Grid(
            f"Chances to win with a whole group at the start · {title}",
            ["group", "deeds", "price", "cash left", "wins (95 %)", "network", "undecided"],
            rows,
            note=f"{paid}; without a group the chance is {percent(found.fair)}. "
            f"{found.rollouts:,} rollouts by {found.bot} bots each, seed {found.seed}; all seats begin equally often.",
        )
    ]


def switch_grids(found: SwitchEffects) -> list[Grid]:
    """A row for each position of a switch: the differences from the edition."""
    alike = [one for one in found.switches if not any(line.difference.value for line in one.lines)]
    rows = [
        [f"{one.switch}={one.position}", *map(moved, one.lines), "yes" if one.is_real else "no"]
        for one in found.switches
        if one not in alike
    ]
    note = f"{found.games:,} games of {found.players} each, seed {found.seed}. Differences from the edition, those of "
    note += "shares in points. "
    note += "The level allows for the number of figures: all intervals are right together 95 % of the time."
    if alike:
        note += f" The same in every game: {', '.join(f'{one.switch}={one.position}' for one in alike)}."
    if found.impossible:
        note += f" Impossible here, or without effect: {', '.join(found.impossible)}."
    heads = ["", *(line.what for line in found.switches[0].lines), "beyond noise"]
    return [Grid(f"Switches · {found._rules.title} ({percent(found.level, 3)})", heads, rows, note=note)]


def moved(line: ComparedFigure) -> str:
    """A difference with half its interval; a share in percentage points."""
    found, scale = line.difference, 100 if line.is_share else 1
    half = scale * (found.high - found.low) / 2
    return f"{scale * found.value:+.1f} ± {number(half)}"


def stakes_grids(found: Stakes) -> list[Grid]:
    """A row for each kind of decision."""

    def points(one: Mean) -> str:
        return f"{100 * one.value:.1f} ± {50 * (one.high - one.low):.1f}"

    rows = [
        [
            *(one.kind, number(one.per_game), points(one.swing), points(one.cost)),
            *(f"{100 * one.swing_per_game:.0f}", percent(one.mistakes)),
        ]
        for one in found.kinds
    ]
    undecided = f" {found.undecided} games were not decided." if found.undecided else ""
    return [
        Grid(
            f"Stakes · {found._rules.title}: {found.games:,} games of {found.players}, seed {found.seed}",
            ["", "a game", "swing", "cost", "swings of a game", "cost over 2 points"],
            rows,
            note="In percentage points of the chance to win, by the value network. Swing: the best option less the "
            f"worst; cost: the best less the chosen one. {', '.join(found.bots)}.{undecided}",
        )
    ]


def match_grids(found: Match) -> list[Grid]:
    """Each bot beside its fair share."""
    undecided = found.games - int(found.decided.count)
    note = f"{undecided} games were not decided. " if undecided else ""
    return [
        Grid(
            f"Match · {found._rules.title}: {found.games:,} games of {len(found.bots)}, seed {found.seed}",
            ["bot", "seats", "fair share", "share of wins (95 %)", "beyond noise"],
            [
                [
                    *(one.bot, str(one.seats), percent(one.fair), percent_between(one.share)),
                    "no" if one.share.low <= one.fair <= one.share.high else "yes",
                ]
                for one in found.wins_by_bot
            ],
            note=f"{note}Half of the games took {number(found.turns.median)} turns or fewer.",
        )
    ]


def turning_move(found: Chances) -> str:
    """The move that lost the game, in a sentence."""
    one = found.turning
    if one is None:
        return ""
    sure = "" if one.is_real else ", which may be noise"
    fell = f"from {percent(one.before)} to {percent(one.now)}{sure}"
    return f"The turning move was {one.move}, {one.action}: {one.name} fell {fell}."


def speed_grids(found: Speed) -> list[Grid]:
    """Each figure beside what it should be."""
    rows = []
    for one in found.figures:
        wanted = "" if one.wanted is None else f"{'≥' if one.more_is_better else '≤'} {number(one.wanted)} {one.unit}"
        met = "" if one.wanted is None else ("yes" if one.is_met else "no")
        rows.append([one.what, f"{number(one.value)} {one.unit}", wanted, met])
    title = f"The lab's speed on {found.cores} {'core' if found.cores == 1 else 'cores'}"
    return [Grid(title, ["measured", "here", "wanted", "met"], rows)]


def markdown(grids: Sequence[Grid]) -> str:
    """Tables as Markdown."""
    lines: list[str] = []
    for grid in grids:
        lines += [f"**{grid.title}**", "", "| " + " | ".join(grid.heads) + " |"]
        lines.append("|" + "|".join("---" if n < grid.words else "--:" for n in range(len(grid.heads))) + "|")
        lines += ["| " + " | ".join(row) + " |" for row in grid.rows]
        lines += ["", grid.note, ""] if grid.note else [""]
    return "\n".join(lines)
