"""Proof that interpreted and compiled games agree to the bit: state, chance and counts, in every edition.

python -m magnate.compiled.parity [--games N] [--gpu] [--edition ID]
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from magnate.compiled import batch, clone, interpreted, records
from magnate.compiled.program import program
from magnate.compiled.records import Records
from magnate.compiled.wanderer import WANDERING, wanderer_scratch
from magnate.editions import load, names

SEED = 2_024
SHARES = {"house": 5, "mixed": 3, "wanderer": 2}  # tenths of the games: wanderers try everything legal, but slowly
MIXED = ("trader", "novice", "house", "oracle")  # over the seats, rotated; an oracle plays as a trader here
WANDERED = 1_000  # actions of a wanderer's game
SLICE = 12 * len(MIXED)  # games a process takes at a time: each slice begins with the first line

Player = Callable[..., tuple[Records, Records]]


@dataclass(frozen=True)
class Case:
    """A number of games of an edition, a variant and a number of seats, played by one kind of company."""

    edition: str
    variant: str | None
    seats: int
    players: str  # of SHARES
    games: int
    most: int
    seed: int = SEED

    def __str__(self) -> str:
        variant = f" ({self.variant})" if self.variant else ""
        return f"{self.edition}{variant}, {self.seats} seats, {self.players}"

    def table(self) -> dict[str, Any]:
        return dict(load(self.edition, variant=self.variant).table(self.seats))

    def keys(self) -> npt.NDArray[np.int64]:
        return records.seeded_keys(self.seed, self.games)

    def lines(self) -> list[list[str]] | None:
        """The bots at the table, one game after another; None for wanderers."""
        if self.players == "wanderer":
            return None
        if self.players == "house":
            return [["house"] * self.seats]
        every = len(MIXED)
        return [[MIXED[(seat + turn) % every] for seat in range(self.seats)] for turn in range(every)]

    def how(self) -> dict[str, Any]:
        """The same for `batch` and `gpu`."""
        if self.players == "wanderer":
            return {"instead": WANDERING, "scratch": wanderer_scratch}
        return {"bots": self.lines()}


@dataclass(frozen=True)
class Difference:
    """The first field in which a game differs."""

    case: Case
    mode: str
    game: int
    field: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        where = f"{self.case}, seed {self.case.seed}, game {self.game}"
        return f"{where}: {self.field} is {self.found} {self.mode}, {self.expected} interpreted"


def cases(games: int, edition: str | None = None, wandered: int = WANDERED) -> Iterator[Case]:
    """Games for every edition and variant, among fewest, most and four seats and every kind of company."""
    for name in [edition] if edition else names():
        for variant in [None, *load(name).file.variants]:
            allowed = load(name, variant=variant).seats
            seats = sorted({allowed[0], allowed[-1], 4} & set(allowed))
            for players, tenths in SHARES.items():
                share, most = games * tenths // 10, wandered if players == "wanderer" else batch.MOST
                for i, count in enumerate(seats):
                    part = share * (i + 1) // len(seats) - share * i // len(seats)
                    if part:
                        yield Case(name, variant, count, players, part, most)


def first_difference(case: Case, mode: str, expected: list[Records], found: list[Records]) -> Difference | None:
    """The first game that is not the same, and its first field: state, then chance."""
    for game in range(case.games):
        for part, ours, theirs in zip(("state", "chance"), expected, found, strict=True):
            if ours[game].tobytes() != theirs[game].tobytes():
                a, b = records.values(ours[game]), records.values(theirs[game])
                for field in a:
                    if a[field] != b[field]:
                        return Difference(case, mode, game, f"{part}.{field}", a[field], b[field])
    return None


def fingerprint() -> str:
    """A hash of all that is compared."""
    return clone.fingerprint(program) + clone.fingerprint(program, WANDERING)


def interpreted_slice(
    mark: str, table: dict[str, Any], keys: npt.NDArray[np.int64], most: int, lines: list[list[str]] | None
) -> tuple[Records, Records]:
    """Some games of a case, in another process, which must have loaded the same rules as the one that compiles them."""
    if fingerprint() != mark:
        raise RuntimeError("the rules have changed on disk while they were being compared: start again")
    return interpreted.play_out(table, keys, most, lines)


def interpret(pool: ProcessPoolExecutor, case: Case) -> list[Future[tuple[Records, Records]]]:
    """Have the interpreter play a case, shared among processes."""
    mark, table, keys = fingerprint(), case.table(), case.keys()
    slices = [keys[i : i + SLICE] for i in range(0, case.games, SLICE)]
    return [pool.submit(interpreted_slice, mark, table, some, case.most, case.lines()) for some in slices]


def compare(chosen: list[Case], players: dict[str, Player], tell: Callable[[str], None]) -> list[Difference]:
    """Play every case interpreted and by each of the players; say how it went."""
    found = []
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(batch.cores(), mp_context=spawn) as pool:
        pending = [(case, interpret(pool, case)) for case in chosen]
        for case, futures in pending:
            parts = [each.result() for each in futures]
            expected = [np.concatenate([part[i] for part in parts]) for i in (0, 1)]
            for mode, player in players.items():
                played = player(case.table(), case.games, keys=case.keys(), most=case.most, **case.how())
                difference = first_difference(case, mode, expected, list(played))
                if difference:
                    found.append(difference)
                    tell(f"DIFFERENT  {difference}")
                else:
                    tell(f"identical  {case}: {case.games:,} games {mode}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="magnate.compiled.parity", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=500, help="games for each edition and variant (500)")
    parser.add_argument("--edition", choices=names(), help="this edition only")
    parser.add_argument("--gpu", action="store_true", help="compare the GPU too")
    asked = parser.parse_args()
    players: dict[str, Player] = {"compiled": batch.play_out}
    if asked.gpu:
        from magnate.compiled import gpu

        players["on the GPU"] = gpu.play_out
    chosen = list(cases(asked.games, asked.edition))
    if asked.gpu:
        companies = {gpu.deciders(lines) for case in chosen if (lines := case.lines())}
        with ThreadPoolExecutor() as pool:  # the kernels of all companies are compiled side by side
            list(pool.map(gpu.prepare, sorted(companies)))
    differences = compare(chosen, players, lambda line: print(line, flush=True))
    games = sum(case.games for case in chosen)
    verdict = f"{len(differences)} cases differ" if differences else "every byte of state and chance agrees"
    print(f"{games:,} games of {len({(c.edition, c.variant) for c in chosen})} editions and variants: {verdict}")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
