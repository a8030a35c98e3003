"""Games with guests among the bots, to measure others by: traders of 0.1.0, and players who refuse everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bots.refuser import REFUSER, refuser_decides, tell_with_offers
from bots.trader_0_1 import TRADER_0_1, know_as_of_then, trader_0_1_decides
from magnate import objects
from magnate.bots.hidden_cash import hide_cash, restore_cash
from magnate.bots.house import house_decides
from magnate.bots.lineup import line_up
from magnate.bots.novice import novice_decides
from magnate.bots.table import HOUSE_BOT, NOVICE_BOT
from magnate.bots.trader import trader_decides
from magnate.compiled import batch, program, records
from magnate.compiled.clone import COUNTING, Instead
from magnate.compiled.program import Games
from magnate.compiled.records import Records
from magnate.search import oracle_games
from magnate.search.rollouts import USUAL, Depth
from magnate.value import matches
from magnate.value.file import shipped

OLD_TRADER, REFUSING = "trader 0.1", "refuser"
GUESTS = (OLD_TRADER, REFUSING)


def bot_or_guest_decides(g, e, b, seat, a):  # type: ignore[no-untyped-def]
    """As `bot_decides`, with guests among the bots."""
    if b.private == 1:
        hide_cash(g, e, seat, a)  # type: ignore[no-untyped-call]
    if b.bot[seat] == TRADER_0_1:
        trader_0_1_decides(g, e, b, seat, a)
    elif b.bot[seat] == REFUSER:
        refuser_decides(g, e, b, seat, a)
    elif b.bot[seat] == NOVICE_BOT:
        novice_decides(g, e, b, seat, a)
    elif b.bot[seat] == HOUSE_BOT:
        house_decides(g, e, b, seat, a)
    else:
        trader_decides(g, e, b, seat, a)
    if b.private == 1:
        restore_cash(g, a)


WITH_GUESTS: Instead = {
    **COUNTING,
    "magnate.bots.table.bot_decides": bot_or_guest_decides,
    "magnate.rules.tell.tell": tell_with_offers,
}


def lined_up(e: Any, names: Sequence[str], private: bool = False) -> Any:
    """As `line_up`, with guests among the names."""
    b = line_up(e, ["trader" if name in GUESTS else name for name in names], private)
    for seat, name in enumerate(names):
        if name == OLD_TRADER:
            know_as_of_then(e, b, seat)
        elif name == REFUSING:
            b.bot[seat] = REFUSER
    return b


def lines_record(table: dict[str, Any], lines: Sequence[Sequence[str]], private: bool = False) -> Records:
    """As `batch.lines_record`, with guests among the names."""
    e = objects.table(table)
    out = np.zeros(len(lines), program.BOTS_TYPE)
    for record, names in zip(out, lines, strict=True):
        records.write(record, lined_up(e, names, private))
    return out


def rotated(line: Sequence[str]) -> list[list[str]]:
    """A line with every seat in every place."""
    return [[*line[-turn:], *line[:-turn]] for turn in range(len(line))]


def play(
    table: dict[str, Any],
    lines: Sequence[Sequence[str]],
    games: int,
    seed: int = 0,
    *,
    first: int = 0,
    depth: Depth = USUAL,
    threads: int | None = None,
) -> Records:
    """The final states of games number `first` and on, of guests, scripted bots, masters and oracles.

    `invested` counts offers: see `tell_with_offers`.
    """
    g = records.fresh_states(games)
    c = records.fresh_chances(records.seeded_keys(seed, first + games)[first:])
    turn = -(first % len(lines))
    if any("oracle" in line or "probe" in line for line in lines):
        b = np.roll(lines_record(table, lines), turn)
        seeds = range(seed * 1_000_003 + first, seed * 1_000_003 + first + games)
        oracle_games.play_on(g, table, c, b, seeds, depth, threads=threads, instead=WITH_GUESTS)
        return g
    threads = threads or batch.cores()
    run = program.compiled(
        matches.play_tables, [program.NO_GAMES, matches.no_players(), 0, 0, 0, 0], instead=WITH_GUESTS, vectors=True
    )
    plain = [["trader" if name in GUESTS else name for name in line] for line in lines]
    players, scripted = matches.seated(objects.table(table), plain, {"master": shipped()}, threads, None, 1)
    players = players._replace(which=np.roll(players.which, turn, 0))
    known = [
        [one if name not in GUESTS else name for name, one in zip(line, bots, strict=True)]
        for line, bots in zip(lines, scripted, strict=True)
    ]
    played = Games(g, records.edition_record(table), c, np.roll(lines_record(table, known), turn))
    numbers = iter(range(threads))

    def work(thread: int, first: int, last: int) -> None:
        run(played, players, first, last, thread, matches.MOST)

    batch.over_threads(games, threads, work, lambda: next(numbers), most=4)
    return g
