"""Bots of every level at a table of the server: they play, a slow one thinks beside it, and all explain themselves."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from running import Running, good, refused, watch_to_the_end, with_server

from magnate.bots.player import named
from magnate.search.oracle import Oracle
from magnate.search.rollouts import Depth
from magnate.server.tables import levels


@pytest.fixture
def quick_oracle(monkeypatch: pytest.MonkeyPatch) -> None:
    """An oracle that is ready and does not think for long."""
    bot = Oracle(Depth(trials=4, rounds=2), wait=True, threads=1)
    monkeypatch.setattr(levels, "bot_of", lambda level: bot if level == "oracle" else named(level))


async def ask(here: Running, table: str, command: dict[str, Any], *tokens: str) -> Any:
    """Ana asks something of a table."""
    body = {"id": f"{command}"[:40], "command": command, "tokens": list(tokens)}
    return good(await here.ana.post(f"/api/tables/{table}/commands", json=body))


async def bots_alone(here: Running, *bots: str) -> str:
    """A game of these bots and of Ana, who gets up and leaves it to them: its table, once it is over."""
    table = await here.table(seats=len(bots) + 1, edition="monopoli-server")
    sat = await ask(here, table, {"type": "Sit", "seat": 0})
    for seat, level in enumerate(bots, 1):
        await ask(here, table, {"type": "SetBot", "seat": seat, "level": level})
    await ask(here, table, {"type": "Start"}, sat["token"])
    await ask(here, table, {"type": "Stand", "seat": 0}, sat["token"])
    await watch_to_the_end(here, table)
    return table


@pytest.mark.thorough
@pytest.mark.usefixtures("quick_oracle")
def test_bots_of_every_level_play_a_game_and_explain_it_when_it_is_over(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        assert [one["level"] for one in good(await here.ana.get("/api/levels"))] == [*levels.LEVELS]
        table = await bots_alone(here, "novice", "trader", "oracle")
        last = good(await here.ana.get(f"/api/tables/{table}"))["number"]
        explained = 0
        for number in range(10, last, 37):
            response = await here.ana.get(f"/api/tables/{table}/moves/{number}/why")
            if response.status_code == 404:  # no move
                continue
            told = good(response)
            assert told["options"][0]["action"] == told["choice"]
            assert told["options"][0]["reason"]["key"]
            explained += 1
        assert explained > 3
        told = good(await here.ana.get(f"/api/tables/{table}/moves/{last // 2}/why?bot=oracle"))
        assert told["bot"] == "oracle"
        refused(await here.ana.get(f"/api/tables/{table}/moves/12/why?bot=wizard"), 404, "no_such_level")

    with_server(tmp_path, test, bot_pause_ms=0)


def test_bots_do_not_explain_a_game_that_goes_on(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = (await here.quick(seats=2))["table"]
        refused(await here.ana.get(f"/api/tables/{table}/moves/5/why"), 403, "forbidden")

    with_server(tmp_path, test)


@pytest.mark.parametrize("level", ["oracle", "master"])
def test_while_a_slow_bot_thinks_the_server_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    """It thinks until it is told to stop; other people are answered meanwhile, and then it plays."""
    begun, told_to_stop = threading.Event(), threading.Event()

    def slowly(level: str, position: Any, seat: int) -> Any:
        begun.set()
        assert told_to_stop.wait(60)
        return named("trader").decide(position, seat)

    monkeypatch.setattr("magnate.server.live.agenda.think", slowly)
    monkeypatch.setattr(levels, "bot_of", quick)

    async def test(here: Running) -> None:
        table = (await here.quick(seats=2, level=level))["table"]
        try:
            assert await asyncio.to_thread(begun.wait, 30)
            number = good(await here.ana.get(f"/api/tables/{table}"))["number"]
            for _ in range(20):
                good(await here.ana.get("/api/levels"))
                assert good(await here.ana.get(f"/api/tables/{table}"))["number"] == number
        finally:
            told_to_stop.set()
        while good(await here.ana.get(f"/api/tables/{table}"))["number"] == number:
            await asyncio.sleep(0.01)

    with_server(tmp_path, test, bot_pause_ms=0)


def quick(level: str) -> Any:
    """No oracle is compiled for this test, and no network is read."""
    return named("trader" if level in ("oracle", "master") else level)
