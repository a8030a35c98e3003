"""One bot among traders of version 0.1.0: its share of the wins, and games without an end.

    python benchmarks/old_traders.py                                  master, trader and house, 1,000 games an edition
    python benchmarks/old_traders.py clasico --bots oracle --games 100

The old trader is rebuilt from today's with the values, prices and answers of 0.1.0 (`tests/bots/trader_0_1.py`): of the
4,031 decisions that 0.1.0 recorded in `tests/compat`, it makes all but four bids for a building, whose lowest bid the
rules have changed. It plays by today's rules.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from bots import guests
from bots.guests import OLD_TRADER
from magnate.bots.lineup import CODES
from magnate.compiled.records import Records
from magnate.editions import load, names
from magnate.lab.intervals import Share, share


def share_of_first(states: Records, seats: int) -> Share:
    """What the first bot of a rotated line wins of the decided games."""
    won = sum(
        (int(winners) >> i % seats & 1) / int(winners).bit_count()
        for i, winners in enumerate(states["winners"].tolist())
        if winners
    )
    return share(won, int((states["over"] == 1).sum()))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("editions", nargs="*", help="which; without any, all")
    parser.add_argument("--bots", default="master,trader,house", help="which of " + ", ".join(CODES))
    parser.add_argument("--games", type=int, default=1000, help="of each bot in each edition")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=61)
    asked = parser.parse_args()
    for bot in asked.bots.split(","):
        for edition in asked.editions or names():
            lines = guests.rotated([bot, *[OLD_TRADER] * (asked.seats - 1)])
            states = guests.play(dict(load(edition).table(asked.seats)), lines, asked.games, asked.seed)
            found, unended = share_of_first(states, asked.seats), int((states["over"] == 0).sum())
            wins = f"{found.value:6.1%} ({found.low:.1%} – {found.high:.1%})"
            print(f"{bot:7} {edition:16} {wins} of {asked.games}, {unended} without an end", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
