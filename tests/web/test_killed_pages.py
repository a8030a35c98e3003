"""Pages at tables whose server is killed come back by themselves, and play goes on: `make torture` in small."""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "server"))  # as torture.py has it

from kills import Torture

from web.killed_pages import KilledPages

KILLS = 2


@pytest.mark.thorough
def test_every_page_comes_back_by_itself_after_every_kill(tmp_path: Path) -> None:
    opened: list[KilledPages] = []

    def open_pages(base: str) -> KilledPages:
        opened.append(KilledPages(base, 3))
        return opened[0]

    torture = Torture(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path, seed=2)
    with ThreadPoolExecutor(1) as beside:  # Playwright leaves an event loop running in this thread
        beside.submit(lambda: asyncio.run(torture.run(KILLS, open_pages))).result()
    (pages,) = opened
    assert pages.error is None
    assert len(pages.seconds) == 3 * KILLS
