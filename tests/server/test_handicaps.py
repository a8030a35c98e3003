"""Handicaps at a table: the host sets them, everybody sees them, the log, snapshots and the record have them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from running import Running, good, with_server

from magnate.game import LEAST_CASH, MOST_CASH
from magnate.protocol import config
from magnate.server.tables.snapshot import freeze, thaw


def test_the_protocol_has_the_limits_of_the_game() -> None:
    assert (config.LEAST_CASH, config.MOST_CASH) == (LEAST_CASH, MOST_CASH)


async def begun(here: Running, **setup: Any) -> str:
    """A game of two bots and Ana."""
    table = await here.table(seats=3, edition="clasico", **setup)
    sat = good(await here.ana.post(f"/api/tables/{table}/commands", json=body({"type": "Sit", "seat": 0})))
    for seat in (1, 2):
        command = {"type": "SetBot", "seat": seat, "level": "house"}
        good(await here.ana.post(f"/api/tables/{table}/commands", json=body(command)))
    good(await here.ana.post(f"/api/tables/{table}/commands", json=body({"type": "Start"}, sat["token"])))
    return table


def body(command: dict[str, Any], *tokens: str) -> dict[str, Any]:
    return {"id": f"{command}"[:40], "command": command, "tokens": list(tokens)}


def test_each_seat_begins_with_its_part_and_the_set_up_says_so(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await begun(here, handicap=[70, 100, 120])
        state = good(await here.ana.get(f"/api/tables/{table}"))
        assert state["config"]["handicap"] == [70, 100, 120]
        live = await here.node.live_table(table)
        game = live.table.running()
        assert game.handicap == (70, 100, 120)
        assert list(game.state.cash[:3]) == [1050, 1500, 1800]
        again = thaw(table, live.table.secret, freeze(live.table))
        assert again.running().handicap == (70, 100, 120)
        record = (await here.ana.get(f"/api/tables/{table}/record")).text
        assert "handicap 0 70\nhandicap 2 120\n" in record

    with_server(tmp_path, test, bot_pause_ms=60_000)


@pytest.mark.parametrize("wrong", [[70], [70, 100, 120, 100], [70, 100, 49], [70, 100, 201]])
def test_a_set_up_with_other_handicaps_than_seats_is_refused(tmp_path: Path, wrong: list[int]) -> None:
    async def test(here: Running) -> None:
        response = await here.ana.post("/api/tables", json={"edition": "clasico", "seats": 3, "handicap": wrong})
        assert response.status_code == 400

    with_server(tmp_path, test)


def test_a_table_without_handicaps_is_as_it_was(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await begun(here)
        game = (await here.node.live_table(table)).table.running()
        assert game.handicap == ()
        assert list(game.state.cash[:3]) == [1500, 1500, 1500]

    with_server(tmp_path, test, bot_pause_ms=60_000)
