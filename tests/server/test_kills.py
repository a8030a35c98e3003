"""A real server, real sockets, SIGKILL at random moments: nothing acknowledged is lost, nothing half applied."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from kills import Torture, deadlines_after, last_outage, last_signs, time_credits
from party import seated
from people import Plan
from process import Node, run

from magnate.protocol.config import PerDecision
from magnate.protocol.entries import Played

KILLS, ALL_KILLS = 4, 20  # in `make test`, and in `make test-all`; `make torture` kills 300 times


def test_nothing_is_lost_when_the_server_is_killed_again_and_again(
    store_url: str, tmp_path: Path, thorough: bool
) -> None:
    kills = ALL_KILLS if thorough else KILLS
    torture = Torture(store_url, tmp_path, seed=1)
    (tmp_path / "data").mkdir(exist_ok=True)
    run(torture.run(kills), seconds=900)
    assert torture.kills == kills
    assert torture.node.lives == kills + 1
    if thorough:  # enough of them to meet every kind of moment
        assert min(torture.killed_in[moment] for moment in ("auction", "deal", "debt")) > 0, torture.killed_in
    assert sum(len(found) for found in torture.acknowledged.values()) == torture.actions > 10 * kills


@pytest.mark.thorough
def test_a_clock_goes_on_with_a_grace_after_the_server_was_away(store_url: str, tmp_path: Path) -> None:
    async def play() -> None:
        plan = Plan("castis", None, 2, 9)
        with Node(store_url, tmp_path, grace_ms=1500, beat_ms=100) as node:
            async with seated(plan, store_url, [[node.url]], clock=PerDecision(seconds=4)) as party:
                await party.step()
                await asyncio.sleep(0.5)
                table = party.spectator.table
                assert table.table is not None
                before = [seat.deadline for seat in table.table.seats if seat.deadline]
                node.kill()
                await asyncio.sleep(4.5)  # longer than the clock allows
                beat, at = await last_signs(store_url, party.id)
                await asyncio.to_thread(node.start)
                await table.until(lambda: table.connections == 2 and bool(time_credits(party)))
                began, ended = await last_outage(store_url)
                assert began == beat
                assert ended >= began + 4500
                (grace,) = time_credits(party)
                assert grace.milliseconds == ended - max(began, at) + 1500
                after = [deadline + grace.milliseconds for deadline in before]
                assert deadlines_after(party, grace) == after
                await table.until(lambda: any(is_by_clock(told.entry) for told in party.spectator.told))
                answered = next(told for told in party.spectator.told if is_by_clock(told.entry))
                assert answered.at >= after[0]

    run(play())


def is_by_clock(entry: object) -> bool:
    """Whether the clock answered for somebody."""
    return isinstance(entry, Played) and entry.by == "clock"
