"""Which bot sits where, as the core reads it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from magnate import objects
from magnate.bots.landings import stops
from magnate.bots.table import HOUSE_BOT, NOVICE_BOT, ORACLE_BOT, PROBE_BOT, TRADER_BOT
from magnate.bots.worth import BOTS, KNOBS, ROLLS, know_edition

CODES = {"novice": NOVICE_BOT, "house": HOUSE_BOT, "trader": TRADER_BOT, "oracle": ORACLE_BOT}  # from weak to strong
UNLISTED = {"probe": PROBE_BOT}  # for the league: no opponent at a table

# HORIZON NEAR FAR DENY BASE COST LEAVE MARGIN OFTEN OWN LIFT FAIR
STYLE = (20, 25, 10, 200, 4, 70, 33, 50, 3, 60, 25, 45)

Bots = objects.plain("Bots", BOTS)


def line_up(e: Any, names: Sequence[str], private: bool = False, style: Sequence[int] = STYLE) -> Any:
    """The bots of a table, seat by seat, who know its edition. `private`: purses are."""
    codes = {**CODES, **UNLISTED}
    unknown = [name for name in names if name not in codes]
    if unknown:
        raise ValueError(f"no bot is called {unknown[0]!r}; there are {', '.join(CODES)}")
    b = Bots()
    b.bot = [codes[name] for name in names] + [HOUSE_BOT] * (len(b.bot) - len(names))
    b.private = int(private)
    b.knob = list(style) * (len(b.knob) // KNOBS)
    b.stops = stops(e, ROLLS)
    know_edition(e, b)
    return b
