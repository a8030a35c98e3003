"""Plots of results: Matplotlib figures, the same bytes for the same result."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from magnate.lab import errors
from magnate.lab.errors import optional

if TYPE_CHECKING:
    from magnate.lab.chances import Chances
    from magnate.lab.compare import Comparison
    from magnate.lab.intervals import Share
    from magnate.lab.league import League
    from magnate.lab.match import Match
    from magnate.lab.odds import Odds
    from magnate.lab.power import Power
    from magnate.lab.rent_risk import RentRisk
    from magnate.lab.result import Result
    from magnate.lab.simulate import Simulation

BLUE, ORANGE, GREY = "#2b6cb0", "#dd6b20", "#718096"
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "magnate",
    "font.size": 8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 9,
    "axes.titlelocation": "left",
    "legend.frameon": False,
}
ENDINGS = (".svg", ".png")


def check_file(file: Path) -> None:
    """A plot goes into a .svg or .png file of a folder that is there."""
    errors.check_file(file, "a plot", *ENDINGS)


def library() -> Any:
    """Matplotlib."""
    return optional("matplotlib", "lab", "plots need")


def drawn(found: Result) -> Any:
    """The figure of an answer."""
    matplotlib = library()
    with matplotlib.rc_context(STYLE):
        figure: Any = optional("matplotlib.figure", "lab", "plots need").Figure(figsize=(9, 5), layout="constrained")
        found.draw(figure)
    return figure


def write(figure: Any, file: Path) -> None:
    """Write a figure to a file."""
    check_file(file)
    with library().rc_context(STYLE):
        is_svg = file.suffix.lower() == ".svg"
        figure.savefig(file, dpi=150, metadata={"Date": None} if is_svg else {"Software": None})


def svg(found: Result) -> str:
    """The plot of an answer as text, to be put into a page."""
    import io

    out = io.StringIO()
    with library().rc_context(STYLE):
        drawn(found).savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def interval(axes: Any, places: Sequence[float], shares: list[Any], colour: str, label: str = "") -> None:
    """Shares as points with their intervals, in percent."""
    values = [100 * one.value for one in shares]
    reach = [[100 * (one.value - one.low) for one in shares], [100 * (one.high - one.value) for one in shares]]
    axes.errorbar(places, values, yerr=reach, fmt="o", color=colour, capsize=3, markersize=4, label=label or None)


def simulation(found: Simulation, figure: Any) -> None:
    """Wins by order of play, lengths, landing, incomes of groups."""
    wins, length, landing, income = figure.subplots(2, 2).flat
    places = list(range(1, found.players + 1))
    interval(wins, places, [one.share for one in found.wins_by_place], BLUE)
    wins.axhline(100 / found.players, color=GREY, linewidth=0.8, linestyle="--")
    wins.set(title="Wins by order of play, % (95 %)", xticks=places)
    wins.set_ylim(bottom=0)
    most = usual_length(found)
    length.hist(found._tally.games["turns"], bins=40, range=(0, most), color=BLUE)
    length.axvline(found.turns.median, color=ORANGE)
    length.set(title=f"Turns of a game, median {found.turns.median:.0f}{beyond(found, most)}", yticks=[])
    landing.bar([one.space for one in found.landing], [100 * one.per_roll for one in found.landing], color=BLUE)
    landing.set(title="Moves ending on each space, % of rolls", xlabel="space")
    groups = found.groups[::-1]
    error = [(one.income.high - one.income.low) / 2 for one in groups]
    colours = {group.name_en: group.colour for group in found._rules.loaded.groups}
    bars = [colours[one.group] for one in groups]
    income.barh([one.group for one in groups], [one.income.value for one in groups], xerr=error, color=bars)
    income.set(title="Rent of a group in a decided game (95 %)")


def usual_length(found: Simulation) -> float:
    """How wide a histogram of turns is: 99 of 100 decided games are no longer."""
    turns = found._tally.games["turns"]
    counted = turns[found._tally.is_decided] if found._tally.decided else turns
    return max(1.0, float(np.quantile(counted, 0.99)))


def beyond(found: Simulation, most: float) -> str:
    """How many games are longer than a histogram is wide."""
    longer = int((found._tally.games["turns"] > most).sum())
    return f"; {longer:,} of {found.games:,} longer than {most:,.0f}" if longer else ""


def odds(found: Odds, figure: Any) -> None:
    """Landing by both strategies, and how soon groups pay back."""
    landing, payback = figure.subplots(1, 2, width_ratios=[3, 2])
    spaces = [one.space for one in found.landing]
    landing.bar(spaces, [100 * one.leaving for one in found.landing], color=BLUE, label="leaves jail at once")
    staying = [100 * one.staying for one in found.landing]
    landing.plot(spaces, staying, "_", color=ORANGE, markersize=5, label="stays in jail")
    landing.set(title="Rolls ending on each space, % (the last: in jail)", xlabel="space")
    landing.legend()
    for group in dict.fromkeys(one.group for one in found.groups):
        mine = [one for one in found.groups if one.group == group]
        if len(mine) > 1:
            levels, rolls = [one.level for one in mine], [one.rolls for one in mine]
            payback.plot(levels, rolls, "o-", markersize=3, color=found._colours[group], label=group)
    payback.set(title="Rolls of another player until a whole group pays", xlabel="buildings on each lot", yscale="log")
    payback.yaxis.set_major_formatter("{x:.0f}")
    payback.legend()


def rent_risk(found: RentRisk, figure: Any) -> None:
    """The chance to pay and to be paid, seat by seat."""
    axes = figure.subplots()
    places = range(len(found.turns))
    axes.bar([n - 0.2 for n in places], [100 * one.pays for one in found.turns], 0.4, color=ORANGE, label="pays rent")
    axes.bar([n + 0.2 for n in places], [100 * one.hit for one in found.turns], 0.4, color=BLUE, label="is paid")
    axes.set_xticks(list(places), [one.name for one in found.turns])
    axes.set(title=f"Before the next turn, %, after move {found.move}", ylim=(0, 100))
    axes.legend()


def comparison(found: Comparison, figure: Any) -> None:
    """How long games last, and who wins, under both rule sets."""
    length, wins = figure.subplots(1, 2)
    pairs = ((found._first, found.first, BLUE), (found._second, found.second, ORANGE))
    most = max(usual_length(one) for one, _, _ in pairs)
    for one, name, colour in pairs:
        turns, label = one._tally.games["turns"], f"{name}{beyond(one, most)}"
        length.hist(turns, bins=40, range=(0, most), histtype="step", color=colour, label=label)
    length.set(title="Turns of a game", yticks=[])
    length.legend()
    for shift, (one, name, colour) in zip((-0.1, 0.1), pairs, strict=True):
        places = [place + 1 + shift for place in range(found.players)]
        interval(wins, places, [each.share for each in one.wins_by_place], colour, name)
    wins.axhline(100 / found.players, color=GREY, linewidth=0.8, linestyle="--")
    wins.set(title="Wins by order of play, % (95 %)", xticks=list(range(1, found.players + 1)))
    wins.set_ylim(bottom=0)


def league(found: League, figure: Any) -> None:
    """Each pairing's share with its interval."""
    axes = figure.subplots()
    rows = found.pairings[::-1]
    listed(axes, [f"{one.edition}: {one.stronger} – {one.weaker}" for one in rows], [one.share for one in rows])
    axes.axvline(50, color=GREY, linewidth=0.8, linestyle="--")
    axes.axvline(55, color=ORANGE, linewidth=0.8, linestyle="--")
    axes.set(title="Wins of the stronger bot, % (95 %)", xlim=(45, 101))


def listed(axes: Any, labels: Sequence[str], shares: Sequence[Share]) -> None:
    """Shares with their intervals, one below the other."""
    reach = [[100 * (one.value - one.low) for one in shares], [100 * (one.high - one.value) for one in shares]]
    axes.errorbar([100 * one.value for one in shares], labels, xerr=reach, fmt="o", color=BLUE, capsize=3, markersize=4)


def power(found: Power, figure: Any) -> None:
    """The chance to win with each group."""
    axes = figure.subplots()
    rows = found.groups[::-1]
    listed(axes, [one.group for one in rows], [one.share for one in rows])
    axes.axvline(100 * found.fair, color=GREY, linewidth=0.8, linestyle="--")
    axes.set(title="Chance to win with a whole group at the start, % (95 %)", xlim=(0, 101))


def match(found: Match, figure: Any) -> None:
    """Each bot's share of the wins, and where equal strength would put it."""
    axes = figure.subplots()
    rows = found.wins_by_bot[::-1]
    listed(axes, [one.bot for one in rows], [one.share for one in rows])
    axes.plot([100 * one.fair for one in rows], [one.bot for one in rows], "|", color=ORANGE, markersize=12)
    axes.set(title="Share of wins, % (95 %); | the part of the seats", xlim=(0, 101))


def chances(found: Chances, figure: Any) -> None:
    """The curve of every seat along a record, or the shares of one moment."""
    axes = figure.subplots()
    seats = len(found.moments[0].seats)
    if len(found.moments) == 1:
        one = found.moments[0]
        interval(axes, list(range(seats)), [seat.share for seat in one.seats], BLUE)
        axes.set_xticks(list(range(seats)), [seat.name for seat in one.seats])
        axes.set(title=f"Chances to win after move {one.move}, % (95 %)", ylim=(0, 100))
        return
    moves = [one.move for one in found.moments]
    for seat in range(seats):
        shares = [one.seats[seat].share for one in found.moments]
        line = axes.plot(moves, [100 * one.value for one in shares], label=found.moments[0].seats[seat].name)[0]
        low, high = [100 * one.low for one in shares], [100 * one.high for one in shares]
        axes.fill_between(moves, low, high, color=line.get_color(), alpha=0.2, linewidth=0)
    if found.turning is not None:
        axes.axvline(found.turning.move, color=GREY, linewidth=0.8, linestyle="--")
    axes.set(title="Chances to win, % (95 %)", xlabel="move", ylim=(0, 100))
    axes.legend()
