"""Kill a server again and again while people play, and see that nothing is lost.

    python benchmarks/torture.py --kills 300 --store sqlite
    python benchmarks/torture.py --kills 300 --store postgres     # a real one, started for this

Fails at the first thing that is missing, doubled or half done. The same as tests/server/test_kills.py, only longer.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "server"))

from kills import Torture
from process import postgres


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=300, help="how often the server is killed")
    parser.add_argument("--store", choices=["sqlite", "postgres"], default="sqlite", help="where the tables are kept")
    parser.add_argument("--seed", type=int, default=1, help="other games, other moments")
    chosen = parser.parse_args()
    begun = time.monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="magnate-torture-")))
        sqlite = f"sqlite+aiosqlite:///{folder}/tables.db"
        database = stack.enter_context(postgres()) if chosen.store == "postgres" else sqlite
        torture = Torture(database, folder, chosen.seed, lambda text: print(text, flush=True))
        try:
            asyncio.run(torture.run(chosen.kills))
        except AssertionError as error:
            print(f"LOST after {torture.kills} kills: {error}", file=sys.stderr)
            raise
    moments = ", ".join(f"{moment} {count}" for moment, count in torture.killed_in.most_common())
    print(
        f"{chosen.store}: {torture.kills} kills in {time.monotonic() - begun:.0f} s; nothing lost, nothing half applied"
    )
    print(f"{torture.actions} actions acknowledged in {torture.games} games; killed in the middle of: {moments}")
    print(f"{torture.unanswered} actions were kept but not yet answered when it died; asked again, none was done twice")
    print(f"from the kill to the next action: median {statistics.median(torture.resumed):.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
