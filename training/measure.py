"""How strong a network is: a master among scripted bots, or among masters of another network.

    python training/measure.py value.safetensors                         three traders, four seats, every edition
    python training/measure.py value.safetensors --seats 2 8 --games 400
    python training/measure.py new.safetensors --rival old.safetensors
    python training/measure.py value.safetensors --best-response --games 1000

`--best-response`: a master that knows its rivals' network, and so exactly which offers they accept, among masters of
that same network. It proposes what raises its own chance most among what they accept, and decides the rest as they do.

Seats change from game to game. Wins are shares of the games that ended, with 95 % intervals.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np

from magnate.editions import load
from magnate.value import file, matches
from magnate.value.fields import KNOWS
from magnate.value.knowledge import STYLE
from rule_sets import BASE

SELF = "the same network"


def measure(
    edition: str, seats: int, games: int, master: file.Weights, rival: str, seed: int, knows: bool = False
) -> dict[str, float | str]:
    """One master against rivals of one kind; one that `knows` is the best response to masters of its own network."""
    networks = {"master": master}
    style = list(STYLE)
    if knows:
        rival, style[KNOWS] = SELF, 1
        networks[rival] = master
    elif rival.endswith(".safetensors"):
        networks[rival] = file.read(Path(rival))
    lines = [["master" if seat == i else rival for seat in range(seats)] for i in range(seats)]
    began = time.monotonic()
    loaded = load(Path(edition) if edition.endswith(".toml") else edition)
    found = matches.play(loaded.table(seats), lines, games, networks, seed, styles={"master": style})
    spent = time.monotonic() - began
    is_over = found["over"] == 1
    mine = np.arange(games) % seats
    winners = found["winners"].astype(np.int64)
    won = ((winners >> mine) & 1) / np.maximum(1, [bin(one).count("1") for one in winners.tolist()])
    share = won[is_over]
    error = float(share.std() / max(1, len(share)) ** 0.5)
    return {
        "edition": edition,
        "seats": seats,
        "rival": rival,
        "knows": knows,
        "games": games,
        "ended": int(is_over.sum()),
        "wins": round(float(share.mean()), 4),
        "interval": round(1.96 * error, 4),
        "games_a_second": round(games / spent, 1),
    }


def main() -> None:
    """Read the command line; a line of JSON for each figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", type=Path)
    parser.add_argument("--rival", default="trader", help="a scripted bot, or the file of another network")
    parser.add_argument("--best-response", action="store_true", help="among masters of the same network, known to it")
    parser.add_argument("--editions", nargs="+", default=list(BASE))
    parser.add_argument("--seats", type=int, nargs="+", default=[4])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=5)
    given = parser.parse_args()
    master = file.read(given.network)
    for edition in given.editions:
        for seats in given.seats:
            how = given.games, master, given.rival, given.seed, given.best_response
            print(json.dumps(measure(edition, seats, *how)), flush=True)


if __name__ == "__main__":
    main()
