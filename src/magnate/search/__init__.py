"""All bots by name, those among them that search: these play their choices out on the compiled core.

Importing this brings no compiler.
"""

from importlib.util import find_spec

from magnate.bots import player
from magnate.bots.player import Bot

SEARCHING = frozenset({"oracle"})


def is_available() -> bool:
    """Whether bots can search here: it takes Numba, which comes with `magnate[fast]`."""
    try:
        return find_spec("numba") is not None
    except ImportError:
        return False


def named(name: str) -> Bot:
    """The bot of this name: novice, house, trader, master or oracle."""
    if name == "master":
        from magnate.value.master_bot import Master

        return Master()
    if name in SEARCHING:
        from magnate.search.oracle import Oracle

        return Oracle()
    return player.named(name)
