"""Styles of a master compared: `python training/tune.py value.safetensors --out OUT --minutes 5`.

Each number of the style is changed by itself, and each kind of decision left to the trader; a master of each style
plays among three traders in every edition, all with the same dice. What is better by more than its noise is put
together and compared again. The best style is then measured with dice of its own: among traders, at two to eight seats,
and against a best response that knows the network. One line of JSON for each figure in OUT/tune.jsonl.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from improve import won_by
from magnate.editions import load
from magnate.value import fields as figures
from magnate.value import file, self_play
from magnate.value.knowledge import STYLE
from rule_sets import BASE

TRIED = {
    "MARGIN": (0, 1000, 6000),
    "GAIN": (500, 6000),
    "KEPT": (0, 8),
    "ABOVE": (0, 2000),
    "RESERVE": (0, 6),
    "OFTEN": (2,),
    "TRIES": (8, 24),
    "LOST": (0, 5000, 30000),
    "EXTRAS": (0, 2),
}
KINDS = ("BUYS", "BIDS", "JAIL", "MANAGES", "DEBTS", "PROPOSES", "ANSWERS")

Entry = tuple[str, file.Weights, list[int]]  # a title, a network, its style


def changed(style: Sequence[int], name: str, value: int) -> list[int]:
    """A style with one number changed."""
    out = list(style)
    out[getattr(figures, name)] = value
    return out


def variants(weights: file.Weights, others: Mapping[str, file.Weights]) -> list[Entry]:
    """The style as it is, with one thing changed each, and other networks."""
    base = list(STYLE)
    out: list[Entry] = [("as it is", weights, base)]
    out += [(f"{name} {value}", weights, changed(base, name, value)) for name in TRIED for value in TRIED[name]]
    for kind in KINDS:
        mask = figures.VALUE_ALL & ~int(getattr(figures, f"VALUE_{kind}"))
        out.append((f"{kind} as a trader", weights, changed(base, "BY_VALUE", mask)))
    return out + [(title, one, base) for title, one in others.items()]


def measure(
    entries: Sequence[Entry], rival: str, seats: int, games: int, seed: int, parts: int = 4
) -> list[dict[str, Any]]:
    """Each entry alone among rivals of one kind in every edition: all games in one pool of threads."""
    lines = [["new" if seat == i else rival for seat in range(seats)] for i in range(seats)]
    tables = {name: load(name).table(seats) for name in BASE if seats in load(name).seats}
    each = max(seats, games // parts // seats * seats)
    jobs = [(number, name, part) for part in range(parts) for name in tables for number in range(len(entries))]

    def one(job: tuple[int, str, int]) -> tuple[float, float, int]:
        number, name, part = job
        _, weights, style = entries[number]
        networks, styles = {"new": weights}, {"new": style}
        if rival == "master":
            networks["master"], styles["master"] = weights, list(STYLE)
        # the same dice for every entry
        how: dict[str, Any] = {"positions": 1, "changed": 0, "most": 20_000, "threads": 1, "styles": styles}
        found = self_play.play(tables[name], lines, each, networks, seed * 1000 + part, **how)
        return won_by(found.states, lines, "new")

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        parts_found = list(pool.map(one, jobs))
    out = []
    for number, (title, _, style) in enumerate(entries):
        mine = [(name, found) for (n, name, _), found in zip(jobs, parts_found, strict=True) if n == number]
        line: dict[str, Any] = {"title": title, "rival": rival, "seats": seats, "style": style}
        for edition in tables:
            some = [found for name, found in mine if name == edition]
            line[edition] = round(float(np.mean([share for share, _, _ in some])), 4)
        line["mean"] = round(float(np.mean([found[0] for _, found in mine])), 4)
        line["error"] = round(float(np.sqrt(np.mean([found[1] ** 2 for _, found in mine]) / len(mine))), 4)
        line["games"] = sum(found[2] for _, found in mine)
        line["each"] = line["games"] // len(tables)
        out.append(line)
    return out


def together(weights: file.Weights, found: Sequence[Mapping[str, Any]]) -> list[Entry]:
    """All changes that are better by more than their noise, of each number the best; and the best one alone."""
    base, out = found[0], list(STYLE)
    better = [one for one in found[1:] if one["mean"] > base["mean"] + base["error"] and one["style"] != list(STYLE)]
    for one in sorted(better, key=lambda one: float(one["mean"])):
        for place, value in enumerate(one["style"]):
            if value != STYLE[place]:
                out[place] = out[place] & value if place == figures.BY_VALUE else value
    entries: list[Entry] = [("as it is", weights, list(STYLE)), ("together", weights, out)]
    if better:
        entries.append(("the best alone", weights, max(better, key=lambda one: float(one["mean"]))["style"]))
    return entries


def main() -> None:
    """Read the command line, compare, put together, measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", type=Path)
    parser.add_argument("others", type=Path, nargs="*", help="networks to compare, as they are")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--games", type=int, default=640, help="of each style, in each edition")
    parser.add_argument("--seed", type=int, default=31)
    given = parser.parse_args()
    began = time.monotonic()
    self_play.runner()

    def told(lines: Sequence[dict[str, Any]]) -> None:
        with (given.out / "tune.jsonl").open("a", encoding="utf8") as out:
            for line in lines:
                out.write(json.dumps(line) + "\n")
                print(f"{time.monotonic() - began:5.0f} s", json.dumps(line), flush=True)

    given.out.mkdir(parents=True, exist_ok=True)
    weights = file.read(given.network)
    others = {path.name: file.read(path) for path in given.others}
    found = measure(variants(weights, others), "trader", 4, given.games, given.seed)
    told(found)
    again = measure(together(weights, found), "trader", 4, 2 * given.games, given.seed + 1)
    told(again)
    best = max(again, key=lambda one: float(one["mean"]))
    entry: Entry = ("final", weights, best["style"])
    told(measure([entry], "trader", 4, 1000, given.seed + 2))
    for seats in (2, 3, 5, 6, 7, 8):
        if time.monotonic() - began < 60 * given.minutes:
            told(measure([entry], "trader", seats, 240, given.seed + 3))
    if time.monotonic() - began < 60 * given.minutes:
        told(
            measure([("best response", weights, changed(best["style"], "KNOWS", 1))], "master", 4, 240, given.seed + 4)
        )


if __name__ == "__main__":
    main()
