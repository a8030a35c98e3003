"""Kill a server again and again while people play, and see that nothing is lost.

    python tools/torture.py --kills 300 --store sqlite
    python tools/torture.py --kills 300 --store postgres     # a real one, started for this
    python tools/torture.py --kills 20 --pages 5             # and five Chromium pages at tables of the same server

Fails at the first thing that is missing, doubled or half done, and at the first page that does not come back by itself.
The same as tests/server/test_kills.py, only longer.
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
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "server"))

from kills import Torture
from process import postgres

if TYPE_CHECKING:
    from web.killed_pages import KilledPages


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=300, help="how often the server is killed")
    parser.add_argument("--store", choices=["sqlite", "postgres"], default="sqlite", help="where the tables are kept")
    parser.add_argument("--pages", type=int, default=0, help="so many Chromium pages play along, two at a table")
    parser.add_argument("--seed", type=int, default=1, help="other games, other moments")
    chosen = parser.parse_args()
    begun = time.monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="magnate-torture-")))
        sqlite = f"sqlite+aiosqlite:///{folder}/tables.db"
        database = stack.enter_context(postgres()) if chosen.store == "postgres" else sqlite
        torture = Torture(database, folder, chosen.seed, lambda text: print(text, flush=True))
        pages: list[KilledPages] = []

        def open_pages(base: str) -> KilledPages:
            from web.killed_pages import KilledPages

            pages.append(KilledPages(base, chosen.pages))
            return pages[0]

        try:
            asyncio.run(torture.run(chosen.kills, open_pages if chosen.pages else None))
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
    for one in pages:
        back = f"median {statistics.median(one.seconds):.1f} s, longest {max(one.seconds):.1f} s"
        print(f"{one.count} pages came back by themselves, {len(one.seconds)} times in all; to the next move: {back}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
