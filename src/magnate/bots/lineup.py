"""The bots of a table, seat by seat, as the core reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from magnate import objects
from magnate.bots.landings import stops
from magnate.bots.table import HOUSE_BOT, MASTER_BOT, NOVICE_BOT, ORACLE_BOT, PROBE_BOT, TRADER_BOT
from magnate.bots.trader_values import BOTS, KNOBS, ROLLS, fill_edition_figures

CODES = {  # from weak to strong
    "novice": NOVICE_BOT,
    "house": HOUSE_BOT,
    "trader": TRADER_BOT,
    "master": MASTER_BOT,
    "oracle": ORACLE_BOT,
}
UNLISTED = {"probe": PROBE_BOT}  # for the league: no opponent at a table


class Style(NamedTuple):
    """The parameters of a trader, in the order of the numbers of `bots/trader_values.py`, which explains each."""

    horizon: int = 20
    near: int = 25
    far: int = 10
    deny: int = 200
    base: int = 4
    cost: int = 70
    leave: int = 33
    margin: int = 400
    often: int = 3
    own: int = 60
    lift: int = 25
    fair: int = 60


STYLE = Style()

Bots = objects.plain("Bots", BOTS)


def line_up(e: Any, names: Sequence[str], private: bool = False, style: Style = STYLE) -> Any:
    """The bots of a table, seat by seat, who know its edition. `private`: cash is."""
    codes = {**CODES, **UNLISTED}
    unknown = [name for name in names if name not in codes]
    if unknown:
        raise ValueError(f"no bot is called {unknown[0]!r}; there are {', '.join(CODES)}")
    b = Bots()
    b.bot = [codes[name] for name in names] + [HOUSE_BOT] * (len(b.bot) - len(names))
    b.private = int(private)
    b.knob = list(style) * (len(b.knob) // KNOBS)
    b.stops = stops(e, ROLLS)
    fill_edition_figures(e, b)
    return b
