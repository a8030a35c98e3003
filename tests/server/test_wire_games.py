"""Whole games over the wire: every edition and variant, every decision point a server sees, the same record for all."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kills import time_credits
from party import Party, seated, told_alike
from people import BEFORE_PLAY, NAMES, ON_A_SCREEN, Plan, points_of
from process import Node, run

from magnate.actions import TimeUp
from magnate.clauses import decisions
from magnate.client import Client, Refusal
from magnate.editions import load, names
from magnate.game import Game
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.config import Config


def dealt(edition: str) -> dict[str, Any]:
    """House rules for a quick game: every deed is dealt at the start."""
    players = load(edition).file.players
    counts = [28 // seats for seats in range(players.min, players.max + 1)]
    return {"setup.dealt_paid": False, "setup.dealt": counts}


GAMES = [
    Plan("castis", None, 6, 400),
    Plan("clasico", None, 4, 9),
    Plan("clasico", "fast", 3, 2, patience=300),
    Plan("clasico", None, 5, 51, dealt("clasico"), skin="internacional"),
    Plan("europolis", None, 4, 11),
    Plan("europolis", None, 6, 8, dealt("europolis")),
    Plan("europolis", "two-left", 4, 2, patience=250),
    Plan("expopolis", None, 4, 2),
    Plan("monopoli-server", None, 3, 17),
]
LEFT = (300, 600, 1_000, 1_500, 3_000, 5_000, 8_000, 15_000, 30_000)  # milliseconds: a busy machine takes longer
TIMED = [
    Plan("clasico", "timed", 4, 5, {"ending.minutes": 1}, patience=100_000),
    Plan("europolis", "time-limit", 3, 6, {"ending.minutes": 1}, patience=100_000),
    Plan("europolis", "both", 4, 7, {"ending.minutes": 1}, patience=100_000),
    Plan("expopolis", "timed", 2, 8, {"ending.minutes": 1}, patience=100_000),
]

LONG = ("clasico", "europolis")  # editions with several games: for `make test-all`


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """One server for all these games."""
    folder: Path = tmp_path_factory.mktemp("wire")
    with Node(f"sqlite+aiosqlite:///{folder}/tables.db", folder) as node:
        yield node


async def check_end(party: Party) -> None:
    """Everybody was told the same, and the record is the twin's, byte for byte; it replays and proves its dice."""
    await party.agree()
    told_alike(party.followers)
    record = party.twin.record()
    for client in party.clients:
        assert await client.record(party.id) == record
    assert Game.replay(record).record() == record
    view = party.spectator.table.view
    assert view is not None
    assert view.over
    assert view.winners == party.twin.view().winners
    state = await party.clients[0].request("GET", f"/api/tables/{party.id}")
    assert state["secret"] == party.plan.dice.secret


@pytest.mark.proves(*sorted({decision.id for decision in decisions()} - ON_A_SCREEN - BEFORE_PLAY))
@pytest.mark.parametrize(
    "edition", [pytest.param(name, marks=pytest.mark.thorough if name in LONG else ()) for name in names()]
)
def test_whole_games_over_the_wire_are_those_of_the_rules_and_meet_every_decision(edition: str, node: Node) -> None:
    met: set[str] = set()

    async def play(plan: Plan) -> None:
        hands = [seat // 2 for seat in range(plan.seats)] if plan.seats == 6 else None  # two at one keyboard
        async with seated(plan, node.database, [[node.url]], hands=hands) as party:
            await party.play()
            await check_end(party)
            met.update(party.watcher.met)

    for plan in GAMES:
        if plan.edition == edition:
            run(play(plan))
    assert met == points_of(edition)


@pytest.mark.parametrize("plan", TIMED, ids=lambda plan: plan.name)
def test_a_timed_game_over_the_wire_ends_when_the_clock_says_so(plan: Plan, node: Node) -> None:
    async def play(left: int) -> bool:
        """Play with so many milliseconds left; False: too few, and they were given back, or more than the game took."""
        async with seated(plan, node.database, [[node.url]], past=60_000 - left) as party:
            if time_credits(party):
                return False
            await party.play()
            await check_end(party)
            played = [told.entry for told in party.spectator.told if isinstance(told.entry, log.Played)]
            calls = [entry.by for entry in played if isinstance(entry.action, TimeUp)]
            assert set(calls) <= {"clock"}
            return len(calls) == 1

    assert any(run(play(left)) for left in LEFT)


def test_every_edition_and_variant_has_its_games() -> None:
    played = {(plan.edition, plan.variant) for plan in (*GAMES, *TIMED)}
    assert played == {(name, variant) for name in names() for variant in (None, *load(name).file.variants)}


@pytest.mark.proves("DP-01", "DP-02")
@pytest.mark.parametrize("edition", names())
def test_the_host_chooses_edition_seats_and_ending_and_everybody_a_name(edition: str, node: Node) -> None:
    async def choose() -> None:
        host, others = Client(node.url), [Client(node.url) for _ in NAMES[1:]]
        for variant in (None, *load(edition).file.variants):
            fewest, *_, most = load(edition, variant=variant).seats
            async with contextlib.AsyncExitStack() as stack:
                table = await stack.enter_async_context(await host.create(edition=edition, variant=variant, seats=most))
                assert table.table is not None
                assert (table.table.config.edition, table.table.config.variant) == (edition, variant)
                assert len(table.table.seats) == most
                assert await table.sit(name=NAMES[0]) == 0
                for seat in range(1, fewest):
                    other = await stack.enter_async_context(others[seat].table(table.id))
                    assert await other.sit(name=NAMES[seat]) == seat
                with pytest.raises(Refusal, match="host"):
                    await other.start()
                with pytest.raises(Refusal, match="no player sits"):
                    await table.start()
                await table.do(ask.Configure(Config(edition=edition, variant=variant, seats=fewest)))
                await table.start()
                await other.until(lambda other=other: other.view is not None)  # type: ignore[misc]
                assert other.view is not None
                assert [seat.name for seat in other.view.seats] == list(NAMES[:fewest])
                assert (other.view.edition, other.view.variant) == (edition, variant)

    run(choose())
