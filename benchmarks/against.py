"""Is this slower than another revision? Both are measured in turns, in one run, on this machine.

    python benchmarks/against.py main --games 20000 --rounds 5 --tolerance 0.1

The other revision is checked out beside this one and runs its own code in processes of its own, with the packages
installed here. Seconds are those of the processor, not of the clock on the wall, so that other work on the machine
counts less. Of every figure more is better; a ratio above 1 says that the working tree is faster. Exit code 1 where it
is slower by more than the tolerance in the middle one of all rounds.

Compiled actions a second say how fast the program is. Compiled games a second say also how the bots play: where they
changed between two revisions, their games are longer or shorter. Where a bot thinks more than it did, the actions at
random say how fast the rules are alone.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parent.parent
LEAST_GAMES = 100
MEANINGS = {
    "starts": "starts of `import magnate` a second",
    "actions": "actions a second through Game.play, interpreted",
    "house_actions": "actions a second, compiled, four house bots",
    "house_games": "games a second, compiled, four house bots",
    "trader_actions": "actions a second, compiled, four traders",
    "random_actions": "actions a second, compiled, legal ones at random",
    "compiles": "times an hour everything is compiled from an empty cache",
    "first_compiles": "times an hour what plays house bots is compiled",
}

# What each revision runs. It uses as little of Magnate as it can, so that old revisions can be measured too.
COMPILE = """
import json, time
import numpy as np
import magnate
from magnate.compiled import batch, jit, records
start = time.process_time()
batch.prepare()
first = time.process_time() - start
try:
    from magnate.compiled import imagined, match
except ImportError:  # one program does everything
    pass
else:  # 0.1.0: a program for each kind of work
    from magnate.envs.vector import VectorGames
    match.runner()
    types = [np.zeros(1, kind) for kind in (records.COUNTED, records.EDITION, records.CHANCE)]
    batch.compiled(imagined.imagine_all, [*types, 0, 0], counted=True)
    VectorGames("clasico", 1)
print(json.dumps({"compiles": 3600 / (time.process_time() - start), "first_compiles": 3600 / first}))
"""

PROGRAM = """
import json, sys, time
time.perf_counter = time.process_time
start = time.process_time()
import magnate
started = time.process_time() - start
import numpy as np
from magnate.compiled import batch, bench
from magnate.editions import load
games = int(sys.argv[1])
table = dict(load("clasico").table(4))
try:
    from magnate.compiled.wanderer import WANDERING, wanderer_scratch
except ImportError:  # 0.1.0
    from magnate.compiled import match
    at_random = {"policy": "wanderer"}
    def traders(games):
        return match.play(table, [["trader"] * 4], games, 7, threads=1)
else:
    at_random = {"instead": WANDERING, "scratch": wanderer_scratch}
    def traders(games):
        return batch.play(table, games, 7, bots="trader", threads=1)
def houses(games):
    return batch.play(table, games, 7, threads=1)
def wanderers(games):
    return batch.play(table, games, 7, most=1000, threads=1, **at_random)
def rates(play, games):
    play(1)  # compiles
    np.ones(games * 4096, np.uint8)  # the first use of a page costs a virtual machine much
    start = time.process_time()
    states = play(games)
    seconds = time.process_time() - start
    return int(states["actions"].sum()) / seconds, games / seconds
times = bench.action_times(games / 20_000)
house_actions, house_games = rates(houses, games)
print(json.dumps({
    "starts": 1 / started,
    "actions": len(times) / sum(times),
    "house_actions": house_actions,
    "house_games": house_games,
    "trader_actions": rates(traders, max(1, games // 4))[0],
    "random_actions": rates(wanderers, max(1, games // 10))[0],
}))
"""

Figures = dict[str, float]


@dataclass(frozen=True)
class Compared:
    """One figure over all rounds: the ratio here to there in the middle, and from the least to the most."""

    here: float
    there: float
    ratio: float
    least: float
    most: float

    def is_slower(self, tolerance: float) -> bool:
        """Whether it is slower by more than this part."""
        return self.ratio < 1 - tolerance


def compare(rounds: Sequence[tuple[Figures, Figures]]) -> dict[str, Compared]:
    """Every figure of the rounds. Here and there are compared within a round: the machine changes between them."""
    found = {}
    for name in rounds[0][0]:
        pairs = [(here[name], there[name]) for here, there in rounds]
        ratios = [here / there for here, there in pairs]
        middle = [statistics.median(side) for side in zip(*pairs, strict=True)]
        found[name] = Compared(middle[0], middle[1], statistics.median(ratios), min(ratios), max(ratios))
    return found


def measure(tree: Path, games: int, cache: Path, program: str = PROGRAM) -> Figures:
    """The figures of a source tree, in a process of its own."""
    environment = os.environ | {
        "PYTHONPATH": str(tree / "src"),
        "MAGNATE_CACHE": str(cache),
        # A start finds its bytecode written, as that of an installed package is, whatever is set here.
        "PYTHONPYCACHEPREFIX": str(cache / "bytecode"),
        "PYTHONDONTWRITEBYTECODE": "",
    }
    command = [sys.executable, "-c", program, str(games)]
    done = subprocess.run(command, env=environment, cwd=tree, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no word about it"])[-1]
        sys.exit(f"against: {tree} cannot be measured: {last}")
    found: Figures = json.loads(done.stdout.splitlines()[-1])
    return found


@contextmanager
def checked_out(revision: str, folder: Path) -> Iterator[Path]:
    """Another revision's tree, for a while."""
    git = ["git", "-C", str(ROOT)]
    known = subprocess.run([*git, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"], capture_output=True)
    if known.returncode:
        sys.exit(f"against: there is no revision {revision!r} here; expected a branch, a tag or a commit, like main")
    tree = folder / "tree"
    subprocess.run([*git, "worktree", "add", "--quiet", "--detach", str(tree), revision], check=True)
    try:
        yield tree
    finally:
        subprocess.run([*git, "worktree", "remove", "--force", str(tree)], check=True)


def show(found: dict[str, Compared], revision: str, tolerance: float) -> None:
    """The comparison as a table."""
    table = Table(title=f"This tree against {revision}", title_justify="left")
    for column in ("measured", "here", revision, "ratio", "from – to", ""):
        table.add_column(column, justify="left" if column in ("measured", "") else "right")
    for name, one in found.items():
        word = "slower" if one.is_slower(tolerance) else ""
        spread = f"{one.least:.3f} – {one.most:.3f}"
        table.add_row(MEANINGS[name], f"{one.here:,.1f}", f"{one.there:,.1f}", f"{one.ratio:.3f}", spread, word)
    Console().print(table)


def number_from(least: int) -> Callable[[str], int]:
    """Reads a number that must not be less."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r}; expected a number of {least} or more")
        return int(text)

    return read


def part(text: str) -> float:
    """A part of one."""
    try:
        found = float(text)
    except ValueError:
        found = -1
    if not 0 <= found < 1:
        raise argparse.ArgumentTypeError(f"{text!r}; expected a part of one, like 0.1 for ten per cent")
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Measure in turns and tell; 1 where something is slower than the tolerance allows."""
    reading = argparse.ArgumentParser(description="Is this slower than another revision?")
    reading.add_argument("revision", help="a branch, a tag or a commit")
    reading.add_argument(
        "--games", type=number_from(LEAST_GAMES), default=20_000, help="compiled games a round [20000]"
    )
    reading.add_argument("--rounds", type=number_from(1), default=5, help="of both, in turns [5]")
    reading.add_argument("--tolerance", type=part, default=0.1, help="how much slower is still well [0.1]")
    asked = reading.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="magnate-against-") as folder:
        caches = Path(folder) / "here", Path(folder) / "there"
        with checked_out(asked.revision, Path(folder)) as other:
            print("Compiling both; it takes some minutes.", file=sys.stderr)
            trees = ROOT, other
            cold = []
            for tree, cache in zip(trees, caches, strict=True):
                cold.append(measure(tree, LEAST_GAMES, cache, COMPILE))
                measure(tree, LEAST_GAMES, cache)
            rounds = []
            for number in range(asked.rounds):
                print(f"round {number + 1} of {asked.rounds}", file=sys.stderr)
                order = (0, 1) if number % 2 else (1, 0)  # whoever comes second meets a warmer machine
                figures = {side: measure(trees[side], asked.games, caches[side]) for side in order}
                rounds.append((figures[0], figures[1]))
    found = compare(rounds) | compare([(cold[0], cold[1])])
    show(found, asked.revision, asked.tolerance)
    return int(any(one.is_slower(asked.tolerance) for one in found.values()))


if __name__ == "__main__":
    sys.exit(main())
