"""Bots that search: they play their choices out on the compiled core. Importing this brings no compiler."""

from magnate.bots import player
from magnate.bots.player import Bot

SEARCHING = frozenset({"oracle"})


def named(name: str) -> Bot:
    """The bot of this name: novice, house, trader or oracle."""
    if name in SEARCHING:
        from magnate.search.oracle import Oracle

        return Oracle()
    return player.named(name)
