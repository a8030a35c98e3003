"""Who tries a trick on oracles: does a swindler win more games among three of them than an honest trader does?

    python tools/fools.py                     all editions, 500 games a trick
    python tools/fools.py clasico --games 100

`tests/bots/test_probes.py` asks the same about traders, and about oracles in a part of it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from bots.probes import TRICKS, among_oracles
from magnate.editions import names
from magnate.search.rollouts import Depth


def main() -> int:
    parser = argparse.ArgumentParser(description="A swindler among three oracles, trick by trick.")
    parser.add_argument("editions", nargs="*", help="which; without any, all")
    parser.add_argument("--games", type=int, default=500, help="how many for each trick")
    parser.add_argument("--trials", type=int, default=8, help="how often an oracle plays each choice out")
    parser.add_argument("--rounds", type=int, default=10, help="how far")
    asked = parser.parse_args()
    gained = 0
    for edition in asked.editions or names():
        for trick, code in {"honest": 0, **TRICKS}.items():
            share, error = among_oracles(edition, code, asked.games, Depth(asked.trials, asked.rounds))
            if not code:
                honest = share
            more = code and share > honest + 2 * error
            gained += bool(more)
            print(f"{edition:16} {trick:11} {share:6.1%} ± {error:.1%}{'   gains' if more else ''}", flush=True)
    return 1 if gained else 0


if __name__ == "__main__":
    sys.exit(main())
