"""`magnate serve --bot NAME=FILE`: policies and functions sit down at tables; where one fails another bot decides."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from running import Running, good, watch_to_the_end, with_server
from test_cli_serve import magnate, served

from magnate import Game
from magnate.policy import PolicyError
from magnate.server.tables import levels
from magnate.view import SeatPosition
from policy.nets import keen, random_policy


@pytest.fixture(autouse=True)
def no_own_bots() -> Iterator[None]:
    """Every test has its own."""
    yield
    levels.OWN.clear()
    levels.offered.cache_clear()
    levels.bot_of.cache_clear()


@pytest.fixture
def policy_file(tmp_path: Path) -> str:
    file = tmp_path / "mine.safetensors"
    random_policy(1, mortgage_only_in_debt=True).save(file)
    return str(file)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> str:
    module = ModuleType("own_bots")
    module.fails = lambda view, legal: 1 // 0  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "own_bots", module)
    return "own_bots:fails"


async def ask(here: Running, table: str, command: dict[str, Any], *tokens: str) -> Any:
    body = {"id": f"{command}"[:40], "command": command, "tokens": list(tokens)}
    return good(await here.ana.post(f"/api/tables/{table}/commands", json=body))


def test_own_bots_play_a_game_at_a_table_to_its_end(
    tmp_path: Path, policy_file: str, broken: str, caplog: pytest.LogCaptureFixture
) -> None:
    levels.add_own_bots([f"mine={policy_file}", f"broken={broken}"])

    async def test(here: Running) -> None:
        offered = [one["level"] for one in good(await here.ana.get("/api/levels"))]
        assert offered[-2:] == ["mine", "broken"]
        table = await here.table(seats=3, edition="clasico", options={"ending.turns": 8})
        sat = await ask(here, table, {"type": "Sit", "seat": 0})
        await ask(here, table, {"type": "SetBot", "seat": 1, "level": "mine"})
        await ask(here, table, {"type": "SetBot", "seat": 2, "level": "broken"})
        await ask(here, table, {"type": "Start"}, sat["token"])
        await ask(here, table, {"type": "Stand", "seat": 0}, sat["token"])
        await watch_to_the_end(here, table)

    with caplog.at_level(logging.WARNING, "magnate.server"):
        with_server(tmp_path, test, bot_pause_ms=0)
    failed = [record for record in caplog.records if record.msg == "bot_failed"]
    assert failed
    fields = failed[0].fields  # type: ignore[attr-defined]
    assert (fields["bot"], fields["instead"]) == ("broken", "trader")
    assert "ZeroDivisionError" in fields["problem"]
    assert {record.fields["bot"] for record in failed} == {"broken"}  # type: ignore[attr-defined]


def test_a_policy_for_another_table_leaves_the_decision_to_the_trader(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "c.safetensors"
    keen(editions=["castis"]).save(file)
    levels.add_own_bots([f"castis-only={file}"])
    game = Game("clasico", 2, 1)
    seat = game.must[0]
    with caplog.at_level(logging.WARNING, "magnate.server"):
        action = levels.decide("castis-only", game, seat)
    assert action == levels.decide("trader", game, seat)
    assert "is for castis; this table plays clasico" in caplog.records[0].fields["problem"]  # type: ignore[attr-defined]


def test_a_stored_table_whose_bot_is_gone_is_played_by_a_trader() -> None:
    game = Game("clasico", 2, 1)
    seat = game.must[0]
    assert levels.bot_of("gone").name == "trader"
    assert levels.decide("gone", game, seat) == levels.bot_of("trader").decide(SeatPosition.seen(game, seat), seat)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("trader=x.safetensors", "trader is a bot of the game; expected another name"),
        ("mine=nowhere.safetensors", "nowhere.safetensors: no such file"),
        ("mine=json:nothing", "json has no function nothing"),
    ],
)
def test_bots_that_cannot_play_are_named(given: str, says: str) -> None:
    with pytest.raises((ValueError, PolicyError), match=says):
        levels.add_own_bots([given])


def test_a_server_does_not_start_with_a_bot_that_cannot_play(tmp_path: Path, policy_file: str) -> None:
    found: subprocess.CompletedProcess[str] = magnate(tmp_path, "serve", "--bot", "mine=nowhere.safetensors")
    assert (found.returncode, found.stderr.count("\n")) == (2, 1)
    assert "--bot: nowhere.safetensors: no such file" in found.stderr
    found = magnate(tmp_path, "serve", "--bot", f"My Bot={policy_file}")
    assert "expected NAME=FILE" in found.stderr
    with served(tmp_path, "--bot", f"mine={policy_file}") as here:
        import httpx

        told = good(httpx.get(f"{here.url}/api/levels", timeout=30))
        assert told[-1]["level"] == "mine"
        assert "trader plays" in told[-1]["about"]
