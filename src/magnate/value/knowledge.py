"""What a network's record holds beside its weights: tables of powers and logarithms, and the edition's figures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from magnate import objects
from magnate.bots.landings import stops
from magnate.value.fields import (
    AFTER_NAMES,
    ASKED_NAMES,
    NETWORK,
    ONE,
    POWER_ONE,
    ROLLS,
    STANDING_NAMES,
    TABLE_BITS,
    VALUE_ALL,
    VALUE_MANAGES,
    WEIGHED,
)
from magnate.value.holdings import know_groups

Network = objects.plain("Network", NETWORK)
Weighed = objects.plain("Weighed", WEIGHED)

STYLE = (
    2500,
    2000,
    55,
    12,
    3,
    300,
    2,
    VALUE_ALL & ~VALUE_MANAGES,
    0,
    1,
    0,
)  # in the order of the numbers in `fields.py`

PLACES = 1 << TABLE_BITS
POWERS = [round(POWER_ONE * 2 ** (-i / PLACES)) for i in range(PLACES + 1)]
LOGS = [round(ONE * math.log2(1 + i / PLACES)) for i in range(PLACES + 1)]


def known(e: Any, style: Sequence[int] = STYLE) -> Any:
    """A network's record for an edition, without weights."""
    n = Network()
    n.style = list(style)
    n.change = [STANDING_NAMES.index(name) for name in ASKED_NAMES]
    n.after = [STANDING_NAMES.index(name) for name in AFTER_NAMES]
    n.power = list(POWERS)
    n.log = list(LOGS)
    n.stops = stops(e, ROLLS)
    know_groups(e, n)
    return n
