"""What a network's record holds beside its weights: tables of powers and logarithms, and the edition's figures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

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


class MasterStyle(NamedTuple):
    """The parameters of a master, in the order of the numbers of `fields.py`, which explains each."""

    margin: int = 2500
    gain: int = 2000
    first: int = 55
    more: int = 12
    kept: int = 3
    above: int = 300
    reserve: int = 2
    by_value: int = VALUE_ALL & ~VALUE_MANAGES
    curious: int = 0
    often: int = 1
    knows: int = 0
    tries: int = 12
    lost: int = 12_000
    extras: int = 4


STYLE = MasterStyle()

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
